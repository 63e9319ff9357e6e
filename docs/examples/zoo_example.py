"""Random agents play Splendor in PettingZoo."""

from tavola.lab.adapters.zoo import env

table = env("splendor", players=3, options={"target": "10"})
table.reset(seed=2026)
for agent in table.agent_iter():
    seen, reward, over, cut, _ = table.last()
    if over or cut:
        print(agent, "gets", reward)
    table.step(None if over or cut else table.action_space(agent).sample(seen["action_mask"]))
