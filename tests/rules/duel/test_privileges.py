"""Using and taking Privileges (SD-030 to SD-033, SD-050 to SD-052, SDA-04, SDA-07)."""

from __future__ import annotations

import pytest

from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.events import Event, GainedPrivilege, UsedPrivilege
from tavola.rules.duel.state import State
from tests.rules.duel.table import (
    at,
    bag,
    cell,
    do,
    happened,
    legal,
    on_board,
    privileges,
    refused,
    step,
    table,
    tokens,
)

BOARD = "wwwbb p..*p gg.rr kk.*. ....."


@pytest.mark.rule("SD-030")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_privilege_goes_back_for_a_token(turn: int) -> None:
    state = table(board=BOARD, mine="b", privileges=(2, 1), turn=turn)
    done = step(state, "privilege 21")
    assert done.events == (UsedPrivilege(turn, cell("21"), 5),)
    assert at(done.state, "21") == "."
    assert tokens(done.state, turn) == "bp"
    assert [player.privileges for player in done.state.players] == [1, 1]
    assert done.state.privileges == 1
    assert GAME.to_play(done.state) == turn
    assert bag(done.state) == bag(state)


@pytest.mark.rule("SD-030", "SD-031", "SD-032")
def test_any_gem_or_pearl_of_the_board_and_no_gold() -> None:
    state = table(board=BOARD, privileges=(1, 0))
    wanted = [f"{y}{x}" for y in range(1, 6) for x in range(1, 6) if at(state, f"{y}{x}") in "wbgrkp"]
    assert len(wanted) == 13
    assert legal(state, "privilege") == [f"privilege {cell}" for cell in wanted]


@pytest.mark.rule("SD-031")
def test_the_cells_need_not_be_neighbours() -> None:
    state = do(table(board=BOARD, privileges=(3, 0)), "privilege 11", "privilege 25", "privilege 41")
    assert tokens(state, 0) == "wkp"


@pytest.mark.rule("SD-032", "SDA-04")
def test_gold_and_empty_cells_are_refused() -> None:
    state = table(board=BOARD, privileges=(1, 0))
    refused(state, "privilege 24", "SD-032", "gem", "pearl")
    refused(state, "privilege 22", "SD-032")
    assert privileges(state) == (1, 0, 2)


@pytest.mark.rule("SD-030")
def test_only_with_a_privilege_of_ones_own() -> None:
    state = table(board=BOARD, privileges=(0, 3))
    assert not legal(state, "privilege")
    refused(state, "privilege 11", "SD-030", "no Privilege")


@pytest.mark.rule("SD-033", "SD-V2")
@pytest.mark.parametrize(
    ("cells", "taken"), [(("11", "12", "13"), "www"), (("21", "25"), "pp"), (("31", "32", "21"), "ggp")]
)
def test_no_penalty_for_what_privileges_take(cells: tuple[str, ...], taken: str) -> None:
    state = table(board=BOARD, privileges=(3, 0))
    texts = [f"privilege {cell}" for cell in cells]
    assert all(isinstance(event, UsedPrivilege) for event in happened(state, *texts))
    state = do(state, *texts)
    assert tokens(state, 0) == taken
    assert privileges(state) == (3 - len(cells), 0, len(cells))


@pytest.mark.rule("SD-033", "SD-063")
def test_what_privileges_took_does_not_count_for_the_take() -> None:
    state = do(table(board=BOARD, privileges=(2, 0)), "privilege 11", "privilege 21", "take 12 13")
    assert tokens(state, 0) == "wwwp"
    assert privileges(state) == (0, 0, 3)
    state = do(table(board=BOARD, privileges=(1, 0)), "privilege 21", "take 25")
    assert tokens(state, 0) == "pp"
    assert privileges(state) == (0, 0, 3)


@pytest.mark.rule("SDA-04")
@pytest.mark.parametrize("board", ["33* 34* 35*", ""])
def test_a_privilege_is_of_no_use_without_gems_and_pearls(board: str) -> None:
    state = table(board=board, privileges=(2, 0), mine="www")
    assert not legal(state, "privilege")
    refused(state, "privilege 33", "SD-032")
    assert "replenish" in legal(state)


