"""Self-play in parallel: many games at once, every option evaluated by one network, on a GPU or on the cores of a CPU.

No rule is in here. A step plays every game on to its next decision with more than one option and lists the options (`advance`),
encodes what the network sees of each (`rows`), and evaluates all of them in one forward pass (`parallel`).
"""
