"""The languages, and one object for each that turns messages into sentences."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from io import BytesIO
from typing import Final

from babel import Locale
from babel.core import negotiate_locale
from babel.dates import format_datetime
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

__all__ = ["LANGUAGES", "Words", "choose", "words"]

LANGUAGES: Final = {"en": "English", "pl": "Polski", "zh-Hant": "繁體中文"}
"""The `lang` of a page, and the language's own name."""


def _catalogue(lang: str) -> NullTranslations:
    file = resources.files(__package__).joinpath(f"{lang}.po")
    if lang == "en":
        return NullTranslations()
    with file.open("rb") as source:
        catalogue = read_po(source, locale=lang.replace("-", "_"))
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


class Words:
    """One language."""

    def __init__(self, lang: str) -> None:
        """Read its catalogue."""
        self.lang = lang
        self.locale = Locale.parse("en-GB" if lang == "en" else lang, sep="-")
        self._catalogue = _catalogue(lang)

    def say(self, message: str, **values: object) -> str:
        """The message in this language, its placeholders filled."""
        found = self._catalogue.gettext(message)
        return found.format(**values) if values else found

    def many(self, one: str, other: str, n: int, **values: object) -> str:
        """The message in the right plural form for n."""
        return self._catalogue.ngettext(one, other, abs(n)).format(n=n, **values)

    def joined(self, items: list[str]) -> str:
        """`a, b, c`, as the language separates them."""
        return ("、" if self.lang.startswith("zh") else ", ").join(items)

    def sentences(self, parts: list[str]) -> str:
        """One after the other, as the language spaces them."""
        return ("" if self.lang.startswith("zh") else " ").join(part for part in parts if part)

    def listed(self, items: list[str]) -> str:
        """`a, b and c`, as the language writes it."""
        return format_list(items, locale=self.locale)

    def when(self, moment: datetime) -> str:
        """A date and time."""
        return format_datetime(moment, format="medium", locale=self.locale)


@cache
def words(lang: str) -> Words:
    """The language of this tag."""
    return Words(lang)


def choose(wanted: str | None, accepts: str) -> str:
    """The player's own choice, else the best of the browser's Accept-Language, else English."""
    if wanted in LANGUAGES:
        return str(wanted)
    ranked: list[tuple[float, str]] = []
    for part in accepts[:500].split(","):
        tag, _, quality = part.partition(";")
        try:
            weight = float(quality.strip().removeprefix("q=")) if quality else 1.0
        except ValueError:
            continue
        if weight <= 0:
            continue
        ranked.append((-weight, tag.strip().replace("-", "_")))
    tags = [tag for _, tag in sorted(ranked, key=lambda pair: pair[0])]
    for tag in tags:
        if tag.split("_")[0] == "zh":
            return "zh-Hant"
        if found := negotiate_locale([tag, tag.split("_")[0]], ["en", "pl"]):
            return found
    return "en"
