"""The message catalogues are complete, and the checker would tell if not; plurals, languages, dates and lists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from hypothesis import given
from hypothesis import strategies as st

from tavola.table.i18n import LANGUAGES, catalogues, choose, words
from tavola.table.web.present.common import gem_names, tokens_in_words

TRANSLATED = tuple(lang for lang in LANGUAGES if lang != "en")
PLURALS = {"pl": 3, "zh-Hant": 1}

# --- The catalogues themselves -------------------------------------------------------------------------------


def test_every_message_is_translated_and_none_is_wrong() -> None:
    assert list(catalogues.faults()) == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_catalogue_is_in_good_order(lang: str) -> None:
    catalogue = catalogues.read(lang)
    assert not catalogue.obsolete
    assert not catalogue.fuzzy
    assert catalogue.num_plurals == PLURALS[lang]
    assert str(catalogue.locale).replace("_", "-") == lang
    # What is beyond the last form is dropped in reading.
    forms = sum(len(_strings(message)) for message in catalogue if not isinstance(message.id, str))
    assert catalogues.path(lang).read_text(encoding="utf-8").count("\nmsgstr[") == forms


@pytest.mark.parametrize("lang", TRANSLATED)
def test_the_header_is_filled_in(lang: str) -> None:
    header = catalogues.path(lang).read_text(encoding="utf-8").split("\n\n", 1)[0]
    assert "Project-Id-Version: tavola " in header
    assert not re.search("PROJECT|VERSION|YEAR|FULL NAME|EMAIL|ORGANIZATION|@", header)


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _strings(message: Message) -> tuple[str, ...]:
    found = message.string
    return (found,) if isinstance(found, str) else tuple(found or ())


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_form_says_all_that_the_source_says(lang: str) -> None:
    for message in catalogues.read(lang):
        wanted = _places(_ids(message)[-1])
        for text in _strings(message) if message.id else ():
            assert _places(text) == wanted, text


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_message_ends_as_its_source_does(lang: str) -> None:
    full = str.maketrans("。：？", ".:?")
    for message in catalogues.read(lang):
        if message.id and message.id != "Seen by":
            last = _ids(message)[-1][-1]
            for text in _strings(message):
                assert text == text.strip()
                assert (text.translate(full)[-1] in ".:?") == (last in ".:?"), text


def _calls(file: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("say", "many"):
            yield node


def test_no_message_of_the_source_is_overlooked() -> None:
    """The collector sees only plain string literals, and none inside an f-string."""
    known = {text for message in catalogues.collect() for text in _ids(message)}
    for file in sorted(file for root in catalogues.ROOTS for file in root.rglob("*.py")):
        for call in _calls(file):
            count = 1 if isinstance(call.func, ast.Attribute) and call.func.attr == "say" else 2
            for argument in call.args[:count]:
                assert isinstance(argument, ast.Constant), f"{file.name}:{call.lineno} does not say a literal"
                assert argument.value in known, f"{file.name}:{call.lineno}"


# --- The checker ---------------------------------------------------------------------------------------------

HEADER = """
msgid ""
msgstr ""
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"""
WINS = """
msgid "{player} wins."
msgstr "{player} wygrywa."
"""
POINTS = """
msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} punkt"
msgstr[1] "{n} punkty"
msgstr[2] "{n} punktów"
"""
GOOD = WINS + POINTS
GONE = """
msgid "Good-bye"
msgstr "Do widzenia"
"""


@pytest.fixture
def doctored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A Polish catalogue of its own, for pages that say two things."""
    pages = Catalog()
    pages.add("{player} wins.")
    pages.add(("{n} point", "{n} points"))
    monkeypatch.setattr(catalogues, "collect", lambda: pages)
    monkeypatch.setattr(catalogues, "TRANSLATED", ("pl",))
    monkeypatch.setattr(catalogues, "path", lambda lang: tmp_path / f"{lang}.po")
    return tmp_path / "pl.po"


