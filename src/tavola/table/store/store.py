"""The database of tables: append-only lines, one transaction a change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from os import PathLike
from typing import Any, Final

from sqlalchemy import URL, Select, bindparam, delete, event, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from tavola.rules.core import Seat
from tavola.table.errors import StoreError, TooMany
from tavola.table.live import Line
from tavola.table.look import Kind, Status
from tavola.table.seats import Chair
from tavola.table.store import urls
from tavola.table.store.migrate import migrate
from tavola.table.store.rows import Facts, Loaded, Progress, Summary
from tavola.table.store.schema import drafts, lines, owners, seats, settings, tables

__all__ = ["Conflict", "Store", "Writer"]

PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA busy_timeout = 10000",
    # What is committed survives the death of the process: the system has it. Only a power cut can lose the last moves
    # (never damage the file). FULL would wait for the disk at every move, which costs milliseconds on common disks.
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
)

# Built once: what every move needs.
MOVE_ON: Final = (
    update(tables)
    .where(tables.c.id == bindparam("of"))
    .values({name: bindparam(name) for name in ("status", "turn", "result", "changed_at")})
)
PUT_DRAFT: Final = (
    update(drafts)
    .where(
        (drafts.c.table_id == bindparam("of"))
        & (
            (drafts.c.base < bindparam("base"))
            | ((drafts.c.base == bindparam("base")) & (drafts.c.rev == bindparam("rev") - 1))
        )
    )
    .values({name: bindparam(name) for name in ("base", "rev", "steps")})
)
APPEND: Final = insert(lines)
NEWEST: Final = (tables.c.changed_at.desc(), tables.c.id.desc())


class Conflict(Exception):
    """Somebody else has written to the table in the meantime: load it again."""


class Store:
    """A database that is open."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Use an engine; `connect` makes one."""
        self._engine = engine
        self._sqlite = engine.dialect.name == "sqlite"
        # SQLite has one writer; those who wait for it inside the database sleep in long steps.
        self._one_writer = asyncio.Lock()

    @classmethod
    async def connect(cls, url: str | PathLike[str] | None = None) -> Store:
        """Open the database of this URL, or the default file, and bring it to the newest schema."""
        address = urls.read(url)
        urls.prepare(address)
        store = cls(_engine(address))
        try:
            async with store._engine.connect() as connection:
                if store._sqlite:  # statements that change the schema do not begin a transaction by themselves
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                await connection.run_sync(migrate)
                await connection.commit()
        except (SQLAlchemyError, OSError) as error:
            await store.close()
            why = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise StoreError(f"The database {address.render_as_string()} cannot be used: {why}") from error
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Writer]:
        """One transaction; Conflict if somebody else was faster."""
        try:
            async with self._one_writer if self._sqlite else nullcontext(), self._engine.connect() as connection:
                yield Writer(connection)
                await connection.commit()
        except IntegrityError as error:
            raise Conflict from error

    @asynccontextmanager
    async def _read(self) -> AsyncIterator[AsyncConnection]:
        """One moment of the database, whatever is written meanwhile."""
        async with self._engine.connect() as connection:
            if self._sqlite:
                await connection.exec_driver_sql("BEGIN")
            else:
                connection = await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    # --- Reading ---------------------------------------------------------------------------------------------

    async def load(self, code: str) -> Loaded | None:
        """All that is stored of a table."""
        async with self._read() as connection:
            row = (await connection.execute(select(tables).where(tables.c.code == code))).one_or_none()
            if row is None:
                return None
            chairs = await _chairs(connection, [row.id])
            log = await connection.execute(
                select(lines.c.seq, lines.c.kind, lines.c.seat, lines.c.text, lines.c.at)
                .where(lines.c.table_id == row.id)
                .order_by(lines.c.seq)
            )
            draft = (await connection.execute(select(drafts).where(drafts.c.table_id == row.id))).one_or_none()
            return Loaded(
                row.id,
                _facts(row),
                chairs[row.id],
                [Line(seq, Kind(kind), seat, text, at) for seq, kind, seat, text, at in log],
                None if draft is None else (draft.base, draft.rev, draft.steps.splitlines()),
            )

    async def listed(self, status: Status, most: int) -> list[Summary]:
        """Listed tables, those that changed last first."""
        chosen = select(tables).where(tables.c.status == status.value, tables.c.listed.is_(True))
        return await self._summaries(chosen.order_by(*NEWEST).limit(most))

    async def tables_of(self, player: str, most: int) -> list[Summary]:
        """The tables at which a player has a seat, those that changed last first."""
        mine = select(owners.c.table_id).where(owners.c.player == player)
        chosen = select(tables).where(tables.c.id.in_(mine))
        return await self._summaries(chosen.order_by(*NEWEST).limit(most))

    async def _summaries(self, chosen: Select[Any]) -> list[Summary]:
        async with self._read() as connection:
            rows = (await connection.execute(chosen)).all()
            chairs = await _chairs(connection, [row.id for row in rows])
        return [
            Summary(_facts(row), Progress(Status(row.status), row.turn, row.result), chairs[row.id], row.changed_at)
            for row in rows
        ]

    async def waiting_for_bots(self) -> list[str]:
        """The codes of the tables at which a bot is to move."""
        query = (
            select(tables.c.code)
            .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.turn))
            .where(tables.c.status == Status.PLAYING.value, seats.c.kind == "bot")
            .order_by(*NEWEST)
        )
        async with self._read() as connection:
            return [*(await connection.execute(query)).scalars()]

    # --- Settings --------------------------------------------------------------------------------------------

    async def setting(self, key: str) -> str | None:
        """The value kept under a key."""
        async with self._read() as connection:
            query = select(settings.c.value).where(settings.c.key == key)
            return (await connection.execute(query)).scalar_one_or_none()

    async def keep(self, key: str, value: str) -> str:
        """Keep the value if there is none under the key yet; the one that is kept."""
        kept = await self.setting(key)
        if kept is None:
            try:
                async with self.write() as writer:
                    await writer.insert_setting(key, value)
                return value
            except Conflict:
                kept = await self.setting(key)
        return value if kept is None else kept


