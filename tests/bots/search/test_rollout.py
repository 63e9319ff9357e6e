"""Rollouts: legal, repeatable, stopped when asked, and the tried actions come first."""

from __future__ import annotations

import dataclasses
import time
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from tavola.bots.arrays.library import mapped
from tavola.bots.arrays.lost_cities_table import BITS, FIELD, WAGERS
from tavola.bots.arrays.lost_cities_worlds import decks
from tavola.bots.nets.bot import PATIENCE, NetBot, considered, simple
from tavola.bots.nets.weights import Net
from tavola.bots.search.rollout import ENDED, FEWEST, LONGEST, Candidate, Searcher, Settings, _actions
from tavola.bots.search.world import world_of
from tavola.rules import GAMES
from tavola.rules.lost_cities.actions import Draw, Take
from tests.bots.search.test_tree import positions

SMALL = Settings(worlds=20, candidates=4, likely=0, seconds=60)


def test_it_ranks_every_legal_action_the_same_way_again() -> None:
    game, bot = GAMES["lost-cities"], Searcher(SMALL)
    bot.pace = 1e-9  # a fast machine: all worlds at the first look
    for state, view in positions("lost-cities", "rollouts", 60)[::20]:
        legal = game.legal_actions(state)
        ranked = bot.rank(view, legal, Random(1))
        assert sorted(map(game.to_text, (one.action for one in ranked))) == sorted(map(game.to_text, legal))
        tried = [bool(one.games) for one in ranked]
        assert tried == sorted(tried, reverse=True)
        assert sum(tried) == (min(4, len(legal)) if len(legal) > 1 else 0)
        assert {one.games for one in ranked if one.games} <= {20}
        assert [one.action for one in bot.rank(view, legal, Random(1))] == [one.action for one in ranked]
        assert bot.choose(view, legal, Random(1)) in legal


def test_it_stops_when_asked() -> None:
    state, view = positions("lost-cities", "stop", 3)[-1]
    ranked = Searcher(SMALL).rank(view, GAMES["lost-cities"].legal_actions(state), Random(1), lambda: True)
    assert not any(one.games for one in ranked)
    assert [one.chance for one in ranked] == sorted((one.chance for one in ranked), reverse=True)


def test_it_does_not_begin_what_it_has_no_time_for() -> None:
    game = GAMES["lost-cities"]
    state, view = positions("lost-cities", "rollouts", 60)[0]
    legal = game.legal_actions(state)
    bot = Searcher(SMALL)
    assert bot.rank(view, legal, Random(1))[0].games
    assert bot.pace is not None
    assert 0 < bot.pace < 1
    bot.pace = 1.0
    assert not any(one.games for one in bot.rank(view, legal, Random(1)))


def test_it_thinks_again_after_a_machine_was_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    state, view = positions("lost-cities", "rollouts", 60)[0]
    legal = GAMES["lost-cities"].legal_actions(state)
    bot = Searcher(SMALL)
    now = time.perf_counter
    slept = 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: now() + slept)
    play = bot.play

    def asleep(*args: Any) -> Any:
        nonlocal slept
        slept += 1000
        return play(*args)

    monkeypatch.setattr(bot, "play", asleep)
    assert not bot.rank(view, legal, Random(1))[0].games
    monkeypatch.setattr(bot, "play", play)
    tries = [bool(bot.rank(view, legal, Random(1))[0].games) for _ in range(5)]
    assert not tries[0]
    assert tries[-1]


def test_no_time_at_all_is_no_harm() -> None:
    state, view = positions("lost-cities", "rollouts", 60)[0]
    bot = Searcher(dataclasses.replace(SMALL, seconds=1e-6))
    for _ in range(3):
        assert not bot.rank(view, GAMES["lost-cities"].legal_actions(state), Random(1))[0].games
        assert bot.pace is not None
        assert bot.pace > 0


