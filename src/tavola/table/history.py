"""Records of tables, and tables of records."""

from __future__ import annotations

from datetime import UTC, datetime

from tavola.rules.core import Seat
from tavola.rules.record import Record, dump, parse, seen_by
from tavola.table.errors import BadName, NotPlaying
from tavola.table.ids import LONGEST_NAME, clean_name, new_code
from tavola.table.look import Status
from tavola.table.seats import Chair
from tavola.table.store import Facts
from tavola.table.tables import Table, new_live

__all__ = ["read_in", "record_of"]


def record_of(table: Table, player: str | None, seat: Seat | None) -> Record:
    """The record: open when the game is over, else what these eyes may know of it."""
    if table.record is not None:
        return table.record
    live = table.live
    if live.start is None:
        raise NotPlaying("The game has not begun.")
    record = Record(
        game=live.game.name,
        rules=live.game.version,
        players=live.players,
        start=live.start,
        options=live.options,
        headers=_headers(table),
        plies=tuple(ply.action for ply in live.plies),
        result=live.result,
    )
    if live.status is Status.OVER:
        return record
    eyes = table.eyes(player, seat)
    return seen_by(record, eyes if isinstance(eyes, int) else None)


def _headers(table: Table) -> tuple[tuple[str, str], ...]:
    names = tuple((f"Seat {seat}", chair.name) for seat, chair in enumerate(table.chairs, 1) if chair.name is not None)
    return (*names, ("Date", datetime.fromtimestamp(table.live.began_at / 1000, UTC).date().isoformat()))


def read_in(text: str | bytes, player: str | None) -> Table:
    """A table from the text of a record, to be replayed; RecordError where the text is damaged."""
    record = parse(text)
    facts = Facts(
        new_code(),
        record.game,
        record.rules,
        record.options.written(),
        record.players,
        listed=False,
        opener=player,
        record=dump(record),
    )
    chairs = [Chair("person", _name(name)) for name in record.names]
    table = Table(facts, chairs, new_live(facts), record=record)
    table.live.status, table.live.result = Status.OVER, record.result
    return table


def _name(text: str) -> str:
    try:
        return clean_name(text[:LONGEST_NAME])
    except BadName:  # nothing of it can be seen
        return "?"
