"""A record replayed, and every decision of it judged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tavola.bots.analysis.judges import quick
from tavola.bots.analysis.result import Analysis, Choice, Decision
from tavola.bots.bot import Bot, Verdict
from tavola.bots.nets.bot import plain
from tavola.bots.reasons import allowed, reason
from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE, Game, Seat
from tavola.rules.errors import NotUnderstood
from tavola.rules.record import OPEN, Record, complete, replay
from tavola.rules.record.record import game_of

__all__ = ["Tell", "analyse"]

Tell = Callable[[int, int], None]
"""Told how many decisions are judged, and how many there are."""
SEED = "analysis"
BEST = 3
"""So many moves are kept of each decision."""


class _Position(NamedTuple):
    number: int
    turn: int
    round: int
    seat: Seat
    view: Any
    legal: tuple[Any, ...]
    played: Any


def analyse(
    record: Record,
    bot: Bot | None = None,
    seats: Collection[Seat] | None = None,
    tell: Tell | None = None,
    judge: str = "net",
) -> Analysis:
    """Judge all decisions of these seats, or of all: each by what its seat knew, and nothing else.

    A record as one seat saw it is enough for that seat, and for those decisions of the others about which it
    hides nothing. Choices between payments are left out. The same record, bot and seats give the same analysis,
    if the bot does not think by the clock.
    """
    wanted = set(range(record.players) if seats is None else seats)
    found, hidden = _positions(record, wanted)
    if not found:
        raise NotUnderstood(_nothing(hidden))
    judging = quick(record) if bot is None else bot
    decisions = []
    for done, position in enumerate(found):
        if tell is not None:
            tell(done, len(found))
        decisions.append(_decision(game_of(record), judging, position))
    if tell is not None:
        tell(len(found), len(found))
    unit = "points" if record.game == "lost-cities" else "chance"
    return Analysis(record, judge, unit, tuple(decisions), tuple(hidden))


def _nothing(hidden: list[int]) -> str:
    if any(hidden):
        return "This record does not show what these seats knew when they chose: there is nothing to analyse."
    return "There is no decision to analyse in this record."


def _positions(record: Record, wanted: Collection[Seat]) -> tuple[list[_Position], list[int]]:
    """The decisions of these seats, and for each seat how many the record hides too much of."""
    found: list[_Position] = []
    hidden = [0] * record.players
    for position, state in _choices(record):
        if position.seat not in wanted:
            continue
        if record.eyes is OPEN or _knows(game_of(record).view(state, record.eyes), position.seat):
            found.append(position)
        else:
            hidden[position.seat] += 1
    return found, hidden


def _choices(record: Record) -> Iterator[tuple[_Position, Any]]:
    """Every decision with its state. What a record hides is filled in, and may not be looked at: see `_knows`."""
    game = game_of(record)
    whole = record if record.eyes is OPEN else complete(replace(record, comments=()), Rng(SEED))
    for number, (state, _) in enumerate(replay(whole)):
        seat = game.to_play(state)
        if seat is CHANCE or seat is None:
            continue
        legal = tuple(game.legal_actions(state))
        if plain(legal) is None:
            view = game.view(state, seat)
            rounds = len(getattr(view, "scores", ())) + 1
            yield _Position(number, game.turns(state), rounds, seat, view, legal, whole.plies[number]), state


def _knows(seen: Any, seat: Seat) -> bool:
    """Whether one who sees this knows all that the seat knows: its reserved cards, or its hand."""
    if seen.seat == seat:
        return True
    players = getattr(seen, "players", None)
    return players is not None and all(held.card is not None for held in players[seat].reserved)


def _decision(game: Game[Any, Any, Any, Any], bot: Bot, position: _Position) -> Decision:
    view, legal = position.view, position.legal
    verdicts = bot.evaluate(view, legal, Rng(f"{SEED} {position.number}"))
    most = verdicts[0].expected
    played = next(verdict for verdict in verdicts if verdict.action == position.played)
    return Decision(
        position.number,
        position.turn,
        position.round,
        position.seat,
        view,
        len(legal),
        _choice(game, view, played, most),
        tuple(_choice(game, view, verdict, most) for verdict in verdicts[:BEST]),
        allowed(view, position.played, verdicts[0].action),
    )


def _choice(game: Game[Any, Any, Any, Any], view: Any, verdict: Verdict, most: float) -> Choice:
    """A bot ranks by more than the number: what it puts below the best is not worth more."""
    expected = min(verdict.expected, most)
    return Choice(verdict.action, game.to_text(verdict.action), expected, reason(view, verdict.action))
