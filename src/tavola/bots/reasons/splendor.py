"""Why one makes a move in Splendor, and what it leaves to the others."""

from __future__ import annotations

from collections.abc import Iterator

from tavola.bots.bot import Reason
from tavola.bots.reasons.jewels import aim, held, keep, missing, returned
from tavola.rules.core import Seat
from tavola.rules.jewels import GEMS, add
from tavola.rules.splendor.actions import Action, Buy, Pass, Pay, Reserve, ReserveDeck, Return, Take, Visit
from tavola.rules.splendor.material import GOLD, TOKENS, Card, Noble
from tavola.rules.splendor.view import View

__all__ = ["allows", "reason"]

NEAR = 2
"""A noble who wants so few bonuses is in sight."""
MUCH = 2
"""Points for which it matters who gets a card."""


def reason(view: View, action: Action) -> Reason:
    """The main point of a move."""
    me = view.players[view.turn]
    match action:
        case Buy(card):
            return _buy(view, card)
        case Take(gems):
            return aim(_cards(view), me.bonuses, me.tokens, add(me.tokens, (*gems, 0)))
        case Reserve(card):
            return _denies(view, card) or keep(card, me.bonuses, me.tokens, view.bank[GOLD] > 0)
        case ReserveDeck(level):
            return Reason("gold") if view.bank[GOLD] else Reason("unseen", (("n", level),))
        case Return(token):
            return returned(_cards(view), me.bonuses, me.tokens, token, TOKENS[token])
        case Visit(noble):
            return Reason("noble", (("noble", noble), ("n", noble.points)))
        case Pay(tokens):
            return Reason("pay", (("n", tokens[GOLD]),))
        case Pass():
            return Reason("pass")
    return Reason("move")


def allows(view: View, action: Action) -> tuple[Reason, ...]:
    """What the others can do at once after a move, the worst first: only what a move could have kept from them."""
    if isinstance(action, (Pay, Return)) or reason(view, action).name == "win":
        return ()
    gone = action.card if isinstance(action, (Buy, Reserve)) else None
    visited = action.noble if isinstance(action, Visit) else None
    if isinstance(action, Buy):
        _, visited = _gain(view, view.turn, action.card)
    found = [
        _threat(view, seat, card, visited)
        for seat in _others(view)
        for card in _face_up(view)
        if card is not gone and _affords(view, seat, card)
    ]
    return tuple(threat for _, threat in sorted((one for one in found if one), key=lambda one: -one[0]))


def _buy(view: View, card: Card) -> Reason:
    points, noble = _gain(view, view.turn, card)
    total = view.players[view.turn].points + points
    if total >= view.options.target:
        last = (view.turn + 1) % len(view.players) == view.start
        ahead = all(view.players[seat].points < total for seat in _others(view))
        return Reason("win") if last and ahead else Reason("target", (("n", total),))
    denied = _denies(view, card)
    if denied is not None and denied.name == "stop":
        return denied
    if noble is not None:
        return Reason("noble", (("noble", noble), ("n", points)))
    if points:
        return Reason("points", (("n", points), ("gem", GEMS[card.bonus])))
    return _toward(view, card) or _bonus(view, card)


def _toward(view: View, card: Card) -> Reason | None:
    """The noble in sight to whom the card's bonus brings nearer."""
    bonuses = view.players[view.turn].bonuses
    wanted = []
    for noble in view.nobles:
        lack = [max(0, need - have) for need, have in zip(noble.requires, bonuses, strict=True)]
        if lack[card.bonus] and sum(lack) - 1 <= NEAR:
            wanted.append((sum(lack) - 1, noble.index, noble))
    if not wanted:
        return None
    left, _, noble = min(wanted, key=lambda one: one[:2])
    return Reason("toward", (("noble", noble), ("n", left)))


def _bonus(view: View, card: Card) -> Reason:
    have = view.players[view.turn].bonuses[card.bonus]
    cheaper = sum(other.cost[card.bonus] > have for other in _cards(view) if other is not card)
    return Reason("bonus", (("gem", GEMS[card.bonus]), ("n", cheaper)))


def _denies(view: View, card: Card) -> Reason | None:
    """The player who would have bought the card at once, where that matters."""
    if card in held(view.players[view.turn]):
        return None
    threats = [(_threat(view, seat, card), seat) for seat in _others(view) if _affords(view, seat, card)]
    for threat, seat in sorted(((t, s) for t, s in threats if t), key=lambda one: -one[0][0]):
        name = "stop" if threat[1].name == "leaves_win" else "deny"
        return Reason(name, (("card", card), ("seat", seat)))
    return None


def _threat(view: View, seat: Seat, card: Card, visited: Noble | None = None) -> tuple[int, Reason] | None:
    """What it would mean if this seat bought the card: how bad it is, and the reason."""
    points, noble = _gain(view, seat, card, visited)
    total = view.players[seat].points + points
    about = (("card", card), ("seat", seat))
    others = [player.points for other, player in enumerate(view.players) if other != seat]
    if total >= view.options.target and total > max(others):
        return 100 + points, Reason("leaves_win", about)
    if noble is not None:
        return points, Reason("leaves_noble", (*about, ("noble", noble)))
    return (points, Reason("leaves", about)) if points >= MUCH else None


def _gain(view: View, seat: Seat, card: Card, visited: Noble | None = None) -> tuple[int, Noble | None]:
    """The points that a seat gets by buying the card, those of a noble included, and the noble."""
    bonuses = list(view.players[seat].bonuses)
    bonuses[card.bonus] += 1
    for noble in view.nobles:
        if noble is not visited and all(map(int.__ge__, bonuses, noble.requires)):
            return card.points + noble.points, noble
    return card.points, None


def _affords(view: View, seat: Seat, card: Card) -> bool:
    player = view.players[seat]
    return missing(card.cost, player.bonuses, player.tokens) == 0


def _others(view: View) -> Iterator[Seat]:
    """The other seats, the next one first."""
    players = len(view.players)
    return ((view.turn + step) % players for step in range(1, players))


def _face_up(view: View) -> list[Card]:
    return [card for row in view.rows for card in row if card is not None]


def _cards(view: View) -> list[Card]:
    """All that the seat on turn may buy."""
    return _face_up(view) + held(view.players[view.turn])
