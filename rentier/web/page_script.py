"""All modules of the page as one script: on a slow line a browser gets one file much sooner than a hundred.

Modules may have static imports and named exports of functions, classes and constants, one for each `export`, but no import
cycles and no `await` at the top level, for which every screen would wait. Each becomes a function that returns its exports;
they run one at a time, each after those that it imports.
"""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\} from )?"(?P<path>\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (?P<name>[\w$]+))", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
REGISTRY = "$modules"


def bundled(router: Path) -> str:
    """Return a module and all that it needs, directly or not, as one script."""
    return f"const {REGISTRY} = {{}};\n" + "".join(_as_function(module, router.parent) for module in in_order(router))


def in_order(module: Path) -> list[Path]:
    """Return the modules that a module needs, each after those that it needs itself; the module itself last."""
    found: dict[Path, None] = {}

    def add(one: Path, importers: tuple[Path, ...]) -> None:
        if one in importers:
            raise ValueError(f"{one} imports itself, by way of {importers[-1]}")
        for line in IMPORT.finditer(one.read_text(encoding="utf-8")):
            needed = (one.parent / line["path"]).resolve()
            if needed not in found:
                add(needed, (*importers, one))
        found[one] = None

    add(module.resolve(), ())
    return list(found)


def _as_function(module: Path, home: Path) -> str:
    """Return a module as a function that is called at once and returns what the module exports."""

    def name(path: Path) -> str:
        return path.resolve().relative_to(home.resolve()).as_posix()

    def import_(line: re.Match[str]) -> str:
        if line["names"] is None:  # it only has to run
            return ""
        return f'const {{{line["names"].replace(" as ", ": ")}}} = {REGISTRY}["{name(module.parent / line["path"])}"];\n'

    source = module.read_text(encoding="utf-8")
    exports = ", ".join(line["name"] for line in EXPORT.finditer(source))
    body = EXPORT.sub("", IMPORT.sub(import_, source))
    if other := OTHER.search(body):
        raise ValueError(f"{module}: cannot put {other[0]!r} into one script with the other modules")
    return f'{REGISTRY}["{name(module)}"] = (() => {{\n{body}return {{ {exports} }};\n}})();\n'
