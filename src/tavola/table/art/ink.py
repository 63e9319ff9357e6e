"""The few marks that every drawing is made of: tags, numbers, paths, gradients and mixed colours, as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

__all__ = [
    "FIGURES",
    "LETTERS",
    "Attributes",
    "Point",
    "along",
    "circle",
    "document",
    "figure",
    "group",
    "linear",
    "lines",
    "mix",
    "num",
    "path",
    "polygon",
    "radial",
    "rect",
    "smooth",
    "tag",
]

Point = tuple[float, float]
Attributes = dict[str, str | float | None]

FIGURES: Final = "Georgia,'Noto Serif',serif"
"""The type of points and numbers."""
LETTERS: Final = "'Segoe UI','Noto Sans',Arial,sans-serif"
"""The type of what must be read when it is tiny."""


def num(value: float) -> str:
    """A coordinate, to a tenth, as short as it can be written."""
    text = f"{value:.1f}".removesuffix(".0")
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0"):
        return "-" + text[2:] if len(text) > 2 else "0"
    return text


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An element; `fill_opacity` is written `fill-opacity`, what is None is left out."""
    written = "".join(
        f' {key.replace("_", "-")}="{_value(key, value)}"' for key, value in attributes.items() if value is not None
    )
    body = "".join(inside)
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def _value(key: str, value: str | float) -> str:
    if isinstance(value, str):
        return value
    # Opacities and offsets need the second digit that coordinates do without.
    return f"{value:.2g}".removeprefix("0") or "0" if key.endswith(("opacity", "offset")) else num(value)


def document(width: float, height: float, *inside: str) -> str:
    """A whole drawing that stands alone."""
    size = f"0 0 {num(width)} {num(height)}"
    body = "".join(inside)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="{num(width)}" height="{num(height)}">'
        f"{body}</svg>\n"
    )


def group(*inside: str, **attributes: str | float | None) -> str:
    """Marks that move together."""
    return tag("g", *inside, **attributes)


def path(d: str, fill: str | None = None, **attributes: str | float | None) -> str:
    """A shape from path data."""
    return tag("path", d=d, fill=fill, **attributes)


def circle(x: float, y: float, r: float, fill: str | None = None, **attributes: str | float | None) -> str:
    """A disc."""
    return tag("circle", cx=x, cy=y, r=r, fill=fill, **attributes)


def rect(
    x: float, y: float, width: float, height: float, fill: str | None = None, **attributes: str | float | None
) -> str:
    """A box."""
    return tag("rect", x=x or None, y=y or None, width=width, height=height, fill=fill, **attributes)


def figure(
    text: str | int, x: float, y: float, size: float, fill: str, font: str = FIGURES, **attributes: str | float | None
) -> str:
    """A number or letter centred on (x, y), by the height of its capitals."""
    # Capitals and lining figures of the fonts named above are about 0.7 em high.
    middle: Attributes = {"text_anchor": "middle", "font_family": font, "font_weight": "700"}
    return tag("text", str(text), x=x, y=y + 0.35 * size, font_size=size, fill=fill, **(middle | attributes))


def lines(points: Iterable[Point], *, close: bool = True, digits: int = 1) -> str:
    """Path data through the points, rounded to so many digits, in relative steps because those are shorter."""
    written = "M"
    at = (0.0, 0.0)
    for place, (x, y) in enumerate(points):
        # Steps are taken between rounded places, so that rounding does not add up.
        here = (round(x, digits), round(y, digits))
        step = f"{num(here[0] - at[0])} {num(here[1] - at[1])}".replace(" -", "-")
        written += ("l" if place == 1 else " " if place > 1 and not step.startswith("-") else "") + step
        at = here
    # The first pair after a capital M is absolute: it starts from nowhere, so both readings agree.
    return written + ("z" if close else "")


def polygon(points: Iterable[Point], fill: str | None = None, **attributes: str | float | None) -> str:
    """A filled shape with straight sides."""
    return path(lines(points), fill, **attributes)


def smooth(points: Sequence[Point], *, first: str = "M") -> str:
    """Path data of a soft curve: quadratic arcs through the middles between the points."""
    written = f"{first}{num(points[0][0])} {num(points[0][1])}"
    for here, after in pairwise(points[1:]):
        end = after if after is points[-1] else ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
        written += f"Q{num(here[0])} {num(here[1])} {num(end[0])} {num(end[1])}"
    return written


def along(centre: Point, radius: float, degrees: float) -> Point:
    """The point at this angle, clockwise from three o'clock."""
    turn = math.radians(degrees)
    return centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)


def _stops(stops: Iterable[tuple[float, str] | tuple[float, str, float]]) -> str:
    return "".join(
        tag("stop", offset=stop[0], stop_color=stop[1], stop_opacity=stop[2] if len(stop) == 3 else None)
        for stop in stops
    )


def linear(
    name: str,
    *stops: tuple[float, str] | tuple[float, str, float],
    to: Point = (0, 1),
) -> str:
    """A gradient from the top left corner to `to`, in shares of the box it fills."""
    return tag("linearGradient", _stops(stops), id=name, x2=to[0], y2=to[1])


def radial(
    name: str, *stops: tuple[float, str] | tuple[float, str, float], at: Point = (0.5, 0.5), reach: float = 0.5
) -> str:
    """A gradient around a point, in shares of the box it fills."""
    here: Attributes = {} if at == (0.5, 0.5) else {"cx": f"{at[0]:.2g}", "cy": f"{at[1]:.2g}"}
    return tag("radialGradient", _stops(stops), id=name, **here, r=None if reach == 0.5 else f"{reach:.2g}")


def mix(first: str, second: str, share: float) -> str:
    """The colour `share` of the way from the first to the second."""
    a, b = (_channels(first), _channels(second))
    blend = "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))
    if all(blend[i] == blend[i + 1] for i in (0, 2, 4)):
        return "#" + blend[::2]
    return "#" + blend


def _channels(colour: str) -> tuple[int, ...]:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    return tuple(int(digits[i : i + 2], 16) for i in (0, 2, 4))
