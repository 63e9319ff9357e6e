"""The cases cover every option value, number of players and starter; and what a game refuses to be set up with."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations, product

import pytest

from tavola.rules import GAMES, BadOption, NotUnderstood
from tavola.rules import game as game_named
from tests.contract.games import CASES, PLAIN, AnyGame, Case, cases_of, pairwise, values
from tests.contract.oracles.registry import DEALT, MEMORIES
from tests.contract.play import plies

ALL = list(GAMES.values())


def test_every_game_has_an_oracle() -> None:
    assert set(GAMES) == set(MEMORIES) == set(DEALT)


def test_pairwise_rows_hold_every_pair() -> None:
    factors = [range(3), range(2), range(4), range(2), range(3)]
    rows = list(pairwise(factors))
    assert rows[0] == (0,) * 5
    assert len(rows) < 20
    for a, b in combinations(range(5), 2):
        assert {(row[a], row[b]) for row in rows} == set(product(factors[a], factors[b]))


@pytest.mark.parametrize("game", ALL, ids=str)
def test_cases_cover_players_starters_and_option_values(game: AnyGame) -> None:
    cases = cases_of(game)
    assert {(case.players, case.start) for case in cases} == {
        (players, start) for players in game.seats for start in range(players)
    }
    used = {pair for case in cases for pair in game.options.of(dict(case.chosen)).written(all_of_them=True).items()}
    assert used >= {(field.metadata["key"], value) for field in fields(game.options) for value in values(field)}


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_wrong_numbers_of_players_and_starters_are_refused(case: Case) -> None:
    game, options = case.game, case.game.options()
    for players in set(range(-1, 8)) - set(game.seats):
        with pytest.raises(BadOption, match=r"\.$"):
            game.initial(players, options, 0)
    for start in (-1, case.players, 99):
        with pytest.raises(BadOption, match=r"\.$"):
            game.initial(case.players, options, start)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_starting_seat_plays_first(case: Case) -> None:
    for seed in range(3):
        first = next(ply.actor for ply in plies(case, seed) if ply.actor in case.seats)
        assert first == case.start


@pytest.mark.parametrize("case", CASES, ids=str)
def test_options_are_written_and_read_back(case: Case) -> None:
    kind = case.game.options
    options = kind.of(dict(case.chosen))
    assert options.written() == dict(case.chosen)
    assert kind.of(options.written(all_of_them=True)) == options
    assert replace(options) == options


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_unknown_options_and_values_are_refused_and_the_choices_named(game: AnyGame) -> None:
    keys = [field.metadata["key"] for field in fields(game.options)]
    with pytest.raises(BadOption) as caught:
        game.options.of({"colour of the table": "green"})
    assert all(key in str(caught.value) for key in keys)
    for field in fields(game.options):
        for wrong in ("", "nothing of the kind", "-1", "0", "1000000", "1.5", "None", "True", "9" * 5000):
            with pytest.raises(BadOption) as caught:
                game.options.of({field.metadata["key"]: wrong})
            sentence = str(caught.value)
            assert sentence.endswith(".")
            choices = sentence[-200:].rpartition(": choose ")[2]
            wanted = [str(end) for end in field.metadata.get("range", ())] or values(field)
            assert all(value in choices for value in wanted), sentence
        for wrong_value in (True, False, -1, 1000000, "nothing of the kind", 1.5, ()):
            with pytest.raises(BadOption, match=r"\.$"):
                game.options(**{field.name: wrong_value})


def test_games_are_found_by_name() -> None:
    for name, game in GAMES.items():
        assert game_named(name) is game
        assert game.name == name
    with pytest.raises(NotUnderstood, match=r"chess.*lost-cities.*\.$"):
        game_named("chess")
