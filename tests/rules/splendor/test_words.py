"""Splendor drawn and told as plain text."""

from __future__ import annotations

import pytest

from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.state import State
from tests.rules.splendor.table import Side, deal, do, owned, step, table
from tests.rules.splendor.test_pass import stuck

ANN = ["Ann", "Bob", "Cleo"]


@pytest.mark.rule("SP-003", "SP-004", "SP-005")
def test_a_new_table() -> None:
    lines = GAME.draw(GAME.view(deal(2), 0)).splitlines()
    assert lines[0] == "Turn 1, to 15 points. Stacks: wwwwbbbbggggrrrrkkkk*****"
    assert lines[1] == "Nobles: n1 (wwwwbbbb), n2 (bbbbgggg), n3 (ggggrrrr)"
    assert [line for line in lines if line.startswith("Level")] == [
        "Level 3, 16 cards in the deck:",
        "Level 2, 26 cards in the deck:",
        "Level 1, 36 cards in the deck:",
    ]
    assert "  3w4: white, 5 points, costs wwwkkkkkkk" in lines
    assert "  2w1: white, 1 point, costs gggrrkk" in lines
    assert "  1w1: white, costs bbb" in lines
    assert lines[-5:] == [
        "Seat 2: 0 points, 0 cards",
        "  bonuses -, tokens -",
        "You: 0 points, 0 cards",
        "  bonuses -, tokens -",
        "You are to take gems, reserve or buy.",
    ]


@pytest.mark.rule("SP-018")
def test_prices_are_drawn_as_the_reader_would_pay_them() -> None:
    state = table(Side(cards=owned("bb"), hand="2r4"), Side(hand="2b3"), up="1r2")
    mine, theirs, spectator = (GAME.draw(GAME.view(state, seat)) for seat in (0, 1, None))
    assert "1r2: red, costs bbg (for you g)" in mine
    assert "in hand 2r4: red, 2 points, costs wbbbbgg (for you wbbgg)" in mine
    for other in (theirs, spectator):
        assert "1r2: red, costs bbg\n" in other
        assert "in hand 2r4: red, 2 points, costs wbbbbgg\n" in other
        assert "for you" not in other


@pytest.mark.rule("SP-019")
def test_a_free_card_is_drawn_as_free() -> None:
    assert "(for you -)" in GAME.draw(GAME.view(table(Side(cards=owned("bbg")), Side(), up="1r2"), 0))


@pytest.mark.rule("SPA-19", "SP-020")
def test_empty_places_are_drawn() -> None:
    lines = GAME.draw(GAME.view(table(Side(), Side(), ends={1: ("1w1 - 1w3 -", "")}), 0)).splitlines()
    at = lines.index("Level 1, 0 cards in the deck:")
    assert [line.strip()[:7] for line in lines[at + 1 : at + 5]] == ["1w1: wh", "(empty)", "1w3: wh", "(empty)"]


@pytest.mark.rule("SP-006")
def test_the_reader_comes_last() -> None:
    for seat, order in (
        (0, ["Seat 2", "Seat 3", "You"]),
        (1, ["Seat 3", "Seat 1", "You"]),
        (2, ["Seat 1", "Seat 2", "You"]),
    ):
        lines = GAME.draw(GAME.view(deal(3), seat)).splitlines()
        assert [line.split(":")[0] for line in lines if " cards" in line and ": 0 points" in line] == order
    lines = GAME.draw(GAME.view(deal(3), None)).splitlines()
    assert sorted(line.split(":")[0] for line in lines if ": 0 points" in line) == ["Seat 1", "Seat 2", "Seat 3"]


