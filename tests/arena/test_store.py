"""The folder of a match: a match that is killed and resumed has the same result, and other matches are refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

from rentier.agents.specs import parse_agent
from rentier.arena import store
from rentier.arena.match import play_match
from rentier.arena.results import MatchResult, Summary
from rentier.arena.seating import PERMUTE, ROTATE, seatings
from rentier.arena.store import ROWS_AT_ONCE, Store
from rentier.arena.tally import WATCHED
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.files import open_run_folder

ROW_BYTES = 40  # the number of a game and its four figures, of 8 bytes each
OLD_ROW_BYTES = 32
SAVED = Path(__file__).parents[2] / "docs" / "results" / "saved"
FAST = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 100})
AGENTS = [parse_agent("reserve:50,0"), parse_agent("random")]


def saved(folder: Path, games: int, specs: tuple[str, ...] = ("reserve:50,0", "random"), **more: Any) -> MatchResult:
    """Play a match saved in a folder."""
    return play_match(FAST, [parse_agent(spec) for spec in specs], games, 5, store=Store(folder), **more)


def test_a_match_resumes(tmp_path: Path) -> None:
    whole = saved(tmp_path / "whole", 60)
    saved(tmp_path / "parts", 20)
    second = saved(tmp_path / "parts", 60)
    assert second.summary == whole.summary
    assert (tmp_path / "parts" / "rows.bin").read_bytes() == (tmp_path / "whole" / "rows.bin").read_bytes()


@pytest.mark.parametrize("torn", [1, ROW_BYTES, ROW_BYTES + 7])
def test_a_killed_match_loses_nothing_but_its_last_block(tmp_path: Path, torn: int) -> None:
    """Half a row, a row and half a block are cut off and played again."""
    whole = saved(tmp_path / "whole", 60)
    saved(tmp_path / "killed", 40)
    file = tmp_path / "killed" / "rows.bin"
    file.write_bytes(file.read_bytes()[:-torn])
    assert saved(tmp_path / "killed", 60).summary == whole.summary


def without_numbers(folder: Path) -> Path:
    """Turn a folder into one as they were made before games had numbers; return its file of games."""
    new, old = folder / "rows.bin", folder / "games.bin"
    old.write_bytes(np.frombuffer(new.read_bytes(), np.int64).reshape(-1, 5)[:, 1:].tobytes())
    new.unlink()
    return old


def test_an_old_folder_is_resumed_as_it_is(tmp_path: Path) -> None:
    whole = saved(tmp_path / "whole", 60)
    saved(tmp_path / "old", 20)
    file = without_numbers(tmp_path / "old")
    assert saved(tmp_path / "old", 60).summary == whole.summary
    assert file.stat().st_size == 60 * OLD_ROW_BYTES
    assert not (tmp_path / "old" / "rows.bin").exists()


def test_games_that_two_runs_have_written_are_refused(tmp_path: Path) -> None:
    """Two runs that know nothing of each other, as on a file system without locks, append the same games."""
    saved(tmp_path / "run", 20)
    file = tmp_path / "run" / "rows.bin"
    file.write_bytes(file.read_bytes() * 2)
    with pytest.raises(RentierError, match=r"rows\.bin: game 0 is where game 20 should be; have two runs written to it\?"):
        saved(tmp_path / "run", 60)


def test_a_run_notices_another_in_its_folder(tmp_path: Path) -> None:
    """Even if it begins in between: the numbers are those of the games that were played, not of the rows in the file."""
    folder = Store(tmp_path / "run")
    result = play_match(FAST, AGENTS, 20, 5, store=folder, keep_rows=True)
    folder.append(10, result.rows[10:], None)  # type: ignore[index]
    with pytest.raises(RentierError, match="game 10 is where game 20 should be"):
        folder.write_results(result.as_dict())


def test_the_folders_in_the_documentation_can_be_read() -> None:
    folders = sorted(file.parent for file in SAVED.rglob("games.bin"))
    saved = sum((folder / "games.bin").stat().st_size // OLD_ROW_BYTES for folder in folders)
    assert saved > 100
    assert sum(len(rows) for folder in folders for rows in Store(folder).finished(1)) == saved
    assert not list(SAVED.rglob(".lock")), "reading leaves no trace"


def test_the_tally_resumes_as_well(tmp_path: Path) -> None:
    whole = saved(tmp_path / "whole", 60, watch_level=WATCHED)
    saved(tmp_path / "parts", 30, watch_level=WATCHED)
    parts = saved(tmp_path / "parts", 60, watch_level=WATCHED)
    assert parts.tally.games == whole.tally.games == 60
    for name in ("decisions", "actions", "cash", "bought", "completed", "wins"):
        assert (parts.tally[name] == whole.tally[name]).all(), name


def test_rows_that_are_not_in_the_tally_are_played_again(tmp_path: Path) -> None:
    """The match was killed between writing the two files: the tally's number of games is the valid one."""
    saved(tmp_path / "run", 20, watch_level=WATCHED)
    file = tmp_path / "run" / "rows.bin"
    file.write_bytes(file.read_bytes() * 2)
    assert saved(tmp_path / "run", 40, watch_level=WATCHED).tally.games == 40


