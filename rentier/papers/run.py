"""Making a table of a work again: its matches are played in parts, measured, and held against the figures."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rentier.agents.specs import parse_agent
from rentier.arena.limits import part_seed
from rentier.arena.match import Progress, play_match
from rentier.arena.results import MatchResult
from rentier.arena.seating import seatings
from rentier.arena.tally import NOT_WATCHED, WATCHED
from rentier.box import load_box
from rentier.papers.measures import find_measure
from rentier.papers.verdicts import RowReport, judge
from rentier.papers.works import Match, PaperTable

PARTS = 20  # of a match, each on its own seed, so that every mean has a spread


@dataclass(frozen=True)
class TableReport:
    """A table made again. `parts`: the matches behind it, for pictures."""

    table: PaperTable
    games: int
    seed: int
    seconds: float
    rows: list[RowReport]
    parts: list[list[MatchResult]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """The report as `rentier reproduce --json` writes it."""
        return {
            "table": self.table.name,
            "title": self.table.title,
            "games": self.games,
            "games_of_the_work": self.table.games,
            "seed": self.seed,
            "seconds": self.seconds,
            "rows": [
                {
                    "what": row.what,
                    "figure": row.figure,
                    "ours": _known(row.ours.value),
                    "interval": [_known(row.ours.low), _known(row.ours.high)],
                    "unit": row.unit,
                    "verdict": row.verdict,
                    "reason": row.reason,
                }
                for row in self.rows
            ],
        }


def _known(value: float) -> float | None:
    """A figure as JSON has it: null where too few games leave it open."""
    return value if math.isfinite(value) else None


def games_to_play(table: PaperTable, games: int | None) -> int:
    """Games of all matches of a table together."""
    return len(table.matches) * (games or table.games)


def part_games(games: int, block: int = 1) -> list[int]:
    """How many games each part of a match has: whole blocks but for the last one, as even as can be, none without any."""
    blocks = -(-games // block)
    parts = min(PARTS, blocks)
    shares = [block * (blocks // parts + (part < blocks % parts)) for part in range(parts)]
    shares[-1] -= sum(shares) - games
    return shares


def run_table(
    table: PaperTable, games: int | None = None, seed: int = 0, jobs: int = 1, progress: Progress | None = None
) -> TableReport:
    """Play the matches of a table and measure its rows; as many games as the work unless said."""
    start = time.perf_counter()
    wanted = games or table.games
    parts = [_play(match, table, number, wanted, seed, jobs, progress) for number, match in enumerate(table.matches)]
    rows = []
    for row in table.rows:
        measure, _ = find_measure(row.measure)
        rows.append(judge(row, measure(parts[row.match], dict(row.arguments)), wanted, table.games))
    return TableReport(table, wanted, seed, time.perf_counter() - start, rows, parts)


def _play(
    match: Match, table: PaperTable, number: int, games: int, seed: int, jobs: int, progress: Progress | None
) -> list[MatchResult]:
    """One match, in parts on seeds of their own, watched as closely as its rows and pictures ask."""
    box = load_box(match.rules, match.switches)
    agents = [parse_agent(spec) for spec in match.agents]
    closely = max((find_measure(row.measure)[1] for row in table.rows if row.match == number), default=NOT_WATCHED)
    closely = max(closely, WATCHED if table.pictures else NOT_WATCHED)
    parts = []
    for part, share in enumerate(part_games(games, len(seatings(table.seats, len(agents))))):
        own = part_seed(seed, part)
        result = play_match(box, agents, share, own, jobs, seats=table.seats, closely=closely, progress=progress)
        parts.append(result.unbroken())
    return parts


def count_verdicts(reports: Sequence[TableReport]) -> Counter[str]:
    """How many rows got each verdict."""
    return Counter(row.verdict for report in reports for row in report.rows)
