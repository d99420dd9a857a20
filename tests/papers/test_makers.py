"""Every table of every work has a module that makes it, and all these modules have the same interface."""

from __future__ import annotations

import inspect

from rentier.papers.makers import Maker, maker_of
from rentier.papers.order import Order
from rentier.papers.works_toml import works

TABLES = [table for work in works().values() for table in work.tables]


def test_every_maker_is_used_and_has_the_same_interface() -> None:
    makers = {table.way: maker_of(table) for table in TABLES}
    assert set(makers) == {"evolution", "exact", "matches", "studies", "training"}
    for name in ("games_to_play", "make"):
        wanted = list(inspect.signature(getattr(Maker, name)).parameters.values())[1:]
        for maker in makers.values():
            found = inspect.signature(getattr(maker, name)).parameters.values()
            assert [(each.name, each.default) for each in found] == [(each.name, each.default) for each in wanted]


def test_games_are_played_for_all_tables_but_the_exact_ones() -> None:
    for table in TABLES:
        assert (maker_of(table).games_to_play(Order(table, 7)) > 0) == (table.exact is None)
