"""The fixed agents of the 2018 referee: what they do position by position, and whole games."""

from __future__ import annotations

from typing import Any

import pytest

from rentier.agents.mind import MindRecord
from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.game.words import Action
from rentier.game_api import Game
from rentier.layout import new
from tests.rules.positions import RAILROADS, levels, play, player, position

RULES = "adjudicator2018"
BROWN = ("Mediterranean Avenue", "Baltic Avenue")
LIGHT_BLUE = ("Oriental Avenue", "Vermont Avenue", "Connecticut Avenue")
ORANGE = ("St. James Place", "Tennessee Avenue", "New York Avenue")
GREEN = ("Pacific Avenue", "North Carolina Avenue", "Pennsylvania Avenue")
DARK_BLUE = ("Park Place", "Boardwalk")


class Seat:
    """An agent with its own mind."""

    def __init__(self, spec: str) -> None:
        self.agent = parse_agent(spec)
        self.mind: Any = new(MindRecord)
        self.mind.settings[: len(self.agent.settings)] = self.agent.settings

    def says(self, game: Game) -> str:
        """Return its action as text; it must be legal."""
        action = Action(*map(int, self.agent.function(game.box.record, game.state, self.mind)))
        assert game.is_legal(action), game.text(action)
        return game.text(action)

    def manages(self, game: Game, answer: str = "refuse") -> list[str]:
        """Return its actions until it rolls or ends the turn, with its offers answered like this."""
        said: list[str] = []
        while not said or said[-1] not in ("roll", "end"):
            said.append(self.says(game))
            game.apply(said[-1])
            if game.decision == "respond":
                game.apply(answer)
        return said


def says(spec: str, game: Game) -> str:
    """Return the action of an agent with a fresh mind."""
    return Seat(spec).says(game)


def at(turn: int, game: Game) -> Game:
    """Return the game in another turn."""
    game.state.turns = turn
    return game


def landed(cash: int, other: int = 1500, **more: Any) -> Game:
    """On Oriental Avenue (100), which nobody owns; the threshold is 300, for the Chance square ahead."""
    return play(position(player(cash), player(other), rules=RULES, dice=[(4, 2)], **more), "roll")


def jailed(cash: int, turn: int, failed: int = 0, **more: Any) -> Game:
    """In jail, in a turn of the game."""
    return at(turn, position(player(cash, square="Jail", jail_turns=failed, **more), player(), rules=RULES))


def owing(cash: int, deeds: Any) -> Game:
    """Before a rent of 50 on Boardwalk."""
    game = position(player(cash, 37, deeds), player(deeds=["Boardwalk"]), rules=RULES, dice=[(1, 1)])
    return play(game, "roll")


# phases 1 and 2


@pytest.mark.parametrize(("cash", "one", "two"), [(99, "decline", "decline"), (399, "buy", "decline"), (400, "buy", "buy")])
def test_phase1_buys_what_it_can_pay_and_phase2_keeps_300(cash: int, one: str, two: str) -> None:
    assert says("phase1", landed(cash)) == one
    assert says("phase2", landed(cash)) == two


@pytest.mark.parametrize(("cash", "bid"), [(300, "pass"), (301, "bid 100")])
def test_phase2_bids_the_price_with_more_than_300(cash: int, bid: str) -> None:
    game = play(landed(1000, cash), "decline")
    assert says("phase2", game) == bid
    assert says("phase1", game) == "pass"


@pytest.mark.parametrize(("cash", "bid"), [(399, "pass"), (400, "bid 100")])
def test_phase2_with_reserve_bids_keeps_300(cash: int, bid: str) -> None:
    assert says("phase2:reserve_bids", play(landed(1000, cash), "decline")) == bid


def test_phase2_bids_nothing_that_it_cannot_pay() -> None:
    seats = player(9, 36), player(350)
    assert says("phase2", play(position(*seats, rules=RULES, dice=[(1, 2)]), "roll", "decline")) == "pass"


def test_phase2_bids_by_tenths_where_bids_rise() -> None:
    game = play(landed(1000, 1000, switches={"auction": "ascending"}), "decline")
    seat = Seat("phase2")
    bids = []
    while game.decision == "bid":
        higher = f"bid {game.state.high_bid + 1}" if game.state.high_bid < 100 else "pass"
        bids.append(seat.says(game) if game.actor == 1 else higher)
        game.apply(bids[-1])
    assert bids[::2] == [*(f"bid {amount}" for amount in (11, 23, 35, 47, 59, 71, 83, 95, 100))]


