"""The batched engine of Lost Cities beside the rules: the same deals, the same actions, every field compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tavola.bots.encode.lost_cities import KINDS
from tavola.lab.batch import make
from tavola.lab.batch.convert.lost_cities import chance_of, deal_of, from_state, to_state
from tavola.lab.batch.lockstep import Differs, Lockstep
from tavola.rules.chance import Rng, pick
from tavola.rules.lost_cities import LOST_CITIES as GAME
from tavola.rules.lost_cities.actions import DRAW, Action, Discard
from tavola.rules.lost_cities.material import CARDS, WAGER
from tavola.rules.lost_cities.state import Cards, LostCitiesOptions, Phase, State

LANES = 6
OPTIONS: list[dict[str, str]] = [
    {},
    {"rounds": "1", "colours": "6", "stallLimit": "20"},
    {"rounds": "1"},
    {"colours": "6", "roundStarter": "lastRoundWinner", "tieStarter": "afterLastMover", "stallLimit": "20"},
]
STARTERS = [
    ("totalLeader", "nonStarter"),
    ("totalLeader", "random"),
    ("lastRoundWinner", "afterLastMover"),
    ("lastRoundWinner", "random"),
    ("alternate", "nonStarter"),
]


@cache
def lockstep(at: int) -> Lockstep:
    return Lockstep("lost-cities", options=OPTIONS[at])


@pytest.mark.parametrize("at", [0, 1, *(pytest.param(at, marks=pytest.mark.slow) for at in (2, 3))])
def test_lockstep(at: int) -> None:
    assert lockstep(at).play(LANES, "a", 10_000) > LANES * 40


def test_lockstep_notices_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(engine: Any, state: State) -> Any:
        return from_state(engine, state)._replace(quiet=np.uint16(0))

    both = lockstep(1)
    monkeypatch.setattr(both.converter, "from_state", forgetful)
    with pytest.raises(Differs, match=r"table\.quiet at .*: rules 0, batch 1"):
        both.play(LANES, "b", 100)


# --- States of the rules -------------------------------------------------------------------------------------


def engine_of(options: LostCitiesOptions, **settings: Any) -> Any:
    return make("lost-cities", options=options.written(), **settings).engine


def stacked(trees: Sequence[Any]) -> Any:
    return jax.tree.map(lambda *leaves: np.stack(leaves), *trees)


def same(one: Any, other: Any) -> bool:
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in pairs)


def fresh(options: LostCitiesOptions, start: int, rng: Rng) -> State:
    state = GAME.initial(2, options, start)
    return GAME.apply(state, GAME.sample(state, rng)).state


def states_of(options: LostCitiesOptions, seed: str, only: type[Action] | None = None) -> list[State]:
    """All the states of a random game; with `only` no other cards are laid, and all are drawn from the deck."""
    rng = Rng(seed)
    found = [fresh(options, 0, rng)]
    while found[-1].phase is not Phase.OVER:
        legal = GAME.legal_actions(found[-1])
        liked = [action for action in legal if only is None or isinstance(action, only) or action == DRAW]
        after = GAME.apply(found[-1], pick(rng, liked)).state
        found.append(GAME.apply(after, GAME.sample(after, rng)).state if after.phase is Phase.DEAL else after)
    return found


def tidy(state: State) -> State:
    """What is left of a state when the order of the deck is forgotten."""
    return state._replace(deck=tuple(sorted(state.deck, key=lambda card: card.index)))


@pytest.mark.parametrize("colours", [5, 6])
def test_tables_become_states_again(colours: int) -> None:
    options = LostCitiesOptions(colours=colours)
    engine = engine_of(options)
    for state in states_of(options, "round trip"):
        back = to_state(engine, from_state(engine, state))
        GAME.check(back)
        assert back == tidy(state)


# --- Who starts the next round -------------------------------------------------------------------------------


@cache
def last_draws() -> list[State]:
    """The last draw of a first round, tied and not, with points of an earlier round and without, by every starter."""
    options = LostCitiesOptions()
    played = [states_of(options, seed) for seed in "cd"]
    quiet = states_of(options, "e", Discard)
    ends = [
        next(state for state in game if state.phase is Phase.DRAW and len(state.deck) == 1) for game in (quiet, *played)
    ]
    before = ((), ((10, 0),), ((0, 200),), ((-5, -5),))
    return [end._replace(scores=scores, start=start) for end in ends for scores in before for start in (0, 1)]


@pytest.mark.parametrize(("starter", "tie"), STARTERS, ids=str)
def test_who_starts_the_next_round(starter: Any, tie: Any) -> None:
    options = LostCitiesOptions(round_starter=starter, tie_starter=tie)
    engine, rng = engine_of(options), Rng(f"{starter} {tie}")
    befores = [state._replace(options=options) for state in last_draws()]
    afters = []
    for before in befores:
        waiting = GAME.trusted(before, DRAW).state
        assert waiting.phase is Phase.DEAL
        afters.append(GAME.trusted(waiting, GAME.sample(waiting, rng)).state)
    chances = [chance_of(engine, before, DRAW, None, after) for before, after in zip(befores, afters, strict=True)]
    dealt = [deal_of(engine, after) for after in afters]
    chance = stacked([one._replace(deal=deal) for one, deal in zip(chances, dealt, strict=True)])
    draw = np.full(len(befores), engine.encoding.kinds["draw"], np.int32)
    found = jax.jit(jax.vmap(engine.apply))(stacked([from_state(engine, state) for state in befores]), draw, chance)
    assert same(found, stacked([from_state(engine, state) for state in afters]))
    assert {state.start for state in afters} == {0, 1}


# --- Chance --------------------------------------------------------------------------------------------------


def even(counts: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any]) -> None:
    """No counts are further from what is wanted than chance allows: chi squared, one in a million."""
    wanted = wanted * counts.sum() / wanted.sum()
    chi, freedom = ((counts - wanted) ** 2 / wanted).sum(), len(counts) - 1
    assert chi < freedom + 4.9 * np.sqrt(2 * freedom) + 16, counts


def kinds(words: Sequence[Any], colours: int) -> np.ndarray[Any, Any]:
    """int[games, 10 * colours]: how many of each card are in the sets."""
    found = []
    for colour in range(colours):
        bits = np.asarray(words[colour >> 1]) >> np.uint32(12 * (colour & 1))
        found.append(np.bitwise_count(bits & 7))
        found += [bits >> np.uint32(kind + 2) & 1 for kind in range(1, KINDS)]
    return np.stack(found, axis=1).astype(int)


@pytest.mark.parametrize("colours", [5, 6])
def test_deals_and_draws_are_fair(colours: int) -> None:
    options = LostCitiesOptions(colours=colours, rounds=1)
    engine = engine_of(options)
    keys = jax.random.split(jax.random.PRNGKey(1), 6000)
    tables = jax.device_get(jax.jit(jax.vmap(lambda key: engine.deal(engine.deal_chance(key))))(keys))
    for at in range(40):
        GAME.check(to_state(engine, jax.tree.map(lambda leaf, at=at: leaf[at], tables)))
    printed = np.array([3, *[1] * 9] * colours)
    for hand in tables.hands:
        held = kinds(hand, colours)
        assert (held.sum(axis=1) == 8).all()
        even(held.sum(axis=0), printed)
        # Two given cards are in one hand as often as any other two of different kinds and colours.
        pairs = [np.sum((held[:, a] > 0) & (held[:, b] > 0)) for a, b in ((1, 2), (3, 14), (25, 49), (9, 41))]
        size = 12 * colours
        assert all(abs(count - 6000 * 56 / (size * (size - 1))) < 5 * 13 for count in pairs)
    even(np.bincount(tables.start, minlength=2), np.ones(2))
    table = jax.tree.map(lambda leaf: leaf[0], tables)
    draw = jnp.int32(engine.encoding.kinds["draw"])
    drawn = jax.jit(jax.vmap(engine.draw, (None, None, 0)))(table, draw, keys).card
    left = kinds([word[:1] for word in tables.deck], colours)[0]
    counts = np.bincount(drawn, minlength=KINDS * colours)
    assert not counts[left == 0].any()
    even(counts[left > 0], left[left > 0])


def test_the_start_can_be_fixed() -> None:
    for start in (0, 1):
        engine = engine_of(LostCitiesOptions(), start=start)
        keys = jax.random.split(jax.random.PRNGKey(2), 8)
        begins = jax.jit(jax.vmap(lambda key, engine=engine: engine.deal_chance(key).start))
        assert (begins(keys) == start).all()


# --- Rewards -------------------------------------------------------------------------------------------------


def test_rewards_are_a_win_or_the_margin() -> None:
    options = LostCitiesOptions(rounds=1)
    end = states_of(options, "rewards")[-1]
    outcome = GAME.outcome(end)
    assert outcome is not None
    mine, theirs = end.scores[0]
    assert mine != theirs
    for reward, wanted in (("win", float(np.sign(mine - theirs))), ("margin", (mine - theirs) / 100)):
        engine = engine_of(options, reward=reward)
        got = engine.rewards(jax.tree.map(jnp.asarray, from_state(engine, end)))
        np.testing.assert_allclose(got, [wanted, -wanted], rtol=1e-6)


# --- Names of colours ----------------------------------------------------------------------------------------


def renamed(state: State, order: Sequence[int]) -> State:
    """The state in which the new colour `n` is the old colour `order[n]`."""
    new = [list(order).index(colour) for colour in range(len(order))]

    def one(cards: Cards) -> Cards:
        return tuple(CARDS[KINDS * new[card.colour] + card.index % KINDS] for card in cards)

    def held(cards: Cards) -> Cards:
        return tuple(sorted(one(cards), key=lambda card: card.index))

    hands, known = ((held(pair[0]), held(pair[1])) for pair in (state.hands, state.known))
    mine, theirs = (tuple(one(side[colour]) for colour in order) for side in state.expeditions)
    return state._replace(
        hands=hands,
        known=known,
        expeditions=(mine, theirs),
        discards=tuple(one(state.discards[colour]) for colour in order),
        deck=one(state.deck),
        barred=None if state.barred is None else new[state.barred],
    )


@pytest.mark.parametrize("colours", [5, 6])
def test_colours_can_be_renamed(colours: int) -> None:
    options = LostCitiesOptions(colours=colours, rounds=1)
    engine, rng = engine_of(options), Rng("names")
    states = states_of(options, "names")[:-1:4]
    views = engine.encoding.relabellings()
    chosen = [views[rng.randrange(1, len(views))] for _ in states]
    look = jax.jit(jax.vmap(lambda table: (engine.mask(table), engine.observe(table, table.turn))))
    orders = [view.act[-colours:] - engine.encoding.kinds["take"] for view in chosen]
    others = [renamed(state, order.tolist()) for state, order in zip(states, orders, strict=True)]
    for other in others:
        GAME.check(other)
    mask, seen = map(np.asarray, look(stacked([from_state(engine, state) for state in states])))
    masks, sights = map(np.asarray, look(stacked([from_state(engine, state) for state in others])))
    for at, view in enumerate(chosen):
        assert np.array_equal(masks[at], mask[at][view.act])
        assert np.array_equal(sights[at], seen[at][view.observe])
        assert np.array_equal(view.act[view.back], np.arange(engine.num_actions))
    assert any(card.value == WAGER for state in states for card in state.hands[0])
