"""Rounds, who starts them, the winner, and the options of a match (LC-025, LC-026, LCA-08 to LCA-14)."""

from __future__ import annotations

import pytest

from tavola.rules import CHANCE, NotLegal, Outcome
from tavola.rules.chance import Rng
from tavola.rules.lost_cities import LOST_CITIES as GAME
from tavola.rules.lost_cities.actions import Deal
from tavola.rules.lost_cities.events import Dealt, RoundScored
from tavola.rules.lost_cities.state import LostCitiesOptions, State
from tests.rules.lost_cities.table import DEFAULT, SINGLE, codes, do, last_draw, legal, stack, step, table

Scores = tuple[tuple[int, int], ...]


def between(
    scores: Scores, *, start: int = 0, mover: int = 0, round_starter: str = "totalLeader", tie: str = "nonStarter"
) -> State:
    """The table after rounds with these points, the last one begun by `start` and ended by `mover`."""
    options = LostCitiesOptions.of({"roundStarter": round_starter, "tieStarter": tie})
    last = table(deck="y2", options=options, scores=scores[:-1], start=start, turn=mover)
    ended = last_draw(last).state
    assert GAME.to_play(ended) is CHANCE
    return ended._replace(scores=scores)


def starter(state: State) -> int:
    """Who plays first in the next round."""
    dealt = GAME.apply(state, Deal(stack("")))
    (event,) = dealt.events
    assert isinstance(event, Dealt)
    assert event.round == len(state.scores)
    assert event.start == GAME.to_play(dealt.state)
    return event.start


@pytest.mark.rule("LC-025")
@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("mover", [0, 1])
def test_the_player_with_more_points_starts_the_next_round(start: int, mover: int) -> None:
    assert starter(between(((12, 3),), start=start, mover=mover)) == 0
    assert starter(between(((-12, 3),), start=start, mover=mover)) == 1
    assert starter(between(((-40, -80),), start=start, mover=mover)) == 0


@pytest.mark.rule("LCA-09")
@pytest.mark.parametrize("start", [0, 1])
def test_the_third_round_is_started_by_the_leader_in_total(start: int) -> None:
    assert starter(between(((50, 0), (0, 20)), start=start)) == 0
    assert starter(between(((50, 0), (0, 70)), start=start)) == 1


@pytest.mark.rule("LCA-09")
@pytest.mark.parametrize("start", [0, 1])
def test_or_by_the_winner_of_the_last_round(start: int) -> None:
    by_round = "lastRoundWinner"
    assert starter(between(((50, 0), (0, 20)), start=start, round_starter=by_round)) == 1
    assert starter(between(((0, 50), (20, 0)), start=start, round_starter=by_round)) == 0
    assert starter(between(((0, 50),), start=start, round_starter=by_round)) == 1


@pytest.mark.rule("LCA-09")
@pytest.mark.parametrize("scores", [((50, 0),), ((0, 50),), ((7, 7),), ((0, 50), (0, 50))])
@pytest.mark.parametrize("tie", ["nonStarter", "afterLastMover", "random"])
def test_or_they_alternate_whatever_the_points(scores: Scores, tie: str) -> None:
    for start in (0, 1):
        for mover in (0, 1):
            state = between(scores, start=start, mover=mover, round_starter="alternate", tie=tie)
            assert starter(state) == 1 - start


@pytest.mark.rule("LC-V7", "LCA-10")
def test_a_tie_gives_the_start_to_who_did_not_start_the_last_round() -> None:
    for mover in (0, 1):
        assert starter(between(((20, 20),), start=0, mover=mover)) == 1
        assert starter(between(((20, 20),), start=1, mover=mover)) == 0
        assert starter(between(((30, 20), (10, 20)), start=1, mover=mover)) == 0


