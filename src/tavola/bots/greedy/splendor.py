"""A rule of thumb for Splendor: points and nobles, bonuses for later, tokens that bring cards near."""

from __future__ import annotations

from collections.abc import Callable

from tavola.bots.greedy.jewels import missing, promise
from tavola.rules.jewels import add, set_at, subtract
from tavola.rules.splendor.actions import Action, Buy, Pay, Reserve, ReserveDeck, Return, Take, Visit
from tavola.rules.splendor.material import GOLD, Card, Noble
from tavola.rules.splendor.view import PlayerView, View

__all__ = ["judge"]

POINT = 1.0
BONUS = 1.2
"""What a bonus is worth that many cards and nobles ask for."""
NOBLE = 2.5
DENY = 0.3
"""How much of a card's worth to the next player counts for taking it away."""
SLOT = 0.8
"""What a place in the hand is worth."""
NOTHING = (0,) * 6


def judge(view: View) -> Callable[[Action], float]:
    """What an action is worth in this view."""
    table = _Table(view)

    def worth(action: Action) -> float:
        match action:
            case Buy(card):
                return table.buying(card)
            case Take(gems):
                return table.promise(add(table.tokens, (*gems, 0)))
            case Reserve(card):
                return table.reserving() + table.denying(card)
            case ReserveDeck():
                return table.reserving()
            case Pay(tokens):
                return -float(tokens[GOLD])
            case Return(token):
                return table.promise(subtract(table.tokens, set_at(NOTHING, token, 1)))
            case Visit(noble):
                return table.noble_for_next(noble)
        return 0.0

    return worth


class _Table:
    """The view of one seat, counted."""

    def __init__(self, view: View) -> None:
        self.me = view.players[view.turn]
        self.next = view.players[(view.turn + 1) % len(view.players)]
        self.tokens, self.bonuses = self.me.tokens, self.me.bonuses
        self.gold_left = view.bank[GOLD]
        self.nobles = view.nobles
        self.face_up = [card for row in view.rows for card in row if card is not None]
        self.cards = self.face_up + [held.card for held in self.me.reserved if held.card is not None]
        # The nearer the end, the less a bonus can still do.
        leader = max(player.points for player in view.players)
        self.early = max(0.0, 1 - leader / view.options.target)
        self.worths = [(card.cost, self._worth(card, self.me)) for card in self.cards]

    def _worth(self, card: Card, player: PlayerView) -> float:
        demand = sum(other.cost[card.bonus] > player.bonuses[card.bonus] for other in self.cards) / len(self.cards)
        bonus = BONUS * (0.3 + demand) * (0.2 + self.early)
        nobles = sum(self._step(noble, card, player) for noble in self.nobles)
        return POINT * card.points + bonus + nobles

    @staticmethod
    def _step(noble: Noble, card: Card, player: PlayerView) -> float:
        """How much nearer the card brings a noble; the last steps count most."""
        lack = [max(0, need - have) for need, have in zip(noble.requires, player.bonuses, strict=True)]
        return NOBLE / sum(lack) ** 1.5 if lack[card.bonus] else 0.0

    def promise(self, tokens: tuple[int, ...], without: Card | None = None) -> float:
        """What the cards on offer promise with these tokens."""
        offers = self.worths
        if without is not None:
            offers = [offer for offer, card in zip(offers, self.cards, strict=True) if card is not without]
        return promise(offers, self.bonuses, tokens)

    def buying(self, card: Card) -> float:
        """The card's worth, and what is left to hope for after paying with as little gold as possible."""
        net = tuple(max(0, price - bonus) for price, bonus in zip(card.cost, self.bonuses, strict=True))
        gems = tuple(map(min, net, self.tokens))
        left = subtract(self.tokens, (*gems, sum(net) - sum(gems)))
        bonuses = set_at(self.bonuses, card.bonus, self.bonuses[card.bonus] + 1)
        offers = [offer for offer, other in zip(self.worths, self.cards, strict=True) if other is not card]
        return self._worth(card, self.me) + promise(offers, bonuses, left) + self.denying(card)

    def reserving(self) -> float:
        """A gold token, if there is one, for a place in the hand."""
        gold = set_at(NOTHING, GOLD, min(1, self.gold_left))
        return self.promise(add(self.tokens, gold)) - SLOT * (1 + len(self.me.reserved))

    def denying(self, card: Card) -> float:
        """What it is worth that the next player cannot have the card."""
        if card not in self.face_up or missing(card.cost, self.next.bonuses, self.next.tokens):
            return 0.0
        return DENY * self._worth(card, self.next)

    def noble_for_next(self, noble: Noble) -> float:
        """The nearer the next player is to a noble, the better to have it gone."""
        lack = [max(0, need - have) for need, have in zip(noble.requires, self.next.bonuses, strict=True)]
        return -float(sum(lack))
