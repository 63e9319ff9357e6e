"""Who is woken when, and who is seen to be there."""

from __future__ import annotations

import asyncio

import pytest

from tavola.rules.chance import Rng
from tavola.table.bus import Watch
from tavola.table.service import Service
from tests.table.desk import ANN, BEN, EVE, ME, PERSON, mover, play, play_turn, serve, two_people, who


async def quiet(watch: Watch) -> bool:
    """Whether nothing happens for a while; what has happened is taken note of."""
    try:
        await asyncio.wait_for(watch.wait(), 0.05)
    except TimeoutError:
        return True
    return False


def test_a_draft_wakes_only_its_owner(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        foe = who(1 - look.eyes) if isinstance(look.eyes, int) else ""
        async with (
            service.watch(code, player) as mine,
            service.watch(code, player) as my_phone,
            service.watch(code, foe) as theirs,
            service.watch(code) as spectators,
            service.watch(code, EVE) as eves,
        ):
            await asyncio.sleep(0.01)
            for watch in (mine, my_phone, theirs, spectators, eves):
                await quiet(watch)
            laid = await play(service, code, player, look, look.legal[0].text)
            assert await asyncio.wait_for(mine.wait(), 1) == look.seq
            assert await asyncio.wait_for(my_phone.wait(), 1) == look.seq
            assert all([await quiet(watch) for watch in (theirs, spectators, eves)])
            await service.undo(code, player, look.to_move or 0, laid.ply)
            assert not await quiet(mine)
            assert all([await quiet(watch) for watch in (theirs, spectators, eves)])
            await play_turn(service, code, Rng(1))
            for watch in (mine, theirs, spectators, eves):
                assert await asyncio.wait_for(watch.wait(), 1) == look.seq + 2

    serve(database, scenario)


def test_many_changes_become_one(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        rng = Rng(1)
        async with service.watch(code) as watch:
            for _ in range(5):
                await play_turn(service, code, rng)
            newest = (await service.look(code, None)).seq
            assert await watch.wait() == newest
            assert await quiet(watch)

    serve(database, scenario)


def test_the_one_who_waits_is_told_that_the_table_is_full(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("duel", {}, [ME, PERSON], ANN, "Ann")
        async with service.watch(code, ANN) as watch:
            waiting = asyncio.create_task(watch.wait())
            await asyncio.sleep(0.01)
            await service.join(code, BEN, "Ben")
            assert await asyncio.wait_for(waiting, 1) == (await service.look(code, None)).seq

    serve(database, scenario)


def test_who_is_there_is_seen(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)

        async def connected() -> list[bool]:
            return [seat.connected for seat in (await service.look(code, None)).seats]

        assert await connected() == [False, False]
        async with service.watch(code, ANN) as watch:
            assert await connected() == [True, False]
            await quiet(watch)
            async with service.watch(code, BEN):
                assert not await quiet(watch), "Ben came"
                async with service.watch(code, BEN), service.watch(code, EVE):
                    assert await quiet(watch), "his second device, or a spectator, changes nothing"
                assert await connected() == [True, True]
                assert await quiet(watch)
            assert not await quiet(watch), "Ben went"
            assert await connected() == [True, False]
        assert service._bus._watches == {}

    serve(database, scenario)


def test_a_watch_ends_with_an_error_too(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        with pytest.raises(ZeroDivisionError):
            async with service.watch(code, ANN):
                raise ZeroDivisionError
        assert service._bus._watches == {}

    serve(database, scenario)
