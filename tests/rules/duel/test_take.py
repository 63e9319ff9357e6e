"""Taking up to three tokens in a line (SD-060 to SD-063, SDA-06, SDA-33)."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from tavola.rules import NotLegal, NotUnderstood
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.actions import Take
from tavola.rules.duel.events import GainedPrivilege, Took
from tavola.rules.duel.state import State
from tests.rules.duel.table import at, bag, cell, do, legal, privileges, refused, step, table, tokens

FULL = "wbgrk *wbgr k*pwb grkp* wbgrk"
HOLES = "wb.rk *w..r k..wb grkp* .bgrk"


def is_line(cells: tuple[int, ...]) -> bool:
    """Neighbours in one row, column or diagonal: each a step from the one before, always the same step."""
    points = [divmod(cell, 5) for cell in cells]
    steps = {(y - v, x - u) for (v, u), (y, x) in pairwise(points)}
    return len(steps) < 2 and all(max(abs(down), abs(right)) == 1 for down, right in steps)


def lines(state: State) -> set[tuple[int, ...]]:
    free = [cell for cell, token in enumerate(state.board) if 0 <= token < 6]
    return {cells for count in (1, 2, 3) for cells in combinations(free, count) if is_line(cells)}


def offered(state: State) -> list[tuple[int, ...]]:
    return [action.cells for action in GAME.legal_actions(state) if isinstance(action, Take)]


@pytest.mark.rule("SD-060", "SD-061")
def test_a_board_without_gold_has_145_lines() -> None:
    """25 cells; 20 pairs along rows, 20 along columns, 16 along each diagonal; of three 15, 15, 9 and 9."""
    state = table()._replace(board=(0,) * 25)
    sizes = [len(cells) for cells in offered(state)]
    assert [sizes.count(size) for size in (1, 2, 3)] == [25, 72, 48]
    assert len(sizes) == 145
    assert set(offered(state)) == lines(state)


@pytest.mark.rule("SD-060", "SD-061", "SD-062", "SD-V3")
@pytest.mark.parametrize("board", [FULL, HOLES, "11w 12w 13w 22* 33b 31b", "55p"])
def test_exactly_the_lines_of_gems_and_pearls_are_offered(board: str) -> None:
    state = table(board=board)
    assert len(set(offered(state))) == len(offered(state))
    assert set(offered(state)) == lines(state)


@pytest.mark.rule("SD-061", "SD-062")
def test_every_other_choice_of_cells_is_refused() -> None:
    state = table(board=HOLES)
    fitting = lines(state)
    for count in (1, 2, 3):
        for cells in combinations(range(25), count):
            if cells not in fitting:
                with pytest.raises(NotLegal) as caught:
                    GAME.apply(state, Take(cells))
                free = all(0 <= state.board[cell] < 6 for cell in cells)
                assert caught.value.rule == ("SD-061" if free else "SD-062")


@pytest.mark.rule("SD-060")
@pytest.mark.parametrize(("cells", "taken"), [("11", "w"), ("11 12", "wb"), ("11 12 13", "wbg"), ("33", "p")])
@pytest.mark.parametrize("turn", [0, 1])
def test_one_two_or_three_tokens(cells: str, taken: str, turn: int) -> None:
    state = table(board=FULL, turn=turn)
    done = step(state, f"take {cells}")
    places = tuple(map(cell, cells.split()))
    assert done.events == (Took(turn, places, tuple(map("wbgrkp*".index, taken))),)
    assert tokens(done.state, turn) == taken
    assert tokens(done.state, 1 - turn) == ""
    assert all(at(done.state, text) == "." for text in cells.split())
    assert sum(token >= 0 for token in done.state.board) == 25 - len(taken)
    assert bag(done.state) == ""
    assert GAME.to_play(done.state) == 1 - turn


@pytest.mark.rule("SD-060")
def test_at_least_one_and_at_most_three() -> None:
    state = table(board="wwwwb bbb.. ..... ..... .....")
    with pytest.raises(NotUnderstood):
        GAME.from_text("take")
    for cells in ((), (0, 1, 2, 3), (0, 1, 2, 3, 4), (-1,), (25,), (0, 25)):
        with pytest.raises(NotLegal, match=r"one, two or three.*\.$") as caught:
            GAME.apply(state, Take(cells))
        assert caught.value.rule == "SD-060"
    refused(state, "take 11 12 13 14", "SD-060")


@pytest.mark.rule("SD-061", "SD-V3")
@pytest.mark.parametrize(
    "cells",
    ["11 12 13", "13 23 33", "22 33 44", "24 33 42", "15 24 33", "31 42 53", "11 22", "15 24", "54 55", "45 55"],
)
def test_every_shape_of_line(cells: str) -> None:
    state = table(board="wbgrk .wbgr k.pwb .rkpg wbgrk")
    assert f"take {cells}" in legal(state)
    backwards = " ".join(reversed(cells.split()))
    assert do(state, f"take {cells}") == do(state, f"take {backwards}")


@pytest.mark.rule("SD-061", "SD-V3")
@pytest.mark.parametrize(
    "cells",
    [
        "11 12 22",  # a corner
        "12 21 22",
        "22 33 43",  # a bend
        "11 13",  # with a cell between
        "11 33",
        "11 12 14",
        "11 13 15",
        "11 12 21",
        "15 21",  # across the edge
        "14 15 21",
        "15 21 22",
        "25 31",
        "11 23",  # a knight's move
        "11 11",  # the same twice
        "11 11 12",
    ],
)
def test_no_other_shape(cells: str) -> None:
    state = table()._replace(board=(0,) * 25)
    refused(state, f"take {cells}", "SD-061", "straight line")


@pytest.mark.rule("SD-062", "SD-V3")
@pytest.mark.parametrize(
    ("cells", "rule"),
    [
        ("11 12 13", "SD-062"),  # gold in the middle
        ("11 13", "SD-061"),
        ("11 12", "SD-062"),  # gold at the end
        ("12", "SD-062"),  # gold alone
        ("31 32 33", "SD-062"),  # a hole in the middle
        ("31 33", "SD-061"),
        ("32", "SD-062"),  # nothing there
        ("51 42 33", "SD-062"),  # the same along a diagonal
        ("51 33", "SD-061"),
    ],
)
def test_neither_gold_nor_a_hole(cells: str, rule: str) -> None:
    state = table(board="w*bgr ..... k.wbg .*... w....")
    refused(state, f"take {cells}", rule)


# --- The penalty ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SD-063", "SDA-06", "SD-V2")
@pytest.mark.parametrize(
    "board",
    [
        "11w 22w 33w",
        "13w 23w 33w",
        "11p 12b 13p",
        "11p 12p",
        "11p 22p",
        "11p 12p 13w",
        "13w 14p 15p",
        *(f"3{x}{c} 3{x + 1}{c} 3{x + 2}{c}" for x, c in ((1, "w"), (2, "b"), (3, "g"), (1, "r"), (2, "k"))),
    ],
)
@pytest.mark.parametrize("turn", [0, 1])
def test_three_alike_or_both_pearls_give_the_opponent_one_privilege(board: str, turn: int) -> None:
    state = table(board=board, turn=turn)
    done = step(state, "take " + " ".join(word[:2] for word in board.split()))
    assert [event for event in done.events if not isinstance(event, Took)] == [GainedPrivilege(1 - turn, robbed=False)]
    assert [done.state.players[seat].privileges for seat in (turn, 1 - turn)] == [0, 1]


@pytest.mark.rule("SD-063", "SD-V2")
@pytest.mark.parametrize(
    "board",
    [
        "11w",
        "11p",
        "11w 12w",
        "11w 22w",
        "11w 12w 13b",
        "11w 12b 13w",
        "11b 12w 13w",
        "11p 12b",
        "11b 12p 13b",
        "11w 12b 13g",
    ],
)
def test_nothing_for_any_other_take(board: str) -> None:
    state = table(board=board)
    done = step(state, "take " + " ".join(word[:2] for word in board.split()))
    assert len(done.events) == 1
    assert privileges(done.state) == (0, 0, 3)


@pytest.mark.rule("SD-063")
def test_tokens_one_already_has_do_not_count() -> None:
    assert privileges(do(table(board="11w 12p", mine="wwwp"), "take 11 12")) == (0, 0, 3)


@pytest.mark.rule("SDA-06", "SD-003")
def test_a_take_never_brings_two_privileges() -> None:
    """There are two pearls, so three alike are gems, and a line with both pearls has one token more at most."""
    for board in ("11p 12p 13w", "11w 12w 13w"):
        state = do(table(board=board), "take 11 12 13")
        assert state.players[1].privileges == 1


@pytest.mark.rule("SDA-33", "SD-121")
def test_taking_with_ten_tokens_is_legal() -> None:
    state = table(board="11k 12p 13p", mine="wwwwbbbbgg")
    assert len(legal(state, "take")) == 6
    state = do(state, "take 11 12 13")
    assert len(tokens(state, 0)) == 13
    assert GAME.to_play(state) == 0
    same = do(state, "return k", "return p", "return p")
    assert tokens(same, 0) == "wwwwbbbbgg"
    assert GAME.to_play(same) == 1
