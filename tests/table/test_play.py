"""Moves: repeated, stale, racing and forbidden ones."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tavola.rules.chance import Rng, pick
from tavola.rules.errors import NotLegal, NotUnderstood
from tavola.table.config import Config
from tavola.table.errors import (
    GameOver,
    NoSuchTable,
    NotPlaying,
    NotYourSeat,
    NotYourTurn,
    Stale,
)
from tavola.table.look import Answer, Look, Status
from tavola.table.service import Service
from tests.table.desk import ANN, BEN, EVE, FAST, FORGETFUL, ME, PERSON, live, mover, play, play_out, serve, two_people

both_memories = pytest.mark.parametrize("config", [FAST, FORGETFUL], ids=["cached", "forgetful"])


def other(player: str) -> str:
    return BEN if player == ANN else ANN


def texts(look: Look) -> list[str]:
    return [choice.text for choice in look.legal]


@both_memories
def test_a_repeated_move_is_answered_as_the_first_time(database: str, config: Config) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        assert isinstance(look.eyes, int)
        text = next(text for text in texts(look) if text.startswith("discard"))
        first = await service.submit(code, player, look.eyes, text, look.ply)
        assert not first.repeated
        assert await service.submit(code, player, look.eyes, text, look.ply) == replace(first, repeated=True)
        drawn = await service.submit(code, player, look.eyes, "draw", first.ply)
        # Spelled differently, it is the same move.
        assert await service.submit(code, player, look.eyes, " Draw ", first.ply) == replace(drawn, repeated=True)
        # Also when the others have moved on.
        foe, theirs = await mover(service, code)
        laid = await play(service, code, foe, theirs, texts(theirs)[0])
        await play(service, code, foe, laid, "draw")
        assert await service.submit(code, player, look.eyes, "draw", first.ply) == replace(drawn, repeated=True)
        assert (await service.submit(code, player, look.eyes, text, look.ply)).repeated

    serve(database, scenario, config)


def test_a_repeated_move_that_set_chance_going_is_answered_as_the_first_time(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service, "duel")
        rng = Rng(2)
        while True:
            player, look = await mover(service, code)
            choice = next((c for c in look.legal if c.text == "replenish"), pick(rng, look.legal))
            assert isinstance(look.eyes, int)
            first = await service.submit(code, player, look.eyes, choice.text, look.ply)
            again = await service.submit(code, player, look.eyes, choice.text, look.ply)
            assert again == replace(first, repeated=True)
            if choice.text == "replenish":
                assert first.ply == look.ply + 2
                return

    serve(database, scenario)


@both_memories
def test_a_stale_move_says_where_the_table_is(database: str, config: Config) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        assert isinstance(look.eyes, int)
        laid = await play(service, code, player, look, texts(look)[0])
        for ply in (look.ply - 1, look.ply, laid.ply + 1, -1, 10**9):
            with pytest.raises(Stale) as caught:
                await service.submit(code, player, look.eyes, texts(look)[1], ply)
            assert (caught.value.seq, caught.value.ply) == (laid.seq, laid.ply)
        # The other seat is not told of the draft.
        with pytest.raises(Stale) as told:
            await service.submit(code, other(player), 1 - look.eyes, "draw", laid.ply)
        assert (told.value.seq, told.value.ply) == (look.seq, look.ply)
        with pytest.raises(NotYourTurn):
            await service.submit(code, other(player), 1 - look.eyes, "draw", look.ply)

    serve(database, scenario, config)


@both_memories
def test_of_two_racing_moves_one_wins(database: str, config: Config) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service, "splendor")
        for _ in range(10):
            player, look = await mover(service, code)
            assert isinstance(look.eyes, int)
            takes = [choice.text for choice in look.legal if choice.text.startswith("take") and choice.commits][:4]
            if len(takes) < 2:
                break
            answers = await asyncio.gather(
                *(service.submit(code, player, look.eyes, text, look.ply) for text in takes), return_exceptions=True
            )
            assert sum(isinstance(answer, Answer) for answer in answers) == 1
            assert sum(isinstance(answer, Stale) for answer in answers) == len(takes) - 1
            assert (await service.look(code, None)).ply == look.ply + 1

    serve(database, scenario, config)


def test_the_same_move_sent_twice_at_once_is_played_once(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        assert isinstance(look.eyes, int)
        sent = [service.submit(code, player, look.eyes, texts(look)[0], look.ply) for _ in range(5)]
        answers = await asyncio.gather(*sent)
        assert sorted(answer.repeated for answer in answers) == [False, True, True, True, True]
        assert {(answer.seq, answer.ply) for answer in answers} == {(look.seq, look.ply + 1)}

    serve(database, scenario)


def test_two_services_on_one_database_cannot_both_win(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service, "splendor")
        async with Service(database, FAST) as twin:
            for _ in range(8):
                player, look = await mover(service, code)
                assert isinstance(look.eyes, int)
                await twin.look(code, None)  # now both have it in memory
                first, second = [choice.text for choice in look.legal if choice.commits][:2]
                answers = await asyncio.gather(
                    service.submit(code, player, look.eyes, first, look.ply),
                    twin.submit(code, player, look.eyes, second, look.ply),
                    return_exceptions=True,
                )
                assert sorted(type(answer).__name__ for answer in answers) == ["Answer", "Stale"]
                loser = service if isinstance(answers[0], Stale) else twin
                assert (await loser.look(code, None)).ply == look.ply + 1
                service.forget()
                twin.forget()

    serve(database, scenario)


def test_two_services_on_one_database_cannot_both_draft(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        async with Service(database, FAST) as twin:
            player, look = await mover(service, code)
            assert isinstance(look.eyes, int)
            await twin.look(code, None)
            first, second = texts(look)[:2]
            answers = await asyncio.gather(
                service.submit(code, player, look.eyes, first, look.ply),
                twin.submit(code, player, look.eyes, second, look.ply),
                return_exceptions=True,
            )
            assert sorted(type(answer).__name__ for answer in answers) == ["Answer", "Stale"]

    serve(database, scenario)


def test_what_the_rules_forbid_is_refused_with_their_sentence(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        assert isinstance(look.eyes, int)
        with pytest.raises(NotLegal, match="Lay a card first"):
            await service.submit(code, player, look.eyes, "draw", look.ply)
        for nonsense in ("jump", "", "play", "deal", "x" * 10_000, "play \ud800"):
            with pytest.raises((NotUnderstood, NotLegal)):
                await service.submit(code, player, look.eyes, nonsense, look.ply)
        # Nobody but chance deals.
        deal = "deal " + " ".join(card.code for card in (await live(service, code)).state.deck)
        with pytest.raises(NotLegal):
            await service.submit(code, player, look.eyes, deal[:400], look.ply)
        assert await service.look(code, player) == look

    serve(database, scenario)


def test_only_the_owner_of_a_seat_acts_for_it(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        assert isinstance(look.eyes, int)
        seat, text = look.eyes, texts(look)[0]
        for stranger in (EVE, other(player), "", "nobody"):
            with pytest.raises(NotYourSeat):
                await service.submit(code, stranger, seat, text, look.ply)
            with pytest.raises(NotYourSeat):
                await service.undo(code, stranger, seat, look.ply)
            with pytest.raises(NotYourSeat):
                await service.resign(code, stranger, seat)
            with pytest.raises(NotYourSeat):
                await service.ask_takeback(code, stranger, seat)
            with pytest.raises(NotYourSeat):
                await service.answer_takeback(code, stranger, seat, True)
            with pytest.raises(NotYourSeat):
                await service.offer_rematch(code, stranger, seat)
            with pytest.raises(NotYourSeat):
                await service.answer_rematch(code, stranger, seat, True)
            with pytest.raises(NotYourSeat):
                await service.seat_link(code, stranger, seat)
            with pytest.raises(NotYourSeat):
                await service.look(code, stranger, seat)
            with pytest.raises(NotYourSeat):
                await service.record(code, stranger, seat)
            with pytest.raises(NotYourSeat):
                await service.replay(code, 1, seat, stranger)
        for no_seat in (2, -1, 99):
            with pytest.raises(NotYourSeat):
                await service.submit(code, player, no_seat, text, look.ply)
        assert (await service.look(code, EVE)).eyes is None
        assert (await service.look(code, EVE)).legal == ()
        with pytest.raises(NoSuchTable):
            await service.submit("nosuchtable", player, seat, text, look.ply)

    serve(database, scenario)


def test_a_table_that_waits_or_is_over_takes_no_moves(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("lost-cities", {"rounds": "1"}, [ME, PERSON], ANN, "Ann")
        with pytest.raises(NotPlaying):
            await service.submit(code, ANN, 0, "draw", 0)
        assert (await service.look(code, ANN)).legal == ()
        with pytest.raises(NotPlaying):
            await service.resign(code, ANN, 0)
        await service.join(code, BEN, "Ben")
        over = await play_out(service, code, [ANN, BEN])
        assert over.status is Status.OVER
        assert over.ending is not None
        with pytest.raises(GameOver):
            await service.submit(code, ANN, 0, "draw", over.ply)
        with pytest.raises(GameOver):
            await service.undo(code, ANN, 0, over.ply)
        with pytest.raises(GameOver):
            await service.ask_takeback(code, ANN, 0)

    serve(database, scenario)


@pytest.mark.parametrize("game", ["lost-cities", "splendor", "duel"])
def test_a_game_is_the_same_when_every_call_loads_it_again(database: str, game: str) -> None:
    async def scenario(service: Service) -> list[Look]:
        code = await service.open(game, {}, [ME, ME], ANN, "Ann")
        rng = Rng(7)
        for _ in range(60):
            look = await service.look(code, ANN)
            await service.submit(code, ANN, look.to_move or 0, pick(rng, look.legal).text, look.ply)
        looks = [await service.look(code, eyes) for eyes in (ANN, None)]
        service.forget()
        assert [await service.look(code, eyes) for eyes in (ANN, None)] == looks
        return [replace(look, code="", log=tuple(replace(line, at=None) for line in look.log)) for look in looks]

    # The same chance for both, so that the same game is played.
    remembered, forgotten = (
        serve(database, scenario, config, rng=lambda: Rng("chance")) for config in (FAST, FORGETFUL)
    )
    assert remembered == forgotten


def test_one_who_does_not_wait_for_the_answer_has_moved_all_the_same(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        assert isinstance(look.eyes, int)
        asked = asyncio.create_task(service.submit(code, player, look.eyes, texts(look)[0], look.ply))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await service.submit(code, player, look.eyes, texts(look)[0], look.ply)
        assert (await service.look(code, player)).ply == look.ply + 1
        service.forget()
        assert (await service.look(code, player)).ply == look.ply + 1

    serve(database, scenario)
