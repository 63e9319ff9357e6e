"""Random games keep every law: conservation, texts, positions, replay, an end."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from tavola.rules import CHANCE, Outcome
from tavola.rules.plain import dump_event, load_event
from tests.contract.games import CASES, PLAIN, Case, often
from tests.contract.play import SPOTS, Ply, Spot, plies, walk

POSITIONS_EVERY = 17


def follow(case: Case, ply: Ply) -> None:
    """What holds of every ply."""
    game = case.game
    after = ply.step.state
    game.check(after)
    texts = [game.to_text(action) for action in ply.legal]
    assert len(set(texts)) == len(texts), "two legal actions have the same text"
    assert [game.from_text(text) for text in texts] == ply.legal
    if ply.actor is CHANCE:
        assert ply.legal == []
        assert game.from_text(game.to_text(ply.action)) == ply.action
    else:
        assert ply.actor in range(case.players)
        assert ply.legal
    assert game.trusted(ply.before, ply.action) == ply.step
    assert ply.before.turns <= game.turns(after) <= ply.before.turns + 1
    if ply.number % POSITIONS_EVERY == 0:
        line = game.to_position(after)
        assert "\n" not in line
        assert game.from_position(line) == after


def finish(case: Case, state: Any) -> Outcome:
    """What holds at the end."""
    game = case.game
    assert game.to_play(state) is None
    assert list(game.legal_actions(state)) == []
    outcome = game.outcome(state)
    assert isinstance(outcome, Outcome)
    assert outcome.reasons
    assert len(outcome.places) == len(outcome.points) == case.players
    assert outcome.winners
    assert sorted(outcome.places) == [1 + sum(q < p for q in outcome.places) for p in sorted(outcome.places)]
    assert game.from_position(game.to_position(state)) == state
    return outcome


def whole_game(case: Case, seed: int) -> Outcome:
    """Play a game to its end, then again from its texts alone."""
    game = case.game
    record = [(case.initial(), "")]
    game.check(record[0][0])
    for ply in plies(case, seed):
        assert game.outcome(ply.before) is None
        follow(case, ply)
        record.append((ply.step.state, game.to_text(ply.action)))
    outcome = finish(case, record[-1][0])
    state = case.initial()
    for expected, text in record[1:]:
        state = game.apply(state, game.from_text(text)).state
        assert state == expected
    return outcome


@pytest.mark.parametrize("case", CASES, ids=str)
def test_random_games(case: Case) -> None:
    for seed in range(2 if case.name == "lost-cities" else 6):
        whole_game(case, seed)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_many_random_games(case: Case) -> None:
    for seed in range(1_000, 1_000 + often(case, 20 if case.name == "lost-cities" else 100)):
        whole_game(case, seed)


@pytest.mark.parametrize("case", CASES, ids=str)
@settings(max_examples=5)
@given(spot=SPOTS)
def test_any_point_of_a_game(case: Case, spot: Spot) -> None:
    """The same laws with the shortest failing game found for us."""
    past, state = walk(case, spot)
    for ply in past[-3:]:
        follow(case, ply)
    assert case.game.from_position(case.game.to_position(state)) == state


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_events_say_what_happened(case: Case) -> None:
    """Every kind of event is plain data, comes back from it, and has words."""
    game = case.game
    names = ["Ann", "Bob", "Cleo", "Dan"][: case.players]
    for ply in plies(case, 7):
        for event in ply.step.events:
            for seat in case.seats:
                seen = event.seen_by(seat)
                data = json.loads(json.dumps(dump_event(seen)))
                assert load_event(game.event_types, data) == seen
                assert seen.seen_by(seat) == seen
                sentence = game.tell(seen, names)
                assert sentence.endswith(".")
                assert "\n" not in sentence
        if game.to_play(ply.step.state) is None:
            (ended,) = (event for event in ply.step.events if type(event).__name__ == "Ended")
            assert ended.outcome == game.outcome(ply.step.state)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_states_and_actions_are_values(case: Case) -> None:
    """They can be compared and hashed, and the same action from the same state gives the same step."""
    game = case.game
    for ply in plies(case, 3):
        assert hash(ply.action) == hash(game.from_text(game.to_text(ply.action)))
        if ply.number % 50 == 0:
            again = game.apply(ply.before, ply.action)
            assert again == ply.step
            assert hash(again.state) == hash(ply.step.state) == hash(game.from_position(game.to_position(again.state)))
