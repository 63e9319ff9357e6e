"""`tavola analyse RECORD`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Final, TextIO

from tavola.bots.analysis import Analysis, analyse, thinker
from tavola.rules.errors import BadOption
from tavola.rules.record import Record
from tavola.table.analysis.document import to_json
from tavola.table.analysis.png import need_pillow, to_png
from tavola.table.analysis.report import to_text
from tavola.table.analysis.svg import to_svg
from tavola.table.analysis.telling import Teller
from tavola.table.i18n import LANGUAGES
from tavola.table.term.files import load

__all__ = ["Bar", "add_analyse"]

WIDTH: Final = 30
PAUSE: Final = 0.1
"""Seconds between two drawings."""
MOST: Final = 600
"""Seconds for one decision."""


def add_analyse(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="RECORD", help="a record, open or as one seat saw it")
    parser.add_argument("--seat", type=int, metavar="N", help="only the decisions of this seat")
    parser.add_argument("--think", type=float, metavar="S", help="search so many seconds in every decision")
    parser.add_argument("--lang", default="en", metavar="L", help=f"{', '.join(LANGUAGES)} (default en)")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print nothing but JSON")
    output.add_argument("--svg", metavar="FILE", help="write the graph to this file")
    output.add_argument("--png", metavar="FILE", help="write the graph to this file; needs Pillow")
    parser.set_defaults(run=_analyse)


def _analyse(arguments: argparse.Namespace) -> int:
    if arguments.lang not in LANGUAGES:
        raise BadOption(f"There is no language {arguments.lang}: choose {', '.join(LANGUAGES)}.")
    if arguments.think is not None and not 0 < arguments.think <= MOST:
        raise BadOption(f"The seconds for a decision are more than 0 and at most {MOST}.")
    if arguments.png is not None:
        need_pillow()
    record = load(arguments.file)
    if arguments.seat is not None and not 1 <= arguments.seat <= record.players:
        raise BadOption(f"There is no seat {arguments.seat}: choose a number from 1 to {record.players}.")
    teller = Teller(_judged(record, arguments.seat, arguments.think, sys.stderr), arguments.lang)
    if arguments.svg is not None:
        _write(arguments.svg, to_svg(teller).encode())
    elif arguments.png is not None:
        _write(arguments.png, to_png(teller))
    elif arguments.json:
        print(json.dumps(to_json(teller), ensure_ascii=False))
    else:
        print(to_text(teller))
    return 0


def _judged(record: Record, seat: int | None, seconds: float | None, stream: TextIO) -> Analysis:
    bar = Bar(stream)
    bot = None if seconds is None else thinker(record, seconds)
    judge = "net" if seconds is None else f"search {seconds:g} s"
    try:
        return analyse(record, bot, None if seat is None else [seat - 1], bar.tell, judge)
    finally:
        bar.close()


def _write(name: str, data: bytes) -> None:
    try:
        Path(name).write_bytes(data)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadOption(f"{name} cannot be written: {why}.") from error
    print(f"The graph is in {name}.")


class Bar:
    """Draws a bar on a terminal, and nothing anywhere else."""

    def __init__(self, stream: TextIO) -> None:
        """On this stream."""
        self.stream = stream
        self._shown = stream.isatty()
        self._start = time.monotonic()
        self._drawn = self._start - PAUSE

    def tell(self, done: int, total: int) -> None:
        """So many of all decisions are judged."""
        now = time.monotonic()
        if not self._shown or (now - self._drawn < PAUSE and done < total):
            return
        self._drawn = now
        full = WIDTH * done // total
        left = f", {round((now - self._start) / done * (total - done))} s left" if done else ""
        self.stream.write(f"\r\x1b[K[{'#' * full}{'.' * (WIDTH - full)}] {done}/{total} decisions{left}")
        self.stream.flush()

    def close(self) -> None:
        """Leave a clean line."""
        if self._shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
