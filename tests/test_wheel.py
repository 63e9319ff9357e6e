"""The package as others get it: built, installed where nothing else is, and played from there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import tavola

ROOT = Path(__file__).resolve().parents[1]

# The group keeps these tests in one process when they run in parallel: the wheel is built once.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command away from the checkout and from its environment; return what it printed."""
    strays = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    done = subprocess.run(
        command,
        cwd=cwd,
        env={name: value for name, value in os.environ.items() if name not in strays},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=600,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))} gave {done.returncode}:\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # Not isolated, so with the backend of the development environment: nothing has to be fetched.
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder)
    run(sys.executable, "-m", "pip", "wheel", *options, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of an environment that holds the wheel and what it depends on, and no more."""
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    commands = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    options = ("--quiet", "--constraint", ROOT / "constraints.txt")
    run(sys.executable, "-m", "pip", "--python", commands / "python", "install", *options, wheel, cwd=folder)
    return commands


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    source = ROOT / "src"
    expected = {
        file.relative_to(source).as_posix()
        for file in (source / "tavola").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("tavola/")}
    assert held == expected


def test_the_wheel_has_the_version_that_the_package_states(wheel: Path) -> None:
    assert wheel.name.split("-")[:2] == ["tavola", tavola.__version__]


def test_the_installed_package_is_the_one_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    where = run(installed / "python", "-c", "import tavola; print(tavola.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(installed.parent)


def test_the_games_are_listed(installed: Path, tmp_path: Path) -> None:
    listed = run(installed / "tavola", "games", cwd=tmp_path)
    assert all(name in listed for name in ("lost-cities", "splendor", "duel"))


@pytest.mark.parametrize("game", ["lost-cities", "splendor", "duel"])
def test_a_whole_game_is_played(game: str, installed: Path, tmp_path: Path) -> None:
    printed = run(
        installed / "tavola", "play", game, "--seat", "A=apprentice", "--seat", "B=novice", "--seed", "1", cwd=tmp_path
    )
    assert any(line.startswith("Result:") for line in printed.splitlines()[-5:]), printed
