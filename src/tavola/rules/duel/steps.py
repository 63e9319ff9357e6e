"""What follows the action of a turn of Splendor Duel: abilities, Royals, the limit, the pyramid, victory.

Each step either happens by itself or stops at a phase in which the player chooses; then the next one follows.
"""

from __future__ import annotations

from typing import Final

from tavola.rules.core import Outcome, Seat, Step
from tavola.rules.duel.events import (
    Ended,
    Event,
    GainedPrivilege,
    Placed,
    Received,
    Refilled,
    Returned,
    Stole,
    TookToken,
    WonTurn,
)
from tavola.rules.duel.legal import ONE, column_of
from tavola.rules.duel.material import EMPTY, EXTRA_TURN, GOLD, NO_COLOUR, PRIVILEGE, STEAL, TOKEN, Card, Royal
from tavola.rules.duel.state import Phase, Player, State
from tavola.rules.errors import NotLegal
from tavola.rules.jewels import TOKEN_LIMIT, add, set_at, subtract

__all__ = [
    "ROYAL_CROWNS",
    "Events",
    "bought_card",
    "end_turn",
    "gain_privilege",
    "outcome",
    "own",
    "pick_up",
    "place",
    "receive",
    "refill",
    "return_token",
    "set_player",
    "steal",
    "take_token",
]

POINTS_TO_WIN: Final = 20
CROWNS_TO_WIN: Final = 10
COLOUR_POINTS_TO_WIN: Final = 10
ROYAL_CROWNS: Final = (3, 6)

Events = tuple[Event, ...]


def set_player(state: State, player: Player) -> tuple[Player, ...]:
    """The players with the one on turn changed."""
    return (state.players[0], player) if state.turn else (player, state.players[1])


def gain_privilege(state: State, seat: Seat) -> tuple[State, Events]:
    """Take a Privilege from above the board, else from the other player, else nothing (SD-050, SD-051)."""
    mine, theirs = state.players[seat], state.players[1 - seat]
    if state.privileges:
        players = set_at(state.players, seat, mine._replace(privileges=mine.privileges + 1))
        return state._replace(players=players, privileges=state.privileges - 1), (GainedPrivilege(seat, False),)
    if not theirs.privileges:
        return state, ()
    players = set_at(state.players, seat, mine._replace(privileges=mine.privileges + 1))
    players = set_at(players, 1 - seat, theirs._replace(privileges=theirs.privileges - 1))
    return state._replace(players=players), (GainedPrivilege(seat, True),)


def pick_up(state: State, cells: tuple[int, ...]) -> State:
    """Move the tokens of these cells to the player on turn."""
    board, tokens = list(state.board), list(state.players[state.turn].tokens)
    for cell in cells:
        tokens[board[cell]] += 1
        board[cell] = EMPTY
    player = state.players[state.turn]._replace(tokens=tuple(tokens))
    return state._replace(players=set_player(state, player), board=tuple(board))


def refill(state: State, slot: int, level: int) -> tuple[State, int, Events]:
    """Lay the next card of the level's deck, if there is one, on a place of the pyramid (SD-076, SD-087)."""
    deck = state.decks[level - 1]
    if not deck:
        return state, slot, ()
    rows = set_at(state.rows, level - 1, set_at(state.rows[level - 1], slot, deck[0]))
    after = state._replace(rows=rows, decks=set_at(state.decks, level - 1, deck[1:]))
    return after, slot, (Refilled(level, slot, deck[0]),)


def bought_card(state: State) -> Card:
    """The card being bought."""
    if state.card is None:
        raise NotLegal("No card is being bought.", "SD-080")
    return state.card


# --- What a bought card brings (SD-100 to SD-113) ------------------------------------------------------------


def place(state: State, colour: int, events: Events, *, reveals: bool = False) -> Step[State, Event]:
    """Place a wild card on a column (SD-102)."""
    return own(state, colour, (*events, Placed(state.turn, bought_card(state), colour)), reveals=reveals)


def own(state: State, column: int, events: Events, *, reveals: bool) -> Step[State, Event]:
    """Lay the card in its column, where it grants its bonuses, points and crowns; then its ability."""
    card, player = bought_card(state), state.players[state.turn]
    bonuses, colour_points = player.bonuses, player.colour_points
    if column != NO_COLOUR:
        bonuses = set_at(bonuses, column, bonuses[column] + card.bonuses)
        colour_points = set_at(colour_points, column, colour_points[column] + card.points)
    player = player._replace(
        columns=set_at(player.columns, column, (*player.columns[column], card)),
        bonuses=bonuses,
        colour_points=colour_points,
        points=player.points + card.points,
        crowns=player.crowns + card.crowns,
    )
    owned = state._replace(players=set_player(state, player))
    return _resolve(owned, card.abilities, events, reveals=reveals)


