"""A Privilege may not leave its player without any action; and the safety net below that (SDA-11)."""

from __future__ import annotations

import pytest

from tavola.rules.chance import Rng, below, shuffled
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.actions import UsePrivilege
from tavola.rules.duel.events import Passed
from tavola.rules.duel.material import CARDS
from tavola.rules.duel.state import Phase, State
from tests.rules.duel.table import (
    ALL_TOKENS,
    DEAR,
    SPIRAL,
    bag,
    do,
    kinds,
    legal,
    on_board,
    privileges,
    refused,
    step,
    table,
    tokens,
)

HAND = "2k1 2k2 2k4"
"""They cost five white and two blue; four white and three green; two blue, green and red and a pearl."""


def stripped(board: str, mine: str, theirs: str, hand: str = HAND, options: tuple[int, int] = (2, 0)) -> State:
    """A table with nothing in the pyramid for a player without bonuses."""
    return table(board=board, mine=mine, theirs=theirs, reserved=(hand, ""), privileges=options, pyramid=DEAR)


@pytest.mark.rule("SDA-11", "SD-V7")
def test_empty_bag() -> None:
    state = stripped("33* 43* 42* 11w 55b", "wwwbbbkkkk", "ggggrrrrpp")
    assert bag(state) == ""
    assert legal(state, "privilege") == ["privilege 11", "privilege 55"]
    state = do(state, "privilege 11")
    assert legal(state, "privilege") == []
    assert privileges(state) == (1, 0, 2)
    refused(state, "privilege 55", "SDA-11", "without any action")
    assert legal(state) == ["take 55"]


@pytest.mark.rule("SDA-11", "SD-V7")
def test_a_bag_of_gold() -> None:
    state = stripped("33* 43* 11w 55b", "wwwbbbkkkk", "ggggrrrrpp")
    assert bag(state) == "*"
    state = do(state, "privilege 11")
    refused(state, "privilege 55", "SDA-11", "without any action")
    assert legal(state) == ["take 55", "replenish"]
    filled = do(state, "replenish", "bag *")
    assert legal(filled) == ["take 55"]


@pytest.mark.rule("SDA-11")
def test_neighbours_can_both_be_taken_but_not_by_privileges() -> None:
    state = stripped("33* 43* 42* 11w 12b", "wwwbbbkkkk", "ggggrrrrpp")
    assert legal(do(state, "privilege 12")) == ["take 11"]
    assert "take 11 12" in legal(state)


@pytest.mark.rule("SDA-11")
@pytest.mark.parametrize(
    ("board", "mine", "theirs", "hand"),
    [
        pytest.param("33* 43* 42* 11w", "wwwbbbkkkk", "ggggrrrrpp", HAND, id="gem in the bag"),
        pytest.param("33* 43* 42* 11w", "wwwbbbbkkk", "ggggrrrrkp", HAND, id="pearl in the bag"),
        pytest.param("33* 43* 42* 11w", "wwwbbbbkkk", "ggggrrrrkp", "2k1 2k2", id="room to reserve"),
        pytest.param("11w", "wwwbbbbkkk", "ggggrrrrp", "2k1 2k2", id="gold in the bag and room to reserve"),
    ],
)
def test_the_last_gem_may_go_while_something_else_remains(board: str, mine: str, theirs: str, hand: str) -> None:
    assert "privilege 11" in legal(stripped(board, mine, theirs, hand))


@pytest.mark.rule("SDA-11")
def test_gold_in_the_bag_is_as_good_as_on_the_board() -> None:
    """Nothing but gold in the bag: a replenish brings it, if a card may still be reserved."""
    state = stripped("11w", "wwwbbbbkkk", "ggggrrrrpp", "2k1 2k2")._replace(bag=(0, 0, 0, 0, 0, 0, 3))
    assert "privilege 11" in legal(state)
    assert legal(do(state, "privilege 11")) == ["replenish"]
    full = stripped("11w", "wwwbbbbkkk", "ggggrrrrpp")._replace(bag=(0, 0, 0, 0, 0, 0, 3))
    refused(full, "privilege 11", "SDA-11")


@pytest.mark.rule("SDA-11")
def test_no_gold_anywhere() -> None:
    """Gold held by players is of no use for reserving, however few cards are in the hand."""
    state = stripped("11w 55b", "wwwbbb", "ggggrrr***", "2k1")._replace(bag=(0,) * 7)
    state = do(state, "privilege 11")
    refused(state, "privilege 55", "SDA-11")


@pytest.mark.rule("SDA-11")
def test_a_privilege_that_makes_a_card_affordable_is_legal() -> None:
    """The last two gems are one black and one green; the black one, with what is there, buys 1r4 for three black."""
    state = stripped("33* 43* 42* 11k 55g", "wwwwbbbbkk", "gggrrrrkpp", "1r4? 2k1 2k2")
    assert legal(state, "buy") == []
    first = do(state, "privilege 55")
    assert legal(first, "privilege") == ["privilege 11"]
    assert legal(do(first, "privilege 11")) == ["buy 1r4"]
    other = do(state, "privilege 11")
    assert legal(other, "privilege") == ["privilege 55"]
    assert legal(do(other, "privilege 55")) == ["buy 1r4"]


