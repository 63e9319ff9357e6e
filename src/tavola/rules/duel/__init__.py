"""Splendor Duel for two."""

from tavola.rules.core import Game
from tavola.rules.duel.actions import Action
from tavola.rules.duel.ascii import draw, tell
from tavola.rules.duel.events import EVENTS, Event
from tavola.rules.duel.notation import from_position, from_text, to_position, to_text
from tavola.rules.duel.rules import apply, fixed, initial, legal_actions, outcome, sample, to_play, trusted
from tavola.rules.duel.state import DuelOptions, Phase, State
from tavola.rules.duel.view import View, check, complete, determinize, redact, view

__all__ = ["DUEL", "DuelOptions", "Phase"]

DUEL: Game[State, Action, Event, View] = Game(
    name="duel",
    version=1,
    seats=(2,),
    options=DuelOptions,
    view_type=View,
    event_types=EVENTS,
    initial=initial,
    to_play=to_play,
    legal_actions=legal_actions,
    sample=sample,
    fixed=fixed,
    apply=apply,
    trusted=trusted,
    outcome=outcome,
    view=view,
    determinize=determinize,
    to_text=to_text,
    from_text=from_text,
    to_position=to_position,
    from_position=from_position,
    redact=redact,
    complete=complete,
    check=check,
    draw=draw,
    tell=tell,
    turns=lambda state: state.turns,
)
