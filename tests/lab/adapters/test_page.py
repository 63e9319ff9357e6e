"""The page about the adapters shows the examples that the tests run."""

from __future__ import annotations

from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.mark.parametrize("name", ["zoo", "gym", "spiel"])
def test_the_page_shows_the_example(name: str) -> None:
    page = (DOCS / "adapters.md").read_text(encoding="utf-8")
    example = (DOCS / "examples" / f"{name}_example.py").read_text(encoding="utf-8")
    assert f"```python\n{example}```\n" in page
