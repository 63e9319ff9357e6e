"""What is compiled in a file of tests is compiled once: its tests run in one process."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMPILED = ("adapters", "batch", "rollouts", "train")


# First: the groups must be known before xdist reads them, also when only tests/lab is asked for.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.parent.name in COMPILED:
            item.add_marker(pytest.mark.xdist_group(f"{item.path.parent.name}-{item.path.stem}"))
