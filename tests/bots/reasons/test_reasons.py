"""Reasons: each kind is met in real games, told in all languages, and the most important comes first."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tavola.bots import Reason
from tavola.bots.reasons import allowed, allows, reason
from tavola.rules import CHANCE, GAMES
from tavola.rules.duel.material import GOLD, cell_text
from tavola.rules.record import Record, parse, replay
from tavola.rules.splendor.material import NOBLES
from tavola.table.analysis.reasons import TELLERS, say
from tavola.table.i18n import LANGUAGES
from tests.rules.duel import table as duel
from tests.rules.lost_cities import table as cities
from tests.rules.splendor import table as splendor
from tests.rules.splendor.table import Side

RECORDS = Path(__file__).parents[2] / "records"
PLAYED = (
    "duel-all-three duel-colour duel-points duel-points-seat2 duel-crowns lost-cities-5-round "
    "lost-cities-6-match splendor-2p-seat1-reaches-15 splendor-2p-seat2-reaches-15 splendor-overtaken splendor-passes "
    "splendor-4p-seat1-reaches-15"
).split()


def told(record: Record) -> list[Reason]:
    """Of all that could have been done in a game."""
    rules, found = GAMES[record.game], []
    for state, _ in replay(record):
        seat = rules.to_play(state)
        if seat is CHANCE or seat is None:
            continue
        view = rules.view(state, seat)
        for action in rules.legal_actions(state):
            found += [reason(view, action), *allows(view, action)]
    return found


@pytest.fixture(scope="module")
def met() -> dict[str, list[Reason]]:
    """Some reasons of each name, as they come up in games."""
    found: dict[str, list[Reason]] = defaultdict(list)
    for name in PLAYED:
        for one in told(parse((RECORDS / f"{name}.txt").read_bytes())):
            if len(found[one.name]) < 20:
                found[one.name].append(one)
    return found


def test_every_reason_comes_up_and_has_words(met: dict[str, list[Reason]]) -> None:
    assert set(met) == set(TELLERS)


def test_every_reason_is_told_in_every_language(met: dict[str, list[Reason]]) -> None:
    for name, reasons in met.items():
        for one in reasons:
            texts = [say(one, lang, ("Ada", "Ben", "Eve", "Joe")) for lang in LANGUAGES]
            assert len(set(texts)) == len(LANGUAGES), f"{name} is not translated: {texts[0]}"
            for text in texts:
                assert text == text.strip(), name
                assert not set("{}_") & set(text), text
                assert not text.endswith((".", "。")), text


def test_a_seat_without_a_name_has_a_number() -> None:
    gift = Reason("gives_privilege", (("seat", 1),))
    assert say(gift, "en") == "Seat 2 takes a Privilege"
    assert say(gift, "pl", ("Ada", "Ben")) == "Ben bierze przywilej"


def test_an_unknown_reason_says_nothing() -> None:
    assert say(Reason("whim"), "en") == ""
    assert reason("no view", "no action") == Reason("move")
    assert allows("no view", "no action") == ()


def why(name: str, state: Any, text: str) -> str:
    """The words of a move in a position."""
    rules = GAMES[name]
    seat = rules.to_play(state)
    assert isinstance(seat, int)
    return say(reason(rules.view(state, seat), rules.from_text(text)), "en", ("Ada", "Ben"))


def left(name: str, state: Any, text: str) -> list[str]:
    """What a move leaves to the opponent, in words."""
    rules = GAMES[name]
    seat = rules.to_play(state)
    assert isinstance(seat, int)
    return [say(one, "en", ("Ada", "Ben")) for one in allows(rules.view(state, seat), rules.from_text(text))]


# --- Splendor ------------------------------------------------------------------------------------------------

RICH = "2w6 2b6 2g6 2r6"
"""Twelve points."""


def test_splendor_a_win_comes_before_all_else() -> None:
    last = splendor.table(Side(), Side("rrrr***", RICH), up="3k2", turn=1)
    assert why("splendor", last, "buy 3k2") == "wins the game"
    assert left("splendor", last, "buy 3k2") == []
    first = splendor.table(Side("rrrr***", RICH), Side(), up="3k2", turn=0)
    assert why("splendor", first, "buy 3k2") == "reaches 16 points: this round is the last"
    early = splendor.table(Side("rrrr***"), Side(), up="3k2", turn=0)
    assert why("splendor", early, "buy 3k2") == "scores 4 points, bonus: black"


def test_splendor_what_keeps_the_opponent_from_winning() -> None:
    state = splendor.table(Side("w"), Side("rrrr***", RICH), up="3k2")
    assert why("splendor", state, "reserve 3k2") == "keeps Ben from winning with 3k2 (4 points)"
    assert left("splendor", state, "take wbg")[0] == "Ben can win at once with 3k2 (4 points)"
    assert not any("win" in one for one in left("splendor", state, "reserve 3k2"))


def test_splendor_nobles() -> None:
    waiting = NOBLES[0]
    letters = "".join(letter * need for letter, need in zip("wbgrk", waiting.requires, strict=True))
    state = splendor.table(Side("www***", splendor.owned(letters[1:])), Side(), waiting=waiting.code)
    gem = letters[0]
    wanted = next(
        text for text in splendor.legal(state, "buy") if text.startswith(f"buy 1{gem}") and not text.endswith("8")
    )
    assert why("splendor", state, wanted) == f"brings the noble {waiting.code}: 3 points in all"


def test_splendor_tokens_are_for_the_best_card_near() -> None:
    state = splendor.table(Side("rrrr"), Side(), up="2w3 3w1 3b1 3r1 2b3 2g3 2k3 1k1 1g5 1b5 1r5 3k1")
    assert why("splendor", state, "take ww") == "saves for 2k3 (2 points): 3 tokens are missing"
    assert why("splendor", state, "take kk") == "saves for 1r5 (red): 4 tokens are missing"
    assert why("splendor", state, "reserve 2w3") == "keeps 2w3 (2 points), which can be bought next"
    assert why("splendor", state, "reserve 3w1") == "brings a gold token"


def test_splendor_gold_makes_affordable() -> None:
    state = splendor.table(Side("bb"), Side(), up="1w1 3w1 3b1 3r1 2b3 2g3 2k3 1k1 1g8 1b8 1r8 3k1")
    assert why("splendor", state, "take bgk") == "makes 1w1 (white) affordable"


# --- Splendor Duel -------------------------------------------------------------------------------------------


def test_duel_crowns_pearls_and_privileges() -> None:
    board = "wwwbp ..... ..... ..... *...."
    state = duel.table(
        mine="bbbr", theirs="ggg", bought=("1b4 1g4", "1w1"), pyramid="1w4 1k2 1g2", privileges=(1, 0), board=board
    )
    assert why("duel", state, "buy 1w4") == "reaches 3 crowns, which brings a Royal"
    assert why("duel", state, "take 13 14 15") == "brings a pearl, of which there are only two"
    assert why("duel", state, "privilege 14") == "saves for 2w1 (1 point): 1 token is missing"
    assert why("duel", state, "replenish") == "brings 12 tokens to the board"
    assert left("duel", state, "replenish") == ["Ben takes a Privilege"]
    assert left("duel", state, "take 11 12 13") == ["Ben takes a Privilege"]
    assert left("duel", state, "take 11 12") == []


def test_duel_what_the_opponent_is_about_to_buy() -> None:
    rich = "3w2 3b2 3g2 3r2 1k5"
    state = duel.table(theirs="rrrp", mine="*", bought=("", rich), pyramid="1o1 1w4")
    assert left("duel", state, "take 33") == ["Ben can win at once with 1o1 (3 points)"]
    gold = f"gold {cell_text(state.board.index(GOLD))}"
    assert why("duel", duel.do(state, gold), "reserve 1o1") == "keeps Ben from winning with 1o1 (3 points)"
    rules = GAMES["duel"]
    view = rules.view(state, 0)
    take, take_gold, use = (rules.from_text(text) for text in ("take 33", gold, "privilege 33"))
    assert not allowed(view, take, take_gold), "the card to reserve is not chosen yet"
    assert not allowed(view, use, take), "the turn is not over yet"
    poorer = duel.table(theirs="rrrp", mine="*", bought=("", "3w2 3r2"), pyramid="1o1 1w4")
    assert left("duel", poorer, "take 33") == ["Ben can buy 1o1 (3 points) at once"]


# --- Lost Cities ---------------------------------------------------------------------------------------------


def test_cities_laying() -> None:
    state = cities.table("y4 y6 y8 b2 bx g5 g9 r3", columns=("yx y2 g7", "b3 y9"), piles="b5 w3")
    said = {
        "play y4": "adds 8 points, skips 1 card that could still be played",
        "play y8": "adds 16 points, skips 5 cards that could still be played",
        "discard y4": "Ben cannot use the card",
        "play bx": "multiplies the expedition (blue) by 2",
        "play r3": "opens an expedition (red)",
        "discard g5": "the card no longer fits the expedition",
        "discard g9": "Ben has no expedition (green)",
    }
    assert {text: why("lost-cities", state, text) for text in said} == said


def test_cities_drawing() -> None:
    state = cities.table("y4 y6 y8 b2 bx g5 g9 r3", columns=("yx y2 g7", "b3 y9"), piles="b5 w3")
    after = cities.do(state, "discard r3")
    assert why("lost-cities", after, "take b") == "keeps blue 5 from Ben"
    assert why("lost-cities", after, "take w") == "collects white"
    assert why("lost-cities", after, "draw") == "brings a new card"
    assert left("lost-cities", after, "draw") == ["Ben can take blue 5, worth 5 points"]
    assert left("lost-cities", after, "take b") == []
