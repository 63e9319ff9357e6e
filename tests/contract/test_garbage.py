"""Texts and data that mean nothing raise NotUnderstood and nothing else."""

from __future__ import annotations

import copy
import functools
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.rules import GAMES, NotLegal, NotUnderstood
from tavola.rules.chance import Rng
from tavola.rules.plain import dump, dump_event, load, load_event
from tests.contract.games import CASES, PLAIN, AnyGame, Case, often
from tests.contract.play import choose, plies, positions, readable

ALL = list(GAMES.values())
HOSTILE = [*" -=/|,;:", "", "\x00", "🂡", "??", "null", "deal", "take", "9" * 5000, "a" * 100_000]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:8]))
def test_hostile_texts(game: AnyGame, text: str) -> None:
    for read in (game.from_position, game.from_text):
        for given_text in (text, f"{game.name} {text}", f"{game.name} / {text}", f"play {text}", f"deal {text}"):
            try:
                read(given_text)
            except NotUnderstood as error:
                readable(error, longest=500)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
@given(text=st.text())
def test_any_text_is_no_position(game: AnyGame, text: str) -> None:
    with pytest.raises(NotUnderstood):
        game.from_position(text)


@functools.cache
def vocabulary(name: str) -> list[str]:
    """The words of a game's actions."""
    case = next(case for case in PLAIN if case.name == name)
    texts = [case.game.to_text(ply.action) for ply in plies(case, 1)]
    return sorted({word for text in texts for word in text.split()})


@pytest.mark.parametrize("case", PLAIN, ids=str)
@given(data=st.data())
def test_sentences_of_known_words(case: Case, data: st.DataObject) -> None:
    """What is understood can be written again and means the same; applied, it works or is not legal."""
    game = case.game
    word = st.sampled_from(vocabulary(case.name)) | st.text(max_size=3)
    text = " ".join(data.draw(st.lists(word, max_size=4)))
    try:
        action = game.from_text(text)
    except NotUnderstood as error:
        readable(error)
        return
    assert game.from_text(game.to_text(action)) == action
    for state in sample_states(str(case)):
        try:
            game.check(game.apply(state, action).state)
        except NotLegal as error:
            readable(error)


BY_NAME = {str(case): case for case in CASES}


@functools.cache
def sample_states(case: str) -> list[Any]:
    """A few states of a game, the first and the last among them."""
    return positions(BY_NAME[case], 21, 6)


def accepted(case: Case, state: Any) -> None:
    """What must hold of a state that was read from a line somebody wrote."""
    game = case.game
    assert game.from_position(game.to_position(state)) == state
    for seat in (*range(len(getattr(state, "players", (0, 0)))), None):
        view = game.view(state, seat)
        assert load(game.view_type, json.loads(json.dumps(dump(view)))) == view
        assert game.draw(view)
        game.check(game.determinize(view, Rng(1)))
    rng = Rng("after a position")
    for _ in range(6):
        actor, _, action = choose(case, state, rng)
        if actor is None:
            assert game.outcome(state) is not None
            return
        state = game.apply(state, action).state
        game.check(state)


@functools.cache
def lines(case: str) -> list[str]:
    """Positions of a whole random game."""
    return [BY_NAME[case].game.to_position(state) for state in positions(BY_NAME[case], 31, 30)]


