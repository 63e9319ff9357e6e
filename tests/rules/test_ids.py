"""Every rule has a test that carries its id, and every id that a test carries exists."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]


def known() -> list[str]:
    lines = (TESTS / "rules" / "ids.txt").read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if line and not line.startswith("#")]


def _is_rule_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule")


def _marks(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    """Each `pytest.mark.rule(...)` with the test that it decorates; marks of `pytest.param` count with their test."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                for part in ast.walk(decorator):
                    if isinstance(part, ast.Call) and _is_rule_mark(part):
                        yield part, node.name


@functools.cache
def carried() -> dict[str, list[str]]:
    """Each id that a test carries, with where. Read from the source, so that it does not matter which tests run."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for call, name in _marks(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.relative_to(TESTS)}:{call.lineno} {name}"
            assert name.lower().startswith("test"), f"{where} is not a test."
            assert call.args, f"{where} carries no id."
            for arg in call.args:
                assert isinstance(arg, ast.Constant), f"{where}: ids are written out."
                found.setdefault(str(arg.value), []).append(where)
    return found


def test_ids_are_listed_once() -> None:
    assert len(set(known())) == len(known())


def test_every_rule_has_a_test() -> None:
    missing = [rule for rule in known() if rule not in carried()]
    assert not missing, f"{len(missing)} without a test: {', '.join(missing)}"


def test_every_carried_id_exists() -> None:
    unknown = {rule: where for rule, where in carried().items() if rule not in known()}
    assert not unknown
