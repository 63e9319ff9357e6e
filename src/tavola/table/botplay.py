"""Plays the turns of bots, one table after the other as they come up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from tavola.rules.core import Seat
from tavola.rules.errors import TavolaError
from tavola.table.botpool import Thinker

__all__ = ["BotPlay", "BotTurn"]

log: Final = logging.getLogger(__name__)
PAUSES: Final = (1, 5, 30, 120, 600)
"""Seconds after which bots try again when something else than a bot fails; then they wait for the next change."""


class BotTurn(NamedTuple):
    """A choice that a bot has to make."""

    code: str
    seat: Seat
    game: str
    bot: str
    view: Any
    texts: tuple[str, ...]
    ply: int
    takebacks: int
    """How often the table has gone back: the same ply may come twice."""
    fresh: bool
    """The turn's first step."""


class BotPlay:
    """A task for each table at which a bot is to move."""

    def __init__(
        self,
        thinker: Thinker,
        delay: float,
        turn: Callable[[str], Awaitable[BotTurn | None]],
        play: Callable[[BotTurn, str], Awaitable[None]],
    ) -> None:
        """Ask `turn` what is to be chosen, and `play` what was chosen, no sooner than after a delay."""
        self._thinker, self._delay, self._turn, self._play = thinker, delay, turn, play
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._poked: set[str] = set()
        self._closed = False

    def poke(self, code: str) -> None:
        """See whether a bot is to move at the table."""
        if self._closed:
            return
        self._poked.add(code)
        if code not in self._tasks:
            self._tasks[code] = asyncio.create_task(self._run(code), name=f"bots of {code}")

    async def _run(self, code: str) -> None:
        try:
            for pause in PAUSES:
                try:
                    await self._turns(code)
                    return
                except TavolaError as error:
                    log.error("The bots of table %s stop: %s", code, error)
                    return
                except Exception:  # the database may be busy or away for a while
                    log.exception("The bots of table %s are disturbed, and go on in %s seconds.", code, pause)
                    self._poked.add(code)
                    await asyncio.sleep(pause)
        finally:
            del self._tasks[code]

    async def _turns(self, code: str) -> None:
        while code in self._poked:
            self._poked.discard(code)
            while (turn := await self._turn(code)) is not None:
                await self._choose(turn)

    async def _choose(self, turn: BotTurn) -> None:
        pause = asyncio.create_task(asyncio.sleep(self._delay if turn.fresh else 0))
        try:
            chosen = await self._thinker.choose(turn.game, turn.bot, turn.view, turn.texts)
            await pause
        finally:
            pause.cancel()
        await self._play(turn, chosen)

    async def close(self) -> None:
        """Stop; the tables wait for the next start."""
        self._closed = True
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._thinker.close()
