"""The end: the round is completed, ties, shared victories (SP-040 to SP-042, SPA-13, SPA-15, SPA-20)."""

from __future__ import annotations

import pytest

from tavola.rules import Outcome
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.events import Ended, Visited
from tavola.rules.splendor.material import Noble
from tavola.rules.splendor.state import Phase, SplendorOptions, State
from tests.rules.splendor.table import Side, card, do, legal, owned, refused, step, table, take_any

EVERY_TRIGGER = [(n, start, seat) for n in (2, 3, 4) for start in range(n) for seat in range(n)]

FOURTEEN = "3w4 3b4 3g2"
FIFTEEN = "3w4 3b4 3g4"
# Sixteen points each; no noble of those below comes to any of them.
IN_12 = "3w4 3b4 3g4 1r8 " + owned("bbggrrkk")
IN_12_TOO = "3r4 3k4 3b2 1w8 1b8 1w7 1w6 1w5 1r7 1k7 1k6 1b7"
IN_13 = "3r4 3k4 3b2 1w8 1b8 1w7 1w6 1w5 1r7 1k7 1k6 1b7 1b6"
QUIET = "n2 n3 n8"


def points(text: str) -> int:
    return sum(card(code).points for code in text.split())


def ended(state: State) -> Outcome:
    """The outcome of a game that is over."""
    assert GAME.to_play(state) is None
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def last_turn(*sides: Side, options: SplendorOptions | None = None, waiting: str = "") -> Outcome:
    """The last seat takes gems, and the game is over."""
    state = table(*sides, turn=len(sides) - 1, options=options or SplendorOptions(), waiting=waiting)
    return ended(take_any(state))


@pytest.mark.rule("SP-040", "SPA-13")
@pytest.mark.parametrize(("players", "start", "seat"), EVERY_TRIGGER)
def test_the_round_is_completed(players: int, start: int, seat: int) -> None:
    """The seat buys its fifteenth point; play goes on to the seat before the starter, and all had as many turns."""
    sides = [Side("gggg", cards=FOURTEEN) if at == seat else Side() for at in range(players)]
    state = do(table(*sides, up="1w8", turn=seat, start=start), "buy 1w8")
    assert state.players[seat].points == 15
    acted = [seat]
    while (to_play := GAME.to_play(state)) is not None:
        assert isinstance(to_play, int)
        acted.append(to_play)
        state = take_any(state)
    assert acted == [(seat + n) % players for n in range((start - seat - 1) % players + 1)]
    assert acted[-1] == (start - 1) % players
    assert state.turns % players == 0
    assert GAME.outcome(state) == Outcome(
        ("target",),
        tuple(1 if at == seat else 2 for at in range(players)),
        tuple(15 * (at == seat) for at in range(players)),
    )


@pytest.mark.rule("SP-V6", "SP-040")
def test_three_players_and_the_second_reaches_fifteen() -> None:
    state = table(Side(), Side("gggg", cards=FOURTEEN), Side(), up="1w8", turn=1)
    third = do(state, "buy 1w8")
    assert GAME.to_play(third) == 2
    assert GAME.outcome(third) is None
    last = step(third, "take wbg")
    assert GAME.to_play(last.state) is None
    assert last.events[-1] == Ended(Outcome(("target",), (2, 1, 2), (0, 15, 0)))
    assert last.reveals  # the outcome: a game that is over is not taken back
    assert all(last.events[-1].seen_by(seat) == last.events[-1] for seat in (0, 1, 2, None))


@pytest.mark.rule("SP-040", "SPA-20")
def test_fourteen_points_are_not_enough() -> None:
    state = table(Side(cards=FOURTEEN), Side(cards="3r4 3k4 3b2"), turn=1, waiting=QUIET)
    assert [player.points for player in state.players] == [14, 14]
    assert GAME.to_play(take_any(state)) == 0


@pytest.mark.rule("SP-040")
def test_more_than_fifteen_points_are_enough() -> None:
    assert last_turn(Side(cards=f"{FOURTEEN} 3k4"), Side()).points == (19, 0)


