"""What Splendor and Splendor Duel share: gems, prices, payments, hands of reserved cards and hidden decks.

Tokens are counted in tuples: the five gems in the order of GEMS, Duel's pearl, and gold last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from tavola.rules.chance import pick, shuffled
from tavola.rules.errors import NotLegal, NotUnderstood
from tavola.rules.plain import Piece

__all__ = [
    "GEMS",
    "GEM_NAMES",
    "HAND_LIMIT",
    "HIDDEN",
    "LEVELS",
    "TOKEN_LIMIT",
    "Held",
    "Jewel",
    "Reserved",
    "add",
    "cards_from_text",
    "cards_to_text",
    "complete_deal",
    "count_letters",
    "drawn_from_decks",
    "each_once",
    "fill_decks",
    "fill_gaps",
    "hold",
    "letters",
    "net_price",
    "payments",
    "set_at",
    "shortfall",
    "shown",
    "subtract",
    "swap_into_hand",
]

GEMS: Final = "wbgrk"
GEM_NAMES: Final = ("white", "blue", "green", "red", "black")
LEVELS: Final = (1, 2, 3)
TOKEN_LIMIT: Final = 10
HAND_LIMIT: Final = 3
HIDDEN: Final = "??"

Counts = tuple[int, ...]
T = TypeVar("T")
P = TypeVar("P", bound=Piece)
D = TypeVar("D", bound=Any)


class Jewel(Protocol):
    """A card with a price, as both games know it."""

    @property
    def index(self) -> int:
        """Its place in printed order."""

    @property
    def code(self) -> str:
        """Level, colour, number: `2w3`."""

    @property
    def level(self) -> int:
        """1 to 3."""

    @property
    def cost(self) -> Counts:
        """The printed cost, gold left out."""


C = TypeVar("C", bound=Jewel)


class Reserved(NamedTuple, Generic[C]):
    """A card in a player's hand."""

    card: C
    secret: bool
    """Drawn from a deck, so that only its owner has seen it."""


class Held(NamedTuple, Generic[C]):
    """A reserved card as a seat may know it."""

    level: int
    card: C | None
    secret: bool


# --- Counting tokens -----------------------------------------------------------------------------------------


def add(have: Counts, more: Counts) -> Counts:
    """The sum, kind by kind."""
    return tuple(map(int.__add__, have, more))


def subtract(have: Counts, less: Counts) -> Counts:
    """The difference, kind by kind."""
    return tuple(map(int.__sub__, have, less))


