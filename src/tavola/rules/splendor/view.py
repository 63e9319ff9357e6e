"""What a seat may know of Splendor: the one gate from hidden to seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import NamedTuple

from tavola.rules.core import Seat
from tavola.rules.errors import NotUnderstood
from tavola.rules.jewels import (
    HAND_LIMIT,
    TOKEN_LIMIT,
    Held,
    complete_deal,
    drawn_from_decks,
    each_once,
    fill_decks,
    shown,
)
from tavola.rules.splendor.actions import Action, Buy, Deal
from tavola.rules.splendor.events import Event, Refilled, ReservedCard
from tavola.rules.splendor.material import CARDS, ROW, Card, Noble, stacks
from tavola.rules.splendor.rules import apply, legal_actions, outcome
from tavola.rules.splendor.state import Phase, Player, SplendorOptions, State

__all__ = ["PlayerView", "View", "check", "complete", "determinize", "redact", "view"]


class PlayerView(NamedTuple):
    """What may be known of a player."""

    tokens: tuple[int, ...]
    cards: tuple[Card, ...]
    reserved: tuple[Held[Card], ...]
    nobles: tuple[Noble, ...]
    bonuses: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat, or a spectator, has been shown and may remember."""

    seat: Seat | None
    options: SplendorOptions
    phase: Phase
    turn: Seat
    turns: int
    players: tuple[PlayerView, ...]
    bank: tuple[int, ...]
    rows: tuple[tuple[Card | None, ...], ...]
    deck_sizes: tuple[int, ...]
    nobles: tuple[Noble, ...]
    buying: Card | None
    passes: int
    start: Seat


def view(state: State, seat: Seat | None) -> View:
    """What the seat may know; None is a spectator."""
    players = tuple(_player(state, owner, seat) for owner in range(len(state.players)))
    return View(
        seat=seat,
        options=state.options,
        phase=state.phase,
        turn=state.turn,
        turns=state.turns,
        players=players,
        bank=state.bank,
        rows=state.rows,
        deck_sizes=tuple(map(len, state.decks)),
        nobles=state.nobles,
        buying=state.buying,
        passes=state.passes,
        start=state.start,
    )


def _player(state: State, owner: Seat, seat: Seat | None) -> PlayerView:
    player = state.players[owner]
    sees_all = owner == seat or state.options.reserved_visibility == "allOpen"
    hand = shown(player.reserved, lambda held: sees_all or not held.secret or held.card is state.buying)
    return PlayerView(player.tokens, player.cards, hand, player.nobles, player.bonuses, player.points)


def determinize(v: View, rng: Random) -> State:
    """A state the seat cannot tell from the true one: the unseen cards of each level shuffled.

    A forced pass shows that its player's secret cards were too dear; that inference is left out.
    """
    seen = [card for row in v.rows for card in row if card is not None]
    seen += [card for player in v.players for card in player.cards]
    hands, decks = fill_decks(CARDS, seen, [player.reserved for player in v.players], rng)
    if v.phase is Phase.DEAL:
        decks = ((), (), ())
    return State(
        options=v.options,
        phase=v.phase,
        turn=v.turn,
        turns=v.turns,
        players=tuple(
            Player(player.tokens, player.cards, hand, player.nobles, player.bonuses, player.points)
            for player, hand in zip(v.players, hands, strict=True)
        ),
        bank=v.bank,
        rows=v.rows,
        decks=decks,
        nobles=v.nobles,
        buying=v.buying,
        passes=v.passes,
        start=v.start,
    )


