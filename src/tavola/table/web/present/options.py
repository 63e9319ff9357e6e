"""The table options of each game in words: a label for every key and every choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tavola.table.i18n import Words

__all__ = ["labels"]

Labels = dict[str, tuple[str, dict[str, str]]]


def _duel(words: Words) -> Labels:
    return {
        "pyramidRefill": (
            words.say("Refill of the pyramid"),
            {
                "endOfTurn": words.say("at the end of the turn"),
                "immediate": words.say("at once"),
            },
        ),
        "reservedVisibility": (
            words.say("Other players' reserved cards"),
            {
                "hidden": words.say("all face down"),
                "faceUpKnown": words.say("face up, those from decks face down"),
            },
        ),
        "firstPlayer": (
            words.say("Who starts"),
            {
                "random": words.say("chance decides"),
                "loser": words.say("the loser of the last game"),
                "alternate": words.say("the players in turn"),
            },
        ),
    }


def _splendor(words: Words) -> Labels:
    return {
        "takeFewer": (
            words.say("Fewer than three gems"),
            {
                "onlyWhenShort": words.say("only when fewer colours are left"),
                "upTo3": words.say("always allowed"),
            },
        ),
        "reservedVisibility": (
            words.say("Other players' reserved cards"),
            {
                "byOrigin": words.say("face up, those from decks face down"),
                "allHidden": words.say("all face down"),
                "allOpen": words.say("all face up"),
            },
        ),
        "firstPlayer": (
            words.say("Who starts"),
            {
                "random": words.say("chance decides"),
                "chosen": words.say("chosen by the host"),
            },
        ),
        "target": (words.say("Points that end the game (5 to 30)"), {}),
    }


def _lost_cities(words: Words) -> Labels:
    return {
        "colours": (
            words.say("Expeditions"),
            {
                "5": words.say("five, the base game"),
                "6": words.say("six, the long variant"),
            },
        ),
        "rounds": (
            words.say("Rounds"),
            {
                "3": words.say("three rounds"),
                "1": words.say("one round"),
            },
        ),
        "firstPlayer": (
            words.say("Who starts the first round"),
            {
                "random": words.say("chance decides"),
                "chosen": words.say("chosen by the host"),
            },
        ),
        "roundStarter": (
            words.say("Who starts later rounds"),
            {
                "totalLeader": words.say("whoever leads in all"),
                "lastRoundWinner": words.say("the winner of the last round"),
                "alternate": words.say("the players in turn"),
            },
        ),
        "tieStarter": (
            words.say("Who starts after equal points"),
            {
                "nonStarter": words.say("who did not start the last round"),
                "afterLastMover": words.say("who did not make the last move"),
                "random": words.say("chance decides"),
            },
        ),
        "browseDiscards": (
            words.say("Discard piles"),
            {
                "off": words.say("only the top card is shown"),
                "on": words.say("can be looked through"),
            },
        ),
        "stallLimit": (words.say("Stall limit: turns without a draw from the deck (20 to 400, or off)"), {}),
    }


_GAMES: Final[dict[str, Callable[[Words], Labels]]] = {
    "duel": _duel,
    "splendor": _splendor,
    "lost-cities": _lost_cities,
}


def labels(game: str, words: Words) -> Labels:
    """For each option key of the game its label and, for each value as people write it, the label of the value.

    The options that take a number have no labels for their values.
    """
    return _GAMES[game](words)
