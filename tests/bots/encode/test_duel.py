"""Splendor Duel as numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tavola.bots.encode import encoding, encoding_of
from tavola.bots.encode.duel import CARD, Duel, features
from tavola.rules import CHANCE, NotUnderstood
from tavola.rules.chance import Rng, pick
from tavola.rules.duel import DUEL, DuelOptions
from tavola.rules.duel.material import CARDS, NO_COLOUR
from tests.rules.duel.table import card, do, legal, table

GAME: Any = DUEL
REFILLS = ("endOfTurn", "immediate")
KINDS = [145, 25, 1, 25, 12, 3, 12, 3, 5, 25, 6, 4, 7, 1, 84]


def duel(**options: Any) -> Duel:
    found = encoding("duel", 2, DuelOptions(**options))
    assert isinstance(found, Duel)
    return found


def states(refill: Any, seed: str, every: int = 1) -> list[Any]:
    """The states of a random game in which a seat is to play, and the last."""
    rng, state = Rng(seed), GAME.initial(2, DuelOptions(pyramid_refill=refill))
    found = []
    while (actor := DUEL.to_play(state)) is not None:
        if actor is not CHANCE:
            found.append(state)
        action = DUEL.sample(state, rng) if actor is CHANCE else pick(rng, DUEL.legal_actions(state))
        state = DUEL.apply(state, action).state
    return [*found[::every], state]


def told(state: Any, seat: int, name: str) -> list[int]:
    """The numbers of a field."""
    code = duel()
    row = next(row for row in code.layout.rows if row.name == name)
    numbers: list[int] = code.observe(DUEL.view(state, seat))[row.start : row.start + row.size].tolist()
    return numbers


def ones(numbers: list[int]) -> list[int]:
    return [at for at, number in enumerate(numbers) if number]


def test_the_ids() -> None:
    code = duel()
    assert [kind.size for kind in code.kinds.rows] == KINDS
    assert code.kinds.rows[-1].name == "pay"
    assert code.plain_actions == sum(KINDS[:-1])
    assert code.size == code.observe(DUEL.view(states("endOfTurn", "one")[0], 0)).size == len(code.scale)


@pytest.mark.parametrize("refill", REFILLS)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_ids_and_actions_round_trip(refill: str, seed: str) -> None:
    code = duel(pyramid_refill=refill)
    for state in states(refill, seed):
        actions = DUEL.legal_actions(state)
        view = DUEL.view(state, state.turn)
        numbers = [code.id_of(view, action) for action in actions]
        assert len(set(numbers)) == len(numbers)
        assert [code.action_of(view, number) for number in numbers] == list(actions)
        assert code.mask(view, actions).nonzero()[0].tolist() == sorted(numbers)


@pytest.mark.parametrize("refill", REFILLS)
def test_observations_fit_and_keep_the_secrets(refill: str) -> None:
    code, rng = duel(pyramid_refill=refill), Rng("worlds")
    for seed in ("d", "e"):
        for state in states(refill, seed, every=5):
            for seat in (0, 1):
                view = DUEL.view(state, seat)
                seen = code.observe(view)
                assert seen.dtype == np.int8
                assert seen.shape == (code.size,)
                assert seen.min() >= 0
                assert encoding_of(view) is code
                world = DUEL.determinize(view, rng)
                assert np.array_equal(seen, code.observe(DUEL.view(world, seat)))


def test_what_is_not_there_has_no_meaning() -> None:
    code = duel()
    view = DUEL.view(table(reserved=("1w1", "")), 0)
    for number in (-1, code.actions, code.kinds["buy reserved"] + 1, code.kinds["pay"]):
        with pytest.raises(NotUnderstood):
            code.action_of(view, number)
    with pytest.raises(NotUnderstood):
        code.id_of(view, DUEL.from_text("buy 1k5"))
    with pytest.raises(NotUnderstood):
        code.id_of(view, DUEL.sample(GAME.initial(2, DuelOptions()), Rng("x")))
    with pytest.raises(NotUnderstood):
        code.observe(DUEL.view(table(), None))


def test_a_position_by_hand() -> None:
    state = table(
        board="33w 34p 11*",
        mine="bb*",
        theirs="kkkp",
        privileges=(1, 0),
        bought=("1w1 2w1 2k3 1x2@k", "2b4 1x1@b 3o1"),
        reserved=("1w2 3k1?", "1b1 2g1? 1r2?"),
        royals=("", ""),
        pyramid="1w4 2r1",
    )
    for seat, mine, theirs in ((0, "mine", "theirs"), (1, "theirs", "mine")):
        assert ones(told(state, seat, "board white")) == [12]
        assert ones(told(state, seat, "board pearl")) == [13]
        assert ones(told(state, seat, "board gold")) == [0]
        assert sum(told(state, seat, "board black")) == 0
        assert told(state, seat, "bag") == [3, 2, 4, 4, 1, 0, 1]
        assert told(state, seat, f"{mine} tokens") == [0, 2, 0, 0, 0, 0, 1]
        assert told(state, seat, f"{theirs} tokens") == [0, 0, 0, 0, 3, 1, 0]
        assert told(state, seat, f"{mine} bonuses") == [3, 0, 0, 0, 2]
        assert told(state, seat, f"{mine} colour points") == [1, 0, 0, 0, 3]
        assert told(state, seat, f"{mine} points") == [4]
        assert told(state, seat, f"{theirs} points") == [8]
        assert told(state, seat, f"{theirs} crowns") == [2]
        assert told(state, seat, f"{mine} privileges") == [1]
        assert told(state, seat, "privileges") == [2]
        assert told(state, seat, f"{theirs} reserved") == [3]
        assert told(state, seat, f"{mine} total") == [3]
        assert told(state, seat, "royals") == [1, 1, 1, 1]
        assert told(state, seat, "to act") == told(state, seat, "start") == [1 - seat]
        assert told(state, seat, "level 1 place 1 kind") == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        assert told(state, seat, "level 1 place 1 cost") == [0, 3, 0, 0, 0, 0]
        assert told(state, seat, "level 2 place 1 kind") == [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        assert told(state, seat, "level 2 place 1 bonuses") == [2]
        assert told(state, seat, "phase") == [1, 0, 0, 0, 0, 0, 0, 0]
        unseen = told(state, seat, "unseen")
        assert sum(unseen) == sum(map(len, state.decks)) + (2 if seat == 0 else 1)
        assert unseen[card("2g1").index] == unseen[card("1r2").index] == 1 - seat
        assert unseen[card("3k1").index] == seat
    # 1w4 costs three blue: I have two tokens, the opponent two bonuses.
    assert told(state, 0, "level 1 place 1 lack") == [0, 1, 0, 0, 0, 0]
    assert told(state, 0, "level 1 place 1 lacks") == [1, 1]
    # 2r1 costs two white and five black: I have three and two as bonuses, the opponent three black tokens.
    assert told(state, 0, "level 2 place 1 lacks") == [3, 4]
    assert told(state, 1, "level 2 place 1 lack") == [2, 0, 0, 0, 2, 0]
    assert told(state, 0, "mine reserved 1 kind") == [1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert told(state, 0, "mine reserved 1 lacks") == [3]
    assert told(state, 0, "mine reserved 2 held") == [1, 0, 0, 1, 1]
    assert told(state, 0, "mine reserved 3 held") == [0, 0, 0, 0, 0]
    assert told(state, 1, "theirs reserved 2 held") == [1, 0, 0, 1, 1]
    assert sum(told(state, 1, "theirs reserved 2 kind") + told(state, 1, "theirs reserved 2 cost")) == 0
    assert told(state, 0, "theirs reserved 1 kind") == [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert told(state, 0, "theirs reserved 2 held") == [1, 1, 0, 0, 1]
    assert told(state, 0, "theirs reserved 3 held") == [1, 0, 1, 0, 1]


def test_the_card_being_paid_for_is_told_to_both() -> None:
    state = table(board="", mine="bbbg*", reserved=("1w4? 1x3?", ""), bought=("1k1 1b1", ""))
    paying = do(state, "buy 1w4")
    assert len(legal(paying)) == 2
    view = DUEL.view(paying, 0)
    numbers = [duel().id_of(view, action) - duel().kinds["pay"] for action in DUEL.legal_actions(paying)]
    assert numbers == [0, 5]  # none, or one gold for a blue: vectors of sum 1 run from the pearl down to white
    for seat in (0, 1):
        assert told(paying, seat, "phase") == [0, 0, 1, 0, 0, 0, 0, 0]
        assert told(paying, seat, "bought cost") == [0, 3, 0, 0, 0, 0]
        assert told(paying, seat, "unseen")[card("1w4").index] == 0
    assert told(paying, 1, "theirs reserved 1 kind")[:2] == [1, 1]
    assert told(paying, 1, "theirs reserved 2 kind")[0] == 0


def test_relabellings_are_a_group_of_permutations() -> None:
    code = duel()
    turns = code.relabellings()
    assert len(turns) == 5
    assert turns[0].observe.tolist() == list(range(code.size))
    for one in turns:
        assert sorted(one.observe.tolist()) == list(range(code.size))
        assert sorted(one.act.tolist()) == list(range(code.actions))
        assert one.act[one.back].tolist() == list(range(code.actions))
    for by in range(5):
        for more in range(5):
            both = turns[(by + more) % 5]
            assert np.array_equal(turns[by].observe[turns[more].observe], both.observe)
            assert np.array_equal(turns[by].act[turns[more].act], both.act)
    assert np.array_equal(code.scale[turns[1].observe], code.scale)


def test_coloured_cards_are_the_same_in_all_colours() -> None:
    assert len(features(None)) == len(features(CARDS[0])) == CARD
    for white in (one for one in CARDS if one.colour == 0):
        for by, letter in enumerate("wbgrk"):
            other = card(white.code.replace("w", letter))
            assert other.cost == (*(white.cost[(gem - by) % 5] for gem in range(5)), white.cost[5])
            same = (other.bonuses, other.points, other.crowns, other.abilities)
            assert same == (white.bonuses, white.points, white.crowns, white.abilities)
    assert sum(one.colour == NO_COLOUR for one in CARDS) == 12


def test_a_relabelled_position() -> None:
    """A table of coloured cards alone, and the same one with every colour moved on by one."""
    letters = "wbgrk"

    def moved(text: str, by: int) -> str:
        return "".join(letters[(letters.index(sign) + by) % 5] if sign in letters else sign for sign in text)

    def laid(by: int) -> Any:
        level_1 = " ".join(moved(code, by) for code in "1w1 1w2 1b3 1g4 1k5".split())
        level_2 = " ".join(moved(code, by) for code in "2w1 2b2 2b3 2r4".split())
        level_3 = " ".join(moved(code, by) for code in "3w1 3g2 3k1".split())
        return table(
            board=moved("11w 12w 22b 33p 45* 51k 52r", by),
            mine=moved("wbb*", by),
            theirs=moved("gkkp", by),
            bought=(moved("1w3 2g1", by), moved("1b1", by)),
            reserved=(moved("1w5 3r1?", by), moved("2k4 2w3?", by)),
            pyramid=f"{level_1} {level_2} {level_3}",
        )

    code = duel()
    plain = DUEL.view(laid(0), 0)
    mask = code.mask(plain, DUEL.legal_actions(laid(0)))
    for by, turn in enumerate(code.relabellings()):
        state = laid(-by)
        view = DUEL.view(state, 0)
        assert np.array_equal(code.observe(plain)[turn.observe], code.observe(view))
        assert np.array_equal(mask[turn.act], code.mask(view, DUEL.legal_actions(state)))
