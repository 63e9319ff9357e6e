"""What may be done in Splendor Duel, and why the rest may not (SD-021 to SD-107)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

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
    Pay,
    Replenish,
    Reserve,
    ReserveDeck,
    Take,
    TakeGold,
    UsePrivilege,
)
from tavola.rules.duel.material import CELLS, EMPTY, GOLD, Card
from tavola.rules.duel.state import Phase, Player, State
from tavola.rules.errors import NotLegal
from tavola.rules.jewels import HAND_LIMIT, add, payments, shortfall

__all__ = ["ONE", "column_of", "legal_actions", "refusal", "reserve_actions"]

ONE: Final = tuple(tuple(int(kind == token) for kind in range(7)) for token in range(7))
"""One token of each kind, as counts."""


# --- Lines of the board (SD-060 to SD-062) -------------------------------------------------------------------


def _lines() -> tuple[tuple[Take, int], ...]:
    """Every row, column or diagonal of one, two or three neighbouring cells, each with its cells as bits."""
    lines = [(cell,) for cell in range(CELLS)]  # type: list[tuple[int, ...]]
    for length in (2, 3):
        for cell in range(CELLS):
            row, column = divmod(cell, 5)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < 5 and 0 <= last_column < 5:
                    lines.append(tuple(cell + step * (5 * down + right) for step in range(length)))
    return tuple((Take(line), sum(1 << cell for cell in line)) for line in lines)


LINES: Final = _lines()


@lru_cache(maxsize=1 << 16)
def _takes(there: int) -> tuple[Take, ...]:
    """The lines that lie wholly on these cells."""
    return tuple(take for take, bits in LINES if bits & there == bits)


# --- The action of the turn ----------------------------------------------------------------------------------


def can_reserve(state: State, player: Player) -> bool:
    """Whether a card could be reserved, gold apart (SD-070, SDA-27)."""
    if len(player.reserved) >= HAND_LIMIT:
        return False
    return any(state.decks) or any(card is not None for row in state.rows for card in row)


def _has_bonus(player: Player) -> bool:
    return any(player.bonuses)


def _affordable(state: State, player: Player, tokens: tuple[int, ...]) -> list[Action]:
    gold, bonuses, wild = tokens[GOLD], player.bonuses, _has_bonus(player)
    cards = [card for row in state.rows for card in row if card is not None]
    cards += [held.card for held in player.reserved]
    return [
        BUY[card.index] for card in cards if (wild or not card.wild) and shortfall(card.cost, bonuses, tokens) <= gold
    ]


def leaves_stuck(state: State, player: Player, gems: int, cell: int) -> bool:
    """Whether taking this cell by a Privilege would leave no mandatory action, now or after a replenish (SDA-11)."""
    if gems > 1 or any(state.bag[:GOLD]):
        return False
    gold = GOLD in state.board or state.bag[GOLD] > 0
    if gold and can_reserve(state, player):
        return False
    return not _affordable(state, player, add(player.tokens, ONE[state.board[cell]]))


def _turn_actions(state: State, player: Player) -> list[Action]:
    board = state.board
    gems = [cell for cell in range(CELLS) if EMPTY < board[cell] < GOLD]
    there = 0
    for cell in gems:
        there |= 1 << cell
    actions: list[Action] = [*_takes(there)]
    actions += _affordable(state, player, player.tokens)
    if GOLD in board and can_reserve(state, player):
        actions += [GOLD_AT[cell] for cell in range(CELLS) if board[cell] == GOLD]
    if state.replenished:
        return actions or [PASS]
    if actions and player.privileges:
        actions += [USE[cell] for cell in gems if not leaves_stuck(state, player, len(gems), cell)]
    if any(state.bag):
        actions.append(REPLENISH)
    return actions or [PASS]


def column_of(player: Player, card: Card) -> int:
    """The column in which a bought card lies: its colour, for a wild card the one it was placed on (SDA-21)."""
    return next(colour for colour, column in enumerate(player.columns) if card in column)


def legal_actions(state: State) -> list[Action]:
    """All the seat on turn may do."""
    player = state.players[state.turn]
    card = state.card
    match state.phase:
        case Phase.TURN:
            return _turn_actions(state, player)
        case Phase.RESERVE:
            return reserve_actions(state)
        case Phase.PAY if card is not None:
            return [Pay(way) for way in payments(card.cost, player.bonuses, player.tokens)]
        case Phase.PLACE:
            return [PLACE[colour] for colour in range(5) if player.bonuses[colour]]
        case Phase.TOKEN if card is not None:
            colour = column_of(player, card)
            return [TOKEN_AT[cell] for cell in range(CELLS) if state.board[cell] == colour]
        case Phase.STEAL:
            theirs = state.players[1 - state.turn].tokens
            return [STEAL_IT[token] for token in range(GOLD) if theirs[token]]
        case Phase.ROYAL:
            return [CHOOSE[royal.index] for royal in state.royals]
        case Phase.RETURN:
            return [RETURN[token] for token in range(7) if player.tokens[token]]
    return []


def reserve_actions(state: State) -> list[Action]:
    """The cards that can be reserved: the pyramid's and the top of each deck (SD-072)."""
    actions: list[Action] = [RESERVE[card.index] for row in state.rows for card in row if card is not None]
    actions += [reserve for reserve, deck in zip(RESERVE_DECK, state.decks, strict=True) if deck]
    return actions


