"""The batched engine of Splendor Duel beside the rules: the same deals, the same actions, every field compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tavola.bots.arrays.duel import Duel
from tavola.bots.arrays.duel_table import LEVEL_OF, OVER, Table
from tavola.lab.batch.convert.duel import chance_of, deal_of, from_state, to_state
from tavola.lab.batch.traced import Traced, raw_key
from tavola.rules.chance import Rng, below, pick
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.actions import Action, Buy, Choose, Replenish, ReserveDeck, TakeGold, UsePrivilege
from tavola.rules.duel.material import CARDS, SPIRAL, TOKEN_COUNTS
from tavola.rules.duel.state import DuelOptions, Phase, State
from tests.rules.duel.table import DEAR, table

LANES = 12
LONGEST = 2000
END_OF_TURN, IMMEDIATE = DuelOptions(), DuelOptions(pyramid_refill="immediate")
CASES = [(END_OF_TURN, False), (END_OF_TURN, True), (IMMEDIATE, True)]
LIKED: Sequence[tuple[type[Any], ...]] = ((), (Buy, Choose), (TakeGold, ReserveDeck, Buy), (UsePrivilege, Buy))
"""What the players of a lane mostly do, so that all corners are reached."""


class Move(NamedTuple):
    """An action by the rules, its number, what chance gives, and what it leads to."""

    number: int
    chance: Any
    after: State


class Lanes:
    """The engine's functions over many games at once, compiled, and in NumPy."""

    def __init__(self, options: DuelOptions, free_payment: bool) -> None:
        self.engine: Any = Traced(Duel(options, free_payment=free_payment))
        self.step = jax.jit(jax.vmap(self.engine.apply))
        self.look = jax.jit(jax.vmap(self._look))

    def _look(self, table: Table) -> tuple[Any, ...]:
        engine = self.engine
        seen = jnp.stack([engine.observe(table, jnp.int32(seat)) for seat in (0, 1)])
        return engine.mask(table), seen, engine.to_play(table), engine.over(table), engine.rewards(table)

    def _look_numpy(self, table: Table) -> tuple[Any, ...]:
        engine = self.engine.plain
        seen = np.stack([engine.observe(table, np.full(LANES, seat, np.int32)) for seat in (0, 1)], axis=1)
        return engine.mask(table), seen, engine.to_play(table), engine.over(table), engine.rewards(table)

    def move(self, state: State, action: Action, rng: Rng) -> Move:
        """By the rules: with what follows of itself in the engine."""
        number = self.engine.encoding.id_of(GAME.view(state, state.turn), action)
        after, given = GAME.apply(state, action).state, None
        if after.phase is Phase.REPLENISH:
            given = GAME.sample(after, rng)
            after = GAME.apply(after, given).state
        if after.phase is Phase.PAY and not self.engine.free_payment:
            after = GAME.apply(after, GAME.legal_actions(after)[0]).state
        return Move(number, chance_of(self.engine, state, action, given, after), after)

    def compare(self, states: Sequence[State]) -> None:
        """Masks, observations and results of so many states as there are lanes."""
        tables = stacked([from_state(self.engine, state) for state in states])
        found = self.look(tables)
        assert same(found, self._look_numpy(tables))
        code = self.engine.encoding
        for state, mask, seen, turn, over, rewards in zip(states, *map(np.asarray, found), strict=True):
            views = [GAME.view(state, seat) for seat in (0, 1)]
            for view, numbers in zip(views, seen, strict=True):
                wrong = np.flatnonzero(code.observe(view) != numbers)
                assert not len(wrong), (code.layout.row(int(wrong[0])).name, state)
            expected = code.mask(views[state.turn], GAME.legal_actions(state))[: self.engine.num_actions]
            assert np.array_equal(mask, expected), state
            assert turn == state.turn
            assert over == (state.phase is Phase.OVER)
            outcome = GAME.outcome(state)
            assert outcome is None or rewards.tolist() == [3.0 - 2 * place for place in outcome.places]

    def advance(self, states: Sequence[State], moves: Sequence[Move]) -> None:
        """Make the moves in the engine too and compare the tables."""
        tables = stacked([from_state(self.engine, state) for state in states])
        numbers = np.array([move.number for move in moves], np.int32)
        chances = stacked([move.chance for move in moves])
        found = jax.tree.map(np.asarray, self.step(tables, numbers, chances))
        assert same(found, self.engine.plain.apply(tables, numbers, chances))
        for lane, (state, move) in enumerate(zip(states, moves, strict=True)):
            got = jax.tree.map(lambda leaf, lane=lane: leaf[lane], found)
            expected = from_state(self.engine, move.after)
            wrong = [key for key, one, two in zip(Table._fields, got, expected, strict=True) if not same(one, two)]
            assert not wrong, (wrong, state, move, to_state(self.engine, got))

    def try_all(self, states: Sequence[State], rng: Rng) -> list[State]:
        """Every legal action of these states, in both engines."""
        pairs = [(state, action) for state in states for action in GAME.legal_actions(state)]
        after = []
        for at in range(0, len(pairs), LANES):
            part = pairs[at : at + LANES]
            part += [part[0]] * (LANES - len(part))
            moves = [self.move(state, action, rng) for state, action in part]
            self.compare([state for state, _ in part])
            self.advance([state for state, _ in part], moves)
            self.compare([move.after for move in moves])
            after += [move.after for move in moves]
        return after