@pytest.mark.rule("SP-010", "SP-030", "SP-032", "SPA-09")
def test_what_is_asked_for() -> None:
    asked = {
        "take gems, reserve or buy": deal(),
        "choose how to pay": do(table(Side("bbg*"), Side(), up="1r2"), "buy 1r2"),
        "return a token": do(table(Side("wwwbbbgggr"), Side()), "reserve deck1"),
        "choose a noble": do(table(Side(cards=owned("wwwwbbbbggg")), Side(), waiting="n1 n6"), "take wbg"),
    }
    for words, state in asked.items():
        assert GAME.draw(GAME.view(state, 0)).endswith(f"You are to {words}.")
        assert GAME.draw(GAME.view(state, 1)).endswith(f"Seat 1 is to {words}.")
        assert GAME.draw(GAME.view(state, None)).endswith(f"Seat 1 is to {words}.")


@pytest.mark.rule("SP-040")
def test_nothing_is_asked_for_at_the_end() -> None:
    state = do(table(Side(cards="3w4 3b4 3g4"), Side(), turn=1), "take wbg")
    assert " to take" not in GAME.draw(GAME.view(state, 0))


@pytest.mark.rule("SP-011", "SP-013", "SP-017", "SP-030", "SP-031", "SPA-16")
def test_what_is_told() -> None:
    def tell(state: State, text: str, seat: int | None = 1) -> list[str]:
        return [GAME.tell(event.seen_by(seat), ANN) for event in step(state, text).events]

    new = deal(3)
    assert tell(new, "take wbg") == ["Ann takes wbg."]
    assert tell(new, "reserve 1w1") == [
        "Ann reserves 1w1 and takes a gold token.",
        "1w5: white, costs wwwbk is laid out.",
    ]
    assert tell(new, "reserve deck1") == ["Ann reserves a card from the deck of level 1 and takes a gold token."]
    assert tell(new, "reserve deck1", 0) == ["Ann reserves 1w5 from the deck of level 1 and takes a gold token."]
    no_gold = table(Side("***"), Side("**"))
    assert tell(no_gold, "reserve deck2") == ["Ann reserves a card from the deck of level 2."]
    rich = table(Side("bbg", cards=owned("r"), hand="1r2? 1k2"), Side())
    assert tell(rich, "buy 1r2") == ["Ann buys 1r2 from the hand, paying bbg."]
    assert tell(table(Side(cards=owned("bbg")), Side(), up="1r2"), "buy 1r2")[0] == "Ann buys 1r2 for nothing."
    assert tell(do(table(Side("wwwbbbgggr"), Side()), "reserve deck1"), "return *") == ["Ann returns *."]
    visited = table(Side(cards=owned("wwwwbbbb")), Side(), waiting="n1")
    assert tell(visited, "take wbg")[1] == "The noble n1 visits Ann."
    assert tell(stuck(), "pass") == ["Ann can do nothing and passes."]


@pytest.mark.rule("SP-003", "SP-041", "SPA-15")
def test_the_first_and_the_last_line() -> None:
    before = GAME.initial(3, deal().options, 2)
    (dealt,) = GAME.apply(before, GAME.fixed(before)).events
    assert GAME.tell(dealt, ANN) == "The table is laid out. Cleo starts."
    won = step(table(Side(cards="3w4 3b4 3g4"), Side(cards="3r4"), Side(), turn=2), "take wbg").events[-1]
    assert GAME.tell(won, ANN) == "Ann wins. Points: Ann 15, Bob 5, Cleo 0."
    tied = step(table(Side(cards="3w4 3b4 3g4"), Side(cards="3r4 3k4 2r6 2k3"), turn=1), "take wbg").events[-1]
    assert GAME.tell(tied, ANN[:2]) == "Ann wins. Points: Ann 15, Bob 15."
    shared = step(
        table(Side(cards="3w4 3b2 2g6 2k6"), Side(), Side(cards="3r4 3k2 2r6 2b6"), turn=2), "take wbg"
    ).events[-1]
    assert GAME.tell(shared, ANN) == "Ann and Cleo share the victory. Points: Ann 15, Cleo 15, Bob 0."
    passes = step(stuck(passes=1), "pass").events[-1]
    assert GAME.tell(passes, ANN[:2]) == "The victory is shared by all. Points: Ann 0, Bob 0."
