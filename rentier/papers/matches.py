"""Reproduce a table by matches: they are played in parts, measured, and compared with the work's figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rentier.agents.specs import parse_agent
from rentier.arena.limits import part_seed
from rentier.arena.pictures import draw_points
from rentier.arena.results import MatchResult
from rentier.arena.seating import seatings
from rentier.arena.statistics import wilson_interval
from rentier.arena.tally import NOT_WATCHED, WATCHED
from rentier.box import load_box
from rentier.papers.made import TableReport, picture_lines
from rentier.papers.match_pictures import draw_match
from rentier.papers.measures import find_measure
from rentier.papers.order import Order
from rentier.papers.saved import SavedTable
from rentier.papers.verdicts import judge
from rentier.papers.works import PARTS, Match

BY_ROLLOUTS = "wins_by_rollouts"  # the only picture that is drawn from rows


@dataclass(frozen=True)
class MatchReport(TableReport):
    """A table made by matches, with the parts of each."""

    parts: list[list[MatchResult]]

    def pictures(self, folder: Path) -> list[str]:
        """Draw the shares beside the work's, by rollouts if the table asks for it, and what happened in the games."""
        lines = super().pictures(folder)
        if BY_ROLLOUTS in self.table.pictures:
            lines += self._rollouts_picture(folder)
        for number, parts in enumerate(self.parts):
            lines += draw_match(self.table, number, parts, folder)
        return lines

    def _rollouts_picture(self, folder: Path) -> list[str]:
        """Draw the win rate by rollouts per decision: the work's with the interval of its games, and our series."""
        table = self.table
        series: dict[str, list[tuple[float, float, float, float]]] = {"the work's": [], "ours": []}
        for asked, row in zip(table.rows, self.rows, strict=True):
            rollouts = asked.arguments.get("rollouts")
            if rollouts is None:
                continue
            own = series.setdefault(asked.arguments.get("series", "ours"), [])
            own.append((rollouts, row.ours.value, row.ours.low, row.ours.high))
            if row.figure is not None:
                low, high = wilson_interval(row.figure / 100 * table.games, table.games)
                series["the work's"].append((rollouts, row.figure, 100 * low, 100 * high))
        fair = 100 / len(table.matches[0].agents)
        name = f"{table.work}-{BY_ROLLOUTS}.svg"
        level = (fair, f"fair share, {fair:g} %")
        draw_points(table.title, "rollouts", "games won, %", series, level, folder / name)
        return picture_lines(f"{table.title}, by rollouts", name)


def games_to_play(order: Order) -> int:
    """Return the number of games of all matches of a table."""
    return sum(games_of(order, match) for match in order.table.matches)


def games_of(order: Order, match: Match) -> int:
    """Return the number of games of one match: as asked for or as the table has, but no more than the match's own number."""
    return min(order.games, match.games or order.games)


def part_games(games: int, block: int = 1, most_parts: int = PARTS) -> list[int]:
    """Return the games of each part of a match: whole blocks except in the last, as even as possible, no part empty."""
    blocks = -(-games // block)
    parts = min(most_parts, blocks)
    shares = [block * (blocks // parts + (part < blocks % parts)) for part in range(parts)]
    shares[-1] -= sum(shares) - games
    return shares


def make(order: Order) -> MatchReport:
    """Play the matches of a table and measure its rows."""
    table = order.table
    with SavedTable(order) as saved:
        parts = [_play(saved, order, number) for number in range(len(table.matches))]
    rows = []
    for row in table.rows:
        measure, _ = find_measure(row.measure)
        played = games_of(order, table.matches[row.match])
        rows.append(judge(row, measure(parts[row.match], dict(row.arguments)), played, table.games))
    return MatchReport(table, order.games, order.seed, rows, parts, made=saved.making)


def _play(saved: SavedTable, order: Order, number: int) -> list[MatchResult]:
    """Play one match in parts with different seeds, at the watch level that its rows and pictures need."""
    table = order.table
    match = table.matches[number]
    box = load_box(match.rules, match.switches)
    agents = [parse_agent(spec) for spec in match.agents]
    watch_level = max((find_measure(row.measure)[1] for row in table.rows if row.match == number), default=NOT_WATCHED)
    watch_level = max(watch_level, WATCHED if match.pictures else NOT_WATCHED)
    shares = part_games(games_of(order, match), len(seatings(table.seats, len(agents))), table.parts)
    return [
        saved.play(f"match-{number + 1}/part-{part + 1}", box, agents, share, part_seed(order.seed, part), watch_level)
        for part, share in enumerate(shares)
    ]
