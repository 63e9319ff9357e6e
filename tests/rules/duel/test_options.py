"""The options of a Splendor Duel table: defaults, values, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.rules import BadOption
from tavola.rules.duel.state import DuelOptions

CHOICES = {
    "pyramidRefill": ["endOfTurn", "immediate"],
    "reservedVisibility": ["hidden", "faceUpKnown"],
    "firstPlayer": ["random", "loser", "alternate"],
}


@pytest.mark.rule("SDA-01", "SDA-36", "SDA-37")
def test_defaults() -> None:
    assert DuelOptions().written(all_of_them=True) == {key: values[0] for key, values in CHOICES.items()}
    assert DuelOptions().written() == {}
    assert DuelOptions.of({}) == DuelOptions()


@pytest.mark.rule("SDA-35", "SDA-38", "SDA-29")
def test_nothing_else_is_an_option() -> None:
    assert list(DuelOptions.choices()) == list(CHOICES)
    for key, values in CHOICES.items():
        assert DuelOptions.choices()[key] == f"{' or '.join(values)} (default {values[0]})"


@pytest.mark.parametrize(
    ("key", "values"),
    [
        pytest.param("pyramidRefill", CHOICES["pyramidRefill"], marks=pytest.mark.rule("SDA-01")),
        pytest.param("reservedVisibility", CHOICES["reservedVisibility"], marks=pytest.mark.rule("SDA-36")),
        pytest.param("firstPlayer", CHOICES["firstPlayer"], marks=pytest.mark.rule("SDA-37")),
    ],
)
def test_each_value_is_taken_and_written_back(key: str, values: list[str]) -> None:
    for value in values:
        options = DuelOptions.of({key: value})
        assert options.written(all_of_them=True)[key] == value
        assert DuelOptions.of(options.written()) == options
        assert (options == DuelOptions()) is (value == values[0])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        pytest.param("pyramidRefill", "never", marks=pytest.mark.rule("SDA-01")),
        pytest.param("pyramidRefill", "Immediate", marks=pytest.mark.rule("SDA-01")),
        pytest.param("pyramidRefill", "", marks=pytest.mark.rule("SDA-01")),
        pytest.param("reservedVisibility", "allOpen", marks=pytest.mark.rule("SDA-36")),
        pytest.param("reservedVisibility", "off", marks=pytest.mark.rule("SDA-36")),
        pytest.param("firstPlayer", "chosen", marks=pytest.mark.rule("SDA-37")),
        pytest.param("firstPlayer", "0", marks=pytest.mark.rule("SDA-37")),
    ],
)
def test_another_value_is_refused_and_the_choices_named(key: str, value: str) -> None:
    with pytest.raises(BadOption) as caught:
        DuelOptions.of({key: value})
    sentence = str(caught.value)
    assert key in sentence
    assert all(choice in sentence.partition(": ")[2] for choice in CHOICES[key]), sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize("key", ["pyramid_refill", "PyramidRefill", "target", "duel.firstPlayer", ""])
def test_an_unknown_option_is_refused_and_the_known_ones_named(key: str) -> None:
    with pytest.raises(BadOption) as caught:
        DuelOptions.of({key: "immediate"})
    sentence = str(caught.value)
    assert all(known in sentence for known in CHOICES)
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    "given",
    [
        {"pyramid_refill": "never"},
        {"pyramid_refill": None},
        {"pyramid_refill": True},
        {"reserved_visibility": 0},
        {"first_player": "chosen"},
        {"first_player": 1},
    ],
    ids=str,
)
def test_made_directly_they_are_checked_too(given: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=r"choose .*\.$"):
        DuelOptions(**given)
