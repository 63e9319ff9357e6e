"""Takebacks: whom they need, what they take back, and what comes after."""

from __future__ import annotations

import pytest

from tavola.rules.chance import Rng, pick
from tavola.table.errors import NoOffer, NothingToTakeBack, NotPlaying
from tavola.table.live import MARK
from tavola.table.look import Asked, Kind, Look
from tavola.table.service import Service
from tests.table.desk import (
    ANN,
    BEN,
    BOT,
    EVE,
    FORGETFUL,
    ME,
    PERSON,
    mover,
    play,
    play_turn,
    serve,
    two_people,
    until,
    who,
)


def test_a_takeback_needs_the_other_person(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, first = await mover(service, code)
        assert isinstance(first.eyes, int)
        seat, other = first.eyes, 1 - first.eyes
        assert not first.can_take_back
        with pytest.raises(NothingToTakeBack):
            await service.ask_takeback(code, player, seat)
        with pytest.raises(NoOffer):
            await service.answer_takeback(code, who(other), other, True)
        await play_turn(service, code, rng := Rng(1))
        await play_turn(service, code, rng)
        before = await service.look(code, player)
        await play_turn(service, code, rng)
        after = await service.look(code, player)
        assert (after.to_move, after.can_take_back) == (other, True)
        await service.ask_takeback(code, player, seat)
        await service.ask_takeback(code, player, seat)
        for eyes in (ANN, BEN, None):
            assert (await service.look(code, eyes)).asked == Asked(seat, before.ply, (other,))
        with pytest.raises(NotPlaying, match="answer it first"):
            await service.ask_takeback(code, who(other), other)
        with pytest.raises(NoOffer):
            await service.answer_takeback(code, player, seat, True)
        await service.answer_takeback(code, who(other), other, False)
        refused = await service.look(code, player)
        assert (refused.asked, refused.ply) == (None, after.ply)
        await service.ask_takeback(code, player, seat)
        await service.answer_takeback(code, player, seat, False)  # withdrawn
        await service.ask_takeback(code, player, seat)
        await service.answer_takeback(code, who(other), other, True)
        back = await service.look(code, player)
        assert (back.ply, back.to_move, back.asked) == (before.ply, seat, None)
        assert back.view == before.view
        assert back.legal == before.legal
        assert back.seq > refused.seq, "the log only grows"
        assert [line.kind for line in back.log if line.kind is not Kind.ACTED][-3:] == [
            Kind.ASKED,
            Kind.AGREED,
            Kind.TAKEN_BACK,
        ]
        assert max(line.ply for line in back.log) == before.ply
        await play_turn(service, code, rng)
        assert (await service.look(code, None)).to_move == other

    serve(database, scenario, FORGETFUL)


def test_a_move_answers_no(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        await play_turn(service, code, Rng(1))
        await service.ask_takeback(code, player, look.to_move or 0)
        foe, theirs = await mover(service, code)
        drafted = await play(service, code, foe, theirs, theirs.legal[0].text)
        assert drafted.asked is not None, "a draft answers nothing: nobody may know of it"
        await play(service, code, foe, drafted, "draw")
        assert (await service.look(code, None)).asked is None

    serve(database, scenario)


def test_a_takeback_drops_the_draft_of_the_one_who_agrees(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        await play_turn(service, code, Rng(1))
        foe, theirs = await mover(service, code)
        await play(service, code, foe, theirs, theirs.legal[0].text)
        await service.ask_takeback(code, player, look.to_move or 0)
        assert (await service.look(code, foe)).draft == 1
        await service.answer_takeback(code, foe, theirs.to_move or 0, True)
        assert (await service.look(code, foe)).draft == 0
        assert (await service.look(code, player)).legal == look.legal

    serve(database, scenario, FORGETFUL)


def test_bots_agree_at_once_and_their_moves_are_taken_back_too(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {}, [ME, BOT, BOT], ANN, "Ann")
        before = await until(service, code, ANN, lambda look: look.to_move == 0)
        choice = next(choice for choice in before.legal if choice.commits)
        await service.submit(code, ANN, 0, choice.text, before.ply)
        after = await until(service, code, ANN, lambda look: look.to_move == 0 and look.ply > before.ply)
        assert after.ply >= before.ply + 3
        await service.ask_takeback(code, ANN, 0)
        back = await service.look(code, ANN)
        assert (back.ply, back.view, back.to_move) == (before.ply, before.view, 0)
        # And once more, from the turn before.
        if any(line.seat == 0 and line.kind is Kind.ACTED for line in back.log):
            await service.ask_takeback(code, ANN, 0)

    serve(database, scenario)


def test_with_three_people_all_others_must_agree(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {"firstPlayer": "chosen"}, [ME, PERSON, PERSON], ANN, "A", None, 0)
        await service.join(code, BEN, "B")
        await service.join(code, EVE, "E")
        look = await service.look(code, ANN)
        await play(service, code, ANN, look, next(choice.text for choice in look.legal if choice.commits))
        await service.ask_takeback(code, ANN, 0)
        await service.answer_takeback(code, EVE, 2, True)
        asked = (await service.look(code, None)).asked
        assert asked == Asked(0, look.ply, (1,))
        with pytest.raises(NoOffer):
            await service.answer_takeback(code, EVE, 2, True)
        await service.answer_takeback(code, BEN, 1, True)
        assert (await service.look(code, ANN)).view == look.view

    serve(database, scenario, FORGETFUL)


def test_ones_own_seats_agree_by_themselves(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {}, [ME, ME], ANN, "Ann")
        look = await service.look(code, ANN)
        assert isinstance(look.to_move, int)
        await play(service, code, ANN, look, next(choice.text for choice in look.legal if choice.commits))
        await service.ask_takeback(code, ANN, look.to_move)
        assert (await service.look(code, ANN)).ply == look.ply
        # One person at two of three seats answers for both.
        three = await service.open("splendor", {"firstPlayer": "chosen"}, [ME, PERSON, PERSON], ANN, "A", None, 0)
        await service.join(three, BEN, "B", 1)
        await service.join(three, BEN, "C", 2)
        look = await service.look(three, ANN)
        await play(service, three, ANN, look, next(choice.text for choice in look.legal if choice.commits))
        await service.ask_takeback(three, ANN, 0)
        await service.answer_takeback(three, BEN, 2, True)
        assert (await service.look(three, ANN)).view == look.view

    serve(database, scenario)


def test_a_takeback_takes_the_whole_turn_chance_included(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("duel", {}, [ME, ME], ANN, "Ann")
        rng = Rng(2)
        while True:
            look = await service.look(code, ANN)
            assert isinstance(look.to_move, int)
            replenish = next((choice for choice in look.legal if choice.text == "replenish"), None)
            if replenish is not None and look.draft == 0:
                break
            choice = look.legal[rng.getrandbits(16) % len(look.legal)]
            await service.submit(code, ANN, look.to_move, choice.text, look.ply)
        full = await play(service, code, ANN, look, "replenish")
        assert full.to_move == look.to_move
        await service.ask_takeback(code, ANN, look.to_move)
        back = await service.look(code, ANN)
        assert (back.ply, back.view) == (look.ply, look.view)
        again = await play(service, code, ANN, back, "replenish")
        assert again.ply == full.ply

    serve(database, scenario, FORGETFUL)


def test_after_a_takeback_the_game_goes_another_way(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open("splendor", {}, [ME, ME], ANN, "Ann")
        rng = Rng(2)

        async def move() -> Look:
            look = await service.look(code, ANN)
            assert isinstance(look.to_move, int)
            await service.submit(code, ANN, look.to_move, pick(rng, look.legal).text, look.ply)
            return await service.look(code, ANN)

        for mark in (MARK, 2 * MARK):
            while (await service.look(code, None)).plies < mark + 1:
                await move()
            for _ in range(3):
                seat = (await service.look(code, ANN)).to_move
                assert isinstance(seat, int)
                await service.ask_takeback(code, ANN, 1 - seat)
        while (await service.look(code, None)).plies < 2 * MARK + 8:
            await move()
        last = await service.look(code, ANN)
        remembered = [await service.replay(code, n, None, None) for n in range(last.plies + 1)]
        service.forget()
        assert [await service.replay(code, n, None, None) for n in range(last.plies + 1)] == remembered
        assert await service.look(code, ANN) == last

    serve(database, scenario)