@cache
def lanes(options: DuelOptions, free_payment: bool) -> Lanes:
    return Lanes(options, free_payment)


def stacked(trees: Sequence[Any]) -> Any:
    return jax.tree.map(lambda *leaves: np.stack(leaves), *trees)


def same(one: Any, other: Any) -> bool:
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in pairs)


def fresh(options: DuelOptions, start: int, rng: Rng) -> State:
    state = GAME.initial(2, options, start)
    return GAME.apply(state, GAME.sample(state, rng)).state


def chosen(state: State, lane: int, rng: Rng) -> Action:
    legal = GAME.legal_actions(state)
    liked = [action for action in legal if isinstance(action, LIKED[lane % len(LIKED)])]
    action: Action = pick(rng, liked if liked and below(rng, 5) else list(legal))
    return action


@pytest.mark.parametrize(("options", "free_payment"), CASES)
def test_lockstep(options: DuelOptions, free_payment: bool) -> None:
    both, rng = lanes(options, free_payment), Rng(f"{options} {free_payment}")
    engine = both.engine
    states = [fresh(options, lane % 2, rng) for lane in range(LANES)]
    deal = jax.jit(engine.deal)
    for state in states:
        assert same(deal(deal_of(engine, state)), from_state(engine, state))
    deals = engine.plain.deal(stacked([deal_of(engine, state) for state in states]))
    assert same(deals, stacked([from_state(engine, state) for state in states]))
    phases = set()
    for _ in range(LONGEST):
        both.compare(states)
        phases |= {state.phase for state in states}
        # In the lane of a finished game another one is played for show.
        live = [lane for lane, state in enumerate(states) if state.phase is not Phase.OVER]
        if not live:
            break
        playing = [states[lane] if lane in live else states[live[0]] for lane in range(LANES)]
        moves = [both.move(state, chosen(state, lane, rng), rng) for lane, state in enumerate(playing)]
        both.advance(playing, moves)
        states = [moves[lane].after if lane in live else state for lane, state in enumerate(states)]
    assert all(state.phase is Phase.OVER for state in states)
    never = {Phase.DEAL, Phase.REPLENISH} | (set() if free_payment else {Phase.PAY})
    assert phases == set(Phase) - never


