"""What all tests share: the marker of rule ids and hypothesis without clocks or memory of earlier runs."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("TAVOLA_HYPOTHESIS", "repeatable"))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules that the test checks, by their ids in rules/ids.txt")
