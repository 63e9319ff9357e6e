"""Returning what is above ten (SP-030, SPA-05, SPA-06)."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import pytest

from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.events import Returned, Took
from tavola.rules.splendor.state import Phase, State
from tests.rules.splendor.table import KINDS, Side, bank, counts, do, legal, letters, refused, step, table, tokens


@pytest.mark.rule("SP-V3", "SP-030")
def test_nine_and_three_return_two() -> None:
    start = table(Side("wwwbbbggg"), Side())
    took = step(start, "take grk")
    assert took.events == (Took(0, (0, 0, 1, 1, 1)),)
    state = took.state
    assert (state.phase, GAME.to_play(state), state.turns) == (Phase.RETURN, 0, start.turns)
    assert tokens(state) == "wwwbbbggggrk"
    assert legal(state) == ["return w", "return b", "return g", "return r", "return k"]
    first = step(state, "return r")
    assert first.events == (Returned(0, 3),)
    assert not first.reveals
    assert (first.state.phase, GAME.to_play(first.state)) == (Phase.RETURN, 0)
    assert legal(first.state) == ["return w", "return b", "return g", "return k"]
    second = step(first.state, "return k")
    assert second.events == (Returned(0, 4),)
    assert tokens(second.state) == "wwwbbbgggg"
    assert bank(second.state) == "wbrrrrkkkk*****"
    assert (second.state.phase, GAME.to_play(second.state), second.state.turns) == (Phase.TURN, 1, start.turns + 1)


@pytest.mark.rule("SP-030", "SP-V3")
def test_any_two_tokens_in_any_order() -> None:
    """Old ones, new ones and gold: every choice leads to exactly ten."""
    start = do(table(Side("wwbgg****"), Side()), "take brk")
    have = counts("wwbbggrk****")
    ends: dict[tuple[str, ...], State] = {}
    for kinds in combinations_with_replacement(KINDS, 2):
        if all(kinds.count(kind) <= have[KINDS.index(kind)] for kind in kinds):
            for order in set(permutations(kinds)):
                state = do(start, *(f"return {kind}" for kind in order))
                assert sum(state.players[0].tokens) == 10
                assert GAME.to_play(state) == 1
                assert ends.setdefault(kinds, state) == state
                left = [old - kinds.count(kind) for old, kind in zip(have, KINDS, strict=True)]
                assert tokens(state) == letters(left)
    assert len(ends) == 21 - 2  # no two red, no two black


@pytest.mark.rule("SPA-05", "SP-030")
def test_taking_at_ten_and_returning_the_same() -> None:
    start = table(Side("wwwbbbggrr"), Side())
    assert "take grk" in legal(start)
    after = do(start, "take grk", "return k", "return g", "return r")
    assert tokens(after) == "wwwbbbggrr"
    assert after.bank == start.bank
    assert GAME.to_play(after) == 1


@pytest.mark.rule("SPA-05")
def test_two_alike_at_ten() -> None:
    state = do(table(Side("wwwbbbgggr"), Side()), "take kk")
    assert tokens(state) == "wwwbbbgggrkk"
    after = do(state, "return k", "return k")
    assert tokens(after) == "wwwbbbgggr"


@pytest.mark.rule("SPA-05")
@pytest.mark.parametrize("have", ["wwwbbbgg**", "wwwwbbbb**", "wwgg*****k"])
def test_every_action_is_open_at_ten(have: str) -> None:
    full, empty = (table(Side(held), Side()) for held in (have, ""))
    assert len(legal(full, "take")) >= 1
    assert legal(full, "reserve") == legal(empty, "reserve")


@pytest.mark.rule("SP-030")
@pytest.mark.parametrize(
    ("have", "text", "surplus"),
    [
        ("wwwbbbg", "take grk", 0),
        ("wwwbbbgg", "take grk", 1),
        ("wwwbbbgg", "take rr", 0),
        ("wwwbbbggg", "take rr", 1),
        ("wwwbbbgggr", "take kk", 2),
        ("wwwbbbgggr", "take grk", 3),
        ("wwbbgr****", "take grk", 3),
        ("wwwbbbggg", "reserve 1w1", 0),
        ("wwwbbbgggr", "reserve deck1", 1),
    ],
)
def test_exactly_the_surplus_is_returned(have: str, text: str, surplus: int) -> None:
    state = do(table(Side(have), Side()), text)
    for left in range(surplus, 0, -1):
        assert sum(state.players[0].tokens) == 10 + left
        assert state.phase is Phase.RETURN
        state = do(state, legal(state)[0])
    assert sum(state.players[0].tokens) <= 10
    assert (state.phase, GAME.to_play(state)) == (Phase.TURN, 1)


@pytest.mark.rule("SP-030")
def test_gold_counts_and_may_be_returned() -> None:
    state = do(table(Side("wwbbg*****"), Side()), "take wbg")
    assert sum(state.players[0].tokens) == 13
    assert "return *" in legal(state)
    after = do(state, "return *", "return *", "return *")
    assert tokens(after) == "wwwbbbgg**"
    assert after.bank[5] == 3


@pytest.mark.rule("SP-030")
@pytest.mark.parametrize("text", ["return k", "return *", "take wbg", "reserve deck1", "buy 1w1", "pass", "noble n1"])
def test_only_what_one_has_is_returned(text: str) -> None:
    state = do(table(Side("wwwbbbggg"), Side()), "take wgr")
    refused(state, text, "SP-030", "12", "limit is 10")


@pytest.mark.rule("SPA-05", "SP-030")
@pytest.mark.parametrize("have", ["w", "wwwbbbgggr", "wwwbbbgg**"])
def test_nothing_is_returned_at_ten_or_below(have: str) -> None:
    state = table(Side(have), Side())
    assert legal(state, "return") == []
    refused(state, "return w", "SP-010")


@pytest.mark.rule("SP-030")
def test_returns_are_seen_by_all() -> None:
    (returned,) = step(do(table(Side("wwwbbbgggr"), Side()), "reserve deck1"), "return *").events
    assert returned == Returned(0, 5)
    assert all(returned.seen_by(seat) == returned for seat in (0, 1, None))


@pytest.mark.rule("SP-030")
def test_a_returned_gem_can_be_taken_by_the_next() -> None:
    state = do(table(Side("wwwwbbbbgg"), Side("gr")), "take grk", "return w", "return g", "return r")
    assert "take wgr" in legal(state)
    assert tokens(do(state, "take wgr"), 1) == "wggrr"


@pytest.mark.rule("SP-030")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_only_the_seat_on_turn_returns(seat: int) -> None:
    sides = [Side("wwwbbbgggr"), Side("rrrr"), Side("kkkk")]
    sides = sides[-seat:] + sides[:-seat] if seat else sides
    state = do(table(*sides, turn=seat), "reserve deck1")
    assert (state.phase, GAME.to_play(state)) == (Phase.RETURN, seat)
    after = do(state, "return g")
    assert GAME.to_play(after) == (seat + 1) % 3
    assert [sum(player.tokens) for player in after.players].count(10) == 1
