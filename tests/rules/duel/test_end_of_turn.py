"""Tokens above ten, the refill of the pyramid, the extra turn (SD-120, SD-121, SDA-01, SDA-12, SDA-31)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.events import Refilled, Returned
from tavola.rules.duel.state import DuelOptions, Phase, State
from tests.rules.duel.table import (
    DEFAULT,
    EVERYBODY,
    IMMEDIATE,
    LETTERS,
    bag,
    card,
    do,
    hand,
    happened,
    kinds,
    legal,
    letters,
    refused,
    row,
    step,
    table,
    tokens,
)

# --- Ten tokens ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SD-120", "SD-005", "SDA-31")
@pytest.mark.parametrize("turn", [0, 1])
def test_down_to_exactly_ten_at_ones_choice(turn: int) -> None:
    state = table(board="11k 12p 13p", mine="wwwwbbgg**", theirs="bbggrrrrkk", turn=turn)
    state = do(state, "take 11 12 13")
    assert len(tokens(state, turn)) == 13
    assert legal(state) == ["return w", "return b", "return g", "return k", "return p", "return *"]
    refused(state, "return r", "SD-120", "ten")
    for text, left in (("return *", 12), ("return k", 11), ("return *", 10)):
        assert GAME.to_play(state) == turn
        before = state
        done = step(state, text)
        assert done.events[0] == Returned(turn, LETTERS.index(text[-1]))
        state = done.state
        assert len(tokens(state, turn)) == left
        assert letters([now - was for now, was in zip(state.bag, before.bag, strict=True)]) == text[-1]
    assert tokens(state, turn) == "wwwwbbggpp"
    assert GAME.to_play(state) == 1 - turn
    assert state.phase is Phase.TURN


@pytest.mark.rule("SDA-31", "SD-120")
def test_nothing_is_returned_at_ten_or_below() -> None:
    state = table(board="11k 12p", mine="wwwwbbggg")
    done = do(state, "take 11")
    assert len(tokens(done, 0)) == 10
    assert GAME.to_play(done) == 1
    refused(state, "return w", "SD-021")
    refused(table(mine="wwwwbbgggg"), "return w", "SD-021")


@pytest.mark.rule("SD-121")
def test_more_than_ten_during_the_turn() -> None:
    """Three Privileges lift the player to thirteen, and a purchase brings them down to ten in time."""
    state = table(board="11k 22p 33p", mine="wwwbbbbggg", privileges=(3, 0), pyramid="1w4")
    state = do(state, "privilege 11", "privilege 22", "privilege 33")
    assert len(tokens(state, 0)) == 13
    assert state.phase is Phase.TURN
    state = do(state, "buy 1w4")
    assert tokens(state, 0) == "wwwbgggkpp"
    assert GAME.to_play(state) == 1


@pytest.mark.rule("SD-120", "SD-071")
def test_the_gold_of_a_reserve_counts_too() -> None:
    state = do(table(board="33*", mine="wwwwbbbbgg"), "gold 33", "reserve deck1")
    assert state.phase is Phase.RETURN
    assert len(state.players[0].reserved) == 1
    state = do(state, "return *")
    assert GAME.to_play(state) == 1
    assert bag(state).count("*") == 3


@pytest.mark.rule("SDA-31", "SD-122")
def test_a_player_who_has_met_a_victory_condition_is_asked_too() -> None:
    """Nine points of white, and a free card with the tenth."""
    state = table(
        board="11r",
        mine="wwwwbbbbgg",
        privileges=(1, 0),
        bought=("2w2 3w2 3w1 1w5 2b1 1b1 1b2 1b3 2g1", ""),
        pyramid="2w1",
    )
    state = do(state, "privilege 11", "buy 2w1")
    assert state.players[0].colour_points[0] == 10
    assert state.phase is Phase.RETURN
    assert GAME.outcome(state) is None
    done = step(state, "return r")
    assert kinds(done.events) == ["Returned", "Refilled", "Ended"]
    assert GAME.to_play(done.state) is None


# --- Extra turns come after all that -------------------------------------------------------------------------


@pytest.mark.rule("SDA-12", "SD-101", "SD-V13")
def test_tokens_are_returned_before_the_extra_turn() -> None:
    state = table(
        board="11r 12k", mine="wwwwbbbbpp", privileges=(2, 0), bought=("1b1 1b3 1g1 1g3", ""), pyramid="1w2", deck="1k4"
    )
    state = do(state, "privilege 11", "privilege 12", "buy 1w2")
    assert state.phase is Phase.RETURN
    assert len(tokens(state, 0)) == 11
    assert state.extra
    assert legal(state, "privilege") == legal(state, "take") == []
    done = step(state, "return w")
    assert done.events == (Returned(0, 0), Refilled(1, 0, card("1k4")))
    assert done.state.phase is Phase.TURN
    assert GAME.to_play(done.state) == 0
    assert done.state.turns == state.turns + 1
    assert done.state.extra is False


@pytest.mark.rule("SD-V13", "SDA-12", "SDA-18")
def test_vector_13() -> None:
    """No printed card gives a steal and an extra turn, so the extra turn is added by hand."""
    state = table(mine="wwwwbbggkp", theirs="r", pyramid="2w2", bought=("2b1 1b1 1b3 2r1 1r1", ""))
    state = do(state._replace(extra=True), "buy 2w2")
    assert len(tokens(state, 0)) == 11
    assert state.phase is Phase.RETURN
    state = do(state, "return r")
    assert GAME.to_play(state) == 0
    assert state.phase is Phase.TURN


@pytest.mark.rule("SDA-12", "SDA-17")
def test_a_royals_extra_turn_comes_after_the_return_too() -> None:
    state = table(board="11r 12k", mine="wwwwbbbbpp", privileges=(2, 0), bought=("1g4 1r4 2b1 1b1", ""), pyramid="1w4")
    state = do(state, "privilege 11", "privilege 12", "buy 1w4", "royal r2")
    assert state.phase is Phase.RETURN
    assert len(tokens(state, 0)) == 12
    state = do(state, "return b", "return b")
    assert state.phase is Phase.TURN
    assert GAME.to_play(state) == 0
    assert GAME.to_play(do(state, "replenish", f"bag {bag(state)}", "take 33", "return w")) == 1


@pytest.mark.rule("SDA-12", "SDA-01")
def test_the_pyramid_is_whole_when_the_extra_turn_begins() -> None:
    state = table(mine="bbggp", pyramid="1w2", deck="1k4")
    state = do(state, "buy 1w2")
    assert state.turn == 0
    assert row(state, 1).startswith("1k4 ")


# --- When the pyramid is refilled ----------------------------------------------------------------------------


def placing(options: DuelOptions) -> State:
    return do(table(mine="kkkkp", bought=("1w1 1b1", ""), pyramid="1x4", deck="1k4", options=options), "buy 1x4")


def taking(options: DuelOptions) -> State:
    return do(table(board="11w 55w", mine="rrkk", pyramid="1w3", deck="1k4", options=options), "buy 1w3")


def stealing(options: DuelOptions) -> State:
    return do(table(mine="bbbbrrr", theirs="wp", pyramid="2w2", deck="2k4", options=options), "buy 2w2")


def royal(options: DuelOptions) -> State:
    return do(table(mine="bbb", bought=("1g4 1r4", ""), pyramid="1w4", deck="1k4", options=options), "buy 1w4")


def returning(options: DuelOptions) -> State:
    return do(
        table(board="33*", mine="wwwwbbbbgg", pyramid="1w1", deck="1k4", options=options), "gold 33", "reserve 1w1"
    )


Build = Callable[[DuelOptions], State]
STAGES = pytest.mark.parametrize(
    ("build", "level", "new", "text"),
    [
        (placing, 1, "1k4", "place w"),
        (taking, 1, "1k4", "token 11"),
        (stealing, 2, "2k4", "steal w"),
        (royal, 1, "1k4", "royal r4"),
        (returning, 1, "1k4", "return w"),
    ],
    ids=["place", "token", "steal", "royal", "return"],
)


@pytest.mark.rule("SDA-01")
@STAGES
def test_at_the_end_of_the_turn_after_every_choice(build: Build, level: int, new: str, text: str) -> None:
    state = build(DEFAULT)
    assert row(state, level).startswith("- ")
    for seat in EVERYBODY:
        assert GAME.view(state, seat).rows[level - 1][0] is None
    assert state.decks[level - 1][0].code == new
    done = step(state, text)
    assert done.events[-1] == Refilled(level, 0, card(new))
    assert row(done.state, level).startswith(f"{new} ")
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SDA-01")
@STAGES
def test_immediately_before_every_choice(build: Build, level: int, new: str, text: str) -> None:
    state = build(IMMEDIATE)
    assert row(state, level).startswith(f"{new} ")
    for seat in EVERYBODY:
        assert GAME.view(state, seat).rows[level - 1][0] is card(new)
    done = step(state, text)
    assert "Refilled" not in kinds(done.events)
    assert row(done.state, level) == row(state, level)
    plain = do(build(DEFAULT), text)
    assert done.state._replace(options=DEFAULT) == plain, "once the turn is over there is no difference"


@pytest.mark.rule("SDA-01", "SD-087")
def test_immediately_means_before_wild_placement_but_after_paying() -> None:
    state = table(mine="kkkkp*", bought=("1w1 1b1", ""), pyramid="1x4", deck="1k4", options=IMMEDIATE)
    paying = step(state, "buy 1x4")
    assert row(paying.state, 1) == row(state, 1)
    assert kinds(step(paying.state, "pay kkkkp").events) == ["Bought", "Refilled"]


@pytest.mark.rule("SDA-01", "SD-076", "SD-087")
@pytest.mark.parametrize("options", [DEFAULT, IMMEDIATE], ids=["endOfTurn", "immediate"])
def test_one_card_at_a_time(options: DuelOptions) -> None:
    """An emptied place is filled once, and the next card stays on the deck."""
    state = table(mine="bbb", pyramid="1w4", deck="1k4 1r4", options=options)
    done = do(state, "buy 1w4")
    assert row(done, 1).startswith("1k4 ")
    assert done.decks[0][0] is card("1r4")
    assert kinds(happened(state, "buy 1w4")) == ["Bought", "Refilled"]
    assert hand(done, 0) == ""


@pytest.mark.rule("SDA-01")
@pytest.mark.parametrize("options", [DEFAULT, IMMEDIATE], ids=["endOfTurn", "immediate"])
def test_the_pyramid_is_refilled_before_victory_is_checked(options: DuelOptions) -> None:
    state = table(
        mine="bbbbgg", bought=("2w2 3w2 3w1 1w5 1b1", ""), pyramid="2w1", deck="2k4", options=options, board="33w"
    )
    done = step(state, "buy 2w1")
    assert kinds(done.events) == ["Bought", "Refilled", "Ended"]
    assert row(done.state, 2).startswith("2k4 ")
