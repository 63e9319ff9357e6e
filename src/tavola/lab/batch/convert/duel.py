"""Splendor Duel: tables of the batched engine to states of the rules and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tavola.bots.arrays.duel import Duel
from tavola.bots.arrays.duel_table import LEVEL_OF, NONE, SECRET, WILDS, Chance, Deal, Side, Table, Tokens
from tavola.bots.arrays.duel_worlds import index_of, planes_of, table_of, words_of
from tavola.bots.encode.duel import PHASES
from tavola.lab.batch.convert.scalars import Scalar, i32, u8
from tavola.rules.duel.actions import Action, Replenish
from tavola.rules.duel.material import CARDS, CELLS, DECKS, EMPTY, PRIVILEGES, ROYALS, Card
from tavola.rules.duel.state import Phase, Player, State
from tavola.rules.jewels import HAND_LIMIT, Reserved

__all__ = ["chance_of", "deal_of", "from_state", "to_state"]


# --- From the rules --------------------------------------------------------------------------------------------


def deal_of(engine: Duel, state: State) -> Deal:
    """See Converter."""
    rows = tuple(i32(index_of(card)) for row in state.rows for card in row)
    return Deal(planes_of(state.board), rows, i32(state.start))


def chance_of(engine: Duel, before: State, action: Action, chance: Action | None, after: State) -> Chance:
    """See Converter: the card that has left its deck, and the cells that a replenish has filled."""
    left = {card for deck in after.decks for card in deck}
    drawn = [card.index for deck in before.decks for card in deck if card not in left]
    filled = [
        new if old == EMPTY and isinstance(action, Replenish) else EMPTY
        for old, new in zip(before.board, after.board, strict=True)
    ]
    return Chance(i32(drawn[0] if drawn else 0), planes_of(filled))


def from_state(engine: Duel, state: State) -> Table:
    """See Converter; in the state a seat is to play or the game is over."""
    table = table_of(state)
    one, two = (side._replace(hand=_hand(player)) for side, player in zip(table.sides, state.players, strict=True))
    return table._replace(sides=(one, two), decks=words_of(card for deck in state.decks for card in deck))


def _hand(player: Player) -> tuple[Scalar, Scalar, Scalar]:
    keys = [held.card.index + SECRET * held.secret for held in player.reserved]
    a, b, c = keys + [NONE] * (HAND_LIMIT - len(keys))
    return u8(a), u8(b), u8(c)


# --- To the rules ----------------------------------------------------------------------------------------------


def to_state(engine: Duel, table: Table) -> State:
    """See Converter; columns and Royals are in printed order too."""
    card = int(table.card)
    royals = [int(side.royals) for side in table.sides]
    rows = [_card(int(place)) for place in table.rows]
    cells = range(CELLS)
    return State(
        options=engine.options,
        phase=(*PHASES, Phase.OVER)[int(table.phase)],
        turn=int(table.turn),
        turns=int(table.turns),
        players=tuple(_player(side, int(table.wilds)) for side in table.sides),
        board=tuple(sum((int(plane) >> cell & 1) << at for at, plane in enumerate(table.board)) - 1 for cell in cells),
        bag=_counts(table.bag),
        privileges=PRIVILEGES - sum(int(side.privileges) for side in table.sides),
        rows=tuple(tuple(rows[at] for at in range(len(rows)) if LEVEL_OF[at] == level) for level in range(3)),
        decks=tuple(tuple(_cards(word, level)) for level, word in enumerate(table.decks)),
        royals=tuple(royal for royal in ROYALS if not (royals[0] | royals[1]) >> royal.index & 1),
        card=_card(card),
        replenished=bool(table.replenished),
        extra=bool(table.extra),
        start=int(table.start),
    )


def _card(index: int) -> Card | None:
    return None if index == NONE else CARDS[index]


def _cards(word: Any, level: int) -> Iterable[Card]:
    return (card for at, card in enumerate(DECKS[level]) if int(word) >> at & 1)


def _fields(word: Any) -> tuple[int, ...]:
    return tuple(int(word) >> (6 * gem) & 31 for gem in range(5))


def _counts(tokens: Tokens) -> tuple[int, ...]:
    return (*_fields(tokens.gems), int(tokens.pearls), int(tokens.gold))


def _player(side: Side, wilds: int) -> Player:
    columns: list[list[Card]] = [[] for _ in range(6)]
    for level, word in enumerate(side.owned):
        for card in _cards(word, level):
            colour = wilds >> (3 * WILDS.index(card.index)) & 7 if card.wild else card.colour
            columns[colour].append(card)
    held = [int(key) for key in side.hand if int(key) != NONE]
    return Player(
        tokens=_counts(side.tokens),
        columns=tuple(map(tuple, columns)),
        reserved=tuple(Reserved(CARDS[key & 127], key >= SECRET) for key in held),
        royals=tuple(royal for royal in ROYALS if int(side.royals) >> royal.index & 1),
        privileges=int(side.privileges),
        bonuses=_fields(side.bonuses),
        colour_points=_fields(side.colour_points),
        points=int(side.points),
        crowns=int(side.crowns),
    )
