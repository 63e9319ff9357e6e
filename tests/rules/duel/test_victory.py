"""The three ways to win, and when they are looked at (SD-122 to SD-127, SDA-32, SDA-35, SDA-38)."""

from __future__ import annotations

import pytest

from tavola.rules import Outcome
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.events import Ended
from tavola.rules.duel.state import Phase, State
from tests.rules.duel.table import at, bag, do, happened, kinds, legal, privileges, refused, step, table, tokens

# 18 points, four of them white: 1o1, 2o1 and 3o1 have no colour.
EIGHTEEN = "1o1 2o1 3o1 3w2"
# Nine crowns on five cards, 12 points and four more of the two Royals.
NINE_CROWNS = "3w1 3b1 3g1 3r1 1g4"
# Nine points of white.
NINE_WHITE = "2w2 3w2 3w1 1w5"


def ended(state: State, *texts: str) -> Outcome:
    """How the game ended by the last of these actions."""
    done = step(do(state, *texts[:-1]), texts[-1])
    assert GAME.to_play(done.state) is None
    assert legal(done.state) == []
    assert done.state.phase is Phase.OVER
    outcome = GAME.outcome(done.state)
    assert outcome is not None
    assert done.events[-1] == Ended(outcome)
    return outcome


@pytest.mark.rule("SD-123", "SD-126")
@pytest.mark.parametrize("turn", [0, 1])
def test_twenty_points_win(turn: int) -> None:
    """2b3 costs two white, four blue and a pearl, and is worth two points."""
    state = table(mine="wbbbbp", bought=(EIGHTEEN, ""), pyramid="2b3", turn=turn)
    outcome = ended(state, "buy 2b3")
    assert outcome.reasons == ("points",)
    assert outcome.winners == (turn,)
    assert outcome.places == ((1, 2), (2, 1))[turn]
    assert outcome.points == ((20, 0), (0, 20))[turn]


@pytest.mark.rule("SD-123")
def test_nineteen_points_do_not() -> None:
    state = do(table(mine="ggrrr", bought=(EIGHTEEN, ""), pyramid="1w5"), "buy 1w5")
    assert state.players[0].points == 19
    assert GAME.to_play(state) == 1
    assert GAME.outcome(state) is None


@pytest.mark.rule("SD-123")
def test_more_than_twenty_points_win_too() -> None:
    state = table(mine="bbbbgg*", bought=(EIGHTEEN + " 1w1 1b1", ""), pyramid="3b2")
    assert ended(state, "buy 3b2").points == (22, 0)


@pytest.mark.rule("SD-123", "SD-113", "SDA-26")
def test_royal_points_count_toward_twenty() -> None:
    state = table(mine="bbb", bought=("1o1 2o1 3o1 2k4 2g4", ""), pyramid="1w4")
    assert state.players[0].points == 18
    outcome = ended(state, "buy 1w4", "royal r4")
    assert outcome.reasons == ("points",)
    assert outcome.points == (21, 0)


@pytest.mark.rule("SD-124")
@pytest.mark.parametrize("turn", [0, 1])
def test_ten_crowns_win(turn: int) -> None:
    state = table(mine="g", bought=(NINE_CROWNS, ""), royals=("r1 r2", ""), pyramid="1b4", turn=turn)
    assert (state.players[turn].crowns, state.players[turn].points) == (9, 16)
    outcome = ended(state, "buy 1b4")
    assert outcome.reasons == ("crowns",)
    assert outcome.winners == (turn,)


@pytest.mark.rule("SD-124")
def test_nine_crowns_do_not() -> None:
    state = table(mine="k", bought=("3w1 3b1 3g1 3r1 1k1 1k3", ""), royals=("r1 r2", ""), pyramid="1r4")
    state = do(state, "buy 1r4")
    assert state.players[0].crowns == 9
    assert GAME.to_play(state) == 1


@pytest.mark.rule("SD-124")
def test_more_than_ten_crowns_win_too() -> None:
    state = table(mine="kkkk***", bought=(NINE_CROWNS + " 1k1", ""), royals=("r1 r2", ""), pyramid="3x1")
    outcome = ended(state, "buy 3x1", "place k")
    assert outcome.reasons == ("crowns",)