def corners(options: DuelOptions) -> dict[str, State]:
    """Positions before the steps that happen by themselves, or hardly ever in random play."""
    return {
        "the last Royal": table(
            board="", mine="bbb", bought=("1b4 1g4 1r4 2x1@b", "2x2@k 1k4 1k1 3x1@k"),
            royals=("r1", "r2 r4"), pyramid="1w4", theirs="k", options=options,
        ),
        "the last Royal steals": table(
            board="", mine="bbb", bought=("1b4 1g4 1r4 2x1@b", "2x2@k 1k4 1k1 3x1@k"),
            royals=("r3", "r2 r4"), pyramid="1w4", theirs="k", options=options,
        ),
        "the last Royal asks what to steal": table(
            board="", mine="bbb", bought=("1b4 1g4 1r4 2x1@b", "2x2@k 1k4 1k1 3x1@k"),
            royals=("r3", "r2 r4"), pyramid="1w4", theirs="kp", options=options,
        ),
        "a Royal to steal the only kind": table(
            board="", mine="bbb", theirs="pp", bought=("1b4 1g4", "1r4"), pyramid="1w4", options=options
        ),
        "only pearls to steal": table(
            board="", mine="bbbbrrr", theirs="pp*", bought=("1w1", ""), pyramid="2w2", options=options
        ),
        "nothing to steal": table(
            board="", mine="bbbbrrr", theirs="**", bought=("1w1", ""), pyramid="2w2", options=options
        ),
        "one token, two, none of the colour": table(
            board="11w 12b 13b", mine="rrkkw", bought=("1b1", ""), reserved=("1w3 1b3 1g3", ""), options=options
        ),
        "one column or two": table(
            board="", mine="kkkp*", bought=("1w1", "1b1 1g1"), theirs="kp*", reserved=("1x4", ""), options=options
        ),
        "a wild card that wins a turn": table(
            board="", mine="rrrr***", bought=("1r1 1r2 1b1", ""), reserved=("3x2?", "3x1?"), options=options
        ),
        "three of a kind, two pearls, and all Privileges there": table(
            board="11w 12w 13w 21p 22p 23b 31*", privileges=(0, 3), options=options
        ),
        "the opponent has the Privilege": table(
            board="11w 12w 13w 21p 22p", privileges=(2, 1), mine="k", options=options
        ),
        "a Privilege from the other": table(
            board="", mine="wwwwkkp", privileges=(0, 3), bought=("1w1", ""), pyramid="2w3", options=options
        ),
        "too many tokens": table(
            board="11w 12w 13b", mine="bbggrrkkp*", privileges=(1, 0), pyramid="1w1", options=options
        ),
        "payments": table(
            board="", mine="bgrkp***", theirs="w", bought=("1w1", ""), reserved=("1b1 1w2?", "2k3?"), options=options
        ),
        "crowns enough": table(
            board="", mine="bbb", bought=("3w1 3b1 3g1 2x1@w 1b4", ""), royals=("r3 r4", ""), pyramid="1w4",
            options=options, reachable=False,
        ),
    }  # fmt: skip


@pytest.mark.parametrize(("options", "free_payment"), CASES)
def test_what_happens_by_itself(options: DuelOptions, free_payment: bool) -> None:
    both, rng = lanes(options, free_payment), Rng("corners")
    then = both.try_all(list(corners(options).values()), rng)
    both.try_all(
        list({GAME.to_position(state): state for state in then if state.phase is not Phase.TURN}.values()), rng
    )


def stuck(**given: Any) -> State:
    return table(**{"mine": "", "pyramid": DEAR, "reserved": ("1w1 1b1 1g1", ""), **given})


@pytest.mark.parametrize("free_payment", [False, True])
def test_a_privilege_must_leave_something_to_do(free_payment: bool) -> None:
    """SDA-11."""
    tokens = "wwwbbbbggggrrrrkkkkpp"
    states = [
        stuck(board="11w", mine="bbbbggggrr", theirs="wwwrrkkkkp", privileges=(1, 0), reachable=False),
        stuck(board="11w 12*", mine=tokens[:9], theirs=tokens[9:], privileges=(1, 0), reachable=False),
        stuck(board="11w 12b", mine=tokens[:3], theirs=tokens[4:], privileges=(1, 0), reachable=False),
        stuck(board="11p", mine="", theirs=tokens[:-1] + "w***", privileges=(3, 0), reachable=False),
        stuck(board="", mine="", theirs=tokens + "w***", privileges=(3, 0), reachable=False),
    ]
    lanes(END_OF_TURN, free_payment).try_all(states, Rng("stuck"))


def test_the_only_card_to_reserve_is_reserved_at_once() -> None:
    both, rng = lanes(END_OF_TURN, True), Rng("last card")
    states = []
    for left in ("3w1", "3w1 1w1", ""):
        taken = [card for card in CARDS if card.code not in f"1b1 2b1 {left}"]
        bought = " ".join(card.code + "@w" * card.wild for card in taken)
        given: Any = {"reserved": ("1b1 2b1?", ""), "bought": ("", bought), "pyramid": left, "reachable": False}
        states.append(table(board="11* 12w", **given))
    then = both.try_all(states, rng)
    assert {state.phase for state in then} == {Phase.TURN, Phase.RESERVE}
    assert any(len(state.players[0].reserved) == 3 for state in then)


def test_states_and_tables_round_trip() -> None:
    engine, rng = lanes(IMMEDIATE, True).engine, Rng("there and back")
    state = fresh(IMMEDIATE, 1, rng)
    while GAME.to_play(state) is not None:
        found = from_state(engine, state)
        back = to_state(engine, found)
        GAME.check(back)
        assert same(from_state(engine, back), found)
        for seat in (0, 1):
            seen, again = (engine.encoding.observe(GAME.view(one, seat)) for one in (state, back))
            assert np.array_equal(seen, again)
        state = lanes(IMMEDIATE, True).move(state, chosen(state, 1, rng), rng).after


# --- Chance --------------------------------------------------------------------------------------------------


