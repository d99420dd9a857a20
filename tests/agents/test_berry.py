"""The scripted bot of Berry 2013: what it does position by position, and whole games."""

from __future__ import annotations

from typing import Any

import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.game_api import Game
from tests.agents.seats import Seat
from tests.rules.positions import BROWN, DARK_BLUE, LIGHT_BLUE, ORANGE, levels, play, player, position

RULES = "berry2013"


def says(game: Game) -> str:
    """Return the action of a bot with a fresh mind."""
    return Seat("bot").says(game)


def managed(cash: int, mine: Any, theirs: Any = (), other: int = 1500, **more: Any) -> list[str]:
    """Return the actions of a bot with this cash and these deeds on its turn, with every offer refused."""
    return Seat("bot").manages(position(player(cash, deeds=mine), player(other, deeds=theirs), rules=RULES, **more))


# buying, bidding, debts


@pytest.mark.parametrize(
    ("cash", "mine", "expected"),
    [
        (100, (), "buy"),
        (99, ["Mayfair"], "decline"),
        (99, [*LIGHT_BLUE[1:], "Mayfair"], "mortgage Euston Road"),  # not yet of a complete set
        (99, {LIGHT_BLUE[1]: "mortgaged", LIGHT_BLUE[2]: "mortgaged", "Mayfair": 0}, "mortgage Mayfair"),
        (9, {LIGHT_BLUE[1]: "mortgaged", LIGHT_BLUE[2]: "mortgaged", "Old Kent Road": 0}, "decline"),  # 39 is still too little
    ],
)
def test_it_buys_what_it_can_and_mortgages_for_the_last_of_a_set(cash: int, mine: Any, expected: str) -> None:
    game = position(player(cash, deeds=mine), player(), rules=RULES, dice=[(4, 2)])
    assert says(play(game, "roll")) == expected


@pytest.mark.parametrize(("mine", "cash", "last"), [((), 900, 100), (LIGHT_BLUE[1:], 900, 200), (LIGHT_BLUE[1:], 150, 150)])
def test_it_bids_up_to_the_price_and_twice_that_for_a_set(mine: Any, cash: int, last: int) -> None:
    bot = Seat("bot")
    game = play(position(player(9000), player(cash, deeds=mine), rules=RULES, dice=[(4, 2)]), "roll", "decline")
    said = []
    while game.decision == "bid":
        if game.actor == 1:
            said.append(bot.says(game))
        game.apply(said[-1] if game.actor == 1 else f"bid {game.state.high_bid + 1}")
    assert said[0] == "bid 11"
    assert [bid for bid in said if bid != "pass"][-1] == f"bid {last}"


def test_debts_take_the_rest_first_then_houses_then_the_sets() -> None:
    def owing(deeds: Any) -> str:
        game = position(player(0, 37, deeds), player(deeds=["Mayfair"]), rules=RULES, dice=[(1, 1)])
        return says(play(game, "roll"))

    orange = levels(ORANGE, 1, 1, 1)
    assert owing({**orange, "Water Works": 0}) == "mortgage Water Works"
    assert owing({**orange, "Water Works": "mortgaged"}) == "sell Bow Street"
    assert owing(ORANGE) == "mortgage Bow Street"
    assert owing(["Old Kent Road"]) == "bankrupt"


# building


def test_it_builds_evenly_down_to_its_last_money_and_mortgages_the_rest_to_go_on() -> None:
    said = managed(120, {**levels(ORANGE, 0, 0, 0), "Water Works": 0, "Euston Road": 0})
    built = [f"build {name}" for name in ORANGE]
    assert said == [built[0], "mortgage Euston Road", "mortgage Water Works", built[1]]  # 20 + 50 + 75 is one more house


def test_it_does_not_mortgage_where_that_is_too_little() -> None:
    assert managed(10, {**levels(ORANGE, 0, 0, 0), "Euston Road": 0}) == []


def test_it_frees_a_set_before_it_builds_on_it() -> None:
    mine = {**levels(BROWN, 0, 0), "Old Kent Road": "mortgaged", "Euston Road": 0}
    assert managed(33, mine) == ["unmortgage Old Kent Road", "mortgage Euston Road", "build Old Kent Road"]
    assert managed(0, mine)[:2] == ["mortgage Euston Road", "unmortgage Old Kent Road"]


def test_it_lifts_the_rest_when_nothing_is_left_to_build_and_keeps_200() -> None:
    mine: dict[str, Any] = {"Water Works": "mortgaged", "Euston Road": "mortgaged"}
    assert managed(336, mine) == ["unmortgage Euston Road"]
    assert managed(337, mine) == ["unmortgage Euston Road"]
    assert managed(338, mine) == ["unmortgage Euston Road", "unmortgage Water Works"]
    assert managed(254, mine) == []
    assert managed(3000, {**mine, **levels(DARK_BLUE, 5, 5)}) == ["unmortgage Euston Road", "unmortgage Water Works"]
    assert managed(190, {**mine, **levels(DARK_BLUE, 4, 5)}) == []  # saved for the hotel


def test_no_houses_left_is_nothing_left_to_build() -> None:
    mine = {**levels(ORANGE, 0, 0, 0), "Water Works": 0}
    assert managed(0, mine, switches={"building_supply": "0/0"}) == []


# deals


