"""Points of columns and rounds, and the end of a round (LC-020 to LC-024)."""

from __future__ import annotations

import pytest

from tavola.rules import CHANCE, NotLegal
from tavola.rules.lost_cities import LOST_CITIES as GAME
from tavola.rules.lost_cities.actions import Deal
from tavola.rules.lost_cities.events import Drew, Ended, RoundScored
from tavola.rules.lost_cities.rules import score
from tavola.rules.lost_cities.state import Phase
from tests.rules.lost_cities.table import SINGLE, cards, codes, do, last_draw, legal, refused, stack, step, table

EXAMPLE = "y5 y8 y10 wx gx g3 g5 g7 rx rx r2 r3 r5 r7 r8 r10"


@pytest.mark.rule("LC-022", "LC-023", "LCA-04", "LCA-05")
@pytest.mark.parametrize(
    ("column", "points"),
    [
        ("", 0),
        ("y2", -18),
        ("y10", -10),
        ("y2 y3 y4 y5 y6", 0),
        ("y8 y9 y10", 7),
        ("yx", -40),
        ("yx yx", -60),
        ("yx yx yx", -80),
        ("yx y10", -20),
        ("yx yx yx y2", -72),
        ("yx y5 y8 y10", 6),
        ("y2 y3 y4 y5 y6 y7 y8", 15),  # seven cards: no bonus
        ("y2 y3 y4 y5 y6 y7 y8 y9", 44),  # (44 - 20) + 20
        ("y2 y3 y4 y5 y6 y7 y8 y9 y10", 54),
        ("yx y2 y3 y4 y5 y6 y7", 14),  # seven cards with the wager
        ("yx y2 y3 y4 y5 y6 y7 y8", 50),  # (35 - 20) * 2 + 20
        ("yx yx yx y2 y3 y4 y5 y6", 20),  # 0 * 4 + 20
        ("yx yx yx y2 y3 y4 y5", -24),  # seven cards
        ("yx yx yx y2 y3 y4 y5 y7", 24),
    ],
)
def test_column(column: str, points: int) -> None:
    assert score(cards(column)) == points


@pytest.mark.rule("LC-V2", "LC-023")
def test_the_highest_column() -> None:
    assert score(cards("yx yx yx y2 y3 y4 y5 y6 y7 y8 y9")) == 116
    assert score(cards("yx yx yx y2 y3 y4 y5 y6 y7 y8 y9 y10")) == 156


@pytest.mark.rule("LC-V3")
def test_three_more_columns() -> None:
    assert score(cards("bx bx bx")) == -80
    assert score(cards("b10")) == -10
    assert score(cards("bx bx b2 b3 b4 b5 b6 b7")) == 41


@pytest.mark.rule("LC-V1", "LC-022", "LC-023", "LC-024", "LCA-04", "LCA-05")
def test_the_rulebooks_example() -> None:
    state = table(columns=(EXAMPLE, ""), deck="b2", options=SINGLE)
    ended = last_draw(state)
    scored = [event for event in ended.events if isinstance(event, RoundScored)]
    assert scored == [RoundScored(0, ((3, 0, -40, -10, 45 + 20), (0, 0, 0, 0, 0)), False)]
    assert ended.state.scores == ((18, 0),)


@pytest.mark.rule("LCA-05")
def test_eight_cards_can_be_a_loss_before_the_bonus() -> None:
    # No such column exists in the pack: five numbers and three wagers sum to at least 20.
    assert score(cards("yx yx yx y2 y3 y4 y5 y6")) - 20 == 0
    assert score(cards("yx yx yx y2 y3 y4 y5 y5")) == -4 + 20


@pytest.mark.rule("LC-024")
def test_hands_and_piles_do_not_score() -> None:
    poor = table(mine="y2 b2", columns=("r10", "g10"), deck="b3", options=SINGLE)
    rich = table(mine="y2 y10 yx b10 w10 w9 w8 w7", columns=("r10", "g10"), deck="b3", options=SINGLE)
    assert last_draw(poor).state.scores == last_draw(rich).state.scores == ((-10, -10),)


@pytest.mark.rule("LC-024")
def test_a_seat_scores_its_own_columns() -> None:
    state = table(columns=("y9 y10 b10", "r2 w8 w9 w10"), deck="b3", options=SINGLE, turn=1)
    assert last_draw(state).state.scores == ((-1 - 10, -18 + 7),)


@pytest.mark.rule("LC-020", "LCA-03", "LC-V6")
def test_the_last_card_of_the_deck_ends_the_round_at_once() -> None:
    state = table(mine="y2", theirs="w2", columns=("b10", ""), deck="y10", options=SINGLE)
    ended = step(do(state, "play y2"), "draw")
    assert [type(event) for event in ended.events] == [Drew, RoundScored, Ended]
    assert ended.state.phase is Phase.OVER
    assert GAME.to_play(ended.state) is None
    assert legal(ended.state) == []
    assert "y10" in codes(ended.state.hands[0])  # kept, unused
    assert ended.state.scores == ((-18 - 10, 0),)
    for text in ("play y10", "discard y10", "play w2", "draw", "take b"):
        refused(ended.state, text, "LC-026", "over")
    with pytest.raises(NotLegal, match="over"):
        GAME.apply(ended.state, Deal(stack("")))


@pytest.mark.rule("LC-020", "LCA-03")
def test_a_match_goes_on_with_the_next_deal() -> None:
    ended = last_draw(table(deck="y10")).state
    assert GAME.to_play(ended) is CHANCE
    assert GAME.outcome(ended) is None
    assert [len(hand) for hand in ended.hands] == [8, 8]


@pytest.mark.rule("LC-020")
def test_the_round_goes_on_while_the_deck_has_a_card() -> None:
    state = table(mine="y2 y3", theirs="w2 w3", piles="r5", deck="y10", options=SINGLE)
    state = do(state, "play y2", "take r")
    assert GAME.to_play(state) == 1
    two = do(table(mine="y2", deck="y9 y10", options=SINGLE), "play y2", "draw")
    assert GAME.to_play(two) == 1
    assert GAME.outcome(two) is None


@pytest.mark.rule("LC-021", "LCA-07")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_everybody_may_count_the_deck(seat: int | None) -> None:
    for deck, size in (("y10", 1), ("y8 y9 y10", 3)):
        view = GAME.view(table(deck=deck), seat)
        assert view.deck_size == size
        assert f"Cards in the deck: {size}." in GAME.draw(view)
