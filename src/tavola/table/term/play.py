"""One game at one keyboard: people, bots and chance take their turns, and every action is recorded."""

from __future__ import annotations

from collections.abc import Sequence

from tavola import bots
from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE, Seat
from tavola.rules.errors import TavolaError
from tavola.rules.record import Recorder, result_to_text
from tavola.table.term.files import Keeper
from tavola.table.term.person import Person, Stopped
from tavola.table.term.screen import Screen
from tavola.table.term.seats import PERSON, Chair
from tavola.table.term.table import Table

__all__ = ["Play"]


class Play:
    """A game being played."""

    def __init__(
        self, recorder: Recorder, chairs: Sequence[Chair], seed: str, screen: Screen, keeper: Keeper | None = None
    ) -> None:
        """Seat people and bots; the seed decides every deal and every bot's whims."""
        self.table = Table(recorder, [chair.name for chair in chairs])
        self.game, self.screen, self.keeper = recorder.game, screen, keeper or Keeper(None)
        self.people = [seat for seat, chair in enumerate(chairs) if chair.kind == PERSON]
        self.bots = {
            seat: bots.make(chair.kind, self.game) for seat, chair in enumerate(chairs) if chair.kind != PERSON
        }
        self.person = Person(self.table, self.screen, self.keeper)
        self.watcher = self.people[0] if len(self.people) == 1 else None
        """Who looks at the screen; None before the first of several people, and when only bots play."""
        self._told: dict[Seat | None, int] = {}
        """How many actions each has been told of."""
        self._chance = Rng(f"{seed} chance")
        self._whims = [Rng(f"{seed} seat {seat + 1}") for seat in range(len(chairs))]

    def run(self) -> None:
        """Play to the end, or until a player stops; the record is kept either way."""
        try:
            while self.game.to_play(self.table.state) is not None:
                self._next()
        except Stopped:
            pass
        except (EOFError, KeyboardInterrupt):
            self.screen.say("\nThe game stops here.")
        if self._keep():
            self.screen.say(f"The record is in {self.keeper.name}.")
        self.screen.say(f"Result: {result_to_text(self.table.recorder.record.result)}")

    def _next(self) -> None:
        state = self.table.state
        actor = self.game.to_play(state)
        if actor is CHANCE:
            self.table.act(CHANCE, self.game.sample(state, self._chance))
        elif actor in self.bots:
            view, legal = self.game.view(state, actor), self.game.legal_actions(state)
            self.table.act(actor, self.bots[actor].choose(view, legal, self._whims[actor]))
        elif actor is not None and (actor == self.watcher or self._hand_over(actor)):
            self._keep()
            self.person.move(actor)
        self._tell()

    def _tell(self) -> None:
        """Tell who watches what is new to them."""
        if self.watcher is not None or not self.people:
            for line in self.table.told(self.watcher, self._told.get(self.watcher, 0)):
                self.screen.say(line)
            self._told[self.watcher] = len(self.table.done)

    def _hand_over(self, seat: Seat) -> bool:
        """Change who sits at the keyboard, behind a curtain where cards are secret; False if a step was undone."""
        before, name = self.watcher, self.table.names[seat]
        if any(self.table.has_secrets(eyes) for eyes in (before, seat) if eyes is not None):
            if before is not None and not self._hide(before):
                return False
            self.screen.clear()
            self._wait(f"Pass the keyboard to {name}. {name}, press Enter:")
        self.watcher = seat
        self._tell()
        return True

    def _hide(self, seat: Seat) -> bool:
        """Let a player read to the end before the screen is cleared, and change their mind while they may."""
        while True:
            if self._wait(f"{self.table.names[seat]}, press Enter to hide your cards:") != "undo":
                return True
            try:
                self.screen.say(f"Undone: {self.table.undo(seat)}.")
            except TavolaError as error:
                self.screen.say(str(error))
            else:
                return False

    def _wait(self, prompt: str) -> str:
        """What is typed where Enter is enough."""
        typed = self.screen.ask(prompt).casefold()
        if typed == "quit":
            raise Stopped
        return typed

    def _keep(self) -> bool:
        """Write the record to its file, if it has one."""
        try:
            self.keeper.keep(self.table.recorder.record)
        except TavolaError as error:
            self.screen.say(str(error))
            return False
        return self.keeper.name is not None
