"""The agents of Khan 2019, against the rules of the work written out in plain Python, and in whole games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from numba import types

from rentier.agents.expectiminimax import OPTIMAL
from rentier.agents.khan_search import value_ahead
from rentier.agents.khan_sheet import EVALUATIONS, TABLE, UNPRUNED, WEIGHTS, Weights, copy_down
from rentier.agents.mind import MIND, MindRecord
from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.compiled import INTERPRETED, entry
from rentier.errors import RentierError
from rentier.game.state import BOX, GAME
from rentier.game.words import BID, OFFER, ROLL, Action
from rentier.game_api import Game
from rentier.layout import new
from tests.agents.leeds import LEEDS, Leeds, any_position, last_of
from tests.agents.seats import Seat
from tests.rules.positions import BROWN, DARK_BLUE, ORANGE, STATIONS, UTILITIES, levels, play, player, position

WORDS = ("tight", "greedy", "greedy-as-printed", "irrational", "tester1", "tester2", "tester3", "optimal")


# a seat, and the value of a position as an agent sees it


def does(spec: str, game: Game) -> str:
    """Return the action of an agent with a fresh mind, as text."""
    return Seat(spec).says(game)


def weights_of(word: str) -> Weights:
    return Weights(*parse_agent(f"khan:{word}").settings)


@entry(types.float64(BOX, GAME, MIND, WEIGHTS, types.int64, types.int64, types.int64))
def worth(box: Any, game: Any, mind: Any, weights: Any, seat: int, depth: int, unpruned: int) -> float:
    """Return the value of a position to a seat, looking `depth` rolls ahead."""
    copy_down(box, game, mind.actions, depth)
    mind.actions[TABLE, UNPRUNED] = unpruned
    return value_ahead(box, game, mind.actions, weights, seat)


def worth_of(game: Game, weights: Weights, seat: int, depth: int = 0) -> float:
    return float(worth(game.box.record, game.state, new(MindRecord), weights, seat, depth, 0))


def value_of(spec: str, game: Game, seat: int) -> float:
    """Return the value by the agent's own function."""
    sitting = Seat(spec)
    assert sitting.agent.value is not None
    return sitting.agent.value(game.box.record, game.state, seat, sitting.mind)


# specs


@pytest.mark.parametrize(
    ("word", "weights"),
    [
        ("tight", (0, 0.7, 2, 10, 5, 500, 1000, 10000)),
        ("greedy", (10, 0.5, 2, 50, 50, 0, 1200, 20000)),
        ("greedy-as-printed", (3, 0, 2, 50, 50, 0, 1200, 20000)),
        ("irrational", (0, 0, 0, 0, 0, 0, 0, 0)),
        ("tester1", (3, 0, 3, 10, 10, 100, 500, 10000)),
        ("tester2", (2, 0.1, 3, 10, 10, 300, 500, 10000)),
        ("tester3", (9, 0, 1, 10, 10, 0, 900, 20000)),
        ("optimal", (3, 0, 1, 10, 10, 0, 900, 20000)),
    ],
)
def test_a_word_stands_for_eight_weights(word: str, weights: tuple[float, ...]) -> None:
    for kind in ("khan", "khan-rounds"):
        assert parse_agent(f"{kind}:{word}").settings == weights
        assert parse_agent(f"{kind}:{','.join(map(str, weights))}").settings == weights


def test_the_search_goes_by_the_optimal_weights() -> None:
    """They are compiled in, so they are written in two places."""
    assert weights_of("optimal") == OPTIMAL


def test_specs_are_short_and_clear() -> None:
    assert parse_agent("khan") == parse_agent("khan:optimal")
    assert parse_agent("khan:optimal").settings == OPTIMAL
    assert parse_agent("expectiminimax") == parse_agent("expectiminimax:depth=2")
    with pytest.raises(RentierError, match=r"khan needs eight numbers, rent, .* and jeopardy, or one of the words tight, "):
        parse_agent("khan:3,0,1,10,10,0,900")
    with pytest.raises(RentierError, match="depth '5' should be a number from 1 to 4"):
        parse_agent("expectiminimax:depth=5")


