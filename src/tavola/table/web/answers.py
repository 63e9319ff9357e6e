"""Small helpers that all pages use to answer."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tavola.table.service import Service
from tavola.table.web.render import page
from tavola.table.web.visitor import Visitor, remember

__all__ = ["go", "html", "local", "service_of", "wants_json"]


def service_of(request: Any) -> Service:
    """The service behind the pages."""
    service: Service = request.app.state.service
    return service


def wants_json(request: Request) -> bool:
    """Whether the page's own script asks."""
    return "application/json" in request.headers.get("accept", "")


def html(request: Request, who: Visitor, template: str, status: int = 200, **context: Any) -> Response:
    """A page in the visitor's language."""
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    text = page(template, who, here if request.method == "GET" else "/", **context)
    response = HTMLResponse(text, status, {"cache-control": "no-store"})
    return remember(response, request, who)


def go(request: Request, who: Visitor, address: str) -> Response:
    """Send the browser on after a form."""
    return remember(RedirectResponse(address, 303), request, who)


def local(address: str) -> str:
    """An address on this site, or the lobby."""
    parts = urlsplit(address)
    safe = not parts.scheme and not parts.netloc and address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if safe else "/"
