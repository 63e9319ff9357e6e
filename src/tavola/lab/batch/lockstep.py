"""The batched engine beside `tavola.rules`: the same deals and draws, every field compared after every action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jax
import numpy as np

from tavola.bots.encode import Encoding
from tavola.lab.batch import Env, make
from tavola.lab.batch.convert import CONVERTERS
from tavola.lab.rewards import fair_rewards
from tavola.rules import CHANCE, GAMES
from tavola.rules.chance import Rng, pick

__all__ = ["Differs", "Lockstep"]


class Differs(AssertionError):
    """The engines disagree."""


class Lockstep:
    """Random games in both engines at once."""

    def __init__(
        self, name: str, players: int | None = None, options: Mapping[str, str] | None = None, **settings: Any
    ) -> None:
        """For one game with its players, options and settings of the engine."""
        self.env: Env = make(name, players, options, **settings)
        self.game = GAMES[name]
        self.encoding: Encoding[Any, Any] = self.env.encoding
        self.converter = CONVERTERS[name]
        self.free = self.env.num_actions == self.encoding.actions
        self._begin = jax.jit(jax.vmap(lambda deal: self.env.begin(self.env.engine.deal(deal))))
        self._rewards = jax.jit(jax.vmap(self.env.engine.rewards))
        self._step = jax.jit(jax.vmap(self.env.step_with))
        seats = np.arange(self.env.num_players)
        self._observe = jax.jit(jax.vmap(jax.vmap(self.env.observe, (None, 0)), (0, None)))
        self.seats = seats
        self._idle: Any = None

    def play(self, games: int, seed: str, actions: int = 10_000, told: Callable[[int], None] | None = None) -> int:
        """Play so many games side by side, each at most so many actions; the number of actions compared."""
        rng = Rng(f"lockstep {self.game.name} {seed}")
        states = [self._deal(rng) for _ in range(games)]
        deals = [self.converter.deal_of(self.env.engine, state) for state in states]
        batch = self._begin(_stack(deals))
        compared = 0
        for _ in range(actions):
            self._compare(states, batch)
            live = [self.game.to_play(state) is not None for state in states]
            if not any(live):
                break
            ids, chances, states = self._advance(states, rng)
            self._numpy(batch, np.array(ids, np.int32), _stack(chances), states)
            batch = self._step(batch, np.array(ids, np.int32), _stack(chances))
            compared += sum(live)
            if told is not None:
                told(sum(live))
        return compared

    def _deal(self, rng: Rng) -> Any:
        start = rng.randrange(self.env.num_players)
        state = self.game.initial(self.env.num_players, self.encoding.options, start)
        return self.game.trusted(state, self.game.sample(state, rng)).state

    def _advance(self, states: list[Any], rng: Rng) -> tuple[list[int], list[Any], list[Any]]:
        ids: list[int] = []
        chances: list[Any] = []
        after: list[Any] = []
        for state in states:
            seat = self.game.to_play(state)
            if seat is None:  # a finished game ignores what is done to it
                ids.append(0)
                chances.append(chances[-1] if chances else self._idle)
                after.append(state)
                continue
            number, chance, then = self._act(state, seat, rng)
            self._idle = chance
            ids.append(number)
            chances.append(chance)
            after.append(then)
        return ids, chances, after

    def _act(self, state: Any, seat: Any, rng: Rng) -> tuple[int, Any, Any]:
        action = pick(rng, self.game.legal_actions(state))
        number = self.encoding.id_of(self.game.view(state, seat), action)
        then = self.game.trusted(state, action).state
        given = None
        if self.game.to_play(then) is CHANCE:
            given = self.game.sample(then, rng)
            then = self.game.trusted(then, given).state
        if not self.free and then.phase.name == "PAY":
            view = self.game.view(then, seat)
            cheapest = next(
                a for a in self.game.legal_actions(then) if self.encoding.id_of(view, a) == self.env.num_actions
            )
            then = self.game.trusted(then, cheapest).state
        return number, self.converter.chance_of(self.env.engine, state, action, given, then), then

    def _compare(self, states: list[Any], batch: Any) -> None:
        tables = _stack([self.converter.from_state(self.env.engine, state) for state in states])
        _same("table", tables, batch.table)
        over = np.array([self.game.to_play(state) is None for state in states])
        _same("terminated", over, batch.terminated)
        views = [[self.game.view(state, int(seat)) for seat in self.seats] for state in states]
        masks = [
            self.encoding.mask(seen[state.turn], self.game.legal_actions(state))
            for state, seen in zip(states, views, strict=True)
        ]
        allowed = np.array(masks)[:, : self.env.num_actions] | over[:, None]
        _same("mask", allowed, batch.legal_action_mask)
        seen = np.array([[self.encoding.observe(view) for view in row] for row in views])
        _same("observation", seen, self._observe(batch, self.seats))
        acting = np.array([row[state.turn] for row, state in zip(seen, states, strict=True)])
        _same("own observation", acting, batch.observation)
        self._compare_rewards(states, batch, over)

    def _numpy(self, batch: Any, ids: Any, chances: Any, after: list[Any]) -> None:
        """The same step in NumPy, from the tables that JAX had."""
        engine = self.env.engine.plain
        live = ~np.asarray(batch.terminated)
        tables = jax.tree.map(np.asarray, batch.table)
        _same("NumPy's mask", np.asarray(batch.legal_action_mask)[live], engine.mask(tables)[live])
        seen = np.asarray(self._observe(batch, self.seats))
        for seat in self.seats:
            mine = engine.observe(tables, np.full(len(live), seat, np.int32))
            _same("NumPy's observation", seen[:, seat], mine)
        moved = jax.tree.map(lambda leaf: leaf[live], engine.apply(tables, ids, chances))
        wanted = _stack([self.converter.from_state(self.env.engine, state) for state in after])
        _same("NumPy's table", jax.tree.map(lambda leaf: leaf[live], wanted), moved)

    def _compare_rewards(self, states: list[Any], batch: Any, over: Any) -> None:
        given = np.asarray(self._rewards(batch.table))
        for state, rewards, ended in zip(states, given, over, strict=True):
            if ended:
                outcome = self.game.outcome(state)
                if outcome is None or not np.allclose(rewards, fair_rewards(outcome)):
                    raise Differs(f"rewards {rewards} for {outcome}")


def _stack(trees: list[Any]) -> Any:
    return jax.tree.map(lambda *leaves: np.stack(leaves), *trees)


def _same(what: str, expected: Any, found: Any) -> None:
    for (path, one), other in zip(jax.tree_util.tree_leaves_with_path(expected), jax.tree.leaves(found), strict=True):
        if not np.array_equal(one, other):
            at = np.argwhere(np.asarray(one) != np.asarray(other))[0]
            place = tuple(map(int, at))
            raise Differs(
                f"{what}{jax.tree_util.keystr(path)} at {place}: "
                f"rules {np.asarray(one)[place]}, batch {np.asarray(other)[place]}"
            )
