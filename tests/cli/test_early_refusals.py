"""Errors that show in the command line or the files alone are reported before anything is compiled."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import click
import pytest

from rentier.cli.serve import check_settings
from rentier.errors import RentierError
from rentier.web.settings import Settings
from tests.cli.in_turn import run_without_rules

READS_POSITIONS = "`rentier odds` and `rentier explain` read it"
READS_RECORDS = "`rentier replay`, `rentier review` and `rentier odds` read it"
IS_POSITION = f"position.toml: is a position, and should be the record of a game; {READS_POSITIONS}"
NO_FOLDER = "database: there is no folder gone/here; make it first: mkdir -p gone/here"
PAIR = ("random", "bot")

WRONG = {
    # agents, wherever they are named
    "match": (("match", "random", "agressive"), "unknown agent 'agressive'; did you mean 'aggressive'?"),
    "league": (("league", "random", "nobody"), "unknown agent 'nobody'"),
    "watch": (("watch", "random", "nobody"), "unknown agent 'nobody'"),
    "gauntlet": (("gauntlet", "nobody"), "unknown agent 'nobody'"),
    "gauntlet against": (("gauntlet", "bot", "--against", "nobody"), "unknown agent 'nobody'"),
    "query": (("query", "nobody"), "unknown agent 'nobody'"),
    "tune": (("tune", "nobody", "--against", "bot"), "unknown agent 'nobody'"),
    "tune against": (("tune", "reserve:1,1", "--against", "nobody"), "unknown agent 'nobody'"),
    "odds": (("odds", "position.toml", "--agents", "nobody"), "unknown agent 'nobody'"),
    "explain": (("explain", "position.toml", "--agent", "nobody"), "unknown agent 'nobody'"),
    "review": (("review", "record.toml", "--agents", "nobody"), "unknown agent 'nobody'"),
    "referee": (("referee", "random", "agressive"), "did you mean 'aggressive'? A program should be named by its path"),
    "games": (("games", "--agents", "bot", "nobody", "--out", "a.parquet"), "unknown agent 'nobody'"),
    "calibration": (("calibration", "nobody", "td", "td"), "unknown agent 'nobody'"),
    "grade": (("grade", "nobody"), "unknown agent 'nobody'"),
    "a kind of decision": (("grade", "bot", "--kind", "bid"), "unknown kind of decision 'bid'; did you mean 'bids'?"),
    "no data set": (("grade", "bot", "--data", "position.toml"), "position.toml: it should be a data set of decisions"),
    "a decision that is not there": (("grade", "bot", "--show", "9999"), "show: 9999 should be a whole number from 1 to 3076"),
    "no chances": (("calibration", "bot", "td", "td"), "does not estimate win probabilities; these do: td, selfplay"),
    "valuations": (("valuations", "nobody"), "unknown agent 'nobody'"),
    "td": (("td", "--against", "nobody", "--out", "run"), "unknown agent 'nobody'"),
    "q": (("q", "--test-against", "nobody", "--out", "run"), "unknown agent 'nobody'"),
    "play": (("play", "--against", "nobody"), "unknown agent 'nobody'"),
    "agents": (("agents", "monte"), "unknown agent 'monte'; perhaps 'mcts'?"),
    "settings of an agent": (("match", "random", "mcts:rolouts=5"), "did you mean 'rollouts'?"),
    "genes have none": (("match", "random", "genes:lots=1"), "genes may have a file"),
    # what only some agents can do
    "no search": (("explain", "position.toml", "--agent", "random"), "agent 'random' does not search"),
    "no values": (("valuations", "random"), "agent 'random' cannot value a position; these can: "),
    "no rollouts": (("odds", "position.toml", "--agents", "mcts"), "only compiled agents play in rollouts"),
    "no review": (("review", "record.toml", "--agents", "mcts"), "only compiled agents play in rollouts"),
    "a question about one": (("match", "bot", "bot", "--until", "stronger:2%"), "needs two different agents"),
    "a small league": (("league", *PAIR), "players: a table of 4 needs at least 4 agents; there are 2"),
    # files of another kind
    "replay a position": (("replay", "position.toml"), IS_POSITION),
    "review a position": (("review", "position.toml"), IS_POSITION),
    "replay a preset": (("replay", "preset.toml"), "is a preset, and should be the record of a game; `--rules FILE`"),
    "replay queries": (("replay", "queries.toml"), "is a file of queries, and should be the record of a game"),
    "odds of queries": (("odds", "queries.toml"), "should be a position or the record of a game; `rentier query AGENT FILE`"),
    "odds of a board": (("odds", "board.toml"), "is a board, and should be a position or the record of a game"),
    "explain a preset": (("explain", "preset.toml"), "is a preset, and should be a position or the record of a game"),
    "query a position": (
        ("query", "bot", "position.toml"),
        f"should be a file of queries; {READS_POSITIONS}",
    ),
    "query a record": (("query", "bot", "record.toml"), f"should be a file of queries; {READS_RECORDS}"),
    "rules of a position": (("match", *PAIR, "--rules", "position.toml"), "is a position, and should be a preset"),
    "rules of a record": (("rules", "record.toml"), "is the record of a game, and should be a preset"),
    "a preset as an agent": (("match", "bot", "preset.toml"), "is a preset, and should be a saved agent"),
    "any TOML": (("odds", "other.toml"), "other.toml: position: it has no `[[players]]` or `decisions`"),
    "JSON": (("replay", "result.json"), "result.json: is JSON; it should be the record of a game, which is TOML"),
    "a list as JSON": (("odds", "list.json"), "list.json: "),
    "junk": (("review", "junk"), "junk: not a text in UTF-8"),
    "Parquet": (("replay", "games.parquet"), "not a text in UTF-8; it is Parquet, and `rentier games --check` reads"),
    "nothing": (("replay", "empty.toml"), "empty.toml: is empty; it should be the record of a game"),
    "nothing for odds": (("odds", "empty.toml"), "empty.toml: is empty; it should be a position or the record of a game"),
    "no input": (("replay", "-"), "standard input: is empty; it should be the record of a game"),
    "no input for odds": (("odds", "-"), "standard input: is empty"),
    "a folder": (("review", "folder"), "folder: Is a directory"),
    "a folder of games": (("games", "--check", "folder"), "folder: is a folder; name a file in it"),
    "no Parquet": (
        ("games", "--check", "position.toml"),
        "position.toml: cannot be read as Parquet: it should be a file written by",
    ),
    "a decision of a position": (("odds", "position.toml", "--decision", "3"), "--decision is for the record of a game"),
    "agents of a position": (
        ("odds", "position.toml", "--agents", *PAIR, "td"),
        "3 agents are named, position.toml has 2",
    ),
    "agents of a record": (("review", "record.toml", "--agents", *PAIR, "td"), "3 agents are named, record.toml has 2 seats"),
    "a name with a space": (("replay", "no such file.toml"), "no such file.toml: No such file or directory"),
    # folders
    "out is a file": (("match", *PAIR, "--out", "position.toml"), "position.toml: is a file; --out should be a folder"),
    "out in a file": (("tune", "reserve:1,1", "--against", "bot", "--out", "junk/a"), "junk/a: "),
    "out of nothing": (("gauntlet", "bot", "--out", " "), "--out: ' ' should be the name of a folder"),
    "a league in a file": (("league", "bot", "td", "genes", "random", "--out", "record.toml"), "--out should be a folder"),
    # servers
    "play by unknown rules": (("play", "--rules", "uk"), "unknown preset 'uk'; did you mean 'uk-classic'?"),
    "play with an unknown switch": (("play", "--set", "auktion=no"), "--set: unknown switch 'auktion'; did you mean 'auction'"),
    "play against eight": (("play", "--against", *["bot"] * 8), "there are 8 agents; 7 at most sit down with you"),
    "play against too long a spec": (("play", "--against", "td:" + "x" * 400), "a spec has at most 300 characters"),
    "serve a position": (("serve", "--port", "0", "--rules", "position.toml"), "is a position, and should be a preset"),
    "serve no origin": (("serve", "--origin", "x"), "--origin: 'x' should be like"),
    "serve elsewhere": (("serve", "--host", "203.0.113.1"), "cannot listen on 203.0.113.1 port 8000"),
    "database nowhere": (("serve", "--port", "0", "--database", "sqlite:///gone/here/a.sqlite"), NO_FOLDER),
    "played database nowhere": (("play", "--database", "sqlite:///gone/here/a.sqlite"), NO_FOLDER),
    "database as a path": (("play", "--database", "a.sqlite"), "'a.sqlite' should be a URL such as sqlite:///a.sqlite"),
    "database of others": (("play", "--database", "mysql://me:secret@host/a"), "database: "),
    "database scheme": (("play", "--database", "sqllite:///a.sqlite"), "should be a URL such as sqlite:///games.sqlite or"),
    "database folder": (("play", "--database", "sqlite:///folder"), "folder is a folder; name a file in it, as in sqlite:///"),
    "database in a file": (("play", "--database", "sqlite:///junk/a.sqlite"), "junk is a file; it should be the folder of a."),
    "database of text": (("play", "--database", "sqlite:///position.toml"), "the file is not an SQLite database"),
    "database server": (("serve", "--port", "0", "--database", "postgresql://127.0.0.1:1/a"), "cannot be used"),
    "decisions of nowhere": (
        ("decisions", "export", "--out", "a.parquet", "--database", "sqlite:///gone.sqlite"),
        "database: there is no file gone.sqlite",
    ),
    # commands and options
    "no agents": (("match",), "Missing argument 'AGENT...', as in rentier match aggressive bailis"),
    "no file": (("replay",), "Missing argument 'RECORD|-', as in rentier replay game.toml"),
    "a verb": (("evolve",), "unknown command 'evolve'; perhaps 'genetic'?"),
    "no command": (("simulate",), "unknown command 'simulate'; `rentier --help` lists them"),
    "an option too early": (("--games", "5", "match", *PAIR), "options come after the command, as in rentier match"),
    "an option of one hyphen": (("match", *PAIR, "-games", "5"), "did you mean '--games'? See rentier match --help"),
    "an option of nobody": (("match", *PAIR, "--zzz", "5"), "unknown option '--zzz'; see rentier match --help"),
    "an option without a value": (("match", *PAIR, "--rules"), "'--rules' requires an argument; see rentier match --help"),
    "help on nothing": (("help", "mtch"), "unknown command 'mtch'; did you mean 'match'?"),
    "help on too much": (("help", "match", "bot"), "rentier match has no command 'bot'"),
    "games with an exponent": (("match", *PAIR, "--games=1e6"), "'1e6' is not a valid integer"),
}


def write_files(folder: Path) -> None:
    """Write one file of every kind that a beginner may confuse with another."""
    (folder / "folder").mkdir()
    (folder / "empty.toml").write_text("\n")
    (folder / "position.toml").write_text("[[players]]\n[[players]]\n")
    header = 'format = 1\nrules = "uk-classic"\nrules_version = 1\nrules_digest = "0"\nplayers = 2\nkey = "1"\n'
    (folder / "record.toml").write_text(f'{header}decisions = """\n0: roll\n"""\n')
    (folder / "preset.toml").write_text('name = "mine"\nversion = 1\nbase = "uk-classic"\n')
    (folder / "queries.toml").write_text('title = "a"\n[position]\n[[questions]]\nkind = "offer"\n')
    (folder / "board.toml").write_text('schema = 1\nname = "village"\n[[squares]]\nname = "GO"\n')
    (folder / "other.toml").write_text('[project]\nname = "other"\n')
    (folder / "result.json").write_text('{"games": 1}')
    (folder / "list.json").write_text("[1, 2]")
    (folder / "junk").write_bytes(bytes(range(256)))
    (folder / "games.parquet").write_bytes(b"PAR1" + bytes([200, 201, 202]))


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[object, str]]:
    """The exit code and the output of every wrong command, all run in one process; they leave nothing behind."""
    folder = tmp_path_factory.mktemp("wrong")
    write_files(folder)
    ended = run_without_rules([arguments for arguments, _ in WRONG.values()], folder)
    assert all(unchanged for _, _, unchanged in ended)
    return {wrong: (code, said) for wrong, (code, said, _) in zip(WRONG, ended, strict=True)}


@pytest.mark.parametrize("wrong", WRONG)
def test_refused_in_one_line_before_anything_is_compiled(refusals: dict[str, tuple[object, str]], wrong: str) -> None:
    code, said = refusals[wrong]
    assert code == 2, said
    assert said.startswith("rentier: "), said
    assert said.count("\n") == 1, said
    assert WRONG[wrong][1] in said
    assert "compiling" not in said
    assert "secret" not in said


def test_a_port_in_use_is_refused_before_anything_is_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RentierError, match=f"cannot listen on 127.0.0.1 port {port}"):
            check_settings(Settings(port=port, database="sqlite:///a.sqlite"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("answer", [True, False])
def test_at_a_terminal_a_missing_folder_is_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bool) -> None:
    folder = tmp_path / "two words" / "here"
    asked: list[str] = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(click, "confirm", lambda text, **_: asked.append(text) or answer)
    settings = Settings(database=f"sqlite:///{folder / 'a.sqlite'}")
    if answer:
        check_settings(settings)
    else:
        with pytest.raises(RentierError, match=r"there is no folder .*; make it first: mkdir -p '.*two words/here'"):
            check_settings(settings)
    assert asked == [f"Create the folder {folder}?"]
    assert folder.exists() == answer


def test_the_default_database_is_created_without_asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RENTIER_DATA", str(tmp_path / "data"))
    check_settings(Settings())
    assert (tmp_path / "data").is_dir()


def test_help_is_a_command_too(capsys: pytest.CaptureFixture[str]) -> None:
    from rentier.cli import main

    shown = []
    for arguments in (["--help"], ["help"], [], ["match", "--help"], ["help", "match"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] == shown[2]
    assert shown[3] == shown[4] != shown[0]


def test_one_agent_is_listed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    from rentier.cli import main

    with pytest.raises(SystemExit) as ended:
        main(["agents", "khan:greedy", "--json", "-"])
    assert ended.value.code == 0
    assert [agent["spec"] for agent in json.loads(capsys.readouterr().out)] == ["khan"]
