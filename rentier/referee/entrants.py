"""The players named on the command line, and the commands that run them.

- a Rentier agent by its spec, such as `phase2`, or a file with a compiled agent (docs/agents.md), run by the host;
- a Python file with a class that has one method per decision, also run by the host;
- any other program, with its arguments, that speaks the protocol itself: `./bot`, `node bot.js`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from rentier.agents.files import check_file
from rentier.agents.specs import parse_agent
from rentier.errors import RentierError
from rentier.referee.methods import METHODS, defines_decide, defines_player

HOST = (sys.executable, "-P", "-m", "rentier.referee.host")
PYTHON_FILE = re.compile(r"(.+\.py)(?::.*)?", re.DOTALL)


@dataclass(frozen=True)
class Entrant:
    """A player: its name and the command that runs it.

    `ours`: it is part of Rentier and remembers nothing. `is_trusted`: its code is compiled together with Rentier's, needs the
    cache of compiled code, and may do whatever the user may.
    """

    name: str
    command: tuple[str, ...]
    ours: bool = False
    is_trusted: bool = False


def find_entrant(text: str) -> Entrant:
    """Return the player that a user has named; raise a one-line error if it cannot be run."""
    named = text.strip()
    if not named.isprintable():
        raise RentierError(f"agent {named!r}: its name should be one line of printable text")
    file = PYTHON_FILE.fullmatch(named)
    if file and (Path(file[1]).expanduser().exists() or " " not in named):
        return _python_file(named, Path(file[1]).expanduser())
    try:
        agent = parse_agent(named)
    except RentierError as error:
        if " " in named or "/" in named:
            return _executable(named)
        refusal = f"{error} A" if str(error).endswith("?") else f"{error}; a"
        raise RentierError(f"{refusal} program should be named by its path, such as ./{named}") from None
    return Entrant(agent.spec, (*HOST, agent.spec), ours=agent.is_ours, is_trusted=True)


def _python_file(named: str, path: Path) -> Entrant:
    """Return the player in a Python file: a compiled agent if the file defines `decide`, otherwise a class with the methods."""
    check_file(named, path)
    if defines_decide(path):
        return Entrant(parse_agent(named).spec, (*HOST, named), is_trusted=True)
    if not named.endswith(".py") or not defines_player(path):
        methods = ", ".join(METHODS)
        reason = f"it should define a class with some of the methods {methods}, or decide with @agent"
        raise RentierError(f"{named}: {reason}; run a program that speaks the protocol itself as 'python3 {path.name}'")
    return Entrant(named, (*HOST, str(path)))


def _executable(named: str) -> Entrant:
    """Return a program that speaks the protocol itself."""
    try:
        words = shlex.split(named)
    except ValueError as error:
        raise RentierError(f"program {named!r}: {error}") from None
    path = Path(words[0]).expanduser()
    if path.is_dir():
        raise RentierError(f"program {named!r}: {path} is a folder")
    if path.is_file() and not os.access(path, os.X_OK):
        reason = "is not executable; run chmod +x on it, or name the program that runs it, as in 'node bot.js'"
        raise RentierError(f"program {named!r}: {path} {reason}")
    found = str(path.absolute()) if path.is_file() else shutil.which(words[0])
    if found is None:
        raise RentierError(f"program {named!r}: there is no program {words[0]!r}")
    return Entrant(named, (found, *words[1:]))
