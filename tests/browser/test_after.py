"""Offers and endings: takeback, resignation, rematch, replay, the record."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tavola.rules import record as records
from tests.browser.chooser import Chooser
from tests.browser.people import People, on_turn
from tests.browser.person import Person


def resigned(people: People, game: str) -> tuple[Person, Person]:
    """Two people, the first of whom has given up after a few moves."""
    mover, other = on_turn(*people.pair(game))
    choose = Chooser(game)
    while (sight := mover.look()).mine:
        mover.play(choose(list(sight.moves)))
    other.my_turn()
    mover.page.once("dialog", lambda dialog: dialog.accept())
    mover.do("resign")
    other.see(lambda sight: sight.over)
    mover.see(lambda sight: sight.over)
    return mover, other


def record_of(person: Person) -> records.Record:
    answer = person.context.request.get(f"/t/{person.code}/record")
    assert "attachment" in answer.headers["content-disposition"]
    return records.parse(answer.text())


def test_resignation_is_asked_twice_and_ends_the_game(people: People) -> None:
    mover, other = on_turn(*people.pair("splendor"))
    before = mover.my_turn()
    mover.page.once("dialog", lambda dialog: dialog.dismiss())
    mover.do("resign")
    mover.page.wait_for_timeout(200)
    assert mover.look() == before
    mover.page.once("dialog", lambda dialog: dialog.accept())
    mover.do("resign")
    sight = other.see(lambda sight: sight.over)
    assert not sight.moves
    expect(other.page.locator(".status")).to_have_text(f"{mover.name} resigns. {other.name} wins.")
    expect(mover.page.locator(".status")).to_have_text(f"{mover.name} resigns. {other.name} wins.")


@pytest.mark.parametrize("game", ["duel", "splendor", "lost-cities"])
def test_a_takeback_is_asked_and_granted(people: People, game: str) -> None:
    mover, other = on_turn(*people.pair(game))
    before = mover.my_turn()
    choose = Chooser(game)
    while (sight := mover.look()).mine:
        mover.play(choose(list(sight.moves)))
    turn = other.my_turn()
    mover.do("takeback", answer="ask")
    agree = other.page.locator('form[action$="/takeback"]:has([value=yes]) button')
    refuse = other.page.locator('form[action$="/takeback"]:has([value=no]) button')
    refuse.click()
    expect(refuse).to_have_count(0)
    assert set(other.look().moves) == set(turn.moves)
    mover.do("takeback", answer="ask")
    agree.click()
    again = mover.my_turn()
    assert set(again.moves) == set(before.moves)
    other.see(lambda sight: not sight.mine)


def test_a_bot_agrees_to_a_takeback(people: People) -> None:
    ann = people.come("Ann")
    ann.open("splendor", "bot:apprentice")
    before = ann.my_turn()
    ann.play("take wbg")
    ann.my_turn()
    ann.do("takeback", answer="ask")
    again = ann.see(lambda sight: sight.mine and sight.ply <= before.ply)
    assert set(again.moves) == set(before.moves)


def test_a_rematch_rotates_the_seats(people: People) -> None:
    mover, other = resigned(people, "lost-cities")
    names = dict(record_of(mover).headers)
    rematch = '#table form[action$="/rematch"] button'
    mover.page.locator(rematch).click()
    other.page.locator(rematch, has_text="Accept the rematch").click()
    other.page.wait_for_url(lambda url: mover.code not in url)
    mover.page.locator(f'a[href="/t/{other.code}"]').first.click()
    mover.page.wait_for_url(f"**/t/{other.code}")
    again = dict(record_of(mover).headers)
    assert (again["Seat 1"], again["Seat 2"]) == (names["Seat 2"], names["Seat 1"])
    starter, _ = on_turn(mover, other)
    starter.play(next(iter(starter.my_turn().moves)))


@pytest.mark.parametrize("game", ["duel", "splendor", "lost-cities"])
def test_a_game_is_replayed_by_arrows_through_any_eyes(people: People, game: str) -> None:
    mover, _ = resigned(people, game)
    page = mover.page
    total = len(record_of(mover).plies)
    page.locator(f'#table a[href^="/t/{mover.code}/replay/"]:visible').first.click()
    page.wait_for_url("**/replay/0*")
    for n in range(1, total + 1):
        mover.keys("ArrowRight")
        page.wait_for_url(f"**/replay/{n}?*")
        expect(page.locator("#table")).to_have_attribute("data-ply", str(n))
    mover.keys("ArrowLeft")
    page.wait_for_url(f"**/replay/{total - 1}?*")
    eyes = page.locator("select[name=eyes]")
    expect(eyes).to_have_value("open")
    values = eyes.locator("option").evaluate_all("all => all.map((option) => option.value)")
    assert values == ["open", "0", "1", "spectator"]
    seen = {}
    for value in values:
        eyes.select_option(value)
        if not page.url.endswith(f"eyes={value}"):
            page.locator(".replay-bar form button").click()
        page.wait_for_url(f"**/replay/{total - 1}?eyes={value}")
        expect(eyes).to_have_value(value)
        seen[value] = set(page.locator("#table img.piece").evaluate_all("all => all.map((image) => image.src)"))
    assert seen["spectator"] <= seen["0"] <= seen["open"]
    assert seen["spectator"] <= seen["1"] <= seen["open"]
    if game == "lost-cities":
        assert seen["spectator"] < seen["0"] < seen["open"]
    expect(page.locator("#move-list")).to_have_count(0)
    eve = people.come("Eve", "pl")
    eve.go(f"/t/{mover.code}/replay/{total}?eyes=1")
    expect(eve.page.locator("select[name=eyes]")).to_have_value("1")


def test_a_replay_keeps_the_secrets_of_a_game_in_play(people: People) -> None:
    ann, ben = people.pair("lost-cities")
    for person in (ann, ben):
        person.go(f"/t/{person.code}/replay/1")
        eyes = person.page.locator("select[name=eyes] option")
        values = eyes.evaluate_all("all => all.map((option) => option.value)")
        assert len(values) == 2
        for value in ("open", "0", "1", "spectator"):
            assert person.context.request.get(f"/t/{person.code}/replay/1?eyes={value}").ok == (value in values)


@pytest.mark.parametrize("game", ["duel", "splendor", "lost-cities"])
def test_a_record_is_read_and_brought_in_again(people: People, game: str) -> None:
    mover, _ = resigned(people, game)
    record = record_of(mover)
    assert record.game == game
    assert record.names == tuple(dict(record.headers)[f"Seat {n}"] for n in (1, 2))
    eve = people.come("Eve", "zh-Hant")
    eve.go("/")
    eve.page.locator("textarea[name=record]").fill(records.dump(record))
    eve.page.locator('form[action="/import"] button').click()
    eve.page.wait_for_url("**/replay/0*")
    assert record_of(eve).plies == record.plies
    eve.keys("ArrowRight")
    eve.page.wait_for_url("**/replay/1*")


def test_a_damaged_record_gets_a_sentence(people: People) -> None:
    people.expect("^422 for")
    ann = people.come("Ann")
    ann.go("/")
    ann.page.locator("textarea[name=record]").fill("[Game duel]\nnothing of a record")
    ann.page.locator('form[action="/import"] button').click()
    expect(ann.page.locator("main p").first).not_to_be_empty()
    expect(ann.page.locator("h1")).to_have_text("That did not work")
