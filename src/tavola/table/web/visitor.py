"""Who is asking: a signed cookie with an opaque player id, and a plain one with settings."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

from itsdangerous import BadSignature, TimestampSigner
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tavola.table.i18n import LANGUAGES, Words, choose, words
from tavola.table.ids import new_player

__all__ = ["Prefs", "Visitor", "remember", "visitor"]

YEAR: Final = 365 * 24 * 3600
PLAYER: Final = "tavola_player"
PREFS: Final = "tavola_prefs"
CHOICES: Final = {
    "lang": tuple(LANGUAGES),
    "theme": ("auto", "light", "dark"),
    "confirm": ("always", "irreversible", "never"),
    "motion": ("auto", "off"),
}


@dataclass(frozen=True, slots=True)
class Prefs:
    """A player's settings."""

    lang: str = ""
    theme: str = "auto"
    confirm: str = "always"
    motion: str = "auto"
    name: str = ""

    @classmethod
    def read(cls, text: str) -> Prefs:
        """From the cookie; what is not a choice is left at its default."""
        given = dict(parse_qsl(text[:500]))
        known = {f.name: given[f.name] for f in fields(cls) if f.name in given}
        kept = {key: value for key, value in known.items() if key not in CHOICES or value in CHOICES[key]}
        return cls(**kept)

    def write(self) -> str:
        """For the cookie."""
        return urlencode({f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name)})

    def changed(self, **values: str) -> Prefs:
        """With other settings, where they are choices."""
        good = {key: value for key, value in values.items() if key not in CHOICES or value in CHOICES[key]}
        return replace(self, **good)


@dataclass(frozen=True, slots=True)
class Visitor:
    """One browser."""

    player: str
    prefs: Prefs
    words: Words


def visitor(connection: HTTPConnection) -> Visitor:
    """Who asks; a newcomer gets a fresh id, which `remember` sends along."""
    signer: TimestampSigner = connection.app.state.signer
    try:
        player = signer.unsign(connection.cookies.get(PLAYER, ""), max_age=YEAR).decode()
    except BadSignature:
        player = new_player()
    prefs = Prefs.read(connection.cookies.get(PREFS, ""))
    lang = choose(prefs.lang, connection.headers.get("accept-language", ""))
    return Visitor(player, prefs, words(lang))


def remember(response: Response, connection: HTTPConnection, who: Visitor) -> Response:
    """Send the cookies, so that the year starts anew with every visit."""
    signer: TimestampSigner = connection.app.state.signer
    secure = connection.url.scheme in ("https", "wss")
    for name, value, hidden in (
        (PLAYER, signer.sign(who.player).decode(), True),
        (PREFS, who.prefs.write(), True),
    ):
        response.set_cookie(name, value, max_age=YEAR, httponly=hidden, samesite="lax", secure=secure, path="/")
    return response
