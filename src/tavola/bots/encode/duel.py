"""Splendor Duel as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

import numpy as np

from tavola.bots.encode.encoding import Encoding, Field, Kind, Observation, Relabelling
from tavola.bots.encode.jewels import least_gold, payment_number, payment_tokens, payment_vectors
from tavola.rules.duel import DuelOptions, Phase
from tavola.rules.duel.actions import (
    BUY,
    CHOOSE,
    GOLD_AT,
    PASS,
    PLACE,
    REPLENISH,
    RESERVE,
    RESERVE_DECK,
    RETURN,
    STEAL_IT,
    TOKEN_AT,
    USE,
    Action,
    Buy,
    Choose,
    Pass,
    Pay,
    Place,
    Replenish,
    Reserve,
    ReserveDeck,
    Return,
    Steal,
    Take,
    TakeGold,
    TakeToken,
    UsePrivilege,
)
from tavola.rules.duel.legal import LINES
from tavola.rules.duel.material import (
    CARDS,
    CELLS,
    EXTRA_TURN,
    GOLD,
    NO_COLOUR,
    PRIVILEGE,
    PRIVILEGES,
    ROWS,
    ROYALS,
    STEAL,
    TOKEN,
    TOKEN_COUNTS,
    TOKEN_NAMES,
    Card,
)
from tavola.rules.duel.view import PlayerView, View
from tavola.rules.errors import NotUnderstood
from tavola.rules.jewels import GEM_NAMES, HAND_LIMIT, LEVELS, Held

__all__ = ["ABILITIES", "CARD", "MOST_GOLD", "PHASES", "PLACES", "Duel", "features"]

PLACES: Final = sum(ROWS)
"""Places of the pyramid, those of level 1 first."""
PHASES: Final = tuple(phase for phase in Phase if phase not in (Phase.DEAL, Phase.REPLENISH, Phase.OVER))
"""Those in which a seat chooses."""
ABILITIES: Final = (EXTRA_TURN, TOKEN, PRIVILEGE, STEAL)
MOST_GOLD: Final = TOKEN_COUNTS[GOLD]
_LINE: Final = {take.cells: at for at, (take, _) in enumerate(LINES)}

_CARD: Final = (
    (
        "kind",
        11,
        1,
        "1 for a known card; its colour, one-hot in the order of GEMS; wild; another turn, token, Privilege, steal",
    ),
    ("bonuses", 1, 2, "its bonuses"),
    ("points", 1, 6, "its points"),
    ("crowns", 1, 3, "its crowns"),
    ("cost", 6, 8, "its printed cost: five gems, pearl"),
)
CARD: Final = sum(size for _, size, _, _ in _CARD)
"""The numbers that tell a card."""
_OFFER: Final = (
    *_CARD,
    ("lack", 6, 8, "what I lack of each kind after bonuses and tokens, gold not counted"),
    ("lacks", 2, 12, "the sum of that, mine and the opponent's"),
)
_HELD: Final = (
    *_CARD,
    ("lack", 6, 8, "what its owner lacks of each kind after bonuses and tokens, gold not counted"),
    ("lacks", 1, 12, "the sum of that"),
    ("held", 5, 1, "1 for a reserved card, known or not; its level, one-hot; 1 if drawn from a deck"),
)
_PLAYER: Final = (
    ("tokens", 7, 4, "the five gems, pearls, gold"),
    ("bonuses", 5, 6, "the bonuses of each colour"),
    ("colour points", 5, 10, "the points of each colour"),
    ("points", 1, 20, "the points of all cards and Royals"),
    ("crowns", 1, 10, "the crowns"),
    ("privileges", 1, PRIVILEGES, "the Privileges"),
    ("reserved", 1, HAND_LIMIT, "the number of reserved cards"),
    ("royals", 1, 2, "the number of Royals"),
    ("total", 1, 16, "the number of tokens"),
)
_BOTH: Final = ("mine", "theirs")
_OFFERS: Final = tuple(f"level {level} place {at + 1}" for level in LEVELS for at in range(ROWS[level - 1]))


def _fields(name: str, rows: Iterable[tuple[str, int, int, str]], about: str = "") -> Iterator[Field]:
    for row, size, most, meaning in rows:
        yield Field(f"{name} {row}", size, most, about + meaning)


def features(card: Card | None) -> list[int]:
    """A card in CARD numbers, all 0 for none."""
    if card is None:
        return [0] * CARD
    flags = [
        1,
        *(card.colour == colour for colour in range(5)),
        card.wild,
        *(one in card.abilities for one in ABILITIES),
    ]
    return [*map(int, flags), card.bonuses, card.points, card.crowns, *card.cost]


def _lack(card: Card | None, player: PlayerView) -> list[int]:
    if card is None:
        return [0] * 6
    have = (*player.bonuses, 0)
    return [max(0, price - player.tokens[kind] - have[kind]) for kind, price in enumerate(card.cost)]


class Duel(Encoding[View, Action]):
    """Two players."""

    game: ClassVar[str] = "duel"
    version: ClassVar[int] = 1
    options: DuelOptions

    def _fields(self) -> Iterable[Field]:
        for name in TOKEN_NAMES:
            yield Field(f"board {name}", CELLS, 1, "1 for each cell, row by row, on which such a token lies")
        yield Field("bag", 7, 4, "tokens in the bag: the five gems, pearls, gold")
        for place in _OFFERS:
            yield from _fields(f"{place}", _OFFER)
        for whose in _BOTH:
            for at in range(HAND_LIMIT):
                yield from _fields(f"{whose} reserved {at + 1}", _HELD)
        for whose in _BOTH:
            yield from _fields(f"{whose}", _PLAYER)
        yield Field("privileges", 1, PRIVILEGES, "Privileges above the board")
        yield Field("royals", len(ROYALS), 1, "1 for each Royal still on the table")
        yield Field("decks", 3, 25, "cards left in the decks of level 1, 2, 3")
        yield Field(
            "unseen", len(CARDS), 1, "1 for each card in a deck or secret in the opponent's hand, in printed order"
        )
        yield Field("phase", len(PHASES), 1, f"one-hot: {', '.join(phase.value for phase in PHASES)}")
        yield from _fields("bought", _CARD, "of the card being paid for, placed or resolved: ")
        yield Field("replenished", 1, 1, "1 when the board was replenished in this turn")
        yield Field("extra", 1, 1, "1 when the player on turn has won another turn")
        yield Field("to act", 1, 1, "1 when it is my turn")
        yield Field("start", 1, 1, "1 when I started the game")

    def _kinds(self) -> Iterable[Kind]:
        yield Kind("take", len(LINES), "take the tokens of a line: the cells, then the lines of two, then of three")
        yield Kind("use", CELLS, "use a Privilege to take the token of a cell")
        yield Kind("replenish", 1, "replenish the board")
        yield Kind("gold", CELLS, "take the gold token of a cell, to reserve a card")
        yield Kind("reserve", PLACES, "reserve the card of a place of the pyramid, those of level 1 first")
        yield Kind("reserve deck", len(LEVELS), "reserve the top card of a deck")
        yield Kind("buy", PLACES, "buy the card of a place of the pyramid")
        yield Kind("buy reserved", HAND_LIMIT, "buy a reserved card")
        yield Kind("place", 5, "place the wild card on a colour")
        yield Kind("token", CELLS, "take the token of a cell by the card's ability")
        yield Kind("steal", GOLD, "take a token of a kind from the opponent")
        yield Kind("royal", len(ROYALS), "take a Royal")
        yield Kind("return", 7, "return a token of a kind")
        yield Kind("pass", 1, "pass")
        vectors = len(payment_vectors(GOLD, MOST_GOLD))
        yield Kind("pay", vectors, "pay, with so much more gold than needed in place of each kind; the first with none")

    # --- Actions -----------------------------------------------------------------------------------------------

    def id_of(self, view: View, action: Action) -> int:
        """See Encoding."""
        name, at = self._place_of(view, action)
        return self.kinds[name] + at

    def _place_of(self, view: View, action: Action) -> tuple[str, int]:
        match action:
            case Take(cells):
                return "take", _LINE[cells]
            case UsePrivilege(cell):
                return "use", cell
            case Replenish():
                return "replenish", 0
            case TakeGold(cell):
                return "gold", cell
            case Reserve(card):
                return "reserve", _pyramid(view).index(card)
            case ReserveDeck(level):
                return "reserve deck", level - 1
            case Buy(card):
                return _where(view, card)
            case Place(colour):
                return "place", colour
            case TakeToken(cell):
                return "token", cell
            case Steal(token):
                return "steal", token
            case Choose(royal):
                return "royal", royal.index
            case Return(token):
                return "return", token
            case Pass():
                return "pass", 0
            case Pay(tokens):
                return "pay", payment_number(_least(view), tokens, MOST_GOLD)
        raise NotUnderstood("Chance has no number.")

    def _action(self, view: View, kind: str, at: int) -> Action:
        match kind:
            case "take":
                return LINES[at][0]
            case "reserve":
                return RESERVE[_there(_pyramid(view), at).index]
            case "buy":
                return BUY[_there(_pyramid(view), at).index]
            case "buy reserved":
                return BUY[_there([held.card for held in view.players[view.turn].reserved], at).index]
            case "pay":
                return Pay(payment_tokens(_least(view), at, MOST_GOLD))
        return _ACTIONS[kind][at]

    # --- Observations ------------------------------------------------------------------------------------------

    def groups(self) -> tuple[tuple[int, int, int], ...]:
        """The places of the pyramid, then the reserved cards of both."""
        start, held, end = (
            self.layout[name] for name in ("level 1 place 1 kind", "mine reserved 1 kind", "mine tokens")
        )
        return (start, PLACES, (held - start) // PLACES), (held, 2 * HAND_LIMIT, (end - held) // (2 * HAND_LIMIT))

    def observe(self, view: View) -> Observation:
        """See Encoding."""
        if view.seat is None:
            raise NotUnderstood("Only a seat's view can be encoded.")
        me, they = view.players[view.seat], view.players[1 - view.seat]
        numbers = [int(token == kind) for kind in range(7) for token in view.board]
        numbers += view.bag
        for card in _pyramid(view):
            mine, theirs = _lack(card, me), _lack(card, they)
            numbers += [*features(card), *mine, sum(mine), sum(theirs)]
        for player in (me, they):
            hand: list[Held[Card] | None] = [*player.reserved]
            for held in hand + [None] * (HAND_LIMIT - len(hand)):
                numbers += _held(held, player)
        for player in (me, they):
            numbers += [*player.tokens, *player.bonuses, *player.colour_points, player.points, player.crowns]
            numbers += [player.privileges, len(player.reserved), len(player.royals), sum(player.tokens)]
        numbers += [view.privileges, *(royal in view.royals for royal in ROYALS), *view.deck_sizes]
        numbers += _unseen(view)
        numbers += [view.phase is phase for phase in PHASES]
        numbers += features(view.card)
        numbers += [view.replenished, view.extra, view.turn == view.seat, view.start == view.seat]
        return np.array(numbers, np.int8)

    def relabellings(self) -> tuple[Relabelling, ...]:
        """The five rotations of the colours.

        The 55 coloured cards are the same in each of the five colours: rotating the gems of a card's colour and
        cost gives the card of that number in the next colour, so the rules cannot tell the rotations apart as
        long as coloured cards, tokens, Royals and the board are looked at. The 12 wild and points-only cards are not
        so: their costs are rotated where they lie open or in a hand, which makes cards that do not exist, and
        in the unseen cards they stay where they are. Rotated observations are very close to the game's, not exact.
        """
        return tuple(_relabelling(self, [(colour + by) % 5 for colour in range(5)]) for by in range(5))


_ACTIONS: Final[dict[str, Sequence[Action]]] = {
    "use": USE,
    "replenish": (REPLENISH,),
    "gold": GOLD_AT,
    "reserve deck": RESERVE_DECK,
    "place": PLACE,
    "token": TOKEN_AT,
    "steal": STEAL_IT,
    "royal": CHOOSE,
    "return": RETURN,
    "pass": (PASS,),
}


def _pyramid(view: View) -> list[Card | None]:
    return [card for row in view.rows for card in row]


def _where(view: View, card: Card) -> tuple[str, int]:
    for name, cards in (
        ("buy", _pyramid(view)),
        ("buy reserved", [held.card for held in view.players[view.turn].reserved]),
    ):
        if card in cards:
            return name, cards.index(card)
    raise NotUnderstood(f"{card.code} is neither in the pyramid nor among the reserved cards.")


def _there(cards: Sequence[Card | None], at: int) -> Card:
    card = cards[at] if at < len(cards) else None
    if card is None:
        raise NotUnderstood("There is no card in that place.")
    return card


def _least(view: View) -> tuple[int, ...]:
    if view.card is None:
        raise NotUnderstood("No card is being paid for.")
    player = view.players[view.turn]
    return least_gold(view.card.cost, player.bonuses, player.tokens)


def _held(held: Held[Card] | None, owner: PlayerView) -> list[int]:
    card = held.card if held else None
    lack = _lack(card, owner)
    place = [1, *(int(held.level == level) for level in LEVELS), int(held.secret)] if held else [0] * 5
    return [*features(card), *lack, sum(lack), *place]


def _unseen(view: View) -> list[int]:
    seen = {card for player in view.players for column in player.columns for card in column}
    seen |= {held.card for player in view.players for held in player.reserved if held.card}
    seen |= {card for card in (*_pyramid(view), view.card) if card}
    return [int(card not in seen) for card in CARDS]


# --- Renaming the colours ------------------------------------------------------------------------------------


def _relabelling(encoding: Duel, order: Sequence[int]) -> Relabelling:
    """The new colour `n` is the old colour `order[n]`."""
    observe = [at for field in encoding.layout.rows for at in _moved(field, order, encoding)]
    act = [at for kind in encoding.kinds.rows for at in _moved_ids(kind, order)]
    back = np.argsort(act)
    return Relabelling(np.array(observe, np.int32), np.array(act, np.int32), back.astype(np.int32))


def _moved(field: Field, order: Sequence[int], encoding: Duel) -> Iterator[int]:
    name, start = field.name, field.start
    places = range(start, start + field.size)
    if name.startswith("board ") and name.removeprefix("board ") in GEM_NAMES:
        old = encoding.layout[f"board {GEM_NAMES[order[GEM_NAMES.index(name.removeprefix('board '))]]}"]
        yield from range(old, old + CELLS)
    elif name == "unseen":
        yield from (start + _rotated(card, order).index for card in CARDS)
    elif name.endswith(" kind"):
        yield from (start, *(start + 1 + colour for colour in order), *places[6:])
    elif field.size > 1 and name.endswith(("bag", " cost", " lack", " tokens", " bonuses", " colour points")):
        yield from (*(start + colour for colour in order), *places[5:])
    else:
        yield from places


def _rotated(card: Card, order: Sequence[int]) -> Card:
    if card.colour == NO_COLOUR:
        return card
    same = [other for other in CARDS if other.level == card.level and other.colour == card.colour]
    others = [other for other in CARDS if other.level == card.level and other.colour == order[card.colour]]
    return others[same.index(card)]


def _moved_ids(kind: Kind, order: Sequence[int]) -> Iterator[int]:
    places = range(kind.start, kind.start + kind.size)
    if kind.name in ("place", "steal", "return"):
        yield from (*(kind.start + colour for colour in order), *places[5:])
    elif kind.name == "pay":
        vectors = payment_vectors(GOLD, MOST_GOLD)
        for new in vectors:
            old = [new[5]] * 6
            for colour, count in zip(order, new, strict=False):
                old[colour] = count
            yield kind.start + vectors.index(tuple(old))
    else:
        yield from places
