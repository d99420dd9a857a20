"""Self-play in parallel: many games, all options evaluated by one network, on a GPU or on the cores of a CPU.

The rules of the game are not in this package. A step plays every game on to its next decision with more than one option and
lists the options (`advance`), encodes the inputs of each (`rows`), and evaluates them: on a GPU those of all games in one forward
pass (`parallel`), on a CPU those of one game after the other (`windows`).
"""
