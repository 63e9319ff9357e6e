"""What is wrong with a record, and what of it can be kept."""

from __future__ import annotations

from tavola.rules.errors import NotUnderstood
from tavola.rules.record.record import Record

__all__ = ["RecordError"]

LONGEST = 300


class RecordError(NotUnderstood):
    """A text that is not a record from some line on."""

    def __init__(self, line: int, why: str, kept: Record | None) -> None:
        """Say the line, counted from 1, and why."""
        self.line = line
        self.why = why if len(why) <= LONGEST else why[:LONGEST] + "..."
        self.kept = kept
        """All that stands before the damage and follows the rules; None where not even the game is known."""
        super().__init__(f"Line {line}: {self.why}")
