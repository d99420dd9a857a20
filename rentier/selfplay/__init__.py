"""Self-play side by side: many games at once, every choice valued by one network, on a GPU or on the cores of a CPU.

No rule is in here. A step runs every game on to its next real choice and lists what there is to choose from (`advance`), writes
down what the network sees of each choice (`rows`), and values all rows at once.
"""
