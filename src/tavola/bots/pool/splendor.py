"""Rule bots for Splendor: the engineer builds, the racer runs for points, the courtier for nobles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tavola.bots.greedy import Greedy
from tavola.bots.greedy.jewels import missing
from tavola.bots.pool.jewels import after_paying, hope, turns_away
from tavola.rules.jewels import TOKEN_LIMIT, add, set_at, subtract
from tavola.rules.splendor.actions import Action, Buy, Pay, Reserve, ReserveDeck, Return, Take, Visit
from tavola.rules.splendor.material import GOLD, Card, Noble
from tavola.rules.splendor.view import PlayerView, View

__all__ = ["COURTIER", "ENGINEER", "NOVICE", "RACER", "Temper", "merchant"]

Counts = tuple[int, ...]
ONE: Final = tuple(tuple(int(kind == token) for kind in range(6)) for token in range(6))
VICTORY: Final = 50.0
IDLE: Final = 10.0
"""What is against taking gems only to return them: two who wait would wait for ever."""
LOST: Final = 20.0
"""What it is worth to keep a card from a player whom it would make win."""


@dataclass(frozen=True, slots=True)
class Temper:
    """What one merchant values differently from another."""

    point: float
    """What a point is worth at the start; it rises to 1.5 near the end."""
    bonus: float
    """What any bonus is worth while the game is young."""
    demand: float
    """What a bonus is worth more when all the cards on the table ask for it; dear cards ask the loudest."""
    noble: float
    """What a noble is worth; each step towards him counts the more the fewer are missing."""
    pace: float
    """What is left of a prospect for each turn it is away."""
    weights: tuple[float, ...]
    """How much the best prospect counts, the second, the third..."""
    gold: float
    """What a gold token is worth in itself; a gem is worth a fifth."""
    slot: float
    """What a place in the hand is worth."""
    keep: float
    """How much of a prospect it is worth that nobody else can take it."""
    deny: float
    """How much of a card's worth to the next player counts for taking it away."""


ENGINEER: Final = Temper(
    point=0.8, bonus=0.42, demand=0.5, noble=4, pace=0.7, weights=(0.48, 0.4, 0.2, 0.1),
    gold=0.15, slot=0.8, keep=0.07, deny=0.5,
)  # fmt: skip
RACER: Final = Temper(
    point=1.1, bonus=0.4, demand=0.4, noble=1.5, pace=0.7, weights=(0.48, 0.4, 0.2),
    gold=0.2, slot=0.5, keep=0.15, deny=0.3,
)  # fmt: skip
COURTIER: Final = Temper(
    point=0.7, bonus=0.3, demand=0.4, noble=8, pace=0.7, weights=(0.48, 0.4, 0.2, 0.1),
    gold=0.15, slot=0.9, keep=0.07, deny=0.3,
)  # fmt: skip
NOVICE: Final = Temper(
    point=1.2, bonus=0.15, demand=0, noble=0, pace=0.35, weights=(1.0,), gold=0.4, slot=0.2, keep=0, deny=0
)
"""Sees points and the nearest card, and nobody else."""


