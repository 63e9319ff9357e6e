"""Chance in single draws: the same games as the rules', fair odds, and nothing known that should not be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tavola.lab.adapters.draws import Urn
from tavola.lab.adapters.play import Setup
from tavola.lab.adapters.tree import Moment, Tree
from tavola.rules import CHANCE, NotLegal
from tavola.rules.chance import Rng, below, pick
from tests.lab.adapters.cases import Case, each_case, each_game


def walk(tree: Tree, rng: Rng) -> Iterator[Moment]:
    """The moments of a random game."""
    moment = tree.root()
    while (seat := tree.to_play(moment)) is not None:
        yield moment
        if seat is CHANCE:
            urn = next(urn for urn in moment.urns if urn.wanted)
            moment = tree.draw(moment, pick(rng, urn.left))
        else:
            moment = tree.act(moment, pick(rng, sorted(tree.legal(moment))))
    yield moment


def tree_of(case: Case) -> Tree:
    return Tree(Setup.of(*case))


class Script:
    """A random game as the rules would have it: deals with whole decks in the order in which they were drawn."""

    def __init__(self, tree: Tree, rng: Rng) -> None:
        self.tree = tree
        self.plies: list[Any] = []
        self.drawn: list[list[list[int]]] = []
        """For each deal, for each deck: what was drawn from it after the deal."""
        moment = tree.root()
        while (seat := tree.to_play(moment)) is not None:
            if seat is not CHANCE:
                action = pick(rng, list(tree.legal(moment).items()))
                self.plies.append(action[1])
                moment = tree.act(moment, action[0])
                continue
            at = next(at for at, urn in enumerate(moment.urns) if urn.wanted)
            number = pick(rng, moment.urns[at].left)
            self._note(moment, at, number)
            moment = tree.draw(moment, number)
        self.end = moment

    def _note(self, moment: Moment, at: int, number: int) -> None:
        if moment.action is not None:
            self.drawn[-1][at].append(number)
        elif sum(urn.wanted for urn in moment.urns) == 1:
            urns = (*moment.urns[:at], moment.urns[at].draw(number), *moment.urns[at + 1 :])
            chance = self.tree.dealer.action(moment.state, urns)
            if type(chance).__name__ == "Deal":
                self.drawn.append([[] for _ in range(3)])
            self.plies.append(chance)

    def as_dealt(self) -> Iterator[Any]:
        """The plies with every deck in the order of its draws."""
        later = iter(self.drawn)
        for ply in self.plies:
            if type(ply).__name__ != "Deal":
                yield ply
            elif hasattr(ply, "order"):
                yield replace(ply, order=self._ordered(ply.order, 16, next(later)[0]))
            else:
                laid = (4, 4, 4) if self.tree.game.name == "splendor" else (5, 4, 3)
                decks = zip(ply.decks, laid, next(later), strict=True)
                yield replace(ply, decks=tuple(self._ordered(*deck) for deck in decks))

    def _ordered(self, deck: tuple[Any, ...], laid: int, drawn: list[int]) -> tuple[Any, ...]:
        top, rest = list(deck[:laid]), list(deck[laid:])
        for number in drawn:
            card = self.tree.dealer.cards[number]
            rest.remove(card)
            top.append(card)
        return (*top, *rest)


@each_case
def test_games_are_those_of_the_rules(case: Case) -> None:
    tree = tree_of(case)
    script = Script(tree, Rng(f"script {case}"))
    state = tree.game.initial(case.players, tree.setup.options, 0)
    events: list[Any] = []
    for ply in script.as_dealt():
        step = tree.game.apply(state, ply)
        state = step.state
        events += step.events
    assert tree.dealer.unordered(state) == script.end.state
    assert events == [event for line in script.end.past for event in line.events]
    outcome = tree.game.outcome(state)
    assert outcome is not None
    assert [gain == max(tree.returns(script.end)) for gain in tree.returns(script.end)] == [
        place == 1 for place in outcome.places
    ]


@each_case
def test_the_next_card_is_any_of_those_left(case: Case) -> None:
    tree = tree_of(case)
    draws = 0
    for moment in walk(tree, Rng(f"odds {case}")):
        if moment.urns:
            draws += 1
            odds = tree.odds(moment)
            assert sum(chance for _, chance in odds) == pytest.approx(1)
            assert [number for number, _ in odds] == sorted({number for number, _ in odds})
            if moment.action is not None:
                decks = tree.dealer.decks(moment.state)
                at = next(at for at, urn in enumerate(moment.urns) if urn.wanted)
                assert {number for number, _ in odds} == {card.index for card in decks[at]}
    assert draws <= tree.dealer.most(tree.setup.options, case.players, tree.cap)


def test_pieces_that_are_alike_are_one_outcome() -> None:
    assert Urn((0, 0, 0, 7), 2).odds() == [(0, 0.75), (7, 0.25)]
    assert Urn((0, 0, 0, 7), 2).draw(0) == Urn((0, 0, 7), 1, (0,))
    assert Urn((0, 0, 0, 7), 2).draw(7).draw(0).drawn == (7, 0)


def test_a_tie_left_to_chance_is_drawn_too() -> None:
    tree = Tree(Setup.of("lost-cities", 2, {"tieStarter": "random", "roundStarter": "lastRoundWinner"}))
    root = tree.root()
    tied = tree._reach(root._replace(state=root.state._replace(scores=((0, 0),), start=1)))
    starts = set()
    for seed in range(20):
        moment = tied
        while tree.to_play(moment) is CHANCE:
            moment = tree.draw(moment, pick(Rng(f"{seed} {moment.urns}"), [number for number, _ in tree.odds(moment)]))
        starts.add(moment.state.turn)
    assert starts == {0, 1}


@each_case
def test_a_resampled_world_looks_the_same_to_the_seat(case: Case) -> None:
    tree, rng = tree_of(case), Rng(f"worlds {case}")
    game, others = tree.game, set()
    for moment in walk(tree, rng):
        if below(rng, 6):
            continue
        seat = below(rng, case.players)
        world = tree.resample(moment, seat, rng)
        assert tree.to_play(world) == tree.to_play(moment)
        assert tree.memory(world, seat) == tree.memory(moment, seat)
        assert game.view(world.state, seat) == game.view(moment.state, seat)
        assert tree.dealer.unordered(world.state) == world.state
        game.check(world.state)
        if tree.to_play(world) == seat:
            assert tree.legal(world) == tree.legal(moment)
        others.add(world.state == moment.state)
    if case.options.get("reservedVisibility") == "allOpen":
        assert others == {True}, "all that is hidden is the order of the decks, and there is none"
    else:
        assert False in others


@each_game
def test_a_world_can_be_played_on(case: Case) -> None:
    tree, rng = tree_of(case), Rng(f"on {case}")
    moments = [moment for moment in walk(tree, rng) if tree.to_play(moment) in range(case.players)]
    moment = moments[len(moments) // 2]
    world = tree.resample(moment, moment.state.turn, rng)
    mine, theirs = world.state.turn, (world.state.turn + 1) % case.players
    told = tree.memory(world, theirs)
    for _ in range(30):
        if (seat := tree.to_play(world)) is None:
            break
        choices = [number for number, _ in tree.odds(world)] if seat is CHANCE else sorted(tree.legal(world))
        world = (tree.draw if seat is CHANCE else tree.act)(world, pick(rng, choices))
    assert tree.memory(world, mine).startswith(tree.memory(moment, mine))
    assert tree.memory(world, theirs).startswith(told)
    assert tree.memory(world, theirs) != told


@each_case
def test_memories_grow_and_keep_secrets(case: Case) -> None:
    """A memory starts with what it was, and what another seat drew unseen is not in it."""
    tree = tree_of(case)
    before = [""] * case.players
    for moment in walk(tree, Rng(f"memory {case}")):
        for seat in range(case.players):
            memory = tree.memory(moment, seat)
            settled = tree.memory(moment._replace(action=None), seat)
            assert settled.startswith(before[seat])
            assert memory.startswith(settled)
            before[seat] = settled
        for line in moment.past[-1:]:
            for seat in range(case.players):
                assert all(repr(event.seen_by(seat)) in line.seen_by(seat) for event in line.events)
    if case.name == "lost-cities":
        assert "Drew(seat=1, card=None)" in before[0]
        assert "Drew(seat=0, card=None)" not in before[0]


@each_game
def test_what_is_not_legal_is_refused(case: Case) -> None:
    tree = tree_of(case)
    moment = next(moment for moment in walk(tree, Rng(1)) if not moment.urns)
    wrong = next(number for number in range(tree.setup.encoding.actions) if number not in tree.legal(moment))
    with pytest.raises(NotLegal):
        tree.act(moment, wrong)


def test_a_game_that_reaches_the_cap_is_drawn() -> None:
    tree = Tree(Setup.of("splendor"), cap=5)
    *_, end = walk(tree, Rng(2))
    assert end.actions == 5
    assert tree.game.outcome(end.state) is None
    assert tree.returns(end) == [0, 0]
