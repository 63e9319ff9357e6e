"""Splendor Duel on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tavola.rules.core import Outcome
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
from tavola.rules.duel.events import (
    Bought,
    Dealt,
    Ended,
    Event,
    GainedPrivilege,
    Passed,
    Placed,
    Received,
    Refilled,
    Replenished,
    ReservedCard,
    Returned,
    Stole,
    Took,
    TookGold,
    TookToken,
    UsedPrivilege,
    WonTurn,
)
from tavola.rules.duel.material import EMPTY, GOLD, TOKENS, Card, Royal, cell_text
from tavola.rules.duel.view import View
from tavola.rules.jewels import GEMS, LEVELS, TOKEN_LIMIT, net_price, shortfall
from tavola.table.i18n import Words
from tavola.table.web.present.common import Presenter, gem_names, tokens_in_words

__all__ = ["DUEL"]


def abilities(words: Words) -> dict[str, str]:
    """What each ability does, in a few words."""
    return {
        "extra_turn": words.say("take another turn"),
        "token": words.say("take a token of its colour"),
        "privilege": words.say("take a Privilege"),
        "steal": words.say("take a token from the opponent"),
    }


def card_name(card: Card, words: Words) -> str:
    """What a screen reader says of a card."""
    names = gem_names(words)
    facts = [words.say("level {n} card", n=card.level)]
    if card.wild:
        facts.append(words.say("wild: takes the colour of the card it is placed on"))
    elif card.bonuses:
        gem = names[card.colour] + (" ×2" if card.bonuses == 2 else "")
        facts.append(words.say("bonus {gem}", gem=gem))
    else:
        facts.append(words.say("no bonus"))
    if card.points:
        facts.append(words.many("{n} point", "{n} points", card.points))
    if card.crowns:
        facts.append(words.many("{n} crown", "{n} crowns", card.crowns))
    facts += [abilities(words)[ability] for ability in card.abilities]
    return words.joined([*facts, words.say("costs {tokens}", tokens=tokens_in_words(card.cost, names, words))])


def royal_name(royal: Royal, words: Words) -> str:
    """What a screen reader says of a Royal."""
    facts = [words.say("Royal"), words.many("{n} point", "{n} points", royal.points)]
    return words.joined(facts + [abilities(words)[ability] for ability in royal.abilities])


def _elements(action: Action) -> tuple[str, ...]:
    match action:
        case Take(cells):
            return tuple(f"cell-{cell_text(cell)}" for cell in cells)
        case UsePrivilege(cell) | TakeGold(cell) | TakeToken(cell):
            return (f"cell-{cell_text(cell)}",)
        case Reserve(card) | Buy(card):
            return (f"card-{card.code}",)
        case ReserveDeck(level):
            return (f"deck-{level}",)
        case Place(colour):
            return (f"column-{GEMS[colour]}",)
        case Steal(token):
            return (f"theirs-{TOKENS[token]}",)
        case Choose(royal):
            return (f"royal-{royal.code}",)
        case Return(token):
            return (f"mine-{TOKENS[token]}",)
        case Replenish():
            return ("bag",)
    return ()


def _price(card: Card, view: View) -> tuple[int, ...]:
    """The price for the seat on turn with the fewest gold."""
    player = view.players[view.turn]
    net = net_price(card.cost, player.bonuses)
    paid = tuple(map(min, net, player.tokens))
    return (*paid, sum(net) - sum(paid))


def _counts(tokens: Sequence[int]) -> tuple[int, ...]:
    return tuple(list(tokens).count(token) for token in range(7))


def _label(action: Action, view: View, words: Words) -> str:
    names = gem_names(words)
    match action:
        case Take(cells):
            taken = _counts([view.board[cell] for cell in cells])
            return words.say("Take {tokens}", tokens=tokens_in_words(taken, names, words))
        case UsePrivilege(cell):
            return words.say("Use a Privilege: take {token}", token=names[view.board[cell]])
        case TakeGold():
            return words.say("Take gold, then reserve a card")
        case TakeToken(cell):
            return words.say("Take {tokens}", tokens=f"{names[view.board[cell]]} ({cell_text(cell)})")
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
        case Place(colour):
            return words.say("Place it on {gem}", gem=names[colour])
        case Steal(token):
            return words.say("Take {token} from the opponent", token=names[token])
        case Choose(royal):
            return words.say("Take {royal}", royal=royal_name(royal, words))
        case Return(token):
            return words.say("Return {token}", token=names[token])
        case Replenish():
            return words.say("Replenish the board")
        case Pass():
            return words.say("Pass")
    return ""


def _tell(event: Event, names: Sequence[str], words: Words) -> str:
    gems = gem_names(words)
    match event:
        case Dealt(start, _, _):
            return words.say("The table is laid out. {player} starts.", player=names[start])
        case UsedPrivilege(seat, _, token):
            return words.say("{player} uses a Privilege to take {token}.", player=names[seat], token=gems[token])
        case Replenished(seat, _, _):
            return words.say("{player} replenishes the board.", player=names[seat])
        case GainedPrivilege(seat, False):
            return words.say("{player} takes a Privilege.", player=names[seat])
        case GainedPrivilege(seat, True):
            return words.say("{player} takes a Privilege from {other}.", player=names[seat], other=names[1 - seat])
        case Took(seat, _, tokens):
            taken = tokens_in_words(_counts(tokens), gems, words)
            return words.say("{player} takes {tokens}.", player=names[seat], tokens=taken)
        case TookGold(seat, _):
            return words.say("{player} takes gold.", player=names[seat])
        case TookToken(seat, _, token):
            return words.say("{player} takes {token} by the card's ability.", player=names[seat], token=gems[token])
        case Stole(seat, token):
            return words.say(
                "{player} takes {token} from {other}.", player=names[seat], token=gems[token], other=names[1 - seat]
            )
        case WonTurn(seat):
            return words.say("{player} will take another turn.", player=names[seat])
        case Returned(seat, token):
            return words.say("{player} returns {token}.", player=names[seat], token=gems[token])
        case Passed(seat):
            return words.say("{player} can do nothing and passes.", player=names[seat])
        case Ended(outcome):
            return words.say("{player} wins.", player=words.listed([names[seat] for seat in outcome.winners]))
    return _tell_card(event, names, words)


def _tell_card(event: Event, names: Sequence[str], words: Words) -> str:
    gems = gem_names(words)
    match event:
        case ReservedCard(seat, level, _, None):
            return words.say("{player} reserves a card from deck {n}.", player=names[seat], n=level)
        case ReservedCard(seat, level, None, Card() as card):
            return words.say("{player} reserves {card} from deck {n}.", player=names[seat], card=card.code, n=level)
        case ReservedCard(seat, _, _, Card() as card):
            return words.say("{player} reserves {card}.", player=names[seat], card=card.code)
        case Bought(seat, card, _, paid):
            price = tokens_in_words(paid, gems, words)
            return words.say("{player} buys {card} for {tokens}.", player=names[seat], card=card.code, tokens=price)
        case Placed(seat, card, colour):
            return words.say("{player} places {card} on {gem}.", player=names[seat], card=card.code, gem=gems[colour])
        case Received(seat, royal):
            return words.say("{player} receives {royal}.", player=names[seat], royal=royal_name(royal, words))
        case Refilled(_, _, card):
            return words.say("{card} is laid out.", card=card.code)
    return ""


def _piece(event: Event) -> str:
    match event:
        case Bought(_, card, _, _) | Refilled(_, _, card) | ReservedCard(_, _, _, Card() as card) | Placed(_, card, _):
            return f"duel/{card.code}"
        case ReservedCard(_, level, _, _):
            return f"back/duel-{level}"
        case Received(_, royal):
            return f"royal/{royal.code}"
        case UsedPrivilege() | GainedPrivilege():
            return "privilege"
        case Stole(_, token) | Returned(_, token) | TookToken(_, _, token):
            return f"token/{art_token(token)}"
        case TookGold():
            return "token/gold"
    return ""


def art_token(token: int) -> str:
    """The name of a token's art."""
    return "gold" if token == GOLD else TOKENS[token]


