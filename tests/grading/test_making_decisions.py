"""The script that makes the data set of `rentier grade`: draw decisions, roll their candidates out, pack the result."""

import json
from pathlib import Path

import pytest

from rentier.game_api import Game
from rentier.grading.decisions import read_decisions
from scripts import decisions as script

WEIGHTS = Path(__file__).parents[2] / "rentier" / "agents" / "data" / "selfplay.npz"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the decisions of one game."""
    folder = tmp_path_factory.mktemp("set")
    script.draw(folder, 1)
    return folder


def read_drawn(folder: Path) -> list[list[dict[str, object]]]:
    return [json.loads(line) for line in (folder / script.DRAWN).read_text().splitlines()]


@pytest.mark.slow
def test_a_game_gives_at_most_one_decision_of_each_kind(drawn: Path) -> None:
    [decisions] = read_drawn(drawn)
    kinds = [one["kind"] for one in decisions]
    assert len(kinds) == len(set(kinds)) >= 3


@pytest.mark.slow
def test_every_candidate_is_legal_in_its_position(drawn: Path) -> None:
    [decisions] = read_drawn(drawn)
    for one in decisions:
        candidates = one["candidates"]
        assert isinstance(candidates, list)
        assert len(candidates) == len(set(candidates)) >= 2
        for text in candidates:
            Game.from_position(one["position"], seed=0).apply(text)


@pytest.mark.slow
def test_drawing_goes_on_after_the_last_game(drawn: Path) -> None:
    before = read_drawn(drawn)
    script.draw(drawn, 1)
    assert read_drawn(drawn) == before


@pytest.mark.slow
def test_rolled_decisions_are_packed_best_first(drawn: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "ROLLOUTS", (32, 64))
    monkeypatch.setattr(script, "FILE", drawn / "packed.jsonl.gz")
    script.roll(drawn, WEIGHTS, "network", 1e9)
    script.pack(drawn)
    for one in read_decisions(drawn / "packed.jsonl.gz").decisions:
        values = [candidate.value for candidate in one.candidates]
        assert values == sorted(values, reverse=True)
        assert values[0] - values[-1] > script.HALF_A_POINT
