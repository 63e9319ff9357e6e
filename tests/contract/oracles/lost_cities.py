"""What a seat knows of Lost Cities, from the events that it saw and the table of who sees what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tavola.rules import Seat
from tavola.rules.lost_cities.events import Dealt, Discarded, Drew, Ended, Event, Played, RoundScored, Took
from tavola.rules.lost_cities.material import Card
from tavola.rules.lost_cities.state import Cards, State
from tests.contract.oracles.oracle import Pool


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


class Memory:
    """The cards a seat has seen in this round, with their places."""

    def __init__(self, seat: Seat | None, initial: State) -> None:
        self.seat = seat
        self.colours = initial.options.colours
        self.clear()

    def clear(self) -> None:
        """Before a deal nothing is known."""
        self.columns: list[list[list[Card]]] = [[[] for _ in range(self.colours)] for _ in (0, 1)]
        self.piles: list[list[Card]] = [[] for _ in range(self.colours)]
        self.hands: list[Counter[Card]] = [Counter(), Counter()]
        """What is known of each hand: all of one's own, of the others' what they took from piles."""
        self.sizes = [0, 0]
        self.deck = 0

    def see(self, event: Event) -> None:
        match event:
            case Dealt(_, _, hands):
                self.clear()
                self.sizes = [8, 8]
                self.deck = 12 * self.colours - 16
                for owner, hand in enumerate(hands):
                    assert (hand is not None) is (owner == self.seat), "a deal shows each seat its own hand"
                    self.hands[owner].update(hand or ())
            case Played(seat, card):
                self._lay(seat, card)
                self.columns[seat][card.colour].append(card)
            case Discarded(seat, card):
                self._lay(seat, card)
                self.piles[card.colour].append(card)
            case Drew(seat, drawn):
                assert (drawn is not None) is (seat == self.seat), "only who draws a card sees it"
                self.sizes[seat] += 1
                self.deck -= 1
                self.hands[seat].update([drawn] if drawn else ())
            case Took(seat, card):
                self.sizes[seat] += 1
                assert self.piles[card.colour].pop() is card
                self.hands[seat][card] += 1
            case RoundScored() | Ended():
                pass

    def _lay(self, seat: Seat, card: Card) -> None:
        self.sizes[seat] -= 1
        if self.hands[seat][card]:  # alike wagers: the one that was seen may be the one that is laid
            self.hands[seat][card] -= 1
        else:
            assert seat != self.seat, "one's own card was never seen"

    def agree(self, world: State) -> None:
        assert [[list(column) for column in side] for side in world.expeditions] == self.columns
        assert [list(pile) for pile in world.discards] == self.piles
        assert [len(hand) for hand in world.hands] == self.sizes
        assert len(world.deck) == self.deck
        for seat in (0, 1):
            assert not self.hands[seat] - Counter(world.hands[seat]), "a card seen in a hand is not there"

    def unseen(self, world: State) -> tuple[Cards, ...]:
        """What this seat has not seen of each hand."""
        hidden = (Counter(world.hands[seat]) - self.hands[seat] for seat in (0, 1))
        return tuple(tuple(cards.elements()) for cards in hidden)

    def pools(self, world: State) -> list[Pool]:
        mine, theirs = self.unseen(world)
        deck = codes(world.deck)
        places = {"hand 0": codes(mine), "hand 1": codes(theirs), "top": deck[:1], "deck": deck[1:]}
        return [{place: there for place, there in places.items() if there}]

    def secrets(self, world: State) -> set[str]:
        hidden = {code for pool in self.pools(world) for there in pool.values() for code in there}
        shown = Counter[Card]()
        for hand in self.hands:
            shown.update(hand)
        for cards in (*self.columns[0], *self.columns[1], *self.piles):
            shown.update(cards)
        return hidden - set(codes((+shown).keys()))  # another wager of the same code may lie in the open


def dealt(state: State) -> list[Pool]:
    """Where every card is after a deal, for the test that all places are equally likely."""
    return [
        {
            "hand 0": codes(state.hands[0]),
            "hand 1": codes(state.hands[1]),
            "top": codes(state.deck[:1]),
            "deck": codes(state.deck[1:-1]),
            "last": codes(state.deck[-1:]),
        }
    ]
