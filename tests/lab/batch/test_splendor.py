"""The engine of Splendor over arrays, in NumPy and JAX, beside the rules: the same games, every field compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tavola.bots.arrays.splendor import Splendor
from tavola.bots.arrays.splendor_table import NONE, SECRET, Table
from tavola.bots.arrays.splendor_worlds import worlds
from tavola.bots.encode import encoding_of
from tavola.lab.batch.convert.splendor import chance_of, deal_of, from_state, to_state
from tavola.lab.batch.env import Env
from tavola.lab.batch.traced import Traced
from tavola.rules import record as records
from tavola.rules.chance import Rng, below, pick
from tavola.rules.jewels import LEVELS
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.actions import Action, Buy, Reserve, ReserveDeck, Return
from tavola.rules.splendor.material import CARDS, NOBLES
from tavola.rules.splendor.state import Phase, SplendorOptions, State
from tests.rules.splendor.table import Side, owned, table

GAMES = 10
LONGEST = 2000
POSITION_LANES = 48
"""At least as many as a position has actions."""
RECORDS = Path(__file__).parents[2] / "records"


@dataclass(frozen=True)
class Case:
    """A way to set the engine up."""

    players: int
    options: SplendorOptions
    free_payment: bool

    def __str__(self) -> str:
        return f"{self.players}p{self.options.written()}{' free payment' * self.free_payment}"


CASES = [
    Case(2, SplendorOptions(), True),
    Case(2, SplendorOptions(take_fewer="upTo3", target=21), True),
    Case(2, SplendorOptions(reserved_visibility="allOpen"), False),
    Case(3, SplendorOptions(), True),
    Case(3, SplendorOptions(target=30), True),
    Case(4, SplendorOptions(), True),
    Case(4, SplendorOptions(take_fewer="upTo3", reserved_visibility="allHidden", target=5), False),
    Case(4, SplendorOptions(reserved_visibility="allOpen", target=6), True),
]


class Move(NamedTuple):
    """An action by the rules, its number, the card it draws, and what it leads to."""

    number: int
    chance: Any
    after: State


class Lanes:
    """The engine's functions over many games at once, compiled, and by NumPy."""

    def __init__(self, case: Case) -> None:
        self.plain = Splendor(case.options, case.players, free_payment=case.free_payment)
        self.engine: Any = Traced(self.plain)
        self.compiled = {
            call: jax.jit(jax.vmap(function))
            for call, function in (("deal", self.engine.deal), ("step", self.engine.apply), ("look", self._look))
        }

    def _look(self, table: Table) -> tuple[Any, ...]:
        return _looks(self.engine, table, [jnp.int32(seat) for seat in range(self.plain.players)])

    def deal(self, deals: Any) -> Any:
        return agreed(self.plain.deal(deals), self.compiled["deal"](deals))

    def step(self, tables: Table, actions: Any, chances: Any) -> Any:
        return agreed(self.plain.apply(tables, actions, chances), self.compiled["step"](tables, actions, chances))

    def look(self, tables: Table) -> Any:
        seats = [np.full(len(tables.turn), seat, np.int32) for seat in range(self.plain.players)]
        return agreed(_looks(self.plain, tables, seats), self.compiled["look"](tables))


def _looks(engine: Any, table: Table, seats: list[Any]) -> tuple[Any, ...]:
    seen = [engine.observe(table, seat) for seat in seats]
    return engine.mask(table), engine.to_play(table), engine.over(table), engine.rewards(table), seen


def agreed(plain: Any, traced: Any) -> Any:
    """What NumPy and JAX have both found, in the same types."""
    traced = jax.device_get(traced)
    for (path, one), other in zip(jax.tree.leaves_with_path(plain), jax.tree.leaves(traced), strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), path
        np.testing.assert_array_equal(one, other, err_msg=jax.tree_util.keystr(path))
    return traced


@cache
def lanes(case: Case) -> Lanes:
    return Lanes(case)


def stacked(tables: list[Any]) -> Any:
    return jax.tree.map(lambda *leaves: np.stack(leaves), *tables)


def rewards(state: State) -> list[float]:
    """Of a state that is over."""
    result = GAME.outcome(state)
    assert result is not None
    count, won = len(result.places), len(result.winners)
    if won == count:
        return [0.0] * count
    return [count / (count - 1) * (1 / won - 1 / count) if place == 1 else -1 / (count - 1) for place in result.places]