def _ask(view: View, words: Words) -> str:
    match view.phase.value:
        case "reserve":
            return words.say("Reserve a card of the pyramid or the top card of a deck.")
        case "pay":
            return words.say("Choose how to pay.")
        case "place":
            return words.say("Choose the column for the wild card.")
        case "token":
            return words.say("Choose which token of the card's colour to take.")
        case "steal":
            return words.say("Choose a token to take from your opponent.")
        case "royal":
            return words.say("Choose a Royal.")
        case "return":
            have = sum(view.players[view.turn].tokens)
            over = have - TOKEN_LIMIT
            return words.many("Return {n} token ({have}/10).", "Return {n} tokens ({have}/10).", over, have=have)
    return words.say("Take up to three tokens in a line, take gold and reserve, or buy a card.")


def _why(view: View, words: Words) -> Mapping[str, str]:
    if view.seat is None:
        return {}
    player = view.players[view.seat]
    turn = view.phase.value == "turn"
    why: dict[str, str] = {}
    if turn:
        hand_full = len(player.reserved) >= 3
        for cell, token in enumerate(view.board):
            if token == GOLD and hand_full:
                why[f"cell-{cell_text(cell)}"] = words.say("You already have three reserved cards.")
            elif token == EMPTY:
                why[f"cell-{cell_text(cell)}"] = words.say("This cell is empty.")
        why["bag"] = words.say("The bag is empty.") if not any(view.bag) else words.say("Already done in this turn.")
        for level in LEVELS:
            why[f"deck-{level}"] = words.say("Take a gold token first, then reserve.")
        for royal in view.royals:
            why[f"royal-{royal.code}"] = words.say("A Royal comes with your third and sixth crown.")
    cards = [card for row in view.rows for card in row if card] + [held.card for held in player.reserved if held.card]
    for card in cards:
        lack = shortfall(card.cost, player.bonuses, player.tokens) - player.tokens[GOLD]
        if card.wild and not any(player.bonuses):
            why[f"card-{card.code}"] = words.say("It needs a card with a bonus to be placed on.")
        elif lack > 0 and turn:
            why[f"card-{card.code}"] = words.many(
                "You lack {n} token to buy it.", "You lack {n} tokens to buy it.", lack
            )
    return why


