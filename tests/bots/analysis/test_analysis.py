"""An analysis judges every decision by what its seat knew, and finds the mistakes."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.bots import Verdict
from tavola.bots.analysis import Analysis, analyse, judges, quick, thinker
from tavola.bots.analysis.result import MISTAKES
from tavola.bots.nets.bot import plain
from tavola.bots.reasons import allows, reason
from tavola.rules import CHANCE, GAMES, NotUnderstood
from tavola.rules.record import Record, Recorder, at, new, replay, seen_by
from tests.bots.analysis.games import TABLES, Thumb, game, short


def thumbed(record: Record, **more: Any) -> Analysis:
    return analyse(record, Thumb(record.game), **more)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_every_decision_of_a_game_is_judged(name: str, players: int, options: tuple[tuple[str, str], ...]) -> None:
    record = game(name, players, options)
    rules = GAMES[name]
    expected = [
        number
        for number, (state, _) in enumerate(replay(record))
        if rules.to_play(state) is not CHANCE and plain(rules.legal_actions(state)) is None
    ]
    analysis = thumbed(record)
    assert [one.number for one in analysis.decisions] == expected
    assert analysis.seats == tuple(range(players))
    assert not any(analysis.hidden)
    for one in analysis.decisions:
        state = at(record, one.number) if one.number in expected[:3] else None
        assert state is None or rules.view(state, one.seat) == one.view
        assert one.played.text == rules.to_text(record.plies[one.number])
        assert one.loss == max(0.0, one.best[0].expected - one.played.expected)
        assert 1 < len(one.best) <= min(3, one.choices)
        assert one.played.reason == reason(one.view, one.played.action)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_mistakes_are_the_biggest_losses(name: str, players: int, options: tuple[tuple[str, str], ...]) -> None:
    analysis = thumbed(game(name, players, options))
    assert analysis.unit == ("points" if name == "lost-cities" else "chance")
    for seat in range(players):
        losses = sorted((one.loss for one in analysis.of(seat)), reverse=True)
        found = [one.loss for one in analysis.mistakes(seat)]
        assert found == losses[: len(found)]
        assert len(found) <= MISTAKES
        assert analysis.mean_loss(seat) == pytest.approx(sum(losses) / len(losses))
    if name != "lost-cities":
        assert analysis.mean_loss(1) > analysis.mean_loss(0), "who plays at random loses more by the greedy rule"


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_the_record_of_one_seat_says_as_much_of_that_seat(
    name: str, players: int, options: tuple[tuple[str, str], ...]
) -> None:
    """What is hidden in the record cannot have been used."""
    record = game(name, players, options)
    whole = {one.number: one for one in thumbed(record).decisions}
    for seat in range(min(players, 2)):
        partial = thumbed(seen_by(record, seat))
        assert len(partial.of(seat)) == sum(one.seat == seat for one in whole.values())
        assert all(whole[one.number] == one for one in partial.decisions)
        assert partial.hidden[seat] == 0
        judged = len(partial.decisions) + sum(partial.hidden)
        assert judged == len(whole)
        if name == "lost-cities":
            assert partial.seats == (seat,), "a hand is hidden from the opponent"


def test_a_net_judges_one_seats_record_as_it_judges_the_open_one() -> None:
    for name in GAMES:
        record = short(game(name, 2), 9)
        assert analyse(seen_by(record, 0), seats=[0]).decisions == analyse(record, seats=[0]).decisions


def test_a_spectator_knows_nothing_of_hands() -> None:
    record = game("lost-cities", 2, (("rounds", "1"),))
    with pytest.raises(NotUnderstood, match="does not show what these seats knew"):
        thumbed(seen_by(record, None))
    with pytest.raises(NotUnderstood, match="does not show what these seats knew"):
        thumbed(seen_by(record, 0), seats=[1])


def test_secret_cards_hide_decisions_until_they_are_bought() -> None:
    record = game("splendor", 4, (("reservedVisibility", "allHidden"), ("target", "8")))
    partial = thumbed(seen_by(record, 0))
    judged = {one.number for one in partial.decisions}
    secret = {
        number
        for number, (state, _) in enumerate(replay(record))
        if state.turn != 0 and any(held.secret for held in state.players[state.turn].reserved)
    }
    assert secret
    assert not secret & judged
    assert sum(partial.hidden) > 0


def test_nothing_to_analyse() -> None:
    with pytest.raises(NotUnderstood, match="no decision to analyse"):
        analyse(new("duel"))


@pytest.mark.parametrize("name", GAMES)
def test_progress_is_told_and_the_same_comes_out_again(name: str) -> None:
    record, told = short(game(name, 2), 8), []
    first = analyse(record, tell=lambda done, total: told.append((done, total)))
    assert told == [(done, len(first.decisions)) for done in range(len(first.decisions) + 1)]
    assert analyse(record) == first
    assert first.judge == "net"


def test_without_a_net_there_is_a_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judges, "has_net", lambda encoding: False)
    record = short(game("splendor", 2), 3)
    for judge in (quick, lambda record: thinker(record, 1.0)):
        with pytest.raises(NotUnderstood, match="no trained net for splendor with 2 players"):
            judge(record)
    with pytest.raises(NotUnderstood, match="no trained net"):
        analyse(record)


def test_who_moves_at_random_loses_more_by_the_net_too() -> None:
    analysis = analyse(short(game("splendor", 2), 25))
    assert analysis.mean_loss(1) > analysis.mean_loss(0)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_can_judge_too(name: str) -> None:
    record = short(game(name, 2), 3)
    analysis = analyse(record, thinker(record, 0.05), judge="search 0.05 s")
    assert analysis.judge == "search 0.05 s"
    assert all(one.loss >= 0.0 for one in analysis.decisions)


# --- Planted blunders ----------------------------------------------------------------------------------------


class Sparing:
    """Asks the net about the last turns alone; before that all moves are alike."""

    def __init__(self, record: Record, first: int) -> None:
        self.net, self.first = quick(record), first

    def choose(self, view: Any, legal: Any, rng: Any, stop: Any = None) -> Any:
        return self.evaluate(view, legal, rng)[0].action

    def evaluate(self, view: Any, legal: Any, rng: Any) -> list[Verdict]:
        if view.turns >= self.first:
            return self.net.evaluate(view, legal, rng)
        return [Verdict(action, 0.5, 1 / len(legal), reason(view, action)) for action in legal]


def missed(name: str) -> tuple[Record, int]:
    """A game in which a purchase that wins is not made while the opponent can win next, and the ply of it."""
    rules = GAMES[name]
    for seed in range(1, 40):
        record = game(name, 2, (), seed, "greedy")
        for number, (state, _) in enumerate(replay(record)):
            seat = rules.to_play(state)
            if not isinstance(seat, int):
                continue
            view, legal = rules.view(state, seat), rules.legal_actions(state)
            wins = any(
                reason(view, one).name == "win" and rules.outcome(rules.apply(state, one).state) for one in legal
            )
            for action in legal if wins else ():
                if reason(view, action).name != "win" and any(one.name == "leaves_win" for one in allows(view, action)):
                    return short(record, number).add(action), number
    raise AssertionError("nobody ever races to buy the last card")


@pytest.mark.parametrize("name", ["splendor", "duel"])
def test_a_win_that_was_missed_is_the_biggest_mistake(name: str) -> None:
    record, number = missed(name)
    turn = GAMES[name].turns(at(record, number))
    analysis = analyse(record, Sparing(record, turn - 3))
    (seat,) = (one.seat for one in analysis.decisions if one.number == number)
    worst = analysis.mistakes(seat)[0]
    assert worst.number == number
    assert worst.best[0].expected == pytest.approx(1.0)
    assert worst.best[0].reason.name == "win"
    assert worst.allowed[0].name == "leaves_win"
    assert worst.loss > 0.3


def test_a_gift_is_seen_as_what_the_move_allowed() -> None:
    """A ten that the opponent waits for is thrown away with useless cards in hand."""
    rules = GAMES["lost-cities"]
    dealt = "y10 b2 b3 w2 w3 g2 g3 r2 yx yx y4 y5 y6 y7 r9 r10".split()
    rest = rules.to_text(rules.fixed(rules.initial(2, rules.options(), 0))).split()[1:]
    for card in dealt:
        rest.remove(card)
    recorder = Recorder(new("lost-cities", 2, {}, 1))
    recorder.play(rules.from_text(" ".join(["deal", *dealt, *rest])))
    for move in ("play yx", "draw", "discard r2", "draw", "play y4", "draw", "discard y10"):
        recorder.play(rules.from_text(move))
    gift = thumbed(recorder.record, seats=[0]).decisions[-1]
    assert gift.played.text == "discard y10"
    assert gift.loss > 0
    assert [one.name for one in gift.allowed] == ["feeds"]
    assert dict(gift.allowed[0].about)["n"] == 20
