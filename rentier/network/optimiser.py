"""Adam (Kingma & Ba 2015), compiled: how weights follow a gradient. The settings are those of Adjudicator 2018, section 5."""

from __future__ import annotations

from typing import Any

import numpy as np

from rentier.compiled import compiled
from rentier.layout import Numbers

FIRST_FADING, SECOND_FADING = 0.9, 0.999  # the work's beta_1 and beta_2
LEAST = np.float32(1e-8)
_ONE = np.float32(1.0)


@compiled
def adam(weights: Numbers, gradient: Numbers, means: Numbers, squares: Numbers, step: int, rate: float) -> None:
    """Take the step-th step, counted from 1, down a gradient: `means` and `squares` are its faded mean and mean square."""
    first, second = np.float32(FIRST_FADING), np.float32(SECOND_FADING)
    length = np.float32(rate / (1.0 - FIRST_FADING**step))
    scale = np.float32(1.0 / (1.0 - SECOND_FADING**step))
    for place in range(len(weights)):
        slope = gradient[place]
        means[place] = first * means[place] + (_ONE - first) * slope
        squares[place] = second * squares[place] + (_ONE - second) * slope * slope
        weights[place] -= length * means[place] / (root(squares[place] * scale) + LEAST)


@compiled
def root(number: Any) -> Any:
    """The square root, as 32 bits."""
    return np.float32(np.sqrt(number))
