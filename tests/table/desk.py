"""What the tests of the service share: a service in a loop of its own, bots that think at once, random play."""

from __future__ import annotations

import asyncio
import importlib
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from tavola.rules.chance import Rng, pick
from tavola.table.config import Config
from tavola.table.live import Live
from tavola.table.look import Look, Status
from tavola.table.seats import SeatPlan
from tavola.table.service import Service

POSTGRES = os.environ.get("TAVOLA_TEST_POSTGRES")
"""The URL of a PostgreSQL server on which databases may be made: the tests then run there instead."""
FAST = Config(bot_delay=0)
FORGETFUL = replace(FAST, tables_in_memory=0)
"""Every call loads the table again."""
ME, PERSON, BOT = SeatPlan("me"), SeatPlan("person"), SeatPlan("bot")
ANN, BEN, EVE = "ann-id", "ben-id", "eve-id"
T = TypeVar("T")


class Quick:
    """A bot that chooses at random, in this process."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = Rng(seed)
        self.asked = 0

    async def choose(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
        self.asked += 1
        await asyncio.sleep(0)
        return pick(self.rng, texts)

    async def close(self) -> None:
        pass


def serve(database: str | Path, scenario: Callable[[Service], Awaitable[T]], config: Config = FAST, **parts: Any) -> T:
    """Run a scenario on a service of its own, with the same chance every time."""
    chance = Rng("deals")

    async def run() -> T:
        async with Service(database, config, **{"thinker": Quick(), "rng": lambda: chance, **parts}) as service:
            return await scenario(service)

    return asyncio.run(asyncio.wait_for(run(), 120))


async def two_people(service: Service, game: str = "lost-cities", **options: str) -> str:
    """A table of Ann at seat 0 and Ben at seat 1."""
    code = await service.open(game, options, [ME, PERSON], ANN, "Ann")
    assert await service.join(code, BEN, "Ben") == 1
    return code


def who(seat: int | None) -> str:
    """Who sits there at a table of two people."""
    assert seat is not None
    return (ANN, BEN)[seat]


async def mover(service: Service, code: str) -> tuple[str, Look]:
    """The person on turn at a table of two people, with what they see."""
    seat = (await service.look(code, None)).to_move
    return who(seat), await service.look(code, who(seat))


async def play(service: Service, code: str, player: str, look: Look, text: str) -> Look:
    """Play as the seat whose eyes the look has, and look again."""
    assert isinstance(look.eyes, int)
    await service.submit(code, player, look.eyes, text, look.ply)
    return await service.look(code, player, look.eyes)


async def play_turn(service: Service, code: str, rng: Rng) -> None:
    """The person on turn plays at random until something is committed."""
    player, look = await mover(service, code)
    while True:
        choice = pick(rng, look.legal)
        look = await play(service, code, player, look, choice.text)
        if choice.commits:
            return


async def play_out(service: Service, code: str, owners: Sequence[str], seed: int = 1, most: int = 3000) -> Look:
    """The people play at random to the end; the owners of the seats are given in their order."""
    rng = Rng(seed)
    for _ in range(most):
        look = await service.look(code, None)
        if look.status is not Status.PLAYING:
            return look
        assert look.to_move is not None
        player = owners[look.to_move]
        mine = await service.look(code, player, look.to_move)
        await service.submit(code, player, look.to_move, pick(rng, mine.legal).text, mine.ply)
    raise AssertionError("the game does not end")


async def until(service: Service, code: str, player: str | None, reached: Callable[[Look], bool]) -> Look:
    """Watch until the table is as wanted."""
    async with service.watch(code, player) as watch:
        while not reached(look := await service.look(code, player)):
            await asyncio.wait_for(watch.wait(), 60)
        return look


async def live(service: Service, code: str) -> Live:
    """The game behind the table, which the service shows to nobody."""
    async with service._tables.locked(code) as table:
        return table.live


async def make_database(server: str) -> str:
    """A new database on a PostgreSQL server; its URL."""
    name = f"tavola_test_{uuid4().hex}"
    await _on_server(server, f"CREATE DATABASE {name}")
    return f"{server.rsplit('/', 1)[0]}/{name}"


async def drop_database(server: str, url: str) -> None:
    await _on_server(server, f"DROP DATABASE {url.rsplit('/', 1)[1]} WITH (FORCE)")


async def _on_server(server: str, statement: str) -> None:
    connection = await importlib.import_module("asyncpg").connect(server)  # only where there is a server
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
