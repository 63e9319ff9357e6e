"""What is legal, what happens, and who may see it: three games in one protocol."""

from typing import Any

from tavola.rules.core import CHANCE, Chance, Game, Outcome, Seat, Step
from tavola.rules.duel import DUEL
from tavola.rules.errors import BadOption, NotLegal, NotUnderstood, TavolaError
from tavola.rules.lost_cities import LOST_CITIES
from tavola.rules.splendor import SPLENDOR

__all__ = [
    "CHANCE",
    "GAMES",
    "BadOption",
    "Chance",
    "Game",
    "NotLegal",
    "NotUnderstood",
    "Outcome",
    "Seat",
    "Step",
    "TavolaError",
    "game",
]

GAMES: dict[str, Game[Any, Any, Any, Any]] = {game.name: game for game in (DUEL, SPLENDOR, LOST_CITIES)}


def game(name: str) -> Game[Any, Any, Any, Any]:
    """The game of this name."""
    if name not in GAMES:
        raise NotUnderstood(f"There is no game {name!r}: choose {', '.join(GAMES)}.")
    return GAMES[name]
