"""Small tables of Splendor Duel to test on, written as players write: cards `2w3`, cells `33`, tokens `wb*`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

import pytest

from tavola.rules import NotLegal, NotUnderstood, Step
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.events import Event
from tavola.rules.duel.material import CARDS, ROYALS, Card, Royal
from tavola.rules.duel.state import DuelOptions, Phase, Player, State
from tavola.rules.jewels import Reserved

DEFAULT = DuelOptions()
IMMEDIATE = DuelOptions(pyramid_refill="immediate")
EVERYBODY = (0, 1, None)
LETTERS = "wbgrkp*"
ALL_TOKENS = "wwwwbbbbggggrrrrkkkkpp***"
SPIRAL = "33 43 42 32 22 23 24 34 44 54 53 52 51 41 31 21 11 12 13 14 15 25 35 45 55".split()
SIZES = {1: 5, 2: 4, 3: 3}

# Nobody without a bonus can buy any of these, short of four red and a pearl, or four blue, a pearl and two gold.
DEAR = "1x1 1x2 1x3 1x4 1o1 2x1 2x2 2x3 2o1 3x1 3x2 3o1"


# --- Reading and writing -------------------------------------------------------------------------------------


def card(code: str) -> Card:
    """`2w3` as a card."""
    return Card.of(code)


def cards(text: str) -> tuple[Card, ...]:
    """`2w3 1x1` as cards."""
    return tuple(Card.of(code) for code in text.split())


def codes(given: Iterable[Card | Royal | None]) -> str:
    """Cards or Royals as `2w3 1x1`, a dash for an empty place."""
    return " ".join("-" if piece is None else piece.code for piece in given)


def counts(tokens: str) -> tuple[int, ...]:
    """`ww*` as counts."""
    assert not set(tokens) - set(LETTERS)
    return tuple(tokens.count(letter) for letter in LETTERS)


def letters(tokens: Sequence[int]) -> str:
    """Counts as `ww*`."""
    return "".join(letter * count for letter, count in zip(LETTERS, tokens, strict=True))


def cell(text: str) -> int:
    """`33` as a cell: rows and columns count from 1, cells along the rows from 0."""
    return 5 * (int(text[0]) - 1) + int(text[1]) - 1


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of events."""
    return [type(event).__name__ for event in events]


# --- Building ------------------------------------------------------------------------------------------------


def _player(tokens: str, bought: str, hand: str, royals: str, privileges: int) -> Player:
    columns: list[list[Card]] = [[] for _ in range(6)]
    for word in bought.split():
        code, _, colour = word.partition("@")
        columns[LETTERS.index(colour) if colour else card(code).colour].append(card(code))
    held = [Reserved(card(word.rstrip("?")), word.endswith("?")) for word in hand.split()]
    visits = tuple(Royal.of(code) for code in royals.split())
    everything = [c for column in columns for c in column]
    return Player(
        tokens=counts(tokens),
        columns=tuple(map(tuple, columns)),
        reserved=tuple(sorted(held, key=lambda held: (held.secret, held.card.index))),
        royals=visits,
        privileges=privileges,
        bonuses=tuple(sum(c.bonuses for c in column) for column in columns[:5]),
        colour_points=tuple(sum(c.points for c in column) for column in columns[:5]),
        points=sum(c.points for c in everything) + sum(royal.points for royal in visits),
        crowns=sum(c.crowns for c in everything),
    )


def _board(text: str | None, left: Counter[str]) -> tuple[int, ...]:
    """Rows of five (`wb.*p ...`), or cells with their tokens (`33w 34p`), or None: all there is, along the spiral."""
    cells = ["."] * 25
    if text is None:
        for at, letter in zip(SPIRAL, "".join(sorted(left.elements(), key=LETTERS.index)), strict=False):
            cells[cell(at)] = letter
    elif text[:1].isdigit():
        for word in text.split():
            cells[cell(word)] = word[2]
    else:
        rows = text.split()
        assert [len(row) for row in rows] in ([5] * 5, [])
        cells = list("".join(rows)) or cells
    left.subtract(letter for letter in cells if letter != ".")
    return tuple(LETTERS.find(letter) for letter in cells)


