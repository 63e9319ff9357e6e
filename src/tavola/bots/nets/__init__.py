"""Trained nets in NumPy."""

from tavola.bots.nets.net import Shape, forward, initial, shape_of

__all__ = ["Shape", "forward", "initial", "shape_of"]
