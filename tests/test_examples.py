"""Every example of the README and the docs runs: Python blocks in their own process, commands in a shell."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rentier import Game
from tests.cli.commands import run_loaded
from tests.needs import needs

HOME = Path(__file__).parent.parent
PAGES = [HOME / "README.md", *sorted((HOME / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(python|sh|toml|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIMED = re.compile(r"[\d.,]+ (s|games/s|turns/s|rollouts/s)\b")
AGENT_FILE = re.compile(r"Save this as `(\w+\.py)`")


def blocks(language: str) -> list[pytest.ParameterSet]:
    """Return the code blocks of a language, named by page, number, and the larger libraries that they import.

    Commands that install or test are run by CI itself. Those of the README are quick, the others are not.
    """
    found = []
    for page in PAGES:
        marks = [] if page.name == "README.md" else [pytest.mark.slow]
        for number, (kind, text) in enumerate(BLOCK.findall(page.read_text())):
            if kind == language and "sh scripts/" not in text:
                libraries = [f"-{need.library}" for need in needs().values() if f"import {need.library}\n" in text]
                found.append(pytest.param(page, text, id=f"{page.name}-{number}{''.join(libraries)}", marks=marks))
    return found


@pytest.fixture
def folder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the docs' files, the examples, and the files that the pages tell a reader to save.

    No other test sees what the examples save.
    """
    monkeypatch.setenv("RENTIER_DATA", str(tmp_path_factory.mktemp("data")))
    for name in ("docs", "examples"):
        (tmp_path / name).symlink_to(HOME / name)
    for page in PAGES:
        text = page.read_text()
        for said in AGENT_FILE.finditer(text):
            block = BLOCK.search(text, said.end())
            assert block is not None
            (tmp_path / said.group(1)).write_text(block.group(2))
    return tmp_path


def run(command: list[str], folder: Path) -> None:
    """Run a command; it must succeed."""
    done = run_loaded(command, folder)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("page", "text"), blocks("python"))
def test_python_example_runs(page: Path, text: str, folder: Path) -> None:
    run(["python", "-c", text], folder)


@pytest.mark.parametrize(("page", "text"), blocks("sh"))
def test_command_example_runs(page: Path, text: str, folder: Path) -> None:
    run(["sh", "-e", "-c", text], folder)


@pytest.mark.parametrize(("page", "text"), blocks("console"))
def test_commands_print_what_the_page_shows(page: Path, text: str, folder: Path) -> None:
    for said in text.removeprefix("$ ").split("\n$ "):
        command, shown = f"{said.rstrip()}\n".split("\n", 1)
        done = run_loaded(["sh", "-e", "-c", command], folder)
        assert (done.returncode, done.stderr) == (0, "")
        printed = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
        assert TIMED.sub(r"N \1", printed) == TIMED.sub(r"N \1", shown)


@pytest.mark.parametrize(("page", "text"), blocks("toml"))
def test_position_example_can_be_played(page: Path, text: str) -> None:
    game = Game.from_position(text, seed=1)
    assert game.legal_actions()


def test_the_position_file_is_the_one_the_page_shows() -> None:
    shown = next(text for kind, text in BLOCK.findall((HOME / "docs" / "notation.md").read_text()) if kind == "toml")
    assert tomllib.loads((HOME / "docs" / "position.toml").read_text()) == tomllib.loads(shown)
