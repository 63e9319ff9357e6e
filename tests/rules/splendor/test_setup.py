"""The deal and who starts (SP-002 to SP-006, SPA-18)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tavola.rules import CHANCE, BadOption, NotLegal
from tavola.rules.chance import Rng
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.actions import Action, Deal
from tavola.rules.splendor.events import Dealt
from tavola.rules.splendor.material import CARDS, NOBLES
from tavola.rules.splendor.state import Phase, SplendorOptions
from tests.rules.splendor.table import DEFAULT, bank, cards, deal, nobles, refused, row, stacked, step, take_any

EVERY_START = [(players, start) for players in (2, 3, 4) for start in range(players)]


@pytest.mark.rule("SP-002", "SP-005")
@pytest.mark.parametrize(
    ("players", "stacks"),
    [
        (2, "wwwwbbbbggggrrrrkkkk*****"),
        (3, "wwwwwbbbbbgggggrrrrrkkkkk*****"),
        (4, "wwwwwwwbbbbbbbgggggggrrrrrrrkkkkkkk*****"),
    ],
)
def test_stacks_by_number_of_players(players: int, stacks: str) -> None:
    state = deal(players)
    assert bank(state) == stacks
    for seat in (*range(players), None):
        assert GAME.view(state, seat).bank == state.bank


@pytest.mark.rule("SP-003")
def test_four_cards_of_each_level_are_laid_out() -> None:
    state = deal(2, "1k1 1g2 1r3 1b4 1w5 2k1 2g2 2r3 2b4 2w5 3k1 3g2 3r3 3b4 3w2")
    assert [row(state, level) for level in (1, 2, 3)] == ["1k1 1g2 1r3 1b4", "2k1 2g2 2r3 2b4", "3k1 3g2 3r3 3b4"]
    assert [len(deck) for deck in state.decks] == [36, 26, 16]
    assert [deck[0].code for deck in state.decks] == ["1w5", "2w5", "3w2"]


@pytest.mark.rule("SP-003", "SP-004")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_shuffle_is_a_deal(players: int) -> None:
    before = GAME.initial(players, DEFAULT, 0)
    shuffles = [GAME.sample(before, Rng(seed)) for seed in range(60)]
    for shuffle in shuffles:
        assert isinstance(shuffle, Deal)
        GAME.check(GAME.apply(before, shuffle).state)
    assert {noble for shuffle in shuffles if isinstance(shuffle, Deal) for noble in shuffle.nobles} == set(NOBLES)
    tops = {deck[0] for shuffle in shuffles if isinstance(shuffle, Deal) for deck in shuffle.decks}
    assert len(tops) > 50


@pytest.mark.rule("SP-003")
def test_the_plain_deal_is_in_printed_order() -> None:
    plain = GAME.fixed(GAME.initial(3, DEFAULT, 0))
    assert plain == Deal(NOBLES[:4], tuple(tuple(one for one in CARDS if one.level == n) for n in (1, 2, 3)))


@pytest.mark.rule("SP-004")
@pytest.mark.parametrize(("players", "count"), [(2, 3), (3, 4), (4, 5)])
def test_one_noble_more_than_players(players: int, count: int) -> None:
    state = deal(players)
    assert len(state.nobles) == count
    shown = nobles("n10 n2 n7 n4 n9")[:count]
    assert GAME.apply(GAME.initial(players, DEFAULT, 0), Deal(shown, stacked())).state.nobles == shown
    for wrong in (count - 1, count + 1):
        with pytest.raises(NotLegal, match=rf"{count} different nobles\.") as caught:
            GAME.apply(GAME.initial(players, DEFAULT, 0), Deal(NOBLES[:wrong], stacked()))
        assert caught.value.rule == "SP-004"


@pytest.mark.rule("SP-004")
def test_a_noble_is_not_dealt_twice() -> None:
    with pytest.raises(NotLegal, match=r"3 different nobles\."):
        GAME.apply(GAME.initial(2, DEFAULT, 0), Deal(nobles("n1 n2 n1"), stacked()))


GOOD = Deal(NOBLES[:3], stacked())


@pytest.mark.rule("SP-003")
@pytest.mark.parametrize(
    "wrong",
    [
        replace(GOOD, decks=GOOD.decks[:2]),
        replace(GOOD, decks=(*GOOD.decks, ())),
        replace(GOOD, decks=(GOOD.decks[0][1:], *GOOD.decks[1:])),
        replace(GOOD, decks=((*GOOD.decks[0][1:], GOOD.decks[0][5]), *GOOD.decks[1:])),
        replace(GOOD, decks=((*GOOD.decks[0], GOOD.decks[0][5]), *GOOD.decks[1:])),
        replace(GOOD, decks=((*GOOD.decks[0][1:], None), *GOOD.decks[1:])),
        replace(GOOD, decks=(GOOD.decks[1], GOOD.decks[0], GOOD.decks[2])),
        replace(GOOD, decks=((*GOOD.decks[0][1:], GOOD.decks[1][0]), *GOOD.decks[1:])),
    ],
    ids=["two", "four", "one missing", "one for another", "one twice", "unknown", "levels swapped", "level 2 in 1"],
)
def test_a_deal_holds_all_cards_of_each_level(wrong: Deal) -> None:
    with pytest.raises(NotLegal, match=r"\.$") as caught:
        GAME.apply(GAME.initial(2, DEFAULT, 0), wrong)
    assert caught.value.rule == "SP-003"


@pytest.mark.rule("SP-003")
@pytest.mark.parametrize("text", ["take wbg", "buy 1w1", "reserve 1w1", "reserve deck1", "pass", "return w"])
def test_nothing_is_done_before_the_deal(text: str) -> None:
    before = GAME.initial(2, DEFAULT, 0)
    assert GAME.to_play(before) is CHANCE
    assert list(GAME.legal_actions(before)) == []
    refused(before, text, "SP-003", "dealt")


@pytest.mark.rule("SP-010")
def test_no_second_deal() -> None:
    state = deal()
    refused(state, GAME.to_text(GOOD), "SP-010")
    with pytest.raises(NotLegal, match=r"\.$"):
        GAME.sample(state, Rng(1))
    with pytest.raises(NotLegal, match=r"\.$"):
        GAME.fixed(state)


@pytest.mark.rule("SP-003", "SP-004", "SP-006")
def test_the_deal_is_seen_by_all() -> None:
    dealt = GAME.apply(GAME.initial(2, DEFAULT, 1), GOOD)
    assert dealt.events == (Dealt(1, NOBLES[:3], tuple(deck[:4] for deck in GOOD.decks)),)
    assert all(dealt.events[0].seen_by(seat) == dealt.events[0] for seat in (0, 1, None))
    assert dealt.reveals


@pytest.mark.rule("SP-002")
def test_players_begin_with_nothing() -> None:
    for player in deal(4).players:
        assert sum(player.tokens) == sum(player.bonuses) == player.points == 0
        assert len(player.cards) == len(player.reserved) == len(player.nobles) == 0


@pytest.mark.rule("SP-006", "SPA-18")
@pytest.mark.parametrize(("players", "start"), EVERY_START)
def test_the_starter_then_clockwise(players: int, start: int) -> None:
    state = deal(players, start=start)
    seats = []
    for turn in range(1, 2 * players + 1):
        assert GAME.turns(state) == turn
        seats.append(GAME.to_play(state))
        state = take_any(state)
    assert seats == [(start + turn) % players for turn in range(2 * players)]


@pytest.mark.rule("SPA-18")
@pytest.mark.parametrize("first_player", ["random", "chosen"])
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_table_says_who_starts(first_player: str, start: int) -> None:
    state = deal(3, options=SplendorOptions.of({"firstPlayer": first_player}), start=start)
    assert GAME.to_play(state) == start


@pytest.mark.rule("SPA-18")
@pytest.mark.parametrize(("players", "start"), [(2, -1), (2, 2), (3, 3), (4, 4), (4, 99)])
def test_a_starter_has_a_seat(players: int, start: int) -> None:
    with pytest.raises(BadOption, match=rf"0 to {players - 1}\.$"):
        GAME.initial(players, DEFAULT, start)


@pytest.mark.rule("SP-002")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_three_or_four_play(players: int) -> None:
    assert GAME.seats == (2, 3, 4)
    with pytest.raises(BadOption, match=r"2, 3 or 4.*\.$"):
        GAME.initial(players, DEFAULT, 0)


@pytest.mark.rule("SP-003")
def test_a_replaced_card_is_the_next_of_its_deck() -> None:
    state = deal(2, "1k1 1g2 1r3 1b4 1w5 1w6")
    after = step(step(state, "reserve 1r3").state, "reserve 1k1").state
    assert row(after, 1) == "1w6 1g2 1w5 1b4"
    assert after.decks[0][0] not in cards("1w5 1w6")
    assert after.phase is Phase.TURN


def test_deals_are_values() -> None:
    again: Action = Deal(NOBLES[:3], stacked())
    assert again == GOOD
    assert hash(again) == hash(GOOD)
