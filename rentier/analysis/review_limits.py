"""How many rollouts a review takes from each decision, known before anything heavy is loaded."""

from __future__ import annotations

FEWEST_ROLLOUTS = 20
USUAL_ROLLOUTS = 50
MOST_ROLLOUTS = 10_000
