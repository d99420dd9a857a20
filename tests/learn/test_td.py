"""TD training runs: reproducible, interrupted and resumed, from saved games, against opponents, and effective."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.arena.recording import record_games
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.learn import course
from rentier.learn.course import train
from rentier.learn.evaluation import Evaluation
from rentier.learn.td import Td
from rentier.learn.td_settings import TdSettings
from rentier.network.weights import Network

ROUNDS = 3 if INTERPRETED else 12
RULES = Path(__file__).parent / "short.toml"


def small(**settings: Any) -> TdSettings:
    """Return the settings of a very short training."""
    return TdSettings(**{"rules": (str(RULES),), "hidden": (6,), "games": 6, "players": 3, **settings})


def weights(settings: TdSettings, jobs: int = 1, **more: Any) -> list[float]:
    """Return the weights after a training run."""
    return [float(number) for number in train(Td(settings, jobs), **more).network.weights]


# seeds


def test_a_seed_gives_the_same_network_on_any_number_of_threads() -> None:
    one, two, three = (weights(small(games=9, seed=4), jobs) for jobs in (1, 2, 3))
    assert one == two == three


def test_what_is_set_makes_a_difference() -> None:
    usual = weights(small())
    for changed in (
        {"seed": 1},
        {"lambda_": 0.5},
        {"rate": 0.05},
        {"last_rate": 0.01},
        {"explore": 0.5},
        {"payoff": "rank"},
        {"payoff": "punish"},
        {"payoff": "assets"},
        {"features": "berry+money-log"},
        {"start": "sets"},
        {"start": "random"},
        {"start": "gifts"},
        {"against": ("random",)},
        {"against": ("random",), "views": "own"},
        {"at_once": 1},
        {"activation": "relu"},
    ):
        assert weights(small(**changed)) != usual, changed


def test_starts_take_turns() -> None:
    def after(games: int, start: str) -> list[float]:
        return weights(small(games=games, at_once=1, start=start))

    assert after(1, "normal+gifts") == after(1, "normal")
    assert after(1, "gifts+normal") == after(1, "gifts")
    assert after(2, "normal+gifts") not in (after(2, "normal"), after(2, "gifts"))


def test_rates_fall_by_the_same_factor() -> None:
    settings = TdSettings(rate=0.1, last_rate=0.001, games=100)
    assert [settings.rate_of(game) for game in (0, 50, 100)] == pytest.approx([0.1, 0.01, 0.001])


# saving


def test_a_training_that_was_stopped_goes_on_as_if_it_was_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "CHECKPOINT_SECONDS", -1.0)
    settings = small(games=12)
    whole = train(Td(settings), evaluation=Evaluation(("random",), 3, 4))

    class EnoughError(Exception):
        pass

    def stop(games: int) -> None:
        stop.games += games  # type: ignore[attr-defined]
        if stop.games > 4:  # type: ignore[attr-defined]
            raise EnoughError

    stop.games = 0  # type: ignore[attr-defined]
    with pytest.raises(EnoughError):
        train(Td(settings), out=tmp_path / "run", evaluation=Evaluation(("random",), 3, 4), progress=stop)
    saved = Network.read(tmp_path / "run" / "weights.npz")
    assert saved.trained["games"] == 4
    resumed = train(Td(settings), out=tmp_path / "run", evaluation=Evaluation(("random",), 3, 4))
    assert resumed.saved == 4
    assert np.array_equal(resumed.network.weights, whole.network.weights)
    assert [point["games"] for point in resumed.curve] == [4, 8, 12]
    assert resumed.curve == whole.curve
    again = train(Td(settings), out=tmp_path / "run")
    assert again.saved == 12
    assert np.array_equal(again.network.weights, whole.network.weights)


def test_the_file_says_what_it_was_trained_on(tmp_path: Path) -> None:
    train(Td(small(seed=7)), out=tmp_path / "run")
    trained = Network.read(tmp_path / "run" / "weights.npz").trained
    assert trained["games"] == 6
    assert trained["seed"] == 7
    assert trained["rules"] == "short 1"
    assert trained["learning"]["lambda"] == 0.9
    play_match(load_box(RULES), [parse_agent(f"td:{tmp_path / 'run' / 'weights.npz'}"), parse_agent("random")], 2, 0)


def test_a_state_that_is_not_its_own_is_refused(tmp_path: Path) -> None:
    train(Td(small()), out=tmp_path)
    np.savez(tmp_path / "state.npz", anything=np.zeros(1))
    with pytest.raises(RentierError, match=r"state.npz: does not belong to this training run, which saves only weights"):
        train(Td(small()), out=tmp_path)


def test_a_folder_of_another_training_is_refused(tmp_path: Path) -> None:
    train(Td(small()), out=tmp_path / "run")
    with pytest.raises(
        RentierError, match=r"run: holds another training run: lambda is 0.9 there and 0.5 here; --out should be a"
    ):
        train(Td(small(lambda_=0.5)), out=tmp_path / "run")


def test_a_full_disk_during_a_checkpoint_leaves_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "CHECKPOINT_SECONDS", -1.0)
    write, written = np.savez_compressed, []

    def full_after_one(file: Any, **arrays: Any) -> None:
        if written:
            raise OSError(28, "No space left on device")
        written.append(file)
        write(file, **arrays)

    settings = small(games=12)
    with monkeypatch.context() as disk:
        disk.setattr(np, "savez_compressed", full_after_one)
        with pytest.raises(OSError, match="No space left"):
            train(Td(settings), out=tmp_path / "run")
    assert {path.name for path in (tmp_path / "run").iterdir()} == {"training.json", "weights.npz"}
    assert Network.read(tmp_path / "run" / "weights.npz").trained["games"] == 4
    assert weights(settings, out=tmp_path / "run") == weights(settings)


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="it kills a process that has compiled code to load")
def test_a_killed_training_goes_on_from_its_last_checkpoint(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from tests.learn.test_td import Td, course, small;"
        "course.CHECKPOINT_SECONDS = -1.0; course.train(Td(small(games=600)), out=Path(sys.argv[1]))"
    )
    home = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path / "run")], cwd=home) as process:
        while not (tmp_path / "run" / "weights.npz").exists():
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
    saved = Network.read(tmp_path / "run" / "weights.npz").trained["games"]
    assert 0 < saved < 600
    training = train(Td(small(games=600), 2), out=tmp_path / "run", progress=lambda games: None)
    assert (training.saved, training.games) == (saved, 600)


# what is learnt from


def test_kept_games_are_learnt_from_in_their_order_and_again(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    record_games(file, load_box(RULES), [parse_agent("random")] * 3, 6)
    once = weights(small(database=str(file), games=6))
    assert weights(small(database=str(file), games=6), 2) == once
    assert weights(small(database=str(file), games=9)) != once


def test_first_one_lesson_then_another(tmp_path: Path) -> None:
    train(Td(small()), out=tmp_path / "first")
    begun = small(begin=str(tmp_path / "first" / "weights.npz"), games=4)
    train(Td(begun), out=tmp_path / "then")
    trained = Network.read(tmp_path / "then" / "weights.npz").trained
    assert (trained["games"], trained["before"]["games"]) == (4, 6)
    with pytest.raises(RentierError, match=r"has features berry, hidden 6 and sigmoid; a training run that continues from it"):
        train(Td(replace(begun, hidden=(7,))), out=tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_broken_game_of_a_database_is_one_line(tmp_path: Path) -> None:
    file, broken = tmp_path / "games.parquet", tmp_path / "broken.parquet"
    box = load_box(RULES)
    record_games(file, box, [parse_agent("random")] * 3, 4)
    table = pyarrow.parquet.read_table(file)
    kinds = table["kind"].to_pylist()
    kinds[2][5] = 22  # waiving a rent that nobody owes
    changed = table.set_column(
        table.schema.get_field_index("kind"), table.schema.field("kind"), pyarrow.array(kinds, table["kind"].type)
    )
    pyarrow.parquet.write_table(changed, broken)
    with pytest.raises(RentierError, match=r"broken.parquet: game 2: decision 6 \("):
        train(Td(small(database=str(broken))))


def test_a_network_with_an_output_for_each_seat_plays_and_goes_on(tmp_path: Path) -> None:
    train(Td(small(features="berry+fixed-seats")), out=tmp_path / "first")
    file = tmp_path / "first" / "weights.npz"
    assert Network.read(file).outputs == 6
    play_match(load_box(RULES), [parse_agent(f"td:{file}"), parse_agent("random")], 2, 0)
    begun = train(Td(small(features="berry+fixed-seats", begin=str(file), games=2)))
    assert not np.array_equal(begun.network.weights, Network.read(file).weights)


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="hundreds of games")
def test_it_learns_to_beat_random_agents() -> None:
    """After three hundred games of self-play it wins nearly every game against three random agents, as in the work."""
    training = train(Td(TdSettings(hidden=(20,), games=300), 2))
    table = [training.agent(), *[parse_agent("random")] * 3]
    assert play_match(load_box("berry2013"), table, 60, 1, 2).summary.wins[0] >= 54


# what is refused


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"players": 7}, "players: 7 should be a whole number from 2 to 6"),
        ({"features": "berry+colours"}, "unknown features 'colours'"),
        ({"features": "berry+money-log+money-6000"}, "features: 'berry+money-log+money-6000' should scale money in one way"),
        ({"hidden": ()}, "hidden: '' should be 1 to 3 layers of 1 to 1024 nodes"),
        ({"hidden": (80, 0)}, "hidden: '80,0' should be 1 to 3 layers of 1 to 1024 nodes"),
        ({"activation": "tanh"}, "activation: unknown activation 'tanh'"),
        ({"payoff": "huge"}, "payoff: unknown payoff 'huge'"),
        ({"start": "end"}, "start: unknown start 'end'"),
        ({"start": "normal+end"}, "start: unknown start 'end'"),
        ({"views": "mine"}, "views: unknown views 'mine'"),
        ({"deals": "wild"}, "deals: unknown deals 'wild'"),
        ({"lambda_": 1.5}, "lambda: 1.5 should be a number from 0 to 1"),
        ({"explore": -0.1}, "explore: -0.1 should be a number from 0 to 1"),
        ({"share": float("nan")}, "share: nan should be a number from 0 to 1"),
        ({"rate": 0.0}, "rate: 0 should be a number above 0"),
        ({"last_rate": float("inf")}, "last rate: inf should be a number above 0"),
        ({"games": 0}, "games: 0 should be a whole number"),
        ({"at_once": 0}, "at once: 0 should be a whole number"),
        ({"rules": ()}, "rules: there should be at least one preset"),
        ({"database": "x", "against": ("random",)}, "database: saved games are not played again"),
    ],
)
def test_wrong_settings_are_one_line(settings: dict[str, Any], line: str) -> None:
    with pytest.raises(RentierError) as error:
        small(**settings).check()
    assert str(error.value).startswith(line)


def test_rules_of_another_board_are_refused() -> None:
    with pytest.raises(RentierError, match="has other squares, prices or rents"):
        train(Td(small(rules=("berry2013", "khan2019"))))


def test_settings_are_written_as_json(tmp_path: Path) -> None:
    train(Td(small()), out=tmp_path / "run")
    assert json.loads((tmp_path / "run" / "training.json").read_text())["hidden"] == [6]
