"""Worlds of Splendor Duel over arrays: what a seat knows stays, and what it does not know is fairly drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import jax
import numpy as np
import pytest

from tavola.bots.arrays.duel import Duel
from tavola.bots.arrays.duel_table import FIRST, NONE, SECRET, Table
from tavola.bots.arrays.duel_worlds import worlds
from tavola.lab.batch.convert.duel import from_state, to_state
from tavola.rules.chance import Rng, below, pick
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.actions import Buy, ReserveDeck, TakeGold
from tavola.rules.duel.material import CARDS
from tavola.rules.duel.state import DuelOptions, Phase, State
from tavola.rules.duel.view import View
from tavola.rules.errors import NotUnderstood
from tests.rules.duel.table import table

ENGINE = Duel(DuelOptions())
LIKED = (TakeGold, ReserveDeck, Buy)


def tidy(view: View) -> View:
    """The same with columns and Royals in printed order, as tables have no other."""
    players = tuple(
        player._replace(
            columns=tuple(tuple(sorted(column, key=lambda card: card.index)) for column in player.columns),
            royals=tuple(sorted(player.royals, key=lambda royal: royal.index)),
        )
        for player in view.players
    )
    return replace(view, players=players, royals=tuple(sorted(view.royals, key=lambda royal: royal.index)))


def unstacked(tables: Table, count: int) -> list[Table]:
    return [jax.tree.map(lambda leaf, at=at: leaf[at], tables) for at in range(count)]


def shaped(tables: Table, state: State, count: int) -> bool:
    """Whether all leaves are as the engine has them."""
    pairs = zip(jax.tree.leaves(tables), jax.tree.leaves(from_state(ENGINE, state)), strict=True)
    return all(leaf.shape == (count,) and leaf.dtype == one.dtype for leaf, one in pairs)


def test_a_seat_cannot_tell_its_worlds_from_the_true_one() -> None:
    rng, numbers = Rng("worlds"), np.random.default_rng(1)
    phases: set[Phase] = set()
    for game in range(6):
        state = GAME.initial(2, DuelOptions(), game % 2)
        state = GAME.apply(state, GAME.sample(state, rng)).state
        while state.phase is not Phase.OVER:
            legal = GAME.legal_actions(state)
            liked = [action for action in legal if isinstance(action, LIKED)]
            state = GAME.apply(state, pick(rng, liked if liked and below(rng, 3) else list(legal))).state
            if state.phase is Phase.REPLENISH:
                state = GAME.apply(state, GAME.sample(state, rng)).state
            phases.add(state.phase)
            for seat in (0, 1, None):
                view = GAME.view(state, seat)
                imagined = worlds(ENGINE, view, 3, numbers)
                assert shaped(imagined, state, 3)
                for one in unstacked(imagined, 3):
                    back = to_state(ENGINE, one)
                    GAME.check(back)
                    assert tidy(GAME.view(back, seat)) == tidy(view)
    assert {Phase.PAY, Phase.PLACE, Phase.TOKEN, Phase.OVER} <= phases


def share(counts: Any, places: int) -> None:
    """All counts are about equal: within five standard deviations."""
    size, chance = counts.sum(), 1 / places
    there = counts[counts > 0]
    assert len(there) == places
    assert (np.abs(there - size * chance) < 5 * np.sqrt(size * chance * (1 - chance))).all(), counts


def test_hidden_cards_are_fairly_drawn() -> None:
    state = table(board="11w", reserved=("1w1 2b1? 3g1?", "2g1 1w2? 1b2?"), pyramid="1k1 2k1 3w1")
    count = 20_000
    view = GAME.view(state, 0)
    imagined = worlds(ENGINE, view, count, np.random.default_rng(2))
    mine, theirs = imagined.sides
    kept = [int(key) for key in from_state(ENGINE, state).sides[0].hand]
    assert [np.unique(key).tolist() for key in mine.hand] == [[key] for key in kept]
    keys = np.stack(theirs.hand, axis=1).astype(int)
    assert (keys[:, 0] == next(card.index for card in CARDS if card.code == "2g1")).all()
    assert (keys[:, 1:] >= SECRET).all()
    assert (keys[:, 1:] != NONE).all()
    hidden = keys[:, 1:] - SECRET
    assert (hidden[:, 0] < hidden[:, 1]).all()
    theirs_secret = [held.card.index for held in state.players[1].reserved if held.secret]
    unseen = [card.index for deck in state.decks for card in deck] + theirs_secret
    level = [card for card in unseen if CARDS[card].level == 1]
    counts = np.bincount(hidden.ravel(), minlength=len(CARDS))
    assert sorted(np.flatnonzero(counts)) == sorted(level)
    share(counts, len(level))
    pairs = np.bincount(hidden[:, 0] * len(CARDS) + hidden[:, 1])
    share(pairs, len(level) * (len(level) - 1) // 2)
    bits = (1 << hidden - FIRST[0]).sum(axis=1)
    assert (imagined.decks[0] == sum(1 << card - FIRST[0] for card in level) - bits).all()


def test_there_are_no_worlds_in_which_chance_is_to_play() -> None:
    view = GAME.view(GAME.initial(2, DuelOptions(), 0), 0)
    with pytest.raises(NotUnderstood):
        worlds(ENGINE, view, 1, np.random.default_rng(0))
