"""The README's example runs, and is the one in docs/examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_readmes_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), flags=re.DOTALL)
    assert code.strip() in (ROOT / "docs/examples/play_a_game.py").read_text("utf-8")
    exec(compile(code, "README.md", "exec"), {})
    said = capsys.readouterr().out.splitlines()
    assert "The table is laid out. Ann starts." in said[0]
    assert " wins by " in said[-2]
    assert said[-1].startswith("Outcome(reasons=")
