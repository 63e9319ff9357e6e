"""Crowns and Royals (SD-110 to SD-113, SDA-14 to SDA-17, SDA-26)."""

from __future__ import annotations

import pytest

from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.events import GainedPrivilege, Received, Stole, WonTurn
from tavola.rules.duel.material import ROYALS, Royal
from tavola.rules.duel.state import Phase, State
from tests.rules.duel.table import codes, do, happened, kinds, legal, privileges, refused, row, step, table, tokens

TWO_CROWNS = "1g4 1r4"


def third_crown(theirs: str = "", turn: int = 0) -> State:
    """A card with the third crown has been bought, and all tokens spent."""
    return do(table(mine="bbb", theirs=theirs, pyramid="1w4", bought=(TWO_CROWNS, ""), turn=turn), "buy 1w4")


@pytest.mark.rule("SD-110", "SD-111")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_royal_for_the_third_crown(turn: int) -> None:
    state = third_crown(turn=turn)
    assert state.phase is Phase.ROYAL
    assert GAME.to_play(state) == turn
    assert legal(state) == ["royal r1", "royal r2", "royal r3", "royal r4"]
    for text in ("pass", "take 33", "replenish"):
        refused(state, text, "SD-110", "Royals on the table")
    done = step(state, "royal r4")
    assert done.events[0] == Received(turn, Royal.of("r4"))
    assert codes(done.state.players[turn].royals) == "r4"
    assert codes(done.state.royals) == "r1 r2 r3"
    assert GAME.to_play(done.state) == 1 - turn


# What one has (cards, Royals), the card bought with what is paid, the crowns before and after, a Royal or not.
CROWNS = [
    ("", "", "1w4", "bbb", 0, 1, False),
    ("1b4", "", "1w4", "bbb", 1, 2, False),
    ("1b4 1g4", "", "1w4", "bbb", 2, 3, True),
    ("1b4 1g4 1k1", "", "3x1", "kkkk***", 2, 5, True),
    ("1k1", "", "3x1", "kkkk***", 0, 3, True),
    ("1b4 1k1", "", "3x1", "kkkk***", 1, 4, True),
    ("1b4 1g4 1r4", "r1", "1w4", "bbb", 3, 4, False),
    ("1b4 1g4 1r4", "r1", "2x1", "bbbbp*", 3, 5, False),
    ("1b4 1g4 1r4 1k1", "r1", "3x1", "kkkk***", 3, 6, True),
    ("1b4 1g4 1r4 1k4", "r1", "2x1", "bbbbp*", 4, 6, True),
    ("1b4 1g4 1r4 1k4 1w4", "r1", "2b4", "wrkp", 5, 6, True),
    ("1b4 1g4 1r4 1k4 1w4", "r1", "3x1", "kkkk***", 5, 8, True),
    ("1b4 1g4 1r4 1k4 1w4 2b4", "r1 r4", "2w4", "grkp", 6, 7, False),
    ("1b4 1g4 1r4 1k4 1w4 2b4", "r1 r4", "3x1", "kkkk***", 6, 9, False),
]


@pytest.mark.rule("SD-110", "SD-V12", "SDA-15")
@pytest.mark.parametrize(("bought", "royals", "code", "mine", "before", "after", "due"), CROWNS)
def test_once_at_three_and_once_at_six(
    bought: str, royals: str, code: str, mine: str, before: int, after: int, due: bool
) -> None:
    state = table(mine=mine, bought=(bought, ""), royals=(royals, ""), pyramid=code)
    assert state.players[0].crowns == before
    state = do(state, f"buy {code}")
    if state.phase is Phase.PLACE:
        state = do(state, legal(state)[0])
    assert state.players[0].crowns == after
    assert (state.phase is Phase.ROYAL) is due
    if due:
        assert len(legal(state)) == 4 - len(royals.split())
        state = do(state, "royal r3")
        assert len(state.players[0].royals) == len(royals.split()) + 1
    assert GAME.to_play(state) == 1


