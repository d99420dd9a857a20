"""The agents of Sammul 2018: what they do in a position, and whole games by the work's rules and by the official ones."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rentier.agents.mind import MindRecord
from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.game.words import ACCEPT, BID, DECISIONS, KINDS, OFFER, Action
from rentier.game_api import Game
from rentier.layout import new
from tests.record.playing import ROUGH, random_action
from tests.rules.positions import (
    DARK_BLUE,
    LIGHT_BLUE,
    ORANGE,
    PINK,
    RAILROADS,
    STATIONS,
    UTILITIES,
    levels,
    play,
    player,
    position,
)

TIMES = 200  # enough tries to show every kind that is possible


class Seat:
    """An agent with its own mind that is asked again and again."""

    def __init__(self, spec: str, key: int = 1) -> None:
        self.agent = parse_agent(spec)
        self.mind: Any = new(MindRecord)
        self.mind.key = key
        self.mind.settings[: len(self.agent.settings)] = self.agent.settings

    def acts(self, game: Game) -> Action:
        """Return its action, which must be legal."""
        action = Action(*map(int, self.agent.function(game.box.record, game.state, self.mind)))
        assert game.is_legal(action), game.text(action)
        return action

    def tries(self, game: Game, times: int = TIMES) -> Counter[str]:
        """Return its actions when asked many times, as text."""
        return Counter(game.text(self.acts(game)) for _ in range(times))


def texts(spec: str, game: Game, times: int = TIMES) -> set[str]:
    """Return all actions that an agent would take, as text."""
    return set(Seat(spec).tries(game, times))


def kinds(spec: str, game: Game, times: int = TIMES) -> set[str]:
    """Return the kinds of action that an agent would take."""
    seat = Seat(spec)
    return {KINDS[seat.acts(game).kind] for _ in range(times)}


def landed(cash: int, rules: str = "sammul2018") -> Game:
    """On The Angel, Islington (100), which nobody owns."""
    return play(position(player(cash), player(), rules=rules, dice=[(4, 2)]), "roll")


# B and S


@pytest.mark.parametrize(
    ("spec", "cash", "buys"),
    [
        ("aggressive", 100, True),
        ("aggressive", 99, False),  # short of the price
        ("sammul:100,0,0,0", 101, True),
        ("sammul:100,0,0,0", 100, False),  # more than B, not as much
        ("bailis", 351, True),
        ("bailis", 350, False),
        ("cautious", 451, True),  # three times the dearest card
        ("cautious", 450, False),
    ],
)
def test_it_buys_with_more_than_b(spec: str, cash: int, buys: bool) -> None:
    assert texts(spec, landed(cash), 20) == {"buy" if buys else "decline"}


def estate(cash: int, **more: Any) -> Game:
    """Something of every kind to do: a set to build on and sell from, deeds to mortgage and to unmortgage."""
    mine = {**levels(ORANGE, 1, 1, 1), "Mayfair": "mortgaged", "Water Works": 0}
    return position(player(cash, deeds=mine), player(deeds=["Park Lane"]), rules="sammul2018", **more)


@pytest.mark.parametrize(
    ("spec", "cash", "expected"),
    [
        ("aggressive:trades=no", 1000, {"roll", "build", "unmortgage"}),
        ("aggressive:trades=no", 50, {"roll"}),
        ("aggressive:trades=no", 0, {"roll"}),
        ("bailis:trades=no", 351, {"roll", "build", "unmortgage"}),
        ("bailis:trades=no", 350, {"roll"}),
        ("bailis:trades=no", 150, {"roll"}),
        ("bailis:trades=no", 149, {"roll", "sell", "mortgage"}),
        ("sammul:100,0,500,0,trades=no", 300, {"roll", "build", "unmortgage", "sell", "mortgage"}),
        ("aggressive", 50, {"roll", "offer"}),
        ("bailis", 149, {"roll", "sell", "mortgage", "offer"}),
    ],
)
def test_kinds_are_allowed_by_b_and_s(spec: str, cash: int, expected: set[str]) -> None:
    assert kinds(spec, estate(cash)) == expected


def test_allowed_kinds_are_equally_likely_and_then_their_actions() -> None:
    """Three kinds, one of them with three actions; kinds with nothing to do take no share."""
    counts = Seat("aggressive:trades=no").tries(estate(1000), 3000)
    builds = [number for text, number in counts.items() if text.startswith("build")]
    assert len(builds) == 3
    for number in (counts["roll"], counts["unmortgage Mayfair"], sum(builds)):
        assert abs(number - 1000) < 120
    assert all(abs(number - 333) < 80 for number in builds)
    bare = position(player(1000), player(), rules="sammul2018")
    assert texts("aggressive", bare, 20) == {"roll"}


def test_a_debt_is_met_by_selling_and_mortgaging_whatever_s_is() -> None:
    mine = {**levels(ORANGE, 1, 1, 1), "Water Works": 0}
    game = position(player(10, deeds=mine), player(deeds=DARK_BLUE), rules="sammul2018", dice=[(1, 3)])
    play(game, "roll")
    assert game.decision == "raise"
    assert texts("aggressive", game) == {"mortgage Water Works", *(f"sell {name}" for name in ORANGE)}


def test_who_cannot_pay_is_bankrupt() -> None:
    game = position(player(10, deeds=["Whitechapel Road"]), player(), player(), rules="sammul2018", dice=[(1, 3)])
    assert texts("aggressive", play(game, "roll"), 20) == {"bankrupt"}


# the highest cost


def costs(game: Game, cost: int) -> bool:
    """Whether C_max is this: with B = C_max it buys with one more than that in cash, but not with exactly that."""
    answers = []
    for cash in (cost, cost + 1):
        game.state.cash[0] = cash
        answers.append(texts("sammul:0,1,0,0", game, 1))
    return answers == [{"decline"}, {"buy"}]


def before_a_deed(mine: Any = (), others: Any = (), players: int = 2, **more: Any) -> Game:
    """Landing on an unowned deed of 100, with deeds of its own and of another player."""
    seats = [player(deeds=mine), player(deeds=others), *[player() for _ in range(players - 2)]]
    faces = (1, 1, 1, 3) if more.get("switches") else (4, 2)
    return play(position(*seats, **{"rules": "sammul2018", **more}, dice=[faces]), "roll")


@pytest.mark.parametrize(
    ("mine", "others", "cost"),
    [
        ((), (), 150),  # the dearest card
        ((), DARK_BLUE, 150),
        ((), levels(DARK_BLUE, 1, 1), 200),
        ((), levels(DARK_BLUE, 1, 2), 600),
        ((), levels(DARK_BLUE, 5, 5), 2000),
        ((), levels(ORANGE, 2, 2, 2), 220),
        (levels(DARK_BLUE, 5, 5), (), 230),  # repairs of two hotels at 115
        (levels(ORANGE, 4, 4, 4), (), 480),  # twelve houses at 40
        (levels(DARK_BLUE, 5, 5), levels(ORANGE, 2, 2, 2), 230),
    ],
)
def test_the_highest_cost(mine: Any, others: Any, cost: int) -> None:
    assert costs(before_a_deed(mine, others), cost)


def test_utilities_cost_the_highest_roll_and_mortgaged_ones_nothing() -> None:
    """With four dice, so that the rent exceeds the dearest card."""
    four = {"dice": 4}
    assert costs(before_a_deed((), UTILITIES, switches=four), 10 * 24)
    assert costs(before_a_deed(UTILITIES, (), switches=four), 150)
    assert costs(before_a_deed((), dict.fromkeys(UTILITIES, "mortgaged"), switches=four), 150)


def test_american_cards() -> None:
    """Each other player may ask for 50, the nearest railroad for twice its rent."""
    assert costs(before_a_deed(players=8, rules="us-classic"), 7 * 50)
    assert costs(before_a_deed((), RAILROADS, rules="us-classic"), 2 * 200)
    assert costs(before_a_deed((), ["Water Works"], rules="us-classic", switches={"dice": 4}), 10 * 24)


def test_the_cautious_agent_goes_by_the_highest_cost() -> None:
    """With a rent of 600 on the board it sells below 450 and spends above 1800."""
    theirs = {**levels(DARK_BLUE, 1, 2)}
    for cash, expected in ((449, {"roll", "mortgage"}), (450, {"roll"}), (1800, {"roll"}), (1801, {"roll", "unmortgage"})):
        mine = {"Water Works": "mortgaged", "Strand": 0}
        assert kinds("cautious", position(player(cash, deeds=mine), player(deeds=theirs), rules="sammul2018")) == expected


# trades


def answers(game: Game, offer: str, spec: str = "aggressive") -> bool:
    """Whether seat 1 accepts an offer of seat 0; its answer must always be the same."""
    [answer] = texts(spec, play(game, offer), 5)
    return answer == "accept"


def swap(theirs: Any, mine: Any, give: str, take: str, spec: str = "aggressive") -> bool:
    """Whether an agent with these deeds gives one of them for one of the other's, by the rules of the work."""
    game = position(player(deeds=theirs), player(deeds=mine), rules="sammul2018")
    return answers(game, f"offer 1: {take} for {give}", spec)