def compare(case: Case, states: list[State], tables: Table) -> None:
    """Every field, the mask, the observations, and the way back."""
    over = lanes(case)
    wanted = stacked([from_state(over.engine, state) for state in states])
    for (path, want), have in zip(jax.tree.leaves_with_path(wanted), jax.tree.leaves(tables), strict=True):
        assert want.dtype == have.dtype, path
        np.testing.assert_array_equal(np.asarray(have), want, err_msg=jax.tree_util.keystr(path))
    masks, turns, ended, got, seen = over.look(tables)
    for at, state in enumerate(states):
        view = GAME.view(state, state.turn)
        code = encoding_of(view)
        legal = code.mask(view, GAME.legal_actions(state))
        assert not legal[over.engine.num_actions :].any()
        np.testing.assert_array_equal(masks[at], legal[: over.engine.num_actions])
        assert turns[at] == state.turn
        assert ended[at] == (state.phase is Phase.OVER)
        if state.phase is Phase.OVER:
            np.testing.assert_allclose(got[at], rewards(state), rtol=1e-6)
        for seat in range(case.players):
            np.testing.assert_array_equal(seen[seat][at], code.observe(GAME.view(state, seat)))


def tidy(state: State) -> State:
    """What is left of a state when the order of decks, bought cards and visits is forgotten."""
    players = tuple(
        player._replace(
            cards=tuple(sorted(player.cards, key=lambda card: card.index)),
            nobles=tuple(sorted(player.nobles, key=lambda noble: noble.index)),
        )
        for player in state.players
    )
    decks = tuple(tuple(sorted(deck, key=lambda card: card.index)) for deck in state.decks)
    return state._replace(players=players, decks=decks)


# --- Games by the rules --------------------------------------------------------------------------------------

LIKED: list[Callable[[Action], bool]] = [
    lambda action: True,
    lambda action: isinstance(action, Buy),
    lambda action: isinstance(action, Buy) and action.card.level == 1,
    lambda action: isinstance(action, Reserve | ReserveDeck) or (isinstance(action, Return) and action.token != 4),
]


def move(case: Case, state: State, action: Action) -> Move:
    """A card is paid for at once, with the fewest gold, where the engine does so."""
    engine = lanes(case).engine
    view = GAME.view(state, state.turn)
    after = GAME.trusted(state, action).state
    if after.phase is Phase.PAY and not case.free_payment:
        after = GAME.trusted(after, GAME.legal_actions(after)[0]).state
    return Move(encoding_of(view).id_of(view, action), chance_of(engine, state, action, None, after), after)


def random_game(case: Case, way: int, rng: Rng) -> tuple[State, list[Move]]:
    """The state after the deal and a game from there; some buy all they can, some would rather reserve."""
    fresh = GAME.initial(case.players, case.options, way % case.players)
    first = state = GAME.trusted(fresh, GAME.sample(fresh, rng)).state
    moves: list[Move] = []
    while state.phase is not Phase.OVER:
        legal = GAME.legal_actions(state)
        liked = [action for action in legal if LIKED[way % len(LIKED)](action)]
        moves.append(move(case, state, pick(rng, liked if liked and below(rng, 8) else legal)))
        state = moves[-1].after
        assert len(moves) < LONGEST
    return first, moves


def recorded_games(case: Case) -> list[tuple[State, list[Move]]]:
    """The kept records of this case, in which every way to end is found."""
    found = []
    for file in sorted(RECORDS.glob("splendor-*.txt")):
        record = records.parse(file.read_text(encoding="utf-8"))
        if case.free_payment and (record.players, record.options) == (case.players, case.options):
            deal, *actions = record.plies
            first = state = GAME.apply(GAME.initial(record.players, case.options, record.start), deal).state
            moves = []
            for action in actions:
                moves.append(move(case, state, action))
                state = moves[-1].after
            found.append((first, moves))
    return found


@cache
def games_of(case: Case) -> list[tuple[State, list[Move]]]:
    rng = Rng(str(case))
    return [*recorded_games(case), *(random_game(case, way, rng) for way in range(GAMES))][:GAMES]


def test_the_games_know_every_kind_of_action() -> None:
    seen = Counter(
        lanes(case).engine.encoding.kinds.row(one.number).name
        for case in CASES
        for _, moves in games_of(case)
        for one in moves
    )
    assert set(seen) == {kind.name for kind in lanes(CASES[0]).engine.encoding.kinds.rows}
    after = [one.after for case in CASES for _, moves in games_of(case) for one in moves]
    assert any(row == (None,) * 4 for state in after for row in state.rows)
    assert any(not state.nobles for state in after)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_lockstep(case: Case) -> None:
    over, games = lanes(case), games_of(case)
    states = [first for first, _ in games]
    tables = over.deal(stacked([deal_of(over.engine, state) for state in states]))
    compare(case, states, tables)
    for ply in range(max(len(moves) for _, moves in games)):
        idle = [Move(0, np.int32(0), state) for state in states]
        now = [moves[ply] if ply < len(moves) else stay for (_, moves), stay in zip(games, idle, strict=True)]
        done = np.array([ply >= len(moves) for _, moves in games])
        after = over.step(tables, np.array([one.number for one in now], np.int32), stacked([one.chance for one in now]))
        tables = jax.tree.map(lambda old, new, done=done: np.where(done, old, np.asarray(new)), tables, after)
        states = [one.after for one in now]
        compare(case, states, tables)
    assert all(state.phase is Phase.OVER for state in states)