def test_phases_1_and_2_never_raise_money_and_never_trade() -> None:
    for spec in ("phase1", "phase2"):
        assert says(spec, owing(49, ["Reading Railroad"])) == "bankrupt"
        estate = {**levels(ORANGE, 0, 0, 0), "Park Place": "mortgaged"}
        rich = position(player(9000, deeds=estate), player(deeds=["Baltic Avenue"]), rules=RULES)
        assert Seat(spec).manages(rich) == ["roll"]
        asked = position(player(deeds=["Boardwalk"]), player(deeds=["Baltic Avenue"]), rules=RULES)
        assert says(spec, play(asked, "offer 1: Boardwalk for Baltic Avenue")) == "refuse"


@pytest.mark.parametrize(
    ("spec", "turn", "failed", "cash", "card", "expected"),
    [
        ("phase1", 1, 0, 1500, True, "roll"),
        ("phase2", 34, 0, 1500, True, "use card"),
        ("phase2", 34, 0, 1500, False, "pay fine"),
        ("phase2", 34, 0, 49, False, "roll"),
        ("phase2", 35, 0, 1500, True, "roll"),
        ("phase2", 35, 1, 1500, True, "roll"),
        ("phase2", 35, 2, 1500, True, "use card"),
        ("phase2", 35, 2, 1500, False, "roll"),
        ("phase3", 35, 0, 1500, True, "use card"),
        ("phase3", 35, 0, 350, False, "pay fine"),  # 300 for a card square ahead
        ("phase3", 35, 0, 349, False, "roll"),
        ("phase3", 36, 2, 1500, True, "roll"),
    ],
)
def test_jail(spec: str, turn: int, failed: int, cash: int, card: bool, expected: str) -> None:
    assert says(spec, jailed(cash, turn, failed, jail_cards=["chance"] if card else [])) == expected


@pytest.mark.parametrize(("spec", "last"), [("phase2", 34), ("phase3", 35)])
def test_by_rounds_the_jail_counts_each_players_own_turns(spec: str, last: int) -> None:
    for rounds, expected in ((last, "pay fine"), (last + 1, "roll")):
        game = jailed(1500, 2 * rounds)
        game.state.rounds = rounds
        assert says(f"{spec}:rounds", game) == expected
        assert says(spec, game) == "roll"


# phase 3: values and threshold


@pytest.mark.parametrize(
    ("mine", "square", "value"),
    [
        ((), "Reading Railroad", 200),
        (RAILROADS[:3], "Short Line", 800),
        ((), "Water Works", 150),
        (["Electric Company"], "Water Works", 300),
        ((), "Vermont Avenue", 100),
        (LIGHT_BLUE[:1], "Vermont Avenue", 250),
        (ORANGE[:1], "Tennessee Avenue", 360),
        (LIGHT_BLUE[:2], "Connecticut Avenue", 3 * 120 + 300),
        (ORANGE[:2], "New York Avenue", 3 * 200 + 250),
        (BROWN[:1], "Baltic Avenue", 3 * 60 + 200),
        (GREEN[:2], "Pennsylvania Avenue", 3 * 320 - 50),
        (DARK_BLUE[:1], "Boardwalk", 3 * 400),
        (("Virginia Avenue", "States Avenue"), "St. Charles Place", 3 * 140 + 150),
        (("Kentucky Avenue", "Indiana Avenue"), "Illinois Avenue", 3 * 240 + 100),
        (("Atlantic Avenue", "Ventnor Avenue"), "Marvin Gardens", 3 * 280 + 100),
    ],
)
def test_values(mine: Any, square: str, value: int) -> None:
    """A rich player bids the value."""
    before = load_box(RULES).square_number(square) - 3
    game = position(player(9999, before), player(9999, deeds=mine), rules=RULES, dice=[(1, 2)])
    assert says("phase3", play(game, "roll", "decline")) == f"bid {value}"


@pytest.mark.parametrize(
    ("square", "theirs", "threshold"),
    [
        ("GO", (), 300),  # 200 for the tax and the cards ahead
        ("GO", levels(LIGHT_BLUE, 5, 5, 5), 900),  # 600 on Connecticut Avenue
        ("Short Line", levels(LIGHT_BLUE, 5, 5, 5), 825),  # 550 on Oriental Avenue, 11 steps ahead
        ("Short Line", dict.fromkeys(DARK_BLUE, 0), 300),
        ("Short Line", levels(DARK_BLUE, 5, 5), 3000),
        ("Park Place", levels(DARK_BLUE, 5, 5), 3000),  # Boardwalk is two steps ahead
        ("Luxury Tax", levels(DARK_BLUE, 5, 5), 300),  # and here only one
        ("Short Line", dict.fromkeys(DARK_BLUE, "mortgaged"), 300),
        ("Free Parking", (), 300),
    ],
)
def test_threshold(square: str, theirs: Any, threshold: int) -> None:
    """It accepts a gift if the threshold is in hand afterwards."""
    assert keeps(square, theirs) == threshold


