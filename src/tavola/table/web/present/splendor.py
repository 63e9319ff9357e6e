"""Splendor on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tavola.rules.core import Outcome
from tavola.rules.jewels import GEMS, LEVELS, TOKEN_LIMIT, net_price, shortfall
from tavola.rules.splendor.actions import Action, Buy, Pass, Pay, Reserve, ReserveDeck, Return, Take, Visit
from tavola.rules.splendor.events import (
    Bought,
    Dealt,
    Ended,
    Event,
    Passed,
    Refilled,
    ReservedCard,
    Returned,
    Took,
    Visited,
)
from tavola.rules.splendor.material import GOLD, TOKENS, Card, Noble
from tavola.rules.splendor.view import View
from tavola.table.i18n import Words
from tavola.table.web.present.common import Presenter, gem_names, tokens_in_words

__all__ = ["SPLENDOR"]


def token_names(words: Words) -> tuple[str, ...]:
    """The five gems and gold."""
    names = gem_names(words)
    return (*names[:5], names[6])


def card_name(card: Card, words: Words) -> str:
    """What a screen reader says of a card."""
    facts = [words.say("level {n} card", n=card.level), words.say("bonus {gem}", gem=token_names(words)[card.bonus])]
    if card.points:
        facts.append(words.many("{n} point", "{n} points", card.points))
    price = tokens_in_words(card.cost, token_names(words), words)
    return words.joined([*facts, words.say("costs {tokens}", tokens=price)])


def noble_name(noble: Noble, words: Words) -> str:
    """What a screen reader says of a noble."""
    needs = tokens_in_words(noble.requires, token_names(words), words)
    return words.say("noble, {n} points, visits for bonuses {gems}", n=noble.points, gems=needs)


def _elements(action: Action) -> tuple[str, ...]:
    match action:
        case Take(gems):
            return tuple(f"bank-{GEMS[colour]}" for colour in range(5) for _ in range(gems[colour]))
        case Reserve(card) | Buy(card):
            return (f"card-{card.code}",)
        case ReserveDeck(level):
            return (f"deck-{level}",)
        case Return(token):
            return (f"mine-{TOKENS[token]}",)
        case Visit(noble):
            return (f"noble-{noble.code}",)
    return ()


def _price(card: Card, view: View) -> tuple[int, ...]:
    """The price for the seat on turn with the fewest gold."""
    player = view.players[view.turn]
    net = net_price(card.cost, player.bonuses)
    gems = tuple(map(min, net, player.tokens))
    return (*gems, sum(net) - sum(gems))


def _label(action: Action, view: View, words: Words) -> str:
    names = token_names(words)
    match action:
        case Take(gems):
            return words.say("Take {tokens}", tokens=tokens_in_words(gems, names, words))
        case Reserve(card):
            return words.say("Reserve {card}", card=card.code)
        case ReserveDeck(level):
            return words.say("Reserve the top card of deck {n}", n=level)
        case Buy(card):
            return words.say(
                "Buy {card} for {tokens}", card=card.code, tokens=tokens_in_words(_price(card, view), names, words)
            )
        case Pay(tokens):
            return words.say("Pay {tokens}", tokens=tokens_in_words(tokens, names, words))
        case Return(token):
            return words.say("Return {token}", token=names[token])
        case Visit(noble):
            return words.say("Receive the noble {noble}", noble=noble.code)
        case Pass():
            return words.say("Pass")
    return ""


def _tell(event: Event, names: Sequence[str], words: Words) -> str:
    gems = token_names(words)
    match event:
        case Dealt(start, _, _):
            return words.say("The table is laid out. {player} starts.", player=names[start])
        case Took(seat, taken):
            return words.say("{player} takes {tokens}.", player=names[seat], tokens=tokens_in_words(taken, gems, words))
        case ReservedCard(seat=seat, card=None, level=level):
            return words.say("{player} reserves a card from deck {n}.", player=names[seat], n=level)
        case ReservedCard(seat=seat, card=Card() as card, slot=None, level=level):
            return words.say("{player} reserves {card} from deck {n}.", player=names[seat], card=card.code, n=level)
        case ReservedCard(seat=seat, card=Card() as card):
            return words.say("{player} reserves {card}.", player=names[seat], card=card.code)
        case Bought(seat, card, _, paid):
            price = tokens_in_words(paid, gems, words)
            return words.say("{player} buys {card} for {tokens}.", player=names[seat], card=card.code, tokens=price)
        case Refilled(_, _, card):
            return words.say("{card} is laid out.", card=card.code)
        case Returned(seat, token):
            return words.say("{player} returns {token}.", player=names[seat], token=gems[token])
        case Visited(seat, noble):
            return words.say("The noble {noble} visits {player}.", noble=noble.code, player=names[seat])
        case Passed(seat):
            return words.say("{player} can do nothing and passes.", player=names[seat])
        case Ended(outcome):
            winners = words.listed([names[seat] for seat in outcome.winners])
            if len(outcome.winners) > 1:
                return words.say("The victory is shared: {players}.", players=winners)
            return words.say("{player} wins.", player=winners)
    return ""


def _piece(event: Event) -> str:
    match event:
        case Bought(_, card, _, _) | Refilled(_, _, card) | ReservedCard(card=Card() as card):
            return f"splendor/{card.code}"
        case ReservedCard(level=level):
            return f"back/splendor-{level}"
        case Visited(_, noble):
            return f"noble/{noble.code}"
    return ""


def _ask(view: View, words: Words) -> str:
    match view.phase.value:
        case "pay":
            return words.say("Choose how to pay.")
        case "return":
            have = sum(view.players[view.turn].tokens)
            over = have - TOKEN_LIMIT
            return words.many("Return {n} token ({have}/10).", "Return {n} tokens ({have}/10).", over, have=have)
        case "noble":
            return words.say("Two or more nobles would visit you: choose one.")
    return words.say("Take gems, reserve a card or buy one.")


def _why(view: View, words: Words) -> Mapping[str, str]:
    if view.phase.value != "turn" or view.seat is None:
        return {}
    player = view.players[view.seat]
    why: dict[str, str] = {f"bank-{TOKENS[GOLD]}": words.say("Gold comes only with a reserved card.")}
    for colour in range(5):
        if not view.bank[colour]:
            why[f"bank-{GEMS[colour]}"] = words.say("This stack is empty.")
    hand_full = len(player.reserved) >= 3
    cards = [card for row in view.rows for card in row if card] + [held.card for held in player.reserved if held.card]
    for card in cards:
        lack = shortfall(card.cost, player.bonuses, player.tokens) - player.tokens[GOLD]
        if lack > 0:
            why[f"card-{card.code}"] = words.many(
                "You lack {n} token to buy it.", "You lack {n} tokens to buy it.", lack
            )
    for level in LEVELS:
        full = words.say("You already have three reserved cards.")
        why[f"deck-{level}"] = full if hand_full else words.say("This deck is empty.")
    for noble in view.nobles:
        why[f"noble-{noble.code}"] = words.say("A noble visits by itself at the end of a turn.")
    return why


def _context(view: View, words: Words) -> dict[str, Any]:
    me = view.seat if view.seat is not None else 0
    drawn_open = view.options.reserved_visibility != "allHidden"
    others = [*range(me + 1, len(view.players)), *range(me)]
    player = view.players[me]
    gold_needed = {
        card.code: shortfall(card.cost, player.bonuses, player.tokens)
        for card in [*(c for row in view.rows for c in row if c), *(h.card for h in player.reserved if h.card)]
    }
    return {
        "me": me,
        "others": others,
        "tokens": TOKENS,
        "token_names": token_names(words),
        "card_name": lambda card: card_name(card, words),
        "noble_name": lambda noble: noble_name(noble, words),
        "my_gold": player.tokens[GOLD],
        "gold_needed": gold_needed,
        "drawn": lambda seat, held: held.card is not None and (seat == view.seat or drawn_open),
    }


def _reason(outcome: Outcome, words: Words) -> str:
    if "target" in outcome.reasons:
        return words.say("The round in which the target was reached is complete.")
    return words.say("Nobody could do anything any more.")


def _stats(views: Sequence[Any], words: Words) -> list[tuple[str, list[list[int]]]]:
    seats = range(len(views[0].players)) if views else range(0)
    charts = (
        (words.say("Points"), lambda player: player.points),
        (words.say("Tokens"), lambda player: sum(player.tokens)),
        (words.say("Gold"), lambda player: player.tokens[-1]),
        (words.say("Reserved cards"), lambda player: len(player.reserved)),
    )
    return [(title, [[of(view.players[seat]) for view in views] for seat in seats]) for title, of in charts]


def _opened(views: Sequence[View]) -> View:
    """Everybody's reserved cards as their owners see them."""
    players = tuple(view.players[seat] for seat, view in enumerate(views))
    options = replace(views[0].options, reserved_visibility="byOrigin")
    return replace(views[0], seat=None, players=players, options=options)


SPLENDOR = Presenter(
    name=lambda words: words.say("Splendor"),
    template="splendor.html",
    elements=_elements,
    label=_label,
    tell=_tell,
    piece=_piece,
    ask=_ask,
    why=_why,
    context=_context,
    reason=_reason,
    hides=lambda view, seats: any(held.secret for seat in seats for held in view.players[seat].reserved),
    opened=_opened,
    ledger=lambda view, words: [],
    stats=_stats,
)
