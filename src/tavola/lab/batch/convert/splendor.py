"""Positions of Splendor between the rules and the batched engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tavola.bots.arrays.bits import pack_gems
from tavola.bots.arrays.splendor import Splendor
from tavola.bots.arrays.splendor_table import NO_NOBLE, NONE, SECRET, Deal, Side, Table
from tavola.bots.arrays.splendor_worlds import PHASES, pack_entries, pack_set
from tavola.lab.batch.convert.scalars import Scalar, i32, u8, u16, u32
from tavola.rules.jewels import LEVELS, Reserved, subtract
from tavola.rules.splendor.actions import Action, Buy, Pay, Reserve, ReserveDeck
from tavola.rules.splendor.material import CARDS, GOLD, NOBLES, Card, stacks
from tavola.rules.splendor.state import Player, State

__all__ = ["chance_of", "deal_of", "from_state", "to_state"]

_GEMS: Final = range(0, 30, 6)

# --- From the rules ------------------------------------------------------------------------------------------


def from_state(engine: Splendor, state: State) -> Table:
    """See Converter."""
    offer = [*_face_up(state), *(held.card for held in state.players[state.turn].reserved)]
    deal = deal_of(engine, state)
    return Table(
        phase=u8(PHASES[state.phase]),
        turn=u8(state.turn),
        turns=u16(state.turns),
        start=u8(state.start),
        passes=u8(state.passes),
        buying=u8(NONE if state.buying is None else offer.index(state.buying)),
        rows=deal.rows,
        deck=_set(card for deck in state.decks for card in deck),
        nobles=deal.nobles,
        players=tuple(map(_side, state.players)),
    )


def deal_of(engine: Splendor, state: State) -> Deal:
    """See Converter."""
    one, two, three = (_word([NONE if card is None else card.index for card in row], 8) for row in state.rows)
    start: Scalar = i32(state.start)
    return Deal((one, two, three), _word([noble.index for noble in state.nobles], 4), start)


def chance_of(engine: Splendor, before: State, action: Action, chance: None, after: State) -> Scalar:
    """See Converter: the card that the action draws, 255 where there is none."""
    level = 0
    match action:
        case Reserve(card):
            level = card.level
        case ReserveDeck(drawn):
            level = drawn
        case Buy(card) if card in _face_up(before):
            level = card.level
        case Pay() if before.buying is not None and before.buying in _face_up(before):
            level = before.buying.level
    deck = before.decks[level - 1] if level else ()
    return i32(deck[0].index if deck else NONE)


def _face_up(state: State) -> list[Card | None]:
    return [card for row in state.rows for card in row]


def _side(player: Player) -> Side:
    return Side(
        gems=u32(pack_gems(player.tokens[:GOLD])),
        gold=u8(player.tokens[GOLD]),
        bonuses=u32(pack_gems(player.bonuses)),
        points=u8(player.points),
        hand=_word([held.card.index | SECRET * held.secret for held in player.reserved], 8),
        visits=u16(sum(1 << noble.index for noble in player.nobles)),
        cards=_set(player.cards),
    )


def _word(entries: Sequence[int], size: int) -> Scalar:
    return u32(pack_entries(entries, size))


def _set(cards: Iterable[Card]) -> tuple[Scalar, Scalar, Scalar]:
    one, two, three = map(u32, pack_set(cards))
    return one, two, three


# --- To the rules --------------------------------------------------------------------------------------------


def to_state(engine: Splendor, table: Table) -> State:
    """See Converter; bought cards and nobles that have visited are in printed order too."""
    players = tuple(map(_player, table.players))
    bank = stacks(engine.players)
    for player in players:
        bank = subtract(bank, player.tokens)
    rows = tuple(tuple(None if key == NONE else CARDS[key] for key in _entries(row, 8)) for row in table.rows)
    deck = _cards(table.deck)
    offer = [*(card for row in rows for card in row), *(held.card for held in players[int(table.turn)].reserved)]
    return State(
        options=engine.options,
        phase=next(phase for phase, number in PHASES.items() if number == table.phase),
        turn=int(table.turn),
        turns=int(table.turns),
        players=players,
        bank=bank,
        rows=rows,
        decks=tuple(tuple(card for card in deck if card.level == level) for level in LEVELS),
        nobles=tuple(NOBLES[entry] for entry in _entries(table.nobles, 4) if entry != NO_NOBLE),
        buying=None if table.buying == NONE else offer[int(table.buying)],
        passes=int(table.passes),
        start=int(table.start),
    )


def _player(side: Side) -> Player:
    keys = [key for key in _entries(side.hand, 8) if key != NONE]
    nobles = tuple(noble for noble in NOBLES if int(side.visits) >> noble.index & 1)
    return Player(
        tokens=(*_counts(side.gems), int(side.gold)),
        cards=_cards(side.cards),
        reserved=tuple(Reserved(CARDS[key & ~SECRET], key >= SECRET) for key in keys),
        nobles=nobles,
        bonuses=_counts(side.bonuses),
        points=int(side.points),
    )


def _counts(word: Scalar) -> tuple[int, ...]:
    return tuple(int(word) >> shift & 31 for shift in _GEMS)


def _entries(word: Scalar, size: int) -> list[int]:
    return [int(word) >> shift & (1 << size) - 1 for shift in range(0, 32, size)]


def _cards(words: Sequence[Scalar]) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if int(words[card.index >> 5]) >> (card.index & 31) & 1)