ONE_ORANGE, TWO_ORANGE = ORANGE[:1], ORANGE[:2]


@pytest.mark.parametrize(
    ("theirs", "mine", "give", "take"),
    [
        (["Vine Street"], [*TWO_ORANGE, "Mayfair"], "Mayfair", "Vine Street"),  # whatever it costs
        ({"Vine Street": "mortgaged"}, [*TWO_ORANGE, "Mayfair"], "Mayfair", "Vine Street"),
        (["Whitechapel Road", *TWO_ORANGE], ["Old Kent Road", "Vine Street"], "Vine Street", "Whitechapel Road"),  # for both
        ([STATIONS[3]], [*STATIONS[:3], "Mayfair"], "Mayfair", STATIONS[3]),
        (["Water Works"], ["Electric Company", "Mayfair"], "Mayfair", "Water Works"),
    ],
)
def test_it_accepts_whatever_completes_a_set(theirs: Any, mine: Any, give: str, take: str) -> None:
    assert swap(theirs, mine, give, take)


@pytest.mark.parametrize(
    ("theirs", "mine", "give", "take"),
    [
        (["Mayfair"], ORANGE, "Vine Street", "Mayfair"),
        (["Mayfair"], [*ORANGE, "Park Lane"], "Vine Street", "Mayfair"),  # not even to complete another
        (["Mayfair"], dict.fromkeys(ORANGE, "mortgaged"), "Vine Street", "Mayfair"),
        (["Mayfair"], STATIONS, STATIONS[0], "Mayfair"),
        (["Mayfair"], [*UTILITIES, "Park Lane"], "Water Works", "Mayfair"),
    ],
)
def test_it_never_breaks_a_set(theirs: Any, mine: Any, give: str, take: str) -> None:
    assert not swap(theirs, mine, give, take)


