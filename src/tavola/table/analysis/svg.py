"""The graph as SVG: a file of its own, which follows the reader's light or dark colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from tavola.table.analysis.graph import HEIGHT, WIDTH, Dot, Line, Text, draw
from tavola.table.analysis.telling import Teller

__all__ = ["DARK", "DASHES", "LIGHT", "to_svg"]


class Palette(NamedTuple):
    """The colours of a picture."""

    paper: str
    ink: str
    seats: tuple[str, ...]


LIGHT: Final = Palette("#fffaf0", "#2a2118", ("#1f5fbf", "#b3401f", "#2f7d3b", "#7a3ea8"))
DARK: Final = Palette("#1b1613", "#f0e6d2", ("#7fb0ff", "#ff9a70", "#86d393", "#cf9cf5"))
DASHES: Final = ((), (9, 4), (2, 4), (9, 4, 2, 4))
"""Lines can be told apart without their colours too."""
_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_svg(teller: Teller) -> str:
    """A whole SVG document."""
    drawing = draw(teller)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" lang="{teller.lang}">',
        f"<title>{_safe(drawing.title)}</title>",
        f"<desc>{_safe(drawing.about)}</desc>",
        f"<style>{_style()}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="8"/>',
        *map(_line, drawing.lines),
        *map(_dot, drawing.dots),
        *map(_text, drawing.texts),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _safe(text: str) -> str:
    """Text that may stand in XML: names are anybody's words."""
    return escape(_NOT_XML.sub("\ufffd", text))


def _style() -> str:
    base = (
        "svg{font-family:system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans TC',sans-serif}"
        ".line{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}"
        ".axis{fill:none;stroke-width:1}.faint{opacity:.25}.loss{stroke-width:2;opacity:.45}.bold{font-weight:600}.rank{paint-order:stroke;stroke-width:4;stroke-linejoin:round}"
    )
    return base + "".join(_colours(LIGHT)) + f"@media (prefers-color-scheme: dark){{{''.join(_colours(DARK))}}}"


def _colours(palette: Palette) -> Iterator[str]:
    yield f".paper{{fill:{palette.paper}}}.rank{{stroke:{palette.paper}}}"
    yield f"text{{fill:{palette.ink}}}.axis{{stroke:{palette.ink}}}"
    for seat, colour in enumerate(palette.seats):
        yield f".s{seat}{{stroke:{colour}}}.f{seat}{{fill:{colour}}}"


def _line(line: Line) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in line.points)
    if line.seat is None:
        return f'<polyline class="axis{" faint" * line.faint}" points="{points}"/>'
    dashes = (
        "" if line.faint or not DASHES[line.seat] else f' stroke-dasharray="{" ".join(map(str, DASHES[line.seat]))}"'
    )
    return f'<polyline class="line s{line.seat}{" loss" * line.faint}" points="{points}"{dashes}/>'


def _dot(dot: Dot) -> str:
    place = f'cx="{dot.x:.1f}" cy="{dot.y:.1f}" r="5.5"'
    return f'<circle class="f{dot.seat}" {place}><title>{_safe(dot.title)}</title></circle>'


def _text(text: Text) -> str:
    names = ["bold"] * text.bold + [f"f{text.seat}"] * (text.seat is not None)
    names += ["rank"] * (text.bold and text.seat is not None)
    kind = f' class="{" ".join(names)}"' if names else ""
    turn = f' transform="rotate(-90 {text.x:.1f} {text.y:.1f})"' if text.turned else ""
    return (
        f'<text x="{text.x:.1f}" y="{text.y:.1f}" text-anchor="{text.anchor}" font-size="{text.size}"{kind}{turn}>'
        f"{_safe(text.text)}</text>"
    )
