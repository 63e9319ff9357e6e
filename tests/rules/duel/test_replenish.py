"""Replenishing the board, by choice or for want of anything else (SD-040 to SD-042, SDA-09, SDA-10)."""

from __future__ import annotations

import pytest

from tavola.rules import CHANCE, NotLegal
from tavola.rules.chance import Rng
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.actions import Bag, Replenish
from tavola.rules.duel.events import GainedPrivilege, Replenished
from tavola.rules.duel.state import Phase, State
from tavola.rules.plain import dump, dump_event
from tests.rules.duel.table import (
    DEAR,
    SPIRAL,
    at,
    bag,
    cell,
    do,
    hand,
    happened,
    legal,
    on_board,
    privileges,
    refused,
    step,
    table,
)


@pytest.mark.rule("SD-040")
def test_not_from_an_empty_bag() -> None:
    state = table(mine="wb")
    assert bag(state) == ""
    assert "." in (at(state, text) for text in SPIRAL)
    assert "replenish" not in legal(state)
    refused(state, "replenish", "SD-040", "bag is empty")


@pytest.mark.rule("SD-040")
@pytest.mark.parametrize("token", "wp*")
def test_one_token_in_the_bag_is_enough(token: str) -> None:
    assert "replenish" in legal(table(bag=token))


@pytest.mark.rule("SD-041", "SDA-34")
def test_the_bag_is_laid_along_the_spiral_on_the_empty_cells() -> None:
    state = table(board="33w 42b 22p 34* 54r 11k 55g", mine="wwwbbbgggr")
    in_bag = bag(state)
    assert in_bag == "rrkkkp**"
    drawn = "*krp*krk"
    done = step(do(state, "replenish"), f"bag {drawn}").state
    laid = "43 32 23 24 44 53 52 51".split()  # the first empty cells in the order of the spiral
    assert "".join(at(done, text) for text in laid) == drawn
    for text in SPIRAL:
        if text not in laid:
            assert at(done, text) == at(state, text)
    assert bag(done) == ""


@pytest.mark.rule("SD-041")
def test_a_full_bag_ends_at_the_bottom_right() -> None:
    state = table(board="")
    assert len(bag(state)) == 25
    done = do(state, "replenish", "bag pwwwwbbbbggggrrrrkkkk***p")
    assert "".join(at(done, text) for text in SPIRAL) == "pwwwwbbbbggggrrrrkkkk***p"


@pytest.mark.rule("SD-041")
def test_the_whole_bag_is_drawn_and_nothing_else() -> None:
    state = do(table(board="33w", mine="wwwbbbb", theirs="ggggrrrrkk"), "replenish")
    assert GAME.to_play(state) is CHANCE
    assert GAME.legal_actions(state) == []
    assert bag(state) == "kkpp***"
    for tokens in ("kkpp**", "kkpp***w", "kkpp**w", "kkkpp**", "-"):
        with pytest.raises(NotLegal, match=r"\.$") as caught:
            GAME.apply(state, GAME.from_text(f"bag {tokens}"))
        assert caught.value.rule == "SD-041"
    for strange in ([4, 4, 5, 5, 6, 6, 6], (4, 4, 5, 5, 6, 6, 6.0), None):
        with pytest.raises(NotLegal, match=r"\.$"):
            GAME.apply(state, Bag(strange))  # type: ignore[arg-type]
    with pytest.raises(NotLegal, match=r"\.$"):
        GAME.apply(state, Replenish())


@pytest.mark.rule("SD-041")
def test_the_bag_is_mixed() -> None:
    state = do(table(board="33w", mine="wwwbbbb"), "replenish")
    draws = [draw.tokens for seed in range(60) if isinstance(draw := GAME.sample(state, Rng(seed)), Bag)]
    assert len(set(draws)) == 60
    assert {drawn[0] for drawn in draws} == {drawn[-1] for drawn in draws} == {2, 3, 4, 5, 6}
    assert {tuple(map(drawn.count, range(7))) for drawn in draws} == {state.bag}
    assert GAME.fixed(state) == GAME.from_text("bag ggggrrrrkkkkpp***")


@pytest.mark.rule("SD-041", "SD-010")
def test_chance_draws_only_when_it_is_asked() -> None:
    state = table(board="33w")
    assert len(bag(state)) == 24
    with pytest.raises(NotLegal, match="chance"):
        GAME.sample(state, Rng(0))
    with pytest.raises(NotLegal, match="chance"):
        GAME.fixed(state)
    refused(state, f"bag {bag(state)}", "SD-021")


@pytest.mark.rule("SD-042")
@pytest.mark.parametrize("turn", [0, 1])
def test_then_the_opponent_takes_a_privilege(turn: int) -> None:
    state = do(table(board="33w 43w 42w", mine="wbbbb", turn=turn), "replenish")
    assert privileges(state) == (0, 0, 3)
    done = step(state, f"bag {bag(state)}")
    assert done.state.players[1 - turn].privileges == 1
    assert done.state.players[turn].privileges == 0
    assert done.events == (
        Replenished(turn, tuple(map(cell, SPIRAL[3:20])), tuple(map("wbgrkp*".index, "ggggrrrrkkkkpp***"))),
        GainedPrivilege(1 - turn, robbed=False),
    )
    assert GAME.to_play(done.state) == turn
    assert done.state.phase is Phase.TURN


