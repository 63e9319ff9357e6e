"""The table of one game: what was played, what each may be told of it, and what can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tavola.rules import plain
from tavola.rules.core import Chance, Seat, Step
from tavola.rules.errors import NotLegal
from tavola.rules.record import Recorder

__all__ = ["Done", "Table"]


class Done(NamedTuple):
    """An action that was played."""

    actor: Seat | Chance
    text: str
    step: Step[Any, Any]


class Table:
    """A recorded game with the names of its players."""

    def __init__(self, recorder: Recorder, names: Sequence[str]) -> None:
        """Begin where the record is."""
        self.recorder = recorder
        self.game = recorder.game
        self.names = tuple(names)
        self.done: list[Done] = []

    @property
    def state(self) -> Any:
        """The state now."""
        return self.recorder.state

    def act(self, actor: Seat | Chance, action: Any) -> None:
        """Play an action; NotLegal changes nothing."""
        step = self.recorder.play(action)
        self.done.append(Done(actor, self.game.to_text(action), step))

    def undo(self, seat: Seat) -> str:
        """Take back the seat's last step and say which; NotLegal once something was revealed or another moved."""
        if all(done.actor != seat for done in self.done):
            raise NotLegal("There is nothing of yours to undo.")
        last = self.done[-1]
        if last.step.reveals:
            raise NotLegal("You cannot undo this: something hidden has been revealed.")
        if last.actor != seat:
            raise NotLegal("You cannot undo this: another player has moved.")
        self.done.pop()
        self.recorder.undo()
        return last.text

    def told(self, seat: Seat | None, since: int = 0) -> list[str]:
        """What happened since so many actions, in words that the seat, or a spectator, may hear."""
        return [
            self.game.tell(event.seen_by(seat), self.names) for done in self.done[since:] for event in done.step.events
        ]

    def drawn(self, seat: Seat | None) -> str:
        """The table as the seat, or a spectator, may see it."""
        return self.game.draw(self.game.view(self.state, seat))

    def has_secrets(self, seat: Seat) -> bool:
        """Whether the seat knows anything that a spectator does not."""
        own, public = (plain.dump(self.game.view(self.state, eyes)) for eyes in (seat, None))
        return {**own, "seat": None} != {**public, "seat": None}