def keeps(square: str, theirs: Any, **more: Any) -> int:
    """The least cash with which an agent on a square accepts a gift."""
    refused, accepted = 0, 4000
    while accepted - refused > 1:
        cash = (refused + accepted) // 2
        game = position(player(deeds=theirs), player(cash - 1, square), rules=RULES, **more)
        answer = says("phase3", play(game, "offer 1: 1 for nothing"))
        refused, accepted = (refused, cash) if answer == "accept" else (cash, accepted)
    return accepted


def test_utilities_cost_the_roll_that_leads_there() -> None:
    """With four dice, so that the rent exceeds the cost of a card: Water Works is 23 steps ahead."""
    utilities = ["Electric Company", "Water Works"]
    assert keeps("Reading Railroad", utilities, switches={"dice": 4}) == 345
    assert keeps("Reading Railroad", utilities) == 300


# phase 3: buying, bidding, building, debts


@pytest.mark.parametrize(("cash", "expected"), [(399, "decline"), (400, "buy")])
def test_phase3_buys_where_the_threshold_stays(cash: int, expected: str) -> None:
    assert says("phase3", landed(cash)) == expected


@pytest.mark.parametrize(
    ("mover", "cash", "mine", "expected"),
    [
        (99, 1500, (), "bid 100"),  # one more than the other can pay, whatever the value
        (20, 21, (), "bid 21"),
        (20, 20, (), "pass"),
        (1000, 1500, (), "bid 100"),
        (1000, 1500, LIGHT_BLUE[1:], "bid 600"),
        (1000, 900, LIGHT_BLUE[1:], "bid 600"),  # 300 kept
        (1000, 899, LIGHT_BLUE[1:], "pass"),
    ],
)
def test_phase3_bids(mover: int, cash: int, mine: Any, expected: str) -> None:
    game = position(player(mover), player(cash, deeds=mine), rules=RULES, dice=[(4, 2)])
    assert says("phase3", play(game, "roll", "decline")) == expected


@pytest.mark.parametrize(("cash", "expected"), [(1500, "bid 600"), (899, "bid 599"), (300, "pass")])
def test_phase3_with_part_bids_bids_what_the_threshold_leaves(cash: int, expected: str) -> None:
    game = position(player(1000), player(cash, deeds=LIGHT_BLUE[1:]), rules=RULES, dice=[(4, 2)])
    assert says("phase3:part_bids", play(game, "roll", "decline")) == expected


def test_phase3_bids_for_what_it_declined_only_in_part() -> None:
    game = play(landed(380, 9), "decline", "pass")
    assert says("phase3", game) == "pass"
    assert says("phase3:part_bids", game) == "bid 80"


def test_phase3_builds_one_house_on_the_most_valuable_lot_with_five_thresholds() -> None:
    estate = [*BROWN, *ORANGE]
    for cash, expected in ((1499, []), (1500, ["build New York Avenue"]), (3000, ["build New York Avenue"])):
        game = position(player(cash, deeds=estate), player(0), rules=RULES, switches={"trade_menu": "none"})
        assert Seat("phase3").manages(game) == [*expected, "roll"]
    uneven = position(player(1500, deeds={**levels(ORANGE, 0, 0, 1)}), player(0), rules=RULES, switches={"trade_menu": "none"})
    assert Seat("phase3").manages(uneven) == ["build St. James Place", "roll"]


def test_phase3_mortgages_the_least_valuable_deed_that_meets_a_debt() -> None:
    estate = [*ORANGE[:2], "Water Works", "Baltic Avenue"]
    assert says("phase3", owing(30, estate)) == "mortgage Baltic Avenue"  # 20 short, and it brings 30
    assert says("phase3", owing(15, estate)) == "mortgage Water Works"  # 35 short
    assert says("phase3", owing(0, ["Baltic Avenue", "Mediterranean Avenue"])) == "mortgage Mediterranean Avenue"


def test_phase3_sells_houses_when_nothing_is_left_to_mortgage_and_falls_last() -> None:
    estate = {**levels(ORANGE, 1, 1, 1), **levels(BROWN, 1, 1)}
    assert says("phase3", owing(0, {**estate, "Water Works": 0})) == "mortgage Water Works"
    assert says("phase3", owing(0, estate)) == "sell Mediterranean Avenue"
    assert says("phase3", owing(0, {"Baltic Avenue": "mortgaged"})) == "bankrupt"


# phase 3: trading


