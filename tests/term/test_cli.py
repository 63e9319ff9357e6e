"""The command `tavola`: what it prints, what it refuses, and that it never ends in a traceback."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tavola.cli import main
from tavola.rules import GAMES
from tavola.rules.record import at, dump, parse, seen_by
from tests.record.games import random_game

CITIES = random_game("lost-cities", 2, (("rounds", "1"),)).comment("well played")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(dump(CITIES), encoding="utf-8")
    return path


REFUSED = {
    "foo": "invalid choice: 'foo'",
    "play": "required: GAME",
    "play chess": "There is no game 'chess': choose duel, splendor, lost-cities.",
    "play splendor --players 5": "splendor is played by 2 or 3 or 4, not by 5.",
    "play splendor --players two": "invalid int value: 'two'",
    "play duel --seat Ada=oracle": (
        "'oracle' cannot sit at duel: choose person, novice, apprentice, journeyman, master, champion."
    ),
    "play duel --seat Ada": "'Ada' is not",
    "play duel --seat =person": "'=person' is not",
    "play duel --seat A=apprentice --seat A=apprentice": "a name of its own",
    "play duel --seat A=apprentice --seat B=apprentice --seat C=apprentice": "duel is played by 2, not by 3.",
    "play duel --players 2 --seat A=novice --seat B=novice --seat C=novice": "There are 2 seats, and 3 are given.",
    "play lost-cities --option rounds=2": "rounds cannot be 2: choose 3 or 1.",
    "play lost-cities --option round=1": "There is no option round here: choose among colours, rounds,",
    "play lost-cities --option rounds": "'rounds' is not",
    "play lost-cities --option rounds=1 --option rounds=3": "Each option is given once.",
    "play lost-cities --option firstPlayer=chosen": "--start 1",
    "play lost-cities --start 3": "Seat 3 cannot start: choose a number from 1 to 2.",
    "play lost-cities --record /there/is/no/folder": "cannot be written: No such file or directory.",
    "record show /no/such/file": "/no/such/file cannot be read: No such file or directory.",
    "record verify /": "cannot be read: Is a directory.",
    "record at x FILE": "invalid int value: 'x'",
    "record at -1 FILE": "Choose a number of plies from 0 to",
    "record at 9999 FILE": "Choose a number of plies from 0 to",
    "record at 1 FILE --seat 3": "There is no seat 3: choose a number from 1 to 2, or spectator.",
    "record show FILE --seat 0": "There is no seat 0",
    "record paint FILE": "invalid choice: 'paint'",
    "perft chess 2": "There is no game 'chess'",
    "bench rules --seconds 0": "more than 0",
    "bench rules --seconds nan": "more than 0",
    "bench speed": "invalid choice: 'speed'",
}


@pytest.mark.parametrize("line", REFUSED)
def test_one_clear_sentence_and_exit_two(line: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file) if word == "FILE" else word for word in line.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert REFUSED[line] in printed.err
    assert printed.err.count("\n") == 1
    assert printed.err.rstrip().endswith(".") or printed.err.rstrip().endswith("--help.")


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["--help"], ["record"], ["record", "--help"]):
        assert main(line) == 0
        assert "COMMAND" in capsys.readouterr().out
    assert main(["--version"]) == 0


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    assert "splendor: 2 or 3 or 4 players\n" in printed
    assert "  option colours: 5 or 6 (default 5)\n" in printed
    levels = r"  bots: novice \(\d+\), apprentice \(1000\), journeyman \(\d+\), master \(\d+\), champion \(\d+\)\n"
    assert len(re.findall(levels, printed)) == len(GAMES)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_play_against_a_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, *["1"] * 3000)
    file = tmp_path / "game.txt"
    line = ["play", "lost-cities", "--option", "rounds=1", "--seed", "4", "--start", "2", "--record", str(file)]
    assert main(line) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1].startswith("Result: ")
    assert "Round 1 is dealt. Apprentice 2 starts." in printed
    record = parse(file.read_bytes())
    assert f"Result: {dump(record).splitlines()[-1].removeprefix('Result: ')}" == printed[-1]
    assert record.names == ("Player 1", "Apprentice 2")
    assert record.start == 1
    assert main(["record", "verify", str(file)]) == 0
    assert main(line) == 2
    assert "is there already" in capsys.readouterr().err


def test_play_with_three_and_their_names(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "quit")
    assert main(["play", "splendor", "--players", "3", "--seat", "小明=person", "--start", "1"]) == 0
    printed = capsys.readouterr().out
    assert "小明, your move:" in printed
    assert printed.endswith("Result: *\n")


def test_who_starts_follows_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    starts = set()
    for seed in range(8):
        line = ["play", "duel", "--seat", "A=novice", "--seat", "B=novice", "--seed", str(seed)]
        assert main(line) == 0
        first = capsys.readouterr().out
        assert main(line) == 0
        assert capsys.readouterr().out == first
        starts.add("A starts" in first)
    assert starts == {True, False}


def test_show_prints_the_record(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "show", str(file)]) == 0
    assert capsys.readouterr().out == dump(CITIES)
    for seat in ("1", "2", "spectator"):
        assert main(["record", "show", str(file), "--seat", seat]) == 0
        eyes = None if seat == "spectator" else int(seat) - 1
        assert capsys.readouterr().out == dump(seen_by(CITIES, eyes))


def test_show_tells_the_game_in_words(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "show", str(file), "--words"]) == 0
    everything = capsys.readouterr().out
    assert "小明 draws from the deck." not in everything
    assert main(["record", "show", str(file), "--words", "--seat", "1"]) == 0
    seen = capsys.readouterr().out
    assert "小明 draws from the deck." in seen
    assert "Ada draws from the deck." not in seen
    assert seen.splitlines()[-1] == dump(CITIES).splitlines()[-1]
    half = tmp_path / "half.txt"
    half.write_text(dump(seen_by(CITIES, 0)), encoding="utf-8")
    assert main(["record", "show", str(half), "--words"]) == 0
    assert capsys.readouterr().out == seen


def test_verify(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "verify", str(file)]) == 0
    assert f"lost-cities, {len(CITIES.plies)} plies." in capsys.readouterr().out
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[11] = "2. 1: castle; draw"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert main(["record", "verify", str(file)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{file}, line 12: 'castle; draw'" not in printed.err
    assert f"{file}, line 12: 'castle' is not a move" in printed.err
    assert "What is before it is right: 3 plies.\n" in printed.err
    assert main(["record", "show", str(file)]) == 2


def test_at_draws_a_position(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, state = GAMES["lost-cities"], at(CITIES, 20)
    assert main(["record", "at", "20", str(file)]) == 0
    assert capsys.readouterr().out == f"{game.draw(game.view(state, None))}\n{game.to_position(state)}\n"
    assert main(["record", "at", "20", str(file), "--seat", "2"]) == 0
    seen = capsys.readouterr().out
    assert seen == game.draw(game.view(state, 1)) + "\n"
    half = tmp_path / "half.txt"
    half.write_text(dump(seen_by(CITIES, 1)), encoding="utf-8")
    assert main(["record", "at", "20", str(half)]) == 0
    assert capsys.readouterr().out == seen
    assert main(["record", "at", "20", str(half), "--seat", "1"]) == 2
    assert "another seat" in capsys.readouterr().err


def test_bench_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--json", "--seconds", "0.05"]) == 0
    speeds = json.loads(capsys.readouterr().out)
    assert set(speeds) == set(GAMES)
    assert all(set(speed) == {"actions_per_s"} and speed["actions_per_s"] > 0 for speed in speeds.values())


def test_bench_prints_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "rules", "--seconds", "0.05"]) == 0
    printed = capsys.readouterr().out
    assert "the best of 10 slices" in printed
    assert printed.count("actions a second") == printed.count("microseconds for a view") == len(GAMES)


def test_the_reference_needs_open_spiel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert main(["bench", "rules", "--reference", "--seconds", "0.05"]) == 2
    assert "pip install tavola[spiel]" in capsys.readouterr().err


class Rummy:
    """A stand-in for a game of OpenSpiel: a deal, then two choices."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def is_terminal(self) -> bool:
        return len(self.played) == 3

    def is_chance_node(self) -> bool:
        return not self.played

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(7, 0.25), (8, 0.75)]

    def legal_actions(self) -> list[int]:
        return [1, 2]

    def apply_action(self, action: int) -> None:
        assert action in ((7, 8) if self.is_chance_node() else (1, 2))
        self.played.append(action)


def test_the_reference_runs_beside_the_rules(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spiel = SimpleNamespace(load_game=lambda name: SimpleNamespace(new_initial_state=Rummy))
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    assert main(["bench", "rules", "--reference", "--json", "--seconds", "0.05"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {*GAMES, "open_spiel gin_rummy"}


def test_a_reader_who_has_seen_enough(file: Path) -> None:
    command = f"{sys.executable} -m tavola record show --words {file} | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
