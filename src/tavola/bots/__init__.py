"""Who chooses: bots see a view and the legal actions, never a state."""

from tavola.bots.bot import Bot, Chooser, Reason, Stop, Verdict
from tavola.bots.door import make, names

__all__ = ["Bot", "Chooser", "Reason", "Stop", "Verdict", "make", "names"]
