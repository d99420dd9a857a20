"""Every command with forty malformed inputs or more: one line, exit code 2, no traceback, nothing written, nothing compiled.

The inputs are made from each command's own options and arguments, so a new option is tested too: one whose kind of value is not
in the table here fails the test until it is added.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from rentier.cli import COMMANDS
from tests.cli.in_turn import run_without_rules
from tests.cli.test_early_refusals import write_files

FEWEST = 40

# a use of each command that is right, up to what it writes
RIGHT: dict[str, tuple[str, ...]] = {
    "match": ("random", "bot"),
    "league": ("random", "bot", "bailis", "cautious"),
    "referee": ("random", "bot"),
    "gauntlet": ("bot",),
    "train": ("--out", "new"),
    "td": ("--out", "new"),
    "q": ("--out", "new"),
    "genetic": ("--out", "new"),
    "tune": ("reserve:1,1", "--against", "bot"),
    "reproduce": ("khan2019",),
    "games": ("--agents", "random", "bot", "--out", "new.parquet"),
    "watch": ("random", "bot"),
    "replay": ("record.toml",),
    "review": ("record.toml",),
    "odds": ("position.toml",),
    "explain": ("position.toml",),
    "query": ("bot",),
    "calibration": ("td", "bot", "bot"),
    "grade": ("bot",),
    "valuations": ("td",),
    "rules": ("modern",),
    "decisions export": ("--out", "new.parquet", "--database", "sqlite:///gone.sqlite"),
}
WRITTEN = {"--json": "new.json", "--picture": "new.svg", "--save": "new.toml"}
UNKNOWN = ("--zzz", "-z", "--help=1", "--no-zzz", "---", "--zzz=1", "-1", "--=", "-", "zzz zzz", "--\udcff")
WORDS = ("", " ", "zzz", "-", "0", "none of them", "\t", "Ж", "x" * 5000, "a=b", "../..", "%s", "{0}", "a,b,c,d,e", "\udcff")
FILES = (
    "",
    " ",
    ".",
    "..",
    "/",
    "folder",
    "./folder",
    "folder/gone/x",
    "gone/file",
    "junk/file",
    "position.toml/file",
    "n" * 300,
    "\udcff",
    "gone/\n/file",
)
NUMBERS = (
    "",
    " ",
    "many",
    "1.5",
    "1e3",
    "0x10",
    "0b1",
    "--1",
    "1,000",
    "1 2",
    "½",
    "9" * 30,
    "-" + "9" * 30,
    "1" * 5000,
    "nan",
)
NUMBERS += ("+", "-", "1.", ".1", "1/2", "∞", "None", "true", "[]", "\udcff")
REALS = ("", " ", "many", "1,5", "0x10", "--1", "½", "nan", "inf", "-inf", "1e999", "-1e9", "\udcff")
AGENTS = ("", " ", "nobody", ":", "reserve:1", "reserve:a,b", "reserve:1,2,3", "./gone.py", "./junk", "folder", "x" * 5000)
AGENTS += (
    "mcts:rollouts=0",
    "mcts:rollouts=x",
    "genes:gone.toml",
    "td:junk",
    "td:folder",
    "preset.toml",
    "other.toml",
    "\udcff",
)
RULES = (
    "",
    " ",
    "uk",
    "./gone.toml",
    "folder",
    "./folder",
    "./junk",
    "position.toml",
    "record.toml",
    "queries.toml",
    "empty.toml",
)
RULES += ("other.toml", "result.json", "list.json", "deep.toml", "huge.toml", "x" * 5000, "\udcff")
INPUTS = (
    "",
    "gone.toml",
    "folder",
    "junk",
    "empty.toml",
    "preset.toml",
    "other.toml",
    "list.json",
    "result.json",
    "queries.toml",
)
INPUTS += ("board.toml", "deep.toml", "huge.toml", "games.parquet", "position.toml/below", "n" * 300, "-", "\udcff")
SWITCHES = (
    "",
    " ",
    "auction",
    "=",
    "auction=",
    "=none",
    "auktion=none",
    "auction=loud",
    "salary=many",
    "salary=-1",
    "salary=1.5",
)
SWITCHES += ("salary=" + "9" * 30, "salary=1e3", "board=ukk", "board=folder", "x" * 5000, "salary==1", "\udcff")
PICTURES = (*FILES, "a.png", "a", ".svg/a")
DATABASES = ("", " ", "a.sqlite", "sqllite:///a.sqlite", "sqlite:///gone/here/a.sqlite", "sqlite:///folder", "sqlite:///junk/a")
DATABASES += ("sqlite:///position.toml", "mysql://me@host/a", "postgresql://127.0.0.1:1/a", "://", "\udcff")
LISTS = ("", " ", ",", "a", "1,,2", "1.5", "-1", "0", "1;2", "9" * 30, "1,a", "x" * 5000, "\udcff")
QUESTIONS = (
    "",
    " ",
    "zzz",
    "stronger",
    "stronger:",
    "stronger:x",
    "stronger:0%",
    "stronger:200%",
    "precision:0%",
    "precision:50%",
)
QUESTIONS += ("precision:-1%", "precision:nan%", "stronger:1", ":", "\udcff")
PAIRS = ("", " ", "zzz", "=", "a=b", "zzz=1", "x" * 5000, "\udcff")

MALFORMED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("AGENT", "AGENT...", "NETWORK", "SEARCH"), AGENTS),
    "[AGENT]": tuple(spec for spec in AGENTS if spec.startswith(":") or ":" not in spec),  # settings are not looked at
    **dict.fromkeys(("PRESET|FILE", "[PRESET|FILE]"), RULES),
    **dict.fromkeys(("FILE|-", "--save FILE", "--out FILE"), FILES),
    **dict.fromkeys(("RECORD|-", "POSITION|GAME|-"), INPUTS),
    **dict.fromkeys(("--begin FILE", "--check FILE", "--start FILE", "--seed-file FILE", "--data FILE"), INPUTS[1:]),
    "[FILE...]": tuple(file for file in INPUTS if file != "queries.toml"),
    "--database FILE": tuple(file for file in INPUTS[1:] if file != "games.parquet"),  # damaged, but that shows late
    "--rules FILE": tuple(file for file in INPUTS[1:] if file != "preset.toml"),
    **dict.fromkeys(("--out FOLDER", "--report FOLDER"), ("position.toml", "junk/below", "n" * 300, "\udcff")),
    **dict.fromkeys(("N,N",), LISTS),
    **dict.fromkeys(("KIND", "WORD", "WORDS", "[WORK[/TABLE]]..."), WORDS),
    "--save NAME": ("", " ", "a/b", "bot", "x" * 5000, "\udcff"),
    "FILE.svg": PICTURES,
    "NAME=VALUE": PAIRS,
    "QUESTION": QUESTIONS,
    "SETTING[=...]": PAIRS,
    "SWITCH=VALUE": SWITCHES,
    "--database URL": DATABASES,
    "--origin URL": ("", " ", "x", "http://", "ftp://host", "http://a b", "\udcff"),
    "--host": ("", " ", "203.0.113.1", "no host", "x" * 300, "\udcff"),
}


def commands() -> dict[str, click.Command]:
    """Return every command, and those of groups, by the words that call it."""
    found: dict[str, click.Command] = {}
    for name in COMMANDS:
        command = importlib.import_module(f"rentier.cli.{name}").command
        parts = command.commands.items() if isinstance(command, click.Group) else [("", command)]
        found |= {f"{name} {part}".strip(): each for part, each in parts}
    return found


def malformed_values(parameter: click.Parameter) -> tuple[str, ...]:
    """Return values that are wrong for an option or argument, whatever the command."""
    metavar = parameter.metavar or ""
    if isinstance(parameter.type, click.types.IntParamType):
        return NUMBERS
    if isinstance(parameter.type, click.types.FloatParamType):
        return REALS
    if isinstance(parameter.type, click.Choice) or ("|" in metavar and metavar == metavar.lower()) or "://" in metavar:
        return WORDS
    found = MALFORMED.get(f"{parameter.opts[0]} {metavar}".strip()) or MALFORMED.get(metavar)
    assert found is not None, f"{parameter.opts[0]}: add what is malformed for {metavar!r} to the table"
    return found


def malformed_uses(name: str, command: click.Command) -> Iterator[list[str]]:
    """Yield uses of a command with one thing wrong each."""
    right = list(RIGHT.get(name, ()))
    named = {option for parameter in command.params for option in parameter.opts}
    places = 0

    def use(*wrong: str, instead_of: str = "") -> list[str]:
        written = [f"{option}={file}" for option, file in WRITTEN.items() if option in named and option != instead_of]
        return [*name.split(), *right, *written, *wrong]

    for option in UNKNOWN:
        yield use(option)
    for parameter in command.params:
        option = parameter.opts[0]
        if not isinstance(parameter, click.Option):
            for value in malformed_values(parameter):
                yield [*name.split(), *right[:places], value, *right[places + 1 :]]
            places += 1
            continue
        yield from (use(wrong) for wrong in (f"{option}x", option.upper(), option[:-1]) if wrong not in named)
        if parameter.is_flag:
            yield from (use(f"{option}={value}") for value in ("1", "", "yes"))
        else:
            yield use(option, instead_of=option)
            yield from (use(f"{option}={value}", instead_of=option) for value in malformed_values(parameter))
    if places == 0:
        yield from (use(word) for word in WORDS[2:3])


USES = {name: list(malformed_uses(name, command)) for name, command in commands().items()}


@pytest.fixture(scope="module")
def ends(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[object, str, bool]]]:
    """How every use of every command ended, all run in one process."""
    folder = tmp_path_factory.mktemp("malformed")
    write_files(folder)
    (folder / "deep.toml").write_text(f"a = {'[' * 5000}")
    (folder / "huge.toml").write_text("a = " + "9" * 100_000)
    asked = [use for uses in USES.values() for use in uses]
    ended = iter(run_without_rules(asked, folder))
    return {name: [next(ended) for _ in uses] for name, uses in USES.items()}


@pytest.mark.parametrize("name", USES)
def test_malformed_input_is_refused_in_one_line(name: str, ends: dict[str, list[tuple[object, str, bool]]]) -> None:
    assert len(USES[name]) >= FEWEST
    for use, (code, said, unchanged) in zip(USES[name], ends[name], strict=True):
        shown = " ".join(word if len(word) < 100 else f"{word[:100]}..." for word in use)
        assert code == 2, (shown, code, said[-1000:])
        assert said.startswith("rentier: "), (shown, said)
        assert said.count("\n") == 1, (shown, said)
        assert unchanged, (shown, said)


@pytest.mark.parametrize("use", [("match", "random", "bot", "--out"), ("reproduce", "khan2019", "--out"), ("reproduce",)])
def test_a_name_that_is_not_utf_8_is_refused(tmp_path: Path, use: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "rentier.cli", *use, b"run-\xff"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "rentier: 'run-\\udcff' is not UTF-8; rename the file or folder\n"
    assert not list(tmp_path.iterdir())
