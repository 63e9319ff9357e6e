"""What one pair of eyes may see of a table: all that a page needs, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from tavola.rules import plain
from tavola.rules.core import Seat
from tavola.rules.record import OPEN, Open, Result, result_to_text

__all__ = [
    "Answer",
    "Asked",
    "Choice",
    "Eyes",
    "Kind",
    "Lobby",
    "LobbySeat",
    "LobbyTable",
    "LogLine",
    "Look",
    "MyTable",
    "Offered",
    "SeatLook",
    "Status",
    "to_plain",
]

Eyes = Seat | Open | None
"""A seat, None for a spectator, OPEN for one who sees everything (after the end)."""


class Status(StrEnum):
    """Where a table is in its life."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Kind(StrEnum):
    """What a line of a table's log tells."""

    JOINED = "joined"
    LEFT = "left"
    STARTED = "started"
    ACTED = "acted"
    RESIGNED = "resigned"
    CLOSED = "closed"
    """Everybody left before the game began."""
    ASKED = "asked"
    """A seat asks to take back its last turn."""
    AGREED = "agreed"
    REFUSED = "refused"
    TAKEN_BACK = "takenback"
    OFFERED = "offered"
    """A seat offers a rematch."""
    ACCEPTED = "accepted"
    DECLINED = "declined"
    REMATCHED = "rematched"


@dataclass(frozen=True, slots=True)
class Answer:
    """A move was accepted."""

    seq: int
    """The number of the log's last line."""
    ply: int
    """How many actions the seat that moved now sees: the `ply` of its next move."""
    repeated: bool = False
    """The same move had been accepted before; nothing happened now."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action."""

    text: str
    action: Any
    commits: bool
    """It ends the turn or reveals something: it cannot be undone."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log as these eyes may read it."""

    kind: Kind
    seat: Seat | None
    """Who did it; None for chance. For `started` who begins."""
    ply: int
    """How many actions there are after it: `replay` shows that position."""
    text: str = ""
    """The action of a seat; the name of one who joins; the code of a rematch."""
    events: tuple[Any, ...] = ()
    """What the action made happen, as these eyes saw it."""
    draft: bool = False
    """Only the seat itself knows of it yet."""
    at: datetime | None = None
    """None for a draft."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    """Who sits where."""

    seat: Seat
    kind: Literal["person", "bot"]
    name: str | None
    """None while nobody sits there."""
    bot: str | None
    """The level, for a bot."""
    mine: bool
    connected: bool
    """Somebody who owns the seat is watching now; True for bots."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat asks to go back to before its last turn."""

    seat: Seat
    ply: int
    """Where the table would go back to."""
    waiting: tuple[Seat, ...]
    """The seats that have yet to agree."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat offers a rematch."""

    seat: Seat
    waiting: tuple[Seat, ...]
    """The seats that have yet to accept."""
    start: Seat | None
    """Who would start, as a seat of the new table, where the table's option leaves that to choose."""


@dataclass(frozen=True, slots=True)
class Look:
    """A table as one pair of eyes sees it now, or saw it after some actions."""

    code: str
    game: str
    options: Mapping[str, str]
    """All of them, as people write them."""
    status: Status
    listed: bool
    seq: int
    """The number of the log's last line; grows with everything that everybody may know."""
    rev: int
    """Counts the changes of the seat's own draft within a seq: (seq, rev) orders what one seat sees. 0 for others."""
    ply: int
    """Actions seen: all committed ones, and the draft's for the seat whose draft it is. What `submit` takes."""
    plies: int
    """Committed actions: the last position of a replay."""
    seats: tuple[SeatLook, ...]
    eyes: Eyes
    mine: tuple[Seat, ...]
    """The seats that the one who looks owns."""
    start: Seat | None
    """Who started; None before the game has begun."""
    to_move: Seat | None
    view: Any
    """The game's View for these eyes: of the draft for the seat whose draft it is."""
    views: tuple[Any, ...]
    """The Views of all seats, once the game is over and everything may be known; empty before."""
    legal: tuple[Choice, ...]
    """What can be done now; empty unless these eyes are the seat on turn."""
    log: tuple[LogLine, ...]
    draft: int
    """The steps of the own draft that can be undone one by one."""
    can_undo: bool
    can_take_back: bool
    asked: Asked | None
    offered: Offered | None
    rematch: str | None
    """The code of the table where the rematch is played."""
    previous: str | None
    """The code of the table that this one is a rematch of."""
    ending: Result
    """How the game ended: by the rules, or as the players ended it."""
    imported: bool
    """A record brought in from elsewhere, to be replayed."""


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """Who sits at a listed table."""

    kind: Literal["person", "bot"]
    name: str | None
    bot: str | None


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A listed table."""

    code: str
    game: str
    options: Mapping[str, str]
    """What differs from the defaults."""
    seats: tuple[LobbySeat, ...]
    changed: datetime
    present: bool
    """Somebody is watching it now."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The tables that anyone may join or watch."""

    waiting: tuple[LobbyTable, ...]
    playing: tuple[LobbyTable, ...]


@dataclass(frozen=True, slots=True)
class MyTable:
    """A table at which a player has a seat."""

    code: str
    game: str
    options: Mapping[str, str]
    status: Status
    seats: tuple[LobbySeat, ...]
    mine: tuple[Seat, ...]
    my_turn: bool
    result: Result
    changed: datetime


def to_plain(look: Look) -> dict[str, Any]:
    """The look as plain JSON-ready data."""
    return {
        "code": look.code,
        "game": look.game,
        "options": dict(look.options),
        "status": look.status.value,
        "listed": look.listed,
        "seq": look.seq,
        "rev": look.rev,
        "ply": look.ply,
        "plies": look.plies,
        "seats": [plain.dump(seat) for seat in look.seats],
        "eyes": "open" if look.eyes is OPEN else look.eyes,
        "mine": list(look.mine),
        "start": look.start,
        "to_move": look.to_move,
        "view": plain.dump(look.view),
        "views": [plain.dump(view) for view in look.views],
        "legal": [{"text": choice.text, "commits": choice.commits} for choice in look.legal],
        "log": [_plain_line(line) for line in look.log],
        "draft": look.draft,
        "can_undo": look.can_undo,
        "can_take_back": look.can_take_back,
        "asked": plain.dump(look.asked),
        "offered": plain.dump(look.offered),
        "rematch": look.rematch,
        "previous": look.previous,
        "ending": None if look.ending is None else result_to_text(look.ending),
        "imported": look.imported,
    }


def _plain_line(line: LogLine) -> dict[str, Any]:
    return {
        "kind": line.kind.value,
        "seat": line.seat,
        "ply": line.ply,
        "text": line.text,
        "events": [plain.dump_event(event) for event in line.events],
        "draft": line.draft,
        "at": None if line.at is None else line.at.isoformat(timespec="seconds"),
    }