@pytest.mark.rule("SP-040", "SP-041")
def test_others_may_overtake() -> None:
    """Seat 0 buys its fifteenth point, then seat 1 goes from fourteen to sixteen."""
    second = Side("bb", cards=f"3r4 3k4 3w2 {owned('bbb')}")
    state = do(table(Side("gggg", cards=FOURTEEN), second, up="1w8 2b3", waiting=QUIET), "buy 1w8")
    assert [player.points for player in state.players] == [15, 14]
    won = ended(do(state, "buy 2b3"))
    assert (won.winners, won.points) == ((1,), (15, 16))


@pytest.mark.rule("SPA-13")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_last_seat_of_a_round_ends_it_at_once(start: int) -> None:
    last = (start + 2) % 3
    sides = [Side("gggg", cards=FOURTEEN) if at == last else Side() for at in range(3)]
    bought = step(table(*sides, up="1w8", turn=last, start=start), "buy 1w8")
    assert GAME.to_play(bought.state) is None
    assert isinstance(bought.events[-1], Ended)
    assert bought.events[-1].outcome.winners == (last,)


@pytest.mark.rule("SPA-13", "SPA-10")
def test_the_end_waits_for_returns_and_nobles() -> None:
    """Twelve points and a noble at hand: the fifteenth point comes after the tokens are returned."""
    mine = Side("wwwbbbgggr", cards=f"3k4 3k2 3r1 {owned('wwwwbbbb')}")
    assert points(mine.cards) == 12
    state = do(table(Side(), mine, turn=1, waiting="n1 n7 n8"), "reserve deck1")
    assert state.phase is Phase.RETURN
    assert GAME.outcome(state) is None
    returned = step(state, "return *")
    assert returned.events[1:] == (
        Visited(1, Noble.of("n1")),
        Ended(Outcome(("target",), (2, 1), (0, 15))),
    )


@pytest.mark.rule("SPA-13", "SP-032")
def test_the_end_waits_for_the_choice_of_a_noble() -> None:
    mine = Side(cards=f"3k4 3k2 3r4 {owned('wwwwbbbbggg')}")
    state = do(table(Side(), mine, turn=1, waiting="n1 n6 n8"), "take wbg")
    assert (state.phase, GAME.to_play(state), GAME.outcome(state)) == (Phase.NOBLE, 1, None)
    chosen = step(state, "noble n6")
    assert chosen.events == (Visited(1, Noble.of("n6")), Ended(Outcome(("target",), (2, 1), (0, 17))))


@pytest.mark.rule("SPA-13")
def test_a_noble_may_bring_the_fifteenth_point() -> None:
    mine = Side(cards=f"3k4 3k2 3r1 {owned('wwwwbbbb')}")
    state = do(table(mine, Side(), waiting="n1 n7 n8"), "take wbg")
    assert state.players[0].points == 15
    assert GAME.to_play(state) == 1
    assert ended(take_any(state)).winners == (0,)


@pytest.mark.rule("SPA-20", "SP-040")
@pytest.mark.parametrize(
    ("target", "below", "at"),
    [
        (5, "3w2", "3w4"),
        (10, "3w4 3b2", "3w4 3b4"),
        (14, "3w4 3b2 3g2", "3w4 3b4 3g2"),
        (15, FOURTEEN, FIFTEEN),
        (16, FIFTEEN, f"{FIFTEEN} 1w8"),
        (21, "3w4 3b4 3g4 3r4", "3w4 3b4 3g4 3r4 1w8"),
        (30, "3w4 3b4 3g4 3r4 3k4 3b2", "3w4 3b4 3g4 3r4 3k4 3b2 1w8"),
    ],
)
def test_other_targets(target: int, below: str, at: str) -> None:
    options = SplendorOptions(target=target)
    short = table(Side(cards=below), Side(), turn=1, options=options, waiting=QUIET)
    assert points(below) < target <= points(at)
    assert GAME.to_play(take_any(short)) == 0
    won = last_turn(Side(cards=at), Side(), options=options)
    assert (won.reasons, won.winners) == (("target",), (0,))
    assert f"to {target} points" in GAME.draw(GAME.view(short, 0))


@pytest.mark.rule("SP-041", "SP-033")
def test_most_points_win_nobles_included() -> None:
    won = last_turn(Side(cards=FIFTEEN), Side(cards="3r4 3k4", nobles="n3 n4"))
    assert won == Outcome(("target",), (2, 1), (15, 16))


@pytest.mark.rule("SP-041")
def test_places_of_four() -> None:
    won = last_turn(Side(cards="3w2"), Side(cards=FIFTEEN), Side(cards="3r4"), Side())
    assert won == Outcome(("target",), (3, 1, 2, 4), (4, 15, 5, 0))