POSITIONS = [
    # One has passed: whatever is done now starts the count anew.
    table(Side(tokens="wwwbbbgr*", hand="1k1?"), Side(hand="1g1 2w3?"), passes=1),
    # The next token is one too many, and there is no gold.
    table(Side(tokens="wwbbggrrkk"), Side(tokens="*****"), up="1k1 1b3", passes=1, turn=0, start=1),
    # Two nobles would visit after any action, and three after a red card.
    table(
        Side(tokens="wwbbggrr", cards=f"{owned('bbbbggggrrr')} 3w1 3b1"),
        Side(cards="3r1"),
        up="2r1 2r2",
        waiting="n7 n2 n3",
        turn=0,
        start=1,
    ),
    # One visits, and the round ends above the target.
    table(
        Side(tokens="wwbbggrr", cards=f"{owned('bbbbgggg')} 3w1 3w2 3b1 3b2"),
        Side(cards="3r1"),
        waiting="n2 n3 n4",
        turn=0,
        start=1,
    ),
    # The last card of a level, an empty deck, a full hand and no gems to take.
    table(
        Side(tokens="wwwwbbbbgg", hand="2b1 2b2? 2b3?"),
        Side(tokens="ggrrrrkkkk"),
        ends={1: ("- 1b3 - -", "")},
        hoard=1,
        turn=0,
    ),
]


@pytest.mark.parametrize("state", POSITIONS, ids=range(len(POSITIONS)))
def test_every_action_of_a_position(state: State) -> None:
    case = CASES[0]
    over = lanes(case)
    moves = [move(case, state, action) for action in GAME.legal_actions(state)]
    moves = [moves[at % len(moves)] for at in range(POSITION_LANES)]
    tables = stacked([from_state(over.engine, state)] * POSITION_LANES)
    after = over.step(tables, np.array([one.number for one in moves], np.int32), stacked([one.chance for one in moves]))
    compare(case, [one.after for one in moves], after)


@pytest.mark.parametrize("case", CASES[:4], ids=str)
def test_tables_become_states_again(case: Case) -> None:
    engine = lanes(case).engine
    first, moves = random_game(case, 1, Rng(5))
    for state in (first, *(one.after for one in moves)):
        back = to_state(engine, from_state(engine, state))
        GAME.check(back)
        assert back == tidy(state)


@pytest.mark.parametrize("players", GAME.seats)
def test_deals_and_draws_are_fair(players: int) -> None:
    engine: Any = Traced(Splendor(SplendorOptions(), players))
    keys = jax.random.split(jax.random.PRNGKey(1), 6000)
    deals = agreed(engine.plain.deal_chance(np.asarray(keys)), jax.jit(jax.vmap(engine.deal_chance))(keys))
    tables = jax.jit(jax.vmap(engine.deal))(deals)
    states = [to_state(engine, jax.tree.map(lambda leaf, at=at: leaf[at], jax.device_get(tables))) for at in range(40)]
    for state in states:
        GAME.check(state)
    rows = np.stack([(np.asarray(row)[:, None] >> np.arange(0, 32, 8)) & 255 for row in deals.rows], 1)  # [games, 3, 4]
    for level, (first, size) in enumerate(((0, 40), (40, 30), (70, 20))):
        for slot in range(4):
            counts = np.bincount(rows[:, level, slot], minlength=90)
            assert counts.sum() == counts[first : first + size].sum() == len(keys)
            even(counts[first : first + size])
    nobles = (np.asarray(deals.nobles)[:, None] >> np.arange(0, 4 * (players + 1), 4)) & 15
    for place in range(players + 1):
        even(np.bincount(nobles[:, place], minlength=len(NOBLES)))
    even(np.bincount(deals.start, minlength=players))
    table = jax.tree.map(lambda leaf: leaf[0], tables)
    for level in range(3):
        action = jnp.int32(engine.ids["reserve deck"] + level)
        drawn = jax.jit(jax.vmap(engine.draw, (None, None, 0)))(table, action, keys)
        actions = np.full(len(keys), action)
        many = jax.tree.map(lambda leaf: np.repeat(leaf, len(keys)), table)
        drawn = agreed(engine.plain.draw(many, actions, np.asarray(keys)), drawn)
        deck = {card.index for card in states[0].decks[level]}
        counts = np.bincount(drawn, minlength=len(CARDS))
        assert set(np.flatnonzero(counts)) == deck
        even(counts[sorted(deck)])


