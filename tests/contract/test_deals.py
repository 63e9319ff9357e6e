"""A deal as one seat knows it tells no secret, and can be filled so that the game it began goes on as it did."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.rules import CHANCE, NotLegal
from tavola.rules.chance import Rng
from tests.contract.games import CASES, Case
from tests.contract.oracles.registry import MEMORIES
from tests.contract.play import Ply, Spot, random_spot, walk, words


def last_deal(past: list[Ply]) -> int:
    """Where the deal is that the table was last laid out from."""
    deal = type(past[0].action)
    return max(at for at, ply in enumerate(past) if ply.actor is CHANCE and isinstance(ply.action, deal))


def seen_so_far(case: Case, past: list[Ply], seat: int | None) -> Any:
    """The seat's memory."""
    memory = MEMORIES[case.name](seat, case.initial())
    for ply in past:
        for event in ply.step.events:
            memory.see(event.seen_by(seat))
    return memory


def replayed(case: Case, before: Any, redacted: Any, later: list[Any], rng: Rng) -> Any:
    """The state at the end of a game that began with the deal filled.

    A forced pass tells of cards that its seat held and nobody saw, so that a first filling may not do.
    """
    for _ in range(50):
        state = case.game.apply(before, case.game.complete(redacted, later, before, rng)).state
        try:
            for action in later:
                state = case.game.apply(state, action).state
        except NotLegal:
            continue
        return state
    raise AssertionError("no filling of the deal allows what happened")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_deal_as_a_seat_knows_it(case: Case) -> None:
    game, rng = case.game, Rng("deals as seen")
    furthest = 700 if case.name == "lost-cities" else 160
    for spot in [Spot(3, 1), *(random_spot(rng, furthest) for _ in range(6))]:
        past, state = walk(case, Spot(spot.seed, max(1, spot.after)))
        at = last_deal(past)
        later = past[at + 1 :]
        events = [event for ply in later for event in ply.step.events]
        for seat in case.seats:
            redacted = game.redact(past[at].action, events, seat)
            memory = seen_so_far(case, past, seat)
            assert not words(game.to_text(redacted)) & memory.secrets(state)
            assert game.from_text(game.to_text(redacted)) == redacted
            world = replayed(case, past[at].before, redacted, [ply.action for ply in later], rng)
            assert game.view(world, seat) == game.view(state, seat)
            memory.agree(world)