def mutated(data: st.DataObject, line: str, others: list[str]) -> str:
    """The line with a field changed."""
    words = line.split(" ")
    at = data.draw(st.integers(0, len(words) - 1), label="word")
    key, equals, value = words[at].partition("=")
    other = dict(word.partition("=")[::2] for word in data.draw(st.sampled_from(others)).split(" "))
    match data.draw(st.integers(0, 5), label="how"):
        case 0:
            value = other.get(key, "")
        case 1:
            value = data.draw(st.sampled_from(["", "-", "0", "1", "2", "3", "-1", "99", "yes", "no", "9" * 5000, "٣"]))
        case 2 if value:
            spot = data.draw(st.integers(0, len(value) - 1))
            value = value[:spot] + data.draw(st.sampled_from("ywbgrkpx*0123456789-?,;|:")) + value[spot + 1 :]
        case 3:
            marks = [mark for mark in ",;|:" if mark in value] or [","]
            mark = data.draw(st.sampled_from(marks))
            parts = value.split(mark)
            value = mark.join(data.draw(st.permutations(parts)))
        case 4:
            value = value + data.draw(st.text(max_size=3))
        case 5 if value:
            spot = data.draw(st.integers(0, len(value) - 1))
            value = value[:spot] + value[spot + 1 :]
    words[at] = key + equals + value
    return " ".join(words)


def read_or_refuse(case: Case, line: str) -> None:
    try:
        state = case.game.from_position(line)
    except NotUnderstood as error:
        readable(error)
        return
    accepted(case, state)


@pytest.mark.parametrize("case", PLAIN, ids=str)
@settings(max_examples=120)
@given(data=st.data())
def test_damaged_positions(case: Case, data: st.DataObject) -> None:
    read_or_refuse(case, mutated(data, data.draw(st.sampled_from(lines(str(case)))), lines(str(case))))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_more_damaged_positions(case: Case) -> None:
    @settings(max_examples=often(case, 600))
    @given(data=st.data())
    def damaged(data: st.DataObject) -> None:
        read_or_refuse(case, mutated(data, data.draw(st.sampled_from(lines(str(case)))), lines(str(case))))

    damaged()


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_positions_with_fields_of_other_moments(case: Case) -> None:
    """Every field of every position of a game put into every other one."""
    rng = Rng("fields")
    found = lines(str(case))
    for line in found:
        words = line.split(" ")
        for at, word in enumerate(words):
            if "=" in word and rng.random() < 0.5:
                other = found[rng.getrandbits(16) % len(found)].split(" ")
                read_or_refuse(case, " ".join([*words[:at], other[at], *words[at + 1 :]]))


def damage(data: st.DataObject, value: Any) -> Any:
    """Plain data with one thing somewhere in it exchanged for another."""
    junk: st.SearchStrategy[Any] = st.sampled_from([None, True, -1, 10**30, "", "zz", [], [[]], {}, 1.5, {"a": 1}])
    if isinstance(value, dict) and value and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: damage(data, value[key])}
    if isinstance(value, list) and value and data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(value) - 1))
        return [*value[:at], damage(data, value[at]), *value[at + 1 :]]
    return data.draw(junk)


@pytest.mark.parametrize("case", PLAIN, ids=str)
@given(data=st.data())
def test_damaged_views_are_not_understood(case: Case, data: st.DataObject) -> None:
    """Only NotUnderstood; and what is understood is what it says."""
    game = case.game
    state = data.draw(st.sampled_from(sample_states(str(case))))
    plain = dump(game.view(state, data.draw(st.sampled_from(case.seats))))
    bad = damage(data, copy.deepcopy(plain))
    try:
        view = load(game.view_type, bad)
    except NotUnderstood as error:
        readable(error)
    else:
        assert {**dump(view), "options": None} == {**bad, "options": None}  # options left out are the defaults


@functools.cache
def sample_events(case: str) -> list[Any]:
    """One event of each kind that random play meets."""
    events = {type(event): event for ply in plies(BY_NAME[case], 41) for event in ply.step.events}
    return list(events.values())


@pytest.mark.parametrize("case", PLAIN, ids=str)
@given(data=st.data())
def test_damaged_events_are_not_understood(case: Case, data: st.DataObject) -> None:
    game = case.game
    bad = damage(data, dump_event(data.draw(st.sampled_from(sample_events(str(case))))))
    try:
        event = load_event(game.event_types, bad)
    except NotUnderstood as error:
        readable(error)
    else:
        assert dump_event(event) == bad