def five_steps(cash: int = 1500, other: int = 3000) -> Game:
    """One colour short of orange; two deeds apart."""
    mine, theirs = [*ORANGE[:2], "Baltic Avenue"], ["New York Avenue", "Boardwalk"]
    return position(player(cash, deeds=mine), player(other, deeds=theirs), rules=RULES)


def test_phase3_offers_in_five_steps_one_at_a_time_and_begins_again() -> None:
    seat = Seat("phase3")
    seen = []
    for turn in range(1, 7):
        said = seat.manages(at(turn, five_steps()))
        assert said[1:] == ["roll"]
        seen.append(said[0])
    worth, lowest = 850, 60
    asks = [f"offer 1: {cash} for New York Avenue" for cash in (worth // 2, worth * 6 // 10, worth * 3 // 4)]
    sells = [f"offer 1: Baltic Avenue for {cash}" for cash in (2 * lowest, lowest * 3 // 2)]
    assert seen == [*asks, *sells, asks[0]]


def test_phase3_passes_over_steps_that_cannot_be_made() -> None:
    seat = Seat("phase3")
    assert seat.manages(five_steps(424))[0] == "offer 1: Baltic Avenue for 120"
    assert seat.manages(at(2, five_steps(424, 100)))[0] == "offer 1: Baltic Avenue for 90"
    assert seat.manages(at(3, five_steps(424, 80))) == ["roll"]
    assert seat.manages(at(4, five_steps(425)))[0] == "offer 1: 425 for New York Avenue"


def test_phase3_begins_again_when_an_offer_was_accepted() -> None:
    seat = Seat("phase3")
    game = position(player(3000, deeds=ORANGE[:2]), player(deeds=["New York Avenue", "Boardwalk"]), rules=RULES)
    assert seat.manages(game, "accept")[0] == "offer 1: 425 for New York Avenue"
    owned = position(player(2000, deeds=ORANGE), player(deeds=["Boardwalk"]), rules=RULES)
    assert "offer 1: 200 for Boardwalk" in seat.manages(at(2, owned))


def test_phase3_asks_the_one_who_has_it_and_sells_to_the_richest() -> None:
    seats = player(1500, deeds=ORANGE[:2]), player(700, deeds=["Boardwalk"]), player(800, deeds=["New York Avenue"])
    seat = Seat("phase3")
    assert seat.manages(position(*seats, rules=RULES))[0] == "offer 2: 425 for New York Avenue"
    seat.mind.memory[3] = 3
    assert seat.manages(at(2, position(*seats, rules=RULES)))[0] == "offer 2: St. James Place for 720"


@pytest.mark.parametrize(
    ("offer", "accepts"),
    [
        ("offer 1: 360 for St. James Place", True),  # second of its set: twice 180
        ("offer 1: 359 for St. James Place", False),
        ("offer 1: New York Avenue for 850", True),
        ("offer 1: New York Avenue for 851", False),
        ("offer 1: New York Avenue + 60 for Baltic Avenue + 850", True),
        ("offer 1: Boardwalk for 400", True),
        ("offer 1: New York Avenue + Boardwalk for 1201", False),  # a gain, but less than 300 would be left
        ("offer 1: New York Avenue + Boardwalk for 1200", True),
        ("offer 1: chance card for 50", True),
        ("offer 1: chance card for 51", False),
        ("offer 1: Park Place for 332", True),  # 18 of interest
        ("offer 1: Park Place for 333", False),
    ],
)
def test_phase3_accepts_what_is_no_loss_and_keeps_the_threshold(offer: str, accepts: bool) -> None:
    theirs = {"New York Avenue": 0, "Boardwalk": 0, "Park Place": "mortgaged"}
    seats = player(2000, deeds=theirs, jail_cards=["chance"]), player(1500, deeds=[*ORANGE[:2], "Baltic Avenue"])
    assert says("phase3", play(position(*seats, rules=RULES), offer)) == ("accept" if accepts else "refuse")


# whole games


@pytest.mark.parametrize(
    ("rules", "specs"),
    [
        (RULES, ("phase1", "phase2")),
        (RULES, ("phase2", "phase3")),
        (RULES, ("phase3", "phase3", "phase1")),
        ("uk-classic", ("phase1", "phase2", "phase3", "random")),
        ("uk-classic", ("phase3", "phase3")),
        ("uk-classic", ("phase3:part_bids,rounds", "phase2:reserve_bids,rounds")),
        ("khan2019", ("phase3", "phase2", "random")),
    ],
)
def test_whole_games_are_legal(rules: str, specs: tuple[str, ...]) -> None:
    box = load_box(rules, {"turn_cap": 100} if rules == "uk-classic" else {})
    games = 2 if INTERPRETED else 40
    assert play_match(box, [parse_agent(spec) for spec in specs], games, 3).games == games
