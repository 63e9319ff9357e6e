"""What a request does to a table: decided here, without input or output, then written and folded by the service.

With two players, who resigns loses. With more, the game ends for all of them and the others share the victory: to go
on without a player would be another game, and a ranking of unfinished positions would be invented.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tavola.rules.core import Seat
from tavola.rules.errors import NotUnderstood
from tavola.table.errors import (
    GameOver,
    NoOffer,
    NothingToTakeBack,
    NothingToUndo,
    NotPlaying,
    NotYourSeat,
    NotYourTurn,
    Occupied,
    Stale,
    TableFull,
    TooMany,
    WrongLink,
)
from tavola.table.ids import clean_name, digest, distinct_name, new_code, new_secret, same_secret
from tavola.table.live import Act, Live, Note
from tavola.table.look import Answer, Kind, Status
from tavola.table.seats import Chair, check_start, first_start, next_start, rotated
from tavola.table.store import Facts
from tavola.table.tables import Table, new_live

__all__ = [
    "Change",
    "answer_rematch",
    "answer_takeback",
    "ask_takeback",
    "claim",
    "join",
    "leave",
    "offer_rematch",
    "renew_link",
    "resign",
    "start_notes",
    "submit",
    "undo",
]

LONGEST_TEXT: Final = 500
MOST_DEVICES: Final = 16


@dataclass(slots=True)
class Change:
    """What is to be written, and what is answered."""

    answer: Any = None
    notes: Sequence[Note] = ()
    draft: Sequence[Act] | None = None
    """The new draft, where only that changes."""
    chairs: dict[Seat, Chair] = field(default_factory=dict)
    opens: Table | None = None
    """A new table, with `opens_notes` to be folded into it."""
    opens_notes: Sequence[Note] = ()


def _must_play(live: Live) -> None:
    if live.status is Status.WAITING:
        raise NotPlaying("The game has not begun: some seats are still free.")
    if live.status is Status.OVER:
        raise GameOver


# --- Moves ---------------------------------------------------------------------------------------------------


def submit(table: Table, seat: Seat, text: str, ply: int, rng: Random) -> Change:
    """The seat plays an action, offered to it after so many actions."""
    live = table.live
    if len(text) > LONGEST_TEXT:
        raise NotUnderstood("That is too long for a move.")
    action = live.game.from_text(text)
    if answer := live.repeated(seat, ply, live.game.to_text(action)):
        return Change(answer)
    _must_play(live)
    if ply != live.ply(seat):
        raise Stale(live.seq, live.ply(seat))
    if seat != live.mover:
        raise NotYourTurn
    before, act = live.top, live.played(seat, action)
    if not live.commits(before, act.step):
        return Change(Answer(live.seq, ply + 1), draft=[*live.draft, act])
    acts = [*live.draft, act, *live.chance(act.step.state, rng)]
    return Change(Answer(live.seq + len(acts), len(live.plies) + len(acts)), [_note(act) for act in acts])


def _note(act: Act) -> Note:
    return Note(Kind.ACTED, act.actor, act.text, act)


def undo(table: Table, seat: Seat, ply: int) -> Change:
    """The seat takes back the last step of its draft."""
    live = table.live
    _must_play(live)
    if ply != live.ply(seat):
        raise Stale(live.seq, live.ply(seat))
    if not live.drafts(seat) or not live.draft:
        raise NothingToUndo
    return Change(Answer(live.seq, ply - 1), draft=live.draft[:-1])


def resign(table: Table, seat: Seat) -> Change:
    """The seat gives up, which ends the game."""
    _must_play(table.live)
    return Change(notes=[Note(Kind.RESIGNED, seat)])


def ask_takeback(table: Table, player: str, seat: Seat) -> Change:
    """Ask the other people to go back to before the seat's last turn; bots, and one's own seats, agree at once."""
    live = table.live
    _must_play(live)
    ply = live.turn_start(seat)
    if ply is None:
        raise NothingToTakeBack
    if live.asked is not None:
        if live.asked.seat == seat:
            return Change()
        raise NotPlaying("Another player's request is open: answer it first.")
    mine = table.owned(player)
    others = [other for other in table.people() if other not in mine]
    notes = [Note(Kind.ASKED, seat, " ".join(map(str, [ply, *others])))]
    return Change(notes=notes if others else [*notes, Note(Kind.TAKEN_BACK, seat, str(ply))])


def answer_takeback(table: Table, player: str, seat: Seat, agree: bool) -> Change:
    """Agree to a request, or refuse it; who asked may withdraw it by refusing."""
    asked = table.live.asked
    if asked is None or (seat not in asked.waiting and (agree or seat != asked.seat)):
        raise NoOffer
    if not agree:
        return Change(notes=[Note(Kind.REFUSED, seat)])
    agreed = [other for other in asked.waiting if other in table.owned(player)]
    notes = [Note(Kind.AGREED, other) for other in agreed]
    if len(agreed) == len(asked.waiting):
        notes.append(Note(Kind.TAKEN_BACK, asked.seat, str(asked.ply)))
    return Change(notes=notes)


# --- Seats ---------------------------------------------------------------------------------------------------


def start_notes(table: Table, live: Live, start: Seat, rng: Random) -> list[Note]:
    """The beginning of a game: who starts, and what is dealt."""
    state = live.game.initial(live.players, live.options, start)
    return [Note(Kind.STARTED, start), *map(_note, live.chance(state, rng))]


def join(table: Table, player: str, name: str, seat: Seat | None, rng: Random) -> Change:
    """Sit down at a free seat; one who sits there already keeps it. The last one to join starts the game."""
    mine = table.owned(player)
    if mine and (seat is None or seat in mine):
        return Change(mine[0] if seat is None else seat)
    if table.live.status is Status.OVER:
        raise GameOver
    free = [at for at, chair in enumerate(table.chairs) if chair.free]
    if not free:
        raise TableFull
    if seat is not None and seat not in free:
        raise Occupied
    at = free[0] if seat is None else seat
    taken = [chair.name for chair in table.chairs if chair.name is not None]
    chair = Chair("person", distinct_name(clean_name(name), taken), owners={player})
    notes = [Note(Kind.JOINED, at, chair.name or "")]
    if len(free) == 1:
        start = first_start(table.facts.players, table.facts.chosen, rng)
        notes += start_notes(table, table.live, start, rng)
    return Change(at, notes, chairs={at: chair})


def leave(table: Table, player: str, seat: Seat | None) -> Change:
    """Get up before the game has begun; with the last one the table closes."""
    if table.live.status is not Status.WAITING:
        raise NotPlaying("The game has begun: you can only resign.")
    mine = table.owned(player)
    if not mine or (seat is not None and seat not in mine):
        raise NotYourSeat
    gone = mine if seat is None else (seat,)
    notes = [Note(Kind.LEFT, at) for at in gone]
    if all(chair.free or chair.kind == "bot" or at in gone for at, chair in enumerate(table.chairs)):
        notes.append(Note(Kind.CLOSED))
    return Change(notes=notes, chairs={at: Chair("person") for at in gone})


def renew_link(table: Table, seat: Seat) -> Change:
    """A new secret for the seat's private link; the old link opens the seat no more."""
    secret, old = new_secret(), table.chairs[seat]
    return Change(secret, chairs={seat: Chair(old.kind, old.name, old.bot, set(old.owners), digest(secret))})


