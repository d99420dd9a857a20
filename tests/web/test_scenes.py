"""What players see during a decision: scenes in the order of the rules' events."""

from __future__ import annotations

from typing import Any

import pytest

from rentier import Game
from rentier.web.scenes import scenes_of

START = """
decision = 'roll'
{rules}
[[players]]
cash = 500
square = {square}
[[players]]
cash = 500
deeds = {{ "Old Kent Road" = 0, "King's Cross Station" = 0 }}
[luck]
dice = [{dice}]
{cards}
"""


def scenes(square: int, dice: list[int], cards: str = "", rules: str = "") -> list[dict[str, Any]]:
    """Return the scenes of one roll."""
    game = Game.from_position(START.format(square=square, dice=dice, cards=cards, rules=rules), seed=1)
    game.apply("roll")
    return scenes_of(game.box, game.events)


def told(shown: list[dict[str, Any]]) -> list[Any]:
    """Return the scenes in short: each with what it is mainly about."""
    about = {"dice": "dice", "walk": "path", "card": "text", "pay": "amount"}
    return [(scene["scene"], scene[about[scene["scene"]]]) for scene in shown]


@pytest.mark.parametrize(
    ("square", "dice", "cards", "seen"),
    [
        (38, [1, 2], "", [("dice", [1, 2]), ("walk", [39, 0, 1]), ("pay", 200), ("pay", 2)]),
        (28, [1, 1], "", [("dice", [1, 1]), ("walk", [29, 30]), ("walk", [10])]),  # to jail in one jump
        (
            5,
            [1, 1],
            "chance = ['back_3']",
            [("dice", [1, 1]), ("walk", [6, 7]), ("card", "Back three squares"), ("walk", [6, 5, 4]), ("pay", 200)],
        ),
        (5, [1, 1], "chance = ['go_to_jail']", [("dice", [1, 1]), ("walk", [6, 7]), ("card", "Go to jail"), ("walk", [10])]),
    ],
)
def test_scenes_follow_the_events_of_a_roll(square: int, dice: list[int], cards: str, seen: list[Any]) -> None:
    assert told(scenes(square, dice, cards)) == seen


def test_payments_say_from_whom_to_whom() -> None:
    salary, rent = (scene for scene in scenes(38, [1, 2]) if scene["scene"] == "pay")
    assert (salary["from"], salary["to"], rent["from"], rent["to"]) == ("bank", 0, 0, 1)


@pytest.mark.parametrize(("rules", "purse"), [("", "bank"), ("switches = { free_parking = 'pot' }", "pot")])
def test_taxes_go_to_the_pot_only_where_there_is_one(rules: str, purse: str) -> None:
    assert scenes(1, [1, 2], rules=rules)[-1] == {"scene": "pay", "from": 0, "to": purse, "amount": 200}


def test_auction_trade_and_building_have_scenes() -> None:
    position = """
decision = 'manage'
[[players]]
deeds = { "Park Lane" = 2, "Mayfair" = 1 }
[[players]]
"""
    game = Game.from_position(position, seed=1)
    game.apply("build Mayfair")
    assert scenes_of(game.box, game.events) == [
        {"scene": "pay", "from": 0, "to": "bank", "amount": 200},
        {"scene": "build", "square": 39, "houses": 2},
    ]
