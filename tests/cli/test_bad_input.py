"""Every user error gives one clear line and exit code 2, never a traceback."""

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
    "film no SVG": (("watch", *PAIR, "--picture", "game.png"), "--picture: 'game.png' should be a file that ends in .svg"),
    "film nowhere": (("replay", "text.toml", "--picture", "gone/game.svg"), "there is no folder gone"),
    "film of no record": (("replay", "gone.toml", "--picture", "game.svg"), "gone.toml: No such file"),
    "record": (("replay", "gone.toml"), "gone.toml: No such file"),
    "record folder": (("replay", "folder.py"), "folder.py: Is a directory"),
    "record junk": (("replay", "junk.py"), "junk.py: not a text in UTF-8"),
    "record text": (("replay", "text.toml"), "text.toml: "),
    "record of other rules": (("replay", "old.toml"), "old.toml: "),
    "yes or no": (("match", "random", "aggressive:trades=maybe"), "trades 'maybe' should be yes or no, as in aggressive"),
    "setting of an agent": (("match", "random", "bailis:trade=no"), "unknown setting 'trade'; did you mean 'trades'?"),
    "seven numbers": (("match", "random", "khan:1,2,3,4,5,6,7"), "khan needs eight numbers, rent, rivals money, "),
    "nine numbers": (("match", "random", "khan:1,2,3,4,5,6,7,8,9"), "khan needs eight numbers, rent, rivals money, "),
    "word of an agent": (("match", "random", "khan:greeedy"), "unknown word 'greeedy'; did you mean 'greedy'?"),
    "genes of no file": (("match", "random", "genes:gone.toml"), "gone.toml"),
    "seats": (("match", *PAIR, "--seats", "rotated"), "seats: unknown way of seating 'rotated'; did you mean 'rotate'?"),
    "five permuted": (
        ("match", *("random",) * 5, "--seats", "permute"),
        "seats: permute allows at most 4 players, not 5",
    ),
    "question": (("match", *PAIR, "--until", "stonger:2%"), "unknown way to stop 'stonger'; did you mean 'stronger'?"),
    "question without a number": (("match", *PAIR, "--until", "stronger"), "should name a percentage after the colon"),
    "question of nothing": (("match", *PAIR, "--until", "precision:0%"), "more than 0% and less than 50%"),
    "question about one": (("match", *PAIR, "--until", "stronger:2%"), "needs two different agents; all are 'random'"),
    "out file": (("match", *PAIR, "--games", 1, "--out", "text.toml"), "text.toml: is a file; --out should be a folder"),
    "out beneath a file": (("match", *PAIR, "--games", 1, "--out", "text.toml/run"), "text.toml/run: "),
    "out of others": (("match", *PAIR, "--games", 1, "--out", "."), "is not empty and holds no match"),
    "league of nobody": (("league",), "Missing argument 'AGENT...'"),
    "league of one": (("league", "random"), "agents: 1 should be a whole number from 2 to 64"),
    "league agent": (("league", "random", "bailys"), "unknown agent 'bailys'; did you mean 'bailis'"),
    "league twice": (("league", *PAIR), "agent 'random' is named 2 times; in a league each agent should be named once"),
    "league players": (("league", "random", "bailis"), "players: a table of 4 needs at least 4 agents; there are 2"),
    "league games": (("league", "random", "bailis", "--players", 2, "--games", 3), "games: 3 should be a whole number from 4"),
    "league jobs": (("league", "random", "bailis", "--players", 2, "--jobs", 0), "jobs: 0 should be"),
    "league picture": (("league", "random", "bailis", "--players", 2, "--picture", "a.png"), "'a.png' should be a file that"),
    "league picture nowhere": (("league", "random", "bailis", "--picture", "gone/a.svg"), "there is no folder gone"),
    "work": (("reproduce", "sammul2019"), "unknown work 'sammul2019'; did you mean 'sammul2018'?"),
    "table": (("reproduce", "sammul2018/9.9"), "unknown table of sammul2018 '9.9'; did you mean '3.9'?"),
    "work besides all": (("reproduce", "all", "kahn2019"), "unknown work 'kahn2019'; did you mean 'khan2019'?"),
    "reading of nothing": (("reproduce", "--reading", "interest=10"), "--reading: name a work or a table"),
    "reading": (("reproduce", "sammul2018/3.4", "--reading", "interst=10"), "unknown reading of sammul2018 'interst'"),
    "reading's value": (("reproduce", "sammul2018/3.4", "--reading", "interest=11"), "unknown value of interest '11'"),
    "table games": (("reproduce", "khan2019", "--games", 0), "games: 0 should be a whole number from 1"),
    "table seed": (("reproduce", "khan2019", "--seed", -1), "seed: -1 should be a whole number from 0"),
    "table jobs": (("reproduce", "khan2019", "--jobs", 0), "jobs: 0 should be"),
    "report file": (("reproduce", "khan2019", "--report", "text.toml"), "is a file; --report should be a folder"),
    "saved in a file": (("reproduce", "khan2019", "--out", "text.toml"), "is a file; --out should be a folder"),
    "report beneath a file": (("reproduce", "khan2019", "--report", "text.toml/page"), "text.toml/page: Not a directory"),
    "repeats": (("bench", "--repeats", 0), "repeats: 0 should be"),
    "odds of nothing": (("odds",), "Missing argument 'POSITION|GAME|-'"),
    "odds of no file": (("odds", "gone.toml"), "gone.toml: No such file"),
    "odds of a folder": (("odds", "folder.py"), "folder.py: Is a directory"),
    "odds of junk": (("odds", "junk.py"), "junk.py: not a text in UTF-8"),
    "odds of a text": (("odds", "text.toml"), "text.toml: position: not valid TOML"),
    "odds of one player": (("odds", "alone.toml"), "alone.toml: position: players"),
    "odds of other rules": (("odds", "old.toml"), "old.toml: game record: rules_version"),
    "odds agent": (("odds", "pair.toml", "--agents", "random", "randon"), "unknown agent 'randon'; did you mean 'random'"),
    "odds agents": (("odds", "pair.toml", "--agents", *("random",) * 3), "3 agents are named, pair.toml has 2 seats"),
    "odds no agents": (("odds", "pair.toml", "--agents"), "'--agents' requires an argument"),
    "odds thinker": (
        ("odds", "pair.toml", "--agents", "mcts"),
        "'mcts' thinks in Python; only compiled agents play in rollouts",
    ),
    "odds rollouts": (("odds", "pair.toml", "--rollouts", 0), "rollouts: 0 should be a whole number from 1"),
    "odds jobs": (("odds", "pair.toml", "--jobs", 0), "jobs: 0 should be a whole number from 1"),
    "odds seed": (("odds", "pair.toml", "--seed", -1), "seed: -1 should be a whole number from 0"),
    "odds JSON nowhere": (("odds", "pair.toml", "--json", "gone/odds.json"), "there is no folder gone"),
    "odds decision": (("odds", "pair.toml", "--decision", 3), "pair.toml: a position asks for one decision only"),
    "explain no file": (("explain", "gone.toml"), "gone.toml: No such file"),
    "explain text": (("explain", "text.toml"), "text.toml: position: not valid TOML"),
    "explain agent": (("explain", "pair.toml", "--agent", "mtcs"), "unknown agent 'mtcs'; did you mean 'mcts'"),
    "explain setting": (("explain", "pair.toml", "--agent", "mcts:rolouts=5"), "did you mean 'rollouts'"),
    "explain no search": (("explain", "pair.toml", "--agent", "random"), "agent 'random' does not search; name one that does"),
    "explain network": (
        ("explain", "pair.toml", "--agent", "lookahead:value=bot"),
        "agent 'bot' does not estimate every seat's win probability",
    ),
    "explain rollouts": (
        ("explain", "pair.toml", "--agent", "lookahead:player=mcts"),
        "player 'mcts' thinks in Python; only compiled agents play in rollouts",
    ),
    "explain seed": (("explain", "pair.toml", "--seed", -1), "seed: -1 should be a whole number from 0"),
    "explain JSON nowhere": (("explain", "pair.toml", "--json", "gone/a.json"), "there is no folder gone"),
    "explain the end": (("explain", "end.toml"), "end.toml: the game is over, there is nothing to decide"),
    "agents": (("agents", "all"), "unknown agent 'all'; `rentier agents` lists them"),
    "more words": (("agents", "bot", "td"), "unexpected extra argument"),
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    """Create a folder, a file of junk, a text that is not a record, a record of rules that have changed, and positions."""
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "junk.py").write_bytes(bytes(range(256)))
    (tmp_path / "text.toml").write_text("Once upon a time\n")
    header = 'format = 1\nrules = "uk-classic"\nrules_version = 99\nrules_digest = "0"\nplayers = 2\n'
    (tmp_path / "old.toml").write_text(f'{header}key = "0000000000000001"\ndecisions = ""\n')
    (tmp_path / "alone.toml").write_text("[[players]]\n")
    (tmp_path / "pair.toml").write_text("[[players]]\n[[players]]\n")
    (tmp_path / "end.toml").write_text('decision = "over"\nwinners = [0]\n[[players]]\n[[players]]\nbankrupt = 1\n')


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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("missing", "arguments"),
    [
        (
            "matplotlib",
            ("league", "reserve:1,1", "reserve:2,2", "--players", "2", "--games", "100000000", "--picture", "a.svg"),
        ),
        ("matplotlib", ("reproduce", "khan2019", "--games", "100000000", "--report", "page")),
    ],
)
def test_an_extra_that_is_missing_is_named_before_anything_is_played(
    tmp_path: Path, missing: str, arguments: tuple[str, ...]
) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from rentier.cli import main; main({list(arguments)})"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr in (f"rentier: {what} need {missing}: pip install 'rentier[lab]'\n" for what in ("ratings", "pictures"))


def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "rentier.cli", "rules"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "rentier: No space left on device\n"
