"""Taking gold and reserving a card (SD-070 to SD-076, SDA-27, SDA-28)."""

from __future__ import annotations

import pytest

from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.events import Refilled, ReservedCard, TookGold
from tavola.rules.duel.material import CARDS
from tavola.rules.duel.state import DuelOptions, Phase
from tests.rules.duel.table import (
    DEFAULT,
    IMMEDIATE,
    at,
    bag,
    card,
    cell,
    do,
    hand,
    happened,
    legal,
    refused,
    row,
    step,
    table,
    tokens,
)

BOARD = "*wbgr k...* ..... ..... w...*"
ONES = [c.code for c in CARDS if c.level == 1]


@pytest.mark.rule("SD-071", "SDA-28", "SD-072")
@pytest.mark.parametrize("turn", [0, 1])
def test_gold_from_a_cell_of_ones_choice_then_a_card(turn: int) -> None:
    state = table(board=BOARD, turn=turn)
    assert legal(state, "gold") == ["gold 11", "gold 25", "gold 55"]
    for text in ("11", "25", "55"):
        done = step(state, f"gold {text}")
        assert done.events == (TookGold(turn, cell(text)),)
        assert done.state.phase is Phase.RESERVE
        assert GAME.to_play(done.state) == turn
        assert at(done.state, text) == "."
        assert [at(done.state, other) for other in ("11", "25", "55")].count("*") == 2
        assert tokens(done.state, turn) == "*"
        assert bag(done.state) == bag(state)


@pytest.mark.rule("SD-072")
def test_any_card_of_the_pyramid_or_the_top_of_any_deck() -> None:
    state = do(table(board=BOARD), "gold 11")
    up = " ".join(row(state, level) for level in (1, 2, 3)).split()
    assert legal(state) == [*(f"reserve {code}" for code in up), *(f"reserve deck{level}" for level in (1, 2, 3))]
    assert len(legal(state)) == 15
    face_up = do(state, f"reserve {up[6]}")
    assert hand(face_up, 0) == up[6]
    assert GAME.to_play(face_up) == 1
    for level in (1, 2, 3):
        blind = do(state, f"reserve deck{level}")
        assert hand(blind, 0) == state.decks[level - 1][0].code
        assert blind.decks[level - 1] == state.decks[level - 1][1:]
        assert blind.rows == state.rows
        assert GAME.to_play(blind) == 1


@pytest.mark.rule("SD-072", "SD-071")
def test_both_halves_are_compulsory() -> None:
    state = table(board=BOARD, mine="bbb", pyramid="1w4")
    refused(state, "reserve 1w4", "SD-071", "gold token first")
    refused(state, "reserve deck1", "SD-071", "gold token first")
    taken = do(state, "gold 11")
    for text in ("take 12", "gold 25", "buy 1w4", "replenish", "pass", "reserve 3o1"):
        refused(taken, text, "SD-072")


@pytest.mark.rule("SD-070")
def test_not_without_gold_on_the_board() -> None:
    state = table(board="11w 12b", mine="***")
    assert legal(state, "gold") == []
    refused(state, "gold 33", "SD-070", "no gold on the board")


@pytest.mark.rule("SD-070", "SD-005")
def test_not_with_three_reserved_cards() -> None:
    state = table(board=BOARD, reserved=("1w1 2w1? 3w1", "1b1"))
    assert legal(state, "gold") == []
    refused(state, "gold 11", "SD-070", "three reserved")
    two = table(board=BOARD, reserved=("1w1 2w1?", "1b1 1b2 1b3"))
    assert len(legal(two, "gold")) == 3
    three = do(two, "gold 11", "reserve deck3")
    assert len(three.players[0].reserved) == 3
    assert "gold 25" not in legal(do(three, "take 12"))


@pytest.mark.rule("SD-070")
def test_gold_is_taken_where_gold_lies() -> None:
    state = table(board=BOARD)
    refused(state, "gold 12", "SD-070", "cell with gold")
    refused(state, "gold 33", "SD-070", "cell with gold")


@pytest.mark.rule("SD-074", "SD-100", "SD-110")
@pytest.mark.parametrize("code", ["1w2", "1b3", "2w2", "2b3", "3x1", "3x2", "3o1", "2g1"])
def test_a_reserved_card_gives_nothing(code: str) -> None:
    """Neither turns, tokens, Privileges, crowns and Royals, points nor bonuses."""
    state = table(board=BOARD, theirs="kp", pyramid=code, bought=("1b4 1g4 1k1", ""))
    done = do(state, "gold 11", f"reserve {code}")
    before, after = state.players[0], done.players[0]
    assert after._replace(reserved=(), tokens=before.tokens) == before
    assert tokens(done, 0) == "*"
    assert done.players[1] == state.players[1]
    assert GAME.to_play(done) == 1
    assert done.privileges == 3
    assert done.royals == state.royals


