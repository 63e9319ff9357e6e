"""No card that a seat or a spectator may not know is in anything that they are given, at any ply of random games."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tavola.rules.chance import Rng, pick
from tavola.rules.record import dump
from tavola.table.look import Kind, Look, Status, to_plain
from tavola.table.service import Service
from tests.contract.oracles.registry import MEMORIES
from tests.contract.play import words
from tests.table.desk import ANN, BEN, EVE, ME, PERSON, live, serve, two_people

OWNERS = (ANN, BEN, EVE, "fay-id")
# In a match of several rounds the log tells of cards that are hidden again: one round, then.
CASES = [
    ("lost-cities", 2, {"rounds": "1"}),
    ("lost-cities", 2, {"rounds": "1", "colours": "6"}),
    ("splendor", 2, {}),
    ("splendor", 4, {"target": "10"}),
    ("splendor", 3, {"reservedVisibility": "allOpen"}),
    ("duel", 2, {}),
    ("duel", 2, {"pyramidRefill": "immediate"}),
]


def told(look: Look, lines: int | None = None) -> set[str]:
    """All the words of a look, or all but the older lines of its log; its code and its times are no cards."""
    newest = look if lines is None else replace(look, log=look.log[-lines:])
    data: dict[str, Any] = to_plain(newest) | {"code": "", "previous": None}
    for line in data["log"]:
        line["at"] = None
    # What `repr` would show, too: the actions of the choices are objects.
    return words(json.loads(json.dumps(data))) | words(repr([choice.action for choice in look.legal]))


@pytest.mark.parametrize(("game", "players", "options"), CASES, ids=str)
def test_no_look_holds_a_hidden_card(database: str, game: str, players: int, options: dict[str, str]) -> None:
    async def scenario(service: Service) -> None:
        code = await service.open(game, options, [ME] + [PERSON] * (players - 1), ANN, "Ann")
        for guest in OWNERS[1:players]:
            await service.join(code, guest, "Zz")
        everybody: list[tuple[str | None, int | None]] = [*zip(OWNERS, range(players), strict=False), (None, None)]
        game_live = await live(service, code)
        initial = game_live.game.initial(players, game_live.options, game_live.start or 0)
        memories = {seat: MEMORIES[game](seat, initial) for _, seat in everybody}
        seen = dict.fromkeys(memories, 0)
        rng = Rng(str(options))
        for number in range(160):
            looks = {seat: await service.look(code, owner) for owner, seat in everybody}
            for seat, look in looks.items():
                assert look.eyes == seat
                acted = [line for line in look.log if line.kind is Kind.ACTED]
                for line in acted[seen[seat] :]:
                    for event in line.events:
                        memories[seat].see(event)
                seen[seat] = len(acted)
                world = (await live(service, code)).shown(seat)
                memories[seat].agree(world)
                if look.status is Status.PLAYING:
                    leaked = memories[seat].secrets(world) & told(look, None if number % 25 == 0 else 8)
                    assert not leaked, f"seat {seat} at action {number} is told of {leaked}"
                    assert look.views == ()
            public = looks[None]
            if public.to_move is None:
                break
            if number % 25 == 0:
                await _check_records(service, code, looks, memories)
            mover = looks[public.to_move]
            choice = pick(rng, mover.legal)
            await service.submit(code, OWNERS[public.to_move], public.to_move, choice.text, mover.ply)
            if not choice.commits:
                for owner, seat in everybody:
                    if seat != public.to_move:
                        assert await service.look(code, owner) == looks[seat], "others do not notice a draft"

    serve(database, scenario)


async def _check_records(service: Service, code: str, looks: dict[int | None, Look], memories: dict[Any, Any]) -> None:
    state = (await live(service, code)).state
    for seat, look in looks.items():
        owner = None if seat is None else OWNERS[seat]
        text = dump(await service.record(code, owner))
        replayed = [await service.replay(code, n, seat, owner) for n in (1, look.plies // 2, look.plies)]
        if look.draft == 0:
            hidden = memories[seat].secrets(state)
            assert not hidden & words(text)
            for back in replayed:
                assert not hidden & told(back)


def test_the_check_would_notice_a_leak(database: str) -> None:
    async def scenario(service: Service) -> None:
        code = await two_people(service)
        ann, ben = await service.look(code, ANN), await service.look(code, BEN)
        world = (await live(service, code)).state
        memory = MEMORIES["lost-cities"](0, (await live(service, code)).state_at(0))
        for line in ann.log:
            for event in line.events:
                memory.see(event)
        assert not memory.secrets(world) & told(ann)
        assert memory.secrets(world) & told(ben)

    serve(database, scenario)