def test_a_block_that_is_cut_off_is_not_counted_twice(tmp_path: Path) -> None:
    """Five games of two agents are two and a half blocks; the half is played again, and its tally is not saved."""
    whole = saved(tmp_path / "whole", 9, watch_level=WATCHED)
    for games in (1, 5, 5, 9, 9):
        result = saved(tmp_path / "parts", games, watch_level=WATCHED)
        assert result.games == result.tally.games == games
    assert result.summary == whole.summary
    assert result.tally.tobytes() == whole.tally.tobytes()


def test_rows_include_games_saved_before(tmp_path: Path) -> None:
    saved(tmp_path / "run", 20)
    rows = saved(tmp_path / "run", 30, keep_rows=True).rows
    assert rows is not None
    assert rows.tolist() == play_match(FAST, AGENTS, 30, 5, keep_rows=True).rows.tolist()  # type: ignore[union-attr]


def test_games_saved_before_do_not_count_as_speed(tmp_path: Path) -> None:
    saved(tmp_path / "run", 20)
    again = saved(tmp_path / "run", 20)
    assert (again.games, again.saved) == (20, 20)
    report = again.as_dict()
    assert (report["games"], report["games_per_second"], report["turns_per_second"]) == (20, 0, 0)


@pytest.mark.parametrize("first", [10, 34, 200])
def test_a_question_is_answered_where_it_would_have_been(tmp_path: Path, first: int) -> None:
    """Stopped in between, or first played without the question: the answer comes after the same number of games."""

    def until(summary: Summary) -> str | None:
        return "enough" if summary.games > 40 else None

    at_once = saved(tmp_path / "at once", 200, until=until)
    assert (at_once.games, at_once.verdict) == (64, "enough")
    saved(tmp_path / "later", first)
    later = saved(tmp_path / "later", 200, until=until)
    assert (later.summary, later.verdict) == (at_once.summary, "enough")
    assert saved(tmp_path / "later", 200, until=until).games == 64


def test_rows_are_read_in_whole_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seats, players in [(ROTATE, players) for players in range(2, 9)] + [(PERMUTE, players) for players in range(2, 5)]:
        assert ROWS_AT_ONCE % len(seatings(seats, players)) == 0
    whole = saved(tmp_path / "run", 20)
    monkeypatch.setattr(store, "ROWS_AT_ONCE", 6)
    assert saved(tmp_path / "run", 20).summary == whole.summary


def test_results_as_json_csv_and_parquet(tmp_path: Path) -> None:
    folder = Store(tmp_path / "run")
    result = play_match(FAST, AGENTS, 20, 5, store=folder, keep_rows=True)
    folder.write_results(result.as_dict())
    assert json.loads((tmp_path / "run" / "result.json").read_text())["games"] == 20
    with open(tmp_path / "run" / "games.csv", newline="") as file:
        games = list(csv.DictReader(file))
    assert result.rows is not None
    assert [int(game["winner"]) for game in games] == result.rows[:, 0].tolist()
    assert [game["seat_0"] for game in games[:4]] == ["0", "1", "0", "1"]
    table = pyarrow.parquet.read_table(tmp_path / "run" / "games.parquet").to_pydict()
    assert {name: [str(value) for value in values] for name, values in table.items()} == {
        name: [game[name] for game in games] for name in games[0]
    }


def test_a_folder_whose_match_was_killed_at_the_very_beginning_is_a_new_one(tmp_path: Path) -> None:
    """A process that dies while writing the first file leaves only its draft."""
    (tmp_path / ".draft-x1y2z3.json").write_text('{"seed"')
    open_run_folder(tmp_path, "match.json", "match", {"seed": 3})
    assert {entry.name for entry in tmp_path.iterdir()} == {"match.json"}


def test_a_folder_of_another_match_is_refused(tmp_path: Path) -> None:
    saved(tmp_path / "run", 4)
    with pytest.raises(RentierError, match="holds another match: agents is"):
        saved(tmp_path / "run", 4, specs=("random", "random"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(RentierError, match="is not empty and holds no match"):
        saved(tmp_path / "mine", 4)
    with pytest.raises(RentierError, match="is a file; --out should be a folder"):
        saved(tmp_path / "mine" / "letter.txt", 4)
