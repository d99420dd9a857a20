"""The rules can run on a GPU: they have no allocation, no Python objects, no exceptions and no recursion.

The entries are compiled anew, and their LLVM code is scanned; so are the sources.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import types

import rentier.game
from rentier.compiled import INTERPRETED

GAME = Path(rentier.game.__file__ or "").parent
ROOT = Path(__file__).parents[2]
ENTRIES = (
    "apply.apply",
    "reporting.apply_and_report",
    "apply.begin",
    "check.check",
    "legal.legal",
    "luck.imagine",
    "luck.key_of",
)

# Arrays that are passed in are reference-counted while they are used: harmless, and left out by the compiler for GPUs.
COUNTING = {"NRT_incref", "NRT_decref", "NRT_MemInfo_call_dtor"}

# reading the machine code


def native_code(function: Callable[..., Any], signature: Any, **options: Any) -> str:
    """Return the LLVM code of a function and of all it calls, without the wrappers for calls from Python."""
    dispatcher = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)
    dispatcher.compile(signature)
    [code] = dispatcher.inspect_llvm().values()
    return str(code)


def forbidden(code: str) -> set[str]:
    """Return the names in the code that need a Python runtime."""
    found = set()
    for name in re.findall(r"^declare .*?@\"?([\w.]+)\"?\(", code, re.MULTILINE):
        if not name.startswith("llvm."):
            found.add(name)
    found |= set(re.findall(r"@\"?(NRT_\w+|_?Py\w+|numba_\w+)", code))
    found -= COUNTING
    if ".const.picklebuf." in code:
        found.add("an exception ready to be raised")
    found |= {f"status {status}" for status in re.findall(r"^\s*ret i32 (-?\d+)", code, re.MULTILINE) if status != "0"}
    return found


def scan_entries() -> None:
    """Compile every entry from its source and print what is forbidden in it. This runs in a separate process."""
    import importlib

    for place in ENTRIES:
        module, name = place.split(".")
        entry: Any = getattr(importlib.import_module(f"rentier.game.{module}"), name)
        [signature] = entry.nopython_signatures
        code = native_code(entry.py_func, signature.args, error_model="numpy")
        assert len(code) > 1000, "nothing was compiled"
        print(place, sorted(forbidden(code)))


@pytest.mark.slow
def test_the_entries_need_no_runtime() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    scanned = subprocess.run(
        [sys.executable, "-c", "from tests.conformance.test_gpu_ready import scan_entries; scan_entries()"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert scanned.returncode == 0, scanned.stderr
    assert scanned.stdout.splitlines() == [f"{entry} []" for entry in ENTRIES]


def allocates(number: int) -> int:
    return int(np.zeros(number).sum())


def keeps_a_list(number: int) -> int:
    numbers = [0]
    while len(numbers) < number:
        numbers.append(number)
    return len(numbers)


def raises(number: int) -> int:
    if number > 3:
        raise ValueError("too many")
    return number


def divides(number: int) -> int:
    return 100 // number


def prints(number: int) -> int:
    print(number)
    return number


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in interpreted mode")
@pytest.mark.parametrize("function", [allocates, keeps_a_list, raises, divides, prints])
def test_the_scan_finds_what_is_forbidden(function: Callable[..., Any]) -> None:
    assert forbidden(native_code(function, (types.int64,)))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in interpreted mode")
def test_the_scan_passes_what_is_allowed() -> None:
    """A division that gives zero instead of raising is fine."""
    assert forbidden(native_code(divides, (types.int64,), error_model="numpy")) == set()


# reading the sources

MAKERS = {"zeros", "empty", "ones", "full", "array", "arange", "copy", "list", "dict", "set", "sorted", "print", "open", "str"}
OBJECTS = (
    ast.Raise,
    ast.Try,
    ast.Assert,
    ast.With,
    ast.List,
    ast.Dict,
    ast.Set,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
    ast.GeneratorExp,
    ast.JoinedStr,
    ast.Lambda,
    ast.Yield,
    ast.Await,
)


def rule_functions() -> dict[str, ast.FunctionDef]:
    """Return every function of the rules by its unique name, without those of `python_api`, which the rules do not call."""
    functions: dict[str, ast.FunctionDef] = {}
    for path in sorted(set(GAME.glob("*.py")) - {GAME / "python_api.py"}):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                assert node.name not in functions, f"two functions are called {node.name}"
                functions[node.name] = node
    return functions


def called(function: ast.FunctionDef) -> set[str]:
    """Return the names that a function calls."""
    names = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            target = node.func
            names.add(target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else "")
    return names


def objects_in(function: ast.FunctionDef) -> Iterator[str]:
    """Yield what in a function would need memory or a Python object."""
    for statement in function.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue  # the docstring
        for node in ast.walk(statement):
            if isinstance(node, OBJECTS):
                yield f"{type(node).__name__} in line {node.lineno}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
                yield f"a text in line {node.lineno}"
    yield from sorted(called(function) & MAKERS)


def cycle_through(name: str, calls: dict[str, set[str]], above: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a chain of calls from a function back to one of its callers; empty if there is none."""
    if name in above:
        return (*above, name)
    for callee in sorted(calls.get(name, ())):
        if chain := cycle_through(callee, calls, (*above, name)):
            return chain
    return ()


def test_every_function_of_the_rules_is_compiled() -> None:
    functions = rule_functions()
    assert len(functions) > 100
    for name, function in functions.items():
        decorators = {ast.unparse(decorator).split("(")[0] for decorator in function.decorator_list}
        assert decorators & {"compiled", "entry"}, name


def test_no_function_of_the_rules_makes_objects() -> None:
    assert {name: found for name, function in rule_functions().items() if (found := list(objects_in(function)))} == {}


def test_no_function_of_the_rules_calls_itself() -> None:
    functions = rule_functions()
    calls = {name: called(function) & functions.keys() for name, function in functions.items()}
    assert sum(map(len, calls.values())) > 200
    for name in calls:
        assert cycle_through(name, calls) == ()


def test_the_scan_of_sources_can_fail() -> None:
    [function] = ast.parse("def f(x):\n    y = [x]\n    raise ValueError(f'{y}')").body
    assert isinstance(function, ast.FunctionDef)
    assert len(list(objects_in(function))) >= 3
    assert cycle_through("a", {"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ("a", "b", "c", "b")
