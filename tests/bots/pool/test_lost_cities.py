"""What the rule bots for Lost Cities do in plain positions."""

from __future__ import annotations

import pytest

from tavola.bots.pool import POOL
from tavola.bots.pool.projector import curve, together
from tavola.rules import GAMES
from tavola.rules.chance import Rng
from tavola.rules.lost_cities.material import Card

CITIES = GAMES["lost-cities"]
POSITION = (
    "lost-cities rounds=1 / phase={phase} turn=1 turns=1 hands={hand}|{other} known=| columns={mine}|{theirs} "
    "piles={piles} deck={deck} barred=- quiet={quiet} start=1 scores= stalled=no"
)
NONE = ";;;;"


def choice(
    name: str,
    hand: str,
    mine: str = NONE,
    theirs: str = NONE,
    piles: str = NONE,
    phase: str = "lay",
    quiet: int = 0,
    seed: int = 1,
) -> str:
    """What a bot does; the rest of the pack is in the other hand and the deck."""
    pack = [f"{colour}{value}" for colour in "ybwgr" for value in ("x", "x", "x", *range(2, 11))]
    for code in ",".join([hand, mine, theirs, piles]).replace(";", ",").split(","):
        if code:
            pack.remove(code)
    other, deck = ",".join(pack[:8]), ",".join(pack[8:])
    text = POSITION.format(
        phase=phase, hand=hand, other=other, mine=mine, theirs=theirs, piles=piles, deck=deck, quiet=quiet
    )
    state = CITIES.from_position(text)
    action = POOL["lost-cities"][name](CITIES).choose(CITIES.view(state, 0), CITIES.legal_actions(state), Rng(seed))
    return CITIES.to_text(action)


@pytest.mark.parametrize("name", POOL["lost-cities"])
def test_the_next_number_of_an_open_column_is_played(name: str) -> None:
    assert choice(name, "y4,y9,b3,b9,w2,g5,r2,r3", mine="y2,y3;;;;") == "play y4"


@pytest.mark.parametrize("name", ["steady", "committer", "marathon", "cautious"])
def test_a_great_hand_opens_its_colour_from_below(name: str) -> None:
    assert choice(name, "y2,y3,y5,y6,y7,y8,b2,r2") == "play y2"


@pytest.mark.parametrize("name", POOL["lost-cities"])
def test_the_next_number_is_taken_from_a_pile(name: str) -> None:
    assert choice(name, "y9,y10,b3,b9,w2,g5,r2", mine="y2,y3,y7;;;;", piles="y8;;;;", phase="draw") == "take y"


@pytest.mark.parametrize("name", POOL["lost-cities"])
def test_nobody_takes_from_the_piles_for_ever(name: str) -> None:
    hand, mine = "y9,y10,b3,b9,w2,g5,r2", "y2,y3,y7;;;;"
    assert choice(name, hand, mine, piles="y8;;;;", phase="draw", quiet=8) == "draw"


@pytest.mark.parametrize("name", ["projector", "surveyor"])
def test_who_projects_waits_for_wagers_while_waiting_is_free(name: str) -> None:
    assert choice(name, "y2,y3,y5,y6,y7,y8,b2,r2") in ("discard b2", "discard r2")


def test_the_surveyor_counts_what_it_gives_away_and_the_projector_does_not() -> None:
    # Neither y5 nor b4 is of any use to me; the other one waits for y5.
    hand, mine, theirs = "y5,b4,w2,w3,w4,w6,w7,w8", "y10;b9;wx,wx;;", "yx,y2,y4;b10;;;"

    def choices(name: str) -> set[str]:
        return {choice(name, hand, mine, theirs, seed=seed) for seed in range(8)}

    assert choices("surveyor") == {"discard b4"}
    assert choices("projector") == {"discard b4", "discard y5"}


def test_steady_never_jumps_over_more_than_two() -> None:
    assert choice("steady", "y7,b8,w8,g8,r8,b9,w9,g9", mine="y2,y3;;;;").startswith("discard")


def test_cautious_gives_the_opponent_nothing() -> None:
    assert choice("cautious", "y8,b8,w8,g8,r2,r8,y9,b9", theirs="yx,y2;bx,b2;wx,w2;gx,g2;r3") == "discard r2"


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.by_code[code] for code in codes.split(",") if code)


@pytest.mark.parametrize(
    ("column", "values", "expected"),
    [
        ("", (), (0,)),
        ("", (10, 9, 5), (0, 0, 0, 4)),
        ("", (10, 9, 5, 0), (0, 0, 0, 4, 8)),
        ("yx,y4", (10, 9, 8, 2), (-32, -12, 6, 22)),
        ("y2,y3,y4,y5,y6,y7", (10, 8), (7, 17, 45)),
    ],
)
def test_the_curve_of_a_column(column: str, values: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert curve(cards(column), values) == expected


def test_columns_share_the_turns() -> None:
    curves = [(0.0, 5.0, 12.0), (-20.0, -10.0, 0.0)]
    assert [together(curves, turns) for turns in range(5)] == [-20, -10, 0, 5, 12]
