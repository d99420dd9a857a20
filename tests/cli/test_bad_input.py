"""Whatever a user gets wrong is one clear line, exit code 2, and never a traceback."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Rentier = Callable[..., subprocess.CompletedProcess[str]]
PAIR = ("random", "random")

WRONG = {
    "command": (("mtch",), "unknown command 'mtch'; did you mean 'match'"),
    "option": (("match", *PAIR, "--game", 3), "unknown option '--game'; did you mean '--games'?"),
    "option of all": (("--verson",), "unknown option '--verson'; did you mean '--version'?"),
    "no agents": (("match",), "Missing argument 'AGENT...'"),
    "agent": (("match", "random", "randon"), "unknown agent 'randon'; did you mean 'random'"),
    "watched agent": (("watch", "random", "reserv:1,1"), "did you mean 'reserve'"),
    "settings": (("match", "random", "reserve:1"), "reserve needs two numbers"),
    "agent file": (("match", "random", "./gone.py"), "there is no such file"),
    "agent folder": (("match", "random", "./folder.py"), "it is no file"),
    "agent junk": (("match", "random", "./junk.py"), "junk.py: "),
    "one player": (("match", "random"), "1 agent is named; a game has 2 to 8 players"),
    "nine players": (("watch", *("random",) * 9), "9 agents are named"),
    "games": (("match", *PAIR, "--games", 0), "games: 0 should be a whole number from 1"),
    "games as words": (("match", *PAIR, "--games", "many"), "'many' is not a valid integer"),
    "games missing": (("match", *PAIR, "--games"), "'--games' requires an argument"),
    "jobs": (("match", *PAIR, "--jobs", 0), "jobs: 0 should be a whole number from 1"),
    "seed": (("match", *PAIR, "--seed", -1), "seed: -1 should be a whole number from 0"),
    "watched seed": (("watch", *PAIR, "--seed", 1 << 64), "should be a whole number from 0"),
    "preset": (("match", *PAIR, "--rules", "uk-clasic"), "unknown preset 'uk-clasic'; did you mean 'uk-classic'"),
    "rules": (("rules", "moderm"), "unknown preset 'moderm'; did you mean 'modern'"),
    "rules file": (("watch", *PAIR, "--rules", "./gone.toml"), "no file"),
    "rules folder": (("rules", "./folder.py"), "no file"),
    "rules junk": (("rules", "./junk.py"), "not valid TOML"),
    "switch": (("match", *PAIR, "--set", "auktion=none"), "--set: unknown switch 'auktion'; did you mean 'auction'"),
    "setting": (("rules", "modern", "--set", "auction=loud"), "--set: auction: 'loud' should be one of none, ascending"),
    "switch alone": (("watch", *PAIR, "--set", "auction"), "'auction' should be switch=value"),
    "switch twice": (("match", *PAIR, "--set", "salary=1", "--set", "salary=2"), "salary is set twice, to '1' and to '2'"),
    "no such board": (("rules", "modern", "--set", "board=ukk"), "--set: board: unknown board 'ukk'"),
    "switch of nothing": (("rules", "--set", "auction=none"), "name it too"),
    "board": (("watch", *PAIR, "--board", "often"), "'often' is not one of"),
    "JSON folder": (("match", *PAIR, "--games", 1, "--json", "folder.py"), "is a folder"),
    "JSON nowhere": (("match", *PAIR, "--games", 1, "--json", "gone/result.json"), "there is no folder gone"),
    "JSON without a name": (("match", *PAIR, "--games", 1, "--json", ""), "'' should be the name of a file"),
    "save without a name": (("watch", *PAIR, "--save", " "), "' ' should be the name of a file"),
    "rules JSON nowhere": (("rules", "--json", "gone/rules.json"), "there is no folder gone"),
    "save nowhere": (("watch", *PAIR, "--save", "gone/game.toml"), "there is no folder gone"),
    "record": (("replay", "gone.toml"), "gone.toml: No such file"),
    "record folder": (("replay", "folder.py"), "folder.py: Is a directory"),
    "record junk": (("replay", "junk.py"), "junk.py: not a text in UTF-8"),
    "record text": (("replay", "text.toml"), "text.toml: "),
    "record of other rules": (("replay", "old.toml"), "old.toml: "),
    "repeats": (("bench", "--repeats", 0), "repeats: 0 should be"),
    "more words": (("agents", "all"), "unexpected extra argument"),
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    """A folder, a file of junk, a text that is no record, and a record of rules that are no longer the same."""
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "junk.py").write_bytes(bytes(range(256)))
    (tmp_path / "text.toml").write_text("Once upon a time\n")
    header = 'format = 1\nrules = "uk-classic"\nrules_version = 99\nrules_digest = "0"\nplayers = 2\n'
    (tmp_path / "old.toml").write_text(f'{header}key = "0000000000000001"\ndecisions = ""\n')


@pytest.mark.parametrize("wrong", WRONG)
def test_one_line_and_exit_code_2(rentier: Rentier, wrong: str) -> None:
    arguments, says = WRONG[wrong]
    done = rentier(*arguments)
    assert done.returncode == 2, done
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("rentier: ")
    assert says in lines[0]
    assert "Traceback" not in done.stderr


def test_an_agent_that_breaks_the_rules(rentier: Rentier, tmp_path: Path) -> None:
    text = "from rentier.agents.mind import agent, plain\n@agent\ndef decide(box, game, mind):\n    return plain(2, 0, 0)\n"
    (tmp_path / "cheat.py").write_text(text)
    for arguments in (("match", "./cheat.py", "random", "--games", 4), ("watch", "./cheat.py", "random", "--board", "never")):
        done = rentier(*arguments)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert "agent './cheat.py' played an illegal action in" in done.stderr
        assert " of seat 0: 'buy': " in done.stderr


def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "rentier.cli", "rules"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "rentier: No space left on device\n"