@pytest.mark.parametrize(
    ("theirs", "mine", "give", "take", "accepts"),
    [
        # closer and dearer: 140 for 200, two to go before and one after
        (["Vine Street"], [*ONE_ORANGE, "Pall Mall"], "Pall Mall", "Vine Street", True),
        # closer but cheaper
        (["Vine Street"], [*ONE_ORANGE, "Regent Street"], "Regent Street", "Vine Street", False),
        # closer but worth as much: three to go before, one after
        (["Vine Street"], [*ONE_ORANGE, STATIONS[0]], STATIONS[0], "Vine Street", False),
        # dearer but no closer: one to go before, two after
        (["Vine Street"], PINK[:2], "Pall Mall", "Vine Street", False),
        # dearer but as far: one to go before and after; two before and after
        (["Vine Street"], [*ONE_ORANGE, *PINK[:2]], "Pall Mall", "Vine Street", False),
        (["Vine Street"], ["Pall Mall"], "Pall Mall", "Vine Street", False),
        # the first of a pair has one to go, a lone street of three two
        (["Mayfair"], ["Vine Street"], "Vine Street", "Mayfair", True),
        # with two stations there are two to go, with one three, with a lone street two
        ([STATIONS[1]], [STATIONS[0], "Pall Mall"], "Pall Mall", STATIONS[1], False),
        (["Regent Street"], [STATIONS[0]], STATIONS[0], "Regent Street", True),
        # within a group nothing comes closer
        (["Mayfair"], ["Park Lane"], "Park Lane", "Mayfair", False),
        (["Vine Street"], TWO_ORANGE, "Bow Street", "Vine Street", False),
    ],
)
def test_else_it_accepts_what_is_closer_and_dearer(theirs: Any, mine: Any, give: str, take: str, accepts: bool) -> None:
    assert swap(theirs, mine, give, take) == accepts


