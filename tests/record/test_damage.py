"""A damaged record says which line is wrong and why, and what stands before it is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.rules.record import MAX_BYTES, OPEN, Record, RecordError, dump, parse, replay, seen_by
from tests.record.games import SHORT, random_game

CITIES = random_game("lost-cities", 2, (("rounds", "1"),), longest=9).comment("a comment")
TEXT = dump(CITIES)
LINES = TEXT.splitlines()
# 1 format, 2 game, 3 rules, 4 players, 5 start, 6 options, 7 and 8 seats, 9 blank, 10 deal, 11 to 14 turns,
# 15 comment, 16 result.


def damaged(line: int, text: str | None) -> str:
    """The record with one line changed, or taken out."""
    return "\n".join([*LINES[: line - 1], *([] if text is None else [text]), *LINES[line:]]) + "\n"


def after(line: int, text: str) -> str:
    """The record with a line put below another."""
    return "\n".join([*LINES[:line], text, *LINES[line:]]) + "\n"


def test_the_lines_are_what_the_cases_below_say() -> None:
    assert len(LINES) == 16
    assert LINES[8] == ""
    assert LINES[9].startswith("deal")
    assert LINES[10].startswith("1. 2: ")
    assert LINES[14] == "# a comment"
    assert LINES[15] == "Result: *"


CASES: list[tuple[str, int, str, int | None]] = [
    ("", 1, "Tavola record", None),
    ("{}", 1, "`Key: value`", None),
    (damaged(1, "Tavola record: 2"), 1, "format 1", None),
    (damaged(1, None), 1, "'Tavola record' has to stand here", None),
    (damaged(2, "Game: chess"), 2, "no game 'chess': choose", None),
    (damaged(3, "Rules: 7"), 3, "rules 7 of lost-cities; only rules 1", None),
    (damaged(4, "Players: 3"), 4, "'3' is not one of 2", None),
    (damaged(4, "Players: " + "9" * 5000), 4, "is not one of 2", None),
    (damaged(5, "Start: 0"), 5, "'0' is not one of 1, 2", None),
    (damaged(5, None), 5, "'Start' has to stand here", None),
    (damaged(6, "Options: rounds=2"), 6, "rounds cannot be 2: choose 3 or 1", None),
    (damaged(6, "Options: clours=6"), 6, "no option clours", None),
    (damaged(6, "Options: rounds"), 6, "key=value", None),
    (damaged(6, "Options: rounds=1 rounds=1"), 6, "each once", None),
    (after(6, "Seen by: 3"), 7, "'3' is not one of 1, 2", None),
    (damaged(7, "Seed: 5"), 7, "no header 'Seed': choose among Seat 1, Seat 2, Event", 0),
    (damaged(8, "Seat 1: Eve"), 8, "Seat 1 is given twice", 0),
    (damaged(8, "Seat 2:"), 8, "one line of text", 0),
    (damaged(8, "Seat 2: \x1b[2Jx"), 8, "one line of text", 0),
    (damaged(9, None), 9, "", 0),
    ("\n".join(LINES[:8]), 8, "ends before its first move", 0),
    ("\n".join(LINES[:9]) + "\n", 11, "without a result", 0),
    (damaged(10, None), 10, "dealt first", 0),
    (damaged(10, LINES[9].replace(" y2", " y3")), 10, "each once", 0),
    (damaged(10, LINES[9].replace(" y2", " ??")), 10, "each once", 0),
    (damaged(10, LINES[9] + " start 1"), 10, "does not choose who starts", 0),
    (damaged(10, "1. 2: " + LINES[9]), 10, "", 0),
    (damaged(11, "7. 2: draw"), 11, "This is turn 1, not turn 7", 1),
    (damaged(11, LINES[10].replace("1. 2", "1. 1")), 11, "turn of seat 2, not of seat 1", 1),
    (damaged(11, "1: draw"), 11, "A turn is written", 1),
    (damaged(11, "1. 2: draw"), 11, "Lay a card first", 1),
    (damaged(11, "1. 2: castle"), 11, "'castle' is not a move", 1),
    (damaged(11, "1. 2:"), 11, "A turn is written", 1),
    (damaged(11, LINES[10] + ";"), 11, "is not a move", 3),
    (damaged(11, LINES[10] + "; " + LINES[11][6:]), 11, "an action too many", 3),
    (damaged(11, LINES[10].split(";")[0]), 12, "This is turn 1, not turn 2: turn 1 is not finished", 2),
    (damaged(11, LINES[10][6:].split(";")[0]), 11, "should be turn 1, written `1. 2: ...`", 1),
    (damaged(11, None), 11, "This is turn 1, not turn 2.", 1),
    (damaged(13, LINES[9]), 13, "should be turn 3", 5),
    (damaged(13, "3. 2: take p"), 13, "", 5),
    (damaged(15, "# bell \a"), 15, "plain text", 9),
    (damaged(16, None), 16 + 1, "without a result", 9),
    (damaged(16, "Result: ?"), 16, "'?' is not a result", 9),
    (damaged(16, "Result: 1 wins (points 1 0; places 1 2; by rounds)"), 16, "not over by the rules", 9),
    (damaged(16, "Result: 1 wins (points 1 0 3; places 1 2 3; by rounds)"), 16, "2 players has 2 places", 9),
    (damaged(16, "Result: 1 wins (seat 3 resigned)"), 16, "There are 2 seats", 9),
    (damaged(16, "Result: 2 wins (seat 1 fainted)"), 16, "is not a result", 9),
    (damaged(16, "Result: 1 wins (seat 1 resigned)"), 16, "not who gave up", 9),
    (after(16, "15. 1: draw"), 17, "Nothing may follow the result", 9),
    (after(16, "# more"), 17, "Nothing may follow the result", 9),
]


@pytest.mark.parametrize(("text", "line", "why", "kept"), CASES)
def test_damage_is_named(text: str, line: int, why: str, kept: int | None) -> None:
    with pytest.raises(RecordError, match=rf"^Line {line}: .*{re.escape(why)}") as caught:
        parse(text)
    error = caught.value
    assert error.line == line
    assert str(error).endswith((".", "`."))
    assert (None if error.kept is None else len(error.kept.plies)) == kept
    if error.kept is not None:
        assert error.kept.plies == CITIES.plies[: len(error.kept.plies)]
        assert parse(dump(error.kept)) == error.kept


def test_what_follows_the_end_is_refused() -> None:
    text = dump(random_game("lost-cities", 2, (("rounds", "1"),)))
    *lines, result = text.splitlines()
    for junk, why in (("99. 1: draw", "The game is over"), ("deal y2", "The game is over")):
        with pytest.raises(RecordError, match=why) as caught:
            parse("\n".join([*lines, junk, result]))
        assert caught.value.line == len(lines) + 1
    for wrong in ("*", "1 wins (seat 2 resigned)", "2 wins (points 0 1; places 2 1; by rounds)"):
        with pytest.raises(RecordError, match=r"its result is [12] wins") as caught:
            parse("\n".join([*lines, f"Result: {wrong}"]))
        assert caught.value.line == len(lines) + 1


def test_a_bag_draw_belongs_to_its_turn() -> None:
    text = dump(random_game("duel", 2, ()))
    broken = re.sub(r"; (bag [^;\n]+); ", r"\n\1\n", text, count=1)
    with pytest.raises(RecordError, match="belongs on the line of turn"):
        parse(broken)


def test_a_second_deal_has_a_line_of_its_own() -> None:
    text = dump(random_game("lost-cities", 2, (("stallLimit", "20"),)))
    broken = re.sub(r"\n(deal [^\n]*)(?=\n[^1])", r"; \1", text, count=1)
    assert broken.count("\ndeal") == text.count("\ndeal") - 1 == 2
    with pytest.raises(RecordError, match="A deal has a line of its own"):
        parse(broken)


def test_too_long_a_text_is_refused_unread() -> None:
    for text in (TEXT + "#" * MAX_BYTES, (TEXT + "#" * MAX_BYTES).encode(), "小" * (MAX_BYTES // 2)):
        with pytest.raises(RecordError, match=f"longer than a record may be, {MAX_BYTES} bytes"):
            parse(text)
    with pytest.raises(RecordError, match="longer than a record may be, 50 bytes"):
        parse(TEXT, limit=50)
    long = replace(CITIES, comments=tuple((9, "x" * 1000) for _ in range(MAX_BYTES // 1000)))
    assert parse(dump(long), limit=None) == long


def test_a_long_line_gives_a_short_sentence() -> None:
    for line in (11, 16):
        with pytest.raises(RecordError) as caught:
            parse(damaged(line, "1. 2: play " + "y" * 500_000))
        assert len(str(caught.value)) < 400


def test_other_encodings_are_named() -> None:
    with pytest.raises(RecordError, match="not UTF-8") as caught:
        parse(TEXT.replace("小明", "Zoë").encode("latin-1"))
    assert caught.value.line == 8


def test_a_hidden_card_in_an_open_record_is_refused_and_the_other_way_round_completed() -> None:
    hidden = seen_by(CITIES, 0)
    assert "??" in dump(hidden)
    with pytest.raises(RecordError, match="Line 10"):
        parse(dump(hidden).replace("Seen by: 1\n", ""))
    assert parse(TEXT.replace("\nSeat 1", "\nSeen by: 1\nSeat 1")) == replace(CITIES, eyes=0)


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("setup", SHORT, ids=str)
def test_damage_to_a_seats_record_is_named(
    setup: tuple[str, int, tuple[tuple[str, str], ...]], seat: int | None
) -> None:
    record = seen_by(random_game(*setup, longest=30), seat)
    lines = dump(record).splitlines()
    last = len(lines) - 1
    never = {"lost-cities": "draw", "splendor": "pass", "duel": "pass"}[record.game]
    lines[last - 1] = re.sub(r": .*", f": {never}", lines[last - 1])
    with pytest.raises(RecordError) as caught:
        parse("\n".join(lines))
    kept = caught.value.kept
    assert caught.value.line == last
    assert kept is not None
    assert kept == replace(record, plies=record.plies[: len(kept.plies)])
    assert len(kept.plies) > 25


@pytest.mark.parametrize("change", ["deal ??", "deal", "{} ??", "{} ?? ?? ?? ?? ??", "2 for 1"])
@pytest.mark.parametrize("setup", SHORT, ids=str)
def test_a_seats_deal_of_the_wrong_shape(setup: tuple[str, int, tuple[tuple[str, str], ...]], change: str) -> None:
    lines = dump(seen_by(random_game(*setup, longest=9), 0)).splitlines()
    at = lines.index("") + 1
    words = lines[at].split()
    lines[at] = change.format(lines[at])
    if change == "2 for 1":
        cards = [place for place, word in enumerate(words) if re.fullmatch(r"[ybwgrp]\d+|[123][wbgrkxo]\d", word)]
        first, other = cards[:2]
        lines[at] = " ".join(words[first] if place == other else word for place, word in enumerate(words))
    with pytest.raises(RecordError) as caught:
        parse("\n".join(lines))
    assert caught.value.line == at + 1


def edits() -> st.SearchStrategy[Callable[[str], tuple[str, int]]]:
    """Ways to damage a text; each gives the new text and the first line it touched."""

    def at(text: str, place: int) -> tuple[int, int]:
        place = place % len(text)
        return place, text.count("\n", 0, place) + 1

    def cut(place: int) -> Callable[[str], tuple[str, int]]:
        return lambda text: (text[: at(text, place)[0]], at(text, place)[1])

    def change(place: int, letter: str) -> Callable[[str], tuple[str, int]]:
        def edit(text: str) -> tuple[str, int]:
            here, line = at(text, place)
            return text[:here] + letter + text[here + 1 :], line

        return edit

    def insert(place: int, letters: str) -> Callable[[str], tuple[str, int]]:
        def edit(text: str) -> tuple[str, int]:
            here, line = at(text, place)
            return text[:here] + letters + text[here:], line

        return edit

    def move(first: int, second: int) -> Callable[[str], tuple[str, int]]:
        def edit(text: str) -> tuple[str, int]:
            lines = text.splitlines()
            a, b = first % len(lines), second % len(lines)
            lines.insert(b, lines.pop(a))
            return "\n".join(lines) + "\n", min(a, b) + 1

        return edit

    place = st.integers(0, 10**6)
    letters = st.sampled_from("123 ywbgrx?*;:#.=\n\r-") | st.characters()
    return (
        st.builds(cut, place)
        | st.builds(change, place, letters)
        | st.builds(insert, place, st.text(letters, min_size=1, max_size=5))
        | st.builds(move, place, place)
    )


@pytest.mark.parametrize("seat", [OPEN, 0, None])
@pytest.mark.parametrize("setup", SHORT, ids=str)
@given(edit=edits())
@settings(max_examples=40)
def test_any_damage_is_named_or_harmless(
    setup: tuple[str, int, tuple[tuple[str, str], ...]],
    seat: object,
    edit: Callable[[str], tuple[str, int]],
) -> None:
    record = random_game(*setup, longest=60)
    if seat is not OPEN:
        record = seen_by(record, seat)  # type: ignore[arg-type]
    text, touched = edit(dump(record))
    read = attempt(text)
    if isinstance(read, Record):
        assert parse(dump(read)) == read
        return
    assert touched <= read.line <= text.count("\n") + 2
    if read.kept is not None:
        check_kept(record, read.kept, touched)


def attempt(text: str) -> Record | RecordError:
    try:
        return parse(text)
    except RecordError as error:
        return error


def check_kept(record: Record, kept: Record, touched: int) -> None:
    """What is kept is a game by the rules, and the same game before the damage."""
    assert parse(dump(kept)) == kept
    if kept.eyes is OPEN:
        assert len([*replay(kept)]) == len(kept.plies)
    lines = [line for line in dump(record).splitlines()[: touched - 1] if re.match(r"deal|\d", line)]
    intact = sum(line.count(";") + 1 for line in lines)
    assert kept.plies[:intact] == record.plies[:intact]
