"""Who makes which table: a module for each way to make one, imported when it is needed, as some compile what others do not."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Protocol, cast

from rentier.papers.order import Order
from rentier.papers.works import PaperTable

if TYPE_CHECKING:
    from rentier.papers.made import Made


class Maker(Protocol):
    """What each of these modules has."""

    def games_to_play(self, order: Order) -> int:
        """How many games are played for a table."""

    def make(self, order: Order) -> Made:
        """Make a table."""


def maker_of(table: PaperTable) -> Maker:
    """The module that makes a table."""
    return cast(Maker, importlib.import_module(f"rentier.papers.{table.way}"))


if TYPE_CHECKING:  # so that mypy holds the modules to the protocol
    from rentier.papers import evolution, exact, matches, studies, training

    MAKERS: tuple[Maker, ...] = (evolution, exact, matches, studies, training)
