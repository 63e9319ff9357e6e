"""What can be set about the service."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Config"]


@dataclass(frozen=True, slots=True)
class Config:
    """How the service behaves; the defaults suit one server for friends."""

    bot_delay: float = 0.6
    """Seconds between a bot's turns, so that people can follow."""
    bot_workers: int | None = None
    """Processes in which bots think; by default one less than there are cores, at most four."""
    bot_seconds: float = 5.0
    """After this time a bot is asked to choose."""
    bot_patience: float = 30.0
    """After this time a bot is given up and a random move is played."""
    tables_in_memory: int = 1000
    open_tables: int = 50
    """Unfinished tables that a player may have opened."""
    imports: int = 200
    """Records that a player may have brought in."""
    lobby: int = 50
    """Tables that the lobby shows of each kind."""
    my_tables: int = 100
    """Tables that a player's own list shows."""
