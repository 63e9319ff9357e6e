"""Bots: whole games, in processes of their own, pacing, and bots that fail."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tavola import bots
from tavola.bots.threads import ONE_THREAD
from tavola.rules import GAMES
from tavola.rules.chance import Rng, pick
from tavola.rules.core import CHANCE, Outcome
from tavola.table import botplay, botpool
from tavola.table.botpool import BotPool
from tavola.table.look import Kind, Status
from tavola.table.seats import SeatPlan
from tavola.table.service import Service
from tavola.table.worker import one_core_each
from tests.table.desk import ANN, BOT, FAST, FORGETFUL, ME, Quick, serve, until


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_play_splendor_to_the_end(database: str, seats: int) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {"target": "5"}, [BOT] * seats, ANN, "Ann")
        over = await until(service, code, None, lambda look: look.status is Status.OVER)
        assert isinstance(over.ending, Outcome)
        assert len(over.ending.places) == seats
        assert [seat.name for seat in over.seats] == ["Apprentice", *(f"Apprentice {n}" for n in range(2, seats + 1))]

    serve(database, scenario)


def test_a_person_and_three_bots_play_to_the_end(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {"target": "8"}, [BOT, ME, BOT, BOT], ANN, "Ann")
        rng = Rng(1)
        while True:
            look = await until(service, code, ANN, lambda look: look.to_move == 1 or look.status is Status.OVER)
            if look.status is Status.OVER:
                break
            await service.submit(code, ANN, 1, pick(rng, look.legal).text, look.ply)
        assert isinstance(look.ending, Outcome)
        assert {line.seat for line in look.log if line.kind is Kind.ACTED} == {None, 0, 1, 2, 3}

    serve(database, scenario)


def test_bots_do_without_memory(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("lost-cities", {"rounds": "1"}, [BOT, ME], ANN, "Ann")
        rng = Rng(1)
        for _ in range(6):
            look = await until(service, code, ANN, lambda look: look.to_move == 1)
            await service.submit(code, ANN, 1, pick(rng, look.legal).text, look.ply)

    serve(database, scenario, FORGETFUL)


def a_choice(game: str) -> tuple[Any, list[str]]:
    """A view and the legal actions of a first turn."""
    rules = GAMES[game]
    state = rules.initial(2, rules.options(), 0)
    while rules.to_play(state) is CHANCE:
        state = rules.apply(state, rules.sample(state, Rng(1))).state
    return rules.view(state, 0), [rules.to_text(action) for action in rules.legal_actions(state)]


@pytest.mark.parametrize("workers", [1, 2])
def test_bots_think_in_other_processes(workers: int) -> None:
    async def scenario() -> None:
        pool = BotPool(workers)
        try:
            asked = [
                (game, bot, *a_choice(game)) for game in GAMES for bot in bots.names(GAMES[game]) for _ in range(3)
            ]
            chosen = await asyncio.gather(*(pool.choose(*one) for one in asked))
            assert all(text in texts for text, (_, _, _, texts) in zip(chosen, asked, strict=True))
            assert pool._pool is not None
            assert os.getpid() not in (pool._pool._processes or {})
        finally:
            await pool.close()

    asyncio.run(scenario())


def test_bots_in_other_processes_play_at_the_table(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {"target": "5"}, [BOT, SeatPlan("bot", bot="uniform")], ANN, "Ann")
        over = await until(service, code, None, lambda look: look.status is Status.OVER)
        assert isinstance(over.ending, Outcome)

    serve(database, scenario, thinker=BotPool(1))


class Broken:
    """A bot that fails in some way."""

    def __init__(self, how: str) -> None:
        self.how = how

    def choose(self, view: Any, legal: Sequence[Any], rng: Any, stop: Any = None) -> Any:
        if self.how == "raises":
            raise ZeroDivisionError
        if self.how == "hangs":
            time.sleep(600)
        if self.how == "dies":
            os._exit(3)
        return GAMES["lost-cities"].from_text("play b10")


def think_broken(game: str, bot: str, view: Any, texts: Sequence[str], seed: int, seconds: float) -> str:
    """Runs in the other process."""
    rules = GAMES[game]
    legal = [rules.from_text(text) for text in texts]
    return rules.to_text(Broken(bot).choose(view, legal, Rng(seed)))


@pytest.mark.parametrize("how", ["raises", "hangs", "dies", "cheats"])
def test_a_bot_that_fails_plays_at_random(
    how: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(botpool, "_think", think_broken)

    async def scenario() -> None:
        pool = BotPool(1, patience=3.0)
        view, texts = a_choice("duel")
        try:
            with caplog.at_level(logging.ERROR):
                assert await pool.choose("duel", how, view, texts[:9]) in texts[:9]
            assert "a random move is played" in caplog.text
            monkeypatch.undo()
            # The next one thinks as if nothing had happened.
            assert await pool.choose("duel", "uniform", view, texts) in texts
        finally:
            await pool.close()

    asyncio.run(scenario())


def test_bots_are_paced_by_the_turn(database: str) -> None:
    class Timed(Quick):
        async def choose(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
            times.append(asyncio.get_running_loop().time())
            return await super().choose(game, bot, view, texts)

    times: list[float] = []

    async def scenario(service: Service) -> None:
        code = await service.open("lost-cities", {}, [BOT, BOT], ANN, "Ann")
        await until(service, code, None, lambda look: look.plies >= 5)

    serve(database, scenario, replace(FAST, bot_delay=0.5), thinker=Timed())
    gaps = [after - before for before, after in pairwise(times)]
    # Lay, then draw: a pause before every turn, none within it.
    assert gaps[0] >= 0.49
    assert gaps[1] < 0.49
    assert gaps[2] >= 0.49


def test_a_takeback_while_the_bot_thinks_makes_it_think_again(database: str) -> None:
    class Slow(Quick):
        async def choose(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
            started.set()
            await go_on.wait()
            return await super().choose(game, bot, view, texts)

    started, go_on = asyncio.Event(), asyncio.Event()
    thinker = Slow()

    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {"firstPlayer": "chosen"}, [ME, BOT], ANN, "Ann", chosen_start=0)
        first = await service.look(code, ANN)
        takes = [choice.text for choice in first.legal if choice.commits]
        await service.submit(code, ANN, 0, takes[0], first.ply)
        await started.wait()
        await service.ask_takeback(code, ANN, 0)
        await service.submit(code, ANN, 0, takes[1], first.ply)
        # The bot's answer to the move that was taken back comes now, at a ply that is right again.
        go_on.set()
        look = await until(service, code, ANN, lambda look: look.to_move == 0)
        assert [line.text for line in look.log if line.seat == 0 and line.kind is Kind.ACTED] == [takes[1]]
        assert look.ply >= first.ply + 2
        assert thinker.asked >= 2, "what was chosen for another position is not played"

    serve(database, scenario, thinker=thinker)


def test_a_game_that_ends_while_the_bot_thinks_stays_over(database: str, caplog: pytest.LogCaptureFixture) -> None:
    class Slow(Quick):
        async def choose(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
            await asyncio.sleep(0.1)
            return await super().choose(game, bot, view, texts)

    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {"firstPlayer": "chosen"}, [ME, BOT], ANN, "Ann", chosen_start=1)
        await asyncio.sleep(0.02)
        await service.resign(code, ANN, 0)
        over = await service.look(code, ANN)
        await asyncio.sleep(0.2)
        assert await service.look(code, ANN) == over

    serve(database, scenario, thinker=Slow())
    assert caplog.text == ""


def test_a_bot_sees_a_view_and_texts_alone(database: str) -> None:
    class Curious(Quick):
        async def choose(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
            assert isinstance(view, GAMES[game].view_type)
            assert view.seat == 0
            assert all(isinstance(text, str) for text in texts)
            return await super().choose(game, bot, view, texts)

    thinker = Curious()

    async def scenario(service: Service) -> None:
        code = await service.open("duel", {}, [BOT, ME], ANN, "Ann")
        look = await until(service, code, ANN, lambda look: look.to_move == 1)
        while look.to_move == 1:
            await service.submit(code, ANN, 1, look.legal[0].text, look.ply)
            look = await service.look(code, ANN)
        await until(service, code, ANN, lambda look: look.to_move == 1)

    serve(database, scenario, thinker=thinker)
    assert thinker.asked


def test_bots_go_on_when_what_disturbed_them_is_over(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Disturbed(Quick):
        async def choose(self, game: str, bot: str, view: Any, texts: Sequence[str]) -> str:
            if self.asked < 3:
                self.asked += 1
                raise OSError("the disk is full")
            return await super().choose(game, bot, view, texts)

    monkeypatch.setattr(botplay, "PAUSES", (0.01, 0.01, 0.01, 0.01))

    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {"target": "5"}, [BOT, BOT], ANN, "Ann")
        await until(service, code, None, lambda look: look.status is Status.OVER)

    serve(database, scenario, thinker=Disturbed())
    assert caplog.text.count("are disturbed") == 3


def test_each_thinks_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ONE_THREAD:
        monkeypatch.setenv(name, "")  # put back in the end
        monkeypatch.delenv(name)
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    with one_core_each().Pool(1) as pool:
        told = [pool.apply(os.getenv, (name,)) for name in ONE_THREAD]
    assert told == ["2", "1", "1"], "what somebody asked for stays"