def _context(view: View, words: Words) -> dict[str, Any]:
    me = view.seat if view.seat is not None else 0
    drawn_open = view.options.reserved_visibility == "faceUpKnown"
    player = view.players[me]
    cards = [*(c for row in view.rows for c in row if c), *(h.card for h in player.reserved if h.card)]
    return {
        "me": me,
        "tokens": TOKENS,
        "gems": GEMS,
        "token_names": gem_names(words),
        "card_name": lambda card: card_name(card, words),
        "royal_name": lambda royal: royal_name(royal, words),
        "cell": cell_text,
        "my_gold": player.tokens[GOLD],
        "gold_needed": {card.code: shortfall(card.cost, player.bonuses, player.tokens) for card in cards},
        "drawn": lambda seat, held: held.card is not None and (seat == view.seat or drawn_open),
    }


def _reason(outcome: Outcome, words: Words) -> str:
    said = {
        "points": words.say("20 prestige points"),
        "crowns": words.say("10 crowns"),
        "colour": words.say("10 prestige points of one colour"),
    }
    conditions = words.listed([said[reason] for reason in outcome.reasons])
    return words.say("Reached: {conditions}.", conditions=conditions)


def _stats(views: Sequence[Any], words: Words) -> list[tuple[str, list[list[int]]]]:
    charts = (
        (words.say("Prestige points"), lambda player: player.points),
        (words.say("Crowns"), lambda player: player.crowns),
        (words.say("Best colour"), lambda player: max(player.colour_points)),
        (words.say("Tokens"), lambda player: sum(player.tokens)),
        (words.say("Gold"), lambda player: player.tokens[-1]),
        (words.say("Reserved cards"), lambda player: len(player.reserved)),
    )
    return [(title, [[of(view.players[seat]) for view in views] for seat in (0, 1)]) for title, of in charts]


def _opened(views: Sequence[View]) -> View:
    """Everybody's reserved cards as their owners see them."""
    players = tuple(view.players[seat] for seat, view in enumerate(views))
    options = replace(views[0].options, reserved_visibility="faceUpKnown")
    return replace(views[0], seat=None, players=players, options=options)


DUEL = Presenter(
    name=lambda words: words.say("Splendor Duel"),
    template="duel.html",
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
