"""Bots: they play legal actions from what they may see, and greedy ones beat random ones."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tavola import bots
from tavola.rules import CHANCE, GAMES, Game, NotUnderstood, Outcome
from tavola.rules.chance import Rng

GAME_PLAYERS = [(name, players) for name, game in GAMES.items() for players in game.seats]
LONGEST = 5000


def play(game: Game[Any, Any, Any, Any], seated: list[str], seed: int, options: dict[str, str]) -> Outcome:
    """A game between bots; each gets its own view and nothing else."""
    players = [bots.make(name, game) for name in seated]
    whims = [Rng(f"{seed} {seat}") for seat in range(len(players))]
    chance = Rng(f"{seed} chance")
    state = game.initial(len(players), game.options.of(options), seed % len(players))
    for _ in range(LONGEST):
        actor = game.to_play(state)
        if actor is None:
            break
        legal = game.legal_actions(state)
        if actor is CHANCE:
            action = game.sample(state, chance)
        else:
            action = players[actor].choose(game.view(state, actor), legal, whims[actor])
            assert action in legal
        state = game.trusted(state, action).state
    outcome = game.outcome(state)
    assert outcome is not None, "the bots do not come to an end"
    return outcome


@pytest.mark.parametrize("name", GAMES)
def test_greedy_beats_uniform(name: str) -> None:
    games, won = 20, 0
    for seed in range(games):
        seat = seed // 2 % 2
        seated = ["uniform", "uniform"]
        seated[seat] = "greedy"
        won += play(GAMES[name], seated, seed, {}).winners == (seat,)
    assert won >= 0.9 * games


@pytest.mark.parametrize(("name", "players"), GAME_PLAYERS)
def test_greedy_bots_come_to_an_end_among_themselves(name: str, players: int) -> None:
    for seed in range(4):
        outcome = play(GAMES[name], ["greedy"] * players, seed, {})
        assert max(outcome.points) > 0


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("lost-cities", {"colours": "6", "rounds": "1", "stallLimit": "20"}),
        ("splendor", {"takeFewer": "upTo3", "reservedVisibility": "allHidden", "target": "21"}),
        ("duel", {"pyramidRefill": "immediate"}),
    ],
)
def test_greedy_bots_play_with_options(name: str, options: dict[str, str]) -> None:
    assert play(GAMES[name], ["greedy", "uniform"], 1, options).winners == (0,)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    assert play(GAMES[name], ["greedy", "uniform"], 5, {}) == play(GAMES[name], ["greedy", "uniform"], 5, {})


def test_uniform_is_uniform() -> None:
    game = GAMES["lost-cities"]
    bot, rng = bots.make("uniform", game), Rng(1)
    counts = Counter(bot.choose(None, "abc", rng) for _ in range(3000))
    assert set(counts) == set("abc")
    assert min(counts.values()) > 900


@pytest.mark.parametrize("name", GAMES)
def test_names(name: str) -> None:
    assert bots.names(GAMES[name]) == bots.LEVELS == ("novice", "apprentice", "journeyman", "master", "champion")
    assert bots.default(GAMES[name]) == "apprentice"
    with pytest.raises(NotUnderstood, match=f"no bot 'oracle' for {name}: choose novice, apprentice"):
        bots.make("oracle", GAMES[name])


def choice(text: str) -> str:
    """What the greedy bot does in a position."""
    game = GAMES[text.split(maxsplit=1)[0]]
    state = game.from_position(text)
    actor = game.to_play(state)
    assert isinstance(actor, int)
    action = bots.make("greedy", game).choose(game.view(state, actor), game.legal_actions(state), Rng(1))
    return game.to_text(action)


CITIES = (
    "lost-cities rounds=1 / phase={phase} turn=1 turns=1 hands={hand}|{other} known=| columns={columns}|;;;; "
    "piles={piles} deck={deck} barred=- quiet=0 start=1 scores= stalled=no"
)


def cities(hand: str, columns: str = ";;;;", piles: str = ";;;;", phase: str = "lay") -> str:
    """A position of Lost Cities with the rest of the pack in the other hand and the deck."""
    pack = [f"{colour}{value}" for colour in "ybwgr" for value in ("x", "x", "x", *range(2, 11))]
    for code in ",".join([hand, columns.replace(";", ","), piles.replace(";", ",")]).split(","):
        if code:
            pack.remove(code)
    other, deck = ",".join(pack[:8]), ",".join(pack[8:])
    return CITIES.format(phase=phase, hand=hand, other=other, columns=columns, piles=piles, deck=deck)


def test_lost_cities_extends_an_expedition_without_a_gap() -> None:
    assert choice(cities("y4,y9,bx,b2,w2,gx,g3,r2", columns="y2,y3;;;;")) == "play y4"


def test_lost_cities_opens_a_promising_expedition_by_its_wager() -> None:
    assert choice(cities("yx,y5,y6,y7,y8,y9,b2,r2")) == "play yx"


def test_lost_cities_opens_nothing_that_promises_nothing() -> None:
    low = ";".join(f"{colour}x,{colour}x,{colour}2,{colour}3,{colour}4,{colour}5,{colour}6" for colour in "ybwgr")
    assert choice(cities("y9,y10,b10,w9,w10,g10,r9,r10", piles=low)).startswith("discard")


def test_lost_cities_takes_what_it_can_use() -> None:
    hand, columns = "y8,y9,bx,b2,w2,gx,g3", "y2,y3,y6;;;;"
    assert choice(cities(hand, columns=columns, piles="y7;;;;r2", phase="draw")) == "take y"
    assert choice(cities(hand, columns=columns, piles="y5;;;;r2", phase="draw")) == "draw"
