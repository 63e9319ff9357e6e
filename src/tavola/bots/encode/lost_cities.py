"""Lost Cities as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.encode.encoding import Encoding, Field, Kind, Observation, Relabelling
from tavola.rules.errors import NotUnderstood
from tavola.rules.lost_cities import LostCitiesOptions, Phase
from tavola.rules.lost_cities.actions import DISCARD, DRAW, PLAY, TAKE, Action, Discard, Draw, Play, Take
from tavola.rules.lost_cities.material import CARDS, COLOUR_NAMES, Card, pack
from tavola.rules.lost_cities.rules import score
from tavola.rules.lost_cities.view import View

__all__ = ["KINDS", "PILE", "LostCities"]

KINDS: Final = 10
"""Different cards of a colour: the wager, then 2 to 10."""
PILE: Final = 12
"""Cards of a colour, wagers counted."""
LIMIT: Final = 127

_COLOUR: Final = (
    ("hand", KINDS, 3, "my hand: how many wagers (up to 3), then 2 to 10, each 0 or 1"),
    ("mine", KINDS, 3, "my column, likewise"),
    ("theirs", KINDS, 3, "the opponent's column, likewise"),
    ("taken", KINDS, 3, "cards in my hand that the opponent saw me take"),
    ("known", KINDS, 3, "cards in the opponent's hand that I saw taken"),
    ("unseen", KINDS, 3, "cards that may be in the deck or in the rest of the opponent's hand"),
    ("top", KINDS, 1, "the top card of the discard pile, one-hot"),
    ("pile", PILE, KINDS, "the discard pile from the top: 0 for nothing, 1 for a wager, 2 to 10 for the numbers"),
    ("barred", 1, 1, "1 for the pile just discarded to"),
    ("points", 2, 100, "what my and the opponent's column would score now, at most 127"),
)


def _clip(number: int) -> int:
    return max(-LIMIT, min(LIMIT, number))


class LostCities(Encoding[View, Action]):
    """Two players, five or six colours."""

    game: ClassVar[str] = "lost-cities"
    version: ClassVar[int] = 1
    options: LostCitiesOptions

    def _fields(self) -> Iterable[Field]:
        for name in COLOUR_NAMES[: self.options.colours]:
            for row, size, most, meaning in _COLOUR:
                yield Field(f"{name} {row}", size, most, meaning)
        yield Field("to act", 1, 1, "1 when it is my turn")
        yield Field("draw", 1, 1, "1 when a card has been laid and one is to be drawn")
        yield Field("deck", 1, 60, "cards left in the deck")
        yield Field("quiet", 1, 100, "turns in a row without a draw from the deck, at most 127")
        yield Field("start", 1, 1, "1 when I started the round")
        yield Field("rounds left", 1, 3, "rounds to be played after this one")
        yield Field("running", 2, 100, "what my and the opponent's columns would score now, at most 127")
        yield Field("lead", 1, 100, "my points of the finished rounds less the opponent's, at most 127")
        yield Field(
            "total", 4, 32, "my, then the opponent's points of the finished rounds: divided by 32, then the remainder"
        )

    def _kinds(self) -> Iterable[Kind]:
        cards = KINDS * self.options.colours
        order = "by colour in the order of the rules, in each the wager, then 2 to 10"
        yield Kind("play", cards, f"lay the card in my column; {order}")
        yield Kind("discard", cards, f"discard the card; {order}")
        yield Kind("draw", 1, "draw from the deck")
        yield Kind("take", self.options.colours, "draw the top card of a colour's discard pile")

    def id_of(self, view: View, action: Action) -> int:
        """See Encoding."""
        match action:
            case Play(card):
                return card.index
            case Discard(card):
                return self.kinds["discard"] + card.index
            case Draw():
                return self.kinds["draw"]
            case Take(colour):
                return self.kinds["take"] + colour
        raise NotUnderstood("A deal has no number.")

    def _action(self, view: View, kind: str, at: int) -> Action:
        match kind:
            case "play":
                return PLAY[at]
            case "discard":
                return DISCARD[at]
            case "take":
                return TAKE[at]
        return DRAW

    def observe(self, view: View) -> Observation:
        """See Encoding."""
        if view.seat is None:
            raise NotUnderstood("Only a seat's view can be encoded.")
        me, they = view.seat, 1 - view.seat
        sets = self._sets(view, me, they)
        numbers: list[int] = []
        for colour, pile in enumerate(view.discards):
            for cards in sets:
                numbers += cards[KINDS * colour : KINDS * (colour + 1)].tolist()
            codes = [max(card.value, 1) for card in reversed(pile)]
            numbers += [int(codes[:1] == [code]) for code in range(1, KINDS + 1)]
            numbers += codes + [0] * (PILE - len(codes))
            numbers.append(int(view.barred == colour))
            numbers += [_clip(score(view.expeditions[seat][colour])) for seat in (me, they)]
        points = [sum(score(column) for column in view.expeditions[seat]) for seat in (me, they)]
        totals = [sum(scores[seat] for scores in view.scores) for seat in (me, they)]
        rounds_left = max(0, view.options.rounds - len(view.scores) - 1)
        numbers += [view.turn == me, view.phase is Phase.DRAW, view.deck_size, _clip(view.quiet)]
        numbers += [view.start == me, rounds_left, *map(_clip, points), _clip(totals[0] - totals[1])]
        numbers += [part for total in totals for part in divmod(total, 32)]
        return np.array(numbers, np.int8)

    def _sets(self, view: View, me: int, they: int) -> list[NDArray[np.int64]]:
        def count(cards: Iterable[Card]) -> NDArray[np.int64]:
            return np.bincount([card.index for card in cards], minlength=len(CARDS))

        hand, taken, known = count(view.hand), count(view.known[me]), count(view.known[they])
        mine, theirs = (count(card for column in view.expeditions[seat] for card in column) for seat in (me, they))
        piles = count(card for pile in view.discards for card in pile)
        unseen = count(pack(self.options.colours)) - hand - mine - theirs - known - piles
        return [hand, mine, theirs, taken, known, unseen]

    def groups(self) -> tuple[tuple[int, int, int], ...]:
        """A block for each colour."""
        return ((0, self.options.colours, sum(size for _, size, _, _ in _COLOUR)),)

    def relabellings(self) -> tuple[Relabelling, ...]:
        """All orders of the colours: the rules know none."""
        return tuple(_relabelling(self, order) for order in permutations(range(self.options.colours)))


def _relabelling(encoding: LostCities, order: Sequence[int]) -> Relabelling:
    """The new colour `n` is the old colour `order[n]`."""
    block = sum(size for _, size, _, _ in _COLOUR)

    def blocks(start: int, size: int) -> Iterator[int]:
        for colour in order:
            yield from range(start + size * colour, start + size * (colour + 1))

    kinds, colours = encoding.kinds, len(order)
    observe = [*blocks(0, block), *range(block * colours, encoding.size)]
    act = [*blocks(0, KINDS), *blocks(kinds["discard"], KINDS), kinds["draw"], *blocks(kinds["take"], 1)]
    back = np.argsort(act)
    return Relabelling(np.array(observe, np.int32), np.array(act, np.int32), back.astype(np.int32))
