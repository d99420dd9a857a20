"""The folder that keeps a match: killed and started again it comes to the same, and refuses what does not belong."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.arena.results import MatchResult
from rentier.arena.store import ROW_BYTES, Store
from rentier.arena.tally import WATCHED
from rentier.box import load_box
from rentier.errors import RentierError

FAST = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 100})


def kept(folder: Path, games: int, specs: tuple[str, ...] = ("reserve:50,0", "random"), **more: Any) -> MatchResult:
    """A match kept in a folder."""
    return play_match(FAST, [parse_agent(spec) for spec in specs], games, 5, store=Store(folder), **more)


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = kept(tmp_path / "whole", 60)
    kept(tmp_path / "parts", 20)
    second = kept(tmp_path / "parts", 60)
    assert second.summary == whole.summary
    assert (tmp_path / "parts" / "games.bin").read_bytes() == (tmp_path / "whole" / "games.bin").read_bytes()


@pytest.mark.parametrize("torn", [1, ROW_BYTES, ROW_BYTES + 7])
def test_a_killed_match_loses_nothing_but_its_last_block(tmp_path: Path, torn: int) -> None:
    """Half a row, a row and half of a block are cut off and played again."""
    whole = kept(tmp_path / "whole", 60)
    kept(tmp_path / "killed", 40)
    file = tmp_path / "killed" / "games.bin"
    file.write_bytes(file.read_bytes()[:-torn])
    assert kept(tmp_path / "killed", 60).summary == whole.summary


def test_what_is_counted_goes_on_as_well(tmp_path: Path) -> None:
    whole = kept(tmp_path / "whole", 60, closely=WATCHED)
    kept(tmp_path / "parts", 30, closely=WATCHED)
    parts = kept(tmp_path / "parts", 60, closely=WATCHED)
    assert parts.tally.games == whole.tally.games == 60
    for name in ("decisions", "actions", "cash", "bought", "completed", "wins"):
        assert (parts.tally[name] == whole.tally[name]).all(), name


def test_rows_the_tally_does_not_know_are_played_again(tmp_path: Path) -> None:
    """Killed between the two files: the tally's number of games holds."""
    kept(tmp_path / "run", 20, closely=WATCHED)
    file = tmp_path / "run" / "games.bin"
    file.write_bytes(file.read_bytes() * 2)
    assert kept(tmp_path / "run", 40, closely=WATCHED).tally.games == 40


def test_results_as_json_csv_and_parquet(tmp_path: Path) -> None:
    store = Store(tmp_path / "run")
    result = play_match(FAST, [parse_agent("reserve:50,0"), parse_agent("random")], 20, 5, store=store, keep_rows=True)
    store.write_results(result.as_dict())
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


def test_a_folder_of_another_match_is_refused(tmp_path: Path) -> None:
    kept(tmp_path / "run", 4)
    with pytest.raises(RentierError, match="holds another match: agents is"):
        kept(tmp_path / "run", 4, specs=("random", "random"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(RentierError, match="is not empty and holds no match"):
        kept(tmp_path / "mine", 4)
    with pytest.raises(RentierError, match="is a file; --out should be a folder"):
        kept(tmp_path / "mine" / "letter.txt", 4)
