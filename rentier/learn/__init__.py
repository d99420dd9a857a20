"""Learning: agents that improve by playing, and searches for better settings.

from rentier.learn import Td, TdSettings, train
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rentier.lazy import lazy_exports

__all__ = [
    "Contest",
    "CourseSettings",
    "Dial",
    "Evaluation",
    "Evolution",
    "Genetics",
    "History",
    "Method",
    "Plan",
    "Population",
    "Q",
    "QSettings",
    "Round",
    "Search",
    "Selfplay",
    "SelfplaySettings",
    "Share",
    "Space",
    "Td",
    "TdSettings",
    "Training",
    "Tuned",
    "Validation",
    "cma",
    "draw_genes",
    "draw_training",
    "draw_tuning",
    "evolve",
    "grid",
    "one_at_a_time",
    "space_of",
    "train",
    "tune_agent",
]

if TYPE_CHECKING:
    from rentier.learn.course import CourseSettings, Method, Training, train
    from rentier.learn.course_picture import draw_training
    from rentier.learn.evaluation import Evaluation
    from rentier.learn.genetic import Evolution, evolve
    from rentier.learn.heredity import Genetics
    from rentier.learn.pictures import draw_genes
    from rentier.learn.plan import Contest, Plan
    from rentier.learn.population import History, Population
    from rentier.learn.q import Q
    from rentier.learn.q_settings import QSettings
    from rentier.learn.selfplay import Selfplay
    from rentier.learn.selfplay_settings import SelfplaySettings
    from rentier.learn.space import Dial, Space, space_of
    from rentier.learn.td import Td
    from rentier.learn.td_settings import TdSettings
    from rentier.learn.tune import Round, Search, cma, grid, one_at_a_time
    from rentier.learn.tune_picture import draw_tuning
    from rentier.learn.tuning import Tuned
    from rentier.learn.tuning import tune as tune_agent
    from rentier.learn.validation import Share, Validation
else:
    __getattr__, __dir__ = lazy_exports(__name__)