# the value


def test_the_value_is_that_of_the_work() -> None:
    chooser = random.Random(1)
    for _ in range(60):
        leeds = any_position(chooser)
        game = leeds.game()
        for word in WORDS:
            seat = chooser.randrange(len(leeds.cash))
            assert worth_of(game, weights_of(word), seat) == leeds.value(weights_of(word), seat)


def test_jeopardy_counts_what_nobody_owns_yet_too() -> None:
    """With £70, the University (150) and Victoria Road (80), both the bank's, are deadly; its own Hyde Park Road is not."""
    game = Leeds([70, 500], {5: 0}, [0, 0]).game()
    assert worth_of(game, OPTIMAL, 0) == 70 + 3 * 60 - 2 / 11 * 20000


def test_the_value_counts_stations_utilities_mortgages_and_houses() -> None:
    mine = {**levels(DARK_BLUE, 1, 2), STATIONS[0]: 0, STATIONS[1]: "mortgaged", UTILITIES[0]: 0}
    game = position(player(1000, deeds=mine), player(700, deeds={BROWN[0]: 0, STATIONS[2]: "mortgaged"}))
    own = 175 + 600 + 50 + 4 * 7  # a mortgaged station still counts, but earns nothing
    assert worth_of(game, Weights(2.0, 0.25, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0), 0) == 1000 + 2 * own - 0.25 * 700 - 3 * 2


def test_khans_agents_value_a_state_for_anybody() -> None:
    players = player(700, deeds={"Mayfair": 0}), player(90, deeds=levels(BROWN, 2, 2))
    game = position(*players, switches={"round_cap": 40, "cap": "worth"}, round=31)
    before = game.state.tobytes()
    weighed = {"khan:tight": weights_of("tight"), "khan:greedy": weights_of("greedy"), "expectiminimax": OPTIMAL}
    weighed["khan-rounds:greedy"] = weights_of("greedy")._replace(rent=2.5)  # a quarter of the rounds is left
    for spec, weights in weighed.items():
        for seat in range(2):
            assert value_of(spec, game, seat) == worth_of(game, weights, seat)
    assert game.state.tobytes() == before
    leeds = any_position(random.Random(1)).game()
    assert value_of("expectiminimax", leeds, 1) == worth_of(leeds, OPTIMAL, 1, depth=2) != worth_of(leeds, OPTIMAL, 1)


# buying and bidding


def landing(leeds: Leeds, square: int, rules: str, mover: int = 0, **more: Any) -> Game:
    """The mover has just reached a square of the bank's."""
    leeds.square[mover] = (square - 3) % 11
    return play(leeds.game(rules, to_move=mover, dice=[(3,)], **more), "roll")


def test_buys_unless_it_is_worse_than_the_worst_rival_buying() -> None:
    chooser = random.Random(2)
    seen: Counter[str] = Counter()
    for _ in range(80):
        leeds = any_position(chooser)
        free = [sq for sq in range(1, 11) if sq not in leeds.owner and LEEDS.record.price[sq] <= leeds.cash[0]]
        if not free:
            continue
        square, word = chooser.choice(free), chooser.choice(WORDS)
        weights, price = weights_of(word), int(LEEDS.record.price[square])
        buys = leeds.bought(0, square, price).value(weights, 0) >= leeds.worst(weights, 0, square, price)
        assert does(f"khan:{word}", landing(leeds, square, "khan2019")) == ("buy" if buys else "decline")
        seen[f"{buys}"] += 1
    assert min(seen["True"], seen["False"]) > 5


def test_buys_to_keep_a_square_from_a_rival() -> None:
    """Quarry Mount at £30 brings 8 in rent, worth 24 here; for the rival with the rest of Woodhouse it would be a set."""
    alone = Leeds([200, 200], {1: 0, 2: 1}, [0, 0])
    assert does("khan:2,0,1,10,10,0,0,0", landing(alone, 3, "khan2019")) == "decline"
    threatened = Leeds([200, 200], {1: 1, 2: 1}, [0, 0])
    assert does("khan:2,0,1,10,10,0,0,0", landing(threatened, 3, "khan2019")) == "buy"