# Privileges of the one whose action it is, of the opponent, and above the board; then the same after the opponent,
# and after the one whose action it is, has taken one.
MOVES = [
    ((0, 0, 3), (0, 1, 2), (1, 0, 2)),
    ((0, 1, 2), (0, 2, 1), (1, 1, 1)),
    ((1, 0, 2), (1, 1, 1), (2, 0, 1)),
    ((0, 2, 1), (0, 3, 0), (1, 2, 0)),
    ((1, 1, 1), (1, 2, 0), (2, 1, 0)),
    ((2, 0, 1), (2, 1, 0), (3, 0, 0)),
    ((0, 3, 0), (0, 3, 0), (1, 2, 0)),
    ((1, 2, 0), (0, 3, 0), (2, 1, 0)),
    ((2, 1, 0), (1, 2, 0), (3, 0, 0)),
    ((3, 0, 0), (2, 1, 0), (3, 0, 0)),
]
Three = tuple[int, int, int]


def gained(events: list[Event]) -> list[GainedPrivilege]:
    return [event for event in events if isinstance(event, GainedPrivilege)]


def expected(before: Three, after: Three, seat: int) -> list[GainedPrivilege]:
    return [] if before == after else [GainedPrivilege(seat, robbed=before[2] == 0)]


@pytest.mark.rule("SD-050", "SD-051", "SD-052", "SDA-07", "SD-042")
@pytest.mark.parametrize(("before", "after", "_"), MOVES)
@pytest.mark.parametrize("turn", [0, 1])
def test_where_the_opponents_privilege_comes_from(before: Three, after: Three, _: Three, turn: int) -> None:
    mine, theirs, _supply = before
    replenish = table(board="33w 43w 42w", privileges=(mine, theirs), turn=turn)
    take = table(board="11w 22w 33w 44b", privileges=(mine, theirs), turn=turn)
    for state, texts in ((replenish, ["replenish", f"bag {bag(replenish)}"]), (take, ["take 11 22 33"])):
        done = do(state, *texts)
        assert (*(done.players[seat].privileges for seat in (turn, 1 - turn)), done.privileges) == after
        assert gained(happened(state, *texts)) == expected(before, after, 1 - turn)


@pytest.mark.rule("SD-050", "SD-051", "SD-052", "SD-106")
@pytest.mark.parametrize(("before", "_", "after"), MOVES)
@pytest.mark.parametrize("turn", [0, 1])
def test_where_ones_own_privilege_comes_from(before: Three, _: Three, after: Three, turn: int) -> None:
    state = table(mine="wwwwkkp", pyramid="2w3", privileges=before[:2], turn=turn)
    done = do(state, "buy 2w3")
    assert (*(done.players[seat].privileges for seat in (turn, 1 - turn)), done.privileges) == after
    assert gained(happened(state, "buy 2w3")) == expected(before, after, turn)


@pytest.mark.rule("SD-V4", "SDA-07")
def test_vector_4() -> None:
    def replenished(state: State) -> Three:
        return privileges(do(state, "replenish", f"bag {bag(state)}"))

    assert replenished(table(board="33w 43w", privileges=(1, 2))) == (0, 3, 0)
    assert replenished(table(board="33w 43w", privileges=(0, 3))) == (0, 3, 0)


@pytest.mark.rule("SD-V5", "SDA-02")
def test_vector_5() -> None:
    state = table(board=BOARD, privileges=(2, 1))
    used = do(state, "privilege 11")
    assert privileges(used) == (1, 1, 1)
    filled = do(used, "replenish", f"bag {bag(used)}")
    assert privileges(filled) == (1, 2, 0)
    refused(filled, "privilege 12", "SDA-02")


@pytest.mark.rule("SD-075", "SD-032")
def test_gold_stays_on_the_board() -> None:
    state = do(table(board=BOARD, privileges=(3, 0)), "privilege 11", "privilege 25", "privilege 41")
    assert on_board(state).count("*") == 2
