"""PettingZoo's AEC: every seat an agent, `action_mask` beside the observation. Needs the extra `zoo`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tavola.lab.adapters.play import Play, Setup
from tavola.rules.chance import Rng

__all__ = ["TavolaEnv", "env"]


def env(
    name: str,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    render_mode: str | None = None,
) -> Any:
    """A game with PettingZoo's usual wrappers: an illegal action ends it with -1 for the one who chose it.

    Options as at a table (`{"colours": "6"}`). The agents are `player_0`, who starts, `player_1` and so on.
    """
    raw = TavolaEnv(name, players, options, render_mode=render_mode)
    guarded = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(guarded)


class TavolaEnv(AECEnv, EzPickle):  # type: ignore[misc]  # EzPickle has no types
    """A game without the wrappers.

    Rewards come at the end and sum to 0: a lone winner gets 1. A game that is not over after
    `max_steps` actions is truncated, with no rewards.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "is_parallelizable": False}  # noqa: RUF012 - as there

    def __init__(
        self,
        name: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        render_mode: str | None = None,
    ) -> None:
        """Set the table; `reset` deals."""
        EzPickle.__init__(self, name, players, options, render_mode=render_mode)
        super().__init__()
        self.setup = Setup.of(name, players, options)
        self.metadata = {**self.metadata, "name": f"tavola_{name.replace('-', '_')}_v1"}
        self.max_steps = self.setup.cap
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.players)]
        self.agents = self.possible_agents[:]
        numbers = self.setup.encoding
        self.action_spaces = {agent: spaces.Discrete(numbers.actions) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(-128, 127, (numbers.size,), np.int8),
                action_mask=spaces.Box(0, 1, (numbers.actions,), np.int8),
            )
            for agent in self.agents
        }

    def observation_space(self, agent: str) -> Any:
        """The same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A fresh deal; the same seed gives the same game."""
        if seed is not None or not hasattr(self, "np_random"):
            self.np_random, _ = seeding.np_random(seed)
        self.play = Play(self.setup, Rng(int(self.np_random.integers(2**62))))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.play.seat or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows, and what it may do: nothing when it is not its turn."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.play.observe(seat), "action_mask": self.play.mask(seat)}

    def step(self, action: Any) -> None:
        """Take an action for the agent on turn; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.play.act(int(action))
        seat = self.play.seat
        self.rewards = dict(zip(self.possible_agents, self.play.rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, seat is None)
        self.truncations = dict.fromkeys(self.agents, self.play.cut)
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as a spectator sees it: printed, or as text in the mode `ansi`."""
        if self.render_mode == "human":
            print(self.play.draw())
        return self.play.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to put away."""
