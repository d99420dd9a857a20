"""Grading: an agent's mean loss over a fixed set of decisions, each of which was rolled out beforehand.

from rentier.grading import grade, read_decisions
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rentier.lazy import lazy_exports

__all__ = ["Decision", "DecisionSet", "Grade", "Loss", "Mean", "Valued", "grade", "read_decisions"]

if TYPE_CHECKING:
    from rentier.grading.decisions import Decision, DecisionSet, Valued, read_decisions
    from rentier.grading.grades import Grade, Loss, Mean, grade
else:
    __getattr__, __dir__ = lazy_exports(__name__)
