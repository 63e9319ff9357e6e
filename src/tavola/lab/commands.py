"""The commands of the laboratory: matches, lockstep, training, and the speed of the batched engines."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tavola.rules import GAMES
from tavola.rules import game as game_named
from tavola.rules.errors import BadOption
from tavola.rules.options import read_pairs

__all__ = ["add_commands", "add_table", "bench_batch"]


def add_table(parser: argparse.ArgumentParser) -> None:
    """Players and options of a table."""
    parser.add_argument("--players", type=int, metavar="N", help="how many play")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="a table option; see tavola games"
    )


def add_commands(commands: Any) -> None:
    """Add the laboratory's commands to those of `tavola`."""
    _add_arena(commands.add_parser("arena", help="let bots play matches and rate them"))
    _add_lockstep(commands.add_parser("lockstep", help="check the batched engines against the rules"))
    _add_train(commands.add_parser("train", help="train a net by self-play"))
    _add_weigh(commands.add_parser("weigh", help="measure a trained net and write its strength on its card"))
    _add_distil(commands.add_parser("distil", help="teach a small net what a large one does"))
    _add_probe(commands.add_parser("probe", help="measure how much of what search of Lost Cities finds is true"))
    _add_skill(commands.add_parser("skill", help="measure players of Lost Cities with luck left out"))


def _need(extra: str, *modules: str) -> None:
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise BadOption(f"This needs {' and '.join(missing)}: pip install tavola[{extra}].")


# --- arena ---------------------------------------------------------------------------------------------------


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", nargs="+", metavar="BOT", help="NAME, NAME:key=value,... or 'cmd:COMMAND LINE'")
    parser.add_argument("--game", required=True, metavar="GAME", help="one of the names that tavola games lists")
    add_table(parser)
    parser.add_argument(
        "--pairs", type=int, default=100, metavar="N", help="deals, each with all seatings (default 100)"
    )
    parser.add_argument("--seed", default="1", metavar="S", help="decides the deals (default 1)")
    parser.add_argument(
        "--near", type=int, metavar="N", help="in a pool each bot meets only the N named after it: name weak ones first"
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the ratings of a pool")
    parser.add_argument("--no-stop", dest="stop", action="store_false", help="play all pairs, even if decided before")
    parser.add_argument("--minutes", type=float, metavar="M", help="begin no further deal after so long")
    parser.add_argument("--cap", type=int, default=5000, metavar="N", help="actions until a draw (default 5000)")
    parser.add_argument("--limit", type=float, default=60.0, metavar="S", help="seconds for a program's answer (60)")
    parser.add_argument("--records", metavar="DIR", help="keep the record of every game, not of crashes alone")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead; local starts one here")
    parser.add_argument("--json", action="store_true", help="print nothing but JSON")
    parser.set_defaults(run=_arena)


def _arena(arguments: argparse.Namespace) -> int:
    from tavola.lab import arena

    plan = arena.plan(
        arguments.game,
        arguments.bots,
        arguments.pairs,
        arguments.players,
        read_pairs(arguments.option),
        seed=arguments.seed,
        stop=arguments.stop,
        cap=arguments.cap,
        limit=arguments.limit,
        records=arguments.records is not None,
        near=arguments.near,
        minutes=arguments.minutes,
    )
    if arguments.svg is not None and (len(plan.entrants) < 3 or not arguments.svg.absolute().parent.is_dir()):
        raise BadOption("--svg draws a pool of three bots or more, into a folder that is there.")
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends it wants to know how it stood
    try:
        report = arena.show(plan, arguments.jobs, arguments.ray, arguments.records, sys.stderr)
    finally:
        signal.signal(signal.SIGTERM, before)
    if arguments.svg is not None:
        arguments.svg.write_text(arena.chart(report), encoding="utf-8")
    print(json.dumps(report.to_json()) if arguments.json else report.to_text())
    return 1 if report.broken else 0


# --- lockstep ------------------------------------------------------------------------------------------------


def _add_lockstep(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="one of the names that tavola games lists")
    add_table(parser)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="random games (default 1000)")
    parser.add_argument("--at-once", type=int, default=100, metavar="N", help="games side by side (default 100)")
    parser.add_argument("--seed", default="1", metavar="S", help="decides the games (default 1)")
    parser.add_argument("--free-payment", action="store_true", help="with the choice of paying gold for owned gems")
    parser.set_defaults(run=_lockstep)


