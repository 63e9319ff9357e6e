"""Style, script and art: they never change under one address, so browsers may keep them."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tavola.table import art as pictures

__all__ = ["art", "static"]

KINDS: Final = {
    "tavola.css": "text/css; charset=utf-8",
    "games.css": "text/css; charset=utf-8",
    "tavola.js": "text/javascript; charset=utf-8",
}
KEEP: Final = {"cache-control": "public, max-age=31536000, immutable"}


async def art(request: Request) -> Response:
    """A drawing."""
    try:
        drawing = pictures.svg(request.path_params["name"])
    except KeyError as error:
        raise HTTPException(404) from error
    return Response(drawing, media_type="image/svg+xml", headers=KEEP)


@cache
def _read(name: str) -> bytes:
    return resources.files(__package__).joinpath(f"static/{name}").read_bytes()


async def static(request: Request) -> Response:
    """Style or script."""
    name = request.path_params["name"]
    if name not in KINDS:
        raise HTTPException(404)
    return Response(_read(name), headers={**KEEP, "content-type": KINDS[name]})
