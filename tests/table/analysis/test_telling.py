"""The analysis in words, as data and as a graph."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest

from tavola.bots import Reason
from tavola.bots.analysis import Analysis, analyse
from tavola.rules import GAMES, BadOption
from tavola.rules.record import Record, seen_by
from tavola.table.analysis import Teller, png, to_json, to_svg, to_text
from tavola.table.analysis.png import to_png
from tavola.table.i18n import LANGUAGES
from tests.bots.analysis.games import TABLES, Thumb, game

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [f"{name}-{players}" for name, players, _ in TABLES]


@cache
def judged(at: int) -> Analysis:
    name, players, options = TABLES[at]
    return analyse(game(name, players, options), Thumb(name))


def called(record: Record, name: str) -> Record:
    """The record with another name for seat 1."""
    return replace(record, headers=(("Seat 1", name), *record.headers[1:]))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("at", range(len(TABLES)), ids=NAMES)
def test_the_report_tells_every_decision_and_the_mistakes(at: int, lang: str) -> None:
    analysis = judged(at)
    text = to_text(Teller(analysis, lang))
    assert not re.search(r"[{}]|None", text)
    lines = text.splitlines()
    for one in analysis.decisions:
        (line,) = (line for line in text.split("\n\n")[1].splitlines() if line.split()[0] == str(one.number))
        assert one.played.text in line
        assert all(choice.text in line for choice in one.best)
    for seat in analysis.seats:
        for rank, one in enumerate(analysis.mistakes(seat), 1):
            assert f"{rank}. {Teller(analysis, lang).mistake(one)}" in lines


def test_languages_say_different_things() -> None:
    mistake = judged(2).mistakes(1)[0]
    said = [Teller(judged(2), lang).mistake(mistake) for lang in LANGUAGES]
    assert len(set(said)) == len(LANGUAGES)
    assert said[0].startswith(f"Move {mistake.number}: ")
    assert " Better: " in said[0]
    assert "Loss of the chance to win: " in said[0]


def test_what_was_allowed_is_told_once() -> None:
    analysis = judged(0)
    names = Teller(analysis).names
    one = analysis.decisions[0]
    card = next(card for row in one.view.rows for card in row)
    about = (("card", card), ("seat", 1))
    allowed = replace(one, allowed=(Reason("leaves", about),))
    assert Teller(analysis).mistake(allowed).endswith(" at once.")
    assert f"Now {names[1]} can buy {card.code}" in Teller(analysis).mistake(allowed)
    best = (replace(one.best[0], reason=Reason("deny", about)), *one.best[1:])
    assert "Now " not in Teller(analysis).mistake(replace(allowed, best=best))


def test_numbers_are_written_as_the_language_does() -> None:
    chance, points = Teller(judged(0)), Teller(judged(3), "pl")
    assert chance.value(0.234) == "23%"
    assert chance.loss(0.0) == "0%"
    assert chance.mean(0.0123) == "1.2%"
    assert points.value(6.25) == "+6,2"
    assert points.value(-6.0) == "-6,0"
    assert points.loss(6.0) == "6,0"


def test_what_a_record_hides_is_said() -> None:
    record = game("lost-cities", 2, (("rounds", "1"),))
    text = to_text(Teller(analyse(seen_by(record, 0), Thumb("lost-cities"))))
    assert "cannot be judged: the record does not show what 小明 knew." in text


# --- Data ----------------------------------------------------------------------------------------------------


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shape(one) for key, one in value.items() if key != "about"}
    if isinstance(value, list):
        return [_shape(value[0])] if value else []
    return type(value).__name__


REASON = {"name": "str", "text": "str"}
CHOICE = {"move": "str", "expected": "float", "reason": REASON}


@pytest.mark.parametrize("at", range(len(TABLES)), ids=NAMES)
def test_json_has_one_shape(at: int) -> None:
    analysis = judged(at)
    data = to_json(Teller(analysis, "pl"))
    assert json.loads(json.dumps(data)) == data
    assert list(data) == ("format game options seen_by result judge unit language seats decisions".split())
    assert [len(data["decisions"]), len(data["seats"])] == [len(analysis.decisions), analysis.record.players]
    for seat in data["seats"]:
        assert list(seat) == "seat name decisions hidden mean_loss mistakes".split()
        for mistake in seat["mistakes"]:
            assert _shape(mistake) == {"number": "int", "loss": "float", "text": "str"}
    rules = GAMES[analysis.record.game]
    for decision in data["decisions"]:
        assert _shape({**decision, "allowed": []}) == {
            **dict.fromkeys("number turn round seat choices".split(), "int"),
            "loss": "float",
            "played": CHOICE,
            "best": [CHOICE],
            "allowed": [],
        }
        assert rules.to_text(rules.from_text(decision["played"]["move"])) == decision["played"]["move"]
        for reason in [decision["played"]["reason"], *decision["allowed"]]:
            assert reason["about"].get("seat", 1) in range(1, analysis.record.players + 1)


def test_json_says_whose_eyes() -> None:
    record = game("splendor", 2)
    for eyes, said in ((0, 1), (None, "spectator")):
        assert to_json(Teller(analyse(seen_by(record, eyes), Thumb("splendor"))))["seen_by"] == said
    assert to_json(Teller(judged(0)))["seen_by"] == "open"


# --- The graph -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(len(TABLES)), ids=NAMES)
def test_the_graph_is_sound_and_keeps_to_its_frame(at: int) -> None:
    analysis = judged(at)
    root = ElementTree.fromstring(to_svg(Teller(analysis, "zh-Hant")))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    points = [
        tuple(map(float, pair.split(",")))
        for line in root.iter(f"{SVG}polyline")
        for pair in line.attrib["points"].split()
    ]
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points)
    dots = list(root.iter(f"{SVG}circle"))
    assert len(dots) == sum(len(analysis.mistakes(seat)) for seat in analysis.seats)
    assert "prefers-color-scheme: dark" in "".join(root.itertext())
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert "手數" in words
    assert "Ada" in words


def test_names_cannot_break_the_picture() -> None:
    record = called(game("lost-cities", 2, (("rounds", "1"),)), "<script>&\ufffe" + "x" * 100)
    root = ElementTree.fromstring(to_svg(Teller(analyse(record, Thumb("lost-cities")))))
    assert not list(root.iter(f"{SVG}script"))
    assert max(len(text.text or "") for text in root.iter(f"{SVG}text")) < 50


def test_a_single_decision_can_be_drawn() -> None:
    name, players, options = TABLES[3]
    record = game(name, players, options)
    one = analyse(replace(record, plies=record.plies[:2], result=None), Thumb(name))
    assert len(one.decisions) == 1
    ElementTree.fromstring(to_svg(Teller(one)))
    assert to_text(Teller(one))


@pytest.mark.parametrize("at", [1, 4])
def test_a_png_is_a_picture(at: int) -> None:
    image = pytest.importorskip("PIL.Image")
    teller = Teller(judged(at))
    teller.names = ("Ada", "Ben", "Eve", "Joe")  # letters that every font has
    picture = image.open(BytesIO(to_png(teller)))
    assert picture.size == (1600, 840)
    assert len(picture.getcolors(1 << 24)) > 10


def test_a_png_needs_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PIL")
    monkeypatch.setattr(png, "FONTS", ())
    with pytest.raises(BadOption, match="No font here has all the letters"):
        to_png(Teller(judged(0), "zh-Hant"))


def test_a_png_needs_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "find_spec", lambda name: None)
    with pytest.raises(BadOption, match=r"A PNG needs Pillow: pip install tavola\[analysis\]"):
        to_png(Teller(judged(0)))
