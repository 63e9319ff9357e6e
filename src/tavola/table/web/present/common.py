"""What all games' presenters share: moves with the elements that make them up, and names of tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tavola.rules.core import Outcome
from tavola.table.i18n import Words

__all__ = ["Move", "Presenter", "gem_names", "tokens_in_words"]


@dataclass(frozen=True, slots=True)
class Move:
    """A legal action as a page offers it."""

    text: str
    label: str
    elements: tuple[str, ...]
    """What is clicked to make it up; the same element twice means two clicks."""
    commits: bool
    """Whether it ends the turn or reveals something, so that it cannot be undone alone."""


@dataclass(frozen=True, slots=True)
class Presenter:
    """How one game meets the page."""

    name: Callable[[Words], str]
    template: str
    elements: Callable[[Any], tuple[str, ...]]
    """Of an action."""
    label: Callable[[Any, Any, Words], str]
    """Of an action, given the view."""
    tell: Callable[[Any, Sequence[str], Words], str]
    """An event as a sentence, given the names of the seats."""
    piece: Callable[[Any], str]
    """The art of the card or token that an event is about; empty for none."""
    ask: Callable[[Any, Words], str]
    """What the seat on turn is asked to do, given the view."""
    why: Callable[[Any, Words], Mapping[str, str]]
    """Why an element cannot be used, for the elements that deserve a reason, given the view of the seat on turn."""
    context: Callable[[Any, Words], dict[str, Any]]
    """More for the template, given the view."""
    reason: Callable[[Outcome, Words], str]
    """Why the game ended."""
    hides: Callable[[Any, Sequence[int]], bool]
    """Whether players who share a device must not see the same page, given a view and their seats."""
    opened: Callable[[Sequence[Any]], Any]
    """One view with everybody's cards, from the views of all seats."""
    ledger: Callable[[Any, Words], list[list[str]]]
    """Rows of a table after the game: a heading and a cell for each seat."""
    stats: Callable[[Sequence[Any], Words], list[tuple[str, list[list[int]]]]]
    """Charts after the game: a title and a line of numbers for each seat, from the views of its course."""


def gem_names(words: Words) -> tuple[str, ...]:
    """The tokens in the order of Duel's letters."""
    return (
        words.say("white"),
        words.say("blue"),
        words.say("green"),
        words.say("red"),
        words.say("black"),
        words.say("pearl"),
        words.say("gold"),
    )


def tokens_in_words(counts: Sequence[int], names: Sequence[str], words: Words) -> str:
    """`white ×2, gold`; `nothing` for none."""
    parts = [f"{name} ×{count}" if count > 1 else name for count, name in zip(counts, names, strict=False) if count]
    return words.joined(parts) if parts else words.say("nothing")
