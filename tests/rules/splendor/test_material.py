"""The cards and nobles against the rulebook's counts, sums and examples."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from importlib import resources

import pytest

from tavola.rules.splendor.material import CARDS, DECKS, NOBLES, Card, stacks
from tests.rules.splendor.table import card, codes

WHITE, BLUE, GREEN, RED, BLACK = range(5)

# Every row was compared with a list that was checked against photographs of the cards; a changed row must be meant.
CHECKSUMS = {
    "cards": "c38cf86a6b07e2b969aa72765f8a191fb0644aade5767f0d69a6b9da10aa8b42",
    "nobles": "92afe61b080615f98cc27f61c42705ede504fabd68d288f8ca0e3c7f5a0d04c6",
}


def family(one: Card) -> tuple[int, int, tuple[int, ...]]:
    """Cards of a family differ in their colours alone."""
    return one.level, one.points, tuple(sorted(one.cost))


@pytest.mark.rule("SP-001")
@pytest.mark.parametrize(
    ("level", "count", "points", "cost"), [(1, 40, 5, 165), (2, 30, 55, 205), (3, 20, 80, 215)], ids=["1", "2", "3"]
)
def test_counts_points_and_costs_by_level(level: int, count: int, points: int, cost: int) -> None:
    deck = [one for one in CARDS if one.level == level]
    assert len(deck) == count
    assert DECKS[level - 1] == tuple(deck)
    assert sum(one.points for one in deck) == points
    assert sum(sum(one.cost) for one in deck) == cost


@pytest.mark.rule("SP-001")
@pytest.mark.parametrize(("level", "each"), [(1, 33), (2, 41), (3, 43)])
def test_every_colour_is_charged_equally(level: int, each: int) -> None:
    charged = [sum(one.cost[colour] for one in CARDS if one.level == level) for colour in range(5)]
    assert charged == [each] * 5


@pytest.mark.rule("SP-001")
@pytest.mark.parametrize(("level", "each"), [(1, 8), (2, 6), (3, 4)])
def test_every_colour_is_given_equally(level: int, each: int) -> None:
    assert [sum(one.bonus == colour for one in CARDS if one.level == level) for colour in range(5)] == [each] * 5


@pytest.mark.rule("SP-001")
def test_eighteen_families_of_five() -> None:
    families: dict[tuple[int, int, tuple[int, ...]], list[Card]] = defaultdict(list)
    for one in CARDS:
        families[family(one)].append(one)
    assert len(families) == 18
    for members in families.values():
        assert sorted(one.bonus for one in members) == [WHITE, BLUE, GREEN, RED, BLACK]
        charged = {sum(one.cost[colour] for one in members) for colour in range(5)}
        assert len(charged) == 1, codes(members)


@pytest.mark.rule("SP-001")
def test_no_two_cards_are_alike() -> None:
    assert len({(one.level, one.bonus, one.points, one.cost) for one in CARDS}) == 90
    assert len({one.code for one in CARDS}) == 90
    assert [one.index for one in CARDS] == list(range(90))


@pytest.mark.rule("SP-001")
def test_codes_say_level_and_colour() -> None:
    for one in CARDS:
        assert one.code[:2] == f"{one.level}{'wbgrk'[one.bonus]}"
        assert card(one.code) is one


@pytest.mark.rule("SP-001", "SP-033")
def test_ten_nobles_of_three_points() -> None:
    assert [noble.code for noble in NOBLES] == [f"n{number}" for number in range(1, 11)]
    assert {noble.points for noble in NOBLES} == {3}


@pytest.mark.rule("SP-001", "SP-031")
def test_nobles_ask_for_neighbouring_colours() -> None:
    """The colours in a ring: four bonuses of each of two neighbours, or three of each of three."""
    pairs = {tuple(4 if colour in (c, (c + 1) % 5) else 0 for colour in range(5)) for c in range(5)}
    triples = {tuple(3 if colour in (c, (c + 1) % 5, (c + 2) % 5) else 0 for colour in range(5)) for c in range(5)}
    assert len(pairs) == len(triples) == 5
    assert {noble.requires for noble in NOBLES} == pairs | triples


@pytest.mark.rule("SP-001")
def test_the_rulebooks_card() -> None:
    """Two points, a red bonus, for one white, four blue and two green."""
    (found,) = (one for one in CARDS if one.bonus == RED and one.points == 2 and one.cost == (1, 4, 2, 0, 0))
    assert found.level == 2


@pytest.mark.rule("SP-031")
def test_the_rulebooks_noble() -> None:
    assert [noble.points for noble in NOBLES if noble.requires == (3, 3, 3, 0, 0)] == [3]


@pytest.mark.rule("SP-001")
@pytest.mark.parametrize(
    ("code", "bonus", "points", "cost"),
    [
        ("1w1", WHITE, 0, (0, 3, 0, 0, 0)),
        ("1b7", BLUE, 0, (0, 1, 3, 1, 0)),
        ("1g8", GREEN, 1, (0, 0, 0, 0, 4)),
        ("1r5", RED, 0, (2, 1, 1, 0, 1)),
        ("1k7", BLACK, 0, (0, 0, 1, 3, 1)),
        ("2w2", WHITE, 1, (2, 3, 0, 3, 0)),
        ("2b5", BLUE, 2, (5, 3, 0, 0, 0)),
        ("2g4", GREEN, 2, (4, 2, 0, 0, 1)),
        ("2r6", RED, 3, (0, 0, 0, 6, 0)),
        ("2k4", BLACK, 2, (0, 1, 4, 2, 0)),
        ("3w1", WHITE, 3, (0, 3, 3, 5, 3)),
        ("3b4", BLUE, 5, (7, 3, 0, 0, 0)),
        ("3g3", GREEN, 4, (3, 6, 3, 0, 0)),
        ("3r2", RED, 4, (0, 0, 7, 0, 0)),
        ("3k4", BLACK, 5, (0, 0, 0, 7, 3)),
    ],
)
def test_some_cards(code: str, bonus: int, points: int, cost: tuple[int, ...]) -> None:
    one = card(code)
    assert (one.bonus, one.points, one.cost) == (bonus, points, cost)


@pytest.mark.rule("SP-001")
@pytest.mark.parametrize("name", CHECKSUMS)
def test_the_data_is_as_it_was_checked(name: str) -> None:
    path = resources.files("tavola.rules.splendor") / "data" / f"{name}.csv"
    content = path.read_text(encoding="utf-8").replace("\r\n", "\n")  # however it was checked out
    assert hashlib.sha256(content.encode()).hexdigest() == CHECKSUMS[name]


@pytest.mark.rule("SP-001", "SP-002")
@pytest.mark.parametrize(("players", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_tokens_by_number_of_players(players: int, gems: int) -> None:
    assert stacks(players) == (gems, gems, gems, gems, gems, 5)
