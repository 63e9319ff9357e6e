"""OpenSpiel: `pyspiel.load_game("python_tavola_duel")` and the like, with explicit chance. Needs the extra `spiel`.

Importing this registers `python_tavola_duel`, `python_tavola_splendor` and `python_tavola_lost_cities`. Their
parameters are the table options under the names people write (`colours=6`), `players`, and `max_actions`: a game
that is not over after so many actions of players ends as a draw, since OpenSpiel wants games that end. Player 0
starts. Returns sum to 0: a lone winner gets 1.

A chance node draws one card, noble or token, from all that are left, when it is needed: a deck has no order.
`information_state_string` is all that a player has done and seen, in order; `observation_string` is what it knows
now; `observation_tensor` the encoding's numbers times its `scale`.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from tavola.lab.adapters.draws import DEALERS
from tavola.lab.adapters.play import Setup
from tavola.lab.adapters.tree import Moment, Tree
from tavola.rules import CHANCE, GAMES, Seat
from tavola.rules.chance import Rng

__all__ = ["GAME_CLASSES", "SHORT_NAMES", "TavolaGame", "TavolaObserver", "TavolaState"]

SHORT_NAMES: Final = {name: f"python_tavola_{name.replace('-', '_')}" for name in GAMES}
"""What each game is called in OpenSpiel."""
PLAYERS: Final = "players"
MAX_ACTIONS: Final = "max_actions"
OFF: Final = 0
"""No such limit; no `max_actions` means the usual one."""


def _parameters(name: str) -> dict[str, Any]:
    """All parameters with their defaults; a number that is off is 0: OpenSpiel's parameters have one type each."""
    defaults = {f.metadata["key"]: OFF if f.default is None else f.default for f in fields(GAMES[name].options)}
    return {PLAYERS: GAMES[name].seats[0], MAX_ACTIONS: OFF, **defaults}


def _options(name: str, parameters: dict[str, Any]) -> dict[str, str]:
    """The table options among the parameters, as people write them."""
    given = {f: parameters[f.metadata["key"]] for f in fields(GAMES[name].options)}
    return {
        f.metadata["key"]: "off" if f.metadata.get("off") and not value else str(value) for f, value in given.items()
    }


def _game_type(name: str) -> Any:
    return pyspiel.GameType(
        short_name=SHORT_NAMES[name],
        long_name=f"tavola: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(GAMES[name].seats),
        min_num_players=min(GAMES[name].seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(name),
    )


class TavolaGame(pyspiel.Game):  # type: ignore[misc]
    """A game of tavola, which one its subclasses say."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """OpenSpiel's parameters."""
        name = self.name
        chosen = {**_parameters(name), **(params or {})}
        setup = Setup.of(name, int(chosen[PLAYERS]), _options(name, chosen))
        self.tree = Tree(setup, int(chosen[MAX_ACTIONS]) or None)
        info = pyspiel.GameInfo(
            num_distinct_actions=setup.encoding.actions,
            max_chance_outcomes=len(self.tree.dealer.pieces),
            num_players=setup.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.tree.cap,
        )
        super().__init__(_game_type(name), info, params or {})

    def new_initial_state(self) -> TavolaState:
        """Before the deal."""
        return TavolaState(self, self.tree.root())

    def max_chance_nodes_in_history(self) -> int:
        """A bound on the draws of a whole game."""
        setup = self.tree.setup
        return self.tree.dealer.most(setup.options, setup.players, self.tree.cap)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TavolaObserver:
        """What observes states: with perfect recall what a player remembers, else what it knows now."""
        return TavolaObserver(self.tree, recall=iig_obs_type is not None and iig_obs_type.perfect_recall)


class TavolaState(pyspiel.State):  # type: ignore[misc]
    """A node of the game's tree."""

    def __init__(self, game: TavolaGame, moment: Moment) -> None:
        """Made by a game."""
        super().__init__(game)
        self.moment = moment  # the only thing here that changes, for the sake of OpenSpiel's clones

    @property
    def tree(self) -> Tree:
        """Where moments lead."""
        tree: Tree = self.get_game().tree
        return tree

    def current_player(self) -> Any:
        """A seat, or OpenSpiel's number for chance or the end."""
        seat = self.tree.to_play(self.moment)
        if seat is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if seat is CHANCE else seat

    def is_terminal(self) -> bool:
        """Whether the game is over, or has reached the cap."""
        return self.tree.to_play(self.moment) is None

    def returns(self) -> list[float]:
        """What each player has won."""
        return self.tree.returns(self.moment)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The pieces that can be drawn next, each with its probability."""
        return self.tree.odds(self.moment)

    def _legal_actions(self, player: Seat) -> list[int]:
        return sorted(self.tree.legal(self.moment))

    def _apply_action(self, action: int) -> None:
        tree = self.tree
        follow = tree.draw if self.moment.urns else tree.act
        self.moment = follow(self.moment, action)

    def _action_to_string(self, player: Seat, action: int) -> str:
        tree = self.tree
        if player == pyspiel.PlayerId.CHANCE:
            return tree.dealer.pieces[action]
        return str(tree.game.to_text(tree.legal(self.moment)[action]))

    def resample_from_infostate(self, player: Seat, probability_sampler: Any) -> TavolaState:
        """A state that the player cannot tell from this one; its history is empty, lest it give the cards away."""
        rng = Rng(f"{probability_sampler()} {probability_sampler()}")
        return TavolaState(self.get_game(), self.tree.resample(self.moment, player, rng))

    def __str__(self) -> str:
        """The whole position, hidden cards included, and what has been drawn but not yet laid out."""
        drawn = [self.tree.dealer.pieces[number] for urn in self.moment.urns for number in urn.drawn]
        pending = "" if self.moment.action is None else self.tree.game.to_text(self.moment.action)
        return "\n".join([self.tree.game.to_position(self.moment.state), pending, " ".join(drawn)]).rstrip()


class TavolaObserver:
    """What a player knows, as numbers and as text."""

    def __init__(self, tree: Tree, *, recall: bool) -> None:
        """With perfect recall the text is all that the player remembers, else what it knows now."""
        self.tree, self.recall = tree, recall
        size = tree.setup.encoding.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TavolaState, player: Seat) -> None:
        """Write the player's observation into `tensor`."""
        setup = self.tree.setup
        self.tensor[:] = setup.observe(state.moment.state, player) * setup.encoding.scale

    def string_from(self, state: TavolaState, player: Seat) -> str:
        """What the player remembers, or knows now."""
        moment = state.moment
        return self.tree.memory(moment, player) if self.recall else repr(self.tree.game.view(moment.state, player))


# Classes, not functions: OpenSpiel lets go of them when Python has already gone, and a function could not be freed.
GAME_CLASSES: Final = {name: type(SHORT_NAMES[name], (TavolaGame,), {"name": name}) for name in DEALERS}
"""The class of each game."""
for _name, _class in GAME_CLASSES.items():
    pyspiel.register_game(_game_type(_name), _class)