@pytest.mark.rule("LCA-10")
def test_or_to_who_did_not_make_the_last_move() -> None:
    for start in (0, 1):
        assert starter(between(((20, 20),), start=start, mover=0, tie="afterLastMover")) == 1
        assert starter(between(((20, 20),), start=start, mover=1, tie="afterLastMover")) == 0
        assert starter(between(((21, 20),), start=start, mover=0, tie="afterLastMover")) == 0


@pytest.mark.rule("LCA-10")
def test_a_tie_of_the_last_round_alone_counts_under_last_round_winner() -> None:
    scores = ((50, 0), (7, 7))
    assert starter(between(scores, start=0, round_starter="lastRoundWinner")) == 1
    assert starter(between(scores, start=1, round_starter="lastRoundWinner")) == 0
    assert starter(between(scores, start=1, round_starter="totalLeader")) == 0


@pytest.mark.rule("LCA-10")
def test_or_to_chance() -> None:
    state = between(((20, 20),), tie="random")
    for start in (0, 1):
        dealt = GAME.apply(state, Deal(stack(""), start)).state
        assert GAME.to_play(dealt) == start
        assert dealt.start == start
    for nobody in (None, 2, -1):
        with pytest.raises(NotLegal, match=r"who starts\.$") as caught:
            GAME.apply(state, Deal(stack(""), nobody))
        assert caught.value.rule == "LCA-10"
    rng = Rng("ties")
    drawn = [GAME.sample(state, rng) for _ in range(400)]
    ones = sum(deal.start == 1 for deal in drawn if isinstance(deal, Deal))
    assert 150 < ones < 250


@pytest.mark.rule("LCA-10")
def test_without_a_tie_chance_does_not_choose() -> None:
    state = between(((21, 20),), tie="random")
    deal = GAME.sample(state, Rng(1))
    assert isinstance(deal, Deal)
    assert deal.start is None
    with pytest.raises(NotLegal):
        GAME.apply(state, Deal(stack(""), 0))


@pytest.mark.rule("LC-025")
def test_a_match_has_three_rounds_with_fresh_cards() -> None:
    state = GAME.initial(2, DEFAULT, 1)
    rng = Rng("three rounds")
    for number in range(3):
        assert GAME.to_play(state) is CHANCE
        assert len(state.scores) == number
        state = GAME.apply(state, GAME.sample(state, rng)).state
        assert len(state.deck) == 44
        assert not any(state.discards)
        assert not any(column for side in state.expeditions for column in side)
        assert not any(state.known)
        while GAME.to_play(state) in (0, 1):
            state = do(state, next(text for text in legal(state) if text == "draw" or "discard" in text))
    assert GAME.to_play(state) is None
    assert state.scores == ((0, 0),) * 3


def won(scores: Scores, options: LostCitiesOptions = DEFAULT) -> Outcome:
    """How a match ends whose last round brings nobody a point."""
    state = last_draw(table(deck="y2", options=options, scores=scores)).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


@pytest.mark.rule("LC-026")
def test_the_highest_total_wins() -> None:
    assert won(((50, 0), (0, 49))) == Outcome(("rounds",), (1, 2), (50, 49))
    assert won(((0, 50), (20, -80))).winners == (0,)
    assert won(((-10, 0), (-10, -19))).winners == (1,)


@pytest.mark.rule("LC-026")
def test_the_last_round_counts() -> None:
    last = table(columns=("", "y8 y9 y10"), deck="y2", scores=((3, 0), (3, 0)))
    outcome = GAME.outcome(last_draw(last).state)
    assert outcome == Outcome(("rounds",), (2, 1), (6, 7))


@pytest.mark.rule("LCA-11")
def test_a_tied_match_is_shared() -> None:
    outcome = won(((50, 20), (0, 30)))
    assert outcome.places == (1, 1)
    assert outcome.winners == (0, 1)
    assert outcome.points == (50, 50)


