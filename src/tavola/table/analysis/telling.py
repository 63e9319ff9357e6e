"""The words that report, data and graph share: names, numbers, moves, mistakes."""

from __future__ import annotations

from typing import Any

from babel.numbers import format_decimal, format_percent

from tavola.bots.analysis import Analysis, Choice, Decision
from tavola.bots.bot import Reason
from tavola.rules.core import Outcome, Seat
from tavola.rules.record import Record
from tavola.table.analysis.reasons import say
from tavola.table.i18n import Words, words
from tavola.table.web.present import PRESENTERS

__all__ = ["Teller"]


class Teller:
    """Tells of one analysis in one language."""

    def __init__(self, analysis: Analysis, lang: str = "en") -> None:
        """In the language of this tag."""
        self.analysis, self.lang = analysis, lang
        self.words: Words = words(lang)
        self.names = _names(analysis.record, self.words)

    @property
    def game(self) -> str:
        """The name of the game."""
        return PRESENTERS[self.analysis.record.game].name(self.words)

    @property
    def title(self) -> str:
        """The game and its players."""
        return self.words.say("{game}: {players}", game=self.game, players=self.words.joined(list(self.names)))

    @property
    def outcome(self) -> str:
        """Who won, and the points; empty where the game is not over."""
        result, told = self.analysis.record.result, self.words
        if result is None or not result.winners:
            return ""
        winners = told.listed([self.names[seat] for seat in result.winners])
        won = told.say("{player} wins.", player=winners)
        if len(result.winners) > 1:
            won = told.say("The victory is shared: {players}.", players=winners)
        if not isinstance(result, Outcome):
            return won
        points = told.joined([f"{name} {count}" for name, count in zip(self.names, result.points, strict=True)])
        return told.sentences([won, told.say("Points: {points}.", points=points)])

    @property
    def axis(self) -> str:
        """What is expected."""
        if self.analysis.unit == "points":
            return self.words.say("Expected margin of the round, in points")
        return self.words.say("Chance to win")

    def value(self, expected: float) -> str:
        """`64%`, or `+6.2` points."""
        if self.analysis.unit == "points":
            return format_decimal(expected, format="+0.0;-0.0", locale=self.words.locale)
        return format_percent(expected, format="0%", locale=self.words.locale)

    def loss(self, lost: float) -> str:
        """`23%`, or `6.2` points."""
        return self.value(lost).removeprefix("+")

    def mean(self, lost: float) -> str:
        """The mean of many losses, which is small: a digit more than for a single one."""
        if self.analysis.unit == "points":
            return format_decimal(lost, format="0.00", locale=self.words.locale)
        return format_percent(lost, format="0.0%", locale=self.words.locale)

    def lost(self, decision: Decision) -> str:
        """What a decision gave away; empty where that is nothing."""
        lost = self.loss(decision.loss)
        return "" if lost == self.loss(0.0) else lost

    def facts(self, seat: Seat) -> str:
        """How many decisions a seat had and what it lost with one on average; empty where none was judged."""
        own = self.analysis.of(seat)
        if not own:
            return ""
        count = self.words.many("{n} decision", "{n} decisions", len(own))
        lost = self.words.say("mean loss {loss}", loss=self.mean(self.analysis.mean_loss(seat)))
        return self.words.say("{one}, {other}", one=count, other=lost)

    def hidden(self, seat: Seat) -> str:
        """How many decisions of a seat the record hides; empty where it hides none."""
        hidden = self.analysis.hidden[seat]
        if not hidden:
            return ""
        return self.words.many(
            "{n} decision cannot be judged: the record does not show what {player} knew.",
            "{n} decisions cannot be judged: the record does not show what {player} knew.",
            hidden,
            player=self.names[seat],
        )

    def why(self, reason: Reason) -> str:
        """A reason in words."""
        return say(reason, self.lang, self.names)

    def move(self, choice: Choice, view: Any) -> str:
        """A move in words, with the cells where these alone tell it from others."""
        label = PRESENTERS[self.analysis.record.game].label(choice.action, view, self.words)
        cells = (
            choice.text.partition(" ")[2] if hasattr(choice.action, "cells") or hasattr(choice.action, "cell") else ""
        )
        return f"{label} [{cells}]" if cells else label

    def explained(self, choice: Choice, view: Any) -> str:
        """A move with its reason."""
        reason = self.why(choice.reason)
        move = self.move(choice, view)
        return self.words.say("{move} – {reason}", move=move, reason=reason) if reason else move

    def mistake(self, decision: Decision) -> str:
        """What was played, what was better and why, what that cost, and what it allowed."""
        told, view = self.words, decision.view
        cost = self.loss(decision.loss)
        points = self.analysis.unit == "points"
        parts = [
            told.say("Move {n}: {move}.", n=decision.number, move=self.explained(decision.played, view)),
            told.say("Better: {move}.", move=self.explained(decision.best[0], view)),
            told.say("Loss in points: {n}.", n=cost) if points else told.say("Loss of the chance to win: {n}.", n=cost),
        ]
        parts += [told.say("Now {what}.", what=self.why(reason)) for reason in _worst(decision)]
        return told.sentences(parts)


def _worst(decision: Decision) -> list[Reason]:
    """The worst that the move allowed, unless the reason of the better one has said it."""
    better = decision.best[0].reason
    kept = dict(better.about).get("card") if better.name in ("stop", "deny", "denies") else None
    return [reason for reason in decision.allowed if kept is None or dict(reason.about).get("card") is not kept][:1]


def _names(record: Record, told: Words) -> tuple[str, ...]:
    given = dict(record.headers)
    return tuple(given.get(f"Seat {n}", told.say("Seat {n}", n=n)) for n in range(1, record.players + 1))
