"""Lost Cities: positions of the batched engine from those of the rules, and back."""

from __future__ import annotations

from tavola.bots.arrays.lost_cities import LostCities
from tavola.bots.arrays.lost_cities_table import BITS, Chance, Deal, Table, Words
from tavola.bots.arrays.lost_cities_worlds import PHASES, STACK, table_of, words_of
from tavola.bots.encode.lost_cities import KINDS
from tavola.lab.batch.convert.scalars import i32
from tavola.rules.lost_cities.actions import Action, Draw
from tavola.rules.lost_cities.actions import Deal as RulesDeal
from tavola.rules.lost_cities.material import CARDS, Card, pack
from tavola.rules.lost_cities.state import Cards, State

__all__ = ["chance_of", "deal_of", "from_state", "to_state"]


def _cards(words: Words) -> list[Card]:
    found = []
    for colour in range(6):
        bits = int(words[colour >> 1]) >> BITS * (colour & 1)
        found += [CARDS[KINDS * colour]] * (bits & 7).bit_count()
        found += [CARDS[KINDS * colour + kind] for kind in range(1, KINDS) if bits >> kind + 2 & 1]
    return found


def _pile_cards(colour: int, lo: int, hi: int) -> Cards:
    both = lo | hi << 4 * STACK
    codes = [both >> shift & 15 for shift in range(0, 4 * 12, 4)]
    return tuple(CARDS[KINDS * colour + code - 1] for code in reversed(codes) if code)


def from_state(engine: LostCities, state: State) -> Table:
    """See Converter."""
    hands = (words_of(state.hands[0]), words_of(state.hands[1]))
    return table_of(state)._replace(hands=hands, deck=words_of(state.deck))


def to_state(engine: LostCities, table: Table) -> State:
    """See Converter."""
    colours, finished = engine.options.colours, int(table.finished)
    columns = [_cards(words) for words in table.columns]
    barred = int(table.barred)

    def split(side: list[Card]) -> tuple[Cards, ...]:
        return tuple(tuple(card for card in side if card.colour == colour) for colour in range(colours))

    return State(
        options=engine.options,
        phase=next(phase for phase, number in PHASES.items() if number == int(table.phase)),
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
    return Deal((words_of(state.hands[0]), words_of(state.hands[1])), i32(state.start))


def chance_of(engine: LostCities, before: State, action: Action, chance: RulesDeal | None, after: State) -> Chance:
    """See Converter."""
    drawn = before.deck[0].index if isinstance(action, Draw) else 0
    if engine.options.rounds == 1:
        return Chance(i32(drawn), None)
    plain = pack(engine.options.colours)
    dealt = after if chance is not None else after._replace(hands=(plain[:8], plain[8:16]), start=0)
    return Chance(i32(drawn), deal_of(engine, dealt))
