"""A record as one seat may see it, and open records that the seat could not tell from the true one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from tavola.rules.core import CHANCE, Game, Seat
from tavola.rules.errors import NotLegal, NotUnderstood, TavolaError
from tavola.rules.record.record import OPEN, Record, first_state, game_of
from tavola.rules.record.replay import replay

__all__ = ["complete", "fill", "seen_by"]

AnyGame = Game[Any, Any, Any, Any]

TRIES, FEWER = 50, 5
"""How often to try a whole record, and a part of one that does not fit as a whole."""
WORK = 20_000
"""Plies that may be tried at a time, so that a hostile text cannot take for ever."""
MISFIT = "No cards that the seat did not see fit both this and what stands before it."


def seen_by(record: Record, seat: Seat | None) -> Record:
    """What a seat, or a spectator (None), may know of the game. Comments are left out: they may tell anything."""
    if record.eyes is not OPEN:
        if record.eyes == seat:
            return record
        raise NotUnderstood("This record holds only what another seat may see.")
    game = game_of(record)
    events = [[event.seen_by(seat) for event in step.events] for _, step in replay(record)]
    plies = list(record.plies)
    for first, last in _deals(plies):
        for place in range(first, last):
            later = [event for ply in events[place:last] for event in ply]
            plies[place] = game.redact(plies[place], later, seat)
    return replace(record, plies=tuple(plies), comments=(), eyes=seat)


def complete(record: Record, rng: Random) -> Record:
    """An open record that this record's eyes cannot tell from the true one."""
    plies, wrong = fill(record, rng)
    if wrong is not None:
        raise NotUnderstood(f"No game fits this record: ply {len(plies) + 1} does not follow. {wrong}")
    return replace(record, plies=tuple(plies), eyes=OPEN)


def fill(record: Record, rng: Random) -> tuple[list[Any], TavolaError | None]:
    """The plies with the gaps filled, as far as the rules allow, and why they allow no more."""
    if record.eyes is OPEN:
        return [*record.plies], None
    game, state = game_of(record), first_state(record)
    filled: list[Any] = []
    for first, last in _deals(record.plies):
        world = _world(game, state, record.plies[first:last], rng)
        filled += world.plies
        state = world.state
        if world.wrong is not None:
            return filled, world.wrong
    return filled, None


class _World(NamedTuple):
    plies: list[Any]
    state: Any
    wrong: TavolaError | None


def _world(game: AnyGame, state: Any, plies: Sequence[Any], rng: Random) -> _World:
    """A world for the plies from a deal on, or for as many of them as there is one for."""
    world = _search(game, state, plies, rng, TRIES)
    if world.wrong is None:
        return world
    best, fits, fails = _World([], state, world.wrong), 0, len(plies)
    while fails - fits > 1:
        middle = (fits + fails) // 2
        world = _search(game, state, plies[:middle], rng, FEWER)
        if world.wrong is None:
            best, fits = world, middle
        else:
            fails = middle
    return best._replace(wrong=_try(game, best.state, plies[fits : fits + 1], rng).wrong or NotLegal(MISFIT))


def _search(game: AnyGame, state: Any, plies: Sequence[Any], rng: Random, tries: int) -> _World:
    world = _try(game, state, plies, rng)
    for _ in range(min(tries, WORK // len(plies))):
        if world.wrong is None:
            break
        world = _try(game, state, plies, rng)
    return world


def _deals(plies: Sequence[Any]) -> Iterator[tuple[int, int]]:
    """From each deal to the next: the first ply is a deal, and so is every other of its kind."""
    starts = [place for place, ply in enumerate(plies) if type(ply) is type(plies[0])]
    yield from pairwise([*starts, len(plies)])


def _try(game: AnyGame, state: Any, plies: Sequence[Any], rng: Random) -> _World:
    """One way to fill the gaps, as far as it goes."""
    filled: list[Any] = []
    for number, ply in enumerate(plies):
        try:
            action = ply
            if game.to_play(state) is CHANCE:
                action = _completed(game, ply, plies[number + 1 :], state, rng)
            state = game.apply(state, action).state
        except TavolaError as wrong:
            return _World(filled, state, wrong)
        filled.append(action)
    return _World(filled, state, None)


def _completed(game: AnyGame, ply: Any, later: Sequence[Any], state: Any, rng: Random) -> Any:
    try:
        return game.complete(ply, later, state, rng)
    except (LookupError, RuntimeError, StopIteration) as error:  # gaps and cards left over do not match
        raise NotLegal("This deal does not hold the right number of each card.") from error
