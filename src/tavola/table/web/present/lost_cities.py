"""Lost Cities on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tavola.rules.core import Outcome
from tavola.rules.lost_cities.actions import Action, Discard, Draw, Play, Take
from tavola.rules.lost_cities.events import Dealt, Discarded, Drew, Ended, Event, Played, RoundScored, Took
from tavola.rules.lost_cities.material import COLOURS, WAGER, Card
from tavola.rules.lost_cities.view import View
from tavola.table.i18n import Words
from tavola.table.web.present.common import Presenter

__all__ = ["LOST_CITIES"]


def colour_names(words: Words) -> tuple[str, ...]:
    """The colours in the order of their letters."""
    return (
        words.say("yellow"),
        words.say("blue"),
        words.say("white"),
        words.say("green"),
        words.say("red"),
        words.say("purple"),
    )


def card_name(card: Card, words: Words) -> str:
    """`red 7`, `red wager`."""
    colour = colour_names(words)[card.colour]
    if card.value == WAGER:
        return words.say("{colour} wager", colour=colour)
    return words.say("{colour} {value}", colour=colour, value=card.value)


def _elements(action: Action) -> tuple[str, ...]:
    match action:
        case Play(card):
            return (f"hand-{card.code}", f"column-{card.code[0]}")
        case Discard(card):
            return (f"hand-{card.code}", f"pile-{card.code[0]}")
        case Draw():
            return ("deck",)
        case Take(colour):
            return (f"pile-{COLOURS[colour]}",)
    return ()


def _label(action: Action, view: View, words: Words) -> str:
    match action:
        case Play(card):
            return words.say("Play {card}", card=card_name(card, words))
        case Discard(card):
            return words.say("Discard {card}", card=card_name(card, words))
        case Take(colour):
            return words.say("Take {card} from the discard pile", card=card_name(view.discards[colour][-1], words))
    return words.say("Draw from the deck")


def _tell(event: Event, names: Sequence[str], words: Words) -> str:
    match event:
        case Dealt(number, start, _):
            return words.say("Round {n} is dealt. {player} starts.", n=number + 1, player=names[start])
        case Played(seat, card):
            return words.say("{player} plays {card}.", player=names[seat], card=card_name(card, words))
        case Discarded(seat, card):
            return words.say("{player} discards {card}.", player=names[seat], card=card_name(card, words))
        case Drew(seat, None):
            return words.say("{player} draws from the deck.", player=names[seat])
        case Drew(seat, Card() as card):
            return words.say("{player} draws {card} from the deck.", player=names[seat], card=card_name(card, words))
        case Took(seat, card):
            return words.say(
                "{player} takes {card} from the discard pile.", player=names[seat], card=card_name(card, words)
            )
        case RoundScored(number, columns, stalled):
            points = words.joined([f"{names[seat]} {sum(side)}" for seat, side in enumerate(columns)])
            if stalled:
                return words.say("The stall limit ends round {n}: {points}.", n=number + 1, points=points)
            return words.say("End of round {n}: {points}.", n=number + 1, points=points)
        case Ended(outcome):
            winners = words.listed([names[seat] for seat in outcome.winners])
            if len(outcome.winners) > 1:
                return words.say("The victory is shared: {players}.", players=winners)
            return words.say("{player} wins.", player=winners)
    return ""


def _piece(event: Event) -> str:
    match event:
        case Played(_, card) | Discarded(_, card) | Took(_, card) | Drew(_, Card() as card):
            return f"lost-cities/{card.code}"
        case Drew():
            return "back/lost-cities"
    return ""


def _ask(view: View, words: Words) -> str:
    if view.phase.value == "lay":
        return words.say("Lay a card: play it in your column or discard it.")
    return words.say("Draw a card from the deck or a discard pile.")


def _why(view: View, words: Words) -> Mapping[str, str]:
    why: dict[str, str] = {}
    laying = view.phase.value == "lay"
    for colour in range(view.options.colours):
        letter = COLOURS[colour]
        if laying:
            why[f"pile-{letter}"] = words.say("Choose a card of your hand first.")
            why[f"column-{letter}"] = words.say("Choose a card of your hand first.")
        elif colour == view.barred:
            why[f"pile-{letter}"] = words.say("You may not take back the card you have just discarded.")
        elif not view.discards[colour]:
            why[f"pile-{letter}"] = words.say("This discard pile is empty.")
    why["deck"] = words.say("Lay a card first, then draw.")
    if not laying:
        for card in view.hand:
            why[f"hand-{card.code}"] = words.say("You have laid a card: now draw one.")
    return why


def _context(view: View, words: Words) -> dict[str, Any]:
    me = view.seat if view.seat is not None else 0
    return {
        "me": me,
        "letters": COLOURS[: view.options.colours],
        "colours": colour_names(words)[: view.options.colours],
        "round": min(len(view.scores) + 1, view.options.rounds),
        "totals": [sum(pair[seat] for pair in view.scores) for seat in (0, 1)],
        "card_name": lambda card: card_name(card, words),
        "browse": view.options.browse_discards == "on",
    }


def _reason(outcome: Outcome, words: Words) -> str:
    if "stall" in outcome.reasons:
        return words.say("The stall limit ended the last round.")
    return words.say("The deck of the last round is empty.")


def _stats(views: Sequence[Any], words: Words) -> list[tuple[str, list[list[int]]]]:
    def points(view: View, seat: int) -> int:
        playing = view.phase.value in ("lay", "draw")
        return sum(pair[seat] for pair in view.scores) + (sum(view.running[seat]) if playing else 0)

    running = [[points(view, seat) for view in views] for seat in (0, 1)]
    return [(words.say("Points"), running)]


def _opened(views: Sequence[View]) -> View:
    """Both hands as known cards."""
    return replace(views[0], seat=None, known=(views[0].hand, views[1].hand))


def _ledger(view: View, words: Words) -> list[list[str]]:
    names = colour_names(words)
    rows = [[names[colour], *(str(side[colour]) for side in view.running)] for colour in range(view.options.colours)]
    rounds = [[words.say("Round {n}", n=n), *map(str, pair)] for n, pair in enumerate(view.scores, 1)]
    return rows + rounds


LOST_CITIES = Presenter(
    name=lambda words: words.say("Lost Cities"),
    template="lost_cities.html",
    elements=_elements,
    label=_label,
    tell=_tell,
    piece=_piece,
    ask=_ask,
    why=_why,
    context=_context,
    reason=_reason,
    hides=lambda view, seats: True,
    opened=_opened,
    ledger=_ledger,
    stats=_stats,
)
