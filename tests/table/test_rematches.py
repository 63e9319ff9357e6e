"""Resignation and rematches."""

from __future__ import annotations

from collections import Counter

import pytest

from tavola.rules import GAMES
from tavola.rules.chance import Rng
from tavola.rules.core import Outcome
from tavola.rules.errors import BadOption
from tavola.rules.record import Ending
from tavola.table.errors import GameOver, NoOffer, NotPlaying
from tavola.table.look import Kind, Offered, Status
from tavola.table.seats import Chair, SeatPlan, next_start, rotated
from tavola.table.service import Service
from tests.table.desk import (
    ANN,
    BEN,
    BOT,
    FORGETFUL,
    ME,
    mover,
    play,
    play_out,
    serve,
    two_people,
    until,
    who,
)

# --- Resignation ---------------------------------------------------------------------------------------------


def test_who_resigns_loses(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        await play(service, code, player, look, look.legal[0].text)
        await service.resign(code, BEN, 1)
        for eyes in (ANN, BEN, None):
            over = await service.look(code, eyes)
            assert (over.status, over.ending) == (Status.OVER, Ending("resigned", (0,), 1))
            assert (over.ply, over.to_move, over.legal, over.draft) == (look.ply, None, (), 0)
            assert len(over.views) == 2, "everything is open at the end"
            assert (over.log[-1].kind, over.log[-1].seat) == (Kind.RESIGNED, 1)
        with pytest.raises(GameOver):
            await service.resign(code, ANN, 0)

    serve(database, scenario, FORGETFUL)


def test_with_more_players_the_others_share_the_victory(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {}, [ME, BOT, BOT], ANN, "Ann")
        await until(service, code, ANN, lambda look: look.to_move == 0)
        await service.resign(code, ANN, 0)
        assert (await service.look(code, ANN)).ending == Ending("resigned", (1, 2), 0)
        assert (await service.record(code)).result == Ending("resigned", (1, 2), 0)

    serve(database, scenario)


# --- Rematch -------------------------------------------------------------------------------------------------


def test_a_rematch_is_offered_and_accepted(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service, "duel")
        with pytest.raises(NotPlaying):
            await service.offer_rematch(code, ANN, 0)
        await service.resign(code, ANN, 0)
        with pytest.raises(NoOffer):
            await service.answer_rematch(code, BEN, 1, True)
        assert await service.offer_rematch(code, ANN, 0) is None
        assert (await service.look(code, None)).offered == Offered(0, (1,), None)
        assert await service.offer_rematch(code, ANN, 0) is None
        assert await service.answer_rematch(code, BEN, 1, False) is None
        assert (await service.look(code, None)).offered is None
        await service.offer_rematch(code, ANN, 0)
        new = await service.answer_rematch(code, BEN, 1, True)
        assert new is not None
        assert await service.answer_rematch(code, BEN, 1, True) == new
        assert await service.offer_rematch(code, ANN, 0) == new
        old, look = await service.look(code, None), await service.look(new, ANN)
        assert (old.rematch, look.previous, look.status) == (new, code, Status.PLAYING)
        assert [seat.name for seat in look.seats] == ["Ben", "Ann"]
        assert (look.mine, (await service.look(new, BEN)).mine) == ((1,), (0,))
        over = await play_out(service, new, [BEN, ANN])
        assert isinstance(over.ending, Outcome)

    serve(database, scenario)


def test_an_offer_crossing_another_accepts_it(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        await service.resign(code, ANN, 0)
        await service.offer_rematch(code, ANN, 0)
        assert await service.offer_rematch(code, BEN, 1) is not None

    serve(database, scenario)


def test_bots_and_ones_own_seats_accept_at_once(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {}, [ME, SeatPlan("me", "Bo"), BOT], ANN, "Ann")
        await service.resign(code, ANN, 0)
        new = await service.offer_rematch(code, ANN, 0)
        assert new is not None
        look = await service.look(new, ANN)
        assert [(seat.name, seat.kind) for seat in look.seats] == [
            ("Apprentice", "bot"),
            ("Ann", "person"),
            ("Bo", "person"),
        ]
        assert look.mine == (1, 2)
        await until(service, new, ANN, lambda look: look.to_move in (1, 2))

    serve(database, scenario)


def test_a_chosen_starter_is_chosen_again_or_kept(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {"firstPlayer": "chosen"}, [ME, ME, ME], ANN, "A", None, 2)
        await service.resign(code, ANN, 0)
        kept = await service.offer_rematch(code, ANN, 0)
        assert kept is not None
        assert (await service.look(kept, ANN)).start == 2
        await service.resign(kept, ANN, 0)
        with pytest.raises(BadOption):
            await service.offer_rematch(kept, ANN, 0, 3)
        chosen = await service.offer_rematch(kept, ANN, 0, 1)
        assert chosen is not None
        assert (await service.look(chosen, ANN)).start == 1
        plain = await service.open("splendor", {}, [ME, ME], ANN, "A")
        await service.resign(plain, ANN, 0)
        with pytest.raises(BadOption):
            await service.offer_rematch(plain, ANN, 0, 1)

    serve(database, scenario)


def test_the_loser_starts_the_rematch(database: str) -> None:
    async def scenario(service: Service) -> None:
        for seat in (0, 1):
            code = await two_people(service, "duel", firstPlayer="loser")
            await service.resign(code, who(seat), seat)
            new = await _again(service, code)
            look = await service.look(new, None)
            assert look.start is not None
            assert look.seats[look.start].name == ("Ann", "Ben")[seat]

    serve(database, scenario)


def test_the_starters_alternate(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service, "duel", firstPlayer="alternate")
        names: list[str | None] = []
        for _ in range(5):
            look = await service.look(code, None)
            assert look.start is not None
            names.append(look.seats[look.start].name)
            seat = next(seat.seat for seat in look.seats if seat.name == "Ann")
            await service.resign(code, ANN, seat)
            code = await _again(service, code)
        assert names in (["Ann", "Ben", "Ann", "Ben", "Ann"], ["Ben", "Ann", "Ben", "Ann", "Ben"])

    serve(database, scenario)


async def _again(service: Service, code: str) -> str:
    look = await service.look(code, ANN)
    seat = look.mine[0]
    await service.offer_rematch(code, ANN, seat)
    new = await service.answer_rematch(code, BEN, 1 - seat, True)
    assert new is not None
    return new


def starts(game: str, rule: str, players: int, start: int, result: object, chosen: int | None = None) -> set[int]:
    options = GAMES[game].options.of({"firstPlayer": rule})
    rng = Rng(1)
    drawn = [next_start(options, players, start, result, chosen, rng) for _ in range(60)]  # type: ignore[arg-type]
    return set(drawn)


def places(*given: int) -> Outcome:
    return Outcome(("points",), given, (0,) * len(given))


@pytest.mark.parametrize(
    ("rule", "players", "start", "result", "expected"),
    [
        ("random", 2, 0, places(1, 2), {0, 1}),
        ("loser", 2, 0, places(1, 2), {0}),  # from seat 1 to seat 0
        ("loser", 2, 0, places(2, 1), {1}),
        ("loser", 2, 0, places(1, 1), {0}),  # nobody lost: the other one starts, who moves from seat 1 to seat 0
        ("loser", 2, 1, Ending("resigned", (1,), 0), {1}),
        ("loser", 2, 1, Ending("agreed draw", (0, 1)), {1}),
        ("loser", 2, 0, Ending("abandoned", (1,)), {1}),
        ("alternate", 2, 0, places(1, 2), {0}),
        ("alternate", 2, 1, places(1, 2), {1}),
    ],
)
def test_who_starts_a_rematch(rule: str, players: int, start: int, result: object, expected: set[int]) -> None:
    assert starts("duel", rule, players, start, result) == expected


def test_who_starts_a_rematch_of_four() -> None:
    assert starts("splendor", "random", 4, 0, places(1, 2, 3, 4)) == {0, 1, 2, 3}
    assert starts("splendor", "chosen", 4, 0, places(1, 2, 3, 4), 3) == {3}


def test_everybody_moves_up_one_seat() -> None:
    chairs = [Chair("person", name, owners={name}, secret="old") for name in "abcd"]
    assert [chair.name for chair in rotated(chairs)] == ["d", "a", "b", "c"]
    assert all(chair.secret is None for chair in rotated(chairs))
    assert Counter(owner for chair in rotated(chairs) for owner in chair.owners) == Counter("abcd")
