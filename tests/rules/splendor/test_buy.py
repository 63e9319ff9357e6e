"""Buying cards: prices, bonuses, gold and every exact way to pay (SP-017 to SP-023, SPA-09)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tavola.rules import NotLegal
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.actions import Pay
from tavola.rules.splendor.events import Bought, Refilled
from tavola.rules.splendor.material import CARDS
from tavola.rules.splendor.state import Phase
from tests.rules.splendor.table import (
    COLOURS,
    Side,
    bank,
    card,
    codes,
    counts,
    do,
    hand,
    legal,
    letters,
    owned,
    refused,
    row,
    step,
    table,
    tokens,
)

# 1r2 costs two blue and a green, 2r4 (the rulebook's card) one white, four blue and two green.


@pytest.mark.rule("SP-017", "SP-018", "SP-020", "SPA-19")
def test_a_face_up_card() -> None:
    state = table(Side("wbbbbggr"), Side(), up="2w1 2r4 2k1 2g1", next_up="2b6")
    bought = step(state, "buy 2r4")
    after = bought.state
    assert tokens(after) == "r"
    assert bank(after) == "wwwwbbbbggggrrrkkkk*****"
    assert codes(after.players[0].cards) == "2r4"
    assert after.players[0].bonuses == (0, 0, 0, 1, 0)
    assert after.players[0].points == 2
    assert row(after, 2) == "2w1 2b6 2k1 2g1"
    assert bought.events == (Bought(0, card("2r4"), 1, counts("wbbbbgg")), Refilled(2, 1, card("2b6")))
    assert bought.reveals
    assert GAME.to_play(after) == 1


@pytest.mark.rule("SP-017")
@pytest.mark.parametrize("held", ["1r2", "1r2?"])
def test_a_card_from_the_hand(held: str) -> None:
    state = table(Side("bbg", hand=f"3k1 {held}"), Side())
    bought = step(state, "buy 1r2")
    assert hand(bought.state) == "3k1"
    assert codes(bought.state.players[0].cards) == "1r2"
    assert bought.state.rows == state.rows
    assert bought.state.decks == state.decks
    assert bought.events == (Bought(0, card("1r2"), None, counts("bbg")),)


@pytest.mark.rule("SP-017")
def test_every_card_in_reach_and_no_other() -> None:
    """Twelve face up and two in hand; the player can pay for anything."""
    rich = Side("*****", cards=owned("wwwwwwwbbbbbbbgggggggrrrrrrrkkkkkkk"), hand="3g4 3k4?")
    state = table(rich, Side(hand="3b4 3r4?"), up="1w8 1b8 1g8 1r8")
    face_up = [one.code for level in state.rows for one in level if one]
    assert sorted(legal(state, "buy")) == sorted(f"buy {code}" for code in [*face_up, "3g4", "3k4"])


@pytest.mark.rule("SP-017")
@pytest.mark.parametrize(
    "code",
    ["1r3", "1k8", "1b1", "1r1", "1g1"],
    ids=["top of a deck", "deck", "bought", "other's hand", "other's secret"],
)
def test_a_card_out_of_reach(code: str) -> None:
    state = table(Side("wwbbbggk**", cards="1b1"), Side(hand="1r1 1g1?"), up="1w1 1w2 1w3 1w4", next_up="1r3", turn=0)
    refused(state, f"buy {code}", "SP-017", code, "neither on the table nor in your hand")


@pytest.mark.rule("SP-018")
def test_two_blue_bonuses_pay_for_two_blue() -> None:
    """The rulebook's example: cost two blue and one green."""
    state = table(Side("bbg", cards=owned("bb")), Side(), up="1r2")
    bought = step(state, "buy 1r2")
    assert bought.events[0] == Bought(0, card("1r2"), 0, counts("g"))
    assert tokens(bought.state) == "bb"
    assert bank(bought.state) == "wwwwbbggggrrrrkkkk*****"


