"""What a seat knows of Splendor, from the events that it saw and the table of who sees what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tavola.rules import Seat
from tavola.rules.plain import Piece
from tavola.rules.splendor.events import (
    Bought,
    Dealt,
    Ended,
    Event,
    Passed,
    Refilled,
    ReservedCard,
    Returned,
    Took,
    Visited,
)
from tavola.rules.splendor.material import CARDS, NOBLES, Card, Noble
from tavola.rules.splendor.state import State
from tests.contract.oracles.oracle import Pool

GOLD = 5


def codes(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(piece.code for piece in pieces)


class Memory:
    """What lies open, and of the hands what was seen when it was reserved."""

    def __init__(self, seat: Seat | None, initial: State) -> None:
        self.seat = seat
        self.all_open = initial.options.reserved_visibility == "allOpen"
        count = len(initial.players)
        self.bank = list(initial.bank)
        self.tokens = [[0] * 6 for _ in range(count)]
        self.rows: list[list[Card | None]] = [[None] * 4 for _ in range(3)]
        self.decks = [0, 0, 0]
        self.bought: list[list[Card]] = [[] for _ in range(count)]
        self.seen: list[set[Card]] = [set() for _ in range(count)]
        """Reserved cards that this seat has seen."""
        self.blind: list[Counter[int]] = [Counter() for _ in range(count)]
        """Reserved cards of which it has seen the level alone."""
        self.nobles: list[Noble] = []
        self.visits: list[list[Noble]] = [[] for _ in range(count)]

    def _move(self, seat: Seat, token: int, count: int) -> None:
        self.bank[token] -= count
        self.tokens[seat][token] += count

    def see(self, event: Event) -> None:
        match event:
            case Dealt(_, nobles, rows):
                self.nobles = list(nobles)
                self.rows = [list(row) for row in rows]
                self.decks = [36, 26, 16]
            case Took(seat, gems):
                for token, count in enumerate(gems):
                    self._move(seat, token, count)
            case Returned(seat, token):
                self._move(seat, token, -1)
            case ReservedCard():
                self._reserve(event)
            case Bought():
                self._buy(event)
            case Refilled(level, slot, card):
                assert self.rows[level - 1][slot] is None
                self.rows[level - 1][slot] = card
                self.decks[level - 1] -= 1
            case Visited(seat, noble):
                self.nobles.remove(noble)
                self.visits[seat].append(noble)
            case Passed() | Ended():
                pass

    def _reserve(self, event: ReservedCard) -> None:
        self._move(event.seat, GOLD, int(event.gold))
        card = event.card
        if event.slot is not None:
            assert card is not None
            assert self.rows[event.level - 1][event.slot] is card
            self.rows[event.level - 1][event.slot] = None
        else:
            self.decks[event.level - 1] -= 1
            assert (card is not None) is (self.all_open or event.seat == self.seat), "a card from a deck is secret"
        if card is None:
            self.blind[event.seat][event.level] += 1
        else:
            self.seen[event.seat].add(card)

    def _buy(self, event: Bought) -> None:
        card = event.card
        for token, count in enumerate(event.paid):
            self._move(event.seat, token, -count)
        self.bought[event.seat].append(card)
        if event.slot is not None:
            assert self.rows[card.level - 1][event.slot] is card
            self.rows[card.level - 1][event.slot] = None
        elif card in self.seen[event.seat]:
            self.seen[event.seat].remove(card)
        else:
            assert self.blind[event.seat][card.level] > 0
            self.blind[event.seat][card.level] -= 1

    def agree(self, world: State) -> None:
        assert list(world.bank) == self.bank
        assert [list(row) for row in world.rows] == self.rows
        assert [len(deck) for deck in world.decks] == self.decks
        assert list(world.nobles) == self.nobles
        for seat, player in enumerate(world.players):
            assert list(player.tokens) == self.tokens[seat]
            assert list(player.cards) == self.bought[seat]
            assert list(player.nobles) == self.visits[seat]
            assert self.seen[seat] <= {held.card for held in player.reserved}, "a card seen in a hand is not there"
            assert Counter(card.level for card in self._blind(world, seat)) == +self.blind[seat]

    def _blind(self, world: State, seat: Seat) -> list[Card]:
        return [held.card for held in world.players[seat].reserved if held.card not in self.seen[seat]]

    def pools(self, world: State) -> list[Pool]:
        # A card that is being bought has been announced: nobody need guess it any more.
        found: list[Pool] = []
        for level, deck in enumerate(world.decks, 1):
            places = {
                f"hand {seat}": codes(
                    card for card in self._blind(world, seat) if card.level == level and card is not world.buying
                )
                for seat in range(len(world.players))
            }
            places |= {"top": codes(deck[:1]), "deck": codes(deck[1:])}
            found.append({place: there for place, there in places.items() if there})
        return found

    def secrets(self, world: State) -> set[str]:
        hidden = {code for pool in self.pools(world) for there in pool.values() for code in there}
        in_play = [*self.nobles, *(noble for visits in self.visits for noble in visits)]
        return hidden | set(codes(noble for noble in NOBLES if noble not in in_play))


def dealt(state: State) -> list[Pool]:
    """Where every card is after a deal, for the test that all places are equally likely."""
    pools: list[Pool] = []
    for row, deck in zip(state.rows, state.decks, strict=True):
        places = {f"slot {slot}": (card.code,) for slot, card in enumerate(row) if card}
        pools.append(places | {"top": codes(deck[:1]), "deck": codes(deck[1:-1]), "last": codes(deck[-1:])})
    assert sum(len(there) for pool in pools for there in pool.values()) == len(CARDS)
    nobles = {f"noble {place}": (noble.code,) for place, noble in enumerate(state.nobles)}
    rest = codes(noble for noble in NOBLES if noble not in state.nobles)
    return [*pools, nobles | {"away": rest}]
