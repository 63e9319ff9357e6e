"""Before the first turn (SD-001 to SD-016, SDA-37)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tavola.rules import CHANCE, BadOption, NotLegal
from tavola.rules.chance import Rng
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.actions import Bag, Deal, Replenish, Take
from tavola.rules.duel.events import Dealt, GainedPrivilege
from tavola.rules.duel.material import CARDS
from tavola.rules.duel.state import DuelOptions, State
from tests.rules.duel.table import (
    DEFAULT,
    EVERYBODY,
    LETTERS,
    SPIRAL,
    at,
    bag,
    cards,
    codes,
    hand,
    legal,
    privileges,
    refused,
    row,
    tokens,
)

TOKENS = "p*wbgrkwbgrkwbgrkwbgrk**p"
DECKS = tuple(tuple(reversed([card for card in CARDS if card.level == level])) for level in (1, 2, 3))
DEAL = Deal(tuple(LETTERS.index(letter) for letter in TOKENS), DECKS)


def new(start: int = 0, options: DuelOptions = DEFAULT) -> State:
    return GAME.apply(GAME.initial(2, options, start), DEAL).state


@pytest.mark.rule("SD-001")
@pytest.mark.parametrize("players", [0, 1, 3, 4])
def test_two_players_and_no_other_number(players: int) -> None:
    assert GAME.seats == (2,)
    with pytest.raises(BadOption, match=rf"2, not by {players}\.$"):
        GAME.initial(players, DEFAULT, 0)


@pytest.mark.rule("SD-010", "SD-012")
def test_before_the_deal_chance_is_to_play() -> None:
    state = GAME.initial(2, DEFAULT, 0)
    assert GAME.to_play(state) is CHANCE
    assert GAME.legal_actions(state) == []
    assert GAME.outcome(state) is None
    assert state.decks == ((), (), ())
    assert set(state.board) == {-1}


@pytest.mark.rule("SD-010")
def test_each_level_is_shuffled_apart() -> None:
    state = GAME.initial(2, DEFAULT, 0)
    deals = [GAME.sample(state, Rng(seed)) for seed in range(40)]
    for deal in deals:
        assert isinstance(deal, Deal)
        for level, deck in enumerate(deal.decks, 1):
            assert sorted(codes(deck).split()) == sorted(card.code for card in CARDS if card.level == level)
    for level in range(3):
        assert len({deal.decks[level] for deal in deals if isinstance(deal, Deal)}) == 40
        assert len({deal.decks[level][0] for deal in deals if isinstance(deal, Deal)}) > 6


@pytest.mark.rule("SD-010")
def test_a_deal_holds_every_card_of_its_level_once() -> None:
    one, two, three = DECKS
    wrong: list[tuple[tuple[object, ...], ...]] = [
        (one[1:], two, three),
        ((*one, one[0]), two, three),
        ((one[1], *one[1:]), two, three),
        ((two[0], *one[1:]), (one[0], *two[1:]), three),
        (two, one, three),
        (one, two),
        ((None, *one[1:]), two, three),
    ]
    for decks in wrong:
        with pytest.raises(NotLegal, match=r"\.$") as caught:
            GAME.apply(GAME.initial(2, DEFAULT, 0), Deal(DEAL.board, decks))  # type: ignore[arg-type]
        assert caught.value.rule == "SD-010"


@pytest.mark.rule("SD-011")
def test_the_pyramid_is_laid_out_from_the_decks() -> None:
    state = new()
    assert row(state, 1) == codes(DECKS[0][:5])
    assert row(state, 2) == codes(DECKS[1][:4])
    assert row(state, 3) == codes(DECKS[2][:3])
    assert [len(deck) for deck in state.decks] == [25, 20, 10]
    assert [codes(deck) for deck in state.decks] == [codes(DECKS[0][5:]), codes(DECKS[1][4:]), codes(DECKS[2][3:])]


@pytest.mark.rule("SD-012", "SD-004", "SD-V1")
def test_the_tokens_are_laid_along_the_spiral_from_the_centre() -> None:
    state = new()
    assert "".join(at(state, cell) for cell in SPIRAL) == TOKENS
    assert at(state, "33") == "p"
    assert at(state, "43") == "*"
    assert at(state, "55") == "p"
    assert bag(state) == ""


@pytest.mark.rule("SD-012", "SD-003")
def test_the_tokens_are_laid_in_random_order() -> None:
    state = GAME.initial(2, DEFAULT, 0)
    boards = [deal.board for seed in range(40) if isinstance(deal := GAME.sample(state, Rng(seed)), Deal)]
    assert len(set(boards)) == 40
    assert {board[0] for board in boards} == set(range(7))
    assert all(sorted(board) == sorted(DEAL.board) for board in boards)


@pytest.mark.rule("SD-012", "SD-003")
def test_a_deal_puts_exactly_the_25_tokens_on_the_board() -> None:
    whites = (0,) * 25
    for board in (DEAL.board[1:], (*DEAL.board, 0), whites, (7, *DEAL.board[1:]), (-1, *DEAL.board[1:])):
        with pytest.raises(NotLegal, match=r"\.$") as caught:
            GAME.apply(GAME.initial(2, DEFAULT, 0), replace(DEAL, board=board))
        assert caught.value.rule == "SD-012"
    for other in (Bag(DEAL.board), Replenish(), Take((12,))):
        with pytest.raises(NotLegal, match=r"\.$"):
            GAME.apply(GAME.initial(2, DEFAULT, 0), other)


@pytest.mark.rule("SD-013", "SD-015", "SDA-37")
@pytest.mark.parametrize("start", [0, 1])
def test_the_other_player_takes_one_of_three_privileges(start: int) -> None:
    assert privileges(GAME.initial(2, DEFAULT, start)) == (0, 0, 3)
    state = new(start)
    assert GAME.to_play(state) == start
    assert state.players[start].privileges == 0
    assert state.players[1 - start].privileges == 1
    assert state.privileges == 2


@pytest.mark.rule("SD-014")
def test_four_royals_lie_face_up() -> None:
    assert codes(new().royals) == "r1 r2 r3 r4"
    for seat in EVERYBODY:
        assert codes(GAME.view(new(), seat).royals) == "r1 r2 r3 r4"


@pytest.mark.rule("SD-016")
@pytest.mark.parametrize("seat", [0, 1])
def test_players_begin_with_nothing(seat: int) -> None:
    player = new().players[seat]
    assert tokens(new(), seat) == hand(new(), seat) == ""
    assert player.columns == ((),) * 6
    assert player.royals == ()
    assert (player.bonuses, player.colour_points, player.points, player.crowns) == ((0,) * 5, (0,) * 5, 0, 0)


@pytest.mark.rule("SD-V1", "SD-040")
def test_a_new_game() -> None:
    state = new()
    assert -1 not in state.board
    assert bag(state) == ""
    assert privileges(state) == (0, 1, 2)
    assert "replenish" not in legal(state)
    refused(state, "replenish", "SD-040", "bag")
    assert state.turns == 1


@pytest.mark.rule("SD-011", "SD-012", "SD-015")
@pytest.mark.parametrize("start", [0, 1])
def test_everybody_sees_the_deal(start: int) -> None:
    step = GAME.apply(GAME.initial(2, DEFAULT, start), DEAL)
    dealt, gained = step.events
    assert dealt == Dealt(start, step.state.board, step.state.rows)
    assert gained == GainedPrivilege(1 - start, robbed=False)
    assert all(event.seen_by(seat) == event for event in step.events for seat in EVERYBODY)
    assert step.reveals


@pytest.mark.rule("SDA-37")
@pytest.mark.parametrize("value", ["random", "loser", "alternate"])
@pytest.mark.parametrize("start", [0, 1])
def test_who_starts_is_told_to_the_rules(value: str, start: int) -> None:
    """What `firstPlayer` says is settled by the table, which knows the earlier games."""
    state = new(start, DuelOptions.of({"firstPlayer": value}))
    assert GAME.to_play(state) == start
    assert state.players[1 - start].privileges == 1
    assert state == new(start)._replace(options=state.options)


@pytest.mark.rule("SDA-37", "SD-001")
@pytest.mark.parametrize("start", [-1, 2])
def test_only_a_seat_at_the_table_can_start(start: int) -> None:
    with pytest.raises(BadOption, match=r"0 or 1\.$"):
        GAME.initial(2, DEFAULT, start)


@pytest.mark.rule("SD-010", "SD-011", "SD-012")
def test_the_plainest_deal_is_in_printed_order() -> None:
    deal = GAME.fixed(GAME.initial(2, DEFAULT, 0))
    state = GAME.apply(GAME.initial(2, DEFAULT, 0), deal).state
    assert row(state, 1) == "1w1 1w2 1w3 1w4 1w5"
    assert row(state, 2) == "2w1 2w2 2w3 2w4"
    assert row(state, 3) == "3w1 3w2 3b1"
    assert state.decks[2] == cards("3b2 3g1 3g2 3r1 3r2 3k1 3k2 3x1 3x2 3o1")
    assert "".join(at(state, cell) for cell in SPIRAL) == "wwwwbbbbggggrrrrkkkkpp***"
