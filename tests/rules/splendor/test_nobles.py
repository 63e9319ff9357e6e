"""Nobles visit at the end of a turn (SP-031 to SP-033, SPA-10 to SPA-12)."""

from __future__ import annotations

import pytest

from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.events import Bought, Refilled, Returned, Took, Visited
from tavola.rules.splendor.material import NOBLES, Noble
from tavola.rules.splendor.state import Phase, SplendorOptions, State
from tests.rules.splendor.table import (
    COLOURS,
    Side,
    codes,
    do,
    legal,
    nobles,
    owned,
    refused,
    step,
    table,
    take_any,
    tokens,
)


def noble(code: str) -> Noble:
    return Noble.of(code)


def visits(state: State, seat: int = 0) -> str:
    return codes(state.players[seat].nobles)


@pytest.mark.rule("SP-031", "SP-033")
def test_a_purchase_brings_the_noble() -> None:
    """The rulebook's noble wants three white, three blue and three green bonuses."""
    state = table(
        Side("gggg", cards=owned("wwbbbggg")), Side(), up="1w8 1k8 1b8 1r8", next_up="1k1", waiting="n6 n8 n9"
    )
    bought = step(state, "buy 1w8")
    after = bought.state
    assert visits(after) == "n6"
    assert codes(after.nobles) == "n8 n9"
    assert after.players[0].points == 1 + 3
    assert [type(event) for event in bought.events] == [Bought, Refilled, Visited]
    assert bought.events[-1] == Visited(0, noble("n6"))
    assert all(bought.events[-1].seen_by(seat) == bought.events[-1] for seat in (0, 1, None))
    assert GAME.to_play(after) == 1


@pytest.mark.rule("SP-031")
@pytest.mark.parametrize("wanted", NOBLES, ids=str)
def test_what_each_noble_asks_for(wanted: Noble) -> None:
    asked = "".join(colour * count for colour, count in zip(COLOURS, wanted.requires, strict=True))
    others = " ".join([other.code for other in NOBLES if other is not wanted][:2])
    state = table(Side(cards=owned(asked)), Side(), waiting=f"{wanted} {others}")
    assert visits(do(state, "take wbg")) == wanted.code
    for colour in sorted(set(asked)):
        almost = asked.replace(colour, "", 1)
        state = table(Side(cards=owned(almost)), Side(), waiting=f"{wanted} {others}")
        assert visits(do(state, "take wbg")) == ""


@pytest.mark.rule("SP-031")
def test_more_than_enough_is_enough() -> None:
    state = table(Side(cards=owned("wwwwwwbbbbb")), Side(), waiting="n1")
    assert visits(do(state, "take wbg")) == "n1"


@pytest.mark.rule("SP-031")
def test_tokens_and_reserved_cards_are_no_bonuses() -> None:
    """Four white and three blue bonuses, with a blue card in hand, blue gems and gold."""
    rich = Side("bbbb***", cards=owned("wwwwbbb"), hand="1b8 2b1? 3b1")
    state = table(rich, Side(), waiting="n1")
    assert visits(do(state, "take wgr")) == ""


@pytest.mark.rule("SP-031")
def test_only_the_seat_on_turn_is_visited() -> None:
    state = table(Side(), Side(cards=owned("wwwwbbbb")), waiting="n1")
    after = do(state, "take wbg")
    assert codes(after.nobles[:1]) == "n1"
    assert visits(after, 1) == ""
    last = do(after, "take wbg")
    assert (visits(last, 0), visits(last, 1)) == ("", "n1")


@pytest.mark.rule("SP-031", "SPA-12")
def test_a_visit_is_no_action_and_cannot_be_refused() -> None:
    """With one noble the turn goes on by itself: its player did an action, and the next is to play."""
    state = table(Side(cards=owned("wwwwbbbb")), Side(), waiting="n1")
    took = step(state, "take wbg")
    assert took.events == (Took(0, (1, 1, 1, 0, 0)), Visited(0, noble("n1")))
    assert (took.state.phase, GAME.to_play(took.state)) == (Phase.TURN, 1)
    assert tokens(took.state) == "wbg"
    assert not took.reveals


TWO = Side(cards=owned("wwwwbbbbggg"))


@pytest.mark.rule("SP-V5", "SP-032", "SPA-11", "SPA-12")
def test_of_two_nobles_one_now_and_one_later() -> None:
    state = table(TWO, Side(), waiting="n1 n9 n6")
    choice = step(state, "take wbg")
    assert (choice.state.phase, GAME.to_play(choice.state)) == (Phase.NOBLE, 0)
    assert choice.events == (Took(0, (1, 1, 1, 0, 0)),)
    assert choice.state.players[0].points == 0
    assert legal(choice.state) == ["noble n1", "noble n6"]
    first = step(choice.state, "noble n6")
    assert first.events == (Visited(0, noble("n6")),)
    assert not first.reveals
    assert (visits(first.state), codes(first.state.nobles)) == ("n6", "n1 n9")
    assert first.state.players[0].points == 3
    assert (first.state.phase, GAME.to_play(first.state)) == (Phase.TURN, 1)
    second = step(do(first.state, "take wbg"), "take grk")
    assert second.events == (Took(0, (0, 0, 1, 1, 1)), Visited(0, noble("n1")))
    assert visits(second.state) == "n6 n1"
    assert second.state.players[0].points == 6
    assert codes(second.state.nobles) == "n9"


