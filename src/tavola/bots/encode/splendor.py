"""Splendor as numbers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, combinations
from typing import ClassVar, Final

import numpy as np

from tavola.bots.encode.encoding import Encoding, Field, Kind, Observation
from tavola.bots.encode.jewels import least_gold, payment_number, payment_tokens, payment_vectors
from tavola.rules.errors import NotUnderstood
from tavola.rules.jewels import GEMS, HAND_LIMIT, LEVELS, TOKEN_LIMIT, Counts, Held, shortfall
from tavola.rules.splendor import Phase, SplendorOptions
from tavola.rules.splendor.actions import (
    BUY,
    PASS,
    RESERVE,
    RESERVE_DECK,
    RETURN,
    VISIT,
    Action,
    Buy,
    Deal,
    Pass,
    Pay,
    Reserve,
    ReserveDeck,
    Return,
    Take,
    Visit,
)
from tavola.rules.splendor.material import CARDS, GOLD, NOBLE_POINTS, NOBLES, ROW, Card, stacks
from tavola.rules.splendor.view import PlayerView, View

__all__ = ["BONUS_LIMIT", "FACE_UP", "PHASES", "TAKES", "Splendor"]

FACE_UP: Final = ROW * len(LEVELS)
"""Places for face-up cards."""
BONUS_LIMIT: Final = 7
"""No card and no noble asks for more of a colour, so that further bonuses change nothing."""
PHASES: Final = (Phase.TURN, Phase.PAY, Phase.RETURN, Phase.NOBLE)

Different = tuple[tuple[int, ...], ...]
TAKES: Final[Different] = (
    *(
        tuple(int(colour in chosen) for colour in range(5))
        for size in (3, 2, 1)
        for chosen in combinations(range(5), size)
    ),
    *(tuple(2 * (colour == two) for colour in range(5)) for two in range(5)),
)
"""The gems of each way to take some, by action id."""

_TAKE_IDS: Final = {gems: number for number, gems in enumerate(TAKES)}
_GOLD_IN_ALL: Final = stacks(2)[GOLD]
_LEVEL: Final = tuple(tuple(int(level == one) for one in LEVELS) for level in (0, *LEVELS))
_BONUS: Final = tuple(tuple(int(colour == one) for one in range(5)) for colour in range(5))
_FACE: Final = tuple((card.points, *_BONUS[card.bonus], *card.cost) for card in CARDS)
_BLANK: Final = (0,) * 11


class Splendor(Encoding[View, Action]):
    """Two, three or four players.

    Every place for a card is described by the same numbers: first the face-up cards, then my hand, then the
    others'; so are the nobles, and then the players.
    """

    game: ClassVar[str] = "splendor"
    version: ClassVar[int] = 1
    options: SplendorOptions

    def _fields(self) -> Iterable[Field]:
        yield from chain.from_iterable(map(self._card_fields, self._places()))
        for place in range(self.players + 1):
            yield Field(
                f"noble {place} there", 1, 1, "1 while a noble lies at this place; those after one that left move up"
            )
            yield Field(f"noble {place} requires", 5, 4, f"the bonuses it asks for, in the order {GEMS}")
            yield Field(
                f"noble {place} lack", self.players, 9, "how many bonuses I, then each other player, lack for it"
            )
        for seat in range(self.players):
            yield from self._player_fields("my" if seat == 0 else f"player +{seat}")
        yield Field("bank", 6, max(stacks(self.players)), "tokens in the stacks, gold last")
        yield Field("decks", 3, 36, "cards left in the decks of level 1, 2 and 3")
        yield Field(
            "unseen", len(CARDS), 1, "cards that may be in a deck or in another's hand unseen, in printed order"
        )
        yield Field("phase", len(PHASES), 1, "what is to be done, one-hot: act, pay, return a token, choose a noble")
        yield Field(
            "buying", FACE_UP + HAND_LIMIT, 1, "the place of the card to be paid for: face up, then in the hand"
        )
        yield Field("passes", 1, self.players, "forced passes in a row; the game ends when all have passed")
        yield Field("turn", self.players, 1, "whose turn it is, one-hot: mine, or that of the one so many seats on")
        yield Field("start", self.players, 1, "who started, likewise: the round ends before that seat's turn")

    def _places(self) -> Iterable[str]:
        yield from (f"level {level} slot {slot}" for level in LEVELS for slot in range(ROW))
        for seat in range(self.players):
            yield from (f"{'my' if seat == 0 else f'player +{seat}'} hand {place}" for place in range(HAND_LIMIT))

    def _card_fields(self, place: str) -> Iterable[Field]:
        whose = "its owner lacks" if "hand" in place else "I lack"
        yield Field(
            f"{place} there", 1, 1, "1 if there is a card; all that follows is 0 if not, or if I do not know it"
        )
        yield Field(f"{place} secret", 1, 1, "1 for a reserved card that came from a deck")
        yield Field(f"{place} level", 3, 1, "the card's level, one-hot, also of a card I do not know")
        yield Field(f"{place} points", 1, 5, "its points")
        yield Field(f"{place} bonus", 5, 1, f"its bonus, one-hot in the order {GEMS}")
        yield Field(f"{place} cost", 5, 7, "its printed cost")
        yield Field(
            f"{place} short", 5, 7, f"the gems of each colour that {whose} after bonuses and tokens, gold apart"
        )
        yield Field(f"{place} lack", self.players, 14, "the sum of these for me, then for each other player")

    def _player_fields(self, whose: str) -> Iterable[Field]:
        yield Field(f"{whose} tokens", 6, max(stacks(self.players)), "gems, then gold")
        yield Field(f"{whose} bonuses", 5, BONUS_LIMIT, "bonuses, at most 7: more are of no use")
        # A player stops short of the target, then wins with a card of five points and a noble.
        most = self.options.target - 1 + max(card.points for card in CARDS) + NOBLE_POINTS
        yield Field(f"{whose} points", 1, most, "prestige points")
        yield Field(f"{whose} missing", 1, self.options.target, "points missing to the target, never below 0")
        yield Field(f"{whose} cards", 1, 61, "bought cards; the fewer, the better in a tie")
        yield Field(f"{whose} reserved", 1, HAND_LIMIT, "cards in the hand")
        yield Field(f"{whose} nobles", 1, self.players + 1, "nobles that have visited")
        yield Field(f"{whose} total", 1, TOKEN_LIMIT + 3, "tokens in all, gold counted")

    def _kinds(self) -> Iterable[Kind]:
        order = f"sets of colours in the order {GEMS}"
        yield Kind("take three", 10, f"take three gems of different colours; {order}")
        yield Kind("take two", 10, f"take two gems of different colours; {order}")
        yield Kind("take one", 5, "take one gem")
        yield Kind("take alike", 5, "take two gems of one colour")
        yield Kind("reserve", FACE_UP, "reserve a face-up card: slots 0 to 3 of level 1, then of level 2 and 3")
        yield Kind("reserve deck", len(LEVELS), "reserve the top card of the deck of level 1, 2 or 3")
        yield Kind("buy", FACE_UP, "buy a face-up card, likewise")
        yield Kind("buy reserved", HAND_LIMIT, "buy a card from my hand, by its place there")
        yield Kind("return", 6, "return a token; gold last")
        yield Kind("visit", self.players + 1, "choose the noble at this place")
        yield Kind("pass", 1, "pass")
        meaning = "pay, with so many gold tokens more than needed in the stead of each gem; see `payment_vectors`"
        yield Kind("pay", len(payment_vectors(5, _GOLD_IN_ALL)), meaning)

    def id_of(self, view: View, action: Action) -> int:
        """See Encoding."""
        kinds = self.kinds
        match action:
            case Take(gems) if gems in _TAKE_IDS:
                return _TAKE_IDS[gems]
            case Reserve(card) if card in _face_up(view):
                return kinds["reserve"] + _face_up(view).index(card)
            case ReserveDeck(level):
                return kinds["reserve deck"] + level - 1
            case Buy(card) if card in (offer := [*_face_up(view), *_hand(view)]):
                return kinds["buy"] + offer.index(card)
            case Return(token):
                return kinds["return"] + token
            case Visit(noble) if noble in view.nobles:
                return kinds["visit"] + view.nobles.index(noble)
            case Pass():
                return kinds["pass"]
            case Pay(tokens) if view.buying is not None:
                return kinds["pay"] + payment_number(_least(view, view.buying), tokens, _GOLD_IN_ALL)
            case Deal():
                raise NotUnderstood("A deal has no number.")
        raise NotUnderstood("That cannot be done here, and has no number.")

    def _action(self, view: View, kind: str, at: int) -> Action:
        match kind:
            case "reserve" | "buy":
                return (RESERVE if kind == "reserve" else BUY)[_there(_face_up(view)[at])]
            case "reserve deck":
                return RESERVE_DECK[at]
            case "buy reserved":
                hand = _hand(view)
                return BUY[_there(hand[at] if at < len(hand) else None)]
            case "return":
                return RETURN[at]
            case "visit":
                if at >= len(view.nobles):
                    raise NotUnderstood("No noble lies at that place.")
                return VISIT[view.nobles[at].index]
            case "pass":
                return PASS
            case "pay":
                if view.buying is None:
                    raise NotUnderstood("There is nothing to pay for.")
                return Pay(payment_tokens(_least(view, view.buying), at, _GOLD_IN_ALL))
        return Take(TAKES[self.kinds[kind] + at])

    def groups(self) -> tuple[tuple[int, int, int], ...]:
        """The places of cards, then those of nobles, then the players."""
        at, places, nobles = self.layout, FACE_UP + HAND_LIMIT * self.players, self.players + 1
        start, end = at["noble 0 there"], at["my tokens"]
        players = (end, self.players, (at["bank"] - end) // self.players)
        return (0, places, start // places), (start, nobles, (end - start) // nobles), players

    def observe(self, view: View) -> Observation:
        """See Encoding."""
        if view.seat is None:
            raise NotUnderstood("Only a seat's view can be encoded.")
        players = [*view.players[view.seat :], *view.players[: view.seat]]
        numbers: list[int] = []
        for card in _face_up(view):
            numbers += _card(None if card is None else Held(card.level, card, False), players[0], players)
        for player in players:
            for place in range(HAND_LIMIT):
                held = player.reserved[place] if place < len(player.reserved) else None
                numbers += _card(held, player, players)
        for place in range(self.players + 1):
            numbers += self._noble(view, place, players)
        for player in players:
            numbers += self._player(player)
        numbers += [*view.bank, *view.deck_sizes, *_unseen(view), *(view.phase is phase for phase in PHASES)]
        offer = [*_face_up(view), *_hand(view), *([None] * HAND_LIMIT)][: FACE_UP + HAND_LIMIT]
        numbers += [view.buying is not None and card is view.buying for card in offer]
        numbers.append(view.passes)
        for seat in (view.turn, view.start):
            numbers += [(view.seat + ahead) % self.players == seat for ahead in range(self.players)]
        return np.array(numbers, np.int8)

    def _noble(self, view: View, place: int, players: list[PlayerView]) -> list[int]:
        if place >= len(view.nobles):
            return [0] * (6 + len(players))
        requires = view.nobles[place].requires
        return [1, *requires, *(shortfall(requires, player.bonuses, (0,) * 5) for player in players)]

    def _player(self, player: PlayerView) -> list[int]:
        numbers = [*player.tokens, *(min(count, BONUS_LIMIT) for count in player.bonuses)]
        numbers += [player.points, max(0, self.options.target - player.points)]
        return [*numbers, len(player.cards), len(player.reserved), len(player.nobles), sum(player.tokens)]


def _face_up(view: View) -> list[Card | None]:
    return [card for row in view.rows for card in row]


def _hand(view: View) -> list[Card | None]:
    """The hand of the one on turn, as far as the view's seat knows it."""
    return [held.card for held in view.players[view.turn].reserved]


