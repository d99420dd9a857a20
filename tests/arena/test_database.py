"""Files of whole games: the games of the match, the same on any number of threads, and read back as they were played."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from rentier.agents.specs import Agent, parse_agent
from rentier.arena import database, recording
from rentier.arena.database import ABOUT, COLUMN_TYPES, GamesFile, SavedGame
from rentier.arena.match import play_match
from rentier.arena.play import DECISIONS, DRAWN, TURNS, WINNER
from rentier.arena.recording import record_games
from rentier.arena.replay_check import check_game
from rentier.arena.seating import SEATS
from rentier.box import Box, load_box
from rentier.errors import RentierError
from rentier.game.words import BID, END, OFFER, ROLL, Action
from rentier.game_api import Game
from rentier.record.actions import spoken
from rentier.record.games import rules_digest

BOX = load_box("uk-classic", {"turn_cap": 60, "cap": "worth"})
THREE = ("random", "reserve:50,0", "aggressive")
SEED = 5

UNTIDY = """
from rentier.agents.mind import action, agent, chance
from rentier.game.legal import legal
from rentier.game.words import ROLL, Action


@agent
def decide(box, game, mind):
    chosen = action(mind.actions, chance(mind, legal(box, game, mind.actions[:])))
    if chosen.kind == ROLL:
        return Action(ROLL, 1 << 40, 1 << 50, 3, 4, 5, 6)
    return chosen
"""

ILLEGAL = """
from rentier.agents.mind import agent, plain


@agent
def decide(box, game, mind):
    return plain(4, 0, 12)
"""


def agents(specs: tuple[str, ...] = THREE) -> list[Agent]:
    """The agents that play."""
    return [parse_agent(spec) for spec in specs]


def recorded(
    folder: Path, count: int = 20, *, jobs: int = 1, box: Box = BOX, specs: tuple[str, ...] = THREE, **more: Any
) -> Path:
    """Write a file of a few games."""
    path = folder / f"games-{count}-{jobs}.parquet"
    record_games(path, box, agents(specs), count, SEED, jobs, **more)
    return path


def columns(path: Path) -> dict[str, list[Any]]:
    """All columns of a file."""
    found: dict[str, list[Any]] = pyarrow.parquet.read_table(path).to_pydict()
    return found


def rewritten(path: Path, about: dict[str, object] | None = None, **changed: list[Any]) -> Path:
    """Rewrite a file with a change."""
    table = pyarrow.parquet.read_table(path)
    said = json.loads(table.schema.metadata[ABOUT]) | (about or {})
    schema = table.schema.with_metadata({ABOUT: json.dumps(said)})
    other = path.with_stem("changed")
    pyarrow.parquet.write_table(pyarrow.Table.from_pydict(table.to_pydict() | changed, schema=schema), other)
    return other


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("jobs", [1, 3])
def test_the_games_are_those_of_the_match(tmp_path: Path, seats: str, jobs: int) -> None:
    found = columns(recorded(tmp_path, 20, jobs=jobs, seats=seats))
    rows = play_match(BOX, agents(), 20, SEED, seats=seats, keep_rows=True).rows
    assert rows is not None
    for name, column in (("winner", WINNER), ("turns", TURNS), ("decisions", DECISIONS)):
        assert found[name] == rows[:, column].tolist()
    assert found["game"] == list(range(20))


def test_any_number_of_jobs_writes_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds with several row groups, and however many games a thread plays in one go."""
    monkeypatch.setattr(database, "GROUP_GAMES", 7)
    expected = recorded(tmp_path, 50).read_bytes()
    assert recorded(tmp_path, 50, jobs=2).read_bytes() == expected
    monkeypatch.setattr(recording, "GAMES_AT_ONCE", 3)
    assert recorded(tmp_path, 50, jobs=8).read_bytes() == expected
    file = pyarrow.parquet.ParquetFile(tmp_path / "games-50-8.parquet")
    assert [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)] == [7] * 7 + [1]


def test_a_row_group_ends_when_it_has_many_decisions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "GROUP_DECISIONS", 1)
    path = recorded(tmp_path, 5)
    assert pyarrow.parquet.ParquetFile(path).num_row_groups == 5
    assert [game.number for game in GamesFile(path)] == list(range(5))


def test_a_full_buffer_is_enlarged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = recorded(tmp_path).read_bytes()
    monkeypatch.setattr(recording, "BUFFER_DECISIONS", 1)
    assert recorded(tmp_path, jobs=2).read_bytes() == expected


