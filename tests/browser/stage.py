"""Tables set up without a browser: the same seed gives the same game, so that pictures can be compared."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from tavola import bots
from tavola.rules import GAMES
from tavola.rules.chance import Rng
from tavola.table.config import Config
from tavola.table.look import Status
from tavola.table.seats import SeatPlan
from tavola.table.service import Service


@dataclass(frozen=True)
class Scene:
    """A table to set up: Ann at the first seat, bots at the others, and Ann to move after so many actions."""

    game: str
    plies: int
    """More than the game has: it is played to its end."""
    seed: str = "1"
    bots: Sequence[str] = ("Greedy",)
    options: Mapping[str, str] | None = None


class Thinker:
    """The greedy bot, in this process and the same every time."""

    def __init__(self, seed: str) -> None:
        self.rng = Rng(seed)

    def pick(self, game: str, view: Any, texts: Sequence[str]) -> str:
        rules = GAMES[game]
        legal = [rules.from_text(text) for text in texts]
        return rules.to_text(bots.make("greedy", rules).choose(view, legal, self.rng))

    async def choose(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
        return self.pick(game, view, texts)

    async def close(self) -> None:
        pass


async def _set(database: Path, scene: Scene) -> str:
    rng, thinker = Rng(scene.seed), Thinker(scene.seed)
    async with Service(database, Config(bot_delay=0), rng=lambda: rng, thinker=thinker) as service:
        seats = [SeatPlan("me", "Ann"), *(SeatPlan("bot", name, "greedy") for name in scene.bots)]
        code = await service.open(scene.game, scene.options or {}, seats, "ann-on-stage", "Ann")
        while (look := await service.look(code, "ann-on-stage", 0)).status is Status.PLAYING:
            if look.legal and look.plies >= scene.plies and not look.draft:
                break
            if look.legal:
                text = thinker.pick(scene.game, look.view, [choice.text for choice in look.legal])
                await service.submit(code, "ann-on-stage", 0, text, look.ply)
            else:
                await asyncio.sleep(0.001)
        return f"/s/{code}/{await service.seat_link(code, 'ann-on-stage', 0)}"


def set_up(database: Path, scenes: Sequence[Scene]) -> list[str]:
    """The tables in a database that no server uses yet; for each the private link to Ann's seat."""
    links: list[str] = []

    async def all_of_them() -> None:
        links.extend([await _set(database, scene) for scene in scenes])

    # In a thread: while Playwright runs, this one has an event loop already.
    thread = Thread(target=lambda: asyncio.run(all_of_them()))
    thread.start()
    thread.join()
    assert len(links) == len(scenes), "the tables could not be set up"
    return links
