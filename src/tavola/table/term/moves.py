"""What a player typed, as one of the legal actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tavola.rules.core import Game
from tavola.rules.errors import NotLegal, NotUnderstood

__all__ = ["understand"]

MANY = 6


def understand(game: Game[Any, Any, Any, Any], state: Any, legal: Sequence[Any], typed: str) -> Any:
    """The legal action meant: its number in the list, its text, or the beginnings of its words.

    NotLegal says why the rules forbid it, NotUnderstood what else it could be.
    """
    if typed.isascii() and typed.isdigit():
        return _numbered(legal, typed)
    texts = [game.to_text(action) for action in legal]
    wanted = " ".join(typed.casefold().split())
    if wanted in texts:
        return legal[texts.index(wanted)]
    try:
        action = game.from_text(wanted)
    except NotUnderstood as error:
        return _abbreviated(legal, texts, wanted, error)
    if action not in legal:
        game.apply(state, action)  # refuses it with the reason
        raise NotLegal("That cannot be done now.")
    return action


def _numbered(legal: Sequence[Any], typed: str) -> Any:
    number = int(typed[:9])
    if not 1 <= number <= len(legal):
        raise NotUnderstood(f"There are {len(legal)} moves: type a number from 1 to {len(legal)}, or a move.")
    return legal[number - 1]


def _abbreviated(legal: Sequence[Any], texts: Sequence[str], wanted: str, error: NotUnderstood) -> Any:
    """The strictest reading that fits any move decides; it must fit only one."""
    for fits in _READINGS:
        found = [number for number, text in enumerate(texts) if fits(wanted, text)]
        if len(found) == 1:
            return legal[found[0]]
        if found:
            some = "; ".join(texts[number] for number in found[:MANY])
            more = f"; and {len(found) - MANY} more" if len(found) > MANY else ""
            raise NotUnderstood(f"{wanted[:40]!r} could be: {some}{more}.")
    raise error


def _same_letters(wanted: str, text: str) -> bool:
    return wanted.replace(" ", "") == text.replace(" ", "")


def _same_words_begun(wanted: str, text: str) -> bool:
    return len(wanted.split()) == len(text.split()) and _words_begun(wanted, text)


def _words_begun(wanted: str, text: str) -> bool:
    begun, words = wanted.split(), text.split()
    return 0 < len(begun) <= len(words) and all(
        word.startswith(start) for start, word in zip(begun, words, strict=False)
    )


def _last_word(wanted: str, text: str) -> bool:
    return wanted == text.split()[-1]


_READINGS: Sequence[Callable[[str, str], bool]] = (_same_letters, _same_words_begun, _words_begun, _last_word)
