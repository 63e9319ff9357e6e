"""Staying connected: a killed server, a lost network, another device, those who watch."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.chooser import Chooser
from tests.browser.house import House
from tests.browser.people import People, on_turn

LOST = "WebSocket|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|ERR_CONTENT_LENGTH_MISMATCH"
BROKEN = """() => [...document.querySelectorAll("#table img")]
  .filter((picture) => !picture.complete || !picture.naturalWidth).length"""


@pytest.mark.parametrize("game", ["duel", "splendor", "lost-cities"])
def test_a_killed_server_comes_back_in_mid_game(people: People, tmp_path: Path, game: str) -> None:
    """Pages say so meanwhile and come back by themselves; a bot whose turn it was takes it."""
    people.expect(LOST)
    house = House(tmp_path, bot_delay=1.5)
    house.start()
    try:
        ann = people.come("Ann", house=house)
        watcher = people.come("Eve", house=house)
        ann.open(game, "bot:apprentice", target="5") if game == "splendor" else ann.open(game, "bot:apprentice")
        watcher.go(ann.page.url)
        banner = ann.page.locator("#banner")
        choose = Chooser(game)
        while (sight := ann.ready()).mine:
            sight = ann.play(choose(list(sight.moves)))
            if not sight.mine:
                break
        house.kill()
        expect(banner).to_be_visible()
        expect(watcher.page.locator("#banner")).to_be_visible()
        assert ann.look() == sight
        house.start()
        expect(banner).to_be_hidden(timeout=10_000)
        expect(watcher.page.locator("#banner")).to_be_hidden(timeout=10_000)
        turn = ann.my_turn()
        assert turn.seq > sight.seq
        ann.play(choose(list(turn.moves)))
    finally:
        house.kill()


def test_a_lost_network_comes_back(people: People) -> None:
    people.expect(LOST)
    mover, other = on_turn(*people.pair("duel"))
    move = next(text for text in mover.my_turn().moves if text.startswith("take"))
    other.context.set_offline(True)
    expect(other.page.locator("#banner")).to_be_visible()
    mover.play(move)
    other.context.set_offline(False)
    expect(other.page.locator("#banner")).to_be_hidden(timeout=10_000)
    sight = other.my_turn()
    other.context.set_offline(True)
    expect(other.page.locator("#banner")).to_be_visible()
    text = next(text for text in sight.moves if text.startswith("take"))
    other.page.evaluate("text => document.querySelector(`#move-list button[value='${text}']`).click()", text)
    expect(other.saying).not_to_be_empty()
    assert other.look() == sight
    other.context.set_offline(False)
    expect(other.page.locator("#banner")).to_be_hidden(timeout=10_000)
    other.my_turn()
    other.play(text)
    mover.my_turn()


def test_pictures_that_the_network_lost_come_back(people: People) -> None:
    people.expect(f"{LOST}|ERR_FAILED")
    ann = people.come("Ann")
    ann.context.route("**/*.svg", lambda route: route.abort())
    ann.open("lost-cities", "bot:apprentice")
    ann.ready()
    assert ann.page.evaluate(BROKEN) > 8
    ann.context.unroute_all()
    ann.context.set_offline(True)
    expect(ann.page.locator("#banner")).to_be_visible()
    ann.context.set_offline(False)
    ann.wait(lambda: ann.page.evaluate(BROKEN) == 0, "the pictures")


@pytest.mark.parametrize("game", ["lost-cities", "duel"])
def test_a_spectator_by_link_sees_no_hidden_card(people: People, game: str) -> None:
    ann, ben = people.pair(game)
    eve = people.come("Eve", "zh-Hant")
    frames: list[str | bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(frame))

    eve.page.on("websocket", listen)
    eve.go(f"/t/{ann.code}")
    hidden: set[str] = set()
    choose = Chooser(game)
    for _ in range(12):
        mover, other = on_turn(ann, ben)
        if game == "duel":
            text = next((text for text in mover.my_turn().moves if text.startswith("gold")), "")
            if text:
                before = other.look()
                mover.play(text)
                mover.play("reserve deck3")
                other.after(before)
                continue
        while mover.look().mine:
            # Nothing that would be reserved from the open cards.
            mover.play(choose([text for text in mover.look().moves if not text.startswith("gold")]))
        other.my_turn()
    for person in (ann, ben):
        held = person.page.locator(".lc-hand [data-e]" if game == "lost-cities" else ".panel.mine .hand [data-e]")
        # The three wagers of a colour are alike, and one of them may lie in the open.
        codes = (element.rpartition("-")[2] for element in held.evaluate_all("all => all.map((e) => e.dataset.e)"))
        hidden |= {code for code in codes if not code.endswith("x")}
    assert len(hidden) > (8 if game == "lost-cities" else 2)
    eve.see(lambda sight: sight.seq == ann.look().seq)
    assert not eve.look().mine
    eve.go(f"/t/{ann.code}/log")
    told = [eve.page.locator("main").inner_html(), *map(str, frames)]
    eve.go(f"/t/{ann.code}")
    told.append(eve.page.locator("#table").inner_html())
    assert len(frames) > 10
    shown = [(code, text) for code in hidden for text in told if f"/{code}.svg" in text or f'"{code}"' in text]
    assert not shown
    expect(eve.page.locator('form[action$="/resign"]')).to_have_count(0)


def test_a_seat_link_opens_the_seat_elsewhere(people: People) -> None:
    mover, _ = on_turn(*people.pair("lost-cities"))
    sight = mover.my_turn()
    mover.do("link")
    link = mover.page.locator("#seat-link")
    expect(link).to_be_visible()
    phone = people.come("Ann's phone", "pl", "touch", phone=True)
    phone.go(link.inner_text())
    phone.page.wait_for_url(f"**/t/{mover.code}")
    assert phone.my_turn().moves == sight.moves
    phone.play(next(iter(sight.moves)))
    mover.go(f"/t/{mover.code}")
    expect(mover.page.locator("#undo")).to_be_visible()
    mover.page.reload()
    expect(link).to_have_count(0)
