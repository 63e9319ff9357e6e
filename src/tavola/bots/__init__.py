"""Who chooses: bots see a view and the legal actions, never a state."""

from tavola.bots.bot import Bot, Chooser, Reason, Stop, Verdict
from tavola.bots.door import default, make, names, rating
from tavola.bots.levels import LEVELS

__all__ = ["LEVELS", "Bot", "Chooser", "Reason", "Stop", "Verdict", "default", "make", "names", "rating"]
