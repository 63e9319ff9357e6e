"""The trained weights that come with the package, one file for each game and number of players."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavola.bots.encode import Encoding
from tavola.bots.nets.net import Shape, forward, initial, shape_of
from tavola.rules.errors import NotUnderstood

__all__ = ["Net", "hands_net", "has_net", "load_net", "net_name", "quick_net", "read_file", "read_net"]

CACHE: Final = 80 * 256
"""Numbers in a layer of all that is judged at a time: more of them no longer fit into a core's cache."""


@dataclass(frozen=True, slots=True)
class Net:
    """A trained net, ready to judge observations."""

    shape: Shape
    params: dict[str, NDArray[np.float32]]
    scale: NDArray[np.float32]
    card: dict[str, Any]
    """What it was trained for and how."""

    def judge(self, seen: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits [batch, actions] and values [batch, values] of observations [batch, size]."""
        rows = max(80, CACHE // self.shape.width)
        parts = [
            forward(self.shape, self.params, seen[at : at + rows] * self.scale) for at in range(0, len(seen), rows)
        ]
        if len(parts) == 1:
            return parts[0]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def net_name(encoding: Encoding[Any, Any]) -> str:
    """The file that holds the weights for an encoding."""
    if encoding.game == "lost-cities":
        return f"lost-cities-{encoding.options.colours}.npz"
    return f"splendor-{encoding.players}.npz" if encoding.game == "splendor" else f"{encoding.game}.npz"


def has_net(encoding: Encoding[Any, Any]) -> bool:
    """Whether there are weights for an encoding."""
    return resources.files(__package__).joinpath("data", net_name(encoding)).is_file()


@lru_cache(maxsize=8)
def load_net(encoding: Encoding[Any, Any]) -> Net:
    """The net for an encoding; NotUnderstood where there is none that fits."""
    net = _packed(net_name(encoding), encoding)
    if net is None:
        raise NotUnderstood(f"There is no trained net for {encoding.game} with {encoding.players} players.")
    return net


@lru_cache(maxsize=8)
def quick_net(encoding: Encoding[Any, Any]) -> Net:
    """A small copy of the net, for those who ask very often; the net itself where there is none."""
    return _packed(f"quick-{net_name(encoding)}", encoding) or load_net(encoding)


@lru_cache(maxsize=8)
def hands_net(encoding: Encoding[Any, Any]) -> Net | None:
    """One that guesses of what school the other is and what it holds, where there is one."""
    return _packed(f"hands-{net_name(encoding)}", encoding)


def _packed(name: str, encoding: Encoding[Any, Any]) -> Net | None:
    """The net in a file of the package, if that is there."""
    file = resources.files(__package__).joinpath("data", name)
    if not file.is_file():
        return None
    with resources.as_file(file) as path:
        return read_net(path, encoding)


def read_net(file: Path, encoding: Encoding[Any, Any]) -> Net:
    """The net in a file, as it is now; NotUnderstood where it does not fit the encoding."""
    return _read(file, file.stat().st_mtime_ns if file.exists() else 0, encoding)


@lru_cache(maxsize=8)
def _read(file: Path, changed: int, encoding: Encoding[Any, Any]) -> Net:
    card, arrays = read_file(file)
    params = {name: value.astype(np.float32) for name, value in arrays.items()}
    made_for = card["game"], card["players"], card["encoding"]
    if made_for != (encoding.game, encoding.players, encoding.version):
        raise NotUnderstood(f"The net {file.name} was trained for another game or another encoding.")
    try:
        shape = shape_of(encoding, params)
        wanted = initial(shape, np.random.default_rng(0))
    except (KeyError, IndexError):
        wanted = {}
    if {name: value.shape for name, value in params.items()} != {name: value.shape for name, value in wanted.items()}:
        raise NotUnderstood(f"The net {file.name} has another shape than nets for {encoding.game} have today.")
    return Net(shape, params, encoding.scale, card)


def read_file(file: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The card of a net and its weights as they were saved; NotUnderstood where the file holds none."""
    try:
        with np.load(file) as saved:
            return json.loads(str(saved["card"])), {name: saved[name] for name in saved.files if name != "card"}
    except (OSError, ValueError, KeyError) as error:
        raise NotUnderstood(f"There is no net in {file}: {error}.") from error
