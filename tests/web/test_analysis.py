"""The analysis of a finished game as a page: it waits, then shows; other games get a sentence."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from tavola.bots.analysis import Analysis
from tavola.rules import record as records
from tavola.table.analysis import analyst
from tavola.table.analysis.analyst import Analyst
from tavola.table.errors import TooMany
from tests.web.desk import Person, opened, person

RECORDS = Path(__file__).parents[1] / "records"


def read(name: str) -> records.Record:
    return records.parse((RECORDS / name).read_bytes())


async def brought_in(who: Person, record: records.Record) -> str:
    answer = await who.send("/import", record=records.dump(record))
    assert answer.status_code == 303, answer.text[:500]
    return answer.headers["location"].split("/")[2]


async def analysed(who: Person, code: str) -> str:
    until = time.monotonic() + 120
    while 'class="analysis"' not in (page := await who.page(f"/t/{code}/analysis")):
        assert re.search(r"judged: \d+% are done", page)
        assert "data-again" in page
        assert time.monotonic() < until
        await asyncio.sleep(0.3)
    return page


def test_a_finished_game_is_analysed_and_told_in_any_language(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as app, person(app) as ann:
            code = await brought_in(ann, read("duel-points.txt"))
            assert f'href="/t/{code}/analysis"' in await ann.page(f"/t/{code}")
            page = await analysed(ann, code)
            assert "Loss of the chance to win" in page
            assert page.count("<polyline") > 6
            links = re.findall(rf'href="(/t/{code}/replay/\d+\?eyes=[01])"', page)
            assert len(links) > 20
            await ann.page(links[0])
            async with person(app, **{"accept-language": "pl"}) as ewa:
                assert "Strata szansy na wygraną" in await ewa.page(f"/t/{code}/analysis")

    asyncio.run(main())


def test_a_record_of_one_seat_is_analysed_as_far_as_it_shows(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as app, person(app) as ann:
            page = await analysed(ann, await brought_in(ann, records.seen_by(read("lost-cities-5-round.txt"), 0)))
            assert "cannot be judged: the record does not show what" in page
            assert page.count("mean loss") == 1

    asyncio.run(main())


def test_games_that_cannot_be_analysed_get_a_sentence(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as app, person(app) as ann:
            code = await ann.new("splendor", seat2="bot:novice")
            answer = await ann.client.get(f"/t/{code}/analysis")
            assert answer.status_code == 422
            assert "only when the game is over" in answer.text
            assert (await ann.client.get("/t/2222222222222/analysis")).status_code == 404
            code = await brought_in(ann, records.seen_by(read("lost-cities-5-round.txt"), None))
            while (answer := await ann.client.get(f"/t/{code}/analysis")).status_code == 200:
                await asyncio.sleep(0.3)
            assert answer.status_code == 422
            assert "no decision in this game that could be judged" in answer.text

    asyncio.run(main())


def test_only_so_many_games_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Analyst()
    record = read("duel-points.txt")
    monkeypatch.setattr(analyst, "REMEMBERED", 3)
    waiting: list[Future[Analysis]] = [Future() for _ in range(analyst.WAITING)]
    one._jobs = {str(at): job for at, job in enumerate(waiting)}
    with pytest.raises(TooMany, match="try again in a minute"):
        one.of("one more", record)
    assert len(one._jobs) == analyst.WAITING


SERVER = """
import sys, time
from pathlib import Path
from tavola.rules import record as records
from tavola.table.analysis.analyst import Analyst
if __name__ == "__main__":
    analyst = Analyst()
    analyst.of("a", records.parse(Path(sys.argv[1]).read_bytes()))
    print(*analyst._pool._processes, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
def test_its_process_does_not_outlive_a_server_that_is_killed() -> None:
    command = [sys.executable, "-c", SERVER, str(RECORDS / "duel-points.txt")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        time.sleep(2)
        assert Path(f"/proc/{worker}").is_dir()
        server.kill()
    until = time.monotonic() + 30
    while Path(f"/proc/{worker}").is_dir():
        if time.monotonic() > until:
            os.kill(worker, 9)
            pytest.fail("it is still there")
        time.sleep(0.1)
