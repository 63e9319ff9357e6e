"""Buying cards: prices, payments, where the tokens go (SD-080 to SD-087, SDA-29, SDA-30)."""

from __future__ import annotations

from itertools import product

import pytest

from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.actions import Pay
from tavola.rules.duel.events import Bought, Refilled
from tavola.rules.duel.material import CARDS
from tavola.rules.duel.state import Phase
from tests.rules.duel.table import (
    DEAR,
    bag,
    card,
    column,
    counts,
    do,
    hand,
    happened,
    kinds,
    legal,
    letters,
    on_board,
    refused,
    row,
    step,
    table,
    tokens,
)

ONES = [c.code for c in CARDS if c.level == 1]


@pytest.mark.rule("SD-081", "SD-083", "SD-084")
def test_the_worked_example() -> None:
    """Bonuses red 3, blue 2, green 1; the card costs blue 3, red 5, black 3, pearl 1."""
    state = table(mine="brrkkkp", bought=("1r1 1r2 1r3 2b1 1g1", ""), pyramid="3w1", board="33w 34p")
    assert state.players[0].bonuses == (0, 2, 1, 3, 0)
    assert card("3w1").cost == (0, 3, 0, 5, 3, 1)
    in_bag = counts(bag(state))
    done = step(state, "buy 3w1")
    assert done.events[0] == Bought(0, card("3w1"), 0, counts("brrkkkp"))
    assert tokens(done.state, 0) == ""
    assert done.state.bag == tuple(have + paid for have, paid in zip(in_bag, counts("brrkkkp"), strict=True))
    assert on_board(done.state) == "wp"
    for missing in "brkp":
        poorer = table(mine="brrkkkp".replace(missing, "", 1), bought=("1r1 1r2 1r3 2b1 1g1", ""), pyramid="3w1")
        refused(poorer, "buy 3w1", "SD-082", "3w1", "1 more")


@pytest.mark.rule("SD-080")
@pytest.mark.parametrize("turn", [0, 1])
def test_from_the_pyramid_or_ones_own_reserve(turn: int) -> None:
    state = table(
        mine="bbbgggkkk", reserved=("1b4 1r4?", "1k4"), theirs="", pyramid="1w4", deck="1g4", board="33w", turn=turn
    )
    assert legal(state, "buy") == ["buy 1w4", "buy 1b4", "buy 1r4"]
    up = do(state, "buy 1w4")
    assert column(up, turn, "w") == "1w4"
    assert hand(up, turn) == "1b4 1r4"
    for code, colour, left in (("1b4", "b", "1r4"), ("1r4", "r", "1b4")):
        done = step(state, f"buy {code}")
        assert column(done.state, turn, colour) == code
        assert hand(done.state, turn) == left
        assert done.state.rows == state.rows
        assert isinstance(done.events[0], Bought)
        assert done.events[0].slot is None
        assert GAME.to_play(done.state) == 1 - turn


@pytest.mark.rule("SD-080")
def test_not_the_opponents_reserve_nor_a_deck_nor_a_bought_card() -> None:
    state = table(mine="wwwrrr", reserved=("", "1k4 2k1?"), deck="1g4", bought=("1w1", "1b1"))
    for code in ("1k4", "2k1", "1g4", "1w1", "1b1"):
        refused(state, f"buy {code}", "SD-080", code, "neither in the pyramid nor among your reserved")


@pytest.mark.rule("SD-081")
@pytest.mark.parametrize(
    ("bought", "pays"),
    [("", "rrkk"), ("1r1", "rkk"), ("1k1", "rrk"), ("2r1", "kk"), ("1r1 1r2 1r3", "kk"), ("1r1 1k1", "rk")],
)
def test_bonuses_lower_the_price_of_their_colour(bought: str, pays: str) -> None:
    state = table(mine=pays, bought=(bought, ""), pyramid="1w3", board="")
    assert happened(state, "buy 1w3")[0] == Bought(0, card("1w3"), 0, counts(pays))
    for missing in set(pays):
        poorer = table(mine=pays.replace(missing, "", 1), bought=(bought, ""), pyramid="1w3")
        refused(poorer, "buy 1w3", "SD-082")


