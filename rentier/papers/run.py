"""Making a table of a work again: its matches are played in parts, measured, and held against the figures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rentier.agents.specs import parse_agent
from rentier.arena.executors import Jobs
from rentier.arena.limits import part_seed
from rentier.arena.match import Progress
from rentier.arena.results import MatchResult
from rentier.arena.seating import seatings
from rentier.arena.tally import NOT_WATCHED, WATCHED
from rentier.box import load_box
from rentier.papers.kept import Kept, Making, made_now
from rentier.papers.measures import find_measure
from rentier.papers.verdicts import RowReport, judge
from rentier.papers.works import PARTS, Match, PaperTable

if TYPE_CHECKING:
    from rentier.analysis.returns import Returns
    from rentier.learn.genetic import Evolution
    from rentier.papers.looks import Look


@dataclass(frozen=True)
class TableReport:
    """A table made again, `made` there and then.

    For pictures `parts`, the matches behind it, or `evolution`, the first run; `looks`, where networks were trained; `returns`,
    where it was worked out and no games were played.
    """

    table: PaperTable
    games: int
    seed: int
    rows: list[RowReport]
    parts: list[list[MatchResult]] = field(default_factory=list)
    made: Making = field(default_factory=made_now)
    evolution: Evolution | None = None
    looks: Sequence[Look] = ()
    returns: Returns | None = None

    def as_dict(self) -> dict[str, Any]:
        """The report as `rentier reproduce --json` writes it."""
        return {
            "table": self.table.name,
            "title": self.table.title,
            "games": self.games,
            "games_of_the_work": self.table.games,
            "seed": self.seed,
            "seconds": self.made.seconds,
            "made": {"date": self.made.date, "machine": self.made.machine},
            "rows": [
                {
                    "what": row.what,
                    "figure": row.figure,
                    "ours": known(row.ours.value),
                    "interval": [known(row.ours.low), known(row.ours.high)],
                    "games": row.games,
                    "unit": row.unit,
                    "verdict": row.verdict,
                    "reason": row.reason,
                }
                for row in self.rows
            ],
            **({"trials": [look.as_dict() for look in self.looks]} if self.looks else {}),
        }


def known(value: float) -> float | None:
    """A figure as JSON has it: null where too few games leave it open."""
    return value if math.isfinite(value) else None


def games_to_play(table: PaperTable, games: int | None) -> int:
    """Games of all matches of a table together."""
    return sum(games_of(table, match, games) for match in table.matches)


def games_of(table: PaperTable, match: Match, games: int | None) -> int:
    """Games of one match: as many as asked for or as the work played, but no more than a number of its own."""
    wanted = games or table.games
    return min(wanted, match.games or wanted)


def part_games(games: int, block: int = 1, most_parts: int = PARTS) -> list[int]:
    """How many games each part of a match has: whole blocks but for the last one, as even as can be, none without any."""
    blocks = -(-games // block)
    parts = min(most_parts, blocks)
    shares = [block * (blocks // parts + (part < blocks % parts)) for part in range(parts)]
    shares[-1] -= sum(shares) - games
    return shares


def run_table(
    table: PaperTable,
    games: int | None = None,
    seed: int = 0,
    jobs: Jobs = 1,
    progress: Progress | None = None,
    out: Path | None = None,
) -> TableReport:
    """Play the matches of a table and measure its rows; as many games as the work unless said.

    `out`: a folder that keeps what is finished and has what was kept before (see `kept`).
    """
    with Kept(table, out) as kept:
        parts = [_play(kept, table, number, games, seed, jobs, progress) for number in range(len(table.matches))]
    rows = []
    for row in table.rows:
        measure, _ = find_measure(row.measure)
        played = games_of(table, table.matches[row.match], games)
        rows.append(judge(row, measure(parts[row.match], dict(row.arguments)), played, table.games))
    return TableReport(table, games or table.games, seed, rows, parts, kept.making)


def _play(
    kept: Kept, table: PaperTable, number: int, games: int | None, seed: int, jobs: Jobs, progress: Progress | None
) -> list[MatchResult]:
    """One match, in parts on seeds of their own, watched as closely as its rows and pictures ask."""
    match = table.matches[number]
    box = load_box(match.rules, match.switches)
    agents = [parse_agent(spec) for spec in match.agents]
    closely = max((find_measure(row.measure)[1] for row in table.rows if row.match == number), default=NOT_WATCHED)
    closely = max(closely, WATCHED if match.pictures else NOT_WATCHED)
    shares = part_games(games_of(table, match, games), len(seatings(table.seats, len(agents))), table.parts)
    parts = []
    for part, share in enumerate(shares):
        place, own = f"match-{number + 1}/part-{part + 1}", part_seed(seed, part)
        parts.append(kept.play(place, box, agents, share, own, jobs, seats=table.seats, closely=closely, progress=progress))
    return parts


def count_verdicts(reports: Sequence[TableReport]) -> Counter[str]:
    """How many rows got each verdict."""
    return Counter(row.verdict for report in reports for row in report.rows)
