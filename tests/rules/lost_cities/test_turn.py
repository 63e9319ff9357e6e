"""Lay a card, then draw one (LC-010 to LC-018)."""

from __future__ import annotations

import pytest

from tavola.rules.lost_cities import LOST_CITIES as GAME
from tests.rules.lost_cities.table import codes, column, deal, do, legal, pile, refused, step, table

MINE = "y2 y5 y9 yx yx b3 r5 g10"
THEIRS = "w2 w3 b4 b5 r6 r7 r10 rx"


@pytest.mark.rule("LC-010", "LCA-17")
def test_a_turn_is_one_card_laid_then_one_drawn() -> None:
    state = deal(MINE, THEIRS, "w10")
    assert all(text.startswith(("play ", "discard ")) for text in legal(state))
    refused(state, "draw", "LC-010", "Lay a card first")
    refused(state, "take y", "LC-010", "Lay a card first")
    laid = do(state, "play y5")
    assert GAME.to_play(laid) == 0
    assert len(laid.hands[0]) == 7
    assert legal(laid) == ["draw"]
    refused(laid, "play y9", "LC-010", "now draw one")
    refused(laid, "discard y9", "LC-010", "now draw one")
    drawn = do(laid, "draw")
    assert GAME.to_play(drawn) == 1
    assert codes(drawn.hands[0]) == "yx yx y2 y9 b3 w10 g10 r5"
    assert len(drawn.deck) == 43


@pytest.mark.rule("LC-010")
def test_only_cards_of_ones_own_hand_are_laid() -> None:
    state = deal(MINE, THEIRS)
    refused(state, "play w2", "LC-010", "do not hold w2")
    refused(state, "discard w2", "LC-010", "do not hold w2")
    theirs = do(state, "discard b3", "draw")
    refused(theirs, "play y2", "LC-010", "do not hold y2")
    assert "play w2" in legal(theirs)


@pytest.mark.rule("LC-010")
def test_the_seats_take_turns() -> None:
    state = deal(MINE, THEIRS, "g2 g3 g4 g5", start=1)
    seats = []
    for _ in range(4):
        seats.append(GAME.to_play(state))
        state = do(state, legal(state)[0], "draw")
    assert seats == [1, 0, 1, 0]


@pytest.mark.rule("LC-011")
def test_a_card_is_played_into_ones_own_column_of_its_colour() -> None:
    state = do(deal(MINE, THEIRS), "play y2", "draw", "play b4", "draw", "play y5")
    assert column(state, 0, "y") == "y2 y5"
    assert column(state, 1, "b") == "b4"
    others = [state.expeditions[seat][colour] for seat, colour in ((0, 1), (0, 2), (0, 3), (0, 4), (1, 0))]
    assert not any(others)
    assert not any(state.discards)


@pytest.mark.rule("LC-012", "LC-V4")
def test_numbers_rise_with_gaps() -> None:
    state = table(mine="y3 yx y9 y5 y2", columns=("y4", "y10"))
    refused(state, "play y3", "LC-012", "y3", "not higher")
    refused(state, "play y2", "LC-012", "y2", "not higher")
    refused(state, "play yx", "LC-013", "yx", "before any number")
    assert column(do(state, "play y9"), 0, "y") == "y4 y9"
    assert column(do(state, "play y5"), 0, "y") == "y4 y5"


@pytest.mark.rule("LC-012")
def test_the_opponents_column_is_no_hindrance() -> None:
    state = table(mine="y3 yx", columns=("", "y4 y10"))
    assert {"play y3", "play yx"} <= set(legal(state))


@pytest.mark.rule("LC-012")
def test_ten_closes_a_column() -> None:
    state = table(mine="y3 y9 yx", columns=("y10", ""))
    assert not [text for text in legal(state) if text.startswith("play y")]


@pytest.mark.rule("LC-013")
def test_all_three_wagers_then_numbers() -> None:
    state = table(mine="yx yx yx y2", theirs="b2 b3 b4 b5")
    state = do(state, "play yx", "draw", "play b2", "draw", "play yx", "draw", "play b3", "draw", "play yx", "draw")
    assert column(state, 0, "y") == "yx yx yx"
    state = do(state, "play b4", "draw", "play y2")
    assert column(state, 0, "y") == "yx yx yx y2"


@pytest.mark.rule("LC-013")
def test_no_wager_after_a_number_however_many_lie_there() -> None:
    refused(table(mine="yx", columns=("yx y2", "")), "play yx", "LC-013")
    refused(table(mine="yx", columns=("yx yx y10", "")), "play yx", "LC-013")


