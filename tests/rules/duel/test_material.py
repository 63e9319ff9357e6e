"""The printed cards, Royals, tokens and spiral: every fact on which a rule or a ruling rests."""

from __future__ import annotations

import hashlib
from collections import Counter
from importlib import resources

import pytest

from tavola.rules.duel import DUEL as GAME
from tavola.rules.duel import material
from tavola.rules.duel.material import CARDS, ROYALS, Card
from tests.rules.duel.table import DEFAULT, SPIRAL, cell, codes, letters

COLOURED = [card for card in CARDS if card.colour < 5]
WILD = [card for card in CARDS if card.wild]
POINTS_ONLY = [card for card in CARDS if card.colour == 5 and not card.wild]

# Of each level: cards, points, crowns, cards with crowns, without ability, with two bonuses, without a bonus,
# wild cards, cards that cost a pearl; then what all of them cost together: white, blue, green, red, black, pearl.
TOTALS = {
    1: ((30, 11, 6, 6, 16, 0, 1, 4, 10), (26, 22, 22, 26, 26, 10)),
    2: ((24, 37, 9, 7, 11, 5, 1, 3, 14), (26, 38, 38, 26, 26, 14)),
    3: ((13, 44, 13, 6, 11, 0, 1, 2, 5), (29, 21, 21, 29, 29, 5)),
}
ABILITIES = {
    1: {"extra_turn": 5, "token": 5, "wild": 4},
    2: {"steal": 5, "privilege": 5, "wild": 3},
    3: {"extra_turn": 1, "wild": 2},
}
# Of the files with cards, Royals and spiral, once they agreed with the facts read from the printed game.
CHECKSUMS = {
    "cards": "04a6bf75cdc3971c1a207205f73eb5eefa325f81d29b751ac5302ca0fbdbb19d",
    "royals": "202975f2475d309bbb380eabf2224f7f65aedba67477385aa04151d536538d6d",
    "spiral": "0030fdbfb5caabe255945f85b2ccfe78fb3c0e6f1f44d3f41abb1ba49f25ada5",
}


def abilities(card: Card) -> list[str]:
    return [*card.abilities, *["wild"] * card.wild]


@pytest.mark.rule("SD-002")
def test_67_cards_in_three_levels_and_four_royals() -> None:
    assert Counter(card.level for card in CARDS) == {1: 30, 2: 24, 3: 13}
    assert len({card.code for card in CARDS}) == len(CARDS) == 67
    assert len({royal.code for royal in ROYALS}) == len(ROYALS) == 4
    assert [card.index for card in CARDS] == list(range(67))
    assert [royal.index for royal in ROYALS] == list(range(4))
    assert GAME.initial(2, DEFAULT, 0).privileges == 3


@pytest.mark.rule("SD-002")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_totals_of_a_level(level: int) -> None:
    deck = [card for card in CARDS if card.level == level]
    facts = (
        len(deck),
        sum(card.points for card in deck),
        sum(card.crowns for card in deck),
        sum(card.crowns > 0 for card in deck),
        sum(not abilities(card) for card in deck),
        sum(card.bonuses == 2 for card in deck),
        sum(card.bonuses == 0 for card in deck),
        sum(card.wild for card in deck),
        sum(card.cost[5] > 0 for card in deck),
    )
    assert (facts, tuple(sum(card.cost[kind] for card in deck) for kind in range(6))) == TOTALS[level]
    assert Counter(ability for card in deck for ability in abilities(card)) == ABILITIES[level]


@pytest.mark.rule("SD-002")
def test_codes_say_level_and_colour() -> None:
    for card in CARDS:
        kind = "x" if card.wild else "wbgrko"[card.colour]
        assert card.code[:2] == f"{card.level}{kind}"
    numbers = Counter(card.code[:2] for card in CARDS)
    assert {card.code for card in CARDS} == {f"{k}{n}" for k, count in numbers.items() for n in range(1, count + 1)}
    assert [numbers[f"{level}w"] for level in (1, 2, 3)] == [5, 4, 2]


