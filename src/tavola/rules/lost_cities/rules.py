"""The rules of Lost Cities, in the rulebook's order. LC- and LCA- numbers are those of docs/rules."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from operator import attrgetter
from random import Random
from typing import Final

from tavola.rules.chance import below, shuffled
from tavola.rules.core import CHANCE, Chance, Outcome, Seat, Step
from tavola.rules.errors import BadOption, NotLegal
from tavola.rules.lost_cities.actions import (
    DISCARD,
    DRAW,
    PLAY,
    TAKE,
    Action,
    Deal,
    Discard,
    Draw,
    Play,
    Take,
)
from tavola.rules.lost_cities.events import Dealt, Discarded, Drew, Ended, Event, Played, RoundScored, Took
from tavola.rules.lost_cities.material import COLOUR_NAMES, HAND, WAGER, Card, pack
from tavola.rules.lost_cities.state import Cards, LostCitiesOptions, Phase, State

__all__ = ["apply", "fixed", "initial", "legal_actions", "outcome", "sample", "score", "to_play", "trusted"]

COST: Final = 20
LONG: Final = 8
BONUS: Final = 20
_index = attrgetter("index")


def initial(players: int, options: LostCitiesOptions, start: Seat = 0) -> State:
    """The table before the first deal."""
    if players != 2:
        raise BadOption(f"Lost Cities is played by 2, not by {players}.")
    if start not in (0, 1):
        raise BadOption("The starting seat is 0 or 1.")
    empty: tuple[Cards, ...] = ((),) * options.colours
    return State(
        options=options,
        phase=Phase.DEAL,
        turn=start,
        turns=0,
        hands=((), ()),
        known=((), ()),
        expeditions=(empty, empty),
        discards=empty,
        deck=(),
        barred=None,
        quiet=0,
        start=start,
        scores=(),
        stalled=False,
    )


def to_play(state: State) -> Seat | Chance | None:
    """Who acts."""
    phase = state.phase
    if phase is Phase.LAY or phase is Phase.DRAW:
        return state.turn
    return CHANCE if phase is Phase.DEAL else None


# --- The deal (LC-002 to LC-005) ---------------------------------------------------------------------------


def sample(state: State, rng: Random) -> Deal:
    """A fair shuffle, and a fair choice of the starter where a tie is left to chance."""
    _must_deal(state)
    start = below(rng, 2) if next_start(state) is None else None
    return Deal(shuffled(rng, pack(state.options.colours)), start)


def fixed(state: State) -> Deal:
    """The pack in printed order; seat 0 starts where a tie is left to chance."""
    _must_deal(state)
    return Deal(pack(state.options.colours), 0 if next_start(state) is None else None)


def _must_deal(state: State) -> None:
    if state.phase is not Phase.DEAL:
        raise NotLegal("It is not chance's turn.")


def next_start(state: State) -> Seat | None:
    """Who starts the round about to be dealt (LC-025, LCA-08 to LCA-10); None leaves it to chance."""
    if not state.scores:
        return state.start
    if state.options.round_starter == "alternate":
        return 1 - state.start
    mine, theirs = totals(state) if state.options.round_starter == "totalLeader" else state.scores[-1]
    if mine != theirs:
        return 0 if mine > theirs else 1
    if state.options.tie_starter == "nonStarter":
        return 1 - state.start
    return 1 - state.turn if state.options.tie_starter == "afterLastMover" else None


def _check_deal(state: State, action: Action) -> None:
    if not isinstance(action, Deal):
        raise NotLegal("The cards must be dealt first.", "LC-003")
    if not isinstance(action.order, tuple) or Counter(action.order) != Counter(pack(state.options.colours)):
        raise NotLegal(f"A deal holds all the cards of {state.options.colours} colours, each once.", "LC-003")
    if next_start(state) is None:
        if action.start not in (0, 1):
            raise NotLegal("This deal must say who starts.", "LCA-10")
    elif action.start is not None:
        raise NotLegal("This deal does not choose who starts.", "LC-025")


def _deal(state: State, deal: Deal) -> Step[State, Event]:
    order: Cards = deal.order  # type: ignore[assignment]  # checked: no card is unknown
    start = next_start(state)
    if start is None:
        start = deal.start or 0
    hands = tuple(sorted(order[:HAND], key=_index)), tuple(sorted(order[HAND : 2 * HAND], key=_index))
    empty: tuple[Cards, ...] = ((),) * state.options.colours
    dealt = state._replace(
        phase=Phase.LAY,
        turn=start,
        turns=state.turns + 1,
        hands=hands,
        known=((), ()),
        expeditions=(empty, empty),
        discards=empty,
        deck=order[2 * HAND :],
        barred=None,
        quiet=0,
        start=start,
        stalled=False,
    )
    return Step(dealt, (Dealt(len(state.scores), start, hands),), True)


# --- The turn: lay, then draw (LC-010 to LC-017) -------------------------------------------------------------


def can_play(column: Cards, card: Card) -> bool:
    """Whether the card may extend the column: rising numbers, wagers before any number (LC-012, LC-013)."""
    return not column or card.value > column[-1].value or card.value == WAGER == column[-1].value


def legal_actions(state: State) -> list[Action]:
    """Lay each card in the column or on the pile of its colour; then draw from the deck or a pile."""
    actions: list[Action] = []
    if state.phase is Phase.LAY:
        columns = state.expeditions[state.turn]
        previous = None
        for card in state.hands[state.turn]:
            if card is not previous:  # the wagers of a colour are alike and stand together in the hand
                if can_play(columns[card.colour], card):
                    actions.append(PLAY[card.index])
                actions.append(DISCARD[card.index])
                previous = card
    elif state.phase is Phase.DRAW:
        actions.append(DRAW)
        for colour, pile in enumerate(state.discards):
            if pile and colour != state.barred:
                actions.append(TAKE[colour])
    return actions


def apply(state: State, action: Action) -> Step[State, Event]:
    """What the action leads to; NotLegal, with the reason, where the rules forbid it."""
    if state.phase is Phase.DEAL:
        _check_deal(state, action)
    elif action not in legal_actions(state):
        raise _refusal(state, action)
    return trusted(state, action)


def trusted(state: State, action: Action) -> Step[State, Event]:
    """The same for an action known to be legal."""
    match action:
        case Play(card):
            return _lay(state, card, played=True)
        case Discard(card):
            return _lay(state, card, played=False)
        case Draw():
            return _draw(state)
        case Take(colour):
            return _take(state, colour)
        case Deal():
            return _deal(state, action)


def _refusal(state: State, action: Action) -> NotLegal:
    if state.phase is Phase.OVER:
        return NotLegal("The match is over.", "LC-026")
    match action:
        case Play(Card() as card) | Discard(Card() as card) if state.phase is Phase.LAY:
            if card not in state.hands[state.turn]:
                return NotLegal(f"You do not hold {card.code}.", "LC-010")
            if card.value == WAGER:
                return NotLegal(f"{card.code} can only be played before any number of its colour.", "LC-013")
            return NotLegal(f"{card.code} is not higher than the last card of its column.", "LC-012")
        case Play() | Discard() if state.phase is Phase.DRAW:
            return NotLegal("You have laid a card: now draw one.", "LC-010")
        case Draw() | Take() if state.phase is Phase.LAY:
            return NotLegal("Lay a card first, then draw.", "LC-010")
        case Take(int(colour)) if 0 <= colour < state.options.colours:
            if colour == state.barred:
                return NotLegal("You may not take back the card you have just discarded.", "LC-017")
            return NotLegal(f"The {COLOUR_NAMES[colour]} discard pile is empty.", "LC-016")
    return NotLegal("That cannot be done now.", "LC-010")


def _set(items: tuple[Cards, ...], at: int, cards: Cards) -> tuple[Cards, ...]:
    return (*items[:at], cards, *items[at + 1 :])


def _without(cards: Cards, card: Card) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _pair(pair: tuple[Cards, Cards], seat: Seat, cards: Cards) -> tuple[Cards, Cards]:
    return (pair[0], cards) if seat else (cards, pair[1])


def _lay(state: State, card: Card, *, played: bool) -> Step[State, Event]:
    seat, colour = state.turn, card.colour
    known = state.known
    if card in known[seat]:
        known = _pair(known, seat, _without(known[seat], card))
    hands = _pair(state.hands, seat, _without(state.hands[seat], card))
    if not played:
        discards = _set(state.discards, colour, (*state.discards[colour], card))
        laid = state._replace(phase=Phase.DRAW, hands=hands, known=known, discards=discards, barred=colour)
        return Step(laid, (Discarded(seat, card),), False)
    mine = _set(state.expeditions[seat], colour, (*state.expeditions[seat][colour], card))
    expeditions = (state.expeditions[0], mine) if seat else (mine, state.expeditions[1])
    laid = state._replace(phase=Phase.DRAW, hands=hands, known=known, expeditions=expeditions)
    return Step(laid, (Played(seat, card),), False)


def _insert(cards: Cards, card: Card) -> Cards:
    at = bisect_left(cards, card.index, key=_index)
    return (*cards[:at], card, *cards[at:])


def _draw(state: State) -> Step[State, Event]:
    seat, card = state.turn, state.deck[0]
    hands = _pair(state.hands, seat, _insert(state.hands[seat], card))
    drawn = state._replace(hands=hands, deck=state.deck[1:], barred=None, quiet=0)
    events: tuple[Event, ...] = (Drew(seat, card),)
    if not drawn.deck:  # the round ends at once (LC-020, LCA-03)
        return _end_round(drawn, events, stalled=False)
    return Step(_pass_turn(drawn), events, True)


def _take(state: State, colour: int) -> Step[State, Event]:
    seat, pile = state.turn, state.discards[colour]
    card = pile[-1]
    taken = state._replace(
        hands=_pair(state.hands, seat, _insert(state.hands[seat], card)),
        known=_pair(state.known, seat, _insert(state.known[seat], card)),
        discards=_set(state.discards, colour, pile[:-1]),
        barred=None,
        quiet=state.quiet + 1,
    )
    events: tuple[Event, ...] = (Took(seat, card),)
    if state.options.stall_limit is not None and taken.quiet >= state.options.stall_limit:  # LCA-14
        return _end_round(taken, events, stalled=True)
    return Step(_pass_turn(taken), events, False)


def _pass_turn(state: State) -> State:
    return state._replace(phase=Phase.LAY, turn=1 - state.turn, turns=state.turns + 1)


# --- Scoring and the match (LC-020 to LC-026) ----------------------------------------------------------------


def score(column: Cards) -> int:
    """The points of one expedition (LC-022, LC-023)."""
    if not column:
        return 0
    wagers = sum(card.value == WAGER for card in column)
    points = (sum(card.value for card in column) - COST) * (1 + wagers)
    return points + BONUS if len(column) >= LONG else points


def totals(state: State) -> tuple[int, int]:
    """The points of the finished rounds."""
    return sum(a for a, _ in state.scores), sum(b for _, b in state.scores)


def _end_round(state: State, events: tuple[Event, ...], *, stalled: bool) -> Step[State, Event]:
    columns = tuple(tuple(score(column) for column in side) for side in state.expeditions)
    scores = (*state.scores, (sum(columns[0]), sum(columns[1])))
    over = len(scores) == state.options.rounds
    scored = state._replace(phase=Phase.OVER if over else Phase.DEAL, scores=scores, stalled=stalled)
    events += (RoundScored(len(state.scores), columns, stalled),)
    if result := outcome(scored):
        events += (Ended(result),)
    return Step(scored, events, True)


def outcome(state: State) -> Outcome | None:
    """Most points over all rounds; a tie is shared (LC-026, LCA-11)."""
    if state.phase is not Phase.OVER:
        return None
    mine, theirs = points = totals(state)
    places = (1 + (mine < theirs), 1 + (theirs < mine))
    return Outcome(("stall",) if state.stalled else ("rounds",), places, points)
