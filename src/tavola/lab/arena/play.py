"""Games between bots: a set is one deal, played once for each way to seat the same bots around it."""

from __future__ import annotations

import atexit
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from tavola.bots import Chooser
from tavola.lab.arena.entrant import Cast, Entrant
from tavola.lab.arena.external import Failed
from tavola.rules import GAMES
from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE, Outcome, Seat
from tavola.rules.lost_cities.actions import Deal, Draw
from tavola.rules.lost_cities.state import State
from tavola.rules.options import Options
from tavola.rules.record import Ending, Record, dump, new
from tavola.rules.record.record import is_plain

__all__ = ["CAP", "Crash", "Played", "PlayedSet", "SetOfGames", "play_set"]

CAP: Final = 5000
"""Actions after which a game is stopped as a draw: Lost Cities need not end. Greedy bots take some hundreds."""
LONGEST: Final = 300
"""Letters of a name or a line of an error that go into a record."""

Seating = tuple[int, ...]
"""For each seat the number of the entrant who sits there."""


@dataclass(frozen=True, slots=True)
class SetOfGames:
    """One deal and the seatings to play it with: all a worker needs to know."""

    match: int
    deal: int
    seatings: tuple[Seating, ...]
    entrants: tuple[Entrant, ...]
    game: str
    options: Options
    seed: str
    cap: int = CAP
    limit: float = 60.0
    """Seconds that an external program has for each answer."""
    records: bool = False
    """Whether to write down every game, not only those in which a bot crashed."""