def check(state: State) -> None:
    """Refuse a state in which a piece is missing or in two places, or which contradicts itself."""
    tokens = [sum(counts) for counts in zip(state.bank, *(player.tokens for player in state.players), strict=True)]
    if tuple(tokens) != stacks(len(state.players)) or min(state.bank) < 0:
        raise NotUnderstood("The tokens do not add up.")
    face_up = [card for row in state.rows for card in row if card is not None]
    cards = [*face_up, *chain.from_iterable(state.decks)]
    for player in state.players:
        cards += player.cards
        cards += [held.card for held in player.reserved]
    if not each_once(cards, () if state.phase is Phase.DEAL else CARDS):
        raise NotUnderstood("Each card must be in exactly one place.")
    piles = [*state.rows, *state.decks]
    if any(card is not None and card.level != at % 3 + 1 for at, pile in enumerate(piles) for card in pile):
        raise NotUnderstood("A card lies among those of another level.")
    if any(None in row and deck for row, deck in zip(state.rows, state.decks, strict=True)):
        raise NotUnderstood("A row has an empty place while its deck has cards.")
    nobles = Counter(state.nobles)
    for player in state.players:
        nobles.update(player.nobles)
    dealt = 0 if state.phase is Phase.DEAL else len(state.players) + 1
    if nobles.total() != dealt or len(nobles) != dealt:
        raise NotUnderstood("The nobles do not add up.")
    for seat, player in enumerate(state.players):
        _check_player(state, seat, player)
    _check_phase(state, face_up)


def _check_phase(state: State, face_up: list[Card]) -> None:
    buying, players = state.buying, len(state.players)
    if (state.phase is Phase.PAY) != (buying is not None):
        raise NotUnderstood("A card is being paid for in the phase pay alone.")
    hand = [held.card for held in state.players[state.turn].reserved]
    if buying is not None and buying not in face_up and buying not in hand:
        raise NotUnderstood("The card being paid for is neither on the table nor in the player's hand.")
    last_pass = state.passes == players and state.phase in (Phase.NOBLE, Phase.OVER)
    if not (0 <= state.passes < players or last_pass):
        raise NotUnderstood("The game should have ended after so many passes.")
    dealt = state.phase is not Phase.DEAL
    if (state.turns > 0) != dealt or (not dealt and any(any(player.tokens) for player in state.players)):
        raise NotUnderstood("The first turn begins with the deal.")
    ended = outcome(state)
    if not (ended.reasons if ended else legal_actions(state) or not dealt):
        raise NotUnderstood("Nobody could go on from this position.")


def _check_player(state: State, seat: Seat, player: Player) -> None:
    bonuses = [sum(card.bonus == colour for card in player.cards) for colour in range(5)]
    points = sum(card.points for card in player.cards) + sum(noble.points for noble in player.nobles)
    if player.bonuses != tuple(bonuses) or player.points != points:
        raise NotUnderstood(f"Seat {seat + 1}'s bonuses or points do not fit the cards.")
    if min(player.tokens) < 0 or len(player.reserved) > HAND_LIMIT:
        raise NotUnderstood(f"Seat {seat + 1} has an impossible number of tokens or reserved cards.")
    over = sum(player.tokens) > TOKEN_LIMIT
    if over != (state.phase is Phase.RETURN and seat == state.turn):
        raise NotUnderstood("Only who is returning tokens has more than ten.")


def redact(deal: Action, events: Sequence[Event], seat: Seat | None) -> Action:
    """The deal as a seat knows it after these events: what was laid out, and what it drew itself."""
    if not isinstance(deal, Deal):
        return deal
    drawn: list[tuple[int, Card | None]] = []
    for event in events:
        match event.seen_by(seat):
            case Refilled(level, _, card):
                drawn.append((level, card))
            case ReservedCard(slot=None) as reserved:
                drawn.append((reserved.level, reserved.card))
    return replace(deal, decks=drawn_from_decks(deal.decks, drawn, (ROW,) * 3))


def complete(deal: Action, later: Sequence[Action], state: State, rng: Random) -> Action:
    """Fill the gaps of a redacted deal so that the later actions can follow it from the state before it."""
    return complete_deal(deal, later, state, CARDS, apply, Buy, rng) if isinstance(deal, Deal) else deal
