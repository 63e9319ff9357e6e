"""Replays, records and records brought in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tavola.rules.chance import Rng
from tavola.rules.core import Outcome
from tavola.rules.record import OPEN, Ending, RecordError, dump, parse, seen_by
from tavola.table.errors import NotPlaying, NotYourSeat, Secret, TooMany
from tavola.table.look import Kind, Look, Status
from tavola.table.service import Service
from tests.table.desk import ANN, BEN, EVE, FAST, ME, PERSON, mover, play, play_out, play_turn, serve, two_people


@pytest.mark.parametrize("game", ["lost-cities", "splendor", "duel"])
def test_a_replay_shows_what_was_seen_at_the_time(database: str, game: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service, game)
        rng = Rng(4)
        seen: dict[tuple[str | None, int], Look] = {}
        for _ in range(25):
            for player in (ANN, BEN, None):
                look = await service.look(code, player)
                seen[player, look.ply] = look
            await play_turn(service, code, rng)
        service.forget()
        for (player, ply), then in seen.items():
            now = await service.replay(code, ply, then.eyes, player)
            assert (now.view, now.log, now.ply, now.to_move) == (then.view, then.log, ply, then.to_move)
            assert (now.legal, now.views, now.draft) == ((), (), 0)

    serve(database, scenario)


def test_before_the_end_only_own_eyes_and_a_spectators(database: str) -> None:
    async def scenario(service: Service) -> None:
        waiting = await service.open("duel", {}, [ME, PERSON], ANN, "Ann")
        with pytest.raises(NotPlaying):
            await service.replay(waiting, 0, None, None)
        with pytest.raises(NotPlaying):
            await service.record(waiting)
        code = await two_people(service)
        await play_turn(service, code, Rng(1))
        assert (await service.replay(code, 1, 0, ANN)).eyes == 0
        assert (await service.replay(code, 1, None, ANN)).eyes is None
        with pytest.raises(NotYourSeat):
            await service.replay(code, 1, 1, ANN)
        with pytest.raises(Secret):
            await service.replay(code, 1, OPEN, ANN)
        player, look = await mover(service, code)
        drafted = await play(service, code, player, look, look.legal[0].text)
        # The draft is not part of the history yet, not even for its owner.
        assert (await service.replay(code, drafted.ply, look.eyes, player)).ply == look.ply
        assert (await service.replay(code, -5, None, None)).ply == 0
        await service.resign(code, ANN, 0)
        for eyes in (0, 1, None, OPEN):
            shown = await service.replay(code, 1, eyes, EVE)
            assert (shown.eyes, len(shown.views), shown.ending) == (eyes, 2, None)
        ended = await service.replay(code, 999, OPEN, None)
        assert ended.ending == Ending("resigned", (1,), 0)
        dealt = next(line for line in ended.log if line.events)
        assert all(hand is not None for hand in dealt.events[0].hands), "everything is open"
        with pytest.raises(NotYourSeat):
            await service.replay(code, 1, 2, EVE)

    serve(database, scenario)


def test_the_record_is_open_at_the_end_and_a_seats_own_before(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service, "lost-cities", rounds="1")
        rng = Rng(9)
        for _ in range(6):
            await play_turn(service, code, rng)
        player, look = await mover(service, code)
        await play(service, code, player, look, look.legal[0].text)
        own, public = await service.record(code, ANN), await service.record(code)
        assert (own.eyes, public.eyes) == (0, None)
        assert (await service.record(code, EVE)).eyes is None
        assert len(own.plies) == look.ply, "without the draft"
        assert own.headers[:2] == (("Seat 1", "Ann"), ("Seat 2", "Ben"))
        await play_out(service, code, [ANN, BEN])
        whole = await service.record(code, None)
        assert (whole.eyes, isinstance(whole.result, Outcome)) == (OPEN, True)
        assert parse(dump(whole)) == whole
        for eyes, part in ((0, own), (None, public)):
            so_far = replace(whole, plies=whole.plies[: look.ply], result=None)
            assert seen_by(so_far, eyes).plies == part.plies

    serve(database, scenario)


@pytest.mark.parametrize("game", ["lost-cities", "splendor", "duel"])
def test_a_record_comes_back_as_a_table(database: str, game: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open(game, {"rounds": "1"} if game == "lost-cities" else {}, [ME, ME], ANN, "Ann")
        await play_out(service, code, [ANN, ANN])
        record = (await service.record(code)).comment("A fine game.")
        new = await service.import_record(dump(record), EVE)
        assert await service.record(new) == record, "comments included"
        look, old = await service.look(new, BEN), await service.look(code, BEN)
        assert (look.status, look.imported, look.ending, look.eyes) == (Status.OVER, True, old.ending, None)
        assert (look.view, look.views, look.ply) == (old.view, old.views, old.ply)
        assert [seat.name for seat in look.seats] == ["Ann", "Ann 2"]
        for ply in (0, 1, old.ply // 2, old.ply):
            a, b = [await service.replay(table, ply, OPEN, None) for table in (new, code)]
            assert (a.view, a.views) == (b.view, b.views)
            acted = [[line.events for line in x.log if line.kind is Kind.ACTED] for x in (a, b)]
            assert acted[0] == acted[1]
        with pytest.raises(NotYourSeat):
            await service.offer_rematch(new, EVE, 0)
        assert (await service.lobby()).playing == ()

    serve(database, scenario)


def test_a_record_of_one_seat_shows_only_what_that_seat_saw(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        for _ in range(5):
            await play_turn(service, code, Rng(3))
        part = await service.record(code, BEN)
        new = await service.import_record(dump(part).encode())
        look = await service.look(new, ANN)
        assert (look.eyes, look.views, look.ending) == (1, (), None)
        assert look.view == (await service.replay(code, 999, 1, BEN)).view
        assert await service.record(new, ANN) == part
        for eyes in (0, None, OPEN):
            with pytest.raises(Secret):
                await service.replay(new, 3, eyes, ANN)
        assert (await service.replay(new, 3, 1, None)).view == (await service.replay(code, 3, 1, BEN)).view

    serve(database, scenario)


def test_a_damaged_record_is_refused_with_its_line(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("duel", {}, [ME, ME], ANN, "Ann")
        await service.resign(code, ANN, 0)
        text = dump(await service.record(code))
        for damaged in ("", "hello", text.replace("deal", "dale"), b"\xff", text + "more"):
            with pytest.raises(RecordError):
                await service.import_record(damaged, ANN)
        for _ in range(2):
            await service.import_record(text, ANN)
        with pytest.raises(TooMany):
            await service.import_record(text, ANN)
        hidden = text.replace("Seat 1: Ann", "Seat 1: \u200b")
        look = await service.look(await service.import_record(hidden), None)
        assert look.seats[0].name == "?"

    serve(database, scenario, replace(FAST, imports=2))
