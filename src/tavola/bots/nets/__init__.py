"""Trained nets in NumPy."""

from tavola.bots.nets.net import Shape, by_seat, forward, initial, shape_of

__all__ = ["Shape", "by_seat", "forward", "initial", "shape_of"]
