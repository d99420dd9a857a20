"""Spectators: everybody sees how many watch, and a rematch can be watched by those who watched the game."""

from __future__ import annotations

from tests.web.playing import Running
from tests.web.test_endings import WON_AT_ONCE
from tests.web.test_lobby import ADA, FRIEND, make


def test_everybody_sees_how_many_watch(server: Running) -> None:
    made = make(server, ADA, FRIEND, public=True)
    with server.join(made) as ada:
        assert ada.table["watching"] == 0
        with server.join(made, watch=made["watch"]) as one:
            assert one.table["watching"] == 1
            ada.until("seats", lambda told: told["watching"] == 1)
            with server.join(made["table"]):
                for player in (ada, one):
                    player.until("seats", lambda told: told["watching"] == 2)
                listed = next(table for table in server.get("/api/tables") if table["table"] == made["table"])
                assert listed["watching"] == 2
            one.until("seats", lambda told: told["watching"] == 1)
        ada.until("seats", lambda told: told["watching"] == 0)
    assert server.get(f"/api/tables/{made['table']}", token=made["host"])["watching"] == 0


def test_spectators_of_a_game_can_watch_its_rematch(server: Running) -> None:
    made = server.make(["Ada", None], position=WON_AT_ONCE)
    server.seat_agents(made, 1, "Bob")
    with server.join(made) as ada, server.join(made, watch=made["watch"]) as watching:
        ada.act("bankrupt")
        again = server.post(f"/api/tables/{made['table']}/rematch", token=made["host"])
        told = watching.until("rematch")
        assert told == {"type": "rematch", "table": again["table"], "watch": again["watch"]}
    with server.join(made, watch=made["watch"]) as late:
        assert late.until("rematch") == told
    with server.join(told["table"], watch=told["watch"]) as watching:
        assert watching.table["you"]["spectator"]
