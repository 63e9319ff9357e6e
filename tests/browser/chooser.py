"""Moves for games that must come to an end: what wins points first, tokens otherwise, a little chance in between."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tavola.rules.duel.material import Card as Jewel
from tavola.rules.splendor.material import Card as Development


class Chooser:
    """Chooses from the texts of the legal moves."""

    def __init__(self, game: str, seed: int = 1) -> None:
        self.game = game
        self.rng = Random(seed)

    def __call__(self, texts: Sequence[str]) -> str:
        worth = self._expedition if self.game == "lost-cities" else self._jewel
        return max(texts, key=lambda text: worth(*text.split()) + self.rng.random())

    def _expedition(self, verb: str, card: str = "", *_: str) -> float:
        """Play low cards first, draw from the deck so that the round ends."""
        return {"draw": 100, "play": 50 - int(card[1:]) if card[1:].isdigit() else 50, "discard": 10}.get(verb, 0)

    def _jewel(self, verb: str, what: str = "", *more: str) -> float:
        match verb:
            case "buy":
                return 100 + self._value(what)
            case "return":
                return 88 if what in "*p" else 90
            case "take":
                return 51 + (len(more) if self.game == "duel" else len(set(what)) - 1)
            case "privilege":
                return 60
            case "replenish":
                return 52
            case "gold" | "reserve":
                # Now and then, for what is reserved can be bought whatever the other does.
                return 51.5 + 2.5 * self.rng.random() ** 2
            case "pass":
                return 0
        return 90

    def _value(self, code: str) -> float:
        if self.game == "duel":
            jewel = Jewel.of(code)
            return 2 * (jewel.points + jewel.crowns + jewel.bonuses + len(jewel.abilities))
        return 1 + 2 * Development.of(code).points
