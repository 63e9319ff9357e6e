"""How each game meets the page."""

from tavola.table.web.present.common import Move, Presenter
from tavola.table.web.present.duel import DUEL
from tavola.table.web.present.lost_cities import LOST_CITIES
from tavola.table.web.present.splendor import SPLENDOR

__all__ = ["PRESENTERS", "Move", "Presenter"]

PRESENTERS: dict[str, Presenter] = {"duel": DUEL, "splendor": SPLENDOR, "lost-cities": LOST_CITIES}
