"""Games as numbers, for nets and for the batched engines: action ids, masks of legal actions, observations."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from tavola.bots.encode.duel import Duel
from tavola.bots.encode.encoding import Encoding, Field, Kind, Layout, Relabelling
from tavola.bots.encode.lost_cities import LostCities
from tavola.bots.encode.splendor import Splendor
from tavola.rules import game as game_named
from tavola.rules.errors import BadOption
from tavola.rules.options import Options

__all__ = ["ENCODINGS", "Encoding", "Field", "Kind", "Layout", "Relabelling", "encoding", "encoding_of"]

ENCODINGS: Final[dict[str, type[Encoding[Any, Any]]]] = {kind.game: kind for kind in (Splendor, Duel, LostCities)}


@lru_cache(maxsize=256)
def encoding(name: str, players: int | None = None, options: Options | None = None) -> Encoding[Any, Any]:
    """The encoding of a game with so many players and these options, or the game's defaults."""
    game = game_named(name)
    players = game.seats[0] if players is None else players
    if players not in game.seats:
        raise BadOption(f"{name} is played by {' or '.join(map(str, game.seats))}, not by {players}.")
    return ENCODINGS[game.name](players, game.options() if options is None else options)


def encoding_of(view: Any) -> Encoding[Any, Any]:
    """The encoding that fits a view."""
    name = next(name for name in ENCODINGS if isinstance(view, game_named(name).view_type))
    return encoding(name, len(view.hand_sizes) if name == "lost-cities" else len(view.players), view.options)
