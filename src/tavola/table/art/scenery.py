"""What scenes are put together from: skies, mountains, water, trees, buildings and lights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tavola.table.art.dice import Dice
from tavola.table.art.ink import Attributes, Point, circle, group, linear, lines, num, path, radial, rect, smooth
from tavola.table.art.moods import Mood

__all__ = [
    "HEIGHT",
    "WIDTH",
    "Pile",
    "crystals",
    "cypress",
    "flag",
    "gables",
    "glow",
    "hills",
    "lamps",
    "moved",
    "pine",
    "ridge",
    "sky",
    "water",
]

WIDTH: Final = 166
HEIGHT: Final = 262


def moved(x: float, y: float, scale: float, *inside: str, flip: bool = False) -> str:
    """Marks drawn around (0, 0), put elsewhere."""
    across = f"{-scale if flip else scale:.3g}"
    size = f"scale({across} {scale:.3g})" if flip else "" if scale == 1 else f"scale({across})"
    return group(*inside, transform=f"translate({num(x)} {num(y)}){size}")


# --- The sky -------------------------------------------------------------------------------------------------


def sky(dice: Dice, mood: Mood, horizon: float = 170) -> str:
    """Air, a sun or a moon, and clouds, birds or stars; defines the gradients `y` and `h`."""
    air = linear("y", (0, mood.high), (round(horizon / HEIGHT, 2), mood.low))
    halo = radial("h", (0, mood.glow, 0.95), (0.3, mood.glow, 0.4), (1, mood.glow, 0))
    x = dice.pick((44.0, 62.0, 83.0, 104.0, 122.0)) + dice.between(-6, 6)
    y = dice.between(44, 0.62 * horizon)
    body = _heaven(dice, mood, x, y)
    extra = _stars(dice, horizon, mood) if mood.night else ""
    extra += _clouds(dice, horizon, mood)
    if not mood.night and dice.chance(0.6):
        extra += _birds(dice, mood)
    return air + halo + rect(0, 0, WIDTH, HEIGHT, "url(#y)") + body + extra


def _heaven(dice: Dice, mood: Mood, x: float, y: float) -> str:
    if mood.night and dice.chance(0.6):
        r = dice.between(9, 14)
        crescent = path(
            f"M{num(x)} {num(y - r)}a{num(r)} {num(r)} 0 1 0 {num(r)} {num(r * 1.3)}"
            f"a{num(r * 0.95)} {num(r * 0.95)} 0 0 1 {num(-r)} {num(-r * 1.3)}z",
            mood.glow,
        )
        return glow(x, y, 2.6 * r, 0.6) + crescent
    r = dice.between(8, 13) if mood.night else dice.between(11, 21)
    return glow(x, y, 3.2 * r) + circle(x, y, r, mood.glow)


def _stars(dice: Dice, horizon: float, mood: Mood) -> str:
    dots = "".join(
        f"M{dice.whole(8, 158)} {dice.whole(10, int(horizon * 0.75))}h{dice.pick(('0', '0', '.4'))}"
        for _ in range(dice.whole(12, 20))
    )
    return path(dots, "none", stroke=mood.glow, stroke_width=1.7, stroke_linecap="round", stroke_opacity=0.85)


def _clouds(dice: Dice, horizon: float, mood: Mood) -> str:
    """Long flat streaks, two or three to a cloud."""
    d = ""
    for _ in range(dice.whole(0 if mood.night else 1, 3)):
        x, y = dice.whole(-10, 130), float(dice.whole(52, int(horizon * 0.9)))
        for _ in range(dice.whole(2, 3)):
            d += f"M{x} {num(y)}h{dice.whole(16, 46)}"
            x, y = x + dice.whole(-12, 14), y + 4.5
    light = mood.low if not mood.night else mood.tone(0.25)
    shown = 0.75 if not mood.night else 0.4
    return path(d, "none", stroke=light, stroke_width=4.5, stroke_linecap="round", stroke_opacity=shown) if d else ""


def _birds(dice: Dice, mood: Mood) -> str:
    x, y = dice.between(30, 110), dice.between(50, 100)
    d = ""
    for _ in range(dice.whole(2, 4)):
        s = dice.between(2.5, 4)
        d += f"M{num(x)} {num(y)}q{num(s)}{num(-s)} {num(2 * s)} 0q{num(s)}{num(-s)} {num(2 * s)} 0"
        x, y = x + dice.between(8, 17), y + dice.between(-9, 6)
    return path(d, "none", stroke=mood.tone(0.75), stroke_width=1.1)


def glow(x: float, y: float, r: float, shown: float | None = None) -> str:
    """A soft light around a lamp or a sun."""
    return circle(x, y, r, "url(#h)", opacity=shown)


# --- The land ------------------------------------------------------------------------------------------------


def ridge(dice: Dice, mood: Mood, near: float, base: float, tall: float, peaks: int) -> str:
    """A mountain chain: lit slopes on the left of each peak, shadow on the right, snow where the mood is pale."""
    step = WIDTH / peaks
    x = -dice.between(0, step)
    outline: list[Point] = [(x, base)]
    shade = ""
    while x < WIDTH:
        width = step * dice.between(0.8, 1.35)
        top = (x + width * dice.between(0.38, 0.6), base - tall * dice.between(0.55, 1))
        valley = (x + width, base - tall * dice.between(0.02, 0.3))
        bend = (top[0] + width * dice.between(-0.06, 0.08), (top[1] + base) / 2)
        shade += lines([top, valley, (valley[0], base + 2), (bend[0] - width * 0.12, base + 2), bend], digits=0)
        outline += [((outline[-1][0] + top[0]) / 2, (outline[-1][1] + top[1]) / 2 - dice.between(-4, 4)), top, valley]
        x += width
    outline += [(x, HEIGHT), (outline[0][0], HEIGHT)]
    return path(lines(outline, digits=0), mood.tone(near)) + path(shade, mood.ink, fill_opacity=0.13)


def hills(dice: Dice, mood: Mood, near: float, base: float, wave: float, fill: str | None = None) -> str:
    """Soft land, from the left edge to the right."""
    points = [(x, round(base + dice.between(-wave, wave))) for x in range(-6, 190, 36)]
    return path(smooth(points) + f"V{HEIGHT}H-6Z", fill or mood.tone(near))


def water(dice: Dice, mood: Mood, top: float, sun: float = 83) -> str:
    """A calm surface from `top` down, with glints below the light."""
    d = ""
    y = top + 4
    while y < HEIGHT:
        spread = 10 + (y - top) * 0.6
        d += f"M{sun - spread * dice.between(0.3, 1.1):.0f} {y:.0f}h{spread * dice.between(0.9, 1.5):.0f}"
        y += dice.between(4, 7)
    dashes = dice.pick(("5 9 12 7", "9 6 4 12", "7 11 14 5 3 8"))
    surface = linear("u", (0, mood.tone(0.12)), (1, mood.tone(0.8)))
    return (
        surface
        + rect(0, top, WIDTH, HEIGHT - top, "url(#u)")
        + path(d, stroke=mood.glow, stroke_width=1.3, stroke_opacity=0.55, stroke_dasharray=dashes)
    )


def cypress(x: float, y: float, tall: float) -> str:
    """Path data of a slender tree that stands on (x, y)."""
    w = tall * 0.13
    return (
        f"M{num(x)} {num(y)}q{num(-w * 2)} {num(-tall * 0.35)} 0 {num(-tall)}"
        f"q{num(w * 2)} {num(tall * 0.65)} 0 {num(tall)}z"
    )


def pine(x: float, y: float, tall: float) -> str:
    """Path data of a fir that stands on (x, y)."""
    w = tall * 0.26
    rows = [(-w, 0.0), (-w * 0.35, -tall * 0.36), (-w * 0.7, -tall * 0.36), (-w * 0.22, -tall * 0.68)]
    rows += [(-w * 0.42, -tall * 0.68), (0, -tall)]
    right = [(-px, py) for px, py in reversed(rows[:-1])]
    return lines([(x + px, y + py) for px, py in rows + right])


def crystals(dice: Dice, mood: Mood, x: float, y: float, tall: float, count: int) -> str:
    """A cluster of pointed crystals in the colour of the card, lit from the left."""
    dark, low, middle, high, white = mood.jewel
    drawn = ""
    digits = 0 if tall > 40 else 1
    for at in sorted(range(count), key=lambda place: -abs(place - (count - 1) / 2)):
        lean = (at - (count - 1) / 2) * dice.between(7, 10)
        h = tall * dice.between(0.55, 1) * (1 - abs(lean) / 90)
        w = h * dice.between(0.13, 0.19)
        base = x + lean * 0.9
        tip = (base + lean * h / 60, y - h)
        left, right = (base - w + lean * h / 90, y - h * 0.8), (base + w + lean * h / 90, y - h * 0.8)
        edge = (left[0] + w, left[1] + w * 0.7)
        drawn += path(lines([tip, left, (base - w, y), (base, y), edge], digits=digits), high if at % 2 else white)
        drawn += path(lines([tip, right, (base + w, y), (base, y), edge], digits=digits), middle if at % 2 else low)
        drawn += path(lines([tip, left, edge, right], digits=digits), dark, fill_opacity=0.18)
    return drawn


# --- Buildings -----------------------------------------------------------------------------------------------


class Pile:
    """Buildings that share their light: one path for each colour of wall or roof, one for shadows, one for windows."""

    def __init__(self, mood: Mood) -> None:
        """Start with nothing built."""
        self._mood = mood
        self._fills: dict[str, str] = {}
        self._shade = ""
        self._panes = ""
        self._columns = ""

    def shape(self, fill: str, d: str, shade: str = "") -> Pile:
        """Any outline, with the part of it that lies in shadow."""
        self._fills[fill] = self._fills.get(fill, "") + d
        self._shade += shade
        return self

    def wall(self, x: float, y: float, width: float, tall: float, near: float) -> Pile:
        """A wall that stands on y, its right side in shadow."""
        x, y, width, tall = map(round, (x, y, width, tall))
        return self.shape(
            self._mood.tone(near),
            f"M{num(x)} {num(y)}h{num(width)}v{num(-tall)}h{num(-width)}z",
            f"M{num(x + width)} {num(y)}v{num(-tall)}h{num(-width * 0.34)}v{num(tall)}z",
        )

    def roof(self, x: float, y: float, width: float, tall: float, near: float) -> Pile:
        """A pointed roof over a wall from x on."""
        x, y, half, tall = map(round, (x, y, width / 2, tall))
        return self.shape(
            self._mood.tone(near),
            lines([(x, y), (x + half, y - tall), (x + 2 * half, y)]),
            lines([(x + half + 1, y), (x + half, y - tall), (x + 2 * half, y)]),
        )

    def dome(self, x: float, y: float, r: float, near: float, *, onion: bool = False) -> Pile:
        """A round or a swelling dome with its needle; its foot has its middle on (x, y)."""
        x, y, r = round(x), round(y), round(2 * r) / 2
        if onion:
            up = f"c{num(0.55 * r)} {num(-0.75 * r)} {num(-0.45 * r)} {num(-1.05 * r)} {num(-0.8 * r)} {num(-2 * r)}"
            down = f"c{num(-0.35 * r)} {num(0.95 * r)} {num(-1.35 * r)} {num(1.25 * r)} {num(-0.8 * r)} {num(2 * r)}z"
            whole, half = f"M{num(x + 0.8 * r)} {num(y)}{up}{down}", 0.8 * r
            back = f"q{num(0.9 * r)} {num(1.1 * r)} {num(0.1 * r)} {num(2 * r)}z"
        else:
            up = f"a{num(r)} {num(r)} 0 0 0 {num(-r)} {num(-r)}"
            whole, half = f"M{num(x + r)} {num(y)}{up}a{num(r)} {num(r)} 0 0 0 {num(-r)} {num(r)}z", r
            back = f"q{num(0.6 * r)} {num(0.4 * r)} {num(0.1 * r)} {num(r)}z"
        needle = (
            f"M{num(x - 0.7)} {num(y - r)}v{num(-1.4 * r if onion else -0.45 * r)}h1.400"
            f"v{num(1.4 * r if onion else 0.45 * r)}z"
        )
        return self.shape(self._mood.tone(near), whole + needle, f"M{num(x + half)} {num(y)}{up}{back}")

    def windows(self, places: Iterable[Point], width: float, tall: float, *, arched: bool = False) -> Pile:
        """Lit windows whose feet have their middles on the places."""
        top = f"a{num(width / 2)} {num(width / 2)} 0 0 1 {num(width)} 0" if arched else f"h{num(width)}"
        rest = f"v{num(-tall)}{top}v{num(tall)}z"
        self._panes += "".join(f"M{num(x - width / 2)} {y:.0f}{rest}" for x, y in places)
        return self

    def lit(self, y: float, tall: float, *places: float) -> Pile:
        """Columns of small lit windows up from y: dashes, which cost a tenth of as many boxes."""
        self._columns += "".join(f"M{x:.0f} {y:.0f}v{-tall:.0f}" for x in places)
        return self

    def draw(self, dashes: str = "5 7") -> str:
        """All of it."""
        walls = "".join(path(d, fill) for fill, d in self._fills.items())
        shade = path(self._shade, self._mood.ink, fill_opacity=0.28) if self._shade else ""
        panes = path(self._panes, self._mood.glow) if self._panes else ""
        light: Attributes = {"stroke": self._mood.glow, "stroke_width": 3.2, "stroke_dasharray": dashes}
        return walls + shade + panes + (path(self._columns, None, **light) if self._columns else "")


def gables(dice: Dice, mood: Mood, near: float, y: float, middle: float, count: int) -> str:
    """Gabled houses side by side."""
    pile = Pile(mood)
    x = middle - count * 10
    for _ in range(count):
        width, tall = dice.between(17, 24), dice.between(24, 52)
        pile.wall(x, y, width, tall, near + dice.pick((-0.08, 0, 0.06)))
        pile.roof(x - 1.5, y - tall, width + 3, dice.between(10, 19), near + 0.3)
        pile.lit(y - 4, tall - 9, x + width * 0.28, x + width * 0.68)
        x += width + dice.between(-1, 2)
    return pile.draw()


def flag(x: float, y: float, tall: float, fill: str, pole: str) -> str:
    """A pennant on its pole, blown to the right."""
    long = num(tall * 0.75)
    return path(f"M{num(x)} {num(y)}v{num(-tall)}", stroke=pole, stroke_width=1.2) + path(
        f"M{num(x)} {num(y - tall)}q5 3 {long} 1q-3 4-{long} 5z", fill
    )


def lamps(mood: Mood, size: float, *places: Point) -> str:
    """Lanterns that hang on the places."""
    lights = "".join(glow(x, y + 6 * size, 17 * size) for x, y in places)
    step = [num(size * part) for part in (3, 6, 1.5, 7, 9)]
    d = "".join(
        f"M{num(x)} {num(y)}v{step[0]}m-{step[0]} 0h{step[1]}l{step[2]} {step[3]}h-{step[4]}z" for x, y in places
    )
    return lights + path(d, mood.glow, stroke=mood.ink, stroke_width=1.1, stroke_linejoin="round")
