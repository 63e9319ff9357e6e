"""How a process that works for the server begins."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.context import SpawnContext

from tavola.bots.threads import ONE_THREAD

__all__ = ["begin_worker", "one_core_each"]


def one_core_each() -> SpawnContext:
    """How processes are made that think on one core each: on a busy machine threads only wait for each other."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    # Not forked: a copy of a process with threads may hang.
    return multiprocessing.get_context("spawn")


def begin_worker() -> None:
    """Leave Ctrl-C to the server, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
