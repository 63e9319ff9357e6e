"""What a seat may know of Splendor Duel: the one gate from hidden to seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import NamedTuple

from tavola.rules.core import Seat
from tavola.rules.duel.actions import Action, Buy, Deal
from tavola.rules.duel.events import Event, Refilled, ReservedCard
from tavola.rules.duel.material import (
    CARDS,
    EMPTY,
    NO_COLOUR,
    PRIVILEGES,
    ROWS,
    ROYALS,
    TOKEN,
    TOKEN_COUNTS,
    Card,
    Royal,
)
from tavola.rules.duel.rules import apply, legal_actions, outcome
from tavola.rules.duel.state import DuelOptions, Phase, Player, State
from tavola.rules.duel.steps import ROYAL_CROWNS
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

__all__ = ["PlayerView", "View", "check", "complete", "determinize", "redact", "view"]


class PlayerView(NamedTuple):
    """What may be known of a player."""

    tokens: tuple[int, ...]
    columns: tuple[tuple[Card, ...], ...]
    reserved: tuple[Held[Card], ...]
    royals: tuple[Royal, ...]
    privileges: int
    bonuses: tuple[int, ...]
    colour_points: tuple[int, ...]
    points: int
    crowns: int


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat, or a spectator, has been shown and may remember."""

    seat: Seat | None
    options: DuelOptions
    phase: Phase
    turn: Seat
    turns: int
    players: tuple[PlayerView, ...]
    board: tuple[int, ...]
    bag: tuple[int, ...]
    """What the bag holds, which anyone can work out; not the order in which it will be drawn."""
    privileges: int
    rows: tuple[tuple[Card | None, ...], ...]
    deck_sizes: tuple[int, ...]
    royals: tuple[Royal, ...]
    card: Card | None
    replenished: bool
    extra: bool
    start: Seat


def view(state: State, seat: Seat | None) -> View:
    """What the seat may know; None is a spectator."""
    players = tuple(_player(state, owner, seat) for owner in (0, 1))
    return View(
        seat=seat,
        options=state.options,
        phase=state.phase,
        turn=state.turn,
        turns=state.turns,
        players=players,
        board=state.board,
        bag=state.bag,
        privileges=state.privileges,
        rows=state.rows,
        deck_sizes=tuple(map(len, state.decks)),
        royals=state.royals,
        card=state.card,
        replenished=state.replenished,
        extra=state.extra,
        start=state.start,
    )


def _player(state: State, owner: Seat, seat: Seat | None) -> PlayerView:
    player = state.players[owner]
    hand = shown(player.reserved, lambda held: owner == seat or not held.secret or held.card is state.card)
    return PlayerView(player.tokens, player.columns, hand, *player[3:])


def determinize(v: View, rng: Random) -> State:
    """A state the seat cannot tell from the true one: the unseen cards of each level shuffled.

    A Privilege that was legal only because a secret card was affordable tells something of that card; that
    inference is left out.
    """
    seen = [card for row in v.rows for card in row if card is not None]
    seen += [card for player in v.players for column in player.columns for card in column]
    if v.phase is Phase.PLACE and v.card is not None:
        seen.append(v.card)
    hands, decks = fill_decks(CARDS, seen, [player.reserved for player in v.players], rng)
    if v.phase is Phase.DEAL:
        decks = ((), (), ())
    return State(
        options=v.options,
        phase=v.phase,
        turn=v.turn,
        turns=v.turns,
        players=tuple(
            Player(player.tokens, player.columns, hand, *player[3:])
            for player, hand in zip(v.players, hands, strict=True)
        ),
        board=v.board,
        bag=v.bag,
        privileges=v.privileges,
        rows=v.rows,
        decks=decks,
        royals=v.royals,
        card=v.card,
        replenished=v.replenished,
        extra=v.extra,
        start=v.start,
    )


def check(state: State) -> None:
    """Refuse a state in which a piece is missing or in two places, or which contradicts itself."""
    on_board = [state.board.count(token) for token in range(7)]
    held = [player.tokens for player in state.players]
    if tuple(map(sum, zip(state.bag, on_board, *held, strict=True))) != TOKEN_COUNTS or min(state.bag) < 0:
        raise NotUnderstood("The tokens do not add up.")
    if state.board.count(EMPTY) + sum(on_board) != 25:
        raise NotUnderstood("The board has 25 cells.")
    privileges = [state.privileges, *(player.privileges for player in state.players)]
    if sum(privileges) != PRIVILEGES or min(privileges) < 0:
        raise NotUnderstood("The Privileges do not add up.")
    _check_cards(state)
    for seat, player in enumerate(state.players):
        _check_player(state, seat, player)
    _check_phase(state)


