"""What is not legal is refused with a sentence and changes nothing."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.rules import CHANCE, NotLegal, NotUnderstood
from tavola.rules.chance import Rng
from tavola.rules.plain import Piece
from tests.contract.games import CASES, PLAIN, Case
from tests.contract.play import SPOTS, Spot, plies, positions, readable, walk
from tests.rules.test_ids import known

ABSURD = (-1, 0, 1, 7, 25, 10**9)
IDS = {*known(), ""}


@functools.cache
def met(name: str) -> tuple[Any, ...]:
    """Actions of all kinds from other points of other games, chance's included."""
    found: dict[Any, None] = {}
    for case in (case for case in PLAIN if case.name == name):
        for seed in range(4):
            for ply in plies(case, seed):
                found.update(dict.fromkeys([*ply.legal, ply.action]))
    kinds: dict[type, list[Any]] = {}
    for action in found:
        kinds.setdefault(type(action), []).append(action)
    return tuple(action for actions in kinds.values() for action in actions[:60])


@functools.cache
def pool(name: str) -> tuple[Any, ...]:
    """The same and absurd ones made of them."""
    kinds: dict[type, Any] = {}
    for action in met(name):
        kinds[type(action)] = action
    return (*met(name), *(bad for action in kinds.values() for bad in spoilt(action)))


def spoilt(value: Any) -> Iterator[Any]:
    """The value with one part changed for something of the same type that makes no sense."""
    if is_dataclass(value) and not isinstance(value, Piece | type):
        for field in fields(value):
            for bad in spoilt(getattr(value, field.name)):
                yield replace(value, **{field.name: bad})
    elif isinstance(value, int):
        yield from ABSURD
    elif isinstance(value, tuple):
        yield from ((), value[:-1], value * 2, (*value, *value[:1]), value[:1] * len(value))
        for bad in spoilt(value[0]) if value else ():
            yield (bad, *value[1:])
    elif value is None:
        yield from ABSURD


def refused(case: Case, state: Any) -> int:
    """Try the whole pool; how many actions were refused."""
    game = case.game
    legal = set(game.legal_actions(state))
    line = game.to_position(state)
    count = 0
    for action in pool(case.name):
        if action in legal or (game.to_play(state) is CHANCE and is_chance(case, state, action)):
            continue
        with pytest.raises(NotLegal) as caught:
            game.apply(state, action)
        readable(caught.value)
        assert caught.value.rule in IDS
        count += 1
    assert game.to_position(state) == line
    return count


def is_chance(case: Case, state: Any, action: Any) -> bool:
    """Whether it is a chance action that is legal here: as long, and made of the same pieces."""

    def parts(value: Any) -> Any:
        if is_dataclass(value) and not isinstance(value, Piece | type):
            return [parts(getattr(value, field.name)) for field in fields(value)]
        if isinstance(value, tuple):
            return sorted(map(str, map(parts, value)))
        return repr(value)

    example = case.game.fixed(state)
    if type(action) is not type(example):
        return False
    if hasattr(action, "nobles"):  # any so many of the ten
        chosen = action.nobles
        if len(set(chosen)) != len(chosen) or len(chosen) != len(example.nobles):
            return False
        action = replace(action, nobles=example.nobles)
    return bool(parts(action) == parts(example))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_actions_of_other_moments_are_refused(case: Case) -> None:
    for state in positions(case, 11, 14):
        assert refused(case, state) > 30


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
@settings(max_examples=25)
@given(spot=SPOTS)
def test_actions_of_other_moments_are_refused_anywhere(case: Case, spot: Spot) -> None:
    _, state = walk(case, spot)
    refused(case, state)


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_actions_of_other_games_are_refused(case: Case) -> None:
    others = [action for other in PLAIN if other.name != case.name for action in pool(other.name)[::15]]
    for state in positions(case, 5, 8):
        for action in others:
            with pytest.raises(NotLegal, match=r"\.$"):
                case.game.apply(state, action)


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_the_pool_holds_every_kind_of_action_that_random_play_meets(case: Case) -> None:
    """So that the tests above try the wrong phase, whatever the phase."""
    kinds = {
        type(action) for seed in range(100, 104) for ply in plies(case, seed) for action in (*ply.legal, ply.action)
    }
    assert kinds <= set(map(type, met(case.name)))


@pytest.mark.parametrize("case", PLAIN, ids=str)
@settings(max_examples=60)
@given(spot=SPOTS, data=st.data())
def test_absurd_texts_are_not_understood_or_refused(case: Case, spot: Spot, data: st.DataObject) -> None:
    """A legal text with one word changed, doubled, dropped or exchanged for one of another action."""
    game = case.game
    _, state = walk(case, spot)
    texts = [game.to_text(action) for action in met(case.name)]
    words = data.draw(st.sampled_from(texts)).split()
    others = data.draw(st.sampled_from(texts)).split()
    at = data.draw(st.integers(0, len(words) - 1))
    alien = data.draw(
        st.sampled_from([*others, "", "-1", "0", "99", "9" * 5000, "??", "-", "/", "*" * 300, "w" * 300, "Ⅷ", "٣"])
    )
    if data.draw(st.booleans()):
        words[at] = alien
    else:
        words.insert(at, alien)
    try:
        action = game.from_text(" ".join(words))
    except NotUnderstood as error:
        readable(error)
        return
    try:
        game.check(game.apply(state, action).state)
    except NotLegal as error:
        readable(error)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_chance_deals_what_it_must_and_nothing_else(case: Case) -> None:
    game = case.game
    rng = Rng("chance")
    count = 0
    for ply in plies(case, 17):
        if ply.actor is not CHANCE:
            if ply.number % 29 == 0:
                with pytest.raises(NotLegal, match=r"\.$"):
                    game.sample(ply.before, rng)
                with pytest.raises(NotLegal, match=r"\.$"):
                    game.fixed(ply.before)
            continue
        count += 1
        assert list(game.legal_actions(ply.before)) == []
        for action in (game.fixed(ply.before), game.sample(ply.before, rng)):
            game.check(game.apply(ply.before, action).state)
            assert game.from_text(game.to_text(action)) == action
            for bad in spoilt(action):
                if not is_chance(case, ply.before, bad):
                    with pytest.raises(NotLegal, match=r"\.$"):
                        game.apply(ply.before, bad)
    assert count >= 1
    assert game.fixed(case.initial()) == game.fixed(case.initial())
