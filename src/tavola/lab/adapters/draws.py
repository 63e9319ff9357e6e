"""Chance one piece at a time: what the rules deal in one action, as single draws with few outcomes each.

The rules shuffle whole decks in advance. Here a deck has no order: a card is drawn from all that are left when it
is needed, by the deal, a refill or a player. To that end the decks of a state are kept in printed order, and a drawn
card is put on top just before the action that takes it. Outcomes are numbered: cards by their index, then the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final, NamedTuple

from tavola.rules.duel import actions as duel_actions
from tavola.rules.duel import material as duel_material
from tavola.rules.duel import state as duel_state
from tavola.rules.lost_cities import actions as lost_cities_actions
from tavola.rules.lost_cities import material as lost_cities_material
from tavola.rules.lost_cities import state as lost_cities_state
from tavola.rules.lost_cities.rules import next_start
from tavola.rules.splendor import actions as splendor_actions
from tavola.rules.splendor import material as splendor_material
from tavola.rules.splendor import state as splendor_state

__all__ = ["DEALERS", "Dealer", "Urn", "Urns"]


class Urn(NamedTuple):
    """What chance still has to draw from, and what it has drawn."""

    left: tuple[int, ...]
    """A number for each piece, equal ones for pieces that are alike."""
    wanted: int
    """How many are still to be drawn."""
    drawn: tuple[int, ...] = ()

    def odds(self) -> list[tuple[int, float]]:
        """Each outcome with its probability."""
        return [(number, count / len(self.left)) for number, count in sorted(Counter(self.left).items())]

    def draw(self, number: int) -> Urn:
        """The urn after this outcome."""
        at = self.left.index(number)
        return Urn(self.left[:at] + self.left[at + 1 :], self.wanted - 1, (*self.drawn, number))


Urns = tuple[Urn, ...]


@dataclass(frozen=True)
class Dealer:
    """How one game's chance is split into draws."""

    pieces: tuple[str, ...]
    """What each outcome is called."""
    most: Callable[[Any, int, int], int]
    """For options, players and a cap on the actions: a bound on the draws of a whole game."""
    urns: Callable[[Any], Urns]
    """What chance draws where the rules leave it to chance."""
    action: Callable[[Any, Urns], Any]
    """The rules' chance action that these draws make."""
    cards: Sequence[Any]
    decks: Callable[[Any], Sequence[Sequence[Any]]]
    stack: Callable[[Any, tuple[Any, ...]], Any]
    """A state with other decks."""

    def drawn_by(self, state: Any, after: Any) -> Urns:
        """What a player's action draws, if it leads from the one state to the other with the decks as they lie.

        How many cards it draws does not depend on which they are.
        """
        decks = self.decks(state)
        return _urns(decks, [len(old) - len(new) for old, new in zip(decks, self.decks(after), strict=True)])

    def with_drawn(self, state: Any, urns: Urns) -> Any:
        """The state with the drawn cards on top of their decks."""
        return self.stack(state, _decks(self.cards, urns))

    def unordered(self, state: Any) -> Any:
        """The state with its decks in printed order."""
        return self.stack(state, tuple(tuple(sorted(deck, key=_index)) for deck in self.decks(state)))


_index = attrgetter("index")


def _urns(decks: Sequence[Sequence[Any]], wanted: Sequence[int]) -> Urns:
    return tuple(Urn(tuple(map(_index, deck)), count) for deck, count in zip(decks, wanted, strict=True))


def _decks(cards: Sequence[Any], urns: Urns) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(cards[number] for number in urn.drawn + urn.left) for urn in urns)


# --- Lost Cities: two hands, and who starts where a tie is left to chance --------------------------------------

_LC_CARDS: Final = lost_cities_material.CARDS
_LC_SEATS: Final = (len(_LC_CARDS), len(_LC_CARDS) + 1)


