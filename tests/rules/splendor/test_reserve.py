"""Reserving a card, with gold while there is any (SP-013 to SP-016, SPA-06 to SPA-08)."""

from __future__ import annotations

from itertools import permutations

import pytest

from tavola.rules import CHANCE
from tavola.rules.chance import Rng, pick
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.actions import Reserve, ReserveDeck
from tavola.rules.splendor.events import Refilled, ReservedCard
from tavola.rules.splendor.state import Phase
from tests.rules.splendor.table import (
    ALL_OPEN,
    DEFAULT,
    Side,
    bank,
    card,
    deal,
    do,
    hand,
    legal,
    refused,
    row,
    step,
    table,
    tokens,
)

ROWS = ["1w1 1w2 1w3 1w4", "2w1 2w2 2w3 2w4", "3w1 3w2 3w3 3w4"]
NO_GOLD = (Side("**", hand="3k1 3k2"), Side("***", hand="3r1 3r2 3r3"))


@pytest.mark.rule("SP-013")
def test_any_face_up_card_and_any_deck() -> None:
    expected = {f"reserve {code}" for level in ROWS for code in level.split()}
    assert set(legal(deal(), "reserve")) == expected | {"reserve deck1", "reserve deck2", "reserve deck3"}


@pytest.mark.rule("SP-013", "SP-020", "SPA-19")
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("slot", range(4))
def test_a_face_up_card(level: int, slot: int) -> None:
    state = deal(3)
    taken, next_card = ROWS[level - 1].split()[slot], state.decks[level - 1][0]
    reserved = step(state, f"reserve {taken}")
    after = reserved.state
    assert hand(after) == taken
    assert tokens(after) == "*"
    assert bank(after) == "wwwwwbbbbbgggggrrrrrkkkkk****"
    assert row(after, level) == ROWS[level - 1].replace(taken, next_card.code)
    assert after.decks[level - 1] == state.decks[level - 1][1:]
    for other in {1, 2, 3} - {level}:
        assert row(after, other) == ROWS[other - 1]
        assert after.decks[other - 1] == state.decks[other - 1]
    assert reserved.events == (
        ReservedCard(0, level, slot, card(taken), gold=True, open=True),
        Refilled(level, slot, next_card),
    )
    assert reserved.reveals
    assert GAME.to_play(after) == 1


@pytest.mark.rule("SP-013")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_top_of_a_deck(level: int) -> None:
    state = deal(4)
    top = state.decks[level - 1][0]
    reserved = step(state, f"reserve deck{level}")
    after = reserved.state
    assert hand(after) == f"{top.code}?"
    assert tokens(after) == "*"
    assert after.bank == (7, 7, 7, 7, 7, 4)
    assert after.rows == state.rows
    assert after.decks[level - 1] == state.decks[level - 1][1:]
    assert reserved.events == (ReservedCard(0, level, None, top, gold=True, open=False),)
    assert reserved.reveals
    assert GAME.to_play(after) == 1


@pytest.mark.rule("SP-013", "SPA-14")
def test_a_deck_card_is_shown_to_all_where_all_is_open() -> None:
    (event,) = step(deal(options=ALL_OPEN), "reserve deck2").events
    assert event == ReservedCard(0, 2, None, card("2w5"), gold=True, open=True)


@pytest.mark.rule("SP-014", "SP-V4")
@pytest.mark.parametrize("text", ["reserve 1w1", "reserve 3w1", "reserve deck1", "reserve deck3"])
def test_without_gold_a_card_may_still_be_reserved(text: str) -> None:
    state = table(*NO_GOLD)
    assert text in legal(state)
    reserved = step(state, text)
    assert tokens(reserved.state) == "**"
    assert reserved.state.bank == state.bank
    assert len(reserved.state.players[0].reserved) == 3
    assert isinstance(reserved.events[0], ReservedCard)
    assert reserved.events[0].gold is False


@pytest.mark.rule("SP-015", "SP-V4")
@pytest.mark.parametrize("text", ["reserve 1w1", "reserve 2w1", "reserve deck1", "reserve deck2", "reserve deck3"])
def test_three_cards_in_hand_are_the_most(text: str) -> None:
    full = table(Side("*", hand="3k1 3k2? 1k8"), Side())
    assert legal(full, "reserve") == []
    refused(full, text, "SP-015", "three cards in hand")
    assert text in legal(table(Side("*", hand="3k1 3k2?"), Side()))


@pytest.mark.rule("SP-015")
def test_only_buying_takes_a_card_out_of_the_hand() -> None:
    state = table(Side("bbb", hand="1w1 3k1 3k2?"), Side())
    for text in legal(state):
        after = do(state, text)
        assert hand(after) == ("3k1 3k2?" if text == "buy 1w1" else "1w1 3k1 3k2?")
    assert {text.split()[0] for text in legal(state)} == {"take", "buy"}


@pytest.mark.rule("SP-015")
def test_a_place_in_the_hand_is_free_again_after_buying() -> None:
    state = do(table(Side("bbb", hand="1w1 3k1 3k2?"), Side()), "buy 1w1", "take wbg")
    assert len(legal(state, "reserve")) == 15


@pytest.mark.rule("SP-016")
def test_gold_comes_from_reserving_alone() -> None:
    for players in (2, 3, 4):
        rng = Rng(f"gold {players}")
        state = GAME.initial(players, DEFAULT, 0)
        gained = 0
        while (seat := GAME.to_play(state)) is not None:
            if seat is CHANCE:
                state = GAME.apply(state, GAME.sample(state, rng)).state
                continue
            action = pick(rng, GAME.legal_actions(state))
            after = GAME.apply(state, action).state
            golds = [new.tokens[5] - old.tokens[5] for new, old in zip(after.players, state.players, strict=True)]
            if max(golds) > 0:
                assert isinstance(action, Reserve | ReserveDeck)
                assert (sum(golds), golds[state.turn]) == (1, 1)
                gained += 1
            state = after
        assert gained