@pytest.mark.rule("SD-074")
def test_a_reserved_card_stays_until_it_is_bought() -> None:
    state = table(board="11w 12w 13b", mine="ggggrrrrkk", reserved=("3w1", ""))
    assert not [text for text in legal(state) if "3w1" in text]
    done = do(state, "take 11 12 13")
    assert {text.split()[0] for text in legal(done)} == {"return"}
    assert not {"return 3w1", "discard 3w1"} & set(legal(done))
    assert hand(do(done, "return g", "return g", "return g"), 0) == "3w1"


@pytest.mark.rule("SD-074")
def test_a_reserved_card_costs_nothing_at_the_end() -> None:
    for reserved in ("", "3o1 2o1? 1o1?"):
        state = table(mine="bbbbgg", bought=("2w2 3w2 3w1 1w5 1b1", ""), pyramid="2w1", reserved=(reserved, ""))
        outcome = GAME.outcome(do(state, "buy 2w1"))
        assert outcome is not None
        assert outcome.points == (10, 0)
        assert outcome.reasons == ("colour",)


@pytest.mark.rule("SD-075")
def test_gold_comes_from_reserving_alone() -> None:
    """Not by a take, a Privilege, a token ability or a steal."""
    state = table(board="11* 12w 13* 55w", mine="rrkkgggg", theirs="*kp", privileges=(1, 0), pyramid="1w3 2b2")
    for text in ("take 11", "take 11 12"):
        refused(state, text, "SD-062")
    refused(state, "privilege 11", "SD-032")
    refused(do(state, "buy 1w3"), "token 11", "SD-105")
    thief = table(board="11*", mine="kkkgggg", theirs="*rp", pyramid="2b2")
    assert legal(do(thief, "buy 2b2")) == ["steal r", "steal p"]
    assert tokens(do(state, "gold 11", "reserve deck1"), 0).count("*") == 1


@pytest.mark.rule("SD-076", "SDA-01")
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("options", [DEFAULT, IMMEDIATE], ids=["endOfTurn", "immediate"])
def test_the_place_is_refilled_from_the_same_deck(level: int, options: DuelOptions) -> None:
    state = table(board=BOARD, options=options)
    for slot, code in enumerate(row(state, level).split()):
        top = state.decks[level - 1][0]
        done = do(state, "gold 11", f"reserve {code}")
        assert row(done, level) == row(state, level).replace(code, top.code)
        assert done.decks[level - 1] == state.decks[level - 1][1:]
        assert [row(done, other) for other in {1, 2, 3} - {level}] == [row(state, o) for o in {1, 2, 3} - {level}]
        assert happened(state, "gold 11", f"reserve {code}")[1:] == [
            ReservedCard(0, level, slot, card(code)),
            Refilled(level, slot, top),
        ]


@pytest.mark.rule("SD-076", "SDA-27", "SD-V14")
def test_an_empty_deck_cannot_be_chosen_and_refills_nothing() -> None:
    mine, theirs = " ".join(ONES[:13]), " ".join(ONES[13:25])
    state = table(board=BOARD, bought=(mine, theirs), royals=("", "r1"))
    assert row(state, 1) == "1x1 1x2 1x3 1x4 1o1"
    assert state.decks[0] == ()
    taken = do(state, "gold 11")
    refused(taken, "reserve deck1", "SD-072")
    assert {"reserve 1x2", "reserve 1o1", "reserve deck2", "reserve deck3"} <= set(legal(taken))
    done = step(taken, "reserve 1x2")
    assert row(done.state, 1) == "1x1 - 1x3 1x4 1o1"
    assert done.events == (ReservedCard(0, 1, 1, card("1x2")),)
    later = do(done.state, "take 12", "gold 25")
    assert "reserve 1x2" not in legal(later)
    assert row(do(later, "reserve 1o1"), 1) == "1x1 - 1x3 1x4 -"


@pytest.mark.rule("SDA-27", "SD-072")
def test_without_any_card_gold_cannot_be_taken() -> None:
    """All cards gone: far beyond the end of any real game."""
    state = table(board=BOARD)
    bare = state._replace(rows=((None,) * 5, (None,) * 4, (None,) * 3), decks=((), (), ()))
    assert legal(bare, "gold") == []
    refused(bare, "gold 11", "SD-070", "left to reserve")
    one_deck = bare._replace(decks=((), (), state.decks[2]))
    assert len(legal(one_deck, "gold")) == 3
    one_card = bare._replace(rows=((None,) * 5, (None, None, card("2w1"), None), (None,) * 3))
    assert len(legal(one_card, "gold")) == 3


@pytest.mark.rule("SDA-27")
def test_a_single_card_left_is_reserved_without_asking() -> None:
    state = table(board=BOARD)
    one = state._replace(rows=((None,) * 5, (None, None, card("2w1"), None), (None,) * 3), decks=((), (), ()))
    done = step(one, "gold 11")
    assert done.events == (TookGold(0, 0), ReservedCard(0, 2, 2, card("2w1")))
    assert hand(done.state, 0) == "2w1"
    assert GAME.to_play(done.state) == 1
