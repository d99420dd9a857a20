"""The time limit of a table: when the time is up, the round in progress is the last, and the richest player wins."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from rentier.game_api import Game
from rentier.web.time_limit import MOST_BREAK, PlayingTime
from tests.web.conftest import Start
from tests.web.playing import Made, Player, Running, Wrong

CALM = {"auction": "none", "trade_menu": "none", "first_player": "first-seat"}
UP = "The time is up"


def let_time_run_out(server: Running, made: Made) -> None:
    """Make a table believe that it has been played for hours."""
    server.run(server.registry.table(made["table"])).played.seconds = 1e6


def play_out(player: Player) -> list[dict[str, Any]]:
    """Always make the first choice until the game is over; return the steps."""
    steps: list[dict[str, Any]] = []
    while not (steps and steps[-1]["over"]):
        if player.question is not None:
            player.say({"type": "act", "number": player.question["number"], "action": player.question["choices"][0]["action"]})
            player.question = None
        message = player.next()
        assert message["type"] != "error", message
        if message["type"] == "step":
            steps.append(message)
    return steps


def play_to_round(player: Player, number: int) -> None:
    """Always make the first choice until a round begins."""
    while player.act(player.my_turn()["choices"][0]["action"])["state"]["round"] < number:
        pass


def test_long_breaks_hardly_count() -> None:
    played = PlayingTime([100, 160, 160 + 10 * MOST_BREAK])
    assert played.at(170 + 10 * MOST_BREAK) == 60 + MOST_BREAK + 10
    assert played.at(1e9) == 60 + 2 * MOST_BREAK
    assert PlayingTime().at(1e9) == 0  # it starts with the first decision


def test_the_round_in_progress_is_the_last_when_the_time_is_up(server: Running) -> None:
    made = server.make(["Ada", "random", "random"], switches=CALM, minutes=60)
    with server.join(made) as ada:
        assert ada.table["settings"]["minutes"] == 60
        assert ada.table["time_left"] == 3600
        play_to_round(ada, 3)
        let_time_run_out(server, made)
        steps = play_out(ada)
    assert [step["time_left"] for step in steps] == [0] * len(steps)
    assert [line for step in steps for line in step["lines"] if UP in line] == [steps[0]["lines"][0]]
    assert {step["state"]["round"] for step in steps} == {3}
    worths = [player["worth"] for player in steps[-1]["state"]["players"]]
    assert steps[-1]["over"]["winners"] == [seat for seat, worth in enumerate(worths) if worth == max(worths)]


def test_the_record_of_a_timed_game_replays_whole(server: Running) -> None:
    made = server.make(["Ada", "random"], switches=CALM, minutes=60, public=True)
    with server.join(made) as ada:
        play_to_round(ada, 2)
        let_time_run_out(server, made)
        over = play_out(ada)[-1]["over"]
    path = f"/api/tables/{made['table']}"
    record = server.get(f"{path}/record")
    game = Game.replay(record)
    assert (game.over, game.round, list(game.winners)) == (True, 2, over["winners"])
    server.run(server.registry.sweep())
    assert server.get(f"{path}/record") == record
    review = server.get(f"/api/games/{made['table']}")
    assert (review["over"], review["winners"]) == (True, over["winners"])


def test_without_a_limit_the_time_does_not_matter(server: Running) -> None:
    made = server.make(["Ada", "random"], switches=CALM)
    with server.join(made) as ada:
        assert (ada.table["settings"]["minutes"], ada.table["time_left"]) == (None, None)
        let_time_run_out(server, made)
        play_to_round(ada, 2)
        assert ada.table["over"] is None


def test_a_rematch_has_the_rules_of_before_the_last_round(server: Running) -> None:
    switches = CALM | {"round_cap": 30}
    made = server.make(["Ada", "random"], switches=switches, minutes=90)
    with server.join(made) as ada:
        let_time_run_out(server, made)
        play_out(ada)
    again = server.post(f"/api/tables/{made['table']}/rematch", token=made["host"])
    with server.join(again) as ada:
        assert (ada.table["switches"], ada.table["settings"]["minutes"]) == (switches, 90)
        assert "agreed" not in ada.table["settings"]


def test_the_time_played_and_the_last_round_survive_a_restart(start: Start, tmp_path: Path) -> None:
    database = tmp_path / "timed.sqlite"
    server = start(database=f"sqlite:///{database}")
    made = server.make(["Ada", "random"], switches=CALM, minutes=60, delay=10)
    with server.join(made) as ada:
        ada.play(1)
    server.stop()
    with sqlite3.connect(database) as connection:  # the last decision was made ten minutes ago
        connection.execute("update decisions set at = at - 600")
    server = start(database=f"sqlite:///{database}")
    with server.join(made) as ada:
        assert 0 <= 3600 - MOST_BREAK - ada.table["time_left"] < 30
        let_time_run_out(server, made)
        ada.play(1)
    server.stop()
    server = start(database=f"sqlite:///{database}")
    with server.join(made) as ada:
        assert ada.table["time_left"] == 0
        ada.say({"type": "delay", "seconds": 0})
        steps = play_out(ada)
    assert {step["state"]["round"] for step in steps} == {1}


@pytest.mark.parametrize("minutes", [0, 601, 1.5])
def test_a_limit_is_a_sensible_number_of_minutes(server: Running, minutes: float) -> None:
    with pytest.raises(Wrong, match="minutes"):
        server.make(["Ada", "random"], minutes=minutes)


def test_an_invitation_tells_the_limit(server: Running) -> None:
    made = server.make(["Ada", None], minutes=30)
    invite = made["seats"][1]["invite"]
    assert server.get(f"/api/tables/{made['table']}/invitation?invite={invite}")["minutes"] == 30
