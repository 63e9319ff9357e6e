"""Actions in words: letters, cells and cards as players write them."""

from __future__ import annotations

import pytest

from tavola.rules import NotLegal, NotUnderstood
from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel.actions import (
    Action,
    Bag,
    Buy,
    Choose,
    Deal,
    Pass,
    Pay,
    Place,
    Replenish,
    Reserve,
    ReserveDeck,
    Return,
    Steal,
    Take,
    TakeGold,
    TakeToken,
    UsePrivilege,
)
from tavola.rules.duel.material import CARDS, ROYALS, Royal
from tests.rules.duel.table import DEFAULT, card, cell, counts, do, table

TEXTS: list[tuple[str, Action]] = [
    ("take 33", Take((12,))),
    ("take 11 22 33", Take((0, 6, 12))),
    ("take 15 24", Take((4, 8))),
    ("privilege 55", UsePrivilege(24)),
    ("replenish", Replenish()),
    ("gold 21", TakeGold(5)),
    ("reserve 2w3", Reserve(card("2w3"))),
    ("reserve deck1", ReserveDeck(1)),
    ("reserve deck3", ReserveDeck(3)),
    ("buy 1x4", Buy(card("1x4"))),
    ("buy 3o1", Buy(card("3o1"))),
    ("pay wbgrkp*", Pay((1, 1, 1, 1, 1, 1, 1))),
    ("pay ww*", Pay((2, 0, 0, 0, 0, 0, 1))),
    ("place k", Place(4)),
    ("token 42", TakeToken(16)),
    ("steal p", Steal(5)),
    ("royal r2", Choose(Royal.of("r2"))),
    ("return *", Return(6)),
    ("pass", Pass()),
    ("bag p*wk", Bag((5, 6, 0, 4))),
    ("bag -", Bag(())),
]


@pytest.mark.rule("SDA-34")
@pytest.mark.parametrize(("text", "action"), TEXTS, ids=[text for text, _ in TEXTS])
def test_texts_of_actions(text: str, action: Action) -> None:
    assert GAME.to_text(action) == text
    assert GAME.from_text(text) == action
    assert GAME.from_text(f"  {text.upper()} ") == action


def test_every_card_royal_cell_and_letter_has_its_text() -> None:
    actions: list[Action] = [kind(c) for c in CARDS for kind in (Buy, Reserve)]
    actions += [Choose(royal) for royal in ROYALS]
    actions += [kind(at) for at in range(25) for kind in (UsePrivilege, TakeGold, TakeToken)]
    actions += [Take((at,)) for at in range(25)]
    actions += [*map(Place, range(5)), *map(Steal, range(6)), *map(Return, range(7)), *map(ReserveDeck, (1, 2, 3))]
    texts = [GAME.to_text(action) for action in actions]
    assert len(set(texts)) == len(texts)
    assert [GAME.from_text(text) for text in texts] == actions
    assert texts[:4] == ["buy 1w1", "reserve 1w1", "buy 1w2", "reserve 1w2"]
    assert [text for text in texts if text.startswith("return")] == [f"return {letter}" for letter in "wbgrkp*"]


@pytest.mark.rule("SD-061", "SDA-29")
def test_cells_and_letters_come_in_any_order() -> None:
    for text in ("take 33 22 11", "take 22 11 33", "TAKE 11  33 22"):
        assert GAME.from_text(text) == Take((0, 6, 12))
    for text in ("pay *ww", "pay w*w"):
        assert GAME.from_text(text) == Pay(counts("ww*"))
    state = table(board="11w 22b 33g", mine="bbb*", pyramid="1w4")
    assert do(state, "take 33 11 22") == do(state, "take 11 22 33")
    assert do(state, "buy 1w4", "pay *bb") == do(state, "buy 1w4", "pay bb*")


def test_the_order_of_a_deal_and_of_a_draw_is_kept() -> None:
    assert GAME.from_text("bag *wp") != GAME.from_text("bag wp*")
    state = GAME.initial(2, DEFAULT, 0)
    deal = GAME.fixed(state)
    assert isinstance(deal, Deal)
    backwards = Deal(deal.board[::-1], tuple(deck[::-1] for deck in deal.decks))
    for given in (deal, backwards):
        text = GAME.to_text(given)
        assert "\n" not in text
        assert GAME.from_text(text) == given
    assert GAME.to_text(deal).startswith("deal wwwwbbbbggggrrrrkkkkpp*** / 1w1 1w2 ")


def test_a_deal_with_unknown_cards() -> None:
    state = GAME.initial(2, DEFAULT, 0)
    deal = GAME.fixed(state)
    assert isinstance(deal, Deal)
    known = Deal(deal.board, tuple((*deck[:5], *[None] * (len(deck) - 5)) for deck in deal.decks))
    assert GAME.from_text(GAME.to_text(known)) == known
    assert GAME.to_text(known).count("??") == 67 - 15


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take 66",
        "take 01",
        "take 3",
        "take 333",
        "take a1",
        "take 11,12",
        "take ٣٣",
        "privilege",
        "privilege 11 12",
        "gold",
        "gold 06",
        "reserve",
        "reserve deck0",
        "reserve deck4",
        "reserve deck",
        "reserve 4w1",
        "buy",
        "buy 1w9",
        "buy w",
        "buy 1w1 1w2",
        "pay",
        "pay x",
        "pay w w",
        "place p",
        "place *",
        "place wb",
        "place",
        "token w",
        "steal *",
        "steal x",
        "steal",
        "royal r5",
        "royal 1",
        "royal",
        "return x",
        "return ww",
        "return",
        "bag x",
        "deal",
        "deal w / 1w1",
        "pass 1",
        "replenish now",
        "resign",
        "x" * 5000,
    ],
    ids=lambda text: text[:20],
)
def test_other_texts_are_not_understood(text: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        GAME.from_text(text)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 300


@pytest.mark.rule("SD-030", "SD-060")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (UsePrivilege(25), "SD-032"),
        (UsePrivilege(-1), "SD-032"),
        (UsePrivilege("33"), "SD-032"),  # type: ignore[arg-type]
        (UsePrivilege(None), "SD-032"),  # type: ignore[arg-type]
        (Take(("33",)), "SD-060"),  # type: ignore[arg-type]
        (Take((None,)), "SD-060"),  # type: ignore[arg-type]
        (Take(12), "SD-060"),  # type: ignore[arg-type]
        (Take([12, 13]), "SD-060"),  # type: ignore[arg-type]
        (TakeGold(25), "SD-070"),
        (Pay(counts("w")), "SD-021"),
        (Place(7), "SD-021"),
        (Return(9), "SD-021"),
        (Bag((0,)), "SD-021"),
    ],
    ids=str,
)
def test_actions_that_no_text_can_say_are_refused_like_others(action: Action, rule: str) -> None:
    with pytest.raises(NotLegal, match=r"\.$") as caught:
        GAME.apply(table(privileges=(1, 0), mine="w"), action)
    assert caught.value.rule == rule


def test_cells_of_the_helpers_are_those_of_the_rules() -> None:
    for row in "12345":
        for column in "12345":
            assert GAME.from_text(f"gold {row}{column}") == TakeGold(cell(f"{row}{column}"))
