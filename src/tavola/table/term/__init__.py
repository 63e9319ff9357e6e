"""Playing in a terminal: plain text, one fact a line, moves typed."""

from tavola.table.term.play import Play
from tavola.table.term.screen import Screen
from tavola.table.term.seats import Chair, chairs, starter

__all__ = ["Chair", "Play", "Screen", "chairs", "starter"]
