"""Write all drawings and a sheet of them into a folder: `python -m tavola.table.art FOLDER`."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

from tavola.table import art

_HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>tavola: art</title>
<style>
body { margin: 0; font: 14px Georgia, serif; }
section { padding: 16px; }
.day { background: #efe2c6; color: #2a2118; }
.night { background: #241811; color: #f5ead3; }
img { margin: 4px; vertical-align: top; }
h2 { font-weight: normal; margin: 12px 4px 4px; }
</style>
"""
_SIZES = {
    "gem": (96, 48, 24),
    "token": (96, 48, 24),
    "suit": (96, 48, 24),
    "duel": (250, 110, 64),
    "splendor": (250, 110, 64),
    "royal": (250, 110, 64),
    "noble": (250, 80),
}


def _kind(name: str) -> str:
    return name.partition("/")[0]


def sheet() -> str:
    """A page with every drawing in the sizes it is used in, by day and by night."""
    page = _HEAD
    for light in ("day", "night"):
        page += f'<section class="{light}">\n'
        for kind, group in groupby(art.names(), _kind):
            page += f"<h2>{kind}</h2>\n"
            of_kind = list(group)
            for size in _SIZES.get(kind, (96,)):
                shown = (f'<img src="{name}.svg" alt="{name}" title="{name}" width="{size}">' for name in of_kind)
                page += "<div>" + "".join(shown) + "</div>\n"
        page += "</section>\n"
    return page + "</html>\n"


def main(arguments: list[str]) -> int:
    """Write into the folder that is named."""
    if len(arguments) != 1:
        print("usage: python -m tavola.table.art FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    for name in art.names():
        file = folder / f"{name}.svg"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(art.svg(name), encoding="utf-8")
    (folder / "index.html").write_text(sheet(), encoding="utf-8")
    print(f"{len(art.names())} drawings and index.html in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