@pytest.mark.rule("LC-014", "LCA-17")
def test_any_card_may_be_discarded_playable_or_not() -> None:
    state = table(mine="y3 yx y9 b2 w2 g2 r2 r10", columns=("y4", ""))
    discards = [text for text in legal(state) if text.startswith("discard ")]
    assert sorted(discards) == sorted(f"discard {card.code}" for card in state.hands[0])
    assert "play y9" in legal(state)
    after = do(state, "discard y9")
    assert pile(after, "y") == "y9"
    assert column(after, 0, "y") == "y4"
    assert "y9" not in codes(after.hands[0])


@pytest.mark.rule("LC-014")
def test_piles_are_shared_and_kept_by_colour() -> None:
    state = do(deal(MINE, THEIRS), "discard b3", "draw", "discard b5", "draw", "discard y9", "draw")
    assert pile(state, "b") == "b3 b5"
    assert pile(state, "y") == "y9"
    assert not pile(state, "r")


@pytest.mark.rule("LCA-17")
def test_something_is_laid_even_if_nothing_is_playable() -> None:
    state = table(mine="y2 y3 yx b2 b3 bx g2 gx", columns=("y10 b10 g10", ""))
    assert len(legal(state)) == 8
    assert all(text.startswith("discard ") for text in legal(state))


@pytest.mark.rule("LC-016", "LCA-02")
def test_draw_from_the_deck_or_the_top_of_any_pile() -> None:
    state = do(table(mine="w2", piles="y3 y7 b4", deck=None), "play w2")
    assert legal(state) == ["draw", "take y", "take b"]
    from_deck = do(state, "draw")
    assert from_deck.deck == state.deck[1:]
    assert state.deck[0] in from_deck.hands[0]
    from_pile = do(state, "take y")
    assert pile(from_pile, "y") == "y3"
    assert "y7" in codes(from_pile.hands[0])
    assert from_pile.deck == state.deck
    assert GAME.to_play(from_pile) == GAME.to_play(from_deck) == 1


@pytest.mark.rule("LC-016")
def test_nothing_is_drawn_from_an_empty_pile() -> None:
    state = do(table(mine="w2", piles="y3"), "play w2")
    refused(state, "take g", "LC-016", "green", "empty")
    refused(state, "take p", "LC-010")  # there is no purple pile in the base game


@pytest.mark.rule("LC-017", "LCA-01", "LC-V5")
def test_the_card_just_discarded_cannot_be_taken_back() -> None:
    state = table(mine="r5 g2", theirs="w3 w4 w5", piles="r9 b4")
    laid = do(state, "discard r5")
    refused(laid, "take r", "LC-017", "just discarded")
    blue = do(laid, "take b")
    assert "b4" in codes(blue.hands[0])
    again = do(laid, "draw", "discard w3", "draw", "discard g2", "take r")
    assert "r5" in codes(again.hands[0])


@pytest.mark.rule("LC-017", "LCA-01")
def test_the_opponent_may_take_it_at_once() -> None:
    state = do(table(mine="r5", theirs="w3"), "discard r5", "draw", "discard w3")
    assert "r5" in codes(do(state, "take r").hands[1])


@pytest.mark.rule("LCA-01")
def test_the_ban_ends_with_the_turn_and_playing_brings_none() -> None:
    state = do(table(mine="r5 r7 g2", theirs="w3 w4", piles="r2"), "discard r5", "draw", "play w3", "draw")
    assert "take r" in legal(do(state, "play g2"))
    assert "take r" in legal(do(state, "play r7"))


@pytest.mark.rule("LCA-01")
def test_a_card_taken_from_a_pile_may_be_discarded_again_later() -> None:
    state = table(mine="g2", theirs="w3", piles="r5")
    state = do(state, "play g2", "take r", "play w3", "draw", "discard r5")
    assert pile(state, "r") == "r5"
    refused(state, "take r", "LC-017")


@pytest.mark.rule("LCA-16")
def test_what_was_laid_can_be_undone_until_a_card_of_the_deck_is_seen() -> None:
    state = table(mine="y2 b2", piles="r5")
    assert not step(state, "play y2").reveals
    assert not step(state, "discard b2").reveals
    laid = do(state, "play y2")
    assert not step(laid, "take r").reveals  # everybody saw that card before
    assert step(laid, "draw").reveals
