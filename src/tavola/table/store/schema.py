"""The tables of the database; `migrations` builds them step by step."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

__all__ = ["drafts", "lines", "metadata", "owners", "seats", "settings", "tables"]

metadata: Final = MetaData()

# Times are milliseconds since 1970, UTC: every database keeps whole numbers alike.

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(32), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("opener", String(64), nullable=True),
    Column("chosen", Integer, nullable=True),
    Column("previous", String(32), nullable=True),
    Column("record", Text, nullable=True),
    # What follows can be worked out from the lines; kept for the lobby and for the start of the server.
    Column("status", String(10), nullable=False),
    Column("turn", Integer, nullable=True),
    Column("result", Text, nullable=True),
    Column("made_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("tables_by_status", "status", "listed", "changed_at"),
    Index("tables_by_opener", "opener", "status"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(40), nullable=True),
    Column("bot", String(40), nullable=True),
    Column("secret", String(64), nullable=True),
)

owners: Final = Table(
    "owners",
    metadata,
    Column("table_id", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(64), primary_key=True),
    ForeignKeyConstraint(["table_id", "seat"], ["seats.table_id", "seats.seat"]),
    Index("owners_by_player", "player"),
)

lines: Final = Table(
    "lines",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    # The last guard against two who write at once: both would append the same number.
    Column("seq", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

drafts: Final = Table(
    "drafts",
    metadata,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    # The line that it goes on from: with a later one the draft is void.
    Column("base", Integer, nullable=False),
    # Counts the changes of the draft, undone steps included.
    Column("rev", Integer, nullable=False),
    Column("steps", Text, nullable=False),
)

settings: Final = Table(
    "settings",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
