"""The main point of a move."""

from __future__ import annotations

from typing import Any

from tavola.bots.bot import Reason

__all__ = ["reason"]


def reason(view: Any, action: Any) -> Reason:
    """Why one might make this move."""
    return Reason(type(action).__name__.lower())
