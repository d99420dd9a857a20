"""Every switch of the rules changes what happens: one small scene each, played under several of its values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rentier import Game
from rentier.box.switches import switch_definitions

from .fair import draw, fair
from .positions import BROWN, DARK_BLUE, LIGHT_BLUE, STATIONS, levels, play, player, position, waits

Setting = str | int | bool
Scene = Callable[[dict[str, Any]], object]
SCENES: dict[str, tuple[Scene, dict[Setting, object]]] = {}


def shows(switch: str, outcomes: dict[Setting, object]) -> Callable[[Scene], Scene]:
    """A scene that takes the switch as overrides and returns what happened, with what should happen under each value."""

    def register(scene: Scene) -> Scene:
        assert switch not in SCENES
        SCENES[switch] = scene, outcomes
        return scene

    return register


# setup


@shows("start_cash", {1500: (1500, 1500), 0: (0, 0), 2000: (2000, 2000)})
def start_cash(switches: dict[str, Any]) -> object:
    return Game.new(players=2, seed=1, overrides=switches).cash


@shows("deal_properties", {0: (0, 0, 0), 2: (2, 2, 2), "all": (9, 9, 9)})
def deal_properties(switches: dict[str, Any]) -> object:
    game = Game.new(players=3, seed=1, overrides=switches)
    assert game.cash == (1500, 1500, 1500)
    return tuple(len(game.deeds(seat)) for seat in range(3))


@shows("deal_paid", {False: False, True: True})
def deal_paid(switches: dict[str, Any]) -> object:
    game = Game.new(players=3, seed=1, overrides=switches | {"deal_properties": 2})
    paid = [1500 - cash for cash in game.cash]
    prices = [game.worth(seat) - game.cash[seat] for seat in range(3)]
    assert paid in (prices, [0, 0, 0])
    return paid == prices


@shows("first_player", {"highest-roll": {0, 1, 2, 3}, "first-seat": {0}})
def first_player(switches: dict[str, Any]) -> object:
    return {Game.new(players=4, seed=seed, overrides=switches).actor for seed in range(40)}


@shows("dice", {1: (4, "end"), 2: (8, "roll"), 3: (12, "roll")})
def dice(switches: dict[str, Any]) -> object:
    number = switches["dice"]
    game = position(player(deeds=["Electric Company", "Euston Road"]), player(), switches=switches, dice=[(4,) * number])
    play(game, "roll")
    return game.square[0], "roll" if game.is_legal("roll") else "end"


# squares


@shows("salary", {200: 1700, 0: 1500, 400: 1900})
def salary(switches: dict[str, Any]) -> object:
    return play(position(player(square=36), player(), switches=switches, dice=[(1, 3)]), "roll").cash[0]


@shows("go_exact_bonus", {0: (1700, 1500), 200: (1900, 1500)})
def go_exact_bonus(switches: dict[str, Any]) -> object:
    onto = play(position(player(square=36), player(), switches=switches, dice=[(1, 3)]), "roll")
    past = play(position(player(square=38), player(), switches=switches, dice=[(2, 4)]), "roll")
    return onto.cash[0], past.cash[0]


@shows("snake_eyes_bonus", {0: (1500, 1500), 500: (2000, 1500)})
def snake_eyes_bonus(switches: dict[str, Any]) -> object:
    ones = play(position(player(square=8), player(), switches=switches, dice=[(1, 1)]), "roll")
    twos = play(position(player(square=6), player(), switches=switches, dice=[(2, 2)]), "roll")
    return ones.cash[0], twos.cash[0]


@shows("free_parking", {"none": (0, 1500, 0), "pot": (100, 1600, 0)})
def free_parking(switches: dict[str, Any]) -> object:
    game = position(player(square=34), player(square=10), switches=switches, dice=[(1, 3), (4, 6)])
    play(game, "roll", "end")
    pot = game.pot
    play(game, "roll")
    return pot, game.cash[1], game.pot


@shows("free_parking_bonus", {0: 1500, 500: 2000})
def free_parking_bonus(switches: dict[str, Any]) -> object:
    return play(position(player(square=10), player(), switches=switches, dice=[(4, 6)]), "roll").cash[0]


@shows("income_tax", {"flat": ("manage", 1300), "choice": ("tax", 1310)})
def income_tax(switches: dict[str, Any]) -> object:
    game = position(player(deeds={"Mayfair": "mortgaged"}), player(), switches=switches, dice=[(1, 3)])
    decision = play(game, "roll").decision
    if decision == "tax":
        assert play(game.copy(), "pay tax").cash[0] == 1300
        play(game, "pay share")
    return decision, game.cash[0]


@shows("second_tax", {"board": 1400, 75: 1425, 0: 1500})
def second_tax(switches: dict[str, Any]) -> object:
    flat = play(position(player(), player(), switches=switches, dice=[(1, 3)]), "roll")
    assert flat.cash[0] == 1300, "the first tax is as printed"
    return play(position(player(square=34), player(), switches=switches, dice=[(1, 3)]), "roll").cash[0]


# buying


@shows("first_lap_no_buying", {False: ("buy", "buy"), True: ("manage", "buy")})
def first_lap_no_buying(switches: dict[str, Any]) -> object:
    early = play(position(player(), player(), switches=switches, dice=[(1, 2)]), "roll")
    later = play(position(player(square=38), player(), switches=switches, dice=[(1, 2)]), "roll")
    assert (later.square[0], later.cash[0]) == (1, 1700)
    return early.decision, later.decision


@shows("auction", {"none": ("manage", None), "ascending": ("bid", 1), "sealed": ("bid", 0)})
def auction(switches: dict[str, Any]) -> object:
    game = play(position(switches=switches, dice=[(1, 2)]), "roll", "decline")
    decision = game.decision
    if decision == "bid":
        play(game, "bid 50")
        play(game, "bid 60") if switches["auction"] == "sealed" else play(game, "bid 60", "bid 70", "pass")
    return decision, game.owner("Whitechapel Road")


@shows("auction_on_decline", {True: ("bid", "bid"), False: ("manage", "bid")})
def auction_on_decline(switches: dict[str, Any]) -> object:
    declined = play(position(switches=switches, dice=[(1, 2)]), "roll", "decline")
    estate = play(position(player(deeds=["Mayfair"]), player(), player(), switches=switches), "bankrupt")
    return declined.decision, estate.decision


@shows("auction_open_bid", {1: 1, "any": 1, 10: 10, "half-price": 200})
def auction_open_bid(switches: dict[str, Any]) -> object:
    game = play(position(player(square=36), player(), switches=switches, dice=[(1, 2)]), "roll", "decline")
    return least_bid(game)


@shows("auction_increment", {1: 101, 25: 125})
def auction_increment(switches: dict[str, Any]) -> object:
    game = play(position(switches=switches, dice=[(1, 2)]), "roll", "decline", "bid 100")
    return least_bid(game)


def least_bid(game: Game) -> int:
    """The least bid that is legal now."""
    return next(bid for bid in range(1, 1000) if game.is_legal(f"bid {bid}"))


@shows("auction_tie", {"first": 2, "last": 1, "nobody": None})
def auction_tie(switches: dict[str, Any]) -> object:
    seats = player(), player(), player()
    game = position(*seats, to_move=1, switches=switches | {"auction": "sealed"}, dice=[(1, 2)])
    play(game, "roll", "decline", "bid 50", "bid 40", "bid 50")
    return game.owner("Whitechapel Road")


@shows("auction_unsold", {"bank": (None, 1500), "last": (0, 1500)})
def auction_unsold(switches: dict[str, Any]) -> object:
    game = position(player(), player(), player(), switches=switches, dice=[(1, 2)])
    play(game, "roll", "decline", "pass", "pass")
    if game.decision == "bid":
        play(game, "pass")
    return game.owner("Whitechapel Road"), game.cash[0]


@shows("buying", {"choice": ("buy", 0), "auction": ("bid", 1)})
def buying(switches: dict[str, Any]) -> object:
    return waits(play(position(player(), player(), switches=switches, dice=[(1, 2)]), "roll"))


@shows("bid_limit", {"cash": 100, "raisable": 300, "unlimited": 1_000_000_000})
def bid_limit(switches: dict[str, Any]) -> object:
    game = position(player(), player(cash=100, deeds=["Mayfair"]), switches=switches, dice=[(1, 2)])
    play(game, "roll", "decline")
    return next(bid for bid in (1_000_000_000, 300, 100) if game.is_legal(f"bid {bid}") and not game.is_legal(f"bid {bid + 1}"))


# rent


@shows("rent_in_jail", {True: (1496, 1504), False: (1500, 1500)})
def rent_in_jail(switches: dict[str, Any]) -> object:
    owner = player(jail_turns=0, deeds=["Whitechapel Road"])
    return play(position(player(), owner, switches=switches, dice=[(1, 2)]), "roll").cash


@shows("rent_claim", {"automatic": (1496, 1504), "asked": (1500, 1500)})
def rent_claim(switches: dict[str, Any]) -> object:
    game = play(position(player(), player(deeds=["Whitechapel Road"]), switches=switches, dice=[(1, 2)]), "roll")
    if game.decision == "claim":
        assert play(game.copy(), "ask rent").cash == (1496, 1504)
        play(game, "waive rent")
    return game.cash


@shows("double_rent_full_set", {True: 1492, False: 1496})
def double_rent_full_set(switches: dict[str, Any]) -> object:
    return play(position(player(), player(deeds=BROWN), switches=switches, dice=[(1, 2)]), "roll").cash[0]


@shows("double_rent_with_mortgaged_member", {False: 1496, True: 1492})
def double_rent_with_mortgaged_member(switches: dict[str, Any]) -> object:
    owner = player(deeds=levels(BROWN, "mortgaged", 0))
    return play(position(player(), owner, switches=switches, dice=[(1, 2)]), "roll").cash[0]


@shows("stations_count_mortgaged", {True: 1300, False: 1400})
def stations_count_mortgaged(switches: dict[str, Any]) -> object:
    owner = player(deeds=levels(STATIONS, 0, 0, 0, "mortgaged"))
    return play(position(player(), owner, switches=switches, dice=[(1, 4)]), "roll").cash[0]


@shows("utility_roll", {"arrival": (1480, (2, 3)), "fresh": (1456, (5, 6))})
def utility_roll(switches: dict[str, Any]) -> object:
    game = position(player(square=7), player(deeds=["Electric Company"]), switches=switches, dice=[(2, 3), (5, 6)])
    play(game, "roll")
    assert game.square[0] == 12
    return game.cash[0], game.dice


# building


def between_turns(switches: dict[str, Any], *seats: dict[str, Any]) -> Game:
    """Three players; the turn of seat 0 is just over, that of seat 1 is next."""
    return play(position(*(seats or (player(), player(), player())), switches=switches, phase="done"), "end")


@shows("manage_window", {"own-turn": 1, "between-turns": 2})
def manage_window(switches: dict[str, Any]) -> object:
    game = between_turns(switches)
    assert (game.decision, game.mover) == ("manage", 1)
    return game.actor


@shows("manage_part", {"whole": (True, True, 0), "before-roll": (True, False, 1), "after-roll": (False, True, 0)})
def manage_part(switches: dict[str, Any]) -> object:
    game = position(player(deeds=BROWN), player(), switches=switches, dice=[(4, 6)])
    before = game.is_legal("build Old Kent Road")
    play(game, "roll")
    return before, game.is_legal("build Old Kent Road"), game.actor


@shows(
    "build_window",
    {
        "any": (True, True, True, True),
        "own-turn": (True, True, True, False),
        "between-turns": (True, False, False, True),
    },
)
def build_window(switches: dict[str, Any]) -> object:
    switches = switches | {"manage_window": "between-turns"}
    builder = player(deeds=BROWN)
    before = position(builder, player(), player(), switches=switches)
    after_a_double = position(builder, player(), player(), switches=switches, doubles=1)
    after = position(builder, player(), player(), switches=switches, phase="done")
    window = between_turns(switches, player(), player(), builder)
    return tuple(game.is_legal("build Old Kent Road") for game in (before, after_a_double, after, window))


@shows("even_build", {True: [1, 0], False: [4, 0]})
def even_build(switches: dict[str, Any]) -> object:
    game = position(player(deeds=BROWN), player(), switches=switches)
    for _house in range(4):
        if game.is_legal("build Old Kent Road"):
            play(game, "build Old Kent Road")
    return [game.buildings(lot) for lot in BROWN]


@shows("build_without_full_set", {False: False, True: True})
def build_without_full_set(switches: dict[str, Any]) -> object:
    game = position(player(deeds=["Mayfair"]), player(), switches=switches)
    listed = "build Mayfair" in map(str, game.legal_actions())
    assert listed == game.is_legal("build Mayfair")
    return listed


@shows("building_supply", {"32/12": (30, 12), "2/0": (0, 0), "unlimited": (None, None)})
def building_supply(switches: dict[str, Any]) -> object:
    game = position(player(deeds=BROWN), player(), switches=switches)
    play(game, "build Old Kent Road", "build Whitechapel Road")
    assert game.is_legal("build Old Kent Road") == (switches["building_supply"] != "2/0")
    return game.houses_left, game.hotels_left


@shows("hotel_after", {4: (4, 32 - 3 - 4, 12), 3: (5, 32 - 3, 11), 1: (5, 32, 10)})
def hotel_after(switches: dict[str, Any]) -> object:
    houses = min(switches["hotel_after"], 3)
    game = position(player(deeds=levels(BROWN, houses, houses)), player(), switches=switches)
    play(game, "build Old Kent Road")
    if switches["hotel_after"] == 1:
        play(game, "build Whitechapel Road")
    return game.buildings("Old Kent Road"), game.houses_left, game.hotels_left


def two_builders(switches: dict[str, Any]) -> Game:
    """Two players who could both place the last house; seat 0 has the dearer lots, and asks for it."""
    seats = player(deeds=DARK_BLUE), player(deeds=LIGHT_BLUE)
    return play(position(*seats, switches={"building_supply": "1/12"} | switches), "build Mayfair")


@shows("shortage_auction", {True: ("bid", 1, 0), False: ("manage", 0, 1)})
def shortage_auction(switches: dict[str, Any]) -> object:
    game = two_builders(switches)
    return *waits(game), game.buildings("Mayfair")


@shows("shortage_open_bid", {"list": 51, 10: 11, 300: 301})
def shortage_open_bid(switches: dict[str, Any]) -> object:
    return least_bid(two_builders(switches))


# mortgages


@shows("mortgages", {True: True, False: False})
def mortgages(switches: dict[str, Any]) -> object:
    return position(player(deeds=["Strand"]), player(), switches=switches).is_legal("mortgage Strand")


@shows("unmortgage_on_transfer", {False: ("settle", True, 1500), True: ("manage", False, 1500 - 121)})
def unmortgage_on_transfer(switches: dict[str, Any]) -> object:
    game = position(player(deeds={"Strand": "mortgaged"}), player(deeds=["Mayfair"]), switches=switches)
    play(game, "offer 1: Strand for Mayfair", "accept")
    return game.decision, game.mortgaged("Strand"), game.cash[1]


@shows("mortgage_interest", {10: 1280, 0: 1300, 25: 1250})
def mortgage_interest(switches: dict[str, Any]) -> object:
    return play(position(player(deeds={"Mayfair": "mortgaged"}), player(), switches=switches), "unmortgage Mayfair").cash[0]


@shows("mortgage_transfer_fee", {True: (("settle", 1), 1480), False: (("manage", 0), 1500)})
def mortgage_transfer_fee(switches: dict[str, Any]) -> object:
    game = position(player(deeds={"Mayfair": "mortgaged"}), player(), switches=switches)
    waiting = waits(play(game, "offer 1: Mayfair for nothing", "accept"))
    if game.decision == "settle":
        play(game, "keep Mayfair")
    return waiting, game.cash[1]


# trading

SHAPES = (
    "Strand for Mayfair",
    "Strand for 100",
    "100 for Mayfair",
    "Strand + 1 for Mayfair",
    "chance card for 50",
    "5 for nothing",
)


@shows(
    "trade_menu",
    {
        "none": (),
        "one-for-one": SHAPES[:1],
        "property-for-cash": SHAPES[1:3],
        "full": SHAPES,
    },
)
def trade_menu(switches: dict[str, Any]) -> object:
    game = position(player(deeds=["Strand"], jail_cards=["chance"]), player(deeds=["Mayfair"]), switches=switches)
    assert all(game.is_legal(action) for action in game.legal_actions())
    return tuple(shape for shape in SHAPES if game.is_legal(f"offer 1: {shape}"))


@shows("offers_per_turn", {10: 5, 0: 0, 2: 2, "unlimited": 5})
def offers_per_turn(switches: dict[str, Any]) -> object:
    game = position(player(deeds=["Strand"]), player(), switches=switches)
    made = 0
    while made < 5 and game.is_legal("offer 1: Strand for 100"):
        play(game, "offer 1: Strand for 100", "refuse")
        made += 1
    return made


@shows("counter_offers", {3: 3, 0: 0, 1: 1})
def counter_offers(switches: dict[str, Any]) -> object:
    game = play(position(player(deeds=["Strand"]), player(), switches=switches), "offer 1: Strand for 100")
    made = 0
    while game.is_legal(answer := f"counter: Strand for {90 - made}" if made % 2 else f"counter: {90 - made} for Strand"):
        play(game, answer)
        made += 1
    return made


@shows("trade_built_sets", {False: (False, False), True: (True, False)})
def trade_built_sets(switches: dict[str, Any]) -> object:
    game = position(player(deeds=levels(BROWN, 1, 0)), player(), switches=switches)
    whole = game.is_legal("offer 1: Old Kent Road + Whitechapel Road for 100")
    if whole:
        sold = play(game.copy(), "offer 1: Old Kent Road + Whitechapel Road for 100", "accept")
        assert (sold.owner("Old Kent Road"), sold.buildings("Old Kent Road")) == (1, 1)
    return whole, game.is_legal("offer 1: Whitechapel Road for 100")


@shows("loans", {False: False, True: True})
def loans(switches: dict[str, Any]) -> object:
    return position(player(), player(), switches=switches).is_legal("offer 1: IOU 220 for 200")


@shows("immunity", {False: False, True: True})
def immunity(switches: dict[str, Any]) -> object:
    game = position(player(), player(deeds=["Mayfair"]), switches=switches)
    return game.is_legal("offer 1: 100 for nothing, free rent on Mayfair")


# jail


@shows("jail_fine", {50: (1450, 1450), 0: (1500, 1500), 100: (1400, 1400)})
def jail_fine(switches: dict[str, Any]) -> object:
    paid = play(position(player(jail_turns=0), player(), switches=switches), "pay fine")
    forced = play(position(player(jail_turns=2), player(), switches=switches, dice=[(4, 6)]), "roll")
    return paid.cash[0], forced.cash[0]


@shows("jail_max_turns", {3: 3, 1: 1, 5: 5})
def jail_max_turns(switches: dict[str, Any]) -> object:
    game = position(player(jail_turns=0), player(jail_turns=0), switches=switches, dice=[(4, 6)] * 20)
    rolls = 0
    while game.in_jail(0):
        play(game, "roll", "end")
        rolls += 1
        if game.in_jail(0):
            play(game, "roll", "end")
    return rolls


@shows("jail_pay_third_turn_before_roll", {False: (True, False), True: (True, True)})
def jail_pay_third_turn_before_roll(switches: dict[str, Any]) -> object:
    games = [position(player(jail_turns=turns), player(), switches=switches) for turns in (1, 2)]
    return tuple(game.is_legal("pay fine") for game in games)


@shows("jail_exit_double_rolls_again", {False: False, True: True})
def jail_exit_double_rolls_again(switches: dict[str, Any]) -> object:
    game = play(position(player(jail_turns=0), player(), switches=switches, dice=[(5, 5)]), "roll")
    assert game.square[0] == 20
    return game.is_legal("roll")


# cards


@shows("card_draw", {"cycle": (True, True), "replace": (False, False), "reshuffle": (True, False)})
def card_draw(switches: dict[str, Any]) -> object:
    drawn = draw(fair(switches, jail_cards=["chance"]), 24)
    rounds = [drawn[start : start + 4] for start in range(0, 24, 4)]
    every_card_once = all(sorted(cards) == [1, 2, 4, 8] for cards in rounds)
    return every_card_once, all(cards == rounds[0] for cards in rounds)


# bankruptcy


@shows("bank_bankruptcy", {"auction": ("bid", 1), "return": ("manage", 1)})
def bank_bankruptcy(switches: dict[str, Any]) -> object:
    game = play(position(player(deeds={"Mayfair": "mortgaged"}), player(), player(), switches=switches), "bankrupt")
    assert (game.owner("Mayfair"), game.mortgaged("Mayfair")) == (None, False)
    return waits(game)


BANKRUPT_TO_ANOTHER = {
    "creditor": (1, (0, 1510, 1500), 1),
    "bank": (None, (0, 1510, 1500), 0),
    "bank-after-mortgages": (None, (0, 1510 + 110, 1500), 0),
}


@shows("player_bankruptcy", BANKRUPT_TO_ANOTHER)
def player_bankruptcy(switches: dict[str, Any]) -> object:
    debtor = player(cash=10, square=31, deeds=["Strand"], jail_cards=["chest"])
    seats = debtor, player(deeds=["Park Lane"]), player()
    game = play(position(*seats, switches=switches, dice=[(2, 4)]), "roll", "bankrupt")
    return game.owner("Strand"), game.cash, game.jail_cards[1]


# the end


@shows("end", {"last-player": (False, False, True), "first-bankruptcy": (True,), "second-bankruptcy": (False, True)})
def end(switches: dict[str, Any]) -> object:
    game = position(player(), player(), player(), player(cash=1501), switches=switches)
    over = []
    while not game.over:
        play(game, "bankrupt")
        over.append(game.over)
    assert game.winners == (3,)
    return tuple(over)


def turns_played(switches: dict[str, Any]) -> int:
    """How many turns three players have before a cap stops them; 20 if none does."""
    seats = [player(jail_turns=0) for _seat in range(3)]
    game = position(*seats, switches=switches | {"jail_max_turns": 100}, dice=[(1, 2)] * 20)
    for turn in range(20):
        play(game, "roll", "end")
        if game.over:
            return turn + 1
    return 20


@shows("turn_cap", {10000: 20, 0: 20, 4: 4})
def turn_cap(switches: dict[str, Any]) -> object:
    return turns_played(switches)


@shows("round_cap", {0: 20, 2: 6})
def round_cap(switches: dict[str, Any]) -> object:
    return turns_played(switches)


@shows("cap", {"draw": (), "worth": (1,)})
def cap(switches: dict[str, Any]) -> object:
    game = position(player(cash=1499), player(), switches=switches | {"turn_cap": 1}, phase="done")
    return play(game, "end").winners


@shows("worth", {"end": (1660, (1,)), "tax": (1860, (0,)), "cash": (1400, (1,)), "rents": (1402, (1,))})
def worth(switches: dict[str, Any]) -> object:
    seats = player(cash=1400, deeds={"Mayfair": "mortgaged", "Old Kent Road": 0}), player(cash=1700)
    game = position(*seats, switches=switches | {"turn_cap": 1, "cap": "worth"}, phase="done")
    return game.worth(0), play(game, "end").winners


@shows("cash_goal", {0: (False, ()), 2000: (True, (0,))})
def cash_goal(switches: dict[str, Any]) -> object:
    game = play(position(player(cash=2000), player(), player(), switches=switches, phase="done"), "end")
    return game.over, game.winners


# all of them

CASES = [(switch, value) for switch, (_, outcomes) in SCENES.items() for value in outcomes]


@pytest.mark.parametrize(("switch", "value"), CASES, ids=str)
def test_switch_does_what_it_says(switch: str, value: Setting) -> None:
    """Under each value the scene of the switch ends as it should."""
    scene, outcomes = SCENES[switch]
    assert scene({switch: value}) == outcomes[value]


def test_every_switch_has_a_scene() -> None:
    """A switch without a test is a rule nobody has looked at."""
    assert set(SCENES) == set(switch_definitions())


@pytest.mark.parametrize("switch", SCENES)
def test_scene_shows_every_value(switch: str) -> None:
    """The scene plays the default and every other word (of numbers: two at least), and they do not all end alike."""
    definition = switch_definitions()[switch]
    _, outcomes = SCENES[switch]
    assert definition.default in outcomes
    words = {False, True} if definition.kind == "yes-no" else {*definition.values, *(word for word, _ in definition.words)}
    assert words <= set(outcomes)
    assert len({repr(outcome) for outcome in outcomes.values()}) > 1
