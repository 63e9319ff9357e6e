"""Browser tests: the real server, and real Chromium driven by Playwright.

The normal run covers every game with every kind of opponent, language, input and width at least once. All their
combinations are played by

    pytest tests/browser -n auto --matrix

Chromium is the one on the path, or the one that the variable TAVOLA_CHROMIUM names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.house import House
from tests.browser.people import FLAGS, People, find_chromium


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matrix", action="store_true", help="all combinations of game, opponent, language and input")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "matrix: one of all combinations, played only with --matrix")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = [item for item in items if item.path.is_relative_to(os.path.dirname(__file__))]
    for item in here:
        item.add_marker("slow")
    if not config.getoption("--matrix", False):
        left_out = {item for item in here if item.get_closest_marker("matrix")}
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    house.start()
    yield house
    house.kill()
    assert "Traceback" not in house.words(), house.words()


# Of a module, not of the session: while Playwright runs, other tests in the process cannot have an event loop.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    expect.set_options(timeout=10_000)  # other tests may be busy beside this one
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def people(chromium: Browser, house: House) -> Iterator[People]:
    people = People(chromium, house)
    yield people
    people.leave()
