"""The message catalogues: collected from the source, kept in step, checked.

`python -m tavola.table.i18n.catalogues` brings the `.po` files up to date; what is new is left empty, which
a test reports until it is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from tavola.table.i18n.words import LANGUAGES

__all__ = ["collect", "faults", "path", "read", "update"]

TABLE: Final = Path(__file__).parents[1]
ROOTS: Final = (TABLE / "analysis", TABLE / "web")
"""Where words are said in the player's language."""
KEYWORDS: Final = {"say": None, "_": None, "many": (1, 2)}
TRANSLATED: Final = tuple(lang for lang in LANGUAGES if lang != "en")
_PLACEHOLDER: Final = re.compile(r"\{[a-z_]*\}")


def collect() -> Catalog:
    """Every message of the pages and of the analysis."""
    catalogue = Catalog(project="tavola", charset="utf-8")
    sources = [(file, "python") for root in ROOTS for file in sorted(root.rglob("*.py"))]
    sources += [(file, "jinja2") for root in ROOTS for file in sorted(root.rglob("*.html"))]
    for file, method in sources:
        options = {"trimmed": "true"} if method == "jinja2" else {}
        for line, message, comments, _ in extract_from_file(method, file, KEYWORDS, ("i18n:",), options):
            place = (str(file.relative_to(TABLE)), line)
            catalogue.add(message, locations=[place], auto_comments=comments)
    return catalogue


def path(lang: str) -> Path:
    """The file of a language."""
    return Path(__file__).parent / f"{lang}.po"


def read(lang: str) -> Catalog:
    """The catalogue of a language."""
    with path(lang).open("rb") as file:
        return read_po(file, locale=lang.replace("-", "_"))


def update() -> None:
    """Add what is new and drop what is gone."""
    fresh = collect()
    for lang in TRANSLATED:
        catalogue = read(lang)
        made = catalogue.creation_date
        catalogue.update(fresh, no_fuzzy_matching=True)
        catalogue.creation_date = made
        catalogue.obsolete.clear()
        with path(lang).open("wb") as file:
            write_po(file, catalogue, width=120, no_location=True, sort_output=True, omit_header=False)


def faults() -> Iterator[str]:
    """What is missing, fuzzy or wrong, a sentence each."""
    wanted = collect()
    for lang in TRANSLATED:
        catalogue = read(lang)
        forms = catalogue.num_plurals
        for message in wanted:
            if message.id:
                found = catalogue.get(message.id)
                yield from (f"{lang}: {fault}: {message.id!r}" for fault in _faults(message, found, forms))
        extra = {_key(message) for message in catalogue if message.id} - {_key(m) for m in wanted if m.id}
        yield from (f"{lang}: no page says {key!r} any more" for key in sorted(extra))


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _faults(message: Message, found: Message | None, forms: int) -> Iterator[str]:
    if found is None:
        yield "missing"
        return
    if found.fuzzy:
        yield "fuzzy"
    strings = [found.string] if isinstance(found.string, str) else list(found.string or ())
    if len(strings) != (1 if isinstance(message.id, str) else forms):
        yield "wrong number of plural forms"
    if not all(strings):
        yield "not translated"
        return
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    allowed = set(_PLACEHOLDER.findall(" ".join(ids)))
    for string in strings:
        used = set(_PLACEHOLDER.findall(string))
        if used - allowed or (isinstance(message.id, str) and allowed - used):
            yield f"placeholders {sorted(used)} instead of {sorted(allowed)}"


if __name__ == "__main__":
    update()