class Merchant:
    """One view as a merchant of this temper sees it."""

    def __init__(self, temper: Temper, view: View) -> None:
        """Look at the table."""
        self.temper, self.view = temper, view
        seats = len(view.players)
        self.me = view.players[view.turn]
        self.others = [view.players[(view.turn + step) % seats] for step in range(1, seats)]
        self.face_up = [card for row in view.rows for card in row if card is not None]
        self.hand = [held.card for held in self.me.reserved if held.card is not None]
        self.cards = self.face_up + self.hand
        self.supply = add(self.me.tokens, view.bank)
        # The nearer the end, the less a bonus can still do.
        leader = max(player.points for player in view.players)
        self.late = min(1.0, leader / view.options.target)
        self.worths = {card: self.worth(card, self.me) for card in self.cards}
        self.now = self.prospects(self.me.tokens, self.me.bonuses)

    # What a card is worth

    def worth(self, card: Card, player: PlayerView) -> float:
        """What a card is worth to a player, price apart."""
        temper, early = self.temper, 1 - self.late
        bonus = temper.bonus + temper.demand * self._demand(card.bonus, player)
        points = card.points + sum(noble.points for noble in self._won(card, player))
        value = card.points * (temper.point + (1.5 - temper.point) * self.late) + bonus * (0.1 + early)
        value += temper.noble * sum(self._step(noble, card, player) for noble in self.view.nobles)
        return value + VICTORY * (player.points + points >= self.view.options.target)

    def _demand(self, colour: int, player: PlayerView) -> float:
        """The part of the cards that ask for more of the colour than the player has, by their points."""
        wanted = sum(1 + card.points for card in self.cards if card.cost[colour] > player.bonuses[colour])
        return wanted / max(1, sum(1 + card.points for card in self.cards))

    @staticmethod
    def _lack(noble: Noble, player: PlayerView) -> list[int]:
        return [max(0, need - have) for need, have in zip(noble.requires, player.bonuses, strict=True)]

    def _step(self, noble: Noble, card: Card, player: PlayerView) -> float:
        lack = self._lack(noble, player)
        return 1 / sum(lack) ** 1.5 if lack[card.bonus] else 0.0

    def _won(self, card: Card, player: PlayerView) -> list[Noble]:
        """The noble whom the card would bring at once."""
        ready = (noble for noble in self.view.nobles if sum(self._lack(noble, player)) == 1)
        return [noble for noble in ready if self._lack(noble, player)[card.bonus]][:1]

    # What may be hoped for

    def prospects(self, tokens: Counts, bonuses: Counts, without: Card | None = None) -> float:
        """What the cards promise with these tokens and bonuses."""
        pace, supply = self.temper.pace, self.supply
        near = [
            worth * pace ** turns_away(card.cost, bonuses, tokens, supply)
            for card, worth in self.worths.items()
            if card is not without
        ]
        return hope(near, self.temper.weights) + self.temper.gold * (tokens[GOLD] + sum(tokens[:GOLD]) / 5)

    def returning(self, tokens: Counts) -> float:
        """What the cards promise after giving back, one by one, what is least needed of too many tokens."""
        while sum(tokens) > TOKEN_LIMIT:
            ways = [subtract(tokens, ONE[kind]) for kind in range(6) if tokens[kind]]
            tokens = max(ways, key=lambda left: self.prospects(left, self.me.bonuses))
        return self.prospects(tokens, self.me.bonuses)

    # Actions

    def taking(self, gems: Counts) -> float:
        """What the cards promise with these gems more; nothing at all if they bring none nearer."""
        value = self.returning(add(self.me.tokens, (*gems, 0)))
        return value if value > self.now else value - IDLE

    def buying(self, card: Card, tokens: Counts | None = None) -> float:
        """The card's worth, and what is left to hope for after paying."""
        left = after_paying(card.cost, self.me.bonuses, self.me.tokens)
        if tokens is not None:
            left = subtract(self.me.tokens, tokens)
        bonuses = set_at(self.me.bonuses, card.bonus, self.me.bonuses[card.bonus] + 1)
        return self.worths[card] + self.prospects(left, bonuses, without=card) + self.denying(card)

    def reserving(self, card: Card | None) -> float:
        """A gold token, if there is one, for a place in the hand; the card is mine and nobody else's."""
        tokens = add(self.me.tokens, ONE[GOLD]) if self.view.bank[GOLD] else self.me.tokens
        value = self.returning(tokens) - self.temper.slot * (1 + len(self.me.reserved))
        if card is not None:
            near = self.temper.pace ** turns_away(card.cost, self.me.bonuses, tokens, self.supply)
            value += self.denying(card) + self.temper.keep * near * self.worths[card]
        return value

    def denying(self, card: Card) -> float:
        """What it is worth that the others cannot have the card."""
        if card not in self.face_up:
            return 0.0
        kept = 0.0
        for other in self.others:
            if not missing(card.cost, other.bonuses, other.tokens):
                worth = self.worth(card, other)
                kept = max(kept, LOST if worth >= VICTORY else self.temper.deny * worth * (other is self.others[0]))
        return kept

    def visiting(self, noble: Noble) -> float:
        """The nearer the next player is to a noble, the better to have it gone."""
        return -float(sum(self._lack(noble, self.others[0])))


def merchant(temper: Temper) -> Greedy:
    """A bot of this temper."""

    def judge(view: View) -> Callable[[Action], float]:
        mind = Merchant(temper, view)

        def worth(action: Action) -> float:
            match action:
                case Buy(card):
                    return mind.buying(card)
                case Take(gems):
                    return mind.taking(gems)
                case Reserve(card):
                    return mind.reserving(card)
                case ReserveDeck():
                    return mind.reserving(None)
                case Pay(tokens) if view.buying is not None:
                    return mind.buying(view.buying, tokens)
                case Return(token):
                    return mind.prospects(subtract(mind.me.tokens, ONE[token]), mind.me.bonuses)
                case Visit(noble):
                    return mind.visiting(noble)
            return 0.0

        return worth

    return Greedy(judge)