def _lockstep(arguments: argparse.Namespace) -> int:
    _need("jax", "jax")
    from tavola.lab.batch.lockstep import Lockstep

    if not (arguments.games > 0 and 0 < arguments.at_once <= 10_000):
        raise BadOption("Games are more than 0, and at most 10,000 of them side by side.")
    game_named(arguments.game)
    settings = {"free_payment": True} if arguments.free_payment and arguments.game != "lost-cities" else {}
    pair = Lockstep(arguments.game, arguments.players, read_pairs(arguments.option), **settings)
    done = actions = 0
    start = time.perf_counter()
    while done < arguments.games:
        games = min(arguments.at_once, arguments.games - done)
        actions += pair.play(games, f"{arguments.seed} {done}")
        done += games
        print(f"\r{done} games, {actions:,} actions agree", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    spent = time.perf_counter() - start
    print(f"{arguments.game}: {done} games and {actions:,} actions, every field the same, in {spent:.0f} s")
    return 0


# --- train ---------------------------------------------------------------------------------------------------


def _add_train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="one of the names that tavola games lists")
    add_table(parser)
    parser.add_argument("--minutes", type=float, default=10.0, metavar="M", help="how long (default 10)")
    parser.add_argument("--out", type=Path, default=Path("training"), metavar="DIR", help="where nets and logs go")
    parser.add_argument(
        "--teacher", action="append", default=[], metavar="BOT", help="a bot to copy first; may be given several times"
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on from a checkpoint")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="decides deals and first weights (default 0)")
    parser.add_argument("--games", type=int, default=4096, metavar="N", help="games side by side (default 4096)")
    parser.add_argument("--width", type=int, metavar="N", help="units in each layer, instead of the usual number")
    parser.set_defaults(run=_train)


def _train(arguments: argparse.Namespace) -> int:
    _need("train", "jax", "optax")
    from tavola.lab.train.ppo import Settings
    from tavola.lab.train.run import TUNED, train, trainer_for
    from tavola.lab.train.weigh import PAIRS, weigh

    if arguments.resume is not None and not arguments.resume.is_file():
        raise BadOption(f"There is no checkpoint {arguments.resume}.")
    _check_size(arguments)
    options = read_pairs(arguments.option)
    settings = replace(TUNED.get(arguments.game, Settings()), games=arguments.games)
    trainer = trainer_for(arguments.game, arguments.players, options, settings, arguments.width)
    net = train(
        trainer,
        arguments.out,
        arguments.minutes,
        seed=arguments.seed,
        teachers=arguments.teacher,
        resume=arguments.resume,
    )
    print(f"The net is in {net}.")
    print(weigh(net, PAIRS, sys.stderr))
    return 0


def _add_weigh(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a net that tavola train made")
    parser.add_argument(
        "--pairs", type=int, default=100, metavar="N", help="deals, each with all seatings (default 100)"
    )
    parser.set_defaults(run=_weigh)


def _weigh(arguments: argparse.Namespace) -> int:
    from tavola.lab.train.weigh import weigh

    print(weigh(arguments.file, arguments.pairs, sys.stderr))
    return 0


def _add_distil(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the large net")
    parser.add_argument("--out", type=Path, default=Path("small.npz"), metavar="FILE", help="the small one (small.npz)")
    parser.add_argument("--width", type=int, default=64, metavar="N", help="units in each of its layers (default 64)")
    parser.add_argument(
        "--millions", type=float, default=10.0, metavar="N", help="of positions to learn from (default 10)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="decides deals and first weights (default 0)")
    parser.add_argument("--games", type=int, default=1024, metavar="N", help="games side by side (default 1024)")
    parser.add_argument("--hands", action="store_true", help="teach it to guess hands of Lost Cities instead")
    parser.set_defaults(run=_distil)


def _distil(arguments: argparse.Namespace) -> int:
    _need("train", "jax", "optax")
    from tavola.lab.train.distil import distil, guess_hands

    _check_size(arguments)
    net = (guess_hands if arguments.hands else distil)(
        arguments.file,
        arguments.out,
        width=arguments.width,
        positions=round(1e6 * arguments.millions),
        games=arguments.games,
        seed=arguments.seed,
    )
    print(f"The small net is in {net}.")
    return 0


def _add_probe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("against", choices=("net", "steady"), help="who sits opposite in the rounds that are looked at")
    parser.add_argument("--colours", type=int, choices=(5, 6), default=5, help="of the game (default 5)")
    parser.add_argument("--positions", type=int, default=9600, metavar="N", help="about so many (default 9600)")
    parser.add_argument("--worlds", type=int, default=128, metavar="N", help="for each position (default 128)")
    parser.add_argument("--candidates", type=int, default=4, metavar="N", help="actions, at most (default 4)")
    for name, kind, words in (
        ("likely", float, "how likely they are by the net, against its favourite"),
        ("near", int, "actions of an imagined round that are the net's own"),
        ("prior", float, "hundreds of points that an action e times less likely is thought to be worth less"),
        ("doubt", float, "the standard deviation of that"),
    ):
        parser.add_argument(f"--{name}", type=kind, metavar="X", help=f"{words} (default: as the champion has it)")
    for name in ("net", "quick", "hands"):
        parser.add_argument(f"--{name}", type=Path, metavar="FILE", help="instead of that in the package")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="decides the deals (default 0)")
    parser.set_defaults(run=_probe)


def _probe(arguments: argparse.Namespace) -> int:
    _need("train", "jax", "optax")
    from tavola.bots.search.rollout import Settings
    from tavola.lab.train.probe import Probe

    def given(*names: str) -> dict[str, Any]:
        return {name: value for name in names if (value := getattr(arguments, name)) is not None}

    numbers = given("worlds", "candidates", "likely", "near", "prior", "doubt")
    if not all(value > 0 for value in numbers.values()) or arguments.candidates < 2:
        raise BadOption("All numbers of a probe are more than 0, and there are two candidates or more.")
    probe = Probe(arguments.colours, replace(Settings(), **numbers), given("net", "quick", "hands"))
    start = time.perf_counter()
    found = probe.find(arguments.against, arguments.positions, arguments.seed)
    print(f"Against {arguments.against}, {found}, in {time.perf_counter() - start:.0f} s.")
    return 0


def _check_size(arguments: argparse.Namespace) -> None:
    if not 16 <= arguments.games <= 1 << 20:
        raise BadOption("From 16 to 1,048,576 games can be played side by side.")
    if arguments.width is not None and not 8 <= arguments.width <= 4096:
        raise BadOption("A layer has from 8 to 4096 units.")


# --- skill ---------------------------------------------------------------------------------------------------


def _add_skill(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("records", nargs="+", type=Path, metavar="RECORD", help="of games, or folders of them")
    parser.add_argument("--player", default="", metavar="NAME", help="only players whose name begins so")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--json", action="store_true", help="print nothing but JSON")
    parser.set_defaults(run=_skill)


def _skill(arguments: argparse.Namespace) -> int:
    from tavola.lab.arena.workers import processes
    from tavola.lab.skill import judge_files

    jobs = processes(arguments.jobs)
    files = [file for one in arguments.records for file in (sorted(one.glob("*.txt")) if one.is_dir() else [one])]
    shown = sys.stderr.isatty()

    def tell(done: int, total: int) -> None:
        if shown:
            print(f"\r{done} of {total} games judged", end="" if done < total else "\n", file=sys.stderr, flush=True)

    skills = judge_files(files, arguments.player, jobs, tell)
    if arguments.json:
        print(json.dumps([asdict(skill) for skill in skills]))
    else:
        print("\n".join(f"{skill}." for skill in skills))
    return 0


# --- bench batch ---------------------------------------------------------------------------------------------


def bench_batch(arguments: argparse.Namespace) -> int:
    """`tavola bench batch`: one core of a CPU, or the accelerator that JAX finds."""
    _need("jax", "jax")
    from tavola.lab.batch import bench

    bench.one_core()
    found: dict[str, Any] = {}
    tell = (lambda line: None) if arguments.json else print
    games = {game.name: game.seats[0] for game in GAMES.values()}
    for name, figures in bench.bench(games, arguments.seconds, tell).items():
        found[name] = {key: round(value, 2) for key, value in asdict(figures).items()}
    if arguments.reference:
        found["pgx sparrow_mahjong"] = {"steps_per_s": round(bench.reference(arguments.seconds))}
        tell(f"pgx sparrow_mahjong: {found['pgx sparrow_mahjong']}")
    if arguments.json:
        print(json.dumps(found))
    return 0
