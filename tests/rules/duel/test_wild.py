"""Wild cards and points-only cards (SD-102 to SD-104, SDA-22 to SDA-25)."""

from __future__ import annotations

import pytest

from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.events import Bought, Placed
from tavola.rules.duel.state import Phase
from tests.rules.duel.table import (
    LETTERS,
    bag,
    card,
    codes,
    column,
    counts,
    do,
    hand,
    happened,
    kinds,
    legal,
    refused,
    step,
    table,
    tokens,
)

# 1x4 costs four black and a pearl and is worth a point; 1x1 four white and a pearl, with a crown.


@pytest.mark.rule("SD-102", "SDA-22")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_wild_card_joins_a_colour_with_a_bonus(turn: int) -> None:
    state = table(mine="kkkkp", bought=("1w1 1g1 1g5 2r1 1o1", "1b1 1k1"), pyramid="1x4", turn=turn)
    placing = step(state, "buy 1x4")
    assert placing.events == (Bought(turn, card("1x4"), 0, counts("kkkkp")),)
    assert placing.state.phase is Phase.PLACE
    assert GAME.to_play(placing.state) == turn
    assert legal(placing.state) == ["place w", "place g", "place r"]
    for letter, cards in (("w", "1w1 1x4"), ("g", "1g1 1g5 1x4"), ("r", "2r1 1x4")):
        done = step(placing.state, f"place {letter}")
        assert done.events[0] == Placed(turn, card("1x4"), LETTERS.index(letter))
        assert column(done.state, turn, letter) == cards
        was, now = state.players[turn], done.state.players[turn]
        for other, colour in enumerate("wbgrk"):
            assert now.bonuses[other] == was.bonuses[other] + (colour == letter)
            assert now.colour_points[other] == was.colour_points[other] + (colour == letter)
        assert column(done.state, turn, "o") == "1o1"
        assert now.points == was.points + 1
        assert GAME.to_play(done.state) == 1 - turn


@pytest.mark.rule("SD-102", "SD-022")
def test_while_placing_only_columns_with_a_bonus_are_asked_for() -> None:
    placing = do(table(mine="kkkkp", bought=("1w1 1g1 1o1", "1b1 1k1"), reserved=("1r1", ""), pyramid="1x4"), "buy 1x4")
    for letter in "brk":
        refused(placing, f"place {letter}", "SD-102", "colour in which you have a bonus")
    refused(placing, "pass", "SD-102")


@pytest.mark.rule("SD-102", "SDA-22")
@pytest.mark.parametrize("letter", "wbgrk")
def test_with_one_colour_it_is_placed_at_once(letter: str) -> None:
    state = table(mine="kkkkp", bought=(f"1{letter}1", ""), pyramid="1x4")
    events = happened(state, "buy 1x4")
    assert [event for event in events if isinstance(event, Placed)] == [Placed(0, card("1x4"), "wbgrk".index(letter))]
    done = do(state, "buy 1x4")
    assert column(done, 0, letter) == f"1{letter}1 1x4"
    assert GAME.to_play(done) == 1


@pytest.mark.rule("SD-103", "SD-V10", "SDA-25")
@pytest.mark.parametrize("bought", ["", "1o1", "1o1 2o1 3o1"])
def test_it_cannot_be_bought_without_a_bonus(bought: str) -> None:
    state = table(mine="kkkkp*", bought=(bought, "1w1"), pyramid="1x4", board="33*", reserved=("1x3?", ""))
    assert legal(state, "buy 1x") == []
    refused(state, "buy 1x4", "SD-103", "1x4", "bonus")
    assert "reserve 1x4" in legal(do(state, "gold 33"))
    refused(state, "buy 1x3", "SD-103", "1x3", "bonus")


@pytest.mark.rule("SD-103", "SD-082")
def test_with_a_bonus_it_is_refused_for_its_price_alone() -> None:
    refused(table(mine="kkkp", bought=("1w1", ""), pyramid="1x4"), "buy 1x4", "SD-082", "1x4 costs 1 more")


@pytest.mark.rule("SD-103", "SDA-22", "SD-074")
def test_a_reserved_card_with_a_bonus_is_nothing_to_place_it_on() -> None:
    refused(table(mine="kkkkp", reserved=("2w1", ""), pyramid="1x4"), "buy 1x4", "SD-103")


