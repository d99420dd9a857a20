"""Search: Monte Carlo tree search, and the odds to win, estimated by playing on.

from rentier.search import OddsTable, searcher
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rentier.lazy import lazy_exports

__all__ = [
    "Candidate",
    "Effort",
    "Kind",
    "Mcts",
    "Odds",
    "OddsTable",
    "SeatOdds",
    "Thought",
    "Valuation",
    "searcher",
    "value_function",
    "worth_share",
]

if TYPE_CHECKING:
    from rentier.search.mcts import Mcts, searcher
    from rentier.search.odds import Odds, OddsTable, SeatOdds
    from rentier.search.rollout_evaluator import Valuation
    from rentier.search.thoughts import Candidate, Effort, Kind, Thought
    from rentier.search.values import value_function, worth_share
else:
    __getattr__, __dir__ = lazy_exports(__name__)
