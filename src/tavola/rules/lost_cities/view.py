"""What a seat may know of Lost Cities: the one gate from hidden to seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from random import Random

from tavola.rules.chance import shuffled
from tavola.rules.core import Seat
from tavola.rules.errors import NotUnderstood
from tavola.rules.lost_cities.actions import Action, Deal, Discard, Draw, Play, Take
from tavola.rules.lost_cities.events import Drew, Event
from tavola.rules.lost_cities.material import HAND, Card, pack
from tavola.rules.lost_cities.rules import next_start, score
from tavola.rules.lost_cities.state import Cards, LostCitiesOptions, Phase, State

__all__ = ["View", "check", "complete", "determinize", "redact", "view"]

_index = attrgetter("index")


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat, or a spectator, has been shown and may remember."""

    seat: Seat | None
    options: LostCitiesOptions
    phase: Phase
    turn: Seat
    turns: int
    hand: tuple[Card, ...]
    """The seat's own hand; empty for a spectator."""
    hand_sizes: tuple[int, int]
    known: tuple[tuple[Card, ...], tuple[Card, ...]]
    """The cards in each hand that everybody saw being taken from a discard pile."""
    expeditions: tuple[tuple[tuple[Card, ...], ...], tuple[tuple[Card, ...], ...]]
    discards: tuple[tuple[Card, ...], ...]
    """The whole piles, top card last: every card was seen when it was laid (LCA-06)."""
    deck_size: int
    barred: int | None
    quiet: int
    start: Seat
    scores: tuple[tuple[int, int], ...]
    stalled: bool

    @property
    def running(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The points that each column would score if the round ended now."""
        mine, theirs = (tuple(score(column) for column in side) for side in self.expeditions)
        return mine, theirs


def view(state: State, seat: Seat | None) -> View:
    """What the seat may know; None is a spectator."""
    return View(
        seat=seat,
        options=state.options,
        phase=state.phase,
        turn=state.turn,
        turns=state.turns,
        hand=() if seat is None else state.hands[seat],
        hand_sizes=(len(state.hands[0]), len(state.hands[1])),
        known=state.known,
        expeditions=state.expeditions,
        discards=state.discards,
        deck_size=len(state.deck),
        barred=state.barred,
        quiet=state.quiet,
        start=state.start,
        scores=state.scores,
        stalled=state.stalled,
    )


def _unseen(v: View) -> list[Card]:
    seen = Counter(v.hand)
    for seat in (0, 1):
        if seat != v.seat:
            seen.update(v.known[seat])
        for column in v.expeditions[seat]:
            seen.update(column)
    for pile in v.discards:
        seen.update(pile)
    return list((Counter(pack(v.options.colours)) - seen).elements())


def determinize(v: View, rng: Random) -> State:
    """A state the seat cannot tell from the true one: the unseen cards shuffled into the hidden places."""
    unseen = shuffled(rng, _unseen(v))
    hands: list[Cards] = []
    for seat in (0, 1):
        if seat == v.seat:
            hands.append(v.hand)
        else:
            hidden = v.hand_sizes[seat] - len(v.known[seat])
            hands.append(tuple(sorted(v.known[seat] + unseen[:hidden], key=_index)))
            unseen = unseen[hidden:]
    return State(
        options=v.options,
        phase=v.phase,
        turn=v.turn,
        turns=v.turns,
        hands=(hands[0], hands[1]),
        known=v.known,
        expeditions=v.expeditions,
        discards=v.discards,
        deck=unseen[: v.deck_size],
        barred=v.barred,
        quiet=v.quiet,
        start=v.start,
        scores=v.scores,
        stalled=v.stalled,
    )


def check(state: State) -> None:
    """Refuse a state in which a card is missing or in two places, or which contradicts itself."""
    there = Counter(state.deck)
    for seat in (0, 1):
        there.update(state.hands[seat])
        for column in state.expeditions[seat]:
            there.update(column)
    for pile in state.discards:
        there.update(pile)
    dealt = Counter(pack(state.options.colours))
    before_the_deal = state.phase is Phase.DEAL and not state.scores
    if there != (Counter() if before_the_deal else dealt):
        raise NotUnderstood("Each card must be in exactly one place.")
    playing = state.phase in (Phase.LAY, Phase.DRAW)
    sizes = [HAND - (playing and state.phase is Phase.DRAW and seat == state.turn) for seat in (0, 1)]
    if not before_the_deal and [len(hand) for hand in state.hands] != sizes:
        raise NotUnderstood("The hands do not have the right number of cards.")
    if any(Counter(state.known[seat]) - Counter(state.hands[seat]) for seat in (0, 1)):
        raise NotUnderstood("A card known to be in a hand is not there.")
    columns = [column for side in state.expeditions for column in side]
    if any(card.colour != place % state.options.colours for place, column in enumerate(columns) for card in column):
        raise NotUnderstood("A card lies in a column of another colour.")
    if any(card.colour != place for place, pile in enumerate(state.discards) for card in pile):
        raise NotUnderstood("A card lies on a pile of another colour.")
    if any(list(column) != sorted(column, key=_index) for column in columns):
        raise NotUnderstood("The cards of a column must rise.")
    if playing and not state.deck:
        raise NotUnderstood("The round should have ended.")
    _check_course(state)


def _check_course(state: State) -> None:
    """The numbers that count rounds and turns."""
    finished, rounds = len(state.scores), state.options.rounds
    if (finished == rounds) != (state.phase is Phase.OVER) or finished > rounds:
        raise NotUnderstood("The number of finished rounds does not fit the phase.")
    limit = state.options.stall_limit
    if state.turns < 0 or state.quiet < 0 or (limit is not None and state.quiet > limit):
        raise NotUnderstood("The turns do not add up.")
    if limit is not None and state.quiet == limit and state.phase in (Phase.LAY, Phase.DRAW):
        raise NotUnderstood("The stall limit should have ended the round.")
    barred = state.barred
    if barred is not None and (state.phase is not Phase.DRAW or not state.discards[barred]):
        raise NotUnderstood("Only the pile just discarded to is barred.")


def redact(deal: Action, events: Sequence[Event], seat: Seat | None) -> Action:
    """The deal as a seat knows it after these events: its own hand and what it drew."""
    if not isinstance(deal, Deal):
        return deal
    drawers = [event.seat for event in events if isinstance(event, Drew)]
    owners = [0] * HAND + [1] * HAND + drawers
    return Deal(
        tuple(card if place < len(owners) and owners[place] == seat else None for place, card in enumerate(deal.order)),
        deal.start,
    )


def complete(deal: Action, later: Sequence[Action], state: State, rng: Random) -> Action:
    """Fill the gaps of a redacted deal so that the later actions can follow it from the state before it."""
    if not isinstance(deal, Deal):
        return deal
    order = list(deal.order)
    # A hand is a list of places in the pack; what was taken from a pile stands there as the card itself.
    hands: list[list[int | Card]] = [list(range(HAND)), list(range(HAND, 2 * HAND))]
    next_place, seat = 2 * HAND, next_start(state)
    if seat is None:
        seat = deal.start or 0
    piles: list[list[Card]] = [[] for _ in range(state.options.colours)]
    for action in later:
        match action:
            case Play(card) | Discard(card):
                _give_up(hands[seat], order, card)
                if isinstance(action, Discard):
                    piles[card.colour].append(card)
            case Draw() if next_place < len(order):
                hands[seat].append(next_place)
                next_place += 1
                seat = 1 - seat
            case Take(colour) if piles[colour]:
                hands[seat].append(piles[colour].pop())
                seat = 1 - seat
            case _:
                break
    missing = Counter(pack(state.options.colours)) - Counter(card for card in order if card is not None)
    rest = iter(shuffled(rng, missing.elements()))
    return Deal(tuple(next(rest) if card is None else card for card in order), deal.start)


def _give_up(hand: list[int | Card], order: list[Card | None], card: Card) -> None:
    """Take the card from a hand; if it was in none of the known places, it was in a hidden one."""
    places = [held for held in hand if isinstance(held, int)]
    known = [held for held in hand if held is card] + [place for place in places if order[place] is card]
    hidden = [place for place in places if order[place] is None]
    if known:
        hand.remove(known[0])
    elif hidden:
        order[hidden[0]] = card
        hand.remove(hidden[0])
