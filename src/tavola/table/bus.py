"""Wakes those who watch a table when it changes.

Woken watchers look for themselves; nothing of the game travels here. With several processes on one database, this is
what would also listen to the database's notices.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager

__all__ = ["Bus", "Watch"]


class Watch:
    """One who waits for a table to change. Changes that come faster than they are looked at become one."""

    def __init__(self, player: str | None, seq: int) -> None:
        """Begin to watch as a player, or as nobody in particular."""
        self.player = player
        self.seq = seq
        """The newest seq that is known of."""
        self._changed = asyncio.Event()

    async def wait(self) -> int:
        """Wait until something has changed since the last time; the newest seq."""
        await self._changed.wait()
        self._changed.clear()
        return self.seq

    def wake(self, seq: int) -> None:
        """Something has changed."""
        self.seq = max(self.seq, seq)
        self._changed.set()


class Bus:
    """All who watch."""

    def __init__(self) -> None:
        """Nobody watches yet."""
        self._watches: dict[str, set[Watch]] = {}

    @contextmanager
    def watching(self, code: str, player: str | None, seq: int) -> Iterator[Watch]:
        """Watch a table for a while."""
        watch = Watch(player, seq)
        self._watches.setdefault(code, set()).add(watch)
        try:
            yield watch
        finally:
            self._watches[code].discard(watch)
            if not self._watches[code]:
                del self._watches[code]

    def wake(self, code: str, seq: int, players: Collection[str] | None = None) -> None:
        """Wake all who watch the table, or only these players."""
        for watch in self._watches.get(code, ()):
            if players is None or watch.player in players:
                watch.wake(seq)

    def present(self, code: str) -> frozenset[str]:
        """The players who watch the table now."""
        return frozenset(watch.player for watch in self._watches.get(code, ()) if watch.player is not None)

    def watched(self, code: str) -> bool:
        """Whether anybody watches the table now."""
        return code in self._watches