def set_at(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """The tuple with one item changed."""
    return (*items[:at], item, *items[at + 1 :])


def each_once(pieces: Sequence[T], whole: Sequence[T]) -> bool:
    """Whether the pieces are all there are, in any order."""
    return len(pieces) == len(whole) and {*pieces} == {*whole}


def letters(counts: Counts, kinds: str) -> str:
    """Counts as letters, `wwb*`; a dash for nothing."""
    return "".join(kind * count for kind, count in zip(kinds, counts, strict=True)) or "-"


def count_letters(text: str, kinds: str) -> Counts:
    """The counts that `letters` wrote."""
    if text == "-":
        text = ""
    if set(text) - set(kinds):
        raise NotUnderstood(f"{text[:40]!r} has other letters than {kinds}.")
    return tuple(text.count(kind) for kind in kinds)


# --- Prices and payments -------------------------------------------------------------------------------------


def net_price(cost: Counts, bonuses: Counts) -> Counts:
    """The printed cost less the bonuses, never below nothing; kinds without bonuses (pearls) keep their cost."""
    reduced = [price - bonus if price > bonus else 0 for price, bonus in zip(cost, bonuses, strict=False)]
    return (*reduced, *cost[len(bonuses) :])


def shortfall(cost: Counts, bonuses: Counts, tokens: Counts) -> int:
    """How many gold tokens the price asks for when all else is paid with gems."""
    lack = 0
    for kind, price in enumerate(cost):
        if price:
            price -= tokens[kind]
            if kind < 5:
                price -= bonuses[kind]
                # Tokens pay for no more than what the bonuses leave, which is why both may be taken off at once.
            if price > 0:
                lack += price
    return lack


def payments(cost: Counts, bonuses: Counts, tokens: Counts) -> list[Counts]:
    """Every exact way to pay, the one with the fewest gold first; gold may stand in for a gem one owns."""
    net = net_price(cost, bonuses)
    most = tuple(map(min, net, tokens))
    gold = tokens[-1]
    total = sum(net)
    ways = [(*paid, total - sum(paid)) for paid in _below(most, total - gold)]
    ways.sort(key=lambda way: (way[-1], [-count for count in way]))
    return ways


def _below(most: Counts, least: int) -> Iterator[Counts]:
    """All tuples up to `most` in each place whose sum is at least `least`."""
    if not most:
        if least <= 0:
            yield ()
        return
    rest = sum(most[1:])
    for count in range(max(0, least - rest), most[0] + 1):
        for tail in _below(most[1:], least - count):
            yield (count, *tail)


# --- Hands and decks -----------------------------------------------------------------------------------------


def hold(hand: tuple[Reserved[C], ...], card: C, *, secret: bool) -> tuple[Reserved[C], ...]:
    """The hand with a card more, in an order that does not tell when each came: open cards first, then by index."""
    return tuple(sorted((*hand, Reserved(card, secret)), key=lambda held: (held.secret, held.card.index)))


def shown(hand: tuple[Reserved[C], ...], known: Callable[[Reserved[C]], bool]) -> tuple[Held[C], ...]:
    """The hand as one may know it, in an order that tells nothing of the cards one does not know."""
    held = [Held(card.card.level, card.card if known(card) else None, card.secret) for card in hand]
    return tuple(
        sorted(held, key=lambda one: (one.secret, one.level, one.card is None, one.card.index if one.card else 0))
    )


def fill_decks(
    everything: Iterable[C], seen: Iterable[C], hands: Sequence[Sequence[Held[C]]], rng: Random
) -> tuple[list[tuple[Reserved[C], ...]], tuple[tuple[C, ...], ...]]:
    """Deal the unseen cards at random to the secret places of the hands; what is left of a level is its deck."""
    known = set(seen) | {held.card for hand in hands for held in hand if held.card is not None}
    unseen: dict[int, list[C]] = {level: [] for level in LEVELS}
    for card in everything:
        if card not in known:
            unseen[card.level].append(card)
    decks = {level: list(shuffled(rng, unseen[level])) for level in LEVELS}
    filled: list[tuple[Reserved[C], ...]] = []
    for hand in hands:
        full: tuple[Reserved[C], ...] = ()
        for held in hand:
            card = held.card if held.card is not None else decks[held.level].pop()
            full = hold(full, card, secret=held.secret)
        filled.append(full)
    return filled, tuple(tuple(decks[level]) for level in LEVELS)


def drawn_from_decks(
    decks: Sequence[Sequence[C | None]], drawn: Sequence[tuple[int, C | None]], dealt: Sequence[int]
) -> tuple[tuple[C | None, ...], ...]:
    """The decks as one knows them who saw `dealt` cards of each level laid out, and then these (level, card) drawn."""
    seen = [list(deck[:count]) for deck, count in zip(decks, dealt, strict=True)]
    for level, card in drawn:
        seen[level - 1].append(card)
    return tuple(tuple(known) + (None,) * (len(deck) - len(known)) for known, deck in zip(seen, decks, strict=True))


def fill_gaps(decks: Sequence[Sequence[C | None]], everything: Iterable[C], rng: Random) -> list[list[C]]:
    """The decks with the missing cards of each level in the gaps, in random order."""
    known = {card for deck in decks for card in deck if card is not None}
    everything = list(everything)
    sizes = [sum(card.level == level for card in everything) for level in LEVELS]
    there = sum(card is not None for deck in decks for card in deck)
    if [len(deck) for deck in decks] != sizes or len(known) != there:
        raise NotLegal("A deal holds all the cards of the three levels, each once.")
    filled: list[list[C]] = []
    for level, deck in zip(LEVELS, decks, strict=True):
        missing = iter(shuffled(rng, [card for card in everything if card.level == level and card not in known]))
        filled.append([next(missing) if card is None else card for card in deck])
    return filled


def swap_into_hand(
    decks: list[list[C]], gaps: Sequence[Sequence[C | None]], hand: Iterable[Reserved[C]], card: C, rng: Random
) -> bool:
    """Exchange the card with a secret one of the hand, both in gaps of the deal; False where there is none."""
    deck, known = decks[card.level - 1], gaps[card.level - 1]
    free = [deck.index(held.card) for held in hand if held.secret and held.card.level == card.level]
    free = [place for place in free if known[place] is None and deck[place] is not card]
    if card not in deck or not free or known[deck.index(card)] is not None:
        return False
    here, there = pick(rng, free), deck.index(card)
    deck[here], deck[there] = deck[there], deck[here]
    return True


def complete_deal(
    deal: D,
    later: Sequence[Any],
    state: Any,
    everything: Iterable[C],
    apply: Callable[[Any, Any], Any],
    buy: type[Any],
    rng: Random,
) -> D:
    """Fill the gaps of a deal at random, and exchange cards until those bought out of a hand are in it."""
    everything = list(everything)
    decks = fill_gaps(deal.decks, everything, rng)
    while True:
        trial = replace(deal, decks=tuple(map(tuple, decks)))
        now = apply(state, trial).state
        for action in later:
            try:
                now = apply(now, action).state
            except NotLegal:
                hand = now.players[now.turn].reserved
                if not (isinstance(action, buy) and swap_into_hand(decks, deal.decks, hand, action.card, rng)):
                    return trial  # not for want of a hidden card: the caller will find the fault
                break
        else:
            return trial


def cards_to_text(cards: Iterable[Piece | None]) -> str:
    """Codes with spaces between them, `??` for what is hidden."""
    return " ".join(card.code if card is not None else HIDDEN for card in cards)


def cards_from_text(kind: type[P], codes: Iterable[str]) -> tuple[P | None, ...]:
    """The cards that `cards_to_text` wrote."""
    return tuple(None if code == HIDDEN else kind.of(code) for code in codes)
