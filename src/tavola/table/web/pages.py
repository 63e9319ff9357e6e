"""The pages around the tables: lobby, new game, rules, cards, about, settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tavola import bots
from tavola.rules import GAMES
from tavola.rules.duel.material import CARDS as DUEL_CARDS
from tavola.rules.duel.material import ROYALS
from tavola.rules.lost_cities.material import CARDS as EXPEDITION_CARDS
from tavola.rules.splendor.material import CARDS as SPLENDOR_CARDS
from tavola.rules.splendor.material import NOBLES
from tavola.table.i18n import Words
from tavola.table.look import LobbyTable, MyTable, Status
from tavola.table.seats import SeatPlan
from tavola.table.web.answers import go, html, local, service_of
from tavola.table.web.present import PRESENTERS, duel, lost_cities, splendor
from tavola.table.web.present.options import labels
from tavola.table.web.visitor import Visitor, visitor

__all__ = ["about", "card_groups", "cards", "import_record", "lobby", "new", "prefs", "rules"]


@dataclass(frozen=True, slots=True)
class Tile:
    """A game in the lobby."""

    game: str
    name: str
    about: str
    art: tuple[str, ...]


def _tiles(words: Words) -> list[Tile]:
    said = {
        "duel": (
            words.say("For two: a spiral of tokens, a pyramid of jewels and three roads to victory."),
            ("duel/2w4", "duel/3b1", "duel/1r2"),
        ),
        "splendor": (
            words.say("For two to four: gems buy mines, mines buy workshops, workshops please the nobles."),
            ("splendor/1g8", "splendor/3w4", "splendor/2k5"),
        ),
        "lost-cities": (
            words.say("For two: five or six expeditions, a hand of eight, and the nerve to bet on yourself."),
            ("lost-cities/y7", "lost-cities/bx", "lost-cities/g10"),
        ),
    }
    return [Tile(game, PRESENTERS[game].name(words), *said[game]) for game in GAMES]


def _item(table: LobbyTable | MyTable, what: str, words: Words) -> dict[str, str]:
    seats = [seat.name or words.say("free") for seat in table.seats]
    return {
        "code": table.code,
        "name": PRESENTERS[table.game].name(words),
        "players": " · ".join([*seats, words.when(table.changed)]),
        "what": what,
    }


def _state_of(table: MyTable, words: Words) -> str:
    if table.status is Status.WAITING:
        return words.say("waiting")
    if table.status is Status.OVER:
        return words.say("over")
    return words.say("your turn") if table.my_turn else words.say("go on")


async def lobby(request: Request) -> Response:
    """New games, open tables, one's own games."""
    who, service = visitor(request), service_of(request)
    words = who.words
    there = await service.lobby()
    mine = await service.games_of(who.player)
    my_codes = {table.code for table in mine}
    open_tables = [_item(table, words.say("Join"), words) for table in there.waiting if table.code not in my_codes]
    open_tables += [_item(table, words.say("Watch"), words) for table in there.playing if table.code not in my_codes]
    return html(
        request,
        who,
        "lobby.html",
        tiles=_tiles(words),
        open_tables=open_tables[:30],
        my_games=[_item(table, _state_of(table, words), words) for table in mine[:30]],
    )


async def about(request: Request) -> Response:
    """What this is."""
    return html(request, visitor(request), "about.html")


def _game(request: Request) -> str:
    game: str = request.path_params.get("game", "duel")
    if game not in GAMES:
        raise HTTPException(404)
    return game


async def rules(request: Request) -> Response:
    """The rules of a game."""
    who = visitor(request)
    names = {game: PRESENTERS[game].name(who.words) for game in GAMES}
    return html(request, who, "rules.html", game=_game(request), names=names)


async def cards(request: Request) -> Response:
    """All the cards of a game."""
    who, game = visitor(request), _game(request)
    groups = card_groups(game, who.words)
    return html(request, who, "cards.html", name=PRESENTERS[game].name(who.words), groups=groups)


def card_groups(game: str, words: Words) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """The cards under their headings: art, code and description."""
    if game == "lost-cities":
        by_colour: dict[int, list[tuple[str, str, str]]] = {}
        for expedition in EXPEDITION_CARDS:
            entry = (f"lost-cities/{expedition.code}", expedition.code, lost_cities.card_name(expedition, words))
            by_colour.setdefault(expedition.colour, []).append(entry)
        return [(lost_cities.colour_names(words)[colour], entries) for colour, entries in by_colour.items()]
    groups: dict[int, list[tuple[str, str, str]]] = {1: [], 2: [], 3: []}
    if game == "duel":
        for jewel in DUEL_CARDS:
            groups[jewel.level].append((f"duel/{jewel.code}", jewel.code, duel.card_name(jewel, words)))
        more = (words.say("Royals"), [(f"royal/{r.code}", r.code, duel.royal_name(r, words)) for r in ROYALS])
    else:
        for card in SPLENDOR_CARDS:
            groups[card.level].append((f"splendor/{card.code}", card.code, splendor.card_name(card, words)))
        more = (words.say("Nobles"), [(f"noble/{n.code}", n.code, splendor.noble_name(n, words)) for n in NOBLES])
    return [*((words.say("Level {n}", n=level), entries) for level, entries in groups.items()), more]


