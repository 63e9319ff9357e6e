"""Play a game of Splendor Duel with random moves and say how it ended."""

from tavola.rules import CHANCE, game
from tavola.rules.chance import Rng, pick

duel, rng = game("duel"), Rng(2026)
state = duel.initial(2, duel.options(), 0)
while (seat := duel.to_play(state)) is not None:
    action = duel.sample(state, rng) if seat is CHANCE else pick(rng, duel.legal_actions(state))
    step = duel.apply(state, action)
    print(*(duel.tell(event, ["Ann", "Ben"]) for event in step.events))
    state = step.state
print(duel.outcome(state))
