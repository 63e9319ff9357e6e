"""Live games without HTTP: everything that people and bots can do at tables.

The log of a table is the truth: every request is decided on a table in memory, written in one transaction, and then
told to those who watch. Views, events as a seat saw them and texts leave this module; states do not.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from os import PathLike
from random import Random, SystemRandom
from typing import Any, Self, TypeVar

from tavola.rules import game as game_named
from tavola.rules.core import Seat
from tavola.rules.errors import NotUnderstood
from tavola.rules.record import Record
from tavola.table import changes
from tavola.table.botplay import BotPlay, BotTurn
from tavola.table.botpool import BotPool, Thinker
from tavola.table.bus import Bus, Watch
from tavola.table.changes import Change
from tavola.table.config import Config
from tavola.table.errors import GameOver, NotYourTurn, Stale
from tavola.table.history import read_in, record_of
from tavola.table.ids import LONGEST_PLAYER, new_code, read_code
from tavola.table.lists import lobby_table, my_table
from tavola.table.live import Line, Note
from tavola.table.look import Answer, Eyes, Kind, Lobby, LobbyTable, Look, MyTable, Status
from tavola.table.looking import check_eyes, look_at, look_back
from tavola.table.seats import SeatPlan, check_start, first_start, seated
from tavola.table.store import Conflict, Facts, Loaded, Store, Writer
from tavola.table.tables import Table, Tables, new_live

__all__ = ["Service"]

T = TypeVar("T")
TRIES = 5
"""How often a change is decided anew when another process was faster."""


class Service:
    """All tables of one database."""

    def __init__(
        self,
        database: str | PathLike[str] | None = None,
        config: Config | None = None,
        *,
        rng: Callable[[], Random] = SystemRandom,
        thinker: Thinker | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Serve the tables of a database, by default a file in the user's data folder, once it is started.

        `rng` makes the chance of every change, `thinker` chooses for bots.
        """
        self._database, self._config = database, config or Config()
        self._rng, self._clock = rng, clock
        self._opened: Store | None = None
        self._tables = Tables(self._load, self._config.tables_in_memory)
        self._bus = Bus()
        self._tasks: set[asyncio.Task[Any]] = set()
        of = self._config
        pool = thinker or BotPool(of.bot_workers, of.bot_seconds, of.bot_patience)
        self._bots = BotPlay(pool, of.bot_delay, self._bot_turn, self._bot_plays)

    async def start(self) -> None:
        """Open the database, bring it up to date, and take up all games in which a bot is to move."""
        self._opened = await Store.connect(self._database)
        for code in await self._store.waiting_for_bots():
            self._bots.poke(code)

    async def stop(self) -> None:
        """Stop the bots, finish what has begun, and close the database."""
        await self._bots.close()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._opened is not None:
            await self._opened.close()

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop."""
        await self.stop()

    @property
    def _store(self) -> Store:
        if self._opened is None:
            raise RuntimeError("the service has not been started")
        return self._opened

    async def _load(self, code: str) -> Loaded | None:
        return await self._store.load(code)

    def forget(self) -> None:
        """Throw away everything in memory that the store can give again."""
        self._tables.clear()

    async def setting(self, key: str, value: str) -> str:
        """What was first kept under the key: this value, if there was none. Such as the key that signs cookies."""
        return await self._store.keep(key, value)

    # --- Tables and seats ------------------------------------------------------------------------------------

    async def open(
        self,
        game: str,
        options: Mapping[str, str],
        seats: Sequence[SeatPlan],
        player: str,
        name: str,
        players: int | None = None,
        chosen_start: Seat | None = None,
        listed: bool = True,
    ) -> str:
        """Open a table; it starts at once if no seat is free. Its code."""
        rules, player = game_named(game), _player(player)
        chosen = rules.options.of(options)
        chairs = seated(rules, seats, players, player, name)
        check_start(chosen, len(chairs), chosen_start)
        facts = Facts(
            new_code(), game, rules.version, chosen.written(), len(chairs), listed, player, chosen=chosen_start
        )
        table = Table(facts, chairs, new_live(facts))
        notes = [Note(Kind.JOINED, seat, chair.name or "") for seat, chair in enumerate(chairs) if chair.owners]
        if not any(chair.free for chair in chairs):
            rng = self._rng()
            notes += changes.start_notes(table, table.live, first_start(len(chairs), chosen_start, rng), rng)
        return await self._begun(self._insert(table, notes, self._config.open_tables))

    async def join(self, code: str, player: str, name: str, seat: Seat | None = None) -> Seat:
        """Sit down at the seat, or at the first free one; the seat. One who sits there already keeps it."""
        who = _player(player)
        found: Seat = await self._change(code, lambda table: changes.join(table, who, name, seat, self._rng()))
        return found

    async def leave(self, code: str, player: str, seat: Seat | None = None) -> None:
        """Get up, from one seat or all of one's own, before the game has begun."""
        await self._change(code, lambda table: changes.leave(table, player, seat))

    async def seat_link(self, code: str, player: str, seat: Seat) -> str:
        """A new secret for the seat's private link; it is told only now, and the one before is void."""
        secret: str = await self._owner_change(code, player, seat, lambda table: changes.renew_link(table, seat))
        return secret

    async def claim(self, code: str, secret: str, player: str) -> Seat:
        """Own a seat on one more device, by the secret of its private link; the seat."""
        who = _player(player)
        seat: Seat = await self._change(code, lambda table: changes.claim(table, who, secret))
        return seat

    # --- Playing ---------------------------------------------------------------------------------------------

    async def submit(self, code: str, player: str, seat: Seat, action_text: str, ply: int) -> Answer:
        """Play an action that was offered after `ply` actions. A repeated one is answered as the first time."""
        answer: Answer = await self._owner_change(
            code, player, seat, lambda table: changes.submit(table, seat, action_text, ply, self._rng())
        )
        return answer

    async def undo(self, code: str, player: str, seat: Seat, ply: int) -> Answer:
        """Take back the last step of the turn, which nobody else has seen yet."""
        answer: Answer = await self._owner_change(code, player, seat, lambda table: changes.undo(table, seat, ply))
        return answer

    async def ask_takeback(self, code: str, player: str, seat: Seat) -> None:
        """Ask to go back to before the seat's last committed turn. The next move of anyone answers no."""
        await self._owner_change(code, player, seat, lambda table: changes.ask_takeback(table, player, seat))

    async def answer_takeback(self, code: str, player: str, seat: Seat, agree: bool) -> None:
        """Agree to a takeback or refuse it."""
        await self._owner_change(code, player, seat, lambda table: changes.answer_takeback(table, player, seat, agree))

    async def resign(self, code: str, player: str, seat: Seat) -> None:
        """Give up: the game is over, and the others win."""
        await self._owner_change(code, player, seat, lambda table: changes.resign(table, seat))

    async def offer_rematch(self, code: str, player: str, seat: Seat, start: Seat | None = None) -> str | None:
        """Offer a rematch; the code of the new table if nobody else has to accept."""
        made: str | None = await self._owner_change(
            code, player, seat, lambda table: changes.offer_rematch(table, player, seat, start, self._rng())
        )
        return made

    async def answer_rematch(self, code: str, player: str, seat: Seat, accept: bool) -> str | None:
        """Accept a rematch or decline it; the code of the new table once all have accepted."""
        made: str | None = await self._owner_change(
            code, player, seat, lambda table: changes.answer_rematch(table, player, seat, accept, self._rng())
        )
        return made

    # --- Looking ---------------------------------------------------------------------------------------------

    async def look(self, code: str, player: str | None, seat: Seat | None = None) -> Look:
        """The table as the player sees it: with the eyes of the seat, or of the own seat on turn, or as a spectator."""
        async with self._tables.locked(read_code(code)) as table:
            return look_at(table, player, table.eyes(player, seat), self._bus.present(table.facts.code))

    async def replay(self, code: str, n: int, eyes: Eyes, player: str | None) -> Look:
        """The table after n committed actions. Before the end only with own or a spectator's eyes."""
        async with self._tables.locked(read_code(code)) as table:
            check_eyes(table, player, eyes)
            return look_back(table, player, eyes, n, self._bus.present(table.facts.code))

    async def record(self, code: str, player: str | None = None, seat: Seat | None = None) -> Record:
        """The record: open when the game is over, else what the player may know of it."""
        async with self._tables.locked(read_code(code)) as table:
            return record_of(table, player, seat)

    async def import_record(self, text: str | bytes, player: str | None = None) -> str:
        """A table to replay a record at; its code. RecordError names the line where the text is damaged."""
        table = await asyncio.to_thread(read_in, text, None if player is None else _player(player))
        return await self._begun(self._insert(table, (), self._config.imports, keep=False))

    async def lobby(self) -> Lobby:
        """The listed tables that wait for people, and those in play."""
        waiting, playing = await self._listed(Status.WAITING), await self._listed(Status.PLAYING)
        return Lobby(waiting, playing)

    async def _listed(self, status: Status) -> tuple[LobbyTable, ...]:
        listed = await self._store.listed(status, self._config.lobby)
        return tuple(lobby_table(found, self._bus.watched(found.facts.code)) for found in listed)

    async def games_of(self, player: str) -> tuple[MyTable, ...]:
        """The tables at which the player has a seat, those that changed last first."""
        found = await self._store.tables_of(_player(player), self._config.my_tables)
        return tuple(my_table(summary, player) for summary in found)

    @asynccontextmanager
    async def watch(self, code: str, player: str | None = None) -> AsyncIterator[Watch]:
        """Be woken when the table changes: by what all may know, and by the drafts of the player's own seats."""
        code = read_code(code)
        async with self._tables.locked(code) as table:
            seq, owner = table.live.seq, bool(table.owned(player))
        if owner and player not in self._bus.present(code):
            self._bus.wake(code, seq)  # the others: somebody came
        with self._bus.watching(code, player, seq) as watch:
            yield watch
        if owner and player not in self._bus.present(code):
            self._bus.wake(code, watch.seq)

    # --- Bots ------------------------------------------------------------------------------------------------

    async def _bot_turn(self, code: str) -> BotTurn | None:
        async with self._tables.locked(code) as table:
            live, seat = table.live, table.live.mover
            if seat is None or (bot := table.chairs[seat].bot) is None:
                return None
            top = live.top
            texts = tuple(map(live.game.to_text, live.game.legal_actions(top)))
            view = live.game.view(top, seat)
            fresh = not live.draft
            return BotTurn(code, seat, live.game.name, bot, view, texts, live.ply(seat), live.takebacks, fresh)

    async def _bot_plays(self, turn: BotTurn, text: str) -> None:
        def decide(table: Table) -> Change:
            if table.live.takebacks != turn.takebacks:
                raise Stale(table.live.seq, len(table.live.plies))
            return changes.submit(table, turn.seat, text, turn.ply, self._rng())

        try:
            await self._change(turn.code, decide)
        except (Stale, NotYourTurn, GameOver):
            return  # the table went back, or the game ended, while the bot was thinking

    # --- Changing --------------------------------------------------------------------------------------------

    async def _owner_change(self, code: str, player: str, seat: Seat, decide: Callable[[Table], Change]) -> Any:
        """Make a change that only the seat's owner may ask for."""

        def checked(table: Table) -> Change:
            table.must_own(player, seat)
            return decide(table)

        return await self._change(code, checked)

    async def _change(self, code: str, decide: Callable[[Table], Change]) -> Any:
        return await self._begun(self._decided(read_code(code), decide))

    async def _begun(self, work: Coroutine[Any, Any, T]) -> T:
        """What has begun is finished, even if nobody waits for the answer any more."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _decided(self, code: str, decide: Callable[[Table], Change]) -> Any:
        for _ in range(TRIES):
            async with self._tables.locked(code) as table:
                change = decide(table)
                try:
                    await self._make(table, change)
                except Conflict:
                    self._tables.drop(code)
                    continue
                except BaseException:
                    self._tables.drop(code)
                    raise
                return change.answer
        async with self._tables.locked(code) as table:
            raise Stale(table.live.seq, len(table.live.plies))

    async def _make(self, table: Table, change: Change) -> None:
        """Change the table in memory and in the store, then tell it; the caller drops the table if that fails."""
        live, at = table.live, self._now()
        private = change.draft is not None
        if not (change.notes or change.chairs or private):
            return
        owners = table.chairs[live.mover].owners if private and live.mover is not None else None
        lines = _folded(table, change.notes, at)
        if change.draft is not None:
            live.set_draft(change.draft)
        for seat, chair in change.chairs.items():
            table.chairs[seat] = chair
        async with self._store.write() as writer:
            if change.opens is not None:
                await self._write_new(writer, change.opens, change.opens_notes, at, None)
            if lines:
                await writer.append(table.id, lines)
                await writer.move_on(table.id, table.progress, at)
            if private:
                await writer.put_draft(table.id, live.base, live.rev, [act.text for act in live.draft])
            for seat, chair in change.chairs.items():
                await writer.put_chair(table.id, seat, chair)
        if change.opens is not None:
            self._tables.add(change.opens)
            self._bots.poke(change.opens.facts.code)
        self._bus.wake(table.facts.code, live.seq, owners)
        self._poke(table)

    def _poke(self, table: Table) -> None:
        mover = table.live.mover
        if mover is not None and table.chairs[mover].kind == "bot":
            self._bots.poke(table.facts.code)

    async def _insert(self, table: Table, notes: Sequence[Note], most: int, *, keep: bool = True) -> str:
        async with self._store.write() as writer:
            await self._write_new(writer, table, notes, self._now(), most)
        if keep:
            self._tables.add(table)
            self._poke(table)
        return table.facts.code

    async def _write_new(self, writer: Writer, table: Table, notes: Sequence[Note], at: int, most: int | None) -> None:
        lines = _folded(table, notes, at)
        table.id = await writer.insert_table(table.facts, table.chairs, table.progress, at, most)
        if lines:
            await writer.append(table.id, lines)

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _folded(table: Table, notes: Sequence[Note], at: int) -> list[Line]:
    lines = [Line(seq, note.kind, note.seat, note.text, at) for seq, note in enumerate(notes, table.live.seq + 1)]
    for line, note in zip(lines, notes, strict=True):
        table.live.fold(line, note.act)
    return lines


def _player(player: str) -> str:
    if not 1 <= len(player) <= LONGEST_PLAYER or not player.isascii() or not player.isprintable():
        raise NotUnderstood("This is not the id of a player.")
    return player
