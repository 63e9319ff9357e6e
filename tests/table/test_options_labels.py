"""Every table option is named and explained: in the form that opens a table and in the rules reference."""

from __future__ import annotations

from dataclasses import fields
from html.parser import HTMLParser
from importlib import resources

import pytest

from tavola.rules import GAMES
from tavola.table.i18n import LANGUAGES, words
from tavola.table.web.present.options import labels


@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_choice_has_a_label(game: str) -> None:
    found = labels(game, words("en"))
    options = {f.metadata["key"]: f.metadata for f in fields(GAMES[game].options)}
    assert list(found) == list(options)
    for key, (label, choices) in found.items():
        assert label
        assert list(choices) == [str(value) for value in options[key].get("values", ())]
        assert all(choices.values())
        assert len(set(choices.values())) == len(choices), f"two choices of {key} read alike"


@pytest.mark.parametrize("game", GAMES)
def test_the_label_of_a_number_names_its_range(game: str) -> None:
    found = labels(game, words("en"))
    for f in fields(GAMES[game].options):
        if "range" in f.metadata:
            label = found[f.metadata["key"]][0]
            assert all(str(bound) in label for bound in f.metadata["range"])
            assert ("off" in label) == f.metadata["off"]


class Codes(HTMLParser):
    """Collects what stands in `code` and checks that tags are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.codes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert {name for name, _ in attrs} <= {"class", "scope"}
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "code":
            self.codes.append(data)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_explain_every_option(game: str, lang: str) -> None:
    file = resources.files("tavola.table.web").joinpath(f"templates/rules/{game}.{lang}.html")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<h2>")
    assert not set("{}") & set(text), "the fragment is a template, but has nothing to fill in"
    reader = Codes()
    reader.feed(text)
    reader.close()
    assert not reader.open
    for key, (_, choices) in labels(game, words("en")).items():
        assert key in reader.codes
        assert set(choices) <= set(reader.codes), f"a choice of {key} is missing"
