"""A game at a table: the fold of the table's log, and the private draft of the seat on turn. No input or output."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any, Final, NamedTuple

from tavola.rules.core import CHANCE, Game, Seat, Step
from tavola.rules.errors import TavolaError
from tavola.rules.options import Options
from tavola.rules.record import OPEN, Ending, Result
from tavola.table.errors import TableBroken
from tavola.table.look import Answer, Asked, Choice, Eyes, Kind, LogLine, Offered, Status

__all__ = ["Act", "Line", "Live", "Note"]

MARK: Final = 16
"""States are kept after so many actions; those between are played again when asked for."""

_TOLD: Final = (Kind.JOINED, Kind.ACTED, Kind.REMATCHED)
"""Lines whose text is for readers; that of the others is for the fold."""


class Line(NamedTuple):
    """A line of the log, as it is stored."""

    seq: int
    kind: Kind
    seat: Seat | None
    text: str
    at: int
    """Milliseconds since 1970."""


class Act(NamedTuple):
    """An action with what it led to."""

    actor: Seat | None
    """None: chance."""
    action: Any
    text: str
    step: Step[Any, Any]


class Note(NamedTuple):
    """Something to be written as the next line."""

    kind: Kind
    seat: Seat | None = None
    text: str = ""
    act: Act | None = None
    """The action, where it has been played already."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A committed action."""

    actor: Seat | None
    text: str
    action: Any
    turn: int
    commits: bool
    """It was the one that committed its turn so far."""
    seq: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log with all its events."""

    line: Line
    ply: int
    events: tuple[Any, ...]


class Live:
    """A game that grows line by line."""

    def __init__(self, game: Game[Any, Any, Any, Any], options: Options, players: int) -> None:
        """A table at which nothing has happened."""
        self.game, self.options, self.players = game, options, players
        self.status = Status.WAITING
        self.start: Seat | None = None
        self.began_at = 0
        self.seq = 0
        self.state: Any = game.initial(players, options, 0)
        """After the last committed action."""
        self.plies: list[Ply] = []
        self.base = 0
        """The last line that changed the state: what a draft goes on from."""
        self.draft: list[Act] = []
        self.rev = 0
        """How often the draft has changed since."""
        self.takebacks = 0
        self.asked: Asked | None = None
        self.offered: Offered | None = None
        self.rematch: str | None = None
        self.result: Result = None
        self._marks: list[Any] = []
        self._entries: list[Entry] = []
        self._seen: dict[Eyes, list[LogLine]] = {}
        self._choices: tuple[Any, tuple[Choice, ...]] | None = None

    # --- Where the game is -----------------------------------------------------------------------------------

    @property
    def mover(self) -> Seat | None:
        """The seat on turn."""
        if self.status is not Status.PLAYING:
            return None
        actor = self.game.to_play(self.state)
        return None if actor is CHANCE else actor

    @property
    def top(self) -> Any:
        """The state at the end of the draft."""
        return self.draft[-1].step.state if self.draft else self.state

    def drafts(self, eyes: Eyes) -> bool:
        """Whether the draft is these eyes' own."""
        return eyes is not OPEN and eyes is not None and eyes == self.mover

    def shown(self, eyes: Eyes) -> Any:
        """The state that these eyes look at."""
        return self.top if self.drafts(eyes) else self.state

    def ply(self, eyes: Eyes) -> int:
        """How many actions these eyes have seen."""
        return len(self.plies) + (len(self.draft) if self.drafts(eyes) else 0)

    def choices(self) -> tuple[Choice, ...]:
        """All that the seat on turn may do, at the end of its draft."""
        if self.mover is None:
            return ()
        top = self.top
        if self._choices is None or self._choices[0] is not top:
            legal = self.game.legal_actions(top)
            self._choices = (
                top,
                tuple(
                    Choice(self.game.to_text(action), action, self.commits(top, self.game.trusted(top, action)))
                    for action in legal
                ),
            )
        return self._choices[1]

    def log(self, eyes: Eyes, upto: int | None = None) -> tuple[LogLine, ...]:
        """The lines as these eyes may read them, the own draft last; up to so many actions for a replay."""
        seen = self._seen.setdefault(eyes, [])
        seen += [_log_line(entry, eyes) for entry in self._entries[len(seen) :]]
        if upto is not None:
            return tuple(line for line in seen if line.ply <= upto)
        return (*seen, *self._draft_lines(eyes)) if self.draft and self.drafts(eyes) else tuple(seen)

    def _draft_lines(self, eyes: Eyes) -> Iterable[LogLine]:
        for number, act in enumerate(self.draft, len(self.plies) + 1):
            yield LogLine(Kind.ACTED, act.actor, number, act.text, _seen_by(act.step.events, eyes), draft=True)

    def state_at(self, n: int) -> Any:
        """The state after the first n committed actions."""
        if n == len(self.plies):
            return self.state
        state = self._marks[n // MARK]
        for ply in self.plies[n - n % MARK : n]:
            state = self.game.trusted(state, ply.action).state
        return state

    def turn_start(self, seat: Seat) -> int | None:
        """How many actions there were before the seat's last committed turn; None if it has made none."""
        last = next((at for at in range(len(self.plies) - 1, -1, -1) if self.plies[at].actor == seat), None)
        if last is None:
            return None
        first = last
        for at in range(last - 1, -1, -1):
            if self.plies[at].turn != self.plies[last].turn:
                break
            if self.plies[at].actor == seat:
                first = at
        return first

    def repeated(self, seat: Seat, ply: int, text: str) -> Answer | None:
        """The answer to a move that has been accepted before."""
        there = ply - len(self.plies)
        if 0 <= there < len(self.draft):
            known = self.drafts(seat) and self.draft[there].text == text
            return Answer(self.seq, ply + 1, repeated=True) if known else None
        if not 0 <= ply < len(self.plies) or (self.plies[ply].actor, self.plies[ply].text) != (seat, text):
            return None
        if not self.plies[ply].commits:
            return Answer(self.seq, ply + 1, repeated=True)
        end = ply + 1
        while end < len(self.plies) and self.plies[end].actor is None:
            end += 1
        return Answer(self.plies[end - 1].seq, end, repeated=True)

    # --- What an action would do -----------------------------------------------------------------------------

    def commits(self, before: Any, step: Step[Any, Any]) -> bool:
        """Whether a step ends its turn, or reveals something: others may know of the turn from here on."""
        game, after = self.game, step.state
        return step.reveals or game.to_play(before) != game.to_play(after) or game.turns(before) != game.turns(after)

    def played(self, seat: Seat, action: Any) -> Act:
        """The action at the end of the draft; NotLegal where the rules forbid it. Nothing changes."""
        return Act(seat, action, self.game.to_text(action), self.game.apply(self.top, action))

    def chance(self, state: Any, rng: Random) -> Iterable[Act]:
        """What chance does from this state on, until a seat is to move or the game is over."""
        while self.game.to_play(state) is CHANCE:
            action = self.game.sample(state, rng)
            act = Act(None, action, self.game.to_text(action), self.game.apply(state, action))
            yield act
            state = act.step.state

    # --- Growing ---------------------------------------------------------------------------------------------

    def set_draft(self, draft: Sequence[Act]) -> None:
        """Change the draft of the seat on turn."""
        self.draft = [*draft]
        self.rev += 1

    def restore_draft(self, base: int, rev: int, texts: Iterable[str]) -> None:
        """Take up a stored draft, unless the game has gone on since."""
        seat = self.mover
        if seat is None or base != self.base:
            return
        try:
            for text in texts:
                self.draft.append(self.played(seat, self.game.from_text(text)))
        except TavolaError:
            self.draft = []
        self.rev = rev

    def fold(self, line: Line, act: Act | None = None) -> None:
        """Add a line; `act` spares playing its action again."""
        if line.seq != self.seq + 1:
            raise TableBroken(f"Line {self.seq + 1} of the table's log is missing.")
        self.seq = line.seq
        events: tuple[Any, ...] = ()
        match line.kind:
            case Kind.STARTED:
                self._begin(line.seat or 0, line.at)
            case Kind.ACTED:
                events = self._act(line, act or self._read(line)).events
            case Kind.RESIGNED if line.seat is not None:
                others = tuple(seat for seat in range(self.players) if seat != line.seat)
                self._end(Ending("resigned", others, line.seat))
            case Kind.CLOSED:
                self._end(Ending("abandoned", ()))
            case _:
                self._fold_talk(line)
        self._entries.append(Entry(line, len(self.plies), events))

    def _begin(self, start: Seat, at: int) -> None:
        self.status, self.start, self.began_at, self.base = Status.PLAYING, start, at, self.seq
        self.state = self.game.initial(self.players, self.options, start)
        self._marks = [self.state]

    def _read(self, line: Line) -> Act:
        try:
            action = self.game.from_text(line.text)
            return Act(line.seat, action, line.text, self.game.apply(self.state, action))
        except TavolaError as error:
            raise TableBroken(f"Line {line.seq} of the table's log does not follow the rules: {error}") from error

    def _act(self, line: Line, act: Act) -> Step[Any, Any]:
        before, step = self.state, act.step
        commits = act.actor is not None and self.commits(before, step)
        self.plies.append(Ply(act.actor, act.text, act.action, self.game.turns(before), commits, line.seq))
        self.state, self.base = step.state, line.seq
        if len(self.plies) % MARK == 0:
            self._marks.append(step.state)
        self.asked = None  # who moves on does not agree
        self._drop_draft()
        if self.game.to_play(step.state) is None:
            self._end(self.game.outcome(step.state))
        return step

    def _end(self, result: Result) -> None:
        self.status, self.result, self.asked = Status.OVER, result, None
        self._drop_draft()

    def _drop_draft(self) -> None:
        self.draft, self.rev = [], 0

    def _fold_talk(self, line: Line) -> None:
        """Requests and offers, and what was answered."""
        seat = -1 if line.seat is None else line.seat
        match line.kind:
            case Kind.ASKED:
                ply, *waiting = map(int, line.text.split())
                self.asked = Asked(seat, ply, tuple(waiting))
            case Kind.AGREED if self.asked is not None:
                left = tuple(other for other in self.asked.waiting if other != seat)
                self.asked = Asked(self.asked.seat, self.asked.ply, left)
            case Kind.REFUSED:
                self.asked = None
            case Kind.TAKEN_BACK:
                self._take_back(int(line.text))
            case Kind.OFFERED:
                start, *waiting_for = line.text.split()
                self.offered = Offered(seat, tuple(map(int, waiting_for)), None if start == "-" else int(start))
            case Kind.ACCEPTED if self.offered is not None:
                left = tuple(other for other in self.offered.waiting if other != seat)
                self.offered = Offered(self.offered.seat, left, self.offered.start)
            case Kind.DECLINED:
                self.offered = None
            case Kind.REMATCHED:
                self.offered, self.rematch = None, line.text

    def _take_back(self, ply: int) -> None:
        state = self.state_at(ply)
        del self.plies[ply:]
        del self._marks[ply // MARK + 1 :]
        self.state, self.base = state, self.seq
        self._entries = [entry for entry in self._entries if entry.line.kind is not Kind.ACTED or entry.ply <= ply]
        # A request or an answer that was written later stays in the log, at the position where the table is now.
        self._entries = [Entry(entry.line, min(entry.ply, ply), entry.events) for entry in self._entries]
        self._seen = {}
        self.takebacks += 1
        self.asked = None
        self._drop_draft()


def _seen_by(events: Iterable[Any], eyes: Eyes) -> tuple[Any, ...]:
    return tuple(events) if eyes is OPEN else tuple(event.seen_by(eyes) for event in events)


def _log_line(entry: Entry, eyes: Eyes) -> LogLine:
    line = entry.line
    # What chance does is told by its events alone: the text of a deal holds every card.
    told = line.kind in _TOLD and (line.kind is not Kind.ACTED or line.seat is not None)
    at = datetime.fromtimestamp(line.at / 1000, UTC)
    return LogLine(line.kind, line.seat, entry.ply, line.text if told else "", _seen_by(entry.events, eyes), at=at)
