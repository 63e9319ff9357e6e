"""The light of a scene: a few colours from which all its layers are mixed, so that near and far agree."""

from __future__ import annotations

from typing import Final, NamedTuple

from tavola.table.art.ink import mix
from tavola.table.art.palette import STONES

__all__ = ["MOODS", "Mood"]


class Mood(NamedTuple):
    """The colours of an hour."""

    high: str
    """The sky above."""
    low: str
    """The sky at the horizon, into which what is far away fades."""
    ink: str
    """What is nearest."""
    glow: str
    """Sun, moon and lamps."""
    night: bool
    """Stars are out and windows are lit."""
    jewel: tuple[str, ...]
    """From dark to light, the colours of the gem that the card gives."""

    def tone(self, near: float) -> str:
        """The colour of a layer, from 0 at the horizon to 1 in front."""
        return mix(self.low, self.ink, near)


_LIGHTS: Final[dict[str, tuple[tuple[str, str, str, str, bool], ...]]] = {
    "w": (
        ("#7ea6c9", "#f7ebdc", "#3c4b60", "#fffbe6", False),
        ("#a99cc0", "#fde4d4", "#4a4462", "#fff3d0", False),
        ("#4d6d90", "#dce8ee", "#28384c", "#ffffff", False),
        ("#2f4766", "#b9cbdc", "#1c2a3d", "#fff6d6", True),
    ),
    "b": (
        ("#2d6fc0", "#cfe5f2", "#12305f", "#fff6d2", False),
        ("#0e1f55", "#5a8bd0", "#081433", "#ffe9a8", True),
        ("#2d66ad", "#f6d7b4", "#162d5a", "#ffdf9c", False),
        ("#1b3a86", "#a5b8ea", "#0e1c48", "#fff0c8", True),
    ),
    "g": (
        ("#2f8f83", "#e4edc4", "#0f4436", "#fff6c4", False),
        ("#4a9f76", "#f8e7b6", "#17483a", "#ffeeb0", False),
        ("#0b3b3c", "#74b493", "#052322", "#ffe4a4", True),
        ("#1c6a50", "#c8dc8e", "#0a3326", "#fff3ae", False),
    ),
    "r": (
        ("#8f2537", "#f9b67c", "#3c0f1c", "#ffe6a6", False),
        ("#cf5a48", "#ffe0aa", "#561a1c", "#fff4cc", False),
        ("#3a1130", "#dd6459", "#1f0818", "#ffd28c", True),
        ("#a83a52", "#fbcbb0", "#451529", "#ffeec4", False),
    ),
    "k": (
        ("#1a1824", "#746a80", "#09080d", "#ffd98a", True),
        ("#38303f", "#c9a993", "#151119", "#ffe3a0", False),
        ("#111a29", "#848899", "#080b12", "#f8e8c0", True),
        ("#4b4a55", "#d5ccc0", "#17161c", "#fff2d4", False),
    ),
    "x": (
        ("#3d2c80", "#fa9f8c", "#231850", "#ffe9a4", False),
        ("#1d6a92", "#fac0a4", "#1c2654", "#fff3be", False),
        ("#6a2c7c", "#ffc890", "#2f1545", "#fff0b4", False),
        ("#15204f", "#9a78c4", "#0c1030", "#ffe29c", True),
    ),
    "o": (
        ("#b27c2e", "#fdeab8", "#4c3114", "#fffae0", False),
        ("#6a4522", "#edc074", "#2c1a0c", "#fff0b6", True),
        ("#8a8f7a", "#faecc4", "#40341c", "#fff8d4", False),
    ),
}


def _moods(kind: str) -> tuple[Mood, ...]:
    jewel = STONES[{"x": "p", "o": "gold"}.get(kind, kind)].ramp
    return tuple(Mood(*light, jewel) for light in _LIGHTS[kind])


MOODS: Final = {kind: _moods(kind) for kind in _LIGHTS}
"""By gem; `x` for cards of every colour, `o` for those of none."""
