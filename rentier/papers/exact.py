"""Tables that nothing is played for: landing odds and returns (the adjudicator of 2018, section 4).

`rentier.analysis` works them out. Their measures are of returns instead of matches, and what they say has no interval.
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
    """The house on each lot of a group that brings its own cost back fastest: 1 is the first one, the last is the hotel."""
    return returns.best[arguments["group"]].houses


def fastest_set(returns: Returns, arguments: Mapping[str, Any]) -> float:
    """The houses on each lot with which a group, its deeds and all, is paid back fastest."""
    return min(returns.groups[arguments["group"]], key=lambda step: math.inf if step.rolls is None else step.rolls).houses


def return_place(returns: Returns, arguments: Mapping[str, Any]) -> float:
    """The place of a group among those that can be built on, by its greatest return; of several groups their mean place."""
    built = [group.id for group in returns.box.board.groups if group.house_cost > 0]
    ranked = sorted(built, key=lambda id_: -greatest_return(returns.groups[id_]))
    places = [ranked.index(id_) + 1 for id_ in arguments["groups"]]
    return sum(places) / len(places)


def greatest_return(steps: list[Step]) -> float:
    """The rent of a roll for what everything cost, with as many houses as make it greatest."""
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
    """A table that was worked out from landing odds and returns."""

    returns: Returns
    extent: ClassVar[str] = "exactly"

    @property
    def played(self) -> str:
        """Nothing was."""
        return f"Worked out exactly (the work: {self.table.games:,} games)"

    def pictures(self, folder: Path) -> list[str]:
        """The pictures that the table names."""
        lines = super().pictures(folder)
        for picture in self.table.pictures:
            if picture not in EXACT_PICTURES:
                raise RentierError(unknown("picture", picture, EXACT_PICTURES))
            EXACT_PICTURES[picture](self.returns, folder / f"{self.name}-{picture}.svg")
            lines += picture_lines(f"{picture}: {self.table.title}", f"{self.name}-{picture}.svg")
        return lines


def games_to_play(order: Order) -> int:
    """None."""
    return 0


def make(order: Order) -> ExactReport:
    """Work out the odds and returns of a table and measure its rows; nothing is played."""
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
