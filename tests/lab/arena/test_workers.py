"""The same games wherever they are played; the command around them."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tavola.cli import main
from tavola.lab.arena import Cluster, Cores, Here, Progress, Runner, hold, plan, runner
from tavola.lab.arena.play import PlayedSet, SetOfGames
from tavola.lab.arena.workers import cores
from tavola.rules import BadOption, TavolaError
from tests.lab.arena.helpers import TROUBLE, make_trouble

RAY = importlib.util.find_spec("ray") is not None


def numbers(where: Runner) -> list[Any]:
    with where as workers:
        report = hold(plan("splendor", ["greedy", "uniform"], 4, records=True), workers)
    return [(one.deal, game.shares, game.record) for one in report.sets for game in one.games]


def test_processes_play_the_same_games() -> None:
    before = dict(os.environ)
    assert numbers(Cores(2)) == numbers(Here())
    assert dict(os.environ) == before


@pytest.mark.skipif(not RAY, reason="Ray is not installed")
@pytest.mark.filterwarnings("ignore")
def test_ray_plays_the_same_games() -> None:
    assert numbers(Cluster("local")) == numbers(Here())


@pytest.mark.skipif(RAY, reason="Ray is installed")
def test_without_ray_it_says_what_to_install() -> None:
    with pytest.raises(BadOption, match=r"pip install tavola\[ray\]"):
        Cluster("local")


@pytest.mark.parametrize("where", [Here(), Cores(2)])
def test_when_time_is_up_no_further_deal_is_begun(where: Runner) -> None:
    with where as workers:
        report = hold(plan("splendor", ["greedy", "uniform", "novice"], 200, minutes=1e-6), workers)
    assert {one.match for one in report.sets} == {0, 1, 2}
    assert report.look.sets >= 1
    assert len(report.sets) < 30
    assert report.stopped_early
    assert len(report.ratings) == 3


class Interrupted(Here):
    """Ctrl-C after so many sets."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after

    def run(self, sets: Iterable[SetOfGames], until: float | None = None) -> Iterator[PlayedSet]:
        yield from islice(super().run(sets, until), self.after)
        raise KeyboardInterrupt


def test_what_was_played_before_an_interruption_counts() -> None:
    asked = plan("splendor", ["greedy", "uniform", "novice"], 50)
    with Interrupted(5) as workers:
        report = hold(asked, workers)
    assert [(one.match, one.deal) for one in report.sets] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
    assert report.stopped_early
    assert len(report.ratings) == 3
    with pytest.raises(KeyboardInterrupt), Interrupted(2) as workers:
        hold(asked, workers)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_match_that_is_ended_leaves_nobody_playing() -> None:
    """The command, as whoever runs it would end it: nothing is played yet, so there is nothing to report."""
    command = [sys.executable, "-m", "tavola", "arena", "champion", "champion", "--game", "splendor", "--jobs", "2"]
    match = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    try:
        children = Path(f"/proc/{match.pid}/task/{match.pid}/children")
        for _ in range(300):
            if len(children.read_text().split()) >= 2:
                break
            time.sleep(0.1)
        match.send_signal(signal.SIGTERM)
        assert match.communicate(timeout=30)[0] == b""
        assert match.returncode == 130
        for _ in range(100):
            if not alive(match.pid):
                break
            time.sleep(0.1)
        assert not alive(match.pid)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(match.pid, signal.SIGKILL)


def alive(group: int) -> bool:
    """Whether any process of a group is there."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


class Bomb:
    """Ends the process that unpacks it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (1,)


def test_the_death_of_a_worker_is_told() -> None:
    (task,) = plan("duel", ["greedy", "greedy"], 1).sets(0, 1)
    deadly = replace(task, seed=Bomb())  # type: ignore[arg-type]
    with pytest.raises(TavolaError, match="A worker process died"), Cores(2) as workers:
        list(workers.run([deadly]))


