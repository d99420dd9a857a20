"""Saved agents: an agent of the catalogue with custom numbers, stored as TOML under a name that is a spec everywhere.

    saved_agent = 1
    kind = "reserve"

    [settings]
    "spend above" = 120.5
    "raise below" = 0

    [made]
    command = "rentier tune reserve:350,150 --against aggressive --save mine"

They are stored in the folder `agents` of `$RENTIER_DATA` or else of the user's data folder. A file anywhere else is named by
its path. `made` tells human readers how the agent was made.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rentier.agents.catalogue import AgentKind, agent_kinds
from rentier.agents.numbers import numbers_by_name, read_numbers
from rentier.box.reading import is_number, read_table
from rentier.errors import RentierError
from rentier.file_kinds import SAVED_AGENT, check_kind
from rentier.files import write_text
from rentier.record.toml import Value, lines_of, quoted

LAYOUT = 1
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True)
class SavedAgent:
    """The contents of a saved agent's file."""

    kind: AgentKind
    numbers: tuple[float, ...]
    made: Mapping[str, object]


def agents_folder() -> Path:
    """Return the folder of saved agents: under `$RENTIER_DATA`, else under the user's data folder."""
    if home := os.environ.get("RENTIER_DATA"):
        return Path(home) / "agents"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "rentier" / "agents"


def saved_file(name: str) -> Path:
    """Return the file of a saved agent."""
    return agents_folder() / f"{name}.toml"


def saved_names() -> list[str]:
    """Return the names of all saved agents."""
    try:
        return sorted(file.stem for file in agents_folder().glob("*.toml") if NAME.fullmatch(file.stem))
    except OSError:  # a folder that cannot be read counts as empty
        return []


def read_saved(path: Path) -> SavedAgent:
    """Read the agent in a file; any mistake in it is reported in one line."""
    if not path.is_file():
        raise RentierError(f"{path}: there is no such file")
    table = read_table(path)
    check_kind(str(path), table.values, SAVED_AGENT)
    layout = table.get("saved_agent", f"saved_agent = {LAYOUT}, which marks the file as a saved agent")
    if layout != LAYOUT or not is_number(layout):
        raise table.wrong("saved_agent", f"{layout!r} should be {LAYOUT}, the layout this program reads")
    kinds = {kind.spec: kind for kind in agent_kinds() if not kind.is_python and not kind.mixes}
    kind = kinds[table.word("kind", "agent", kinds)]
    numbers = read_numbers(kind, table.table("settings"))
    made = table.table("made").values
    table.finish()
    return SavedAgent(kind, numbers, made)


def check_name(name: str, replace: bool) -> None:
    """Refuse a name under which no agent can be saved, before any work is done."""
    if not NAME.fullmatch(name):
        raise RentierError(f"--save: {name!r} should be 1 to 40 lower-case letters, digits and hyphens, as in my-agent")
    if name in {kind.spec for kind in agent_kinds()}:
        raise RentierError(f"--save: {name!r} is an agent of the catalogue; choose another name")
    file = saved_file(name)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RentierError(f"--save: {file.parent}: cannot be made: {error.strerror}") from None
    if not os.access(file.parent, os.W_OK):
        raise RentierError(f"--save: the folder {file.parent} may not be written to")
    if not file.exists():
        return
    try:
        is_saved = file.is_file() and "saved_agent" in read_table(file).values
    except RentierError:
        is_saved = False
    if not is_saved:
        raise RentierError(f"--save: {file} exists and is not a saved agent; choose another name")
    if not replace:
        raise RentierError(f"--save: {name!r} is saved already; choose another name, or --replace it")


def save_agent(name: str, kind: AgentKind, numbers: tuple[float, ...], made: Mapping[str, Value], replace: bool) -> Path:
    """Save an agent under a name and return its file."""
    check_name(name, replace)
    yes_no = {setting.name for setting in kind.settings if setting.yes_no}
    settings = {key: bool(value) if key in yes_no else value for key, value in numbers_by_name(kind, numbers).items()}
    lines = [f"saved_agent = {LAYOUT}", f"kind = {quoted(kind.spec)}", "", "[settings]", *lines_of(settings)]
    text = "\n".join([*lines, "", "[made]", *lines_of(made)]) + "\n"
    file = saved_file(name)
    write_text(file, text)
    return file
