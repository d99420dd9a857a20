"""Ways out of a debt: enough, legal one after the other, and nothing that is not needed."""

from __future__ import annotations

from typing import Any

import pytest

from rentier import Game
from rentier.referee.view import listed_actions
from rentier.web.rescue import rescue


def debtor(amount: int, deeds: dict[str, Any], cash: int = 20) -> Game:
    """Return a game in which the first player owes the second an amount."""
    players = [{"cash": cash, "square": "Strand", "deeds": deeds}, {"deeds": {"Strand": 0}}]
    debt = {"debtor": 0, "creditor": 1, "amount": amount}
    return Game.from_position({"decision": "raise", "players": players, "debt": debt}, seed=1)


BROWN = {"Old Kent Road": 1, "Whitechapel Road": 1}


def test_the_step_that_loses_the_least_rent_comes_first_and_no_step_is_spare() -> None:
    found = rescue(debtor(100, {"Mayfair": 0, "Euston Road": 0, "Vine Street": 0}))
    assert found == {"raises": 200 + 50 + 100, "steps": [{"action": "mortgage Vine Street", "raises": 100}]}


def test_everything_together_may_be_too_little() -> None:
    assert rescue(debtor(1000, {**BROWN, "Mayfair": 0})) == {"raises": 310, "steps": []}


@pytest.mark.parametrize("amount", [30, 60, 111, 219, 240, 290, 330])
def test_the_steps_pay_the_debt_and_each_is_needed(amount: int) -> None:
    game = debtor(amount, {**BROWN, "Mayfair": 0})
    short = amount - 20
    steps = rescue(game)["steps"]
    raised = [step["raises"] for step in steps]
    assert sum(raised) >= short > sum(raised) - min(raised)
    for step in steps:
        assert game.state.debt > 0
        game.apply(step["action"])
    assert game.state.debt == 0


def test_what_cannot_be_sold_is_no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bank may lack the houses to break up a hotel."""
    monkeypatch.setattr(
        "rentier.web.rescue.listed_actions", lambda game: [one for one in listed_actions(game) if "Mayfair" not in one]
    )
    assert rescue(debtor(250, {**BROWN, "Mayfair": 0})) == {"raises": 110, "steps": []}
