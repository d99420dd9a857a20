"""Agents from users' files: Python that defines `decide(box, game, mind)` with `@agent`. What is wrong with one is one line."""

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

# what Numba says of mistakes in an agent's file, and what it means to who wrote it
COMPILER_WORDS = {
    "^KeyError": "box, game and mind have no field 'NAME'",
    "^AssertionError: $": "a list or field is used as a whole where a part is meant: legal takes mind.actions[:]",
    "No conversion from .* to Action": "decide should return an Action on every way through it",
    "Signature mismatch": "decide should take three arguments: box, game and mind",
}


def check_file(spec: str, path: Path) -> None:
    """Refuse what is no file, or no Python, before anything heavy is loaded for it."""
    if not path.is_file():
        reason = "it is no file" if path.exists() else "there is no such file"
        raise RentierError(f"agent {spec!r}: {reason}; it should be a Python file that defines decide")
    try:
        compile(path.read_bytes(), str(path), "exec")
    except (SyntaxError, ValueError) as error:
        raise RentierError(f"{path}: {_one_line(error)}") from None


def load_file(file: str) -> Decide:
    """The function `decide` of a user's file."""
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
    """Refuse a function that does not carry @agent. Interpreted, the decorator leaves no trace and any function plays."""
    from rentier.agents.mind import DECIDE
    from rentier.compiled import INTERPRETED

    if INTERPRETED and callable(decide):
        return
    if DECIDE not in getattr(decide, "nopython_signatures", ()):
        raise RentierError(f"{file}: decide should carry the decorator @agent of rentier.agents.mind")


def _one_line(error: BaseException, name: str = "") -> str:
    """An error of a user's file in one line: where it is, and the line of its message that says what it is."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    message = str(error)
    places = re.findall(rf'{re.escape(name)}", line (\d+)|{re.escape(name)} \((\d+)\)', message)
    where = f"line {''.join(places[0])}: " if places else ""
    if _is_compilers(error):
        for sign, reason in COMPILER_WORDS.items():
            if re.search(sign, f"{type(error).__name__}: {message}"):
                return where + reason.replace("NAME", message.strip("'\""))
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During:", "- Resolution", "[", "File"))]
    return f"{where}{type(error).__name__}: {(telling or lines or ['no reason given'])[0]}"


def _is_compilers(error: BaseException) -> bool:
    """Whether Numba raised it, and not the file itself."""
    if type(error).__module__.startswith("numba"):
        return True
    return error.__traceback__ is not None and str(_last_frame(error.__traceback__).f_globals["__name__"]).startswith("numba")


def _last_frame(traceback: TracebackType) -> FrameType:
    """Where an error was raised."""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback.tb_frame
