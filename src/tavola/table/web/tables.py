"""The pages of one table: play, join, move, replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from tavola.rules import record as records
from tavola.rules.core import Seat
from tavola.rules.record import OPEN
from tavola.table.look import Eyes, Look, Status
from tavola.table.service import Service
from tavola.table.web.answers import go, html, service_of, wants_json
from tavola.table.web.pages import card_groups
from tavola.table.web.present import PRESENTERS
from tavola.table.web.render import Replay, fragment, names_of, part, title
from tavola.table.web.telling import log_entries
from tavola.table.web.visitor import Visitor, remember, visitor

__all__ = [
    "claim",
    "curtain",
    "drawn",
    "join",
    "link",
    "log",
    "move",
    "record",
    "rematch",
    "replay",
    "resign",
    "table",
    "takeback",
    "undo",
]

SHOWN = "tavola_shown"
MOST_POINTS = 80
"""Positions that a chart of a finished game is drawn from."""


def _code(request: HTTPConnection) -> str:
    code: str = request.path_params["code"]
    return code


def _shown(request: HTTPConnection) -> Seat | None:
    """The seat whose cards this device last agreed to show, where several sit at one device."""
    code, _, seat = request.cookies.get(SHOWN, "").partition(":")
    return int(seat) if code == _code(request) and seat.isdigit() and len(seat) == 1 else None


async def see(request: HTTPConnection, who: Visitor) -> tuple[Look, bool]:
    """The table as this device may see it, and whether a curtain hides it."""
    service, code = service_of(request), _code(request)
    look = await service.look(code, who.player)
    if len(look.mine) < 2 or look.status is not Status.PLAYING:
        return look, False
    shown = _shown(request)
    if look.to_move in look.mine:
        look = await service.look(code, who.player, look.to_move)
        return look, look.to_move != shown and PRESENTERS[look.game].hides(look.view, look.mine)
    return await service.look(code, who.player, shown if shown in look.mine else look.mine[0]), False


async def drawn(request: HTTPConnection, who: Visitor) -> dict[str, Any]:
    """The table as data for the page's script."""
    look, hidden = await see(request, who)
    return {
        "seq": look.seq,
        "rev": look.rev,
        "title": title(look, who.words),
        "html": await _inside(request, who, look, hidden),
    }


async def _inside(request: HTTPConnection, who: Visitor, look: Look, hidden: bool) -> str:
    if look.status is Status.WAITING:
        return part("waiting.html", who, look, share_link=_share(request, look), my_name=who.prefs.name)
    if hidden:
        return part("curtain.html", who, look)
    views = await _views(service_of(request), look, who) if look.status is Status.OVER else ()
    return fragment(look, who, views=views)