def _resolve(state: State, abilities: tuple[str, ...], events: Events, *, reveals: bool) -> Step[State, Event]:
    """Resolve an ability: by itself where there is no choice, nothing where it is impossible (SDA-19)."""
    if EXTRA_TURN in abilities:
        state, events = state._replace(extra=True), (*events, WonTurn(state.turn))
    elif PRIVILEGE in abilities:
        state, gained = gain_privilege(state, state.turn)
        events += gained
    elif TOKEN in abilities:
        colour = column_of(state.players[state.turn], bought_card(state))
        cells = [cell for cell, token in enumerate(state.board) if token == colour]
        if len(cells) == 1:
            return take_token(state, cells[0], events, reveals=reveals)
        if cells:
            return Step(state._replace(phase=Phase.TOKEN), events, reveals)
    elif STEAL in abilities:
        kinds = [token for token, count in enumerate(state.players[1 - state.turn].tokens[:GOLD]) if count]
        if len(kinds) == 1:
            return steal(state, kinds[0], events, reveals=reveals)
        if kinds:
            return Step(state._replace(phase=Phase.STEAL, card=None), events, reveals)
    return _royal(state, events, reveals=reveals)


def take_token(state: State, cell: int, events: Events, *, reveals: bool = False) -> Step[State, Event]:
    """Take a token of the card's colour from the board (SD-105)."""
    took = TookToken(state.turn, cell, state.board[cell])
    return _royal(pick_up(state, (cell,)), (*events, took), reveals=reveals)


def steal(state: State, token: int, events: Events, *, reveals: bool = False) -> Step[State, Event]:
    """Take a token from the opponent (SD-107)."""
    thief, victim = state.players[state.turn], state.players[1 - state.turn]
    thief = thief._replace(tokens=add(thief.tokens, ONE[token]))
    victim = victim._replace(tokens=subtract(victim.tokens, ONE[token]))
    players = (victim, thief) if state.turn else (thief, victim)
    return _royal(state._replace(players=players), (*events, Stole(state.turn, token)), reveals=reveals)


def _royal(state: State, events: Events, *, reveals: bool) -> Step[State, Event]:
    """A Royal for the third crown and another for the sixth (SD-110, SDA-15, SDA-16)."""
    player = state.players[state.turn]
    due = sum(player.crowns >= crowns for crowns in ROYAL_CROWNS)
    if len(player.royals) >= due or not state.royals:
        return end_turn(state, events, reveals=reveals)
    if len(state.royals) > 1:
        return Step(state._replace(phase=Phase.ROYAL, card=None), events, reveals)
    return receive(state, state.royals[0], events, reveals=reveals)


def receive(state: State, royal: Royal, events: Events, *, reveals: bool = False) -> Step[State, Event]:
    """Take a Royal and resolve its ability (SD-110, SDA-17)."""
    player = state.players[state.turn]
    player = player._replace(royals=(*player.royals, royal), points=player.points + royal.points)
    left = tuple(other for other in state.royals if other is not royal)
    after = state._replace(players=set_player(state, player), royals=left, card=None)
    return _resolve(after, royal.abilities, (*events, Received(state.turn, royal)), reveals=reveals)


# --- End of turn: tokens, pyramid, victory, next turn (SD-120 to SD-127) --------------------------------------


def return_token(state: State, token: int) -> Step[State, Event]:
    """Put a token above the limit into the bag (SD-120)."""
    player = state.players[state.turn]
    player = player._replace(tokens=subtract(player.tokens, ONE[token]))
    after = state._replace(players=set_player(state, player), bag=add(state.bag, ONE[token]))
    return end_turn(after, (Returned(state.turn, token),))


def end_turn(state: State, events: Events, *, reveals: bool = False) -> Step[State, Event]:
    """Tokens above ten, the pyramid, victory, and whose turn is next."""
    if sum(state.players[state.turn].tokens) > TOKEN_LIMIT:
        return Step(state._replace(phase=Phase.RETURN, card=None), events, reveals)
    for level, row in enumerate(state.rows, 1):
        if None in row and state.decks[level - 1]:
            state, _, refilled = refill(state, row.index(None), level)
            events, reveals = events + refilled, True
    if _victories(state.players[state.turn]):
        over = state._replace(phase=Phase.OVER, card=None)
        result = outcome(over)
        return Step(over, (*events, Ended(result)) if result else events, True)
    after = state._replace(
        phase=Phase.TURN,
        turn=state.turn if state.extra else 1 - state.turn,
        turns=state.turns + 1,
        card=None,
        replenished=False,
        extra=False,
    )
    return Step(after, events, reveals)


def _victories(player: Player) -> tuple[str, ...]:
    """All the victory conditions that the player fulfils (SD-123 to SD-125)."""
    won = ("points",) * (player.points >= POINTS_TO_WIN)
    won += ("crowns",) * (player.crowns >= CROWNS_TO_WIN)
    return won + ("colour",) * (max(player.colour_points) >= COLOUR_POINTS_TO_WIN)


def outcome(state: State) -> Outcome | None:
    """The player on turn has won, by all the conditions that hold (SD-126, SDA-32)."""
    if state.phase is not Phase.OVER:
        return None
    places = (2, 1) if state.turn else (1, 2)
    points = (state.players[0].points, state.players[1].points)
    return Outcome(_victories(state.players[state.turn]), places, points)
