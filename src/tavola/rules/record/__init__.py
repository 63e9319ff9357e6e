"""The text record of a whole game, as PGN is of chess. The grammar is in docs/records.md."""

from tavola.rules.record.ending import Ending, Result, result_from_text, result_to_text
from tavola.rules.record.errors import RecordError
from tavola.rules.record.read import MAX_BYTES, parse
from tavola.rules.record.record import OPEN, Open, Record, new
from tavola.rules.record.recorder import Recorder
from tavola.rules.record.replay import at, replay
from tavola.rules.record.seen import complete, seen_by
from tavola.rules.record.write import dump

__all__ = [
    "MAX_BYTES",
    "OPEN",
    "Ending",
    "Open",
    "Record",
    "RecordError",
    "Recorder",
    "Result",
    "at",
    "complete",
    "dump",
    "new",
    "parse",
    "replay",
    "result_from_text",
    "result_to_text",
    "seen_by",
]
