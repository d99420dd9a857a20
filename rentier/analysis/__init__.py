"""Analysis: what agents do in chosen positions, reviews of games, how often squares are landed on, what deeds earn.

from rentier.analysis import landing_odds
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rentier.lazy import lazy_exports

__all__ = [
    "Account",
    "Answer",
    "Bin",
    "Calibration",
    "Decision",
    "Estimate",
    "Landing",
    "Loss",
    "Offer",
    "Place",
    "Price",
    "Query",
    "Ranking",
    "Returns",
    "Review",
    "Step",
    "Trade",
    "Valuations",
    "Walk",
    "ask",
    "calibrate",
    "draw_calibration",
    "draw_landing",
    "draw_returns",
    "draw_review",
    "draw_valuations",
    "landing_odds",
    "read_queries",
    "returns_of",
    "review_game",
    "score",
    "simulate",
    "value_everything",
]

if TYPE_CHECKING:
    from rentier.analysis.calibration import Bin, Calibration, calibrate
    from rentier.analysis.calibration_picture import draw_calibration
    from rentier.analysis.landing import Landing, Place, landing_odds
    from rentier.analysis.landing_picture import draw_landing
    from rentier.analysis.landing_simulation import Walk, simulate
    from rentier.analysis.queries import Answer, ask, score
    from rentier.analysis.query_files import Offer, Price, Query, Ranking, read_queries
    from rentier.analysis.returns import Returns, Step, returns_of
    from rentier.analysis.returns_picture import draw_returns
    from rentier.analysis.review import Decision, Review, review_game
    from rentier.analysis.review_decisions import Loss, Trade
    from rentier.analysis.review_estimates import Account, Estimate
    from rentier.analysis.review_picture import draw_review
    from rentier.analysis.valuations import Valuations, value_everything
    from rentier.analysis.valuations_picture import draw_valuations
else:
    __getattr__, __dir__ = lazy_exports(__name__)