@pytest.mark.rule("SD-110")
def test_the_crowns_of_the_other_player_do_not_count() -> None:
    state = table(mine="bbb", pyramid="1w4", bought=("", "1b4 1g4"))
    assert GAME.to_play(do(state, "buy 1w4")) == 1


@pytest.mark.rule("SD-110", "SDA-16")
def test_a_royal_once_taken_is_gone() -> None:
    state = table(mine="bbb", pyramid="1w4", bought=(TWO_CROWNS, "1b4 1k4 2w4"), royals=("", "r3"))
    state = do(state, "buy 1w4")
    assert legal(state) == ["royal r1", "royal r2", "royal r4"]
    refused(state, "royal r3", "SD-110")


@pytest.mark.rule("SD-110")
def test_of_the_last_two_one_is_chosen() -> None:
    bought = ("1b4 1g4 1r4 2k4 2g4", "1k4 2w4 2b4")
    state = do(table(mine="bbb", pyramid="1w4", bought=bought, royals=("r2", "r3")), "buy 1w4")
    assert legal(state) == ["royal r1", "royal r4"]
    assert codes(do(state, "royal r4").players[0].royals) == "r2 r4"


@pytest.mark.rule("SD-110", "SDA-16")
def test_the_last_royal_is_taken_without_asking() -> None:
    state = table(
        mine="bbb",
        theirs="p",
        pyramid="1w4",
        bought=("1b4 1g4 1r4 2k4 2g4", "1k4 2w4 2b4 2x1@k 2r4"),
        royals=("r2", "r3 r4"),
    )
    done = step(state, "buy 1w4")
    assert kinds(done.events) == ["Bought", "Received", "Stole", "Refilled"]
    assert codes(done.state.players[0].royals) == "r2 r1"
    assert done.state.royals == ()
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SDA-16")
def test_without_royals_the_crown_brings_nothing() -> None:
    """Four are enough for two players, so the others are taken away by hand."""
    state = table(mine="bbb", pyramid="1w4", bought=(TWO_CROWNS, ""))._replace(royals=())
    done = step(state, "buy 1w4")
    assert kinds(done.events) == ["Bought", "Refilled"]
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SDA-15")
def test_two_thresholds_at_once_would_bring_two_royals() -> None:
    """It would take four crowns on a card: here the first Royal is taken away by hand."""
    state = table(mine="wrkp", bought=("1b4 1g4 1r4 1k4 1w4", ""), pyramid="2b4", reachable=False)
    state = do(state, "buy 2b4")
    state = do(state, "royal r4")
    assert state.phase is Phase.ROYAL
    state = do(state, "royal r3")
    assert codes(state.players[0].royals) == "r4 r3"
    assert GAME.to_play(state) == 1


@pytest.mark.rule("SD-112", "SDA-14")
def test_the_ability_of_the_card_comes_before_the_royal() -> None:
    """With the printed cards that is the placing of a wild card."""
    state = table(mine="wwwwp", pyramid="1x1", bought=(TWO_CROWNS, ""))
    placing = do(state, "buy 1x1")
    assert placing.phase is Phase.PLACE
    assert placing.players[0].royals == ()
    assert do(placing, "place r").phase is Phase.ROYAL
    assert kinds(happened(state, "buy 1x1", "place r", "royal r4")) == ["Bought", "Placed", "Received", "Refilled"]


@pytest.mark.rule("SD-113", "SDA-26")
@pytest.mark.parametrize("royal", ROYALS, ids=str)
def test_royal_points_count_to_the_total_alone(royal: Royal) -> None:
    state = table(mine="wrkp", bought=("1b4 1g4 1w5 1r1 1k1", ""), pyramid="2b4")
    state = do(state, "buy 2b4")
    done = do(state, f"royal {royal.code}").players[0]
    assert royal.points == (3 if royal.code == "r4" else 2)
    assert done.points == 1 + 2 + royal.points
    assert done.colour_points == (1, 2, 0, 0, 0)
    assert done.bonuses == (1, 2, 1, 1, 1)
    assert done.crowns == 3


