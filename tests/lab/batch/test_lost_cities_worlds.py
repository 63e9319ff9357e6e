"""Worlds of Lost Cities drawn from a view: the seat cannot tell them apart, and each is as likely as another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import jax
import numpy as np
import pytest

from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_worlds import worlds
from tavola.lab.batch.convert.lost_cities import to_state
from tavola.rules import CHANCE
from tavola.rules.chance import Rng, pick
from tavola.rules.lost_cities import LOST_CITIES as GAME
from tavola.rules.lost_cities import LostCitiesOptions
from tavola.rules.lost_cities.material import Card


def views(options: Any, seed: str, actions: int) -> list[Any]:
    """What both seats see along a random game."""
    rng, state = Rng(seed), GAME.initial(2, options, 0)
    found: list[Any] = []
    while len(found) < 2 * actions and (seat := GAME.to_play(state)) is not None:
        if seat is CHANCE:
            action = GAME.sample(state, rng)
        else:
            found += [GAME.view(state, 0), GAME.view(state, 1)]
            action = pick(rng, GAME.legal_actions(state))
        state = GAME.trusted(state, action).state
    return found


def states(engine: LostCities, view: Any, count: int, odds: Any = None) -> list[Any]:
    tables = worlds(engine, view, count, np.random.default_rng(1), odds)
    return [to_state(engine, jax.tree.map(lambda leaf, at=at: leaf[at], tables)) for at in range(count)]


@pytest.mark.parametrize("given", [{"rounds": "1"}, {"rounds": "3", "colours": "6"}])
def test_the_seat_sees_the_same_in_every_world(given: dict[str, str]) -> None:
    options = LostCitiesOptions.of(given)
    engine = LostCities(options)
    for view in views(options, "worlds", 300)[::37]:
        for state in states(engine, view, 4):
            GAME.check(state)
            assert GAME.view(state, view.seat) == view


def test_hidden_cards_are_drawn_evenly() -> None:
    options = LostCitiesOptions.of({"rounds": "1"})
    view = views(options, "even", 40)[-1]
    count = 4000
    hidden: Counter[str] = Counter()
    for state in states(LostCities(options), view, count):
        rest = Counter(state.hands[1 - view.seat]) - Counter(view.known[1 - view.seat])
        hidden.update({card.code: times for card, times in rest.items()})
    unseen = Counter(card.code for card in (*state.deck, *state.hands[1 - view.seat]))
    unseen.subtract(card.code for card in view.known[1 - view.seat])
    share = sum(hidden.values()) / count / sum(unseen.values())
    for code, copies in unseen.items():
        expected = count * copies * share
        assert abs(hidden[code] - expected) < 5 * (expected + 1) ** 0.5


def test_hands_are_drawn_by_odds() -> None:
    """Each as often as the product of the odds of its cards tells, among all hands of its size."""
    options = LostCitiesOptions.of({"rounds": "1"})
    odds = np.exp(np.random.default_rng(3).normal(size=60))
    view = next(view for view in views(options, "odds", 400) if view.deck_size == 6)
    shown, count = Counter(view.known[1 - view.seat]), 4000
    found = states(LostCities(options), view, count, odds)
    hands = [Counter(state.hands[1 - view.seat]) - shown for state in found]
    drawn = Counter(codes(hand.elements()) for hand in hands)
    unseen = hands[0] + Counter(found[0].deck)
    # Wagers of a colour are alike: a hand is as likely as all the ways to hold it.
    weights: dict[str, float] = defaultdict(float)
    for hand in combinations(unseen.elements(), hands[0].total()):
        weights[codes(hand)] += float(np.prod([odds[card.index] for card in hand]))
    assert len(weights) > 20
    assert {*drawn} <= {*weights}
    for held, weight in weights.items():
        expected = count * weight / sum(weights.values())
        assert abs(drawn[held] - expected) < 5 * (expected + 1) ** 0.5


def codes(hand: Iterable[Card]) -> str:
    return " ".join(sorted(card.code for card in hand))
