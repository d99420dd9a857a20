"""How the docs become a site; `sh scripts/docs` builds it.

Pages are sought from the project's root, so that the README, CONTRIBUTING and the timings are pages of the site too, and a link
from file to file leads to the same in the site.

The reference of the Python API (api/) is made of docstrings. Nothing is compiled for it, and of the libraries only those of the
package itself need to be installed.
"""

import dataclasses
import inspect
import os
import re
import sys
from pathlib import Path
from typing import Any, is_typeddict

from sphinx.util.inspect import signature, stringify_signature

os.environ["NUMBA_DISABLE_JIT"] = "1"
sys.path.insert(0, str(Path(__file__).parent.parent))

from rentier.layout import Record, layout
from rentier.learn.settings import described

project = "Rentier"
author = "The Rentier authors"
copyright = author

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/index"
include_patterns = ["docs/**", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "benchmarks/README.md"]
exclude_patterns = [".*", "build", "dist"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types in signatures need not lead anywhere
smartquotes = False  # `--games` outside of code keeps its two hyphens

myst_heading_anchors = 4  # a heading is linked to by its words: rules.md#the-course-of-a-turn
myst_html_meta = {"description": "Rentier: a fast Monopoly simulator with strong AI players"}

html_theme = "furo"
html_title = "Rentier"
html_favicon = "site/favicon.svg"
html_extra_path = ["site/index.html"]
html_copy_source = False
html_use_index = False  # names are found by searching, and by the pages of the reference

add_module_names = False
default_role = "code"  # docstrings write code in single backticks
python_use_unqualified_type_names = True
autodoc_member_order = "bysource"
autodoc_mock_imports = [
    "cmaes",
    "gymnasium",
    "matplotlib",
    "pettingzoo",
    "pyarrow",
    "pyspiel",
    "ray",
    "stable_baselines3",
    "torch",
]
autodoc_preserve_defaults = True
autodoc_type_aliases = {"Numbers": "numpy.ndarray"}
autodoc_typehints_format = "short"

FIELD = re.compile(r"    (?P<name>[a-z]\w*): [^=#]+?(?:\s+# (?P<comment>.*))?")
HEADING = re.compile(r"    # (.*)")
ALIAS = re.compile(r"TypeAliasForwardRef\('([\w.]+)'\)")  # how Sphinx writes an alias inside of another type


def commented_fields(kind: type) -> list[str]:
    """Return the fields of a record or of a dictionary of options, with the comments of their source."""
    shapes = {} if is_typeddict(kind) else {name: field[0].shape for name, field in (layout(kind).fields or {}).items()}
    lines: list[str] = []
    for line in inspect.getsource(kind).splitlines():
        if field := FIELD.fullmatch(line):
            shape = shapes.get(field["name"])
            length = f"[{', '.join(map(str, shape))}]" if shape else ""
            comment = f": {field['comment']}" if field["comment"] else ""
            lines.append(f"* ``{field['name']}{length}``{comment}")
        elif heading := HEADING.fullmatch(line):
            lines += ["", f"{heading[1][0].upper()}{heading[1][1:]}:", ""]
    return ["", *lines, ""]


def described_settings(kind: type) -> list[str]:
    """Return the settings of a method with their defaults and the help of their options."""
    fields = {field.name: field for field in dataclasses.fields(kind)}
    lines = [f"* ``{name}`` (``{fields[name].default!r}``): {about.help}" for name, about in described(kind).items()]
    return ["", *lines, ""] if lines else []


def list_fields(_app: Any, what: str, _name: str, thing: Any, _options: Any, lines: list[str]) -> None:
    """Add the fields of a class to its docstring where its signature does not show them."""
    if what != "class":
        return
    if is_typeddict(thing) or issubclass(thing, Record):
        lines += commented_fields(thing)
    elif dataclasses.is_dataclass(thing):
        lines += described_settings(thing)


def skip_member(_app: Any, _what: str, _name: str, thing: Any, skip: bool, _options: Any) -> bool:
    """Leave out what a named tuple says about each of its fields."""
    return skip or str(getattr(thing, "__doc__", "")).startswith("Alias for field number")


def tidy_signature(
    _app: Any, what: str, _name: str, thing: Any, _options: Any, shown: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Show the arguments of classes whose base is in a library that is not imported, and arrays by a short name."""
    if what == "class" and "__init__" in vars(thing) and (shown or "").startswith("(*args"):
        own = signature(thing.__init__, bound_method=True)
        shown = stringify_signature(own, unqualified_typehints=True, show_return_annotation=False)
    return ALIAS.sub(r"\1", shown or "") or None, ALIAS.sub(r"\1", returns or "") or None


def setup(app: Any) -> None:
    """Connect what is done to docstrings and signatures."""
    app.connect("autodoc-process-signature", tidy_signature)
    app.connect("autodoc-process-docstring", list_fields)
    app.connect("autodoc-skip-member", skip_member)
