"""A view holds what its seat may know, all of it and nothing else; sampled worlds agree with what the seat saw."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings

from tavola.rules import CHANCE
from tavola.rules.chance import Rng
from tavola.rules.plain import dump, dump_event, load
from tests.contract.games import CASES, PLAIN, AnyGame, Case, often
from tests.contract.oracles.oracle import Memory
from tests.contract.oracles.registry import MEMORIES
from tests.contract.play import SPOTS, Ply, Spot, plies, random_spot, walk, words


def sit_down(case: Case) -> list[Memory]:
    """The memories of all seats and of a spectator."""
    return [MEMORIES[case.name](seat, case.initial()) for seat in case.seats]


def watch(case: Case, memories: list[Memory], ply: Ply) -> None:
    """Everybody sees the ply; no event tells a seat what is hidden from it once all has happened."""
    for seat, memory in zip(case.seats, memories, strict=True):
        seen = [event.seen_by(seat) for event in ply.step.events]
        for event in seen:
            memory.see(event)
        memory.agree(ply.step.state)
        told = {word for event in seen for word in words(dump_event(event))}
        assert not told & memory.secrets(ply.step.state), f"{case.game.to_text(ply.action)} tells {seat} too much"


def secret_to_all(memories: list[Memory], state: Any) -> set[str]:
    """What nobody knows."""
    return set.intersection(*(memory.secrets(state) for memory in memories))


def reveal(case: Case, hidden: set[str], ply: Ply) -> None:
    """What nobody knew before and somebody knows now forbids an undo."""
    if ply.step.reveals:
        return
    shown = {word for seat in case.seats for word in words(dump(case.game.view(ply.step.state, seat)))}
    assert ply.actor is not CHANCE
    assert not hidden & shown


def look(case: Case, memories: list[Memory], state: Any, rng: Rng, worlds: int) -> None:
    """What holds of everybody's view, and of the worlds drawn from it."""
    game = case.game
    for seat, memory in zip(case.seats, memories, strict=True):
        view = game.view(state, seat)
        plain = json.loads(json.dumps(dump(view)))
        assert load(game.view_type, plain) == view
        secrets = memory.secrets(state)
        assert not words(plain) & secrets, f"the view of {seat} shows a hidden card"
        assert not words(game.draw(view)) & secrets
        for _ in range(worlds):
            world = game.determinize(view, rng)
            game.check(world)
            assert game.view(world, seat) == view
            memory.agree(world)
            same_moves(game, state, world, seat)


def same_moves(game: AnyGame, state: Any, world: Any, seat: int | None) -> None:
    """The seat can play in the world just as at the table, and whatever it does is told to it alike."""
    actor = game.to_play(state)
    assert game.to_play(world) == actor
    if actor is None or (actor is not CHANCE and actor != seat):
        return
    assert list(game.legal_actions(world)) == list(game.legal_actions(state))
    assert game.outcome(world) == game.outcome(state)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_event_tells_a_secret(case: Case) -> None:
    for seed in range(1 if case.name == "lost-cities" else 2):
        memories = sit_down(case)
        for ply in plies(case, seed):
            watch(case, memories, ply)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_views_and_worlds(case: Case) -> None:
    """At points spread over a game."""
    every = 61 if case.name == "lost-cities" else 17
    memories, rng = sit_down(case), Rng("worlds")
    look(case, memories, case.initial(), rng, 1)
    looked: Counter[object] = Counter()
    for ply in plies(case, 50):
        phase = ply.step.state.phase
        if ply.number % every and looked[phase] > 2:
            watch(case, memories, ply)
            continue
        looked[phase] += 1  # the rare phases too
        hidden = secret_to_all(memories, ply.before)
        watch(case, memories, ply)
        reveal(case, hidden, ply)
        look(case, memories, ply.step.state, rng, 2)


@pytest.mark.parametrize("case", PLAIN, ids=str)
@settings(max_examples=12)
@given(spot=SPOTS)
def test_views_and_worlds_anywhere(case: Case, spot: Spot) -> None:
    """The same with the earliest failing point found for us."""
    memories = sit_down(case)
    past, state = walk(case, spot)
    for ply in past:
        watch(case, memories, ply)
    look(case, memories, state, Rng(spot.seed), 4)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_views_and_worlds_of_many_games(case: Case) -> None:
    """At every ply of whole games."""
    for seed in range(70, 70 + (1 if case.name == "lost-cities" else often(case, 4))):
        memories, rng = sit_down(case), Rng("many")
        for ply in plies(case, seed):
            hidden = secret_to_all(memories, ply.before)
            watch(case, memories, ply)
            reveal(case, hidden, ply)
            look(case, memories, ply.step.state, rng, 1)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_games_can_be_played_on_in_a_sampled_world(case: Case) -> None:
    """A world is a state like any other: play goes on from it to the end."""
    game, rng = case.game, Rng("onward")
    for seat in case.seats:
        _, state = walk(case, random_spot(rng, 60))
        state = game.determinize(game.view(state, seat), rng)
        while (actor := game.to_play(state)) is not None:
            legal = game.legal_actions(state)
            action = game.sample(state, rng) if actor is CHANCE else legal[rng.getrandbits(32) % len(legal)]
            state = game.apply(state, action).state
        game.check(state)
        assert game.outcome(state) is not None


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_seed_draws_the_same_world(case: Case) -> None:
    _, state = walk(case, Spot(9, 33))
    for seat in case.seats:
        view = case.game.view(state, seat)
        assert case.game.determinize(view, Rng(5)) == case.game.determinize(view, Rng(5))
        assert len({case.game.to_position(case.game.determinize(view, Rng(seed))) for seed in range(8)}) > 1