@pytest.mark.rule("SD-081")
def test_bonuses_never_lower_the_price_in_pearls() -> None:
    rich = "1w1 1w3 1b1 1b3 1g1 1g3 1r1 1r3 1k1 1k3"
    for code in ("1w2", "2w4", "1k2"):
        refused(table(bought=(rich, ""), pyramid=code), f"buy {code}", "SD-082", "1 more")
        state = table(mine="p", bought=(rich, ""), pyramid=code)
        assert isinstance(bought := happened(state, f"buy {code}")[0], Bought)
        assert letters(bought.paid) == "p"


@pytest.mark.rule("SD-081", "SD-074")
def test_bonuses_of_others_and_reserved_cards_do_not_count() -> None:
    state = table(mine="rrk", bought=("", "1k1 1k3 1r1"), reserved=("1k4", ""), pyramid="1w3")
    refused(state, "buy 1w3", "SD-082", "1 more")


@pytest.mark.rule("SD-082")
@pytest.mark.parametrize(
    ("mine", "pays"),
    [
        ("bbggp", "bbggp"),
        ("bbgg*", "bbgg*"),  # gold for the pearl
        ("bbgp*", "bbgp*"),
        ("bb***", "bb***"),
        ("gg***", "gg***"),
        ("bp*g*", "bgp**"),
    ],
)
def test_gold_stands_in_for_any_gem_or_pearl(mine: str, pays: str) -> None:
    state = table(mine=mine, pyramid="1w2", board="")
    assert isinstance(bought := happened(state, "buy 1w2")[0], Bought)
    assert letters(bought.paid) == pays
    assert tokens(do(state, "buy 1w2"), 0) == ""


@pytest.mark.rule("SD-082")
@pytest.mark.parametrize(("mine", "lack"), [("", 5), ("bb", 3), ("bbg*", 1), ("b***", 1), ("bbbbgp", 1), ("wwww", 5)])
def test_too_little_is_refused_with_what_is_missing(mine: str, lack: int) -> None:
    refused(table(mine=mine, pyramid="1w2"), "buy 1w2", "SD-082", f"1w2 costs {lack} more")


@pytest.mark.rule("SD-083")
def test_spent_tokens_gold_included_go_into_the_bag() -> None:
    state = table(mine="rrkk*w", pyramid="1w3", board="33b")
    before = counts(bag(state))
    done = do(state, "buy 1w3", "pay rrk*")
    assert tokens(done, 0) == "wk"
    assert letters([now - was for now, was in zip(done.bag, before, strict=True)]) == "rrk*"
    assert on_board(done) == "b"


@pytest.mark.rule("SD-084")
def test_a_bonus_counts_for_later_purchases_only() -> None:
    """2w3 costs four white, two black and a pearl, and gives a white bonus."""
    refused(table(mine="wwwkkp", pyramid="2w3"), "buy 2w3", "SD-082", "1 more")
    state = do(table(mine="wwwwkkp", pyramid="2w3 1k4", bought=("1w1", "")), "buy 2w3", "take 33")
    assert tokens(state, 0) == "w"
    assert state.players[0].bonuses == (2, 0, 0, 0, 0)
    assert "buy 1k4" in legal(state)


@pytest.mark.rule("SD-084")
def test_a_card_of_two_bonuses_lowers_the_price_by_two() -> None:
    state = do(table(mine="bbbbgg*", pyramid="2w1 1k4"), "buy 2w1", "take 33")
    assert state.players[0].bonuses == (2, 0, 0, 0, 0)
    refused(state, "buy 1k4", "SD-082", "1 more")
    state = table(mine="w", bought=("2w1", ""), pyramid="1k4")
    assert isinstance(bought := happened(state, "buy 1k4")[0], Bought)
    assert letters(bought.paid) == "w"


