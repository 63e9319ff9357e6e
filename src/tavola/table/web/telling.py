"""The log and the end of a game, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tavola.rules.core import Outcome
from tavola.rules.errors import BadOption, NotLegal, NotUnderstood, TavolaError
from tavola.rules.record import Ending
from tavola.table.i18n import Words
from tavola.table.look import Kind, LogLine, Look
from tavola.table.web.present import PRESENTERS
from tavola.table.web.present.reasons import reason

__all__ = ["LogEntry", "ending_in_words", "error_in_words", "log_entries"]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log, in words."""

    ply: int | None
    text: str
    piece: str
    draft: bool
    note: bool


def log_entries(look: Look, names: Sequence[str], words: Words, last: int | None = None) -> list[LogEntry]:
    """The log, or its last lines, newest last."""
    lines = look.log if last is None else look.log[-last:]
    return [entry for line in lines for entry in _entries(line, look, names, words)]


def _entries(line: LogLine, look: Look, names: Sequence[str], words: Words) -> Iterator[LogEntry]:
    presenter = PRESENTERS[look.game]
    if line.kind is not Kind.ACTED:
        if note := _note(line, names, words):
            yield LogEntry(None, note, "", False, True)
        return
    for event in line.events:
        if text := presenter.tell(event, names, words):
            yield LogEntry(line.ply, text, presenter.piece(event), line.draft, False)


def _note(line: LogLine, names: Sequence[str], words: Words) -> str:
    if line.seat is None:
        return ""
    name = names[line.seat]
    match line.kind:
        case Kind.JOINED:
            return words.say("{player} takes a seat.", player=name)
        case Kind.LEFT:
            return words.say("{player} leaves.", player=name)
        case Kind.RESIGNED:
            return words.say("{player} resigns.", player=name)
        case Kind.ASKED:
            return words.say("{player} asks to take back a move.", player=name)
        case Kind.REFUSED:
            return words.say("{player} does not agree.", player=name)
        case Kind.TAKEN_BACK:
            return words.say("{player}'s last move is taken back.", player=name)
        case Kind.OFFERED:
            return words.say("{player} offers a rematch.", player=name)
        case Kind.DECLINED:
            return words.say("{player} declines the rematch.", player=name)
    return ""


def ending_in_words(look: Look, names: Sequence[str], words: Words) -> str:
    """Who won and why; empty while the game goes on."""
    match look.ending:
        case Outcome() as outcome:
            winners = words.listed([names[seat] for seat in outcome.winners])
            if len(outcome.winners) > 1:
                won = words.say("The victory is shared: {players}.", players=winners)
            else:
                won = words.say("{player} wins.", player=winners)
            points = words.joined([f"{name} {count}" for name, count in zip(names, outcome.points, strict=True)])
            why = PRESENTERS[look.game].reason(outcome, words)
            return words.sentences([won, why, words.say("Points: {points}.", points=points)])
        case Ending(kind, winners, seat):
            who = words.listed([names[winner] for winner in winners])
            won = (
                words.say("{player} wins.", player=who)
                if len(winners) == 1
                else words.say("Won by: {players}.", players=who)
            )
            if kind == "resigned" and seat is not None:
                gave_up = words.say("{player} resigns.", player=names[seat])
                return words.sentences([gave_up, won if winners else ""])
            return won if winners else words.say("The game has ended.")
    return ""


def error_in_words(error: TavolaError, words: Words) -> str:
    """Why something could not be done, in the reader's language."""
    if isinstance(error, NotUnderstood):
        return words.say(
            "That is not understood. Choose a move from the list, or see how moves are written in the rules."
        )
    if isinstance(error, BadOption):
        return words.say("There is no such option or value: {details}", details=str(error))
    if isinstance(error, NotLegal):
        return reason(error.rule, words)
    said = {
        "Stale": words.say("The table has changed in the meantime: look again."),
        "NotYourSeat": words.say("This is not your seat."),
        "NotYourTurn": words.say("It is not your turn."),
        "NoSuchTable": words.say("There is no such table."),
        "TableFull": words.say("Every seat is taken."),
        "GameOver": words.say("The game is over."),
        "BadName": words.say("A name has from 1 to 24 characters."),
        "NothingToUndo": words.say("There is nothing to undo."),
        "NothingToTakeBack": words.say("There is nothing to take back."),
        "TooMany": words.say("You have opened too many tables: finish some first."),
        "WrongLink": words.say("This seat link is not right."),
        "NoOffer": words.say("There is no such offer any more."),
        "Secret": words.say("That may be seen only when the game is over."),
        "NotPlaying": words.say("That cannot be done at this table now."),
        "Occupied": words.say("Somebody else sits there."),
        "TableBroken": words.say("This table cannot be loaded: it was played by other rules."),
    }
    return said.get(type(error).__name__, str(error))
