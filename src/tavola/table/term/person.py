"""What a person at the keyboard can type: moves, and a few commands."""

from __future__ import annotations

from typing import Any

from tavola.rules.core import Seat
from tavola.rules.errors import NotUnderstood, TavolaError
from tavola.table.term.files import Keeper
from tavola.table.term.moves import understand
from tavola.table.term.screen import Screen
from tavola.table.term.table import Table

__all__ = ["Person", "Stopped"]

FEW = 8
"""So few choices are named without being asked for."""
RECENT = 20
HELP = """\
Type a move as the list of legal moves writes it, its number in that list, or the beginnings of its words.
legal: the moves you can make now, with their numbers.
board: the table as you see it; show does the same.
log: what happened last; log all: everything that happened.
undo: take back your last step, until something is revealed or another player moves.
save FILE: write the record of the game so far to a file.
quit: stop here."""


class Stopped(Exception):
    """A player wants to stop."""


class Person:
    """Asks whoever is to play, and does what is typed."""

    def __init__(self, table: Table, screen: Screen, keeper: Keeper) -> None:
        """Ask on this screen about this table."""
        self.table, self.screen, self.keeper = table, screen, keeper
        self.commands = {
            "help": self._help,
            "?": self._help,
            "legal": self._legal,
            "board": self._board,
            "show": self._board,
            "log": self._log,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
        }
        self._shown: tuple[Seat, int] | None = None
        """Whose turn, and which, the table was last drawn for."""
        self._asked: tuple[Seat, int] | None = None
        """Who was last told the choices, and after how many actions."""

    def move(self, seat: Seat) -> None:
        """Ask once and obey; what cannot be done is answered by a sentence, and nothing changes."""
        self._describe(seat)
        typed = self.screen.ask(f"{self.table.names[seat]}, your move:")
        try:
            self._obey(seat, typed)
        except TavolaError as error:
            self.screen.say(str(error))

    def _describe(self, seat: Seat) -> None:
        """The table at the beginning of a turn, and the choices whenever they are new."""
        turn, ply = self.table.game.turns(self.table.state), len(self.table.done)
        if self._shown != (seat, turn):
            self._shown = seat, turn
            self.screen.say()
            self._board(seat, "")
        if self._asked != (seat, ply):
            self._asked = seat, ply
            texts = self._texts()
            few = "; ".join(texts) if len(texts) <= FEW else f"{len(texts)} moves. Type legal to list them"
            self.screen.say(f"You can choose: {few}.")

    def _obey(self, seat: Seat, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        if command := self.commands.get(word.casefold()):
            command(seat, rest.strip())
        elif not typed:
            raise NotUnderstood("Type a move, or help.")
        else:
            self.table.act(seat, self._meant(typed))

    def _meant(self, typed: str) -> Any:
        state = self.table.state
        return understand(self.table.game, state, self.table.game.legal_actions(state), typed)

    def _texts(self) -> list[str]:
        return [self.table.game.to_text(action) for action in self.table.game.legal_actions(self.table.state)]

    def _help(self, seat: Seat, rest: str) -> None:
        self.screen.say(f"{HELP}\nA move now, for example: {self._texts()[0]}.")

    def _legal(self, seat: Seat, rest: str) -> None:
        for number, text in enumerate(self._texts(), 1):
            self.screen.say(f"{number}: {text}")

    def _board(self, seat: Seat, rest: str) -> None:
        self.screen.say(self.table.drawn(seat))

    def _log(self, seat: Seat, rest: str) -> None:
        lines = self.table.told(seat)
        shown = lines if rest.casefold() == "all" else lines[-RECENT:]
        self.screen.say("\n".join(shown) or "Nothing has happened yet.")

    def _undo(self, seat: Seat, rest: str) -> None:
        self.screen.say(f"Undone: {self.table.undo(seat)}.")

    def _save(self, seat: Seat, rest: str) -> None:
        if not rest:
            raise NotUnderstood("Say where: save FILE.")
        self.keeper.save(self.table.recorder.record, rest)
        self.screen.say(f"The record is in {rest}.")

    def _quit(self, seat: Seat, rest: str) -> None:
        raise Stopped
