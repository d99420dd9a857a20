"""Every command as a user runs it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rentier.agents.specs import parse_agent
from rentier.box.reading import DATA
from rentier.cli.reproduce import choose

Rentier = Callable[..., subprocess.CompletedProcess[str]]
QUICK = ("--set", "auction=none", "--set", "trade_menu=none", "--set", "turn_cap=100")
QUICKER = ("--set", "auction=none", "--set", "trade_menu=none", "--set", "turn_cap=60", "--set", "cap=worth")
COMMANDS = (
    *("match", "league", "referee", "gauntlet", "games", "query", "valuations", "tune", "td", "q", "genetic", "reproduce"),
    *("watch", "replay", "review", "odds", "explain", "landing", "returns", "rules", "agents", "bench", "play", "serve"),
    "decisions",
)
DOCS = Path(__file__).parent.parent.parent / "docs"
TIMED = ("seconds", "games_per_second", "turns_per_second")


def test_help_and_version(rentier: Rentier) -> None:
    done = rentier()
    assert done.returncode == 0
    assert done.stdout == rentier("--help").stdout
    assert all(f"  {command} " in done.stdout for command in COMMANDS)
    assert "rentier match reserve:350,150" in done.stdout
    assert rentier("--version").stdout.startswith("rentier 0.")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(rentier: Rentier, command: str) -> None:
    done = rentier(command, "--help")
    assert done.returncode == 0
    assert f"rentier {command}" in done.stdout.partition("Example")[2]


@pytest.mark.slow
def test_help_and_listings_do_not_load_the_compiler() -> None:
    code = "import sys; from rentier.cli import main\ntry: main({})\nfinally: print('numba' in sys.modules, file=sys.stderr)"
    for arguments in (
        ["--help"],
        ["rules", "short"],
        ["agents"],
        ["reproduce"],
        ["reproduce", "sammul2019"],
        ["league", "--help"],
        ["match", "--help"],
        ["match", "randon", "random"],
        ["referee", "--help"],
        ["referee", "phase1", "fase2"],
    ):
        done = subprocess.run([sys.executable, "-c", code.format(arguments)], capture_output=True, text=True, check=False)
        assert done.stderr.endswith("False\n"), arguments


def test_match_prints_a_table(rentier: Rentier) -> None:
    done = rentier("match", "reserve:350,150", "reserve:50,0", "random", "--games", 30, *QUICK)
    assert done.returncode == 0
    assert done.stderr == ""
    title = "uk-classic with auction=none, trade_menu=none, turn_cap=100, 30 games, seed 0"
    assert done.stdout.splitlines()[0] == title
    assert all(
        text in done.stdout for text in ("reserve:350,150", "reserve:50,0", "random", "95 % interval", "draws", "games/s")
    )


def test_match_writes_json_that_does_not_depend_on_jobs(rentier: Rentier, tmp_path: Path) -> None:
    match = ("match", "reserve:350,150", "reserve:50,0", "--games", 40, "--seed", 9, *QUICK)
    done = rentier(*match, "--json", "-")
    first = json.loads(done.stdout)
    assert list(first["turns"]) == ["mean", "max"]
    done = rentier(*match, "--json", "result.json", "--jobs", 2)
    assert "win rate" in done.stdout
    second = json.loads((tmp_path / "result.json").read_text())
    for report in (first, second):
        for timed in TIMED:
            assert report.pop(timed) > 0
    assert first == second
    assert [path.name for path in tmp_path.iterdir()] == ["result.json"]


@pytest.mark.slow
def test_match_shows_its_progress_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rentier.cli", "match", "reserve:50,0", "reserve:50,0", "--games", "50", *QUICK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        output, _ = process.communicate(timeout=300)
    os.close(theirs)
    assert process.returncode == 0
    assert b"50/50" in os.read(ours, 100_000)
    assert b"win rate" in output
    os.close(ours)


@pytest.mark.parametrize("seats", ["rotate", "permute", "shuffle", "fixed"])
def test_match_seats_agents_as_asked(rentier: Rentier, seats: str) -> None:
    done = rentier("match", "reserve:50,0", "reserve:350,150", "--games", 8, "--seats", seats, "--json", "-", *QUICKER)
    report = json.loads(done.stdout)
    assert (report["seats"], report["games"]) == (seats, 8)
    method = {entry["interval_method"] for entry in report["agents"]}
    if seats in ("shuffle", "fixed"):
        assert method == {"Wilson"}, "games with different luck"


def test_match_saves_its_games_and_resumes(rentier: Rentier, tmp_path: Path) -> None:
    match = ("match", "reserve:50,0", "reserve:350,150", "--seed", 3, *QUICKER)
    assert rentier(*match, "--games", 20, "--out", "run").returncode == 0
    run = tmp_path / "run"
    names = {"match.json", "rows.bin", "games.csv", "games.parquet", "result.json"}
    assert {path.name for path in run.iterdir()} == names
    first = {name: (run / name).read_bytes() for name in names}
    again = rentier(*match, "--games", 20, "--out", "run")
    assert (again.returncode, again.stderr) == (0, "")
    assert " 0 games/s" in again.stdout, "nothing was played"
    for name in names - {"result.json"}:
        assert (run / name).read_bytes() == first[name], name
    assert rentier(*match, "--games", 40, "--out", "run").returncode == 0
    report = json.loads((run / "result.json").read_text())
    at_once = json.loads(rentier(*match, "--games", 40, "--json", "-").stdout)
    for timed in TIMED:
        assert report.pop(timed) >= 0
        at_once.pop(timed)
    assert report == at_once
    assert (run / "rows.bin").read_bytes()[: len(first["rows.bin"])] == first["rows.bin"]
    assert len((run / "games.csv").read_text().splitlines()) == 41


def test_a_second_run_into_the_same_folder_is_refused(rentier: Rentier, tmp_path: Path) -> None:
    match = ("match", "reserve:50,0", "reserve:350,150", "--seed", 3, *QUICKER, "--games", 20, "--out", "run")
    assert rentier(*match).returncode == 0
    saved = (tmp_path / "run" / "rows.bin").read_bytes()
    with open(tmp_path / "run" / ".lock", "ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = rentier(*match)
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr == "rentier: run: another run is saving its games there; wait until it ends, or change --out\n"
    assert (tmp_path / "run" / "rows.bin").read_bytes() == saved


def test_match_stops_when_its_question_is_answered(rentier: Rentier, tmp_path: Path) -> None:
    match = ("match", "reserve:50,0", "reserve:100000,0", "--games", 20_000, "--until", "stronger:+5%", *QUICKER)
    done = rentier(*match, "--json", "result.json", "--out", "run")
    assert (done.returncode, done.stderr) == (0, "")
    assert "reserve:50,0 is stronger than reserve:100000,0 by 5 points of win rate (LLR " in done.stdout
    report = json.loads((tmp_path / "result.json").read_text())
    assert report["games"] < 2000
    assert report["verdict"] in done.stdout
    again = rentier(*match, "--out", "run")
    assert again.returncode == 0
    assert report["verdict"] in again.stdout


def test_names_in_brackets_are_printed_as_they_are(rentier: Rentier, tmp_path: Path) -> None:
    text = "from rentier.agents.mind import agent, action\nfrom rentier.game.legal import legal\n"
    text += "@agent\ndef decide(box, game, mind):\n    legal(box, game, mind.actions[:])\n    return action(mind.actions, 0)\n"
    (tmp_path / "[b].py").write_text(text)
    assert "│ ./[b].py │" in rentier("match", "./[b].py", "random", "--games", 2, *QUICKER).stdout


LEAGUE = ("league", "reserve:100000,0", "reserve:50,0", "reserve:350,150", "--players", 2, "--games", 60, *QUICKER)


@pytest.mark.slow
def test_league_prints_rates_and_draws(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(*LEAGUE, "--picture", "league.svg")
    assert (done.returncode, done.stderr) == (0, "")
    title = "uk-classic with auction=none, cap=worth, trade_menu=none, turn_cap=60, tables of 2, 60 games, seed 0"
    assert done.stdout.splitlines()[0] == title
    assert all(text in done.stdout for text in ("rating", "95 % interval", "reserve:350,150", "draws"))
    assert ElementTree.parse(tmp_path / "league.svg").getroot().tag.endswith("svg")
    assert [path.name for path in tmp_path.iterdir()] == ["league.svg"]


@pytest.mark.slow
def test_league_writes_json_that_does_not_depend_on_jobs(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier(*LEAGUE, "--picture", "one.svg", "--json", "-", "--jobs", 1)
    first = json.loads(done.stdout)
    assert rentier(*LEAGUE, "--picture", "two.svg", "--json", "league.json", "--jobs", 2).returncode == 0
    second = json.loads((tmp_path / "league.json").read_text())
    for report in (first, second):
        assert report.pop("seconds") > 0
    assert first == second
    assert [entry["spec"] for entry in first["agents"]][-1] == "reserve:100000,0"
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_reproduce_lists_the_tables(rentier: Rentier) -> None:
    done = rentier("reproduce")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(name in done.stdout for name in ("sammul2018/3.5", "khan2019/7.14a", "adjudicator2018/phases", "10,000"))
    listed = json.loads(rentier("reproduce", "--json", "-").stdout)
    assert {"table": "khan2019/7.14a", "title": "Optimal, greedy, tight", "games": 1000, "long": False} in listed
    assert re.search(r"sammul2018/3\.10 .* 100 +│ long │", done.stdout)
    assert "sammul2018/3.10" in [entry["table"] for entry in listed if entry["long"]]


@pytest.mark.slow
def test_reproduce_makes_a_table(rentier: Rentier, tmp_path: Path) -> None:
    made = ("reproduce", "khan2019/7.14a", "--games", 6)
    done = rentier(*made, "--json", "-")
    assert done.returncode == 0
    [report] = json.loads(done.stdout)
    assert (report["table"], report["games"], report["games_of_the_work"]) == ("khan2019/7.14a", 6, 1000)
    assert {row["verdict"] for row in report["rows"]} <= {"agrees", "differs", "too few games"}
    done = rentier(*made, "--json", "table.json", "--jobs", 2)
    assert all(text in done.stdout for text in ("khan2019/7.14a: Optimal, greedy, tight, 6 games", "the work", "46 %"))
    [again] = json.loads((tmp_path / "table.json").read_text())
    assert again["rows"] == report["rows"]
    [other] = json.loads(rentier(*made, "--seed", (1 << 64) - 1, "--json", "-").stdout)
    assert other["rows"] != report["rows"]


@pytest.mark.slow
def test_reproduce_calculates_a_table_that_needs_no_games(rentier: Rentier, tmp_path: Path) -> None:
    done = rentier("reproduce", "adjudicator2018/section-4", "--json", "made.json", "--report", "page")
    assert done.returncode == 0, done.stderr
    assert "the return on houses, exactly" in done.stdout
    [made] = json.loads((tmp_path / "made.json").read_text())
    assert (made["games"], made["rows"][1]["ours"], made["rows"][1]["verdict"]) == (0, 3.0, "agrees")
    assert len(list((tmp_path / "page").glob("adjudicator2018-section-4-*.svg"))) == 2


def test_reproduce_writes_a_page(rentier: Rentier, tmp_path: Path) -> None:
    """A table named twice is made once."""
    done = rentier("reproduce", "khan2019/7.14a", "khan2019/7.14a", "--games", 4, "--seed", 2, "--report", "new/results")
    assert done.returncode == 0
    assert done.stderr == "rentier: wrote new/results/README.md\n"
    assert done.stdout.count("Optimal, greedy, tight") == 1
    folder = tmp_path / "new" / "results"
    assert {path.name for path in folder.iterdir()} == {"README.md", "khan2019.md", "khan2019-7.14a.svg"}
    page = (folder / "README.md").read_text()
    assert "`rentier reproduce khan2019/7.14a khan2019/7.14a --games 4 --seed 2`" in page
    page = (folder / "khan2019.md").read_text()
    assert "![Optimal, greedy, tight](khan2019-7.14a.svg)" in page


def test_reproduce_makes_long_tables_only_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    every = [table.name for table in choose(["sammul2018"], long=True)]
    assert capsys.readouterr().err == ""
    short = [table.name for table in choose(["sammul2018"], long=False)]
    left = [name for name in every if name not in short]
    assert "sammul2018/3.10" in left
    assert capsys.readouterr().err == f"rentier: left out because they take hours (--long): {', '.join(left)}\n"
    assert [table.name for table in choose(["sammul2018/3.10"], long=False)] == ["sammul2018/3.10"]
    assert "sammul2018/3.10" in [table.name for table in choose(["all", "sammul2018/3.10"], long=False)]
    assert {table.name for table in choose(["all"], long=True)} > set(every)


@pytest.mark.slow
def test_reproduce_saves_its_games_and_resumes(rentier: Rentier, tmp_path: Path) -> None:
    made = ("reproduce", "adjudicator2018/first-seat", "--seed", 3, "--out", "saved")
    first = rentier(*made, "--games", 40, "--json", "-")
    assert (first.returncode, first.stderr) == (0, "")
    folder = tmp_path / "saved" / "adjudicator2018" / "first-seat"
    assert {path.name for path in folder.iterdir()} == {"made.json", "match-1"}
    names = {"match.json", "rows.bin", "tally.npy", "tally.games", "games.csv", "games.parquet", "result.json"}
    assert {path.name for path in (folder / "match-1" / "part-20").iterdir()} == names
    assert rentier(*made, "--games", 40, "--json", "-").stdout == first.stdout, "read instead of played again"
    assert rentier(*made, "--games", 60, "--json", "more.json", "--report", "page").returncode == 0
    [more] = json.loads((tmp_path / "more.json").read_text())
    [at_once] = json.loads(rentier(*made[:-2], "--games", 60, "--json", "-").stdout)
    assert more["rows"] == at_once["rows"]
    for arguments, says in (
        (("--games", 40), "part-1: holds 3 games, more than the 2 asked for here"),
        (("--games", 60, "--seed", 4), "part-1: holds another match: seed is 3 there and 4 here"),
    ):
        refused = rentier(*made, *arguments)
        assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
        assert says in refused.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("end", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_reproduce_resumes_after_it_was_killed(rentier: Rentier, tmp_path: Path, end: signal.Signals, code: int) -> None:
    made = ("reproduce", "khan2019/7.14b", "--games", "600", "--jobs", "1")
    saved = (*made, "--out", "saved", "--json", "table.json")
    with subprocess.Popen([sys.executable, "-m", "rentier.cli", *saved], cwd=tmp_path, stderr=subprocess.PIPE) as process:
        while not (tmp_path / "saved" / "khan2019" / "7.14b" / "match-1" / "part-5" / "result.json").exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(end)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == code
    if end == signal.SIGINT:
        assert errors == b"rentier: stopped after 0 of 1 tables; missing: khan2019/7.14b\n"
    assert not (tmp_path / "table.json").exists()
    first = (tmp_path / "saved" / "khan2019" / "7.14b" / "match-1" / "part-1" / "result.json").stat().st_mtime_ns
    assert rentier(*saved).returncode == 0
    [report] = json.loads((tmp_path / "table.json").read_text())
    assert report["rows"] == json.loads(rentier(*made, "--json", "-").stdout)[0]["rows"]
    again = (tmp_path / "saved" / "khan2019" / "7.14b" / "match-1" / "part-1" / "result.json").stat().st_mtime_ns
    assert again == first, "it was not played again"


@pytest.mark.slow
def test_ctrl_c_leaves_the_tables_made_so_far(tmp_path: Path) -> None:
    made = ("reproduce", "adjudicator2018/first-seat", "khan2019/search", "--games", "1000")
    command = [sys.executable, "-m", "rentier.cli", *made, "--json", "tables.json", "--report", "page"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        shown = ""
        while not re.search(r"^\d+\.\d s$", shown, re.MULTILINE):  # until the first table is printed
            line = process.stdout.readline()
            assert line, shown
            shown += line
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (130, "")
    assert errors == ("rentier: stopped after 1 of 2 tables; missing: khan2019/search\nrentier: wrote page/README.md\n")
    assert [entry["table"] for entry in json.loads((tmp_path / "tables.json").read_text())] == ["adjudicator2018/first-seat"]
    page = (tmp_path / "page" / "adjudicator2018.md").read_text()
    assert "### adjudicator2018/first-seat" in page
    assert "khan2019/search:" not in page


@pytest.mark.slow
def test_replay_describes_a_game_as_watch_did(rentier: Rentier, tmp_path: Path) -> None:
    watched = rentier("watch", "reserve:350,150", "random", "--seed", 4, "--save", "game.toml", *QUICK)
    assert watched.returncode == 0
    assert watched.stdout.startswith("Seat 0: reserve:350,150\nSeat 1: random\nRound 1, turn 1: seat ")
    assert all(text in watched.stdout for text in (" rolls ", " buys ", "The game is over", "Mayfair", "Standings:"))
    assert (tmp_path / "game.toml").is_file()
    assert rentier("replay", "game.toml").stdout == watched.stdout
    told = rentier("replay", "game.toml", "--board", "never").stdout
    assert "Houses left" not in told
    assert rentier("replay", "game.toml", "--board", "every").stdout.count("Houses left") > 10


def test_watch_and_replay_draw_the_same_animated_picture(rentier: Rentier, tmp_path: Path) -> None:
    watch = ("watch", "reserve:50,0", "random", "--seed", 3, *QUICKER, "--save", "game.toml")
    assert rentier(*watch, "--picture", "watched.svg").returncode == 0
    done = rentier("replay", "game.toml", "--picture", "replayed.svg")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == rentier("replay", "game.toml").stdout
    drawn = (tmp_path / "watched.svg").read_text()
    assert drawn == (tmp_path / "replayed.svg").read_text()
    assert ElementTree.fromstring(drawn).tag.endswith("svg")


def test_the_picture_in_the_docs_is_that_of_its_record(rentier: Rentier, tmp_path: Path) -> None:
    assert rentier("replay", DOCS / "game.toml", "--board", "never", "--picture", "game.svg").returncode == 0
    assert (tmp_path / "game.svg").read_bytes() == (DOCS / "game.svg").read_bytes()


def test_watch_plays_the_first_game_of_the_match(rentier: Rentier) -> None:
    arguments = ("random", "reserve:50,0", "--seed", 2, "--rules", "tournament", "--set", "trade_menu=none")
    turns = json.loads(rentier("match", *arguments, "--games", 1, "--json", "-").stdout)["turns"]["max"]
    assert f"turn {turns}: over" in rentier("watch", *arguments).stdout


def test_rules_lists_and_explains(rentier: Rentier) -> None:
    listed = rentier("rules").stdout
    assert all(name in listed for name in ("modern", "short", "tournament", "uk-classic", "us-classic"))
    explained = rentier("rules", "tournament", "--set", "salary=400").stdout
    lines = [line.split() for line in explained.splitlines()]
    assert ["*", "salary", "400"] in [line[:3] for line in lines]
    assert ["*", "round_cap", "30"] in [line[:3] for line in lines]
    assert ["start_cash", "1500"] in [line[:2] for line in lines]
    assert "Boardwalk $400" in explained
    assert "Leave jail free" in explained


def test_rules_as_json(rentier: Rentier) -> None:
    listed = {entry["name"] for entry in json.loads(rentier("rules", "--json", "-").stdout)}
    assert listed == {file.stem for file in (DATA / "presets").glob("*.toml")}
    assert {"modern", "short", "tournament", "uk-classic", "us-classic", "sammul2018", "khan2019"} <= listed
    report = json.loads(rentier("rules", "short", "--json", "-").stdout)
    assert report["switches"]["end"]["value"] == "first-bankruptcy"
    assert report["switches"]["end"]["differs"]
    assert len(report["board"]["squares"]) == 40


def test_agents_are_listed(rentier: Rentier) -> None:
    listed = rentier("agents").stdout
    assert all(
        text in listed for text in ("uniform=no, trades=yes", "reserve:350,150", "./my_agent.py", "Sammul", "khan:greedy")
    )
    entries = {entry["spec"]: entry for entry in json.loads(rentier("agents", "--json", "-").stdout)}
    assert entries["reserve"]["settings"] == ["spend above", "raise below"]
    assert entries["random"]["settings"] == ["uniform", "trades"]
    assert {"random", "reserve", "sammul", "bailis", "cautious", "aggressive", "khan", "phase1", "bot", "genes"} <= set(entries)
    for entry in entries.values():
        assert parse_agent(entry["example"]).name == entry["spec"]


@pytest.mark.slow
def test_a_users_agent_plays(rentier: Rentier, tmp_path: Path) -> None:
    text = "from rentier.agents.mind import agent, action\nfrom rentier.game.legal import legal\n"
    text += "@agent\ndef decide(box, game, mind):\n    legal(box, game, mind.actions[:])\n    return action(mind.actions, 0)\n"
    (tmp_path / "first.py").write_text(text)
    done = rentier("match", "./first.py", "random", "--games", 2, "--json", "-", *QUICK)
    assert json.loads(done.stdout)["agents"][0]["spec"] == "./first.py"


@pytest.mark.slow
def test_bench_reports(rentier: Rentier) -> None:
    done = rentier("bench", "--repeats", 1, "--json", "speed.json")
    assert done.returncode == 0
    assert "bare walk" in done.stdout
    assert "two jobs" in done.stdout


def test_a_reader_who_leaves_is_no_error() -> None:
    command = f"{sys.executable} -u -m rentier.cli rules uk-classic | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("uk-classic, version")
    assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("unbuffered", ["", "-u"])
def test_a_reader_who_leaves_does_not_cost_the_record(rentier: Rentier, tmp_path: Path, unbuffered: str) -> None:
    watch = ("watch", "random", "random", "--seed", "3", *QUICK, "--save")
    command = f"{sys.executable} {unbuffered} -m rentier.cli {' '.join(watch)} left.toml | head -1"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("Seat 0: random\n", "")
    assert rentier(*watch, "stayed.toml").returncode == 0
    assert (tmp_path / "left.toml").read_text() == (tmp_path / "stayed.toml").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("league", "reserve:50,0", "reserve:60,0", "reserve:70,0", "--players", "2", "--games", "1000000", *QUICKER),
        ("reproduce", "khan2019/7.14a", "--games", "1000000"),
    ],
)
def test_ctrl_c_breaks_off_everything(arguments: tuple[str, ...]) -> None:
    """Ctrl-C ends the match being played and those after it."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rentier.cli", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while not re.search(rb"[1-9]\d*/\d{6}", shown):  # until the first games are played
            assert select.select([ours], [], [], 120)[0], shown
            shown += os.read(ours, 10_000)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 130
    assert output == b""