@pytest.mark.rule("SDA-11")
def test_only_the_cell_that_makes_a_card_affordable_is_legal() -> None:
    state = stripped("33* 43* 42* 11k 55g", "wwwwbbbbkk", "gggrrrrkpp", "1r4 2k1 2k2", (1, 0))
    assert legal(state, "privilege") == ["privilege 11", "privilege 55"]
    alone = state._replace(board=tuple(-1 if token == 2 else token for token in state.board))
    assert legal(alone, "privilege") == ["privilege 11"]
    other = state._replace(board=tuple(-1 if token == 4 else token for token in state.board))
    assert legal(other, "privilege") == []


@pytest.mark.rule("SDA-11", "SD-103")
@pytest.mark.parametrize(("bought", "helps"), [("", False), ("1o1", False), ("1g1", True)])
def test_a_wild_card_helps_only_with_a_bonus(bought: str, helps: bool) -> None:
    """The last black token would pay for 1x4, four black and a pearl."""
    pyramid = "1x1 1x2 1x3 1x4 2x1 2x2 2x3 2o1 3x1 3x2 3o1"
    state = table(
        board="33* 43* 42* 11k",
        mine="kkkpwwwbbb",
        theirs="ggggrrrr",
        reserved=(HAND, ""),
        privileges=(1, 0),
        bought=(bought, ""),
        pyramid=pyramid,
    )._replace(bag=(0,) * 7)
    assert legal(state, "buy") == []
    assert ("privilege 11" in legal(state)) is helps


def mandatory(state: State) -> bool:
    return any(text.split()[0] in ("take", "gold", "buy") for text in legal(state))


def can_go_on(state: State) -> bool:
    """Whether something can be done now, or after a replenish, in whatever order the bag is drawn."""
    if mandatory(state):
        return True
    if not any(state.bag):
        return False
    return mandatory(do(state, "replenish", f"bag {bag(state)}"))


def sparse(rng: Rng) -> State:
    """A table with few tokens on the board and in the bag, and the rest in the players' hands."""
    mixed = "".join(shuffled(rng, ALL_TOKENS))
    cells = shuffled(rng, SPIRAL)
    held = 1 + below(rng, 10)
    left = [card.code for card in CARDS if card.code not in DEAR.split()]
    codes = " ".join(shuffled(rng, left)[: min(3, below(rng, 8))])
    there = below(rng, 4)
    return table(
        board=" ".join(f"{cell}{token}" for cell, token in zip(cells, mixed[20 : 20 + there], strict=False)),
        mine=mixed[:held],
        theirs=mixed[10:20],
        reserved=(codes, ""),
        privileges=(1 + below(rng, 3), 0),
        pyramid=DEAR,
    )._replace(bag=tuple(below(rng, 2) * (token > 4) for token in range(7)))


@pytest.mark.rule("SDA-11", "SD-030")
def test_a_privilege_is_legal_just_when_one_can_go_on_after_it() -> None:
    """Pieces are lost from these tables on purpose: with all 25 tokens one is hardly ever stuck."""
    rng = Rng("stuck")
    found = {True: 0, False: 0}
    for _ in range(1500):
        state = sparse(rng)
        for cell, token in enumerate(state.board):
            if 0 <= token < 6:
                goes_on = can_go_on(GAME.trusted(state, UsePrivilege(cell)).state)
                assert (UsePrivilege(cell) in GAME.legal_actions(state)) is goes_on, GAME.to_position(state)
                found[goes_on] += 1
    assert min(found.values()) > 100, found


# --- The safety net ------------------------------------------------------------------------------------------


def stuck(mine: str = "wwwwbbbbkkkk") -> State:
    """No play leads here: the board and the bag hold nothing but gold, and the hand is full."""
    state = table(
        board="33* 43* 42*", mine=mine, theirs="ggggrrrrpp", reserved=(HAND, ""), pyramid=DEAR, reachable=False
    )
    GAME.check(state)
    return state


@pytest.mark.rule("SDA-11")
def test_a_forced_pass_runs_the_normal_end_of_the_turn() -> None:
    state = stuck()
    assert legal(state) == ["pass"]
    done = step(state, "pass")
    assert done.events == (Passed(0),)
    assert done.state.phase is Phase.RETURN
    state = do(done.state, "return w", "return w")
    assert GAME.to_play(state) == 1
    assert bag(state) == "ww"
    assert on_board(state) == "***"
    assert tokens(state, 0) == "wwbbbbkkkk"


@pytest.mark.rule("SDA-11")
def test_a_forced_pass_after_a_replenish_that_brought_gold_alone() -> None:
    state = stuck()._replace(board=(-1,) * 25, bag=(0, 0, 0, 0, 0, 0, 3))
    assert legal(state) == ["replenish"]
    filled = do(state, "replenish", "bag ***")
    assert legal(filled) == ["pass"]
    assert kinds(step(filled, "pass").events) == ["Passed"]


@pytest.mark.rule("SDA-11")
def test_no_pass_while_anything_else_is_possible() -> None:
    for state in (table(), table(board=""), table(board="33*"), stripped("11w", "wwwbbbkkkk", "ggggrrrrpp")):
        refused(state, "pass", "SD-021")


@pytest.mark.rule("SDA-11", "SD-023")
def test_a_turn_never_begins_stuck() -> None:
    """Random games in which a Privilege is used whenever it can be."""
    for seed in range(6):
        rng = Rng(seed)
        state = GAME.initial(2, table().options, 0)
        while GAME.to_play(state) is not None:
            actions = GAME.legal_actions(state)
            greedy = [action for action in actions if isinstance(action, UsePrivilege)] or actions
            assert legal(state, "pass") == []
            state = GAME.apply(state, greedy[below(rng, len(greedy))] if greedy else GAME.sample(state, rng)).state
