"""The live connection: the whole table on every connect and on every change, ordered by seq."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from tavola.rules.errors import TavolaError
from tavola.table.web.answers import service_of
from tavola.table.web.tables import drawn
from tavola.table.web.visitor import visitor

__all__ = ["live"]

BEAT: Final = 20.0
"""Seconds after which an idle connection is told that it still lives."""


async def live(socket: WebSocket) -> None:
    """Send what the visitor may see, now and whenever it changes."""
    who, service = visitor(socket), service_of(socket)
    code = socket.path_params["code"]
    await socket.accept()
    listening = asyncio.create_task(_listen(socket))
    try:
        async with service.watch(code, who.player) as watch:
            await socket.send_json(await drawn(socket, who))
            while not listening.done():
                changed = asyncio.create_task(watch.wait())
                done, _ = await asyncio.wait({changed, listening}, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
                if changed in done:
                    await socket.send_json(await drawn(socket, who))
                else:
                    changed.cancel()
                    if listening not in done:
                        await socket.send_json({"beat": True})
    except TavolaError:
        await socket.close(4404)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        listening.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await listening


async def _listen(socket: WebSocket) -> None:
    """The page says nothing; a visitor who does is cut off."""
    message = await socket.receive()
    if message["type"] == "websocket.receive":
        await socket.close(1008)
