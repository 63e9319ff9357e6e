"""Database URLs as people write them."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Final

import platformdirs
from sqlalchemy import make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from tavola.table.errors import StoreError

__all__ = ["default_file", "prepare", "read"]

FILE: Final = "tables.sqlite3"


def default_file() -> Path:
    """Where tables are kept unless another place is named: the user's data folder."""
    return Path(platformdirs.user_data_dir("tavola", appauthor=False)) / FILE


def read(text: str | os.PathLike[str] | None) -> URL:
    """The URL with its asynchronous driver; a bare path is an SQLite file, nothing is the default file."""
    if text is None or isinstance(text, os.PathLike) or "://" not in text:
        return _file(default_file() if text is None else Path(text).expanduser())
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise StoreError("This is not a database URL: write sqlite:///file or postgresql://user@host/name.") from error
    match url.get_backend_name():
        case "sqlite":
            if url.database in (None, "", ":memory:") or str(url.database).startswith("file:"):
                raise StoreError("Name a file for the tables: sqlite:///tables.sqlite3, for example.")
            return _file(Path(str(url.database)).expanduser())
        case "postgresql" | "postgres":
            return _postgres(url)
        case other:
            raise StoreError(f"Tables are kept in SQLite or PostgreSQL, not in {other}.")


def _file(path: Path) -> URL:
    if not path.name:
        raise StoreError("Name a file for the tables: sqlite:///tables.sqlite3, for example.")
    return URL.create("sqlite+aiosqlite", database=str(path))


def _postgres(url: URL) -> URL:
    if importlib.util.find_spec("asyncpg") is None:
        raise StoreError("PostgreSQL needs the package asyncpg: pip install asyncpg.")
    query = dict(url.query)
    if "sslmode" in query:  # libpq's word for what asyncpg calls ssl
        query["ssl"] = query.pop("sslmode")
    return url.set(drivername="postgresql+asyncpg", query=query)


def prepare(url: URL) -> None:
    """Make an SQLite file, and its folder, that only its owner can read: it holds the cards of every hand."""
    if url.get_backend_name() != "sqlite":
        return
    path = Path(str(url.database))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(f"The tables cannot be kept in {path}: {error.strerror or error}.") from error
