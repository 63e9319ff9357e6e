"""Playing in a terminal, through streams: people, bots, commands, curtains and sudden ends."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tavola.rules import GAMES, Outcome, plain
from tavola.rules.record import dump, parse
from tests.term.desk import ONE_ROUND, Desk

CODE = re.compile(r"\b(?:[ybwgrp](?:x|10|[2-9])|[123][wbgrkxo]\d+)\b")


@pytest.mark.parametrize("name", GAMES)
def test_a_person_plays_a_whole_game_by_numbers(name: str) -> None:
    options = ONE_ROUND if name == "lost-cities" else {}
    desk = Desk(name, "Ada=person", "Bot=apprentice", options=options, typed=["1"] * 5000)
    text = desk.run()
    record = desk.play.table.recorder.record
    assert isinstance(record.result, Outcome)
    assert re.fullmatch(r"Result: [12] wins \(points .*\)", text.splitlines()[-1])
    assert parse(dump(record)) == record
    assert text.count("Ada, your move:") == sum(done.actor == 0 for done in desk.play.table.done)


@pytest.mark.parametrize(("name", "players"), [(name, n) for name, game in GAMES.items() for n in game.seats])
def test_bots_play_alone_and_spectators_are_told(name: str, players: int) -> None:
    options = ONE_ROUND if name == "lost-cities" else {}
    desk = Desk(name, *(f"Bot {n}={'apprentice' if n % 2 else 'novice'}" for n in range(players)), options=options)
    text = desk.run()
    assert text.splitlines()[-1].startswith("Result: ")
    assert "your move" not in text
    assert not re.search(r"draws \w+ from the deck", text)
    public = set(CODE.findall("".join(desk.play.table.told(None))))
    assert set(CODE.findall(text)) == public


def test_the_same_seed_gives_the_same_game() -> None:
    games = [Desk("duel", "A=apprentice", "B=novice", seed=seed).run() for seed in ("7", "7", "8")]
    assert games[0] == games[1] != games[2]


def first_hand(seed: str = "1") -> list[str]:
    desk = Desk("lost-cities", "Ada=person", "Bot=apprentice", options=ONE_ROUND, typed=["quit"], seed=seed)
    match = re.search(r"Your hand: (.*)", desk.run())
    assert match is not None
    return match[1].split()


def cities(*typed: str, record: Path | None = None) -> Desk:
    return Desk("lost-cities", "Ada=person", "Bot=apprentice", options=ONE_ROUND, typed=typed, record=record)


def test_moves_are_typed_in_any_dress() -> None:
    card = first_hand()[0]
    desk = cities(f"  Discard   {card.upper()} ", "DRAW", "quit")
    desk.run()
    assert desk.actions[:2] == [f"discard {card}", "draw"]


def test_abbreviations_must_be_unique() -> None:
    card = first_hand()[0]
    desk = cities(f"p {card}", "dr", "quit")
    desk.run()
    assert desk.actions[:2] == [f"play {card}", "draw"]
    desk = cities(card, f"discard{card}", "d", "quit")
    text = desk.run()
    assert f"'{card}' could be: play {card}; discard {card}." in text
    assert desk.actions[:2] == [f"discard {card}", "draw"]


def test_bad_input_gets_a_sentence_and_changes_nothing() -> None:
    missing = next(f"y{number}" for number in range(2, 11) if f"y{number}" not in first_hand())
    desk = cities(f"play {missing}", "draw", "castle", "", "0", "99", "9" * 5000, "\x00\ud7ff", "save", "undo", "quit")
    text = desk.run()
    assert desk.actions == []
    for sentence in (
        f"You do not hold {missing}.",
        "Lay a card first, then draw.",
        "'castle' is not a move:",
        "Type a move, or help.",
        "There are 16 moves: type a number from 1 to 16",
        "Say where: save FILE.",
        "There is nothing of yours to undo.",
    ):
        assert sentence in text
    assert text.endswith("Result: *\n")


def test_undo_until_something_is_revealed() -> None:
    card = first_hand()[0]
    desk = cities("undo", f"play {card}", "undo", f"discard {card}", "draw", "undo", "quit")
    text = desk.run()
    assert f"Undone: play {card}." in text
    assert "You cannot undo this: something hidden has been revealed." in text
    assert desk.actions[:2] == [f"discard {card}", "draw"]


def test_undo_stops_where_another_has_moved() -> None:
    desk = Desk("splendor", "Ada=person", "Bot=apprentice", typed=["take wbg", "undo", "quit"])
    text = desk.run()
    assert desk.actions[0] == "take wbg"
    assert "You cannot undo this" in text
    assert "Undone" not in text


def test_undo_step_by_step_within_a_turn() -> None:
    desk = Desk("duel", "Ada=person", "Ben=person", typed=["quit"])
    desk.run()
    legal = [desk.game.to_text(action) for action in desk.game.legal_actions(desk.play.table.state)]
    gold = next(text for text in legal if text.startswith("gold"))
    desk = Desk("duel", "Ada=person", "Ben=person", typed=[gold, "undo", "undo", "quit"])
    text = desk.run()
    assert f"Undone: {gold}." in text
    assert "There is nothing of yours to undo." in text
    assert desk.actions == []


def test_commands(tmp_path: Path) -> None:
    desk = cities("help", "?", "legal", "board", "SHOW", "log", "log all", f"save {tmp_path / 'a.txt'}", "quit")
    text = desk.run()
    assert text.count("undo: take back your last step") == 2
    assert re.search(r"^1: play \w+\n2: discard \w+\n", text, re.M)
    assert text.count("Your hand:") == 3
    assert text.count("Round 1 is dealt. Ada starts.") == 3
    assert parse((tmp_path / "a.txt").read_bytes()) == desk.play.table.recorder.record
    assert f"The record is in {tmp_path / 'a.txt'}." in text


def test_another_game_is_not_overwritten(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("precious", encoding="utf-8")
    mine = tmp_path / "mine.txt"
    text = cities(f"save {other}", f"save {mine}", "1", f"save {mine}", f"save {tmp_path}/no/dir", "quit").run()
    assert "is there already: choose another name." in text
    assert "cannot be written: No such file or directory." in text
    assert other.read_text(encoding="utf-8") == "precious"
    assert len(parse(mine.read_bytes()).plies) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.txt", "other.txt"]


def test_the_record_is_kept_when_the_input_ends(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    desk = cities("1", "draw", "1", record=file)
    text = desk.run()
    assert text.endswith(f"The game stops here.\nThe record is in {file}.\nResult: *\n")
    assert parse(file.read_bytes()) == desk.play.table.recorder.record
    assert len(desk.play.table.recorder.record.plies) > 4


def test_the_record_is_kept_on_control_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    desk = cities("1", record=file)
    ask = desk.play.screen.ask

    def interrupted(prompt: str) -> str:
        if desk.actions:
            raise KeyboardInterrupt
        return ask(prompt)

    monkeypatch.setattr(desk.play.screen, "ask", interrupted)
    assert desk.run().endswith(f"The game stops here.\nThe record is in {file}.\nResult: *\n")
    assert len(parse(file.read_bytes()).plies) == 2


def test_the_record_is_on_disk_before_every_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    desk = cities("1", "draw", "1", "draw", "quit", record=file)
    ask, lengths = desk.play.screen.ask, []

    def look(prompt: str) -> str:
        lengths.append((len(parse(file.read_bytes()).plies), len(desk.play.table.done)))
        return ask(prompt)

    monkeypatch.setattr(desk.play.screen, "ask", look)
    desk.run()
    assert len(lengths) == 5
    assert all(kept == played for kept, played in lengths)


def shown(desk: Desk, name: str) -> list[str]:
    """What was on the screen while a player sat at it."""
    seatings = re.split(r"Pass the keyboard to (\w+)\. \w+, press Enter:", desk.out.getvalue())
    return [text for who, text in zip(seatings[1::2], seatings[2::2], strict=True) if who == name]


def known(desk: Desk, seat: int) -> set[str]:
    """The cards that were ever in a seat's view."""
    views = (desk.game.view(state, seat) for state in desk.play.table.recorder.states)
    return set(CODE.findall(json.dumps([plain.dump(view) for view in views])))


