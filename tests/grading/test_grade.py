"""`rentier grade`: the loss of each decision, decisions left out, actions that nobody had considered, and bad input."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from rentier.agents.specs import parse_agent
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.game.words import BUY, DECLINE, OFFER, PAY_FINE, ROLL, Action
from rentier.game_api import Game
from rentier.grading.decisions import Decision, Valued, read_decisions, write_decisions
from rentier.grading.grades import Grade, grade, mean_of
from rentier.grading.kinds import KINDS, PHASES
from rentier.grading.sorting import kind_of, phase_of

BUYING = {"decision": "buy", "dice": [1, 2], "players": [{"square": "Mayfair", "cash": 900}, {"cash": 300}, {"cash": 700}]}


def a_decision(*values: tuple[str, float], rules: str = "uk-classic", **changes: object) -> Decision:
    """A decision to buy Mayfair, or what it is called on another board."""
    square = load_box(rules).square_names[39]
    players = [{"square": square, "cash": 900}, {"cash": 300}, {"cash": 700}]
    game = Game.from_position(BUYING | {"rules": rules, "players": players} | changes, seed=0)
    return Decision(1, game.position(), "buying", "opening", tuple(Valued(action, value, 0.001) for action, value in values))


def graded(spec: str, *decisions: Decision, seed: int = 0, jobs: int = 1) -> Grade:
    """The grade of an agent; the decisions are numbered from 1."""
    numbered = [replace(one, number=number) for number, one in enumerate(decisions, 1)]
    return grade(parse_agent(spec), numbered, seed, jobs)


def test_the_loss_is_the_distance_from_the_best_candidate() -> None:
    decisions = [a_decision(("decline", 0.5), ("buy", 0.42)), a_decision(("buy", 0.4), ("decline", 0.1))]
    assert [round(loss.points, 6) for loss in graded("reserve:0,0", *decisions).losses] == [8, 0]


def test_an_action_that_is_no_candidate_is_rolled_out_beside_the_best() -> None:
    strange = [("decline", 0.5), ("mortgage Mayfair", 0.4)]
    (found,) = graded("reserve:0,0", a_decision(*strange)).losses
    assert found.action == "buy"
    assert found.is_new
    assert found.points != 0
    assert abs(found.points) < 50


def test_rules_that_an_agent_cannot_play_by_are_left_out() -> None:
    pair = [a_decision(("buy", 0.5), ("decline", 0.4), rules=rules) for rules in ("uk-classic", "us-classic")]
    found = graded("td", *pair)
    assert found.refused == ("us-classic",)
    assert len(found.losses) == 1
    assert graded("bot", *pair).refused == ()
    with pytest.raises(RentierError, match="trained on"):
        graded("td", *pair[1:])


def test_means_by_kind_and_phase_and_the_worst() -> None:
    decisions = [a_decision(("decline", 0.5), ("buy", 0.5 - cost)) for cost in (0.02, 0.04)]
    found = graded("reserve:0,0", *decisions)
    assert found.mean.mean == pytest.approx(3)
    assert found.mean.low < 3 < found.mean.high
    assert list(found.by_kind()) == ["buying"]
    assert list(found.by_phase()) == ["opening"]
    assert [loss.decision.number for loss in found.worst()] == [2, 1]
    assert json.loads(json.dumps(found.as_dict()))["worst"][0]["better"] == "decline"


def test_the_mean_of_one_decision_has_no_interval() -> None:
    assert mean_of([4.0]).high == float("inf")


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_seed_decides_whatever_the_number_of_jobs(jobs: int) -> None:
    strange = [a_decision(("decline", 0.5), ("mortgage Mayfair", 0.4))] * 3
    assert graded("bot", *strange, seed=3, jobs=jobs) == graded("bot", *strange, seed=3)


def test_kinds_of_decisions() -> None:
    buying = Game.from_position(BUYING, seed=0).state
    assert kind_of(buying, [Action(BUY), Action(DECLINE)]) == "buying"
    managing = Game.from_position({"players": [{"jail_turns": 1}, {}]}, seed=0).state
    assert kind_of(managing, [Action(ROLL), Action(PAY_FINE)]) == "jail"
    assert kind_of(managing, [Action(ROLL), Action(OFFER, 1)]) == "offers"
    assert kind_of(managing, [Action(ROLL)]) is None


def test_phases_of_the_game() -> None:
    box = load_box("uk-classic")
    deeds = [box.square_names[square] for square in range(40) if int(box.record.deeds) >> square & 1]
    half = dict.fromkeys(deeds[:15], 0)
    states = [[{}, {}], [{"deeds": half}, {}], [{"deeds": {"Park Lane": 1, "Mayfair": 1}}, {}]]
    assert [phase_of(box, Game.from_position({"players": players}, seed=0).state) for players in states] == list(PHASES)


def test_a_set_is_read_back_as_written(tmp_path: Path) -> None:
    written = [a_decision(("buy", 0.51234), ("decline", 0.4))]
    write_decisions(tmp_path / "own.gz", {"seed": 1}, written)
    again = read_decisions(tmp_path / "own.gz")
    assert list(again.decisions) == written
    assert again.made == {"seed": 1, "version": 1}
    first = (tmp_path / "own.gz").read_bytes()
    write_decisions(tmp_path / "own.gz", {"seed": 1}, written)
    assert (tmp_path / "own.gz").read_bytes() == first


NO_DATA_SETS = {
    "no gzip": (b"no gzip", "should be a data set of decisions"),
    "cut short": (gzip.compress(b"{}\n")[:-4], "should be a data set of decisions"),
    "empty": (gzip.compress(b""), "should be a data set of decisions"),
    "version": (gzip.compress(b'{"version": 2}\n'), "has version 2; this program reads version 1"),
    "no table": (gzip.compress(b'{"version": 1}\n[1]\n'), "should be a data set of decisions"),
    "kind": (
        gzip.compress(b'{"version": 1}\n{"kind": "x", "phase": "opening", "candidates": []}\n'),
        "unknown kind",
    ),
    "deep": (gzip.compress(b"[" * 100_000), "should be a data set of decisions"),
}


# The ids are written out: gzip stores the time, and tests whose names differ between workers are not run.
@pytest.mark.parametrize(("content", "reason"), NO_DATA_SETS.values(), ids=NO_DATA_SETS)
def test_a_file_that_is_no_data_set_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "own.gz").write_bytes(content)
    with pytest.raises(RentierError, match=reason) as error:
        read_decisions(tmp_path / "own.gz")
    assert "own.gz" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_position_that_is_over_is_refused() -> None:
    over = 'rules = "uk-classic"\ndecision = "over"\nwinners = [0]\n[[players]]\n[[players]]\nbankrupt = 1\n'
    known = (Valued("buy", 0.5, 0.1), Valued("decline", 0.4, 0.1))
    with pytest.raises(RentierError, match="decision 1: its game is over"):
        graded("bot", Decision(1, over, "buying", "opening", known))


def test_the_set_that_comes_with_rentier() -> None:
    decisions = read_decisions().decisions
    assert len(decisions) >= 3000
    assert {one.kind for one in decisions} == set(KINDS)
    assert {one.phase for one in decisions} == set(PHASES)
    assert {one.rules for one in decisions} == {"uk-classic", "us-classic", "tournament"}
    assert {one.position.count("[[players]]") for one in decisions} == {2, 3, 4, 5, 6}
    for one in decisions:
        values = [candidate.value for candidate in one.candidates]
        assert values == sorted(values, reverse=True)
        assert values[0] - values[-1] > 0.00498  # half a point, rounded
        assert all(candidate.error < 0.1 for candidate in one.candidates)


def test_every_candidate_is_legal_in_its_position() -> None:
    for one in read_decisions().decisions[::40]:
        game = Game.from_position(one.position, seed=0)
        assert all(game.is_legal(candidate.action) for candidate in one.candidates)