@pytest.mark.rule("SP-018")
@pytest.mark.parametrize(
    ("have", "bonuses", "lack"),
    [
        ("", "", 3),
        ("bb", "", 1),
        ("bg", "", 1),
        ("bggg", "", 1),
        ("wwwrrrkkk", "", 3),
        ("b*", "", 1),
        ("*", "", 2),
        ("", "b", 2),
        ("", "bbb", 1),
        ("bbb", "bbb", 1),
        ("", "wwwrkkkb", 2),
        ("*", "b", 1),
    ],
)
def test_a_card_that_is_too_dear(have: str, bonuses: str, lack: int) -> None:
    state = table(Side(have, cards=owned(bonuses)), Side(), up="1r2")
    refused(state, "buy 1r2", "SP-018", "1r2", f"costs {lack} more")


@pytest.mark.rule("SP-018")
@pytest.mark.parametrize(
    ("have", "bonuses", "paid"),
    [
        ("bbg", "", "bbg"),
        ("bbbbggrr", "", "bbg"),
        ("bb*", "", "bb*"),
        ("bg*", "", "bg*"),
        ("rb**", "", "b**"),
        ("g**", "", "g**"),
        ("ww***", "", "***"),
        ("wk****", "", "***"),
        ("bg", "b", "bg"),
        ("bbb", "g", "bb"),
        ("**", "g", "**"),
        ("bb*", "bb", "*"),
        ("bb**", "bbb", "*"),
    ],
)
def test_one_way_to_pay_is_not_asked_for(have: str, bonuses: str, paid: str) -> None:
    state = table(Side(have, cards=owned(bonuses)), Side(), up="1r2")
    bought = step(state, "buy 1r2")
    assert bought.state.phase is Phase.TURN
    assert bought.events[0] == Bought(0, card("1r2"), 0, counts(paid))
    left = [old - less for old, less in zip(counts(have), counts(paid), strict=True)]
    assert bought.state.players[0].tokens == tuple(left)
    assert bought.state.bank == tuple(old + more for old, more in zip(state.bank, counts(paid), strict=True))


@pytest.mark.rule("SP-019")
@pytest.mark.parametrize("have", ["", "bbg", "bbg***", "*"])
def test_a_free_card(have: str) -> None:
    """Bonuses are always used: whoever has tokens cannot pay with them instead."""
    state = table(Side(have, cards=owned("bbg")), Side(), up="1r2")
    bought = step(state, "buy 1r2")
    assert bought.state.phase is Phase.TURN
    assert bought.events[0] == Bought(0, card("1r2"), 0, (0,) * 6)
    assert tokens(bought.state) == have
    assert bought.state.bank == state.bank


@pytest.mark.rule("SPA-09")
@pytest.mark.parametrize(
    ("have", "bonuses", "ways"),
    [
        ("bbg*", "", ["bbg", "bb*", "bg*"]),
        ("bbg**", "", ["bbg", "bb*", "bg*", "b**", "g**"]),
        ("bbg***", "", ["bbg", "bb*", "bg*", "b**", "g**", "***"]),
        ("bbbbgg*****", "", ["bbg", "bb*", "bg*", "b**", "g**", "***"]),
        ("bb**", "", ["bb*", "b**"]),
        ("g***", "", ["g**", "***"]),
        ("bg*", "b", ["bg", "b*", "g*"]),
        ("bbg*", "bb", ["g", "*"]),
        ("b*", "bg", ["b", "*"]),
    ],
)
def test_every_exact_way_to_pay_fewest_gold_first(have: str, bonuses: str, ways: list[str]) -> None:
    have = have[:10]
    state = table(Side(have, cards=owned(bonuses)), Side(), up="1r2")
    asked = step(state, "buy 1r2")
    assert asked.state == state._replace(phase=Phase.PAY, buying=card("1r2"))
    assert asked.events == ()
    assert GAME.to_play(asked.state) == 0
    assert sorted(legal(asked.state)) == sorted(f"pay {way}" for way in ways)
    golds = [text.count("*") for text in legal(asked.state)]
    assert golds == sorted(golds)
    assert legal(asked.state)[0] == f"pay {ways[0]}"
    for way in ways:
        paid = step(asked.state, f"pay {way}")
        assert paid.events[0] == Bought(0, card("1r2"), 0, counts(way))
        assert isinstance(paid.events[1], Refilled)
        assert paid.state.buying is None
        assert GAME.to_play(paid.state) == 1
        left = [old - less for old, less in zip(counts(have), counts(way), strict=True)]
        assert paid.state.players[0].tokens == tuple(left)
        assert paid.state.bank == tuple(old + more for old, more in zip(state.bank, counts(way), strict=True))


