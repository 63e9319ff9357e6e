"""Matches: who sits where, what the numbers say, when it stops, and what is refused."""

from __future__ import annotations

import dataclasses
import json
from xml.etree import ElementTree

import pytest

from tavola.lab.arena import Entrant, Plan, Report, chart, enter, plan
from tavola.lab.arena.match import schedule, seatings
from tavola.lab.arena.numbers import Look
from tavola.rules import GAMES, BadOption, NotUnderstood
from tests.lab.arena.helpers import game_of, held, set_of


def test_two_bots_change_seats() -> None:
    assert schedule(2, 2) == ((0, 1),)
    assert seatings((0, 1), 0) == seatings((0, 1), 7) == ((0, 1), (1, 0))


def test_one_plays_against_copies_of_the_other() -> None:
    assert schedule(2, 3) == ((0, 1, 1),)
    assert set(seatings((0, 1, 1), 5)) == {(0, 1, 1), (1, 0, 1), (1, 1, 0)}


def test_one_bot_for_each_seat() -> None:
    assert schedule(4, 4) == ((0, 1, 2, 3),)
    assert len({seatings((0, 1, 2, 3), deal) for deal in range(6)}) == 6  # every order around the table
    for deal in range(6):
        for seat in range(4):
            assert {seating[seat] for seating in seatings((0, 1, 2, 3), deal)} == {0, 1, 2, 3}


def test_a_pool_is_a_round_robin() -> None:
    assert schedule(3, 2) == ((0, 1), (0, 2), (1, 2))
    assert schedule(3, 4) == tuple((a, b, b, b) for a in range(3) for b in range(3) if a != b)


def test_in_a_ladder_only_neighbours_meet() -> None:
    assert schedule(4, 2, near=1) == ((0, 1), (1, 2), (2, 3))
    assert schedule(4, 2, near=2) == ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))
    assert schedule(3, 4, near=1) == ((0, 1, 1, 1), (1, 0, 0, 0), (1, 2, 2, 2), (2, 1, 1, 1))
    assert len(plan("duel", ["uniform", "greedy", "thief"], 1, near=1).matches) == 2
    with pytest.raises(BadOption, match="1 or more"):
        plan("duel", ["uniform", "greedy", "thief"], 1, near=0)


def test_the_ratings_as_a_picture() -> None:
    bots = ["uniform", "greedy", "cmd:true <&>"]
    report = held("lost-cities", [*bots[:2], "uniform"], 2, options={"rounds": "1"})
    report = dataclasses.replace(report, plan=dataclasses.replace(report.plan, entrants=(*map(enter, bots),)))
    texts = [text.text or "" for text in ElementTree.fromstring(chart(report)).iter() if text.tag.endswith("text")]
    assert texts[0] == "lost-cities, 2 players: ratings from 12 games"
    assert texts[1] == "greedy"
    assert {*texts[1::2]} == {*bots}
    assert texts[2] == f"{report.ratings[1].elo:+.0f} ± {report.ratings[1].error:.0f}"


def test_a_clear_match_stops_early() -> None:
    report = held("splendor", ["greedy", "uniform"], 100)
    assert report.stopped_early
    assert report.look.sets == 8
    assert "Stopped early, after 8 of 100 deals: greedy is stronger than uniform (95%)." in report.to_text()


def test_a_match_of_equals_goes_on() -> None:
    report = held("splendor", ["greedy", "greedy"], 12)
    assert not report.stopped_early
    assert "not decided; equal bots would win 50.0%." in report.to_text()


def test_all_pairs_are_played_where_asked_for() -> None:
    report = held("splendor", ["uniform", "greedy"], 10, stop=False)
    assert report.look.sets == 10
    assert "uniform is weaker than greedy (95%)." in report.to_text()


