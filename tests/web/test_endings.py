"""Bankruptcies and skipping to the result, through the server's API."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import Start
from tests.web.playing import Made, Running, Wrong

LAST = """
decision = "raise"
[[players]]
cash = 20
square = "The Angel, Islington"
deeds = { "Mayfair" = 0 }
[[players]]
deeds = { "The Angel, Islington" = 0 }
[[players]]
[debt]
debtor = 0
creditor = 1
amount = 240
"""
WON_AT_ONCE = LAST.replace("[[players]]\n[debt]", "[debt]")  # with two players, by a bankruptcy
SHORT = {"turn_cap": 6, "cap": "worth"}


def bankrupt(server: Running, *others: str | None, delay: float = 0) -> tuple[Made, dict[str, Any]]:
    """Let Ada go bankrupt at a new table; return the table and the step."""
    made = server.make(["Ada", *others], position=LAST, switches=SHORT, delay=delay)
    with server.join(made) as ada:
        return made, ada.act("bankrupt")


def test_a_bankruptcy_is_told_with_creditor_place_and_time(server: Running) -> None:
    made, step = bankrupt(server, "random", "random", delay=10)
    [fall] = step["bankruptcies"]
    assert fall["seconds"] >= 0
    assert fall == {"seat": 0, "to": 1, "place": 3, "round": 1, "seconds": fall["seconds"]}
    with server.join(made) as ada:
        assert ada.table["log"][-1]["bankruptcies"] == [fall]


def test_a_bankruptcy_and_its_time_survive_a_restart(start: Start) -> None:
    server = start(own_machine=True)
    made, step = bankrupt(server, "random", "random", delay=10)
    server.stop()
    with start(own_machine=True).join(made) as ada:
        told = [fall for entry in ada.table["log"] for fall in entry.get("bankruptcies", [])]
    assert told == step["bankruptcies"]


def test_agents_play_on_to_the_end_without_delay(server: Running) -> None:
    made, _ = bankrupt(server, "random", "random", delay=10)
    with server.join(made) as ada:
        ada.say({"type": "skip"})
        ada.until("step", lambda step: step["over"])


def test_a_rematch_after_skipping_has_the_delay_of_before(server: Running) -> None:
    made, _ = bankrupt(server, "random", "random", delay=10)
    with server.join(made) as ada:
        ada.say({"type": "skip"})
        assert ada.until("settings")["settings"]["delay"] == 10
        ada.until("step", lambda step: step["over"])
    again = server.post(f"/api/tables/{made['table']}/rematch", token=made["host"])
    with server.join(again) as ada:
        assert ada.table["settings"]["delay"] == 10


def test_agents_take_their_time_again_when_a_person_is_back(server: Running) -> None:
    made = server.make(["Ada", "random", "random"], position=LAST, delay=10, undo=True)
    table = server.run(server.registry.table(made["table"]))
    with server.join(made) as ada:
        number = ada.act("bankrupt")["number"] - 1
        assert table.delay == 10
        ada.say({"type": "skip"})
        ada.until("settings")
        assert table.delay == 0
        ada.say({"type": "pause", "paused": True})
        ada.until("settings", lambda told: told["settings"]["paused"])
        ada.say({"type": "undo", "number": number})
        ada.until("table")
        assert table.delay == 10


def test_people_are_not_skipped(server: Running) -> None:
    made = server.make(["Ada", None, "random"], position=LAST, switches=SHORT, delay=10)
    bob = server.seat_agents(made, 1, "Bob")
    with server.join(made) as ada:
        ada.act("bankrupt")
        assert "still playing" in ada.refused({"type": "skip"})
        with server.join(made["table"], token=bob) as other:
            other.say({"type": "leave"})
            ada.until("table")
            ada.say({"type": "skip"})
            ada.until("settings")


def test_spectators_cannot_skip(server: Running) -> None:
    made, _ = bankrupt(server, "random", "random", delay=10)
    with server.join(made["table"], watch=made["watch"]) as spectator:
        assert "watching" in spectator.refused({"type": "skip"})


def test_worth_over_time_begins_with_the_start_and_ends_with_the_result(server: Running) -> None:
    made = server.make(["random", "random"], switches=SHORT)
    with server.join(made) as host:
        over = host.until("step", lambda step: step["over"])
    path = f"/api/games/{made['table']}/worth"
    rows = server.get(path, made["watch"])
    assert rows[0] == {"turn": 1, "worth": [1500, 1500]}
    assert [row["turn"] for row in rows] == [*range(1, len(rows)), None]
    assert rows[-1]["worth"] == [player["worth"] for player in over["state"]["players"]]
    with pytest.raises(Wrong, match="private"):
        server.get(path)


def test_the_chart_of_worth_survives_a_restart(start: Start) -> None:
    server = start()
    made = server.make(["Ada", "random"])
    with server.join(made) as ada:
        while ada.my_turn()["number"] < 60:
            ada.play(1)
    with server.join(made) as ada:
        before = ada.table["worths"]
    server.stop()
    with start().join(made) as ada:
        assert ada.table["worths"] == before
    turns = [point["turn"] for point in before]
    assert turns == sorted(set(turns))
    assert len(turns) > 3
