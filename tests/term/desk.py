"""A keyboard and a screen made of text, to play at."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from tavola.rules import GAMES
from tavola.rules.record import Recorder, new
from tavola.table.term import Play, Screen, chairs
from tavola.table.term.files import Keeper


class Desk:
    """Types lines into a game and keeps what was printed."""

    def __init__(
        self,
        game: str,
        *seats: str,
        options: dict[str, str] | None = None,
        typed: Iterable[str] = (),
        seed: str = "1",
        record: Path | None = None,
    ) -> None:
        seated = chairs(GAMES[game], None, seats)
        names = [(f"Seat {number}", chair.name) for number, chair in enumerate(seated, 1)]
        recorder = Recorder(new(game, len(seated), options, 0, names))
        self.out = io.StringIO()
        self.game = GAMES[game]
        keyboard = io.StringIO("".join(f"{line}\n" for line in typed))
        keeper = Keeper(None if record is None else str(record))
        self.play = Play(recorder, seated, seed, Screen(keyboard, self.out), keeper)

    def run(self) -> str:
        """Play until the keyboard has no more, and give back all that was printed."""
        self.play.run()
        return self.out.getvalue()

    @property
    def actions(self) -> list[str]:
        """What was played, the deal left out."""
        return [done.text for done in self.play.table.done[1:]]


ONE_ROUND = {"rounds": "1"}
