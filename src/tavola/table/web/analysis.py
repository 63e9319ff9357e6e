"""The analysis of a finished game: a graph, the biggest mistakes, every decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from tavola.bots.analysis import Analysis, Decision
from tavola.rules.errors import NotUnderstood
from tavola.table.analysis import Teller
from tavola.table.analysis.analyst import Analyst
from tavola.table.analysis.graph import HEIGHT, WIDTH, draw
from tavola.table.errors import Secret, TooMany
from tavola.table.look import Look, Status
from tavola.table.web.answers import html, service_of
from tavola.table.web.visitor import Visitor, visitor

__all__ = ["analysis"]

AGAIN: Final = 2
"""Seconds until a page that waits asks again."""


@dataclass(frozen=True, slots=True)
class Row:
    """A decision in words."""

    number: int
    seat: int
    name: str
    expected: str
    loss: str
    """Empty where nothing was lost."""
    played: str
    best: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What is told of one seat."""

    seat: int
    heading: str
    facts: str
    mistakes: tuple[tuple[int, str], ...]
    """The number of the move, and what was wrong with it."""
    hidden: str
    """What could not be judged."""


async def analysis(request: Request) -> Response:
    """The page; while the game is being judged it shows how far that has come."""
    who, service = visitor(request), service_of(request)
    code: str = request.path_params["code"]
    look = await service.look(code, who.player)
    if look.status is not Status.OVER:
        raise Secret("A game is analysed when it is over.")
    analyst: Analyst = request.app.state.analyst
    try:
        found = analyst.of(look.code, await service.record(code, who.player))
    except NotUnderstood:
        sentence = who.words.say("There is no decision in this game that could be judged.")
        return _sorry(request, who, look, sentence)
    except TooMany:
        sentence = who.words.say("Many games are being analysed: try again in a minute.")
        return _sorry(request, who, look, sentence, 503)
    if not isinstance(found, Analysis):
        return html(request, who, "analysis.html", look=look, part=round(100 * found), again=AGAIN, teller=None)
    teller = Teller(found, who.words.lang)
    return html(
        request,
        who,
        "analysis.html",
        look=look,
        teller=teller,
        drawing=draw(teller),
        width=WIDTH,
        height=HEIGHT,
        parts=[_part(teller, seat) for seat in range(found.record.players)],
        rows=[_row(teller, one) for one in found.decisions],
    )


def _sorry(request: Request, who: Visitor, look: Look, sentence: str, status: int = 422) -> Response:
    heading = who.words.say("Analysis")
    return html(request, who, "error.html", status, heading=heading, sentence=sentence, code=look.code)


def _part(teller: Teller, seat: int) -> Part:
    mistakes = tuple((one.number, teller.mistake(one)) for one in teller.analysis.mistakes(seat))
    return Part(seat, teller.names[seat], teller.facts(seat), mistakes, teller.hidden(seat))


def _row(teller: Teller, one: Decision) -> Row:
    return Row(
        one.number,
        one.seat,
        teller.names[one.seat],
        teller.value(one.played.expected),
        teller.lost(one),
        teller.move(one.played, one.view),
        tuple(f"{teller.move(choice, one.view)} {teller.value(choice.expected)}" for choice in one.best),
    )
