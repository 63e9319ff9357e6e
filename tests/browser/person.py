"""A person at a browser: opens tables, looks, and moves by mouse, by touch, by keys or straight at the buttons."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from playwright.sync_api import BrowserContext, Error, Locator, Page, expect

Manner = Literal["buttons", "mouse", "touch", "keys"]

PATIENCE: Final = 20.0
"""Seconds after which something that should happen has not."""
READ: Final = """() => {
  const table = document.querySelector("#table");
  if (!table) return null;
  const moves = [...table.querySelectorAll("#move-list button[name=action]")];
  return {...table.dataset, moves: moves.map((button) => [button.value, button.dataset.e])};
}"""
PRESS: Final = """(text) => {
  const buttons = [...document.querySelectorAll("#move-list button[name=action]")];
  buttons.find((button) => button.value === text).click();
}"""
SHOWN: Final = """() => {
  const buttons = [...document.querySelectorAll("#move-list button[name=action]:not([hidden])")];
  return buttons.map((button) => button.value);
}"""
ACTIVE: Final = "(selector) => document.activeElement.matches(selector)"


@dataclass(frozen=True)
class Sight:
    """What the page says of the table."""

    seq: int
    rev: int
    ply: int
    status: str
    moves: Mapping[str, Sequence[str]]
    """The elements that make up each move."""

    @property
    def mine(self) -> bool:
        return bool(self.moves)

    @property
    def over(self) -> bool:
        return self.status == "over"


class Person:
    """One browser with cookies of its own; `page` is the tab in front."""

    def __init__(self, name: str, context: BrowserContext, page: Page, manner: Manner = "buttons") -> None:
        self.name, self.context, self.page, self.manner = name, context, page, manner
        self.by_hand = 9999
        """After so many moves in the person's manner the rest go straight to the buttons, which is quicker."""
        self._moves = 0

    # --- Going places ------------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        return self.page.url.partition("/t/")[2].partition("/")[0]

    def go(self, path: str) -> None:
        self.page.goto(path)

    def open(self, game: str, *seats: str, **options: str) -> str:
        """A table through the form: `person`, `here` or `bot:NAME` at the seats after one's own. Its code."""
        self.go(f"/new/{game}")
        form = self.page.locator(f'main form[action="/new/{game}"]')
        form.locator("[name=name]").fill(self.name)
        if len(seats) > 1:
            form.locator("[name=players]").select_option(str(len(seats) + 1))
        for number, who in enumerate(seats, 2):
            form.locator(f"[name=seat{number}]").select_option(who)
        for key, value in options.items():
            field = form.locator(f"[name=option-{key}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        form.locator("button").last.click()
        self.page.wait_for_url("**/t/*")
        return self.code

    def join(self, code: str) -> None:
        self.go(f"/t/{code}")
        form = self.page.locator('form[action$="/join"]')
        form.locator("[name=name]").fill(self.name)
        form.locator("button").click()
        expect(form).to_have_count(0)

    # --- Looking -----------------------------------------------------------------------------------------------

    def look(self) -> Sight:
        told: dict[str, Any] = self.wait(lambda: self._ask(READ), "a table")
        moves = {text: elements.split() for text, elements in told["moves"]}
        seq, rev, ply = (int(told.get(key) or 0) for key in ("seq", "rev", "ply"))
        return Sight(seq, rev, ply, told["status"], moves)

    def _ask(self, script: str, argument: object = None) -> Any:
        """None while the page is being left for another."""
        try:
            return self.page.evaluate(script, argument)
        except Error as error:
            if "context was destroyed" in str(error) or "navigat" in str(error):
                return None
            raise

    def wait(self, ask: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
        """The first answer that is not false; far quicker than Playwright's own way of asking again."""
        until = time.monotonic() + patience
        while not (answer := ask()):
            assert time.monotonic() < until, f"{self.name} waited in vain for {what} at {self.page.url}"
            self.page.wait_for_timeout(10)
        return answer

    def see(self, wanted: Callable[[Sight], bool], what: str = "the table to change") -> Sight:
        """Wait for the table to be so."""
        found: list[Sight] = []

        def seen() -> bool:
            found[:] = [self.look()]
            return wanted(found[0])

        self.wait(seen, what)
        return found[0]

    def my_turn(self) -> Sight:
        return self.see(lambda sight: sight.mine, "the turn")

    def ready(self) -> Sight:
        """Wait until there is something to do: a move, a curtain, or nothing more."""
        return self.see(lambda sight: sight.mine or sight.status in ("over", "curtain"), "something to do")

    def element(self, name: str) -> Locator:
        return self.page.locator(f'#table [data-e="{name}"]:not(#move-list *)').first

    def button(self, text: str) -> Locator:
        return self.page.locator(f'#move-list button[value="{text}"]')

    @property
    def saying(self) -> Locator:
        return self.page.locator("#saying")

    # --- Moving ------------------------------------------------------------------------------------------------

    def play(self, text: str) -> Sight:
        """Make a move in this person's manner; the table after it."""
        before = self.look()
        self._moves += 1
        if self._moves > self.by_hand:
            self.manner = "buttons"
        if self.manner == "mouse":
            self._point(before.moves[text], text, lambda place: place.click())
        elif self.manner == "touch":
            self._point(before.moves[text], text, lambda place: place.tap())
        elif self.manner == "keys":
            [self._list, self._type, self._walk][self._moves % 3](before.moves[text], text)
        else:
            self.wait(lambda: self._pressed(text), f"the move {text}")
        return self.after(before)

    def after(self, before: Sight) -> Sight:
        """The table once it is no longer as it was."""
        return self.see(lambda now: (now.seq, now.rev, now.status) != (before.seq, before.rev, before.status))

    def _pressed(self, text: str) -> bool:
        try:
            self.page.evaluate(PRESS, text)
        except Error:  # the list has just been replaced by its like
            return False
        return True

    def _point(self, elements: Sequence[str], text: str, touch: Callable[[Locator], None]) -> None:
        """On the board, then at the button that is left to confirm."""
        for element in elements:
            touch(self.element(element))
        if not elements and not self.button(text).is_visible():
            touch(self.page.locator("#list-all"))
        touch(self.button(text))

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 300) -> None:
        """Press Tab until the focus is there."""
        for _ in range(most):
            if self.page.evaluate(ACTIVE, selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def _list(self, elements: Sequence[str], text: str) -> None:
        """By the list of all moves."""
        self.keys("Escape")
        if text not in self.page.evaluate(SHOWN):
            self.keys("a")
        self._confirm(text)

    def _confirm(self, text: str) -> None:
        self.keys("m")
        self.tab_to(f'#move-list button[value="{text}"]')
        self.keys("Enter")

    def _type(self, elements: Sequence[str], text: str) -> None:
        """By notation."""
        self.keys("t")
        self.page.keyboard.type(text)
        self.keys("Enter")

    def _walk(self, elements: Sequence[str], text: str) -> None:
        """On the board, from element to element."""
        self.keys("Escape")
        for element in elements:
            self.tab_to(f'[data-e="{element}"]')
            self.keys("Space")
        self._confirm(text)

    def lift(self) -> None:
        """Lift the curtain, as the player who now has the device."""
        button = self.page.locator(".curtain form button")
        if self.manner == "keys":
            self.tab_to(".curtain form button")
            self.keys("Enter")
        elif self.manner == "touch":
            button.tap()
        else:
            button.click()
        self.see(lambda sight: sight.status != "curtain", "the curtain to rise")

    # --- The other buttons -------------------------------------------------------------------------------------

    def more(self) -> None:
        """Open the menu of rarer actions, if there is one and it is closed."""
        menu = self.page.locator("details.more")
        if menu.count() and menu.get_attribute("open") is None:
            menu.locator("summary").click()

    def do(self, action: str, **fields: str) -> None:
        """Send the form of an action of the table, such as `resign`."""
        self.more()
        having = "".join(f':has(input[name="{key}"][value="{value}"])' for key, value in fields.items())
        self.page.locator(f'#table form[action$="/{action}"]{having} button').click()

    def tab(self) -> Person:
        """Another tab of the same browser at the same address."""
        page = self.context.new_page()
        page.goto(self.page.url)
        return Person(self.name, self.context, page, self.manner)


def play_out(people: Sequence[Person], choose: Callable[[Sequence[str]], str], patience: float = 150.0) -> None:
    """Play until the game is over for everybody."""
    until = time.monotonic() + patience
    waiting = list(people)
    while waiting:
        assert time.monotonic() < until, "the game does not end"
        for person in list(waiting):
            sight = person.look()
            if sight.over:
                waiting.remove(person)
            elif sight.status == "curtain":
                person.lift()
            elif sight.mine:
                person.play(choose(list(sight.moves)))
            else:
                person.page.wait_for_timeout(10)
