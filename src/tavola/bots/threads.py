"""How many cores the libraries under the bots take."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

__all__ = ["ONE_THREAD", "one_thread"]

ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""What tells the libraries under NumPy how many cores to take, which they read when they are loaded: set to 1 for
processes that share a machine."""


@contextmanager
def one_thread(names: Sequence[str] = ONE_THREAD) -> Iterator[None]:
    """Processes that are started meanwhile take one core each, unless the user said otherwise."""
    unset = [name for name in names if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            del os.environ[name]