@pytest.mark.rule("SDA-06", "SD-042", "SD-063")
def test_replenish_and_a_penalised_take_bring_two_privileges() -> None:
    state = do(table(board="33w 43w"), "replenish", "bag bwbbbwggggrrrrkkkkpp***")
    assert privileges(state) == (0, 1, 2)
    assert "".join(at(state, text) for text in ("32", "33", "34")) == "www"
    assert privileges(do(state, "take 32 33 34")) == (0, 2, 1)


# --- For want of anything else -------------------------------------------------------------------------------

FULL_HAND = "1w1 1w2 1w3"
"""They cost one of four colours, two blue and two green and a pearl, two red and two black."""


@pytest.mark.rule("SDA-09", "SD-023", "SD-V6")
def test_only_gold_on_the_board_and_a_full_hand() -> None:
    state = table(board="33* 44* 55*", mine="wwwwbbbbrr", theirs="ggggrrkk", reserved=(FULL_HAND, ""), pyramid=DEAR)
    assert bag(state) == "kkpp"
    assert legal(state) == ["replenish"]
    refused(state, "gold 33", "SD-070", "three reserved")
    events = happened(state, "replenish", "bag pkpk")
    assert events == [
        Replenished(0, tuple(map(cell, ("43", "42", "32", "22"))), (5, 4, 5, 4)),
        GainedPrivilege(1, robbed=False),
    ]


@pytest.mark.rule("SDA-09")
def test_an_empty_board() -> None:
    state = table(board="", mine="wwww", pyramid=DEAR)
    assert legal(state) == ["replenish"]


@pytest.mark.rule("SDA-09")
@pytest.mark.parametrize(
    ("board", "mine", "hand", "also"),
    [
        ("33p", "wwww", FULL_HAND, ["take 33"]),
        ("33*", "wwww", "1w1 1w2", ["gold 33"]),
        ("33*", "bgrk", FULL_HAND, ["buy 1w1"]),
        ("33*", "bgr*", FULL_HAND, ["buy 1w1"]),
        ("33*", "rrrrp", FULL_HAND, ["buy 1o1"]),
        ("", "rrkk", FULL_HAND, ["buy 1w3"]),
        ("", "rrkk", "1w3?", ["buy 1w3"]),
    ],
)
def test_not_forced_while_anything_else_can_be_done(board: str, mine: str, hand: str, also: list[str]) -> None:
    state = table(board=board, mine=mine, reserved=(hand, ""), pyramid=DEAR)
    assert legal(state) == [*also, "replenish"]


@pytest.mark.rule("SDA-09", "SDA-27")
def test_gold_is_of_no_use_when_no_card_is_left_to_reserve() -> None:
    """All cards gone: far beyond the end of any real game."""
    state = table(board="33*")
    state = state._replace(rows=((None,) * 5, (None,) * 4, (None,) * 3), decks=((), (), ()))
    assert legal(state) == ["replenish"]
    refused(state, "gold 33", "SD-070", "left to reserve")


@pytest.mark.rule("SDA-09", "SD-042")
def test_a_forced_replenish_gives_a_privilege_too() -> None:
    state = table(board="", mine="wwww", pyramid=DEAR, privileges=(2, 1))
    state = do(state, "replenish", f"bag {bag(state)}")
    assert privileges(state) == (1, 2, 0)


def secretly(code: str) -> State:
    """A table with a secret card that may or may not be affordable; nobody but its owner can tell."""
    return table(board="33* 34*", mine="bbbb", theirs="kkkk", pyramid=DEAR, reserved=(f"{code}? 2w1 2w2", ""))


@pytest.mark.rule("SDA-10", "SD-V6", "SD-073")
@pytest.mark.parametrize("seat", [1, None])
def test_a_forced_replenish_looks_like_any_other(seat: int | None) -> None:
    free, forced = secretly("1w4"), secretly("1k3")
    assert legal(free) == ["buy 1w4", "replenish"]
    assert legal(forced) == ["replenish"]
    for text in ("", "replenish", f"bag {bag(free)}"):
        if text:
            chosen, compelled = step(free, text), step(forced, text)
            assert [dump_event(event.seen_by(seat)) for event in chosen.events] == [
                dump_event(event.seen_by(seat)) for event in compelled.events
            ]
            assert chosen.reveals == compelled.reveals
            free, forced = chosen.state, compelled.state
        ours, theirs = GAME.view(free, seat), GAME.view(forced, seat)
        assert ours == theirs
        assert dump(ours) == dump(theirs)
        assert GAME.draw(ours) == GAME.draw(theirs)
    assert hand(free, 0) != hand(forced, 0)


@pytest.mark.rule("SDA-10")
def test_a_single_choice_is_never_played_for_the_player() -> None:
    """The turn before ends, and the game waits for the one who can only replenish."""
    before = table(board="11g", theirs="bbbb", pyramid=DEAR, reserved=("", FULL_HAND), turn=1)
    done = step(before, "take 11")
    assert [type(event).__name__ for event in done.events] == ["Took"]
    assert GAME.to_play(done.state) == 0
    assert done.state.phase is Phase.TURN
    assert legal(done.state) == ["replenish"]
    assert on_board(done.state) == ""
