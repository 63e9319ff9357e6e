"""Where tables are kept."""

from tavola.table.store.rows import Facts, Loaded, Progress, Summary
from tavola.table.store.store import Conflict, Store, Writer

__all__ = ["Conflict", "Facts", "Loaded", "Progress", "Store", "Summary", "Writer"]
