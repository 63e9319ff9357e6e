"""From what the service lets a player see to HTML: the template environment and the table's fragment."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from jinja2 import Environment, PackageLoader, Template, select_autoescape
from markupsafe import Markup

from tavola.rules.record import OPEN
from tavola.table import art
from tavola.table.i18n import LANGUAGES, Words
from tavola.table.look import Kind, Look, SeatLook
from tavola.table.web.charts import charts
from tavola.table.web.present import PRESENTERS, Move
from tavola.table.web.telling import ending_in_words, log_entries
from tavola.table.web.visitor import Visitor

__all__ = ["Replay", "fragment", "names_of", "page", "part", "static_version", "title"]

LOG_LINES: Final = 40
"""How much of the log the table shows; a page of its own shows all of it."""


@dataclass(frozen=True, slots=True)
class Replay:
    """Where a replay stands."""

    n: int
    total: int
    eyes: str
    choices: tuple[tuple[str, str], ...]
    """Values and names of the eyes one may look through."""


@cache
def static_version() -> str:
    """A stamp of the style, script and art, so that browsers may keep them for ever."""
    stamp = hashlib.sha256()
    for name in ("tavola.css", "games.css", "tavola.js"):
        stamp.update(resources.files(__package__).joinpath(f"static/{name}").read_bytes())
    for name in art.names():
        stamp.update(art.svg(name).encode())
    return stamp.hexdigest()[:12]


def art_url(name: str) -> str:
    """The address of a piece of art."""
    return f"/art/{static_version()}/{name}.svg"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("tavola.table.web"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        art=cache(art_url), static=lambda name: f"/static/{static_version()}/{name}", languages=LANGUAGES
    )
    return environment


ENVIRONMENT = _environment()


def page(template: str, who: Visitor, here: str, **context: Any) -> str:
    """A whole page."""
    words = who.words
    context.setdefault("notice", "")
    return _template(template).render(w=words, _=words.say, many=words.many, prefs=who.prefs, here=here, **context)


def names_of(seats: Sequence[SeatLook], words: Words) -> list[str]:
    """The names at the seats, a number for a free one."""
    return [seat.name or words.say("Seat {n}", n=number) for number, seat in enumerate(seats, 1)]


def title(look: Look, words: Words) -> str:
    """The title of the page, which tells in a tab whose turn it is."""
    name = PRESENTERS[look.game].name(words)
    return f"({words.say('your turn')}) {name}" if look.legal else f"{name} · tavola"


def fragment(look: Look, who: Visitor, replay: Replay | None = None, views: Sequence[Any] = ()) -> str:
    """The table as one element that replaces the former one."""
    words = who.words
    presenter = PRESENTERS[look.game]
    names = names_of(look.seats, words)
    moves = [] if replay else _moves(look, words)
    view = _opened(look)
    context = {
        "look": look,
        "view": view,
        "presenter": presenter,
        "names": names,
        "moves": moves,
        "live": {element for move in moves for element in move.elements},
        "affordable": {element for move in moves if move.text.startswith("buy") for element in move.elements},
        "why": presenter.why(view, words) if moves else {},
        "ask": presenter.ask(view, words) if moves else "",
        "log": log_entries(look, names, words, LOG_LINES),
        "earlier": max(0, len(look.log) - LOG_LINES),
        "recent": _recent(look),
        "ending": ending_in_words(look, names, words),
        "charts": charts(presenter.stats(views, words)) if views else [],
        "ledger": presenter.ledger(view, words) if views else [],
        "replay": replay,
        **presenter.context(view, words),
    }
    return Markup(_template("fragment.html").render(w=words, _=words.say, many=words.many, prefs=who.prefs, **context))


def part(template: str, who: Visitor, look: Look, **context: Any) -> str:
    """A small piece of page about a table: the waiting room, the curtain."""
    words = who.words
    names = names_of(look.seats, words)
    presenter = PRESENTERS[look.game]
    return _template(template).render(
        w=words, _=words.say, many=words.many, look=look, names=names, presenter=presenter, **context
    )


@cache
def _template(name: str) -> Template:
    return ENVIRONMENT.get_template(name)


def _moves(look: Look, words: Words) -> list[Move]:
    """The legal actions as buttons."""
    presenter = PRESENTERS[look.game]
    return [
        Move(
            choice.text,
            presenter.label(choice.action, look.view, words),
            presenter.elements(choice.action),
            choice.commits,
        )
        for choice in look.legal
    ]


def _opened(look: Look) -> Any:
    """The view to draw: with everybody's cards where everything may be known."""
    if look.eyes is not OPEN or not look.views:
        return look.view
    return PRESENTERS[look.game].opened(look.views)


def _recent(look: Look) -> set[str]:
    """The codes of the cards that the last committed turn of another, or the own draft, was about."""
    codes: set[str] = set()
    last: int | None = None
    for line in reversed(look.log):
        if line.kind is not Kind.ACTED or line.seat is None:
            continue
        if last is not None and line.seat != last:
            break
        last = line.seat
        for event in line.events:
            card = getattr(event, "card", None)
            if card is not None:
                codes.add(card.code)
    return codes