@pytest.mark.parametrize(("given", "received", "accepts"), [(0, 0, True), ("m", 0, True), ("m", "m", True), (0, "m", False)])
def test_no_free_deed_for_a_mortgaged_one(given: int | str, received: int | str, accepts: bool) -> None:
    """Even where it is closer and dearer."""
    state = {0: 0, "m": "mortgaged"}
    mine = {**dict.fromkeys(ONE_ORANGE, 0), "Pall Mall": state[given]}
    assert swap({"Vine Street": state[received]}, mine, "Pall Mall", "Vine Street") == accepts


def test_without_trades_it_refuses_everything_and_proposes_nothing() -> None:
    for name in ("sammul:50,0,0,0", "bailis", "cautious", "aggressive"):
        no = f"{name},trades=no" if ":" in name else f"{name}:trades=no"
        assert swap(["Vine Street"], [*TWO_ORANGE, "Mayfair"], "Mayfair", "Vine Street", name)
        assert not swap(["Vine Street"], [*TWO_ORANGE, "Mayfair"], "Mayfair", "Vine Street", no)
    game = position(player(60, deeds=[*TWO_ORANGE, "Mayfair"]), player(deeds=["Vine Street"]), rules="sammul2018")
    assert texts("aggressive", game) == {"roll", "offer 1: Mayfair for Vine Street"}
    assert texts("aggressive:trades=no", game) == {"roll"}


def test_it_proposes_each_acceptable_trade_alike() -> None:
    """To complete a set it gives anything, but no deed of a set and none of a built group."""
    mine = {**dict.fromkeys([*TWO_ORANGE, "Strand", "Mayfair", "Old Kent Road"], 0), **levels(LIGHT_BLUE, 1, 1, 1)}
    theirs = {"Vine Street": 0, "Pall Mall": 0, **levels(("Regent Street", "Oxford Street", "Bond Street"), 1, 1, 1)}
    game = position(player(0, deeds=mine), player(deeds=theirs), rules="sammul2018")
    counts = Seat("aggressive").tries(game, 4000)
    rolled = counts.pop("roll")
    expected = {f"offer 1: {give} for Vine Street" for give in ("Strand", "Mayfair", "Old Kent Road")}
    assert set(counts) == expected
    assert abs(rolled - 2000) < 150
    assert all(abs(number - 667) < 120 for number in counts.values())


def test_offers_run_out() -> None:
    seats = player(60, deeds=[*TWO_ORANGE, "Mayfair"], offers_made=3), player(deeds=["Vine Street"])
    assert texts("aggressive", position(*seats, rules="sammul2018", switches={"offers_per_turn": 3})) == {"roll"}
    for menu in ("none", "property-for-cash"):
        assert texts("aggressive", position(*seats, rules="sammul2018", switches={"trade_menu": menu})) == {"roll"}


def would_accept(game: Game, seat: int, offer: Action) -> bool:
    """Whether an agent would accept its own offer if the other made it."""
    mirrored = game.copy()
    state = mirrored.state
    state.offer_from, state.offer_to = offer.target, seat
    state.offer_give, state.offer_take = offer.take, offer.give
    state.decision = DECISIONS.index("respond")
    return Seat("aggressive").acts(mirrored).kind == ACCEPT


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["sammul2018", "uk-classic"])
def test_it_proposes_just_what_it_would_accept(rules: str) -> None:
    """In positions of random games it proposes all trades that it would accept itself, and no others."""
    compared = 0
    for number in range(3 if INTERPRETED else 12):
        chooser = random.Random(number)
        game = Game.new(4, rules, number, {"deal_properties": 4 + number % 4, "counter_offers": 0})
        for _step in range(60):
            game.apply(random_action(game, chooser))
        while game.decision != "manage" or game.state.offers_made[game.state.actor] > 5:
            game.apply(random_action(game, chooser))
        listed = [action for action in game.legal_actions() if action.kind == OFFER]
        swaps = [offer for offer in listed if is_swap(offer)]
        expected = {game.text(offer) for offer in swaps if would_accept(game, game.state.actor, offer)}
        proposed = {text for text in texts("aggressive", game, 60 * len(expected) + 10) if text.startswith("offer")}
        assert proposed == expected
        compared += len(expected)
    assert compared > 10


