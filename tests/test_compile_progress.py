"""The progress lines while Rentier compiles, and compiling everything in advance."""

from __future__ import annotations

import io
import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from rentier import compile_progress
from rentier.compile_progress import ERASE, CompileProgress
from rentier.compiled import INTERPRETED
from rentier.precompile import Sources

LINE = "rentier: compiling for this machine, once per version: "


class Terminal(io.StringIO):
    """A terminal that stores its output."""

    def isatty(self) -> bool:
        return True


def compiling(*modules: str) -> SimpleNamespace:
    """Return Numba's event for a function that it compiles."""
    function = SimpleNamespace(__module__=".".join(modules), __name__="roll")
    return SimpleNamespace(data={"dispatcher": SimpleNamespace(py_func=function)})


def compile_for(progress: CompileProgress, seconds: float) -> None:
    """Pretend to compile a function that calls another, for some seconds."""
    progress.on_start(compiling("rentier", "game", "dice"))
    progress.on_start(compiling("rentier", "game", "luck"))
    time.sleep(seconds)
    progress.on_end(compiling("rentier", "game", "luck"))
    progress.on_end(compiling("rentier", "game", "dice"))


def test_a_quick_compile_is_not_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    compile_for(CompileProgress(), 0.0)
    assert capsys.readouterr().err == ""


def test_a_long_compile_names_the_function(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(compile_progress, "QUIET_SECONDS", 0.05)
    compile_for(CompileProgress(), 0.3)
    assert capsys.readouterr().err == f"{LINE}game.dice.roll (0 s)\n"


def test_many_short_compiles_add_up(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(compile_progress, "QUIET_SECONDS", 0.3)
    progress = CompileProgress()
    for _ in range(4):
        compile_for(progress, 0.1)
    assert capsys.readouterr().err.count(LINE) == 1


def test_a_terminal_has_one_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_progress, "QUIET_SECONDS", 0.05)
    monkeypatch.setattr(compile_progress, "REDRAWN_EVERY", 0.05)
    monkeypatch.setattr(sys, "stderr", Terminal())
    compile_for(CompileProgress(), 0.4)
    drawn = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert drawn.count(f"{ERASE}{LINE}game.dice.roll") >= 2
    assert "\n" not in drawn
    assert drawn.endswith(ERASE)


def test_workers_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    listened = []
    monkeypatch.setattr(compile_progress, "install_listener", listened.append)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: "a user's process")
    with CompileProgress().watching():
        pass
    assert listened == []


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in interpreted mode")
def test_a_first_start_says_that_it_compiles_and_a_second_does_not(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import rentier.game.luck"]
    settings = os.environ | {"RENTIER_CACHE": str(tmp_path)}
    first, second = (subprocess.run(command, env=settings, capture_output=True, text=True, check=True) for _ in range(2))
    assert first.stderr.startswith(f"{LINE}game.luck.")
    assert second.stderr == ""


def test_modules_wait_for_those_they_import(tmp_path: Path) -> None:
    package = tmp_path / "house"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "cellar.py").write_text("@entry(int)\ndef dig(): ...\n")
    (package / "roof.py").write_text("from house import cellar\n@agent\ndef decide(): ...\n")
    (package / "garden.py").write_text("import house.roof\n")
    sources = Sources(package)
    assert sources.compiling() == ["house.cellar", "house.roof"]
    assert sources.imported("house.garden") == {"house", "house.cellar", "house.garden", "house.roof"}


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in interpreted mode")
def test_the_command_compiles_every_module() -> None:
    done = subprocess.run([sys.executable, "-m", "rentier.cli", "compile"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Compiled ")
    assert "rentier: compiled 0 of " in done.stderr
