"""Positions in one line: what they say, that they are read back, and that nonsense is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.rules import CHANCE, NotUnderstood
from tavola.rules.chance import Rng, pick
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.state import DuelOptions, Phase, State
from tests.rules.duel.table import IMMEDIATE, card, do, table

STATE = table(
    board="11w 22p 33* 45r",
    mine="wwbk",
    theirs="ggp*",
    privileges=(2, 1),
    bought=("1w1 2b1 1x4@b 1o1", "3k1 1k4"),
    reserved=("1w2? 2w1", "3o1?"),
    royals=("", "r2"),
)
LINE = GAME.to_position(STATE)


def changed(**fields: str) -> str:
    """The line with other values of these fields."""
    line = LINE
    for key, value in fields.items():
        assert line.count(f" {key}=") == 1
        before, _, after = line.partition(f" {key}=")
        line = f"{before} {key}={value} {after.partition(' ')[2]}"
    return line


def test_the_line() -> None:
    assert LINE.startswith("duel / phase=turn turn=1 turns=20 board=w....,.p...,..*..,....r,..... bag=")
    assert "bag=wbbbggrrrkkk* privileges=0 " in LINE
    assert " royals=r1,r3,r4 card=- replenished=no extra=no start=1 " in LINE
    mine = "wwbk:1w1;2b1,1x4;;;;1o1:2w1,1w2?::2"
    theirs = "ggp*:;;;;3k1,1k4;:3o1?:r2:1"
    assert LINE.endswith(f" players={mine}|{theirs}")
    assert GAME.from_position(LINE) == STATE
    assert GAME.from_position(f"  {LINE.replace(' ', '   ')}\n") == STATE


def test_options_are_in_the_line() -> None:
    options = DuelOptions("immediate", "faceUpKnown", "loser")
    line = GAME.to_position(STATE._replace(options=options))
    assert line.startswith("duel pyramidRefill=immediate reservedVisibility=faceUpKnown firstPlayer=loser / phase=")
    assert GAME.from_position(line).options == options


def test_the_order_of_a_hand_in_the_line_does_not_matter() -> None:
    assert GAME.from_position(LINE.replace("2w1,1w2?", "1w2?,2w1")) == STATE


@pytest.mark.parametrize("options", [DuelOptions(), IMMEDIATE], ids=["endOfTurn", "immediate"])
def test_every_phase_is_read_back(options: DuelOptions) -> None:
    """Random games until every phase has been written and read."""
    met: set[Phase] = set()
    for seed in range(8):
        rng = Rng(seed)
        state = GAME.initial(2, options, seed % 2)
        while True:
            if state.phase not in met or state.turns % 13 == 0:
                line = GAME.to_position(state)
                assert "\n" not in line
                assert GAME.from_position(line) == state
                met.add(state.phase)
            actor = GAME.to_play(state)
            if actor is None:
                break
            action = GAME.sample(state, rng) if actor is CHANCE else pick(rng, GAME.legal_actions(state))
            state = GAME.apply(state, action).state
    assert met == set(Phase)


@pytest.mark.rule("SD-003", "SD-052", "SD-002", "SD-005")
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(changed(bag="wwbbbggrrrkkk*"), id="a token too many"),
        pytest.param(changed(bag="wbbbggrrrkkk"), id="a token too few"),
        pytest.param(changed(bag="wbbbggrrrkkkx"), id="a strange token"),
        pytest.param(changed(board="w....,.p...,..*..,....r"), id="four rows"),
        pytest.param(changed(board="w....,.p...,..*..,....r,......"), id="a row of six"),
        pytest.param(changed(privileges="1"), id="a Privilege too many"),
        pytest.param(changed(royals="r1,r3"), id="a Royal too few"),
        pytest.param(changed(royals="r1,r2,r3,r4"), id="a Royal too many"),
        pytest.param(changed(card="1w1"), id="a card being bought out of time"),
        pytest.param(changed(phase="pay"), id="no card being bought"),
        pytest.param(changed(phase="bid"), id="no such phase"),
        pytest.param(changed(phase="return"), id="nothing to return"),
        pytest.param(changed(turn="3"), id="no such seat"),
        pytest.param(changed(turn="0"), id="no seat"),
        pytest.param(changed(start="3"), id="no such start"),
        pytest.param(changed(turns="many"), id="no number"),
        pytest.param(changed(replenished="maybe"), id="neither yes nor no"),
        pytest.param(LINE.replace(" start=1", ""), id="a field missing"),
        pytest.param(LINE + " more=1", id="a field too many"),
        pytest.param(LINE.replace("duel", "splendor", 1), id="another game"),
        pytest.param(LINE.replace("duel /", "duel pyramidRefill=never /"), id="a strange option"),
        pytest.param(LINE.replace(":2w1,1w2?:", ":2w1:"), id="a card too few"),
        pytest.param(LINE.replace(":2w1,1w2?:", ":2w1,1w2?,1w3:"), id="a card too many"),
        pytest.param(LINE.replace("1w1;2b1,1x4;", "2b1,1x4;1w1;"), id="a card in the wrong column"),
        pytest.param(LINE.replace(";;;;1o1:", ";1o1;;;:"), id="points of no colour in a column"),
        pytest.param(LINE.replace("2b1,1x4;;;;1o1:", "2b1;;;;1x4,1o1:"), id="a wild card in no column"),
        pytest.param(LINE.replace("players=wwbk:", "players="), id="a player's tokens missing"),
        pytest.param("", id="nothing"),
        pytest.param("duel", id="no fields"),
    ],
)
def test_nonsense_is_refused(line: str) -> None:
    assert line != LINE
    with pytest.raises(NotUnderstood, match=r"\.$"):
        GAME.from_position(line)


@pytest.mark.rule("SD-005")
def test_limits() -> None:
    """Ten tokens for the one who waits, three reserved cards for both."""
    many = table(mine="w", theirs="wwwbbbbgggg", reachable=False)
    with pytest.raises(NotUnderstood, match="more than ten"):
        GAME.check(many)
    GAME.check(table(theirs="w", mine="wwwbbbbgggg", reachable=False))
    hand = table(reserved=("1w1 1w2 1w3 1w4", ""), reachable=False)
    with pytest.raises(NotUnderstood, match="reserved"):
        GAME.check(hand)


MOTHER = table()
PLAYER = MOTHER.players[0]
BROKEN = {
    "a board of 24 cells": MOTHER._replace(board=table(mine="w").board[:-1], players=table(mine="w").players),
    "a board of 26 cells": MOTHER._replace(board=(*MOTHER.board, -1)),
    "less than nothing in the bag": MOTHER._replace(
        bag=(-1, 0, 0, 0, 0, 0, 0), players=(PLAYER._replace(tokens=(1, 0, 0, 0, 0, 0, 0)), PLAYER)
    ),
    "less than no tokens": MOTHER._replace(
        bag=(1, 0, 0, 0, 0, 0, 0), players=(PLAYER._replace(tokens=(-1, 0, 0, 0, 0, 0, 0)), PLAYER)
    ),
    "less than no Privileges": MOTHER._replace(privileges=4, players=(PLAYER._replace(privileges=-1), PLAYER)),
    "a row of six": MOTHER._replace(
        rows=((*MOTHER.rows[0], MOTHER.decks[0][0]), *MOTHER.rows[1:]), decks=(MOTHER.decks[0][1:], *MOTHER.decks[1:])
    ),
    "no turn yet": MOTHER._replace(turns=0),
    "turns before the deal": GAME.initial(2, DuelOptions(), 0)._replace(turns=1),
}


@pytest.mark.rule("SD-004", "SD-011", "SD-052")
@pytest.mark.parametrize("state", BROKEN.values(), ids=BROKEN)
def test_broken_states_are_refused(state: State) -> None:
    GAME.check(MOTHER)
    with pytest.raises(NotUnderstood, match=r"\.$"):
        GAME.check(state)


def test_cards_of_another_level_are_refused() -> None:
    state = table()
    one, two, three = state.rows
    swapped = state._replace(rows=((two[0], *one[1:]), (one[0], *two[1:]), three))
    with pytest.raises(NotUnderstood, match="another level"):
        GAME.check(swapped)


def test_sums_that_do_not_fit_the_cards_are_refused() -> None:
    player, other = STATE.players
    for wrong in (
        player._replace(points=player.points + 1),
        player._replace(crowns=1),
        player._replace(bonuses=(0,) * 5),
        player._replace(colour_points=(0,) * 5),
    ):
        with pytest.raises(NotUnderstood, match="do not fit"):
            GAME.check(STATE._replace(players=(wrong, other)))


def placing(code: str) -> State:
    """A wild card is to be placed, but this one has changed places with it."""
    state = do(table(mine="kkkkp", bought=("1w1 1b1", ""), pyramid="1x4"), "buy 1x4")
    rows = tuple(tuple(card("1x4") if c is card(code) else c for c in row) for row in state.rows)
    decks = tuple(tuple(card("1x4") if c is card(code) else c for c in deck) for deck in state.decks)
    return state._replace(card=card(code), rows=rows, decks=decks)


def paying(state: State, code: str) -> State:
    return state._replace(phase=Phase.PAY, card=card(code))


IMPOSSIBLE: dict[str, Callable[[], State]] = {
    "pay for a deck's card": lambda: paying(table(mine="bbb*", deck="1w4"), "1w4"),
    "pay for another's card": lambda: paying(table(mine="bbb*", reserved=("", "1w4")), "1w4"),
    "pay without tokens": lambda: paying(table(pyramid="1w4"), "1w4"),
    "place a card that is not wild": lambda: placing("1k1"),
    "no token": lambda: table(bought=("1w3", ""), mine="wwww")._replace(phase=Phase.TOKEN, card=card("1w3")),
    "nothing to steal": lambda: table(theirs="***")._replace(phase=Phase.STEAL),
    "no Royal due": lambda: table()._replace(phase=Phase.ROYAL),
    "a full hand": lambda: table(reserved=("1w1 1w2 1w3", ""))._replace(phase=Phase.RESERVE),
    "an empty bag": lambda: table()._replace(phase=Phase.REPLENISH),
    "over without a victory": lambda: table()._replace(phase=Phase.OVER),
}


@pytest.mark.parametrize("build", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_phase_that_cannot_be_is_refused(build: Callable[[], State]) -> None:
    """From such a position nobody could go on, or the next action would break."""
    state = build()
    with pytest.raises(NotUnderstood, match=r"\.$"):
        GAME.check(state)
