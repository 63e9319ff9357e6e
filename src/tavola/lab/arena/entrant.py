"""Who takes part: a bot of ours by name and settings, or any program behind a command line."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tavola import bots
from tavola.bots import Chooser
from tavola.lab import rollouts
from tavola.lab.arena.external import External
from tavola.rules.core import Game
from tavola.rules.errors import BadOption

__all__ = ["COMMAND", "Cast", "Entrant", "enter"]

COMMAND: Final = "cmd:"
"""What comes before the command line of an external program."""

AnyGame = Game[Any, Any, Any, Any]
Setting = int | float | str


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot as it was named: `greedy`, `champion:budget=0.1` or `cmd:./program --fast`."""

    text: str
    name: str
    settings: tuple[tuple[str, Setting], ...] = ()
    command: tuple[str, ...] = ()
    """The words of the command line, for external programs."""

    def bot(self, game: AnyGame, limit: float) -> Chooser:
        """A bot ready to play; the limit is an external program's seconds for each answer."""
        if self.command:
            return External(self.command, game, limit)
        if self.name.startswith(rollouts.PREFIX):
            if self.settings:
                raise BadOption(f"{self.text} cannot be set up: {self.name} has no settings.")
            return rollouts.make(self.name, game)
        if not self.settings:
            return bots.make(self.name, game)
        make: Callable[..., Chooser] = bots.make  # which settings there are is the bot's own business
        try:
            return make(self.name, game, **dict(self.settings))
        except TypeError as error:
            raise BadOption(f"{self.text} cannot be set up: {error}.") from error

    def check(self, game: AnyGame) -> None:
        """Complain now rather than in the middle of a match."""
        if not self.command:
            self.bot(game, 0)
        elif shutil.which(self.command[0]) is None:
            raise BadOption(f"There is no program {self.command[0]!r} that could be run.")


def enter(text: str) -> Entrant:
    """The entrant that a person named: NAME, NAME:key=value,key=value or cmd:COMMAND LINE."""
    if text.startswith(COMMAND):
        return Entrant(text, text, command=_words(text.removeprefix(COMMAND)))
    name, _, rest = text.partition(":")
    pairs = [word.partition("=") for word in rest.split(",")] if rest else []
    if not name or any(not key or not equals for key, equals, _ in pairs):
        raise BadOption(f"{text!r} is not a bot: write NAME, NAME:key=value,key=value or cmd:COMMAND LINE.")
    if len({key for key, _, _ in pairs}) < len(pairs):
        raise BadOption(f"{text!r} gives a setting twice.")
    return Entrant(text, name, tuple((key, _value(value)) for key, _, value in pairs))


def _words(line: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(line))
    except ValueError as error:
        raise BadOption(f"{line!r} is not a command line: {error}.") from error
    if not words:
        raise BadOption("After cmd: comes the command line of a program.")
    return words


def _value(text: str) -> Setting:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


class Cast:
    """Bots made once and used for game after game, since some take long to wake up."""

    def __init__(self) -> None:
        """Nobody is here yet."""
        self._bots: dict[tuple[Entrant, str, int], Chooser] = {}

    def seated(self, entrants: tuple[Entrant, ...], game: AnyGame, limit: float) -> list[Chooser]:
        """A bot for each seat; an entrant who sits on two has two bots."""
        return [
            self._one((who, game.name, entrants[:seat].count(who)), game, limit) for seat, who in enumerate(entrants)
        ]

    def _one(self, key: tuple[Entrant, str, int], game: AnyGame, limit: float) -> Chooser:
        if key not in self._bots:
            self._bots[key] = key[0].bot(game, limit)
        return self._bots[key]

    def dismiss(self, bot: Chooser) -> None:
        """Send one away who crashed; the next game gets a fresh one."""
        self._bots = {key: other for key, other in self._bots.items() if other is not bot}
        _close(bot)

    def close(self) -> None:
        """Send all of them away."""
        while self._bots:
            _close(self._bots.popitem()[1])


def _close(bot: Chooser) -> None:
    close = getattr(bot, "close", None)
    if close is not None:
        close()
