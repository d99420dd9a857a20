"""Undo: a person alone against agents takes back a decision, and the game no longer counts."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet
import pytest

from rentier.web.exporting import export_decisions
from rentier.web.people import PeopleRecord
from tests.web.conftest import Start
from tests.web.playing import Made, Player, Running, Wrong

SHORT = {"turn_cap": 3, "cap": "worth", "auction": "none", "trade_menu": "none"}


def roll(ada: Player) -> dict[str, object]:
    """Decide until Ada has rolled; return that step."""
    while True:
        question = ada.my_turn()
        choices = [choice["action"] for choice in question["choices"]]
        step = ada.act("roll" if "roll" in choices else choices[0])
        if step["done"]["action"] == "roll":
            return step


def undo(ada: Player, number: int) -> dict[str, object]:
    ada.say({"type": "undo", "number": number})
    return ada.until("table", lambda table: table["number"] <= number)


def test_an_undone_decision_is_asked_again_and_the_dice_are_the_same(server: Running) -> None:
    made = server.make(["Ada", "bot", "bot"], undo=True)
    with server.join(made) as ada:
        before = ada.my_turn()
        rolled = roll(ada)
        ada.my_turn()
        number = rolled["number"] - 1
        table = undo(ada, number)
        assert table["number"] == number
        assert table["settings"]["undone"] == 1
        assert ada.question["decision"] == before["decision"] if number == before["number"] else ada.question is not None
        again = roll(ada)
        assert again["state"]["dice"] == rolled["state"]["dice"]


def test_undo_survives_a_restart(start: Start) -> None:
    server = start()
    made = server.make(["Ada", "bot"], undo=True)
    with server.join(made) as ada:
        rolled = roll(ada)
        ada.my_turn()
        undo(ada, rolled["number"] - 1)
        state = ada.table["state"]
    server.stop()
    again = start()
    with again.join(made) as ada:
        assert (ada.table["number"], ada.table["state"]) == (rolled["number"] - 1, state)
        assert ada.table["settings"]["undone"] == 1
        assert ada.table["undoable"] is None or ada.table["undoable"] < rolled["number"] - 1
        roll(ada)


def test_only_the_last_decision_can_be_undone_and_only_once(server: Running) -> None:
    made = server.make(["Ada", "bot"], undo=True)
    with server.join(made) as ada:
        rolled = roll(ada)
        ada.my_turn()
        assert "not your last decision" in ada.refused({"type": "undo", "number": rolled["number"]})
        undo(ada, rolled["number"] - 1)
        assert "not your last decision" in ada.refused({"type": "undo", "number": rolled["number"] - 1})


def test_undo_must_be_allowed(server: Running) -> None:
    made = server.make(["Ada", "bot"])
    with server.join(made) as ada:
        rolled = roll(ada)
        assert rolled["undoable"] is None
        assert "cannot be undone" in ada.refused({"type": "undo", "number": rolled["number"] - 1})
    with pytest.raises(Wrong, match="only a person who plays against agents alone"):
        server.make(["Ada", None, "bot"], undo=True)
    allowed = server.make(["Ada", "bot"], undo=True)
    with server.join(allowed, watch=allowed["watch"]) as spectator:
        assert "you are watching" in spectator.refused({"type": "undo", "number": 0})


def finish(server: Running, made: Made, takes_back: bool) -> None:
    """Play a game to its end."""
    with server.join(made) as ada:
        if takes_back:
            rolled = roll(ada)
            ada.my_turn()
            undo(ada, rolled["number"] - 1)
        while not ada.table["over"]:
            if ada.question is None:
                message = ada.next()
                if message.get("over"):
                    return
            elif ada.act(ada.question["choices"][0]["action"])["over"]:
                return


def test_a_game_with_undone_decisions_is_marked_and_does_not_count(server: Running) -> None:
    counted = []
    for takes_back in (False, True):
        made = server.make(["Ada", "bot"], switches=SHORT, undo=True)
        finish(server, made, takes_back)
        shown = server.get(f"/api/games/{made['table']}", made["host"])
        assert shown["undone"] == int(takes_back)
        report = server.run(PeopleRecord(server.registry.store).report())
        counted.append(sum(row["games"] for row in report["people"]))
    assert counted[1] == counted[0] >= 1


@pytest.mark.parametrize("takes_back", [False, True])
def test_undone_decisions_are_marked_at_the_end_in_the_review_and_in_the_export(
    start: Start, tmp_path: Path, takes_back: bool
) -> None:
    server = start()
    made = server.make(["Ada", "bot"], switches=SHORT, undo=True)
    finish(server, made, takes_back)
    with server.join(made) as ada:
        assert ada.table["over"]
        assert ada.table["settings"]["undone"] == int(takes_back)
    assert server.get(f"/api/games/{made['table']}", made["host"])["undone"] == int(takes_back)
    server.stop()
    with start().join(made) as ada:
        assert ada.table["settings"]["undone"] == int(takes_back)
    out = tmp_path / "decisions.parquet"
    export_decisions(f"sqlite:///{tmp_path / 'games.sqlite'}", out)
    assert {row["undone"] for row in pyarrow.parquet.read_table(out).to_pylist()} == {takes_back}
