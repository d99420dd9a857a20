"""Agents from users' files: Python that defines `decide(box, game, mind)` with `@agent`. Errors are reported in one line."""

from __future__ import annotations

import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from rentier.errors import RentierError

Decide = Callable[[Any, Any, Any], Any]

# Numba's messages for common mistakes in an agent's file, and what they mean to its author
COMPILER_MESSAGES = {
    r"^KeyError: ['\"]*([^'\"]+)": r"box, game and mind have no field '\1'",
    r"^AssertionError: $": "an array field should be sliced: legal takes mind.actions[:]",
    r"No conversion from .* to Action": "decide should return an Action on every path",
    r"Signature mismatch": "decide should take three arguments: box, game and mind",
    r"Cannot bind .* due to \"TypeError: ([^\"]+)\"": r"a function is called with the wrong arguments: \1",
    r"Untyped global name '(\w+)':.* <class 'function'>": r"the function \1 should have the decorator @compiled",
}


def check_file(spec: str, path: Path) -> None:
    """Refuse a path that is not a file, or a file that is not Python, before anything slow is imported for it."""
    if not path.is_file():
        reason = "it is no file" if path.exists() else "there is no such file"
        raise RentierError(f"agent {spec!r}: {reason}; it should be a Python file that defines decide")
    try:
        compile(path.read_bytes(), str(path), "exec")
    except (SyntaxError, ValueError) as error:
        raise RentierError(f"{path}: {_one_line(error)}") from None


def load_file(file: str) -> Decide:
    """Import a user's file and return its function `decide`."""
    name = f"rentier_agent_{hashlib.sha256(file.encode()).hexdigest()[:16]}"
    module_spec = importlib.util.spec_from_file_location(name, file)
    if module_spec is None or module_spec.loader is None:
        raise RentierError(f"{file}: cannot be read as Python")
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[name] = module  # Numba finds the globals of cached functions by the name of their module
    try:
        module_spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise RentierError(f"{file}: {_one_line(error, Path(file).name)}") from error
    decide: Decide | None = getattr(module, "decide", None)
    if decide is None:
        raise RentierError(f"{file}: it should define decide(box, game, mind)")
    _check_compiled(file, decide)
    return decide


def _check_compiled(file: str, decide: object) -> None:
    """Refuse a function without @agent. In interpreted mode the decorator leaves no trace, so any function may play."""
    from rentier.agents.mind import DECIDE
    from rentier.compiled import INTERPRETED

    if INTERPRETED and callable(decide):
        return
    if DECIDE not in getattr(decide, "nopython_signatures", ()):
        raise RentierError(f"{file}: decide should have the decorator @agent of rentier.agents")


def _one_line(error: BaseException, name: str = "") -> str:
    """Describe an error in a user's file in one line: where it is, and the most telling line of its message."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    message = str(error)
    places = re.findall(rf'{re.escape(name)}", line (\d+)|{re.escape(name)} \((\d+)\)', message)
    where = f"line {''.join(places[0])}: " if places else ""
    if _is_from_numba(error):
        for pattern, reason in COMPILER_MESSAGES.items():
            if found := re.search(pattern, f"{type(error).__name__}: {message}"):
                return where + found.expand(reason)
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During:", "- Resolution", "[", "File"))]
    return f"{where}{type(error).__name__}: {(telling or lines or ['no reason given'])[0]}"


def _is_from_numba(error: BaseException) -> bool:
    """Whether Numba raised the error, and not the file itself."""
    if type(error).__module__.startswith("numba"):
        return True
    return error.__traceback__ is not None and str(_last_frame(error.__traceback__).f_globals["__name__"]).startswith("numba")


def _last_frame(traceback: TracebackType) -> FrameType:
    """Return the frame in which the error was raised."""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback.tb_frame
