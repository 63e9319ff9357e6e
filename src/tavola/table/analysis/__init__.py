"""The analysis of a game for people: in words, as data, and as a graph."""

from tavola.table.analysis.document import to_json
from tavola.table.analysis.reasons import say
from tavola.table.analysis.report import to_text
from tavola.table.analysis.svg import to_svg
from tavola.table.analysis.telling import Teller

__all__ = ["Teller", "say", "to_json", "to_svg", "to_text"]
