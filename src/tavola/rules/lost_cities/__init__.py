"""Lost Cities for two: five or six expeditions, one round or a match of three."""

from tavola.rules.core import Game
from tavola.rules.lost_cities.actions import Action
from tavola.rules.lost_cities.ascii import draw, tell
from tavola.rules.lost_cities.events import EVENTS, Event
from tavola.rules.lost_cities.notation import from_position, from_text, to_position, to_text
from tavola.rules.lost_cities.rules import apply, fixed, initial, legal_actions, outcome, sample, to_play, trusted
from tavola.rules.lost_cities.state import LostCitiesOptions, Phase, State
from tavola.rules.lost_cities.view import View, check, complete, determinize, redact, view

__all__ = ["LOST_CITIES", "LostCitiesOptions", "Phase"]

LOST_CITIES: Game[State, Action, Event, View] = Game(
    name="lost-cities",
    version=1,
    seats=(2,),
    options=LostCitiesOptions,
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