def _found(file: Path, text: str) -> list[str]:
    file.write_text(HEADER + text, encoding="utf-8")
    return list(catalogues.faults())


def test_the_checker_is_content_with_a_good_catalogue(doctored: Path) -> None:
    assert _found(doctored, GOOD) == []


ABOUT_WINS, ABOUT_POINTS = "'{player} wins.'", "('{n} point', '{n} points')"
DOCTORED = {
    "a message that is missing": (POINTS, f"missing: {ABOUT_WINS}"),
    "a plural that is missing": (WINS, f"missing: {ABOUT_POINTS}"),
    "no translation": (GOOD.replace("{player} wygrywa.", ""), f"not translated: {ABOUT_WINS}"),
    "an empty form": (GOOD.replace("{n} punkty", ""), f"not translated: {ABOUT_POINTS}"),
    "too few forms": (GOOD.replace('msgstr[2] "{n} punktów"\n', ""), f"not translated: {ABOUT_POINTS}"),
    "a guess": (f"\n#, fuzzy{GOOD}", f"fuzzy: {ABOUT_WINS}"),
    "a placeholder that is lost": (
        GOOD.replace("{player} wygrywa", "Ktoś wygrywa"),
        f"placeholders [] instead of ['{{player}}']: {ABOUT_WINS}",
    ),
    "a placeholder of another name": (
        GOOD.replace("{player} wygrywa", "{gracz} wygrywa"),
        f"placeholders ['{{gracz}}'] instead of ['{{player}}']: {ABOUT_WINS}",
    ),
    "a placeholder of another name in a plural": (
        GOOD.replace("{n} punktów", "{m} punktów"),
        f"placeholders ['{{m}}'] instead of ['{{n}}']: {ABOUT_POINTS}",
    ),
    "one form where three are wanted": (
        WINS + 'msgid "{n} point"\nmsgstr "{n} punkt"\n',
        f"wrong number of plural forms: {ABOUT_POINTS}",
    ),
    "three forms where one is wanted": (
        WINS.replace("msgstr", 'msgid_plural "{player} win."\nmsgstr[0]') + POINTS,
        f"wrong number of plural forms: {ABOUT_WINS}",
    ),
    "a message of no page": (GOOD + GONE, "no page says 'Good-bye' any more"),
}


@pytest.mark.parametrize(("text", "fault"), DOCTORED.values(), ids=DOCTORED)
def test_the_checker_reports(doctored: Path, text: str, fault: str) -> None:
    assert f"pl: {fault}" in _found(doctored, text)


def test_an_update_adds_what_is_new_and_drops_what_is_gone(doctored: Path) -> None:
    doctored.write_text(HEADER + WINS + GONE, encoding="utf-8")
    catalogues.update()
    assert list(catalogues.faults()) == ["pl: not translated: ('{n} point', '{n} points')"]
    assert "Do widzenia" not in doctored.read_text(encoding="utf-8")
    assert "{player} wygrywa." in doctored.read_text(encoding="utf-8")


# --- Words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, "Odłóż 0 znaczników (10/10)."),
        (1, "Odłóż 1 znacznik (11/10)."),
        (2, "Odłóż 2 znaczniki (12/10)."),
        (4, "Odłóż 4 znaczniki (14/10)."),
        (5, "Odłóż 5 znaczników (15/10)."),
        (12, "Odłóż 12 znaczników (22/10)."),
        (21, "Odłóż 21 znaczników (31/10)."),
        (22, "Odłóż 22 znaczniki (32/10)."),
    ],
)
def test_polish_has_three_plural_forms(n: int, said: str) -> None:
    one, other = "Return {n} token ({have}/10).", "Return {n} tokens ({have}/10)."
    assert words("pl").many(one, other, n, have=10 + n) == said