def test_the_report_as_data() -> None:
    data = json.loads(json.dumps(held("lost-cities", ["greedy", "uniform"], 3, options={"rounds": "1"}).to_json()))
    assert data["bots"] == ["greedy", "uniform"]
    assert (data["game"], data["players"], data["options"], data["seed"]) == ("lost-cities", 2, {"rounds": "1"}, "1")
    assert (data["pairs"], data["pairs_asked"], data["games"]) == (3, 3, 6)
    assert data["wins"] + data["draws"] + data["losses"] == 6
    assert data["win_share"]["low"] < data["win_share"]["mean"] <= data["win_share"]["high"]
    assert data["margin"] == data["margin_per_round"]
    assert len(data["seconds_per_move"]) == 2
    assert data["machine_seconds"] > 0
    assert (data["stopped_early"], data["crashes"], data["capped"], data["workers"]) == (False, [], 0, 1)


def test_points_ahead_are_those_of_whole_deals() -> None:
    sets = (
        set_of(0, game_of((0, 1), (1, 2), (15, 10)), game_of((1, 0), (1, 2), (16, 13))),
        set_of(1, game_of((0, 1), (1, 2), (15, 2)), game_of((1, 0), (2, 1))),
    )
    score = report_of("splendor", 2, sets).scores[0][0]
    assert (score.wins, score.draws, score.losses) == (3, 0, 1)
    assert score.margin is not None
    assert score.margin.mean == 1.0
    assert score.margin.low is None


def test_points_ahead_of_the_best_other() -> None:
    sets = (set_of(0, game_of((0, 1, 1), (2, 1, 3), (12, 15, 3))),)
    score = report_of("splendor", 3, sets).scores[0][0]
    assert score.margin is not None
    assert score.margin.mean == -3
    assert score.share.mean == 0


def report_of(game: str, players: int, sets: tuple[object, ...]) -> Report:
    entrants = (Entrant("a", "a"), Entrant("b", "b"))
    made = Plan(game, players, GAMES[game].options(), entrants, len(sets))
    return Report(made, sets, Look(len(sets), 0.05), 1, 0.0)  # type: ignore[arg-type]


def test_points_of_lost_cities_are_also_told_by_round() -> None:
    data = held("lost-cities", ["greedy", "uniform"], 2).to_json()
    assert data["margin_per_round"]["mean"] == pytest.approx(data["margin"]["mean"] / 3, abs=1e-3)


def test_bots_are_named() -> None:
    assert enter("greedy") == Entrant("greedy", "greedy")
    assert enter("deep:budget=0.5,sims=64,net=big").settings == (("budget", 0.5), ("sims", 64), ("net", "big"))
    assert enter("cmd:./a 'b c'").command == ("./a", "b c")


@pytest.mark.parametrize("text", ["", ":a=1", "greedy:budget", "greedy:a=1,a=2", "cmd:", "cmd:'open", "greedy:=3"])
def test_what_is_no_bot(text: str) -> None:
    with pytest.raises(BadOption):
        enter(text)


def test_what_is_refused() -> None:
    with pytest.raises(BadOption, match="two bots or more"):
        plan("duel", ["greedy"], 1)
    with pytest.raises(BadOption, match="Pairs go from 1"):
        plan("duel", ["greedy", "greedy"], 0)
    with pytest.raises(BadOption, match="limit"):
        plan("duel", ["greedy", "greedy"], 1, limit=float("nan"))
    with pytest.raises(BadOption, match="duel is played by 2, not by 3"):
        plan("duel", ["greedy", "greedy"], 1, 3)
    with pytest.raises(NotUnderstood, match="no bot 'oracle'"):
        plan("duel", ["greedy", "oracle"], 1)
    with pytest.raises(BadOption, match=r"greedy:wisdom=3 cannot be set up: .*wisdom"):
        plan("duel", ["greedy", "greedy:wisdom=3"], 1)
    with pytest.raises(BadOption, match=r"no program '\./nowhere'"):
        plan("duel", ["greedy", "cmd:./nowhere 1"], 1)
