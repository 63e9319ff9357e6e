"""Who sits where, and who starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tavola import bots
from tavola.rules.chance import below
from tavola.rules.core import Game, Seat
from tavola.rules.errors import BadOption
from tavola.rules.options import Options

__all__ = ["PERSON", "Chair", "chairs", "starter"]

PERSON = "person"


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat with who sits there."""

    name: str
    kind: str
    """`person`, or the name of a bot."""


def chairs(game: Game[Any, Any, Any, Any], players: int | None, given: Sequence[str]) -> tuple[Chair, ...]:
    """The seats in order, as `NAME=person` or `NAME=BOT` say; empty ones are filled.

    With nothing given, a person plays against the usual bot; other empty seats go to that bot.
    """
    usual = bots.default(game)
    if players is None:
        players = max(game.seats[0], len(given))
    if players not in game.seats:
        raise BadOption(f"{game.name} is played by {' or '.join(map(str, game.seats))}, not by {players}.")
    if len(given) > players:
        raise BadOption(f"There are {players} seats, and {len(given)} are given.")
    seated = [_chair(game, text) for text in given] or [Chair("Player 1", PERSON)]
    seated += [Chair(f"{usual.capitalize()} {seat + 1}", usual) for seat in range(len(seated), players)]
    if len({chair.name for chair in seated}) < players:
        raise BadOption("Each seat needs a name of its own.")
    return tuple(seated)


def _chair(game: Game[Any, Any, Any, Any], text: str) -> Chair:
    name, equals, kind = text.rpartition("=")
    choices = (PERSON, *bots.names(game))
    if not equals or not name.strip():
        raise BadOption(f"A seat is given as NAME=WHO, and {text!r} is not; WHO is {' or '.join(choices)}.")
    if kind not in choices:
        raise BadOption(f"{kind!r} cannot sit at {game.name}: choose {', '.join(choices)}.")
    return Chair(name.strip(), kind)


def starter(options: Options, players: int, start: int | None, rng: Random) -> Seat:
    """Who starts: the seat given, counted from 1, or a fair choice where the table leaves it to chance.

    `loser` and `alternate` need an earlier game, so that a first game is like `random`.
    """
    if start is not None:
        if start not in range(1, players + 1):
            raise BadOption(f"Seat {start} cannot start: choose a number from 1 to {players}.")
        return start - 1
    if getattr(options, "first_player", "random") == "chosen":
        raise BadOption("With firstPlayer=chosen, say who starts: --start 1, for example.")
    return below(rng, players)
