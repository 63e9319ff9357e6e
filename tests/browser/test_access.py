"""For everybody: axe finds nothing to complain of, nothing scrolls sideways, fingers find what they look for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.people import People
from tests.browser.person import Person
from tests.browser.stage import Scene, set_up

MIDDLE = {"duel": 50, "splendor": 36, "lost-cities": 50}
GAMES = tuple(MIDDLE)
TABLES = tuple(f"{game}, {when}" for when in ("in play", "over", "replayed") for game in GAMES)
PAGES = {
    "lobby": "/",
    "about": "/about",
    "error": "/nowhere",
    **{f"new {game}": f"/new/{game}" for game in GAMES},
    **{f"rules of {game}": f"/rules/{game}" for game in GAMES},
    **{f"cards of {game}": f"/cards/{game}" for game in GAMES},
}
ROOMS = (
    "waiting",
    "curtain",
    "seat link",
    "log",
    "settings",
    "moves listed",
    "rules dialog",
    "zoom dialog",
    "analysis",
)
FINGERS = (*TABLES, "analysis", "lobby", "waiting", "curtain", "moves listed", "settings", "new splendor")
"""Where whatever can be touched is 44 by 44, but for small cards that can only be enlarged, and links within a text."""
SMALL = """() => {
  const wanted = 43.5;
  const exempt = ".card.small, .prose a, .log a, .analysis li a, .analysis td a, .skip, #typed *";
  return [...document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden], [type=checkbox])")]
    .filter((node) => node.checkVisibility() && !node.matches(exempt) && node.getAttribute("aria-disabled") !== "true")
    .map((node) => [node, node.getBoundingClientRect()])
    .filter(([, box]) => box.width < wanted || box.height < wanted)
    .map(([node, box]) => `${node.id || node.className || node.textContent.trim()} ${box.width | 0}x${box.height | 0}`);
}"""


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, dict[str, str]]]:
    """A server with a table of each game in play and over, and the links to Ann's seats."""
    house = House(tmp_path_factory.mktemp("gallery"))
    scenes = {f"{game}, in play": Scene(game, plies) for game, plies in MIDDLE.items()}
    scenes |= {f"{game}, over": Scene(game, 9999) for game in GAMES}
    links = dict(zip(scenes, set_up(house.database, list(scenes.values())), strict=True))
    house.start()
    yield house, links
    house.kill()


@pytest.fixture
def people(chromium: Browser, gallery: tuple[House, dict[str, str]]) -> Iterator[People]:
    people = People(chromium, gallery[0])
    people.expect("^404 for")
    yield people
    people.leave()


def visit(person: Person, what: str, links: dict[str, str]) -> None:
    """Go to a page, a table or a room of a table."""
    if what in PAGES:
        person.go(PAGES[what])
    elif what in TABLES:
        game, _, when = what.partition(", ")
        person.go(links[f"{game}, {'in play' if when == 'in play' else 'over'}"])
        if when == "replayed":
            person.go(f"/t/{person.code}/replay/20")
        expect(person.page.locator("#table .felt")).to_be_visible()
    elif what == "waiting":
        person.open("splendor", "person", "bot:apprentice")
    elif what == "curtain":
        person.open("lost-cities", "here")
    elif what == "seat link":
        person.open("duel", "bot:apprentice")
        person.do("link")
        expect(person.page.locator("#seat-link")).to_be_visible()
    elif what == "analysis":
        person.go(links["splendor, over"])
        person.go(f"/t/{person.code}/analysis")
        expect(person.page.locator(".analysis .graph")).to_be_visible(timeout=60_000)
        person.page.locator(".analysis summary").click()
    else:
        person.go(links["lost-cities, in play" if what in ("log", "moves listed") else "duel, in play"])
        enter(person, what)


def enter(person: Person, room: str) -> None:
    page = person.page
    match room:
        case "log":
            person.go(f"/t/{person.code}/log")
        case "settings":
            page.locator("details.prefs summary").click()
        case "moves listed":
            page.locator("#list-all").click()
            person.more()
        case "rules dialog":
            person.more()
            page.locator("[data-dialog=rules]:visible").first.click()
        case "zoom dialog":
            page.locator("#table [data-zoom]:visible").first.click(button="right", force=True)


def complaints(person: Person, colours: str) -> list[str]:
    """What axe finds wrong, by rule and place; by night only colours can differ."""
    person.page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
    options = {"resultTypes": ["violations"]} | ({} if colours == "light" else {"runOnly": ["color-contrast"]})
    found = Axe().run(person.page, options=options).response["violations"]
    nodes = [(rule["id"], node) for rule in found for node in rule["nodes"]]
    return [f"{rule}: {' '.join(node['target'])} {node['html'][:120]}" for rule, node in nodes]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("what", [*PAGES, *TABLES, *ROOMS])
def test_axe_finds_nothing(people: People, gallery: tuple[House, dict[str, str]], what: str, phone: bool) -> None:
    ann = people.come("Ann", "en", phone=phone, bypass_csp=True)
    visit(ann, what, gallery[1])
    for colours in ("light", "dark"):
        found = complaints(ann, colours)
        assert not found, f"{colours}: " + "\n".join(found)


@pytest.mark.parametrize("lang", ["en", "pl", "zh-Hant"])
def test_a_phone_is_wide_enough(people: People, gallery: tuple[House, dict[str, str]], lang: str) -> None:
    """Nothing scrolls sideways, and fingers find everything."""
    ann = people.come("Ann", lang, phone=True)
    for what in (*PAGES, *TABLES, *ROOMS):
        if lang != "en" and what.startswith("cards"):
            continue  # pictures are the same in all languages
        visit(ann, what, gallery[1])
        expect(ann.page.locator("html")).to_have_attribute("lang", lang)
        width = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width == [390, 390], f"{what}: {width}"
        if what in FINGERS:
            assert not (small := ann.page.evaluate(SMALL)), f"{what}: {small}"
