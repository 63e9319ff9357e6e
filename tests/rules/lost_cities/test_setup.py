"""The pack, the deal and who starts (LC-001 to LC-005)."""

from __future__ import annotations

from collections import Counter

import pytest

from tavola.rules import CHANCE, BadOption, NotLegal
from tavola.rules.chance import Rng
from tavola.rules.lost_cities import LOST_CITIES as GAME
from tavola.rules.lost_cities.actions import Deal
from tavola.rules.lost_cities.material import pack
from tavola.rules.lost_cities.state import LostCitiesOptions
from tests.rules.lost_cities.table import DEFAULT, LONG, cards, codes, deal, in_order, stack

MINE = "y2 y3 y4 bx bx b10 r5 rx"
THEIRS = "w2 w3 w4 gx gx g10 r6 rx"


@pytest.mark.rule("LC-001", "LCA-15")
def test_six_colours_of_nine_numbers_and_three_wagers() -> None:
    assert Counter(card.code for card in pack(6)) == Counter(
        {letter + value: 3 if value == "x" else 1 for letter in "ybwgrp" for value in "x 2 3 4 5 6 7 8 9 10".split()}
    )
    assert len(pack(6)) == 72
    for card in pack(6):
        assert card.value == (0 if card.code[1:] == "x" else int(card.code[1:]))


@pytest.mark.rule("LC-001")
@pytest.mark.parametrize("players", [0, 1, 3, 4])
def test_two_players(players: int) -> None:
    with pytest.raises(BadOption, match=r"2.*\.$"):
        GAME.initial(players, DEFAULT, 0)


@pytest.mark.rule("LC-002")
def test_the_base_game_leaves_purple_out() -> None:
    state = deal(MINE, THEIRS)
    everything = [*state.hands[0], *state.hands[1], *state.deck]
    assert len(everything) == 60
    assert not [card for card in everything if card.code.startswith("p")]
    assert len(state.discards) == len(state.expeditions[0]) == len(state.expeditions[1]) == 5


@pytest.mark.rule("LC-003")
def test_eight_cards_each_and_a_deck_of_44() -> None:
    state = deal(MINE, THEIRS, "b2 b3")
    assert [codes(hand) for hand in state.hands] == [codes(in_order(cards(MINE))), codes(in_order(cards(THEIRS)))]
    assert len(state.deck) == 44
    assert codes(state.deck[:2]) == "b2 b3"
    assert not any(state.discards)
    assert not any(column for side in state.expeditions for column in side)


@pytest.mark.rule("LC-003")
@pytest.mark.parametrize(
    "order",
    [
        (),
        cards(MINE),
        stack("")[:-1],
        (*stack(""), *cards("y2")),
        (*stack("")[:-1], *cards("y2")),
        (*stack("")[:-1], None),
        stack("", LONG),
    ],
    ids=["nothing", "eight cards", "one missing", "one too many", "one twice", "one unknown", "with purple"],
)
def test_a_deal_holds_the_whole_pack(order: tuple[None, ...]) -> None:
    with pytest.raises(NotLegal, match=r"5 colours.*\.$") as caught:
        GAME.apply(GAME.initial(2, DEFAULT, 0), Deal(order))
    assert caught.value.rule == "LC-003"


@pytest.mark.rule("LC-003")
def test_nothing_is_laid_before_the_deal() -> None:
    start = GAME.initial(2, DEFAULT, 0)
    assert GAME.to_play(start) is CHANCE
    for text in ("play y2", "discard y2", "draw", "take y"):
        with pytest.raises(NotLegal, match=r"dealt.*\."):
            GAME.apply(start, GAME.from_text(text))


@pytest.mark.rule("LC-003")
def test_no_deal_in_the_middle_of_a_round() -> None:
    state = deal(MINE, THEIRS)
    with pytest.raises(NotLegal, match=r"\.$"):
        GAME.apply(state, Deal(stack("")))
    with pytest.raises(NotLegal, match=r"\.$"):
        GAME.sample(state, Rng(1))


@pytest.mark.rule("LC-004", "LCA-12", "LC-V8")
def test_the_long_variant_adds_purple_and_nothing_else() -> None:
    state = deal("px px px p2 p3 p4 p5 p6", THEIRS, options=LONG)
    assert [len(hand) for hand in state.hands] == [8, 8]
    assert len(state.deck) == 56
    assert len(state.discards) == len(state.expeditions[0]) == len(state.expeditions[1]) == 6
    assert LONG.rounds == 3
    assert "play px" in [GAME.to_text(action) for action in GAME.legal_actions(state)]


@pytest.mark.rule("LC-005", "LCA-08")
@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("first_player", ["random", "chosen"])
def test_the_table_says_who_starts(start: int, first_player: str) -> None:
    options = LostCitiesOptions.of({"firstPlayer": first_player})
    state = deal(MINE, THEIRS, options=options, start=start)
    assert GAME.to_play(state) == start


@pytest.mark.rule("LC-005", "LCA-08")
@pytest.mark.parametrize("start", [-1, 2, 99])
def test_a_starter_has_a_seat(start: int) -> None:
    with pytest.raises(BadOption, match=r"0 or 1\.$"):
        GAME.initial(2, DEFAULT, start)


@pytest.mark.rule("LCA-08")
def test_the_first_deal_does_not_choose_who_starts() -> None:
    with pytest.raises(NotLegal, match=r"starts\.$") as caught:
        GAME.apply(GAME.initial(2, DEFAULT, 0), Deal(stack(""), 1))
    assert caught.value.rule == "LC-025"