@dataclass(frozen=True, slots=True)
class Crash:
    """A bot that failed, and what it did."""

    seat: Seat
    sentence: str


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went."""

    seating: Seating
    end: Literal["rules", "cap", "crash"]
    shares: tuple[float, ...]
    """Of each seat: 1 for the winner, equal parts for those who share first place, 0 for the others."""
    places: tuple[int, ...]
    points: tuple[int, ...] | None
    """None where the game did not end by the rules."""
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    """Of each seat: how many actions it chose, and how long it thought in all."""
    crash: Crash | None = None
    record: str | None = None
    """The text of the record; once it is kept, the name of its file."""


@dataclass(frozen=True, slots=True)
class PlayedSet:
    """The games of one set."""

    match: int
    deal: int
    games: tuple[Played, ...]
    seconds: float
    """How long a worker was busy with it."""


_cast = Cast()
atexit.register(_cast.close)


def play_set(task: SetOfGames, cast: Cast = _cast) -> PlayedSet:
    """Play a deal with all its seatings. Bots are made once in a process and kept."""
    start = time.perf_counter()
    games = tuple(_Game(task, seating, number, cast).played() for number, seating in enumerate(task.seatings, 1))
    return PlayedSet(task.match, task.deal, games, time.perf_counter() - start)


class _Game:
    """One game. Chance's n-th draw depends on the deal and on n alone, each seat's whims on the deal and the seat.

    In Lost Cities the second seat draws from the bottom of the deck: then what a seat draws does not depend on how
    often the other has drawn, and a deal brings much the same luck whoever sits where.
    """

    def __init__(self, task: SetOfGames, seating: Seating, number: int, cast: Cast) -> None:
        self.task, self.seating, self.number, self.cast = task, seating, number, cast
        self.game = GAMES[task.game]
        self.entrants = tuple(task.entrants[who] for who in seating)
        self.players = len(seating)
        self.start = task.deal % self.players
        self.deal = f"{task.seed} deal {task.deal}"
        self.whims = [Rng(f"{self.deal} seat {seat}") for seat in range(self.players)]
        self.plies: list[Any] = []
        self.draws = 0
        self.moves = [0] * self.players
        self.seconds = [0.0] * self.players

    def played(self) -> Played:
        """Play to the end, whatever end it is."""
        bots = self.cast.seated(self.entrants, self.game, self.task.limit)
        state = self.game.initial(self.players, self.task.options, self.start)
        while (actor := self.game.to_play(state)) is not None:
            if len(self.plies) >= self.task.cap:
                return self._capped()
            if actor is CHANCE:
                action = self._drawn(state)
            else:
                try:
                    action = self._chosen(state, actor, bots[actor])
                except Failed as failed:
                    self.cast.dismiss(bots[actor])
                    return self._crashed(actor, failed)
            if isinstance(action, Draw) and actor == 1:
                state = self._from_below(state)
            self.plies.append(action)
            state = self.game.trusted(state, action).state
        outcome = self.game.outcome(state)
        assert outcome is not None, "a game is over when it has an outcome"
        return self._ended(outcome)

    def _drawn(self, state: Any) -> Any:
        self.draws += 1
        return self.game.sample(state, Rng(f"{self.deal} draw {self.draws}"))

    def _from_below(self, state: State) -> State:
        """The last card of the deck on top of it, as if it had been dealt so: a record knows no other order."""
        at = max(ply for ply, action in enumerate(self.plies) if isinstance(action, Deal))
        *others, last = state.deck
        dealt = self.plies[at].order
        self.plies[at] = replace(self.plies[at], order=(*dealt[: -len(state.deck)], last, *others))
        return state._replace(deck=(last, *others))

    def _chosen(self, state: Any, seat: Seat, bot: Chooser) -> Any:
        view, legal = self.game.view(state, seat), self.game.legal_actions(state)
        start = time.perf_counter()
        try:
            action = bot.choose(view, legal, self.whims[seat])
        except Failed:
            raise
        except (Exception, SystemExit) as error:
            details = "".join(traceback.format_exception(error))
            raise Failed(f"crashed: {type(error).__name__}: {error}", details=details) from error
        finally:
            self.moves[seat] += 1
            self.seconds[seat] += time.perf_counter() - start
        if action not in legal:
            raise Failed(f"chose {action!r}, which is not one of the legal actions")
        return action

    def _ended(self, outcome: Outcome) -> Played:
        record = dump(replace(self._record(), result=outcome)) if self.task.records else None
        shares = _shares(self.players, outcome.winners)
        return self._with("rules", shares, outcome.places, outcome.points, None, record)

    def _capped(self) -> Played:
        record = None
        if self.task.records:
            sentence = f"Stopped after {self.task.cap} actions: the arena counts it as a draw."
            record = dump(self._record().comment(sentence))
        return self._with("cap", _shares(self.players, range(self.players)), (1,) * self.players, None, None, record)

    def _crashed(self, seat: Seat, failed: Failed) -> Played:
        winners = tuple(other for other in range(self.players) if other != seat)
        places = tuple(self.players if other == seat else 1 for other in range(self.players))
        sentence = _plain(f"Seat {seat + 1}, {self.entrants[seat].text}, {failed}.")
        record = self._record().comment(sentence)
        for line in failed.details.splitlines():
            record = record.comment(_plain(line))
        text = dump(replace(record, result=Ending(failed.kind, winners, seat)))
        return self._with("crash", _shares(self.players, winners), places, None, Crash(seat, sentence), text)

    def _with(
        self,
        end: Literal["rules", "cap", "crash"],
        shares: tuple[float, ...],
        places: tuple[int, ...],
        points: tuple[int, ...] | None,
        crash: Crash | None,
        record: str | None,
    ) -> Played:
        moves, seconds = tuple(self.moves), tuple(self.seconds)
        return Played(self.seating, end, shares, places, points, moves, seconds, crash, record)

    def _record(self) -> Record:
        names = [(f"Seat {seat}", _plain(who.text)) for seat, who in enumerate(self.entrants, 1)]
        event = ("Event", _plain(f"tavola arena, seed {self.task.seed}, deal {self.task.deal}, game {self.number}"))
        record = new(self.game.name, self.players, self.task.options, self.start, [*names, event])
        return record.add(*self.plies)


def _shares(players: int, winners: Sequence[Seat]) -> tuple[float, ...]:
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(players))


def _plain(text: str) -> str:
    """The text as one line that a record can hold."""
    line = " ".join("".join(letter if is_plain(f"x{letter}x") else " " for letter in text).split())
    return line[:LONGEST].strip() or "?"
