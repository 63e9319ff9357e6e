"""Records of games in files."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from tavola.lab.arena.play import Played, PlayedSet
from tavola.rules.errors import BadOption

__all__ = ["Keeper"]


class Keeper:
    """Writes the records that come with games; without a folder of its own it makes a temporary one when needed."""

    def __init__(self, folder: str | None) -> None:
        """Better to hear now than at the end that the folder cannot be written."""
        self.folder = None if folder is None else Path(folder)
        if self.folder is not None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadOption(f"{folder} cannot hold records: {error}.") from error

    def keep(self, played: PlayedSet) -> PlayedSet:
        """The set with the names of files in place of the records' texts."""
        games = tuple(self._keep(played, number, game) for number, game in enumerate(played.games, 1))
        return replace(played, games=games)

    def _keep(self, played: PlayedSet, number: int, game: Played) -> Played:
        if game.record is None:
            return game
        if self.folder is None:
            self.folder = Path(tempfile.mkdtemp(prefix="tavola-arena-"))
        crash = "-crash" if game.crash else ""
        path = self.folder / f"match{played.match + 1}-deal{played.deal}-game{number}{crash}.txt"
        try:
            path.write_text(game.record, encoding="utf-8", newline="\n")
        except OSError as error:
            raise BadOption(f"{path} cannot be written: {error}.") from error
        return replace(game, record=str(path))
