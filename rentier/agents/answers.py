"""How known agents answer offers: the weights of a logistic regression for each, from `constants/answers.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

# the features of a deal, each 1 at most; a gain or loss is the other player's, by the network's estimate or at printed prices
NAMES = (
    "constant",
    "gains",
    "gain",
    "loss",
    "gains_in_price",
    "gain_in_price",
    "loss_in_price",
    "completes_own",
    "completes_theirs",
    "pays",
    "gets_deeds",
    "gives_deeds",
)
FEATURES = len(NAMES)
CONSTANT, GAINS, GAIN, LOSS, GAINS_IN_PRICE, GAIN_IN_PRICE, LOSS_IN_PRICE = range(7)
COMPLETES_OWN, COMPLETES_THEIRS, PAYS, GETS_DEEDS, GIVES_DEEDS = range(7, FEATURES)

FILE = Path(__file__).parent / "constants" / "answers.toml"
_AGENTS = tomllib.loads(FILE.read_text(encoding="utf-8"))["agent"]
ANSWERS = np.array([[agent["weights"][name] for name in NAMES] for agent in _AGENTS])  # one row per agent
TYPES = len(ANSWERS)
