"""The web table: its routes in one list, and what the application is made of."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from secrets import token_urlsafe

from itsdangerous import TimestampSigner
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from tavola.rules.errors import TavolaError
from tavola.table.analysis.analyst import Analyst
from tavola.table.errors import NoSuchTable, NotYourSeat, Stale
from tavola.table.service import Service
from tavola.table.web import analysis, files, live, pages, tables
from tavola.table.web.answers import html, wants_json
from tavola.table.web.guard import RATE, Guard
from tavola.table.web.telling import error_in_words
from tavola.table.web.visitor import visitor

__all__ = ["application"]

ROUTES = [
    Route("/", pages.lobby),
    Route("/about", pages.about),
    Route("/rules", pages.rules),
    Route("/rules/{game}", pages.rules),
    Route("/cards/{game}", pages.cards),
    Route("/prefs", pages.prefs, methods=["POST"]),
    Route("/new/{game}", pages.new, methods=["GET", "POST"]),
    Route("/import", pages.import_record, methods=["POST"]),
    Route("/s/{code}/{secret}", tables.claim),
    Route("/t/{code}", tables.table),
    Route("/t/{code}/join", tables.join, methods=["POST"]),
    Route("/t/{code}/move", tables.move, methods=["POST"]),
    Route("/t/{code}/undo", tables.undo, methods=["POST"]),
    Route("/t/{code}/takeback", tables.takeback, methods=["POST"]),
    Route("/t/{code}/resign", tables.resign, methods=["POST"]),
    Route("/t/{code}/rematch", tables.rematch, methods=["POST"]),
    Route("/t/{code}/link", tables.link, methods=["POST"]),
    Route("/t/{code}/curtain", tables.curtain, methods=["POST"]),
    Route("/t/{code}/log", tables.log),
    Route("/t/{code}/record", tables.record),
    Route("/t/{code}/replay/{n:int}", tables.replay),
    Route("/t/{code}/analysis", analysis.analysis),
    WebSocketRoute("/t/{code}/live", live.live),
    Route("/art/{version}/{name:path}.svg", files.art),
    Route("/static/{version}/{name}", files.static),
]


async def _refused(request: Request, error: Exception) -> Response:
    """A sentence, as a page or as data; the status says of what kind it is."""
    who = visitor(request)
    status = 422
    if isinstance(error, NoSuchTable):
        status = 404
    elif isinstance(error, NotYourSeat):
        status = 403
    elif isinstance(error, Stale):
        status = 409
    assert isinstance(error, TavolaError)
    sentence = error_in_words(error, who.words)
    if wants_json(request):
        return JSONResponse({"error": sentence}, status)
    heading = who.words.say("That did not work")
    code = None if isinstance(error, NoSuchTable) else request.path_params.get("code")
    return html(request, who, "error.html", status, heading=heading, sentence=sentence, code=code)


async def _http_error(request: Request, error: Exception) -> Response:
    who = visitor(request)
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 404:
        heading, sentence = who.words.say("Not found"), who.words.say("There is nothing at this address.")
    else:
        heading = who.words.say("Something went wrong")
        sentence = who.words.say("The server could not do that. Nothing was lost: go back and try again.")
    if wants_json(request):
        return JSONResponse({"error": sentence}, status)
    return html(request, who, "error.html", status, heading=heading, sentence=sentence)


def application(service: Service, hosts: Iterable[str] = ("localhost",), rate: float = RATE) -> Starlette:
    """The whole application around a service that is not yet started."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await service.start()
        try:
            key = await service.setting("signing-key", token_urlsafe(48))
            app.state.signer = TimestampSigner(key, salt="tavola.player")
            yield
        finally:
            app.state.analyst.close()
            await service.stop()

    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[Middleware(Guard, hosts=hosts, rate=rate)],
        exception_handlers={TavolaError: _refused, HTTPException: _http_error, Exception: _http_error},
    )
    app.state.service = service
    app.state.analyst = Analyst()
    return app
