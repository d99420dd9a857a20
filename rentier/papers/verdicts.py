"""Whether our figure agrees with a work's, both being known only so well."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rentier.arena.statistics import SURE
from rentier.papers.measures import Measured
from rentier.papers.works import Row

AGREES, DIFFERS, APART, BEYOND = "agrees", "differs", "cannot be compared", "beyond the work"
TOO_FEW = "too few games to know how far off ours is"


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
    """The verdict on a row: they agree if the difference is within what chance leaves to both, and the rounding of print."""
    verdict = _verdict(row.figure, ours, games, their_games)
    reason = {APART: TOO_FEW, DIFFERS: row.reason}.get(verdict, "")
    return RowReport(row.what, row.figure, row.unit, ours, verdict, reason, games)


def _verdict(figure: float | None, ours: Measured, games: int, their_games: int) -> str:
    if figure is None:
        return BEYOND
    reach = max(ours.high - ours.value, ours.value - ours.low)
    if not math.isfinite(reach):
        return APART
    if ours.share:  # the error is that of all agents together, of which each has its part
        share = min(max(figure * ours.agents / 100, 0.5 / their_games), 1 - 0.5 / their_games)
        theirs = 100 * SURE * math.sqrt(share * (1 - share) / their_games) / ours.agents
    else:  # the same spread as ours, over as many games as they played
        theirs = reach * math.sqrt(games / their_games)
    return AGREES if abs(ours.value - figure) <= math.hypot(reach, theirs) + rounding(figure) else DIFFERS


def rounding(figure: float) -> float:
    """Half a unit of the last place that the work prints: 0.5 for 91, 0.05 for 91.0."""
    _, _, decimals = repr(figure).partition(".")
    return 0.5 * 10.0 ** -len(decimals)
