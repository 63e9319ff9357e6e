"""Tables as the lobby and a player's own list show them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from tavola.rules.record import result_from_text
from tavola.table.look import LobbySeat, LobbyTable, MyTable
from tavola.table.seats import Chair
from tavola.table.store import Summary

__all__ = ["lobby_table", "my_table"]


def lobby_table(summary: Summary, present: bool) -> LobbyTable:
    """A listed table."""
    facts, changed = summary.facts, datetime.fromtimestamp(summary.changed_at / 1000, UTC)
    return LobbyTable(facts.code, facts.game, facts.options, _seats(summary.chairs), changed, present)


def my_table(summary: Summary, player: str) -> MyTable:
    """A table at which the player has a seat."""
    facts, progress = summary.facts, summary.progress
    mine = tuple(seat for seat, chair in enumerate(summary.chairs) if player in chair.owners)
    return MyTable(
        facts.code,
        facts.game,
        facts.options,
        progress.status,
        _seats(summary.chairs),
        mine,
        progress.turn in mine,
        None if progress.result is None else result_from_text(progress.result, facts.players),
        datetime.fromtimestamp(summary.changed_at / 1000, UTC),
    )


def _seats(chairs: Sequence[Chair]) -> tuple[LobbySeat, ...]:
    return tuple(LobbySeat(chair.kind, chair.name, chair.bot) for chair in chairs)
