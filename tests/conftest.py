"""Shared by all tests: how hard Hypothesis tries, which tests run, and which of them begin first.

`pytest` alone runs the quick tests, and skips those that need a program or a library that is missing. `pytest --all` runs the
slow ones too, and refuses to begin where anything is missing. What is marked as long runs by `pytest -m long` alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.needs import install_command, missing, missing_line

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
settings.register_profile("quick", parent=settings.get_profile("default"), max_examples=10)
settings.register_profile("long", parent=settings.get_profile("default"), derandomize=False, max_examples=600)

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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run slow tests too; a missing program or library is an error")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how hard Hypothesis tries; with `--all`, refuse to begin where anything is missing."""
    usual = "default" if config.getoption("all") or config.getoption("markexpr") else "quick"
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))
    if config.getoption("all") and missing():
        raise pytest.UsageError(missing_line())


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker more than cores: some tests wait for servers and browsers."""
    return (os.cpu_count() or 1) + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files and folders that import a library that is missing."""
    path = collection_path.relative_to(config.rootpath).as_posix() + ("/" if collection_path.is_dir() else "")
    return True if any(need.library and need.wanted_by(path) for need in missing()) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest, skip what needs something that is missing, leave out what was not asked for."""
    items.sort(key=lambda item: next((place for place, name in enumerate(LONGEST) if item.name.startswith(name)), len(LONGEST)))
    for item in items:
        wanted = [need.name for need in missing(long=True) if need.wanted_by(item.nodeid)]
        if wanted:
            item.add_marker(pytest.mark.skip(reason=f"needs {' and '.join(wanted)}"))
    if config.getoption("markexpr"):
        return
    left_out = ("long",) if config.getoption("all") else ("long", "slow")
    deselected = [item for item in items if any(map(item.get_closest_marker, left_out))]
    config.hook.pytest_deselected(items=deselected)
    items[:] = [item for item in items if item not in set(deselected)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """End with what was not run, why, and the command that installs what is missing."""
    if config.getoption("all") or config.getoption("markexpr"):
        return
    terminalreporter.section("not run")
    for need in missing():
        tests = (part if part.startswith("tests/") else f"...{part}..." for part in need.tests)
        terminalreporter.write_line(f"{need.name} is missing, needed by {', '.join(tests)}")
    if missing():
        terminalreporter.write_line(f"To run these too: {install_command(missing())}")
    terminalreporter.write_line("Slow tests are left out: `sh scripts/test all` runs everything.")
