"""What a match says: numbers for programs, a small table for people."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from tavola.lab.arena.numbers import ERROR, Interval, Look, margin_interval, share_interval
from tavola.lab.arena.play import Played, PlayedSet, Seating
from tavola.lab.arena.pool import Rating, ratings

if TYPE_CHECKING:
    from tavola.lab.arena.match import Plan

__all__ = ["Report", "Score"]

SHOWN: Final = 5
"""Crashes that people are told of; programs get all of them."""


@dataclass(frozen=True, slots=True)
class Score:
    """How one bot did in a match against the others in it."""

    bot: int
    games: int
    wins: int
    draws: int
    losses: int
    share: Interval
    margin: Interval | None
    """Points more than the best of the others, a game."""


@dataclass(frozen=True)
class Report:
    """A match or pool that was played."""

    plan: Plan
    sets: tuple[PlayedSet, ...]
    look: Look
    """The look at which it ended."""
    workers: int
    wall_seconds: float
    broken: str | None = None
    """Why it could not be played on, if so."""

    @property
    def even(self) -> float:
        """The share of wins of equal bots."""
        return 1 / self.plan.players

    @functools.cached_property
    def scores(self) -> tuple[tuple[Score, ...], ...]:
        """For each match the score of its first bot; where there are more bots than two, of each of them."""
        return tuple(self._scores(match, base) for match, base in enumerate(self.plan.matches))

    def _scores(self, match: int, base: Seating) -> tuple[Score, ...]:
        sets = [one for one in self.sets if one.match == match]
        alone = base[:1] if len(base) == 2 else [bot for bot in base if base.count(bot) == 1]
        return tuple(_score(sets, bot, self.even, self.look.error) for bot in alone)

    @property
    def decided(self) -> bool:
        """Whether the first bot of a match of two is better or worse than the other, as far as this look can tell."""
        return len(self.plan.entrants) == 2 and self.scores[0][0].share.excludes(self.even)

    @property
    def stopped_early(self) -> bool:
        """Whether fewer pairs were played than asked for."""
        return self.look.sets < self.plan.pairs

    @functools.cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """A rating for each bot."""
        return ratings(self.sets, len(self.plan.entrants))

    @property
    def games(self) -> list[Played]:
        """All games."""
        return [game for one in self.sets for game in one.games]

    @functools.cached_property
    def seconds_per_move(self) -> tuple[float, ...]:
        """How long each bot thinks about an action, on average."""
        moves, seconds = ([0.0] * len(self.plan.entrants) for _ in range(2))
        for game in self.games:
            for seat, who in enumerate(game.seating):
                moves[who] += game.moves[seat]
                seconds[who] += game.seconds[seat]
        return tuple(spent / max(1, number) for spent, number in zip(seconds, moves, strict=True))

    @property
    def names(self) -> tuple[str, ...]:
        """The bots as they were named, with a number where one takes part twice."""
        texts = [entrant.text for entrant in self.plan.entrants]
        return tuple(
            f"{text} #{texts[:place].count(text) + 1}" if text in texts[:place] else text
            for place, text in enumerate(texts)
        )

    # --- for programs ---------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "game": self.plan.game,
            "players": self.plan.players,
            "options": self.plan.options.written(),
            "seed": self.plan.seed,
            "bots": list(self.names),
            "pairs": self.look.sets,
            "pairs_asked": self.plan.pairs,
            "games": len(self.games),
            "even_share": self.even,
            **self._results(),
            "seconds_per_move": [float(f"{seconds:.3g}") for seconds in self.seconds_per_move],
            "machine_seconds": round(sum(one.seconds for one in self.sets), 3),
            "wall_seconds": round(self.wall_seconds, 3),
            "workers": self.workers,
            "confidence": 1 - ERROR,
            "stopped_early": self.stopped_early,
            "capped": sum(game.end == "cap" for game in self.games),
            "crashes": self._crashes(),
            "broken": self.broken,
        }

    def _results(self) -> dict[str, Any]:
        if len(self.plan.entrants) == 2:
            return self._score(self.scores[0][0])
        matches = [
            {"bots": [self.names[bot] for bot in base], "scores": [self._named(score) for score in scores]}
            for base, scores in zip(self.plan.matches, self.scores, strict=True)
        ]
        rated = [
            {"bot": name, "elo": round(rating.elo, 1), "error": round(rating.error, 1)}
            for name, rating in zip(self.names, self.ratings, strict=True)
        ]
        return {"ratings": rated, "matches": matches}

    def _named(self, score: Score) -> dict[str, Any]:
        return {"bot": self.names[score.bot], **self._score(score)}

    def _score(self, score: Score) -> dict[str, Any]:
        data: dict[str, Any] = {"wins": score.wins, "draws": score.draws, "losses": score.losses}
        data |= {"win_share": _plain(score.share), "margin": _plain(score.margin)}
        if rounds := getattr(self.plan.options, "rounds", None):
            data["margin_per_round"] = _plain(score.margin and score.margin.scaled(1 / rounds))
        return data

    def _crashes(self) -> list[dict[str, Any]]:
        return [
            {
                "bot": self.names[game.seating[game.crash.seat]],
                "deal": one.deal,
                "sentence": game.crash.sentence,
                "record": game.record,
            }
            for one in self.sets
            for game in one.games
            if game.crash
        ]

    # --- for people -----------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """A small table and what else is worth a line."""
        title = f"{self.plan.game}, {self.plan.players} players"
        if written := self.plan.options.written():
            title += " (" + " ".join(f"{key}={value}" for key, value in written.items()) + ")"
        least = "at least " if self.look.sets * len(self.plan.matches) < len(self.sets) else ""
        pairs = (
            f"{least}{_number(self.look.sets, 'deal')}, each with {self.plan.players} seatings: {len(self.games)} games"
        )
        lines = [f"{title}: {pairs}, {self.wall_seconds:.1f} s, {_number(self.workers, 'worker')}."]
        return "\n".join([*lines, "", *_table(self._rows()), "", *self._notes()])

    def _rows(self) -> list[list[str]]:
        rows = [["bot", "against", "won", "drawn", "lost", "share of wins", "points ahead"]]
        for base, scores in zip(self.plan.matches, self.scores, strict=True):
            for score in scores:
                others = dict.fromkeys(bot for bot in base if bot != score.bot)
                against = ", ".join(self.names[bot] for bot in others)
                counts = [str(number) for number in (score.wins, score.draws, score.losses)]
                share = _words(score.share.scaled(100), "%")
                rows.append([self.names[score.bot], against, *counts, share, _words(score.margin)])
        return rows

    def _notes(self) -> list[str]:
        notes = []
        if len(self.plan.entrants) > 2:
            order = sorted(range(len(self.names)), key=lambda bot: -self.ratings[bot].elo)
            rows = [[self.names[bot], f"{self.ratings[bot].elo:+.0f}", f"± {self.ratings[bot].error:.0f}"]
                    for bot in order]  # fmt: skip
            notes += [*_table([["bot", "rating", ""], *rows]), ""]
        if len(self.plan.entrants) == 2:
            notes.append(self._verdict())
        notes += [f"{name}: {seconds * 1000:.3g} ms an action."
                  for name, seconds in zip(self.names, self.seconds_per_move, strict=True)]  # fmt: skip
        if capped := sum(game.end == "cap" for game in self.games):
            notes.append(f"Stopped after {self.plan.cap} actions, a draw: {_number(capped, 'game')}.")
        return notes + self._crash_lines() + ([self.broken] if self.broken else [])

    def _crash_lines(self) -> list[str]:
        crashes = self._crashes()
        lines = [f"{crash['sentence']} Record: {crash['record']}" for crash in crashes[:SHOWN]]
        if len(crashes) > SHOWN:
            lines.append(f"And {len(crashes) - SHOWN} more crashes; --json lists them all.")
        return lines

    def _verdict(self) -> str:
        score, names = self.scores[0][0], self.names
        early = f"Stopped early, after {self.look.sets} of {self.plan.pairs} deals: " if self.stopped_early else ""
        if not self.decided:
            return f"{early}not decided; equal bots would win {self.even:.1%}."
        better = score.share.mean > self.even
        return f"{early}{names[0]} is {'stronger' if better else 'weaker'} than {names[1]} (95%)."


def _score(sets: Sequence[PlayedSet], bot: int, even: float, error: float) -> Score:
    games = [game for one in sets for game in one.games]
    shares = [_share(game, bot) for game in games]
    wins, losses = shares.count(1.0), shares.count(0.0)
    share = share_interval([fmean(_share(game, bot) for game in one.games) for one in sets], even, error)
    # A deal counts only whole: the luck of its cards cancels out over all its seatings.
    whole = [one for one in sets if all(game.points is not None for game in one.games)]
    margin = margin_interval([fmean(_margin(game, bot) for game in one.games) for one in whole], error)
    return Score(bot, len(games), wins, len(games) - wins - losses, losses, share, margin)


def _share(game: Played, bot: int) -> float:
    return game.shares[game.seating.index(bot)]


def _margin(game: Played, bot: int) -> float:
    points = game.points or ()
    seat = game.seating.index(bot)
    return points[seat] - max(value for other, value in enumerate(points) if other != seat)


def _plain(interval: Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    bounds = {"mean": interval.mean, "low": interval.low, "high": interval.high}
    return {name: None if value is None else round(value, 4) for name, value in bounds.items()}


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _words(interval: Interval | None, unit: str = "") -> str:
    if interval is None:
        return "-"
    mean = f"{interval.mean:.1f}{unit}"
    return mean if interval.low is None else f"{mean} ({interval.low:.1f} to {interval.high:.1f})"


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
