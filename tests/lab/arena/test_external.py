"""Programs behind the line protocol: a Perl script plays whole games, and what goes wrong is told."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tavola.lab.arena import External, Failed, Report, enter
from tavola.rules import GAMES
from tavola.rules.chance import Rng
from tavola.rules.plain import load
from tavola.rules.record import parse
from tests.lab.arena.helpers import held

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "examples" / "bot.pl"
PYTHON = shlex.quote(sys.executable)


def script(path: Path, code: str) -> str:
    """A program written in Python, as an entrant."""
    path.write_text(code, encoding="utf-8")
    return f"cmd:{PYTHON} {shlex.quote(str(path))}"


def sentence(report: Report) -> str:
    crash = report.games[0].crash
    assert crash is not None
    return crash.sentence.rpartition("bot.py, ")[2]


@pytest.mark.skipif(shutil.which("perl") is None, reason="the example is written in Perl")
@pytest.mark.parametrize("name", GAMES)
def test_the_example_in_another_language_plays(name: str) -> None:
    report = held(name, ["greedy", f"cmd:perl {shlex.quote(str(EXAMPLE))}"], 2)
    assert [game.end for game in report.games] == ["rules"] * 4
    assert report.scores[0][0].wins >= 3


def test_the_page_shows_the_example() -> None:
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    code = EXAMPLE.read_text(encoding="utf-8")
    assert re.findall(r"```perl\n(.*?)```", page, re.S) == [code]
    assert len(code.splitlines()) == 10


@pytest.mark.parametrize("name", GAMES)
def test_the_question_holds_what_the_seat_may_know(name: str, tmp_path: Path) -> None:
    code = (
        "import sys\nwith open(sys.argv[1], 'a') as file:\n    for line in sys.stdin:\n        file.write(line)\n"
        "        file.flush()\n        print(line.split('\"legal\":[\"')[1].split('\"')[0], flush=True)\n"
    )
    bot = script(tmp_path / "bot.py", code) + f" {shlex.quote(str(tmp_path / 'heard'))}"
    held(name, [bot, "greedy"], 1, cap=30)
    questions = [json.loads(line) for line in (tmp_path / "heard").read_text(encoding="utf-8").splitlines()]
    assert {question["seat"] for question in questions} == {0, 1}
    game = GAMES[name]
    for question in questions:
        assert list(question) == ["game", "seat", "view", "random", "legal"]
        assert question["game"] == name
        view = load(game.view_type, question["view"])
        assert view.seat == question["seat"]
        legal = game.legal_actions(game.determinize(view, Rng(1)))
        assert [game.to_text(action) for action in legal] == question["legal"]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("input(); print('fly')", "answered 'fly', which is not one of the legal actions."),
        ("input(); print()", "answered '', which is not one of the legal actions."),
        ("import sys; sys.exit('alas')", "ended without an answer."),
        ("import os; os.close(0); os.close(1); import time; time.sleep(30)", "ended without an answer."),
    ],
)
def test_a_wrong_answer_loses(tmp_path: Path, code: str, told: str) -> None:
    report = held("splendor", [script(tmp_path / "bot.py", code), "greedy"], 1)
    assert report.scores[0][0].losses == 2
    assert sentence(report) == told


def test_the_last_words_of_a_program_are_in_the_record(tmp_path: Path) -> None:
    report = held("splendor", [script(tmp_path / "bot.py", "import sys; sys.exit('alas, poor bot')"), "greedy"], 1)
    assert "# alas, poor bot\n" in (report.games[0].record or "")


def test_a_slow_answer_loses(tmp_path: Path) -> None:
    report = held("splendor", [script(tmp_path / "bot.py", "import time; time.sleep(30)"), "greedy"], 1, limit=0.3)
    assert sentence(report) == "gave no answer in 0.3 seconds."
    assert "Result: 2 wins (seat 1 timeout)" in (report.games[0].record or "")
    parse(report.games[0].record or "")


def test_a_program_that_cannot_be_started_loses(tmp_path: Path) -> None:
    broken = tmp_path / "bot.py"
    broken.write_bytes(b"\0")
    broken.chmod(0o755)
    bot = enter(f"cmd:{shlex.quote(str(broken))}").bot(GAMES["duel"], 1.0)
    assert isinstance(bot, External)
    with pytest.raises(Failed, match="could not be started"):
        bot._ask("{}")


def test_the_program_is_kept_from_game_to_game(tmp_path: Path) -> None:
    code = (
        "import sys, json\nopen(sys.argv[1], 'a').write('started ')\n"
        "for line in sys.stdin:\n    print(json.loads(line)['legal'][0], flush=True)\n"
    )
    bot = script(tmp_path / "bot.py", code) + f" {shlex.quote(str(tmp_path / 'starts'))}"
    held("splendor", [bot, "greedy"], 3)
    assert (tmp_path / "starts").read_text(encoding="utf-8") == "started "
