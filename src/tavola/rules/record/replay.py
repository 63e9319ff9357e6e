"""A record played again, strictly by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tavola.rules.core import Outcome, Step
from tavola.rules.errors import NotUnderstood
from tavola.rules.record.ending import result_to_text
from tavola.rules.record.record import OPEN, Record, first_state, game_of

__all__ = ["at", "check_result", "replay"]


def replay(record: Record) -> Iterator[tuple[Any, Step[Any, Any]]]:
    """For each ply the state before it and the step it made; NotLegal where the rules forbid it."""
    if record.eyes is not OPEN:
        raise NotUnderstood("This record hides what its seat did not see: complete it first.")
    game, state = game_of(record), first_state(record)
    for action in record.plies:
        step = game.apply(state, action)
        yield state, step
        state = step.state


def at(record: Record, n: int) -> Any:
    """The state after the first n plies, the deal being the first of them."""
    if not 0 <= n <= len(record.plies):
        raise NotUnderstood(f"Choose a number of plies from 0 to {len(record.plies)}, which is all of this record.")
    state = first_state(record)
    for number, (_, step) in enumerate(replay(record), 1):
        if number > n:
            break
        state = step.state
    return state


def check_result(record: Record, state: Any) -> None:
    """Refuse a result that is not what the rules say of the last state."""
    outcome = game_of(record).outcome(state)
    if outcome is not None and record.result != outcome:
        raise NotUnderstood(f"The game is over, and its result is {result_to_text(outcome)}.")
    if outcome is None and isinstance(record.result, Outcome):
        raise NotUnderstood("The game is not over by the rules: its result is *, or how the players ended it.")
