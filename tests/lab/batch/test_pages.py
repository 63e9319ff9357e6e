"""The pages about environments and training: their tables are those of the code, and their code runs."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

from tavola.lab.batch import make
from tavola.lab.batch.tables import PAGES, filled, main
from tests.docs.test_docs import DOCS, blocks

RUN = [*(f"batch/{name}.md" for name in PAGES), "batch/README.md", "bots.md", "training.md"]


def read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_tables_are_up_to_date(name: str) -> None:
    page = read(f"batch/{name}.md")
    assert filled(name, page) == page, "run python -m tavola.lab.batch.tables"
    assert page.count("<!-- table: ") == page.count("<!-- end -->") == 3


def test_the_command_writes_the_tables(tmp_path: Path) -> None:
    for name in PAGES:
        empty = re.sub(r"(<!-- table: \w+ -->\n).*?(<!-- end -->)", r"\1\2", read(f"batch/{name}.md"), flags=re.S)
        assert "| start |" not in empty
        (tmp_path / f"{name}.md").write_text(empty, encoding="utf-8")
    main(str(tmp_path))
    for name in PAGES:
        assert (tmp_path / f"{name}.md").read_text(encoding="utf-8") == read(f"batch/{name}.md")


@pytest.mark.parametrize("name", PAGES)
def test_an_observation_is_told_without_gaps(name: str) -> None:
    """Blocks and single rows follow one another to the end."""
    at, inside, block = 0, 0, 0
    rows = read(f"batch/{name}.md").split("<!-- table: observation -->")[1].split("<!-- end -->")[0].splitlines()[3:]
    for start, size in (re.match(r"\| (\+?\d+) \| ([\d ×]+) \|", row).groups() for row in rows):  # type: ignore[union-attr]
        if start.startswith("+"):
            assert int(start) == inside
            inside += int(size)
            continue
        assert inside == block
        assert int(start) == at
        count, _, width = size.rpartition(" × ")
        block = int(width) if count else 0
        at, inside = at + int(width) * int(count or 1), 0
    assert at == make(name).encoding.size


def test_a_page_for_every_game() -> None:
    assert {file.stem for file in (DOCS / "batch").glob("*.md")} == {*PAGES, "README"}
    headings = [re.findall(r"^## (.+)$", read(f"batch/{name}.md"), re.M) for name in PAGES]
    assert headings[0] == headings[1] == headings[2]


@pytest.mark.slow
@pytest.mark.parametrize("page", RUN)
def test_the_code_runs_and_prints_what_it_shows(page: str) -> None:
    namespace: dict[str, Any] = {"__name__": "page"}
    for line, code, output in blocks(read(page)):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * line + code, page, "exec"), namespace)
        assert printed.getvalue() == output, f"the block at line {line + 1} prints something else"
