"""Shared by several commands: the options for rules and seeds, reading and writing of files, formatting of numbers."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rentier.box import Box, Setting, load_box, parse_overrides
from rentier.errors import RentierError
from rentier.file_kinds import POSITION, QUERIES, RECORD, FileKind, check_kind, kind_of
from rentier.files import is_special, write_text

if TYPE_CHECKING:
    from rich.console import Console

    from rentier.arena.executors.protocol import Executor

Command = TypeVar("Command", bound=Callable[..., Any])

STANDARD_INPUT = STANDARD_OUTPUT = "-"
LISTS = ("--agents", "--against")
PARQUET = b"PAR1"  # the first bytes of such a file
BINARIES = {  # the first bytes of binary files, and a hint what they are for
    PARQUET: "; it is Parquet, and `rentier games --check` reads files of games",
    b"PK": "; if it has the weights of a network, it belongs to an agent, as in td:FILE",
}
REQUIRED = {POSITION: "[[players]]", RECORD: "decisions", QUERIES: "[[questions]]"}  # what a file of each kind must have


class ListingAgents(click.Command):
    """A command whose `--agents` or `--against` may be followed by any number of agents."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        spread: list[str] = []
        listing = ""
        for word in args:
            if word.startswith("-"):
                listing = word if word in LISTS else ""
            elif listing and spread[-1] != listing:
                spread.append(listing)
            spread.append(word)
        return super().parse_args(ctx, spread)


def rules_options(command: Command) -> Command:
    """Add `--rules` and `--set`."""
    command = click.option(
        "--set",
        "overrides",
        multiple=True,
        metavar="SWITCH=VALUE",
        help="Change a switch (an option of the rules); repeatable.",
    )(command)
    return click.option("--rules", default="uk-classic", show_default=True, metavar="PRESET|FILE", help="Rules to play by.")(
        command
    )


def seed_option(command: Command) -> Command:
    """Add `--seed`."""
    return click.option("--seed", type=int, default=0, show_default=True, help="Random seed; same seed, same games.")(command)


def jobs_option(command: Command) -> Command:
    """Add `--jobs`."""
    text = "Threads to use; this does not change the result.  [default: one per core]"
    return click.option("--jobs", type=int, default=None, metavar="N", help=text)(command)


def executor_options(command: Command) -> Command:
    """Add `--executor` and `--jobs`."""
    text = "Workers to use; this does not change the result.  [default: one per core]"
    command = click.option("--jobs", type=int, default=None, metavar="N", help=text)(command)
    metavar = "threads|processes|ray[://HOST:PORT]"
    text = "Where to play: in threads, in processes, or on a Ray cluster."
    return click.option("--executor", default="threads", show_default=True, metavar=metavar, help=text)(command)


def open_workers(executor: str, jobs: int | None) -> Executor:
    """Return the executor that `--executor` and `--jobs` ask for; it is closed when the command ends."""
    from rentier.arena.executors import open_executor

    return click.get_current_context().with_resource(contextlib.closing(open_executor(executor, jobs)))


def json_option(command: Command) -> Command:
    """Add `--json`."""
    return click.option("--json", "json_file", metavar="FILE|-", help="Write JSON to a file, or to standard output (-).")(
        command
    )


def board_option(command: Command) -> Command:
    """Add `--board`."""
    choice = click.Choice(["every", "end", "never"])
    return click.option(
        "--board", type=choice, default="end", show_default=True, help="Show the board every round, at the end, or never."
    )(command)


def film_option(command: Command) -> Command:
    """Add `--picture` for a game."""
    return click.option("--picture", metavar="FILE.svg", help="Draw the game as an animated picture.")(command)


def read_rules(rules: str, overrides: tuple[str, ...]) -> Box:
    """Return the box that `--rules` and `--set` ask for."""
    settings = parse_overrides(overrides)
    try:
        return load_box(rules, settings)
    except RentierError as error:
        raise RentierError(re.sub(r"^overrides: ", "--set: ", str(error))) from None


def write_json(file: str, content: object) -> None:
    """Write JSON to a file or to standard output."""
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    if file == STANDARD_OUTPUT:
        sys.stdout.write(text)
    else:
        write_file(Path(file), text)


