"""Who may see what, and what a view remembers (LC-015, LC-018, LCA-06)."""

from __future__ import annotations

from collections import Counter

import pytest

from tavola.rules.chance import Rng
from tavola.rules.lost_cities import LOST_CITIES as GAME
from tavola.rules.lost_cities.actions import Deal
from tavola.rules.lost_cities.events import Dealt, Discarded, Drew, Played, Took
from tavola.rules.lost_cities.state import LostCitiesOptions, State
from tests.rules.lost_cities.table import DEFAULT, cards, codes, deal, do, in_order, last_draw, stack, step, table

MINE = "y2 y3 y4 b2 b3 r5 rx rx"
THEIRS = "w2 w3 w4 g2 g3 g10 r6 rx"
EVERYBODY = (0, 1, None)


def known(state: State, seat: int | None, whose: int) -> str:
    """What a seat knows of a hand because it lay on a pile."""
    return codes(GAME.view(state, seat).known[whose])


def worlds(state: State, seat: int | None, count: int = 200) -> list[State]:
    """Worlds that the seat cannot tell from this one."""
    rng = Rng("worlds")
    view = GAME.view(state, seat)
    return [GAME.determinize(view, rng) for _ in range(count)]


@pytest.mark.rule("LC-003")
def test_each_seat_sees_its_own_hand_alone() -> None:
    state = deal(MINE, THEIRS)
    assert codes(GAME.view(state, 0).hand) == codes(in_order(cards(MINE)))
    assert codes(GAME.view(state, 1).hand) == codes(in_order(cards(THEIRS)))
    assert GAME.view(state, None).hand == ()
    for seat in EVERYBODY:
        assert GAME.view(state, seat).hand_sizes == (8, 8)
        assert GAME.view(do(state, "play y2"), seat).hand_sizes == (7, 8)


@pytest.mark.rule("LC-018")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_columns_are_fully_visible(seat: int | None) -> None:
    state = table(columns=("yx y2 y9", "b3 b4 b10"))
    view = GAME.view(state, seat)
    assert codes(view.expeditions[0][0]) == "yx y2 y9"
    assert codes(view.expeditions[1][1]) == "b3 b4 b10"
    drawn = GAME.draw(view)
    assert "yx y2 y9" in drawn
    assert "b3 b4 b10" in drawn


@pytest.mark.rule("LC-015", "LCA-06")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_the_table_draws_the_top_of_a_pile_and_its_height(seat: int | None) -> None:
    state = table(piles="r5 r2 r9", columns=("", ""), mine="y2", theirs="y3")
    drawn = GAME.draw(GAME.view(state, seat))
    (line,) = (line for line in drawn.splitlines() if line.strip().startswith("red:") and "r9" in line)
    assert "r5" not in line
    assert "r2" not in line
    assert "3 cards" in line


@pytest.mark.rule("LCA-06")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_the_view_keeps_the_whole_pile_and_browsing_draws_it(seat: int | None) -> None:
    for browse, shown in (("off", False), ("on", True)):
        options = LostCitiesOptions.of({"browseDiscards": browse})
        view = GAME.view(table(piles="r5 r2 r9", options=options), seat)
        assert codes(view.discards[4]) == "r5 r2 r9"
        assert ("r5 r2 r9" in GAME.draw(view)) is shown


@pytest.mark.rule("LCA-06")
def test_browsing_changes_nothing_but_the_drawing() -> None:
    browsing = LostCitiesOptions(browse_discards="on")
    plain, open_ = (do(table(mine="y2", piles="r5 r9", options=options), "play y2") for options in (DEFAULT, browsing))
    assert plain == open_._replace(options=DEFAULT)
    assert GAME.legal_actions(plain) == GAME.legal_actions(open_)


@pytest.mark.rule("LC-016")
def test_a_card_drawn_from_the_deck_is_seen_by_its_drawer_alone() -> None:
    (drew,) = step(do(deal(MINE, THEIRS, "b10"), "play y2"), "draw").events
    assert drew == Drew(0, cards("b10")[0])
    assert drew.seen_by(0) == drew
    assert drew.seen_by(1) == drew.seen_by(None) == Drew(0, None)


@pytest.mark.rule("LC-016")
def test_a_card_taken_from_a_pile_is_seen_by_all() -> None:
    (took,) = step(do(table(mine="y2", piles="r5"), "play y2"), "take r").events
    assert took == Took(0, cards("r5")[0])
    assert all(took.seen_by(seat) == took for seat in EVERYBODY)


@pytest.mark.rule("LC-003")
def test_a_deal_shows_each_seat_its_own_hand() -> None:
    (dealt,) = GAME.apply(GAME.initial(2, DEFAULT, 1), Deal(stack(f"{MINE} {THEIRS}"))).events
    mine, theirs = in_order(cards(MINE)), in_order(cards(THEIRS))
    assert dealt == Dealt(0, 1, (mine, theirs))
    assert dealt.seen_by(0) == Dealt(0, 1, (mine, None))
    assert dealt.seen_by(1) == Dealt(0, 1, (None, theirs))
    assert dealt.seen_by(None) == Dealt(0, 1, (None, None))


