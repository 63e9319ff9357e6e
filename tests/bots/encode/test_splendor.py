"""Splendor as numbers: ids go there and back, observations tell what a seat knows and no more."""

from __future__ import annotations

import numpy as np
import pytest

from tavola.bots.encode import encoding, encoding_of
from tavola.bots.encode.encoding import Observation
from tavola.bots.encode.jewels import payment_vectors
from tavola.bots.encode.splendor import TAKES, Splendor
from tavola.rules import NotUnderstood
from tavola.rules.chance import Rng
from tavola.rules.splendor import SPLENDOR as GAME
from tavola.rules.splendor.actions import Buy, Deal, Reserve, Take
from tavola.rules.splendor.material import CARDS, Card
from tavola.rules.splendor.state import Phase, SplendorOptions, State
from tests.contract.games import Case, cases_of
from tests.contract.play import plies, positions
from tests.rules.splendor.table import ALL_OPEN, Side, card, do, owned, table

CASES = cases_of(GAME)
INT8 = np.iinfo(np.int8).max


def seen(state: State, seat: int = 0) -> dict[str, list[int]]:
    """The observation of a seat, by the names of its fields."""
    view = GAME.view(state, seat)
    code = encoding_of(view)
    numbers = code.observe(view).tolist()
    return {field.name: numbers[field.start : field.start + field.size] for field in code.layout.rows}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_ids_go_there_and_back(case: Case) -> None:
    for ply in plies(case, 1):
        if isinstance(ply.action, Deal):
            continue
        view = GAME.view(ply.before, ply.before.turn)
        code = encoding_of(view)
        assert isinstance(code, Splendor)
        ids = [code.id_of(view, action) for action in ply.legal]
        assert len(set(ids)) == len(ids) == code.mask(view, ply.legal).sum()
        assert 0 <= min(ids) <= max(ids) < code.actions
        assert [code.action_of(view, number) for number in ids] == ply.legal
        assert (min(ids) >= code.plain_actions) == (ply.before.phase is Phase.PAY)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_numbers_are_within_their_bounds(case: Case) -> None:
    code = encoding("splendor", case.players, GAME.options.of(dict(case.chosen)))
    most = np.concatenate([np.full(field.size, field.most) for field in code.layout.rows])
    assert most.max() <= INT8
    assert len(code.scale) == code.size
    for state in positions(case, 2, 40):
        for seat in range(case.players):
            numbers = code.observe(GAME.view(state, seat))
            assert numbers.dtype == np.int8
            assert numbers.shape == (code.size,)
            assert (numbers >= 0).all()
            assert (numbers <= most).all(), [code.layout.row(int(at)) for at in np.flatnonzero(numbers > most)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_seat_cannot_know_changes_nothing(case: Case) -> None:
    rng = Rng(3)
    for state in positions(case, 3, 25):
        for seat in range(case.players):
            view = GAME.view(state, seat)
            code = encoding_of(view)
            for _ in range(2):
                other = GAME.view(GAME.determinize(view, rng), seat)
                assert (code.observe(other) == code.observe(view)).all()


def test_every_action_has_a_number_of_its_kind() -> None:
    for players in GAME.seats:
        code = encoding("splendor", players)
        names = [(kind.name, kind.size) for kind in code.kinds.rows]
        assert names == [
            ("take three", 10),
            ("take two", 10),
            ("take one", 5),
            ("take alike", 5),
            ("reserve", 12),
            ("reserve deck", 3),
            ("buy", 12),
            ("buy reserved", 3),
            ("return", 6),
            ("visit", players + 1),
            ("pass", 1),
            ("pay", 252),
        ]
        assert code.actions == code.plain_actions + 252 == 68 + players + 252
        assert [sum(gems) for gems in TAKES] == [3] * 10 + [2] * 10 + [1] * 5 + [2] * 5


def test_payments_are_counted_from_the_one_with_the_fewest_gold() -> None:
    vectors = payment_vectors(5, 5)
    assert vectors[0] == (0,) * 5
    assert vectors[1:6] == tuple(tuple(int(kind == 4 - at) for kind in range(5)) for at in range(5))
    assert [sum(vector) for vector in vectors] == sorted(sum(vector) for vector in vectors)
    assert len(set(vectors)) == len(vectors) == 252
    assert len(payment_vectors(6, 3)) == 84


def test_ids_of_a_position() -> None:
    state = table(Side(tokens="wwww**", hand="1k1 3w1?"), Side(), up="1r2 1w1 2b1", waiting="n2 n1 n3")
    view = GAME.view(state, 0)
    code = encoding_of(view)
    kinds = code.kinds
    assert code.id_of(view, Take((1, 1, 1, 0, 0))) == 0
    assert code.id_of(view, GAME.from_text("take rk")) == kinds["take two"] + 9
    assert code.id_of(view, GAME.from_text("take k")) == kinds["take one"] + 4
    assert code.id_of(view, GAME.from_text("take bb")) == kinds["take alike"] + 1
    assert code.id_of(view, Reserve(card("1w1"))) == kinds["reserve"] + 1
    assert code.id_of(view, Reserve(card("2b1"))) == kinds["reserve"] + 4
    assert code.id_of(view, GAME.from_text("reserve deck3")) == kinds["reserve deck"] + 2
    assert code.id_of(view, Buy(card("1r2"))) == kinds["buy"]
    assert code.id_of(view, Buy(card("3w1"))) == kinds["buy reserved"] + 1
    assert code.id_of(view, GAME.from_text("return *")) == kinds["return"] + 5
    assert code.id_of(view, GAME.from_text("noble n1")) == kinds["visit"] + 1
    assert code.id_of(view, GAME.from_text("pass")) == kinds["pass"]


def test_what_has_no_number_or_no_meaning_is_refused() -> None:
    state = table(Side(hand="1k1"), Side(hand="3w1?"), turn=1)
    code = encoding("splendor", 2)
    view = GAME.view(state, 0)
    with pytest.raises(NotUnderstood):
        code.id_of(view, GAME.sample(GAME.initial(2, SplendorOptions(), 0), Rng(1)))
    for action in (Buy(card("3w1")), Buy(card("1k1")), Reserve(card("1k1")), Take((3, 0, 0, 0, 0))):
        with pytest.raises(NotUnderstood):
            code.id_of(view, action)
    kinds = code.kinds
    for number in (-1, code.actions, kinds["buy reserved"], kinds["buy reserved"] + 1, kinds["pay"]):
        with pytest.raises(NotUnderstood):
            code.action_of(view, number)
    with pytest.raises(NotUnderstood):
        code.observe(GAME.view(state, None))


def test_a_payment_for_gems_one_does_not_pay_is_refused() -> None:
    state = do(table(Side(tokens="wwgr**"), Side(), up="1b3"), "buy 1b3")  # costs wgrk
    view = GAME.view(state, 0)
    code = encoding_of(view)
    vectors = payment_vectors(5, 5)
    white = code.kinds["pay"] + vectors.index((1, 0, 0, 0, 0))
    assert code.action_of(view, white) == GAME.from_text("pay gr**")
    assert code.id_of(view, GAME.from_text("pay wgr*")) == code.kinds["pay"]
    with pytest.raises(NotUnderstood):
        code.action_of(view, code.kinds["pay"] + vectors.index((0, 1, 0, 0, 0)))


def test_an_observation_field_by_field() -> None:
    state = table(
        Side(tokens="wwb*", cards=owned("wwk") + " 2w3", hand="2b1 1g1? 3k4?", nobles="n4"),
        Side(tokens="gg", cards=owned("b"), hand="1r1 3w2?"),
        Side(tokens="rrr**"),
        up="1k2 1k3",
        waiting="n2 n1",
        turn=1,
        start=2,
        passes=1,
    )
    facts = seen(state, 0)
    me, they = state.players[0], state.players[1]
    top = Card.of("1k2")
    assert facts["level 1 slot 0 there"] == [1]
    assert facts["level 1 slot 0 secret"] == [0]
    assert facts["level 1 slot 0 level"] == [1, 0, 0]
    assert facts["level 1 slot 0 points"] == [top.points]
    assert facts["level 1 slot 0 bonus"] == [0, 0, 0, 0, 1]
    assert facts["level 1 slot 0 cost"] == list(top.cost)
    short = [max(0, top.cost[k] - me.bonuses[k] - me.tokens[k]) for k in range(5)]
    theirs = [max(0, top.cost[k] - they.bonuses[k] - they.tokens[k]) for k in range(5)]
    assert facts["level 1 slot 0 short"] == short
    assert facts["level 1 slot 0 lack"][:2] == [sum(short), sum(theirs)]
    assert facts["level 3 slot 3 level"] == [0, 0, 1]
    assert facts["my hand 0 secret"] == facts["player +1 hand 0 secret"] == [0]
    assert facts["my hand 1 secret"] == facts["my hand 2 secret"] == facts["player +1 hand 1 secret"] == [1]
    assert facts["my hand 2 cost"] == list(Card.of("3k4").cost)
    assert facts["my hand 2 points"] == [Card.of("3k4").points]
    assert facts["player +1 hand 0 cost"] == list(Card.of("1r1").cost)
    red = Card.of("1r1").cost
    assert facts["player +1 hand 0 short"] == [max(0, red[k] - they.bonuses[k] - they.tokens[k]) for k in range(5)]
    assert facts["player +1 hand 1 there"] == [1]
    assert facts["player +1 hand 1 level"] == [0, 0, 1]
    hidden = ("points", "bonus", "cost", "short", "lack")
    assert not any(any(facts[f"player +1 hand 1 {name}"]) for name in hidden)
    assert not any(any(facts[f"player +2 hand 0 {name}"]) for name in ("there", "level", *hidden))
    assert facts["noble 0 requires"] == list(state.nobles[0].requires)
    assert facts["noble 1 lack"][2] == sum(state.nobles[1].requires)
    assert facts["noble 2 there"] == [1]
    assert facts["noble 3 there"] == [0]
    assert facts["my tokens"] == [2, 1, 0, 0, 0, 1]
    assert facts["player +2 tokens"] == [0, 0, 0, 3, 0, 2]
    assert facts["my bonuses"] == [3, 0, 0, 0, 1]
    assert facts["my points"] == [me.points]
    assert facts["my missing"] == [15 - me.points]
    counts = ("cards", "reserved", "nobles", "total")
    assert [facts[f"my {name}"] for name in counts] == [[4], [3], [1], [4]]
    assert [facts[f"player +1 {name}"] for name in counts] == [[1], [2], [0], [2]]
    assert facts["bank"] == [3, 4, 3, 2, 5, 2]
    assert facts["decks"] == [len(deck) for deck in state.decks]
    unknown = {one.index for deck in state.decks for one in deck} | {Card.of("3w2").index}
    assert facts["unseen"] == [int(one.index in unknown) for one in CARDS]
    assert facts["phase"] == [1, 0, 0, 0]
    assert not any(facts["buying"])
    assert facts["passes"] == [1]
    assert facts["turn"] == [0, 1, 0]
    assert facts["start"] == [0, 0, 1]
    assert seen(state, 2)["turn"] == [0, 0, 1]
    assert seen(state, 2)["my tokens"] == [0, 0, 0, 3, 0, 2]


def test_a_hidden_card_becomes_known_while_it_is_paid_for() -> None:
    state = table(Side(tokens="ggr**", hand="1g1? 1k1? 1k2?"), Side())
    index = Card.of("1k2").index
    assert seen(state, 1)["unseen"][index] == 1
    paying = do(state, "buy 1k2")
    facts = seen(paying, 1)
    assert facts["phase"] == [0, 1, 0, 0]
    assert facts["buying"] == [0] * 12 + [1, 0, 0]
    assert facts["player +1 hand 0 cost"] == list(Card.of("1k2").cost)
    assert facts["player +1 hand 1 cost"] == facts["player +1 hand 2 cost"] == [0] * 5
    assert facts["unseen"][index] == 0
    assert seen(paying, 0)["buying"] == [0] * 12 + [0, 0, 1]


def test_all_open_shows_hands() -> None:
    hidden = table(Side(hand="1k1?"), Side())
    shown = table(Side(hand="1k1?"), Side(), options=ALL_OPEN)
    assert seen(hidden, 1)["player +1 hand 0 cost"] == [0] * 5
    facts = seen(shown, 1)
    assert facts["player +1 hand 0 cost"] == list(Card.of("1k1").cost)
    assert facts["player +1 hand 0 secret"] == [1]
    assert facts["unseen"][Card.of("1k1").index] == 0


def test_the_same_numbers_for_the_same_place_at_the_table() -> None:
    def turned(start: int) -> Observation:
        sides = [Side(tokens="ww", hand="1k1?"), Side(tokens="b"), Side(tokens="rrk*", hand="2w3 2w4?")]
        state = table(*sides[-start:], *sides[:-start], turn=(1 + start) % 3, start=start)
        return encoding("splendor", 3).observe(GAME.view(state, start))

    assert (turned(0) == turned(1)).all()
    assert (turned(0) == turned(2)).all()
