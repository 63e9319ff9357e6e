"""A record that grows while a game is played, with the state beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tavola.rules.core import Step
from tavola.rules.errors import NotLegal
from tavola.rules.record.ending import Ending
from tavola.rules.record.record import Record, first_state, game_of
from tavola.rules.record.replay import replay

__all__ = ["Recorder"]


class Recorder:
    """Plays actions by the rules and writes them down."""

    def __init__(self, record: Record) -> None:
        """Go on from a record, or start from `new(...)`."""
        self.game = game_of(record)
        self.record = record
        self.states: list[Any] = [first_state(record), *(step.state for _, step in replay(record))]
        """The state after each number of plies."""

    @property
    def state(self) -> Any:
        """The state now."""
        return self.states[-1]

    def play(self, action: Any) -> Step[Any, Any]:
        """Play an action; NotLegal changes nothing."""
        if isinstance(self.record.result, Ending):
            raise NotLegal("The game has been ended.")
        step = self.game.apply(self.state, action)
        self.record = replace(self.record.add(action), result=self.game.outcome(step.state))
        self.states.append(step.state)
        return step

    def undo(self) -> None:
        """Go back to before the last ply; whether that is fair is for the table to say."""
        if len(self.states) == 1:
            raise NotLegal("There is nothing to undo.")
        del self.states[-1]
        plies = self.record.plies[:-1]
        comments = tuple(comment for comment in self.record.comments if comment[0] <= len(plies))
        self.record = replace(self.record, plies=plies, comments=comments, result=None)

    def end(self, ending: Ending) -> None:
        """End the game by resignation, agreement or the clock."""
        if self.record.result is not None:
            raise NotLegal("The game is over.")
        self.record = replace(self.record, result=ending)