def check_writable(file: str | None) -> None:
    """Refuse a file that could not be written, before the work begins rather than after it."""
    if file is None or file == STANDARD_OUTPUT:
        return
    if not file.strip():
        raise RentierError(f"{file!r} should be the name of a file")
    path = Path(file)
    if path.is_dir():
        raise RentierError(f"{file}: is a folder; give the name of a file")
    if path.exists() and not os.access(path, os.W_OK):
        raise RentierError(f"{file}: may not be written to")
    if is_special(path):
        return
    folder = Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent
    if not folder.is_dir():
        raise RentierError(f"{file}: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise RentierError(f"{file}: the folder {folder} may not be written to")


def write_file(path: Path, text: str) -> None:
    """Write a file, or say clearly why it cannot be written."""
    check_writable(str(path))
    write_text(path, text)


def check_out(folder: str | None, named_by: str = "--out") -> None:
    """Refuse a folder that could not be created or written to, before anything is compiled."""
    if folder is None:
        return
    if not folder.strip():
        raise RentierError(f"{named_by}: {folder!r} should be the name of a folder")
    path = Path(folder)
    above = next(one for one in (path, *path.absolute().parents) if one.exists())
    if not above.is_dir():
        named = "is a file" if above == path else f"{above} is a file"
        raise RentierError(f"{folder}: {named}; {named_by} should be a folder")
    if not os.access(above, os.W_OK):
        raise RentierError(f"{folder}: the folder {above} may not be written to")


def name_of(file: str) -> str:
    """Return the name of a file for messages."""
    return "standard input" if file == STANDARD_INPUT else file


def read_text(file: str) -> str:
    """Read the text of a user's file, or of standard input."""
    try:
        content = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except OSError as error:
        raise RentierError(f"{file}: {error.strerror or error}") from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        use = next((use for start, use in BINARIES.items() if content.startswith(start)), "")
        raise RentierError(f"{name_of(file)}: not a text in UTF-8{use}") from None


def check_parquet(file: str) -> None:
    """Refuse a file that cannot be a file of games, before anything is compiled."""
    path = Path(file)
    if not path.is_file():
        raise RentierError(f"{file}: is a folder; name a file in it" if path.is_dir() else f"{file}: there is no such file")
    with path.open("rb") as opened:
        if opened.read(len(PARQUET)) != PARQUET:
            raise RentierError(f"{file}: cannot be read as Parquet: it should be a file written by `rentier games --out`")


def read_toml(file: str, what: str, *wanted: FileKind) -> tuple[str, dict[str, Any]]:
    """Return the text and the content of a TOML file; refuse it if it is empty, not TOML, or not of a kind that is wanted.

    `what` is the beginning of the message about broken TOML.
    """
    text, name = read_text(file), name_of(file)
    should = " or ".join(kind.name for kind in wanted)
    if not text.strip():
        raise RentierError(f"{name}: is empty; it should be {should}")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        with contextlib.suppress(ValueError, RecursionError):
            json.loads(text)
            raise RentierError(f"{name}: is JSON; it should be {should}, which is TOML") from None
        raise RentierError(f"{name}: {what}: not valid TOML: {error}") from None
    check_kind(name, values, *wanted)
    if kind_of(values) is None:
        required = " or ".join(f"`{REQUIRED[kind]}`" for kind in wanted)
        raise RentierError(f"{name}: {what}: it has no {required}; it should be {should}")
    return text, values


def console(error: bool = False) -> Console:
    """Return the console that tables are printed on. A pipe gets wide plain text, so that nothing is cut off."""
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    width = None if stream.isatty() else 160
    return Console(file=stream, width=width, highlight=False, markup=False, soft_wrap=False)  # a name may contain [b]


def setting_text(setting: Setting) -> str:
    """Return a setting as `--set` takes it."""
    if isinstance(setting, bool):
        return "yes" if setting else "no"
    return str(setting)


def overrides_text(overrides: Mapping[str, Setting]) -> str:
    """Return ` with auction=none, salary=400`, to follow the name of the rules; empty if no switch was changed."""
    changes = ", ".join(f"{name}={setting_text(value)}" for name, value in overrides.items())
    return f" with {changes}" if changes else ""


def percent(share: float) -> str:
    """Format a share as a percentage."""
    return f"{100 * share:.1f} %"


def count(number: float) -> str:
    """Format a number with thousands separators."""
    return f"{number:,.0f}"


def draws_text(draws: int, games: int, low: float, high: float) -> str:
    """Format the number of draws, their share of all games, and its 95 % interval."""
    return f"draws {count(draws)} ({percent(draws / max(games, 1))}, {percent(low)} to {percent(high)})"
