"""Dump and parse are inverse, whatever the game, the comments, the names and the newlines."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.rules import NotUnderstood, Outcome
from tavola.rules.record import Ending, Record, dump, new, parse, result_from_text
from tavola.rules.record.record import is_plain
from tests.record.games import SETUPS, SHORT, random_game


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_whole_games(setup: tuple[str, int, tuple[tuple[str, str], ...]], seed: int) -> None:
    record = random_game(*setup, seed=seed)
    assert isinstance(record.result, Outcome)
    text = dump(record)
    assert parse(text) == record
    assert dump(parse(text)) == text


@pytest.mark.parametrize("setup", SHORT, ids=str)
@pytest.mark.parametrize("plies", [0, 1, 2, 7, 50])
def test_unfinished_games(setup: tuple[str, int, tuple[tuple[str, str], ...]], plies: int) -> None:
    record = random_game(*setup, longest=plies)
    assert len(record.plies) == plies
    assert record.result is None
    assert dump(record).endswith("\nResult: *\n")
    assert parse(dump(record)) == record


def test_only_options_that_differ_are_written() -> None:
    assert "Options:" not in dump(new("lost-cities", 2, {"rounds": "3", "colours": "5"}))
    text = dump(new("lost-cities", 2, {"rounds": "1", "stallLimit": "40"}))
    assert "\nOptions: rounds=1 stallLimit=40\n" in text
    assert parse(text).options == new("lost-cities", 2, {"rounds": "1", "stallLimit": "40"}).options


def test_a_turn_is_a_line_and_a_deal_too() -> None:
    lines = dump(random_game("lost-cities", 2, (("rounds", "1"),))).split("\n\n")[1].splitlines()
    assert lines[0].startswith("deal ")
    assert [line.split(".")[0] for line in lines[1:-1]] == [str(turn) for turn in range(1, len(lines) - 1)]
    assert all(line.count(";") == 1 for line in lines[1:-1])


def test_the_bag_stands_inside_its_turn() -> None:
    lines = dump(random_game("duel", 2, ())).splitlines()
    assert any("replenish; bag " in line for line in lines)
    assert not any(line.startswith("bag") for line in lines)


def some_text() -> st.SearchStrategy[str]:
    return st.text(max_size=40).map(str.strip).filter(is_plain)


@given(
    names=st.lists(some_text().filter(bool), min_size=2, max_size=2),
    notes=st.lists(st.tuples(st.integers(0, 20), some_text())),
    event=st.none() | some_text().filter(bool),
    first=st.booleans(),
)
def test_any_names_and_comments(names: list[str], notes: list[tuple[int, str]], event: str | None, first: bool) -> None:
    seats = [("Seat 1", names[0]), ("Seat 2", names[1])]
    events = [] if event is None else [("Event", event)]
    record = replace(
        random_game("duel", 2, (), longest=20),
        headers=tuple(events + seats if first else seats + events),
        comments=tuple(sorted(notes, key=lambda note: note[0])),
    )
    assert parse(dump(record)) == record
    assert parse(dump(record).encode()) == record


def test_comments_break_a_turn() -> None:
    record = random_game("lost-cities", 2, (("rounds", "1"),), longest=2).comment("so far\n\nso good")
    record = record.add(*random_game("lost-cities", 2, (("rounds", "1"),), longest=3).plies[2:])
    lines = dump(record).splitlines()
    at = lines.index("# so far")
    assert lines[at + 1 : at + 3] == ["#", "# so good"]
    assert lines[at - 1].split(":")[0] == lines[at + 3].split(":")[0] == "1. 2"
    assert parse(dump(record)) == record


@pytest.mark.parametrize(
    "dress",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "  \t\n"),
        lambda text: text[:-1],
        lambda text: "\ufeff" + text,
        lambda text: text + "\n \n",
        lambda text: text.replace("\n2. ", "\n\n2. "),
        lambda text: text.replace("; draw", ";  DRAW").replace(": play", ":  Play"),
        lambda text: ("\ufeff" + text.replace("\n", "\r\n")).encode(),
    ],
)
def test_dress_does_not_matter(dress: object) -> None:
    record = random_game("lost-cities", 2, (("rounds", "1"),)).comment("小明 played well")
    assert callable(dress)
    assert parse(dress(dump(record))) == record


ENDINGS = {
    "2 wins (seat 1 resigned)": Ending("resigned", (1,), 0),
    "2, 3 and 4 win (seat 1 timeout)": Ending("timeout", (1, 2, 3), 0),
    "1 and 2 win (agreed draw)": Ending("agreed draw", (0, 1)),
    "nobody wins (abandoned)": Ending("abandoned", ()),
    "1 wins (seat 3 abandoned)": Ending("abandoned", (0,), 2),
}


@pytest.mark.parametrize("text", ENDINGS)
def test_endings_that_the_rules_do_not_know(text: str) -> None:
    record = replace(random_game("splendor", 4, (), longest=9), result=ENDINGS[text])
    assert dump(record).endswith(f"\nResult: {text}\n")
    assert parse(dump(record)) == record


@pytest.mark.parametrize(
    "text",
    [
        "2 wins (points 5 3; places 1 2; by rounds)",
        "1 wins (points 5 3; places 1 2;by rounds)",
        "1 wins (points 05 3; places 1 2; by rounds)",
        "1 wins (points 5 - 3; places 1 2; by rounds)",
        "1 wins (points 5 3; places 1 2; by )",
        "1 win (seat 2 resigned)",
        "2 and 1 win (agreed draw)",
        "1 and 2 wins (agreed draw)",
        "wins (seat 1 resigned)",
        "1 wins",
        "**",
    ],
)
def test_results_that_are_not_canonical_are_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        result_from_text(text, 2)


def test_a_result_by_the_rules() -> None:
    assert "\nResult: " in dump(random_game("splendor", 3, ()))
    record = random_game("lost-cities", 2, (("rounds", "1"),))
    assert isinstance(record.result, Outcome)
    points = " ".join(map(str, record.result.points))
    assert f" (points {points}; places " in dump(record)
    assert dump(record).endswith("; by rounds)\n")


@pytest.mark.parametrize(
    "wrong",
    [
        {"headers": (("Seed", "4"),)},
        {"headers": (("Seat 3", "Eve"),)},
        {"headers": (("Event", "a"), ("Event", "b"))},
        {"headers": (("Event", ""),)},
        {"headers": (("Event", "two\nlines"),)},
        {"headers": (("Event", "two\u2028lines"),)},
        {"headers": (("Event", " space"),)},
        {"headers": (("Event", "\x1b[2J"),)},
        {"headers": (("Event", "\ud800"),)},
        {"comments": ((1, "no such ply"),)},
        {"comments": ((-1, "no such ply"),)},
        {"comments": ((0, "two\nlines"),)},
        {"eyes": 2},
        {"players": 3},
        {"start": 2},
        {"rules": 99},
        {"game": "chess"},
    ],
)
def test_what_cannot_be_written_cannot_be_made(wrong: dict[str, object]) -> None:
    with pytest.raises(NotUnderstood):
        replace(new("lost-cities"), **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "winners", "seat"),
    [
        ("checkmate", (0,), 1),
        ("resigned", (0,), None),
        ("timeout", (1,), 1),
        ("agreed draw", (0,), None),
        ("agreed draw", (0, 1), 1),
        ("abandoned", (1, 0), None),
    ],
)
def test_endings_that_contradict_themselves(kind: str, winners: tuple[int, ...], seat: int | None) -> None:
    with pytest.raises(NotUnderstood):
        Ending(kind, winners, seat)  # type: ignore[arg-type]


def test_a_wrong_result_is_not_written() -> None:
    record = random_game("splendor", 2, (("target", "5"),))
    for wrong in (replace(record, result=None), replace(record, plies=record.plies[:-1])):
        with pytest.raises(NotUnderstood):
            dump(wrong)


def test_a_record_is_a_value() -> None:
    record: Record = random_game("duel", 2, (), longest=3)
    assert record.comment("hm") != record
    assert hash(record.comment("hm")) == hash(record.comment("hm"))
    assert record.names == ("Ada", "小明")
    assert new("splendor", 3).names == ("seat 1", "seat 2", "seat 3")
