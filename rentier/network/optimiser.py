"""The optimiser Adam (Kingma & Ba 2015), compiled, with the settings of Adjudicator 2018, section 5."""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.compiled import compiled
from rentier.layout import Numbers

BETA_1, BETA_2 = 0.9, 0.999  # the work's beta_1 and beta_2
EPSILON = np.float32(1e-8)
_ONE = np.float32(1.0)


@compiled
def adam(weights: Numbers, gradient: Numbers, means: Numbers, squares: Numbers, step: int, rate: float) -> None:
    """Take step number `step`, from 1 on, down a gradient; `means` and `squares` are its running mean and mean square."""
    first, second = np.float32(BETA_1), np.float32(BETA_2)
    length = np.float32(rate / (1.0 - BETA_1**step))
    scale = np.float32(1.0 / (1.0 - BETA_2**step))
    for place in range(len(weights)):
        slope = gradient[place]
        means[place] = first * means[place] + (_ONE - first) * slope
        squares[place] = second * squares[place] + (_ONE - second) * slope * slope
        weights[place] -= length * means[place] / (root(squares[place] * scale) + EPSILON)


@compiled
def root(number: Any) -> Any:
    """Return the square root as a 32-bit number."""
    return np.float32(np.sqrt(number))
