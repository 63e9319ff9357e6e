"""The pages around the table, settings, dialogs, and a whole game without any script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.chooser import Chooser
from tests.browser.people import People
from tests.browser.person import Person

LANGUAGES = ("en", "pl", "zh-Hant")
PAGES = (
    "/",
    "/about",
    "/rules",
    *(f"/{page}/{game}" for page in ("new", "rules", "cards") for game in ("duel", "splendor", "lost-cities")),
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_speaks_the_browsers_language(people: People, lang: str) -> None:
    """And loads without a complaint."""
    ann = people.come("Ann", lang)
    for path in PAGES:
        ann.go(path)
        expect(ann.page.locator("html")).to_have_attribute("lang", lang)
        expect(ann.page.locator("h1").first).to_be_visible()
        assert bool(re.search("[\u4e00-\u9fff]", ann.page.locator("main").inner_text())) == (lang == "zh-Hant")


def test_a_newcomer_plays_a_bot_with_one_click(people: People) -> None:
    ann = people.come("Ann", still=False)
    for game in ("duel", "splendor", "lost-cities"):
        ann.go("/")
        ann.page.locator(f'form[action="/new/{game}"] button').click()
        ann.page.wait_for_url("**/t/*")
        ann.my_turn()
        code = ann.code
        ann.go("/")
        expect(ann.page.locator(f'.lists a[href="/t/{code}"]')).to_be_visible()


def test_an_open_table_is_joined_from_the_lobby(people: People) -> None:
    ann, ben = people.come("Ann <b>&"), people.come("Ben", "pl")
    code = ann.open("lost-cities", "person")
    expect(ann.page.locator(".link-box")).to_contain_text(f"/t/{code}")
    ben.go("/")
    ben.page.locator(f'.lists a[href="/t/{code}"]').click()
    form = ben.page.locator('form[action$="/join"]')
    form.locator("[name=name]").fill("Ben")
    form.locator("button").click()
    ann.see(lambda sight: sight.status == "playing")
    expect(ben.page.locator(".who .name", has_text="Ann <b>&")).to_be_visible()


def test_a_private_table_is_not_in_the_lobby(people: People) -> None:
    ann, ben = people.come("Ann"), people.come("Ben")
    ann.go("/new/duel")
    form = ann.page.locator('main form[action="/new/duel"]')
    form.locator("[name=name]").fill("Ann")
    form.locator("[name=seat2]").select_option("person")
    form.locator("[name=listed]").uncheck()
    form.locator("button").last.click()
    ann.page.wait_for_url("**/t/*")
    ben.go("/")
    expect(ben.page.locator(f'a[href="/t/{ann.code}"]')).to_have_count(0)
    ben.join(ann.code)
    ben.see(lambda sight: sight.status == "playing")


def test_settings_last(people: People) -> None:
    ann = people.come("Ann")
    ann.go("/about")
    wanted = {"lang": "pl", "theme": "dark", "confirm": "irreversible", "motion": "off"}
    ann.page.locator("details.prefs summary").click()
    form = ann.page.locator('form[action="/prefs"]')
    for key, value in wanted.items():
        form.locator(f"[name={key}]").select_option(value)
    form.locator("button").click()
    ann.page.wait_for_url("**/about")
    html = ann.page.locator("html")
    for path in ("/about", "/", "/rules/duel"):
        ann.go(path)
        expect(html).to_have_attribute("lang", "pl")
        expect(html).to_have_attribute("data-theme", "dark")
        expect(html).to_have_attribute("data-confirm", "irreversible")
        expect(html).to_have_attribute("data-motion", "off")
    dark = ann.page.evaluate("getComputedStyle(document.body).backgroundColor")
    ann.page.locator("details.prefs summary").click()
    form.locator("[name=theme]").select_option("light")
    form.locator("button").click()
    expect(html).to_have_attribute("data-theme", "light")
    assert ann.page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_the_language_of_a_table_changes_in_mid_game(people: People) -> None:
    ann = people.come("Ann")
    ann.open("duel", "bot:apprentice")
    before = ann.my_turn()
    ann.page.locator("details.prefs summary").click()
    ann.page.locator("[name=lang]").select_option("zh-Hant")
    ann.page.locator('form[action="/prefs"] button').click()
    expect(ann.page.locator("html")).to_have_attribute("lang", "zh-Hant")
    assert ann.my_turn().moves == before.moves
    assert re.search("[\u4e00-\u9fff]", ann.page.locator(".status").inner_text())


def test_cards_can_be_enlarged(people: People) -> None:
    ann = people.come("Ann")
    ann.open("splendor", "bot:apprentice")
    ann.my_turn()
    zoom = ann.page.locator("#zoom")
    card = ann.page.locator('#table [data-e^="card-"]').first
    card.click(button="right")
    expect(zoom).to_be_visible()
    art = card.get_attribute("data-zoom")
    assert art is not None
    expect(zoom.locator("img")).to_have_attribute("src", art)
    expect(zoom.locator("p").first).to_have_text(card.get_attribute("aria-label") or "")
    zoom.locator(".close").click()
    expect(zoom).to_be_hidden()
    card.focus()
    ann.keys("z")
    expect(zoom).to_be_visible()
    ann.keys("Escape")
    expect(zoom).to_be_hidden()


def test_a_discard_pile_can_be_looked_through_where_the_table_allows(people: People) -> None:
    ann = people.come("Ann")
    ann.open("lost-cities", "bot:apprentice", browseDiscards="on")
    text = next(text for text in ann.my_turn().moves if text.startswith("discard"))
    code = text.partition(" ")[2]
    ann.play(text)
    ann.element(f"pile-{code[0]}").click(button="right", force=True)
    expect(ann.page.locator("#zoom")).to_be_visible()
    expect(ann.page.locator(f'#zoom .pile-cards img[alt="{code}"]')).to_be_visible()


@pytest.mark.parametrize(("game", "lang"), [("duel", "zh-Hant"), ("splendor", "en"), ("lost-cities", "pl")])
def test_rules_and_keys_are_at_the_table(people: People, game: str, lang: str) -> None:
    ann = people.come("Ann", lang)
    ann.open(game, "bot:apprentice")
    ann.my_turn()
    ann.more()
    for name in ("rules", "keys"):
        dialog = ann.page.locator(f"dialog#{name}")
        ann.page.locator(f"[data-dialog={name}]:visible").first.click()
        expect(dialog).to_be_visible()
        assert dialog.inner_text().strip()
        dialog.locator(".close").click()
        expect(dialog).to_be_hidden()
        ann.more()
    ann.keys("?")
    expect(ann.page.locator("#keys")).to_be_visible()
    ann.keys("Escape")
    ann.keys("l")
    expect(ann.page.locator("#log")).to_be_focused()


def test_what_is_not_there_gets_a_page(people: People) -> None:
    people.expect("^404 for")
    ann = people.come("Ann", "pl")
    for path in ("/nowhere", "/t/abcdefghjkmnp", "/new/chess", "/s/abcdefghjkmnp/secret"):
        ann.go(path)
        expect(ann.page.locator("h1")).to_be_visible()
        expect(ann.page.locator('main a[href="/"]')).to_be_visible()
        expect(ann.page.locator("html")).to_have_attribute("lang", "pl")


def plain_turn(person: Person, choose: Chooser) -> bool:
    """One step with forms alone; False once the game is over."""
    table = person.page.locator("#table")
    if table.get_attribute("data-status") == "over":
        return False
    if table.get_attribute("data-status") == "curtain":
        person.page.locator(".curtain button").click()
    elif table.get_attribute("data-turn") == "yes":
        buttons = person.page.locator("#move-list button[name=action]")
        texts = buttons.evaluate_all("all => all.map((button) => button.value)")
        person.button(choose(texts)).click()
    else:
        person.page.reload()
    return True


def test_a_whole_game_without_script(people: People) -> None:
    game = "splendor"
    ann = people.come("Ann", java_script_enabled=False)
    ann.go("/")
    ann.page.locator(f'a[href="/new/{game}"]').click()
    form = ann.page.locator(f'form[action="/new/{game}"]')
    form.locator("[name=name]").fill("Ann")
    form.locator("[name=seat2]").select_option("bot:apprentice")
    form.locator("[name=option-target]").fill("5")
    form.locator("button").last.click()
    ann.page.wait_for_url("**/t/*")
    choose = Chooser(game)
    for _ in range(500):
        if not plain_turn(ann, choose):
            break
    expect(ann.page.locator("#table")).to_have_attribute("data-status", "over")
    ann.page.locator('#table a[href$="/replay/0"]').click()
    ann.page.locator("a[rel=next]").click()
    ann.page.wait_for_url("**/replay/1*")


def test_undo_and_typing_without_script(people: People) -> None:
    people.expect("^422 for")
    ann = people.come("Ann", "zh-Hant", java_script_enabled=False)
    ann.open("lost-cities", "bot:apprentice")
    ann.my_turn()
    typed = ann.page.locator("#typed input[name=action]")
    typed.fill(next(text for text in ann.look().moves if text.startswith("discard")))
    typed.press("Enter")
    ann.page.locator("#undo").click()
    expect(ann.page.locator("#undo")).to_have_count(0)
    assert any(text.startswith("discard") for text in ann.look().moves)
    typed.fill("nonsense")
    typed.press("Enter")
    ann.page.locator(f'main a[href="/t/{ann.code}"]').click()
    ann.my_turn()
