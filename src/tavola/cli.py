"""The one command `tavola`."""

from __future__ import annotations

import argparse
import datetime
import json
import os
import secrets
import sys
from collections.abc import Sequence
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, NoReturn

from tavola import __version__, bots
from tavola.lab import bench
from tavola.lab.commands import add_commands, add_table, bench_batch
from tavola.rules import GAMES, TavolaError
from tavola.rules import game as game_named
from tavola.rules.chance import Rng
from tavola.rules.core import Seat
from tavola.rules.errors import BadOption
from tavola.rules.options import read_pairs
from tavola.rules.perft import new_case, read_cases
from tavola.rules.record import OPEN, Recorder, RecordError, at, complete, dump, new, replay, result_to_text, seen_by
from tavola.table.analysis.command import add_analyse
from tavola.table.term import Play, Screen, chairs, starter
from tavola.table.term.files import Keeper, load

__all__ = ["main"]

SPECTATOR = "spectator"
SERVE: Final[dict[str, Any]] = {
    "host": "127.0.0.1",
    "port": 8000,
    "database": None,
    "browser": True,
    "hosts": None,
    "bot_delay": None,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; what goes wrong is one sentence and the exit status 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot write must not end the game
    try:
        arguments = _parser().parse_args(argv)
        return int(arguments.run(arguments))
    except TavolaError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit as done:
        return int(done.code or 0)


class _Parser(argparse.ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise BadOption(f"{message[:1].upper()}{message[1:]}. See {self.prog} --help.")


def _parser() -> _Parser:
    parser = _Parser(prog="tavola", description="Splendor Duel, Splendor and Lost Cities.")
    parser.add_argument("--version", action="version", version=f"tavola {__version__}")
    parser.set_defaults(run=_serve, **SERVE)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", description="Without one: serve.")
    _add_serve(commands.add_parser("serve", help="open the table in a browser"))
    games = commands.add_parser("games", help="the games, their players, options and bots")
    games.set_defaults(run=_games)
    _add_play(commands.add_parser("play", help="play a game here"))
    _add_record(commands.add_parser("record", help="look at the record of a game"))
    add_analyse(commands.add_parser("analyse", help="judge every move of a recorded game"))
    _add_perft(commands.add_parser("perft", help="count sequences of legal actions"))
    _add_bench(commands.add_parser("bench", help="measure speed"))
    add_commands(commands)
    return parser


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen on (default 127.0.0.1: this machine alone)")
    parser.add_argument("--port", type=int, help="the port (default 8000; 0 for any free one)")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://... (default: your own file)")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="only print the address")
    parser.add_argument("--allow-host", dest="hosts", action="append", metavar="NAME", help="a name the table goes by")
    parser.add_argument("--bot-delay", type=float, metavar="S", help="seconds between a bot's turns")
    parser.set_defaults(run=_serve, **SERVE)


def _serve(arguments: argparse.Namespace) -> int:
    from tavola.table.web.serve import serve

    if not 0 <= arguments.port <= 65535:
        raise BadOption("A port is a number from 0 to 65535.")
    return serve(
        arguments.host,
        arguments.port,
        arguments.database,
        arguments.browser,
        arguments.hosts or (),
        arguments.bot_delay,
    )


def _print_help(parser: argparse.ArgumentParser) -> int:
    parser.print_help()
    return 0


def _seat(text: str | None, players: int) -> Seat | None:
    if text in (None, SPECTATOR):
        return None
    if text not in map(str, range(1, players + 1)):
        raise BadOption(f"There is no seat {text}: choose a number from 1 to {players}, or {SPECTATOR}.")
    return int(text) - 1


# --- games ---------------------------------------------------------------------------------------------------


def _games(arguments: argparse.Namespace) -> int:
    for game in GAMES.values():
        print(f"{game.name}: {' or '.join(map(str, game.seats))} players")
        for key, choices in game.options.choices().items():
            print(f"  option {key}: {choices}")
        rated = [(name, bots.rating(name, game)) for name in bots.names(game)]
        print(f"  bots: {', '.join(name if number is None else f'{name} ({number})' for name, number in rated)}")
    return 0


# --- play ----------------------------------------------------------------------------------------------------


def _add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="one of the names that tavola games lists")
    add_table(parser)
    parser.add_argument(
        "--seat", action="append", default=[], metavar="NAME=WHO", help="the next seat: person, or the name of a bot"
    )
    parser.add_argument("--start", type=int, metavar="N", help="the seat that starts, counted from 1")
    parser.add_argument("--seed", metavar="S", help="the same seed gives the same deals")
    parser.add_argument("--record", metavar="FILE", help="keep the record of the game in a new file")
    parser.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> int:
    game = game_named(arguments.game)
    seed = secrets.token_hex(8) if arguments.seed is None else arguments.seed
    seated = chairs(game, arguments.players, arguments.seat)
    options = game.options.of(read_pairs(arguments.option))
    start = starter(options, len(seated), arguments.start, Rng(f"{seed} start"))
    names = [(f"Seat {number}", chair.name) for number, chair in enumerate(seated, 1)]
    headers = [*names, ("Date", datetime.date.today().isoformat())]
    recorder = Recorder(new(game.name, len(seated), options, start, headers))
    keeper = Keeper(arguments.record)
    keeper.keep(recorder.record)  # better to hear now than at the end that the file cannot be written
    Play(recorder, seated, seed, Screen(sys.stdin, sys.stdout), keeper).run()
    return 0


# --- record --------------------------------------------------------------------------------------------------


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=lambda arguments: _print_help(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    show = commands.add_parser("show", help="print a record")
    show.add_argument("--words", action="store_true", help="tell the game in sentences")
    show.set_defaults(run=_show)
    verify = commands.add_parser("verify", help="replay a record strictly by the rules")
    verify.set_defaults(run=_verify)
    position = commands.add_parser("at", help="draw the position after N actions, the deal included")
    position.add_argument("number", type=int, metavar="N")
    position.set_defaults(run=_at)
    for command in (show, verify, position):
        command.add_argument("file", metavar="FILE")
    for command in (show, position):
        command.add_argument("--seat", metavar="S", help=f"as this seat may see it: 1, 2 and so on, or {SPECTATOR}")


def _show(arguments: argparse.Namespace) -> int:
    record = load(arguments.file)
    eyes = record.eyes
    if arguments.seat is not None:
        record = seen_by(record, eyes := _seat(arguments.seat, record.players))
    if not arguments.words:
        print(dump(record), end="")
        return 0
    for _, step in replay(record if record.eyes is OPEN else complete(record, Rng())):
        for event in step.events:
            print(GAMES[record.game].tell(event if eyes is OPEN else event.seen_by(eyes), record.names))
    print(f"Result: {result_to_text(record.result)}")
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    try:
        record = load(arguments.file)
    except RecordError as error:
        plies = len(error.kept.plies) if error.kept else 0
        print(f"{error} What is before it is right: {plies} plies.", file=sys.stderr)
        return 1
    print(f"{arguments.file} is right: {record.game}, {len(record.plies)} plies.")
    print(f"Result: {result_to_text(record.result)}")
    return 0


def _at(arguments: argparse.Namespace) -> int:
    record = load(arguments.file)
    game = GAMES[record.game]
    everything = arguments.seat is None and record.eyes is OPEN
    eyes = None if record.eyes is OPEN else record.eyes
    if arguments.seat is not None:
        eyes = _seat(arguments.seat, record.players)
        record = seen_by(record, eyes)
    state = at(record if record.eyes is OPEN else complete(record, Rng()), arguments.number)
    print(game.draw(game.view(state, eyes)))
    if everything:
        print(game.to_position(state))
    return 0


# --- perft and bench -----------------------------------------------------------------------------------------


def _add_perft(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?")
    parser.add_argument("depth", metavar="DEPTH", type=int, nargs="?", help="how many actions deep")
    add_table(parser)
    parser.add_argument("--seed", default="1", metavar="S", help="decides the deal (default 1)")
    parser.add_argument("--update", metavar="FILE", help="count all cases of a .perft file anew")
    parser.set_defaults(run=_perft)


def _perft(arguments: argparse.Namespace) -> int:
    if arguments.update is not None:
        return _update_perft(Path(arguments.update))
    if arguments.depth is None or arguments.depth < 1:
        raise BadOption("Say which game, and how deep: tavola perft lost-cities 3.")
    case = new_case(arguments.game, arguments.players, read_pairs(arguments.option), arguments.seed)
    print(case.counted(arguments.depth))
    return 0


def _update_perft(path: Path) -> int:
    try:
        old = path.read_text(encoding="utf-8")
        lines = [next((str(case.counted()) for case in read_cases(line)), line) for line in old.splitlines()]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise BadOption(f"{path} cannot be updated: {error}.") from error
    return 0


def _add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["rules", "table", "batch"])
    parser.add_argument("--json", action="store_true", help="print nothing but JSON")
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="time for each game (default 2)")
    parser.add_argument(
        "--reference",
        action="store_true",
        help="rules: also OpenSpiel's gin rummy in the same run; batch: Pgx's sparrow mahjong",
    )
    parser.add_argument("--tables", type=int, default=500, metavar="N", help="table: live tables (default 500)")
    parser.add_argument("--rate", type=float, default=50.0, metavar="R", help="table: moves a second (default 50)")
    parser.set_defaults(run=_bench)


def _bench_table(arguments: argparse.Namespace) -> int:
    from tavola.table.web.bench import bench_table

    if not (0 < arguments.tables <= 5000 and 0 < arguments.rate <= 5000):
        raise BadOption("Tables and moves a second are more than 0 and at most 5000.")
    result = asdict(bench_table(arguments.tables, arguments.rate, max(5.0, arguments.seconds)))
    if arguments.json:
        print(json.dumps(result))
    else:
        print("Live tables on one worker, two people at each; from submit to both screens.")
        print(", ".join(f"{name} {value}" for name, value in result.items()))
    return 0


def _bench(arguments: argparse.Namespace) -> int:
    if arguments.what == "table":
        return _bench_table(arguments)
    if not 0 < arguments.seconds <= 3600:
        raise BadOption("The seconds are more than 0 and at most 3600.")
    if arguments.what == "batch":
        return bench_batch(arguments)
    contestants = {game.name: bench.rules(game) for game in GAMES.values()}
    if arguments.reference:
        contestants[bench.REFERENCE] = bench.reference()
    speeds = bench.bench(contestants, arguments.seconds)
    if arguments.json:
        print(json.dumps({name: {"actions_per_s": round(speed)} for name, speed in speeds.items()}))
        return 0
    print(f"Random play on one core, chance included; the best of {bench.SLICES} slices that take turns.")
    for name, speed in speeds.items():
        print(f"{name}: {speed:,.0f} actions a second")
    for game in GAMES.values():
        print(f"{game.name}: {bench.view_seconds(game) * 1e6:.1f} microseconds for a view")
    return 0