@pytest.mark.rule("SD-125")
@pytest.mark.parametrize("turn", [0, 1])
def test_ten_points_of_one_colour_win(turn: int) -> None:
    state = table(mine="bbbbgg", bought=(NINE_WHITE + " 1b1", ""), pyramid="2w1", turn=turn)
    assert state.players[turn].points == 9
    outcome = ended(state, "buy 2w1")
    assert outcome.reasons == ("colour",)
    assert outcome.winners == (turn,)
    assert outcome.points == ((10, 0), (0, 10))[turn]


@pytest.mark.rule("SD-125")
@pytest.mark.parametrize("colour", "wbgrk")
def test_of_any_colour(colour: str) -> None:
    nine = NINE_WHITE.replace("w", colour)
    rest = "1w1 1w3 1b1 1b3 1g1 1g3 1r1 1r3 1k1 1k3 1w2 1b2 1g2 1r2 1k2"
    state = table(mine="wwbbggrrkk", bought=(f"{nine} {rest}", ""), pyramid=f"2{colour}1")
    assert ended(state, f"buy 2{colour}1").reasons == ("colour",)


@pytest.mark.rule("SD-125")
def test_nine_points_of_a_colour_do_not() -> None:
    state = table(mine="ggrrr", bought=("2w2 3w2 3w1", ""), pyramid="1w5")
    state = do(state, "buy 1w5")
    assert state.players[0].colour_points[0] == 9
    assert GAME.to_play(state) == 1


@pytest.mark.rule("SD-125")
def test_points_of_two_colours_are_not_added() -> None:
    state = table(mine="wwwkk", bought=("3b2 2b1 3g2", ""), pyramid="1g5")
    state = do(state, "buy 1g5")
    assert state.players[0].colour_points == (0, 5, 5, 0, 0)
    assert GAME.to_play(state) == 1


@pytest.mark.rule("SD-125", "SDA-25", "SDA-26")
def test_neither_points_only_cards_nor_royals_belong_to_a_colour() -> None:
    state = table(mine="rrrrp", bought=("3w2 2w2 2w4 1g4", ""), pyramid="1o1")
    assert state.players[0].colour_points == (7, 0, 0, 0, 0)
    plain = do(state, "buy 1o1")
    assert plain.players[0].points == 10
    assert GAME.to_play(plain) == 1
    state = table(mine="kkk", bought=("3w2 2w2 2w4 1g4", ""), pyramid="1r4")
    royal = do(state, "buy 1r4", "royal r4")
    assert royal.players[0].points == 10
    assert GAME.to_play(royal) == 1


@pytest.mark.rule("SD-125", "SDA-24")
def test_a_wild_card_counts_in_the_column_it_was_placed_on() -> None:
    state = table(mine="kkkkp", bought=(NINE_WHITE + " 1g1", ""), pyramid="1x4")
    assert ended(state, "buy 1x4", "place w").reasons == ("colour",)
    elsewhere = do(state, "buy 1x4", "place g")
    assert GAME.to_play(elsewhere) == 1


@pytest.mark.rule("SD-V11", "SD-125", "SD-126", "SDA-12")
def test_a_column_win_comes_before_an_extra_turn() -> None:
    """3x2 costs eight red, is worth three points and gives an extra turn."""
    state = table(mine="rrrr***", bought=("3w2 2w2 2w4 1r1", ""), pyramid="3x2")
    assert state.players[0].colour_points == (7, 0, 0, 0, 0)
    outcome = ended(state, "buy 3x2", "place w")
    assert outcome.reasons == ("colour",)
    assert kinds(happened(state, "buy 3x2", "place w")) == ["Bought", "Placed", "WonTurn", "Refilled", "Ended"]
    assert GAME.to_play(do(state, "buy 3x2", "place r")) == 0


@pytest.mark.rule("SD-126", "SDA-12", "SDA-17")
def test_victory_comes_before_a_royals_extra_turn() -> None:
    state = table(mine="bbb", bought=("1o1 2o1 3o1 2k4 2g4", ""), pyramid="1w4")
    assert ended(state, "buy 1w4", "royal r2").points == (20, 0)


@pytest.mark.rule("SDA-32", "SD-126")
def test_all_that_hold_are_reported() -> None:
    """3w1 is worth three points and two crowns."""
    nine = "2w2 3w2 2w3 1w5 1x4@w"
    state = table(
        mine="rrkp",
        bought=(f"{nine} 3g1 3r1 2x1@g 2x2@g 1b1 1b3 1b2 1k1 1k3 1r1 1r3", ""),
        royals=("r1 r2", ""),
        pyramid="3w1",
    )
    player = state.players[0]
    assert (player.points, player.crowns, player.colour_points[0]) == (19, 8, 9)
    outcome = ended(state, "buy 3w1")
    assert outcome.reasons == ("points", "crowns", "colour")
    assert outcome.points == (22, 0)
    assert outcome.places == (1, 2)


