"""The nets: what an observation is worth, and which action a strong player would choose.

The same few lines run in NumPy when a bot plays and in JAX when it is trained: `xp` is the one or the other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from tavola.bots.encode import Encoding

__all__ = ["Shape", "by_seat", "forward", "initial", "shape_of"]

Params = Mapping[str, Any]
"""Weights by name, arrays of NumPy or JAX."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How a net is built for an encoding."""

    size: int
    """Of an observation."""
    groups: tuple[tuple[int, int, int], ...]
    """Runs of equal blocks: where it starts, how many blocks, how wide each is."""
    actions: int
    """Ids without free payment: bots pay with as little gold as they can."""
    each: int
    """Logits that belong to each block of the first group in turn, in an equivariant net; else 0."""
    values: int = 1
    """What the game is worth to the observer; with more than two at the table also to each of the others in turn."""
    embed: int = 48
    width: int = 512
    depth: int = 2

    @property
    def rest(self) -> tuple[slice, ...]:
        """What of an observation is in no group."""
        ends = [(start, start + count * width) for start, count, width in self.groups]
        gaps, at = [], 0
        for start, end in sorted(ends):
            gaps.append(slice(at, start))
            at = end
        return tuple(gap for gap in (*gaps, slice(at, self.size)) if gap.start < gap.stop)

    @property
    def rest_size(self) -> int:
        """How many numbers are in no group."""
        return sum(part.stop - part.start for part in self.rest)


_COLUMN_LOGITS: Final = 21
"""For each colour of Lost Cities: play and discard ten kinds, take from the pile."""


def shape_of(encoding: Encoding[Any, Any], params: Params | None = None) -> Shape:
    """The shape that fits an encoding: equivariant for Lost Cities, shared places for the others.

    It has the size that new nets get, or that of the weights.
    """
    each = _COLUMN_LOGITS if encoding.game == "lost-cities" else 0
    sizes = {"width": 256, "depth": 3} if each else {}
    if params is not None:
        depth = sum(re.fullmatch(r"own\d+", name) is not None for name in params)
        sizes = {"width": params["in.b"].shape[-1], "depth": depth}
        if not each:
            sizes["embed"] = params["embed0.b"].shape[-1]
    values = 1 if encoding.players == 2 else encoding.players
    return Shape(encoding.size, encoding.groups(), encoding.plain_actions, each, values, **sizes)


def initial(shape: Shape, rng: np.random.Generator) -> dict[str, np.ndarray[Any, Any]]:
    """Weights to begin training with: small logits and values, the rest scaled by what enters."""
    params: dict[str, np.ndarray[Any, Any]] = {}

    def layer(name: str, inward: int, outward: int, gain: float = 2**0.5) -> None:
        scale = gain / inward**0.5
        params[name] = (rng.standard_normal((inward, outward)) * scale).astype(np.float32)
        params[f"{name}.b"] = np.zeros(outward, np.float32)

    if shape.each:
        _, _, width = shape.groups[0]
        layer("in", width, shape.width, 1.0)
        layer("rest", shape.rest_size, shape.width, 1.0)
        for at in range(shape.depth):
            layer(f"own{at}", shape.width, shape.width, 0.7)
            layer(f"all{at}", shape.width, shape.width, 0.7)
        layer("each", shape.width, shape.each, 0.01)
        layer("pool", 2 * shape.width, shape.width)
        layer("policy", shape.width, 1, 0.01)
    else:
        for at, (_, _, width) in enumerate(shape.groups):
            layer(f"embed{at}", width, shape.embed)
        inward = shape.rest_size + sum(count * shape.embed for _, count, _ in shape.groups)
        layer("in", inward, shape.width)
        for at in range(shape.depth):
            layer(f"own{at}", shape.width, shape.width, 0.7)
        layer("policy", shape.width, shape.actions, 0.01)
    layer("value", shape.width, shape.values, 0.1)
    return params


def forward(shape: Shape, params: Params, x: Any, xp: Any = np) -> tuple[Any, Any]:
    """Logits [batch, actions] and values [batch, values] of observations [batch, size], already scaled."""
    return (_equivariant if shape.each else _places)(shape, params, x, xp)


def by_seat(values: Any, observer: Any, players: int, xp: Any = np) -> Any:
    """[batch, players]: what the game is worth to each seat, from the values as the observers [batch] have them."""
    turns = (xp.arange(players) - observer[:, None]) % players
    if values.shape[1] == 1:
        return xp.where(turns == 0, values, -values)
    return xp.take_along_axis(values, turns, axis=1)


def _dense(params: Params, name: str, x: Any) -> Any:
    y = x @ params[name]
    y += params[f"{name}.b"]  # NumPy needs no further memory for it
    return y


def _relu(x: Any, xp: Any) -> Any:
    return np.maximum(x, 0, out=x) if xp is np else xp.maximum(x, 0)


def _rest(shape: Shape, x: Any, xp: Any) -> Any:
    return xp.concatenate([x[:, part] for part in shape.rest], axis=1)


def _places(shape: Shape, params: Params, x: Any, xp: Any) -> tuple[Any, Any]:
    parts = [_rest(shape, x, xp)]
    for at, (start, count, width) in enumerate(shape.groups):
        blocks = x[:, start : start + count * width].reshape(-1, width)
        seen = _relu(_dense(params, f"embed{at}", blocks), xp)
        parts.append(seen.reshape(len(x), count * shape.embed))
    h = _relu(_dense(params, "in", xp.concatenate(parts, axis=1)), xp)
    for at in range(shape.depth):
        h += _relu(_dense(params, f"own{at}", h), xp)
    return _dense(params, "policy", h), _dense(params, "value", h)


def _equivariant(shape: Shape, params: Params, x: Any, xp: Any) -> tuple[Any, Any]:
    """Each block sees itself, the mean of all and the rest: renaming the colours renames the logits alike."""
    start, count, width = shape.groups[0]
    # The colours come first: so their means are sums of whole stretches of memory.
    blocks = x[:, start : start + count * width].reshape(-1, count, width).swapaxes(0, 1).reshape(-1, width)
    h = _dense(params, "in", blocks).reshape(count, -1, shape.width)
    h += _dense(params, "rest", _rest(shape, x, xp))
    h = _relu(h, xp)
    for at in range(shape.depth):
        own = _dense(params, f"own{at}", h.reshape(-1, shape.width)).reshape(h.shape)
        own += _dense(params, f"all{at}", h.mean(axis=0))
        h += _relu(own, xp)
    each = _dense(params, "each", h.reshape(-1, shape.width)).reshape(count, -1, shape.each).swapaxes(0, 1)
    pooled = xp.concatenate([h.mean(axis=0), h.max(axis=0)], axis=1)
    pooled = _relu(_dense(params, "pool", pooled), xp)
    kinds = shape.each // 2
    rows = (each[:, :, :kinds], each[:, :, kinds : 2 * kinds])
    flat = [row.reshape(len(x), -1) for row in rows]
    logits = xp.concatenate([*flat, _dense(params, "policy", pooled), each[:, :, -1]], axis=1)
    return logits, _dense(params, "value", pooled)
