"""A recorded game judged move by move, from what each seat knew when it chose."""

from tavola.bots.analysis.game import analyse
from tavola.bots.analysis.judges import quick, thinker
from tavola.bots.analysis.result import Analysis, Choice, Decision

__all__ = ["Analysis", "Choice", "Decision", "analyse", "quick", "thinker"]
