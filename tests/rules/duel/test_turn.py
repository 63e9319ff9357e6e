"""The order of a turn: privileges, replenish, one action (SD-020 to SD-023, SDA-02, SDA-05, SDA-08)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.state import State
from tests.rules.duel.table import DEAR, bag, do, hand, legal, privileges, refused, table, tokens

BOARD = "wbgrk wbgrk wbgrk ..... .p..*"
OPTIONAL = ("privilege", "replenish")


@pytest.mark.rule("SD-020")
def test_players_alternate() -> None:
    state = table(board=BOARD)
    order = []
    for text in ("take 11", "take 12", "gold 55", "reserve deck1", "take 13", "take 14"):
        order.append(GAME.to_play(state))
        state = do(state, text)
    assert order == [0, 1, 0, 0, 1, 0]
    assert state.turns == 25
    assert GAME.outcome(state) is None


@pytest.mark.rule("SD-021")
@pytest.mark.parametrize("turn", [0, 1])
def test_optional_actions_then_exactly_one_mandatory_one(turn: int) -> None:
    state = table(board=BOARD, privileges=(2, 0), turn=turn)
    for text in ("privilege 11", "privilege 23", "replenish", f"bag {bag(state)}"):
        state = do(state, text)
        assert state.turn == turn
        assert "pass" not in legal(state)
    assert GAME.to_play(do(state, "take 12")) == 1 - turn
    assert tokens(do(state, "take 12"), turn) == "wbg"


@pytest.mark.rule("SD-021")
@pytest.mark.parametrize(
    "optional",
    [
        (),
        ("privilege 11",),
        ("replenish", "bag"),
        ("privilege 11", "privilege 12"),
        ("privilege 11", "replenish", "bag"),
        ("privilege 11", "privilege 12", "replenish", "bag"),
    ],
)
def test_none_one_or_both_of_the_optional_actions(optional: tuple[str, ...]) -> None:
    state = table(board=BOARD, privileges=(2, 0))
    in_bag = bag(state)
    for text in optional:
        state = do(state, f"bag {in_bag}" if text == "bag" else text)
    assert {"take 34 35", "gold 55"} <= set(legal(state))
    assert do(state, "take 34 35").turn == 1
    assert do(state, "gold 55", "reserve deck1").turn == 1


@pytest.mark.rule("SD-021")
def test_the_action_is_not_optional() -> None:
    state = table(board=BOARD, privileges=(1, 0))
    refused(state, "pass", "SD-021")
    refused(do(state, "privilege 11"), "pass", "SD-021")
    refused(do(state, "replenish", f"bag {bag(state)}"), "pass", "SD-021")


def reserving() -> State:
    return do(table(board="11w 12w 13b 21*", privileges=(2, 0)), "gold 21")


def paying() -> State:
    return do(table(board="11w", mine="bbb*", privileges=(2, 0), pyramid="1w4"), "buy 1w4")


def stealing() -> State:
    return do(table(board="11w", mine="ggggkkk", theirs="rp", privileges=(2, 0), pyramid="2b2"), "buy 2b2")


def placing() -> State:
    return do(table(board="11w", mine="kkkkp", privileges=(2, 0), pyramid="1x4", bought=("1w1 1b1", "")), "buy 1x4")


def taking_a_token() -> State:
    return do(table(board="11w 55w", mine="rrkk", privileges=(2, 0), pyramid="1w3"), "buy 1w3")


def choosing_a_royal() -> State:
    return do(table(board="11w", mine="bbb", privileges=(2, 0), pyramid="1w4", bought=("1b4 1g4", "")), "buy 1w4")


def returning() -> State:
    return do(table(board="11w 12w 13b", mine="ggggrrrrkk", privileges=(2, 0)), "take 11")


@pytest.mark.rule("SD-022", "SDA-05")
@pytest.mark.parametrize(
    ("stage", "verb", "rule"),
    [
        (reserving, "reserve", "SD-072"),
        (paying, "pay", "SDA-29"),
        (stealing, "steal", "SD-107"),
        (placing, "place", "SD-102"),
        (taking_a_token, "token", "SD-105"),
        (choosing_a_royal, "royal", "SD-110"),
        (returning, "return", "SD-120"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_optional_action_once_the_action_has_begun(stage: Callable[[], State], verb: str, rule: str) -> None:
    state = stage()
    assert GAME.to_play(state) == 0
    assert state.players[0].privileges == 2
    assert bag(state)
    assert legal(state)
    assert all(text.startswith(verb) for text in legal(state))
    refused(state, "privilege 11", rule)
    refused(state, "replenish", rule)
    refused(state, "take 11", rule)
    refused(state, "pass", rule)


@pytest.mark.rule("SDA-02", "SD-021")
def test_no_privilege_after_replenishing() -> None:
    state = table(board=BOARD, privileges=(3, 0))
    state = do(state, "privilege 11", "replenish", f"bag {bag(state)}")
    assert state.players[0].privileges == 2
    assert not legal(state, "privilege")
    refused(state, "privilege 12", "SDA-02", "before the replenishing")


@pytest.mark.rule("SDA-02", "SDA-09")
def test_no_privilege_after_a_forced_replenishing() -> None:
    state = table(board="33*", reserved=("1w1 1w2 1w3", ""), privileges=(2, 0), pyramid=DEAR)
    assert legal(state) == ["replenish"]
    state = do(state, "replenish", f"bag {bag(state)}")
    assert state.players[0].privileges == 2
    assert not legal(state, "privilege")
    refused(state, "privilege 43", "SDA-02")


@pytest.mark.rule("SDA-03")
def test_any_number_of_privileges_one_at_a_time() -> None:
    state = table(board=BOARD, privileges=(3, 0))
    for used in range(1, 4):
        state = do(state, f"privilege 1{used}")
        assert privileges(state) == (3 - used, 0, used)
        assert GAME.to_play(state) == 0
    assert tokens(state, 0) == "wbg"
    assert not legal(state, "privilege")
    assert "replenish" in legal(state)
    refused(state, "privilege 14", "SD-030", "no Privilege")


@pytest.mark.rule("SDA-05")
def test_a_privilege_from_a_card_waits_for_the_next_turn() -> None:
    state = do(table(board="11b 12g", mine="wwwwkkp", pyramid="2w3"), "buy 2w3")
    assert privileges(state) == (1, 0, 2)
    assert state.turn == 1
    state = do(state, "take 11")
    assert "privilege 12" in legal(state)


@pytest.mark.rule("SDA-05", "SD-101")
def test_a_privilege_from_a_royal_can_be_used_in_the_extra_turn() -> None:
    """No printed card gives both, so the extra turn is added by hand."""
    state = do(table(board="11w 12g", mine="bbb", pyramid="1w4", bought=("1b4 1g4", "")), "buy 1w4")
    state = do(state._replace(extra=True), "royal r3")
    assert state.turn == 0
    assert privileges(state) == (1, 0, 2)
    assert "privilege 12" in legal(state)


@pytest.mark.rule("SDA-08")
def test_one_replenish_a_turn() -> None:
    state = table(board=BOARD)
    state = do(state, "replenish", f"bag {bag(state)}")
    assert bag(state) == ""
    refused(state, "replenish", "SDA-08", "replenished")
    later = do(state, "take 11")
    assert later.replenished is False


@pytest.mark.rule("SDA-08", "SDA-12")
def test_the_next_turn_may_replenish_again() -> None:
    state = table(board="33w 43b 42g", mine="bbb", pyramid="1w4")
    state = do(state, "replenish", f"bag {bag(state)}", "buy 1w4")
    assert bag(state) == "bbb"
    assert state.turn == 1
    assert "replenish" in legal(state)


@pytest.mark.rule("SD-023")
def test_a_player_who_can_do_nothing_replenishes_and_then_acts() -> None:
    state = table(board="33*", reserved=("1w1 1w2 1w3", ""), pyramid=DEAR)
    assert legal(state) == ["replenish"]
    state = do(state, "replenish", f"bag {bag(state)}")
    assert state.turn == 0
    assert "take 43" in legal(state)
    assert hand(state, 0) == "1w1 1w2 1w3"
    assert do(state, "take 43").turn == 1