class Writer:
    """A transaction in which a change is written."""

    def __init__(self, connection: AsyncConnection) -> None:
        """Write on this connection."""
        self._connection = connection

    async def insert_setting(self, key: str, value: str) -> None:
        """Keep a value under a new key."""
        await self._connection.execute(insert(settings).values(key=key, value=value))

    async def insert_table(
        self, facts: Facts, chairs: Sequence[Chair], progress: Progress, at: int, most: int | None
    ) -> int:
        """A new table, unless its opener has that many unfinished, or brought in, already; its id."""
        row = _row(facts) | _moved(progress, at) | {"made_at": at}
        made = await self._connection.execute(insert(tables).values(**row).returning(tables.c.id))
        table_id: int = made.scalar_one()
        placed = [_chair_row(chair) | {"table_id": table_id, "seat": seat} for seat, chair in enumerate(chairs)]
        if placed:
            await self._connection.execute(insert(seats), placed)
        await self._own(table_id, dict(enumerate(chairs)))
        if facts.opener is not None and most is not None:
            await self._check_limit(facts, most)
        return table_id

    async def _check_limit(self, facts: Facts, most: int) -> None:
        query = select(func.count()).select_from(tables).where(tables.c.opener == facts.opener)
        if facts.record is None:
            query = query.where(tables.c.status != Status.OVER.value)
        else:
            query = query.where(tables.c.record.is_not(None))
        if (await self._connection.execute(query)).scalar_one() > most:
            raise TooMany(
                f"You have {most} unfinished tables: finish one first."
                if facts.record is None
                else f"You have brought in {most} records: that is all there is room for."
            )

    async def append(self, table_id: int, new: Iterable[Line]) -> None:
        """New lines of the log."""
        rows = [
            {"table_id": table_id, "seq": seq, "kind": kind.value, "seat": seat, "text": text, "at": at}
            for seq, kind, seat, text, at in new
        ]
        await self._connection.execute(APPEND, rows)

    async def move_on(self, table_id: int, progress: Progress, at: int) -> None:
        """Where the table is now."""
        await self._connection.execute(MOVE_ON, {"of": table_id} | _moved(progress, at))

    async def put_draft(self, table_id: int, base: int, rev: int, steps: Sequence[str]) -> None:
        """The draft of the seat on turn after its rev-th change."""
        row = {"of": table_id, "base": base, "rev": rev, "steps": "\n".join(steps)}
        if (await self._connection.execute(PUT_DRAFT, row)).rowcount != 1:
            await self._connection.execute(insert(drafts), {"table_id": row.pop("of")} | row)

    async def put_chair(self, table_id: int, seat: Seat, chair: Chair) -> None:
        """A seat with who sits there now."""
        here = (seats.c.table_id == table_id) & (seats.c.seat == seat)
        await self._connection.execute(update(seats).where(here).values(**_chair_row(chair)))
        owned = (owners.c.table_id == table_id) & (owners.c.seat == seat)
        await self._connection.execute(delete(owners).where(owned))
        await self._own(table_id, {seat: chair})

    async def _own(self, table_id: int, chairs: Mapping[Seat, Chair]) -> None:
        rows = [
            {"table_id": table_id, "seat": seat, "player": player}
            for seat, chair in chairs.items()
            for player in sorted(chair.owners)
        ]
        if rows:
            await self._connection.execute(insert(owners), rows)


