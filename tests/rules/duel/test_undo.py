"""What shows the one who acts something hidden, and so cannot be undone: draws from the decks and the bag."""

from __future__ import annotations

import pytest

from tavola.rules import CHANCE
from tavola.rules.chance import Rng, pick
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.material import CARDS
from tavola.rules.duel.state import DuelOptions
from tavola.rules.plain import dump, dump_event
from tests.contract.play import words
from tests.rules.duel.table import DEFAULT, IMMEDIATE, bag, do, step, table

ONES = [c.code for c in CARDS if c.level == 1]
BOARD = "11w 12b 33* 55w"


@pytest.mark.rule("SD-010", "SD-012")
def test_the_deal() -> None:
    state = GAME.initial(2, DEFAULT, 0)
    assert GAME.apply(state, GAME.fixed(state)).reveals


@pytest.mark.rule("SD-041")
def test_the_draw_from_the_bag_but_not_the_wish_for_it() -> None:
    state = table(board=BOARD)
    assert not step(state, "replenish").reveals
    assert step(do(state, "replenish"), f"bag {bag(state)}").reveals


@pytest.mark.rule("SD-030", "SD-060", "SD-071", "SD-120")
def test_what_lies_open_shows_nothing_new() -> None:
    state = table(board=BOARD, privileges=(1, 0))
    assert not step(state, "privilege 11").reveals
    assert not step(state, "take 11 12").reveals
    assert not step(state, "gold 33").reveals
    full = do(table(board=BOARD, mine="ggggrrrrkk"), "take 11")
    assert not step(full, "return w").reveals


@pytest.mark.rule("SD-072", "SD-076")
@pytest.mark.parametrize("options", [DEFAULT, IMMEDIATE], ids=["endOfTurn", "immediate"])
def test_reserving(options: DuelOptions) -> None:
    """From a deck, and from the pyramid because its place is refilled."""
    state = do(table(board=BOARD, options=options), "gold 33")
    assert step(state, "reserve deck3").reveals
    assert step(state, "reserve 1w1").reveals


@pytest.mark.rule("SD-072", "SDA-01", "SD-120")
def test_reserving_with_more_than_ten_tokens() -> None:
    """The refill waits for the return of a token, unless it is immediate; a card from a deck is seen at once."""
    for options, reveals in ((DEFAULT, False), (IMMEDIATE, True)):
        state = do(table(board="33*", mine="wwwwbbbbgg", options=options), "gold 33")
        assert step(state, "reserve deck1").reveals
        reserved = step(state, "reserve 1w1")
        assert reserved.reveals is reveals
        assert step(reserved.state, "return w").reveals is not reveals


@pytest.mark.rule("SD-087", "SDA-01")
def test_buying_from_the_pyramid_when_it_is_refilled() -> None:
    assert step(table(mine="bbb", pyramid="1w4"), "buy 1w4").reveals
    paying = step(table(mine="bbb*", pyramid="1w4"), "buy 1w4")
    assert not paying.reveals
    assert step(paying.state, "pay bbb").reveals


@pytest.mark.rule("SDA-01")
@pytest.mark.parametrize(("options", "early"), [(DEFAULT, False), (IMMEDIATE, True)], ids=["endOfTurn", "immediate"])
def test_choices_after_a_purchase(options: DuelOptions, early: bool) -> None:
    """The refill is the point of no return, wherever it is."""
    states = [
        (table(mine="kkkkp", bought=("1w1 1b1", ""), pyramid="1x4", options=options), "buy 1x4", "place w"),
        (table(board="11w 55w", mine="rrkk", pyramid="1w3", options=options), "buy 1w3", "token 11"),
        (table(mine="bbbbrrr", theirs="wp", pyramid="2w2", options=options), "buy 2w2", "steal w"),
        (table(mine="bbb", bought=("1g4 1r4", ""), pyramid="1w4", options=options), "buy 1w4", "royal r4"),
    ]
    for state, buy, choice in states:
        bought = step(state, buy)
        assert bought.reveals is early
        assert step(bought.state, choice).reveals is not early


@pytest.mark.rule("SD-087")
def test_without_a_refill_nothing_is_shown() -> None:
    """The deck of level 1 is empty, or the card was reserved from the pyramid."""
    state = table(mine="kp", bought=(" ".join(ONES[:13]), " ".join(ONES[13:25])), royals=("", "r1"), board="33*")
    assert not step(do(state, "buy 1x2"), "place w").reveals
    assert not step(do(state, "gold 33"), "reserve 1x2").reveals
    assert not step(table(mine="bbb", reserved=("1w4", "")), "buy 1w4").reveals


@pytest.mark.rule("SD-073")
@pytest.mark.parametrize("mine", ["bbb", "bbb*"], ids=["one way to pay", "with a choice"])
def test_a_secret_card_that_is_bought_is_nothing_new_to_its_owner(mine: str) -> None:
    assert not step(table(mine=mine, reserved=("1w4?", "")), "buy 1w4").reveals


@pytest.mark.rule("SD-126")
def test_the_end_of_the_game_is_final() -> None:
    """Also where no place of the pyramid is refilled."""
    state = table(mine="bbbbgg", bought=("2w2 3w2 3w1 1w5 1b1", ""), reserved=("2w1", ""))
    done = step(state, "buy 2w1")
    assert GAME.to_play(done.state) is None
    assert done.reveals


@pytest.mark.rule("SD-072", "SD-041", "SDA-01")
@pytest.mark.parametrize("options", [DEFAULT, IMMEDIATE], ids=["endOfTurn", "immediate"])
def test_an_action_is_final_just_when_it_shows_a_new_card_to_the_one_who_acts(options: DuelOptions) -> None:
    codes = {card.code for card in CARDS}
    for seed in range(3):
        rng = Rng(seed)
        state = GAME.initial(2, options, 0)
        seen: dict[int, set[str]] = {0: set(), 1: set()}
        while (actor := GAME.to_play(state)) is not None:
            action = GAME.sample(state, rng) if actor is CHANCE else pick(rng, GAME.legal_actions(state))
            state, events, reveals = GAME.apply(state, action)
            final = actor is CHANCE or GAME.to_play(state) is None
            for seat, known in seen.items():
                shown = words(dump(GAME.view(state, seat)))
                shown |= {word for event in events for word in words(dump_event(event.seen_by(seat)))}
                final = final or (seat == actor and not shown & codes <= known)
                known |= shown & codes
            assert reveals is final, GAME.to_text(action)
