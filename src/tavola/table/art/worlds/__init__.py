"""The six worlds of the expeditions: each one tall picture, from where a journey starts down to the lost city."""

from __future__ import annotations

from functools import cache

from tavola.table.art.worlds.desert import desert
from tavola.table.art.worlds.heavens import heavens
from tavola.table.art.worlds.land import BOTTOM, STEP, TOP, World
from tavola.table.art.worlds.permafrost import permafrost
from tavola.table.art.worlds.rainforest import rainforest
from tavola.table.art.worlds.sea import sea
from tavola.table.art.worlds.volcano import volcano

__all__ = ["BOTTOM", "STEP", "TOP", "World", "world"]

_WORLDS = {"y": desert, "b": sea, "w": permafrost, "g": rainforest, "r": volcano, "p": heavens}


@cache
def world(colour: str) -> World:
    """The picture of an expedition."""
    return _WORLDS[colour]()