@pytest.mark.rule("SPA-06")
@pytest.mark.parametrize("text", ["reserve 2w1", "reserve deck2"])
def test_gold_must_be_taken(text: str) -> None:
    state = table(Side("wbgrk"), Side("****"))
    after = do(state, text)
    assert tokens(after) == "wbgrk*"
    assert after.bank[5] == 0


@pytest.mark.rule("SPA-06", "SPA-05", "SP-030")
@pytest.mark.parametrize("text", ["reserve 2w1", "reserve deck2"])
def test_gold_above_ten_may_be_returned(text: str) -> None:
    state = do(table(Side("wwwbbbgggr"), Side()), text)
    assert state.phase is Phase.RETURN
    assert tokens(state) == "wwwbbbgggr*"
    assert legal(state) == ["return w", "return b", "return g", "return r", "return *"]
    after = do(state, "return *")
    assert tokens(after) == "wwwbbbgggr"
    assert after.bank[5] == 5
    assert GAME.to_play(after) == 1
    assert tokens(do(state, "return w")) == "wwbbbgggr*"


@pytest.mark.rule("SPA-07", "SP-020")
def test_an_empty_deck_gives_nothing() -> None:
    state = table(Side(), Side(), ends={1: ("1w1 1w2 1w3 1w4", "")})
    assert legal(state, "reserve")[-2:] == ["reserve deck2", "reserve deck3"]
    refused(state, "reserve deck1", "SPA-07", "level 1")
    reserved = step(state, "reserve 1w3")
    assert hand(reserved.state) == "1w3"
    assert row(reserved.state, 1) == "1w1 1w2 - 1w4"
    assert reserved.events == (ReservedCard(0, 1, 2, card("1w3"), gold=True, open=True),)
    assert not reserved.reveals


@pytest.mark.rule("SPA-07", "SPA-19", "SP-020")
def test_the_last_card_of_a_deck() -> None:
    state = table(Side(), Side(), Side(), Side(), ends={1: ("1w1 1w2 1w3 1w4", "1k8")})
    taken = do(state, "reserve deck1")
    assert hand(taken) == "1k8?"
    assert row(taken, 1) == "1w1 1w2 1w3 1w4"
    refused(taken, "reserve deck1", "SPA-07", "level 1")
    filled = do(state, "reserve 1w2")
    assert row(filled, 1) == "1w1 1k8 1w3 1w4"
    emptied = do(filled, "reserve 1w1", "reserve 1w4")
    assert row(emptied, 1) == "- 1k8 1w3 -"
    assert legal(emptied, "reserve") == [
        *(f"reserve {code}" for code in "1k8 1w3 2w1 2w2 2w3 2w4 3w1 3w2 3w3 3w4".split()),
        "reserve deck2",
        "reserve deck3",
    ]


@pytest.mark.rule("SPA-07")
def test_an_empty_row_and_deck_leave_the_other_levels() -> None:
    state = table(Side(), Side(), ends={3: ("- - - -", "")})
    assert {code for text in legal(state, "reserve") for code in text.split()[1:] if code[0] == "3"} == set()
    refused(state, "reserve deck3", "SPA-07", "level 3")


@pytest.mark.rule("SPA-08", "SP-010")
@pytest.mark.parametrize(("text", "code"), [("reserve 1w1", "1w1"), ("reserve deck1", "1r1")])
def test_a_reserved_card_is_bought_on_a_later_turn(text: str, code: str) -> None:
    """Both cards could be paid at once, but reserving was the action."""
    state = do(table(Side("bbbwww"), Side(), next_up="1r1"), text)
    assert GAME.to_play(state) == 1
    refused(state, f"buy {code}", "SP-017", code)
    later = do(state, "take wbg")
    assert f"buy {code}" in legal(later)
    # Gold came with the card, so that there is more than one way to pay.
    after = do(later, f"buy {code}", legal(do(later, f"buy {code}"))[0])
    assert [one.code for one in after.players[0].cards] == [code]


@pytest.mark.rule("SP-013")
@pytest.mark.parametrize(
    "code",
    ["1k8", "2w5", "1b1", "3k1", "3k2", "3r1"],
    ids=["deck", "top of a deck", "bought", "own", "secret", "other"],
)
def test_only_cards_on_the_table_are_reserved(code: str) -> None:
    state = table(Side(cards="1b1", hand="3k1 3k2?"), Side(hand="3r1"))
    refused(state, f"reserve {code}", "SP-013", code, "table")


@pytest.mark.rule("SP-013")
def test_reserved_cards_give_neither_bonus_nor_points() -> None:
    state = do(deal(), "reserve 3w4", "reserve deck3")
    for player in state.players:
        assert player.points == 0
        assert player.bonuses == (0,) * 5
        assert player.cards == ()


@pytest.mark.rule("SP-013")
def test_the_order_in_a_hand_does_not_tell_when_a_card_came() -> None:
    state = deal(first="1k1 1k2 1k3 1k4 1w8 1w1")
    views = set()
    for order in permutations(["reserve deck1", "reserve deck2", "reserve 3w1"]):
        after = state
        for text in order:
            after = do(after, text, "take wbg" if "w" in bank(after) else "take k")
        views.add(GAME.view(after, 1).players[0].reserved)
    assert len(views) == 1