@pytest.mark.rule("SD-103")
def test_it_can_be_reserved_and_bought_later() -> None:
    state = table(mine="kkkkp", board="33* 34w 35w", pyramid="1x4 1k4", theirs="g")
    state = do(state, "gold 33", "reserve 1x4", "take 34")
    assert hand(state, 0) == "1x4"
    refused(state, "buy 1x4", "SD-103")
    owner = table(mine="kkkkp", bought=("1b1", ""), reserved=("1x4?", ""))
    assert column(do(owner, "buy 1x4"), 0, "b") == "1b1 1x4"


@pytest.mark.rule("SDA-23", "SD-V10", "SD-084")
def test_on_a_card_of_two_bonuses_it_is_still_one() -> None:
    state = table(mine="kkkkp", bought=("2b1", ""), pyramid="1x4")
    assert state.players[0].bonuses == (0, 2, 0, 0, 0)
    assert do(state, "buy 1x4").players[0].bonuses == (0, 3, 0, 0, 0)


@pytest.mark.rule("SDA-22")
def test_a_wild_card_on_a_wild_card_is_in_the_same_column() -> None:
    state = table(mine="kkkkp", bought=("1b1 1x2@b", ""), pyramid="1x4")
    done = do(state, "buy 1x4")
    assert column(done, 0, "b") == "1b1 1x2 1x4"
    assert done.players[0].bonuses == (0, 3, 0, 0, 0)


@pytest.mark.rule("SD-104")
def test_its_place_is_permanent() -> None:
    """The next wild card goes elsewhere and the first stays; no action names a placed card."""
    state = table(mine="kkkkp", bought=("1w1 1b1", ""), pyramid="1x4", board="33* 34w 35b 45w")
    state = do(state, "buy 1x4", "place b")
    before = state.players[0].columns
    for text in ("take 34", "take 35", "gold 33", "reserve deck1"):
        assert not [action for action in legal(state) if "1x4" in action or action.startswith("place")]
        state = do(state, text)
        assert state.players[0].columns == before
    later = table(mine="wwwwp", bought=("1w1 1b1 1x4@b", ""), pyramid="1x1")
    later = do(later, "buy 1x1", "place w")
    assert column(later, 0, "b") == "1b1 1x4"
    assert column(later, 0, "w") == "1w1 1x1"


@pytest.mark.rule("SDA-24")
def test_points_count_for_its_colour_and_crowns_always() -> None:
    state = table(mine="wwwwp", bought=("1b1 1b5 1g1", ""), pyramid="1x1")
    crowned = do(state, "buy 1x1", "place b").players[0]
    assert crowned.crowns == 1
    assert (crowned.points, crowned.colour_points) == (1, (0, 1, 0, 0, 0))
    state = table(mine="kkkkp", bought=("1b1 1b5 1g1", ""), pyramid="1x4")
    pointed = do(state, "buy 1x4", "place b").players[0]
    assert (pointed.points, pointed.colour_points) == (2, (0, 2, 0, 0, 0))
    other = do(state, "buy 1x4", "place g").players[0]
    assert (other.points, other.colour_points) == (2, (0, 1, 1, 0, 0))


@pytest.mark.rule("SDA-24", "SD-084", "SD-102")
def test_a_placed_card_lowers_later_prices_of_its_colour() -> None:
    state = table(mine="b", bought=("1b1 1x4@b", ""), pyramid="1w4 1r4")
    assert state.players[0].bonuses == (0, 2, 0, 0, 0)
    assert tokens(do(state, "buy 1w4"), 0) == ""
    refused(state, "buy 1r4", "SD-082")


@pytest.mark.rule("SDA-25")
def test_points_only_cards_have_no_colour_and_no_bonus() -> None:
    state = table(mine="rrrrp", pyramid="1o1", board="")
    done = do(state, "buy 1o1")
    player = done.players[0]
    assert codes(player.columns[5]) == "1o1"
    assert player.columns[:5] == ((),) * 5
    assert player.bonuses == player.colour_points == (0,) * 5
    assert player.points == 3
    assert GAME.to_play(done) == 1
    assert bag(done) == "wwwwbbbbggggrrrrkkkkpp***"


@pytest.mark.rule("SD-102", "SDA-29")
def test_paying_comes_before_placing() -> None:
    state = table(mine="kkkkp*", bought=("1w1 1b1", ""), pyramid="1x4", board="33*")
    paying = do(state, "buy 1x4")
    assert paying.phase is Phase.PAY
    placing = do(paying, "pay kkkp*")
    assert placing.phase is Phase.PLACE
    assert tokens(placing, 0) == "k"
    assert bag(placing).count("k") == 3
    assert kinds(step(placing, "place b").events) == ["Placed", "Refilled"]
