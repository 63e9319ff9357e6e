"""Brings a database to the newest schema."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text

from tavola.table.errors import StoreError

__all__ = ["migrate"]

FOLDER: Final = Path(__file__).parent / "migrations"
LOCK: Final = 7_261_766_118
"""Any number that other users of the same PostgreSQL server are unlikely to choose."""


def config() -> Config:
    """Where the migrations are, without a file beside the package."""
    made = Config()
    made.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


def migrate(connection: Connection) -> None:
    """Take every step that the database lacks, in the transaction that the connection is in."""
    if connection.dialect.name == "postgresql":  # SQLite's writers wait for one another anyway
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    made = config()
    made.attributes["connection"] = connection
    try:
        command.upgrade(made, "head")
    except CommandError as error:
        raise StoreError("The database was made by a newer tavola: update this one.") from error