@pytest.mark.rule("SD-085", "SD-V8")
def test_a_free_card() -> None:
    """Two black and two red bonuses buy 1w3, whose ability takes a white token."""
    state = table(mine="bb*", bought=("2r1 1k1 1k3", ""), pyramid="1w3", board="33w 55b", theirs="g")
    done = step(state, "buy 1w3")
    assert done.events[0] == Bought(0, card("1w3"), 0, (0,) * 7)
    assert kinds(done.events)[1] == "TookToken"
    assert tokens(done.state, 0) == "wbb*"
    assert done.state.bag == state.bag
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SD-085")
def test_no_change_is_given_for_bonuses_beyond_the_price() -> None:
    state = table(mine="k", bought=("2r1 1r1 1r2 1k1", ""), pyramid="1w3", board="33b")
    done = do(state, "buy 1w3")
    assert tokens(done, 0) == ""
    assert bag(done).count("k") == bag(state).count("k") + 1
    refused(table(bought=("2r1 1r1 1r2 1k1", ""), pyramid="1w3"), "buy 1w3", "SD-082", "1 more")


@pytest.mark.rule("SD-085", "SD-022")
def test_a_free_card_is_the_action_of_the_turn() -> None:
    state = do(table(bought=("2r1 1k1 1k3", ""), pyramid="1w3 1b5", board="33b"), "buy 1w3")
    assert GAME.to_play(state) == 1


@pytest.mark.rule("SD-087", "SDA-01")
@pytest.mark.parametrize(("level", "code", "mine"), [(1, "1k4", "www"), (2, "2w1", "bbbb***gg"), (3, "3x1", "kkkk***")])
def test_a_bought_card_is_replaced_from_the_same_deck(level: int, code: str, mine: str) -> None:
    state = table(mine=mine, pyramid=f"1w1 1w2 {code}", bought=("1b1 1k1 1k3", ""))
    slot = row(state, level).split().index(code)
    top = state.decks[level - 1][0]
    texts = [f"buy {code}"]
    texts += [legal(do(state, *texts))[0]] if do(state, *texts).phase is Phase.PAY else []
    texts += ["place b"] if code == "3x1" else []
    texts += ["royal r4"] if code == "3x1" else []
    done = do(state, *texts)
    assert row(done, level) == row(state, level).replace(code, top.code)
    assert happened(state, *texts)[-1] == Refilled(level, slot, top)
    assert [done.rows[other] for other in {0, 1, 2} - {level - 1}] == [
        state.rows[other] for other in {0, 1, 2} - {level - 1}
    ]


@pytest.mark.rule("SD-087", "SD-V14")
def test_with_an_empty_deck_the_place_stays_empty() -> None:
    mine, theirs = " ".join(ONES[:13]), " ".join(ONES[13:25])
    state = table(mine="kp", bought=(mine, theirs), royals=("", "r1"), board="33*")
    assert state.decks[0] == ()
    done = do(state, "buy 1x2", "place w")
    assert row(done, 1) == "1x1 - 1x3 1x4 1o1"
    assert GAME.to_play(done) == 1
    refused(do(done, "gold 33"), "reserve deck1", "SD-072")


@pytest.mark.rule("SD-087")
def test_a_card_bought_from_the_hand_changes_nothing_on_the_table() -> None:
    state = table(mine="bbb", reserved=("1w4", ""))
    done = step(state, "buy 1w4")
    assert kinds(done.events) == ["Bought"]
    assert (done.state.rows, done.state.decks) == (state.rows, state.decks)


# --- Payments ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SDA-29", "SDA-30", "SD-V9")
def test_gold_may_be_paid_although_one_has_the_gem() -> None:
    """Net cost two red: 1k3 costs two green and two red, with two green bonuses."""
    state = table(mine="rr*", bought=("1g1 1g3", ""), pyramid="1k3", board="33w")
    paying = do(state, "buy 1k3")
    assert paying.phase is Phase.PAY
    assert legal(paying) == ["pay rr", "pay r*"]
    refused(paying, "pay rr*", "SDA-29", "exactly")
    for wrong in ("pay r", "pay *", "pay -", "pay gg", "pay ggrr", "pay r**", "pay rrr", "pay rw"):
        refused(paying, wrong, "SDA-29", "exactly")
    assert tokens(do(paying, "pay rr"), 0) == "*"
    assert tokens(do(paying, "pay r*"), 0) == "r"
    assert tokens(do(paying, "pay *r"), 0) == "r"