def _check_phase(state: State) -> None:
    card, player = state.card, state.players[state.turn]
    if (state.phase in (Phase.PAY, Phase.PLACE, Phase.TOKEN)) != (card is not None):
        raise NotUnderstood("A card is being bought in the phases pay, place and token alone.")
    on_offer = [other for row in state.rows for other in row] + [held.card for held in player.reserved]
    if state.phase is Phase.PAY and card not in on_offer:
        raise NotUnderstood("The card being paid for is neither in the pyramid nor reserved.")
    dealt = state.phase is not Phase.DEAL
    if (state.turns > 0) != dealt or (not dealt and any(any(player.tokens) for player in state.players)):
        raise NotUnderstood("The first turn begins with the deal.")
    royals_due = sum(player.crowns >= crowns for crowns in ROYAL_CROWNS)
    impossible = {
        Phase.REPLENISH: not any(state.bag) or state.replenished,
        Phase.RESERVE: len(player.reserved) >= HAND_LIMIT,
        Phase.PLACE: card is None or not card.wild,
        Phase.TOKEN: card is None or TOKEN not in card.abilities,
        Phase.ROYAL: len(player.royals) >= royals_due,
    }
    if impossible.get(state.phase):
        raise NotUnderstood(f"The phase {state.phase.value} cannot be now.")
    ended = outcome(state)
    by_chance = state.phase in (Phase.DEAL, Phase.REPLENISH)
    if not (ended.reasons if ended else by_chance or legal_actions(state)):
        raise NotUnderstood("Nobody could go on from this position.")


def _check_cards(state: State) -> None:
    cards = [card for pile in (*state.rows, *state.decks) for card in pile if card is not None]
    royals = [*state.royals]
    for player in state.players:
        cards += chain.from_iterable(player.columns)
        cards += [held.card for held in player.reserved]
        royals += player.royals
    if state.phase is Phase.PLACE and state.card is not None:
        cards.append(state.card)  # paid for, and not yet placed
    if not each_once(cards, () if state.phase is Phase.DEAL else CARDS):
        raise NotUnderstood("Each card must be in exactly one place.")
    if not each_once(royals, ROYALS):
        raise NotUnderstood("Each Royal must be in exactly one place.")
    piles = [*state.rows, *state.decks]
    if any(card is not None and card.level != at % 3 + 1 for at, pile in enumerate(piles) for card in pile):
        raise NotUnderstood("A card lies among those of another level.")
    if tuple(map(len, state.rows)) != ROWS:
        raise NotUnderstood("The pyramid has five, four and three places.")


def _check_player(state: State, seat: Seat, player: Player) -> None:
    coloured = player.columns[:5]
    bonuses = tuple(sum(card.bonuses for card in column) for column in coloured)
    colour_points = tuple(sum(card.points for card in column) for column in coloured)
    cards = [card for column in player.columns for card in column]
    points = sum(card.points for card in cards) + sum(royal.points for royal in player.royals)
    sums = (bonuses, colour_points, points, sum(card.crowns for card in cards))
    if sums != (player.bonuses, player.colour_points, player.points, player.crowns):
        raise NotUnderstood(f"Seat {seat + 1}'s bonuses, points or crowns do not fit the cards.")
    for colour, column in enumerate(player.columns):
        if any((colour == NO_COLOUR) if card.wild else card.colour != colour for card in column):
            raise NotUnderstood(f"Seat {seat + 1} has a card in the wrong column.")
    if min(player.tokens) < 0 or len(player.reserved) > HAND_LIMIT:
        raise NotUnderstood(f"Seat {seat + 1} has an impossible number of tokens or reserved cards.")
    between_turns = seat != state.turn or state.phase is Phase.OVER
    if between_turns and sum(player.tokens) > TOKEN_LIMIT:
        raise NotUnderstood("Only the player on turn may have more than ten tokens.")
    if state.phase is Phase.RETURN and seat == state.turn and sum(player.tokens) <= TOKEN_LIMIT:
        raise NotUnderstood("Tokens are returned only above ten.")


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
    return replace(deal, decks=drawn_from_decks(deal.decks, drawn, ROWS))


def complete(deal: Action, later: Sequence[Action], state: State, rng: Random) -> Action:
    """Fill the gaps of a redacted deal so that the later actions can follow it from the state before it."""
    return complete_deal(deal, later, state, CARDS, apply, Buy, rng) if isinstance(deal, Deal) else deal
