"""Taking gems: three different, two alike, or fewer when the stacks are short (SP-010 to SP-012, SPA-01 to SPA-04)."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from tavola.rules import NotLegal
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.actions import Take
from tavola.rules.splendor.events import Took
from tavola.rules.splendor.state import SplendorOptions, State
from tests.rules.splendor.table import (
    COLOURS,
    DEFAULT,
    GEMS_EACH,
    UP_TO_3,
    Side,
    bank,
    deal,
    do,
    legal,
    letters,
    refused,
    step,
    table,
    tokens,
)

THREES = {f"take {''.join(three)}" for three in combinations(COLOURS, 3)}
TWOS = {f"take {colour * 2}" for colour in COLOURS}
# Two players hold all but these stacks: one white and two black.
SHORT = Side("wwwbbbbr"), Side("ggggkkrrr")


def with_stacks(*stacks: int, options: SplendorOptions = DEFAULT) -> State:
    """A table of four with these five stacks; the other gems lie before the last three seats, the first has none."""
    held = "".join(colour * (7 - stack) for colour, stack in zip(COLOURS, stacks, strict=True))
    assert len(held) <= 30
    return table(Side(), Side(held[:10]), Side(held[10:20]), Side(held[20:]), options=options)


@pytest.mark.rule("SP-011", "SP-012")
def test_what_may_be_taken_from_full_stacks() -> None:
    for players in (2, 3, 4):
        assert sorted(legal(deal(players), "take")) == sorted(THREES | TWOS)


@pytest.mark.rule("SP-011", "SP-022")
@pytest.mark.parametrize("three", list(combinations(COLOURS, 3)), ids="".join)
def test_three_different_gems(three: tuple[str, ...]) -> None:
    took = step(deal(), f"take {''.join(three)}")
    gems = tuple(int(colour in three) for colour in COLOURS)
    assert took.state.players[0].tokens == (*gems, 0)
    assert took.state.bank == (*(4 - gem for gem in gems), 5)
    assert took.events == (Took(0, gems),)
    assert all(took.events[0].seen_by(seat) == took.events[0] for seat in (0, 1, None))
    assert not took.reveals


@pytest.mark.rule("SP-010")
def test_one_action_is_the_turn() -> None:
    state = deal()
    for text in ("take wbg", "take ww", "reserve 1w1", "reserve deck3"):
        after = step(state, text).state
        assert GAME.to_play(after) == 1
        assert after.turns == 2
        assert after.players[1] == state.players[1]


@pytest.mark.rule("SP-010")
@pytest.mark.parametrize("text", ["return w", "noble n1", "pay w"])
def test_nothing_else_is_an_action(text: str) -> None:
    refused(table(Side("wbg"), Side()), text, "SP-010")


@pytest.mark.rule("SP-010", "SPA-16")
def test_an_action_is_compulsory() -> None:
    refused(deal(), "pass", "SPA-16", "only when nothing else is possible")


@pytest.mark.rule("SP-012")
@pytest.mark.parametrize("colour", COLOURS)
def test_two_of_one_colour(colour: str) -> None:
    took = step(deal(3), f"take {colour * 2}")
    assert tokens(took.state) == colour * 2
    assert bank(took.state).count(colour) == GEMS_EACH[3] - 2
    assert len(bank(took.state)) == 30 - 2
    assert took.events == (Took(0, tuple(2 * (one == colour) for one in COLOURS)),)


@pytest.mark.rule("SP-012", "SPA-04")
@pytest.mark.parametrize("stack", range(8))
@pytest.mark.parametrize("at", range(5))
def test_two_need_a_stack_of_four(stack: int, at: int) -> None:
    stacks = [3, 3, 3, 3, 3]
    stacks[at] = stack
    state = with_stacks(*stacks)
    two = f"take {COLOURS[at] * 2}"
    assert legal(state, "take").count(two) == (stack >= 4)
    if stack >= 4:
        assert do(state, two).bank[at] == stack - 2
    elif stack >= 2:
        refused(state, two, "SP-012", "at least four")
    else:
        refused(state, two, "SP-005", "not enough", ["white", "blue", "green", "red", "black"][at])


@pytest.mark.rule("SP-V1", "SP-012", "SPA-04")
def test_two_of_a_colour_once_from_stacks_of_four() -> None:
    state = do(deal(2), "take ww")
    refused(state, "take ww", "SP-012", "at least four")
    after = do(state, "take bb")
    assert bank(after) == "wwbbggggrrrrkkkk*****"
    refused(after, "take ww", "SP-012")
    refused(after, "take bb", "SP-012")
    assert set(legal(after, "take")) == THREES | {"take gg", "take rr", "take kk"}


@pytest.mark.rule("SP-012", "SPA-04")
def test_two_from_a_stack_of_seven_and_again_from_five() -> None:
    state = do(deal(4), "take kk", "take kk")
    assert state.bank[4] == 3
    refused(state, "take kk", "SP-012")


@pytest.mark.rule("SP-V2", "SPA-01", "SPA-02", "SPA-03")
def test_short_stacks() -> None:
    state = table(*SHORT)
    assert bank(state) == "wkk*****"
    assert legal(state, "take") == ["take wk"]
    refused(state, "take w", "SPA-02")
    refused(state, "take k", "SPA-02")
    refused(state, "take kk", "SP-012")
    assert bank(do(state, "take wk", "take k")) == "*****"


@pytest.mark.rule("SP-V2", "SPA-02")
def test_short_stacks_with_up_to_three() -> None:
    state = table(*SHORT, options=UP_TO_3)
    assert sorted(legal(state, "take")) == ["take k", "take w", "take wk"]
    assert bank(do(state, "take w")) == "kk*****"
    refused(state, "take kk", "SP-012")


@pytest.mark.rule("SPA-01", "SPA-02", "SP-011", "SP-012")
@pytest.mark.parametrize("options", [DEFAULT, UP_TO_3], ids=["onlyWhenShort", "upTo3"])
def test_takes_for_every_choice_of_empty_stacks(options: SplendorOptions) -> None:
    """All ways to have none, three or four of each colour, so that three and four tell the takes of two."""
    for stacks in product((0, 3, 4), repeat=5):
        if 35 - sum(stacks) > 30:
            continue
        state = with_stacks(*stacks, options=options)
        there = [colour for colour, stack in zip(COLOURS, stacks, strict=True) if stack]
        most = min(3, len(there))
        sizes = range(1, most + 1) if options is UP_TO_3 else range(most, most + 1)
        expected = {"".join(chosen) for size in sizes if size for chosen in combinations(there, size)}
        expected |= {colour * 2 for colour, stack in zip(COLOURS, stacks, strict=True) if stack == 4}
        assert sorted(legal(state, "take")) == sorted(f"take {gems}" for gems in expected)


@pytest.mark.rule("SPA-01")
@pytest.mark.parametrize(
    ("stacks", "takes"),
    [
        ((0, 0, 5, 1, 0), ["take gr", "take gg"]),
        ((0, 2, 0, 7, 0), ["take br", "take rr"]),
        ((0, 0, 5, 0, 0), ["take g", "take gg"]),
        ((0, 0, 0, 5, 3), ["take rk", "take rr"]),
    ],
)
def test_one_of_each_colour_that_is_left(stacks: tuple[int, ...], takes: list[str]) -> None:
    assert sorted(legal(with_stacks(*stacks), "take")) == sorted(takes)


@pytest.mark.rule("SPA-01", "SPA-02")
def test_with_one_colour_left_one_gem_is_taken() -> None:
    state = table(Side("wwwwbbbbg"), Side("gggrrrrkkk"))
    assert legal(state, "take") == ["take k"]
    assert tokens(do(state, "take k")) == "wwwwbbbbgk"


@pytest.mark.rule("SPA-02")
@pytest.mark.parametrize("gems", ["w", "k", "wb", "gk"])
def test_no_short_take_while_there_are_three_colours(gems: str) -> None:
    refused(deal(), f"take {gems}", "SPA-02", "three different colours")
    state = deal(options=UP_TO_3)
    assert tokens(do(state, f"take {gems}")) == gems


@pytest.mark.rule("SPA-02")
def test_three_colours_left_are_enough_to_forbid_a_short_take() -> None:
    state = with_stacks(1, 0, 1, 0, 7)
    assert sorted(legal(state, "take")) == ["take kk", "take wgk"]
    refused(state, "take wg", "SPA-02")


@pytest.mark.rule("SPA-02")
@pytest.mark.parametrize("options", [DEFAULT, UP_TO_3], ids=["onlyWhenShort", "upTo3"])
def test_at_least_one_gem_is_taken(options: SplendorOptions) -> None:
    refused(deal(options=options), "take -", "SP-011")
    empty = table(Side("wwwwbbbbgg"), Side("ggrrrrkkkk"), options=options)
    assert legal(empty, "take") == []
    refused(empty, "take -", "SP-011")


@pytest.mark.rule("SPA-03")
@pytest.mark.parametrize("two", list(combinations(COLOURS, 2)), ids="".join)
def test_two_gems_are_of_one_colour(two: tuple[str, str]) -> None:
    refused(deal(4), f"take {''.join(two)}", "SPA-02")


@pytest.mark.rule("SP-011", "SP-012")
@pytest.mark.parametrize("options", [DEFAULT, UP_TO_3], ids=["onlyWhenShort", "upTo3"])
@pytest.mark.parametrize("gems", ["wwb", "www", "wbgr", "wbgrk", "wwbb", "wwbg", "wwww"])
def test_no_other_numbers(gems: str, options: SplendorOptions) -> None:
    refused(deal(4, options=options), f"take {gems}", "SP-011", "three gems of different colours or two of one colour")


@pytest.mark.rule("SP-005")
@pytest.mark.parametrize(
    ("gems", "colour"), [("bgr", "blue"), ("wgr", "green"), ("wbk", "blue"), ("rr", "red"), ("wrk", "red")]
)
def test_nothing_is_taken_from_an_empty_stack(gems: str, colour: str) -> None:
    refused(table(*SHORT), f"take {gems}", "SP-005", "not enough", colour)


@pytest.mark.rule("SPA-04", "SP-016")
@pytest.mark.parametrize(
    "gems",
    [
        (1, 1, 0, 0, 0, 1),
        (0, 0, 0, 0, 0, 2),
        (0, 0, 0, 0, 0, 1),
        (1, 1, 1),
        (),
        (2, -1, 1, 1, 0),
        [1, 1, 1, 0, 0],
        None,
    ],
    ids=str,
)
def test_gold_and_nonsense_are_not_taken(gems: Any) -> None:
    state = deal(4)
    assert Take(gems) not in GAME.legal_actions(state)
    with pytest.raises(NotLegal, match=r"\.$") as caught:
        GAME.apply(state, Take(gems))
    assert caught.value.rule == "SP-010"


@pytest.mark.rule("SP-022")
def test_tokens_lie_open() -> None:
    state = do(deal(3), "take wbg", "reserve deck1", "take rr")
    for seat in (0, 1, 2, None):
        view = GAME.view(state, seat)
        assert [letters(player.tokens) for player in view.players] == ["wbg", "*", "rr"]
        for held in ("tokens wbg", "tokens *", "tokens rr"):
            assert held in GAME.draw(view)
