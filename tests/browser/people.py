"""Those who come to the table in a test, each with a browser of their own."""

from __future__ import annotations

import os
import re
import shutil
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Response

from tests.browser.house import House
from tests.browser.person import Manner, Person

# What no page needs: mostly the address bar, which is a page itself and takes a second to make for every newcomer. The
# last list of features counts, so the first rows are Playwright's own.
OFF: Final = (
    "AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable "
    "LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect "
    "OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch "
    "WebUIOmniboxPopup WebUIOmniboxFullPopup WebUIOmniboxAimPopup"
).split()
FLAGS: Final = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    f"--disable-component-update --disable-sync --disable-features={','.join(OFF)}"
).split()
LOCALES: Final = {"en": "en-GB", "pl": "pl-PL", "zh-Hant": "zh-TW"}
PHONE: Final = {"width": 390, "height": 844}
DESK: Final = {"width": 1280, "height": 860}


def find_chromium() -> str:
    """The browser on the path, or the one that a variable names."""
    path = os.environ.get("TAVOLA_CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.fail("The browser tests need Chromium: install Debian's package chromium, or set TAVOLA_CHROMIUM.")
    return path


class People:
    """Lets people in, and hears every complaint of their browsers: a test with one fails at its end."""

    def __init__(self, chromium: Browser, house: House) -> None:
        self.chromium, self.house = chromium, house
        self.came: list[Person] = []
        self.complaints: list[str] = []
        self._expected: list[str] = []

    def come(
        self,
        name: str,
        lang: str = "en",
        manner: Manner = "buttons",
        *,
        phone: bool = False,
        still: bool = True,
        confirm: str = "always",
        dark: bool = False,
        house: House | None = None,
        **more: Any,
    ) -> Person:
        """Somebody new; `still` is for those who prefer no motion."""
        if phone:
            more = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2, **more}
        url = (house or self.house).url
        context = self.chromium.new_context(
            base_url=url,
            locale=LOCALES[lang],
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            reduced_motion="reduce" if still else "no-preference",
            color_scheme="dark" if dark else "light",
            **more,
        )
        context.add_cookies([{"name": "tavola_prefs", "value": urlencode({"confirm": confirm}), "url": url}])
        context.on("page", self._hear)
        context.set_default_timeout(15_000)
        person = Person(name, context, context.new_page(), manner)
        self.came.append(person)
        return person

    def pair(self, game: str, **options: str) -> tuple[Person, Person]:
        """Ann and Ben at a table of their own."""
        ann, ben = self.come("Ann"), self.come("Ben")
        ben.join(ann.open(game, "person", **options))
        ann.see(lambda sight: sight.status == "playing")
        ben.see(lambda sight: sight.status == "playing")
        return ann, ben

    def expect(self, pattern: str) -> None:
        """A complaint that belongs to the test."""
        self._expected.append(pattern)

    def _hear(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "responded with a status of" not in message.text:
            self.complaints.append(message.text)

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            asked = response.request
            self.complaints.append(f"{response.status} for {asked.method} {asked.url} {asked.post_data or ''}")

    def leave(self) -> None:
        """Everybody goes home."""
        for person in self.came:
            person.context.close()
        heard = [words for words in self.complaints if not any(re.search(p, words) for p in self._expected)]
        assert not heard, heard


def on_turn(one: Person, other: Person) -> tuple[Person, Person]:
    """Who is to move, and who waits."""
    one.see(lambda sight: sight.status == "playing")
    return (one, other) if one.look().mine else (other, one)
