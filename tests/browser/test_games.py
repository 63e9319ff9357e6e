"""Whole games: each with two browsers, a bot and one device for two, in each language, by mouse, keys and touch."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.chooser import Chooser
from tests.browser.people import People
from tests.browser.person import Manner, Person, play_out

SHORT = {"duel": {}, "splendor": {"target": "5"}, "lost-cities": {"rounds": "1"}}
GAMES = tuple(SHORT)
LANGUAGES = ("en", "pl", "zh-Hant")
AGAINST = ("friend", "bot", "here")
MANNERS: tuple[Manner, ...] = ("mouse", "keys", "touch")

# In each game every opponent, language and input once; over the three games every pair of these, too.
PAIRWISE: list[tuple[str, str, str, Manner]] = [
    (game, AGAINST[n], LANGUAGES[(n + shift) % 3], MANNERS[(n + 2 * shift) % 3])
    for shift, game in enumerate(GAMES)
    for n in range(3)
]
ALL = [case for case in product(GAMES, AGAINST, LANGUAGES, MANNERS) if case not in PAIRWISE]


def finished(person: Person, lang: str) -> None:
    """The page says who won, in the right language, and offers what comes next."""
    expect(person.page.locator("html")).to_have_attribute("lang", lang)
    assert person.page.locator(".status").inner_text().strip()
    expect(person.page.locator(".chart").first).to_be_visible()
    expect(person.page.locator('form[action$="/rematch"]').first).to_be_attached()


def played(people: People, game: str, against: str, lang: str, manner: Manner, by_hand: int = 9999) -> None:
    # Pieces glide in one of the games: clicks must be heard all the same.
    ann = people.come("Ann", lang, manner, phone=manner == "touch", still=(game, manner) != ("splendor", "mouse"))
    ann.by_hand = by_hand
    choose = Chooser(game)
    if against == "friend":
        ben = people.come("Ben", LANGUAGES[(LANGUAGES.index(lang) + 1) % 3])
        ben.join(ann.open(game, "person", **SHORT[game]))
        play_out([ann, ben], choose)
    else:
        ann.open(game, "here" if against == "here" else "bot:apprentice", **SHORT[game])
        play_out([ann], choose)
    finished(ann, lang)


@pytest.mark.parametrize(("game", "against", "lang", "manner"), PAIRWISE)
def test_a_whole_game(people: People, game: str, against: str, lang: str, manner: Manner) -> None:
    played(people, game, against, lang, manner, by_hand=15)


def test_four_play_splendor(people: People) -> None:
    """A device with two people, one more by link, and a bot."""
    ann = people.come("Ann", "en", "mouse")
    ben = people.come("Ben", "pl", "touch", phone=True)
    code = ann.open("splendor", "here", "person", "bot:apprentice", **SHORT["splendor"])
    expect(ann.page.locator("#table")).to_have_attribute("data-status", "waiting")
    ben.join(code)
    play_out([ann, ben], Chooser("splendor"))
    finished(ann, "en")
    finished(ben, "pl")
    for person in (ann, ben):
        expect(person.page.locator(".panel")).to_have_count(4)


@pytest.mark.matrix
@pytest.mark.parametrize(("game", "against", "lang", "manner"), ALL)
def test_every_combination(people: People, game: str, against: str, lang: str, manner: Manner) -> None:
    played(people, game, against, lang, manner)
