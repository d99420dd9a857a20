"""Tables that need no games: landing odds and returns (the adjudicator of 2018, section 4).

`rentier.analysis` calculates them. Their measures take returns instead of matches, and their figures have no interval.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from rentier.analysis.landing import landing_odds
from rentier.analysis.landing_picture import draw_landing
from rentier.analysis.returns import Returns, Step, returns_of
from rentier.analysis.returns_picture import draw_returns
from rentier.box import load_box
from rentier.errors import RentierError, unknown
from rentier.papers.made import TableReport, picture_lines
from rentier.papers.measures import Measured
from rentier.papers.order import Order
from rentier.papers.saved import made_now
from rentier.papers.verdicts import judge

ExactMeasure = Callable[[Returns, Mapping[str, Any]], float]


def best_house(returns: Returns, arguments: Mapping[str, Any]) -> float:
    """Return which house on each lot of a group pays its own cost back fastest: 1 is the first, the last is the hotel."""
    return returns.best[arguments["group"]].houses


def fastest_set(returns: Returns, arguments: Mapping[str, Any]) -> float:
    """Return the number of houses per lot with which a group, including its deeds, is paid back fastest."""
    return min(returns.groups[arguments["group"]], key=lambda step: math.inf if step.rolls is None else step.rolls).houses


def return_place(returns: Returns, arguments: Mapping[str, Any]) -> float:
    """Return the rank of a group by its greatest return among those that can be built on; for several groups the mean rank."""
    built = [group.id for group in returns.box.board.groups if group.house_cost > 0]
    ranked = sorted(built, key=lambda id_: -greatest_return(returns.groups[id_]))
    places = [ranked.index(id_) + 1 for id_ in arguments["groups"]]
    return sum(places) / len(places)


def greatest_return(steps: list[Step]) -> float:
    """Return the highest rent per roll divided by the total cost, over all numbers of houses."""
    return max(step.rent / step.cost for step in steps)


EXACT_MEASURES: dict[str, ExactMeasure] = {
    "best_house": best_house,
    "fastest_set": fastest_set,
    "return_place": return_place,
}

EXACT_PICTURES: dict[str, Callable[[Returns, Path], None]] = {
    "landing": lambda returns, file: draw_landing(returns.landing, file),
    "returns": draw_returns,
}


@dataclass(frozen=True)
class ExactReport(TableReport):
    """A table calculated from landing odds and returns."""

    returns: Returns
    extent: ClassVar[str] = "exactly"

    @property
    def played(self) -> str:
        """A line that says that nothing was played."""
        return f"Worked out exactly (the work: {self.table.games:,} games)"

    def pictures(self, folder: Path) -> list[str]:
        """Draw the pictures that the table names."""
        lines = super().pictures(folder)
        for picture in self.table.pictures:
            if picture not in EXACT_PICTURES:
                raise RentierError(unknown("picture", picture, EXACT_PICTURES))
            EXACT_PICTURES[picture](self.returns, folder / f"{self.name}-{picture}.svg")
            lines += picture_lines(f"{picture}: {self.table.title}", f"{self.name}-{picture}.svg")
        return lines


def games_to_play(order: Order) -> int:
    """Return 0: no games are needed."""
    return 0


def make(order: Order) -> ExactReport:
    """Calculate the odds and returns of a table and measure its rows; nothing is played."""
    table = order.table
    start, plan = time.perf_counter(), table.exact
    assert plan is not None
    returns = returns_of(landing_odds(load_box(table.rules, table.switches), plan.jail, plan.choice), plan.opponents)
    rows = []
    for row in table.rows:
        if row.measure not in EXACT_MEASURES:
            raise RentierError(unknown("measure", row.measure, EXACT_MEASURES))
        value = float(EXACT_MEASURES[row.measure](returns, row.arguments))
        rows.append(judge(row, Measured(value, value, value), 0, table.games))
    return ExactReport(table, 0, 0, rows, returns, made=made_now(time.perf_counter() - start))