@pytest.mark.rule("LCA-13")
def test_a_single_round() -> None:
    ended = last_draw(table(columns=("y8 y9 y10", ""), deck="y2", options=SINGLE)).state
    assert GAME.to_play(ended) is None
    assert GAME.outcome(ended) == Outcome(("rounds",), (1, 2), (7, 0))
    assert DEFAULT.rounds == 3
    longer = last_draw(table(columns=("y8 y9 y10", ""), deck="y2")).state
    assert GAME.outcome(longer) is None


def shuttle(state: State, turns: int) -> State:
    """Turns without a draw from the deck: discard a card and take one of another pile."""
    for _ in range(turns):
        tops = [pile[-1] for pile in state.discards if pile]
        hand = state.hands[state.turn]
        card, top = next((card, top) for card in hand for top in tops if card.colour != top.colour)
        state = do(state, f"discard {card.code}", f"take {top.code[0]}")
    return state


def stalling(limit: str, rounds: str = "1") -> State:
    options = LostCitiesOptions.of({"stallLimit": limit, "rounds": rounds})
    return table("y2 y3", "b2 b3", ("r10", "g8 g9 g10"), "w2 y4 b4", options=options)


@pytest.mark.rule("LCA-14")
def test_by_default_play_without_the_deck_may_go_on() -> None:
    assert GAME.to_play(shuttle(stalling("off"), 450)) == 0


@pytest.mark.rule("LCA-14")
def test_the_stall_limit_ends_the_round() -> None:
    state = shuttle(stalling("20"), 19)
    assert GAME.to_play(state) == 1
    ended = shuttle(state, 1)
    assert GAME.to_play(ended) is None
    assert ended.scores == ((-10, 7),)
    outcome = GAME.outcome(ended)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert "stall" in outcome.reasons


@pytest.mark.rule("LCA-14")
def test_a_draw_from_the_deck_begins_the_count_again() -> None:
    state = shuttle(stalling("20"), 19)
    state = do(state, f"discard {state.hands[1][0].code}", "draw")
    state = shuttle(state, 19)
    assert GAME.to_play(state) == 1
    assert GAME.to_play(shuttle(state, 1)) is None


@pytest.mark.rule("LCA-14")
def test_the_next_round_begins_its_own_count() -> None:
    ended = shuttle(stalling("20", "3"), 20)
    assert GAME.to_play(ended) is CHANCE
    dealt = GAME.apply(ended, Deal(stack("y2 y3 b2 b3 w2 w3 g2 g3 y4 y5 b4 b5 w4 w5 g4 g5"))).state
    state = do(dealt, f"discard {codes(dealt.hands[dealt.turn][:1])}", "draw")
    state = do(state, f"discard {codes(state.hands[state.turn][:1])}", "draw")
    assert GAME.to_play(shuttle(state, 19)) in (0, 1)


@pytest.mark.rule("LCA-14")
def test_all_may_know_that_a_round_stalled() -> None:
    state = shuttle(stalling("20"), 19)
    tops = [pile[-1] for pile in state.discards if pile]
    card = state.hands[1][0]
    laid = do(state, f"discard {card.code}")
    last = step(laid, f"take {next(top for top in tops if top.colour != card.colour).code[0]}")
    scored = [event for event in last.events if isinstance(event, RoundScored)]
    assert [event.stalled for event in scored] == [True]


@pytest.mark.rule("LCA-14")
def test_the_last_deck_card_is_no_stall() -> None:
    options = LostCitiesOptions(rounds=1, stall_limit=20)
    ended = last_draw(table(deck="y2", options=options))
    assert [event.stalled for event in ended.events if isinstance(event, RoundScored)] == [False]


@pytest.mark.rule("LCA-14")
def test_a_move_always_exists() -> None:
    state = GAME.apply(GAME.initial(2, SINGLE, 0), Deal(stack(""))).state
    rng = Rng("always a move")
    while GAME.to_play(state) is not None:
        actions = GAME.legal_actions(state)
        assert actions
        state = GAME.apply(state, actions[rng.getrandbits(16) % len(actions)]).state