def _lost_cities_urns(state: lost_cities_state.State) -> Urns:
    pack = lost_cities_material.pack(state.options.colours)
    urns = _urns([pack], [2 * lost_cities_material.HAND])
    return urns if next_start(state) is not None else (*urns, Urn(_LC_SEATS, 1))


def _lost_cities_deal(state: lost_cities_state.State, urns: Urns) -> lost_cities_actions.Deal:
    start = _LC_SEATS.index(urns[1].drawn[0]) if len(urns) > 1 else None
    return lost_cities_actions.Deal(_decks(_LC_CARDS, urns[:1])[0], start)


_LOST_CITIES: Final = Dealer(
    pieces=(*(card.code for card in _LC_CARDS), "seat 0 starts", "seat 1 starts"),
    most=lambda options, players, cap: options.rounds * (len(lost_cities_material.pack(options.colours)) + 1),
    urns=_lost_cities_urns,
    action=_lost_cities_deal,
    cards=_LC_CARDS,
    decks=lambda state: (state.deck,),
    stack=lambda state, decks: state._replace(deck=decks[0]),
)


# --- Splendor: nobles and rows ---------------------------------------------------------------------------------

_SP_CARDS, _SP_NOBLES = splendor_material.CARDS, splendor_material.NOBLES


def _splendor_urns(state: splendor_state.State) -> Urns:
    nobles = tuple(len(_SP_CARDS) + noble.index for noble in _SP_NOBLES)
    rows = (splendor_material.ROW,) * len(splendor_material.DECKS)
    return Urn(nobles, len(state.players) + 1), *_urns(splendor_material.DECKS, rows)


def _splendor_deal(state: splendor_state.State, urns: Urns) -> splendor_actions.Deal:
    nobles = tuple(_SP_NOBLES[number - len(_SP_CARDS)] for number in urns[0].drawn)
    return splendor_actions.Deal(nobles, _decks(_SP_CARDS, urns[1:]))


_SPLENDOR: Final = Dealer(
    pieces=(*(card.code for card in _SP_CARDS), *(noble.code for noble in _SP_NOBLES)),
    most=lambda options, players, cap: len(_SP_CARDS) + players + 1,
    urns=_splendor_urns,
    action=_splendor_deal,
    cards=_SP_CARDS,
    decks=lambda state: state.decks,
    stack=lambda state, decks: state._replace(decks=decks),
)


# --- Duel: the board, the pyramid and the bag ------------------------------------------------------------------

_SD_CARDS: Final = duel_material.CARDS


def _duel_urns(state: duel_state.State) -> Urns:
    tokens = tuple(len(_SD_CARDS) + kind for kind, count in enumerate(state.bag) for _ in range(count))
    bag = Urn(tokens, len(tokens))
    if state.phase is duel_state.Phase.REPLENISH:
        return (bag,)
    return bag, *_urns(duel_material.DECKS, duel_material.ROWS)


def _duel_action(state: duel_state.State, urns: Urns) -> duel_actions.Action:
    tokens = tuple(number - len(_SD_CARDS) for number in urns[0].drawn)
    if state.phase is duel_state.Phase.REPLENISH:
        return duel_actions.Bag(tokens)
    return duel_actions.Deal(tokens, _decks(_SD_CARDS, urns[1:]))


_DUEL: Final = Dealer(
    pieces=(*(card.code for card in _SD_CARDS), *duel_material.TOKEN_NAMES),
    # Each replenishing takes an action, and draws at most the 25 tokens.
    most=lambda options, players, cap: len(_SD_CARDS) + duel_material.CELLS * (cap + 1),
    urns=_duel_urns,
    action=_duel_action,
    cards=_SD_CARDS,
    decks=lambda state: state.decks,
    stack=lambda state, decks: state._replace(decks=decks),
)

DEALERS: Final = {"lost-cities": _LOST_CITIES, "splendor": _SPLENDOR, "duel": _DUEL}
