"""What the adapters share: a game set up with its numbers, and one game of it being played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.encode import Encoding, encoding
from tavola.lab.rewards import fair_rewards
from tavola.rules import CHANCE, Game, NotLegal, Seat
from tavola.rules import game as game_named
from tavola.rules.options import Options

__all__ = ["Play", "Setup"]

AnyGame = Game[Any, Any, Any, Any]
Numbers = NDArray[np.int8]
MOST_ACTIONS: Final = 1000
"""For each player of Splendor and Duel, each round of Lost Cities; random games take a twentieth to a third of it."""


@dataclass(frozen=True)
class Setup:
    """A game with its players and options, and the numbers that stand for its actions and views."""

    game: AnyGame
    players: int
    options: Options
    encoding: Encoding[Any, Any]

    @classmethod
    def of(cls, name: str, players: int | None = None, options: Mapping[str, str] | None = None) -> Setup:
        """The game of this name; options as at a table (`{"colours": "6"}`)."""
        game = game_named(name)
        chosen = game.options.of(options or {})
        numbers = encoding(name, players, chosen)
        return cls(game, numbers.players, chosen, numbers)

    @cached_property
    def cap(self) -> int:
        """Actions after which a game is cut off, as in the batched engines: play could go on for ever."""
        return MOST_ACTIONS * int(getattr(self.options, "rounds", self.players))

    def legal(self, state: Any) -> dict[int, Any]:
        """What the seat on turn may do, by number."""
        view = self.game.view(state, self.game.to_play(state))  # type: ignore[arg-type]  # asked at a seat's turn alone
        return {self.encoding.id_of(view, action): action for action in self.game.legal_actions(state)}

    def observe(self, state: Any, seat: Seat) -> Numbers:
        """What a seat knows, as int8 numbers."""
        return self.encoding.observe(self.game.view(state, seat))


class Play:
    """One game being played; seat 0 starts, and chance is drawn as soon as it is its turn."""

    def __init__(self, setup: Setup, rng: Random) -> None:
        """A fresh deal."""
        self.setup, self.rng = setup, rng
        self.steps = 0
        self._reach(setup.game.initial(setup.players, setup.options, 0))

    def _reach(self, state: Any) -> None:
        game = self.setup.game
        while (seat := game.to_play(state)) is CHANCE:
            state = game.trusted(state, game.sample(state, self.rng)).state
        self.state = state
        self.seat: Seat | None = seat
        self.legal: dict[int, Any] = {} if seat is None else self.setup.legal(state)

    def act(self, number: int) -> None:
        """Take the action of this number for the seat on turn."""
        if number not in self.legal:
            raise NotLegal(f"{number} is not the number of a legal action.")
        self.steps += 1
        self._reach(self.setup.game.trusted(self.state, self.legal[number]).state)

    @property
    def cut(self) -> bool:
        """Whether the game has reached the cap without an end."""
        return self.seat is not None and self.steps >= self.setup.cap

    @property
    def rewards(self) -> list[float]:
        """What each seat gets: nothing before the end."""
        outcome = self.setup.game.outcome(self.state)
        return [0.0] * self.setup.players if outcome is None else fair_rewards(outcome)

    def mask(self, seat: Seat) -> Numbers:
        """1 for each legal id; all 0 for a seat that is not on turn."""
        mask = np.zeros(self.setup.encoding.actions, np.int8)
        if seat == self.seat:
            mask[list(self.legal)] = 1
        return mask

    def observe(self, seat: Seat) -> Numbers:
        """What a seat knows."""
        return self.setup.observe(self.state, seat)

    def draw(self, seat: Seat | None = None) -> str:
        """The table as plain text, as a seat or a spectator sees it."""
        return self.setup.game.draw(self.setup.game.view(self.state, seat))
