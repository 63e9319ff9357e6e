"""The same seed gives the same game on every machine and Python version."""

from __future__ import annotations

import pytest

from tests.contract.games import CASES, Case
from tests.contract.golden import checksum, written


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_seeded_game_is_the_same_as_ever(case: Case) -> None:
    assert checksum(case) == written()[str(case)]


def test_no_game_is_pinned_that_is_not_played() -> None:
    assert set(written()) == set(map(str, CASES))
