"""The games behind other people's APIs, each adapter in a module of its own with its own extra.

- `zoo`: PettingZoo's AEC, all seats at once (extra `zoo`).
- `gym`: Gymnasium, one seat against bots (extra `zoo`).
- `spiel`: OpenSpiel, with explicit chance (extra `spiel`).

All run on `tavola.rules`, with the action ids and observations of `tavola.bots.encode`.
"""
