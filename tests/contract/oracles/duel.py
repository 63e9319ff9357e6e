"""What a seat knows of Splendor Duel, from the events that it saw and the table of who sees what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tavola.rules import Seat
from tavola.rules.duel.events import (
    Bought,
    Dealt,
    Ended,
    Event,
    GainedPrivilege,
    Passed,
    Placed,
    Received,
    Refilled,
    Replenished,
    ReservedCard,
    Returned,
    Stole,
    Took,
    TookGold,
    TookToken,
    UsedPrivilege,
    WonTurn,
)
from tavola.rules.duel.material import CARDS, EMPTY, Card, Royal
from tavola.rules.duel.state import State
from tests.contract.oracles.oracle import Pool

GOLD = 6


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


class Memory:
    """What lies open, and of the reserved cards those that were seen when they were reserved."""

    def __init__(self, seat: Seat | None, initial: State) -> None:
        self.seat = seat
        self.board = [EMPTY] * 25
        self.bag = Counter(dict(enumerate((4, 4, 4, 4, 4, 2, 3))))
        self.tokens: list[Counter[int]] = [Counter(), Counter()]
        self.supply = 3
        self.privileges = [0, 0]
        self.rows: list[list[Card | None]] = []
        self.decks = [0, 0, 0]
        self.columns: list[list[list[Card]]] = [[[] for _ in range(6)] for _ in (0, 1)]
        self.royals: list[list[Royal]] = [[], []]
        self.seen: list[set[Card]] = [set(), set()]
        """Reserved cards that this seat has seen."""
        self.blind: list[Counter[int]] = [Counter(), Counter()]
        """Reserved cards of which it has seen the level alone."""

    def see(self, event: Event) -> None:
        match event:
            case Dealt(_, board, rows):
                self.board = list(board)
                self.bag.subtract(board)
                self.rows = [list(row) for row in rows]
                self.decks = [25, 20, 10]
            case UsedPrivilege(seat, cell, token):
                self.privileges[seat] -= 1
                self.supply += 1
                self._pick_up(seat, cell, token)
            case Replenished(_, cells, tokens):
                for cell, token in zip(cells, tokens, strict=True):
                    assert self.board[cell] == EMPTY
                    self.board[cell] = token
                    self.bag[token] -= 1
                assert not any(self.bag.values())
            case GainedPrivilege(seat, robbed):
                self.privileges[seat] += 1
                self.privileges[1 - seat] -= robbed
                self.supply -= not robbed
            case Took(seat, cells, tokens):
                for cell, token in zip(cells, tokens, strict=True):
                    self._pick_up(seat, cell, token)
            case TookGold(seat, cell):
                self._pick_up(seat, cell, GOLD)
            case TookToken(seat, cell, token):
                self._pick_up(seat, cell, token)
            case Stole(seat, token):
                self.tokens[seat][token] += 1
                self.tokens[1 - seat][token] -= 1
            case Returned(seat, token):
                self._spend(seat, token, 1)
            case ReservedCard():
                self._reserve(event)
            case Bought():
                self._buy(event)
            case Placed(seat, card, colour):
                self.columns[seat][colour].append(card)
            case Received(seat, royal):
                self.royals[seat].append(royal)
            case Refilled(level, slot, card):
                assert self.rows[level - 1][slot] is None
                self.rows[level - 1][slot] = card
                self.decks[level - 1] -= 1
            case WonTurn() | Passed() | Ended():
                pass

    def _pick_up(self, seat: Seat, cell: int, token: int) -> None:
        assert self.board[cell] == token
        self.board[cell] = EMPTY
        self.tokens[seat][token] += 1

    def _spend(self, seat: Seat, token: int, count: int) -> None:
        self.tokens[seat][token] -= count
        self.bag[token] += count

    def _reserve(self, event: ReservedCard) -> None:
        card = event.card
        if event.slot is not None:
            assert card is not None
            assert self.rows[event.level - 1][event.slot] is card
            self.rows[event.level - 1][event.slot] = None
        else:
            self.decks[event.level - 1] -= 1
            assert (card is not None) is (event.seat == self.seat), "a card from a deck is secret"
        if card is None:
            self.blind[event.seat][event.level] += 1
        else:
            self.seen[event.seat].add(card)

    def _buy(self, event: Bought) -> None:
        card = event.card
        for token, count in enumerate(event.paid):
            self._spend(event.seat, token, count)
        if event.slot is not None:
            assert self.rows[card.level - 1][event.slot] is card
            self.rows[card.level - 1][event.slot] = None
        elif card in self.seen[event.seat]:
            self.seen[event.seat].remove(card)
        else:
            assert self.blind[event.seat][card.level] > 0
            self.blind[event.seat][card.level] -= 1
        if not card.wild:
            self.columns[event.seat][card.colour].append(card)

    def agree(self, world: State) -> None:
        assert list(world.board) == self.board
        assert list(world.bag) == [self.bag[token] for token in range(7)]
        assert world.privileges == self.supply
        assert not self.rows or [list(row) for row in world.rows] == self.rows
        assert [len(deck) for deck in world.decks] == self.decks
        for seat, player in enumerate(world.players):
            assert list(player.tokens) == [self.tokens[seat][token] for token in range(7)]
            assert player.privileges == self.privileges[seat]
            assert [list(column) for column in player.columns] == self.columns[seat]
            assert list(player.royals) == self.royals[seat]
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
                    card for card in self._blind(world, seat) if card.level == level and card is not world.card
                )
                for seat in (0, 1)
            }
            places |= {"top": codes(deck[:1]), "deck": codes(deck[1:])}
            found.append({place: there for place, there in places.items() if there})
        return found

    def secrets(self, world: State) -> set[str]:
        return {code for pool in self.pools(world) for there in pool.values() for code in there}


def dealt(state: State) -> list[Pool]:
    """Where every card and token is after a deal, for the test that all places are equally likely."""
    pools: list[Pool] = []
    for row, deck in zip(state.rows, state.decks, strict=True):
        places = {f"slot {slot}": (card.code,) for slot, card in enumerate(row) if card}
        pools.append(places | {"top": codes(deck[:1]), "deck": codes(deck[1:-1]), "last": codes(deck[-1:])})
    assert sum(len(there) for pool in pools for there in pool.values()) == len(CARDS)
    return [*pools, {f"cell {cell}": (f"token {token}",) for cell, token in enumerate(state.board)}]
