"""The tutorial through the API: positions, choices that the rules carry out, and one right choice in each step."""

from __future__ import annotations

from tests.web.playing import Running


def test_every_step_has_choices_that_change_the_game_and_one_is_right(server: Running) -> None:
    steps = server.get("/api/tutorial")
    assert [step["title"] for step in steps] == ["Auctions", "Building evenly", "Mortgages", "Trades", "Debts", "Jail"]
    for step in steps:
        assert step["seat"] == step["state"]["actor"] == 0
        assert sum(choice["right"] for choice in step["choices"]) == 1
        assert all(choice["state"] != step["state"] for choice in step["choices"])
