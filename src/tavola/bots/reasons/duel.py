"""Why one makes a move in Splendor Duel, and what it leaves to the opponent."""

from __future__ import annotations

from typing import Final

from tavola.bots.bot import Reason
from tavola.bots.reasons.jewels import aim, held, keep, missing, returned
from tavola.rules.core import Seat
from tavola.rules.duel.actions import (
    Action,
    Buy,
    Choose,
    Pass,
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
from tavola.rules.duel.material import EXTRA_TURN, GOLD, NO_COLOUR, PEARL, PRIVILEGE, STEAL, TOKEN, TOKENS, Card, Royal
from tavola.rules.duel.view import PlayerView, View
from tavola.rules.jewels import GEMS

__all__ = ["allows", "reason"]

POINTS, CROWNS, COLOUR = 20, 10, 10
ROYAL_CROWNS: Final = (3, 6)
MUCH = 3
"""Points for which it matters who gets a card."""
CLOSE = 6
"""Points of one colour that make the way to ten worth going."""
ABILITIES: Final = {EXTRA_TURN: "again", STEAL: "steal", PRIVILEGE: "privilege", TOKEN: "token"}


def reason(view: View, action: Action) -> Reason:
    """The main point of a move."""
    me = view.players[view.turn]
    match action:
        case Buy(card):
            return _buy(view, card)
        case Take(cells):
            return _tokens(view, *(view.board[cell] for cell in cells))
        case UsePrivilege(cell) | TakeToken(cell):
            return _tokens(view, view.board[cell])
        case Steal(token):
            return _steal(view, token)
        case TakeGold():
            return Reason("gold")
        case Reserve(card):
            # The gold came before: it is among the tokens.
            return _denies(view, card) or keep(card, me.bonuses, me.tokens, gold=False)
        case ReserveDeck(level):
            return Reason("unseen", (("n", level),))
        case Place(colour) if view.card is not None:
            return _place(view, view.card, colour)
        case Choose(royal):
            return _royal(view, royal)
        case Replenish():
            return Reason("replenish", (("n", sum(view.bag)),))
        case Return(token):
            return returned(_cards(view), me.bonuses, me.tokens, token, TOKENS[token])
        case Pay(tokens):
            return Reason("pay", (("n", tokens[GOLD]),))
        case Pass():
            return Reason("pass")
    return Reason("move")


def allows(view: View, action: Action) -> tuple[Reason, ...]:
    """What the opponent gets, or can do at once after a move, the worst first."""
    other = 1 - view.turn
    gift = (Reason("gives_privilege", (("seat", other),)),)
    match action:
        case Replenish():
            return gift
        case Take(cells):
            tokens = [view.board[cell] for cell in cells]
            gives = tokens.count(PEARL) == 2 or (len(tokens) == 3 and len(set(tokens)) == 1)
            return _threats(view, None) + (gift if gives else ())
        case Buy(card):
            ends = reason(view, action).name != "win" and EXTRA_TURN not in card.abilities
            return _threats(view, card) if ends else ()
        case Reserve(card):
            return _threats(view, card)
        case ReserveDeck():
            return _threats(view, None)
    return ()


# --- Cards ---------------------------------------------------------------------------------------------------


def _buy(view: View, card: Card) -> Reason:
    me = view.players[view.turn]
    if by := _victory(view, me, card):
        return Reason("win", (("by", by),))
    denied = _denies(view, card)
    if denied is not None and denied.name == "stop":
        return denied
    if _royals(view, me, card):
        return Reason("crowned", (("n", me.crowns + card.crowns),))
    colour = max(_colours(me, card), key=lambda one: me.colour_points[one], default=None)
    if colour is not None and card.points and me.colour_points[colour] + card.points >= CLOSE:
        return Reason("colour", (("gem", GEMS[colour]), ("n", me.colour_points[colour] + card.points)))
    if card.points >= MUCH:
        return Reason("points", (("n", card.points),))
    for ability in (EXTRA_TURN, STEAL, PRIVILEGE, TOKEN):
        if ability in card.abilities and (ability != STEAL or any(view.players[1 - view.turn].tokens[:GOLD])):
            return Reason(ABILITIES[ability], (("seat", 1 - view.turn),) if ability == STEAL else ())
    if card.crowns:
        return Reason("crowns", (("n", card.crowns), ("total", me.crowns + card.crowns)))
    if card.points or card.colour == NO_COLOUR:
        return Reason("points", (("n", card.points),))
    return _bonus(view, card, card.colour)


def _colours(player: PlayerView, card: Card) -> list[int]:
    """The colours for which the card's points can count."""
    if card.colour != NO_COLOUR:
        return [card.colour]
    return [colour for colour in range(5) if card.wild and player.bonuses[colour]]


def _bonus(view: View, card: Card, colour: int) -> Reason:
    have = view.players[view.turn].bonuses[colour]
    cheaper = sum(other.cost[colour] > have for other in _cards(view) if other is not card)
    return Reason("bonus", (("gem", GEMS[colour]), ("n", cheaper)))


def _place(view: View, card: Card, colour: int) -> Reason:
    me = view.players[view.turn]
    points = me.colour_points[colour] + card.points
    if points >= COLOUR:
        return Reason("win", (("by", "colour"),))
    if card.points and points >= CLOSE:
        return Reason("colour", (("gem", GEMS[colour]), ("n", points)))
    return _bonus(view, card, colour)


def _royal(view: View, royal: Royal) -> Reason:
    if view.players[view.turn].points + royal.points >= POINTS:
        return Reason("win", (("by", "points"),))
    for ability in royal.abilities:
        return Reason(ABILITIES[ability], (("seat", 1 - view.turn),) if ability == STEAL else ())
    return Reason("points", (("n", royal.points),))


def _royals(view: View, player: PlayerView, card: Card) -> bool:
    """Whether the card's crowns bring a Royal."""
    crowns = player.crowns + card.crowns
    return bool(view.royals) and len(player.royals) < sum(crowns >= step for step in ROYAL_CROWNS)


def _victory(view: View, player: PlayerView, card: Card) -> str:
    """The condition that the card would fulfil, or nothing."""
    points = player.points + card.points
    if _royals(view, player, card):
        points += max(royal.points for royal in view.royals)
    if points >= POINTS:
        return "points"
    if player.crowns + card.crowns >= CROWNS:
        return "crowns"
    colours = (
        [card.colour] if card.colour < 5 else [colour for colour in range(5) if card.wild and player.bonuses[colour]]
    )
    return "colour" if any(player.colour_points[colour] + card.points >= COLOUR for colour in colours) else ""


# --- Tokens --------------------------------------------------------------------------------------------------


def _tokens(view: View, *tokens: int) -> Reason:
    me = view.players[view.turn]
    after = tuple(count + tokens.count(kind) for kind, count in enumerate(me.tokens))
    found = aim(_cards(view), me.bonuses, me.tokens, after)
    return Reason("pearl") if found.name != "ready" and PEARL in tokens else found


def _steal(view: View, token: int) -> Reason:
    """A token that the opponent was about to pay with, or one that is of use oneself."""
    other, thief = 1 - view.turn, _tokens(view, token)
    left = list(view.players[other].tokens)
    left[token] -= 1
    lost = [
        (worse, card)
        for worse, threat, card in _offers(view, other)
        if threat is not None and missing(card.cost, view.players[other].bonuses, tuple(left))
    ]
    if lost:
        worse, card = max(lost, key=lambda one: (one[0], -one[1].index))
        return Reason("stop" if worse >= 100 else "deny", (("card", card), ("seat", other)))
    return thief if thief.name == "ready" else Reason("steals", (("token", TOKENS[token]), ("seat", other)))


# --- What the opponent could do ------------------------------------------------------------------------------


def _offers(view: View, seat: Seat) -> list[tuple[int, Reason | None, Card]]:
    """The cards of the pyramid that a seat can pay for: how much each matters, and why."""
    player = view.players[seat]
    found: list[tuple[int, Reason | None, Card]] = []
    for card in (card for row in view.rows for card in row if card is not None):
        if missing(card.cost, player.bonuses, player.tokens) or (card.wild and not any(player.bonuses)):
            continue
        about = (("card", card), ("seat", seat))
        if _victory(view, player, card):
            found.append((100, Reason("leaves_win", about), card))
        elif _royals(view, player, card):
            found.append((card.points + 3, Reason("leaves_royal", about), card))
        else:
            found.append((card.points, Reason("leaves", about) if card.points >= MUCH else None, card))
    return found


def _threats(view: View, gone: Card | None) -> tuple[Reason, ...]:
    offers = [(worse, threat) for worse, threat, card in _offers(view, 1 - view.turn) if card is not gone and threat]
    return tuple(threat for _, threat in sorted(offers, key=lambda one: -one[0]))


def _denies(view: View, card: Card) -> Reason | None:
    """Whether the opponent would have bought the card at once, where that matters."""
    for worse, threat, other in _offers(view, 1 - view.turn):
        if other is card and threat is not None:
            return Reason("stop" if worse >= 100 else "deny", (("card", card), ("seat", 1 - view.turn)))
    return None


def _cards(view: View) -> list[Card]:
    """All that the seat on turn may buy."""
    me = view.players[view.turn]
    cards = [card for row in view.rows for card in row if card is not None] + held(me)
    return cards if any(me.bonuses) else [card for card in cards if not card.wild]
