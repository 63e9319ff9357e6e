"""The cases of the contract: every game with every number of players, starter and option value, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import Field, dataclass, fields
from itertools import combinations
from typing import Any

from tavola.rules import GAMES, Game, Seat

AnyGame = Game[Any, Any, Any, Any]


@dataclass(frozen=True)
class Case:
    """One way to set up a game."""

    name: str
    players: int
    start: Seat
    chosen: tuple[tuple[str, str], ...] = ()
    """The options as people write them."""

    @property
    def game(self) -> AnyGame:
        return GAMES[self.name]

    @property
    def seats(self) -> tuple[Seat | None, ...]:
        """Everybody who looks on, the spectator included."""
        return (*range(self.players), None)

    def initial(self) -> Any:
        return self.game.initial(self.players, self.game.options.of(dict(self.chosen)), self.start)

    def __str__(self) -> str:
        options = "".join(f",{key}={value}" for key, value in self.chosen)
        return f"{self.name},{self.players}p,start{self.start}{options}"


def values(option: Field[Any]) -> list[str]:
    """The values of an option to try, the default first: all of a choice, the ends of a range."""
    if "values" in option.metadata:
        return [str(value) for value in option.metadata["values"]]
    low, high = option.metadata["range"]
    off = ["off"] if option.metadata["off"] else []
    default = [] if option.default is None else [str(option.default)]
    return [*off, *default, *(str(end) for end in (low, high) if str(end) not in default)]


def pairwise(factors: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Rows of one value from each factor, in which every two values of two factors meet."""
    missing = {
        ((a, x), (b, y)) for a, b in combinations(range(len(factors)), 2) for x in factors[a] for y in factors[b]
    }

    def gain(row: dict[int, int], at: int, value: int) -> int:
        return sum(tuple(sorted([(at, value), other])) in missing for other in row.items())

    row = {at: factor[0] for at, factor in enumerate(factors)}
    while True:
        yield tuple(row[at] for at in range(len(factors)))
        missing -= set(combinations(sorted(row.items()), 2))
        if not missing:
            return
        row = dict(min(missing))
        for at, factor in enumerate(factors):
            if at not in row:
                row[at] = max(factor, key=lambda value, at=at, row=row: gain(row, at, value))  # type: ignore[misc]


def cases_of(game: AnyGame) -> list[Case]:
    """The cases of one game: plain ones for every number of players, then all pairs."""
    options = [(field.metadata["key"], values(field)) for field in fields(game.options)]
    counts = list(game.seats)
    factors = [range(len(counts)), range(max(counts)), *(range(len(choices)) for _, choices in options)]
    found = [Case(game.name, players, 0) for players in counts]
    for count, start, *picks in pairwise(factors):
        chosen = tuple((key, choices[at]) for (key, choices), at in zip(options, picks, strict=True) if at)
        found.append(Case(game.name, counts[count], start % counts[count], chosen))
    return list(dict.fromkeys(found))


PLAIN = [Case(game.name, players, 0) for game in GAMES.values() for players in game.seats]
CASES = [case for game in GAMES.values() for case in cases_of(game)]


def often(case: Case, plain: int) -> int:
    """So many times for a game as most play it, two fifths of that with other options, which change little of it."""
    return plain if case in PLAIN else -(-2 * plain // 5)
