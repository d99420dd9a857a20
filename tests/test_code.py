"""The code itself: linted, formatted, strictly typed, imports in one direction."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
ORDER = [
    "lazy",
    "compile_progress",
    "compile_cache",
    "precompile",
    "compiled",
    "layout",
    "vectors",
    "errors",
    "pools",
    "file_kinds",
    "extras",
    "files",
    "box",
    "game",
    "rules",
    "events",
    "record",
    "narration",
    "game_api",
    "network",
    "agents",
    "selfplay",
    "search",
    "player",
    "arena",
    "learn",
    "analysis",
    "grading",
    "papers",
    "referee",
    "envs",
    "web",
    "cli",
]


@pytest.mark.parametrize(
    "command", [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]], ids=["lint", "format", "types"]
)
def test_tool_has_nothing_to_say(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def layers_imported(path: Path) -> set[str]:
    """The layers of the package that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found |= {name.split(".")[1] for name in names if name.startswith("rentier.")}
    return found


@pytest.mark.parametrize("layer", ORDER)
def test_a_layer_imports_only_layers_to_its_left(layer: str) -> None:
    home = HOME / "rentier" / layer
    files = sorted(home.rglob("*.py")) if home.is_dir() else [home.with_suffix(".py")]
    assert files
    for path in files:
        for imported in layers_imported(path):
            assert ORDER.index(imported) <= ORDER.index(layer), f"{path.name} imports rentier.{imported}"
