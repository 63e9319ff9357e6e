"""Lost Cities: positions of the batched engine from those of the rules, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tavola.bots.arrays.lost_cities import DRAW, LAY, OVER, Chance, Deal, LostCities, Table, Words
from tavola.bots.encode.lost_cities import KINDS
from tavola.lab.batch.convert.scalars import Scalar, bool_, i8, i16, i32, u8, u16, u32
from tavola.rules.lost_cities.actions import Action, Draw
from tavola.rules.lost_cities.actions import Deal as RulesDeal
from tavola.rules.lost_cities.material import CARDS, WAGER, Card, pack
from tavola.rules.lost_cities.rules import score
from tavola.rules.lost_cities.state import Cards, Phase, State

__all__ = ["chance_of", "deal_of", "from_state", "to_state"]

_PHASES: Final = {Phase.LAY: LAY, Phase.DRAW: DRAW, Phase.OVER: OVER}
_BITS: Final = 12
_STACK: Final = 8


def _words(cards: Iterable[Card]) -> Scalar:
    fields = [0] * 6
    for card in cards:
        old = fields[card.colour]
        more = (old << 1 | 1) & 7 if card.value == WAGER else 1 << (card.value + 1)
        fields[card.colour] = old | more
    return tuple(u32(fields[at] | fields[at + 1] << _BITS) for at in (0, 2, 4))


def _cards(words: Words) -> list[Card]:
    found = []
    for colour in range(6):
        bits = int(words[colour >> 1]) >> _BITS * (colour & 1)
        found += [CARDS[KINDS * colour]] * (bits & 7).bit_count()
        found += [CARDS[KINDS * colour + kind] for kind in range(1, KINDS) if bits >> kind + 2 & 1]
    return found


def _pile(cards: Cards) -> Scalar:
    codes = [max(card.value, 1) for card in reversed(cards)]
    low, high = codes[:_STACK], codes[_STACK:]
    lo, hi = (u32(sum(code << 4 * at for at, code in enumerate(part))) for part in (low, high))
    return lo, hi


def _pile_cards(colour: int, lo: int, hi: int) -> Cards:
    both = lo | hi << 4 * _STACK
    codes = [both >> shift & 15 for shift in range(0, 4 * 12, 4)]
    return tuple(CARDS[KINDS * colour + code - 1] for code in reversed(codes) if code)


def from_state(engine: LostCities, state: State) -> Table:
    """See Converter."""
    rounds = state.options.rounds
    scores = [*state.scores, *[(0, 0)] * (rounds - len(state.scores))]
    running = [sum(map(score, columns)) for columns in state.expeditions]
    return Table(
        phase=u8(_PHASES[state.phase]),
        turn=u8(state.turn),
        turns=u16(state.turns),
        hands=(_words(state.hands[0]), _words(state.hands[1])),
        known=(_words(state.known[0]), _words(state.known[1])),
        columns=tuple(_words(card for column in side for card in column) for side in state.expeditions),
        deck=_words(state.deck),
        piles=tuple(map(_pile, state.discards)),
        barred=i8(-1 if state.barred is None else state.barred),
        quiet=u16(state.quiet),
        start=u8(state.start),
        running=(i16(running[0]), i16(running[1])),
        scores=tuple((i16(mine), i16(theirs)) for mine, theirs in scores),
        finished=u8(len(state.scores)),
        stalled=bool_(state.stalled),
    )


def to_state(engine: LostCities, table: Table) -> State:
    """See Converter."""
    colours, finished = engine.options.colours, int(table.finished)
    columns = [_cards(words) for words in table.columns]
    barred = int(table.barred)

    def split(side: list[Card]) -> tuple[Cards, ...]:
        return tuple(tuple(card for card in side if card.colour == colour) for colour in range(colours))

    return State(
        options=engine.options,
        phase=next(phase for phase, number in _PHASES.items() if number == int(table.phase)),
        turn=int(table.turn),
        turns=int(table.turns),
        hands=(tuple(_cards(table.hands[0])), tuple(_cards(table.hands[1]))),
        known=(tuple(_cards(table.known[0])), tuple(_cards(table.known[1]))),
        expeditions=(split(columns[0]), split(columns[1])),
        discards=tuple(_pile_cards(colour, int(lo), int(hi)) for colour, (lo, hi) in enumerate(table.piles)),
        deck=tuple(_cards(table.deck)),
        barred=None if barred < 0 else barred,
        quiet=int(table.quiet),
        start=int(table.start),
        scores=tuple((int(mine), int(theirs)) for mine, theirs in table.scores[:finished]),
        stalled=bool(table.stalled),
    )


def deal_of(engine: LostCities, state: State) -> Deal:
    """See Converter."""
    return Deal((_words(state.hands[0]), _words(state.hands[1])), i32(state.start))


def chance_of(engine: LostCities, before: State, action: Action, chance: RulesDeal | None, after: State) -> Chance:
    """See Converter."""
    drawn = before.deck[0].index if isinstance(action, Draw) else 0
    if engine.options.rounds == 1:
        return Chance(i32(drawn), None)
    plain = pack(engine.options.colours)
    dealt = after if chance is not None else after._replace(hands=(plain[:8], plain[8:16]), start=0)
    return Chance(i32(drawn), deal_of(engine, dealt))