def test_the_first_look_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows yet how fast the machine is; a long look that is cut short would be lost."""
    state, view = positions("lost-cities", "rollouts", 60)[0]
    bot = Searcher(dataclasses.replace(SMALL, worlds=200))
    counts: list[int] = []
    look = bot._try

    def counted(world: Any, view: Any, live: list[Candidate], count: int, *rest: Any) -> bool:
        counts.append(count)
        return look(world, view, live, count, *rest)

    monkeypatch.setattr(bot, "_try", counted)
    bot.rank(view, GAMES["lost-cities"].legal_actions(state), Random(1))
    assert counts[0] == FEWEST < counts[1]


def test_it_gives_up_a_look_when_time_is_over() -> None:
    state, view = positions("lost-cities", "rollouts", 60)[0]
    world = world_of(simple(view))
    bot = Searcher(SMALL)
    live = bot._candidates(world, simple(view), GAMES["lost-cities"].legal_actions(state))[:2]
    dice = np.random.default_rng(1)
    assert not bot._try(world, simple(view), live, 4, dice, time.perf_counter())
    assert [one.games for one in live] == [0, 0]
    assert bot._try(world, simple(view), live, 4, dice, np.inf)

    # Then it takes the machine for slower than it did.
    bot = Searcher(dataclasses.replace(SMALL, seconds=0.01, lanes=4000, worlds=4000))
    bot.pace = before = 1e-9
    assert not bot.rank(view, GAMES["lost-cities"].legal_actions(state), Random(1))[0].games
    assert bot.pace > before
    assert [one.games for one in live] == [4, 4]


def test_a_look_that_has_all_but_ended_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that ticks once for each action of the games: what still goes on at the end is judged as it stands."""
    state, view = positions("lost-cities", "rollouts", 60)[30]
    seen = simple(view)
    world = world_of(seen)
    number = world.encoding.id_of(seen, GAMES["lost-cities"].legal_actions(state)[0])
    tables, strange = world.imagine(seen, 32, np.random.default_rng(1))
    ticks = 0

    def clock() -> float:
        nonlocal ticks
        ticks += 1
        return ticks

    monkeypatch.setattr(time, "perf_counter", clock)

    def play(until: float) -> Any:
        nonlocal ticks
        ticks = 0
        actions = np.full(32, number, np.int32)
        return Searcher(SMALL).play(world, tables, actions, view.seat, strange, np.random.default_rng(1), until)

    whole = play(np.inf)
    longest = ticks
    assert play(5) is None
    cut = play(longest - 3)
    assert (cut == whole).mean() >= ENDED
    assert (cut != whole).any()