# --- Why not -------------------------------------------------------------------------------------------------

_ASKED: Final = {
    Phase.RESERVE: ("Reserve a card of the pyramid or the top card of a deck.", "SD-072"),
    Phase.PAY: ("Pay for the card exactly, with tokens you have.", "SDA-29"),
    Phase.PLACE: ("Place the wild card on a colour in which you have a bonus.", "SD-102"),
    Phase.TOKEN: ("Take a token of the card's colour from the board.", "SD-105"),
    Phase.STEAL: ("Take a gem or pearl that your opponent has.", "SD-107"),
    Phase.ROYAL: ("Take one of the Royals on the table.", "SD-110"),
    Phase.RETURN: ("Return one of your tokens until you have ten.", "SD-120"),
    Phase.OVER: ("The game is over.", "SD-126"),
}


def refusal(state: State, action: Action) -> NotLegal:
    """The reason why an action that is not listed is not legal."""
    if state.phase in _ASKED:
        return NotLegal(*_ASKED[state.phase])
    player = state.players[state.turn]
    match action:
        case UsePrivilege(cell):
            return _no_privilege(state, player, cell)
        case Replenish():
            if state.replenished:
                return NotLegal("The board has been replenished in this turn.", "SDA-08")
            return NotLegal("The bag is empty.", "SD-040")
        case Take(cells):
            return _no_take(state, cells)
        case TakeGold():
            if len(player.reserved) >= HAND_LIMIT:
                return NotLegal("You already have three reserved cards.", "SD-070")
            if GOLD not in state.board:
                return NotLegal("There is no gold on the board.", "SD-070")
            return NotLegal("Choose a cell with gold, and only if a card is left to reserve.", "SD-070")
        case Reserve() | ReserveDeck():
            return NotLegal("Take a gold token first, then reserve.", "SD-071")
        case Buy(Card() as card):
            return _no_buy(state, player, card)
    return NotLegal("That cannot be done now.", "SD-021")


def _cell(cell: object) -> bool:
    return type(cell) is int and 0 <= cell < CELLS


def _no_privilege(state: State, player: Player, cell: int) -> NotLegal:
    if state.replenished:
        return NotLegal("Privileges come before the replenishing of the board.", "SDA-02")
    if not player.privileges:
        return NotLegal("You have no Privilege.", "SD-030")
    if not _cell(cell) or state.board[cell] in (EMPTY, GOLD):
        return NotLegal("A Privilege takes a gem or a pearl from the board.", "SD-032")
    return NotLegal("That would leave you without any action to perform.", "SDA-11")


def _no_take(state: State, cells: tuple[int, ...]) -> NotLegal:
    if not isinstance(cells, tuple) or not all(map(_cell, cells)) or not 1 <= len(cells) <= 3:
        return NotLegal("Take one, two or three tokens from the board.", "SD-060")
    if any(state.board[cell] in (EMPTY, GOLD) for cell in cells):
        return NotLegal("Only cells with a gem or a pearl can be taken.", "SD-062")
    return NotLegal("The tokens must be neighbours in a straight line.", "SD-061")


def _no_buy(state: State, player: Player, card: Card) -> NotLegal:
    face_up = [other for row in state.rows for other in row]
    if card not in face_up and card not in [held.card for held in player.reserved]:
        return NotLegal(f"{card.code} is neither in the pyramid nor among your reserved cards.", "SD-080")
    if card.wild and not _has_bonus(player):
        return NotLegal(f"{card.code} needs a card with a bonus to be placed on.", "SD-103")
    lack = shortfall(card.cost, player.bonuses, player.tokens) - player.tokens[GOLD]
    return NotLegal(f"{card.code} costs {lack} more than you can pay.", "SD-082")
