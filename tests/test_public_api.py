"""The public API: what `rentier` and its packages export, and that docs and examples need nothing else."""

from __future__ import annotations

import ast
import functools
import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rentier.lazy import imports_for_types
from tests.needs import needs

HOME = Path(__file__).parent.parent
FACES = {
    "rentier": "rentier",
    "rentier.agents": "agents",
    "rentier.analysis": "analysis",
    "rentier.arena": "arena",
    "rentier.box": "box",
    "rentier.envs": "envs",
    "rentier.events": "events",
    "rentier.grading": "grading",
    "rentier.learn": "learn",
    "rentier.rules": "rules",
    "rentier.search": "search",
}  # and their pages in docs/api
REGISTERING = ("rentier.envs.gym", "rentier.envs.openspiel")  # modules that are imported so that other libraries find the game
EXTRA_NAMES = {"Sb3Games": "Stable-Baselines3"}  # what needs a library that the tests can do without
PAGES = [HOME / "README.md", *sorted((HOME / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# prints for every public name whether it is a constant, and its docstring or that of a member without one; nothing is compiled
DESCRIBE = """
import importlib, inspect, json, sys

def undocumented(thing):
    for name, member in vars(thing).items():
        if isinstance(member, classmethod | staticmethod):
            member = member.__func__
        asked = inspect.isfunction(member) or isinstance(member, property) or hasattr(member, "attrname")
        if asked and not name.startswith("_") and not member.__doc__:
            yield name

found = {}
for face, left_out in json.loads(sys.argv[1]).items():
    module = importlib.import_module(face)
    for name in module.__all__:
        if name in left_out:
            continue
        thing = getattr(module, name)
        documented = inspect.isclass(thing) or callable(thing)
        own = thing.__doc__ if not inspect.isclass(thing) else vars(thing).get("__doc__")
        text = own or "" if documented else None
        generated = documented and text.startswith(f"{thing.__name__}(")  # by dataclass
        missing = list(undocumented(thing)) if inspect.isclass(thing) else []
        found[f"{face}.{name}"] = ["" if generated else text, missing]
print(json.dumps(found))
"""


def exported(face: str) -> list[str]:
    """Return the names that a package exports, without importing what they are."""
    names: list[str] = importlib.import_module(face).__all__
    return names


def missing_names() -> list[str]:
    """Return the names that cannot be imported here, because a library is missing."""
    return [name for name, need in EXTRA_NAMES.items() if needs()[need].find() is None]


@functools.cache
def descriptions() -> dict[str, tuple[str | None, list[str]]]:
    """Return the docstring of every public name, None of constants, and its members that have none."""
    left_out = {face: missing_names() for face in FACES}
    done = subprocess.run(
        [sys.executable, "-c", DESCRIBE, json.dumps(left_out)],
        cwd=HOME,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, tuple[str | None, list[str]]] = json.loads(done.stdout)
    return found


def isort_key(name: str) -> tuple[int, str]:
    """Return what names of `__all__` are sorted by: constants, classes, then everything else."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2), name


def source_of(face: str) -> Path:
    """Return the file of a package that exports names."""
    home = HOME.joinpath(*face.split("."))
    return home / "__init__.py" if home.is_dir() else home.with_suffix(".py")


def snippets() -> Iterator[tuple[str, str]]:
    """Yield the Python that readers are shown, and where it stands: in docs, in examples and in the notebook."""
    for page in PAGES:
        for number, text in enumerate(BLOCK.findall(page.read_text(encoding="utf-8"))):
            yield f"{page.relative_to(HOME)}, Python block {number + 1}", text
    for file in sorted((HOME / "examples").rglob("*.py")):
        yield str(file.relative_to(HOME)), file.read_text(encoding="utf-8")
    for file in sorted((HOME / "examples").rglob("*.ipynb")):
        for number, cell in enumerate(json.loads(file.read_text(encoding="utf-8"))["cells"]):
            if cell["cell_type"] == "code":
                lines = [line for line in "".join(cell["source"]).splitlines() if not line.startswith("%%")]
                yield f"{file.relative_to(HOME)}, cell {number}", "\n".join(lines)


def private_imports(code: str) -> list[str]:
    """Return what a piece of Python imports from Rentier that is not public."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            asked = [alias.name for alias in node.names if alias.name.partition(".")[0] == "rentier"]
            found += [name for name in asked if name not in FACES and name not in REGISTERING]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "rentier":
            module = node.module or ""
            public = exported(module) if module in FACES else []
            faces = [face.removeprefix(f"{module}.") for face in FACES if face.startswith(f"{module}.")]
            found += [f"{module}.{alias.name}" for alias in node.names if alias.name not in (*public, *faces)]
    return found


def test_docs_and_examples_import_public_names_only() -> None:
    found = [(where, name) for where, code in snippets() for name in private_imports(code)]
    assert found == []
    assert private_imports("from rentier.game.legal import legal\nimport rentier.game, json") == [
        "rentier.game.legal.legal",
        "rentier.game",
    ]


@pytest.mark.parametrize("face", FACES)
def test_names_are_sorted_and_found_when_asked_for(face: str) -> None:
    module = importlib.import_module(face)
    assert exported(face) == sorted(set(exported(face)), key=isort_key)
    assert set(exported(face)) <= set(dir(module))
    with pytest.raises(AttributeError, match=f"module '{face}' has no attribute 'Gmae'"):
        _ = module.Gmae


@pytest.mark.parametrize("face", FACES)
def test_every_name_resolves(face: str) -> None:
    wanted = {f"{face}.{name}" for name in exported(face) if name not in missing_names()}
    assert wanted == {name for name in descriptions() if name.rpartition(".")[0] == face}


@pytest.mark.parametrize("face", FACES)
def test_type_checkers_see_the_same_names(face: str) -> None:
    seen = imports_for_types(source_of(face).read_text(encoding="utf-8"))
    assert set(seen) == set(exported(face)) - {"__version__"}


@pytest.mark.parametrize("face", FACES)
def test_no_name_hides_a_module(face: str) -> None:
    file = source_of(face)
    modules = {path.stem for path in file.parent.iterdir()} if file.name == "__init__.py" else set()
    assert not modules & set(exported(face))


@pytest.mark.parametrize("face", FACES)
def test_importing_a_package_alone_is_quick(face: str) -> None:
    code = f"import sys, {face}; assert not {{'numba', 'numpy'}} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=HOME, check=False).returncode == 0


def test_every_name_has_a_docstring() -> None:
    assert [name for name, (text, _) in descriptions().items() if text is not None and len(text.split()) < 3] == []
    assert [(name, members) for name, (_, members) in descriptions().items() if members] == []


@pytest.mark.parametrize(("face", "page"), FACES.items())
def test_every_name_is_in_the_reference(face: str, page: str) -> None:
    text = (HOME / "docs" / "api" / f"{page}.md").read_text(encoding="utf-8")
    listed = set(re.findall(rf"^\.\. auto(?:class|function):: {re.escape(face)}\.(\w+)$", text, re.MULTILINE))
    assert listed <= set(exported(face))
    for name in set(exported(face)) - listed:
        assert f"`{name}`" in text or f"`{face}.{name}`" in text, name
    # what has a docstring is shown with it: on this page, or on that of `rentier`
    of_rentier = set(exported("rentier")) if face != "rentier" else set()
    for name in set(exported(face)) - listed - of_rentier:
        assert descriptions().get(f"{face}.{name}", (None,))[0] is None, name


def test_the_reference_has_a_page_for_each_package() -> None:
    pages = {path.stem for path in (HOME / "docs" / "api").glob("*.md")}
    assert pages == {"index", *FACES.values()}
    index = (HOME / "docs" / "api" / "index.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| \[`([\w.]+)`\]", index, re.MULTILINE)) == set(FACES)


def test_types_are_shipped() -> None:
    assert (HOME / "rentier" / "py.typed").is_file()


def test_a_name_is_imported_once_and_may_have_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a_package.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "from rentier.lazy import lazy_exports\n"
        "if TYPE_CHECKING:\n    from json import dumps, loads as read\n"
        "else:\n    __getattr__, __dir__ = lazy_exports(__name__)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    package = importlib.import_module("a_package")
    monkeypatch.delitem(sys.modules, "a_package")
    assert {"dumps", "read"} <= set(dir(package))
    assert "read" not in vars(package)
    assert package.read is json.loads is vars(package)["read"]
    with pytest.raises(AttributeError, match="module 'a_package' has no attribute 'loads'"):
        _ = package.loads
