"""What a seat imagines: of what school the other is, and what it holds."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from tavola.bots import make
from tavola.bots.nets.bot import simple
from tavola.bots.search.world import OPEN, world_of
from tavola.rules import CHANCE, GAMES

GAME = GAMES["lost-cities"]
WORLDS = 100


def imagined(opponent: str, colours: str) -> tuple[float, float]:
    """How often the cards that the other really holds are in its imagined hand, against those it might hold as well;
    and in which part of the worlds it is of another school."""
    rng, dice = Random(5), np.random.default_rng(5)
    sides = [make("net", GAME), make(opponent, GAME)]
    true: list[float] = []
    even: list[float] = []
    strange: list[float] = []
    for number in range(48):
        state = GAME.initial(2, GAME.options.of({"rounds": "1", "colours": colours}), number % 2)
        while (seat := GAME.to_play(state)) is not None:
            if seat is CHANCE:
                state = GAME.trusted(state, GAME.sample(state, rng)).state
                continue
            view, legal = GAME.view(state, seat), GAME.legal_actions(state)
            if seat == 0 and rng.random() < 0.3:
                world = world_of(simple(view))
                tables, others = world.imagine(simple(view), WORLDS, dice)
                strange.append(float(others.mean()))
                hidden = Counter(state.hands[1]) - Counter(view.known[1])
                unseen = hidden + Counter(state.deck)
                for card, copies in hidden.items():
                    if copies == unseen[card] == 1:
                        bit = 12 * (card.colour % 2) + card.value + 1
                        true.append(float((tables.hands[1][card.colour // 2] >> bit & 1).mean()))
                        even.append(hidden.total() / unseen.total())
            state = GAME.trusted(state, sides[seat].choose(view, legal, rng)).state
    return float(np.mean(true) / np.mean(even)), float(np.mean(strange))


@pytest.mark.parametrize("colours", ["5", "6"])
def test_the_others_hand_and_school_are_guessed(colours: str) -> None:
    (own_kind, few), (by_rule, many) = imagined("net", colours), imagined("steady", colours)
    assert own_kind > 1.1
    assert by_rule > 1.1
    assert OPEN < few < 0.4 < 0.6 < many < 1 - OPEN
