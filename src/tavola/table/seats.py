"""Who sits where, and who starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Literal

from tavola import bots
from tavola.rules.chance import below, pick
from tavola.rules.core import Game, Outcome, Seat
from tavola.rules.errors import BadOption
from tavola.rules.options import Options
from tavola.rules.record import Ending, Result
from tavola.table.ids import clean_name, distinct_name

__all__ = ["Chair", "SeatPlan", "check_start", "first_start", "next_start", "rotated", "seated"]

AnyGame = Game[Any, Any, Any, Any]
CHOSEN: Final = "chosen"


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who shall sit at a seat of a new table."""

    kind: Literal["me", "person", "bot"]
    """`person` leaves the seat open for somebody who joins; several `me` share one device."""
    name: str | None = None
    bot: str | None = None
    """The level; the strongest unless said otherwise."""


@dataclass(slots=True)
class Chair:
    """A seat with who sits there."""

    kind: Literal["person", "bot"]
    name: str | None = None
    bot: str | None = None
    owners: set[str] = field(default_factory=set)
    """The ids of the players, one for each device."""
    secret: str | None = None
    """The hash of the private seat link's secret."""

    @property
    def free(self) -> bool:
        """Whether somebody may still sit down."""
        return self.kind == "person" and not self.owners


def seated(game: AnyGame, plans: Sequence[SeatPlan], players: int | None, player: str, name: str) -> list[Chair]:
    """The chairs of a new table; seats that are not planned are open for people."""
    if players is None:
        players = max(len(plans), game.seats[0])
    if players not in game.seats or len(plans) > players:
        raise BadOption(
            f"{game.name} is played by {' or '.join(map(str, game.seats))}, not by {max(players, len(plans))}."
        )
    chairs: list[Chair] = []
    for plan in (*plans, *[SeatPlan("person")] * (players - len(plans))):
        taken = [chair.name for chair in chairs if chair.name is not None]
        chairs.append(_chair(game, plan, player, name, taken))
    return chairs


def _chair(game: AnyGame, plan: SeatPlan, player: str, name: str, taken: Sequence[str]) -> Chair:
    match plan.kind:
        case "me":
            return Chair("person", distinct_name(clean_name(plan.name or name), taken), owners={player})
        case "person":
            return Chair("person")
        case "bot":
            level = plan.bot or bots.default(game)
            bots.make(level, game)  # refuses an unknown one
            return Chair("bot", distinct_name(clean_name(plan.name or level.capitalize()), taken), level)
        case other:
            raise BadOption(f"A seat is for me, person or bot, not for {other!r}.")


# --- Who starts ----------------------------------------------------------------------------------------------


def _rule(options: Options) -> str:
    return str(getattr(options, "first_player", "random"))


def check_start(options: Options, players: int, chosen: Seat | None) -> None:
    """Refuse a chosen starter where the table does not choose, and none where it must."""
    if (_rule(options) == CHOSEN) != (chosen is not None):
        raise BadOption(
            "With firstPlayer=chosen, say which seat starts." if chosen is None else "Only firstPlayer=chosen chooses."
        )
    if chosen is not None and chosen not in range(players):
        raise BadOption(f"Seat {chosen + 1} cannot start: there are {players} seats.")


def first_start(players: int, chosen: Seat | None, rng: Random) -> Seat:
    """Who starts a first game: `loser` and `alternate` need an earlier one, so that they are like `random`."""
    return below(rng, players) if chosen is None else chosen


def rotated(chairs: Sequence[Chair]) -> list[Chair]:
    """The chairs of a rematch: everybody moves up one seat; links to the old seats do not open the new ones."""
    moved = [Chair(chair.kind, chair.name, chair.bot, set(chair.owners)) for chair in chairs]
    return [moved[-1], *moved[:-1]]


def next_start(options: Options, players: int, start: Seat, result: Result, chosen: Seat | None, rng: Random) -> Seat:
    """Who starts a rematch, as a seat of the new table, by the option firstPlayer."""
    match _rule(options):
        case "chosen":
            return below(rng, players) if chosen is None else chosen
        case "loser" if losers := _losers(players, result):
            return (pick(rng, losers) + 1) % players
        case "loser" | "alternate":
            # Who sat after the starter, having moved up a seat.
            return (start + 2) % players
    return below(rng, players)


def _losers(players: int, result: Result) -> list[Seat]:
    """Who came last; nobody where all are equal."""
    match result:
        case Outcome(places=places):
            last = max(places)
            return [seat for seat, place in enumerate(places) if place == last and last > 1]
        case Ending(seat=int(seat)):
            return [seat]
        case Ending(winners=winners) if winners:
            return [seat for seat in range(players) if seat not in winners]
    return []
