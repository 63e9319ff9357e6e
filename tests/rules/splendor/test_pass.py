"""The forced pass, and the end of the game when everybody passes (SPA-16, SPA-17)."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.rules import NotLegal, Outcome
from tavola.rules.chance import Rng
from tavola.rules.record import complete, new, replay, seen_by
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.actions import Action, Deal, Pass
from tavola.rules.splendor.events import Ended, Passed, Visited
from tavola.rules.splendor.material import NOBLES, Noble
from tavola.rules.splendor.state import Phase, SplendorOptions, State
from tests.rules.splendor.table import (
    DEAR,
    DEFAULT,
    UP_TO_3,
    Side,
    bank,
    codes,
    do,
    legal,
    owned,
    refused,
    stacked,
    step,
    table,
)

# All gems are held, the hands are full, and all twelve cards are too dear for both.
FIRST = Side("wwwwbbbbgg", hand="3r2 3k2? 3w2")
SECOND = Side("ggrrrrkkkk", hand="3b2 3g2? 3g4")


def stuck(first: Side = FIRST, second: Side = SECOND, **more: Any) -> State:
    return table(first, second, **{"up": DEAR, "waiting": "n2 n3 n7", **more})


def three(**more: Any) -> State:
    """The same for three: twenty-five gems are held."""
    return table(
        Side("wwwwwbbbbb", hand="3r2 3k2? 3w2"),
        Side("gggggrrrrr", hand="3b2 3g2? 3g4"),
        Side("kkkkk", hand="3k4 3r4? 2b6"),
        **{"up": "1w4 1b3 1g3 1r4 2r6 2k6 2g6 2w6 3w1 3b1 3r1 3k1", "waiting": "n2", **more},
    )


def four(**more: Any) -> State:
    """The same for four: thirty-five gems are held."""
    return table(
        Side("wwwwwwwbbb", hand="3w3 3g3 3k3?"),
        Side("bbbbgggggg", hand="3b3 3r3 3w4?"),
        Side("grrrrrrrkk", hand="3g4 3b4 3w2?"),
        Side("kkkkk", hand="3k4 3r4 3k2?"),
        **{"up": "1w4 1b3 1g3 1r4 2b1 2k1 2g1 2r2 3w1 3b1 3g1 3r1", **more},
    )


@pytest.mark.rule("SPA-16")
@pytest.mark.parametrize("turn", [0, 1])
def test_who_can_do_nothing_passes(turn: int) -> None:
    state = stuck(turn=turn)
    assert bank(state) == "*****"
    assert legal(state) == ["pass"]
    passed = step(state, "pass")
    assert passed.events == (Passed(turn),)
    assert all(passed.events[0].seen_by(seat) == passed.events[0] for seat in (0, 1, None))
    assert not passed.reveals
    assert GAME.to_play(passed.state) == 1 - turn
    assert passed.state.players == state.players
    assert passed.state.turns == state.turns + 1


@pytest.mark.rule("SPA-16")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_three_and_four_can_be_stuck(seat: int) -> None:
    assert legal(four(turn=seat)) == ["pass"]
    if seat < 3:
        assert legal(three(turn=seat)) == ["pass"]


@pytest.mark.rule("SPA-16")
@pytest.mark.parametrize("option", [{}, {"takeFewer": "upTo3"}], ids=["onlyWhenShort", "upTo3"])
@pytest.mark.parametrize("gem", "wbgrk")
def test_no_pass_while_there_is_a_gem(gem: str, option: dict[str, str]) -> None:
    """Whatever one holds: a take at ten is returned."""
    fewer = (
        FIRST._replace(tokens=FIRST.tokens.replace(gem, "", 1)),
        SECOND._replace(tokens=SECOND.tokens if gem in FIRST.tokens else SECOND.tokens.replace(gem, "", 1)),
    )
    state = stuck(*fewer, turn=1, options=SplendorOptions.of(option))
    assert bank(state) == f"{gem}*****"
    assert legal(state) == [f"take {gem}"]
    refused(state, "pass", "SPA-16", "only when nothing else is possible")


@pytest.mark.rule("SPA-16")
def test_no_pass_while_a_card_can_be_reserved() -> None:
    state = stuck(FIRST._replace(hand="3r2 3k2?"))
    assert {text.split()[0] for text in legal(state)} == {"reserve"}
    refused(state, "pass", "SPA-16")


@pytest.mark.rule("SPA-16")
@pytest.mark.parametrize("reservable", ["row", "deck", "nothing"])
def test_a_pass_when_nothing_is_left_to_reserve(reservable: str) -> None:
    """The hand has room, but all rows and decks are empty, all but one card or all."""
    left = {"row": ("- - 3r2 -", ""), "deck": ("3w1 3b1 3r1 3k1", "3k2"), "nothing": ("- - - -", "")}[reservable]
    ends = {1: ("- - - -", ""), 2: ("- - - -", ""), 3: left}
    state = table(FIRST._replace(hand="3w2"), SECOND._replace(hand="3b2 3g2? 3g4"), ends=ends)
    assert ("pass" in legal(state)) is (reservable == "nothing")
    if reservable == "nothing":
        assert legal(state) == ["pass"]
    else:
        assert {text.split()[0] for text in legal(state)} == {"reserve"}


@pytest.mark.rule("SPA-16")
@pytest.mark.parametrize("hand", ["1r2 3k2? 3w2", "1r2? 3k2? 3w2"])
def test_no_pass_while_a_card_in_hand_can_be_bought(hand: str) -> None:
    state = stuck(FIRST._replace(hand=hand))
    assert legal(state) == ["buy 1r2"]
    refused(state, "pass", "SPA-16")


@pytest.mark.rule("SPA-16")
def test_no_pass_while_a_card_on_the_table_can_be_bought() -> None:
    state = stuck(up=DEAR.replace("1w4", "1r2"))
    assert legal(state) == ["buy 1r2"]
    refused(state, "pass", "SPA-16")


@pytest.mark.rule("SPA-16")
@pytest.mark.parametrize("text", ["take w", "take wbg", "reserve deck1", "buy 3w1", "return w"])
def test_who_must_pass_can_do_nothing_else(text: str) -> None:
    for options in (DEFAULT, UP_TO_3):
        with pytest.raises(NotLegal, match=r"\.$"):
            GAME.apply(stuck(options=options), GAME.from_text(text))


@pytest.mark.rule("SPA-16", "SPA-11")
def test_a_noble_comes_even_on_a_pass() -> None:
    mine = FIRST._replace(cards=owned("wwwwbbbb"))
    state = stuck(mine, waiting="n1 n3 n4")
    assert legal(state) == ["pass"]
    passed = step(state, "pass")
    assert passed.events == (Passed(0), Visited(0, Noble.of("n1")))
    assert passed.state.players[0].points == 3
    assert GAME.to_play(passed.state) == 1


@pytest.mark.rule("SPA-16", "SPA-11", "SP-032")
def test_a_noble_is_chosen_even_on_a_pass() -> None:
    mine = FIRST._replace(cards=owned("wwwwbbbbggg"))
    state = stuck(mine, waiting="n1 n6 n4")
    assert legal(state) == ["pass"]
    choice = do(state, "pass")
    assert (choice.phase, GAME.to_play(choice)) == (Phase.NOBLE, 0)
    after = do(choice, "noble n6")
    assert codes(after.players[0].nobles) == "n6"
    assert GAME.to_play(after) == 1


@pytest.mark.rule("SPA-17")
@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("turn", [0, 1])
def test_two_passes_end_a_game_of_two(start: int, turn: int) -> None:
    one = do(stuck(turn=turn, start=start), "pass")
    assert GAME.to_play(one) == 1 - turn
    assert GAME.outcome(one) is None
    both = step(one, "pass")
    assert both.events == (Passed(1 - turn), Ended(Outcome(("passes",), (1, 1), (0, 0))))
    assert GAME.to_play(both.state) is None
    assert GAME.outcome(both.state) == Outcome(("passes",), (1, 1), (0, 0))


@pytest.mark.rule("SPA-17")
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_three_passes_end_a_game_of_three_at_once(turn: int) -> None:
    """In the middle of a round too."""
    state = three(turn=turn)
    for passes in range(3):
        assert GAME.to_play(state) == (turn + passes) % 3
        assert GAME.outcome(state) is None
        state = do(state, "pass")
    assert GAME.outcome(state) == Outcome(("passes",), (1, 1, 1), (0, 0, 0))


@pytest.mark.rule("SPA-17")
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_four_passes_end_a_game_of_four(turn: int) -> None:
    state = do(four(turn=turn), "pass", "pass", "pass")
    assert GAME.to_play(state) == (turn + 3) % 4
    assert GAME.outcome(do(state, "pass")) == Outcome(("passes",), (1, 1, 1, 1), (0, 0, 0, 0))


@pytest.mark.rule("SPA-17")
@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_everybody_knows_how_many_have_passed(seat: int | None) -> None:
    state = do(three(), "pass", "pass")
    view = GAME.view(state, seat)
    assert view.passes == 2
    world = GAME.determinize(view, Rng(1))
    assert GAME.view(world, seat) == view
    assert world.passes == 2


@pytest.mark.rule("SPA-17")
def test_a_pass_with_a_noble_is_a_pass() -> None:
    mine = FIRST._replace(cards=owned("wwwwbbbb"))
    state = do(stuck(mine, waiting="n1 n3 n4"), "pass", "pass")
    assert GAME.outcome(state) == Outcome(("passes",), (1, 2), (3, 0))
    last = step(stuck(mine, waiting="n1 n3 n4", passes=1), "pass")
    assert last.events == (Passed(0), Visited(0, Noble.of("n1")), Ended(Outcome(("passes",), (1, 2), (3, 0))))


@pytest.mark.rule("SPA-17", "SP-032")
def test_a_pass_with_a_choice_of_nobles_is_a_pass() -> None:
    mine = FIRST._replace(cards=owned("wwwwbbbbggg"))
    state = do(stuck(mine, waiting="n1 n6 n4", passes=1), "pass")
    assert GAME.to_play(state) == 0
    assert GAME.outcome(do(state, "noble n1")) == Outcome(("passes",), (1, 2), (3, 0))


@pytest.mark.rule("SPA-17")
@pytest.mark.parametrize("text", ["take k", "reserve deck1", "reserve 1w4", "buy 1r2"])
def test_any_action_breaks_the_row_of_passes(text: str) -> None:
    """Two of three have passed; the third can do something after all."""
    third = {
        "take": Side("kkkk", hand="3k4 3r4? 2b6"),
        "reserve": Side("kkkkk", hand="3k4 3r4?"),
        "buy": Side("kkkkk", cards=owned("bbg"), hand="3k4 3r4? 1r2"),
    }
    sides = [Side("wwwwwbbbbb", hand="3r2 3k2? 3w2"), Side("gggggrrrrr", hand="3b2 3g2? 3g4"), third[text.split()[0]]]
    up = "1w4 1b3 1g3 1r4 2r6 2k6 2g6 2w6 3w1 3b1 3r1 3k1"
    state = table(*sides, up=up, waiting="n1 n2", turn=2, passes=2)
    after = do(state, text)
    assert GAME.outcome(after) is None
    assert GAME.to_play(after) == 0
    assert after.passes == 0


@pytest.mark.rule("SPA-17")
def test_a_purchase_paid_by_choice_breaks_the_row_too() -> None:
    mine = FIRST._replace(tokens="wwwwbbbbg*", hand="1r2 3k2? 3w2")
    state = table(mine, SECOND._replace(tokens="gggrrrrkkk"), up=DEAR, waiting="n2 n3 n7", passes=1)
    asked = do(state, "buy 1r2")
    assert asked.phase is Phase.PAY
    after = do(asked, "pay bbg")
    assert (GAME.to_play(after), after.passes) == (1, 0)


@pytest.mark.rule("SPA-17", "SP-041", "SP-042")
def test_normal_scoring_after_passes() -> None:
    """Points first, then fewer bought cards."""
    first, second = FIRST._replace(cards="1w8 1w7"), SECOND._replace(cards="1k8")
    assert GAME.outcome(do(stuck(first, second), "pass", "pass")) == Outcome(("passes",), (2, 1), (1, 1))
    first, second = FIRST._replace(cards="1w8"), SECOND._replace(cards="1k7")
    assert GAME.outcome(do(stuck(first, second), "pass", "pass")) == Outcome(("passes",), (1, 2), (1, 0))


@pytest.mark.rule("SPA-17", "SP-040")
def test_both_reasons_are_told() -> None:
    """A pass brings the noble that reaches the target, and the others had passed before."""
    second = SECOND._replace(cards="2k1 2k2 2k3 2k4 2r1 2r2 2r3 2r4", hand="3g4 3b4? 2b5")
    dear = "1w4 1b3 1g3 1r4 2b6 2g6 2w6 2b3 3g2 3b2 3g3 3b3"
    state = table(FIRST, second, up=dear, turn=1, passes=1, waiting="n4 n1 n2")
    assert legal(state) == ["pass"]
    outcome = GAME.outcome(do(state, "pass"))
    assert outcome is not None
    assert outcome.points == (0, 15)
    assert outcome.reasons == ("target", "passes")
    assert outcome.winners == (1,)


# Ten gems each: white, blue and green against green, red and black. Gold and what does not fit is returned.
TO_THE_PASS = [
    *["reserve deck1"] * 6,
    *["take wbg", "take grk", "take wbg", "take grk"],
    *["take wbr", "return r", "return *", "take wrk", "return w"],
    *["take wbr", "return r", "return *", "return *", "take rk", "return *", "return *"],
]


def played() -> list[Action]:
    """A game from the deal to the second pass; the cards drawn unseen are too dear for those who drew them."""
    drawn = "1g8 1k4 1b8 1r8 1w2 1w8"
    return [Deal(NOBLES[:3], stacked(f"{DEAR} {drawn}")), *map(GAME.from_text, [*TO_THE_PASS, "pass", "pass"])]


@pytest.mark.rule("SPA-16", "SPA-17")
def test_a_game_from_the_deal_to_the_passes() -> None:
    dealt, *actions = played()
    state = GAME.apply(GAME.initial(2, DEFAULT, 0), dealt).state
    for action in actions:
        assert GAME.outcome(state) is None
        if isinstance(action, Pass):
            assert [sum(player.tokens) for player in state.players] == [10, 10]
            assert legal(state) == ["pass"]
        state = GAME.apply(state, action).state
        GAME.check(state)
    assert GAME.outcome(state) == Outcome(("passes",), (1, 1), (0, 0))


@pytest.mark.rule("SPA-16", "SPA-14")
@pytest.mark.parametrize("eyes", [0, 1, None])
def test_a_record_with_passes_is_completed_by_cards_that_are_too_dear(eyes: int | None) -> None:
    """A forced pass shows that the cards in hand could not be paid, whichever they were."""
    actions = played()
    known = seen_by(new("splendor").add(*actions), eyes)
    assert known.plies[0] != actions[0]
    for seed in range(3):
        states = [done.state for _, done in replay(complete(known, Rng(seed)))]
        assert GAME.outcome(states[-1]) == Outcome(("passes",), (1, 1), (0, 0))