@pytest.mark.rule("SPA-09")
@pytest.mark.parametrize("way", ["-", "bb", "bg", "bbgg", "bbg*", "bbb", "b**", "***", "bbr", "wbg", "bb**"])
def test_only_exact_payments_with_what_one_has(way: str) -> None:
    state = do(table(Side("wbbbgg*"), Side(), up="1r2"), "buy 1r2")
    refused(state, f"pay {way}", "SPA-09", "exactly")


@pytest.mark.rule("SPA-09", "SP-010")
@pytest.mark.parametrize("text", ["take wbg", "buy 1r2", "buy 1w1", "reserve 1w1", "reserve deck1", "return b", "pass"])
def test_a_purchase_begun_is_paid(text: str) -> None:
    state = do(table(Side("bbbg*"), Side(), up="1r2 1w1"), "buy 1r2")
    refused(state, text, "SPA-09", "Pay")


@pytest.mark.rule("SPA-09")
def test_paying_when_nothing_is_bought() -> None:
    state = table(Side("bbg*"), Side())
    refused(state, "pay bbg", "SP-010")
    with pytest.raises(NotLegal, match=r"\.$"):
        GAME.trusted(state, Pay(counts("bbg")))


@pytest.mark.rule("SPA-09", "SP-017")
def test_paying_for_a_card_from_the_hand() -> None:
    state = do(table(Side("bbg*", hand="1r2? 3k1"), Side()), "buy 1r2")
    assert state.phase is Phase.PAY
    paid = step(state, "pay bg*")
    assert paid.events == (Bought(0, card("1r2"), None, counts("bg*")),)
    assert hand(paid.state) == "3k1"
    assert tokens(paid.state) == "b"


ANY_TOKENS = st.tuples(*[st.integers(0, 4)] * 5, st.integers(0, 5))
ANY_BONUSES = st.tuples(*[st.integers(0, 4)] * 5)


@pytest.mark.rule("SPA-09", "SP-018", "SP-019")
@settings(max_examples=150)
@given(ANY_TOKENS, ANY_BONUSES, st.sampled_from([one.code for one in CARDS if one.code[0] != "1"]))
def test_payments_against_all_conceivable_ones(have: tuple[int, ...], bonuses: tuple[int, ...], code: str) -> None:
    """Every choice of tokens is tried: each gem pays for its own colour, gold for any, nothing too much."""
    assume(sum(have) <= 10)
    bought = owned("".join(colour * count for colour, count in zip(COLOURS, bonuses, strict=True)))
    state = table(Side(letters(have), cards=bought), Side(), up=code)
    due = [max(0, price - bonus) for price, bonus in zip(card(code).cost, bonuses, strict=True)]
    ways = set()
    for way in product(*(range(count + 1) for count in have)):
        open_ = [price - gems for price, gems in zip(due, way[:5], strict=True)]
        if min(open_) >= 0 and sum(open_) == way[5]:
            ways.add(way)
    if not ways:
        refused(state, f"buy {code}", "SP-018")
        return
    after = step(state, f"buy {code}")
    if len(ways) == 1:
        assert isinstance(after.events[0], Bought)
        assert {after.events[0].paid} == ways
    else:
        assert after.state.phase is Phase.PAY
        pays = [action.tokens for action in GAME.legal_actions(after.state) if isinstance(action, Pay)]
        assert len(pays) == len(set(pays)) == len(GAME.legal_actions(after.state))
        assert set(pays) == ways
        assert [way[5] for way in pays] == sorted(way[5] for way in ways)


