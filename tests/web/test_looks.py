"""Tokens and colours after a game: they are those of the table in its review and in the export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet

from rentier.game_api import Game
from rentier.web.exporting import export_decisions
from rentier.web.looks import assign_looks
from tests.web.conftest import Start
from tests.web.playing import Made, Running

SHORT = {"turn_cap": 3, "cap": "worth", "auction": "none", "trade_menu": "none"}
PINK_CAT = {"token": "cat", "colour": "pink"}


def looks(seats: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return the token and the colour of every seat."""
    return [{"token": seat["token"], "colour": seat["colour"]} for seat in seats]


def play_as_pink_cat(server: Running) -> Made:
    """Play a short game to its end."""
    seats = [{"kind": "agent", "agent": "bot"}, {"kind": "person", "name": "Ada", **PINK_CAT}]
    made: Made = server.post("/api/tables", {"seats": seats, "delay": 0, "odds": False, "switches": SHORT})
    with server.join(made) as ada:
        over = None
        while not over:
            over = ada.next().get("over") if ada.question is None else ada.act(ada.question["choices"][0]["action"])["over"]
    return made


def test_chosen_looks_are_in_the_review_and_in_the_export(start: Start, tmp_path: Path) -> None:
    server = start()
    made = play_as_pink_cat(server)
    seats = server.get(f"/api/games/{made['table']}", made["host"])["seats"]
    assert looks(seats) == assign_looks([(None, None), ("cat", "pink")])
    server.stop()
    out = tmp_path / "decisions.parquet"
    export_decisions(f"sqlite:///{tmp_path / 'games.sqlite'}", out)
    rows = pyarrow.parquet.read_table(out).to_pylist()
    assert rows
    assert all((row["seat"], row["token"], row["colour"]) == (1, "cat", "pink") for row in rows)


def test_players_of_an_imported_game_have_the_usual_looks(server: Running) -> None:
    game = Game.new(3, seed=3)
    game.apply("roll")
    imported = server.post("/api/records", {"record": game.record()})["game"]
    assert looks(server.get(f"/api/games/{imported}")["seats"]) == assign_looks([(None, None)] * 3)
