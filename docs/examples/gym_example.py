"""Random actions against the greedy bot, from one seat of Splendor Duel, in Gymnasium."""

from tavola.lab.adapters.gym import Against

table = Against("duel", opponent="greedy")
seen, info = table.reset(seed=2026)
over = cut = False
while not (over or cut):
    action = table.action_space.sample(info["action_mask"])
    seen, reward, over, cut, info = table.step(action)
print(f"Seat {info['seat']} gets {reward}.")
