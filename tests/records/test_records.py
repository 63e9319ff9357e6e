"""Whole games, one for every way a game can end, replayed in every run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tavola.rules import CHANCE, GAMES, Outcome
from tavola.rules import record as records
from tavola.rules.chance import Rng
from tavola.rules.lost_cities.actions import Deal

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))

Ends = Callable[[Any, Outcome, records.Record], bool]


def _won_by(*reasons: str) -> Ends:
    return lambda state, outcome, record: outcome.reasons == reasons


def _reached_by(seat: int, players: int) -> Ends:
    def ends(state: Any, outcome: Outcome, record: records.Record) -> bool:
        reached = [player.points >= 15 for player in state.players]
        return outcome.reasons == ("target",) and reached == [other == seat for other in range(players)]

    return ends


REQUIRED: dict[str, Ends] = {
    "duel-points": _won_by("points"),
    "duel-crowns": _won_by("crowns"),
    "duel-colour": _won_by("colour"),
    "duel-points-crowns": _won_by("points", "crowns"),
    "duel-points-colour": _won_by("points", "colour"),
    "duel-crowns-colour": _won_by("crowns", "colour"),
    "duel-all-three": _won_by("points", "crowns", "colour"),
    "duel-points-seat2": lambda state, outcome, record: outcome.places == (2, 1),
    "duel-immediate": lambda state, outcome, record: record.options.written() == {"pyramidRefill": "immediate"},
    **{
        f"splendor-{players}p-seat{seat + 1}-reaches-15": _reached_by(seat, players)
        for players in (2, 3, 4)
        for seat in range(players)
    },
    "splendor-overtaken": lambda state, outcome, record: 15 <= outcome.points[0] < outcome.points[1],
    "splendor-start-seat2": lambda state, outcome, record: record.start == 1 and state.turn == 0,
    "splendor-tie-fewer-cards": lambda state, outcome, record: (
        outcome.points[0] == outcome.points[1]
        and len(state.players[outcome.winners[0]].cards) < len(state.players[1 - outcome.winners[0]].cards)
    ),
    "splendor-tie-shared": lambda state, outcome, record: outcome.winners == (0, 1),
    "splendor-passes": _won_by("passes"),
    "splendor-up-to-3-target-21": lambda state, outcome, record: max(outcome.points) >= 21,
    "lost-cities-5-match": lambda state, outcome, record: len(state.scores) == 3 and len(state.discards) == 5,
    "lost-cities-6-match": lambda state, outcome, record: len(state.scores) == 3 and len(state.discards) == 6,
    "lost-cities-5-round": lambda state, outcome, record: len(state.scores) == 1 and len(state.discards) == 5,
    "lost-cities-6-round": lambda state, outcome, record: len(state.scores) == 1 and len(state.discards) == 6,
    "lost-cities-tied-match": lambda state, outcome, record: outcome.winners == (0, 1),
    "lost-cities-stalled": _won_by("stall"),
    "lost-cities-tie-starter-random": lambda state, outcome, record: any(
        isinstance(action, Deal) and action.start is not None for action in record.plies
    ),
}


def test_every_ending_has_its_record() -> None:
    assert sorted(path.stem for path in FILES) == sorted(REQUIRED)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record_replays_to_its_ending(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = records.parse(text)  # replays strictly by the rules
    assert records.dump(record) == text
    game = GAMES[record.game]
    state = records.at(record, len(record.plies))
    outcome = game.outcome(state)
    assert outcome is not None
    assert REQUIRED[path.stem](state, outcome, record)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_seats_record_is_completed_to_what_the_seat_saw(path: Path) -> None:
    record = records.parse(path.read_text(encoding="utf-8"))
    game = GAMES[record.game]
    for seat in range(record.players):
        seen = records.seen_by(record, seat)
        completed = records.complete(records.parse(records.dump(seen)), Rng(path.stem))
        pairs = zip(records.replay(record), records.replay(completed), strict=True)
        for (true, _), (guessed, _) in pairs:
            assert game.view(true, seat) == game.view(guessed, seat)
            if game.to_play(true) == seat:
                assert game.legal_actions(true) == game.legal_actions(guessed)
        assert game.to_play(true) is not CHANCE
