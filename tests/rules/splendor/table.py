"""Small tables of Splendor to test on. Cards and tokens are written as players write them: `2w3`, `wwb*`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import pytest

from tavola.rules import NotLegal, Step
from tavola.rules.jewels import Reserved
from tavola.rules.plain import Piece
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.actions import Deal
from tavola.rules.splendor.events import Event
from tavola.rules.splendor.material import CARDS, NOBLES, Card, Noble
from tavola.rules.splendor.state import Phase, Player, SplendorOptions, State

DEFAULT = SplendorOptions()
UP_TO_3 = SplendorOptions(take_fewer="upTo3")
ALL_HIDDEN = SplendorOptions(reserved_visibility="allHidden")
ALL_OPEN = SplendorOptions(reserved_visibility="allOpen")

COLOURS = "wbgrk"
KINDS = "wbgrk*"
GEMS_EACH = {2: 4, 3: 5, 4: 7}
GOLD_TOKENS = 5

# Too dear for whoever has at most four gems of a colour, of three colours or fewer.
DEAR = "1w4 1b3 1g3 1r4 2r6 2k6 2g6 2w3 3w1 3b1 3r1 3k1"


class Side(NamedTuple):
    """What one player has. In the hand, `2w3` was reserved face up and `2w3?` came from the deck."""

    tokens: str = ""
    cards: str = ""
    hand: str = ""
    nobles: str = ""


def card(code: str) -> Card:
    """The card with this code."""
    return Card.of(code)


def cards(text: str) -> tuple[Card, ...]:
    """`2w3 1k1` as cards."""
    return tuple(Card.of(code) for code in text.split())


def nobles(text: str) -> tuple[Noble, ...]:
    """`n1 n2` as nobles."""
    return tuple(Noble.of(code) for code in text.split())


def codes(pieces: Iterable[Piece | None]) -> str:
    """Pieces as `2w3 1k1`, an empty place as a dash."""
    return " ".join(piece.code if piece is not None else "-" for piece in pieces)


def counts(text: str) -> tuple[int, ...]:
    """`wwb*` as a count of each kind of token."""
    assert set(text) <= set(KINDS)
    return tuple(text.count(kind) for kind in KINDS)


def letters(tokens: Iterable[int]) -> str:
    """Counts of each kind as `wwb*`."""
    return "".join(kind * count for kind, count in zip(KINDS, tokens, strict=False))


def owned(bonuses: str) -> str:
    """Cards of level 1 without points that give these bonuses, at most seven of a colour: `wwb` is `1w1 1w2 1b1`.

    Those that cost one gem of each other colour come last: DEAR needs them.
    """
    cheap = {colour: [one for one in CARDS if one.code[:2] == f"1{colour}" and not one.points] for colour in COLOURS}
    order = {colour: sorted(cheap[colour], key=lambda one: sum(map(bool, one.cost)) == 4) for colour in COLOURS}
    return " ".join(one.code for colour in COLOURS for one in order[colour][: bonuses.count(colour)])


def stacked(first: str = "") -> tuple[tuple[Card, ...], ...]:
    """The three decks with these cards in front, the others after them in printed order."""
    front = cards(first)
    order = (*front, *(other for other in CARDS if other not in front))
    return tuple(tuple(one for one in order if one.level == level) for level in (1, 2, 3))


def deal(players: int = 2, first: str = "", *, options: SplendorOptions = DEFAULT, start: int = 0) -> State:
    """A new game with these cards first in their decks, so that the first four of a level are laid out."""
    dealt = Deal(NOBLES[: players + 1], stacked(first))
    return GAME.apply(GAME.initial(players, options, start), dealt).state


def _player(side: Side) -> Player:
    bought, visits = cards(side.cards), nobles(side.nobles)
    hand = [Reserved(Card.of(code.rstrip("?")), code.endswith("?")) for code in side.hand.split()]
    return Player(
        tokens=counts(side.tokens),
        cards=bought,
        reserved=tuple(sorted(hand, key=lambda held: (held.secret, held.card.index))),
        nobles=visits,
        bonuses=tuple(sum(COLOURS[one.bonus] == colour for one in bought) for colour in COLOURS),
        points=sum(one.points for one in bought) + 3 * len(visits),
    )


def table(
    *sides: Side,
    up: str = "",
    next_up: str = "",
    ends: Mapping[int, tuple[str, str]] | None = None,
    hoard: int = -1,
    waiting: str = "",
    options: SplendorOptions = DEFAULT,
    turn: int = 0,
    start: int = 0,
    passes: int = 0,
) -> State:
    """The middle of a game, somebody to take, reserve or buy.

    `up` are the first cards of the rows and `next_up` the first of the decks; both are filled in printed order.
    For a level in `ends` the row (a dash is an empty place) and the deck are exactly those given, and the side
    `hoard` bought the others of that level. `waiting` are nobles on the table, filled up from the last.
    """
    ends = ends or {}
    given = [Side(*side) for side in sides]
    named = {code.rstrip("?") for side in given for code in f"{side.cards} {side.hand}".split()}
    piles: dict[int, tuple[tuple[Card | None, ...], tuple[Card, ...]]] = {}
    for level in (1, 2, 3):
        left = [one for one in CARDS if one.level == level and one.code not in named]
        if level in ends:
            row, deck = (text.split() for text in ends[level])
            others = [one.code for one in left if one.code not in (*row, *deck)]
            given[hoard] = given[hoard]._replace(cards=" ".join([*given[hoard].cards.split(), *others]))
            piles[level] = (tuple(None if code == "-" else card(code) for code in row), cards(" ".join(deck)))
        else:
            front = [one for one in cards(up) if one.level == level]
            then = [one for one in cards(next_up) if one.level == level]
            rest = [one for one in left if one not in (*front, *then)]
            while len(front) < 4:
                front.append(rest.pop(0))
            piles[level] = (tuple(front), (*then, *rest))
    players = tuple(_player(side) for side in given)
    held = [sum(kind) for kind in zip(*(player.tokens for player in players), strict=True)]
    total = (GEMS_EACH[len(players)],) * 5 + (GOLD_TOKENS,)
    here = nobles(waiting)
    gone = [noble for player in players for noble in player.nobles]
    others_left = [noble for noble in reversed(NOBLES) if noble not in here and noble not in gone]
    here += tuple(others_left[: len(players) + 1 - len(gone) - len(here)])
    state = State(
        options=options,
        phase=Phase.TURN,
        turn=turn,
        turns=10 * len(players) + (turn - start) % len(players) + 1,
        players=players,
        bank=tuple(have - out for have, out in zip(total, held, strict=True)),
        rows=tuple(piles[level][0] for level in (1, 2, 3)),
        decks=tuple(piles[level][1] for level in (1, 2, 3)),
        nobles=here,
        buying=None,
        passes=passes,
        start=start,
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
        GAME.check(state)
    return state


def legal(state: State, verb: str = "") -> list[str]:
    """The legal actions as texts, all or those with this verb."""
    texts = [GAME.to_text(action) for action in GAME.legal_actions(state)]
    return [text for text in texts if not verb or text.split()[0] == verb]


def refused(state: State, text: str, rule: str, *words: str) -> None:
    """The action is refused by this rule, in a sentence with these words, and is not listed."""
    action = GAME.from_text(text)
    assert action not in GAME.legal_actions(state)
    with pytest.raises(NotLegal) as caught:
        GAME.apply(state, action)
    sentence = str(caught.value)
    assert caught.value.rule == rule, sentence
    assert sentence.endswith(".")
    assert all(word in sentence for word in words), sentence


def bank(state: State) -> str:
    """The stacks as `wwb*`."""
    return letters(state.bank)


def tokens(state: State, seat: int = 0) -> str:
    """A seat's tokens as `wwb*`."""
    return letters(state.players[seat].tokens)


def row(state: State, level: int) -> str:
    """A row as codes, a dash for an empty place."""
    return codes(state.rows[level - 1])


def hand(state: State, seat: int = 0) -> str:
    """The cards in a seat's hand, a question mark after those from a deck."""
    return " ".join(held.card.code + "?" * held.secret for held in state.players[seat].reserved)


def take_any(state: State) -> State:
    """The seat on turn takes the first gems that it may, and returns what is too much."""
    state = do(state, legal(state, "take")[0])
    while state.phase is Phase.RETURN:
        state = do(state, legal(state)[0])
    return state
