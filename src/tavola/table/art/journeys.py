"""Expedition cards: nine windows on one tall picture, so that a column of them reads as a journey."""

from __future__ import annotations

from tavola.rules.lost_cities.material import COLOURS, WAGER, Card
from tavola.table.art.ink import FIGURES, Attributes, circle, document, figure, group, radial, rect, tag
from tavola.table.art.suits import SUITS, emblem, handshake
from tavola.table.art.worlds import STEP, world

__all__ = ["expedition_card"]


def _picture(colour: str, top: float) -> str:
    """The part of a world that lies between `top` and a card's height below."""
    pictured = world(colour)
    shown = "".join(piece.drawn for piece in pictured.pieces if piece.bottom > top + 3 and piece.top < top + 346)
    ground = rect(0, top, 250, 350, "url(#s)")
    return pictured.defs + group(ground, shown, transform=f"translate(0 {-top:g})")


def _number(card: Card, colour: str) -> str:
    suit = SUITS[colour]
    size, x = (60, 42) if card.value < 10 else (52, 46)
    halo: Attributes = {"stroke": suit.dark, "stroke_width": 9.0, "stroke_linejoin": "round", "paint_order": "stroke"}
    return figure(card.value, x, 39, size, suit.light, FIGURES, **halo)


def _wager(colour: str) -> str:
    """A handshake in the strip that a column shows, and a large one in a medallion below."""
    suit = SUITS[colour]
    return (
        circle(125, 204, 86, suit.dark, fill_opacity=0.72, stroke=suit.light, stroke_width=4)
        + circle(125, 204, 77, "none", stroke=suit.light, stroke_width=1.5, stroke_opacity=0.6)
        + handshake(125, 207, 132, "#fff3dc", suit.dark, suit.middle)
        + handshake(53, 41, 78, "#fff3dc", suit.dark, suit.middle)
    )


def expedition_card(code: str) -> str:
    """The drawing `lost-cities/CODE`."""
    card = Card.of(code)
    colour = COLOURS[card.colour]
    suit = SUITS[colour]
    top = -STEP if card.value == WAGER else (card.value - 2) * STEP
    depth = 0.36 if colour in "wy" else 0.6
    shade = radial("n", (0, suit.dark, depth), (0.5, suit.dark, depth * 0.6), (1, suit.dark, 0))
    index = _wager(colour) if card.value == WAGER else _number(card, colour)
    return document(
        250,
        350,
        tag("clipPath", rect(1, 1, 248, 348, rx=15), id="c"),
        shade,
        group(
            _picture(colour, top),
            circle(42, 40, 70, "url(#n)"),
            clip_path="url(#c)",
        ),
        rect(1, 1, 248, 348, "none", rx=15, stroke=suit.dark, stroke_width=2),
        rect(5, 5, 240, 340, "none", rx=12, stroke=suit.light, stroke_opacity=0.45),
        index,
        emblem(colour, 214, 39, 27),
    )
