"""Deals, bag draws and sampled worlds give every piece the same chance of every place.

Seeds are fixed, so nothing here fails by bad luck; the bounds are wide enough for any fair generator and tight
enough for the usual mistakes (a card that never moves, a shuffle that is a cut, a place left out).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import Any

import pytest

from tavola.rules import CHANCE
from tavola.rules.chance import Rng
from tests.contract.games import PLAIN, Case
from tests.contract.oracles.oracle import Pool
from tests.contract.oracles.registry import DEALT, MEMORIES
from tests.contract.play import plies

DRAWS = 1200


def surprise(samples: Iterable[list[Pool]]) -> float:
    """How far the places of pieces are from uniform: chi-square as standard deviations above its mean.

    A code with several copies is one kind of piece. Places of several pieces are drawn without replacement,
    which only makes the true figure smaller.
    """
    counts: list[dict[str, Counter[str]]] = []
    kinds: list[Counter[str]] = []
    drawn = 0
    for sample in samples:
        drawn += 1
        counts = counts or [{place: Counter() for place in pool} for pool in sample]
        kinds = kinds or [Counter(code for there in pool.values() for code in there) for pool in sample]
        for pool, seen, kind in zip(sample, counts, kinds, strict=True):
            assert kind == Counter(code for there in pool.values() for code in there), "the pieces are not the same"
            for place, there in pool.items():
                seen[place].update(there)
    square = freedom = 0.0
    for seen, kind in zip(counts, kinds, strict=True):
        for found in seen.values():
            share = found.total() / drawn / kind.total()
            if share < 0.5:  # a place that holds most of the pool follows from the others
                expected = {code: drawn * share * copies for code, copies in kind.items()}
                square += sum((found[code] - mean) ** 2 / mean for code, mean in expected.items())
                freedom += len(kind) - 1
    return (square - freedom) / sqrt(2 * freedom) if freedom else 0.0


def test_the_measure_sees_what_is_unfair() -> None:
    rng = Rng("unfair")

    def fair() -> list[Pool]:
        deck = "abcdefgh"
        at = rng.getrandbits(3)
        return [{"top": (deck[at],), "rest": tuple(deck[:at] + deck[at + 1 :])}]

    def loaded() -> list[Pool]:
        deck = "abcdefgh"
        at = min(rng.getrandbits(3), rng.getrandbits(3))
        return [{"top": (deck[at],), "rest": tuple(deck[:at] + deck[at + 1 :])}]

    assert abs(surprise([fair() for _ in range(DRAWS)])) < 4
    assert surprise([loaded() for _ in range(DRAWS)]) > 20


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_deals_are_fair(case: Case) -> None:
    game, rng, initial = case.game, Rng("deals"), case.initial()
    deals = [DEALT[case.name](game.trusted(initial, game.sample(initial, rng)).state) for _ in range(DRAWS)]
    assert abs(surprise(deals)) < 4.5


def hidden_spot(case: Case, most: int) -> tuple[Any, Any]:
    """A point of a random game where another's hand holds what seat 0 has not seen, with seat 0's memory."""
    for seed in range(60):
        memory = MEMORIES[case.name](0, case.initial())
        for ply in plies(case, seed):
            for event in ply.step.events:
                memory.see(event.seen_by(0))
            state = ply.step.state
            pools = memory.pools(state)
            hands = sum(place.startswith("hand") for pool in pools for place in pool)
            if hands and ply.number > 30 and sum(len(there) for pool in pools for there in pool.values()) < most:
                return state, memory
    raise AssertionError("no such point was met")


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_worlds_are_fair(case: Case) -> None:
    """Hidden hands and decks, as seat 0 imagines them, in the middle of a game."""
    game, rng = case.game, Rng("worlds")
    state, memory = hidden_spot(case, 75)
    view = game.view(state, 0)
    worlds = [memory.pools(game.determinize(view, rng)) for _ in range(DRAWS)]
    assert abs(surprise(worlds)) < 4.5
    truth = {place for pool in memory.pools(state) for place in pool}
    assert truth == {place for pool in worlds[0] for place in pool}


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_later_draws_of_chance_are_fair(case: Case) -> None:
    """The second deal of a match, or a draw from the bag."""
    game, rng = case.game, Rng("later")
    for seed in range(4):
        for ply in plies(case, seed):
            if ply.actor is CHANCE and ply.number > 0:
                draws = [spread(game.to_text(game.sample(ply.before, rng))) for _ in range(DRAWS)]
                if len(draws[0]) > 5:
                    places: list[Pool] = [{str(at): (word,) for at, word in enumerate(draw)} for draw in draws]
                    assert abs(surprise([[place] for place in places])) < 4.5
                    return
    assert case.name == "splendor", "chance never acts again"


def spread(text: str) -> list[str]:
    """The pieces of a draw in their order; one written as a single word is read letter by letter."""
    _, *pieces = text.split()
    return pieces if len(pieces) > 1 else list(pieces[0])
