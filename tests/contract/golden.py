"""One seeded random game for each case, as a checksum of its action texts.

The checksums are in golden.txt: a different one means that the same seed no longer gives the same game. After a
change that is meant to do that, write them again with `PYTHONPATH=src python -m tests.contract.golden`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from tests.contract.games import CASES, Case
from tests.contract.play import plies

FILE = Path(__file__).with_name("golden.txt")
SEED = "golden"


def checksum(case: Case) -> str:
    """SHA-256 over the texts of all actions, chance's included, a line each."""
    texts = [case.game.to_text(ply.action) for ply in plies(case, f"{SEED} {case}")]
    lines = "".join(text + "\n" for text in texts)
    return f"{len(texts)} {hashlib.sha256(lines.encode()).hexdigest()}"


def written() -> dict[str, str]:
    """The checksums in the file, by case."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)


def main() -> None:
    """Write the file again."""
    FILE.write_text("".join(f"{case} {checksum(case)}\n" for case in CASES), encoding="utf-8")


if __name__ == "__main__":
    main()
