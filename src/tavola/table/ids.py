"""Names of things that must not be guessed, and names that people give themselves."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Collection
from typing import Final

from tavola.table.errors import BadName, NoSuchTable

__all__ = [
    "LONGEST_NAME",
    "clean_name",
    "digest",
    "distinct_name",
    "new_code",
    "new_player",
    "new_secret",
    "read_code",
    "same_secret",
]

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters and digits that are not taken for one another."""
CODE_LENGTH: Final = 13
"""31 ** 13 is more than 2 ** 64."""
LONGEST_NAME: Final = 24
LONGEST_PLAYER: Final = 64
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def new_code() -> str:
    """A table code that cannot be guessed and can be read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as people type it; NoSuchTable for what cannot be one."""
    code = text.strip().lower()
    if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
        raise NoSuchTable
    return code


def new_player() -> str:
    """The id of a person seen for the first time."""
    return secrets.token_urlsafe(18)


def new_secret() -> str:
    """The secret of a private seat link."""
    return secrets.token_urlsafe(24)


def digest(secret: str) -> str:
    """What is stored of a secret. Secrets are random and long, so that a plain hash keeps them."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def same_secret(secret: str, stored: str | None) -> bool:
    """Whether the secret is the one stored, in a time that does not tell how much of it is right."""
    return hmac.compare_digest(digest(secret), stored or "")


def clean_name(text: str) -> str:
    """A name fit to be shown: one line, no unseen characters, from 1 to 24 characters."""
    seen = "".join(letter for letter in text[:1000] if letter.isspace() or unicodedata.category(letter) not in _UNSEEN)
    name = unicodedata.normalize("NFC", " ".join(seen.split()))
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadName(f"A name has from 1 to {LONGEST_NAME} characters.")
    return name


def distinct_name(name: str, others: Collection[str]) -> str:
    """The name, numbered where somebody else at the table has it already."""
    taken = {other.casefold() for other in others}
    number, distinct = 1, name
    while distinct.casefold() in taken:
        number += 1
        distinct = f"{name[: LONGEST_NAME - 1 - len(str(number))].rstrip()} {number}"
    return distinct
