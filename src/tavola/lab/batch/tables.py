"""The tables of the pages about the environments, written from the encodings: `python -m tavola.lab.batch.tables`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from tavola.bots.encode import Encoding, Field, encoding
from tavola.lab.batch import make

__all__ = ["PAGES", "filled", "main"]

PAGES: Final[Mapping[str, Sequence[tuple[str, int, Mapping[str, str]]]]] = {
    "lost-cities": (("5 colours", 2, {}), ("6 colours", 2, {"colours": "6"})),
    "splendor": (("2 players", 2, {}), ("3 players", 3, {}), ("4 players", 4, {})),
    "duel": (("2 players", 2, {}),),
}
"""For each page the columns of its specs: a heading, players, options. The other tables are those of the first."""

_MARKED: Final = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.S)


def filled(name: str, page: str) -> str:
    """The page of a game with every table between its marks written anew."""
    code = encoding(name)
    tables = {"specs": _specs(name), "observation": _observation(code), "actions": _actions(code)}
    return _MARKED.sub(lambda found: f"{found[1]}{tables[found[2]]}\n{found[3]}", page)


def _table(heads: Sequence[str], rows: Iterator[Sequence[Any]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _specs(name: str) -> str:
    columns = PAGES[name]
    envs = [make(name, players, options) for _, players, options in columns]
    codes = [env.encoding for env in envs]

    def rows() -> Iterator[Sequence[Any]]:
        yield ["version", *(f"`{env.version}`" for env in envs)]
        yield ["players", *(env.num_players for env in envs)]
        yield ["actions", *(code.plain_actions for code in codes)]
        if codes[0].actions > codes[0].plain_actions:
            yield ["actions with free payment", *(code.actions for code in codes)]
        yield ["observation", *(f"`int8[{code.size}]`" for code in codes)]
        yield ["actions until the cap", *(env.engine.max_steps for env in envs)]

    return _table(["", *(heading for heading, _, _ in columns)], rows())


def _actions(code: Encoding[Any, Any]) -> str:
    kinds = code.kinds.rows
    return _table(
        ["first id", "ids", "kind", "meaning"], ([kind.start, kind.size, kind.name, kind.meaning] for kind in kinds)
    )


def _observation(code: Encoding[Any, Any]) -> str:
    """Equal blocks are shown once; places within them count from the start of the block."""
    blocks = {start: (count, width) for start, count, width in code.groups()}

    def rows() -> Iterator[Sequence[Any]]:
        after = 0
        for field in code.layout.rows:
            if field.start in blocks:
                count, width = blocks[field.start]
                after = field.start + count * width
                yield from _block(code, field.start, count, width)
            elif field.start >= after:
                yield [field.start, field.size, field.name, field.most, field.meaning]

    return _table(["start", "size", "name", "most", "meaning"], rows())


def _block(code: Encoding[Any, Any], start: int, count: int, width: int) -> Iterator[Sequence[Any]]:
    runs = [range(start + width * at, start + width * (at + 1)) for at in range(count)]
    members = [[field for field in code.layout.rows if field.start in run] for run in runs]
    names = [_shared(fields) for fields in members]
    yield [start, f"{count} × {width}", "", "", f"one block each: {', '.join(_ranges(names))}"]
    for column in zip(*members, strict=True):
        first = column[0]
        meanings = {field.meaning: name for field, name in reversed([*zip(column, names, strict=True)])}
        told = [*reversed(meanings.items())]
        text = told[0][0] + "".join(f"; from {name} on: {meaning}" for meaning, name in told[1:])
        name = first.name.removeprefix(names[0]).strip()
        yield [f"+{first.start - start}", first.size, name, max(field.most for field in column), text]


def _shared(fields: Sequence[Field]) -> str:
    """The words that all the names begin with."""
    words = [field.name.split() for field in fields]
    same = [parts[0] for parts in zip(*words, strict=False) if len({*parts}) == 1]
    return " ".join(same)


def _ranges(names: Sequence[str]) -> Iterator[str]:
    """Names that count up to a number as one: `hand 0 to 2`."""
    for head, numbered in groupby(names, key=lambda name: re.sub(r" \d+$", "", name)):
        run = [*numbered]
        yield f"{run[0]} to {run[-1].removeprefix(head).strip()}" if len(run) > 1 else run[0]


def main(folder: str = "docs/batch") -> None:
    """Write the tables of all pages in a folder."""
    for name in PAGES:
        file = Path(folder, f"{name}.md")
        file.write_text(filled(name, file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