def test_games_are_read_as_they_were_played(tmp_path: Path) -> None:
    """Every game, replayed from Python, ends as the file says."""
    path = recorded(tmp_path, 6)
    file = GamesFile(path)
    assert (file.games, len(file), file.seed, file.seats) == (6, 6, SEED, "rotate")
    assert file.agents == THREE
    assert rules_digest(file.box) == rules_digest(BOX)
    found = columns(path)
    for row, saved in enumerate(file):
        number, key, seats, winner, actions = saved
        assert actions.dtype == np.dtype(np.int64)
        assert actions.flags.c_contiguous
        assert len(actions) == found["decisions"][row] == len(found["kind"][row])
        game = Game.new(3, file.box, SEED, number=number // 3)
        assert game._beginning.key == key
        assert seats == tuple((seat + number) % 3 for seat in range(3))
        for action in actions.tolist():
            assert Action(*action) == spoken(file.box, Action(*action))
            game.apply(Action(*action))
        assert game.over
        assert game.turn == found["turns"][row]
        assert [winner] == ([seats[seat] for seat in game.winners] if len(game.winners) == 1 else [DRAWN])
        assert check_game(file.box, saved) is None
    assert [game.number for game in file] == list(range(6)), "it can be read again"


def test_a_rules_file_is_found_again(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    source = Path(load_box.__code__.co_filename).parent / "data" / "presets" / "short.toml"
    rules.write_text(source.read_text())
    path = recorded(tmp_path, 2, box=load_box(rules))
    assert GamesFile(path).games == 2
    rules.unlink()
    assert refusal(path).startswith(f"rules: no file {rules}")


def test_two_to_eight_players_and_other_rules(tmp_path: Path) -> None:
    box = load_box("tournament", {"loans": True, "immunity": True, "round_cap": 10})
    for players in (2, 8):
        file = GamesFile(recorded(tmp_path, players, box=box, specs=("random",) * players))
        assert [check_game(file.box, game) for game in file] == [None] * players


@pytest.mark.slow
def test_agents_that_think_play_the_same_games_too(tmp_path: Path) -> None:
    specs = ("mcts:rollouts=5", "reserve:50,0")
    box = load_box("short", {"turn_cap": 20})
    path = recorded(tmp_path, 4, jobs=2, box=box, specs=specs)
    rows = play_match(box, agents(specs), 4, SEED, keep_rows=True).rows
    assert rows is not None
    assert columns(path)["decisions"] == rows[:, DECISIONS].tolist()
    assert path.read_bytes() == recorded(tmp_path, 4, box=box, specs=specs).read_bytes()
    file = GamesFile(path)
    assert file.agents == specs
    assert [check_game(file.box, game) for game in file] == [None] * 4


@pytest.mark.slow
def test_numbers_that_mean_nothing_in_an_action_are_zero(tmp_path: Path) -> None:
    """An agent may put anything into them."""
    (tmp_path / "untidy.py").write_text(UNTIDY)
    file = GamesFile(recorded(tmp_path, 2, specs=(str(tmp_path / "untidy.py"), "random")))
    for game in file:
        rolls = game.actions[game.actions[:, 0] == ROLL]
        assert len(rolls) > 0
        assert not rolls[:, 1:].any()
        assert check_game(file.box, game) is None


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_illegal_action_names_who_where_and_what_and_leaves_no_file(tmp_path: Path, jobs: int) -> None:
    cheat = tmp_path / "cheat.py"
    cheat.write_text(ILLEGAL)
    with pytest.raises(RentierError) as error:
        recorded(tmp_path, jobs=jobs, specs=("reserve:50,0", str(cheat)))
    where = f"in game 0 of seed {SEED}, at decision 'manage' of seat"
    assert str(error.value).startswith(f"agent '{cheat}' played an illegal action {where}")
    assert "'bid 12'" in str(error.value)
    assert list(tmp_path.glob("*.parquet")) == []
    assert list(tmp_path.glob(".*.parquet")) == []


@pytest.mark.slow
@pytest.mark.parametrize("specs", [THREE, ("mcts:rollouts=5", "reserve:50,0")])
def test_ctrl_c_leaves_a_file_of_the_games_played_so_far(tmp_path: Path, specs: tuple[str, ...]) -> None:
    told: list[int] = []

    def interrupt(played: int) -> None:
        told.append(played)
        if len(told) == 3:
            signal.raise_signal(signal.SIGINT)

    path = tmp_path / "games.parquet"
    done = record_games(path, BOX, agents(specs), 100_000, SEED, 2, progress=interrupt)
    assert 3 <= done.games < 100_000
    assert sum(told) == done.games
    file = GamesFile(path)
    assert [game.number for game in file] == list(range(done.games)), "no gaps"
    assert sum(len(game.actions) for game in file) == done.decisions
    assert all(check_game(file.box, game) is None for game in file)
    assert [file.name for file in tmp_path.iterdir()] == ["games.parquet"]


@pytest.mark.parametrize(
    ("specs", "count", "jobs", "more", "says"),
    [
        (("random",), 1, 1, {}, "1 agent is named; a game has 2 to 8 players"),
        (THREE, 0, 1, {}, "count: 0 should be a whole number from 1"),
        (THREE, 1, 0, {}, "jobs: 0 should be"),
        (THREE, 1, 1, {"seats": "rotated"}, "seats: unknown way of seating 'rotated'; did you mean 'rotate'"),
    ],
)
def test_impossible_games_are_refused(
    tmp_path: Path, specs: tuple[str, ...], count: int, jobs: int, more: dict[str, Any], says: str
) -> None:
    with pytest.raises(RentierError, match=says):
        recorded(tmp_path, count, jobs=jobs, specs=specs, **more)
    assert list(tmp_path.iterdir()) == []


def refusal(path: Path) -> str:
    """Return why a file is refused, without its name."""
    with pytest.raises(RentierError) as refused:
        list(GamesFile(path))
    line = str(refused.value)
    assert line.startswith(f"{path}: ")
    assert "\n" not in line
    return line.removeprefix(f"{path}: ")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    whole = path.read_bytes()
    assert refusal(tmp_path / "gone.parquet") == "there is no such file"
    for torn in (whole[: len(whole) // 2], whole[:-1], b"", b"Once upon a time"):
        path.write_bytes(torn)
        assert refusal(path).startswith("cannot be read as Parquet: ")
    path.write_bytes(whole[:3000] + bytes([whole[3000] ^ 1]) + whole[3001:])
    assert refusal(path).startswith("cannot be read as Parquet: ")
    path.unlink()
    path.mkdir()
    assert refusal(path).startswith("cannot be read as Parquet: ")


def test_a_file_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    table = pyarrow.table({"game": [1, 2]})
    pyarrow.parquet.write_table(table, path)
    assert refusal(path) == "is not a file written by `rentier games`"
    pyarrow.parquet.write_table(table.replace_schema_metadata({ABOUT: "{"}), path)
    assert refusal(path) == "is not a file written by `rentier games`"
    pyarrow.parquet.write_table(table.replace_schema_metadata({ABOUT: '{"format": 1}'}), path)
    assert refusal(path) == "there should be a column 'key' of type uint64"


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ({"format": 2}, "format: 2 should be 1, the format that this version reads"),
        ({"rules_version": 99}, "rules_version: written under version 99 of 'uk-classic'; the present rules are version 1"),
        ({"switches": {"salary": 1}}, "rules_digest: the board, decks or switches of 'uk-classic' have changed since it was"),
        ({"rules": "uk-clasic"}, "rules: unknown preset 'uk-clasic'; did you mean 'uk-classic'"),
        ({"agents": ["random"]}, "agents: there are 1; there should be 2 to 8"),
        ({"seed": -1}, "seed: -1 should be a whole number from 0"),
    ],
)
def test_a_file_of_other_rules_or_another_format(tmp_path: Path, about: dict[str, object], says: str) -> None:
    assert refusal(rewritten(recorded(tmp_path), about)).startswith(says)


def test_a_file_whose_columns_do_not_fit_together(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    found = columns(path)
    short = [numbers[:-1] for numbers in found["kind"]]
    numbers = "should have as many numbers in each game as there are"
    assert refusal(rewritten(path, kind=short)) == f"row group 0: 'kind' {numbers} decisions; the file is garbled"
    assert refusal(rewritten(path, seats=[[0, 1]] * 20)) == f"row group 0: 'seats' {numbers} agents; the file is garbled"
    assert refusal(rewritten(path, winner=[None] * 20)) == "row group 0: 'winner' has gaps; the file is garbled"
    seats = [*found["seats"][:3], [0, 0, 1], *found["seats"][4:]]
    assert refusal(rewritten(path, seats=seats)) == "game 3: seats: each agent should sit in one of them"


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> SavedGame:
    """A game that was won."""
    return next(game for game in GamesFile(recorded(tmp_path_factory.mktemp("games"))) if game.winner != DRAWN)


def test_a_broken_decision_is_named(saved: SavedGame) -> None:
    assert check_game(BOX, saved) is None
    actions = saved.actions.copy()
    actions[10] = Action(BID, 0, -7)
    wrong = check_game(BOX, saved._replace(actions=actions))
    assert wrong is not None
    assert wrong.startswith("decision 11 ('bid -7'): ")
    actions[10] = Action(OFFER, 1, 0, 1 << 1)
    wrong = check_game(BOX, saved._replace(actions=actions))
    assert wrong is not None
    assert wrong.startswith("decision 11 ('offer 1: Old Kent Road for nothing'): ")
    actions[10] = Action(99)
    said = "decision 11 ('(99, 0, 0, 0, 0, 0, 0)'): this decision does not allow it"
    assert check_game(BOX, saved._replace(actions=actions)) == said


def test_a_wrong_ending_is_named(saved: SavedGame) -> None:
    made = len(saved.actions)
    longer = np.concatenate([saved.actions, np.array([Action(END)])])
    assert check_game(BOX, saved._replace(actions=longer)) == f"decision {made + 1} ('end'): the game is over"
    wrong = check_game(BOX, saved._replace(actions=saved.actions[:-1]))
    assert wrong is not None
    assert wrong.startswith(f"after its last decision, {made - 1}, it is not over; seat ")
    wrong = check_game(BOX, saved._replace(winner=DRAWN))
    assert wrong == f"winner: a draw; its decisions lead to agent {saved.winner}"
    assert check_game(BOX, saved._replace(key=saved.key ^ 1)) is not None


def test_the_columns_are_those_of_the_page() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "games.md").read_text()
    for name, written in COLUMN_TYPES.items():
        kind = f"list of {written.removeprefix('list:')}" if written.startswith("list:") else written
        assert f"| `{name}` | {kind} |" in page
