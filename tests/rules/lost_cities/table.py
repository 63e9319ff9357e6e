"""Small tables of Lost Cities to test on. Cards are written as players write them: `y10 rx`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from tavola.rules import NotLegal, Step
from tavola.rules.lost_cities import LOST_CITIES as GAME
from tavola.rules.lost_cities.actions import Deal
from tavola.rules.lost_cities.events import Event
from tavola.rules.lost_cities.material import Card, pack
from tavola.rules.lost_cities.state import Cards, LostCitiesOptions, Phase, State

DEFAULT = LostCitiesOptions()
SINGLE = LostCitiesOptions(rounds=1)
LONG = LostCitiesOptions(colours=6)


def cards(text: str) -> Cards:
    """`y10 rx` as cards."""
    return tuple(Card.of(code) for code in text.split())


def codes(given: Sequence[Card]) -> str:
    """Cards as `y10 rx`."""
    return " ".join(card.code for card in given)


def in_order(given: Sequence[Card]) -> Cards:
    """Cards in printed order, as hands are kept."""
    return tuple(sorted(given, key=lambda card: card.index))


def stack(first: str, options: LostCitiesOptions = DEFAULT) -> Cards:
    """The whole pack with these cards in front, the others after them in printed order."""
    front = cards(first)
    rest = Counter(pack(options.colours)) - Counter(front)
    return front + tuple(rest.elements())


def deal(mine: str, theirs: str, deck: str = "", *, options: LostCitiesOptions = DEFAULT, start: int = 0) -> State:
    """A first round dealt so: eight cards to seat 0, eight to seat 1, the deck beginning with these."""
    assert len(cards(mine)) == len(cards(theirs)) == 8
    order = stack(f"{mine} {theirs} {deck}", options)
    return GAME.apply(GAME.initial(2, options, start), Deal(order)).state


def _by_colour(given: Sequence[Card], options: LostCitiesOptions) -> tuple[Cards, ...]:
    return tuple(tuple(card for card in given if card.colour == colour) for colour in range(options.colours))


def table(
    mine: str = "",
    theirs: str = "",
    columns: tuple[str, str] = ("", ""),
    piles: str = "",
    deck: str | None = None,
    *,
    options: LostCitiesOptions = DEFAULT,
    start: int = 0,
    scores: tuple[tuple[int, int], ...] = (),
    turn: int = 0,
) -> State:
    """The middle of a round, somebody to lay a card.

    Hands are filled up to eight from what is left, in printed order from the back. What is then left is the
    deck, or lies at the bottom of the piles when the deck is given.
    """
    hands = [cards(mine), cards(theirs)]
    sides = [cards(column) for column in columns]
    left = Counter(pack(options.colours))
    for given in (*hands, *sides, cards(piles), cards(deck or "")):
        left.subtract(given)
    assert min(left.values()) >= 0, "a card is in two places"
    rest = list(left.elements())
    for seat in (0, 1):
        while len(hands[seat]) < 8:
            hands[seat] += (rest.pop(),)
    under: Sequence[Card] = () if deck is None else rest
    state = State(
        options=options,
        phase=Phase.LAY,
        turn=turn,
        turns=1,
        hands=(in_order(hands[0]), in_order(hands[1])),
        known=((), ()),
        expeditions=(_by_colour(sides[0], options), _by_colour(sides[1], options)),
        discards=_by_colour((*under, *cards(piles)), options),
        deck=tuple(rest) if deck is None else cards(deck),
        barred=None,
        quiet=0,
        start=start,
        scores=scores,
        stalled=False,
    )
    GAME.check(state)
    return state


def step(state: State, text: str) -> Step[State, Event]:
    """What the action leads to."""
    return GAME.apply(state, GAME.from_text(text))


def do(state: State, *texts: str) -> State:
    """The state after these actions."""
    for text in texts:
        state = step(state, text).state
    return state


def legal(state: State) -> list[str]:
    """The legal actions as texts."""
    return [GAME.to_text(action) for action in GAME.legal_actions(state)]


def refused(state: State, text: str, rule: str, *words: str) -> None:
    """The action is refused by this rule, in a sentence with these words, and is not listed."""
    assert text not in legal(state)
    with pytest.raises(NotLegal) as caught:
        step(state, text)
    sentence = str(caught.value)
    assert caught.value.rule == rule
    assert sentence.endswith(".")
    assert all(word in sentence for word in words), sentence


def column(state: State, seat: int, letter: str) -> str:
    """A seat's column of the colour with this letter."""
    return codes(state.expeditions[seat]["ybwgrp".index(letter)])


def pile(state: State, letter: str) -> str:
    """The discard pile of the colour with this letter, top card last."""
    return codes(state.discards["ybwgrp".index(letter)])


def last_draw(state: State) -> Step[State, Event]:
    """Discard the first card that the seat to play holds, and draw the one card of the deck."""
    assert len(state.deck) == 1
    return step(do(state, f"discard {state.hands[state.turn][0].code}"), "draw")
