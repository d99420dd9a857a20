"""What is built and installed: a wheel with the whole package and nothing else, an sdist that can be tested."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

import rentier

HOME = Path(__file__).parent.parent
FOLDERS = (".ci", ".github", "benchmarks", "docs", "examples", "rentier", "scripts", "tests")
LEFT_OUT = {"__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"}
DATA = (
    "agents/catalogue/1-baselines.toml",
    "agents/constants/answers.toml",
    "agents/data/td.npz",
    "analysis/queries/1-trade-for-a-set.toml",
    "box/data/switches.toml",
    "envs/fonts/LICENSE",
    "envs/fonts/Roboto-Bold.ttf",
    "envs/fonts/Roboto-Regular.ttf",
    "papers/data/berry2013.toml",
    "py.typed",
    "referee/checks.toml",
    "web/migrations/env.py",
    "web/migrations/versions/m0001_games.py",
    "web/page/index.html",
)
COMMANDS = {
    "--help": "Commands:",
    "--version": f"rentier {rentier.__version__}",
    "rules short": "short",
    "agents": "aggressive",
    "match random reserve:50,0 --games 2 --set turn_cap=3 --set cap=worth": "win rate",
    "watch random random --set turn_cap=2 --set cap=worth --save game.toml": "Standings",
    "replay game.toml": "Standings",
    "play --help": "--against",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and an sdist, built without a network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--sdist", "--wheel", "--outdir", str(folder), str(HOME)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return built / f"rentier-{rentier.__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def in_wheel(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def in_sdist(built: Path) -> set[str]:
    top = f"rentier-{rentier.__version__}/"
    with tarfile.open(built / f"rentier-{rentier.__version__}.tar.gz") as archive:
        names = {member.name for member in archive if member.isfile()}
    assert all(name.startswith(top) for name in names)
    return {name.removeprefix(top) for name in names}


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        return message_from_string(archive.read(f"rentier-{rentier.__version__}.dist-info/METADATA").decode())


def sources(folder: str) -> set[str]:
    """Return the files of a folder that belong to the project: those that git has or would add, or else all but caches."""
    git = shutil.which("git") or "false"
    listed = subprocess.run(
        [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", folder],
        cwd=HOME,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0 and listed.stdout:
        return {name for name in listed.stdout.split("\0") if name and (HOME / name).is_file()}
    found = (path.relative_to(HOME) for path in (HOME / folder).rglob("*") if path.is_file())
    return {path.as_posix() for path in found if LEFT_OUT.isdisjoint(path.parts)}


def test_the_wheel_has_the_package_and_nothing_else(in_wheel: set[str]) -> None:
    assert {name for name in in_wheel if ".dist-info/" not in name} == sources("rentier")


def test_the_wheel_has_the_data(in_wheel: set[str]) -> None:
    assert {f"rentier/{name}" for name in DATA} <= in_wheel


def test_the_wheel_has_the_licences(in_wheel: set[str]) -> None:
    home = f"rentier-{rentier.__version__}.dist-info/licenses"
    assert {f"{home}/LICENSE", f"{home}/rentier/envs/fonts/LICENSE"} <= in_wheel


def test_the_sdist_has_all_that_the_tests_read(in_sdist: set[str]) -> None:
    for folder in FOLDERS:
        assert sources(folder) <= in_sdist, folder
    assert {
        "README.md",
        "CHANGELOG.md",
        "CITATION.cff",
        "CONTRIBUTING.md",
        "LICENSE",
        "SECURITY.md",
        "pyproject.toml",
    } <= in_sdist


def test_the_sdist_has_nothing_else(in_sdist: set[str]) -> None:
    folders = {name.partition("/")[0] for name in in_sdist if "/" in name}
    assert folders == set(FOLDERS)
    assert not [name for name in in_sdist if name.endswith(".pyc") or not LEFT_OUT.isdisjoint(name.split("/"))]


def test_the_metadata_say_what_it_is(metadata: Message) -> None:
    assert metadata["Name"] == "rentier"
    assert metadata["Version"] == rentier.__version__
    assert "Monopoly" in metadata["Summary"]
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert metadata.get_payload() == (HOME / "README.md").read_text(encoding="utf-8")


def test_the_metadata_name_every_extra(metadata: Message) -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(metadata.get_all("Provides-Extra", [])) == set(project["optional-dependencies"])


def test_every_extra_that_the_code_names_exists() -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = set()
    for path in sorted((HOME / "rentier").rglob("*.py")):
        named |= set(re.findall(r'\bneed\("[\w.]+", "([\w-]+)"', path.read_text(encoding="utf-8")))
    assert named
    assert named <= set(project["optional-dependencies"])


def test_the_wheel_has_the_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        entries = archive.read(f"rentier-{rentier.__version__}.dist-info/entry_points.txt").decode()
    assert entries == "[console_scripts]\nrentier = rentier.cli:main\n"


@pytest.mark.slow
def test_the_wheel_runs_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    paths = {"base": str(home), "platbase": str(home)}
    scripts, site = (Path(sysconfig.get_path(name, "venv", paths)) for name in ("scripts", "purelib"))
    # the libraries are those of this environment, but Rentier is the wheel's, so its folder comes first
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    python = str(scripts / Path(sys.executable).name)
    install = ["install", "--quiet", "--no-deps", "--no-index", "--ignore-installed", "--no-build-isolation", str(wheel)]
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"NUMBA_DISABLE_JIT": "1"}

    def run(*command: str) -> str:
        done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stderr)
        return done.stdout

    run(python, "-m", "pip", *install)
    where = run(python, "-c", "import rentier; print(rentier.__file__)").strip()
    assert Path(where).is_relative_to(site)
    for words, expected in COMMANDS.items():
        assert expected in run(str(scripts / "rentier"), *words.split())
