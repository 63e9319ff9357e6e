"""Replaying, jumping to a ply, and recording while playing."""

from __future__ import annotations

import pytest

from tavola.rules import CHANCE, GAMES, BadOption, NotLegal, NotUnderstood, Outcome
from tavola.rules.chance import Rng
from tavola.rules.record import Ending, Recorder, at, dump, new, parse, replay
from tests.record.games import SHORT, random_game

Setup = tuple[str, int, tuple[tuple[str, str], ...]]


@pytest.mark.parametrize("setup", SHORT, ids=str)
def test_replay_gives_every_state(setup: Setup) -> None:
    record = random_game(*setup)
    game = GAMES[record.game]
    state = game.initial(record.players, record.options, record.start)
    for number, (action, (before, step)) in enumerate(zip(record.plies, replay(record), strict=True)):
        assert before == state
        assert step == game.apply(state, action)
        state = step.state
        if number % 10 == 0:
            assert at(record, number + 1) == state
    assert game.outcome(state) == record.result


def test_plies_are_counted_with_the_deal() -> None:
    record = random_game("splendor", 2, (("target", "5"),))
    game = GAMES["splendor"]
    assert game.to_play(at(record, 0)) is CHANCE
    assert game.turns(at(record, 1)) == 1
    assert game.to_play(at(record, len(record.plies))) is None


@pytest.mark.parametrize("n", [-1, 10, 10**9])
def test_a_ply_that_does_not_exist(n: int) -> None:
    with pytest.raises(NotUnderstood, match="from 0 to 9"):
        at(random_game("duel", 2, (), longest=9), n)


def test_an_illegal_action_is_refused_in_replay() -> None:
    record = random_game("duel", 2, (), longest=9)
    with pytest.raises(NotLegal):
        list(replay(record.add(record.plies[0])))


def test_a_recorder_plays_and_writes() -> None:
    recorder = Recorder(new("lost-cities", options={"rounds": "1"}))
    recorder.play(recorder.game.sample(recorder.state, Rng(1)))
    before = recorder.record
    with pytest.raises(NotLegal):
        recorder.play(recorder.game.from_text("draw"))
    assert recorder.record is before
    step = recorder.play(recorder.game.legal_actions(recorder.state)[0])
    assert step.state is recorder.state
    recorder.record = recorder.record.comment("hm")
    recorder.undo()
    assert recorder.record == before
    assert recorder.state == at(before, 1)
    recorder.undo()
    with pytest.raises(NotLegal, match="nothing to undo"):
        recorder.undo()


def test_a_recorder_goes_on_from_a_record() -> None:
    record = random_game("splendor", 3, (), longest=12)
    recorder = Recorder(parse(dump(record)))
    assert recorder.state == at(record, 12)
    assert [*recorder.states] == [at(record, n) for n in range(13)]


def test_a_recorder_writes_the_result() -> None:
    record = random_game("splendor", 2, (("target", "5"),))
    recorder = Recorder(new("splendor", 2, {"target": "5"}, record.start))
    for ply in record.plies:
        recorder.play(ply)
    assert isinstance(recorder.record.result, Outcome)
    with pytest.raises(NotLegal, match="over"):
        recorder.end(Ending("abandoned", ()))
    recorder.undo()
    assert recorder.record.result is None


def test_a_game_that_was_ended_goes_no_further() -> None:
    recorder = Recorder(new("duel"))
    recorder.end(Ending("resigned", (1,), 0))
    assert dump(recorder.record).endswith("Result: 2 wins (seat 1 resigned)\n")
    with pytest.raises(NotLegal, match="has been ended"):
        recorder.play(recorder.game.fixed(recorder.state))


def test_new_records_are_checked() -> None:
    with pytest.raises(NotUnderstood, match="no game 'chess'"):
        new("chess")
    with pytest.raises(BadOption, match="played by 2 or 3 or 4, not by 5"):
        new("splendor", 5)
    with pytest.raises(BadOption, match="no option targt"):
        new("splendor", 2, {"targt": "5"})
    assert new("splendor").players == 2