def test_ctrl_c_that_was_swallowed_once_is_raised_again() -> None:
    """Numba swallows exceptions raised while it looks up the type of an argument."""
    program = (
        "import sys, time, rentier.cli as cli\n"
        "def deaf(*arguments, **named):\n"
        "    try:\n        print('ready', flush=True); time.sleep(60)\n"
        "    except KeyboardInterrupt:\n        time.sleep(60)\n"
        "cli.rentier.main = deaf\n"
        "cli.main([])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (130, "")


def test_ctrl_c_while_compiled_code_reads_an_object_does_not_crash() -> None:
    """Compiled code that returns a named tuple reads its class again, and does not check whether that was interrupted."""
    program = (
        "import collections, os, signal, sys, numba, numba.core.serialize as serialize, rentier.cli as cli\n"
        "Pair = collections.namedtuple('Pair', 'first second')\n"
        "@numba.njit\ndef pair():\n    return Pair(1, 2)\n"
        "def strike_once(frame, event, argument):\n"
        "    if frame.f_code is serialize._numba_unpickle.__code__:\n"
        "        sys.setprofile(None)\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "def play(*arguments, **named):\n"
        "    pair()\n"
        "    sys.setprofile(strike_once)\n"
        "    while True:\n        pair()\n"
        "cli.rentier.main = play\n"
        "cli.main([])"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stderr) == (130, "")


@pytest.mark.slow
def test_ctrl_c_ends_quietly() -> None:
    command = [sys.executable, "-u", "-m", "rentier.cli", "watch", "random", "random", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
