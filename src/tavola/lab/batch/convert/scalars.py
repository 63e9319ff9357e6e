"""NumPy scalars that stand where the engines have arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

__all__ = ["Scalar", "bool_", "i8", "i16", "i32", "u8", "u16", "u32"]

Scalar = Any
Maker = Callable[[int], Scalar]

bool_: Maker = np.bool_
i8: Maker = np.int8
i16: Maker = np.int16
i32: Maker = np.int32
u8: Maker = np.uint8
u16: Maker = np.uint16
u32: Maker = np.uint32