@pytest.mark.rule("SD-003", "SD-004")
def test_25_tokens_fill_25_cells() -> None:
    assert letters(GAME.initial(2, DEFAULT, 0).bag) == "wwwwbbbbggggrrrrkkkkpp***"
    assert len(GAME.initial(2, DEFAULT, 0).board) == 25


@pytest.mark.rule("SDA-22", "SDA-23", "SD-102")
def test_nine_wild_cards_of_one_bonus() -> None:
    assert len(WILD) == 9
    assert all(card.bonuses == 1 and card.colour == 5 for card in WILD)


@pytest.mark.rule("SDA-25")
def test_three_cards_of_points_alone() -> None:
    assert sorted(card.points for card in POINTS_ONLY) == [3, 5, 6]
    assert all(card.bonuses == card.crowns == 0 and not card.abilities for card in POINTS_ONLY)


@pytest.mark.rule("SD-084")
def test_five_cards_of_two_bonuses() -> None:
    double = [card for card in CARDS if card.bonuses == 2]
    assert [(card.level, card.colour) for card in double] == [(2, colour) for colour in range(5)]
    assert all(card.bonuses == 1 for card in COLOURED if card not in double)


@pytest.mark.rule("SD-101", "SD-105", "SD-106", "SD-107", "SDA-21")
def test_abilities() -> None:
    having = {name: [card for card in CARDS if name in card.abilities] for name in ABILITIES[1] | ABILITIES[2]}
    extra = having["extra_turn"]
    assert [(card.level, card.colour) for card in extra] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (3, 5)]
    assert extra[-1].wild
    assert [(card.level, card.colour) for card in having["token"]] == [(1, colour) for colour in range(5)]
    assert not any(card.wild for card in having["token"])
    assert [(card.level, card.colour) for card in having["privilege"]] == [(2, colour) for colour in range(5)]
    assert [(card.level, card.colour) for card in having["steal"]] == [(2, colour) for colour in range(5)]


@pytest.mark.rule("SDA-15")
def test_crowns() -> None:
    crowned = [card.crowns for card in CARDS if card.crowns]
    assert len(crowned) == 19
    assert sum(crowned) == 28
    assert set(crowned) == {1, 2, 3}
    assert crowned.count(3) == 1


@pytest.mark.rule("SDA-13", "SDA-14")
def test_cards_with_crowns_have_no_ability_but_wild() -> None:
    both = [card for card in CARDS if card.crowns and abilities(card)]
    assert len(both) == 4
    assert all(card.wild and not card.abilities for card in both)


@pytest.mark.rule("SDA-13")
def test_one_card_with_two_abilities() -> None:
    (card,) = (card for card in CARDS if len(abilities(card)) > 1)
    assert (card.level, card.wild, card.abilities, card.crowns) == (3, True, ("extra_turn",), 0)


@pytest.mark.rule("SD-081")
def test_costs() -> None:
    assert max(card.cost[5] for card in CARDS) == 1
    assert max(sum(card.cost) for card in CARDS) == 12
    assert all(len(card.cost) == 6 and min(card.cost) >= 0 < sum(card.cost) for card in CARDS)


@pytest.mark.rule("SD-125")
def test_fourteen_points_of_each_colour() -> None:
    assert [sum(card.points for card in COLOURED if card.colour == colour) for colour in range(5)] == [14] * 5


@pytest.mark.rule("SD-002")
def test_the_colours_are_alike() -> None:
    """White to blue to green to red to black to white maps the 55 coloured cards onto themselves."""
    faces = Counter(
        (c.level, c.colour, c.bonuses, c.points, c.crowns, c.abilities, c.cost[:5], c.cost[5]) for c in COLOURED
    )
    turned = Counter(
        (level, (colour + 1) % 5, bonuses, points, crowns, ability, (*gems[4:], *gems[:4]), pearls)
        for level, colour, bonuses, points, crowns, ability, gems, pearls in faces.elements()
    )
    assert len(COLOURED) == 55
    assert len(faces) == 55
    assert turned == faces