def test_cannot_buy_what_it_cannot_pay() -> None:
    leeds = Leeds([699, 500], {}, [0, 0])
    assert does("khan:tester3", landing(leeds, 4, "khan2019")) == "decline"


@pytest.mark.slow
def test_auctions_end_as_in_the_work() -> None:
    """The winner and the price are those of bidding one more at a time, square after square."""
    chooser = random.Random(3)
    prices: Counter[bool] = Counter()
    for _ in range(40):
        leeds = any_position(chooser, 200)
        free = [square for square in range(1, 11) if square not in leeds.owner]
        if not free:
            continue
        square, mover = chooser.choice(free), chooser.randrange(len(leeds.cash))
        words = [chooser.choice(WORDS) for _ in leeds.cash]
        winner, price = leeds.auctioned([weights_of(word) for word in words], square, mover)
        game = landing(leeds, square, "khan2019-as-printed", mover)
        seats = [Seat(f"khan:{word}") for word in words]
        while game.decision == "bid":
            game.apply(seats[int(game.actor or 0)].acts(game))
        assert game.owner(square) == winner
        assert game.cash[winner] == leeds.cash[winner] - price
        prices[price > 0] += 1
    assert prices[True] > 5
    assert prices[False] > 0


def test_a_sealed_bid_is_the_highest_price_wanted() -> None:
    leeds = Leeds([400, 400], {}, [0, 0])
    game = landing(leeds, 7, "khan2019-as-printed", switches={"auction": "sealed"})
    said = Seat("khan:optimal").acts(game)
    seat = int(game.actor or 0)
    assert said.kind == BID
    wanted = [
        price
        for price in range(401)
        if leeds.bought(seat, 7, price).value(OPTIMAL, seat) > leeds.worst(OPTIMAL, seat, 7, price)
    ]
    assert said.amount == max(wanted)


# deals


def deal(game: Game, seats: list[Seat]) -> list[tuple[int, int, int, int]]:
    """Let the agents deal until the mover rolls; return the offers that were made, with the cash they ask for."""
    offers = []
    while game.decision in ("manage", "respond"):
        actor = int(game.actor or 0)
        action = seats[actor].acts(game)
        if action.kind == ROLL:
            break
        if action.kind == OFFER:
            offers.append((game.turn, action.give, action.target, -action.amount))
        game.apply(action)
    return offers


@pytest.mark.slow
def test_deals_end_as_in_the_work() -> None:
    """Each deed goes to the rival with the best price, at the highest price that gains that rival its margin, or to nobody."""
    chooser = random.Random(4)
    sales = saved = 0
    for _ in range(20 if INTERPRETED else 40):
        leeds = any_position(chooser, 120)
        words = [chooser.choice(WORDS) for _ in leeds.cash]
        all_weights = [weights_of(word) for word in words]
        game = leeds.game(to_move=0)
        clear = True
        for square in [square for square in sorted(leeds.owner) if leeds.owner[square] == 0]:
            rivals, after = leeds.best_sale(all_weights, square)
            clear = clear and len(rivals) < 2  # of two equal prices either may be taken
            sales, saved = sales + len(rivals[:1]), saved + (not rivals)
            leeds = after or leeds
        deal(game, [Seat(f"khan:{word}") for word in words])
        if clear:
            assert list(game.cash) == leeds.cash
            assert {square: game.owner(square) for square in leeds.owner} == leeds.owner
    assert sales > 5
    assert saved > 5


def test_nobody_is_asked_twice() -> None:
    """In every turn each rival is asked at most once for each deed, and one of them may then be sold it."""
    game = Game.new(3, "khan2019", 11)
    seats = [Seat("khan:optimal"), Seat("khan:greedy"), Seat("khan:tester1")]
    offers = []
    while not game.over and game.turn < 40:
        offers += deal(game, seats)
        if not game.over:
            game.apply(seats[int(game.actor or 0)].acts(game))
    assert len(offers) > 10
    assert len(set(offers)) == len(offers)
    assert max(Counter((turn, deed) for turn, deed, _, _ in offers).values()) <= 3


