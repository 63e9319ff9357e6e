"""The options of a Splendor table: defaults, values, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.rules import BadOption
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.state import SplendorOptions


@pytest.mark.rule("SPA-02", "SPA-14", "SPA-18", "SPA-20")
def test_defaults() -> None:
    assert SplendorOptions().written(all_of_them=True) == {
        "takeFewer": "onlyWhenShort",
        "reservedVisibility": "byOrigin",
        "firstPlayer": "random",
        "target": "15",
    }
    assert SplendorOptions.of({}) == SplendorOptions()
    assert SplendorOptions().written() == {}
    assert GAME.options is SplendorOptions


@pytest.mark.parametrize(
    ("key", "values"),
    [
        pytest.param("takeFewer", ["onlyWhenShort", "upTo3"], marks=pytest.mark.rule("SPA-02")),
        pytest.param("reservedVisibility", ["byOrigin", "allHidden", "allOpen"], marks=pytest.mark.rule("SPA-14")),
        pytest.param("firstPlayer", ["random", "chosen"], marks=pytest.mark.rule("SPA-18")),
        pytest.param("target", [str(target) for target in range(5, 31)], marks=pytest.mark.rule("SPA-20")),
    ],
)
def test_each_value_is_taken_and_written_back(key: str, values: list[str]) -> None:
    for value in values:
        options = SplendorOptions.of({key: value})
        assert options.written(all_of_them=True)[key] == value
        assert SplendorOptions.of(options.written()) == options


REFUSED = [
    pytest.param("takeFewer", "upto3", ["onlyWhenShort", "upTo3"], marks=pytest.mark.rule("SPA-02")),
    pytest.param("takeFewer", "", ["onlyWhenShort", "upTo3"], marks=pytest.mark.rule("SPA-02")),
    pytest.param(
        "reservedVisibility", "hidden", ["byOrigin", "allHidden", "allOpen"], marks=pytest.mark.rule("SPA-14")
    ),
    pytest.param(
        "reservedVisibility", "faceUpKnown", ["byOrigin", "allHidden", "allOpen"], marks=pytest.mark.rule("SPA-14")
    ),
    pytest.param("firstPlayer", "loser", ["random", "chosen"], marks=pytest.mark.rule("SPA-18")),
    pytest.param("firstPlayer", "youngest", ["random", "chosen"], marks=pytest.mark.rule("SPA-18")),
    *(
        pytest.param("target", value, ["5", "30"], marks=pytest.mark.rule("SPA-20"))
        for value in ("4", "31", "0", "-15", "15.0", "1e1", "off", "", "9" * 5000, "١٥", " 15")
    ),
]


@pytest.mark.parametrize(
    ("key", "value", "choices"), REFUSED, ids=lambda value: value[:12] if isinstance(value, str) else ""
)
def test_another_value_is_refused_and_the_choices_named(key: str, value: str, choices: list[str]) -> None:
    with pytest.raises(BadOption) as caught:
        SplendorOptions.of({key: value})
    sentence = str(caught.value)
    assert key in sentence
    assert all(choice in sentence.partition(": ")[2] for choice in choices), sentence
    assert sentence.endswith(".")


@pytest.mark.rule("SPA-20")
@pytest.mark.parametrize("target", [4, 31, True, 15.0, None, "15"], ids=repr)
def test_a_target_is_a_whole_number(target: Any) -> None:
    with pytest.raises(BadOption, match="5 to 30"):
        SplendorOptions(target=target)


@pytest.mark.rule("SPA-02", "SPA-14", "SPA-18", "SPA-20")
def test_an_unknown_option_is_refused_and_the_known_named() -> None:
    with pytest.raises(BadOption) as caught:
        SplendorOptions.of({"pyramidRefill": "immediate"})
    for key in ("pyramidRefill", "takeFewer", "reservedVisibility", "firstPlayer", "target"):
        assert key in str(caught.value)


@pytest.mark.rule("SPA-02", "SPA-14", "SPA-18", "SPA-20")
def test_the_choices_can_be_listed() -> None:
    choices = SplendorOptions.choices()
    assert list(choices) == ["takeFewer", "reservedVisibility", "firstPlayer", "target"]
    assert all(word in choices["target"] for word in ("5", "30", "15"))
    assert all(word in choices["reservedVisibility"] for word in ("byOrigin", "allHidden", "allOpen"))
