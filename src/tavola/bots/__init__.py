"""Who chooses: bots see a view and the legal actions, never a state."""

from tavola.bots.bot import Bot, Stop
from tavola.bots.door import make, names

__all__ = ["Bot", "Stop", "make", "names"]
