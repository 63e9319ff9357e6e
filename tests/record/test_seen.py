"""A record as one seat may see it: nothing hidden is in it, and it completes to a game the seat would not doubt."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from tavola.rules import GAMES, NotUnderstood, plain
from tavola.rules.chance import Rng
from tavola.rules.lost_cities.events import Dealt, Drew
from tavola.rules.record import OPEN, Record, complete, dump, parse, replay, seen_by
from tests.record.games import SETUPS, random_game

Setup = tuple[str, int, tuple[tuple[str, str], ...]]
CODE = re.compile(r"\b(?:[ybwgrp](?:x|10|[2-9])|[123][wbgrkxo]\d+|n\d+|r[1-4])\b")


def parts(setup: Setup, seed: int) -> list[Record]:
    """A whole game, and the first part of one."""
    return [random_game(*setup, seed=seed), random_game(*setup, seed=seed, longest=25 + seed)]


def eyes(record: Record) -> tuple[int | None, ...]:
    return (*range(record.players), None)


def shown_to(record: Record, seat: int | None) -> set[str]:
    """The codes of all cards that were in a view of the seat, in an event it saw, or named in an action."""
    game = GAMES[record.game]
    seen = {
        code for ply in record.plies[1:] for code in CODE.findall(game.to_text(ply)) if "deal" not in game.to_text(ply)
    }
    for _, step in replay(record):
        data = [plain.dump(game.view(step.state, seat)), *(plain.dump_event(e.seen_by(seat)) for e in step.events)]
        seen.update(CODE.findall(json.dumps(data)))
    return seen


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_there_and_back(setup: Setup, seed: int) -> None:
    for record in parts(setup, seed):
        for seat in eyes(record):
            seen = seen_by(record.comment("3w1 lies on top"), seat)
            text = dump(seen)
            assert f"\nSeen by: {'spectator' if seat is None else seat + 1}\n" in text
            assert parse(text) == seen
            assert dump(parse(text)) == text
            assert "#" not in text
            assert seen.result == record.result
            assert len(seen.plies) == len(record.plies)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_the_seat_did_not_see(setup: Setup, seed: int) -> None:
    hidden = 0
    for record in parts(setup, seed):
        for seat in eyes(record):
            text = dump(seen_by(record, seat))
            assert set(CODE.findall(text)) <= shown_to(record, seat)
            hidden += text.count("??")
    assert hidden


@pytest.mark.parametrize("seed", range(3))
def test_a_seat_of_lost_cities_knows_its_hand_and_its_draws_and_no_more(seed: int) -> None:
    record = random_game("lost-cities", 2, (("stallLimit", "20"),), seed=seed)
    for seat in eyes(record):
        drawn: list[int] = []
        for _, step in replay(record):
            for event in step.events:
                if isinstance(event, Dealt):
                    drawn.append(0 if seat is None else 8)
                elif isinstance(event, Drew):
                    drawn[-1] += event.seat == seat
        deals = [line for line in dump(seen_by(record, seat)).splitlines() if line.startswith("deal")]
        assert [len(CODE.findall(line)) for line in deals] == drawn
        assert [line.count("??") for line in deals] == [60 - count for count in drawn]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_a_completed_record_shows_the_seat_what_it_saw(setup: Setup, seed: int) -> None:
    for record in parts(setup, seed):
        game = GAMES[record.game]
        for seat in eyes(record):
            seen = seen_by(record, seat)
            world = complete(seen, Rng(seed))
            assert world.eyes is OPEN
            assert parse(dump(world)) == world
            assert seen_by(world, seat) == seen
            for (_, true), (_, other) in zip(replay(record), replay(world), strict=True):
                assert game.view(other.state, seat) == game.view(true.state, seat)
                assert [e.seen_by(seat) for e in other.events] == [e.seen_by(seat) for e in true.events]


@pytest.mark.parametrize("name", GAMES)
def test_completions_differ(name: str) -> None:
    seen = seen_by(random_game(name, 2, (), longest=20), 1)
    assert len({complete(seen, Rng(seed)).plies[0] for seed in range(5)}) == 5


def test_eyes_do_not_open_again() -> None:
    seen = seen_by(random_game("duel", 2, (), longest=9), 1)
    assert seen_by(seen, 1) == seen
    for seat in (0, None):
        with pytest.raises(NotUnderstood, match="another seat"):
            seen_by(seen, seat)
    with pytest.raises(NotUnderstood, match="complete it first"):
        next(replay(seen))


def test_a_record_that_no_game_fits_is_refused() -> None:
    record = random_game("lost-cities", 2, (("rounds", "1"),), longest=8)
    seen = seen_by(record, 0)
    wrong = replace(seen, plies=(*seen.plies[:3], *seen.plies[2:]))
    with pytest.raises(NotUnderstood, match="No game fits this record: ply 4"):
        complete(wrong, Rng(1))


def test_an_open_record_is_complete() -> None:
    record = random_game("splendor", 2, (), longest=9)
    assert complete(record, Rng(1)) == record


def test_a_spectator_can_be_told_from_seat_one() -> None:
    record = random_game("lost-cities", 2, (("rounds", "1"),), longest=9)
    assert seen_by(record, None) != seen_by(record, 0)
    assert parse(dump(seen_by(record, None))).eyes is None
