"""What stands before the pages: policy, origins, hosts, sizes, rates, cookies, escaping."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from starlette.applications import Starlette

from tavola.table.web.guard import Bucket
from tests.web.desk import Person, opened, person, socket_says

PAGES = ["/", "/about", "/rules", "/rules/splendor", "/cards/duel", "/cards/lost-cities", "/new/splendor"]


def with_app(folder: Path, use: Callable[[Starlette, Person], Awaitable[None]], rate: float = 1e9) -> None:
    async def main() -> None:
        async with opened(folder, rate) as app, person(app) as who:
            await use(app, who)

    asyncio.run(main())


def test_policy_on_every_page_and_nothing_inline(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        code = await who.new("duel", quick="yes")
        for path in [*PAGES, f"/t/{code}", f"/t/{code}/replay/1", f"/t/{code}/log", "/nothing-here"]:
            answer = await who.client.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["referrer-policy"] == "same-origin"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert not re.search(r"<[^>]+ (style|on[a-z]+)=", answer.text), path
            assert re.findall(r"<script[^>]*>", answer.text) == [
                tag for tag in re.findall(r"<script[^>]*>", answer.text) if ' src="/static/' in tag
            ]

    with_app(tmp_path, use)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost.evil.example"])
def test_forms_of_other_sites_are_refused(tmp_path: Path, origin: str) -> None:
    async def use(app: Starlette, who: Person) -> None:
        answer = await who.client.post("/new/duel", data={"quick": "yes"}, headers={"origin": origin})
        assert answer.status_code == 403
        assert (await who.page("/")).count("/t/") == 0

    with_app(tmp_path, use)


def test_own_forms_are_taken(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        headers = {"origin": "http://localhost", "sec-fetch-site": "same-origin"}
        assert (await who.client.post("/new/duel", data={"quick": "yes"}, headers=headers)).status_code == 303
        foreign = {"sec-fetch-site": "cross-site"}
        assert (await who.client.post("/new/duel", data={"quick": "yes"}, headers=foreign)).status_code == 403

    with_app(tmp_path, use)


def test_sockets_of_other_sites_are_refused(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        code = await who.new("lost-cities", quick="yes")
        assert [message["type"] for message in await socket_says(app, code, "http://evil.example")] == [
            "websocket.close"
        ]
        accepted, told, *_ = await socket_says(app, code, "http://localhost")
        assert accepted["type"] == "websocket.accept"
        assert 'id=\\"table\\"' in told["text"]

    with_app(tmp_path, use)


def test_unknown_hosts_are_refused_and_addresses_in_digits_are_not(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        for host, status in [
            ("evil.example", 400),
            ("localhost:8000", 200),
            ("127.0.0.1", 200),
            ("192.168.1.5:80", 200),
        ]:
            answer = await who.client.get("/about", headers={"host": host})
            assert answer.status_code == status, host

    with_app(tmp_path, use)


def test_large_bodies_are_refused(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        answer = await who.client.post("/import", data={"record": "x" * 400_000})
        assert answer.status_code == 413

    with_app(tmp_path, use)


def test_too_many_requests_are_told_when_to_come_back(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        answers = [await who.send("/prefs", theme="dark") for _ in range(30)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert int(refused[0].headers["retry-after"]) >= 1
        assert answers[0].status_code == 303

    with_app(tmp_path, use, rate=2)


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("tavola.table.web.guard.time.monotonic", lambda: now[0])
    bucket = Bucket(rate=1, burst=3)
    assert [bucket.wait("a") > 0 for _ in range(4)] == [False, False, False, True]
    assert bucket.wait("b") == 0
    now[0] = 1.0
    assert [bucket.wait("a") > 0 for _ in range(2)] == [False, True]


def test_cookies_are_signed_hidden_and_last(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        answer = await who.client.get("/about")
        cookies = answer.headers.get_list("set-cookie")
        player = next(cookie for cookie in cookies if cookie.startswith("tavola_player"))
        assert all(word in player for word in ("HttpOnly", "SameSite=lax", "Max-Age=31536000", "Path=/"))
        assert "Secure" not in player
        secure = await who.client.get("https://localhost/about")
        assert all("Secure" in cookie for cookie in secure.headers.get_list("set-cookie"))
        code = await who.new("duel", quick="yes")
        assert "move-list" in await who.page(f"/t/{code}") or "Waiting" in await who.page(f"/t/{code}")
        genuine = who.client.cookies["tavola_player"]
        who.client.cookies.clear()
        who.client.cookies.set("tavola_player", "x" + genuine)
        assert "/resign" not in await who.page(f"/t/{code}")

    with_app(tmp_path, use)


def test_the_signing_key_survives_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as app, person(app) as who:
            code = await who.new("duel", quick="yes")
            cookies = dict(who.client.cookies)
        async with opened(tmp_path) as app, person(app) as who:
            assert "/resign" not in await who.page(f"/t/{code}")
            who.client.cookies.clear()
            who.client.cookies.update(cookies)
            assert "/resign" in await who.page(f"/t/{code}")

    asyncio.run(main())


def test_names_are_escaped(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        code = await who.new("lost-cities", name="<b onclick=1>", seat2="person")
        for path in (f"/t/{code}", "/"):
            text = await who.page(path)
            assert "<b onclick" not in text
            assert "&lt;b onclick=1&gt;" in text

    with_app(tmp_path, use)


def test_strangers_cannot_move_or_claim(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        code = await who.new("splendor", quick="yes")
        async with person(app) as stranger:
            for path in ("move", "undo", "resign", "takeback", "rematch", "link", "curtain"):
                answer = await stranger.send(f"/t/{code}/{path}", seat="0", ply="1", action="take wbg", answer="ask")
                assert answer.status_code in (403, 422) or path == "curtain", (path, answer.status_code)
            assert (await stranger.client.get(f"/s/{code}/{'x' * 32}")).status_code in (403, 422)
            assert "/resign" not in await stranger.page(f"/t/{code}")
            assert (await stranger.client.get("/t/nosuchtable12")).status_code == 404

    with_app(tmp_path, use)


def test_a_seat_link_opens_the_seat_elsewhere(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        code = await who.new("splendor", quick="yes")
        shown = await who.send(f"/t/{code}/link", seat="0")
        link = re.search(rf"/s/{code}/[\w-]+", shown.text)
        assert link
        async with person(app) as phone:
            assert (await phone.client.get(link[0])).headers["location"] == f"/t/{code}"
            assert "/resign" in await phone.page(f"/t/{code}")

    with_app(tmp_path, use)


def test_errors_are_pages_without_a_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(app: Starlette, who: Person) -> None:
        missing = await who.client.get("/nothing-here", headers={"accept-language": "pl"})
        assert missing.status_code == 404
        assert 'lang="pl"' in missing.text

        async def broken(*_: object) -> None:
            raise RuntimeError("the secret of the house")

        monkeypatch.setattr(app.state.service, "lobby", broken)
        answer = await who.client.get("/")
        assert answer.status_code == 500
        assert "secret of the house" not in answer.text
        assert "Traceback" not in answer.text
        assert "<h1>" in answer.text

    with_app(tmp_path, use)


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_one_is_not_sent_to_other_sites(tmp_path: Path, back: str) -> None:
    async def use(app: Starlette, who: Person) -> None:
        assert (await who.send("/prefs", theme="dark", back=back)).headers["location"] == "/"

    with_app(tmp_path, use)


def test_a_language_is_chosen_and_kept(tmp_path: Path) -> None:
    async def use(app: Starlette, who: Person) -> None:
        polish = await who.client.get("/", headers={"accept-language": "pl-PL,pl;q=0.9,en;q=0.5"})
        assert '<html lang="pl"' in polish.text
        await who.send("/prefs", lang="zh-Hant")
        assert '<html lang="zh-Hant"' in (await who.client.get("/", headers={"accept-language": "pl"})).text

    with_app(tmp_path, use)
