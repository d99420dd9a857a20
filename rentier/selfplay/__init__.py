"""Self-play in parallel: many games, all options evaluated by a network, on a GPU or on the cores of a CPU.

The rules of the game are not in this package. A step carries out the pending choice of a game, plays on to its next decision
with more than one option, and lists the options (`advance`). Their inputs are encoded (`rows`) and evaluated: on a GPU for all
games in one forward pass (`parallel`), on a CPU for one game at a time (`windows`).
"""
