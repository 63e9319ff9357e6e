"""Tables and seats: opening, joining, leaving, links, names, limits, lists."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from random import SystemRandom

import pytest

from tavola.rules.chance import Rng
from tavola.rules.errors import BadOption, NotUnderstood
from tavola.rules.record import Ending
from tavola.table.config import Config
from tavola.table.errors import (
    BadName,
    GameOver,
    NoSuchTable,
    NotPlaying,
    NotYourSeat,
    Occupied,
    TableFull,
    TooMany,
    WrongLink,
)
from tavola.table.ids import ALPHABET, CODE_LENGTH, clean_name, distinct_name, new_code, new_player, new_secret
from tavola.table.look import Kind, Status
from tavola.table.seats import SeatPlan
from tavola.table.service import Service
from tests.table.desk import ANN, BEN, BOT, EVE, FAST, FORGETFUL, ME, PERSON, play_out, serve, two_people


def test_a_table_waits_until_its_last_seat_is_taken(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {}, [ME, PERSON, BOT, PERSON], ANN, "Ann")
        waiting = await service.look(code, ANN)
        assert (waiting.status, waiting.start, waiting.to_move, waiting.plies) == (Status.WAITING, None, None, 0)
        assert [(seat.name, seat.kind, seat.mine) for seat in waiting.seats] == [
            ("Ann", "person", True),
            (None, "person", False),
            ("Apprentice", "bot", False),
            (None, "person", False),
        ]
        assert await service.join(code, BEN, "Ben", 3) == 3
        assert await service.join(code, BEN, "Ben") == 3, "who comes again keeps the seat"
        with pytest.raises(Occupied):
            await service.join(code, EVE, "Eve", 0)
        with pytest.raises(Occupied):
            await service.join(code, EVE, "Eve", 2)
        with pytest.raises(Occupied):
            await service.join(code, EVE, "Eve", 7)
        assert (await service.look(code, BEN)).status is Status.WAITING
        assert await service.join(f" {code.upper()} ", EVE, "Eve") == 1
        playing = await service.look(code, EVE)
        assert playing.status is not Status.WAITING
        assert playing.start in range(4)
        assert [(line.kind, line.seat, line.text) for line in playing.log[:4]] == [
            (Kind.JOINED, 0, "Ann"),
            (Kind.JOINED, 3, "Ben"),
            (Kind.JOINED, 1, "Eve"),
            (Kind.STARTED, playing.start, ""),
        ]
        with pytest.raises(TableFull):
            await service.join(code, "one-more", "Max")

    serve(database, scenario)


def test_two_who_want_the_last_seat_do_not_both_get_it(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("duel", {}, [ME, PERSON], ANN, "Ann")
        joined = await asyncio.gather(
            *(service.join(code, f"p{number}", "Pat") for number in range(5)), return_exceptions=True
        )
        assert sorted(str(seat) for seat in joined)[0] == "1"
        assert sum(isinstance(seat, TableFull) for seat in joined) == 4

    serve(database, scenario)


def test_with_me_and_bots_the_game_starts_at_once(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("duel", {}, [SeatPlan("bot", bot="uniform"), ME], ANN, "Ann")
        look = await service.look(code, ANN)
        assert (look.status, look.eyes, look.mine) == (Status.PLAYING, 1, (1,))
        assert look.seats[0].bot == "uniform"

    serve(database, scenario)


def test_seats_that_are_not_planned_are_open(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {}, [ME], ANN, "Ann", players=3)
        assert [seat.name for seat in (await service.look(code, ANN)).seats] == ["Ann", None, None]
        code = await service.open("lost-cities", {}, [], ANN, "Ann")
        look = await service.look(code, ANN)
        assert (look.mine, len(look.seats)) == ((), 2)

    serve(database, scenario)


def test_what_cannot_be_opened_is_refused(database: str) -> None:
    async def scenario(service: Service) -> None:
        async def refused(why: str, *arguments: object, **more: object) -> None:
            with pytest.raises((BadOption, NotUnderstood), match=why):
                await service.open(*arguments, **more)  # type: ignore[arg-type]

        await refused("no game", "chess", {}, [ME], ANN, "Ann")
        await refused("no option", "duel", {"speed": "1"}, [ME], ANN, "Ann")
        await refused("cannot be", "duel", {"firstPlayer": "me"}, [ME], ANN, "Ann")
        await refused("played by 2, not by 3", "duel", {}, [ME, ME, ME], ANN, "Ann")
        await refused("played by 2 or 3 or 4, not by 5", "splendor", {}, [ME], ANN, "Ann", players=5)
        await refused("no bot", "duel", {}, [ME, SeatPlan("bot", bot="hal")], ANN, "Ann")
        await refused("for me, person or bot", "duel", {}, [ME, SeatPlan("cat")], ANN, "Ann")  # type: ignore[arg-type]
        await refused("say which seat", "splendor", {"firstPlayer": "chosen"}, [ME, ME], ANN, "Ann")
        await refused("cannot start", "splendor", {"firstPlayer": "chosen"}, [ME, ME], ANN, "Ann", chosen_start=2)
        await refused("Only firstPlayer=chosen", "splendor", {}, [ME, ME], ANN, "Ann", chosen_start=1)
        for stranger in ("", "x" * 65, "a\nb", "é"):
            await refused("id of a player", "duel", {}, [ME], stranger, "Ann")
        with pytest.raises(BadName):
            await service.open("duel", {}, [ME], ANN, "")
        assert await service.games_of(ANN) == ()

    serve(database, scenario)


def test_who_starts_a_first_game(database: str) -> None:
    async def scenario(service: Service) -> None:
        for seat in range(3):
            code = await service.open("splendor", {"firstPlayer": "chosen"}, [ME] * 3, ANN, "Ann", chosen_start=seat)
            assert (await service.look(code, ANN)).start == seat
        starts: Counter[int | None] = Counter()
        for rule in ("random", "loser", "alternate"):
            for _ in range(14):
                code = await service.open("duel", {"firstPlayer": rule}, [ME, ME], ANN, "Ann")
                starts[(await service.look(code, ANN)).start] += 1
        assert set(starts) == {0, 1}

    serve(database, scenario)


def test_leaving_frees_the_seat_and_the_last_one_closes_the_table(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {}, [ME, PERSON, PERSON, BOT], ANN, "Ann")
        await service.join(code, BEN, "Ben")
        with pytest.raises(NotYourSeat):
            await service.leave(code, EVE)
        with pytest.raises(NotYourSeat):
            await service.leave(code, BEN, 0)
        secret = await service.seat_link(code, BEN, 1)
        await service.leave(code, BEN)
        look = await service.look(code, BEN)
        assert (look.mine, look.seats[1].name, look.log[-1].kind, look.log[-1].seat) == ((), None, Kind.LEFT, 1)
        with pytest.raises(WrongLink):
            await service.claim(code, secret, BEN)
        assert await service.join(code, EVE, "Eve") == 1
        await service.leave(code, ANN, 0)
        assert (await service.look(code, None)).status is Status.WAITING
        await service.leave(code, EVE)
        closed = await service.look(code, None)
        assert (closed.status, closed.ending) == (Status.OVER, Ending("abandoned", ()))
        assert (await service.lobby()).waiting == ()
        with pytest.raises(GameOver):
            await service.join(code, ANN, "Ann")
        begun = await two_people(service)
        with pytest.raises(NotPlaying, match="resign"):
            await service.leave(begun, ANN)

    serve(database, scenario, FORGETFUL)


def test_a_seat_link_opens_the_seat_on_another_device(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        secret = await service.seat_link(code, ANN, 0)
        assert len(secret) >= 22, "128 bits in base 64"
        assert (await service.look(code, EVE)).mine == ()
        for wrong in ("", "x", secret[:-1], secret + "x", secret.swapcase(), "\ud800"):
            with pytest.raises(WrongLink):
                await service.claim(code, wrong, EVE)
        assert await service.claim(code, secret, EVE) == 0
        assert await service.claim(code, secret, EVE) == 0
        assert (await service.look(code, EVE)).eyes == 0
        # A new link ends the old one, not the devices that came by it.
        newer = await service.seat_link(code, EVE, 0)
        with pytest.raises(WrongLink):
            await service.claim(code, secret, "late")
        assert await service.claim(code, newer, "phone") == 0
        assert (await service.look(code, ANN)).mine == (0,)
        for number in range(13):
            await service.claim(code, newer, f"device-{number}")
        with pytest.raises(TooMany):
            await service.claim(code, newer, "one-more")
        async with service._tables.locked(code) as table:
            assert table.chairs[0].secret is not None
            assert newer not in table.chairs[0].secret

    serve(database, scenario, FORGETFUL)


def test_hot_seat_one_person_plays_several_seats(database: str) -> None:
    async def scenario(service: Service) -> None:
        plans = [SeatPlan("me", "Ann"), SeatPlan("me", "Ben"), SeatPlan("me")]
        code = await service.open("splendor", {}, plans, ANN, "Ann")
        look = await service.look(code, ANN)
        assert [seat.name for seat in look.seats] == ["Ann", "Ben", "Ann 2"]
        assert look.mine == (0, 1, 2)
        assert look.eyes == look.to_move, "of several seats the one on turn looks"
        assert look.legal
        aside = await service.look(code, ANN, (look.to_move or 0) + 1 if look.to_move != 2 else 0)
        assert aside.legal == ()
        over = await play_out(service, code, [ANN] * 3)
        assert over.ending is not None

    serve(database, scenario)


def test_names_are_fit_to_be_shown() -> None:
    assert clean_name("  Zoë \t\n van  Dyk ") == "Zoë van Dyk"
    assert clean_name("a\u202eb\x00c\u200b") == "abc"
    assert clean_name("<b>&") == "<b>&", "escaping is the page's business"
    assert clean_name("小明") == "小明"
    for bad in ("", "   ", "\x00", "x" * 25, "\u202e"):
        with pytest.raises(BadName):
            clean_name(bad)
    assert distinct_name("Ann", ["ann", "Ben"]) == "Ann 2"
    assert distinct_name("Ann", ["Ann", "Ann 2"]) == "Ann 3"
    assert distinct_name("x" * 24, ["x" * 24]) == "x" * 22 + " 2"


def test_codes_and_secrets_cannot_be_guessed() -> None:
    assert len(ALPHABET) ** CODE_LENGTH > 2**60
    assert not set("01lio") & set(ALPHABET)
    for make in (new_code, new_player, new_secret):
        assert len({make() for _ in range(1000)}) == 1000


def test_a_player_may_have_so_many_unfinished_tables(database: str) -> None:
    async def scenario(service: Service) -> None:
        codes = [await service.open("duel", {}, [ME, PERSON], ANN, "Ann") for _ in range(3)]
        with pytest.raises(TooMany, match="3 unfinished"):
            await service.open("duel", {}, [ME, PERSON], ANN, "Ann")
        assert len(await service.games_of(ANN)) == 3
        await service.open("duel", {}, [ME, PERSON], BEN, "Ben")
        await service.leave(codes[0], ANN)
        await service.open("duel", {}, [ME, PERSON], ANN, "Ann")

    serve(database, scenario, replace(FAST, open_tables=3))


def test_the_lobby_shows_listed_tables_and_games_of_shows_ones_own(database: str) -> None:
    async def scenario(service: Service) -> None:
        waiting = await service.open("splendor", {"target": "20"}, [ME, PERSON, BOT], ANN, "Ann")
        await service.open("splendor", {}, [ME, PERSON], ANN, "Ann", listed=False)
        playing = await two_people(service)
        lobby = await service.lobby()
        assert [table.code for table in lobby.waiting] == [waiting]
        assert [table.code for table in lobby.playing] == [playing]
        (found,) = lobby.waiting
        assert (found.game, found.options, found.present) == ("splendor", {"target": "20"}, False)
        assert [(seat.kind, seat.name) for seat in found.seats] == [
            ("person", "Ann"),
            ("person", None),
            ("bot", "Apprentice"),
        ]
        async with service.watch(waiting, ANN):
            assert (await service.lobby()).waiting[0].present
        to_move = (await service.look(playing, None)).to_move
        anns, bens = await service.games_of(ANN), await service.games_of(BEN)
        assert anns[0].code == playing
        assert len(anns) == 3
        assert [(table.code, table.mine, table.my_turn) for table in bens] == [(playing, (1,), to_move == 1)]
        assert anns[0].my_turn is (to_move == 0)
        await service.resign(playing, BEN, 1)
        assert (await service.lobby()).playing == ()
        (mine,) = await service.games_of(BEN)
        assert (mine.status, mine.my_turn, mine.result) == (Status.OVER, False, Ending("resigned", (0,), 1))
        assert await service.games_of(EVE) == ()

    serve(database, scenario)


def test_there_is_no_table_without_a_code_for_it(database: str) -> None:
    async def scenario(service: Service) -> None:
        for code in ("", "x", new_code(), "x" * 10_000, "'; drop table lines"):
            for call in (
                service.look(code, ANN),
                service.join(code, ANN, "Ann"),
                service.leave(code, ANN),
                service.claim(code, "secret", ANN),
                service.record(code),
                service.replay(code, 0, None, None),
            ):
                with pytest.raises(NoSuchTable):
                    await call
            with pytest.raises(NoSuchTable):
                async with service.watch(code):
                    pass

    serve(database, scenario)


def test_chance_comes_from_the_rng_that_is_given(database: str) -> None:
    async def scenario(service: Service) -> list[object]:
        code = await service.open("lost-cities", {}, [ME, ME], ANN, "Ann")
        return [(await service.look(code, ANN, seat)).view.hand for seat in (0, 1)]

    fixed = [serve(database, scenario, Config(), rng=lambda: Rng(5)) for _ in range(2)]
    assert fixed[0] == fixed[1]
    free = [serve(database, scenario, rng=SystemRandom) for _ in range(2)]
    assert free[0] != free[1]
