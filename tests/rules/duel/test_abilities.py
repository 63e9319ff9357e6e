"""What a bought card brings at once (SD-100, SD-101, SD-105 to SD-107, SDA-12, SDA-13, SDA-18 to SDA-21)."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.actions import Buy, Place
from tavola.rules.duel.events import GainedPrivilege, Stole, TookToken, WonTurn
from tavola.rules.duel.material import Card
from tavola.rules.duel.state import Phase
from tests.rules.duel.table import (
    LETTERS,
    at,
    bag,
    card,
    cell,
    column,
    do,
    happened,
    kinds,
    legal,
    on_board,
    privileges,
    refused,
    step,
    table,
    tokens,
)

# --- Extra turn ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SD-101", "SD-127", "SD-100")
@pytest.mark.parametrize(
    ("code", "mine"), [("1w2", "bbggp"), ("1b2", "ggrrp"), ("1g2", "rrkkp"), ("1r2", "wwkkp"), ("1k2", "wwbbp")]
)
@pytest.mark.parametrize("turn", [0, 1])
def test_an_extra_turn_follows_this_one(code: str, mine: str, turn: int) -> None:
    state = table(mine=mine, pyramid=code, turn=turn)
    done = step(state, f"buy {code}")
    assert kinds(done.events) == ["Bought", "WonTurn", "Refilled"]
    assert done.events[1] == WonTurn(turn)
    assert GAME.to_play(done.state) == turn
    assert done.state.turns == state.turns + 1
    assert done.state.extra is False
    after = do(done.state, "take 33")
    assert GAME.to_play(after) == 1 - turn
    assert after.turns == state.turns + 2


@pytest.mark.rule("SD-101", "SDA-12")
def test_the_extra_turn_is_a_whole_turn() -> None:
    """Privileges and a replenish once more, although both were used before."""
    state = table(board="33w 34w 35r 11k", mine="bbggp", privileges=(3, 0), pyramid="1w2")
    state = do(state, "privilege 11", "replenish", f"bag {bag(state)}")
    assert not legal(state, "privilege")
    state = do(state, "buy 1w2")
    assert state.turn == 0
    assert bag(state) == "bbggp"
    assert {"privilege 33", "replenish", "take 33"} <= set(legal(state))
    state = do(state, "privilege 33", "replenish", f"bag {bag(state)}")
    assert privileges(state)[:2] == (1, 2)


@pytest.mark.rule("SDA-13")
def test_extra_turns_chain() -> None:
    state = table(mine="bbbggrrpp", pyramid="1w2 1b2", bought=("1g1 1g3 1r1", ""))
    state = do(state, "buy 1w2")
    assert state.turn == 0
    state = do(state, "buy 1b2")
    assert state.turn == 0
    assert do(state, "take 33").turn == 1


@pytest.mark.rule("SDA-13")
def test_two_extra_turns_from_one_turn_are_one() -> None:
    """Not with the printed cards, of which none has both an extra turn and crowns: the first is added by hand."""
    state = do(table(mine="bbb", pyramid="1w4", bought=("1b4 1g4", "")), "buy 1w4")
    state = do(state._replace(extra=True), "royal r2")
    assert state.turn == 0
    assert state.extra is False
    assert do(state, "take 33").turn == 1


# --- Token ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SD-105", "SDA-20")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_token_of_the_cards_colour_from_any_cell(turn: int) -> None:
    state = table(board="w.b.* ..w.. p.... ..... w....", mine="rrkk", pyramid="1w3", turn=turn)
    asked = step(state, "buy 1w3")
    assert kinds(asked.events) == ["Bought"]
    assert asked.state.phase is Phase.TOKEN
    assert legal(asked.state) == ["token 11", "token 23", "token 51"]
    for text in ("11", "23", "51"):
        done = step(asked.state, f"token {text}")
        assert done.events[0] == TookToken(turn, cell(text), 0)
        assert at(done.state, text) == "."
        assert tokens(done.state, turn) == "w"
        assert on_board(done.state) == "wwbp*"
        assert GAME.to_play(done.state) == 1 - turn
    refused(asked.state, "token 13", "SD-105", "card's colour")
    refused(asked.state, "token 12", "SD-105")
    refused(asked.state, "token 15", "SD-105")


@pytest.mark.rule("SD-105")
@pytest.mark.parametrize(
    ("code", "mine"), [("1w3", "rrkk"), ("1b3", "wwkk"), ("1g3", "wwbb"), ("1r3", "bbgg"), ("1k3", "ggrr")]
)
def test_a_single_token_is_taken_without_asking(code: str, mine: str) -> None:
    """Each card takes its own colour, and nothing else that lies there."""
    board = "w.b.* .g... p...r ..k.. ....."
    done = step(table(board=board, mine=mine, pyramid=code), f"buy {code}")
    colour = code[1]
    assert tokens(done.state, 0) == colour
    assert on_board(done.state) == "wbgrkp*".replace(colour, "")
    assert kinds(done.events) == ["Bought", "TookToken", "Refilled"]
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SD-105", "SDA-19")
def test_no_such_token_no_effect() -> None:
    done = step(table(board="b.g.* p.... ..... ..... .....", mine="rrkk", theirs="ww", pyramid="1w3"), "buy 1w3")
    assert kinds(done.events) == ["Bought", "Refilled"]
    assert tokens(done.state, 0) == ""
    assert on_board(done.state) == "bgp*"
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SD-105", "SD-083")
def test_what_was_just_paid_is_in_the_bag_and_cannot_be_taken() -> None:
    state = table(board="33b", mine="wwbb", pyramid="1g3", theirs="gggg")
    assert kinds(happened(state, "buy 1g3")) == ["Bought", "Refilled"]


@pytest.mark.rule("SDA-21")
def test_on_a_wild_card_the_column_would_say_the_colour() -> None:
    """There is no such card: one is made here out of a printed one."""
    face = {field.name: getattr(card("1x4"), field.name) for field in fields(Card)}
    strange = Card(**{**face, "abilities": ("token",)})
    state = table(board="11w 22b 33g 44p", mine="kkkkp", bought=("1w1 1b1", ""), pyramid="1x4")
    rows = (tuple(strange if c is card("1x4") else c for c in state.rows[0]), *state.rows[1:])
    placing = GAME.trusted(state._replace(rows=rows), Buy(strange)).state
    assert placing.phase is Phase.PLACE
    done = GAME.trusted(placing, Place(1))
    assert [event for event in done.events if isinstance(event, TookToken)] == [TookToken(0, cell("22"), 1)]


# --- Privilege -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SD-106", "SD-100")
@pytest.mark.parametrize(
    ("code", "mine"),
    [("2w3", "wwwwkkp"), ("2b3", "wwbbbbp"), ("2g3", "bbggggp"), ("2r3", "ggrrrrp"), ("2k3", "rrkkkkp")],
)
def test_a_privilege_for_the_buyer(code: str, mine: str) -> None:
    done = step(table(mine=mine, pyramid=code), f"buy {code}")
    assert kinds(done.events) == ["Bought", "GainedPrivilege", "Refilled"]
    assert done.events[1] == GainedPrivilege(0, robbed=False)
    assert privileges(done.state) == (1, 0, 2)
    assert GAME.to_play(done.state) == 1


# --- Steal ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SD-107", "SDA-18")
@pytest.mark.parametrize("turn", [0, 1])
def test_a_gem_or_pearl_of_the_opponents_at_ones_choice(turn: int) -> None:
    state = table(mine="bbbbrrr", theirs="wwgp*", pyramid="2w2", turn=turn)
    asked = step(state, "buy 2w2")
    assert asked.state.phase is Phase.STEAL
    assert GAME.to_play(asked.state) == turn
    assert legal(asked.state) == ["steal w", "steal g", "steal p"]
    for letter, left in (("w", "wgp*"), ("g", "wwp*"), ("p", "wwg*")):
        done = step(asked.state, f"steal {letter}")
        assert done.events[0] == Stole(turn, LETTERS.index(letter))
        assert tokens(done.state, turn) == letter
        assert tokens(done.state, 1 - turn) == left
        assert on_board(done.state) == on_board(state)
        assert GAME.to_play(done.state) == 1 - turn
    for letter in "brk":
        refused(asked.state, f"steal {letter}", "SD-107", "opponent has")
    refused(asked.state, "pass", "SD-107")


@pytest.mark.rule("SD-107")
@pytest.mark.parametrize(
    ("code", "mine"),
    [("2w2", "bbbbrrr"), ("2b2", "ggggkkk"), ("2g2", "wwwrrrr"), ("2r2", "bbbkkkk"), ("2k2", "wwwwggg")],
)
@pytest.mark.parametrize("theirs", ["p", "pp", "p***"])
def test_a_single_kind_is_taken_without_asking(code: str, mine: str, theirs: str) -> None:
    done = step(table(mine=mine, theirs=theirs, pyramid=code), f"buy {code}")
    assert kinds(done.events) == ["Bought", "Stole", "Refilled"]
    assert tokens(done.state, 0) == "p"
    assert tokens(done.state, 1) == theirs[1:]
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SD-107", "SDA-18", "SD-V15", "SDA-35")
@pytest.mark.parametrize("theirs", ["***", "*", ""])
def test_nothing_from_one_who_has_only_gold_or_nothing(theirs: str) -> None:
    done = step(table(mine="bbbbrrr", theirs=theirs, pyramid="2w2"), "buy 2w2")
    assert kinds(done.events) == ["Bought", "Refilled"]
    assert tokens(done.state, 0) == ""
    assert tokens(done.state, 1) == theirs
    assert GAME.to_play(done.state) == 1


@pytest.mark.rule("SDA-18", "SDA-19", "SD-121", "SD-V13")
def test_a_thief_with_ten_tokens_returns_one_after_it() -> None:
    state = table(mine="wwwwbbggkp", theirs="r", pyramid="2w2", bought=("2b1 1b1 1b3 2r1 1r1", ""))
    done = step(state, "buy 2w2")
    assert kinds(done.events) == ["Bought", "Stole"]
    assert len(tokens(done.state, 0)) == 11
    assert done.state.phase is Phase.RETURN
    assert "return r" in legal(done.state)


@pytest.mark.rule("SDA-19")
def test_no_ability_can_be_declined() -> None:
    thief = do(table(mine="bbbbrrr", theirs="wp", pyramid="2w2"), "buy 2w2")
    assert legal(thief) == ["steal w", "steal p"]
    taker = do(table(board="11w 55w", mine="rrkk", pyramid="1w3"), "buy 1w3")
    assert legal(taker) == ["token 11", "token 55"]
    full = table(board="11w", mine="bbbbggggp*", pyramid="1w3", bought=("2r1 2k1", ""))
    assert kinds(happened(full, "buy 1w3")) == ["Bought", "TookToken"]
    assert len(tokens(do(full, "buy 1w3"), 0)) == 11


@pytest.mark.rule("SD-100")
def test_an_ability_works_when_a_reserved_card_is_bought() -> None:
    state = do(table(mine="bbggp", reserved=("1w2?", "")), "buy 1w2")
    assert state.turn == 0
    assert column(state, 0, "w") == "1w2"


@pytest.mark.rule("SD-100")
def test_an_ability_works_once() -> None:
    """In the turns after the purchase the cards bought bring nothing more."""
    state = table(bought=("1w2 1b3 2w2 2b3", ""), theirs="kp", board="33r 34w 35b 45g")
    done = step(state, "take 33")
    assert kinds(done.events) == ["Took"]
    assert GAME.to_play(done.state) == 1
    assert privileges(done.state) == (0, 0, 3)
    assert tokens(done.state, 1) == "kp"
