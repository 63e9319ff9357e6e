"""`tavola serve`: the table on this machine."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress

import uvicorn

from tavola.rules.errors import TavolaError
from tavola.table.config import Config
from tavola.table.service import Service
from tavola.table.web.app import application
from tavola.table.web.guard import RATE

__all__ = ["run", "serve"]

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def _bind(host: str, port: int) -> socket.socket:
    """The listening socket, or a sentence why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        if error.errno in (98, 48, 10048):
            raise TavolaError(f"Port {port} is busy: choose another with --port, or 0 for any free one.") from error
        raise TavolaError(f"Cannot listen on {host} port {port}: {error.strerror or error}.") from error
    return listening


class Server(uvicorn.Server):
    """Says when the table can be opened."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        """Keep whom to tell."""
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if not self.should_exit:
            await asyncio.to_thread(self.ready)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    browser: bool = True,
    hosts: Sequence[str] = (),
    bot_delay: float | None = None,
) -> int:
    """Serve until stopped; the exit status."""

    def listening(bound: int) -> None:
        shown = "localhost" if host in LOOPBACK else f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{bound}/"
        print(f"The table is open: {address}  (stop it with Ctrl-C)", flush=True)
        if browser:
            webbrowser.open(address)

    try:
        return run(host, port, database, hosts, bot_delay, listening=listening)
    except TavolaError as error:
        print(error, file=sys.stderr)
        return 2


def run(
    host: str,
    port: int,
    database: str | None,
    hosts: Sequence[str] = (),
    bot_delay: float | None = None,
    rate: float = RATE,
    listening: Callable[[int], None] = lambda port: None,
) -> int:
    """Serve until stopped; `listening` is told the port once the table can be opened."""
    bound = _bind(host, port)
    # Tables are frozen values without cycles: looking through all of them for garbage would only stop the play.
    gc.freeze()
    gc.set_threshold(10_000, 50, 1000)
    config = Config() if bot_delay is None else Config(bot_delay=bot_delay)
    names = {"localhost", socket.gethostname().lower(), host, *hosts}
    app = application(Service(database, config), names, rate)
    settings = uvicorn.Config(
        app, log_level="warning", ws="websockets-sansio", lifespan="on", timeout_graceful_shutdown=3
    )
    server = Server(settings, lambda: listening(bound.getsockname()[1]))
    with suppress(KeyboardInterrupt):
        server.run([bound])
    return 0 if server.started else 1