def test_a_buyer_accepts_its_margin_and_else_names_its_highest_price() -> None:
    """North Lane, of rent 50, is worth three times that to the buyer, and once more since no rival has it; its margin is 10."""
    leeds = Leeds([400, 400], {10: 0}, [0, 0])
    weights = weights_of("optimal")
    price = max(p for p in range(401) if leeds.sold(1, 10, p).value(weights, 1) >= leeds.value(weights, 1) + 10)
    assert price == 190
    for asked, answer in ((190, "accept"), (191, "counter: 190 for North Lane"), (400, "counter: 190 for North Lane")):
        assert does("khan:optimal", play(leeds.game(), f"offer 1: North Lane for {asked}")) == answer
    silent = leeds.game(switches={"counter_offers": 0})
    assert does("khan:optimal", play(silent, "offer 1: North Lane for 191")) == "refuse"
    assert does("khan:irrational", play(leeds.game(), "offer 1: North Lane for 1")) == "refuse"


@pytest.mark.slow
def test_a_seller_accepts_its_margin_and_never_haggles() -> None:
    leeds = Leeds([900, 400], {10: 1}, [0, 0])
    weights = weights_of("greedy")
    price = min(p for p in range(901) if leeds.sold(0, 10, p).value(weights, 1) >= leeds.value(weights, 1) + 50)
    assert does("khan:greedy", play(leeds.game(), f"offer 1: {price} for North Lane")) == "accept"
    assert does("khan:greedy", play(leeds.game(), f"offer 1: {price - 1} for North Lane")) == "refuse"
    assert does("khan:irrational", play(leeds.game(), "offer 1: 1 for North Lane")) == "accept"


def test_who_agrees_to_give_all_is_taken_at_once() -> None:
    """The rival with £5 has nothing to lose: it gives all of it for a square; the other rival would give nothing."""
    leeds = Leeds([400, 5, 0], {3: 0}, [0, 0, 0])
    seller, buyer = "khan:0,0,0,10,5,0,0,0", "khan:3,0,1,10,10,0,0,0"
    game = leeds.game()
    assert deal(game, [Seat(seller), Seat(buyer), Seat(buyer)]) == [(1, 1 << 3, 1, 5)]
    assert game.owner(3) == 1
    assert game.cash == (405, 0, 0)


def test_a_price_that_cannot_gain_the_margin_is_not_asked_for() -> None:
    leeds = Leeds([400, 100, 100], {7: 0}, [0, 0, 0])
    assert deal(leeds.game(), [Seat("khan:optimal")] * 3) == []


# rounds left


def test_late_rents_count_less() -> None:
    """Victoria Road costs £250 and earns 80 per visit: worth it in the first round, not in the last."""
    leeds = Leeds([500, 500], {}, [0, 0])
    for last, spec, does_what in (
        (1, "khan-rounds", "buy"),
        (40, "khan-rounds", "decline"),
        (40, "khan", "buy"),
    ):
        assert does(spec, landing(leeds, 7, "khan2019", round=last)) == does_what
    assert does("khan-rounds", landing(leeds, 7, "khan2019", round=40, switches={"round_cap": 0})) == "buy"


# looking ahead


@pytest.mark.slow
def test_a_search_finds_what_is_expected() -> None:
    chooser = random.Random(5)
    for number in range(12 if INTERPRETED else 36):
        leeds = any_position(chooser)
        mover, seat = chooser.randrange(len(leeds.cash)), chooser.randrange(len(leeds.cash))
        weights = weights_of(chooser.choice(WORDS))
        depth = 1 + number % (2 if INTERPRETED else 3)
        found = worth_of(leeds.game(to_move=mover), weights, seat, depth)
        assert found == pytest.approx(leeds.ahead(weights, seat, mover, depth), rel=1e-12, abs=1e-6)