@pytest.mark.rule("SDA-32")
def test_two_of_three() -> None:
    state = table(mine="bbbbgg", bought=(NINE_WHITE + " 1b1 1o1 3o1 1r5", ""), pyramid="2w1")
    assert state.players[0].points == 19
    assert ended(state, "buy 2w1").reasons == ("points", "colour")
    state = table(mine="rkp", bought=(NINE_CROWNS + " 1k5 1b1", ""), royals=("r1 r4", ""), pyramid="2w4")
    assert (state.players[0].points, state.players[0].crowns) == (18, 9)
    assert ended(state, "buy 2w4").reasons == ("points", "crowns")


@pytest.mark.rule("SD-122", "SDA-32", "SD-126")
@pytest.mark.parametrize("turn", [0, 1])
def test_only_the_player_of_the_turn_is_looked_at(turn: int) -> None:
    """The opponent has all three conditions, which no play leads to."""
    state = table(bought=("", "1o1 2o1 3o1 3w1 3w2 2w3 2w4 3g1 3r1 3x1@w"), turn=turn, reachable=False)
    state = do(state, "take 33")
    assert GAME.outcome(state) is None
    assert GAME.to_play(state) == 1 - turn
    assert ended(state, "take 43").winners == (1 - turn,)


@pytest.mark.rule("SD-126")
@pytest.mark.parametrize("start", [0, 1])
def test_no_equal_turns(start: int) -> None:
    """The one who started wins at once, although the other has had a turn less."""
    state = table(mine="wbbbbp", bought=(EIGHTEEN, "3k2 3r2"), pyramid="2b3", turn=start)._replace(start=start)
    assert ended(state, "buy 2b3").winners == (start,)


@pytest.mark.rule("SD-126")
def test_nothing_can_be_done_after_the_end() -> None:
    state = do(table(mine="wbbbbp", bought=(EIGHTEEN, ""), pyramid="2b3"), "buy 2b3")
    for text in ("take 33", "pass", "replenish", "gold 55", "return w"):
        refused(state, text, "SD-126", "over")


@pytest.mark.rule("SD-127", "SD-122")
def test_otherwise_the_opponents_turn_begins() -> None:
    state = table(board="33w 34b")
    done = step(state, "take 33")
    assert GAME.to_play(done.state) == 1
    assert done.state.turns == state.turns + 1
    assert done.state.phase is Phase.TURN
    assert GAME.outcome(done.state) is None


@pytest.mark.rule("SDA-38", "SD-126")
def test_an_end_has_one_winner_and_no_draw() -> None:
    """Even if the other has more points."""
    state = table(mine="bbbbgg", bought=(NINE_WHITE + " 1b1", "1o1 2o1 3o1 3k2"), pyramid="2w1")
    outcome = ended(state, "buy 2w1")
    assert outcome.points == (10, 18)
    assert outcome.places == (1, 2)
    assert outcome.winners == (0,)


@pytest.mark.rule("SDA-38")
def test_nothing_ends_a_game_that_goes_round_in_circles() -> None:
    """Each takes a token with ten in hand and returns it: no repetition and no number of turns stops that."""
    state = table(board="33w", mine="wwwbbbbkkk", theirs="ggggrrrrkp")
    before = state.players[0].tokens, state.players[1].tokens
    for _ in range(300):
        if not legal(state, "take"):
            state = do(state, "replenish", f"bag {bag(state)}")
        take = legal(state, "take")[0]
        state = do(state, take, f"return {at(state, take[-2:])}")
    assert GAME.outcome(state) is None
    assert (state.players[0].tokens, state.players[1].tokens) == before


@pytest.mark.rule("SDA-35")
def test_hoarding_all_gold_and_pearls_has_no_consequence() -> None:
    state = table(board="33w 34b 35g", mine="wwwbbpp***")
    assert "pass" not in legal(state)
    kept = do(state, "take 33", "return w")
    assert tokens(kept, 0) == "wwwbbpp***"
    assert privileges(kept) == (0, 0, 3)
    assert kinds(happened(state, "take 33", "return w")) == ["Took", "Returned"]
    assert GAME.outcome(kept) is None
