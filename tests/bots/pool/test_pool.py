"""The pool: every rule bot plays whole games legally, from its view alone, always the same way, and fast."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from tavola.bots import Bot
from tavola.bots.pool import POOL
from tavola.rules import CHANCE, GAMES, Game, Outcome
from tavola.rules.chance import Rng, pick

AnyGame = Game[Any, Any, Any, Any]
BOTS = [(game, name) for game, bots in POOL.items() for name in bots]
TABLES = {
    "duel": [(2, {}), (2, {"pyramidRefill": "immediate", "reservedVisibility": "faceUpKnown"})],
    "lost-cities": [
        (2, {"rounds": "1"}),
        (2, {"colours": "6"}),
        (2, {"colours": "6", "rounds": "1", "stallLimit": "20"}),
    ],
    "splendor": [
        (2, {}),
        (3, {"takeFewer": "upTo3", "reservedVisibility": "allHidden"}),
        (4, {"target": "21", "reservedVisibility": "allOpen"}),
    ],
}  # type: dict[str, list[tuple[int, dict[str, str]]]]
SEATED = [(game, name, *table) for game, name in BOTS for table in TABLES[game]]
LONGEST = 2000
SLOWEST = 0.05
"""Seconds for an action on the average: many times what it takes on an idle machine."""


def made(game: AnyGame, name: str) -> Bot:
    return POOL[game.name][name](game)


def play(game: AnyGame, seated: list[Bot], options: dict[str, str], seed: int) -> tuple[Outcome | None, list[str]]:
    """A game between bots, and the texts of what they did."""
    whims = [Rng(f"{seed} {seat}") for seat in range(len(seated))]
    chance = Rng(f"{seed} chance")
    state = game.initial(len(seated), game.options.of(options), seed % len(seated))
    done: list[str] = []
    while (actor := game.to_play(state)) is not None and len(done) < LONGEST:
        if actor is CHANCE:
            action = game.sample(state, chance)
        else:
            legal = game.legal_actions(state)
            action = seated[actor].choose(game.view(state, actor), legal, whims[actor])
            assert action in legal
        state = game.apply(state, action).state
        done.append(game.to_text(action))
    return game.outcome(state), done


def random_positions(
    game: AnyGame, players: int, options: dict[str, str], seed: int
) -> Iterator[tuple[Any, list[Any]]]:
    """The views and legal actions of those on turn in a game of random actions."""
    rng = Rng(f"positions {seed}")
    state = game.initial(players, game.options.of(options), seed % players)
    for _ in range(LONGEST):
        actor = game.to_play(state)
        if actor is None:
            return
        if actor is CHANCE:
            action = game.sample(state, rng)
        else:
            legal = list(game.legal_actions(state))
            yield game.view(state, actor), legal
            action = pick(rng, legal)
        state = game.trusted(state, action).state


def test_every_game_has_a_pool() -> None:
    assert set(POOL) == set(GAMES)
    assert {"uniform", "greedy"}.isdisjoint(name for _, name in BOTS)


@pytest.mark.parametrize(("game", "name", "players", "options"), SEATED)
def test_copies_play_to_the_end(game: str, name: str, players: int, options: dict[str, str]) -> None:
    rules = GAMES[game]
    outcome, _ = play(rules, [made(rules, name) for _ in range(players)], options, seed=players)
    assert outcome is not None, "the bots do not come to an end"


@pytest.mark.parametrize("game", POOL)
def test_they_play_each_other(game: str) -> None:
    rules, names = GAMES[game], [*POOL[game]]
    for seed, name in enumerate(names):
        other = names[seed - 1]
        outcome, _ = play(rules, [made(rules, name), made(rules, other)], {}, seed)
        assert outcome is not None, f"{name} and {other} do not come to an end"


@pytest.mark.parametrize(("game", "name"), BOTS)
def test_the_same_seed_gives_the_same_game(game: str, name: str) -> None:
    rules, options = GAMES[game], TABLES[game][0][1]
    one, other = (play(rules, [made(rules, name), made(rules, name)], options, seed=5) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(("game", "name", "players", "options"), SEATED)
def test_any_position_has_an_answer(game: str, name: str, players: int, options: dict[str, str]) -> None:
    rules = GAMES[game]
    bot = made(rules, name)
    for seed in range(2):
        for at, (view, legal) in enumerate(random_positions(rules, players, options, seed)):
            if at % 3 == seed or at < 20:
                assert bot.choose(view, legal, Rng(at)) in legal


@pytest.mark.parametrize(("game", "name"), BOTS)
def test_a_choice_needs_no_memory(game: str, name: str) -> None:
    """A fresh bot chooses what one chooses that has played before."""
    rules = GAMES[game]
    old = made(rules, name)
    for at, (view, legal) in enumerate(random_positions(rules, 2, {}, seed=7)):
        if at % 5 == 0 and at < 100:
            assert old.choose(view, legal, Rng(at)) == made(rules, name).choose(view, legal, Rng(at))


@pytest.mark.parametrize(("game", "name"), BOTS)
def test_they_are_quick(game: str, name: str) -> None:
    rules = GAMES[game]
    bot = made(rules, name)
    asked = [*random_positions(rules, 2, {}, seed=3)][:120]
    begun = time.process_time()
    for view, legal in asked:
        bot.choose(view, legal, Rng(1))
    assert (time.process_time() - begun) / len(asked) < SLOWEST


@pytest.mark.parametrize("name", POOL["duel"])
def test_in_duel_they_win_when_they_can(name: str) -> None:
    rules = GAMES["duel"]
    bot, seen = made(rules, name), 0
    for seed in range(4):
        state = rules.initial(2, rules.options.of({}), seed % 2)
        chance, whims = Rng(f"{seed} chance"), Rng(f"{seed} whims")
        while (actor := rules.to_play(state)) is not None:
            if actor is CHANCE:
                state = rules.trusted(state, rules.sample(state, chance)).state
                continue
            legal = rules.legal_actions(state)
            chosen = bot.choose(rules.view(state, actor), legal, whims)
            wins = [action for action in legal if rules.to_play(rules.trusted(state, action).state) is None]
            assert not wins or chosen in wins, f"{rules.to_text(chosen)} does not win, as {rules.to_text(wins[0])} does"
            seen += bool(wins)
            state = rules.trusted(state, chosen).state
    assert seen
