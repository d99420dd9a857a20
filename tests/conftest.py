"""Shared by all tests: how hard Hypothesis tries, which begin first, and that long ones run only when asked for by a mark."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

# The same examples on every run, so that a change of the rules is the only thing that can turn a test red. A game does not
# get simpler with a smaller seed, so nothing is shrunk: a failure prints how its game began and every action since.
settings.register_profile(
    "default",
    derandomize=True,
    deadline=None,
    max_examples=50,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    report_multiple_bugs=False,
)
settings.register_profile("long", parent=settings.get_profile("default"), derandomize=False, max_examples=600)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# How the names of the tests begin that take longest. They are begun first: begun last, one would keep one core busy while the
# others have nothing left to do.
LONGEST = (
    "test_games_with_bounds_checking",
    "test_the_entries_need_no_runtime",
    "test_tool_has_nothing_to_say[types]",
    "test_interpreted_and_compiled_games_are_the_same_to_the_last_byte",
    "test_interpreted_and_compiled_thoughts_are_the_same",
    "test_command_example_runs[README.md-",
)


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test sees the agents that a user has saved, or saves one there."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RENTIER_DATA", str(folder))
        yield folder


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest; without `-m`, leave out what is marked as long."""
    items.sort(key=lambda item: next((place for place, name in enumerate(LONGEST) if item.name.startswith(name)), len(LONGEST)))
    if config.getoption("markexpr"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
