"""Who may see what (SD-073, SD-086, SDA-36)."""

from __future__ import annotations

import pytest

from tavola.rules.chance import Rng
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.events import ReservedCard
from tavola.rules.duel.state import DuelOptions, Phase, State
from tavola.rules.jewels import Held
from tavola.rules.plain import dump
from tests.contract.play import words
from tests.rules.duel.table import DEFAULT, EVERYBODY, bag, card, codes, do, hand, legal, letters, row, step, table

OPEN = DuelOptions(reserved_visibility="faceUpKnown")
BOARD = "wbgrk *..*. p...p wbgrk ....*"


def someone(turn: int = 0, options: DuelOptions = DEFAULT) -> State:
    """Somebody with a card of each level in hand, the one of level 2 reserved from the pyramid."""
    return table(board=BOARD, reserved=("1w2? 2w1 3w2?", "1b1"), turn=turn, options=options)


@pytest.mark.rule("SD-073", "SDA-36")
@pytest.mark.parametrize("turn", [0, 1])
def test_only_the_owner_knows_a_card_from_a_deck(turn: int) -> None:
    state = someone(turn)
    known = (Held(2, card("2w1"), False), Held(1, card("1w2"), True), Held(3, card("3w2"), True))
    hidden = (Held(2, card("2w1"), False), Held(1, None, True), Held(3, None, True))
    assert GAME.view(state, turn).players[turn].reserved == known
    assert GAME.view(state, 1 - turn).players[turn].reserved == hidden
    assert GAME.view(state, None).players[turn].reserved == hidden
    for seat in EVERYBODY:
        assert GAME.view(state, seat).players[1 - turn].reserved == (Held(1, card("1b1"), False),)


@pytest.mark.rule("SD-073", "SDA-36")
@pytest.mark.parametrize("options", [DEFAULT, OPEN], ids=["hidden", "faceUpKnown"])
def test_nothing_that_others_get_names_a_secret_card(options: DuelOptions) -> None:
    state = someone(options=options)
    secret = {"1w2", "3w2"}
    assert secret <= words(dump(GAME.view(state, 0)))
    for seat in (1, None):
        view = GAME.view(state, seat)
        assert not secret & words(dump(view))
        assert not secret & words(GAME.draw(view))
        assert "2w1" in words(dump(view))


@pytest.mark.rule("SD-073", "SDA-36")
@pytest.mark.parametrize("options", [DEFAULT, OPEN], ids=["hidden", "faceUpKnown"])
def test_others_cannot_tell_which_card_it_is(options: DuelOptions) -> None:
    """Whatever the secret cards are, and whenever they came, others see the same."""
    one = table(board=BOARD, reserved=("1w2? 1k5? 2w1", ""), options=options, pyramid="1w1 1w3 1w4 1w5 1b1")
    other = table(board=BOARD, reserved=("1g2? 1x1? 2w1", ""), options=options, pyramid="1w1 1w3 1w4 1w5 1b1")
    for seat in (1, None):
        assert GAME.view(one, seat) == GAME.view(other, seat)
        assert GAME.draw(GAME.view(one, seat)) == GAME.draw(GAME.view(other, seat))
    assert GAME.view(one, 0) != GAME.view(other, 0)


@pytest.mark.rule("SD-073")
def test_the_order_of_a_hand_does_not_tell_when_a_card_came() -> None:
    state = table(board=BOARD, pyramid="2w1", deck="1g2 1x1")
    first = do(state, "gold 21", "reserve deck1", "take 11", "gold 24", "reserve 2w1")
    last = do(state, "gold 21", "reserve 2w1", "take 11", "gold 24", "reserve deck1")
    assert first.players[0].reserved == last.players[0].reserved