@pytest.mark.rule("SP-V7", "SP-042")
@pytest.mark.parametrize("order", [1, -1])
def test_a_tie_goes_to_fewer_bought_cards(order: int) -> None:
    assert (points(IN_12), points(IN_13)) == (16, 16)
    assert (len(IN_12.split()), len(IN_13.split())) == (12, 13)
    won = last_turn(*[Side(cards=IN_12), Side(cards=IN_13)][::order], waiting=QUIET)
    assert won == Outcome(("target",), (1, 2)[::order], (16, 16))


@pytest.mark.rule("SP-V7", "SPA-15")
def test_a_tie_in_bought_cards_too_is_shared() -> None:
    assert (points(IN_12_TOO), len(IN_12_TOO.split())) == (16, 12)
    won = last_turn(Side(cards=IN_12), Side(cards=IN_12_TOO), waiting=QUIET)
    assert won == Outcome(("target",), (1, 1), (16, 16))
    assert won.winners == (0, 1)


@pytest.mark.rule("SPA-15", "SP-042")
def test_reserved_cards_and_nobles_are_not_bought_cards() -> None:
    """Sixteen points in four cards against sixteen in five and a hand, then with nobles."""
    four = Side(cards="3w4 3b4 3g4 1r8", hand="2w1 2b1? 2g1")
    five = Side(cards="3r4 3k4 2r6 2k1 2k3")
    assert (points(four.cards), points(five.cards)) == (16, 16)
    assert last_turn(four, five).places == (1, 2)
    assert last_turn(five, four).places == (2, 1)
    # Four cards against three cards and two nobles.
    with_nobles = last_turn(Side(cards="3w4 3b4 2g6 2w6"), Side(cards="3r4 3k2 1k8", nobles="n3 n4"))
    assert (with_nobles.points, with_nobles.places) == ((16, 16), (2, 1))


@pytest.mark.rule("SPA-15", "SP-042")
def test_only_those_tied_on_points_compare_their_cards() -> None:
    """The third has the fewest cards but fewer points."""
    sixteen_in_five = Side(cards="3r4 3k4 2r6 2k1 2k3")
    won = last_turn(Side(cards="3w4 3b4 3g4 1r8"), sixteen_in_five, Side(cards="3w2 3b2"), waiting="n1 n2")
    assert won == Outcome(("target",), (1, 2, 3), (16, 16, 8))


@pytest.mark.rule("SPA-15")
@pytest.mark.parametrize("players", [3, 4])
def test_places_after_a_shared_one(players: int) -> None:
    won = last_turn(*[Side(cards=FIFTEEN), Side(), Side(cards="3r4 3k4 3b2 1b8"), Side()][:players])
    assert won.points[0] == won.points[2] == 15
    assert won.places == ((1, 3, 2), (1, 3, 2, 3))[players - 3]
    shared = last_turn(*[Side(cards="3w4 3b2 2g6 2k6"), Side(), Side(cards="3r4 3k2 2r6 2b6"), Side()][:players])
    assert shared.points[0] == shared.points[2] == 15
    assert shared.places == ((1, 3, 1), (1, 3, 1, 3))[players - 3]
    assert shared.winners == (0, 2)


@pytest.mark.rule("SPA-15")
def test_all_may_share() -> None:
    won = last_turn(
        Side(cards="3w4", nobles="n1"),
        Side(cards="3b4", nobles="n2"),
        Side(cards="3k4", nobles="n3"),
        options=SplendorOptions(target=8),
    )
    assert won == Outcome(("target",), (1, 1, 1), (8, 8, 8))
    assert won.winners == (0, 1, 2)


@pytest.mark.rule("SP-040")
def test_nothing_is_done_after_the_end() -> None:
    state = take_any(table(Side(cards=FIFTEEN), Side(), turn=1))
    assert state.phase is Phase.OVER
    assert legal(state) == []
    for text in ("take wbg", "reserve deck1", "pass", "noble n1", "pay w"):
        refused(state, text, "SP-040", "over")


@pytest.mark.rule("SP-040")
def test_there_is_no_outcome_before_the_end() -> None:
    state = table(Side(cards=FIFTEEN), Side(), turn=1)
    assert GAME.outcome(state) is None
    assert GAME.to_play(state) == 1
