"""Perft: the counts in the files, and counting itself against a plain walk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tavola.cli import main
from tavola.rules import CHANCE, GAMES, BadOption, Game, NotUnderstood
from tavola.rules.perft import Case, dealt, new_case, perft, read_cases
from tavola.rules.record import at, replay
from tests.record.games import random_game

FILES = sorted(Path(__file__).parent.glob("*.perft"))
CASES = [case for file in FILES for case in read_cases(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case).split(":")[0])
def test_counts(case: Case) -> None:
    assert case.counted() == case


def test_every_game_has_a_file_in_canonical_form() -> None:
    assert {file.stem for file in FILES} == set(GAMES)
    for file in FILES:
        cases = [*read_cases(file.read_text(encoding="utf-8"))]
        lines = file.read_text(encoding="utf-8").splitlines()
        assert [str(case) for case in cases] == [line for line in lines if not line.startswith("#")]
        assert {case.game for case in cases} == {file.stem}
        assert all(len(case.counts) >= 3 for case in cases)
    assert {case.players for case in CASES if case.game == "splendor"} == {2, 3, 4}


def walk(game: Game[Any, Any, Any, Any], state: Any, depth: int) -> int:
    """The same count by strict play, one leaf at a time."""
    while game.to_play(state) is CHANCE:
        state = game.apply(state, game.fixed(state)).state
    if depth == 0:
        return 1
    return sum(walk(game, game.apply(state, action).state, depth - 1) for action in game.legal_actions(state))


@pytest.mark.parametrize("name", GAMES)
def test_perft_is_a_plain_walk(name: str) -> None:
    game = GAMES[name]
    record = random_game(name, 2, ())
    states = [before for before, _ in replay(record)]
    chance = [state for state in states if game.to_play(state) is CHANCE]
    for state in [*states[-3:], *chance[1:3]]:
        assert perft(game, state, 2) == walk(game, state, 2)


@pytest.mark.parametrize("name", GAMES)
def test_the_end_has_no_sequels(name: str) -> None:
    record = random_game(name, 2, ())
    state = at(record, len(record.plies))
    assert perft(GAMES[name], state, 0) == 1
    assert perft(GAMES[name], state, 1) == perft(GAMES[name], state, 3) == 0


def test_the_seed_decides_the_deal() -> None:
    game = GAMES["lost-cities"]
    assert dealt(game, 2, {}, "1") == dealt(game, 2, {}, "1")
    assert dealt(game, 2, {}, "1") != dealt(game, 2, {}, "2")
    assert len(dealt(game, 2, {"colours": "6"}, "1").deck) == 56


def test_the_command_prints_a_line_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    case = next(case for case in CASES if case.game == "splendor" and case.players == 3)
    assert main(["perft", "splendor", "2", "--players", "3", "--seed", case.seed]) == 0
    assert str(case).startswith(capsys.readouterr().out.rstrip("\n") + " ")


def test_the_command_updates_a_file(tmp_path: Path) -> None:
    file = tmp_path / "old.perft"
    file.write_text("# kept\n\nlost-cities players=2 seed=1: 1 2\n", encoding="utf-8")
    assert main(["perft", "--update", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == "# kept\n\nlost-cities players=2 seed=1: 14 14\n"


@pytest.mark.parametrize(
    "line",
    ["lost-cities players=2 seed=1", "lost-cities players=x seed=1: 4", "lost-cities 2: 1", "x players=2: a", ":"],
)
def test_lines_that_are_no_case(line: str) -> None:
    with pytest.raises(NotUnderstood, match="Line 2 "):
        list(read_cases(f"# a comment\n{line}\n"))


def test_cases_that_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadOption, match="not by 5"):
        new_case("splendor", 5, {}, "1")
    with pytest.raises(BadOption, match="one word"):
        new_case("splendor", 2, {}, "two words")
    assert main(["perft", "lost-cities"]) == 2
    assert main(["perft", "lost-cities", "0"]) == 2
    assert main(["perft", "--update", "/there/is/no/such.perft"]) == 2
    assert capsys.readouterr().err.count("\n") == 3
