"""Perft: how many sequences of legal actions a position has, to compare engines and to notice a changed rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tavola.rules import game as game_named
from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE, Game
from tavola.rules.errors import BadOption, NotUnderstood

__all__ = ["Case", "dealt", "new_case", "perft", "read_cases"]


def perft(game: Game[Any, Any, Any, Any], state: Any, depth: int) -> int:
    """The number of sequences of so many players' actions; chance is crossed by `game.fixed` and not counted."""
    if depth == 0:
        return 1
    while game.to_play(state) is CHANCE:
        state = game.trusted(state, game.fixed(state)).state
    actions = game.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(game, game.trusted(state, action).state, depth - 1) for action in actions)


def dealt(game: Game[Any, Any, Any, Any], players: int, options: Mapping[str, str], seed: str) -> Any:
    """The position after the first deal, which the seed decides."""
    state = game.initial(players, game.options.of(options), 0)
    rng = Rng(seed)
    while game.to_play(state) is CHANCE:
        state = game.apply(state, game.sample(state, rng)).state
    return state


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a `.perft` file: a deal and its counts for depth 1, 2 and so on."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    seed: str
    counts: tuple[int, ...]

    def __str__(self) -> str:
        """`lost-cities players=2 colours=6 seed=1: 15 75 1125`."""
        options = "".join(f" {key}={value}" for key, value in self.options)
        return f"{self.game} players={self.players}{options} seed={self.seed}: {' '.join(map(str, self.counts))}"

    def counted(self, depth: int | None = None) -> Case:
        """The case counted anew, to the same depth unless told another."""
        game = game_named(self.game)
        state = dealt(game, self.players, dict(self.options), self.seed)
        depths = range(1, (len(self.counts) if depth is None else depth) + 1)
        counts = tuple(perft(game, state, depth) for depth in depths)
        return Case(self.game, self.players, self.options, self.seed, counts)


def new_case(name: str, players: int | None, options: Mapping[str, str], seed: str) -> Case:
    """A case not counted yet; the options are written as in a record, without those that are the default."""
    game = game_named(name)
    players = game.seats[0] if players is None else players
    if players not in game.seats:
        raise BadOption(f"{name} is played by {' or '.join(map(str, game.seats))}, not by {players}.")
    if not seed or any(letter.isspace() or letter == ":" for letter in seed):
        raise BadOption("A seed is one word without a colon.")
    return Case(name, players, tuple(game.options.of(options).written().items()), seed, ())


def read_cases(text: str) -> Iterator[Case]:
    """The cases of a `.perft` file; blank lines and lines that begin with # are skipped."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            head, colon, counts = line.partition(":")
            name, *pairs = head.split() or [""]
            given = dict(pair.split("=", 1) for pair in pairs if "=" in pair)
            if not colon or len(given) < len(pairs) or not _numbers([given.get("players", ""), *counts.split()]):
                raise NotUnderstood(f"Line {number} is not a case of perft.")
            players, seed = int(given.pop("players")), given.pop("seed", "")
            yield Case(name, players, tuple(given.items()), seed, tuple(map(int, counts.split())))


def _numbers(words: Sequence[str]) -> bool:
    return all(word.isascii() and word.isdigit() and len(word) < 20 for word in words)