def test_after_the_roll_the_next_player_rolls() -> None:
    leeds = Leeds([500, 300, 200], {1: 1, 8: 2}, [0, 4, 5])
    game = landing(leeds, 7, "khan2019", mover=1)
    leeds.square[1] = 7
    for seat in range(3):
        assert worth_of(game, OPTIMAL, seat, 2) == pytest.approx(leeds.ahead(OPTIMAL, seat, 2, 2))


def test_no_roll_comes_after_the_last_one() -> None:
    leeds = Leeds([500, 300, 200], {1: 1, 8: 2}, [0, 4, 5])
    for mover, ahead in ((2, 0), (1, 1), (0, 2)):
        game = landing(leeds, 7, "khan2019", mover, round=40)
        assert worth_of(game, OPTIMAL, 0, 4) == worth_of(game, OPTIMAL, 0, ahead)
        assert ahead == 0 or worth_of(game, OPTIMAL, 0, ahead) != worth_of(game, OPTIMAL, 0, ahead - 1)


def test_pruning_changes_no_value_and_saves_work() -> None:
    chooser = random.Random(6)
    looked = [0, 0]
    for number in range(12 if INTERPRETED else 60):
        leeds = any_position(chooser)
        weights, seat = weights_of(chooser.choice(["tight", "optimal"])), chooser.randrange(len(leeds.cash))
        game = leeds.game(to_move=chooser.randrange(len(leeds.cash)))
        depth = 2 if INTERPRETED else 2 + number % 3
        found = []
        for unpruned in (0, 1):
            mind: Any = new(MindRecord)
            found.append(worth(game.box.record, game.state, mind, weights, seat, depth, unpruned))
            looked[unpruned] += int(mind.actions[TABLE, EVALUATIONS])
        assert found[0] == pytest.approx(found[1], rel=1e-12, abs=1e-6)
    assert looked[0] < looked[1]


def test_a_search_with_two_dice_weighs_sums_by_their_chances() -> None:
    """Of 36 rolls two lead to Pall Mall, where the rent is 10, and three to a tax of 200; only money counts."""
    game = position(player(1500), player(1500, deeds=["Pall Mall"]))
    weights = weights_of("irrational")
    assert worth_of(game, weights, 0, 1) == pytest.approx(1500 - (2 * 10 + 3 * 200) / 36)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2])
def test_expectiminimax_buys_by_what_it_expects(depth: int) -> None:
    chooser = random.Random(7)
    differs = 0
    for _ in range(10 if INTERPRETED else 60):
        leeds = any_position(chooser)
        free = [sq for sq in range(1, 11) if sq not in leeds.owner and LEEDS.record.price[sq] <= leeds.cash[0]]
        if not free:
            continue
        square = chooser.choice(free)
        price = int(LEEDS.record.price[square])
        game = landing(leeds, square, "khan2019")
        leeds.square[0] = square
        ahead = [leeds.bought(seat, square, price).ahead(OPTIMAL, 0, 1, depth) for seat in range(len(leeds.cash))]
        said = does(f"expectiminimax:depth={depth}", game)
        assert said == ("buy" if ahead[0] >= min(ahead[1:]) else "decline")
        differs += said != does("khan", game)
    assert differs > 0 or INTERPRETED


def test_expectiminimax_bids_by_what_it_expects() -> None:
    """Victoria Road would complete the rival's set: worth bidding for up to a price, and no further."""
    leeds = Leeds([300, 300], {5: 1, 6: 1}, [0, 0])
    game = landing(leeds, 7, "khan2019-as-printed", mover=1)
    leeds.square[1] = 7
    mine, rivals = (lambda price, seat=seat: leeds.bought(seat, 7, price).ahead(OPTIMAL, 0, 0, 1) for seat in (0, 1))
    most = last_of(lambda price: mine(price) > rivals(price), 300)
    assert 1 < most < 299
    play(game, "bid 1")
    assert Seat("expectiminimax:depth=1").acts(play(game.copy(), f"bid {most}")) == Action(BID, 0, most + 1)
    assert does("expectiminimax:depth=1", play(game.copy(), f"bid {most + 1}")) == "pass"