def test_it_asks_for_the_last_deeds_of_all_sets_in_three_ways_once_a_turn() -> None:
    mine = [*ORANGE[:2], "Fleet Street", "Trafalgar Square", "Park Lane"]
    bot = Seat("bot")
    game = position(player(800, deeds=mine), player(deeds=["Vine Street", "Mayfair", "Strand"]), rules=RULES)
    assert bot.manages(game) == [
        "offer 1: Park Lane for Vine Street",  # a set for a set; for Mayfair it has none to give
        "offer 1: Park Lane for Strand",
        "offer 1: Fleet Street for Vine Street",  # 220 for 200; for the Strand only oranges are left
        "offer 1: 400 for Vine Street",
        "offer 1: 440 for Strand",
        "offer 1: 800 for Mayfair",
    ]
    assert bot.manages(game) == []
    game.state.turns += 1
    assert len(bot.manages(game)) == 4  # of the ten offers per turn that the rules allow


def test_what_it_offers_in_return() -> None:
    mine = [*ORANGE[:2], "Water Works", "Coventry Street", "Regent Street"]
    theirs = ["Vine Street", "Bond Street", "Oxford Street"]
    assert managed(1500, mine, theirs) == [
        "offer 1: Regent Street for Vine Street",  # completes a set of the other
        "offer 1: Coventry Street for Vine Street",  # 260 for 200; Water Works has a lower price
        "offer 1: 400 for Vine Street",
    ]
    assert managed(399, ["Bow Street", "Marlborough Street"], ["Vine Street"]) == []
    assert managed(1500, ORANGE[:1], ["Vine Street"]) == []  # two short


def test_a_deal_is_made_only_once_and_its_set_built_on() -> None:
    game = position(player(1500, deeds=[*ORANGE[:2]]), player(deeds=["Vine Street"]), rules=RULES)
    said = Seat("bot").manages(game, "accept")
    assert said[0] == "offer 1: 400 for Vine Street"
    assert said[1:] == [f"build {ORANGE[number % 3]}" for number in range(11)]


@pytest.mark.parametrize(
    ("offer", "accepts"),
    [
        ("offer 1: Vine Street for Mayfair", True),  # a set for a dearer deed
        ("offer 1: Vine Street for 400", True),
        ("offer 1: Vine Street for 401", False),
        ("offer 1: Vine Street for Strand", True),  # a set for each
        ("offer 1: Vine Street for Old Kent Road", False),  # it is of a complete set
        ("offer 1: 2000 for Strand", False),  # a set for the other alone
        ("offer 1: 401 for Mayfair", True),
        ("offer 1: 400 for Mayfair", False),
        ("offer 1: Pall Mall for 139", True),
        ("offer 1: Pall Mall for 140", False),
        ("offer 1: Whitehall for 62", True),  # mortgaged: 70 less 7 of interest
        ("offer 1: Whitehall for 63", False),
        ("offer 1: 51 for chance card", True),
        ("offer 1: 50 for chance card", False),
    ],
)
def test_offers(offer: str, accepts: bool) -> None:
    theirs = {"Vine Street": 0, "Fleet Street": 0, "Trafalgar Square": 0, "Pall Mall": 0, "Whitehall": "mortgaged"}
    mine = [*ORANGE[:2], "Mayfair", "Strand", *BROWN]
    game = position(player(3000, deeds=theirs), player(1500, deeds=mine, jail_cards=["chance"]), rules=RULES)
    assert says(play(game, offer)) == ("accept" if accepts else "refuse")


def test_promises_are_refused() -> None:
    seats = player(deeds=["Vine Street"]), player(deeds=ORANGE[:2])
    game = position(*seats, rules=RULES, switches={"loans": True, "immunity": True})
    assert says(play(game, "offer 1: Vine Street + IOU 100 for nothing")) == "refuse"


# jail and bankrupts


@pytest.mark.parametrize(("cash", "cards", "expected"), [(50, ["chance"], "use card"), (50, [], "pay fine"), (49, [], "roll")])
def test_it_leaves_jail_while_there_is_something_to_buy(cash: int, cards: list[str], expected: str) -> None:
    game = position(player(cash, "Jail", jail_turns=0, jail_cards=cards), player(), rules=RULES)
    assert says(game) == expected


def test_it_stays_in_jail_when_all_is_sold() -> None:
    board = load_box(RULES)
    deeds = [board.square_names[square] for square in range(40) if int(board.record.deeds) >> square & 1]
    seats = player(0, "Jail", deeds[:1], jail_turns=0, jail_cards=["chance"]), player(deeds=deeds[1:])
    assert says(position(*seats, rules=RULES)) == "roll"


def test_a_mortgaged_deed_received_is_lifted_where_it_completes_a_set() -> None:
    for mine, expected in ((ORANGE[:2], "unmortgage Vine Street"), (ORANGE[:1], "keep Vine Street")):
        seats = player(deeds={"Vine Street": "mortgaged"}), player(deeds=mine)
        game = play(position(*seats, rules=RULES), "offer 1: Vine Street for nothing", "accept")
        assert game.decision == "settle"
        assert says(game) == expected


# whole games


@pytest.mark.parametrize(
    ("rules", "specs"),
    [
        (RULES, ("bot", "random", "bot", "random")),
        (RULES, ("bot", "bot")),
        ("uk-classic", ("bot", "bot", "bot")),
        ("adjudicator2018", ("bot", "phase3", "random")),
        ("khan2019", ("bot", "bot", "random")),
        ("tournament", ("bot", "bot", "reserve:100,0", "random")),
    ],
)
def test_whole_games_are_legal(rules: str, specs: tuple[str, ...]) -> None:
    box = load_box(rules, {} if rules == "khan2019" else {"turn_cap": 120})
    games = 2 if INTERPRETED else 40
    assert play_match(box, [parse_agent(spec) for spec in specs], games, 4).games == games
