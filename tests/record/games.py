"""Recorded games to test with, played at random from a seed."""

from __future__ import annotations

from functools import cache

from tavola.rules import CHANCE, GAMES
from tavola.rules.chance import Rng, pick
from tavola.rules.record import Record, Recorder, new

SETUPS: tuple[tuple[str, int, tuple[tuple[str, str], ...]], ...] = (
    ("lost-cities", 2, (("rounds", "1"),)),
    ("lost-cities", 2, (("colours", "6"), ("tieStarter", "random"), ("stallLimit", "20"))),
    ("splendor", 2, ()),
    ("splendor", 3, (("takeFewer", "upTo3"), ("reservedVisibility", "allOpen"))),
    ("splendor", 4, (("target", "8"), ("reservedVisibility", "allHidden"))),
    ("duel", 2, ()),
    ("duel", 2, (("pyramidRefill", "immediate"), ("reservedVisibility", "faceUpKnown"))),
)
SHORT = (("lost-cities", 2, (("rounds", "1"),)), ("splendor", 2, (("target", "5"),)), ("duel", 2, ()))
"""One quick game of each kind."""


@cache
def random_game(
    name: str, players: int, options: tuple[tuple[str, str], ...], seed: int = 1, longest: int = 5000
) -> Record:
    """A game at random, to its end or to so many plies."""
    game = GAMES[name]
    recorder = Recorder(new(name, players, dict(options), seed % players, [("Seat 1", "Ada"), ("Seat 2", "小明")]))
    rng = Rng(f"{name} {players} {seed}")
    while (actor := game.to_play(recorder.state)) is not None and len(recorder.record.plies) < longest:
        legal = game.legal_actions(recorder.state)
        recorder.play(game.sample(recorder.state, rng) if actor is CHANCE else pick(rng, legal))
    return recorder.record
