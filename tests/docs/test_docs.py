"""The documentation is true: its code runs, its links lead somewhere, and every rule stands in it once."""

from __future__ import annotations

import contextlib
import importlib
import io
import re
import runpy
import sys
from collections import Counter
from dataclasses import Field, fields
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from tavola.rules import GAMES
from tests.rules.test_ids import known

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("README.md")])
EXAMPLES = sorted((DOCS / "examples").glob("*.py"))
SHORT = {"train_ppo.py": "--minutes 0.01 --games 16 --lessons 4 --matches 8"}
"""Arguments that make a long example short."""
RESULTS = {"train_ppo.py": r"in the end the net wins \d+\.\d% \(.+\) of 8 rounds against greedy\n$"}
"""What an example has to print."""
PREFIXES = {"duel": ("SD-", "SDA-"), "splendor": ("SP-", "SPA-"), "lost-cities": ("LC-", "LCA-")}
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```\n", re.M | re.S)
RULE = re.compile(r"(?:SD|SP|LC)A?-\d+")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def rules_page(name: str) -> str:
    return (DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8")


class Block(NamedTuple):
    """A block of code in a page, with what it prints where the page shows it."""

    line: int
    code: str
    output: str


def blocks(text: str) -> list[Block]:
    """The python blocks; a text block right below one is its output."""
    found = list(FENCE.finditer(text))
    shown = {fence.start(): fence[2] for fence in found if fence[1] == "text"}
    return [
        Block(text[: fence.start(2)].count("\n"), fence[2], shown.get(fence.end(), ""))
        for fence in found
        if fence[1] == "python"
    ]


def test_the_tour_runs_and_prints_what_it_shows() -> None:
    page = DOCS / "tour.md"
    namespace: dict[str, Any] = {"__name__": "tour"}
    tour = blocks(page.read_text(encoding="utf-8"))
    assert len(tour) > 10
    for line, code, output in tour:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * line + code, str(page), "exec"), namespace)
        assert printed.getvalue() == output, f"the block at line {line + 1} of the tour prints something else"


@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_examples_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [str(path), *SHORT.get(path.name, "").split()])
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        runpy.run_path(str(path), run_name="__main__")
    assert re.search(RESULTS.get(path.name, "."), printed.getvalue())


def test_there_are_pages_and_examples() -> None:
    assert {"README.md", "tour.md", "add-a-game.md"} <= {page.name for page in PAGES if page.parent == DOCS}
    assert {page.stem for page in PAGES if page.parent == DOCS / "rules"} == set(GAMES)
    assert EXAMPLES


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = [target.partition("#")[0] for target in LINK.findall(text) if not re.match(r"[a-z]+:", target)]
    missing = [target for target in targets if target and not (page.parent / target).exists()]
    assert not missing


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_heads_one_statement(name: str) -> None:
    text = rules_page(name)
    heads = re.findall(r"^- \*\*([^*]+)\*\* ", text, re.M)
    assert Counter(re.findall(r"\*\*(.+?)\*\*", text)) == Counter(heads), "bold is for the numbers of rules"
    wanted = [rule for rule in known() if rule.startswith(PREFIXES[name]) and "-V" not in rule]
    assert Counter(heads) == Counter(wanted)
    assert heads == sorted(heads, key=lambda rule: ("A-" in rule, rule)), "the rules stand in their order"


def test_every_rule_belongs_to_a_page() -> None:
    assert all(rule.startswith(sum(PREFIXES.values(), ())) for rule in known())


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_rules_that_are_mentioned_exist(page: Path) -> None:
    assert set(RULE.findall(page.read_text(encoding="utf-8"))) <= set(known())


def row(option: Field[Any]) -> str:
    """The beginning of an option's line in the table of a page."""
    default = "off" if option.default is None else option.default
    if "range" in option.metadata:
        others = "{} to {}".format(*option.metadata["range"])
    else:
        others = ", ".join(f"`{value}`" for value in option.metadata["values"] if value != option.default)
    return f"| `{option.metadata['key']}` | `{default}` | {others} |"


@pytest.mark.parametrize("name", GAMES)
def test_options_are_described(name: str) -> None:
    rows = [line for line in rules_page(name).splitlines() if re.match(r"\| `\w+` \| `\w+` \|", line)]
    wanted = [row(option) for option in fields(GAMES[name].options)]
    assert [line[: len(start)] for line, start in zip(rows, wanted, strict=True)] == wanted


@pytest.mark.parametrize("name", GAMES)
def test_moves_in_the_rules_are_understood(name: str) -> None:
    """Code spans that look like moves are moves, canonically written; each kind but the deal has an example."""
    game = GAMES[name]
    actions = importlib.import_module(f"tavola.rules.{name.replace('-', '_')}.actions")
    spans = set(re.findall(r"`([a-z]+(?: [a-z0-9*]+)*)`", rules_page(name)))
    moves = {span for span in spans if " " in span} | spans & {"pass", "draw", "replenish"}
    assert {game.to_text(game.from_text(move)) for move in moves} == moves
    shown = {type(game.from_text(move)) for move in moves}
    assert shown | {actions.Deal} == set(get_args(actions.Action))