@pytest.mark.rule("SD-073", "SDA-36")
@pytest.mark.parametrize("turn", [0, 1])
def test_reserving_from_a_deck_as_others_see_it(turn: int) -> None:
    state = do(table(board=BOARD, deck="2k1", turn=turn), "gold 21")
    done = step(state, "reserve deck2")
    (event,) = done.events
    assert event == ReservedCard(turn, 2, None, card("2k1"))
    assert event.seen_by(turn) == event
    for seat in (1 - turn, None):
        assert event.seen_by(seat) == ReservedCard(turn, 2, None, None)
        told = GAME.tell(event.seen_by(seat), ["Ann", "Ben"])
        assert told == f"{('Ann', 'Ben')[turn]} reserves a card from the deck of level 2."
        assert GAME.view(done.state, seat).players[turn].reserved == (Held(2, None, True),)
        assert GAME.view(done.state, seat).deck_sizes[1] == GAME.view(state, seat).deck_sizes[1] - 1


@pytest.mark.rule("SDA-36")
@pytest.mark.parametrize("options", [DEFAULT, OPEN], ids=["hidden", "faceUpKnown"])
def test_a_card_reserved_from_the_pyramid_was_seen_by_all(options: DuelOptions) -> None:
    state = do(table(board=BOARD, pyramid="2w1", options=options), "gold 21")
    done = step(state, "reserve 2w1")
    assert all(event.seen_by(seat) == event for event in done.events for seat in EVERYBODY)
    for seat in EVERYBODY:
        assert GAME.tell(done.events[0].seen_by(seat), ["Ann", "Ben"]) == "Ann reserves 2w1."
        assert GAME.view(done.state, seat).players[0].reserved == (Held(2, card("2w1"), False),)
    later = do(done.state, "take 11", "take 12", "take 13")
    assert GAME.view(later, 1).players[0].reserved == (Held(2, card("2w1"), False),)


def drawn_hand(state: State, seat: int | None, whose: int) -> list[str]:
    """How the table draws a hand."""
    lines = GAME.draw(GAME.view(state, seat)).splitlines()
    name = "You:" if whose == seat else f"Seat {whose + 1}:"
    begin = next(at for at, line in enumerate(lines) if line.startswith(name))
    mine = lines[begin + 1 :]
    end = next(at for at, line in enumerate(mine) if not line.startswith(" "))
    return [line.strip().removeprefix("reserved ") for line in mine[:end] if line.strip().startswith("reserved")]


@pytest.mark.rule("SDA-36")
def test_hidden_draws_backs_and_face_up_known_draws_what_was_seen() -> None:
    for options, second in ((DEFAULT, "a card of level 2"), (OPEN, "2w1: two white")):
        state = someone(options=options)
        for seat in (1, None):
            lines = drawn_hand(state, seat, 0)
            assert len(lines) == 3
            assert lines[0].startswith(second)
            assert lines[1:] == ["a card of level 1", "a card of level 3"]
        own = drawn_hand(state, 0, 0)
        assert [line[:3] for line in own] == ["2w1", "1w2", "3w2"]


@pytest.mark.rule("SDA-36")
def test_the_option_changes_the_drawing_alone() -> None:
    closed, opened = someone(), someone(options=OPEN)
    assert legal(closed) == legal(opened)
    for seat in EVERYBODY:
        assert GAME.view(closed, seat).players == GAME.view(opened, seat).players
    assert do(closed, "take 11") == do(opened, "take 11")._replace(options=DEFAULT)


@pytest.mark.rule("SD-086")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_what_lies_open_is_seen_by_all(seat: int | None) -> None:
    state = table(
        board="11w 22p 33* 45r",
        mine="wb*",
        theirs="gk",
        privileges=(1, 2),
        bought=("1w1 2b1 1x4@b 1o1", "3k1 1k4"),
        royals=("", "r2"),
    )
    view = GAME.view(state, seat)
    for player, true in zip(view.players, state.players, strict=True):
        assert (player.tokens, player.columns, player.royals) == (true.tokens, true.columns, true.royals)
        assert (player.points, player.crowns, player.bonuses) == (true.points, true.crowns, true.bonuses)
        assert (player.privileges, player.colour_points) == (true.privileges, true.colour_points)
    assert (view.board, view.rows, view.royals) == (state.board, state.rows, state.royals)
    assert (view.privileges, view.turn, view.turns, view.phase) == (0, 0, state.turns, Phase.TURN)
    assert letters(view.bag) == bag(state)
    assert view.deck_sizes == tuple(map(len, state.decks))