def is_swap(offer: Action) -> bool:
    """One deed for one deed."""
    return offer.amount == 0 and all(side.bit_count() == 1 for side in (offer.give, offer.take))


# beyond the work's rules


@pytest.mark.parametrize(
    ("offer", "accepts"),
    [
        ("offer 1: Vine Street for Mayfair", True),  # the set
        ("offer 1: Vine Street for Mayfair + 949", True),
        ("offer 1: Vine Street for Mayfair + 950", False),  # only 50 would be left
        ("offer 1: Vine Street for Strand + Mayfair + chance card", True),
        ("offer 1: Vine Street + 500 for Bow Street", False),  # neither completes nor comes closer
        ("offer 1: Euston Road for 99", True),  # bought for less than its price
        ("offer 1: Euston Road for 100", False),
        ("offer 1: Euston Road + 1 for 100", True),
        ("offer 1: Euston Road + chest card for 149", True),
        ("offer 1: Euston Road + chest card for 150", False),
        ("offer 1: 1000 for Strand", False),  # money alone
        ("offer 1: 1000 for nothing", False),
        ("offer 1: chest card for 1", False),
        ("offer 1: Euston Road + Pall Mall for Strand", False),  # two to go before and after
        ("offer 1: Park Lane for Strand", True),
        ("offer 1: Park Lane for Strand + 129", True),
        ("offer 1: Park Lane for Strand + 130", False),
        ("offer 1: Park Lane + Leicester Square for Strand", False),  # a mortgaged one among them
        ("offer 1: Park Lane + Leicester Square for 400", True),
    ],
)
def test_offers_of_cash_and_several_deeds(offer: str, accepts: bool) -> None:
    theirs = dict.fromkeys(["Vine Street", "Euston Road", "Pall Mall", "Park Lane"], 0) | {"Leicester Square": "mortgaged"}
    mine = [*TWO_ORANGE, "Strand", "Mayfair"]
    if "Park Lane" in offer:
        mine.remove("Mayfair")
    jail = {"jail_cards": ["chest"]}, {"jail_cards": ["chance"]}
    game = position(player(2000, deeds=theirs, **jail[0]), player(1000, deeds=mine, **jail[1]))
    assert answers(game, offer) == accepts


def test_promises_are_refused() -> None:
    seats = player(deeds=["Vine Street"]), player(deeds=[*TWO_ORANGE, "Mayfair"])
    house = {"loans": True, "immunity": True}
    assert answers(position(*seats, switches=house), "offer 1: Vine Street for Mayfair")
    assert not answers(position(*seats, switches=house), "offer 1: Vine Street + IOU 100 for Mayfair")
    assert not answers(position(*seats, switches=house), "offer 1: Vine Street for Mayfair, free rent on Mayfair")


@pytest.mark.parametrize(
    ("cash", "cards", "expected"),
    [(51, [], {"roll", "pay fine"}), (50, [], {"roll"}), (0, ["chance"], {"roll", "use card"})],
)
def test_it_may_leave_jail_by_card_or_with_more_than_b_by_the_fine(cash: int, cards: list[str], expected: set[str]) -> None:
    assert texts("aggressive", position(player(cash, jail_turns=0, jail_cards=cards), player())) == expected


def under_the_hammer(cash: int, **switches: Any) -> Game:
    """Mayfair (400) is auctioned; seat 1 is to bid with this cash."""
    game = position(player(9999, square=35), player(cash), dice=[(1, 3)], switches=switches)
    return play(game, "roll", "decline")


