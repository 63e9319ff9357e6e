"""A whole game as data: who played what by which rules, every action in order, and how it ended."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from tavola.rules import GAMES
from tavola.rules.core import Game, Seat
from tavola.rules.errors import BadOption, NotUnderstood
from tavola.rules.options import Options
from tavola.rules.record.ending import Result

__all__ = [
    "HEADERS",
    "OPEN",
    "Open",
    "Record",
    "check_header",
    "first_state",
    "game_of",
    "header_names",
    "is_plain",
    "new",
]

HEADERS: Final = ("Event", "Site", "Date", "Table", "Clock")
"""Headers that may be given besides `Seat 1`, `Seat 2` and so on: public words, nothing the game hides."""
LONGEST_LINE: Final = 1000


class Open(Enum):
    """The eyes of one who sees everything."""

    OPEN = "open"


OPEN: Final = Open.OPEN


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or not; `add` and `comment` give a longer record."""

    game: str
    rules: int
    """The version of the game's rules."""
    players: int
    start: Seat
    options: Options
    headers: tuple[tuple[str, str], ...] = ()
    """Names of seats, date, event and the like, in the order in which they are written."""
    plies: tuple[Any, ...] = ()
    """Every action, those of chance included."""
    comments: tuple[tuple[int, str], ...] = ()
    """Lines of comment, each with the number of plies before it."""
    result: Result = None
    eyes: Seat | Open | None = field(default=OPEN)
    """Whose knowledge it holds: OPEN has all, None what a spectator may see."""

    def __post_init__(self) -> None:
        """Refuse what could not be written down."""
        rules = game_of(self)
        if self.rules != rules.version:
            raise NotUnderstood(f"These are rules {self.rules} of {self.game}; only rules {rules.version} are known.")
        if self.players not in rules.seats or self.start not in range(self.players):
            raise NotUnderstood(f"{self.game} cannot be played by {self.players} with seat {self.start + 1} starting.")
        if not isinstance(self.options, rules.options):
            raise NotUnderstood(f"These are not options of {self.game}.")
        if self.eyes is not None and self.eyes is not OPEN and self.eyes not in range(self.players):
            raise NotUnderstood("There is no such seat to see it.")
        for number, (key, value) in enumerate(self.headers):
            check_header(self.players, self.headers[:number], key, value)
        _check_comments(self.comments, len(self.plies))

    def add(self, *actions: Any) -> Record:
        """The record with more actions, which are judged when it is replayed."""
        return replace(self, plies=self.plies + actions)

    def comment(self, text: str) -> Record:
        """The record with a comment after its last action, a line for each line of the text."""
        lines = ((len(self.plies), " ".join(line.split())) for line in text.splitlines())
        return replace(self, comments=(*self.comments, *lines))

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, `seat 2` where no name is given."""
        given = dict(self.headers)
        return tuple(given.get(f"Seat {seat + 1}", f"seat {seat + 1}") for seat in range(self.players))


def new(
    game: str,
    players: int | None = None,
    options: Mapping[str, str] | Options | None = None,
    start: Seat = 0,
    headers: Iterable[tuple[str, str]] = (),
) -> Record:
    """The record of a game about to begin; fewest players and plain options unless said otherwise."""
    if game not in GAMES:
        raise NotUnderstood(f"There is no game {game!r}: choose {', '.join(GAMES)}.")
    rules = GAMES[game]
    chosen = options if isinstance(options, Options) else rules.options.of(options or {})
    players = rules.seats[0] if players is None else players
    if players not in rules.seats:
        raise BadOption(f"{game} is played by {' or '.join(map(str, rules.seats))}, not by {players}.")
    return Record(game, rules.version, players, start, chosen, tuple(headers))


def game_of(record: Record) -> Game[Any, Any, Any, Any]:
    """The rules that the record follows."""
    if record.game not in GAMES:
        raise NotUnderstood(f"There is no game {record.game!r}: choose {', '.join(GAMES)}.")
    return GAMES[record.game]


def first_state(record: Record) -> Any:
    """The table before the deal."""
    return game_of(record).initial(record.players, record.options, record.start)


def header_names(players: int) -> tuple[str, ...]:
    """The headers that a record of so many players may have."""
    return (*(f"Seat {seat + 1}" for seat in range(players)), *HEADERS)


def check_header(players: int, before: Iterable[tuple[str, str]], key: str, value: str) -> None:
    """Refuse a header that is unknown, given twice, or not one line of text."""
    if key not in header_names(players):
        raise NotUnderstood(f"There is no header {key[:40]!r}: choose among {', '.join(header_names(players))}.")
    if key in dict(before):
        raise NotUnderstood(f"The header {key} is given twice.")
    if not value or not is_plain(value):
        raise NotUnderstood(f"The header {key} must be one line of text.")


def is_plain(line: str) -> bool:
    """Whether the text is one line that can be written and read back: no control characters, no space around it."""
    return (
        len(line) <= LONGEST_LINE
        and line == line.strip()
        and not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in line)
    )


def _check_comments(comments: tuple[tuple[int, str], ...], plies: int) -> None:
    places = [place for place, _ in comments]
    if places != sorted(places) or any(not 0 <= place <= plies for place in places):
        raise NotUnderstood("Comments come in the order of the plies that they follow.")
    if not all(is_plain(text) for _, text in comments):
        raise NotUnderstood("A comment is one line of plain text.")
