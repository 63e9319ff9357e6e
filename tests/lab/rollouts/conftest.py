"""Loops that play games out run long enough here to be polished a little, where all else is compiled in haste."""

from __future__ import annotations

from tavola.lab.rollouts import play

play._ONE_CORE["xla_backend_optimization_level"] = 1