@pytest.mark.rule("SD-113", "SDA-17", "SDA-26")
def test_royals() -> None:
    assert [(royal.code, royal.points, royal.abilities) for royal in ROYALS] == [
        ("r1", 2, ("steal",)),
        ("r2", 2, ("extra_turn",)),
        ("r3", 2, ("privilege",)),
        ("r4", 3, ()),
    ]
    assert not any(hasattr(royal, "crowns") or hasattr(royal, "colour") for royal in ROYALS)


@pytest.mark.rule("SDA-16")
def test_two_royals_for_each_of_two_players() -> None:
    """Only the third and the sixth crown bring one, so four are enough."""
    assert len(ROYALS) == 2 * 2


@pytest.mark.rule("SDA-34", "SD-004")
def test_the_spiral() -> None:
    """From the centre one step down, then clockwise outwards, to the bottom right."""
    assert [material.cell_text(cell) for cell in material.SPIRAL] == SPIRAL
    walk, at, turns = [(2, 2)], (2, 2), [(1, 0), (0, -1), (-1, 0), (0, 1)]
    for run, length in enumerate((1, 1, 2, 2, 3, 3, 4, 4, 4)):
        down, right = turns[run % 4]
        for _ in range(length):
            at = (at[0] + down, at[1] + right)
            walk.append(at)
    assert [cell(text) for text in SPIRAL] == [5 * y + x for y, x in walk]


@pytest.mark.rule("SDA-34")
def test_cells_are_written_by_row_and_column() -> None:
    assert [material.cell_text(cell) for cell in range(25)] == [f"{y}{x}" for y in range(1, 6) for x in range(1, 6)]
    assert [material.cell_of(material.cell_text(cell)) for cell in range(25)] == list(range(25))
    for wrong in ("00", "06", "60", "16", "61"):
        with pytest.raises(ValueError, match=wrong):
            material.cell_of(wrong)


@pytest.mark.parametrize("name", CHECKSUMS)
def test_the_files_are_those_that_were_checked(name: str) -> None:
    path = resources.files("tavola.rules.duel") / "data" / f"{name}.csv"
    text = path.read_text(encoding="utf-8")
    assert hashlib.sha256(text.encode()).hexdigest() == CHECKSUMS[name]


def test_what_was_read_is_what_the_files_say() -> None:
    """A few faces in full, one of each kind, so that columns cannot be exchanged in reading."""
    faces = {
        card.code: (card.level, card.colour, card.bonuses, card.points, card.crowns, card.abilities, card.cost)
        for card in CARDS
    }
    assert faces["1g5"] == (1, 2, 1, 1, 0, (), (3, 0, 0, 0, 2, 0))
    assert faces["1r2"] == (1, 3, 1, 0, 0, ("extra_turn",), (2, 0, 0, 0, 2, 1))
    assert faces["2k2"] == (2, 4, 1, 1, 0, ("steal",), (4, 0, 3, 0, 0, 0))
    assert faces["2b1"] == (2, 1, 2, 1, 0, (), (0, 0, 5, 2, 0, 0))
    assert faces["3w1"] == (3, 0, 1, 3, 2, (), (0, 3, 0, 5, 3, 1))
    assert faces["3x2"] == (3, 5, 1, 3, 0, ("extra_turn",), (0, 0, 0, 8, 0, 0))
    assert faces["2o1"] == (2, 5, 0, 5, 0, (), (0, 6, 0, 0, 0, 1))
    assert codes(card for card in CARDS if card.level == 3) == "3w1 3w2 3b1 3b2 3g1 3g2 3r1 3r2 3k1 3k2 3x1 3x2 3o1"
