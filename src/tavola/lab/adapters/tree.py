"""A game as a tree of single actions and single draws, with what each seat remembers of the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, Self

from tavola.lab.adapters.draws import DEALERS, Urns
from tavola.lab.adapters.play import Setup
from tavola.lab.rewards import fair_rewards
from tavola.rules import CHANCE, Chance, NotLegal, Seat, Step

__all__ = ["Line", "Moment", "Tree"]


@dataclass(slots=True, eq=False)
class Line:
    """One thing that happened. What players do is public; what it brought may not be."""

    text: str
    events: tuple[Any, ...]
    told: dict[Seat | None, str] = field(default_factory=dict)

    def seen_by(self, seat: Seat | None) -> str:
        """The line as a seat or a spectator saw it."""
        if seat not in self.told:
            seen = [repr(event.seen_by(seat)) for event in self.events]
            self.told[seat] = " ".join([self.text, *seen]) + "\n"
        return self.told[seat]


class Moment(NamedTuple):
    """A node of the tree; nothing in it ever changes."""

    state: Any
    """Of the rules, with decks in printed order; before the action while draws are to be made for it."""
    before: tuple[str, ...]
    """What each seat, and last a spectator, remembers of the time before `past`."""
    past: tuple[Line, ...] = ()
    actions: int = 0
    """Taken by players since the game began."""
    action: Any = None
    """A player's action that waits for its draws."""
    urns: Urns = ()
    """What chance is drawing from."""

    def __deepcopy__(self, memo: Any) -> Self:
        """The same: OpenSpiel clones a state by deep copies."""
        return self


class Tree:
    """Where moments lead. Seat 0 starts; a game that reaches the cap is over, and drawn."""

    def __init__(self, setup: Setup, cap: int | None = None) -> None:
        """For a game with its players and options."""
        self.setup, self.game = setup, setup.game
        self.dealer = DEALERS[setup.game.name]
        self.cap = setup.cap if cap is None else cap
        self._listed: tuple[Any, dict[int, Any]] = (None, {})

    def root(self) -> Moment:
        """Before the deal."""
        state = self.game.initial(self.setup.players, self.setup.options, 0)
        return self._reach(Moment(state, ("",) * (self.setup.players + 1)))

    def _reach(self, moment: Moment) -> Moment:
        """Put out the urns where the rules leave it to chance."""
        by_chance = self.game.to_play(moment.state) is CHANCE
        return moment._replace(urns=self.dealer.urns(moment.state) if by_chance else (), action=None)

    def to_play(self, moment: Moment) -> Seat | Chance | None:
        """Who acts; None when the game is over."""
        if moment.urns:
            return CHANCE
        return None if moment.actions >= self.cap else self.game.to_play(moment.state)

    def returns(self, moment: Moment) -> list[float]:
        """What each seat has won: nothing before the end."""
        outcome = None if moment.urns else self.game.outcome(moment.state)
        return [0.0] * self.setup.players if outcome is None else fair_rewards(outcome)

    # --- Going on ----------------------------------------------------------------------------------------------

    def legal(self, moment: Moment) -> dict[int, Any]:
        """What the seat on turn may do, by number; kept until another state is asked about."""
        if self._listed[0] is not moment.state:
            self._listed = moment.state, self.setup.legal(moment.state)
        return self._listed[1]

    def act(self, moment: Moment, number: int) -> Moment:
        """The seat on turn takes the action of this number."""
        action = self.legal(moment).get(number)
        if action is None:
            raise NotLegal(f"{number} is not the number of a legal action.")
        step = self.game.trusted(moment.state, action)
        moment = moment._replace(actions=moment.actions + 1, action=action)
        urns = self.dealer.drawn_by(moment.state, step.state)
        if any(urn.wanted for urn in urns):
            return moment._replace(urns=urns)
        return self._go_on(moment, step)

    def odds(self, moment: Moment) -> list[tuple[int, float]]:
        """The outcomes of the next draw, each with its probability."""
        return next(urn for urn in moment.urns if urn.wanted).odds()

    def draw(self, moment: Moment, number: int) -> Moment:
        """Chance draws this outcome."""
        at = next(at for at, urn in enumerate(moment.urns) if urn.wanted)
        urns = (*moment.urns[:at], moment.urns[at].draw(number), *moment.urns[at + 1 :])
        if any(urn.wanted for urn in urns):
            return moment._replace(urns=urns)
        state, action = moment.state, moment.action
        if action is None:
            action = self.dealer.action(state, urns)
        else:
            state = self.dealer.with_drawn(state, urns)
        return self._go_on(moment, self.game.trusted(state, action))

    def _go_on(self, moment: Moment, step: Step[Any, Any]) -> Moment:
        line = Line(self._said(moment), step.events)
        return self._reach(moment._replace(state=step.state, past=(*moment.past, line)))

    def _said(self, moment: Moment) -> str:
        """The pending action; it is by whoever is on turn, which all know."""
        return "chance" if moment.action is None else str(self.game.to_text(moment.action))

    # --- What seats know ---------------------------------------------------------------------------------------

    def memory(self, moment: Moment, seat: Seat | None) -> str:
        """All that a seat, or a spectator, has done and seen, in order."""
        earlier = moment.before[-1 if seat is None else seat]
        pending = "" if moment.action is None else self._said(moment)
        return "".join([earlier, *(line.seen_by(seat) for line in moment.past), pending])

    def resample(self, moment: Moment, seat: Seat, rng: Random) -> Moment:
        """A moment that the seat cannot tell from this one, all that fit its view equally likely.

        The seat keeps its memory. The others cannot have theirs, since in that world other cards came to them: they
        know the public part and what they now hold. Draws that were begun are begun anew.
        """
        game = self.game
        state = self.dealer.unordered(game.determinize(game.view(moment.state, seat), rng))
        settled = moment._replace(action=None)
        public = self.memory(settled, None)
        before = [f"{public}{game.view(state, other)}\n" for other in range(self.setup.players)]
        before[seat] = self.memory(settled, seat)
        world = self._reach(moment._replace(state=state, before=(*before, public), past=()))
        if moment.action is None:
            return world
        after = game.trusted(state, moment.action).state
        return world._replace(action=moment.action, urns=self.dealer.drawn_by(state, after))
