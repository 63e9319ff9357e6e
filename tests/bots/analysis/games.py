"""Recorded games to analyse, and a judge that costs no time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from tavola import bots
from tavola.bots import Stop, Verdict
from tavola.bots.greedy import JUDGES
from tavola.bots.reasons import reason
from tavola.rules import CHANCE, GAMES
from tavola.rules.chance import Rng
from tavola.rules.record import Record, Recorder, new

TABLES = (
    ("splendor", 2, ()),
    ("splendor", 4, (("reservedVisibility", "allHidden"), ("target", "8"))),
    ("duel", 2, ()),
    ("lost-cities", 2, (("rounds", "1"),)),
    ("lost-cities", 2, (("colours", "6"),)),
)


class Thumb:
    """Judges by the greedy bot's rule of thumb, squeezed between 0 and 1."""

    def __init__(self, game: str) -> None:
        self.judge = JUDGES[game]

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        return self.evaluate(view, legal, rng)[0].action

    def evaluate(self, view: Any, legal: Sequence[Any], rng: Random) -> list[Verdict]:
        worth = self.judge(view)
        rows = sorted(((worth(action), action) for action in legal), key=lambda row: -row[0])
        return [
            Verdict(action, 0.5 + value / (2 + 2 * abs(value)), 1 / len(legal), reason(view, action))
            for value, action in rows
        ]


@cache
def game(
    name: str, players: int, options: tuple[tuple[str, str], ...] = (), seed: int = 1, second: str = "uniform"
) -> Record:
    """A game of greedy bots among which sits one of another kind, in the second seat."""
    rules = GAMES[name]
    recorder = Recorder(new(name, players, dict(options), 0, [("Seat 1", "Ada"), ("Seat 2", "小明")]))
    seated = [bots.make(second if seat == 1 else "greedy", rules) for seat in range(players)]
    rng = Rng(f"{name} {players} {seed}")
    while (actor := rules.to_play(recorder.state)) is not None:
        legal = rules.legal_actions(recorder.state)
        if actor is CHANCE:
            recorder.play(rules.sample(recorder.state, rng))
        else:
            assert isinstance(actor, int)
            recorder.play(seated[actor].choose(rules.view(recorder.state, actor), legal, rng))
    return recorder.record


def short(record: Record, plies: int) -> Record:
    """The beginning of a game."""
    return replace(record, plies=record.plies[:plies], comments=(), result=None)