def test_tables_that_look_the_same_are_thought_of_once() -> None:
    """The same action as at each table by itself, for the net and for a stranger."""
    _, view = positions("lost-cities", "rollouts", 60)[30]
    world = world_of(simple(view))
    tables, _ = world.imagine(simple(view), 5, np.random.default_rng(1))
    order = np.array([3, 0, 3, 1, 4, 2, 0, 3, 1, 2])
    many = mapped(lambda leaf: leaf[order], tables)
    many = many._replace(turn=np.where(np.arange(10) < 6, many.turn, 1 - many.turn).astype(np.uint8))
    strange = np.arange(10) % 3 == 0
    judged: list[int] = []

    class Counted:
        """Tells how much it was asked."""

        def judge(self, seen: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            judged.append(len(seen))
            return world.net.judge(seen)

    together = _actions(world, cast("Net", Counted()), many, strange)
    for at in range(10):
        alone = _actions(world, world.net, mapped(lambda leaf, at=at: leaf[[at]], many), strange[[at]])
        assert together[at] == alone[0]
    assert len({*together.tolist()}) > 1
    # The one whose view it is knows no more than that in any world; the other holds something else in each.
    assert judged == [1 + len({*order[6:][~strange[6:]].tolist()})]


@pytest.mark.parametrize(("worlds", "believed"), [(8, False), (4000, True)])
def test_a_few_worlds_that_are_alike_prove_little(worlds: int, believed: bool) -> None:
    """Two points more in every one of them, against a net that thinks the action a hundred times less likely."""
    favourite = Candidate("one", 0, 0.9, [np.zeros(worlds, np.float32)])
    other = Candidate("other", 1, 0.009, [np.full(worlds, 0.02, np.float32)])
    Searcher(Settings())._close([favourite, other])
    assert (other.lead > 0) == believed


def test_what_is_surely_worse_gets_no_more_worlds() -> None:
    """Of two candidates in the same worlds one always brings a point more; a third one differs by chance alone."""
    noise = np.random.default_rng(1).standard_normal(64, np.float32)
    best, worse, near = (Candidate(name, at, 0.3) for at, name in enumerate("abc"))
    best.brought, worse.brought, near.brought = (
        [noise],
        [noise - np.float32(1) + noise[::-1] / np.float32(10)],
        [noise[::-1].copy()],
    )
    assert Searcher(SMALL)._close([best, worse, near]) == [best, near]


def test_luck_does_not_outweigh_what_the_net_thinks() -> None:
    """An action that the net would hardly play is a little ahead in a few worlds; later it is in many."""
    dice = np.random.default_rng(2)

    def after(worlds: int) -> float:
        base, gains = dice.standard_normal((2, worlds), np.float32) / np.float32(5)
        favourite, other = Candidate("favourite", 0, 0.99), Candidate("other", 1, 0.001)
        favourite.brought, other.brought = [base], [base + gains - gains.mean() + np.float32(0.02)]
        Searcher(SMALL)._close([favourite, other])
        return other.lead

    assert after(30) < 0 < 0.01 < after(3000) < 0.02


def test_what_the_net_would_never_do_is_not_tried() -> None:
    game = GAMES["lost-cities"]
    state, view = positions("lost-cities", "rollouts", 60)[0]
    legal = game.legal_actions(state)
    chances = {one.action: one.chance for one in Searcher(SMALL).rank(view, legal, Random(1), lambda: True)}
    bound = sorted(chances.values())[-2] / max(chances.values())
    few = Searcher(Settings(worlds=8, likely=bound * 0.999, seconds=60)).rank(view, legal, Random(1))
    assert [bool(one.games) for one in few] == [True, True] + [False] * (len(legal) - 2)
    none = Searcher(Settings(worlds=8, likely=bound * 1.001, seconds=60)).rank(view, legal, Random(1))
    assert not any(one.games for one in none)
    assert none[0].chance == max(chances.values())


def test_rounds_that_never_end_are_judged_as_they_stand() -> None:
    """A net that likes nothing as much as the piles."""
    game = GAMES["lost-cities"]
    state, view = positions("lost-cities", "rollouts", 60)[30]
    seen = simple(view)
    world = world_of(seen)
    calls: list[str] = []

    @dataclasses.dataclass
    class Stalling:
        """Takes and discards for ever; what it holds is worth nothing."""

        name: str

        def judge(self, seen: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            calls.append(self.name)
            logits = np.zeros((len(seen), world.engine.num_actions), np.float32)
            logits[:, world.encoding.kinds["discard"] :] = 1
            logits[:, world.encoding.kinds["draw"]] = 0
            return logits, np.full((len(seen), 1), 0.5, np.float32)

    number = world.encoding.id_of(seen, game.legal_actions(state)[0])
    tables, _ = world.imagine(seen, 4, np.random.default_rng(1))
    net, copy = (cast("Net", Stalling(name)) for name in ("net", "copy"))
    stalled = dataclasses.replace(world, net=net, quick=copy)
    actions = np.full(4, number, np.int32)
    nobody = np.zeros(4, np.bool_)
    brought = Searcher(SMALL).play(stalled, tables, actions, view.seat, nobody, np.random.default_rng(1), np.inf)
    assert brought is not None
    # What follows the action is the net's own, and the rest its copy's.
    assert calls == ["net"] * SMALL.near + ["copy"] * (LONGEST + 1 - SMALL.near)
    assert {*np.abs(brought).tolist()} == {0.5}


class Taking:
    """A net that would rather take from a pile than do anything else."""

    def judge(self, seen: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        logits = np.zeros((len(seen), 106), np.float32)
        logits[:, 101:] = 1
        return logits, np.zeros((len(seen), 1), np.float32)


def test_a_round_has_to_end() -> None:
    game, seen = GAMES["lost-cities"], 0
    for state, view in positions("lost-cities", "rollouts", 60):
        legal = game.legal_actions(state)
        if any(isinstance(action, Take) for action in legal):
            seen += 1
            tables, _ = (world := world_of(simple(view))).imagine(simple(view), 2, np.random.default_rng(1))
            greedy = cast("Net", Taking())
            for quiet, draws in ((PATIENCE - 1, False), (PATIENCE, True)):
                stubborn = tables._replace(quiet=np.full(2, quiet, np.uint16))
                imagined = _actions(world, greedy, stubborn, np.zeros(2, np.bool_))
                assert ((imagined == world.engine.drawing) == draws).all()
            assert considered(dataclasses.replace(view, quiet=PATIENCE - 1), legal) == legal
            stalling = dataclasses.replace(view, quiet=PATIENCE)
            assert considered(stalling, legal) == [Draw()]
            assert (
                NetBot().choose(stalling, legal, Random(1))
                == Searcher(SMALL).choose(stalling, legal, Random(1))
                == Draw()
            )
    assert seen


@pytest.mark.parametrize("strangers", [0, 6, 8])
def test_in_part_of_the_worlds_the_other_is_a_stranger(strangers: int) -> None:
    """Only the other, and only in those."""
    game = GAMES["lost-cities"]
    state, view = positions("lost-cities", "strangers", 40)[-1]
    seen = simple(view)
    world = world_of(seen)
    assert world.stranger is not None
    asked: list[NDArray[np.int32]] = []
    judged: list[NDArray[np.int8]] = []

    def stranger(tables: Any) -> NDArray[np.int32]:
        asked.append(world.engine.to_play(tables))
        assert world.stranger is not None
        return world.stranger(tables)

    class Watched:
        """Tells how many it was asked about at each step."""

        def judge(self, seen: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            judged.append(seen)
            return world.quick.judge(seen)

    watched = dataclasses.replace(world, stranger=stranger, quick=cast("Net", Watched()))
    tables, _ = world.imagine(seen, 8, np.random.default_rng(1))
    number = world.encoding.id_of(seen, game.legal_actions(state)[0])
    actions = np.full(8, number, np.int32)
    strange = np.arange(8) < strangers
    Searcher(SMALL).play(watched, tables, actions, view.seat, strange, np.random.default_rng(1), np.inf)
    assert bool(asked) == (strangers > 0)
    assert all((players == 1 - view.seat).all() for players in asked)
    assert len(asked[0]) == strangers if asked else len(judged[0]) == 8


def test_it_says_what_it_expects() -> None:
    game = GAMES["lost-cities"]
    state, view = positions("lost-cities", "say", 12)[-1]
    legal = game.legal_actions(state)
    # Without any time the net says what it thinks.
    for settings in (SMALL, dataclasses.replace(SMALL, seconds=0)):
        said = Searcher(settings).evaluate(view, legal, Random(1))
        assert sorted(game.to_text(one.action) for one in said) == sorted(map(game.to_text, legal))
        assert sum(one.weight for one in said) == pytest.approx(1)
        assert all(-200 < one.expected < 200 for one in said)


def test_decks_hold_their_cards_in_any_order() -> None:
    _, view = positions("lost-cities", "rollouts", 60)[10]
    world = world_of(simple(view))
    tables, _ = world.imagine(simple(view), 1, np.random.default_rng(1))
    tables = mapped(lambda leaf: np.repeat(leaf, 4000), tables)
    deck = decks(tables, np.random.default_rng(2))
    assert deck.shape == (4000, view.deck_size)
    assert len(np.unique(np.sort(deck, axis=1), axis=0)) == 1
    cards, copies = np.unique(deck[0], return_counts=True)
    fields = [(int(tables.deck[colour >> 1][0]) >> BITS * (colour & 1)) & FIELD for colour in range(5)]
    there = {10 * colour: (f & WAGERS).bit_count() for colour, f in enumerate(fields)}
    there |= {10 * colour + kind: f >> (kind + 2) & 1 for colour, f in enumerate(fields) for kind in range(1, 10)}
    assert dict(zip(cards.tolist(), copies.tolist(), strict=True)) == {card: n for card, n in there.items() if n}
    for end in (0, -1):
        often = np.array([(deck[:, end] == card).sum() for card in cards]) / copies
        mean = 4000 / view.deck_size
        assert (np.abs(often - mean) < 5 * mean**0.5).all()


def test_what_a_seat_draws_does_not_depend_on_what_else_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same world whoever draws more often draws the same cards before."""
    game = GAMES["lost-cities"]
    found = [one for one in positions("lost-cities", "rollouts", 60) if len(game.legal_actions(one[0])) > 2]
    state, view = next(one for one in found if any(isinstance(a, Take) for a in game.legal_actions(one[0])))
    seen = simple(view)
    world = world_of(seen)
    drawn: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    apply = world.engine.apply
    lanes = np.arange(2 * 32)

    def watched(tables: Any, actions: NDArray[np.int32], chance: Any) -> Any:
        nonlocal lanes
        for lane, seat, action, card in zip(lanes, tables.turn, actions, chance.card, strict=True):
            if action == world.engine.drawing:
                drawn.setdefault((int(lane), int(seat)), []).append(card)
        after = apply(tables, actions, chance)
        lanes = lanes[~world.engine.over(after)]
        return after

    monkeypatch.setattr(world.engine, "apply", watched)
    draw, take = (next(a for a in game.legal_actions(state) if isinstance(a, kind)) for kind in (Draw, Take))
    tables, strange = world.imagine(seen, 32, np.random.default_rng(1))
    tables = mapped(lambda leaf: np.concatenate([leaf] * 2), tables)
    actions = np.repeat(np.array([world.encoding.id_of(seen, one) for one in (draw, take)], np.int32), 32)
    Searcher(SMALL).play(world, tables, actions, view.seat, strange, np.random.default_rng(1), np.inf)
    differ = 0
    for at in range(32):
        for seat in (0, 1):
            one, other = drawn[at, seat], drawn[at + 32, seat]
            both = min(len(one), len(other))
            assert one[:both] == other[:both]
            differ += len(one) != len(other)
    assert differ
