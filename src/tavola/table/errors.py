"""What can go wrong at a table; each message is a sentence for the person who asked."""

from __future__ import annotations

from tavola.rules.errors import TavolaError

__all__ = [
    "BadName",
    "GameOver",
    "NoOffer",
    "NoSuchTable",
    "NotPlaying",
    "NotYourSeat",
    "NotYourTurn",
    "NothingToTakeBack",
    "NothingToUndo",
    "Occupied",
    "Secret",
    "Stale",
    "StoreError",
    "TableBroken",
    "TableFull",
    "TooMany",
    "WrongLink",
]


class NoSuchTable(TavolaError):
    """No table has this code."""

    def __init__(self) -> None:
        """The code is not repeated: it may be half of a secret that was mistyped."""
        super().__init__("There is no such table.")


class TableBroken(TavolaError):
    """A table's log does not follow the rules that are installed."""


class NotYourSeat(TavolaError):
    """The seat belongs to somebody else, or to nobody yet."""

    def __init__(self) -> None:
        """Nothing more may be told."""
        super().__init__("This is not your seat.")


class NotYourTurn(TavolaError):
    """Another seat is to move."""

    def __init__(self) -> None:
        """The page shows whose turn it is."""
        super().__init__("It is not your turn.")


class NotPlaying(TavolaError):
    """What was asked for needs a game that is being played, or one that has not begun."""


class GameOver(TavolaError):
    """The game is over."""

    def __init__(self) -> None:
        """The page shows how it ended."""
        super().__init__("The game is over.")


class Stale(TavolaError):
    """The table has changed since the page was made."""

    def __init__(self, seq: int, ply: int) -> None:
        """Say where the table is now, as the seat that asks may know it."""
        super().__init__("The table has changed in the meantime: look again.")
        self.seq = seq
        self.ply = ply


class TableFull(TavolaError):
    """Every seat is taken."""

    def __init__(self) -> None:
        """One may still watch."""
        super().__init__("Every seat is taken; you can watch.")


class Occupied(TavolaError):
    """The chosen seat is taken, or a bot's."""

    def __init__(self) -> None:
        """Another one may be free."""
        super().__init__("This seat is taken: choose another.")


class NothingToUndo(TavolaError):
    """The turn has no step that can be undone."""

    def __init__(self) -> None:
        """What has been committed needs the others' consent."""
        super().__init__("There is nothing to undo; you can ask the others to take back your last turn.")


class NothingToTakeBack(TavolaError):
    """The seat has not moved yet."""

    def __init__(self) -> None:
        """The deal is nobody's move."""
        super().__init__("You have made no move that could be taken back.")


class NoOffer(TavolaError):
    """Nothing has been asked that this seat could answer."""

    def __init__(self) -> None:
        """It may have been answered or withdrawn."""
        super().__init__("There is nothing to answer any more.")


class TooMany(TavolaError):
    """A limit is reached; the message names it."""


class BadName(TavolaError):
    """A name that is empty or too long."""


class Secret(TavolaError):
    """Something that these eyes may not see yet."""


class WrongLink(TavolaError):
    """A private seat link that does not open any seat."""

    def __init__(self) -> None:
        """A link is replaced when its owner makes a new one."""
        super().__init__("This seat link is not valid any more: ask its owner for a new one.")


class StoreError(TavolaError):
    """The database cannot be used; the message says why."""
