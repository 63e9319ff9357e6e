"""Gymnasium: one seat, the others played by bots. Needs the extra `zoo`.

Importing this registers `tavola/duel-v1` and the like, for `gymnasium.make`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tavola.bots import Chooser, make
from tavola.lab.adapters.play import Play, Setup
from tavola.rules import GAMES, Seat
from tavola.rules.chance import Rng

__all__ = ["Against"]

Observation = NDArray[np.int8]


class Against(gymnasium.Env[Observation, np.int64]):
    """A game from one seat; between its actions the others are played by a bot.

    The reward comes at the end: 1 for a lone winner, so that those of all seats would sum to 0. An illegal
    action ends the game with -1. A game that is not over after `max_steps` actions of all is truncated.
    `info["action_mask"]` and `action_masks()` (as sb3-contrib wants it) tell what is legal.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        name: str,
        opponent: str | Chooser = "greedy",
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        seat: Seat | None = None,
        *,
        render_mode: str | None = None,
    ) -> None:
        """Options as at a table; no seat means another one, drawn by lot, in every game. Seat 0 starts."""
        self.setup = Setup.of(name, players, options)
        self.bot = make(opponent, self.setup.game) if isinstance(opponent, str) else opponent
        if seat is not None and seat not in range(self.setup.players):
            raise ValueError(f"the seats are 0 to {self.setup.players - 1}")
        self.wanted_seat = seat
        self.max_steps = self.setup.cap
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.setup.encoding.actions)
        self.observation_space = spaces.Box(-128, 127, (self.setup.encoding.size,), np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A fresh deal; the same seed gives the same game against the same actions."""
        super().reset(seed=seed)
        rng = Rng(int(self.np_random.integers(2**62)))
        drawn = int(self.np_random.integers(self.setup.players))
        self.seat = drawn if self.wanted_seat is None else self.wanted_seat
        self.play = Play(self.setup, rng)
        self._others_act()
        return self.play.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, then the others theirs."""
        if int(action) not in self.play.legal:
            return self.play.observe(self.seat), -1.0, True, False, self._info()
        self.play.act(int(action))
        self._others_act()
        over = self.play.seat is None
        reward = self.play.rewards[self.seat]
        return self.play.observe(self.seat), reward, over, self.play.cut, self._info()

    def _others_act(self) -> None:
        play, game = self.play, self.setup.game
        while play.seat not in (None, self.seat) and not play.cut:
            numbers = {action: number for number, action in play.legal.items()}
            chosen = self.bot.choose(game.view(play.state, play.seat), list(numbers), play.rng)
            play.act(numbers[chosen])
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.play.mask(self.seat), "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which ids are legal."""
        return self.play.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The table as the seat sees it: printed, or as text in the mode `ansi`."""
        if self.render_mode == "human":
            print(self.play.draw(self.seat))
        return self.play.draw(self.seat) if self.render_mode == "ansi" else None


for _name in GAMES:
    gymnasium.register(f"tavola/{_name}-v1", entry_point=f"{__name__}:{Against.__name__}", kwargs={"name": _name})