def likely(counts: Any, shares: Any) -> bool:
    """Whether counts are within five standard deviations of these shares."""
    counts, shares = np.asarray(counts, float), np.asarray(shares, float) / np.sum(shares)
    size = counts.sum()
    return bool(np.all(np.abs(counts - size * shares) <= 5 * np.sqrt(size * shares * (1 - shares)) + 1e-9))


def tokens_of(planes: Any) -> Any:
    """[games, 25]: the token of each cell."""
    cells = np.arange(25, dtype=np.uint32)
    digits = [((np.asarray(plane)[:, None] >> cells) & 1).astype(int) << at for at, plane in enumerate(planes)]
    return digits[0] + digits[1] + digits[2] - 1


@pytest.mark.parametrize("library", ["jax", "numpy"])
def test_deals_are_fair(library: str) -> None:
    engine = lanes(END_OF_TURN, False).engine
    games = 4000
    keys = raw_key(jax.random.split(jax.random.key(1), games))
    in_jax = library == "jax"
    deals = jax.jit(jax.vmap(engine.deal_chance))(keys) if in_jax else engine.plain.deal_chance(np.asarray(keys))
    board = tokens_of(deals.board)
    assert all((np.sort(board) == np.repeat(np.arange(7), TOKEN_COUNTS)).ravel())
    for cell in (SPIRAL[0], SPIRAL[1], SPIRAL[12], SPIRAL[24]):
        assert likely(np.bincount(board[:, cell], minlength=7), TOKEN_COUNTS)
    for place, level in enumerate(LEVEL_OF):
        drawn = np.bincount(np.asarray(deals.rows[place]), minlength=len(CARDS))
        assert likely(drawn, [card.level == level + 1 for card in CARDS])
    assert all(len(set(row)) == len(LEVEL_OF) for row in np.stack(deals.rows, axis=1).tolist())
    assert likely(np.bincount(np.asarray(deals.start)), [1, 1])


@pytest.mark.parametrize("library", ["jax", "numpy"])
def test_draws_are_fair(library: str) -> None:
    engine = lanes(END_OF_TURN, False).engine
    state = table(board="33w 43* 25k", mine="bbbgg", theirs="kkk")
    code = engine.encoding
    games = 4000
    keys = np.asarray(raw_key(jax.random.split(jax.random.key(2), games)))
    tables = stacked([from_state(engine, state)] * games)
    step = jax.jit(jax.vmap(engine.draw)) if library == "jax" else engine.plain.draw

    def draw(number: int) -> Any:
        return step(tables, np.full(games, number, np.int32), keys)

    laid = tokens_of(draw(code.id_of(GAME.view(state, 0), Replenish())).board)
    empty = [cell for cell in SPIRAL if state.board[cell] < 0]
    size = sum(state.bag)
    assert (laid[:, empty[size:]] < 0).all()
    assert (laid[:, [cell for cell in range(25) if cell not in empty]] < 0).all()
    assert all((np.sort(laid[:, empty[:size]]) == np.repeat(np.arange(7), state.bag)).ravel())
    for cell in (empty[0], empty[5], empty[size - 1]):
        assert likely(np.bincount(laid[:, cell], minlength=7), state.bag)
    for level in (1, 2, 3):
        cards = np.bincount(np.asarray(draw(code.kinds["reserve deck"] + level - 1).card), minlength=len(CARDS))
        assert likely(cards, [card in state.decks[level - 1] for card in CARDS])


def test_random_play_keeps_every_piece() -> None:
    engine = lanes(IMMEDIATE, True).engine
    rng = np.random.default_rng(3)

    def turn(table: Table, action: Any, key: Any) -> Any:
        after = engine.apply(table, action, engine.draw(table, action, key))
        return after, engine.mask(after)

    def begin(key: Any) -> Any:
        dealt = engine.deal(engine.deal_chance(key))
        return dealt, engine.mask(dealt)

    step = jax.jit(jax.vmap(turn))
    tables, masks = jax.jit(jax.vmap(begin))(jax.random.split(jax.random.key(4), LANES))
    masks = np.asarray(masks)
    for ply in range(120):
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks], np.int32)
        after, masks = step(tables, actions, jax.random.split(jax.random.key(ply), LANES))
        over = np.asarray(tables.phase) == OVER
        tables = jax.tree.map(lambda new, old, over=over: np.where(over, old, new), after, tables)
        masks = np.asarray(masks) & ~over[:, None]
        for lane in range(LANES) if ply % 8 == 0 else ():
            GAME.check(to_state(engine, jax.tree.map(lambda leaf, lane=lane: leaf[lane], tables)))