def _there(card: Card | None) -> int:
    if card is None:
        raise NotUnderstood("There is no known card at that place.")
    return card.index


def _least(view: View, card: Card) -> Counts:
    player = view.players[view.turn]
    return least_gold(card.cost, player.bonuses, player.tokens)


def _card(held: Held[Card] | None, owner: PlayerView, players: list[PlayerView]) -> Iterable[int]:
    if held is None:
        return (0,) * (21 + len(players))
    about = (1, int(held.secret), *_LEVEL[held.level])
    if held.card is None:
        return (*about, *_BLANK, *(0,) * (5 + len(players)))
    cost = held.card.cost
    short = [max(0, price - have - pay) for price, have, pay in zip(cost, owner.bonuses, owner.tokens, strict=False)]
    lack = [shortfall(cost, player.bonuses, player.tokens) for player in players]
    return (*about, *_FACE[held.card.index], *short, *lack)


def _unseen(view: View) -> list[bool]:
    unseen = [True] * len(CARDS)
    for card in _face_up(view):
        if card is not None:
            unseen[card.index] = False
    for player in view.players:
        for card in player.cards:
            unseen[card.index] = False
        for held in player.reserved:
            if held.card is not None:
                unseen[held.card.index] = False
    return unseen


if max(max(piece) for piece in (*(card.cost for card in CARDS), *(noble.requires for noble in NOBLES))) > BONUS_LIMIT:
    raise AssertionError("a bonus beyond the limit would be of use")
