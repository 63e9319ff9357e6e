"""A database for every test."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table import desk


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    if desk.POSTGRES is None:
        yield f"sqlite:///{tmp_path / 'tables.sqlite3'}"
        return
    url = asyncio.run(desk.make_database(desk.POSTGRES))
    yield url
    asyncio.run(desk.drop_database(desk.POSTGRES, url))