def test_expectiminimax_deals_by_what_it_expects() -> None:
    leeds = Leeds([300, 300], {7: 1}, [0, 0])
    now = leeds.ahead(OPTIMAL, 0, 1, 1)
    most = last_of(lambda price: leeds.sold(0, 7, price).ahead(OPTIMAL, 0, 1, 1) >= now + 10, 300)
    assert 1 < most < 299
    asked = play(leeds.game(to_move=1), f"offer 0: Victoria Road for {most + 1}")
    assert does("expectiminimax:depth=1", asked) == f"counter: {most} for Victoria Road"
    assert does("expectiminimax:depth=1", play(leeds.game(to_move=1), f"offer 0: Victoria Road for {most}")) == "accept"


# the full rules


def test_builds_a_set_that_pays_at_some_height() -> None:
    """One house on Park Lane gains little; three houses on the set gain a lot. A player who cannot pay for that waits."""
    rich = position(player(2000, deeds=DARK_BLUE), player(), switches={"trade_menu": "none"})
    assert does("khan:optimal", rich) in {"build Park Lane", "build Mayfair"}
    assert does("khan:tight", rich) == "roll"
    poor = position(player(100, deeds=DARK_BLUE), player(), switches={"trade_menu": "none"})
    assert does("khan:optimal", poor) == "roll"


def test_lifts_a_mortgage_that_pays() -> None:
    hotel = levels(ORANGE, 0, 0, "mortgaged")
    game = position(player(1500, deeds=hotel), player(), switches={"trade_menu": "none"})
    assert does("khan:tester3", game) == "unmortgage Vine Street"
    assert does("khan:irrational", game) == "roll"


def test_meets_a_debt_by_what_costs_least() -> None:
    """Of all mortgages the one that leaves the best position comes first."""
    deeds = ["Water Works", "Mayfair", "Old Kent Road", *STATIONS[:2]]
    game = position(player(0, deeds=deeds), player(), debt={"debtor": 0, "amount": 500}, decision="raise")
    after = {deed: worth_of(play(game.copy(), f"mortgage {deed}"), OPTIMAL, 0) for deed in deeds}
    assert len(set(after.values())) > 3
    assert does("khan:optimal", game) == f"mortgage {max(deeds, key=lambda deed: after[deed])}"


def test_refuses_promises_and_goes_bankrupt_when_it_must() -> None:
    lent = position(player(), player(), switches={"loans": True})
    assert does("khan:optimal", play(lent, "offer 1: 10 for IOU 200")) == "refuse"
    owing = position(player(10, 1, BROWN), player(), debt={"debtor": 0, "creditor": 1, "amount": 2000}, decision="raise")
    assert does("khan:optimal", owing) == "bankrupt"


# whole games


@pytest.mark.parametrize("rules", ["khan2019", "khan2019-as-printed"])
@pytest.mark.parametrize(
    "specs",
    [
        ("khan:optimal", "khan:greedy"),
        ("khan:tight", "khan:irrational", "khan:tester1"),
        ("khan-rounds:greedy", "khan:tester2", "khan:tester3", "khan:greedy-as-printed"),
        ("expectiminimax:depth=1", "khan", "random"),
    ],
)
def test_plays_the_small_game(rules: str, specs: tuple[str, ...]) -> None:
    box = load_box(rules, {"round_cap": 4} if INTERPRETED else {})
    result = play_match(box, [parse_agent(spec) for spec in specs], 1 if INTERPRETED else 20, 3)
    assert result.games == (1 if INTERPRETED else 20)


@pytest.mark.parametrize(
    "specs",
    [
        ("khan:optimal", "khan:greedy"),
        ("khan-rounds", "khan:tester3", "random"),
        ("khan:tight", "expectiminimax", "khan:irrational", "reserve:350,150"),
    ],
)
@pytest.mark.parametrize("rules", ["uk-classic", "tournament", "adjudicator2018"])
def test_plays_the_full_game(rules: str, specs: tuple[str, ...]) -> None:
    box = load_box(rules, {"turn_cap": 6 if INTERPRETED else 400})
    result = play_match(box, [parse_agent(spec) for spec in specs], 1 if INTERPRETED else 8, 3)
    assert result.games == (1 if INTERPRETED else 8)
