"""Words in three languages: gettext catalogues beside this file, English in the source."""

from tavola.table.i18n.words import LANGUAGES, Words, choose, words

__all__ = ["LANGUAGES", "Words", "choose", "words"]