def test_what_was_played_before_the_death_of_a_worker_counts() -> None:
    asked = plan("duel", ["greedy", "greedy"], 40, stop=False)
    with Cores(2) as workers:

        def watch(played: PlayedSet) -> PlayedSet:
            workers._end()  # its own processes: others may be at work beside them
            return played

        report = hold(asked, workers, watch)
    assert 1 <= report.look.sets < 40
    assert report.broken is not None
    assert report.broken.startswith("A worker process died")
    assert report.to_json()["broken"] == report.to_text().splitlines()[-1] == report.broken


def test_who_plays() -> None:
    assert isinstance(runner(1, None, 100), Here)
    assert isinstance(runner(8, None, 1), Here)
    many = runner(3, None, 100)
    assert isinstance(many, Cores)
    assert many.workers == 3
    assert runner(None, None, 100).workers == min(100, cores())
    for jobs in (0, -1, 5000):
        with pytest.raises(BadOption, match="from 1 to 1024"):
            runner(jobs, None, 10)
    with pytest.raises(BadOption, match="leave out --jobs"):
        runner(2, "local", 10)


class Terminal(io.StringIO):
    """Text that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_bar_is_for_terminals_alone() -> None:
    for stream in (io.StringIO(), Terminal()):
        progress = Progress(2, stream)
        progress.step("a won 50%")
        progress.step("a won 75%")
        progress.close()
        assert bool(stream.getvalue()) is stream.isatty()
    assert "[" + "#" * 15 + "." * 15 + "] 1/2 sets" in stream.getvalue()
    assert "] 2/2 sets" in stream.getvalue()
    assert "0:00 left at most; a won 75%\r" in stream.getvalue()


def test_the_command_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ["arena", "greedy", "uniform", "--game", "splendor", "--pairs", "2", "--jobs", "1", "--json"]
    assert main([*asked, "--option", "target=5", "--players", "3", "--seed", "x", "--records", str(tmp_path)]) == 0
    printed, complaints = capsys.readouterr()
    data = json.loads(printed)
    assert complaints == ""
    assert (data["players"], data["options"], data["seed"], data["games"]) == (3, {"target": "5"}, "x", 6)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 6
    for file in files:
        assert main(["record", "verify", str(file)]) == 0


def test_the_command_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "greedy", "uniform", "--game", "duel", "--pairs", "2", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("duel, 2 players: 2 deals, each with 2 seatings: 4 games, ")
    assert printed[2].split() == "bot against won drawn lost share of wins points ahead".split()
    assert printed[3].split()[:5] == ["greedy", "uniform", "4", "0", "0"]


def test_crashes_are_listed_with_their_records(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    make_trouble(monkeypatch, lambda legal: None)
    asked = ["arena", "greedy", TROUBLE, "--game", "splendor", "--pairs", "3", "--jobs", "1"]
    assert main([*asked, "--json"]) == 0
    crashes = json.loads(capsys.readouterr().out)["crashes"]
    assert len(crashes) == 6
    assert crashes[0]["bot"] == TROUBLE
    assert crashes[0]["sentence"] == "Seat 2, trouble, chose None, which is not one of the legal actions."
    assert main(["record", "verify", crashes[0]["record"]]) == 0
    capsys.readouterr()
    assert main(asked) == 0
    assert "And 1 more crashes; --json lists them all." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["greedy", "--game", "duel"], "A match needs two bots or more."),
        (["greedy", "greedy"], "The following arguments are required: --game. See tavola arena --help."),
        (["greedy", "greedy", "--game", "go"], "There is no game 'go'"),
        (["greedy", "greedy", "--game", "duel", "--jobs", "0"], "The jobs are a number from 1 to 1024."),
        (["greedy", "greedy", "--game", "duel", "--option", "x"], "An option is given as KEY=VALUE"),
    ],
)
def test_what_the_command_refuses(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    assert main(["arena", *arguments]) == 2
    assert capsys.readouterr().err.startswith(sentence)


def test_a_folder_that_cannot_be(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    asked = ["arena", "greedy", "greedy", "--game", "duel", "--pairs", "1", "--records", str(tmp_path / "file")]
    assert main(asked) == 2
    assert "cannot hold records" in capsys.readouterr().err
