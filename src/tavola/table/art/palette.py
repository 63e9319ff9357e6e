"""The colours of the table: five gems, pearl and gold, and the parchment, ink, brass and walnut around them."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["BRASS", "BRASS_DARK", "BRASS_LIGHT", "CREAM", "INK", "INK_BLUE", "PARCHMENT", "STONES", "WALNUT", "Stone"]

PARCHMENT: Final = "#f5ead3"
CREAM: Final = "#fffaf0"
INK: Final = "#2a2118"
INK_BLUE: Final = "#1e2a44"
WALNUT: Final = "#3a2619"
BRASS: Final = "#b98d3e"
BRASS_LIGHT: Final = "#f0d896"
BRASS_DARK: Final = "#6e4d1a"


class Stone(NamedTuple):
    """The colours of one gem, or of what serves as one."""

    ramp: tuple[str, str, str, str, str]
    """From the facet in shadow to the one in the light."""
    edge: str
    """Its outline, darker than any facet."""
    table: str
    """The flat face on top, where the letter is."""
    letter: str
    halo: str
    """Around the letter, to part it from the facets."""
    seat: str
    """The ground of a token, where the gem is set in."""


STONES: Final[dict[str, Stone]] = {
    "w": Stone(
        ("#8398ab", "#b0c3d2", "#d5e2eb", "#eff6fa", "#ffffff"), "#4f6477", "#f4f9fc", "#2b3c4d", "#ffffff", "#6d8599"
    ),
    "b": Stone(
        ("#0d2a70", "#1746a8", "#2f6cd6", "#6ea2f0", "#c9e0ff"), "#081a48", "#2460c8", "#ffffff", "#0d2a70", "#b4cdee"
    ),
    "g": Stone(
        ("#064a32", "#0a7049", "#16995f", "#5dcb93", "#cdf5dc"), "#043020", "#0f8654", "#ffffff", "#064a32", "#bfe3c9"
    ),
    "r": Stone(
        ("#6b0a1c", "#a01427", "#d22a3a", "#f16c6c", "#ffd0c4"), "#43060f", "#bf1f31", "#ffffff", "#6b0a1c", "#f3c6b4"
    ),
    "k": Stone(
        ("#0c0a10", "#1d1a24", "#373342", "#686279", "#c6c0d4"), "#8b849c", "#211e29", "#ffffff", "#0c0a10", "#d3cabb"
    ),
    "p": Stone(
        ("#b07f93", "#dfb1bb", "#f6d9d6", "#fff2ea", "#ffffff"), "#83566b", "#f6d9d6", "#5d2f45", "#fff2ea", "#8d6076"
    ),
    "gold": Stone(
        ("#8a560a", "#bd8420", "#e3b144", "#f8da86", "#fff6d2"), "#5c3806", "#eabb50", "#6b430a", "#fff0bd", "#c48c28"
    ),
}