@pytest.mark.parametrize(
    ("lang", "one", "five"),
    [("en", "1 crown", "5 crowns"), ("pl", "1 korona", "5 koron"), ("zh-Hant", "1 個皇冠", "5 個皇冠")],
)
def test_plurals_of_every_language(lang: str, one: str, five: str) -> None:
    assert words(lang).many("{n} crown", "{n} crowns", 1) == one
    assert words(lang).many("{n} crown", "{n} crowns", 5) == five


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Ann takes white ×2, gold."),
        ("pl", "Ann bierze: biały ×2, złoto."),
        ("zh-Hant", "Ann 拿取白色 ×2、黃金。"),
    ],
)
def test_a_sentence_with_tokens(lang: str, said: str) -> None:
    tokens = tokens_in_words((2, 0, 0, 0, 0, 0, 1), gem_names(words(lang)), words(lang))
    assert words(lang).say("{player} takes {tokens}.", player="Ann", tokens=tokens) == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_message_stays_as_it_is(lang: str) -> None:
    assert words(lang).say("No page says {what}.", what="this") == "No page says this."


@pytest.mark.parametrize(
    ("wanted", "accepts", "lang"),
    [
        (None, "", "en"),
        (None, "en-GB,en;q=0.9", "en"),
        (None, "pl", "pl"),
        (None, "pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        (None, "de, pl;q=0.5", "pl"),
        (None, "en;q=0.3, pl;q=0.8", "pl"),
        (None, "pl;q=0.3, zh-TW;q=0.8", "zh-Hant"),
        (None, "zh-TW", "zh-Hant"),
        (None, "zh-HK", "zh-Hant"),
        (None, "zh-Hant-TW,zh;q=0.9", "zh-Hant"),
        (None, "de, fr;q=0.5", "en"),
        (None, "*", "en"),
        (None, ";;,,q=;=,\x00 pl;q=x", "en"),
        ("zh-Hant", "pl", "zh-Hant"),
        ("en", "pl", "en"),
        ("", "pl", "pl"),
        ("tlh", "pl", "pl"),
    ],
)
def test_the_language_is_the_players_choice_or_the_browsers(wanted: str | None, accepts: str, lang: str) -> None:
    assert choose(wanted, accepts) == lang


@given(st.none() | st.text(), st.text() | st.text("zhplen-_TWq=;,.019* "))
def test_whatever_a_browser_sends_there_is_a_language(wanted: str | None, accepts: str) -> None:
    assert choose(wanted, accepts) in LANGUAGES


@pytest.mark.parametrize(
    ("lang", "written"),
    [
        ("en", "5 Nov 2026, 14:05:09"),
        ("pl", "5 lis 2026, 14:05:09"),
        ("zh-Hant", "2026年11月5日 下午2:05:09"),
    ],
)
def test_dates(lang: str, written: str) -> None:
    # Which of the narrow and the wide space stands before PM depends on the version of Babel.
    assert words(lang).when(datetime(2026, 11, 5, 14, 5, 9, tzinfo=UTC)).replace("\u202f", " ") == written


@pytest.mark.parametrize(
    ("lang", "two", "three"),
    [
        ("en", "Ann and Ben", "Ann, Ben and Eve"),
        ("pl", "Ann i Ben", "Ann, Ben i Eve"),
        ("zh-Hant", "Ann和Ben", "Ann、Ben和Eve"),
    ],
)
def test_lists(lang: str, two: str, three: str) -> None:
    assert words(lang).listed([]) == ""
    assert words(lang).listed(["Ann"]) == "Ann"
    assert words(lang).listed(["Ann", "Ben"]) == two
    assert words(lang).listed(["Ann", "Ben", "Eve"]) == three


@pytest.mark.parametrize(("lang", "three"), [("en", "a, b, c"), ("pl", "a, b, c"), ("zh-Hant", "a、b、c")])
def test_lists_without_a_last_word(lang: str, three: str) -> None:
    assert words(lang).joined([]) == ""
    assert words(lang).joined(["a"]) == "a"
    assert words(lang).joined(["a", "b", "c"]) == three