@pytest.mark.parametrize(("cash", "most"), [(5000, 400), (751, 400), (750, 399), (451, 100), (352, 1), (351, 0), (10, 0)])
def test_it_bids_up_to_the_price_as_long_as_more_than_b_is_left(cash: int, most: int) -> None:
    """Against somebody who always bids one more."""
    game, seat, last = under_the_hammer(cash), Seat("bailis"), 0
    while (action := seat.acts(game)).kind == BID:
        last = action.amount
        play(game, game.text(action), f"bid {last + 1}")
    assert last <= most <= int(game.state.high_bid) <= most + 1


@pytest.mark.parametrize(("cash", "said"), [(5000, "bid 400"), (451, "bid 100"), (351, "pass")])
def test_a_sealed_bid_is_the_most_it_would_pay(cash: int, said: str) -> None:
    assert texts("bailis", under_the_hammer(cash, auction="sealed"), 5) == {said}


@pytest.mark.parametrize(("cash", "lifts"), [(1000, True), (365, True), (364, False)])
def test_a_mortgage_just_received_is_lifted_with_more_than_b(cash: int, lifts: bool) -> None:
    """Unmortgaging Euston Road costs 55; the deed given for it has changed hands already."""
    seats = player(cash, deeds=["Old Kent Road"]), player(deeds={"Euston Road": "mortgaged"})
    game = play(position(*seats), "offer 1: Old Kent Road for Euston Road", "accept")
    assert game.decision == "settle"
    spec = "sammul:364,0,0,0"
    assert texts(spec, game, 5) == {"unmortgage Euston Road" if lifts else "keep Euston Road"}


def test_what_its_rule_does_not_speak_of_is_left_to_chance() -> None:
    card = play(position(player(), player(), dice=[(1, 1)], chest=["fine_or_chance"]), "roll")
    assert texts("cautious", card) == {"pay fine", "draw card"}
    tax = play(position(player(), player(), dice=[(1, 3)], rules="us-classic"), "roll")
    assert texts("cautious", tax) == {"pay tax", "pay share"}


def test_rent_is_always_asked() -> None:
    game = position(player(), player(deeds=["Vine Street"]), dice=[(4, 5)], to_move=0, switches={"rent_claim": "asked"})
    game.state.square[0] = 10
    assert texts("aggressive", play(game, "roll"), 20) == {"ask rent"}


# whole games


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("sammul:350,0,150,0", "sammul:350,0,150,0"),
        ("sammul:350,0,150,0,trades=no", "sammul:350,0,150,0,trades=no"),
        ("bailis", "bailis"),
        ("cautious:trades=no", "cautious:trades=no"),
        ("aggressive:buy_base=100", "aggressive:buy_base=100"),
    ],
)
def test_specs(spec: str, canonical: str) -> None:
    assert parse_agent(spec).spec == canonical


def test_the_named_agents_are_settings_of_the_one() -> None:
    for name, numbers in (("bailis", "350,0,150,0"), ("cautious", "0,3,0,0.75"), ("aggressive", "50,0,0,0")):
        assert parse_agent(name).settings == parse_agent(f"sammul:{numbers}").settings


@pytest.mark.parametrize("rules", ["sammul2018", "uk-classic", "us-classic", "tournament"])
def test_whole_games(rules: str) -> None:
    """Every action is legal, or the match would stop."""
    box = load_box(rules, {"turn_cap": 60 if INTERPRETED else 1000})
    agents = [parse_agent(spec) for spec in ("random", "bailis", "cautious", "aggressive")]
    assert play_match(box, agents, 4 if INTERPRETED else 40, seed=1).games >= 4


@pytest.mark.slow
def test_games_of_rough_rules() -> None:
    """Rules under which short games reach every kind of decision."""
    decisions: Counter[str] = Counter()
    specs = ("aggressive", "cautious", "bailis", "sammul:0,0,400,0")
    for seed in range(4):
        game = Game.new(4, "us-classic", seed, ROUGH)
        seats = [Seat(spec, seed) for spec in specs]
        while not game.over and game.turn < 80:
            decisions[game.decision] += 1
            game.apply(seats[int(game.state.actor)].acts(game))
    assert set(decisions) >= {"manage", "buy", "bid", "respond", "raise", "tax", "claim"}
