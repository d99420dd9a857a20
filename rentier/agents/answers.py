"""How known agents answer offers: the weights of a logistic regression for each, from `constants/answers.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

# the features of a deal, each 0 to 1, seen by the player who is asked: its gains and losses, what it pays, gets and gives, and
# whether it comes nearer a complete group
NAMES = (
    "constant",
    "gains",
    "gain",
    "loss",
    "gains_in_price",
    "gain_in_price",
    "loss_in_price",
    "completes_asker",
    "completes_asked",
    "nearer_a_set",
    "pays",
    "gets_deeds",
    "gives_deeds",
)
FEATURES = len(NAMES)
CONSTANT, GAINS, GAIN, LOSS, GAINS_IN_PRICE, GAIN_IN_PRICE, LOSS_IN_PRICE = range(7)
COMPLETES_ASKER, COMPLETES_ASKED, NEARER_A_SET, PAYS, GETS_DEEDS, GIVES_DEEDS = range(7, FEATURES)

FILE = Path(__file__).parent / "constants" / "answers.toml"
_AGENTS = tomllib.loads(FILE.read_text(encoding="utf-8"))["agent"]
ANSWERS = np.array([[agent["weights"][name] for name in NAMES] for agent in _AGENTS])  # one row per agent
TYPES = len(ANSWERS)