@pytest.mark.rule("SP-032", "SPA-12")
@pytest.mark.parametrize("chosen", ["n1", "n6"])
def test_the_player_chooses(chosen: str) -> None:
    after = do(table(TWO, Side(), waiting="n1 n9 n6"), "take wbg", f"noble {chosen}")
    assert visits(after) == chosen
    assert len(after.nobles) == 2
    assert noble(chosen) not in after.nobles


@pytest.mark.rule("SP-032", "SPA-12", "SP-031")
@pytest.mark.parametrize("text", ["noble n9", "noble n2", "pass", "take wbg", "reserve deck1", "return w", "buy 1r1"])
def test_a_choice_of_noble_is_made(text: str) -> None:
    state = do(table(TWO, Side(), waiting="n1 n9 n6"), "take wbg")
    refused(state, text, "SP-032", "nobles that would visit you")


@pytest.mark.rule("SP-032")
def test_at_most_one_noble_a_turn() -> None:
    state = do(table(TWO, Side(), waiting="n1 n9 n6"), "take wbg", "noble n1")
    assert visits(state) == "n1"
    refused(state, "noble n6", "SP-010")


@pytest.mark.rule("SP-033")
def test_nobles_are_not_replaced() -> None:
    state = table(Side(cards=owned("wwwwbbbb")), Side(), Side(), waiting="n1")
    after = do(state, "take wbg")
    assert len(after.nobles) == 3
    assert after.nobles == state.nobles[1:]
    for seat in (0, 1, 2, None):
        view = GAME.view(after, seat)
        assert view.nobles == after.nobles
        assert view.players[0].nobles == nobles("n1")
        assert view.players[0].points == 3
        assert "nobles n1" in GAME.draw(view)


@pytest.mark.rule("SP-033")
def test_the_last_noble_can_leave() -> None:
    state = table(Side(cards=owned("wwwwbbbb"), nobles="n2 n3"), Side(), waiting="n1")
    after = do(state, "take wbg")
    assert after.nobles == ()
    assert after.players[0].points == 9
    assert "Nobles: -" in GAME.draw(GAME.view(after, 0))
    assert visits(take_any(take_any(after))) == "n2 n3 n1"


@pytest.mark.rule("SPA-10", "SP-030", "SP-031")
def test_tokens_are_returned_before_the_noble_comes() -> None:
    state = table(Side("wwwbbbgggr", cards=owned("wwwwbbbb")), Side(), waiting="n1")
    state = do(state, "reserve deck1")
    assert state.phase is Phase.RETURN
    assert visits(state) == ""
    returned = step(state, "return *")
    assert returned.events == (Returned(0, 5), Visited(0, noble("n1")))
    assert GAME.to_play(returned.state) == 1


@pytest.mark.rule("SPA-10", "SP-032")
def test_tokens_are_returned_before_a_noble_is_chosen() -> None:
    state = do(table(TWO._replace(tokens="wwwbbbgggr"), Side(), waiting="n1 n6"), "take grk")
    phases = [state.phase]
    for text in ("return g", "return r", "return k", "noble n1"):
        state = do(state, text)
        phases.append(state.phase)
    assert phases == [Phase.RETURN, Phase.RETURN, Phase.RETURN, Phase.NOBLE, Phase.TURN]
    assert GAME.to_play(state) == 1


@pytest.mark.rule("SPA-11")
@pytest.mark.parametrize("text", ["take wbg", "take kk", "reserve 2w1", "reserve deck3", "buy 1r8"])
def test_a_noble_left_over_comes_whatever_the_action(text: str) -> None:
    state = table(TWO._replace(nobles="n6"), Side(), up="1r8", waiting="n1")
    after = do(state, text)
    assert visits(after) == "n6 n1"
    assert GAME.to_play(after) == 1


@pytest.mark.rule("SPA-11", "SP-032")
def test_of_several_left_over_one_is_chosen_again() -> None:
    three = Side(cards=owned("wwwwbbbbgggg"))
    state = do(table(three, Side(), waiting="n1 n2 n6"), "take wbg")
    assert legal(state) == ["noble n1", "noble n2", "noble n6"]
    state = do(state, "noble n2", "take wbg", "take grk")
    assert legal(state) == ["noble n1", "noble n6"]
    state = do(state, "noble n1", "take grk", "reserve deck1")
    assert visits(state) == "n2 n1 n6"


@pytest.mark.rule("SPA-11")
def test_a_noble_left_over_may_go_to_another() -> None:
    """Both players qualify for n1; whoever ends a turn first gets it."""
    other = Side(cards="2w1 2w2 2w3 2w4 2b1 2b2 2b3 2b4", hand="")
    options = SplendorOptions(target=30)
    state = do(table(TWO, other, waiting="n1 n6 n9", options=options), "take wbg", "noble n6", "take wbg", "take grk")
    assert (visits(state, 0), visits(state, 1)) == ("n6", "n1")


@pytest.mark.rule("SPA-12")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_every_seat_is_visited_on_its_turn(seat: int) -> None:
    sides = [TWO if at == seat else Side() for at in range(4)]
    state = do(table(*sides, waiting="n1 n6", turn=seat), "take wbg")
    assert GAME.to_play(state) == seat
    after = do(state, "noble n1")
    assert [len(player.nobles) for player in after.players] == [int(at == seat) for at in range(4)]
    assert GAME.to_play(after) == (seat + 1) % 4
