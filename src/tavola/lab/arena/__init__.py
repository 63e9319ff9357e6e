"""Matches between bots: mirrored deals, honest intervals, ratings; on all cores, or over a Ray cluster."""

from tavola.lab.arena.chart import chart
from tavola.lab.arena.entrant import Entrant, enter
from tavola.lab.arena.external import External, Failed
from tavola.lab.arena.keep import Keeper
from tavola.lab.arena.match import Plan, hold, plan
from tavola.lab.arena.numbers import Interval
from tavola.lab.arena.play import Played, PlayedSet, SetOfGames, play_set
from tavola.lab.arena.pool import Rating, ratings
from tavola.lab.arena.progress import Progress, show
from tavola.lab.arena.report import Report
from tavola.lab.arena.workers import Cluster, Cores, Here, Runner, runner

__all__ = [
    "Cluster",
    "Cores",
    "Entrant",
    "External",
    "Failed",
    "Here",
    "Interval",
    "Keeper",
    "Plan",
    "Played",
    "PlayedSet",
    "Progress",
    "Rating",
    "Report",
    "Runner",
    "SetOfGames",
    "chart",
    "enter",
    "hold",
    "plan",
    "play_set",
    "ratings",
    "runner",
    "show",
]
