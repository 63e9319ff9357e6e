"""Values as plain data and back, and the pieces that views and events are made of."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest

from tavola.rules import NotUnderstood
from tavola.rules.duel import material as duel
from tavola.rules.lost_cities import material as lost_cities
from tavola.rules.plain import Piece, dump, dump_event, load, load_event
from tavola.rules.splendor import material as splendor
from tests.contract.games import PLAIN, Case
from tests.contract.play import positions
from tests.rules.test_core import Table


class Mood(Enum):
    """An enumeration to test on."""

    GOOD = "good"
    BAD = "bad"


class Pair(NamedTuple):
    """A named tuple to test on."""

    left: int
    right: str | None


@dataclass(frozen=True, slots=True)
class Thing:
    """A dataclass to test on, with everything that views and events are made of."""

    mood: Mood
    pair: Pair
    flag: bool
    table: Table
    pairs: tuple[Pair, ...]
    two: tuple[int, str]


@dataclass(frozen=True, slots=True)
class Other:
    """Another kind of event."""

    count: int


THING = Thing(Mood.BAD, Pair(3, None), True, Table(6), (Pair(1, "a"), Pair(2, "b")), (5, "c"))
PLAIN_THING: dict[str, Any] = {
    "mood": "bad",
    "pair": {"left": 3, "right": None},
    "flag": True,
    "table": {"tableSize": "6", "cloth": "green", "lamps": "2", "timeLimit": "off"},
    "pairs": [{"left": 1, "right": "a"}, {"left": 2, "right": "b"}],
    "two": [5, "c"],
}


def test_values_become_plain_data_and_come_back() -> None:
    assert dump(THING) == PLAIN_THING
    assert load(Thing, json.loads(json.dumps(PLAIN_THING))) == THING
    assert dump_event(Other(2)) == {"kind": "Other", "count": 2}
    assert load_event((Thing, Other), {"kind": "Other", "count": 2}) == Other(2)


@pytest.mark.parametrize(
    "change",
    [
        {"mood": "dull"},
        {"mood": None},
        {"mood": []},
        {"pair": [3, None]},
        {"pair": {"left": 3}},
        {"pair": {"left": 3, "right": None, "more": 1}},
        {"pair": {"left": "3", "right": None}},
        {"pair": {"left": True, "right": None}},
        {"pair": {"left": 3.0, "right": None}},
        {"pair": None},
        {"flag": 1},
        {"flag": "true"},
        {"table": {"tableSize": "5"}},
        {"table": {"tables": "5"}},
        {"table": []},
        {"table": None},
        {"table": "green"},
        {"table": {"cloth": None}},
        {"pairs": {}},
        {"pairs": [1]},
        {"pairs": "ab"},
        {"two": [5]},
        {"two": [5, "c", "d"]},
        {"two": ["c", 5]},
        {"unknown": 1},
    ],
    ids=str,
)
def test_other_data_is_not_understood(change: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood, match=r"\.$"):
        load(Thing, {**PLAIN_THING, **change})


@pytest.mark.parametrize("data", [None, 1, "thing", [], [1], {}, {"mood": "bad"}, {1: 2}], ids=str)
def test_things_without_their_fields_are_not_understood(data: Any) -> None:
    with pytest.raises(NotUnderstood, match=r"\.$"):
        load(Thing, data)


@pytest.mark.parametrize(
    "data",
    [None, [], "Other", {}, {"kind": "Third"}, {"kind": []}, {"kind": {}}, {"kind": None}, {"kind": "Other"}],
    ids=str,
)
def test_events_of_no_kind_are_not_understood(data: Any) -> None:
    with pytest.raises(NotUnderstood, match=r"\.$"):
        load_event((Thing, Other), data)


# --- Pieces --------------------------------------------------------------------------------------------------


def pieces() -> list[Piece]:
    """All the pieces of all games."""
    kinds: list[type[Piece]] = [duel.Card, duel.Royal, lost_cities.Card, splendor.Card, splendor.Noble]
    return [piece for kind in kinds for piece in kind.by_code.values()]


def test_there_is_one_object_of_each_piece() -> None:
    assert len(pieces()) == 60 + 90 + 10 + 67 + 4
    for piece in pieces():
        assert type(piece).of(piece.code) is piece
        assert pickle.loads(pickle.dumps(piece)) is piece
        assert copy.copy(piece) is piece
        assert copy.deepcopy(piece) is piece
        assert repr(piece) == piece.code


@pytest.mark.parametrize("code", ["", "zz", "Y2", "y 2", "y11", "1", "??", "x" * 1000])
def test_a_piece_that_does_not_exist_is_not_understood(code: str) -> None:
    for kind in {type(piece) for piece in pieces()}:
        with pytest.raises(NotUnderstood, match=r"\.$"):
            kind.of(code)


def test_pieces_cannot_be_changed() -> None:
    with pytest.raises((FrozenInstanceError, TypeError, AttributeError)):
        lost_cities.CARDS[0].value = 9  # type: ignore[misc]


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_states_views_and_actions_travel_between_processes(case: Case) -> None:
    for state in positions(case, 2, 12):
        assert pickle.loads(pickle.dumps(state)) == state
        for seat in case.seats:
            view = case.game.view(state, seat)
            assert pickle.loads(pickle.dumps(view)) == view
        for action in case.game.legal_actions(state):
            assert pickle.loads(pickle.dumps(action)) == action
