"""Rule bots for Splendor Duel: the collector gathers points, the crowned one crowns, the thief time and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from tavola.bots.bot import Stop
from tavola.bots.greedy.jewels import missing
from tavola.bots.plain import Plain
from tavola.bots.pool.jewels import after_paying, hope, turns_away
from tavola.rules.chance import pick
from tavola.rules.duel.actions import (
    Action,
    Buy,
    Choose,
    Pay,
    Place,
    Replenish,
    Reserve,
    Return,
    Steal,
    Take,
    TakeGold,
    TakeToken,
    UsePrivilege,
)
from tavola.rules.duel.material import EXTRA_TURN, GOLD, NO_COLOUR, PEARL, PRIVILEGE, STEAL, TOKEN, Card
from tavola.rules.duel.steps import COLOUR_POINTS_TO_WIN as IN_COLOUR
from tavola.rules.duel.steps import CROWNS_TO_WIN as CROWNS
from tavola.rules.duel.steps import POINTS_TO_WIN as POINTS
from tavola.rules.duel.steps import ROYAL_CROWNS
from tavola.rules.duel.view import PlayerView, View
from tavola.rules.jewels import TOKEN_LIMIT, add, set_at, subtract

__all__ = ["COLLECTOR", "CROWNED", "NOVICE", "THIEF", "Jeweller", "Temper"]

Counts = tuple[int, ...]
ONE: Final = tuple(tuple(int(kind == token) for kind in range(7)) for token in range(7))
VICTORY: Final = 50.0
IDLE: Final = 10.0
"""What is against taking tokens only to return them: two who wait would wait for ever."""
LOST: Final = 20.0
"""What it is worth to keep a card from an opponent whom it would make win."""
ALIKE: Final = 2
"""How many tokens of one kind a turn may bring."""


@dataclass(frozen=True, slots=True)
class Temper:
    """What one jeweller values differently from another."""

    point: float
    """What a point is worth at the start; it rises by half of that towards the end."""
    colour: float
    """What a point is worth more in a colour that has ten already; in others in proportion."""
    crown: float
    """What a crown is worth; the tenth is worth twice as much as the first."""
    royal: float
    bonus: float
    """What any bonus is worth while the game is young."""
    demand: float
    """What a bonus is worth more when all the cards of the pyramid ask for it; dear cards ask the loudest."""
    turn: float
    """What an extra turn is worth."""
    steal: float
    """What a token is worth that the opponent loses."""
    privilege: float
    pace: float = 0.75
    """What is left of a prospect for each turn it is away."""
    weights: tuple[float, ...] = (0.5, 0.35, 0.2)
    """How much the best prospect counts, the second, the third..."""
    gold: float = 0.2
    """What gold is worth in itself; a pearl is worth half, a gem a fifth of it."""
    slot: float = 0.8
    """What a place in the hand is worth."""
    keep: float = 0.15
    """How much of a prospect it is worth that the opponent cannot take it."""
    deny: float = 0.25
    """How much of what the opponent loses counts as mine."""
    fresh: float = 0.05
    """What each token is worth that a replenish brings to choose from."""


COLLECTOR: Final = Temper(
    point=0.7, colour=0.7, crown=0.5, royal=1.5, bonus=0.3, demand=1.2, turn=1.5, steal=1, privilege=0.45
)
CROWNED: Final = Temper(
    point=0.5, colour=0.2, crown=0.9, royal=1.5, bonus=0.2, demand=1.6, turn=1.5, steal=0.7, privilege=0.5
)
THIEF: Final = Temper(
    point=0.55, colour=0.4, crown=0.7, royal=1.5, bonus=0.3, demand=1.6, turn=2.2, steal=1.4, privilege=0.6, deny=0.35
)
NOVICE: Final = Temper(
    point=1.2, colour=0, crown=0.1, royal=0.3, bonus=0.15, demand=0, turn=0.2, steal=0.1, privilege=0.2, pace=0.4,
    weights=(1.0,), gold=0.4, slot=0.2, keep=0, deny=0, fresh=0,
)  # fmt: skip
"""Sees points and the nearest card, and nobody else."""


class Mind:
    """One view as a jeweller of this temper sees it."""

    def __init__(self, temper: Temper, view: View) -> None:
        """Look at the table."""
        self.temper, self.view = temper, view
        self.me, self.other = view.players[view.turn], view.players[1 - view.turn]
        self.pyramid = [card for row in view.rows for card in row if card is not None]
        self.cards = self.pyramid + [held.card for held in self.me.reserved if held.card is not None]
        on_board = tuple(view.board.count(kind) for kind in range(7))
        self.supply = add(self.me.tokens, add(on_board, view.bag))
        # The nearer the end, the less a bonus can still do.
        self.late = min(1.0, max(map(self._progress, view.players)))
        self.worths = {card: self.worth(card, self.me) for card in self.cards}
        self.takes: dict[Counts, float] = {}

    @staticmethod
    def _progress(player: PlayerView) -> float:
        return max(player.points / POINTS, player.crowns / CROWNS, max(player.colour_points) / IN_COLOUR)

    # What a card is worth

    def worth(self, card: Card, player: PlayerView, column: int | None = None) -> float:
        """What a card is worth to a player, price apart; a wild card in the column given, or in the best one."""
        if card.wild and column is None:
            columns = [place for place in range(5) if player.bonuses[place]]
            return max((self.worth(card, player, place) for place in columns), default=0.0)
        return self._value(card, player, card.colour if column is None else column)

    def _value(self, card: Card, player: PlayerView, column: int) -> float:
        temper = self.temper
        crowns = player.crowns + card.crowns
        royals = sum(player.crowns < step <= crowns for step in ROYAL_CROWNS)
        gained = card.points + royals * max((royal.points for royal in self.view.royals), default=0)
        won = player.points + gained >= POINTS or crowns >= CROWNS
        value = card.points * temper.point * (1 + self.late / 2) + temper.royal * royals
        value += card.crowns * temper.crown * (1 + (player.crowns + crowns) / 2 / CROWNS)
        value += sum(map(self._ability, card.abilities))
        if column != NO_COLOUR:
            in_colour = player.colour_points[column] + card.points
            won = won or in_colour >= IN_COLOUR
            value += temper.colour * card.points * in_colour / IN_COLOUR
            bonus = temper.bonus + temper.demand * self._demand(column, player)
            value += card.bonuses * bonus * (1.1 - self.late)
        return value + VICTORY * won

    def _demand(self, colour: int, player: PlayerView) -> float:
        """The part of the cards that ask for more of the colour than the player has, by points and crowns."""
        asking = [card for card in self.cards if card.cost[colour] > player.bonuses[colour]]
        return sum(1 + c.points + c.crowns for c in asking) / max(1, sum(1 + c.points + c.crowns for c in self.cards))

    def _ability(self, ability: str) -> float:
        worth = {
            EXTRA_TURN: self.temper.turn,
            STEAL: self.temper.steal,
            PRIVILEGE: self.temper.privilege,
            TOKEN: 0.4,
        }
        return worth[ability]

    # What may be hoped for

    def prospects(self, tokens: Counts, bonuses: Counts | None = None, without: Card | None = None) -> float:
        """What the cards promise with these tokens and bonuses."""
        temper = self.temper
        bonuses = bonuses or self.me.bonuses
        near = [
            worth * temper.pace ** turns_away(card.cost, bonuses, tokens, self.supply, ALIKE)
            for card, worth in self.worths.items()
            if card is not without
        ]
        held = tokens[GOLD] + tokens[PEARL] / 2 + sum(tokens[:PEARL]) / 5
        return hope(near, temper.weights) + temper.gold * held

    def returning(self, tokens: Counts) -> float:
        """What the cards promise after giving back, one by one, what is least needed of too many tokens."""
        while sum(tokens) > TOKEN_LIMIT:
            tokens = max((subtract(tokens, ONE[kind]) for kind in range(7) if tokens[kind]), key=self.prospects)
        return self.prospects(tokens)

    @cached_property
    def now(self) -> float:
        """What the cards promise as things are."""
        return self.prospects(self.me.tokens)

    @cached_property
    def hopes_of_other(self) -> float:
        """What the pyramid promises the opponent."""
        return self._theirs(self.other.tokens)

    def _theirs(self, tokens: Counts) -> float:
        near = (
            self.worth(card, self.other) * self.temper.pace ** missing(card.cost, self.other.bonuses, tokens)
            for card in self.pyramid
        )
        return hope(near, self.temper.weights)

    # Actions

    def rate(self, action: Action) -> float:
        """What an action is worth; Privileges and replenishing, which come before it, are another matter."""
        view, tokens = self.view, self.me.tokens
        match action:
            case Buy(card):
                return self.buying(card)
            case Pay(paid) if view.card is not None:
                return self.prospects(subtract(tokens, paid), self._bonuses_with(view.card), without=view.card)
            case Take(cells):
                return self.taking([view.board[cell] for cell in cells])
            case TakeGold():
                return max(map(self.reserving, self.pyramid), default=0.0)
            case Reserve(card):
                return self.reserving(card)
            case Place(colour) if view.card is not None:
                return self.worth(view.card, self.me, colour)
            case TakeToken(cell):
                return self.returning(add(tokens, ONE[view.board[cell]]))
            case Steal(token):
                lost = self.hopes_of_other - self._theirs(subtract(self.other.tokens, ONE[token]))
                return self.returning(add(tokens, ONE[token])) + self.temper.deny * lost
            case Return(token):
                return self.prospects(subtract(tokens, ONE[token]))
            case Choose(royal):
                won = self.me.points + royal.points >= POINTS
                return royal.points * self.temper.point + sum(map(self._ability, royal.abilities)) + VICTORY * won
        return 0.0

    def taking(self, taken: Sequence[int]) -> float:
        """Tokens from the board, less the Privilege that some takes give to the opponent."""
        gives = taken.count(PEARL) == 2 or (len(taken) == 3 and len(set(taken)) == 1)
        tokens = add(self.me.tokens, tuple(taken.count(kind) for kind in range(7)))
        if tokens not in self.takes:  # many lines hold the same tokens
            value = self.returning(tokens)
            self.takes[tokens] = value if value > self.now else value - IDLE
        return self.takes[tokens] - self.temper.privilege * gives

    def buying(self, card: Card, tokens: Counts | None = None) -> float:
        """The card's worth, and what is left to hope for after paying with as little gold as possible."""
        left = after_paying(card.cost, self.me.bonuses, self.me.tokens if tokens is None else tokens)
        hopes = self.prospects(left, self._bonuses_with(card), without=card)
        return self.worths[card] + hopes + self.denying(card)

    def _bonuses_with(self, card: Card) -> Counts:
        """My bonuses after buying a card; the colour of a wild one is left open."""
        bonuses, colour = self.me.bonuses, card.colour
        return bonuses if colour == NO_COLOUR else set_at(bonuses, colour, bonuses[colour] + card.bonuses)

    def reserving(self, card: Card) -> float:
        """A gold token for a place in the hand; the card is mine and not the opponent's."""
        tokens = add(self.me.tokens, ONE[GOLD])
        near: float = self.temper.pace ** turns_away(card.cost, self.me.bonuses, tokens, self.supply, ALIKE)
        kept = self.denying(card) + self.temper.keep * near * self.worths[card]
        return self.returning(tokens) - self.temper.slot * (1 + len(self.me.reserved)) + kept

    def denying(self, card: Card) -> float:
        """What it is worth that the opponent cannot have the card."""
        lack = missing(card.cost, self.other.bonuses, self.other.tokens)
        if card not in self.pyramid or lack > self.other.privileges:
            return 0.0
        worth = self.worth(card, self.other)
        return LOST if worth >= VICTORY else self.temper.deny * worth

    # Before the action

    def privilege(self, token: int, best: float) -> float:
        """What the best of the turn may become with a token more, less the Privilege."""
        tokens = add(self.me.tokens, ONE[token])
        dream = best + self.prospects(tokens) - self.now if sum(tokens) <= TOKEN_LIMIT else 0.0
        for card in self.cards:
            lack, left = (missing(card.cost, self.me.bonuses, held) for held in (self.me.tokens, tokens))
            if lack and not left:
                dream = max(dream, self.buying(card, tokens))
        return dream - self.temper.privilege

    def replenishing(self) -> float:
        """A fresh board to choose from, and a Privilege for the opponent."""
        return self.now + self.temper.fresh * sum(self.view.bag) - self.temper.privilege

    # All together

    def rated(self, legal: Sequence[Action]) -> list[float]:
        """What each of these actions is worth."""
        actions = [action for action in legal if not isinstance(action, UsePrivilege | Replenish)]
        best = max(map(self.rate, actions), default=self.now)

        def worth(action: Action) -> float:
            match action:
                case UsePrivilege(cell):
                    return self.privilege(self.view.board[cell], best)
                case Replenish():
                    return self.replenishing()
            return self.rate(action)

        return [*map(worth, legal)]


class Jeweller(Plain):
    """Takes the action that seems best; before it, what makes the best one better."""

    def __init__(self, temper: Temper) -> None:
        """A bot of this temper."""
        self.temper = temper

    def choose(self, view: View, legal: Sequence[Action], rng: Random, stop: Stop | None = None) -> Action:
        """See Bot."""
        if len(legal) == 1:
            return legal[0]
        rated = Mind(self.temper, view).rated(legal)
        most = max(rated)
        return pick(rng, [action for action, value in zip(legal, rated, strict=True) if value == most])
