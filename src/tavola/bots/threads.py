"""How many cores the libraries under the bots take."""

from __future__ import annotations

from typing import Final

__all__ = ["ONE_THREAD"]

ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""What tells the libraries under NumPy how many cores to take, which they read when they are loaded: set to 1 for
processes that share a machine."""