def table(
    *,
    board: str | None = None,
    bag: str = "",
    mine: str = "",
    theirs: str = "",
    privileges: tuple[int, int] = (0, 0),
    bought: tuple[str, str] = ("", ""),
    reserved: tuple[str, str] = ("", ""),
    royals: tuple[str, str] = ("", ""),
    pyramid: str = "",
    deck: str = "",
    options: DuelOptions = DEFAULT,
    turn: int = 0,
    reachable: bool = True,
) -> State:
    """The beginning of a turn; in each pair what belongs to the seat on turn comes first.

    With a board, the tokens that are nowhere else lie in the bag; without, on the board, along the spiral. A wild
    card bought is written `1x1@b`; a card that only its owner saw `1x1?`. The cards that are nowhere else fill the
    pyramid and then the decks in printed order, after those that are named.
    """
    left = Counter(ALL_TOKENS)
    left.subtract(mine + theirs + bag)
    cells = _board(board, left)
    if board is not None:
        assert not bag
        bag = "".join(left.elements())
    seats = [_player(*given) for given in zip((mine, theirs), bought, reserved, royals, privileges, strict=True)]
    gone = {c for player in seats for column in player.columns for c in column}
    gone |= {held.card for player in seats for held in player.reserved}
    rows, decks = [], []
    for level, size in SIZES.items():
        up = [c for c in cards(pyramid) if c.level == level]
        top = [c for c in cards(deck) if c.level == level]
        rest = (c for c in CARDS if c.level == level and c not in {*gone, *up, *top})
        up += islice(rest, size - len(up))
        rows.append((*up, *[None] * (size - len(up))))
        decks.append((*top, *rest))
    taken = {royal for player in seats for royal in player.royals}
    state = State(
        options=options,
        phase=Phase.TURN,
        turn=turn,
        turns=20 + turn,
        players=(seats[turn], seats[1 - turn]),
        board=cells,
        bag=counts(bag),
        privileges=3 - sum(privileges),
        rows=tuple(rows),
        decks=tuple(decks),
        royals=tuple(royal for royal in ROYALS if royal not in taken),
        card=None,
        replenished=False,
        extra=False,
        start=0,
    )
    if reachable:
        GAME.check(state)
        _could_be(state)
    return state


def _could_be(state: State) -> None:
    """What holds at the beginning of every turn of a real game, beyond that nothing is lost."""
    for row, deck in zip(state.rows, state.decks, strict=True):
        assert None not in row or not deck, "an empty place would have been refilled"
    for player in state.players:
        assert sum(player.tokens) <= 10
        assert len(player.royals) == (player.crowns >= 3) + (player.crowns >= 6)
        assert player.points < 20
        assert player.crowns < 10
        assert max(player.colour_points) < 10


# --- Playing -------------------------------------------------------------------------------------------------


def _sound(state: State) -> bool:
    try:
        GAME.check(state)
    except NotUnderstood:
        return False
    return True


def step(state: State, text: str) -> Step[State, Event]:
    """What the action leads to; from a sound state another one."""
    done = GAME.apply(state, GAME.from_text(text))
    assert _sound(done.state) or not _sound(state), f"{text} breaks the state"
    return done


def do(state: State, *texts: str) -> State:
    """The state after these actions."""
    for text in texts:
        state = step(state, text).state
    return state


def happened(state: State, *texts: str) -> list[Event]:
    """The events of these actions."""
    events: list[Event] = []
    for text in texts:
        state, new, _ = step(state, text)
        events += new
    return events


def legal(state: State, verb: str = "") -> list[str]:
    """The legal actions as texts, or those of one kind."""
    texts = [GAME.to_text(action) for action in GAME.legal_actions(state)]
    return [text for text in texts if text.startswith(verb)]


def refused(state: State, text: str, rule: str, *words: str) -> None:
    """The action is refused by this rule, in a sentence with these words, and is not listed."""
    assert text not in legal(state)
    with pytest.raises(NotLegal) as caught:
        GAME.apply(state, GAME.from_text(text))
    sentence = str(caught.value)
    assert caught.value.rule == rule, sentence
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert all(word in sentence for word in words), sentence


def at(state: State, text: str) -> str:
    """The token of a cell, a dot for none."""
    token = state.board[cell(text)]
    return LETTERS[token] if token >= 0 else "."


def on_board(state: State) -> str:
    """All tokens on the board."""
    return "".join(sorted((LETTERS[token] for token in state.board if token >= 0), key=LETTERS.index))


def tokens(state: State, seat: int) -> str:
    """A seat's tokens."""
    return letters(state.players[seat].tokens)


def bag(state: State) -> str:
    """The tokens in the bag."""
    return letters(state.bag)


def privileges(state: State) -> tuple[int, int, int]:
    """Those of seat 0, of seat 1, and above the board."""
    return state.players[0].privileges, state.players[1].privileges, state.privileges


def hand(state: State, seat: int) -> str:
    """A seat's reserved cards."""
    return codes(held.card for held in state.players[seat].reserved)


def row(state: State, level: int) -> str:
    """The face-up cards of a level."""
    return codes(state.rows[level - 1])


def column(state: State, seat: int, letter: str) -> str:
    """A seat's bought cards of a colour; `o` for those without one."""
    return codes(state.players[seat].columns["wbgrko".index(letter)])
