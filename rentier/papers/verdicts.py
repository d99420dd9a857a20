"""Whether our figure agrees with a work's, both being known only so well."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rentier.arena.statistics import Z_95
from rentier.papers.measures import Measured
from rentier.papers.works import Row

AGREES, DIFFERS, TOO_FEW = "agrees", "differs", "too few games"
APART, BEYOND = "cannot be compared", "beyond the work"
AS_WELL = 1.5  # ours is known well enough where it may be off by at most so many times what the work's may, ...
NEAR_SHARE, NEAR = 2.0, 0.02  # ... or by no more than 2 points, or 2 % of the figure


@dataclass(frozen=True)
class RowReport:
    """A figure of a work beside ours, and of how many games ours is; no figure where the work has none."""

    what: str
    figure: float | None
    unit: str
    ours: Measured
    verdict: str
    reason: str
    games: int


def judge(row: Row, ours: Measured, games: int, their_games: int) -> RowReport:
    """The verdict on a row.

    They differ if chance and the rounding of print do not explain the difference; else they agree, if ours is known well
    enough to tell.
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
    if ours.share:  # the error is that of all agents together, of which each has its part
        share = min(max(figure * ours.agents / 100, 0.5 / their_games), 1 - 0.5 / their_games)
        theirs = 100 * Z_95 * math.sqrt(share * (1 - share) / their_games) / ours.agents
    else:  # the same spread as ours, over as many games as they played
        theirs = reach * math.sqrt(games / their_games)
    if abs(ours.value - figure) > math.hypot(reach, theirs) + rounding(figure):
        return DIFFERS
    return AGREES if reach <= max(AS_WELL * theirs, NEAR_SHARE if ours.share else NEAR * abs(figure)) else TOO_FEW


def decimals(figure: float) -> int:
    """How many digits a work prints behind the point: none for 91, one for 91.0."""
    return len(repr(figure).partition(".")[2])


def rounding(figure: float) -> float:
    """Half a unit of the last place that the work prints: 0.5 for 91, 0.05 for 91.0."""
    return 0.5 * 10.0 ** -decimals(figure)
