"""The options of a Lost Cities table: defaults, values, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.rules import BadOption
from tavola.rules.lost_cities.state import LostCitiesOptions

KEYS = ["colours", "rounds", "firstPlayer", "roundStarter", "tieStarter", "browseDiscards", "stallLimit"]


@pytest.mark.rule("LCA-06", "LCA-08", "LCA-09", "LCA-10", "LCA-12", "LCA-13", "LCA-14")
def test_defaults() -> None:
    assert LostCitiesOptions().written(all_of_them=True) == {
        "colours": "5",
        "rounds": "3",
        "firstPlayer": "random",
        "roundStarter": "totalLeader",
        "tieStarter": "nonStarter",
        "browseDiscards": "off",
        "stallLimit": "off",
    }
    assert LostCitiesOptions.of({}) == LostCitiesOptions()
    assert LostCitiesOptions().written() == {}


@pytest.mark.parametrize(
    ("key", "values"),
    [
        pytest.param("colours", ["5", "6"], marks=pytest.mark.rule("LCA-12")),
        pytest.param("rounds", ["1", "3"], marks=pytest.mark.rule("LCA-13")),
        pytest.param("firstPlayer", ["random", "chosen"], marks=pytest.mark.rule("LCA-08")),
        pytest.param("roundStarter", ["totalLeader", "lastRoundWinner", "alternate"], marks=pytest.mark.rule("LCA-09")),
        pytest.param("tieStarter", ["nonStarter", "afterLastMover", "random"], marks=pytest.mark.rule("LCA-10")),
        pytest.param("browseDiscards", ["off", "on"], marks=pytest.mark.rule("LCA-06")),
        pytest.param("stallLimit", ["off", "20", "21", "399", "400"], marks=pytest.mark.rule("LCA-14")),
    ],
)
def test_each_value_is_taken_and_written_back(key: str, values: list[str]) -> None:
    for value in values:
        options = LostCitiesOptions.of({key: value})
        assert options.written(all_of_them=True)[key] == value
        assert LostCitiesOptions.of(options.written()) == options


@pytest.mark.parametrize(
    ("key", "value", "choices"),
    [
        pytest.param("colours", "4", ["5", "6"], marks=pytest.mark.rule("LCA-12")),
        pytest.param("colours", "five", ["5", "6"], marks=pytest.mark.rule("LCA-12")),
        pytest.param("colours", "5.0", ["5", "6"], marks=pytest.mark.rule("LCA-12")),
        pytest.param("rounds", "2", ["1", "3"], marks=pytest.mark.rule("LCA-13")),
        pytest.param("rounds", "", ["1", "3"], marks=pytest.mark.rule("LCA-13")),
        pytest.param("firstPlayer", "loser", ["random", "chosen"], marks=pytest.mark.rule("LCA-08")),
        pytest.param(
            "roundStarter", "leader", ["totalLeader", "lastRoundWinner", "alternate"], marks=pytest.mark.rule("LCA-09")
        ),
        pytest.param(
            "tieStarter", "starter", ["nonStarter", "afterLastMover", "random"], marks=pytest.mark.rule("LCA-10")
        ),
        pytest.param("browseDiscards", "yes", ["off", "on"], marks=pytest.mark.rule("LCA-06")),
        pytest.param("stallLimit", "19", ["off", "20", "400"], marks=pytest.mark.rule("LCA-14")),
        pytest.param("stallLimit", "401", ["off", "20", "400"], marks=pytest.mark.rule("LCA-14")),
        pytest.param("stallLimit", "-20", ["off", "20", "400"], marks=pytest.mark.rule("LCA-14")),
        pytest.param("stallLimit", "9" * 5000, ["off", "20", "400"], marks=pytest.mark.rule("LCA-14")),
        pytest.param("stallLimit", "٢٠", ["off", "20", "400"], marks=pytest.mark.rule("LCA-14")),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else "",
)
def test_another_value_is_refused_and_the_choices_named(key: str, value: str, choices: list[str]) -> None:
    with pytest.raises(BadOption) as caught:
        LostCitiesOptions.of({key: value})
    sentence = str(caught.value)
    assert key in sentence
    assert all(choice in sentence.partition(": ")[2] for choice in choices), sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize("key", ["colour", "Colours", "takeFewer", "stall_limit", ""])
def test_an_unknown_option_is_refused_and_the_known_ones_named(key: str) -> None:
    with pytest.raises(BadOption) as caught:
        LostCitiesOptions.of({key: "5"})
    sentence = str(caught.value)
    assert all(known in sentence for known in KEYS)
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    "given",
    [
        {"colours": 7},
        {"colours": "5"},
        {"colours": None},
        {"rounds": 2},
        {"rounds": True},
        {"first_player": "loser"},
        {"round_starter": None},
        {"tie_starter": 0},
        {"browse_discards": True},
        {"stall_limit": 19},
        {"stall_limit": 401},
        {"stall_limit": 20.5},
        {"stall_limit": "off"},
        {"stall_limit": False},
    ],
    ids=str,
)
def test_made_directly_they_are_checked_too(given: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=r"choose .*\.$"):
        LostCitiesOptions(**given)