def test_a_curtain_falls_between_two_people_with_hands() -> None:
    typed = ["", *["2", "draw", "", ""] * 6, "quit"]
    desk = Desk("lost-cities", "Ada=person", "Ben=person", options=ONE_ROUND, typed=typed)
    text = desk.run()
    assert len(desk.actions) == 12
    assert text.count("press Enter to hide your cards:") == 6
    assert len(shown(desk, "Ada")) == 4
    assert len(shown(desk, "Ben")) == 3
    for seat, name in enumerate(("Ada", "Ben")):
        for screen in shown(desk, name):
            assert "Your hand:" in screen
            assert set(CODE.findall(screen)) <= known(desk, seat)
    assert known(desk, 0) - known(desk, 1)
    assert re.match(r"\s*Round 1 is dealt.*\nAda discards \w+\.\nAda draws from the deck\.\n", shown(desk, "Ben")[0])
    assert re.search(r"Ada draws \w+ from the deck\.", shown(desk, "Ada")[0])


def test_the_screen_is_wiped_at_a_terminal() -> None:
    desk = Desk("lost-cities", "Ada=person", "Ben=person", typed=["", "1", "draw", "", "", "quit"])
    desk.out.isatty = lambda: True  # type: ignore[method-assign]
    assert desk.run().count("\033[2J\033[3J\033[H") == 2