def even(counts: np.ndarray[Any, Any]) -> None:
    """No count is further from the mean than chance allows: chi squared, one in a million."""
    mean = counts.sum() / len(counts)
    chi = ((counts - mean) ** 2 / mean).sum()
    freedom = len(counts) - 1
    assert chi < freedom + 4.9 * np.sqrt(2 * freedom) + 16, counts


# --- Worlds --------------------------------------------------------------------------------------------------


def state_of(engine: Any, tables: Table, at: int) -> State:
    return to_state(engine, jax.tree.map(lambda leaf: leaf[at], tables))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_worlds_show_the_seat_what_it_knows(case: Case) -> None:
    engine = lanes(case).plain
    rng = np.random.default_rng(1)
    for first, moves in games_of(case)[-3:]:
        for state in (first, *(one.after for one in moves[::3]), moves[-1].after):
            for seat in range(case.players):
                view = GAME.view(tidy(state), seat)
                imagined = worlds(engine, view, 2, rng)
                wanted = from_state(engine, state)
                for found, one in zip(jax.tree.leaves(imagined), jax.tree.leaves(wanted), strict=True):
                    assert (found.dtype, found.shape) == (one.dtype, (2,))
                for at in range(2):
                    world = state_of(engine, imagined, at)
                    GAME.check(world)
                    assert GAME.view(world, seat) == view


def test_worlds_are_drawn_evenly() -> None:
    state = table(Side(hand="1k1? 2b1"), Side(hand="1g1? 1r2? 2w3?"), Side(hand="1b1? 2g1 3w1?"), turn=1)
    view, count = GAME.view(state, 0), 6000
    imagined = worlds(Splendor(state.options, 3), view, count, np.random.default_rng(2))
    hands = [side.hand[:, None] >> np.arange(0, 24, 8, dtype=np.uint32) & 255 for side in imagined.players]
    assert (hands[0] == hands[0][0]).all()
    # Of each level what is in the decks and the secret cards of the others; my own are not among them.
    hidden = [held.card for player in state.players[1:] for held in player.reserved if held.secret]
    pools = [
        sorted(card.index for card in (*deck, *hidden) if card.level == level)
        for level, deck in zip(LEVELS, state.decks, strict=True)
    ]
    for seat, level, places in ((1, 1, 2), (1, 2, 1), (2, 1, 1), (2, 3, 1)):
        secret = hands[seat][(hands[seat] >= SECRET) & (hands[seat] != NONE)] - SECRET
        counts = np.bincount(secret, minlength=len(CARDS))[pools[level - 1]]
        assert counts.sum() == places * count
        even(counts)
    # Two given cards of a level are in two hands as often as any other two.
    low = pools[0]
    pairs = [np.sum((hands[1] == SECRET + a).any(1) & (hands[2] == SECRET + b).any(1)) for a, b in pairwise(low)]
    even(np.array(pairs))
    assert np.sum(pairs) == pytest.approx(count * 2 / len(low), rel=0.3)


def test_a_secret_card_that_is_paid_for_is_known() -> None:
    state = table(
        Side(tokens="wb", hand="1k1? 1w1?"),
        Side(tokens="wwwbbggrr*", hand="1b1? 2w3? 1k3?"),
        turn=1,
    )
    paying = [
        GAME.trusted(state, action).state
        for action in GAME.legal_actions(state)
        if isinstance(action, Buy) and action.card in {held.card for held in state.players[1].reserved}
    ]
    assert paying
    engine = Splendor(state.options, free_payment=True)
    for one in paying:
        assert one.phase is Phase.PAY
        imagined = worlds(engine, GAME.view(one, 0), 64, np.random.default_rng(3))
        assert len(set(imagined.buying.tolist())) > 1
        for at in range(64):
            world = state_of(engine, imagined, at)
            GAME.check(world)
            assert GAME.view(world, 0) == GAME.view(one, 0)


def test_an_environment_plays_to_the_end() -> None:
    env = Env(Splendor(SplendorOptions(), 3))
    state = jax.jit(env.init)(jax.random.PRNGKey(0))
    step = jax.jit(env.step)
    rng = np.random.default_rng(0)
    for count in range(LONGEST):
        assert state.observation.shape == env.observation_shape
        assert state.legal_action_mask.shape == (env.num_actions,) == (env.encoding.plain_actions,)
        action = rng.choice(np.flatnonzero(state.legal_action_mask))
        state = step(state, action, jax.random.PRNGKey(count))
        if state.terminated:
            break
    assert state.terminated
    assert float(state.rewards.sum()) == pytest.approx(0)
    assert float(state.rewards.max()) > 0
