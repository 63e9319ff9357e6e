"""`tavola bench table`: many live tables on one worker, and how soon a move reaches both screens.

The server runs in a process of its own; this one plays the people. Each table has two of them, each with a
live connection, as two browsers would have. Moves come at a steady rate whether or not earlier ones have
arrived, so that a slow server shows in the times.
"""

from __future__ import annotations

import asyncio
import gc
import html
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

__all__ = ["Result", "bench_table"]

GAMES: Final = ("lost-cities", "splendor", "duel")
_MOVES: Final = re.compile(r'name=\\"action\\" value=\\"([^\\]*)\\"')
_PLY: Final = re.compile(r'data-ply=\\"(\d+)\\"')
_SEQ: Final = re.compile(r'"seq":(\d+)')


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured."""

    tables: int
    wanted_per_s: float
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    moves: int


class Person:
    """One browser: a cookie, a live connection, and the moves it is offered."""

    def __init__(self, port: int) -> None:
        """Nobody yet."""
        self.port, self.cookie, self.code, self.seat = port, "", "", 0
        self.moves: list[str] = []
        self.ply, self.seq = 0, -1
        self.arrived: dict[int, float] = {}
        self.changed = asyncio.Event()

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, dict[str, str]]:
        """One request on a connection of its own: the status and the headers."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        body = urlencode(form or {})
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: localhost:{self.port}",
            "Connection: close",
            "Accept: text/plain",
            f"Cookie: {self.cookie}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        writer.write(("\r\n".join(head) + "\r\n\r\n" + body).encode())
        await writer.drain()
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers: dict[str, str] = {}
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie" and value.startswith("tavola_player"):
                self.cookie = value.partition(";")[0]
            headers[name.lower()] = value
        writer.close()
        return int(lines[0].split()[1]), headers

    async def listen(self, socket: ClientConnection) -> None:
        """Take every message as a browser would."""
        async for message in socket:
            now = time.perf_counter()
            text = str(message)
            if found := _SEQ.search(text[:200]):
                self.seq = int(found[1])
                self.arrived[self.seq] = now
                self.moves = [html.unescape(move) for move in _MOVES.findall(text)]
                if ply := _PLY.search(text):
                    self.ply = int(ply[1])
                self.changed.set()


@dataclass(slots=True)
class Pair:
    """A table with its two people."""

    people: tuple[Person, Person]
    busy: bool = False
    sockets: list[ClientConnection] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)


async def _open(port: int, game: str) -> Pair:
    one, other = Person(port), Person(port)
    for person in (one, other):
        await person.ask("GET", "/about")
    form = {"name": "Ann", "seat2": "person"}
    _, headers = await one.ask("POST", f"/new/{game}", form)
    code = headers["location"].rpartition("/")[2]
    await other.ask("POST", f"/t/{code}/join", {"name": "Ben"})
    pair = Pair((one, other))
    for seat, person in enumerate((one, other)):
        person.code, person.seat = code, seat
        address = f"ws://localhost:{port}/t/{code}/live"
        socket = await connect(address, additional_headers={"Cookie": person.cookie}, max_size=None, compression=None)
        pair.sockets.append(socket)
        pair.tasks.append(asyncio.create_task(person.listen(socket)))
    return pair


async def _move(pair: Pair, rng: Random) -> list[float]:
    """Play one committed turn: the seconds from its last submit to each screen."""
    pair.busy = True
    try:
        mover = next((person for person in pair.people if person.moves), None)
        if mover is None:
            return []
        for _ in range(12):
            before = max(person.seq for person in pair.people)
            move = rng.choice([move for move in mover.moves if move != "replenish"] or mover.moves)
            mover.changed.clear()
            started = time.perf_counter()
            form = {"action": move, "ply": str(mover.ply), "seat": str(mover.seat)}
            await mover.ask("POST", f"/t/{mover.code}/move", form)
            await asyncio.wait_for(mover.changed.wait(), 10)
            if mover.seq > before:
                return await _arrivals(pair, mover.seq, started)
            if not mover.moves:
                return []
        return []
    finally:
        pair.busy = False


async def _arrivals(pair: Pair, seq: int, started: float) -> list[float]:
    deadline = time.perf_counter() + 10
    while any(person.seq < seq for person in pair.people) and time.perf_counter() < deadline:
        await asyncio.sleep(0.001)
    return [
        min(at for s, at in person.arrived.items() if s >= seq) - started for person in pair.people if person.seq >= seq
    ]


async def _load(port: int, tables: int, rate: float, seconds: float) -> tuple[list[list[float]], float]:
    gc.disable()  # its pauses are not the server's
    rng = Random(7)
    pairs: list[Pair] = []
    for start in range(0, tables, 20):
        names = [GAMES[number % len(GAMES)] for number in range(start, min(start + 20, tables))]
        pairs += await asyncio.gather(*(_open(port, name) for name in names))
    await asyncio.sleep(1)
    times: list[list[float]] = []
    running: set[asyncio.Task[list[float]]] = set()
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        free = [pair for pair in rng.sample(pairs, min(30, len(pairs))) if not pair.busy]
        ready = [pair for pair in free if any(person.moves for person in pair.people)]
        if ready:
            task = asyncio.create_task(_move(ready[0], rng))
            running.add(task)
            task.add_done_callback(running.discard)
            task.add_done_callback(lambda done: times.append(done.result()) if not done.exception() else None)
    await asyncio.gather(*running, return_exceptions=True)
    spent = time.perf_counter() - began
    for pair in pairs:
        for listener in pair.tasks:
            listener.cancel()
        await asyncio.gather(*(socket.close() for socket in pair.sockets), return_exceptions=True)
    return [both for both in times if len(both) == 2], spent


def _serve(database: str, said: Connection) -> None:
    """The server's process."""
    from tavola.table.web.serve import run

    run("127.0.0.1", 0, database, rate=1e9, listening=lambda port: said.send(port))


def bench_table(tables: int = 500, rate: float = 50, seconds: float = 10) -> Result:
    """Measure a server that this call starts and stops."""
    context = get_context("spawn")
    hear, say = context.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        server = context.Process(target=_serve, args=(str(Path(folder) / "bench.sqlite3"), say), daemon=False)
        server.start()
        try:
            port: Any = hear.recv() if hear.poll(30) else None
            if port is None:
                raise RuntimeError("The server did not start.")
            times, spent = asyncio.run(_load(port, tables, rate, seconds))
        finally:
            server.terminate()
            server.join(10)
    both = sorted(max(pair) for pair in times)
    return Result(tables, rate, round(len(both) / spent, 1), _part(both, 0.5), _part(both, 0.99), len(both))


def _part(times: Sequence[float], part: float) -> float:
    return round(1000 * times[min(len(times) - 1, int(part * len(times)))], 1) if times else float("nan")
