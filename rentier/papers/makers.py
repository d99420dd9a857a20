"""The modules that make tables: one for each kind, imported only when needed, because some compile code that others do not."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Protocol, cast

from rentier.papers.order import Order
from rentier.papers.works import PaperTable

if TYPE_CHECKING:
    from rentier.papers.made import Made


class Maker(Protocol):
    """What each of these modules provides."""

    def games_to_play(self, order: Order) -> int:
        """Return how many games a table needs."""

    def make(self, order: Order) -> Made:
        """Make a table."""


def maker_of(table: PaperTable) -> Maker:
    """Return the module that makes a table."""
    return cast(Maker, importlib.import_module(f"rentier.papers.{table.way}"))


if TYPE_CHECKING:  # lets mypy check the modules against the protocol
    from rentier.papers import evolution, exact, matches, studies, training

    MAKERS: tuple[Maker, ...] = (evolution, exact, matches, studies, training)
