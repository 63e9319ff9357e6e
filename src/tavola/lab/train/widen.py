"""A net of Lost Cities made twice as wide that plays as before: every unit stands there twice.

What a unit passes on is shared out between the two at random, so that from then on they learn different things.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["doubled"]

Floats = NDArray[np.floating[Any]]


def doubled(params: dict[str, Floats], seed: int = 0) -> dict[str, Floats]:
    """The weights of the wide net; they may be stacked. The same seed shares out in the same way."""
    rng = np.random.default_rng(seed)
    wide = {}
    for name, value in sorted(params.items()):
        layer, bias = name.removesuffix(".b"), name.endswith(".b")
        inward = not bias and layer not in ("in", "rest")
        outward = layer not in ("each", "policy", "value")
        if inward:
            # What is seen of all colours together is a mean, then a maximum: units of both.
            parts = np.split(value, 2, axis=-2) if layer == "pool" else [value]
            value = np.concatenate([_shared(part, rng) for part in parts], axis=-2)
        wide[name] = np.concatenate([value, value], axis=-1) if outward else value
    return wide


def _shared(rows: Floats, rng: np.random.Generator) -> Floats:
    part = rng.uniform(0.25, 0.75, rows.shape[-2:]).astype(rows.dtype)
    return np.concatenate([rows * part, rows * (1 - part)], axis=-2)
