"""Records on disk: read with a bound, written whole, and never over another game."""

from __future__ import annotations

import os
from pathlib import Path

from tavola.rules.errors import BadOption
from tavola.rules.record import MAX_BYTES, Record, RecordError, dump, parse

__all__ = ["Keeper", "load"]


def load(name: str) -> Record:
    """The record in a file."""
    try:
        with open(name, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadOption(f"{name} cannot be read: {_reason(error)}.") from error
    try:
        return parse(data)
    except RecordError as error:
        error.args = (f"{name}, line {error.line}: {error.why}",)
        raise


class Keeper:
    """Writes the record of one game, again and again, to the files named for it."""

    def __init__(self, name: str | None) -> None:
        """Keep to this file, or to none."""
        self.name = name
        self._mine: set[Path] = set()

    def keep(self, record: Record) -> None:
        """Write to the game's own file, if it has one."""
        if self.name is not None:
            self.save(record, self.name)

    def save(self, record: Record, name: str) -> None:
        """Write to a file, which may not hold anything but this game."""
        path = Path(name).expanduser()
        try:
            if path not in self._mine and path.exists() and path.stat().st_size:
                raise BadOption(f"{name} is there already: choose another name.")
            _write(path, dump(record))
        except (OSError, ValueError) as error:
            raise BadOption(f"{name} cannot be written: {_reason(error)}.") from error
        self._mine.add(path)


def _write(path: Path, text: str) -> None:
    """All or nothing: the old file stays until the new one is complete."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.write_text(text, encoding="utf-8", newline="\n")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