async def _views(service: Service, look: Look, who: Visitor) -> Sequence[Any]:
    """The course of a finished game, for its charts."""
    step = max(1, look.plies // MOST_POINTS)
    plies = [*range(1, look.plies, step), look.plies]
    return [(await service.replay(look.code, n, None, who.player)).view for n in plies]


def _share(request: HTTPConnection, look: Look) -> str:
    return str(request.url_for("table", code=look.code))


async def table(request: Request) -> Response:
    """The table itself."""
    return await _table(request, visitor(request))


async def link(request: Request) -> Response:
    """A new private link to one's own seat, shown this once."""
    who = visitor(request)
    seat, _, _ = await _seat(request, who)
    secret = await service_of(request).seat_link(_code(request), who.player, seat)
    return await _table(request, who, str(request.url_for("claim", code=_code(request), secret=secret)))


async def _table(request: Request, who: Visitor, seat_link: str = "") -> Response:
    look, hidden = await see(request, who)
    return html(
        request,
        who,
        "table.html",
        look=look,
        title=title(look, who.words),
        presenter=PRESENTERS[look.game],
        groups=card_groups(look.game, who.words),
        inside=Markup(await _inside(request, who, look, hidden)),
        live=f"/t/{look.code}/live",
        seat_link=seat_link,
        replay=None,
    )


async def _done(request: Request, who: Visitor) -> Response:
    if not wants_json(request):
        return go(request, who, f"/t/{_code(request)}")
    told = {} if request.headers.get("x-live") else await drawn(request, who)
    return remember(JSONResponse(told), request, who)


async def _seat(request: Request, who: Visitor) -> tuple[Seat, int, dict[str, str]]:
    form = {key: str(value) for key, value in (await request.form()).items()}
    seat, ply = form.get("seat", ""), form.get("ply", "")
    if not seat.isdigit():
        look, _ = await see(request, who)
        seat = str(look.eyes) if isinstance(look.eyes, int) else "99"
    return int(seat[:2]), int(ply[:9]) if ply.isdigit() else -1, form


async def join(request: Request) -> Response:
    """Take a free seat."""
    who, form = visitor(request), await request.form()
    name = str(form.get("name", ""))
    await service_of(request).join(_code(request), who.player, name)
    return go(request, Visitor(who.player, who.prefs.changed(name=name[:24]), who.words), f"/t/{_code(request)}")


async def claim(request: Request) -> Response:
    """A private seat link: this device may play for the seat from now on."""
    who = visitor(request)
    await service_of(request).claim(_code(request), request.path_params["secret"], who.player)
    return go(request, who, f"/t/{_code(request)}")


async def move(request: Request) -> Response:
    """Play an action."""
    who = visitor(request)
    seat, ply, form = await _seat(request, who)
    await service_of(request).submit(_code(request), who.player, seat, form.get("action", "")[:2000], ply)
    return await _done(request, who)


async def undo(request: Request) -> Response:
    """Take the last step of the turn back, while nobody else has seen it."""
    who = visitor(request)
    seat, ply, _ = await _seat(request, who)
    await service_of(request).undo(_code(request), who.player, seat, ply)
    return await _done(request, who)


async def takeback(request: Request) -> Response:
    """Ask for a move back, or answer one who asks."""
    who = visitor(request)
    seat, _, form = await _seat(request, who)
    service = service_of(request)
    if form.get("answer") == "ask":
        await service.ask_takeback(_code(request), who.player, seat)
    else:
        await service.answer_takeback(_code(request), who.player, seat, form.get("answer") == "yes")
    return await _done(request, who)


async def resign(request: Request) -> Response:
    """Give up."""
    who = visitor(request)
    seat, _, _ = await _seat(request, who)
    await service_of(request).resign(_code(request), who.player, seat)
    return await _done(request, who)


async def rematch(request: Request) -> Response:
    """Offer a rematch, or accept one."""
    who = visitor(request)
    seat, _, _ = await _seat(request, who)
    service, code = service_of(request), _code(request)
    look = await service.look(code, who.player, seat)
    if look.offered is None:
        following = await service.offer_rematch(code, who.player, seat)
    else:
        following = await service.answer_rematch(code, who.player, seat, True)
    if following and wants_json(request):
        return JSONResponse({"go": f"/t/{following}"})
    return go(request, who, f"/t/{following}") if following else await _done(request, who)


async def curtain(request: Request) -> Response:
    """The next player at this device is ready to look."""
    who = visitor(request)
    seat, _, _ = await _seat(request, who)
    response = go(request, who, f"/t/{_code(request)}")
    secure = request.url.scheme == "https"
    response.set_cookie(SHOWN, f"{_code(request)}:{seat}", httponly=True, samesite="lax", secure=secure)
    return response


async def record(request: Request) -> Response:
    """The text record, as much of it as one may see."""
    who = visitor(request)
    text = records.dump(await service_of(request).record(_code(request), who.player))
    headers = {"content-disposition": f'attachment; filename="tavola-{_code(request)}.txt"'}
    return remember(PlainTextResponse(text, headers=headers), request, who)


async def log(request: Request) -> Response:
    """The whole log."""
    who = visitor(request)
    look, hidden = await see(request, who)
    entries = [] if hidden else log_entries(look, names_of(look.seats, who.words), who.words)
    return html(request, who, "log.html", look=look, log=entries, presenter=PRESENTERS[look.game])


# --- Replay --------------------------------------------------------------------------------------------------


def _eyes(text: str, look: Look) -> Eyes:
    if text == "open":
        return OPEN
    if text.isdigit() and int(text) < len(look.seats):
        return int(text)
    return None


async def replay(request: Request) -> Response:
    """A position of the past, through the eyes one may use."""
    who, service = visitor(request), service_of(request)
    now = await service.look(_code(request), who.player)
    names = names_of(now.seats, who.words)
    over = now.status is Status.OVER
    seats = range(len(names)) if over else now.mine
    choices = [(str(seat), names[seat]) for seat in seats] + [("spectator", who.words.say("a spectator"))]
    if over:
        choices.insert(0, ("open", who.words.say("all cards open")))
    wanted = request.query_params.get("eyes", choices[0][0])
    n = min(request.path_params["n"], now.plies)
    look = await service.replay(_code(request), n, _eyes(wanted, now), who.player)
    bar = Replay(n, now.plies, wanted, tuple(choices))
    return html(
        request,
        who,
        "table.html",
        look=look,
        title=title(look, who.words),
        presenter=PRESENTERS[look.game],
        groups=card_groups(look.game, who.words),
        inside=Markup(fragment(look, who, bar)),
        live="",
        seat_link="",
        replay=bar,
    )
