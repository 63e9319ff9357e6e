"""What stands before the pages: headers, hosts, origins, sizes and rates. Plain ASGI, one class each."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["RATE", "Guard"]

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ]
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    # Other sites learn nothing of a seat link, and forms of our own pages still carry their origin.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
MOST_BYTES: Final = 300_000
RATE: Final = 30.0
"""Changes a second that one address may ask for, with a burst of four seconds' worth."""
SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Bucket:
    """So many requests a second for each visitor, with a burst; the least recent visitors are forgotten."""

    def __init__(self, rate: float, burst: float, visitors: int = 10_000) -> None:
        """Rates are per second."""
        self.rate, self.burst, self.visitors = rate, burst, visitors
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, visitor: str) -> float:
        """Take one; seconds to wait where there is none left."""
        now = time.monotonic()
        left, then = self._left.pop(visitor, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        self._left[visitor] = (max(left - 1, left if left < 1 else 0), now)
        if len(self._left) > self.visitors:
            self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) / self.rate


class Guard:
    """Refuse unknown hosts, foreign origins, bodies too large and visitors too eager; add the headers."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], rate: float = RATE) -> None:
        """Any address written in digits is our own machine's as far as a browser can tell."""
        self.app = app
        self.hosts = {host.lower() for host in hosts}
        self.bucket = Bucket(rate, 4 * rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is None:
            limited = Limited(receive)
            await self.app(scope, limited, self._with_headers(send) if scope["type"] == "http" else send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403})
        else:
            await refusal(scope, receive, self._with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        host = headers.get("host", "")
        if not self._known(host):
            return PlainTextResponse("This server does not go by that name.\n", 400)
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if not changes:
            return None
        if not same_origin(headers, host):
            return PlainTextResponse("That request came from another site.\n", 403)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return PlainTextResponse("That is too much to send at once.\n", 413)
        wait = self.bucket.wait(scope["client"][0] if scope.get("client") else "?")
        if wait:
            return PlainTextResponse("Too many requests: wait a moment.\n", 429, {"retry-after": str(int(wait) + 1)})
        return None

    def _known(self, host: str) -> bool:
        name = urlsplit(f"//{host}").hostname or ""
        if "*" in self.hosts or name in self.hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    @staticmethod
    def _with_headers(send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        return sending


class Limited:
    """Count a body that does not say its length."""

    def __init__(self, receive: Receive) -> None:
        """Nothing has come yet."""
        self.receive, self.seen = receive, 0

    async def __call__(self) -> Message:
        """The next message, or the end of a body that grew too long."""
        message = await self.receive()
        if message["type"] == "http.request":
            self.seen += len(message.get("body", b""))
            if self.seen > MOST_BYTES:
                return {"type": "http.disconnect"}
        return message


def same_origin(headers: Headers, host: str) -> bool:
    """Whether a form or socket comes from our own pages; programs without a browser send neither header."""
    origin = headers.get("origin")
    if origin is not None and origin != "null":
        return urlsplit(origin).netloc == host
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none") and origin != "null"
