"""From a table in memory to what one pair of eyes may see of it."""

from __future__ import annotations

from collections.abc import Collection

from tavola.rules.core import CHANCE
from tavola.rules.record import OPEN
from tavola.table.errors import NotPlaying, NotYourSeat, Secret
from tavola.table.look import Eyes, Look, SeatLook, Status
from tavola.table.tables import Table

__all__ = ["check_eyes", "look_at", "look_back"]


def look_at(table: Table, player: str | None, eyes: Eyes, present: Collection[str]) -> Look:
    """The table now."""
    live, facts = table.live, table.facts
    mine = table.owned(player)
    drafts = live.drafts(eyes)
    playing = live.status is Status.PLAYING
    return Look(
        code=facts.code,
        game=facts.game,
        options=live.options.written(all_of_them=True),
        status=live.status,
        listed=facts.listed,
        seq=live.seq,
        rev=live.rev if drafts else 0,
        ply=live.ply(eyes),
        plies=len(live.plies),
        seats=_seats(table, player, present),
        eyes=eyes,
        mine=mine,
        start=live.start,
        to_move=live.mover,
        view=live.game.view(live.shown(eyes), None if eyes is OPEN else eyes),
        views=_views(table, live.state),
        legal=live.choices() if drafts else (),
        log=live.log(eyes),
        draft=len(live.draft) if drafts else 0,
        can_undo=drafts and bool(live.draft),
        can_take_back=playing and isinstance(eyes, int) and eyes in mine and live.turn_start(eyes) is not None,
        asked=live.asked,
        offered=live.offered,
        rematch=live.rematch,
        previous=facts.previous,
        ending=live.result,
        imported=table.record is not None,
    )


def look_back(table: Table, player: str | None, eyes: Eyes, n: int, present: Collection[str]) -> Look:
    """The table as it was after n committed actions."""
    live, facts = table.live, table.facts
    if live.start is None:
        raise NotPlaying("The game has not begun.")
    n = max(0, min(n, len(live.plies)))
    state = live.state_at(n)
    actor = live.game.to_play(state)
    return Look(
        code=facts.code,
        game=facts.game,
        options=live.options.written(all_of_them=True),
        status=live.status,
        listed=facts.listed,
        seq=live.seq,
        rev=0,
        ply=n,
        plies=len(live.plies),
        seats=_seats(table, player, present),
        eyes=eyes,
        mine=table.owned(player),
        start=live.start,
        to_move=None if actor is CHANCE else actor,
        view=live.game.view(state, None if eyes is OPEN else eyes),
        views=_views(table, state),
        legal=(),
        log=live.log(eyes, n),
        draft=0,
        can_undo=False,
        can_take_back=False,
        asked=None,
        offered=None,
        rematch=live.rematch,
        previous=facts.previous,
        ending=live.result if n == len(live.plies) else None,
        imported=table.record is not None,
    )


def check_eyes(table: Table, player: str | None, eyes: Eyes) -> None:
    """Refuse eyes that see what may not be known yet: before the end only one's own and a spectator's."""
    if table.record is not None and table.record.eyes is not OPEN:
        if eyes != table.record.eyes:
            raise Secret("This record holds only what one pair of eyes saw.")
    elif eyes is None or table.open:
        if eyes is not None and eyes is not OPEN and eyes not in range(len(table.chairs)):
            raise NotYourSeat
    elif eyes is OPEN:
        raise Secret("Everything is shown when the game is over.")
    else:
        table.must_own(player, eyes)


def _views(table: Table, state: object) -> tuple[object, ...]:
    """All hands, once they may be seen and if they were ever dealt."""
    live = table.live
    return tuple(live.game.view(state, seat) for seat in range(live.players)) if table.open else ()


def _seats(table: Table, player: str | None, present: Collection[str]) -> tuple[SeatLook, ...]:
    return tuple(
        SeatLook(
            seat,
            chair.kind,
            chair.name,
            chair.bot,
            mine=player is not None and player in chair.owners,
            connected=chair.kind == "bot" or not chair.owners.isdisjoint(present),
        )
        for seat, chair in enumerate(table.chairs)
    )
