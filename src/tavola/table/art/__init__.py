"""The art of the table: every gem, token, card and sign as a drawing of its own, all of it generated.

A drawing is known by a name such as `gem/w`, `duel/1w1` or `lost-cities/y10`, and is a whole SVG document that may be
shown as an image: it needs no style, no script and no other file, and it suits a light table and a dark one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final

from tavola.rules.duel.material import CARDS as DUEL_CARDS
from tavola.rules.duel.material import ROYALS
from tavola.rules.jewels import LEVELS
from tavola.rules.lost_cities.material import CARDS as EXPEDITION_CARDS
from tavola.rules.lost_cities.material import COLOURS
from tavola.rules.splendor.material import CARDS as SPLENDOR_CARDS
from tavola.rules.splendor.material import NOBLES
from tavola.table.art import icons
from tavola.table.art.backs import jewel_back, lost_cities_back
from tavola.table.art.cards import duel_card, splendor_card
from tavola.table.art.gems import KINDS, gem
from tavola.table.art.journeys import expedition_card
from tavola.table.art.suits import place, sign
from tavola.table.art.tiles import noble, royal
from tavola.table.art.tokens import token

__all__ = ["names", "svg"]

_DRAWINGS: Final[dict[str, Callable[[], str]]] = {
    **{f"gem/{kind}": partial(gem, kind) for kind in KINDS},
    "gem/wild": icons.wild,
    **{f"token/{kind}": partial(token, kind) for kind in KINDS},
    "crown": icons.crown,
    "privilege": icons.privilege,
    "bag": icons.bag,
    **{f"ability/{which}": partial(icons.ability, which) for which in icons.ABILITIES},
    "logo": icons.logo,
    "favicon": icons.favicon,
    **{f"duel/{card.code}": partial(duel_card, card.code) for card in DUEL_CARDS},
    **{f"royal/{card.code}": partial(royal, card.code) for card in ROYALS},
    **{f"splendor/{card.code}": partial(splendor_card, card.code) for card in SPLENDOR_CARDS},
    **{f"noble/{tile.code}": partial(noble, tile.code) for tile in NOBLES},
    **{f"lost-cities/{card.code}": partial(expedition_card, card.code) for card in EXPEDITION_CARDS},
    **{f"suit/{colour}": partial(sign, colour) for colour in COLOURS},
    **{f"column/{colour}": partial(place, colour) for colour in COLOURS},
    **{f"back/{game}-{level}": partial(jewel_back, game, level) for game in ("duel", "splendor") for level in LEVELS},
    "back/lost-cities": lost_cities_back,
}


def names() -> tuple[str, ...]:
    """The names of all drawings."""
    return tuple(_DRAWINGS)


@cache
def svg(name: str) -> str:
    """The drawing of this name; KeyError where there is none."""
    return _DRAWINGS[name]()