@pytest.mark.rule("SDA-29", "SDA-30")
@pytest.mark.parametrize(
    ("code", "mine", "bought"),
    [
        ("3w1", "brrkkkp**", "1r1 1r2 1r3 2b1 1g1"),
        ("1w2", "bbggp***", ""),
        ("1w1", "bgrk***", ""),
        ("1w1", "bg***", "1r1"),
        ("2w4", "ggrrkkp***", ""),
        ("3o1", "wwww***", "1w1 1w2 1w3"),
        ("1w3", "rrrrkk*", ""),
        ("1w2", "bbggpp**", ""),
    ],
)
def test_every_exact_payment_and_no_other(code: str, mine: str, bought: str) -> None:
    """By the definition: of each kind no more than the net price and what one has, gold for the rest."""
    state = table(mine=mine, bought=(bought, ""), pyramid=code, board="")
    bonuses = (*state.players[0].bonuses, 0)
    net = [max(0, price - bonus) for price, bonus in zip(card(code).cost, bonuses, strict=True)]
    have = counts(mine)
    ways = {
        (*paid, sum(net) - sum(paid))
        for paid in product(*(range(min(price, own) + 1) for price, own in zip(net, have, strict=False)))
        if sum(net) - sum(paid) <= have[6]
    }
    assert len(ways) > 1
    paying = do(state, f"buy {code}")
    offered = [action.tokens for action in GAME.legal_actions(paying) if isinstance(action, Pay)]
    assert len(offered) == len(legal(paying)) == len(ways)
    assert set(offered) == ways
    assert [way[6] for way in offered] == sorted(way[6] for way in offered), "the fewest gold first"
    for way in offered:
        done = step(paying, GAME.to_text(Pay(way)))
        assert done.events[0] == Bought(0, card(code), 0, way)


@pytest.mark.rule("SDA-29")
@pytest.mark.parametrize(
    ("mine", "bought"),
    [
        ("rrkk", ""),  # no gold
        ("rrrrkkkk", ""),
        ("rrk*", ""),  # all the gold is needed
        ("rk**", ""),
        ("k***", ""),
        ("***", "1k1"),  # nothing but gold
        ("***w", "2r1 1k1 1k3"),  # nothing to pay
        ("**", "2r1"),
    ],
)
def test_no_question_where_there_is_one_way_to_pay(mine: str, bought: str) -> None:
    state = table(mine=mine, bought=(bought, ""), pyramid="1w3", board="")
    done = step(state, "buy 1w3")
    assert kinds(done.events)[0] == "Bought"
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SDA-29")
@pytest.mark.parametrize(("mine", "ways"), [("rrkk*", 3), ("rrk**", 3), ("k***b", 0), ("rk***", 3), ("rrkk***", 8)])
def test_a_question_where_there_is_more_than_one(mine: str, ways: int) -> None:
    state = table(mine=mine, pyramid="1w3", board="")
    done = step(state, "buy 1w3")
    if ways:
        assert done.state.phase is Phase.PAY
        assert done.events == ()
        assert GAME.to_play(done.state) == 0
        assert len(legal(done.state)) == ways
    else:
        assert kinds(done.events)[0] == "Bought"


@pytest.mark.rule("SDA-29", "SD-080")
def test_while_paying_the_card_is_still_where_it_was() -> None:
    state = table(mine="bbb*", pyramid="1w4", board="33w")
    paying = do(state, "buy 1w4")
    assert row(paying, 1) == row(state, 1)
    assert tokens(paying, 0) == "bbb*"
    hidden = do(table(mine="bbb*", reserved=("1w4?", ""), board="33w"), "buy 1w4")
    assert hand(hidden, 0) == "1w4"
    assert hand(do(hidden, "pay bbb"), 0) == ""


@pytest.mark.rule("SD-080", "SD-103")
def test_nothing_affordable() -> None:
    assert legal(table(mine="wwwwbbbbkk", pyramid=DEAR), "buy") == []
