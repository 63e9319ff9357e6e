"""Positions of games between rule bots, and the loops that play them out, compiled once for all tests here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tavola.bots import Bot, make
from tavola.bots.encode import encoding_of
from tavola.bots.nets.bot import simple
from tavola.bots.pool.duel import CROWNED, Mind
from tavola.lab.rollouts.bot import Rollouts
from tavola.rules import GAMES
from tavola.rules.chance import Rng
from tavola.rules.core import CHANCE

WORLDS = 8
"""In every test, since each number needs a loop of its own."""


class Table(NamedTuple):
    game: str
    bot: str
    """The rule bot that plays the games out."""
    players: int = 2
    options: Mapping[str, str] = {}


TABLES = {
    "splendor": Table("splendor", "racer"),
    "splendor for 3": Table("splendor", "racer", 3, {"takeFewer": "upTo3"}),
    "duel": Table("duel", "crowned"),
    "lost cities": Table("lost-cities", "greedy", 2, {"rounds": "3", "colours": "6"}),
}


class Choice(NamedTuple):
    state: Any
    view: Any
    legal: Sequence[Any]


def choices(table: Table, seed: str, bot: Bot | None = None) -> Iterator[Choice]:
    """Where the rule bots, or copies of another bot, had something to choose in a game of theirs, payments apart."""
    game, rng = GAMES[table.game], Rng(seed)
    bot = bot or make(table.bot, game)
    state = game.initial(table.players, game.options.of(table.options), 0)
    while (actor := game.to_play(state)) is not None:
        if actor is CHANCE:
            action = game.sample(state, rng)
        else:
            view, legal = game.view(state, actor), game.legal_actions(state)
            if len(legal) > 1 and not hasattr(legal[0], "tokens"):
                yield Choice(state, view, legal)
            action = bot.choose(view, legal, rng)
        state = game.trusted(state, action).state


def ratings(table: Table, choice: Choice) -> list[float]:
    """What the rule bot thinks of each action."""
    view, legal = choice.view, choice.legal
    if table.game != "duel":
        bot: Any = make(table.bot, GAMES[table.game])
        return [*map(bot.judge(view), legal)]
    return Mind(CROWNED, view).rated(legal)


def own_choice(table: Table, choice: Choice) -> int:
    """The place of the action that the rule bot of the rollouts takes, found while one action is played out."""
    bot = Rollouts(GAMES[table.game], WORLDS)
    view = simple(choice.view)
    code = encoding_of(view)
    engine, worlds, play = bot.ready(code.players, code.options)
    actions = np.zeros(engine.num_actions, np.int32)
    actions[0] = code.id_of(view, choice.legal[0])
    tables = worlds(engine, view, WORLDS, np.random.default_rng(1))
    _, own = play(tables, actions, np.int32(1), np.int32(view.seat), np.uint32(1))
    return [code.id_of(view, action) for action in choice.legal].index(int(own))