@pytest.mark.rule("SP-020", "SPA-19")
@pytest.mark.parametrize("slot", range(4))
def test_a_bought_card_is_replaced_in_its_place(slot: int) -> None:
    shown = ["1w1", "1w5", "1b7", "1k8"]
    state = table(Side("wwwbbbbggg", cards=owned("rk")), Side(), up=" ".join(shown), next_up="1g8 1g7")
    assert f"buy {shown[slot]}" in legal(state)
    after = do(state, f"buy {shown[slot]}")
    assert row(after, 1).split() == [*shown[:slot], "1g8", *shown[slot + 1 :]]
    assert after.decks[0][0] is card("1g7")


@pytest.mark.rule("SP-020", "SPA-19")
def test_an_exhausted_deck_leaves_the_place_empty() -> None:
    state = table(Side("bbgg"), Side(), ends={1: ("1w1 1r2 - 1k1", "")})
    bought = step(state, "buy 1r2")
    assert row(bought.state, 1) == "1w1 - - 1k1"
    assert bought.events == (Bought(0, card("1r2"), 1, counts("bbg")),)
    assert not bought.reveals


@pytest.mark.rule("SP-023")
def test_a_card_never_pays_for_itself() -> None:
    """2w6 costs six white and gives a white bonus."""
    with_five = table(Side(cards=owned("wwwww")), Side(), up="2w6")
    refused(with_five, "buy 2w6", "SP-018", "1 more")
    bought = step(table(Side("ww", cards=owned("wwwww")), Side(), up="2w6"), "buy 2w6")
    assert bought.events[0] == Bought(0, card("2w6"), 0, counts("w"))


@pytest.mark.rule("SP-023", "SP-018")
def test_a_bonus_counts_from_the_next_turn_on() -> None:
    state = table(Side("bbbkkk"), Side(), up="1w1 1r8 1b2 1k8", next_up="1k4 1k5")
    after = do(state, "buy 1w1", "take rgk")
    assert after.players[0].bonuses == (1, 0, 0, 0, 0)
    later = do(after, "buy 1b2", "take rgk")
    assert later.players[0].bonuses == (1, 1, 0, 0, 0)
    refused(later, "buy 1r8", "SP-018", "costs 3 more")  # four white, one of which is paid by the bonus


@pytest.mark.rule("SP-021")
def test_bought_cards_are_visible_to_all() -> None:
    state = do(table(Side("bbg", cards="3k4"), Side(cards="2r4"), Side(), up="1r2"), "buy 1r2")
    for seat in (0, 1, 2, None):
        players = GAME.view(state, seat).players
        assert [codes(player.cards) for player in players] == ["3k4 1r2", "2r4", ""]
        assert [player.points for player in players] == [5, 2, 0]
        assert [player.bonuses for player in players] == [(0, 0, 0, 1, 1), (0, 0, 0, 1, 0), (0,) * 5]
        drawn = GAME.draw(GAME.view(state, seat))
        for words in ("5 points, 2 cards", "2 points, 1 card", "bonuses rk", "bonuses r,"):
            assert words in drawn


@pytest.mark.rule("SP-018")
def test_a_purchase_is_seen_by_all() -> None:
    for event in step(table(Side("bbg", hand="1r2?"), Side()), "buy 1r2").events:
        assert all(event.seen_by(seat) == event for seat in (0, 1, None))


@pytest.mark.rule("SP-018")
def test_paid_gold_goes_back_to_its_stack() -> None:
    state = do(table(Side("**b"), Side("***"), up="1r2"), "buy 1r2")
    assert state.bank == (4, 4, 4, 4, 4, 2)