def test_a_step_may_be_undone_at_the_curtain() -> None:
    desk = Desk("lost-cities", "Ada=person", "Ben=person", typed=["", "2", "draw", "undo", "", "", "2", "quit"])
    text = desk.run()
    assert "You cannot undo this: something hidden has been revealed." in text
    assert len(desk.actions) == 3
    discard, take = "2", "take {}"
    first = Desk("lost-cities", "Ada=person", "Ben=person", typed=["", discard, "draw", "", "", "quit"])
    first.run()
    colour = first.actions[0].split()[1][0]
    hand = re.search(r"Your hand: (.*)", shown(first, "Ben")[0])
    assert hand is not None
    other = next(card for card in hand[1].split() if card[0] != colour)
    typed = ["", discard, "draw", "", "", f"discard {other}", take.format(colour), "undo", "draw", "quit"]
    desk = Desk("lost-cities", "Ada=person", "Ben=person", typed=typed)
    assert f"Undone: take {colour}." in desk.run()
    assert desk.actions[2:] == [f"discard {other}", "draw"]


def test_no_curtain_where_nothing_is_secret() -> None:
    typed = ["take wbg", "take wbg", "reserve deck1", "", "take rk", "quit"]
    desk = Desk("splendor", "Ada=person", "Ben=person", typed=typed)
    text = desk.run()
    assert desk.actions == ["take wbg", "take wbg", "reserve deck1"]
    before, _, after = text.partition("Ada reserves")
    assert "press Enter" not in before
    assert "Ada, press Enter to hide your cards:" in after
    assert "Pass the keyboard to Ben. Ben, press Enter:" in after


def test_quitting_at_the_curtain() -> None:
    desk = Desk("lost-cities", "Ada=person", "Ben=person", typed=["", "1", "draw", "quit", "1"])
    assert desk.run().endswith("hide your cards: quit\nResult: *\n")
    assert len(desk.actions) == 2


def test_a_bot_between_two_people() -> None:
    typed = ["take wbg", "take wbg", "log", "quit"]
    desk = Desk("splendor", "Ada=person", "Bot=apprentice", "Ben=person", typed=typed)
    text = desk.run()
    assert [done.actor for done in desk.play.table.done[1:4]] == [0, 1, 2]
    assert text.count("Ada takes wbg.") == 3  # to Ada, to Ben when his turn came, and in his log
