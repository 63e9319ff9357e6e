"""The drawings: whole, safe to show under a strict policy, small, all different, and true to the cards."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tavola.rules.duel import material as duel
from tavola.rules.jewels import GEMS
from tavola.rules.lost_cities import material as lost_cities
from tavola.rules.splendor import material as splendor
from tavola.table import art

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = set(
    "svg g defs path circle ellipse rect text use clipPath linearGradient radialGradient stop pattern".split()
)
CARD_BYTES = 9_000
SIGN_BYTES = 4_000
WORDLESS = re.compile(r"[0-9]{1,2}|\+1|[WBGRKPY]")
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
NUMBER = re.compile(r"[\s,]*([+-]?(?:\d+\.?\d*|\.\d+))")
FLAG = re.compile(r"[\s,]*([01])")

CARDS = [name for name in art.names() if name.startswith(("duel/", "splendor/", "lost-cities/", "royal/", "noble/"))]


def texts(name: str) -> list[str]:
    """What a drawing says, in order."""
    return ["".join(node.itertext()) for node in ElementTree.fromstring(art.svg(name)).iter(f"{SVG}text")]


def check_path(d: str) -> None:
    """Every command of the path data has as many numbers as it needs."""
    at, first = 0, True
    while at < len(d):
        command = d[at]
        assert command.upper() in ARGUMENTS, (command, d)
        assert not first or command == "M", d
        at, first = at + 1, False
        count = 0
        while match := (FLAG if command in "aA" and count % 7 in (3, 4) else NUMBER).match(d, at):
            at, count = match.end(), count + 1
        needed = ARGUMENTS[command.upper()]
        assert count == 0 if needed == 0 else count and count % needed == 0, (command, count, d)
        while at < len(d) and d[at].isspace():
            at += 1


@pytest.mark.parametrize("name", art.names())
def test_a_drawing_is_whole_and_safe(name: str) -> None:
    text = art.svg(name)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    for node in root.iter():
        assert node.tag.removeprefix(SVG) in ELEMENTS
        assert node.tag == f"{SVG}text" or not (node.text or "").strip()
        for key, value in node.attrib.items():
            assert key != "style"
            assert not key.startswith("on")
            if key.endswith("href"):
                assert value[:1] == "#"
                assert value[1:] in ids
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target.removeprefix("#") in ids
            assert "nan" not in value
            assert "e-" not in value
    for node in root.iter(f"{SVG}path"):
        check_path(node.attrib["d"])


@pytest.mark.parametrize("name", art.names())
def test_a_drawing_has_no_words(name: str) -> None:
    assert all(WORDLESS.fullmatch(text) for text in texts(name))


@pytest.mark.parametrize("name", art.names())
def test_a_drawing_is_small(name: str) -> None:
    card = name in CARDS or name.startswith("back/")
    assert len(art.svg(name).encode()) < (CARD_BYTES if card else SIGN_BYTES)


def test_every_component_is_drawn() -> None:
    expected = {f"{kind}/{gem}" for kind in ("gem", "token") for gem in (*GEMS, "p", "gold")}
    expected |= {f"duel/{card.code}" for card in duel.CARDS} | {f"royal/{card.code}" for card in duel.ROYALS}
    expected |= {f"splendor/{card.code}" for card in splendor.CARDS} | {
        f"noble/{tile.code}" for tile in splendor.NOBLES
    }
    expected |= {f"lost-cities/{card.code}" for card in lost_cities.CARDS}
    expected |= {f"column/{colour}" for colour in lost_cities.COLOURS}
    expected |= {f"back/{game}-{level}" for game in ("duel", "splendor") for level in (1, 2, 3)}
    expected |= {f"ability/{which}" for card in duel.CARDS for which in card.abilities} | {"ability/wild"}
    expected |= {"back/lost-cities", "crown", "privilege", "bag", "logo", "favicon"}
    assert expected <= set(art.names())


def test_all_drawings_differ() -> None:
    assert len({art.svg(name) for name in art.names()}) == len(art.names())


def test_all_scenes_differ() -> None:
    """Not only numbers: of the 157 jewel and development cards no two show the same picture."""
    pictures = set()
    for name in art.names():
        if name.startswith(("duel/", "splendor/")):
            root = ElementTree.fromstring(art.svg(name))
            (window,) = [node for node in root.iter(f"{SVG}g") if node.get("clip-path") == "url(#c)"]
            pictures.add(ElementTree.tostring(window))
    assert len(pictures) == 157


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(KeyError):
        art.svg("duel/9z9")


@pytest.mark.parametrize("card", duel.CARDS, ids=lambda card: card.code)
def test_a_jewel_card_says_its_points_and_price(card: duel.Card) -> None:
    said = texts(f"duel/{card.code}")
    price = [str(count) for count in card.cost if count]
    letters = [kind.upper() for kind, count in zip(GEMS + "p", card.cost, strict=True) if count]
    bonus = [card.code[1].upper()] if card.bonuses and not card.wild else []
    points = [str(card.points)] if card.points else []
    extra = ["+1"] if "extra_turn" in card.abilities else []
    assert sorted(said) == sorted(price + letters + bonus + points + extra)
    assert said[: len(points)] == points


@pytest.mark.parametrize("card", splendor.CARDS, ids=lambda card: card.code)
def test_a_development_card_says_its_points_and_price(card: splendor.Card) -> None:
    price = [str(count) for count in card.cost if count]
    letters = [kind.upper() for kind, count in zip(GEMS, card.cost, strict=True) if count]
    points = [str(card.points)] if card.points else []
    assert sorted(texts(f"splendor/{card.code}")) == sorted([*points, GEMS[card.bonus].upper(), *price, *letters])


@pytest.mark.parametrize("tile", splendor.NOBLES, ids=lambda tile: tile.code)
def test_a_noble_says_its_points_and_what_it_asks(tile: splendor.Noble) -> None:
    asked = [(kind.upper(), str(count)) for kind, count in zip(GEMS, tile.requires, strict=True) if count]
    assert sorted(texts(f"noble/{tile.code}")) == sorted([str(tile.points), *(part for pair in asked for part in pair)])


@pytest.mark.parametrize("card", lost_cities.CARDS, ids=lambda card: card.code)
def test_an_expedition_card_says_its_number_and_colour(card: lost_cities.Card) -> None:
    number = [] if card.value == lost_cities.WAGER else [str(card.value)]
    assert texts(f"lost-cities/{card.code}") == [*number, card.code[0].upper()]


def test_an_index_lies_in_the_strip_that_a_column_shows() -> None:
    """The number of an expedition card ends above 22 hundredths of its height."""
    for card in lost_cities.CARDS:
        if card.value != lost_cities.WAGER:
            root = ElementTree.fromstring(art.svg(f"lost-cities/{card.code}"))
            number = next(root.iter(f"{SVG}text"))
            assert float(number.attrib["y"]) < 0.22 * 350


def test_drawings_are_the_same_in_every_process(tmp_path: Path) -> None:
    """The hash seed of an interpreter has no part in them."""
    run = subprocess.run([sys.executable, "-m", "tavola.table.art", str(tmp_path)], check=True, capture_output=True)
    assert str(len(art.names())).encode() in run.stdout
    for name in art.names():
        assert (tmp_path / f"{name}.svg").read_text(encoding="utf-8") == art.svg(name)
    assert 'src="duel/1w1.svg"' in (tmp_path / "index.html").read_text(encoding="utf-8")
