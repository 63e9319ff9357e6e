"""Who may see what: views, events, undo and the worlds a seat cannot tell apart (SP-013, SP-021, SP-022, SPA-14)."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest

from tavola.rules.chance import Rng
from tavola.rules.plain import dump, load
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.events import Refilled, ReservedCard
from tavola.rules.splendor.state import Phase, SplendorOptions, State
from tavola.rules.splendor.view import View
from tests.rules.splendor.table import (
    ALL_HIDDEN,
    ALL_OPEN,
    DEFAULT,
    Side,
    card,
    codes,
    deal,
    do,
    legal,
    owned,
    step,
    table,
)

EVERYBODY = (0, 1, 2, None)
OTHERS = (1, 2, None)
VISIBILITY = [DEFAULT, ALL_HIDDEN, ALL_OPEN]
NAMES = [options.reserved_visibility for options in VISIBILITY]


def three(options: SplendorOptions = DEFAULT) -> State:
    """Seat 0 reserved a card face up and another from a deck of each of two levels."""
    return table(Side("***", hand="2r4 3k4? 1g8?"), Side("wb", cards="1w1"), Side(), options=options)


def in_hand(state: State, seat: int | None, whose: int = 0) -> list[tuple[int, str | None, bool]]:
    held = GAME.view(state, seat).players[whose].reserved
    return [(one.level, one.card.code if one.card else None, one.secret) for one in held]


def drawn_hand(state: State, seat: int | None) -> list[str]:
    return [line.strip() for line in GAME.draw(GAME.view(state, seat)).splitlines() if "in hand" in line]


def found(data: Any) -> set[str]:
    """All the card codes in a view or event."""
    return set(re.findall(r"\b[123][wbgrk][1-8]\b", str(dump(data))))


@pytest.mark.rule("SPA-14", "SP-013", "SP-V8")
@pytest.mark.parametrize("options", VISIBILITY, ids=NAMES)
def test_an_owner_sees_the_whole_hand(options: SplendorOptions) -> None:
    state = three(options)
    assert in_hand(state, 0) == [(2, "2r4", False), (1, "1g8", True), (3, "3k4", True)]
    for line, code in zip(drawn_hand(state, 0), ("2r4", "1g8", "3k4"), strict=True):
        assert f"in hand {code}:" in line


@pytest.mark.rule("SPA-14", "SP-V8")
@pytest.mark.parametrize("seat", OTHERS)
@pytest.mark.parametrize("options", [DEFAULT, ALL_HIDDEN], ids=["byOrigin", "allHidden"])
def test_others_know_what_was_reserved_face_up(options: SplendorOptions, seat: int | None) -> None:
    """The option says what the table draws, not what a view knows."""
    state = three(options)
    assert in_hand(state, seat) == [(2, "2r4", False), (1, None, True), (3, None, True)]
    assert not {"1g8", "3k4"} & found(GAME.view(state, seat))


@pytest.mark.rule("SPA-14")
@pytest.mark.parametrize("seat", OTHERS)
def test_all_open_shows_cards_from_decks(seat: int | None) -> None:
    assert in_hand(three(ALL_OPEN), seat) == [(2, "2r4", False), (1, "1g8", True), (3, "3k4", True)]


@pytest.mark.rule("SPA-14", "SP-V8")
@pytest.mark.parametrize("seat", OTHERS)
@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (DEFAULT, ["in hand 2r4:", "in hand a card of level 1", "in hand a card of level 3"]),
        (ALL_HIDDEN, ["in hand a card of level 2", "in hand a card of level 1", "in hand a card of level 3"]),
        (ALL_OPEN, ["in hand 2r4:", "in hand 1g8:", "in hand 3k4:"]),
    ],
    ids=NAMES,
)
def test_what_the_table_draws_of_anothers_hand(options: SplendorOptions, shown: list[str], seat: int | None) -> None:
    lines = drawn_hand(three(options), seat)
    assert len(lines) == len(shown)
    assert all(line.startswith(words) for line, words in zip(lines, shown, strict=True)), lines


@pytest.mark.rule("SPA-14")
def test_visibility_changes_no_rule() -> None:
    plain, hidden, open_ = (do(three(options), "take wbg", "reserve deck1", "reserve 2w1") for options in VISIBILITY)
    assert plain == hidden._replace(options=DEFAULT) == open_._replace(options=DEFAULT)
    assert GAME.legal_actions(plain) == GAME.legal_actions(hidden) == GAME.legal_actions(open_)


@pytest.mark.rule("SPA-14", "SP-V8", "SP-013")
@pytest.mark.parametrize("options", VISIBILITY, ids=NAMES)
def test_the_event_of_a_card_reserved_face_up_is_seen_by_all(options: SplendorOptions) -> None:
    reserved, refilled = step(deal(3, options=options), "reserve 2w1").events
    assert reserved == ReservedCard(0, 2, 0, card("2w1"), gold=True, open=True)
    assert refilled == Refilled(2, 0, card("2w5"))
    for event in (reserved, refilled):
        assert all(event.seen_by(seat) == event for seat in EVERYBODY)


@pytest.mark.rule("SPA-14", "SP-V8", "SP-013")
@pytest.mark.parametrize("options", VISIBILITY, ids=NAMES)
def test_the_event_of_a_card_reserved_from_a_deck_is_its_owners(options: SplendorOptions) -> None:
    (event,) = step(deal(3, options=options), "reserve deck2").events
    is_open = options is ALL_OPEN
    assert event == ReservedCard(0, 2, None, card("2w5"), gold=True, open=is_open)
    assert event.seen_by(0) == event
    for seat in OTHERS:
        seen = card("2w5") if is_open else None
        assert event.seen_by(seat) == ReservedCard(0, 2, None, seen, gold=True, open=is_open)


@pytest.mark.rule("SPA-14", "SP-021")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_a_secret_card_is_public_once_bought(seat: int | None) -> None:
    state = table(Side("bbg", hand="1r2? 3k4?"), Side(), Side())
    assert "1r2" not in found(GAME.view(state, 1))
    after = do(state, "buy 1r2")
    assert codes(GAME.view(after, seat).players[0].cards) == "1r2"
    assert ("3k4" in found(GAME.view(after, seat))) is (seat == 0)


@pytest.mark.rule("SPA-14", "SPA-09")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_a_card_being_paid_for_is_public(seat: int | None) -> None:
    state = do(table(Side("bbg*", hand="1r2? 3k4?"), Side(), Side()), "buy 1r2")
    view = GAME.view(state, seat)
    assert view.buying is card("1r2")
    assert (1, "1r2", True) in in_hand(state, seat)
    assert ("3k4" in found(view)) is (seat == 0)


@pytest.mark.rule("SP-005", "SP-021", "SP-022", "SP-033")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_the_open_table_is_open_to_all(seat: int | None) -> None:
    state = table(
        Side("wb*", cards="3w4 1b8", hand="2r4"), Side("rr", nobles="n5"), Side(), turn=2, start=1, up="1r2 2b3 3k4"
    )
    view = GAME.view(state, seat)
    assert view.seat == seat
    assert (view.options, view.phase, view.turn, view.turns) == (state.options, state.phase, 2, state.turns)
    assert (view.bank, view.rows, view.nobles) == (state.bank, state.rows, state.nobles)
    assert view.deck_sizes == (35, 25, 15)
    assert (view.buying, view.passes, view.start) == (None, 0, 1)
    for shown, player in zip(view.players, state.players, strict=True):
        assert (shown.tokens, shown.cards, shown.nobles) == (player.tokens, player.cards, player.nobles)
        assert (shown.bonuses, shown.points) == (player.bonuses, player.points)
        assert len(shown.reserved) == len(player.reserved)


@pytest.mark.rule("SP-003", "SPA-14")
@pytest.mark.parametrize("seat", EVERYBODY)
def test_nobody_sees_the_decks(seat: int | None) -> None:
    """Neither their order nor which of the unseen cards lies in a deck and which in a hand."""
    state = three()
    view = GAME.view(state, seat)
    assert "decks" not in {field.name for field in fields(View)}
    assert not {one.code for deck in state.decks for one in deck} & found(view)
    turned = state._replace(decks=tuple(deck[::-1] for deck in state.decks))
    assert GAME.view(turned, seat) == view
    assert load(View, dump(view)) == view
    other = table(Side("***", hand="2r4 3b4? 1k8?"), Side("wb", cards="1w1"), Side())
    assert (GAME.view(other, seat) == view) is (seat != 0)


def seen_worlds(state: State, seat: int | None, count: int = 300) -> list[State]:
    rng = Rng("worlds")
    view = GAME.view(state, seat)
    worlds = [GAME.determinize(view, rng) for _ in range(count)]
    for world in worlds[:20]:
        GAME.check(world)
        assert GAME.view(world, seat) == view
    return worlds


def secrets(world: State, whose: int = 0) -> list[str]:
    return [held.card.code for held in world.players[whose].reserved if held.secret]


@pytest.mark.rule("SPA-14")
@pytest.mark.parametrize("seat", OTHERS)
def test_worlds_deal_secret_cards_anew(seat: int | None) -> None:
    worlds = seen_worlds(three(), seat)
    ones, threes = ({secrets(world)[at] for world in worlds} for at in (0, 1))
    assert {code[0] for code in ones} == {"1"}
    assert {code[0] for code in threes} == {"3"}
    assert len(ones) == 40 - 4 - 1  # all of level 1 but those face up and the one that seat 1 bought
    assert len(threes) == 20 - 4
    assert len({world.decks[1][0] for world in worlds}) == 30 - 4 - 1
    assert {world.players[0].reserved[0].card.code for world in worlds} == {"2r4"}


@pytest.mark.rule("SPA-14")
def test_worlds_keep_what_the_seat_knows() -> None:
    assert {tuple(secrets(world)) for world in seen_worlds(three(), 0)} == {("1g8", "3k4")}
    for seat in OTHERS:
        assert {tuple(secrets(world)) for world in seen_worlds(three(ALL_OPEN), seat)} == {("1g8", "3k4")}
        paying = do(table(Side("bbg*", hand="1r2? 3k4?"), Side(), Side()), "buy 1r2")
        assert {secrets(world)[0] for world in seen_worlds(paying, seat)} == {"1r2"}


@pytest.mark.rule("SPA-14")
def test_worlds_offer_the_seat_on_turn_the_same_actions() -> None:
    state = table(Side("bbg**", hand="1r2? 3k4?"), Side("ww", hand="2w6? 2r1?"), Side(), up="1w1")
    expected = GAME.legal_actions(state)
    assert all(GAME.legal_actions(world) == expected for world in seen_worlds(state, 0, 50))


@pytest.mark.rule("SP-003")
def test_worlds_before_the_deal_are_empty() -> None:
    before = GAME.initial(3, DEFAULT, 1)
    assert GAME.determinize(GAME.view(before, 0), Rng(1)) == before


# --- What can be taken back ----------------------------------------------------------------------------------


@pytest.mark.rule("SP-013", "SP-020")
@pytest.mark.parametrize(
    ("text", "reveals"),
    [("take wbg", False), ("take ww", False), ("reserve 1w1", True), ("reserve deck1", True), ("buy 1r2", True)],
)
def test_a_step_that_shows_a_new_card_reveals(text: str, reveals: bool) -> None:
    assert step(table(Side("bbg"), Side(), up="1w1 1r2"), text).reveals is reveals


@pytest.mark.rule("SP-020")
@pytest.mark.parametrize("text", ["reserve 1w1", "buy 1r2", "buy 2r4"])
def test_nothing_new_is_shown_where_the_deck_is_empty_or_the_card_was_known(text: str) -> None:
    mine = Side("bbgw", cards=owned("bbg"), hand="2r4")
    state = table(mine, Side(), ends={1: ("1w1 1r2 1k1 1k2", "")})
    assert not step(state, text).reveals


@pytest.mark.rule("SPA-14", "SPA-09")
@pytest.mark.parametrize("options", [DEFAULT, ALL_HIDDEN, ALL_OPEN], ids=NAMES)
def test_buying_a_secret_card_shows_its_owner_nothing_new(options: SplendorOptions) -> None:
    """Others see it for the first time; but a step reveals only by what the one who acts had not known."""
    assert not step(table(Side("bbg", hand="1r2?"), Side(), options=options), "buy 1r2").reveals
    asked = step(table(Side("bbg*", hand="1r2?"), Side(), options=options), "buy 1r2")
    assert asked.state.phase is Phase.PAY
    assert GAME.view(asked.state, 1).buying is card("1r2")
    assert not asked.reveals


@pytest.mark.rule("SPA-09")
def test_asking_how_to_pay_for_a_known_card_reveals_nothing() -> None:
    for mine, up in ((Side("bbg*"), "1r2"), (Side("bbg*", hand="1r2"), "")):
        asked = step(table(mine, Side(), up=up), "buy 1r2")
        assert not asked.reveals
        assert step(asked.state, "pay bbg").reveals is bool(up)


# --- Records as a seat knows them ----------------------------------------------------------------------------


@pytest.mark.rule("SP-003", "SPA-14")
def test_a_deal_as_a_seat_knows_it() -> None:
    """Seat 0 draws 1b1 unseen, 1b2 is laid out after a face-up reserve, seat 1 draws 1b3 unseen."""
    before = GAME.initial(2, DEFAULT, 0)
    dealt = GAME.fixed(before)
    first = GAME.apply(before, dealt)
    state, events = first.state, [*first.events]
    for text in ("reserve deck1", "reserve 1w1", "take wbg", "reserve deck1"):
        done = step(state, text)
        state, events = done.state, [*events, *done.events]
    known = {seat: dump_deck(GAME.redact(dealt, events, seat)) for seat in (0, 1, None)}
    assert known[0][0][:8] == "1w1 1w2 1w3 1w4 1w5 1w6 ? ?".split()
    assert known[1][0][:8] == "1w1 1w2 1w3 1w4 ? 1w6 1w7 ?".split()
    assert known[None][0][:8] == "1w1 1w2 1w3 1w4 ? 1w6 ? ?".split()
    for decks in known.values():
        assert [len(deck) for deck in decks] == [40, 30, 20]
        assert all(code == "?" for deck in decks for code in deck[8:])
        assert decks[1][:5] == "2w1 2w2 2w3 2w4 ?".split()
    take = GAME.from_text("take wbg")
    assert GAME.redact(take, events, 1) is take


def dump_deck(action: Any) -> list[list[str]]:
    return [["?" if one is None else one.code for one in deck] for deck in action.decks]


@pytest.mark.rule("SPA-14")
@pytest.mark.parametrize("seed", range(5))
def test_gaps_are_filled_so_that_a_secret_card_can_be_bought(seed: int) -> None:
    """Seat 0 buys a card that it drew unseen; a spectator's record must find it in that hand."""
    before = GAME.initial(2, DEFAULT, 0)
    dealt = GAME.from_text(
        GAME.to_text(GAME.fixed(before)).replace("1w5", "@").replace("1r2", "1w5").replace("@", "1r2")
    )
    plies = ["reserve deck1", "take wrk", "take bgr", "take grk", "take bgk", "take wrk", "buy 1r2", "pay bbg"]
    first = GAME.apply(before, dealt)
    state, events = first.state, [*first.events]
    for text in plies:
        done = step(state, text)
        state, events = done.state, [*events, *done.events]
    unseen = GAME.redact(dealt, events, None)
    assert dump_deck(unseen)[0][4] == "?"
    filled = GAME.complete(unseen, [GAME.from_text(text) for text in plies], before, Rng(seed))
    again = GAME.apply(before, filled).state
    for text in plies:
        assert text in legal(again)
        again = do(again, text)
    assert codes(again.players[0].cards) == "1r2"
