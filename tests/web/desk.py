"""A web table in memory, and people who click on it without a browser."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
from starlette.applications import Starlette

from tavola.table.config import Config
from tavola.table.service import Service
from tavola.table.web.app import application

__all__ = ["Person", "opened", "person", "socket_says"]

BASE = "http://localhost"


@asynccontextmanager
async def opened(folder: Path, rate: float = 1e9) -> AsyncIterator[Starlette]:
    """The application on a database in the folder; the same folder gives the same tables."""
    service = Service(folder / "table.sqlite3", Config(bot_delay=0), rng=lambda: Random(len(list(folder.iterdir()))))
    app = application(service, ("localhost",), rate)
    async with app.router.lifespan_context(app):
        yield app


class Person:
    """A browser without scripts."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        """Nobody in particular."""
        self.client = client

    async def page(self, path: str) -> str:
        """A page that must be there."""
        answer = await self.client.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:500])
        return answer.text

    async def send(self, path: str, **form: str) -> httpx.Response:
        """Submit a form."""
        return await self.client.post(path, data=form)

    async def new(self, game: str, **form: str) -> str:
        """Open a table; its code."""
        answer = await self.send(f"/new/{game}", **{"name": "Ann", **form})
        assert answer.status_code == 303, answer.text[:500]
        return answer.headers["location"].rpartition("/")[2]

    async def moves(self, code: str) -> tuple[list[str], dict[str, str], str]:
        """The moves that the table's page offers, the form's hidden fields, and the page."""
        text = await self.page(f"/t/{code}")
        moves = [html.unescape(move) for move in re.findall(r'name="action" value="([^"]*)"', text)]
        hidden = dict(re.findall(r'type="hidden" name="(ply|seat)" value="(\d+)"', text))
        return moves, hidden, text


@asynccontextmanager
async def person(app: Starlette, **headers: str) -> AsyncIterator[Person]:
    """Somebody with cookies of their own."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers) as client:
        yield Person(client)


async def socket_says(app: Starlette, code: str, origin: str = BASE, cookie: str = "") -> list[dict[str, Any]]:
    """What the server sends to a live connection until its first view, or until it closes."""
    sent: list[dict[str, Any]] = []
    done = asyncio.Event()
    headers = [(b"host", b"localhost"), (b"origin", origin.encode()), (b"cookie", cookie.encode())]
    path = f"/t/{code}/live"
    scope: dict[str, Any] = {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": headers,
    }
    scope |= {
        "scheme": "ws",
        "query_string": b"",
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 1),
        "subprotocols": [],
        "state": {},
    }
    coming = iter([{"type": "websocket.connect"}])

    async def receive() -> dict[str, Any]:
        if message := next(coming, None):
            return message
        await done.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Any) -> None:
        sent.append(message)
        if message["type"] != "websocket.accept":
            done.set()

    await asyncio.wait_for(app(scope, receive, send), 20)
    return sent
