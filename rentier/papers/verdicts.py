"""Whether our figure agrees with a work's, both being known only so well."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rentier.arena.statistics import SURE
from rentier.papers.measures import Measured
from rentier.papers.works import Row

AGREES, DIFFERS, APART = "agrees", "differs", "cannot be compared"
TOO_FEW = "too few games to know how far off ours is"


@dataclass(frozen=True)
class RowReport:
    """A figure of a work beside ours."""

    what: str
    figure: float
    unit: str
    ours: Measured
    verdict: str
    reason: str


def judge(row: Row, ours: Measured, games: int, their_games: int) -> RowReport:
    """The verdict on a row: they agree if the difference is within what chance leaves to both, and the rounding of print."""
    reach = max(ours.high - ours.value, ours.value - ours.low)
    if not math.isfinite(reach):
        return RowReport(row.what, row.figure, row.unit, ours, APART, TOO_FEW)
    if ours.share:
        share = min(max(row.figure / 100, 0.5 / their_games), 1 - 0.5 / their_games)
        theirs = 100 * SURE * math.sqrt(share * (1 - share) / their_games)
    else:  # the same spread as ours, over as many games as they played
        theirs = reach * math.sqrt(games / their_games)
    agrees = abs(ours.value - row.figure) <= math.hypot(reach, theirs) + rounding(row.figure)
    return RowReport(row.what, row.figure, row.unit, ours, AGREES if agrees else DIFFERS, "" if agrees else row.reason)


def rounding(figure: float) -> float:
    """Half a unit of the last place that the work prints: 0.5 for 91, 0.05 for 91.0."""
    _, _, decimals = repr(figure).partition(".")
    return 0.5 * 10.0 ** -len(decimals)