def _engine(address: URL) -> AsyncEngine:
    if address.get_backend_name() != "sqlite":
        return create_async_engine(address, pool_pre_ping=True)  # the server may have been restarted
    # Every transaction is ended before its connection goes back: no need for one more call to make sure.
    engine = create_async_engine(address, pool_reset_on_return=None)

    @event.listens_for(engine.sync_engine, "connect")
    def configure(connection: Any, _: object) -> None:
        # The driver says BEGIN IMMEDIATE before the first statement that writes, in the same call to its thread.
        connection.isolation_level = "IMMEDIATE"
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    return engine


def _row(facts: Facts) -> dict[str, Any]:
    return {
        "code": facts.code,
        "game": facts.game,
        "rules": facts.rules,
        "options": json.dumps(dict(facts.options)),
        "players": facts.players,
        "listed": facts.listed,
        "opener": facts.opener,
        "chosen": facts.chosen,
        "previous": facts.previous,
        "record": facts.record,
    }


def _facts(row: Any) -> Facts:
    return Facts(
        row.code,
        row.game,
        row.rules,
        json.loads(row.options),
        row.players,
        row.listed,
        row.opener,
        row.chosen,
        row.previous,
        row.record,
    )


def _moved(progress: Progress, at: int) -> dict[str, Any]:
    return {
        "status": progress.status.value,
        "turn": progress.turn,
        "result": progress.result,
        "changed_at": at,
    }


def _chair_row(chair: Chair) -> dict[str, Any]:
    return {"kind": chair.kind, "name": chair.name, "bot": chair.bot, "secret": chair.secret}


async def _chairs(connection: AsyncConnection, table_ids: Sequence[int]) -> dict[int, list[Chair]]:
    found: dict[int, list[Chair]] = {table_id: [] for table_id in table_ids}
    if not table_ids:
        return found
    rows = select(seats).where(seats.c.table_id.in_(table_ids)).order_by(seats.c.table_id, seats.c.seat)
    for row in await connection.execute(rows):
        found[row.table_id].append(Chair(row.kind, row.name, row.bot, set(), row.secret))
    for row in await connection.execute(select(owners).where(owners.c.table_id.in_(table_ids))):
        found[row.table_id][row.seat].owners.add(row.player)
    return found
