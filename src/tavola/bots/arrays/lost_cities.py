"""Lost Cities over arrays: the rules."""

from __future__ import annotations

from typing import Literal

from tavola.bots.arrays.bits import below, field, nth_bit, popcount, random_words, u32
from tavola.bots.arrays.library import Array, choose, stage, xp
from tavola.bots.arrays.lost_cities_observe import Spread
from tavola.bots.arrays.lost_cities_table import (
    BITS,
    DRAW,
    FIELD,
    LAY,
    OVER,
    WORDS,
    Chance,
    Deal,
    Pair,
    Table,
    Words,
    added,
    cards_of,
    has,
    left,
    may_follow,
    ordered,
    pile_of,
    piles_after,
    removed,
    score,
    seated,
    turn_over,
)
from tavola.bots.encode import encoding
from tavola.bots.encode.lost_cities import KINDS
from tavola.rules.lost_cities import LostCitiesOptions
from tavola.rules.lost_cities.material import HAND

__all__ = ["LostCities"]


class LostCities:
    """The engine of Lost Cities; see tavola.lab.batch.env.Engine."""

    def __init__(
        self,
        options: LostCitiesOptions,
        *,
        reward: Literal["win", "margin"] = "win",
        start: int | None = None,
        max_steps: int | None = None,
    ) -> None:
        """`margin` rewards with the difference of points over 100; `start` fixes who begins, else it is drawn."""
        self.options = options
        self.encoding = encoding("lost-cities", 2, options)
        self.num_actions = self.encoding.actions
        self.reward = reward
        self.start = start
        self.max_steps = 1000 * options.rounds if max_steps is None else max_steps
        self.cards = KINDS * options.colours
        self.drawing = 2 * self.cards
        """The action that draws from the deck; those above it take from a pile."""
        self.spread = Spread(options)
        full = [FIELD] * options.colours + [0] * (2 * WORDS - options.colours)
        self.pack = tuple(full[2 * at] | full[2 * at + 1] << BITS for at in range(WORDS))
        self.places = [
            (colour >> 1, BITS * (colour & 1) + (kind + 2 if kind else 0))
            for colour in range(options.colours)
            for kind in range(KINDS)
        ]

    # --- Chance ----------------------------------------------------------------------------------------------

    def deal_chance(self, key: Array) -> Deal:
        """See Engine."""
        first, *rest = random_words(key, 1 + 2 * HAND)
        start = (first >> 31).astype(xp.int32) if self.start is None else xp.int32(self.start)
        return Deal(self._hands(rest), start)

    def _hands(self, rest: list[Array]) -> tuple[Words, Words]:
        deck = [u32(word) for word in self.pack]
        size = 12 * self.options.colours
        hands = []
        for seat in (0, 1):
            before = deck
            for at in range(HAND):
                left = xp.int32(size - HAND * seat - at)
                place = nth_bit(deck, below(rest[HAND * seat + at], left))
                bit = u32(1) << (place & 31).astype(xp.uint32)
                deck = [xp.where(place >> 5 == word, held & ~bit, held) for word, held in enumerate(deck)]
            hands.append(ordered([old & ~new for old, new in zip(before, deck, strict=True)]))
        both: tuple[Words, Words] = stage((hands[0], hands[1]))
        return both

    def draw(self, table: Table, action: Array, key: Array) -> Chance:
        """See Engine."""
        first, second, *rest = random_words(key, 2 + 2 * HAND)
        size = sum((popcount(word) for word in table.deck), start=xp.int32(0))
        place = nth_bit(table.deck, below(first, size))
        bit = place & 31
        upper = bit >= BITS
        kind = xp.maximum(bit - BITS * upper - 2, 0)
        card = KINDS * (2 * (place >> 5) + upper) + kind
        if self.options.rounds == 1:
            return Chance(card, None)
        return Chance(card, Deal(self._hands(rest), (second >> 31).astype(xp.int32)))

    def deal(self, chance: Deal) -> Table:
        """See Engine."""
        zero = xp.zeros_like(chance.hands[0][0])
        none = zero.astype(xp.int16)
        empty: Words = (zero, zero, zero)
        return Table(
            phase=(zero + LAY).astype(xp.uint8),
            turn=chance.start.astype(xp.uint8),
            turns=(zero + 1).astype(xp.uint16),
            hands=chance.hands,
            known=(empty, empty),
            columns=(empty, empty),
            deck=self._deck(chance.hands),
            piles=((zero, zero),) * self.options.colours,
            barred=none.astype(xp.int8) - xp.int8(1),
            quiet=zero.astype(xp.uint16),
            start=chance.start.astype(xp.uint8),
            running=(none, none),
            scores=((none, none),) * self.options.rounds,
            finished=zero.astype(xp.uint8),
            stalled=zero.astype(xp.bool_),
        )

    def _deck(self, hands: tuple[Words, Words]) -> Words:
        """What the hands leave: the wagers of two sets add up, whichever bits stand for them."""
        one, two = hands
        a, b, c = (left(full, x, y) for full, x, y in zip(self.pack, one, two, strict=True))
        return a, b, c

    # --- A step ----------------------------------------------------------------------------------------------

    def apply(self, table: Table, action: Array, chance: Chance) -> Table:
        """See Engine."""
        cards = self.cards
        played, laid = action < cards, action < self.drawing
        drawn, taken = action == self.drawing, action > self.drawing
        discarded = laid & ~played
        own = xp.where(played, action, action - cards)
        pile_colour = action - self.drawing - 1
        top = (pile_of(table.piles, pile_colour)[0] & u32(15)).astype(xp.int32)
        colour = xp.where(laid, own // KINDS, xp.where(drawn, chance.card // KINDS, pile_colour))
        kind = xp.where(laid, own % KINDS, xp.where(drawn, chance.card % KINDS, top - 1))
        second = table.turn == 1
        hand, known, column = (choose(second, two, one) for one, two in (table.hands, table.known, table.columns))
        h, k, c = cards_of(hand, colour), cards_of(known, colour), cards_of(column, colour)
        hand = turn_over(hand, colour, h ^ xp.where(laid, removed(h, kind), added(h, kind)))
        kept = xp.where(laid & has(k, kind), removed(k, kind), xp.where(taken, added(k, kind), k))
        known = turn_over(known, colour, k ^ kept)
        longer = xp.where(played, added(c, kind), c)
        column = turn_over(column, colour, c ^ longer)
        d = cards_of(table.deck, colour)
        deck = turn_over(table.deck, colour, xp.where(drawn, d ^ removed(d, kind), 0))
        gain = score(longer) - score(c)
        after = table._replace(
            phase=xp.where(laid, DRAW, LAY).astype(xp.uint8),
            hands=seated(second, table.hands, hand),
            known=seated(second, table.known, known),
            columns=seated(second, table.columns, column),
            deck=deck,
            piles=piles_after(table.piles, colour, kind, discarded, taken),
            barred=xp.where(discarded, colour, -1).astype(xp.int8),
            quiet=xp.where(laid, table.quiet, xp.where(taken, table.quiet + 1, 0)).astype(xp.uint16),
            running=(
                table.running[0] + xp.where(second, 0, gain).astype(xp.int16),
                table.running[1] + xp.where(second, gain, 0).astype(xp.int16),
            ),
        )
        return self._end_turn(after, ~laid, chance.deal)

    def _end_turn(self, table: Table, turn_over: Array, deal: Deal | None) -> Table:
        limit = self.options.stall_limit
        stalled = turn_over & (table.quiet >= limit) if limit is not None else xp.zeros_like(turn_over)
        empty = (table.deck[0] | table.deck[1] | table.deck[2]) == 0
        ended = turn_over & (empty | stalled)
        finished = table.finished + ended.astype(xp.uint8)
        over = finished == self.options.rounds
        goes_on = turn_over & ~over
        passed = table._replace(
            phase=xp.where(over, OVER, table.phase).astype(xp.uint8),
            turn=xp.where(goes_on, 1 - table.turn, table.turn).astype(xp.uint8),
            turns=table.turns + goes_on.astype(xp.uint16),
            finished=finished,
            scores=tuple(
                choose(ended & (table.finished == at), table.running, pair) for at, pair in enumerate(table.scores)
            ),
            stalled=stalled,
        )
        if deal is None:
            return passed
        dealt: Table = choose(ended & ~over, self._next_round(passed, table.turn, deal), passed)
        return dealt

    def _next_round(self, table: Table, last: Array, deal: Deal) -> Table:
        """The next deal; the phase, the counts of turns and rounds and the scores are already right."""
        start = self._next_start(table, last, deal.start).astype(xp.uint8)
        fresh = self.deal(Deal(deal.hands, start))
        return fresh._replace(turns=table.turns, scores=table.scores, finished=table.finished)

    def _next_start(self, table: Table, last: Array, drawn: Array) -> Array:
        other = 1 - table.start
        if self.options.round_starter == "alternate":
            return other
        if self.options.round_starter == "totalLeader":
            mine, theirs = self._totals(table)
        else:
            mine, theirs = table.running
        tied = {"nonStarter": other, "afterLastMover": 1 - last, "random": drawn}[self.options.tie_starter]
        return xp.where(mine == theirs, tied, mine < theirs)

    def _totals(self, table: Table) -> Pair:
        mine, theirs = (sum((pair[seat] for pair in table.scores), start=xp.int16(0)) for seat in (0, 1))
        return mine, theirs

    # --- What the learner sees -------------------------------------------------------------------------------

    def to_play(self, table: Table) -> Array:
        """See Engine."""
        return table.turn.astype(xp.int32)

    def over(self, table: Table) -> Array:
        """See Engine."""
        return table.phase == OVER

    def rewards(self, table: Table) -> Array:
        """See Engine."""
        mine, theirs = self._totals(table)
        # The scores of a finished match hold those of its last round already.
        unfinished = xp.where(table.phase == OVER, 0, table.running[0] - table.running[1])
        lead = (mine - theirs + unfinished).astype(xp.float32)
        lead = lead / 100 if self.reward == "margin" else xp.sign(lead)
        return xp.stack([lead, -lead], axis=-1)

    def mask(self, table: Table) -> Array:
        """See Engine."""
        second = table.turn == 1
        lay, draw = table.phase == LAY, table.phase == DRAW
        hand = [xp.where(lay, word, 0) for word in choose(second, table.hands[1], table.hands[0])]
        column = choose(second, table.columns[1], table.columns[0])
        play = [word & may_follow(laid) for word, laid in zip(hand, column, strict=True)]
        piles = [(lo != 0) & (table.barred != at) & draw for at, (lo, _) in enumerate(table.piles)]
        laying = [field(words, self.places, 1) for words in (play, hand)]
        return xp.concatenate([*laying, xp.stack([draw, *piles], axis=-1)], axis=-1).astype(xp.bool_)

    def observe(self, table: Table, player: Array) -> Array:
        """See Engine."""
        return self.spread(self.words(table, player))

    def words(self, table: Table, player: Array) -> Array:
        """uint32[words]: the same in some thirty words, from which it is spread."""
        return self.spread.words(table, player, choose(player == 1, self._totals(table)[::-1], self._totals(table)))
