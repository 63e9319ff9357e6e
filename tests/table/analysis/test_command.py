"""`tavola analyse`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tavola.cli import main
from tavola.rules.record import dump, seen_by
from tavola.table.analysis import png
from tavola.table.analysis.command import Bar
from tests.bots.analysis.games import game, short

CITIES = short(game("lost-cities", 2, (("rounds", "1"),)), 9)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(dump(CITIES), encoding="utf-8")
    return path


def test_a_report(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(file)]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("Lost Cities: Ada, 小明\n")
    assert "Best moves" in printed.out
    assert printed.err == "", "a bar is for terminals alone"


def test_a_report_of_one_seat_in_another_language(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(dump(seen_by(CITIES, 1)), encoding="utf-8")
    assert main(["analyse", str(file), "--lang", "pl", "--seat", "2"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Zaginione miasta: Ada, 小明\n")
    assert "\nAda:" not in printed
    assert "\n小明: " in printed


def test_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(file), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["format"] == 1
    assert data["judge"] == "net"
    assert main(["analyse", str(file), "--json", "--think", "0.05", "--seat", "1"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["judge"] == "search 0.05 s"
    assert {one["seat"] for one in data["decisions"]} == {1}


def test_pictures(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(file), "--svg", str(tmp_path / "a.svg")]) == 0
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert capsys.readouterr().out == f"The graph is in {tmp_path / 'a.svg'}.\n"


REFUSED = {
    "FILE --seat 3": "There is no seat 3: choose a number from 1 to 2.",
    "FILE --seat x": "invalid int value: 'x'",
    "FILE --lang tlh": "There is no language tlh: choose en, pl, zh-Hant.",
    "FILE --think 0": "The seconds for a decision are more than 0",
    "FILE --think nan": "The seconds for a decision are more than 0",
    "FILE --json --svg x": "not allowed with argument",
    "FILE --svg /no/such/folder/a.svg": "/no/such/folder/a.svg cannot be written: No such file or directory.",
    "FILE --png a.png": "A PNG needs Pillow: pip install tavola[analysis].",
    "/no/such/file": "/no/such/file cannot be read: No such file or directory.",
    "BAD": "line 1: A header is written `Key: value`",
    "HIDDEN": "This record does not show what these seats knew",
    "EMPTY": "There is no decision to analyse in this record.",
    "": "required: RECORD",
}


@pytest.mark.parametrize("line", REFUSED)
def test_one_clear_sentence_and_exit_two(
    line: str, file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "find_spec", lambda name: None)
    texts = {
        "FILE": dump(CITIES),
        "BAD": "no record\n",
        "HIDDEN": dump(seen_by(CITIES, None)),
        "EMPTY": dump(short(CITIES, 1)),
    }
    words = line.split()
    if words and words[0] in texts:
        file.write_text(texts[words[0]], encoding="utf-8")
        words[0] = str(file)
    assert main(["analyse", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert REFUSED[line] in printed.err
    assert printed.err.count("\n") == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_is_drawn_on_a_terminal_and_wiped_away() -> None:
    screen = Terminal()
    bar = Bar(screen)
    for done in range(5):
        bar.tell(done, 4)
    bar.close()
    drawn = screen.getvalue()
    assert "] 0/4 decisions" in drawn
    assert f"[{'#' * 30}] 4/4 decisions, 0 s left" in drawn
    assert drawn.endswith("\r\x1b[K")
