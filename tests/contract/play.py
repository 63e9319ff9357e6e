"""Games played at random, one ply after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tavola.rules import CHANCE, Chance, Seat, Step, TavolaError
from tavola.rules.chance import Rng, below, pick
from tests.contract.games import Case

LONGEST = 6000  # Lost Cities at random takes about 850 actions, up to 1200 with six colours; the others 300


class Ply(NamedTuple):
    """One action of a game and what it led to."""

    number: int
    before: Any
    actor: Seat | Chance
    legal: list[Any]
    action: Any
    step: Step[Any, Any]


def choose(case: Case, state: Any, rng: Rng) -> tuple[Seat | Chance | None, list[Any], Any]:
    """Who acts, what they may do, and one of these things at random; nobody and nothing at the end."""
    actor = case.game.to_play(state)
    legal = list(case.game.legal_actions(state))
    if actor is None:
        return None, legal, None
    assert actor is CHANCE or legal, "a seat is to play and can do nothing"
    return actor, legal, case.game.sample(state, rng) if actor is CHANCE else pick(rng, legal)


def plies(case: Case, seed: int | str) -> Iterator[Ply]:
    """A game at random, to its end."""
    rng = Rng(seed)
    state = case.initial()
    for number in range(LONGEST):
        actor, legal, action = choose(case, state, rng)
        if actor is None:
            return
        step = case.game.apply(state, action)
        yield Ply(number, state, actor, legal, action, step)
        state = step.state
    raise AssertionError(f"{case} from {seed} does not end within {LONGEST} actions")


def positions(case: Case, seed: int | str, count: int) -> list[Any]:
    """About so many states, spread over a whole random game from the first to the last."""
    states = [case.initial(), *(ply.step.state for ply in plies(case, seed))]
    return [*states[:: max(1, len(states) // count)], states[-1]]


class Spot(NamedTuple):
    """A point in a random game: shrinks to an early one of a low seed."""

    seed: int
    after: int
    """So many plies, or the end of the game if that comes first."""


SPOTS = st.builds(Spot, st.integers(0, 9_999), st.one_of(st.integers(0, 40), st.integers(0, 1200)))


def walk(case: Case, spot: Spot) -> tuple[list[Ply], Any]:
    """The plies up to a spot, and the state there."""
    state, past = case.initial(), []
    for ply in plies(case, spot.seed):
        if ply.number == spot.after:
            break
        past.append(ply)
        state = ply.step.state
    return past, state


def random_spot(rng: Rng, furthest: int) -> Spot:
    """A spot without hypothesis."""
    return Spot(below(rng, 10_000), below(rng, furthest))


def readable(error: TavolaError, longest: int | None = None) -> None:
    """An error is a sentence for a person."""
    sentence = str(error)
    assert sentence.endswith("."), sentence
    assert len(sentence.split()) > 2, sentence
    assert longest is None or len(sentence) <= longest, "it repeats too much of what was written"


def words(data: Any) -> set[str]:
    """All the words in plain data, keys included: what a reader could find in it."""
    texts, rest = [], [data]
    while rest:
        item = rest.pop()
        if isinstance(item, str):
            texts.append(item)
        elif isinstance(item, dict):
            rest += [*item.keys(), *item.values()]
        elif isinstance(item, list):
            rest += item
    return set(re.findall(r"[A-Za-z0-9]+", " ".join(texts)))
