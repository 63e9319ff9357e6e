"""What is typed, as moves: numbers, texts in any dress, and beginnings of words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.rules import GAMES, NotLegal, NotUnderstood, TavolaError
from tavola.rules.record import at, replay
from tavola.table.term.moves import understand
from tests.record.games import random_game


@pytest.mark.parametrize("name", GAMES)
def test_every_move_can_be_typed(name: str) -> None:
    game = GAMES[name]
    for state, _ in [*replay(random_game(name, 2, ()))][::7]:
        legal = game.legal_actions(state)
        for number, action in enumerate(legal, 1):
            text = game.to_text(action)
            for typed in (text, text.upper(), f"  {text.replace(' ', '   ')} ", str(number)):
                assert understand(game, state, legal, typed) == action


def test_beginnings_of_words() -> None:
    game = GAMES["duel"]
    state = at(random_game("duel", 2, ()), 1)
    legal = game.legal_actions(state)

    def meant(typed: str) -> str:
        return game.to_text(understand(game, state, legal, typed))

    cells = next(game.to_text(action) for action in legal if game.to_text(action).count(" ") == 3).split()[1:]
    assert meant(f"t {' '.join(cells)}") == f"take {' '.join(cells)}"
    assert meant(f"take {' '.join(reversed(cells))}") == f"take {' '.join(cells)}"
    with pytest.raises(NotUnderstood, match=r"^'t' could be: take .*; and \d+ more\.$"):
        meant("t")
    with pytest.raises(NotLegal, match="The bag is empty"):
        meant("replenish")
    with pytest.raises(NotUnderstood, match="is not a move"):
        meant("replenishing")


def test_what_is_understood_is_not_stretched_to_another_move() -> None:
    game = GAMES["splendor"]
    state = at(random_game("splendor", 2, ()), 1)
    legal = game.legal_actions(state)
    with pytest.raises(NotLegal):
        understand(game, state, legal, "take wb")
    with pytest.raises(NotLegal):
        understand(game, state, legal, "pass")


@given(typed=st.text(max_size=30) | st.text("takebuyreserve wbgrk*123 deck", max_size=20))
def test_anything_typed_is_a_legal_move_or_a_sentence(typed: str) -> None:
    game = GAMES["splendor"]
    state = at(random_game("splendor", 2, ()), 9)
    legal = game.legal_actions(state)
    try:
        action = understand(game, state, legal, typed)
    except TavolaError as error:
        sentence = str(error)
    else:
        sentence = ""
        assert action in legal
    assert not sentence or sentence.endswith(".")
