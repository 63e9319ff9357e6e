"""What survives the end of the server, however it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tavola.rules.chance import Rng
from tavola.table.look import Look, Status
from tavola.table.service import Service
from tests.table.desk import ANN, BEN, BOT, FAST, ME, Quick, mover, play, play_turn, serve, two_people, until


def test_a_restart_in_the_middle_of_a_draft_keeps_it(database: str) -> None:
    async def before(service: Service) -> tuple[str, str, Look, Look]:
        code = await two_people(service)
        await play_turn(service, code, Rng(1))
        player, look = await mover(service, code)
        laid = await play(service, code, player, look, look.legal[0].text)
        await service.undo(code, player, look.to_move or 0, laid.ply)
        laid = await play(service, code, player, await service.look(code, player), look.legal[1].text)
        return code, player, laid, await service.look(code, None)

    code, player, laid, public = serve(database, before)

    async def after(service: Service) -> None:
        assert await service.look(code, player) == laid
        assert await service.look(code, None) == public
        assert (laid.draft, laid.rev) == (1, 3)
        await service.undo(code, player, laid.to_move or 0, laid.ply)
        look = await service.look(code, player)
        assert (look.draft, look.rev) == (0, 4)
        await play_turn(service, code, Rng(2))

    serve(database, after)

    async def later(service: Service) -> None:
        assert (await service.look(code, player)).draft == 0, "a committed draft does not come back"

    serve(database, later)


def test_a_draft_that_was_committed_and_taken_back_does_not_come_back(database: str) -> None:
    async def before(service: Service) -> str:
        code = await service.open("lost-cities", {}, [ME, ME], ANN, "Ann")
        look = await service.look(code, ANN)
        laid = await play(service, code, ANN, look, look.legal[0].text)
        await play(service, code, ANN, laid, "draw")
        await service.ask_takeback(code, ANN, look.to_move or 0)
        return code

    code = serve(database, before)

    async def after(service: Service) -> None:
        look = await service.look(code, ANN)
        assert (look.draft, look.ply, look.rev) == (0, 1, 0)
        laid = await play(service, code, ANN, look, look.legal[1].text)
        assert (laid.draft, laid.rev) == (1, 1)

    serve(database, after)


def test_a_restarted_server_resumes_the_bots(database: str) -> None:
    class Stuck(Quick):
        async def choose(self, *args: object) -> str:
            raise TimeoutError  # stops this table's bots

    async def before(service: Service) -> list[str]:
        return [
            await service.open("splendor", {"target": "5"}, [BOT, BOT], ANN, "Ann"),
            await service.open("duel", {}, [BOT, ME], ANN, "Ann"),
            await service.open("lost-cities", {}, [ME, ME], ANN, "Ann"),
        ]

    alone, with_me, without = serve(database, before, thinker=Stuck())

    async def after(service: Service) -> None:
        over = await until(service, alone, None, lambda look: look.status is Status.OVER)
        assert over.ending is not None
        await until(service, with_me, ANN, lambda look: look.to_move == 1)
        assert (await service.look(without, None)).plies == 1

    serve(database, after)


CHILD = """
import asyncio, json, sys
from tavola.rules.chance import Rng, pick
from tavola.table.config import Config
from tavola.table.seats import SeatPlan
from tavola.table.service import Service

async def main():
    async with Service(sys.argv[1], Config(bot_delay=0)) as service:
        me = SeatPlan("me")
        code = await service.open(sys.argv[2], {}, [me, me], "ann-id", "Ann")
        print(json.dumps({"code": code}), flush=True)
        rng = Rng(1)
        while True:
            look = await service.look(code, "ann-id")
            choice = pick(rng, look.legal)
            answer = await service.submit(code, "ann-id", look.eyes, choice.text, look.ply)
            told = {"seat": look.eyes, "text": choice.text, "ply": look.ply, "seq": answer.seq, "after": answer.ply}
            print(json.dumps(told | {"commits": choice.commits}), flush=True)

asyncio.run(main())
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no kill -9")
@pytest.mark.parametrize(("game", "moves"), [("lost-cities", 37), ("splendor", 20), ("duel", 31)])
def test_acknowledged_moves_survive_kill_9(database: str, game: str, moves: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", CHILD, database, game]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as child:
        assert child.stdout is not None
        code = json.loads(child.stdout.readline())["code"]
        told = [json.loads(child.stdout.readline()) for _ in range(moves)]
        os.kill(child.pid, signal.SIGKILL)
        # What the child still said before it died was acknowledged too.
        told += [json.loads(line) for line in child.stdout if line.endswith("\n")]
    assert child.returncode == -signal.SIGKILL

    async def after(service: Service) -> None:
        look = await service.look(code, ANN)
        played = [line.text for line in look.log if line.seat is not None and line.kind.value == "acted"]
        assert played[: len(told)] == [move["text"] for move in told]
        assert look.ply >= told[-1]["after"]
        # One move more at most: written, but not told.
        assert len(played) <= len(told) + 1
        again = await service.submit(code, ANN, told[-1]["seat"], told[-1]["text"], told[-1]["ply"])
        assert (again.repeated, again.ply) == (True, told[-1]["after"])
        while look.to_move is not None and look.plies < 60:
            await service.submit(code, ANN, look.to_move, look.legal[0].text, look.ply)
            look = await service.look(code, ANN)

    serve(database, after, FAST)


def test_a_table_that_waits_is_found_again(database: str) -> None:
    async def before(service: Service) -> str:
        return await service.open("duel", {}, [ME], ANN, "Ann")

    code = serve(database, before)

    async def after(service: Service) -> None:
        assert [table.code for table in (await service.lobby()).waiting] == [code]
        assert await service.join(code, BEN, "Ben") == 1
        assert (await service.look(code, ANN)).status is Status.PLAYING

    serve(database, after)
