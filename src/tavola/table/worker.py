"""How a process that works for the server begins."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading

__all__ = ["begin_worker"]


def begin_worker() -> None:
    """Leave Ctrl-C to the server, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