async def prefs(request: Request) -> Response:
    """Change the settings."""
    who, form = visitor(request), await request.form()
    wanted = {key: str(form[key]) for key in ("lang", "theme", "confirm", "motion") if key in form}
    changed = Visitor(who.player, who.prefs.changed(**wanted), who.words)
    return go(request, changed, local(str(form.get("back", "/"))))


async def import_record(request: Request) -> Response:
    """Replay a record from elsewhere."""
    who, form = visitor(request), await request.form()
    code = await service_of(request).import_record(str(form.get("record", "")), who.player)
    return go(request, who, f"/t/{code}/replay/0")


# --- A new game ----------------------------------------------------------------------------------------------


async def new(request: Request) -> Response:
    """Choose players and options; then open the table."""
    who, game = visitor(request), _game(request)
    if request.method == "GET":
        return html(request, who, "new.html", **_choices(game, who))
    form = {key: str(value) for key, value in (await request.form()).items()}
    name = form.get("name") or who.prefs.name or who.words.say("Guest")
    seats = [SeatPlan("me", name)]
    if form.get("quick"):
        seats.append(_bot(game, bots.default(GAMES[game]), who.words))
    else:
        seats += [_plan(game, form, number, who.words) for number in range(2, _players(game, form) + 1)]
    options = {key.removeprefix("option-"): value for key, value in form.items() if key.startswith("option-")}
    start = (
        int(form["start"]) - 1 if options.get("firstPlayer") == "chosen" and form.get("start", "").isdigit() else None
    )
    code = await service_of(request).open(
        game,
        options,
        seats,
        who.player,
        name,
        players=len(seats),
        chosen_start=start,
        listed=form.get("listed") == "yes",
    )
    remembered = Visitor(who.player, who.prefs.changed(name=name), who.words)
    return go(request, remembered, f"/t/{code}")


def _players(game: str, form: Mapping[str, str]) -> int:
    seats = GAMES[game].seats
    wanted = form.get("players", "")
    return int(wanted) if wanted.isdigit() and int(wanted) in seats else seats[0]


def _bot(game: str, bot: str, words: Words) -> SeatPlan:
    return SeatPlan("bot", bot_label(bot, words), bot)


def bot_label(bot: str, words: Words) -> str:
    """A bot's name as people read it."""
    said = {
        "novice": words.say("Novice"),
        "apprentice": words.say("Apprentice"),
        "journeyman": words.say("Journeyman"),
        "master": words.say("Master"),
        "champion": words.say("Champion"),
        "uniform": words.say("Random"),
        "greedy": words.say("Greedy"),
    }
    return said.get(bot, bot.capitalize())


def _plan(game: str, form: Mapping[str, str], number: int, words: Words) -> SeatPlan:
    wanted = form.get(f"seat{number}", "")
    if wanted == "person":
        return SeatPlan("person")
    if wanted == "here":
        return SeatPlan("me", form.get(f"name{number}") or words.say("Player {n}", n=number))
    bot = wanted.removeprefix("bot:")
    return _bot(game, bot if bot in bots.names(GAMES[game]) else bots.default(GAMES[game]), words)


def _choices(game: str, who: Visitor) -> dict[str, Any]:
    words, rules_of = who.words, GAMES[game]
    named = labels(game, words)
    defaults = rules_of.options().written(all_of_them=True)
    known, usual = bots.names(rules_of), bots.default(rules_of)
    return {
        "game": game,
        "name": PRESENTERS[game].name(words),
        "my_name": who.prefs.name,
        "counts": rules_of.seats,
        "players": rules_of.seats[0],
        "bots": [
            {
                "name": bot,
                "label": bot_label(bot, words),
                "rating": bots.rating(bot, rules_of),
                "first": bot == usual,
            }
            for bot in known
        ],
        "options": [
            {"key": key, "label": label, "choices": list(values.items()), "default": defaults[key]}
            for key, (label, values) in named.items()
        ],
        "has_chosen": any("chosen" in values for _, values in named.values()),
    }
