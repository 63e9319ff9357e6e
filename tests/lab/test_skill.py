"""Players of Lost Cities with luck left out."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tavola.bots.nets.bot import NetBot
from tavola.bots.search.rollout import Searcher
from tavola.cli import main
from tavola.lab.skill import DECKS, Worth, judge, summed
from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE
from tavola.rules.errors import NotUnderstood
from tavola.rules.lost_cities import LOST_CITIES
from tavola.rules.lost_cities.actions import Discard, Play
from tavola.rules.record import Record, Recorder, dump, new, seen_by

NAMES = [("Seat 1", "Ann"), ("Seat 2", "net")]


def played(seed: int, *, blunder: int | None = None, names: list[tuple[str, str]] = NAMES) -> Record:
    """A round between two nets; after so many turns the first lays its highest card where it lies worst."""
    net, rng = NetBot(), Rng(seed)
    told = Recorder(new("lost-cities", 2, {"rounds": "1"}, 0, [*names, ("Event", f"tests, deal {seed}, game 1")]))
    while (seat := LOST_CITIES.to_play(told.state)) is not None:
        state = told.state
        if seat is CHANCE:
            told.play(LOST_CITIES.sample(state, rng))
            continue
        legal = LOST_CITIES.legal_actions(state)
        action: Any = net.choose(LOST_CITIES.view(state, seat), legal, Random(1))
        if blunder == state.turns and isinstance(action, Play | Discard):
            empty = [one for one in legal if isinstance(one, Play) and not state.expeditions[seat][one.card.colour]]
            action = max(empty, key=lambda one: one.card.value)
        told.play(action)
    return told.record


def test_who_does_as_the_net_does_brings_nothing_more() -> None:
    record = played(1)
    for seat, name in enumerate(("Ann", "net")):
        worth = judge(record, seat)
        assert worth.choices > 20
        assert worth == Worth(name, "tests, deal 1", 1, worth.choices, 0, 0.0, 0.0)


def test_a_blunder_costs_what_it_gives_away() -> None:
    """A new expedition with its highest card, near the end."""
    worth = judge(played(1, blunder=39), 0)
    assert worth.changed == 1
    assert -30 < worth.points < -5
    assert -1 <= worth.wins <= 0
    assert judge(played(1, blunder=39), 1).changed == 0


@pytest.mark.parametrize("name", ["net", "steady"])
def test_both_actions_are_tried_from_the_true_hands(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(1, blunder=39, names=[("Seat 1", "Ann"), ("Seat 2", name)])
    asked: list[tuple[Any, ...]] = []

    def play(self: Searcher, *args: Any) -> Any:
        asked.append((self.settings, *args))
        return np.repeat(np.array([0.3, -0.1], np.float32), DECKS)

    monkeypatch.setattr(Searcher, "play", play)
    worth = judge(record, 0)
    assert (worth.changed, worth.points, worth.wins) == (1, 40.0, 1.0)
    ((settings, world, tables, actions, seat, strange, _, until),) = asked
    assert settings.near > 200
    assert len(actions) == 2 * DECKS
    assert len({*actions[:DECKS].tolist()}) == len({*actions[DECKS:].tolist()}) == 1
    assert actions[0] != actions[-1]
    assert seat == 0
    assert np.inf == until
    assert (strange == (name == "steady")).all()
    assert len(strange) == DECKS
    cards = sum(int(word).bit_count() for hand in tables.hands for word in (part[0] for part in hand))
    assert cards == 16
    assert world.engine.cards == 50


def test_only_whole_open_games_are_judged() -> None:
    whole = played(1)
    for record in (new("lost-cities"), new("splendor"), seen_by(whole, 0)):
        with pytest.raises(NotUnderstood, match="Only a whole game of lost-cities in an open record"):
            judge(record, 0)


def test_the_unit_is_the_deal() -> None:
    """Two games of a deal that cancel each other out leave nothing to doubt; those of two deals do."""
    games = [Worth("Ann", f"deal {deal}", 1, 40, 4, points, 0.1) for deal in (1, 2) for points in (6.0, -2.0)]
    (skill,) = summed([*games])
    assert (skill.rounds, skill.choices, skill.changed) == (4, 40, 4)
    assert (skill.points.mean, skill.points.low, skill.points.high) == (2, 2, 2)
    first, second = summed([*games, Worth("Ben", "", 3, 120, 0, 9.0, 0.3), Worth("Ben", "", 3, 120, 0, 18.0, 0.3)])
    assert first == skill
    assert (second.player, second.rounds, second.points.mean) == ("Ben", 6, 4.5)
    assert second.points.low is not None
    assert second.points.low < 3


def test_records_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.txt").write_text(dump(played(1, blunder=39)))
    (tmp_path / "two.txt").write_text(dump(new("lost-cities", 2, None, 0, NAMES)))
    assert main(["skill", str(tmp_path), "--player", "An", "--json", "--jobs", "1"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["player"] == "Ann"
    assert told["rounds"] == 1
    assert told["points"]["mean"] == pytest.approx(judge(played(1, blunder=39), 0).points)
    assert main(["skill", str(tmp_path / "one.txt"), "--player", "net", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("net: 1 rounds, 0.0 of ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere.txt"], "nowhere.txt cannot be read"),
        (["."], "no whole game of such a player"),
        (["other.txt"], "other.txt is no open record of lost-cities"),
        (["two.txt", "--jobs", "0"], "from 1 to 1024"),
    ],
)
def test_what_cannot_be_judged_is_said(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.txt").write_text(dump(new("lost-cities", 2, None, 0, NAMES)))
    if words == ["other.txt"]:
        (tmp_path / "other.txt").write_text(dump(new("splendor")))
    assert main(["skill", *words]) == 2
    assert sentence in capsys.readouterr().err
