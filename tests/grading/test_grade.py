"""`rentier grade`: the loss of each decision, decisions left out, actions that nobody had considered, and bad input."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from rentier.agents.specs import parse_agent
from rentier.box import load_box
from rentier.errors import RentierError
from rentier.game.words import BUY, DECLINE, OFFER, PAY_FINE, ROLL, Action
from rentier.game_api import Game
from rentier.grading.decisions import Decision, Valued, read_decisions, write_decisions
from rentier.grading.grade import Grade, find_refused, grade, mean_of
from rentier.grading.kinds import PHASES, kind_of, phase_of

BUYING = {"decision": "buy", "dice": [1, 2], "players": [{"square": "Mayfair", "cash": 900}, {"cash": 300}, {"cash": 700}]}


def a_decision(*values: tuple[str, float], rules: str = "uk-classic", **changes: object) -> Decision:
    """A decision to buy Mayfair, or what it is called on another board."""
    square = load_box(rules).square_names[39]
    players = [{"square": square, "cash": 900}, {"cash": 300}, {"cash": 700}]
    game = Game.from_position(BUYING | {"rules": rules, "players": players} | changes, seed=0)
    return Decision(game.position(), "buying", "opening", tuple(Valued(action, value, 0.001) for action, value in values))


def losses(spec: str, *decisions: Decision) -> list[float]:
    found = grade(parse_agent(spec), list(enumerate(decisions, 1)))
    return [round(loss.points, 6) for loss in found]


def test_the_loss_is_the_distance_from_the_best_candidate() -> None:
    decisions = [a_decision(("decline", 0.5), ("buy", 0.42)), a_decision(("buy", 0.4), ("decline", 0.1))]
    assert losses("reserve:0,0", *decisions) == [8, 0]


def test_an_action_that_is_no_candidate_is_rolled_out_beside_the_best() -> None:
    strange = [("decline", 0.5), ("mortgage Mayfair", 0.4)]
    (found,) = grade(parse_agent("reserve:0,0"), [(1, a_decision(*strange))])
    assert found.action == "buy"
    assert found.is_new
    assert found.points != 0
    assert abs(found.points) < 50


def test_rules_that_an_agent_cannot_play_by_are_left_out() -> None:
    pair = [a_decision(("buy", 0.5), ("decline", 0.4), rules=rules) for rules in ("uk-classic", "us-classic")]
    assert find_refused(parse_agent("td"), pair) == ("us-classic",)
    assert find_refused(parse_agent("bot"), pair) == ()
    with pytest.raises(RentierError, match="trained on"):
        find_refused(parse_agent("td"), pair[1:])


def test_means_by_kind_and_phase_and_the_worst() -> None:
    decisions = [a_decision(("decline", 0.5), ("buy", 0.5 - cost)) for cost in (0.02, 0.04)]
    found = Grade("x", tuple(grade(parse_agent("reserve:0,0"), list(enumerate(decisions, 1)))), ())
    assert found.mean.mean == pytest.approx(3)
    assert found.mean.low < 3 < found.mean.high
    assert list(found.by_kind()) == ["buying"]
    assert list(found.by_phase()) == ["opening"]
    assert [loss.number for loss in found.worst()] == [2, 1]
    assert json.loads(json.dumps(found.as_dict()))["worst"][0]["better"] == "decline"


def test_the_mean_of_one_decision_has_no_interval() -> None:
    assert mean_of([4.0]).high == float("inf")


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_seed_decides_whatever_the_number_of_jobs(jobs: int) -> None:
    strange = [a_decision(("decline", 0.5), ("mortgage Mayfair", 0.4))] * 3
    found = [loss.points for loss in grade(parse_agent("bot"), list(enumerate(strange, 1)), 3, jobs)]
    assert found == [loss.points for loss in grade(parse_agent("bot"), list(enumerate(strange, 1)), 3, 1)]


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


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no gzip", "should be a data set of decisions"),
        (gzip.compress(b"{}\n")[:-4], "should be a data set of decisions"),
        (gzip.compress(b""), "should be a data set of decisions"),
        (gzip.compress(b'{"version": 2}\n'), "has version 2; this program reads version 1"),
        (gzip.compress(b'{"version": 1}\n[1]\n'), "should be a data set of decisions"),
        (gzip.compress(b'{"version": 1}\n{"kind": "x", "phase": "opening", "candidates": []}\n'), "unknown kind"),
        (gzip.compress(b"[" * 100_000), "should be a data set of decisions"),
    ],
)
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
        list(grade(parse_agent("bot"), [(1, Decision(over, "buying", "opening", known))]))
