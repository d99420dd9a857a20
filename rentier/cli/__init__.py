"""The command `rentier`: thin subcommands, one file each, imported when they are called."""

from __future__ import annotations

import importlib
import io
import os
import re
import sys
from collections.abc import Sequence
from typing import Any

import click

from rentier import __version__
from rentier.cli.interrupts import insistent_ctrl_c
from rentier.errors import RentierError, Stopped, nearest, unknown

WRONG_USE = 2
HELP = "help"
INTERRUPTED = 130
COMMANDS = {
    "play": "Play in your browser, against agents and friends",
    "serve": "Serve the web page of `play` to other people",
    "match": "Play many games between agents and count who wins",
    "league": "Rate a pool of agents at mixed tables",
    "referee": "Referee games between programs in any language",
    "gauntlet": "Measure an agent against five reference opponents",
    "train": "Train a network by self-play in parallel games, on a GPU or a CPU",
    "td": "Train a network to value positions by playing",
    "q": "Train the networks of phase4 or bailis-q by Q-learning",
    "genetic": "Evolve agents by a genetic algorithm",
    "tune": "Search for better settings of an agent and test them",
    "reproduce": "Reproduce a published table, with our figures beside it",
    "games": "Play games and save every decision to a file",
    "watch": "Play one game and describe it in sentences",
    "replay": "Describe a saved game in sentences",
    "review": "Review a saved game: win probabilities, mistakes, luck, trades",
    "odds": "Estimate each seat's win probability in a position",
    "explain": "Show what a tree search thinks of a decision",
    "query": "Ask an agent what it would do in chosen positions",
    "grade": "Measure what an agent's decisions cost",
    "calibration": "Compare a network's predictions with who wins",
    "valuations": "Show what every deed and group is worth to an agent",
    "landing": "Show how often players land on each square",
    "returns": "Show what deeds and houses cost and earn",
    "rules": "List the rule presets, or explain one",
    "decisions": "Export the decisions that people made on the web page",
    "agents": "List the agents",
    "bench": "Measure how fast games are simulated",
    "compile": "Compile everything in advance, so that no later command has to",
}
EXAMPLES = """\b
Examples:
  rentier match reserve:350,150 reserve:50,0 random random --games 1000
  rentier watch reserve:350,150 random --seed 7
  rentier rules tournament
"""


class Commands(click.Group):
    """The commands, each imported only when it is called, so that help and listings need no compiled rules."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == HELP:
            return show_help
        if cmd_name not in COMMANDS:
            does = {name: text.partition(" ")[0] for name, text in COMMANDS.items()}
            raise RentierError(unknown("command", cmd_name, COMMANDS, "`rentier --help` lists them", does))
        command: click.Command = importlib.import_module(f"rentier.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands, epilog=EXAMPLES, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="rentier", message="%(prog)s %(version)s")
@click.pass_context
def rentier(context: click.Context) -> None:
    """A fast Monopoly simulator with strong AI players, for researchers, agent developers and players.

    Not affiliated with or endorsed by Hasbro.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@click.command(HELP)
@click.argument("words", nargs=-1, metavar="[COMMAND]")
@click.pass_context
def show_help(context: click.Context, words: tuple[str, ...]) -> None:
    """Show the help of a command: `rentier help match` is `rentier match --help`."""
    above = context.find_root()
    for word in words:
        command = above.command.get_command(above, word) if isinstance(above.command, click.Group) else None
        if command is None:
            raise RentierError(f"help: {above.command_path} has no command {word!r}; see {above.command_path} --help")
        above = click.Context(command, above, word)
    click.echo(above.get_help())


def main(arguments: list[str] | None = None) -> None:
    """Run the command line. A user's error is reported in one line on standard error, with exit code 2."""
    _print_any_character()
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        _check_utf_8(arguments)
        with insistent_ctrl_c():
            code = rentier.main(arguments, prog_name="rentier", standalone_mode=False)
        sys.stdout.flush()
    except RentierError as error:
        code = _refuse(str(error))
    except click.UsageError as error:
        code = _refuse(_usage_line(error, arguments))
    except click.ClickException as error:
        code = _refuse(error.format_message())
    except Stopped:
        print(file=sys.stderr)  # end the line of the terminal's ^C, as click does
        _leave(INTERRUPTED)
    except (click.Abort, KeyboardInterrupt):
        _leave(INTERRUPTED)
    except BrokenPipeError:  # the reader of our output is gone
        code = 1
    except OSError as error:
        code = _refuse(_os_line(error))
    _close_output()
    sys.exit(code if isinstance(code, int) else 0)


def _check_utf_8(arguments: Sequence[str]) -> None:
    """Refuse names that are not UTF-8: JSON, TOML and Parquet could not name them."""
    for word in arguments:
        try:
            word.encode("utf-8")
        except UnicodeEncodeError:
            raise RentierError(f"{word!r} is not UTF-8; rename the file or folder") from None


def _print_any_character() -> None:
    """Print `?` for characters that the output's encoding lacks, such as those of bars in a file on Windows."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _close_output() -> None:
    """Flush the output; if that fails, discard it, so that the interpreter does not fail again as it exits."""
    try:
        sys.stdout.flush()
    except OSError:
        discard_output()


def discard_output() -> None:
    """Discard everything that is still printed, because the reader of our output is gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refuse(line: str) -> int:
    """Print what was wrong, on one line; return the exit code."""
    print(f"rentier: {' '.join(line.split())}", file=sys.stderr)
    return WRONG_USE


def _leave(code: int) -> Any:
    """Exit at once, without waiting for games in progress."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _usage_line(error: click.UsageError, arguments: Sequence[str]) -> str:
    """Return what click found wrong, and where to read more."""
    line = error.format_message().rstrip(".")
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        options = [name for parameter in error.ctx.command.params for name in parameter.opts if name.startswith("--")]
        line = f"unknown option {error.option_name!r}"
        if nearest(error.option_name, [*options, "--help"]):
            line = unknown("option", error.option_name, [*options, "--help"])
        elif error.ctx.command is rentier:
            line += "; options come after the command, as in rentier match aggressive bot --games 100"
    if isinstance(error, click.MissingParameter) and error.ctx is not None:
        examples = re.findall(r"^  (rentier .*?)$", error.ctx.command.epilog or "", re.MULTILINE)
        line += "".join(f", as in {example}" for example in examples[:1])
    named = arguments[:1] if arguments[:1] and arguments[0] in COMMANDS else []
    command = error.ctx.command_path if error.ctx else " ".join(["rentier", *named])
    return f"{line} See {command} --help" if line.endswith("?") else f"{line}; see {command} --help"


def _os_line(error: OSError) -> str:
    """Return what the system refused, and for which file."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
