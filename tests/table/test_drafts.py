"""A turn is a private draft until it is committed: what commits in each game, and undo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tavola.rules.chance import Rng, pick
from tavola.table.config import Config
from tavola.table.errors import NothingToUndo, Stale
from tavola.table.look import Answer, Kind, Look, Status
from tavola.table.service import Service
from tests.table.desk import ANN, BEN, FAST, FORGETFUL, ME, mover, play, serve, two_people

both_memories = pytest.mark.parametrize("config", [FAST, FORGETFUL], ids=["cached", "forgetful"])


def other(player: str) -> str:
    return BEN if player == ANN else ANN


def texts(look: Look) -> list[str]:
    return [choice.text for choice in look.legal]


@both_memories
def test_lost_cities_laying_is_a_draft_and_drawing_commits(database: str, config: Config) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        before = [await service.look(code, eyes) for eyes in (other(player), None)]
        assert all(not choice.commits for choice in look.legal)
        laid = await play(service, code, player, look, next(text for text in texts(look) if text.startswith("discard")))
        assert (laid.ply, laid.draft, laid.can_undo, laid.seq) == (look.ply + 1, 1, True, look.seq)
        assert laid.rev > look.rev
        assert laid.log[-1].draft
        assert laid.log[-1].events
        assert [await service.look(code, eyes) for eyes in (other(player), None)] == before
        assert all(choice.commits for choice in laid.legal)
        drawn = await play(service, code, player, laid, "draw")
        assert (drawn.ply, drawn.draft, drawn.can_undo, drawn.legal) == (look.ply + 2, 0, False, ())
        assert not any(line.draft for line in drawn.log)
        assert drawn.seq == look.seq + 2
        seen = await service.look(code, other(player))
        assert (seen.seq, seen.ply, seen.to_move) == (drawn.seq, drawn.ply, 1 - laid.to_move if laid.to_move else 1)
        assert [line.text for line in seen.log[-2:]] == [line.text for line in drawn.log[-2:]]

    serve(database, scenario, config)


def test_splendor_a_take_commits_when_it_ends_the_turn(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service, "splendor")
        rng = Rng(3)
        returned = 0
        while returned < 3:
            player, look = await mover(service, code)
            takes = [choice for choice in look.legal if choice.text.startswith("take")]
            # Tokens are hoarded until some must be returned: then the take alone ends nothing and reveals nothing.
            choice = pick(rng, takes or look.legal)
            after = await play(service, code, player, look, choice.text)
            if choice.text.startswith("take") and not choice.commits:
                assert all(text.startswith("return") for text in texts(after))
                assert after.draft == 1
                returned += 1
            elif choice.commits:
                assert after.draft == 0
                assert after.seq > look.seq
            last = [choice.commits for choice in after.legal]
            assert len(set(last)) < 2 or not choice.text.startswith("return")

    serve(database, scenario)


def test_duel_privileges_are_a_draft_and_replenishing_commits_them(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service, "duel")
        rng = Rng(5)
        found = False
        while not found:
            player, look = await mover(service, code)
            steps = {choice.text.split()[0]: choice for choice in look.legal}
            if "privilege" in steps and "replenish" in steps:
                found = True
                assert steps["replenish"].commits
                assert not steps["privilege"].commits
                before = await service.look(code, other(player))
                used = await play(service, code, player, look, steps["privilege"].text)
                assert await service.look(code, other(player)) == before
                if "replenish" not in texts(used):
                    found = False
                    used = await service.look(code, player)
                    await service.undo(code, player, used.to_move or 0, used.ply)
                else:
                    full = await play(service, code, player, used, "replenish")
                    # The privilege, the replenishment and what chance drew; the turn goes on, and cannot be undone.
                    assert (full.seq - look.seq, full.ply - look.ply, full.draft) == (3, 3, 0)
                    assert full.to_move == look.to_move
                    assert full.log[-1].seat is None
                    assert full.log[-1].text == ""
                    with pytest.raises(NothingToUndo):
                        await service.undo(code, player, full.to_move or 0, full.ply)
                    return
            await play(service, code, player, await service.look(code, player), pick(rng, look.legal).text)

    serve(database, scenario)


SHOWN = {"Refilled", "Replenished", "Drew", "RoundScored"}
"""Events that show the mover something new; a card reserved from a deck does so too."""


def shows(event: object) -> bool:
    name = type(event).__name__
    return name in SHOWN or (name == "ReservedCard" and event.slot is None)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("lost-cities", {"rounds": "1"}, {"turn"}),
        ("splendor", {}, {"turn", "shown"}),
        ("duel", {}, {"turn", "shown", "extra turn"}),
        ("duel", {"pyramidRefill": "immediate"}, {"turn", "shown", "extra turn"}),
    ],
)
def test_a_step_commits_when_the_turn_ends_or_something_is_shown(
    database: str, game: str, options: dict[str, str], expected: set[str]
) -> None:
    async def scenario(service: Service) -> None:
        found: set[str] = set()
        for seed in range(8):
            code = await service.open(game, options, [ME, ME], ANN, "Ann")
            rng = Rng(seed)
            look = await service.look(code, ANN)
            while look.status is Status.PLAYING:
                assert isinstance(look.eyes, int)
                buys = [choice for choice in look.legal if choice.text.startswith("buy")]
                choice = pick(rng, buys or look.legal)
                after = await play(service, code, ANN, look, choice.text)
                ended = (after.to_move, after.view.turns) != (look.to_move, look.view.turns)
                shown = any(shows(event) for line in after.log if line.ply > look.ply for event in line.events)
                assert choice.commits is (ended or shown or after.status is Status.OVER)
                assert (after.draft == 0 and after.seq > look.seq) is choice.commits
                if choice.commits and after.to_move == look.to_move:
                    found.add("shown" if not ended else "both" if shown else "extra turn")
                elif choice.commits:
                    found.add("turn")
                look = await service.look(code, ANN)
            if expected <= found:
                return
        assert expected <= found

    serve(database, scenario, rng=lambda: Rng("the same deal"))


@both_memories
def test_undo_takes_back_the_draft_step_by_step(database: str, config: Config) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        player, look = await mover(service, code)
        assert isinstance(look.eyes, int)
        with pytest.raises(NothingToUndo):
            await service.undo(code, player, look.eyes, look.ply)
        laid = await play(service, code, player, look, texts(look)[0])
        with pytest.raises(Stale):
            await service.undo(code, player, look.eyes, look.ply)
        assert await service.undo(code, player, look.eyes, laid.ply) == Answer(look.seq, look.ply)
        back = await service.look(code, player)
        assert (back.seq, back.rev) > (laid.seq, laid.rev)
        assert replace(back, rev=0) == replace(look, rev=0)
        # Another card this time.
        laid = await play(service, code, player, back, texts(look)[-1])
        drawn = await play(service, code, player, laid, "draw")
        assert [line.text for line in drawn.log if line.kind is Kind.ACTED and line.seat is not None] == [
            texts(look)[-1],
            "draw",
        ]
        with pytest.raises(NothingToUndo):
            await service.undo(code, player, look.eyes, drawn.ply)

    serve(database, scenario, config)
