"""Perft of the batched engines: level by level, all legal actions of all tables, against the counts of the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from numpy.typing import NDArray

from tavola.lab.batch import Env, make
from tavola.lab.batch.convert import CONVERTERS
from tavola.rules import CHANCE, GAMES
from tavola.rules.chance import Rng, pick
from tavola.rules.duel.material import SPIRAL
from tavola.rules.perft import Case, dealt, read_cases

FILES = sorted((Path(__file__).parents[2] / "perft").glob("*.perft"))
CASES = [case for file in FILES for case in read_cases(file.read_text(encoding="utf-8"))]
CHUNK = 1024
"""Tables that a compiled function takes at a time."""

Numbers = NDArray[np.int64]


class Walker:
    """The engine of a case over chunks of tables, compiled."""

    def __init__(self, name: str, players: int, options: tuple[tuple[str, str], ...]) -> None:
        paying = {} if name == "lost-cities" else {"free_payment": True}
        self.env: Env = make(name, players, dict(options), **paying)
        engine = self.env.engine
        self.mask = jax.jit(jax.vmap(engine.mask))
        self.draw = jax.jit(jax.vmap(engine.draw, (0, 0, None)))
        self.apply = jax.jit(jax.vmap(engine.apply))

    def masks(self, tables: Any) -> NDArray[np.bool_]:
        """What is legal in each of the tables."""
        return np.concatenate([np.asarray(self.mask(part))[:size] for part, size in chunks(tables)])

    def after(self, tables: Any, actions: Numbers, order: list[Numbers]) -> Any:
        """The tables after these actions; a deck gives its cards in this order."""
        found = []
        for (part, ids), size in chunks((tables, actions.astype(np.int32))):
            chance = fixed(self.env.id, part, self.drawn(part, ids), order)
            found.append(jax.tree.map(lambda leaf, size=size: np.asarray(leaf)[:size], self.apply(part, ids, chance)))
        return jax.tree.map(lambda *leaves: np.concatenate(leaves), *found)

    def drawn(self, tables: Any, actions: Any) -> Any:
        """Some chance for these actions; in Lost Cities, where no round ends here, anything of the right shape."""
        key = jax.random.PRNGKey(0)
        if self.env.id != "lost-cities":
            return self.draw(tables, actions, key)
        shapes = jax.eval_shape(self.draw, tables, actions, key)
        return jax.tree.map(lambda leaf: np.zeros(leaf.shape, leaf.dtype), shapes)


@cache
def walker(name: str, players: int, options: tuple[tuple[str, str], ...]) -> Walker:
    return Walker(name, players, options)


def chunks(trees: Any) -> Any:
    """Parts of one size, the last filled up, with the number of rows that count."""
    rows = len(jax.tree.leaves(trees)[0])
    for start in range(0, rows, CHUNK):
        index = np.arange(start, start + CHUNK).clip(max=rows - 1)
        yield jax.tree.map(lambda leaf, index=index: leaf[index], trees), min(CHUNK, rows - start)


def fixed(name: str, tables: Any, drawn: Any, order: list[Numbers]) -> Any:
    """The chance that was drawn, with the deck's next card in its stead, and the bag's tokens kind by kind."""
    match name:
        case "lost-cities":
            left = sum(np.bitwise_count(np.asarray(word)).astype(int) for word in tables.deck)
            return drawn._replace(card=order[0][len(order[0]) - left].astype(np.int32))
        case "splendor":
            return topmost(np.asarray(drawn), [held(tables.deck, level) for level in order], order)
    left = [np.bitwise_count(np.asarray(word)).astype(int) for word in tables.decks]
    return drawn._replace(card=topmost(np.asarray(drawn.card), left, order), board=bag_laid(tables))


def held(words: Any, cards: Numbers) -> Numbers:
    """How many of these cards are in each of the sets."""
    bits = [(np.asarray(words[card >> 5]) >> np.uint32(card & 31)) & 1 for card in cards]
    counts: Numbers = np.sum(bits, axis=0).astype(np.int64)
    return counts


def topmost(drawn: NDArray[np.int32], left: list[Any], order: list[Numbers]) -> NDArray[np.int32]:
    """For each card drawn at random the one that lies on top of its deck; where there is none, all is one."""
    found = drawn.copy()
    for cards, count in zip(order, left, strict=True):
        here = np.isin(drawn, cards) & (count > 0)
        found[here] = cards[len(cards) - count[here]]
    return found


def bag_laid(tables: Any) -> tuple[NDArray[np.uint32], ...]:
    """White to gold on the empty cells, along the spiral."""
    full = np.bitwise_or.reduce([np.asarray(plane) for plane in tables.board])
    gems = [(np.asarray(tables.bag.gems) >> np.uint32(6 * gem)) & 31 for gem in range(5)]
    ends = np.cumsum([*gems, np.asarray(tables.bag.pearls), np.asarray(tables.bag.gold)], axis=0, dtype=np.int64)
    laid = np.zeros(len(full), np.int64)
    planes = [np.zeros(len(full), np.uint32) for _ in range(3)]
    for cell in SPIRAL:
        here = (full >> np.uint32(cell) & 1 == 0) & (laid < ends[-1])
        code = np.where(here, 1 + np.sum(laid >= ends, axis=0), 0)
        laid += here
        planes = [plane | (code >> at & 1).astype(np.uint32) << np.uint32(cell) for at, plane in enumerate(planes)]
    return tuple(planes)


def decks(name: str, state: Any) -> list[Numbers]:
    """The cards of the decks by number, next card first."""
    return [
        np.array([card.index for card in deck]) for deck in ([state.deck] if name == "lost-cities" else state.decks)
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case).split(":")[0])
def test_counts(case: Case) -> None:
    walk = walker(case.game, case.players, case.options)
    state = dealt(GAMES[case.game], case.players, dict(case.options), case.seed)
    order = decks(case.game, state)
    table = CONVERTERS[case.game].from_state(walk.env.engine, state)
    tables = jax.tree.map(lambda leaf: np.asarray(leaf)[None], table)
    counts = []
    while True:
        masks = walk.masks(tables)
        counts.append(int(masks.sum()))
        if len(counts) == len(case.counts):
            break
        rows, ids = np.nonzero(masks)
        tables = walk.after(jax.tree.map(lambda leaf, rows=rows: leaf[rows], tables), ids, order)
    assert tuple(counts) == case.counts


def test_the_bag_is_laid_as_the_rules_fix_it() -> None:
    game, rng = GAMES["duel"], Rng(1)
    walk, converter = walker("duel", 2, ()), CONVERTERS["duel"]
    state, found = dealt(game, 2, {}, "1"), 0
    while found < 5:
        legal = {game.to_text(action): action for action in game.legal_actions(state)}
        if "replenish" in legal and sum(state.bag) > 2:
            waiting = game.apply(state, legal["replenish"]).state
            after = game.apply(waiting, game.fixed(waiting)).state
            table = jax.tree.map(lambda leaf: leaf[None], converter.from_state(walk.env.engine, state))
            chance = converter.chance_of(walk.env.engine, state, legal["replenish"], None, after)
            assert [int(plane[0]) for plane in bag_laid(table)] == [int(plane) for plane in chance.board]
            found += 1
        state = game.apply(state, pick(rng, list(legal.values()))).state
        while game.to_play(state) is CHANCE:
            state = game.apply(state, game.sample(state, rng)).state
