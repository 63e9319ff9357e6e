"""Who may import whom: the rules know nothing of bots, bots nothing of tables, and none of them peeks at a state."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "tavola"
ANY = "*"


class Layer(NamedTuple):
    """What the modules of one part of the package may import besides the standard library."""

    parts: frozenset[str]
    """Parts of tavola itself."""
    third_party: frozenset[str]
    """Top-level names of other packages; ANY for all of them."""


LAYERS = {
    "__init__": Layer(frozenset(), frozenset()),
    "rules": Layer(frozenset({"rules"}), frozenset()),
    "bots": Layer(frozenset({"rules", "bots"}), frozenset({"numpy"})),
    "lab": Layer(frozenset({"rules", "bots", "lab"}), frozenset({ANY})),
    "table": Layer(frozenset({"rules", "bots", "table"}), frozenset({ANY})),
    "cli": Layer(frozenset({ANY}), frozenset({ANY})),
    "__main__": Layer(frozenset({"cli"}), frozenset()),
}

# These see a game only through views: a state holds the hidden cards.
BLIND = ("bots", "table.web")


class Import(NamedTuple):
    """One imported name, resolved: `from a.b import c` is module `a.b`, name `c`."""

    line: int
    module: str
    name: str | None


def imports(source: str, module: str, is_package: bool) -> Iterator[Import]:
    """Everything that a module's source imports, wherever in it, by statement or by a literal `import_module`."""
    package = module.split(".") if is_package else module.split(".")[:-1]

    def resolved(level: int, name: str | None) -> str:
        if level == 0:
            return name or ""
        base = package[: len(package) - level + 1]
        return ".".join([*base, name] if name else base)

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield Import(node.lineno, alias.name, None)
            case ast.ImportFrom(module=base, names=names, level=level):
                for alias in names:
                    yield Import(node.lineno, resolved(level, base), alias.name)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(literal)), *_],
            ):
                name = literal.lstrip(".")
                yield Import(node.lineno, resolved(len(literal) - len(name), name), None)


def complaints(source: str, module: str, is_package: bool = False) -> list[str]:
    """What is wrong with the imports of one module, in words."""
    place = module.removeprefix("tavola").removeprefix(".") or "__init__"
    part = place.split(".")[0]
    layer = LAYERS.get(part)
    if layer is None:
        return [f"{module}: no layer is named {part}; add it to LAYERS"]
    blind = any(place == path or place.startswith(path + ".") for path in BLIND)
    found = []
    for line, target, name in imports(source, module, is_package):
        where = f"{module}:{line}"
        top, *rest = target.split(".")
        if top == "tavola":
            # `from tavola import rules` is as good as `import tavola.rules`.
            wanted = rest[0] if rest else name
            free = wanted is not None and wanted.startswith("__") and wanted not in LAYERS
            if not free and wanted not in layer.parts and ANY not in layer.parts:
                found.append(f"{where}: {part} must not import {target if rest else f'tavola.{wanted}'}")
        elif top not in sys.stdlib_module_names and not {top, ANY} & layer.third_party:
            found.append(f"{where}: {part} must not import {target}")
        if blind:
            full = f"{target}.{name}" if name else target
            if name == "State" or target.endswith(".state") or full.endswith(".state"):
                found.append(f"{where}: {place} must not see states, but imports {full}")
            if name == "*" and top == "tavola":
                found.append(f"{where}: {place} must name what it imports from {target}, lest it be a state")
    if blind:
        # The way around the import.
        found += [
            f"{module}:{node.lineno}: {place} must not see states, but reaches for {ast.unparse(node)}"
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Attribute) and node.attr == "State"
        ]
    return found


