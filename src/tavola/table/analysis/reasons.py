"""Reasons in words: what a move brings, and what it leaves to the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from tavola.bots.bot import Reason
from tavola.rules.duel.material import TOKENS
from tavola.rules.lost_cities.material import COLOURS
from tavola.table.i18n import Words, words
from tavola.table.web.present.common import gem_names
from tavola.table.web.present.lost_cities import card_name as city_card
from tavola.table.web.present.lost_cities import colour_names

__all__ = ["TELLERS", "say"]

Facts = dict[str, Any]
Teller = Callable[[Words, Facts], str]


def say(reason: Reason, lang: str, names: Sequence[str] = ()) -> str:
    """The reason in a few words, to follow the move; seats without a name are numbered, unknown reasons are silent."""
    told = words(lang)
    facts: Facts = {}
    for key, value in reason.about:
        facts["player" if key == "seat" else key] = _plain(key, value, told, names)
    teller = TELLERS.get(reason.name)
    return teller(told, facts) if teller is not None else ""


def _plain(key: str, value: Any, told: Words, names: Sequence[str]) -> Any:
    """A fact as it stands in a sentence."""
    match key:
        case "seat":
            return names[value] if value < len(names) else told.say("Seat {n}", n=value + 1)
        case "card":
            return city_card(value, told) if hasattr(value, "value") else _jewel(value, told)
        case "noble":
            return value.code
        case "gem" | "token":
            return gem_names(told)[TOKENS.index(value)]
        case "colour":
            return colour_names(told)[COLOURS.index(value)]
        case "by":
            return _condition(value, told)
    return value


def _jewel(card: Any, told: Words) -> str:
    """`3k2 (5 points)`, `1w4 (white)`: the code and what it is bought for."""
    facts = []
    if card.points:
        facts.append(told.many("{n} point", "{n} points", card.points))
    if getattr(card, "crowns", 0):
        facts.append(told.many("{n} crown", "{n} crowns", card.crowns))
    if not facts:
        facts.append(gem_names(told)[card.bonus if hasattr(card, "bonus") else card.colour])
    return told.say("{card} ({facts})", card=card.code, facts=told.joined(facts))


def _condition(by: str, told: Words) -> str:
    said = {
        "points": told.say("20 prestige points"),
        "crowns": told.say("10 crowns"),
        "colour": told.say("10 prestige points of one colour"),
    }
    return said[by]


# --- Splendor and Splendor Duel ------------------------------------------------------------------------------


def _win(told: Words, facts: Facts) -> str:
    return told.say("wins the game: {condition}", condition=facts["by"]) if "by" in facts else told.say("wins the game")


def _points(told: Words, facts: Facts) -> str:
    if "gem" in facts:
        return told.many("scores {n} point, bonus: {gem}", "scores {n} points, bonus: {gem}", **facts)
    return told.many("scores {n} point", "scores {n} points", **facts)


def _bonus(told: Words, facts: Facts) -> str:
    if not facts["n"]:
        return told.say("bonus: {gem}", gem=facts["gem"])
    return told.many(
        "bonus: {gem}, which makes {n} card cheaper", "bonus: {gem}, which makes {n} cards cheaper", **facts
    )


def _toward(told: Words, facts: Facts) -> str:
    return told.many(
        "brings the noble {noble} near: {n} bonus is missing",
        "brings the noble {noble} near: {n} bonuses are missing",
        **facts,
    )


def _saves(told: Words, facts: Facts) -> str:
    return told.many("saves for {card}: {n} token is missing", "saves for {card}: {n} tokens are missing", **facts)


def _keep(told: Words, facts: Facts) -> str:
    if not facts["n"]:
        return told.say("keeps {card}, which can be bought next", card=facts["card"])
    return told.many("keeps {card}: {n} token is missing", "keeps {card}: {n} tokens are missing", **facts)


def _crowns(told: Words, facts: Facts) -> str:
    return told.many("brings {n} crown: now {total} of 10", "brings {n} crowns: now {total} of 10", **facts)


JEWELS: Final[dict[str, Teller]] = {
    "win": _win,
    "target": lambda told, facts: told.say("reaches {n} points: this round is the last", **facts),
    "stop": lambda told, facts: told.say("keeps {player} from winning with {card}", **facts),
    "noble": lambda told, facts: told.say("brings the noble {noble}: {n} points in all", **facts),
    "points": _points,
    "deny": lambda told, facts: told.say("keeps {player} from buying {card} at once", **facts),
    "toward": _toward,
    "bonus": _bonus,
    "ready": lambda told, facts: told.say("makes {card} affordable", **facts),
    "saves": _saves,
    "tokens": lambda told, facts: told.say("collects tokens"),
    "keep": _keep,
    "gold": lambda told, facts: told.say("brings a gold token"),
    "unseen": lambda told, facts: told.say("brings an unseen card of level {n}", **facts),
    "spare": lambda told, facts: told.say("gives back the token that is needed least"),
    "farther": lambda told, facts: told.say("moves away from {card}", **facts),
    "pay": lambda told, facts: told.many("costs {n} gold token", "costs {n} gold tokens", **facts),
    "pass": lambda told, facts: told.say("nothing else is possible"),
    "crowned": lambda told, facts: told.say("reaches {n} crowns, which brings a Royal", **facts),
    "crowns": _crowns,
    "colour": lambda told, facts: told.say("brings {gem} to {n} of 10 points", **facts),
    "again": lambda told, facts: told.say("brings another turn"),
    "steal": lambda told, facts: told.say("takes a token from {player}", **facts),
    "steals": lambda told, facts: told.say("takes from {player}: {token}", **facts),
    "privilege": lambda told, facts: told.say("brings a Privilege"),
    "token": lambda told, facts: told.say("brings a token of its colour"),
    "pearl": lambda told, facts: told.say("brings a pearl, of which there are only two"),
    "replenish": lambda told, facts: told.many(
        "brings {n} token to the board", "brings {n} tokens to the board", **facts
    ),
}

# --- Lost Cities ---------------------------------------------------------------------------------------------


def _opens(told: Words, facts: Facts) -> str:
    if not facts["n"]:
        return told.say("opens an expedition ({colour})", colour=facts["colour"])
    return told.many(
        "opens an expedition ({colour}), with {n} higher card in hand",
        "opens an expedition ({colour}), with {n} higher cards in hand",
        **facts,
    )


def _jumps(told: Words, facts: Facts) -> str:
    points = told.many("adds {n} point", "adds {n} points", facts["n"])
    gap = told.many(
        "skips {n} card that could still be played", "skips {n} cards that could still be played", facts["gap"]
    )
    return told.say("{one}, {other}", one=points, other=gap)


def _hurry(told: Words, facts: Facts) -> str:
    points = told.many("adds {n} point", "adds {n} points", facts["n"])
    turns = told.many("only {n} turn is left", "only {n} turns are left", facts["turns"])
    return told.say("{one}, {other}", one=points, other=turns)


def _collects(told: Words, facts: Facts) -> str:
    if not facts["n"]:
        return told.say("collects {colour}", colour=facts["colour"])
    return told.many("collects {colour}, with {n} card in hand", "collects {colour}, with {n} cards in hand", **facts)


CITIES: Final[dict[str, Teller]] = {
    "opens": _opens,
    "wager": lambda told, facts: told.say("multiplies the expedition ({colour}) by {n}", **facts),
    "eighth": lambda told, facts: told.say("is the eighth card of the expedition ({colour}): {n} points", **facts),
    "profit": lambda told, facts: told.say("adds {n} points and brings the expedition ({colour}) out of debt", **facts),
    "extends": lambda told, facts: told.many(
        "adds {n} point and skips nothing", "adds {n} points and skips nothing", **facts
    ),
    "jumps": _jumps,
    "hurry": _hurry,
    "useless": lambda told, facts: told.say("nobody can use the card any more"),
    "safe": lambda told, facts: told.say("{player} cannot use the card", **facts),
    "unneeded": lambda told, facts: told.say("the card no longer fits the expedition"),
    "quiet": lambda told, facts: told.say("{player} has no expedition ({colour})", **facts),
    "unopened": lambda told, facts: told.say("the expedition ({colour}) is not opened", **facts),
    "drops": lambda told, facts: told.say("gives up {card}, which fits an open expedition", **facts),
    "draw": lambda told, facts: told.say("brings a new card"),
    "clock": lambda told, facts: told.say("hastens the end of the round while ahead"),
    "takes": lambda told, facts: told.many(
        "{card} adds {n} point to an open expedition", "{card} adds {n} points to an open expedition", **facts
    ),
    "denies": lambda told, facts: told.say("keeps {card} from {player}", **facts),
    "collects": _collects,
    "stalls": lambda told, facts: told.say("gains time: the deck keeps its cards"),
}

# --- What a move leaves to the others ------------------------------------------------------------------------

OTHERS: Final[dict[str, Teller]] = {
    "leaves_win": lambda told, facts: told.say("{player} can win at once with {card}", **facts),
    "leaves_noble": lambda told, facts: told.say("{player} can buy {card} at once and receive {noble}", **facts),
    "leaves_royal": lambda told, facts: told.say("{player} can buy {card} at once and take a Royal", **facts),
    "leaves": lambda told, facts: told.say("{player} can buy {card} at once", **facts),
    "gives_privilege": lambda told, facts: told.say("{player} takes a Privilege", **facts),
    "feeds": lambda told, facts: told.many(
        "{player} can take {card}, worth {n} point", "{player} can take {card}, worth {n} points", **facts
    ),
}

TELLERS: Final[dict[str, Teller]] = JEWELS | CITIES | OTHERS
"""The words of every reason, by its name."""