@pytest.mark.rule("LC-011", "LC-014")
def test_laid_cards_are_seen_by_all() -> None:
    state = deal(MINE, THEIRS)
    for text, event in (("play y2", Played(0, cards("y2")[0])), ("discard y2", Discarded(0, cards("y2")[0]))):
        (happened,) = step(state, text).events
        assert happened == event
        assert all(happened.seen_by(seat) == event for seat in EVERYBODY)


@pytest.mark.rule("LC-024")
def test_the_points_of_a_round_are_seen_by_all() -> None:
    _, scored = last_draw(table(deck="y2")).events
    assert all(scored.seen_by(seat) == scored for seat in EVERYBODY)


@pytest.mark.rule("LC-016")
def test_a_taken_card_stays_known_until_it_is_laid() -> None:
    state = do(table(mine="y2 y3", theirs="w2 w3 w4", piles="r5"), "play y2", "take r")
    for seat in EVERYBODY:
        assert known(state, seat, 0) == "r5"
        assert known(state, seat, 1) == ""
    assert all("r5" in codes(world.hands[0]).split() for world in worlds(state, 1) + worlds(state, None))
    later = do(state, "play w2", "draw", "play y3", "draw", "play w3", "draw")
    assert known(later, 1, 0) == "r5"
    assert known(do(later, "play r5"), 1, 0) == ""
    assert known(do(later, "discard r5"), 1, 0) == ""


@pytest.mark.rule("LC-016")
def test_a_card_drawn_from_the_deck_is_not_remembered() -> None:
    state = do(table(mine="y2", theirs="w2"), "play y2", "draw")
    assert all(known(state, seat, 0) == "" for seat in EVERYBODY)


@pytest.mark.rule("LC-016")
def test_one_of_two_wagers_played_may_be_the_one_that_was_seen() -> None:
    """Wagers of a colour are alike: once one is laid, nobody knows of another in the hand."""
    state = do(table(mine="y2 rx", theirs="w2 w3", piles="rx"), "play y2", "take r")
    assert known(state, 1, 0) == "rx"
    assert all(world.hands[0].count(cards("rx")[0]) >= 1 for world in worlds(state, 1))
    played = do(state, "play w2", "draw", "play rx")
    assert codes(played.hands[0]).split().count("rx") == 1
    for seat in EVERYBODY:
        assert known(played, seat, 0) == ""
    held = Counter(world.hands[0].count(cards("rx")[0]) for world in worlds(played, 1))
    assert held[0] > 0
    assert held[1] > 0
    assert held[2] == 0


@pytest.mark.rule("LC-016")
def test_two_wagers_taken_are_both_remembered() -> None:
    state = do(table(mine="y2 y3", theirs="w2 w3", piles="rx rx"), "play y2", "take r", "play w2", "draw")
    state = do(state, "play y3", "take r")
    assert known(state, 1, 0) == "rx rx"
    once = do(state, "play w3", "draw", "discard rx")
    assert known(once, 1, 0) == "rx"


@pytest.mark.rule("LC-016")
def test_another_card_laid_leaves_the_memory_alone() -> None:
    state = do(table(mine="y2 y3 rx", theirs="w2 w3", piles="r9 rx"), "play y2", "take r", "play w2", "draw")
    assert known(do(state, "play y3"), 1, 0) == "rx"


@pytest.mark.rule("LC-025")
def test_a_new_deal_clears_the_memory() -> None:
    state = do(table(mine="y2 y3", theirs="w2 w3", piles="r5", deck="b2"), "play y2", "take r", "play w2", "draw")
    assert known(state, 1, 0) == "r5"
    dealt = GAME.apply(state, Deal(stack(""))).state
    assert all(known(dealt, seat, whose) == "" for seat in EVERYBODY for whose in (0, 1))


@pytest.mark.rule("LC-015", "LC-016")
def test_every_world_consistent_with_a_view_is_equally_likely() -> None:
    """Seat 0 knows six of seat 1's cards; two of it and two of the deck are four unseen cards: twelve worlds."""
    theirs = "w2 w3 w4 w5 w6 w7 r9 g4"
    state = table(theirs=theirs, deck="b2 y9", mine="y2")
    state = state._replace(known=((), cards("w2 w3 w4 w5 w6 w7")))
    GAME.check(state)
    count = Counter((codes(world.hands[1]), codes(world.deck)) for world in worlds(state, 0, 6000))
    assert len(count) == 12
    assert all(400 < times < 600 for times in count.values()), count


@pytest.mark.rule("LC-016")
def test_a_view_says_which_pile_is_barred() -> None:
    state = do(table(mine="r5", piles="r2"), "discard r5")
    for seat in EVERYBODY:
        assert GAME.view(state, seat).barred == 4
        assert GAME.view(do(state, "draw"), seat).barred is None


@pytest.mark.rule("LC-022")
def test_a_view_counts_the_points_of_columns_as_they_stand() -> None:
    view = GAME.view(table(columns=("yx y2 b8 b9 b10", "r10")), None)
    assert view.running == ((-36, 7, 0, 0, 0), (0, 0, 0, 0, -10))
