"""The database: URLs as people write them, migrations, settings, guards."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from tavola.table.errors import StoreError, TableBroken
from tavola.table.live import Line
from tavola.table.look import Kind, Status
from tavola.table.seats import Chair
from tavola.table.service import Service
from tavola.table.store import Conflict, Facts, Progress, Store, urls
from tavola.table.store.schema import metadata
from tests.table import desk
from tests.table.desk import FAST, serve, two_people

on_files = pytest.mark.skipif(desk.POSTGRES is not None, reason="about SQLite's files")


@pytest.mark.parametrize(
    ("written", "driver", "database"),
    [
        ("sqlite:///tables.db", "sqlite+aiosqlite", "tables.db"),
        ("sqlite:////var/lib/tables.db", "sqlite+aiosqlite", "/var/lib/tables.db"),
        ("sqlite+aiosqlite:///tables.db", "sqlite+aiosqlite", "tables.db"),
        ("sqlite+pysqlite:///tables.db", "sqlite+aiosqlite", "tables.db"),
        ("tables.db", "sqlite+aiosqlite", "tables.db"),
        ("/var/lib/100%/tables.db", "sqlite+aiosqlite", "/var/lib/100%/tables.db"),
        ("postgresql://ann@db/tavola", "postgresql+asyncpg", "tavola"),
        ("postgres://ann:secret@db:5432/tavola", "postgresql+asyncpg", "tavola"),
        ("postgresql+psycopg2://db/tavola", "postgresql+asyncpg", "tavola"),
    ],
)
def test_urls_are_taken_as_people_write_them(
    written: str, driver: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    url = urls.read(written)
    assert (url.drivername, url.database) == (driver, database)


def test_a_url_keeps_its_words_and_its_password_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    url = urls.read("postgres://ann:hush@db/tavola?sslmode=require&application_name=t")
    assert dict(url.query) == {"ssl": "require", "application_name": "t"}
    assert url.password == "hush"
    assert "hush" not in url.render_as_string()


def test_nothing_means_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert urls.read(None).database == str(urls.default_file())
    assert urls.default_file().is_relative_to(tmp_path) or os.name == "nt"
    assert urls.read(Path("~/x.db")).database == str(tmp_path / "x.db") or os.name == "nt"


@pytest.mark.parametrize(
    "written", ["mysql://db/x", "sqlite://", "sqlite:///:memory:", "sqlite:///", "", "://", "nonsense://"]
)
def test_other_urls_are_refused_with_a_sentence(written: str) -> None:
    with pytest.raises(StoreError, match=r"\.$|example"):
        urls.read(written)


def test_postgresql_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(StoreError, match="pip install asyncpg"):
        urls.read("postgresql://db/tavola")


@on_files
def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "tables.db"

    async def scenario() -> None:
        await (await Store.connect(path)).close()

    asyncio.run(scenario())
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


@on_files
@pytest.mark.parametrize("what", ["folder", "text", "newer"])
def test_a_database_that_cannot_be_used_is_refused_with_a_sentence(what: str, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    if what == "folder":
        path.mkdir()
    elif what == "text":
        path.write_text("This is no database. " * 100)
    else:
        asyncio.run(_closed(path))
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.close()
    with pytest.raises(StoreError, match="newer" if what == "newer" else str(path)):
        asyncio.run(_closed(path))


async def _closed(path: Path) -> None:
    await (await Store.connect(path)).close()


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    pytest.importorskip("asyncpg")
    with pytest.raises(StoreError, match="cannot be used") as caught:
        asyncio.run(_closed_url("postgresql://ann:hush@127.0.0.1:9/tavola"))
    assert "hush" not in str(caught.value)


async def _closed_url(url: str) -> None:
    await (await Store.connect(url)).close()


def test_migrations_build_the_schema_and_run_once(database: str) -> None:
    async def scenario() -> None:
        for _ in range(2):
            store = await Store.connect(database)
            async with store._engine.connect() as connection:
                assert await connection.run_sync(_differences) == []
                version = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one()
                assert version == "0001"
            await store.close()

    asyncio.run(scenario())


def _differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def test_two_who_start_at_once_both_find_the_schema(database: str) -> None:
    async def scenario() -> None:
        stores = await asyncio.gather(*(Store.connect(database) for _ in range(4)))
        for store in stores:
            assert await store.setting("key") is None
            await store.close()

    asyncio.run(scenario())


def test_a_setting_is_made_once(database: str) -> None:
    async def scenario(service: Service) -> str:
        kept = await asyncio.gather(*(service.setting("signing-key", f"key {n}") for n in range(8)))
        assert len(set(kept)) == 1
        assert await service.setting("other", "x") == "x"
        return kept[0]

    first = serve(database, scenario)
    assert serve(database, scenario) == first, "kept across restarts"


def facts(code: str) -> Facts:
    return Facts(code, "duel", 1, {}, 2)


def test_the_same_line_cannot_be_written_twice_and_nothing_of_the_second_stays(database: str) -> None:
    async def scenario() -> None:
        store = await Store.connect(database)
        progress = Progress(Status.PLAYING, 0, None)
        async with store.write() as writer:
            table = await writer.insert_table(facts("abc"), [Chair("person"), Chair("person")], progress, 1, None)
            await writer.append(table, [Line(1, Kind.STARTED, 0, "", 1)])

        async def fail(*new: Line) -> None:
            async with store.write() as writer:
                await writer.move_on(table, Progress(Status.OVER, None, "*"), 2)
                await writer.append(table, new)
                raise ZeroDivisionError

        with pytest.raises(Conflict):
            await fail(Line(2, Kind.ACTED, 0, "x", 2), Line(1, Kind.ACTED, 0, "y", 2))
        with pytest.raises(ZeroDivisionError):
            await fail(Line(2, Kind.ACTED, 0, "z", 2))
        with pytest.raises(Conflict):
            async with store.write() as writer:
                await writer.insert_table(facts("abc"), [], progress, 1, None)
        loaded = await store.load("abc")
        assert loaded is not None
        assert loaded.lines == [Line(1, Kind.STARTED, 0, "", 1)]
        assert (await store.listed(Status.PLAYING, 9))[0].progress == progress
        async with store.write() as writer:
            await writer.append(table, [Line(2, Kind.ACTED, 0, "z", 2)])
        await store.close()

    asyncio.run(scenario())


def test_drafts_are_guarded_too(database: str) -> None:
    async def scenario() -> None:
        store = await Store.connect(database)
        async with store.write() as writer:
            table = await writer.insert_table(facts("abc"), [], Progress(Status.PLAYING, 0, None), 1, None)
        for base, rev, fine in [
            (2, 1, True),
            (2, 1, False),
            (2, 3, False),
            (2, 2, True),
            (1, 3, False),
            (7, 1, True),
            (2, 3, False),
            (7, 2, True),
        ]:
            try:
                async with store.write() as writer:
                    await writer.put_draft(table, base, rev, ["a", f"{base} {rev}"])
            except Conflict:
                assert not fine
            else:
                assert fine
        loaded = await store.load("abc")
        assert loaded is not None
        assert loaded.draft == (7, 2, ["a", "7 2"])
        await store.close()

    asyncio.run(scenario())


def test_many_writers_all_get_through(database: str) -> None:
    async def scenario() -> None:
        one, two = await Store.connect(database), await Store.connect(database)

        async def write(store: Store, number: int) -> None:
            async with store.write() as writer:
                await writer.insert_table(facts(f"t{number}"), [], Progress(Status.WAITING, None, None), 1, None)

        await asyncio.gather(*(write((one, two)[number % 2], number) for number in range(60)))
        assert len(await one.listed(Status.WAITING, 100)) == 60
        await one.close()
        await two.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "damage", ["UPDATE lines SET text = 'play b9' WHERE seq = 4", "DELETE FROM lines WHERE seq = 3"]
)
def test_a_log_that_does_not_follow_the_rules_is_not_played_on(database: str, damage: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        assert (await service.look(code, None)).seq == 4
        service.forget()
        async with service._store._engine.connect() as connection:
            await connection.execute(text(damage))
            await connection.commit()
        with pytest.raises(TableBroken):
            await service.look(code, None)

    serve(database, scenario, FAST)


def test_a_table_of_other_rules_is_not_played_on(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        service.forget()
        async with service._store._engine.connect() as connection:
            await connection.execute(text("UPDATE tables SET rules = 99"))
            await connection.commit()
        with pytest.raises(TableBroken, match="rules 99"):
            await service.look(code, None)

    serve(database, scenario, FAST)


def test_a_service_that_is_not_started_says_so() -> None:
    with pytest.raises(RuntimeError, match="not been started"):
        asyncio.run(Service("x.db").lobby())
