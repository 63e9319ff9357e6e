"""Sets of games: the same deal for all, each seat by itself, and an end whatever the bots do."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tavola.bots import door
from tavola.lab.arena import Keeper, Played
from tavola.rules import GAMES
from tavola.rules.lost_cities.actions import Deal, Draw
from tavola.rules.lost_cities.material import HAND
from tavola.rules.record import Ending, parse
from tests.lab.arena.helpers import TROUBLE, held, make_trouble

GAME_PLAYERS = [(name, players) for name, game in GAMES.items() for players in game.seats]


def games(name: str, bots: list[str], pairs: int, **settings: Any) -> list[Played]:
    return held(name, bots, pairs, **settings).games


def plies(game: Played) -> tuple[Any, ...]:
    assert game.record is not None
    return parse(game.record).plies


@pytest.mark.parametrize(("name", "players"), GAME_PLAYERS)
def test_equal_bots_split_every_deal_exactly(name: str, players: int) -> None:
    report = held(name, ["greedy"] * players, 3, players=players)
    for one in report.sets:
        for bot in range(players):
            assert sum(game.shares[game.seating.index(bot)] for game in one.games) == pytest.approx(1)
    share = report.scores[0][0].share
    assert share.mean == pytest.approx(1 / players)
    assert share.low is not None
    assert share.high is not None
    assert share.low < 1 / players < share.high
    margin = report.scores[0][0].margin
    assert margin is not None
    if players == 2:
        assert (margin.mean, margin.low, margin.high) == (0, 0, 0)


def dealt(game: Played) -> list[Any]:
    """What chance gave before anybody drew: of Lost Cities the hands, as a record tells the deck as it was drawn."""
    chance = [ply for ply in plies(game) if type(ply) is type(plies(game)[0])]
    return [deal.order[: 2 * HAND] if isinstance(deal, Deal) else deal for deal in chance]


@pytest.mark.parametrize("name", GAMES)
def test_a_set_has_one_deal_and_another_set_another(name: str) -> None:
    deals = [dealt(game)[0] for game in games(name, ["greedy", "uniform"], 2, records=True)]
    assert deals[0] == deals[1] != deals[2] == deals[3]


def test_later_draws_are_the_same_too() -> None:
    one, other = games("lost-cities", ["greedy", "uniform"], 1, records=True)
    assert len(dealt(one)) == 3
    assert dealt(one) == dealt(other)
    assert plies(one) != plies(other)


def drawn(game: Played) -> tuple[list[Any], list[Any]]:
    """What each seat drew from the deck in the first round of Lost Cities, by the record."""
    rules, record = GAMES["lost-cities"], parse(game.record or "")
    state: Any = rules.initial(2, record.options, record.start)
    cards: tuple[list[Any], list[Any]] = ([], [])
    for ply in record.plies:
        if isinstance(ply, Draw) and not state.scores:
            cards[state.turn].append(state.deck[0])
        state = rules.apply(state, ply).state
    assert rules.outcome(state) == record.result
    return cards


def test_in_lost_cities_what_a_seat_draws_does_not_depend_on_how_often_the_other_did() -> None:
    one, other = map(drawn, games("lost-cities", ["greedy", "uniform"], 1, records=True))
    for mine, theirs in zip(one, other, strict=True):
        both = min(len(mine), len(theirs))
        assert both > 8
        assert mine[:both] == theirs[:both]
    assert len(one[0]) != len(other[0])


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    first, again, other = (
        [game.record for game in games(name, ["greedy", "uniform"], 1, seed=seed, records=True)] for seed in "112"
    )
    assert first == again
    assert first != other


def test_every_seat_starts_in_turn() -> None:
    report = held("splendor", ["greedy"] * 3, 3, players=3, records=True)
    starts = [parse(one.games[0].record or "").start for one in report.sets]
    assert starts == [0, 1, 2]


def test_no_records_unless_asked_for() -> None:
    assert all(game.record is None for game in games("splendor", ["greedy", "uniform"], 1))


def test_moves_and_seconds_are_those_of_each_seat() -> None:
    (game, _) = games("splendor", ["greedy", "uniform"], 1, records=True)
    actions = len(plies(game)) - 1
    assert sum(game.moves) == actions
    assert game.seconds[0] > game.seconds[1] > 0  # the greedy one looks at every action


def test_a_game_without_end_is_a_draw() -> None:
    report = held("lost-cities", ["greedy", "uniform"], 1, cap=10, records=True)
    for game in report.games:
        assert (game.end, game.shares, game.points) == ("cap", (0.5, 0.5), None)
        record = parse(game.record or "")
        assert len(record.plies) == 10
        assert record.result is None
        assert record.comments == ((10, "Stopped after 10 actions: the arena counts it as a draw."),)
    assert report.to_json()["capped"] == 2
    assert report.to_json()["margin"] is None


def raises(legal: Any) -> Any:
    raise RuntimeError("no idea\nwhat to do\x1b[31m")


@pytest.mark.parametrize(
    ("choose", "sentence"),
    [
        (raises, "crashed: RuntimeError: no idea what to do [31m."),
        (lambda legal: sys.exit("enough"), "crashed: SystemExit: enough."),
        (lambda legal: "pass", "chose 'pass', which is not one of the legal actions."),
        (lambda legal: None, "chose None, which is not one of the legal actions."),
    ],
)
def test_a_crash_is_a_loss_and_its_record_is_kept(monkeypatch: pytest.MonkeyPatch, choose: Any, sentence: str) -> None:
    make_trouble(monkeypatch, choose)
    report = held("splendor", ["greedy", TROUBLE], 1)
    for game in report.games:
        seat = game.seating.index(1)
        assert game.end == "crash"
        assert game.shares[seat] == 0
        assert game.shares[1 - seat] == 1
        assert game.points is None
        assert game.crash is not None
        assert game.crash.sentence == f"Seat {seat + 1}, trouble, {sentence}"
        record = parse(game.record or "")
        assert record.result == Ending("abandoned", (1 - seat,), seat)
        assert record.comments[0][1] == game.crash.sentence
    assert report.scores[0][0].wins == 2


def test_the_record_of_a_crash_tells_where(monkeypatch: pytest.MonkeyPatch) -> None:
    make_trouble(monkeypatch, raises)
    (game, _) = games("splendor", ["greedy", TROUBLE], 1)
    assert "in raises" in (game.record or "")


def test_after_a_crash_there_is_a_fresh_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Once:
        """Can choose a single time in its life."""

        def __init__(self) -> None:
            made.append(self)
            self.used = False

        def choose(self, view: Any, legal: Any, rng: Any, stop: Any = None) -> Any:
            """The first action, then a crash."""
            if self.used:
                raise RuntimeError("worn out")
            self.used = True
            return legal[0]

    monkeypatch.setitem(door.LAB, TROUBLE, lambda game: Once())
    played = games("splendor", ["greedy", TROUBLE], 2)
    assert [game.moves[game.seating.index(1)] for game in played] == [2, 2, 2, 2]
    assert len(made) == 1 + 4  # one more was made to see that it can be


def test_a_crash_among_three_leaves_two_winners(monkeypatch: pytest.MonkeyPatch) -> None:
    make_trouble(monkeypatch, raises)
    for game in games("splendor", ["greedy", "uniform", TROUBLE], 1, players=3):
        seat = game.seating.index(2)
        assert [game.shares[other] for other in range(3) if other != seat] == [0.5, 0.5]
        assert [game.places[other] for other in range(3) if other != seat] == [1, 1]
        assert game.places[seat] == 3


def test_records_become_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    make_trouble(monkeypatch, raises)
    keeper = Keeper(str(tmp_path / "new" / "folder"))
    kept = [keeper.keep(one) for one in held("splendor", ["greedy", TROUBLE], 1).sets]
    names = sorted(path.name for path in (tmp_path / "new" / "folder").iterdir())
    assert names == ["match1-deal0-game1-crash.txt", "match1-deal0-game2-crash.txt"]
    assert [game.record for game in kept[0].games] == [str(tmp_path / "new" / "folder" / name) for name in names]
