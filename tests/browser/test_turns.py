"""One turn: choosing, drafts, undo, and what the page says when something cannot be done."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tavola.table.i18n import words
from tests.browser.people import People, on_turn
from tests.browser.person import Person

DIFFERENT = ("wbg", "bgr", "grk")


def first(person: Person, verb: str) -> str:
    """The first legal move that begins so."""
    return next(text for text in person.my_turn().moves if text.startswith(verb))


def draft(people: People, game: str) -> tuple[Person, Person]:
    """Two people, the first of them in the middle of a turn that the other knows nothing of."""
    mover, other = on_turn(*people.pair(game))
    if game == "splendor":
        for gems in DIFFERENT:
            mover.play(f"take {gems}")
            other.my_turn()
            other.play("reserve deck1")
            mover.my_turn()
        mover.play(first(mover, "take"))
    else:
        mover.play(first(mover, "gold" if game == "duel" else "discard"))
    expect(mover.page.locator("#undo")).to_be_visible()
    return mover, other


@pytest.mark.parametrize("game", ["duel", "splendor", "lost-cities"])
def test_a_draft_outlives_a_reload_and_stays_private(people: People, game: str) -> None:
    mover, other = draft(people, game)
    known = other.look()
    table = other.page.locator("#table")
    seen = table.inner_html()
    drafted = mover.look()
    mover.page.reload()
    assert mover.look() == drafted
    assert drafted.ply == known.ply + 1
    expect(mover.page.locator("#log li.draft")).not_to_have_count(0)
    mover.keys("u")
    undone = mover.after(drafted)
    assert undone.ply == known.ply
    assert set(undone.moves) != set(drafted.moves)
    expect(mover.page.locator("#undo")).to_have_count(0)
    assert other.look() == known
    assert table.inner_html() == seen
    other.page.reload()
    assert other.look() == known
    expect(other.page.locator("#log li.draft")).to_have_count(0)


def test_a_committed_turn_reaches_the_other(people: People) -> None:
    mover, other = draft(people, "lost-cities")
    mover.play("draw")
    expect(mover.page.locator("#undo")).to_have_count(0)
    other.my_turn()
    expect(other.page.locator("#log li").last).to_contain_text(mover.name)


def test_too_many_tokens_are_counted_while_they_are_returned(people: People) -> None:
    mover, _ = draft(people, "splendor")
    sight = mover.look()
    assert all(text.startswith("return") for text in sight.moves)
    expect(mover.page.locator(".status")).to_contain_text("12/10")
    mover.play(first(mover, "return"))
    expect(mover.page.locator(".status")).to_contain_text("11/10")


@pytest.mark.parametrize("game", ["duel", "lost-cities"])
def test_two_tabs_stay_in_step(people: People, game: str) -> None:
    mover, other = on_turn(*people.pair(game))
    tab = mover.tab()
    before = tab.my_turn()
    mover.play(first(mover, "gold" if game == "duel" else "discard"))
    drafted = tab.after(before)
    assert drafted.moves == mover.look().moves
    tab.page.locator("#undo").click()
    mover.after(drafted)
    assert mover.look().moves == before.moves
    expect(mover.page.locator("#undo")).to_have_count(0)
    mover.play(first(mover, "take" if game == "duel" else "discard"))
    if game == "lost-cities":
        tab.my_turn()
        tab.play("draw")
    other.my_turn()
    assert mover.see(lambda sight: not sight.mine).seq == tab.see(lambda sight: not sight.mine).seq


def test_clicking_narrows_and_escape_clears(people: People) -> None:
    mover, _ = on_turn(*people.pair("duel"))
    longest = max(mover.my_turn().moves, key=lambda text: len(text.split()))
    one, two, three = mover.look().moves[longest]
    buttons = mover.page.locator("#move-list button:visible")
    expect(buttons).to_have_count(0)
    mover.element(one).click()
    expect(mover.page.locator("#table.narrowed")).to_be_visible()
    expect(mover.element(one)).to_have_attribute("aria-pressed", "true")
    expect(mover.element("deck-1")).not_to_have_class(re.compile("open"))
    mover.element(two).click()
    mover.element(three).click()
    expect(mover.button(longest)).to_be_visible()
    expect(mover.page.locator("#clear")).to_be_visible()
    mover.keys("Escape")
    expect(mover.page.locator("#table.narrowed")).to_have_count(0)
    expect(buttons).to_have_count(0)
    mover.element(one).click()
    mover.page.locator("#clear").click()
    expect(mover.page.locator(".chosen")).to_have_count(0)
    mover.page.locator("#list-all").click()
    expect(buttons).to_have_count(len(mover.look().moves))


def test_what_cannot_be_done_says_why(people: People) -> None:
    ann = people.come("Ann")
    ann.open("duel", "here")
    ann.my_turn()
    ann.element("deck-1").click(force=True)  # Playwright would wait for it to be enabled
    expect(ann.saying).to_have_text("Take a gold token first, then reserve.")
    expect(ann.element("deck-1")).to_have_attribute("aria-disabled", "true")


def test_a_log_read_further_up_does_not_hinder_handing_over(people: People) -> None:
    """While the seat is handed over there is no log; a complaint of the page would fail the test when people leave."""
    ann = people.come("Ann")
    ann.open("lost-cities", "here")
    ann.lift()
    ann.play(first(ann, "discard"))
    log = ann.page.locator("#log")
    assert log.evaluate("log => { log.style.height = '1px'; log.scrollTop = -3; return log.scrollTop; }") < 0
    ann.play("draw")
    expect(log).to_have_count(0)
    ann.lift()
    expect(log).to_be_visible()


def test_garbage_gets_a_sentence(people: People) -> None:
    people.expect("^422 for")
    ann = people.come("Ann", "pl")
    ann.open("lost-cities", "bot:apprentice")
    before = ann.my_turn()
    ann.keys("t")
    ann.page.keyboard.type("hokus pokus")
    ann.keys("Enter")
    sentence = words("pl").say(
        "That is not understood. Choose a move from the list, or see how moves are written in the rules."
    )
    expect(ann.saying).to_have_text(sentence)
    field = ann.page.locator("#typed input[name=action]")
    expect(field).to_have_value("hokus pokus")
    field.fill("take y")
    field.press("Enter")
    expect(ann.saying).to_have_text(words("pl").say("Lay a card you hold first, then draw one."))
    assert ann.look() == before


def test_a_stale_page_gets_a_sentence(people: People) -> None:
    people.expect("^409 for")
    mover, other = on_turn(*people.pair("lost-cities"))
    late = mover.context.new_page()
    late.route_web_socket(re.compile("/live$"), lambda socket: None)
    late.goto(mover.page.url)
    tab = Person(mover.name, mover.context, late)
    one, another = list(tab.my_turn().moves)[:2]
    mover.play(one)
    mover.play("draw")
    other.my_turn()
    tab.page.evaluate("text => document.querySelector(`#move-list button[value='${text}']`).click()", another)
    expect(tab.saying).to_have_text("The table has changed in the meantime: look again.")
    tab.page.reload()
    assert tab.look() == mover.look()


def test_a_choice_outlives_a_view_that_shows_nothing_new(people: People) -> None:
    mover, other = on_turn(*people.pair("duel"))
    cell = mover.look().moves[first(mover, "take")][0]
    mover.element(cell).click()
    mover.page.evaluate("dispatchEvent(new Event('online'))")  # connects anew, and is sent the table again
    other.page.reload()
    other.look()
    mover.page.wait_for_timeout(1000)
    expect(mover.element(cell)).to_have_attribute("aria-pressed", "true")


def test_an_open_menu_stays_open_when_the_other_moves(people: People) -> None:
    mover, other = on_turn(*people.pair("duel"))
    other.tab_to("#more summary")
    other.keys("Enter")
    before = other.look()
    mover.play(first(mover, "take"))
    other.after(before)
    expect(other.page.locator('#table form[action$="/link"] button')).to_be_visible()
    assert other.page.evaluate("document.activeElement.matches('#more summary')")


@pytest.mark.parametrize("menu", ["#more", ".prefs"])
def test_a_menu_closes_when_one_goes_on(people: People, menu: str) -> None:
    mover, _ = on_turn(*people.pair("duel"))
    inside = mover.page.locator(f"{menu} button").last
    mover.page.locator(f"{menu} summary").click()
    expect(inside).to_be_visible()
    mover.page.mouse.click(3, 500)  # beside the table
    expect(inside).to_be_hidden()
    mover.page.locator(f"{menu} summary").click()
    expect(inside).to_be_visible()
    mover.keys("Escape")
    expect(inside).to_be_hidden()
    assert mover.page.evaluate(f"document.activeElement.matches('{menu} summary')")


@pytest.mark.parametrize("confirm", ["always", "irreversible", "never"])
def test_a_move_asks_first_as_one_wishes(people: People, confirm: str) -> None:
    ann = people.come("Ann", "en", "mouse", confirm=confirm)
    ann.open("lost-cities", "here")
    ann.lift()
    before = ann.my_turn()
    card, pile = before.moves[first(ann, "discard")]
    ann.element(card).click()
    ann.element(pile).click()
    if confirm == "always":
        ann.page.wait_for_timeout(300)
        assert ann.look() == before
        ann.button(first(ann, "discard")).click()
    laid = ann.after(before)
    ann.element("deck").click()
    if confirm != "never":
        ann.page.wait_for_timeout(300)
        assert ann.look() == laid
        ann.button("draw").click()
    assert ann.after(laid).status == "curtain"


@pytest.mark.parametrize("game", ["duel", "splendor", "lost-cities"])
def test_a_curtain_hides_what_the_next_player_holds(people: People, game: str) -> None:
    """On one device: always where hands are secret, else once somebody holds a card from a deck."""
    ann = people.come("Ann")
    ann.open(game, "here")
    table = ann.page.locator("#table")
    if game == "lost-cities":
        ann.lift()
        ann.play(first(ann, "discard"))
        ann.play("draw")
    else:
        ann.my_turn()
        if game == "duel":
            ann.play(first(ann, "gold"))
        ann.play("reserve deck3")
    for _ in range(2):
        expect(table).to_have_attribute("data-status", "curtain")
        assert "/art/" not in table.inner_html()
        assert not ann.look().moves
        ann.page.reload()
    ann.go(f"/t/{ann.code}/log")
    assert "/art/" not in ann.page.locator("main").inner_html()
    ann.go(f"/t/{ann.code}")
    ann.lift()
    expect(ann.page.locator(".on-turn")).to_contain_text("you")
    ann.my_turn()


def test_the_focus_and_a_half_typed_move_outlive_the_others_turn(people: People) -> None:
    mover, other = on_turn(*people.pair("duel"))
    other.element("bag").focus()
    before = other.look()
    mover.play(first(mover, "take"))
    other.after(before)
    expect(other.element("bag")).to_be_focused()
    expect(other.page).to_have_title(re.compile("your turn"))
    other.keys("t")
    other.page.keyboard.type("tak")
    before = other.look()
    mover.do("takeback", answer="ask")
    other.after(before)
    field = other.page.locator("#typed input[name=action]")
    expect(field).to_be_focused()
    expect(field).to_have_value("tak")