@pytest.mark.rule("SD-073", "SD-010")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_nobody_sees_the_order_of_a_deck(seat: int | None) -> None:
    state = someone()
    turned = state._replace(decks=tuple(deck[::-1] for deck in state.decks))
    assert turned.decks != state.decks
    assert GAME.view(turned, seat) == GAME.view(state, seat)


@pytest.mark.rule("SD-073", "SDA-36")
def test_worlds_keep_what_was_seen_and_vary_the_rest() -> None:
    state = someone()
    rng = Rng("worlds")
    hands = {hand(GAME.determinize(GAME.view(state, 1), rng), 0) for _ in range(100)}
    visible = {code for level in (1, 2, 3) for code in row(state, level).split()}
    for cards in hands:
        known, one, three = cards.split()
        assert known == "2w1"
        assert (one[0], three[0]) == ("1", "3")
        assert not {one, three} & visible
    assert len(hands) > 50
    mine = {hand(GAME.determinize(GAME.view(state, 0), rng), 0) for _ in range(20)}
    assert mine == {"2w1 1w2 3w2"}
    assert len({codes(GAME.determinize(GAME.view(state, 0), rng).decks[2]) for _ in range(20)}) == 20


@pytest.mark.rule("SD-073")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_every_phase_has_worlds_that_look_the_same(seat: int | None) -> None:
    hands = ("2w1 1w2?", "1g1 3o1?")
    wild = do(table(mine="kkkkp", bought=("1w1 1b1", ""), pyramid="1x4", reserved=hands), "buy 1x4")
    hidden = do(table(mine="bbggp*", reserved=hands), "buy 1w2")
    token = do(table(board="11w 55w", mine="rrkk", pyramid="1w3", reserved=hands), "buy 1w3")
    thief = do(table(mine="bbbbrrr", theirs="wp", pyramid="2w2", reserved=hands), "buy 2w2")
    crown = do(table(mine="bbb", bought=("1g4 1r4", ""), pyramid="1w4", reserved=hands), "buy 1w4")
    gold = do(table(board=BOARD, reserved=hands), "gold 21")
    empty = do(table(board="33w", reserved=hands), "replenish")
    states = [GAME.initial(2, DEFAULT, 0), wild, hidden, token, thief, crown, gold, empty]
    assert len({state.phase for state in states}) == len(states)
    for state in states:
        view = GAME.view(state, seat)
        world = GAME.determinize(view, Rng("worlds"))
        GAME.check(world)
        assert GAME.view(world, seat) == view


@pytest.mark.rule("SDA-36", "SD-086")
def test_a_secret_card_is_open_once_it_is_bought() -> None:
    state = table(mine="bbggp", reserved=("1w2?", ""), board="33w")
    done = step(state, "buy 1w2")
    assert all(event.seen_by(seat) == event for event in done.events for seat in EVERYBODY)
    for seat in EVERYBODY:
        assert codes(GAME.view(done.state, seat).players[0].columns[0]) == "1w2"
        assert GAME.view(done.state, seat).players[0].reserved == ()


@pytest.mark.rule("SDA-10", "SD-073")
@pytest.mark.parametrize("seat", [1, None])
def test_what_a_player_may_do_is_not_in_what_others_see(seat: int | None) -> None:
    """Two tables with different legal actions that nobody else can tell apart."""
    can = table(mine="bbggp", reserved=("1w2?", ""), pyramid="1w1 1w3 1w4 1w5 1b1")
    cannot = table(mine="bbggp", reserved=("1g2?", ""), pyramid="1w1 1w3 1w4 1w5 1b1")
    assert "buy 1w2" in legal(can)
    assert len(legal(can)) == len(legal(cannot)) + 1
    assert GAME.view(can, seat) == GAME.view(cannot, seat)
    assert GAME.draw(GAME.view(can, seat)) == GAME.draw(GAME.view(cannot, seat))
