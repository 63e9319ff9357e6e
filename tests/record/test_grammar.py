"""The grammars of docs/records.md are true, and so are its examples."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tavola.rules import CHANCE, GAMES
from tavola.rules.record import dump, parse, replay, seen_by
from tests.record.games import SETUPS, random_game

PAGE = Path(__file__).resolve().parents[2] / "docs" / "records.md"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```\n", re.M | re.S)
TERM = re.compile(r'"[^"]*"|\[[^\]]*\]|[a-z-]+|[()|*+?]')
PREFIX = {"lost-cities": "cities", "splendor": "splendor", "duel": "duel"}
Setup = tuple[str, int, tuple[tuple[str, str], ...]]


def blocks(kind: str) -> list[str]:
    return [fence[2] for fence in FENCE.finditer(PAGE.read_text(encoding="utf-8")) if fence[1] == kind]


@cache
def productions() -> dict[str, str]:
    rules = re.split(r"\n(?=[a-z-]+ +::=)", "\n".join(blocks("ebnf")))
    named = dict(re.split(r" +::= ", rule, maxsplit=1) for rule in rules)
    assert len(named) == len(rules), "a name is defined twice"
    return named


@cache
def pattern(name: str) -> str:
    """A production as a regular expression; none of them refers to itself."""

    def one(term: str) -> str:
        if term[0] == '"':
            return re.escape(term[1:-1]).replace(r"\\n", "\n")
        if term[0] == "[" or term in "()|*+?":
            return term.replace(r"\n", "\n").replace("[p*]", r"[p\*]")
        return pattern(term)

    return f"(?:{''.join(map(one, TERM.findall(productions()[name])))})"


def fits(name: str, text: str) -> bool:
    return re.fullmatch(pattern(name), text) is not None


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_all_that_is_written_follows_the_grammar(setup: Setup) -> None:
    record = random_game(*setup, seed=4).comment("a comment")
    game, kind = GAMES[record.game], PREFIX[record.game]
    assert fits("record", dump(record))
    for seat in (*range(record.players), None):
        assert fits("record", dump(seen_by(record, seat)))
    for before, step in replay(record):
        for action in game.legal_actions(before):
            assert fits(f"{kind}-action", game.to_text(action))
        if game.to_play(before) is CHANCE and not game.to_text(game.fixed(before)).startswith("bag"):
            assert fits(f"{kind}-deal", game.to_text(game.fixed(before)))
        assert fits(f"{kind}-position", game.to_position(step.state))


def test_the_grammar_refuses_what_is_wrong() -> None:
    assert fits("cities-action", "play y10")
    assert not fits("cities-action", "play y11")
    assert not fits("record", dump(random_game("duel", 2, (), longest=5)).replace("Result", "result"))


def test_every_production_is_used() -> None:
    used = {term for rule in productions().values() for term in TERM.findall(rule)}
    roots = {"record", *(f"{kind}-position" for kind in PREFIX.values())}
    assert set(productions()) - used == roots


def test_the_records_on_the_page_are_canonical() -> None:
    records = blocks("record")
    assert len(records) == 2
    for text in records:
        assert dump(parse(text)) == text


def test_the_positions_on_the_page_are_canonical() -> None:
    lines = [block.strip() for block in blocks("position")]
    assert {line.split()[0] for line in lines} == set(GAMES)
    for line in lines:
        game = GAMES[line.split()[0]]
        assert game.to_position(game.from_position(line)) == line
