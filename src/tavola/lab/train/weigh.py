"""How strong a trained net is: a match against the greedy bot, written on the net's card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, TextIO

import numpy as np

from tavola.bots.nets.weights import read_file
from tavola.lab import arena

__all__ = ["PAIRS", "weigh", "write_whole"]

PAIRS: Final = 100
CAP: Final = 1000
"""Actions: a net that knows little may never end a round of Lost Cities."""


def weigh(file: Path, pairs: int, stream: TextIO) -> str:
    """Let the net play without search against `greedy`, alone if there are more seats; what it won, in a sentence."""
    card, weights = read_file(file)
    plan = arena.plan(
        card["game"], [f"net:file={file}", "greedy"], pairs, card["players"], card["options"], stop=False, cap=CAP
    )
    report = arena.show(plan, None, None, None, stream)
    score = report.scores[0][0]
    card["strength"] = {
        "against": "greedy",
        "games": score.games,
        "share": _rounded(score.share),
        "points": _rounded(score.margin),
    }
    write_whole(file, {"card": np.array(json.dumps(card)), **weights})
    share = score.share.scaled(100)
    return f"Against greedy: {share.mean:.1f}% of {score.games} games ({share.low:.1f} to {share.high:.1f})."


def _rounded(interval: arena.Interval | None) -> list[float | None] | None:
    if interval is None:
        return None
    return [None if value is None else round(value, 3) for value in (interval.mean, interval.low, interval.high)]


def write_whole(file: Path, arrays: dict[str, Any]) -> None:
    """Whole or not at all."""
    part = file.with_suffix(".part.npz")
    np.savez_compressed(part, **arrays)
    part.replace(file)
