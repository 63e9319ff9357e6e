"""A rule of thumb for Splendor Duel: the three roads to victory, bonuses, Royals and what the tokens bring near."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tavola.bots.greedy.jewels import missing, promise
from tavola.rules.duel.actions import (
    Action,
    Buy,
    Choose,
    Pay,
    Place,
    Replenish,
    Reserve,
    ReserveDeck,
    Return,
    Steal,
    Take,
    TakeGold,
    TakeToken,
    UsePrivilege,
)
from tavola.rules.duel.material import EXTRA_TURN, GOLD, PEARL, PRIVILEGE, STEAL, TOKEN, Card
from tavola.rules.duel.view import PlayerView, View
from tavola.rules.jewels import add, set_at, subtract

__all__ = ["judge"]

ABILITIES = {EXTRA_TURN: 1.6, STEAL: 0.8, PRIVILEGE: 0.7, TOKEN: 0.5}
ROYAL_CROWNS = (3, 6)
ROYAL = 2.5
VICTORY = 100.0
BONUS = 1.2
PRIVILEGE_WORTH = 0.5
SLOT = 0.8
DENY = 0.3
FRESH_BOARD = 0.05
"""What each token is worth that a replenish brings to choose from."""
NOTHING = (0,) * 7


def judge(view: View) -> Callable[[Action], float]:
    """What an action is worth in this view."""
    table = _Table(view)

    def worth(action: Action) -> float:
        match action:
            case Buy(card):
                return table.buying(card)
            case Take(cells):
                return table.taking([view.board[cell] for cell in cells])
            case UsePrivilege(cell):
                return table.privilege(view.board[cell])
            case Replenish():
                return table.promise(table.tokens) + FRESH_BOARD * sum(view.bag) - PRIVILEGE_WORTH
            case TakeGold():
                return table.reserving()
            case Reserve(card):
                return table.worth(card, table.me) / (2 + table.missing(card)) + table.denying(card)
            case ReserveDeck():
                return 0.0
            case Place(colour) if view.card is not None:
                return table.worth(view.card, table.me, colour)
            case TakeToken(cell):
                return table.promise(table.plus(view.board[cell]))
            case Steal(token):
                return table.promise(table.plus(token))
            case Return(token):
                return table.promise(subtract(table.tokens, set_at(NOTHING, token, 1)))
            case Pay(tokens):
                return -tokens[GOLD] - 0.5 * tokens[PEARL]
            case Choose(royal):
                return royal.points + sum(ABILITIES[ability] for ability in royal.abilities)
        return 0.0

    return worth


class _Table:
    """The view of one seat, counted."""

    def __init__(self, view: View) -> None:
        self.me, self.other = view.players[view.turn], view.players[1 - view.turn]
        self.tokens = self.me.tokens
        self.board = view.board
        self.pyramid = [card for row in view.rows for card in row if card is not None]
        self.cards = self.pyramid + [held.card for held in self.me.reserved if held.card is not None]
        # The nearer the end, the less a bonus can still do.
        self.early = 1 - max(max(p.points / 20, p.crowns / 10, max(p.colour_points) / 10) for p in view.players)
        self.offers = [(card, (card.cost, self.worth(card, self.me))) for card in self.cards]

    def worth(self, card: Card, player: PlayerView, colour: int | None = None) -> float:
        """What a card is worth to a player; a wild card in the column given, or the best one."""
        if card.wild and colour is None:
            columns = [place for place in range(5) if player.bonuses[place]]
            return max((self.worth(card, player, column) for column in columns), default=0.0)
        column = card.colour if colour is None else colour
        value = card.points * (0.8 + player.points / 40) + sum(ABILITIES[ability] for ability in card.abilities)
        value += self._crowns(player.crowns, card.crowns)
        won = player.points + card.points >= 20 or player.crowns + card.crowns >= 10
        if column < 5:
            in_colour = player.colour_points[column] + card.points
            value += card.points * in_colour / 20
            won = won or in_colour >= 10
            demand = sum(other.cost[column] > player.bonuses[column] for other in self.cards) / max(1, len(self.cards))
            value += BONUS * card.bonuses * (0.3 + demand) * (0.2 + self.early)
        return value + VICTORY * won

    @staticmethod
    def _crowns(have: int, more: int) -> float:
        royals = sum(have < step <= have + more for step in ROYAL_CROWNS)
        return more * (0.4 + (have + more) / 20) + ROYAL * royals

    def missing(self, card: Card) -> int:
        """How many tokens I lack for a card."""
        return missing(card.cost, self.me.bonuses, self.tokens)

    def promise(self, tokens: tuple[int, ...]) -> float:
        """What the cards on offer promise with these tokens; a pearl is rare."""
        return promise([offer for _, offer in self.offers], self.me.bonuses, tokens) + 0.1 * tokens[PEARL]

    def plus(self, *tokens: int) -> tuple[int, ...]:
        """My tokens and these."""
        return tuple(count + tokens.count(kind) for kind, count in enumerate(self.tokens))

    def taking(self, tokens: Sequence[int]) -> float:
        """Tokens from the board, less the Privilege that some takes give to the opponent."""
        gives = tokens.count(PEARL) == 2 or (len(tokens) == 3 and len(set(tokens)) == 1)
        return self.promise(self.plus(*tokens)) - PRIVILEGE_WORTH * gives

    def privilege(self, token: int) -> float:
        """Worth it when the tokens to be had this way make a card affordable now."""
        after = self.plus(token)
        best = 0.0
        for card, (cost, worth) in self.offers:
            lack, left = self.missing(card), missing(cost, self.me.bonuses, after)
            if left < lack <= self.me.privileges and self._there(cost, after, token):
                best = max(best, worth - PRIVILEGE_WORTH * lack)
        return self.promise(self.tokens) + best - PRIVILEGE_WORTH if best else 0.0

    def _there(self, cost: tuple[int, ...], tokens: tuple[int, ...], taken: int) -> bool:
        """Whether the board, without the token taken, has all that is still missing."""
        bonuses = (*self.me.bonuses, 0)
        lack = [price - bonuses[kind] - tokens[kind] for kind, price in enumerate(cost)]
        return all(self.board.count(kind) - (kind == taken) >= count for kind, count in enumerate(lack) if count > 0)

    def buying(self, card: Card) -> float:
        """The card's worth, and what is left to hope for after paying with as little gold as possible."""
        net = tuple(max(0, price - bonus) for price, bonus in zip(card.cost, (*self.me.bonuses, 0), strict=True))
        paid = tuple(map(min, net, self.tokens))
        left = subtract(self.tokens, (*paid, sum(net) - sum(paid)))
        bonuses = self.me.bonuses
        if card.colour < 5:
            bonuses = set_at(bonuses, card.colour, bonuses[card.colour] + card.bonuses)
        rest = promise([offer for other, offer in self.offers if other is not card], bonuses, left)
        return self.worth(card, self.me) + rest + self.denying(card)

    def reserving(self) -> float:
        """A gold token for a place in the hand, and the best card the opponent is kept from."""
        kept = max(map(self.denying, self.pyramid), default=0.0)
        return self.promise(add(self.tokens, set_at(NOTHING, GOLD, 1))) - SLOT * (1 + len(self.me.reserved)) + kept

    def denying(self, card: Card) -> float:
        """What it is worth that the opponent cannot have the card."""
        lack = missing(card.cost, self.other.bonuses, self.other.tokens)
        if card not in self.pyramid or lack > self.other.privileges:
            return 0.0
        return DENY * self.worth(card, self.other)