def claim(table: Table, player: str, secret: str) -> Change:
    """Own a seat on another device, by its private link."""
    fits = [seat for seat, chair in enumerate(table.chairs) if same_secret(secret, chair.secret)]
    if not fits:
        raise WrongLink
    old = table.chairs[fits[0]]
    if player in old.owners:
        return Change(fits[0])
    if len(old.owners) >= MOST_DEVICES:
        raise TooMany(f"A seat can be used on {MOST_DEVICES} devices.")
    return Change(fits[0], chairs={fits[0]: Chair(old.kind, old.name, old.bot, old.owners | {player}, old.secret)})


# --- Rematch -------------------------------------------------------------------------------------------------


def offer_rematch(table: Table, player: str, seat: Seat, start: Seat | None, rng: Random) -> Change:
    """Offer to play again; bots, and one's own seats, accept at once. Answers the new table's code once it is there."""
    live = table.live
    if live.rematch is not None:
        return Change(live.rematch)
    _must_be_over(table)
    if start is not None:
        check_start(live.options, live.players, start)
    if live.offered is not None:
        return answer_rematch(table, player, seat, True, rng) if seat in live.offered.waiting else Change()
    mine = table.owned(player)
    others = [other for other in table.people() if other not in mine]
    wanted = table.facts.chosen if start is None else start
    notes = [Note(Kind.OFFERED, seat, " ".join(map(str, ["-" if wanted is None else wanted, *others])))]
    return Change(notes=notes) if others else _rematch(table, notes, wanted, rng)


def answer_rematch(table: Table, player: str, seat: Seat, accept: bool, rng: Random) -> Change:
    """Accept an offer, or decline it; who offered may withdraw it by declining."""
    live = table.live
    if live.rematch is not None and accept:
        return Change(live.rematch)
    offered = live.offered
    if offered is None or (seat not in offered.waiting and (accept or seat != offered.seat)):
        raise NoOffer
    if not accept:
        return Change(notes=[Note(Kind.DECLINED, seat)])
    accepted = [other for other in offered.waiting if other in table.owned(player)]
    notes = [Note(Kind.ACCEPTED, other) for other in accepted]
    if len(accepted) < len(offered.waiting):
        return Change(notes=notes)
    return _rematch(table, notes, offered.start, rng)


def _must_be_over(table: Table) -> None:
    if table.record is not None:
        raise NotPlaying("This game was played elsewhere.")
    if table.live.status is not Status.OVER or table.live.start is None:
        raise NotPlaying("A rematch can be offered when the game is over.")


def _rematch(table: Table, notes: Iterable[Note], chosen: Seat | None, rng: Random) -> Change:
    old, live = table.facts, table.live
    start = next_start(live.options, live.players, live.start or 0, live.result, chosen, rng)
    facts = Facts(
        new_code(), old.game, old.rules, old.options, old.players, old.listed, old.opener, chosen, previous=old.code
    )
    new = Table(facts, rotated(table.chairs), new_live(facts))
    made = [Note(Kind.REMATCHED, None, facts.code)]
    return Change(facts.code, [*notes, *made], opens=new, opens_notes=start_notes(new, new.live, start, rng))
