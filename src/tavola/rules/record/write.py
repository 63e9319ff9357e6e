"""A record to text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE, Seat
from tavola.rules.record.ending import result_to_text
from tavola.rules.record.record import OPEN, Record, first_state, game_of
from tavola.rules.record.replay import check_result, replay
from tavola.rules.record.seen import complete

__all__ = ["FORMAT", "RESULT", "SPECTATOR", "dump"]

FORMAT: Final = 1
SPECTATOR: Final = "spectator"
RESULT: Final = "Result:"


def dump(record: Record) -> str:
    """The record as text, in the one canonical form; `parse` reads it back."""
    return "\n".join([*_headers(record), "", *_body(record), f"{RESULT} {result_to_text(record.result)}", ""])


def _headers(record: Record) -> Iterator[str]:
    yield f"Tavola record: {FORMAT}"
    yield f"Game: {record.game}"
    yield f"Rules: {record.rules}"
    yield f"Players: {record.players}"
    yield f"Start: {record.start + 1}"
    if written := record.options.written():
        yield "Options: " + " ".join(f"{key}={value}" for key, value in written.items())
    if record.eyes is not OPEN:
        yield f"Seen by: {SPECTATOR if record.eyes is None else record.eyes + 1}"
    for key, value in record.headers:
        yield f"{key}: {value}"


def _body(record: Record) -> list[str]:
    comments: list[list[str]] = [[] for _ in range(len(record.plies) + 1)]
    for place, text in record.comments:
        comments[place].append(f"# {text}".rstrip())
    lines: list[str] = []
    turn_of_line = None
    for place, (turn, seat, text) in enumerate(_turns(record)):
        if turn is not None and turn == turn_of_line and not comments[place]:
            lines[-1] += f"; {text}"
        else:
            lines += [*comments[place], text if turn is None else f"{turn}. {seat + 1}: {text}"]
            turn_of_line = turn
    return lines + comments[-1]


def _turns(record: Record) -> Iterator[tuple[int | None, Seat, str]]:
    """For each ply its turn (None for a deal), its seat (for a bag draw that of the turn) and its text."""
    game, state, seat = game_of(record), first_state(record), record.start
    # What is hidden decides neither whose turn it is nor which: any completion gives the same lines.
    true = record if record.eyes is OPEN else complete(record, Rng())
    for action, (before, step) in zip(record.plies, replay(true), strict=True):
        actor, state = game.to_play(before), step.state
        if actor is not CHANCE and actor is not None:
            seat = actor
        deal = actor is CHANCE and game.turns(before) != game.turns(state)
        yield None if deal else game.turns(before), seat, game.to_text(action)
    check_result(record, state)
