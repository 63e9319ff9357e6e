"""Tables in memory: loaded when somebody asks for them, thrown away when others are needed more."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from tavola.rules import GAMES
from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE, Seat
from tavola.rules.record import OPEN, Record, complete, parse, result_to_text
from tavola.table.errors import NoSuchTable, NotYourSeat, TableBroken
from tavola.table.live import Line, Live
from tavola.table.look import Eyes, Kind, Status
from tavola.table.seats import Chair
from tavola.table.store import Facts, Loaded, Progress

__all__ = ["Table", "Tables", "new_live"]


@dataclass(slots=True)
class Table:
    """A table in memory."""

    facts: Facts
    chairs: list[Chair]
    live: Live
    id: int = 0
    """In the database; 0 before it is there."""
    record: Record | None = None
    """The record that was brought in."""

    def owned(self, player: str | None) -> tuple[Seat, ...]:
        """The seats of a player."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if player is not None and player in chair.owners)

    def must_own(self, player: str | None, seat: Seat) -> None:
        """Refuse anyone but the seat's owner."""
        if seat not in self.owned(player):
            raise NotYourSeat

    def people(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.kind == "person")

    def eyes(self, player: str | None, seat: Seat | None) -> Eyes:
        """Whose eyes a player looks with: the seat asked for; else, of several seats, the one on turn."""
        if self.record is not None:
            return None if self.record.eyes is OPEN else self.record.eyes
        if seat is not None:
            self.must_own(player, seat)
            return seat
        mine = self.owned(player)
        if not mine:
            return None
        return self.live.mover if self.live.mover in mine else mine[0]

    @property
    def open(self) -> bool:
        """Whether everything may be seen: the game is over, and no seat's knowledge was left out of the record."""
        return self.live.status is Status.OVER and (self.record is None or self.record.eyes is OPEN)

    @property
    def progress(self) -> Progress:
        """Where the table is, for the store."""
        live = self.live
        result = None if live.result is None else result_to_text(live.result)
        return Progress(live.status, live.mover, result)


def new_live(facts: Facts) -> Live:
    """A game at which nothing has happened."""
    game = GAMES.get(facts.game)
    if game is None or game.version != facts.rules:
        raise TableBroken(f"This table plays {facts.game} by rules {facts.rules}, which are not installed.")
    return Live(game, game.options.of(facts.options), facts.players)


class Tables:
    """The tables in memory, with a lock for each that is in use."""

    def __init__(self, load: Callable[[str], Awaitable[Loaded | None]], most: int) -> None:
        """Keep at most so many; `load` gives the others."""
        self._stored, self._most = load, most
        self._tables: OrderedDict[str, Table] = OrderedDict()
        # A lock lives as long as somebody holds or awaits it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def locked(self, code: str) -> AsyncIterator[Table]:
        """The table, and nobody else at it."""
        lock = self._locks.get(code)
        if lock is None:
            lock = self._locks[code] = asyncio.Lock()
        async with lock:
            table = self._tables.get(code)
            if table is None:
                table = await self._load(code)
                self.add(table)
            else:
                self._tables.move_to_end(code)
            yield table

    def add(self, table: Table) -> None:
        """Keep a table."""
        self._tables[table.facts.code] = table
        while len(self._tables) > self._most:
            self._tables.popitem(last=False)

    def drop(self, code: str) -> None:
        """Throw a table away; it is loaded again when needed."""
        self._tables.pop(code, None)

    def clear(self) -> None:
        """Throw all away."""
        self._tables.clear()

    async def _load(self, code: str) -> Table:
        loaded = await self._stored(code)
        if loaded is None:
            raise NoSuchTable
        return _imported(loaded) if loaded.facts.record is not None else _folded(loaded)


def _folded(loaded: Loaded) -> Table:
    live = new_live(loaded.facts)
    for line in loaded.lines:
        live.fold(line)
    if loaded.draft is not None:
        live.restore_draft(*loaded.draft)
    return Table(loaded.facts, loaded.chairs, live, loaded.id)


def _imported(loaded: Loaded) -> Table:
    """What a record leaves out is filled in, always in the same way; it is never shown."""
    record = parse(loaded.facts.record or "")
    live = new_live(loaded.facts)
    live.fold(Line(1, Kind.STARTED, record.start, "", 0))
    for action in complete(record, Rng()).plies:
        actor = live.game.to_play(live.state)
        seat = None if actor is CHANCE else actor
        live.fold(Line(live.seq + 1, Kind.ACTED, seat, live.game.to_text(action), 0))
    live.status, live.result = Status.OVER, record.result
    return Table(loaded.facts, loaded.chairs, live, loaded.id, record)