# --- Their abilities -----------------------------------------------------------------------------------------


@pytest.mark.rule("SDA-17", "SD-107")
def test_royal_1_steals() -> None:
    state = do(third_crown(theirs="wp*"), "royal r1")
    assert state.phase is Phase.STEAL
    assert legal(state) == ["steal w", "steal p"]
    refused(state, "pass", "SD-107")
    done = step(state, "steal p")
    assert done.events[0] == Stole(0, 5)
    assert tokens(done.state, 0) == "p"
    assert tokens(done.state, 1) == "w*"
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SDA-17", "SDA-18")
@pytest.mark.parametrize(("theirs", "stolen"), [("gg", "g"), ("g**", "g"), ("***", ""), ("", "")])
def test_royal_1_with_one_kind_or_none(theirs: str, stolen: str) -> None:
    done = step(third_crown(theirs=theirs), "royal r1")
    assert kinds(done.events) == ["Received", *["Stole"] * len(stolen), "Refilled"]
    assert tokens(done.state, 0) == stolen
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SDA-17", "SD-101")
def test_royal_2_gives_an_extra_turn() -> None:
    done = step(third_crown(), "royal r2")
    assert done.events[:2] == (Received(0, Royal.of("r2")), WonTurn(0))
    assert GAME.to_play(done.state) == 0
    assert GAME.to_play(do(done.state, "take 33")) == 1


@pytest.mark.rule("SDA-17", "SD-106", "SD-113")
@pytest.mark.parametrize(
    ("held", "after"), [((0, 0), (1, 0, 2)), ((0, 3), (1, 2, 0)), ((1, 2), (2, 1, 0)), ((3, 0), (3, 0, 0))]
)
def test_royal_3_gives_a_privilege(held: tuple[int, int], after: tuple[int, int, int]) -> None:
    state = do(table(mine="bbb", pyramid="1w4", bought=(TWO_CROWNS, ""), privileges=held), "buy 1w4")
    done = step(state, "royal r3")
    assert privileges(done.state) == after
    gained = [GainedPrivilege(0, robbed=sum(held) == 3)] if held != (3, 0) else []
    assert [event for event in done.events if isinstance(event, GainedPrivilege)] == gained
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SDA-17")
def test_royal_4_has_no_ability() -> None:
    done = step(third_crown(theirs="wp"), "royal r4")
    assert kinds(done.events) == ["Received", "Refilled"]
    assert privileges(done.state) == (0, 0, 3)
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SD-112", "SDA-14", "SDA-17", "SD-120", "SDA-01")
def test_every_step_of_a_long_turn_in_its_order() -> None:
    """Pay, place, Royal, steal, return, refill; then the other player."""
    state = table(
        board="11w 12w 55*",
        mine="wwkkggbbr*",
        theirs="rp",
        privileges=(2, 0),
        bought=("1b4 1g4 1k1 1k2 1k3 1k5 2k1", ""),
        pyramid="3x1",
    )
    order = []
    for text in "privilege 11,privilege 12,buy 3x1,pay kk,place k,royal r1,steal p".split(","):
        assert GAME.to_play(state) == 0
        state = do(state, text)
        order.append(state.phase.value)
    assert order == ["turn", "turn", "pay", "place", "royal", "steal", "return"]
    assert tokens(state, 0) == "wwwwbbggrp*"
    assert row(state, 3) == "- 3w1 3w2"
    done = step(state, "return b")
    assert kinds(done.events) == ["Returned", "Refilled"]
    assert row(done.state, 3) == "3b1 3w1 3w2"
    assert GAME.to_play(done.state) == 1
