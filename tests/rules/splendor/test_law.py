"""The whole law of a turn written a second time, from the rulebook, and compared in random games."""

from __future__ import annotations

import re
from itertools import product

import pytest

from tavola.rules import CHANCE, NotLegal
from tavola.rules.chance import Rng, pick
from tavola.rules.plain import dump
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.actions import Action, Buy, Pass, Reserve, ReserveDeck, Take
from tavola.rules.splendor.material import CARDS
from tavola.rules.splendor.state import Phase, SplendorOptions, State

TAKES = [Take(gems) for gems in product(range(3), repeat=5)]
CONCEIVABLE: list[Action] = [
    *TAKES,
    *(Reserve(one) for one in CARDS),
    *(ReserveDeck(level) for level in (1, 2, 3)),
    *(Buy(one) for one in CARDS),
]
SETUPS = [
    (2, SplendorOptions()),
    (3, SplendorOptions(take_fewer="upTo3", target=21)),
    (4, SplendorOptions(reserved_visibility="allOpen")),
]
SETUP_IDS = ["2", "3, upTo3", "4, allOpen"]


def may_take(state: State, gems: tuple[int, ...]) -> bool:
    there = sum(stack > 0 for stack in state.bank[:5])
    if any(count > stack for count, stack in zip(gems, state.bank, strict=False)):
        return False
    if sorted(gems) == [0, 0, 0, 0, 2]:
        return state.bank[gems.index(2)] >= 4
    if max(gems) != 1:
        return False
    return sum(gems) == min(3, there) or (state.options.take_fewer == "upTo3" and sum(gems) <= 3)


def is_legal(state: State, action: Action) -> bool:
    """Whether the rulebook allows this at the beginning of a turn, passes apart."""
    player = state.players[state.turn]
    face_up = [one for row in state.rows for one in row if one]
    match action:
        case Take(gems):
            return may_take(state, gems)
        case Reserve(card):
            return card in face_up and len(player.reserved) < 3
        case ReserveDeck(level):
            return bool(state.decks[level - 1]) and len(player.reserved) < 3
        case Buy(card):
            bonuses = [sum(one.bonus == colour for one in player.cards) for colour in range(5)]
            due = [max(0, price - bonus) for price, bonus in zip(card.cost, bonuses, strict=True)]
            lack = sum(max(0, price - have) for price, have in zip(due, player.tokens, strict=False))
            return card in [*face_up, *(held.card for held in player.reserved)] and lack <= player.tokens[5]
    raise AssertionError(action)


def states(players: int, options: SplendorOptions, seed: str) -> list[State]:
    """The states of a random game after the deal."""
    rng = Rng(seed)
    state = GAME.initial(players, options, 1)
    passed = []
    while (seat := GAME.to_play(state)) is not None:
        action = GAME.sample(state, rng) if seat is CHANCE else pick(rng, GAME.legal_actions(state))
        state = GAME.apply(state, action).state
        passed.append(state)
    return passed


@pytest.mark.rule("SP-010", "SP-011", "SP-012", "SP-013", "SP-015", "SP-017", "SP-018", "SPA-01", "SPA-02", "SPA-16")
@pytest.mark.parametrize(("players", "options"), SETUPS, ids=SETUP_IDS)
def test_exactly_what_the_rulebook_allows(players: int, options: SplendorOptions) -> None:
    for seed in range(4):
        for state in states(players, options, f"law {seed}"):
            if state.phase is Phase.TURN:
                expected = [action for action in CONCEIVABLE if is_legal(state, action)] or [Pass()]
                actions = GAME.legal_actions(state)
                assert len(set(actions)) == len(actions)
                assert set(actions) == set(expected)


@pytest.mark.rule("SP-010")
@pytest.mark.parametrize(("players", "options"), SETUPS, ids=SETUP_IDS)
def test_everything_else_is_refused_with_a_sentence(players: int, options: SplendorOptions) -> None:
    for state in states(players, options, "refused")[::40]:
        allowed = set(GAME.legal_actions(state))
        for action in [*CONCEIVABLE, Pass()]:
            if action not in allowed:
                with pytest.raises(NotLegal) as caught:
                    GAME.apply(state, action)
                assert re.fullmatch(r"(SP-0\d\d|SPA-\d\d)", caught.value.rule)
                assert re.fullmatch(r"[A-Z0-9].*\.", str(caught.value))


def shown(state: State, seat: int | None) -> set[str]:
    """The cards that a seat sees."""
    return set(re.findall(r"\b[123][wbgrk][1-8]\b", str(dump(GAME.view(state, seat)))))


@pytest.mark.rule("SP-020", "SPA-14")
@pytest.mark.parametrize(("players", "options"), SETUPS, ids=SETUP_IDS)
def test_a_step_reveals_when_who_acts_sees_a_new_card(players: int, options: SplendorOptions) -> None:
    """The end of a game counts as a revelation too: nothing is taken back after it."""
    rng = Rng("reveals")
    state = GAME.apply(start := GAME.initial(players, options, 0), GAME.sample(start, rng)).state
    wrong = []
    while GAME.to_play(state) is not None:
        action = pick(rng, GAME.legal_actions(state))
        done = GAME.apply(state, action)
        new = shown(done.state, state.turn) - shown(state, state.turn)
        if done.reveals is not (bool(new) or done.state.phase is Phase.OVER):
            wrong.append(GAME.to_text(action))
        state = done.state
    assert wrong == []
