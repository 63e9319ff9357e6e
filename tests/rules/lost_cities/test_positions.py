"""Positions that contradict themselves are not understood."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.rules import NotUnderstood
from tavola.rules.lost_cities import LOST_CITIES as GAME
from tavola.rules.lost_cities.state import LostCitiesOptions, Phase, State
from tests.rules.lost_cities.table import cards, do, last_draw, table

LAYING = table(mine="y3", theirs="w3", columns=("b2 b3", "g4"), piles="b4 r5", deck="y2")
DRAWING = do(LAYING, "discard y3")
BETWEEN = last_draw(LAYING).state
OVER = last_draw(table(deck="y2", scores=((0, 0), (0, 0)))).state
LIMITED = LAYING._replace(options=LostCitiesOptions(stall_limit=20))


def test_the_tables_themselves_are_sound() -> None:
    for state in (LAYING, DRAWING, BETWEEN, OVER, LIMITED):
        assert GAME.from_position(GAME.to_position(state)) == state


@pytest.mark.parametrize(
    ("state", "change"),
    [
        pytest.param(LAYING, {"deck": cards("y2 y2")}, id="a card twice"),
        pytest.param(LAYING, {"deck": ()}, id="a card missing"),
        pytest.param(LAYING, {"deck": cards("px")}, id="a card of another game"),
        pytest.param(LAYING, {"known": (cards("g4"), ())}, id="a known card that is not in the hand"),
        pytest.param(LAYING, {"phase": Phase.DRAW}, id="eight cards when drawing"),
        pytest.param(DRAWING, {"phase": Phase.LAY}, id="seven cards when laying"),
        pytest.param(LAYING, {"barred": 1}, id="a pile barred before anything was laid"),
        pytest.param(LAYING, {"quiet": -1}, id="fewer than no quiet turns"),
        pytest.param(LIMITED, {"quiet": 20}, id="more quiet turns than the limit"),
        pytest.param(LAYING, {"turns": -1}, id="fewer than no turns"),
        pytest.param(LAYING, {"scores": ((0, 0),) * 3}, id="a fourth round"),
        pytest.param(BETWEEN, {"scores": ((0, 0),) * 3}, id="a deal after the last round"),
        pytest.param(OVER, {"scores": ((0, 0),)}, id="over before the last round"),
    ],
)
def test_contradictions_are_not_understood(state: State, change: dict[str, Any]) -> None:
    with pytest.raises(NotUnderstood, match=r"\.$"):
        GAME.from_position(GAME.to_position(state._replace(**change)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("columns=;b2,b3;;;|", "columns=;b3,b2;;;|"),
        ("columns=;b2,b3;;;|", "columns=b2,b3;;;;|"),
        ("turn=1", "turn=3"),
        ("start=1", "start=0"),
        ("phase=lay", "phase=sleep"),
        ("stalled=no", "stalled=maybe"),
        ("barred=-", "barred=p"),
        ("barred=-", "barred=yb"),
        ("deck=y2", "deck=y2,"),
        ("deck=y2", "deck=??"),
        ("scores=", "scores=1"),
        ("scores=", "scores=1:2:3"),
        ("scores=", "scores=a:b"),
        ("turns=1", "turns=one"),
        ("quiet=0", "quiet="),
    ],
)
def test_damaged_fields_are_not_understood(old: str, new: str) -> None:
    line = GAME.to_position(LAYING)
    assert old in line
    with pytest.raises(NotUnderstood, match=r"\.$"):
        GAME.from_position(line.replace(old, new))
