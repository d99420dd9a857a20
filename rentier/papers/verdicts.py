"""Verdicts: whether our figure agrees with a work's, given the uncertainty of both."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rentier.arena.statistics import Z_95
from rentier.papers.measures import Measured
from rentier.papers.works import Row

AGREES, DIFFERS, TOO_FEW = "agrees", "differs", "too few games"
APART, BEYOND = "cannot be compared", "beyond the work"
MOST_ERROR = 1.5  # our figure is precise enough if its error is at most this many times that of the work's, ...
NEAR_SHARE, NEAR = 2.0, 0.02  # ... or at most 2 points, or 2 % of the figure


@dataclass(frozen=True)
class RowReport:
    """A figure of a work beside ours, and the number of games behind ours; no figure if the work has none."""

    what: str
    figure: float | None
    unit: str
    ours: Measured
    verdict: str
    reason: str
    games: int


def judge(row: Row, ours: Measured, games: int, their_games: int) -> RowReport:
    """Return the verdict on a row.

    The figures differ if random variation and rounding in print do not explain the difference; otherwise they agree, if ours
    is precise enough to tell.
    """
    verdict = _verdict(row.figure, ours, games, their_games)
    reason = {APART: ours.apart, DIFFERS: str(row.reason or "")}.get(verdict, "")
    return RowReport(row.what, row.figure, row.unit, ours, verdict, reason, games)


def _verdict(figure: float | None, ours: Measured, games: int, their_games: int) -> str:
    if figure is None:
        return BEYOND
    if ours.apart:
        return APART
    reach = max(ours.high - ours.value, ours.value - ours.low)
    if not math.isfinite(reach):
        return TOO_FEW
    if ours.share:  # the error is that of all agents together, divided among them
        share = min(max(figure * ours.agents / 100, 0.5 / their_games), 1 - 0.5 / their_games)
        theirs = 100 * Z_95 * math.sqrt(share * (1 - share) / their_games) / ours.agents
    else:  # the same spread as ours, over as many games as they played
        theirs = reach * math.sqrt(games / their_games)
    if abs(ours.value - figure) > math.hypot(reach, theirs) + rounding(figure):
        return DIFFERS
    return AGREES if reach <= max(MOST_ERROR * theirs, NEAR_SHARE if ours.share else NEAR * abs(figure)) else TOO_FEW


def decimals(figure: float) -> int:
    """Return the number of decimals that a work prints: none for 91, one for 91.0."""
    return len(repr(figure).partition(".")[2])


def rounding(figure: float) -> float:
    """Return half a unit of the last digit that the work prints: 0.5 for 91, 0.05 for 91.0."""
    return 0.5 * 10.0 ** -decimals(figure)