def test_the_package_keeps_to_its_layers() -> None:
    found = []
    files = sorted(PACKAGE.rglob("*.py"))
    assert files, f"no modules under {PACKAGE}"
    for file in files:
        names = ["tavola", *file.relative_to(PACKAGE).with_suffix("").parts]
        is_package = names[-1] == "__init__"
        module = ".".join(names[:-1] if is_package else names)
        found += complaints(file.read_text(encoding="utf-8"), module, is_package)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tavola.rules.core", "from __future__ import annotations\nimport random, collections.abc"),
        (
            "tavola.rules.duel.game",
            "from .state import State\nfrom ..core import Game\nfrom tavola.rules import options",
        ),
        ("tavola.rules.core", "from tavola import __version__"),
        ("tavola.bots.greedy", "import numpy as np\nfrom tavola.rules.core import Game\nfrom . import base"),
        ("tavola.bots.greedy", "from tavola.rules.duel.statement import Estate"),
        ("tavola.bots.greedy", "def act(self):\n    return self.state"),
        ("tavola.lab.nets", "import jax.numpy\nfrom tavola.rules.duel.state import State\nfrom ..bots import greedy"),
        ("tavola.table.server", "import anything\nfrom tavola.rules.duel.state import State"),
        ("tavola.table.web.app", "import anything\nfrom ..session import Table"),
        ("tavola.table.website", "from tavola.rules.duel.state import State"),
        ("tavola.cli", "import anything\nfrom tavola import rules, bots, lab, table"),
        ("tavola.__main__", "from tavola.cli import main"),
    ],
)
def test_what_is_allowed_passes(module: str, source: str) -> None:
    assert complaints(source, module) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("tavola.rules.core", "import numpy"),
        ("tavola.rules.core", "def f():\n    import numpy.random"),
        ("tavola.rules.core", "import tavola.bots"),
        ("tavola.rules.core", "import tavola"),
        ("tavola.rules.core", "from tavola import bots"),
        ("tavola.rules.core", "from .. import bots"),
        ("tavola.rules.core", "from ..bots.greedy import Greedy"),
        ("tavola.rules.duel.game", "from ...cli import main"),
        ("tavola.rules.core", "import importlib\nimportlib.import_module('tavola.bots')"),
        ("tavola.rules.core", "from importlib import import_module\nimport_module('..bots', __package__)"),
        ("tavola.rules.core", "__import__('numpy')"),
        ("tavola.rules.core", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tavola.bots import x"),
        ("tavola.bots.greedy", "import jax"),
        ("tavola.bots.greedy", "from tavola.lab import nets"),
        ("tavola.bots.greedy", "class A:\n    def f(self):\n        from tavola.table import server"),
        ("tavola.bots.greedy", "from tavola.rules.duel import State"),
        ("tavola.bots.greedy", "from tavola.rules.duel import State as S"),
        ("tavola.bots.greedy", "from tavola.rules.duel.state import bag"),
        ("tavola.bots.greedy", "from tavola.rules.duel import state"),
        ("tavola.bots.greedy", "import tavola.rules.duel.state as s"),
        ("tavola.bots.greedy", "from ..rules.duel.state import bag"),
        ("tavola.bots.greedy", "from tavola.rules.duel import *"),
        ("tavola.bots.greedy", "from tavola.rules import duel\nx: duel.State"),
        ("tavola.lab.nets", "from tavola.table import server"),
        ("tavola.table.server", "from tavola.lab import nets"),
        ("tavola.table.web.app", "from tavola.rules.duel.state import bag"),
        ("tavola.table.web", "from tavola.rules.duel import State"),
        ("tavola.cellar.wine", "import random"),
    ],
)
def test_what_is_forbidden_is_found(module: str, source: str) -> None:
    assert len(complaints(source, module)) == 1


def test_relative_imports_of_a_package_start_at_the_package_itself() -> None:
    assert complaints("from .core import Game", "tavola.rules", is_package=True) == []
    assert complaints("from . import bots", "tavola", is_package=True) == [
        "tavola:1: __init__ must not import tavola.bots"
    ]
    assert complaints("from ...bots import greedy", "tavola.rules.duel", is_package=True) == [
        "tavola.rules.duel:1: rules must not import tavola.bots"
    ]
