"""Splendor for two, three or four."""

from tavola.rules.core import Game
from tavola.rules.splendor.actions import Action
from tavola.rules.splendor.ascii import draw, tell
from tavola.rules.splendor.events import EVENTS, Event
from tavola.rules.splendor.notation import from_position, from_text, to_position, to_text
from tavola.rules.splendor.rules import apply, fixed, initial, legal_actions, outcome, sample, to_play, trusted
from tavola.rules.splendor.state import Phase, SplendorOptions, State
from tavola.rules.splendor.view import View, check, complete, determinize, redact, view

__all__ = ["SPLENDOR", "Phase", "SplendorOptions"]

SPLENDOR: Game[State, Action, Event, View] = Game(
    name="splendor",
    version=1,
    seats=(2, 3, 4),
    options=SplendorOptions,
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
