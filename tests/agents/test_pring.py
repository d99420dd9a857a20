"""The players of Pring 2015: what their genes make them do position by position, files of genes, and whole games."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.mind import wake_mind
from rentier.agents.pring import NEEDED
from rentier.agents.pring_genes import (
    NO_GENE,
    OPEN_GENES,
    OPENLY,
    PUBLISHED,
    find_granularity,
    genes_text,
    granularities,
    read_genes,
    settings_of,
)
from rentier.agents.specs import Agent, parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.box.record import MOST_SQUARES
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.learn.population import Population
from tests.agents.seats import Seat
from tests.rules.positions import LIGHT_BLUE, ORANGE, levels, play, player, position

RULES = "pring2015"
LONDON = load_box("uk-classic")


def agent(default: float | None = None, **genes: float) -> Agent:
    """An agent with the published genes, or with the same one everywhere, but for those named: `Park_Lane=0.3`."""
    settings = [*read_genes(PUBLISHED)] if default is None else [default] * MOST_SQUARES
    for name, number in genes.items():
        settings[LONDON.square_number(name.replace("_", " "))] = number
    return Agent("genes", "genes", tuple(settings), "rentier.agents.pring:genes")


def says(who: Agent, game: Game) -> str:
    """Return the action of an agent with a fresh mind."""
    return Seat(who).says(game)


def moved(cash: int, mine: Any, theirs: Any = (), rules: str = RULES, **more: Any) -> Game:
    """After a move from GO to Jail, just visiting."""
    return play(position(player(cash, deeds=mine), player(deeds=theirs), rules=rules, dice=[(4, 6)], **more), "roll")


# buying, unmortgaging, building


@pytest.mark.parametrize(
    ("default", "cash", "expected"),
    [(0.5, 200, "decline"), (0.5, 201, "buy"), (1.0, 100, "decline"), (1.0, 101, "buy"), (0.0, 9999, "decline")],
)
def test_it_buys_if_money_times_the_gene_exceeds_the_price(default: float, cash: int, expected: str) -> None:
    game = position(player(cash), player(), rules=RULES, dice=[(4, 2)])
    assert says(agent(0.9, The_Angel=default), play(game, "roll")) == expected


def test_the_published_genes() -> None:
    genes = read_genes(PUBLISHED)[:MOST_SQUARES]
    assert [genes[LONDON.square_number(name)] for name in ("Mayfair", "The Strand", "Whitechapel Road")] == [
        0.932,
        0.346,
        0.116,
    ]
    assert sum(gene != NO_GENE for gene in genes) == 28
    assert max(genes) == genes[39]


def test_it_lifts_and_then_builds_by_the_rule_for_buying() -> None:
    mine = {**levels(ORANGE, 0, 0, 0), "Mayfair": "mortgaged", "Old Kent Road": "mortgaged"}
    assert Seat(agent(0.5)).manages(moved(430, mine)) == [
        "unmortgage Old Kent Road",
        "build Bow Street",
        "build Marlborough Street",
    ]
    assert Seat(agent(0.5)).manages(moved(505, mine)) == [
        "unmortgage Old Kent Road",
        "unmortgage Mayfair",  # 472 * 0.5 > 220
        "build Bow Street",
    ]
    assert Seat(agent(0.5, Bow_Street=0.0)).manages(moved(300, levels(ORANGE, 0, 0, 0))) == [
        "build Marlborough Street",
    ]  # then 200 * 0.5 is not enough


def test_it_manages_only_after_moving() -> None:
    mine = levels(ORANGE, 0, 0, 0)
    assert says(agent(0.9), position(player(deeds=mine), player(), rules="uk-classic")) == "roll"
    assert says(agent(0.9), moved(1500, mine, rules="uk-classic")) == "build Bow Street"
    double = position(player(deeds=mine), player(), rules="uk-classic", dice=[(5, 5)])
    assert says(agent(0.9), play(double, "roll")) == "build Bow Street"
    assert says(agent(0.9), position(player(deeds=mine), player(), rules="sammul2018")) == "build Bow Street"


def test_debts_and_jail() -> None:
    def owing(deeds: Any) -> str:
        game = position(player(0, 37, deeds), player(deeds=["Mayfair"]), rules=RULES, dice=[(1, 1)])
        return says(agent(0.5), play(game, "roll"))

    assert owing({**levels(ORANGE, 1, 1, 1), "Old Kent Road": 0}) == "sell Bow Street"
    assert owing(["Water Works"]) == "mortgage Water Works"
    assert owing(["Old Kent Road"]) == "bankrupt"
    for cash, cards, expected in ((50, ["chest"], "use card"), (50, [], "pay fine"), (49, [], "roll")):
        game = position(player(cash, "Jail", jail_turns=0, jail_cards=cards), player(), rules=RULES)
        assert says(agent(0.5), game) == expected


# trading


def test_it_proposes_each_pair_that_it_gains_by_once_until_a_deed_changes_hands() -> None:
    seat = Seat(agent(0.1))
    mine, theirs = ["Euston Road", "Strand"], ["Bow Street", "Mayfair"]
    offers = ["offer 1: Euston Road for Bow Street", "offer 1: Euston Road for Mayfair", "offer 1: Strand for Mayfair"]
    assert seat.manages(moved(0, mine, theirs)) == offers
    for turn, changed, expected in (
        (1, (), []),
        (2, (), []),
        (3, ["Pall Mall"], ["offer 1: Euston Road for Pall Mall", *offers]),
    ):
        game = moved(0, mine, [*theirs, *changed])
        game.state.turns = turn
        assert seat.manages(game) == expected


def test_what_was_received_is_not_given_back() -> None:
    game = moved(0, ["Old Kent Road", "Euston Road"], ["Bow Street", "Mayfair"])
    said = Seat(agent(0.1)).manages(game, "accept")
    assert said == ["offer 1: Old Kent Road for Bow Street", "offer 1: Euston Road for Mayfair"]


def test_two_of_different_tastes_agree() -> None:
    one, other = Seat(agent(0.5, Mayfair=0.2, Vine_Street=1.0)), Seat(agent(0.5, Mayfair=1.0, Vine_Street=0.3))
    game = moved(0, ["Mayfair"], ["Vine Street"])
    assert one.says(game) == "offer 1: Mayfair for Vine Street"
    assert other.says(play(game, "offer 1: Mayfair for Vine Street")) == "accept"
    assert one.manages(play(game, "accept")) == []


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        (["Mayfair"], ["Park Lane"], []),
        (["Park Lane"], ["Mayfair"], ["offer 1: Park Lane for Mayfair"]),
        # the last of a set counts twice: 2 * 200 > 350, and its own set too: 350 < 2 * 200
        (
            [*ORANGE[:2], "Park Lane"],
            ["Vine Street"],
            [f"offer 1: {name} for Vine Street" for name in (*ORANGE[:2], "Park Lane")],
        ),
        (ORANGE, ["Park Lane"], []),
        (ORANGE, ["Mayfair"], [f"offer 1: {name} for Mayfair" for name in ORANGE[:2]]),  # 400 > 2 * 180, not > 2 * 200
        # within a set nothing is completed
        (["Bow Street", "Marlborough Street"], ["Vine Street"], [f"offer 1: {name} for Vine Street" for name in ORANGE[:2]]),
        # a built group is not for trade
        (["Euston Road"], levels(ORANGE, 1, 1, 1), []),
    ],
)
def test_values_double_with_sets(mine: Any, theirs: Any, expected: list[str]) -> None:
    assert Seat(agent(0.3)).manages(moved(0, mine, theirs)) == expected


def answers(who: Agent, offer: str, mine: Any, theirs: Any, **more: Any) -> bool:
    """Whether seat 1 accepts an offer of seat 0."""
    seats = player(deeds=theirs, jail_cards=["chest"]), player(deeds=mine)
    return says(who, play(position(*seats, **more), offer)) == "accept"


def test_who_is_asked_judges_by_its_own_genes() -> None:
    swap = "offer 1: Euston Road for Mayfair"
    assert not answers(agent(0.2, Euston_Road=1.0, Mayfair=0.25), swap, ["Mayfair"], ["Euston Road"])
    assert answers(agent(0.2, Euston_Road=1.0, Mayfair=0.24), swap, ["Mayfair"], ["Euston Road"])
    # the last of a set counts twice, on both sides
    assert answers(agent(0.2, Euston_Road=1.0, Mayfair=0.49), swap, ["Mayfair", *LIGHT_BLUE[::2]], ["Euston Road"])
    assert not answers(agent(0.2, Euston_Road=1.0, Mayfair=0.24), swap, ["Mayfair", "Park Lane"], ["Euston Road"])


@pytest.mark.parametrize(
    ("offer", "accepts"),
    [
        ("offer 1: 201 for Mayfair", True),
        ("offer 1: 200 for Mayfair", False),
        ("offer 1: Euston Road for 49", True),
        ("offer 1: Euston Road for 50", False),
        ("offer 1: Euston Road + Strand + 41 for Mayfair", True),
        ("offer 1: Euston Road + Strand + 40 for Mayfair", False),
        ("offer 1: Euston Road + chest card for 99", True),
        ("offer 1: Euston Road + chest card for 100", False),
    ],
)
def test_offers_with_cash(offer: str, accepts: bool) -> None:
    assert answers(agent(0.5), offer, ["Mayfair"], ["Euston Road", "Strand"]) == accepts


def test_promises_are_refused() -> None:
    house = {"loans": True, "immunity": True}
    assert not answers(agent(0.5), "offer 1: Euston Road + IOU 9 for nothing", (), ["Euston Road"], switches=house)


OPENED = "offer 1: Strand for Fleet Street"


def swapped(first: tuple[float, float], second: tuple[float, float], *, openly: bool) -> str:
    """Return how a swap of the first player's Strand for the second's Fleet Street ends, given their genes for both deeds."""
    seats = [Seat(agent(0.0, Strand=genes[0], Fleet_Street=genes[1])) for genes in (first, second)]
    for seat in seats:
        seat.mind.settings[OPENLY] = openly
        for number, (strand, fleet_street) in enumerate((first, second)):
            row = OPEN_GENES + number * MOST_SQUARES
            seat.mind.settings[row + LONDON.square_number("Strand")] = strand
            seat.mind.settings[row + LONDON.square_number("Fleet Street")] = fleet_street
    game = moved(0, ["Strand"], ["Fleet Street"])
    said = seats[0].says(game)
    return seats[1].says(play(game, said)) if said == OPENED else said


@pytest.mark.parametrize(
    ("first", "second", "openly", "hidden"),
    [
        ((0.1, 1.0), (0.2, 0.5), "accept", "refuse"),  # a loss for the second, but both deeds go where they count more
        ((0.5, 0.6), (0.4, 0.3), "end", "accept"),  # both gain, but the first counts both deeds more
        ((0.5, 0.6), (0.6, 0.7), "end", "refuse"),
        ((0.2, 0.6), (0.6, 0.2), "accept", "accept"),
        ((0.6, 0.5), (0.7, 0.4), "end", "end"),  # the first would lose
        ((0.5, 0.5), (0.5, 0.5), "end", "end"),
    ],
)
def test_values_that_lie_open_decide_by_the_three_clauses_of_the_work(
    first: tuple[float, float], second: tuple[float, float], openly: str, hidden: str
) -> None:
    assert swapped(first, second, openly=True) == openly
    assert swapped(first, second, openly=False) == hidden


def test_openly_too_the_last_of_a_set_counts_twice() -> None:
    for mine, expected in (
        ([*ORANGE[:2], "Park Lane"], ["offer 1: Park Lane for Vine Street"]),  # 2 * 100 > 175
        ([*ORANGE[:1], "Park Lane"], []),
    ):
        seat = Seat(agent(0.5))
        seat.mind.settings[OPENLY] = 1.0
        seat.mind.settings[OPEN_GENES : OPEN_GENES + 2 * MOST_SQUARES] = 0.5
        seat.mind.settings[OPEN_GENES + MOST_SQUARES + LONDON.square_number("Park Lane")] = 0.6  # the other player's gene
        assert seat.manages(moved(0, mine, ["Vine Street"])) == expected


# beyond the work's rules


@pytest.mark.parametrize(("default", "cash", "expected"), [(0.5, 500, "bid 100"), (0.5, 150, "bid 74"), (0.5, 2, "pass")])
def test_sealed_bids(default: float, cash: int, expected: str) -> None:
    game = position(player(), player(cash), switches={"auction": "sealed"}, dice=[(4, 2)])
    assert says(agent(default), play(game, "roll", "decline")) == expected


def test_a_mortgaged_deed_received() -> None:
    for cash, expected in ((1500, "unmortgage Vine Street"), (200, "keep Vine Street")):
        seats = player(deeds={"Vine Street": "mortgaged"}), player(cash)
        game = play(position(*seats), "offer 1: Vine Street for nothing", "accept")
        assert says(agent(0.5), game) == expected


def test_other_boards() -> None:
    """An American deed has the gene of the same square; a board of another size has half of everything."""
    for cash, expected in ((400, "buy"), (320, "decline")):
        american = position(player(cash, 11), player(), rules="us-classic", dice=[(1, 4)])
        assert says(agent(0.1, Bow_Street=0.5), play(american, "roll")) == expected
    small = position(player(150), player(), rules="khan2019", dice=[(1,)])
    assert says(agent(0.1), play(small, "roll")) == "buy"


# granularity


TOGETHER = ("one", "groups", "deeds", "buying")
APART = ("decisions", "groups+decisions", "deeds+decisions")
GROUP_OF = {"The Angel, Islington": "light blue", "Bow Street": "orange", "Mayfair": "dark blue", "Water Works": "utilities"}


def grown(granularity: str, genes: Mapping[str, float], others: float | None = 0.0) -> Agent:
    """An agent with genes of a granularity; genes not given are all the same, or missing. By default it has no reserve."""
    chosen = find_granularity(granularity)
    same = {} if others is None else dict.fromkeys(chosen.places, others) | ({"reserve": 0.0} if granularity in APART else {})
    assert set(genes) <= set(chosen.places)
    return Agent("genes", "genes", settings_of(chosen, {**same, **genes}), "rentier.agents.pring:genes")


def gene_of(granularity: str, decision: str, deed: str) -> str:
    """Return the gene by which a decision about a deed should go."""
    grain = granularity.partition("+")[0]
    slot = {"groups": GROUP_OF[deed], "deeds": deed, "buying": deed}.get(grain, "")
    return f"{decision if granularity in APART else ''} {slot}".strip() or "all"


def at_the_angel(cash: int) -> Game:
    """The Angel may be bought, for 100."""
    return play(position(player(cash), player(), rules=RULES, dice=[(4, 2)]), "roll")


def a_deed_bid_for() -> Game:
    """Seat 1 bids for the Angel."""
    return play(position(player(), player(150), switches={"auction": "sealed"}, dice=[(4, 2)]), "roll", "decline")


def a_house_bid_for() -> Game:
    """Seat 1 bids for the last house, which could stand in Bow Street only."""
    seats = player(deeds=LIGHT_BLUE), player(150, deeds=levels(ORANGE, 0, 1, 1))
    switches = {"building_supply": "3/12", "auction": "sealed"}
    return play(position(*seats, switches=switches), "build Euston Road")


def a_mortgage_received(cash: int) -> Game:
    """Mayfair may be unmortgaged or kept mortgaged."""
    seats = player(deeds={"Mayfair": "mortgaged"}), player(cash)
    return play(position(*seats, rules="uk-classic"), "offer 1: Mayfair for nothing", "accept")


# decisions about a deed: the gene that counts, and the actions with a gene of 1 and with one of 0
DECIDED = {
    "a purchase": ("buying", "The Angel, Islington", lambda: at_the_angel(150), "buy", "decline"),
    "a bid": ("buying", "The Angel, Islington", a_deed_bid_for, "bid 100", "pass"),
    "a house": ("building", "Bow Street", lambda: moved(150, levels(ORANGE, 0, 1, 1)), "build Bow Street", "end"),
    "a bid for a house": ("building", "Bow Street", a_house_bid_for, "bid 100", "pass"),
    "a mortgage": ("unmortgaging", "Mayfair", lambda: moved(300, {"Mayfair": "mortgaged"}), "unmortgage Mayfair", "end"),
    "a mortgage received": ("unmortgaging", "Mayfair", lambda: a_mortgage_received(300), "unmortgage Mayfair", "keep Mayfair"),
    "a swap": (
        "trading",
        "Mayfair",
        lambda: moved(0, ["Old Kent Road"], ["Mayfair"]),
        "offer 1: Old Kent Road for Mayfair",
        "end",
    ),
    "an answer": (
        "trading",
        "Mayfair",
        lambda: play(moved(50, ["Mayfair"], ["Old Kent Road"]), "offer 1: Mayfair for Old Kent Road"),
        "accept",
        "refuse",
    ),
}


@pytest.mark.parametrize("granularity", granularities())
@pytest.mark.parametrize("what", DECIDED)
def test_each_decision_goes_by_its_own_gene_and_no_other(what: str, granularity: str) -> None:
    decision, deed, begun, wanted, unwanted = DECIDED[what]
    name = gene_of(granularity, decision, deed)
    high, low = grown(granularity, {name: 1.0}), grown(granularity, {name: 0.0}, 1.0)
    if granularity == "buying" and decision in ("building", "unmortgaging"):
        low = high = grown(granularity, {})  # whatever can be paid
        unwanted = wanted
    assert says(high, begun()) == wanted
    assert says(low, begun()) == unwanted


def test_where_only_buying_has_genes_whatever_can_be_paid_is_lifted_and_built() -> None:
    mine = {**levels(ORANGE, 0, 0, 0), "Old Kent Road": "mortgaged"}
    nothing_wanted = grown("buying", {})
    assert Seat(nothing_wanted).manages(moved(34 + 201, mine)) == [
        "unmortgage Old Kent Road",
        *("build Bow Street", "build Marlborough Street"),
    ]
    assert Seat(nothing_wanted).manages(moved(33, mine)) == [], "with the last of its money it does nothing"
    assert says(nothing_wanted, at_the_angel(1500)) == "decline"


@pytest.mark.parametrize("granularity", granularities())
def test_who_owes_mortgages_the_highest_gene_first_where_decisions_are_apart(granularity: str) -> None:
    def mortgages(who: Agent) -> str:
        deeds = ["Old Kent Road", "Bow Street", "Water Works"]
        return says(who, play(position(player(0, 37, deeds), player(deeds=["Mayfair"]), rules=RULES, dice=[(1, 1)]), "roll"))

    name = gene_of(granularity, "mortgaging", "Water Works")
    in_board_order = granularity in ("decisions", *TOGETHER)
    assert mortgages(grown(granularity, {name: 0.6}, 0.5)) == f"mortgage {'Old Kent Road' if in_board_order else 'Water Works'}"
    assert mortgages(grown(granularity, {name: 0.4}, 0.5)) == "mortgage Old Kent Road", "the first of equal ones"


@pytest.mark.parametrize("granularity", ["groups+decisions", "deeds+decisions"])
def test_a_building_is_sold_before_anything_is_mortgaged(granularity: str) -> None:
    who = grown(granularity, {gene_of(granularity, "mortgaging", "Water Works"): 1.0})
    deeds = {**levels(ORANGE, 1, 1, 1), "Water Works": 0}
    owing = play(position(player(0, 37, deeds), player(deeds=["Mayfair"]), rules=RULES, dice=[(1, 1)]), "roll")
    assert says(who, owing) == "sell Bow Street"


def test_a_deed_that_is_mortgaged_is_passed_over_whatever_its_gene() -> None:
    who = grown("deeds+decisions", {"mortgaging Water Works": 1.0, "mortgaging Strand": 0.5})
    deeds = {"Water Works": "mortgaged", "Old Kent Road": 0, "Strand": 0}
    owing = play(position(player(0, 37, deeds), player(deeds=["Mayfair"]), rules=RULES, dice=[(1, 1)]), "roll")
    assert says(who, owing) == "mortgage Strand"


@pytest.mark.parametrize("granularity", APART)
@pytest.mark.parametrize(("reserve", "spends"), [(0.1, True), (0.101, False)])  # of 1500, so 150 and 151
def test_a_reserve_is_left(granularity: str, reserve: float, spends: bool) -> None:
    who = grown(granularity, {"reserve": reserve}, 1.0)
    assert says(who, at_the_angel(250)) == ("buy" if spends else "decline")
    assert says(who, moved(250, levels(ORANGE, 0, 0, 0))) == ("build Bow Street" if spends else "end")
    assert says(who, moved(150 + 220, {"Mayfair": "mortgaged"})) == ("unmortgage Mayfair" if spends else "end")
    sealed = position(player(), player(200), switches={"auction": "sealed"}, dice=[(4, 2)])
    assert says(who, play(sealed, "roll", "decline")) == ("bid 50" if spends else "bid 48")


def test_a_gene_of_all_deeds_is_one_on_every_board() -> None:
    for granularity, gene in (("one", "all"), ("decisions", "buying")):
        for number, expected in ((0.9, "buy"), (0.1, "decline")):
            small = position(player(150), player(), rules="khan2019", dice=[(1,)])
            assert says(grown(granularity, {gene: number}, 0.5), play(small, "roll")) == expected


# genes that are missing


def in_game(who: Agent | str, key: int, number: int = 0) -> Seat:
    """Somebody at the beginning of a game."""
    seat = Seat(who)
    wake_mind(seat.mind, np.uint64(key), number)
    return seat


def needed(seat: Seat, granularity: str) -> set[str]:
    """The missing genes that were needed so far in its game."""
    places = find_granularity(granularity).places
    return {
        name
        for name, place in places.items()
        if int(seat.mind.memory[NEEDED + place // MOST_SQUARES]) >> place % MOST_SQUARES & 1
    }


def taste(seat: Seat, dice: tuple[int, int] = (4, 2)) -> int:
    """Return the least cash with which it buys the deed it lands on, which reveals its gene."""
    low, high = 0, 1 << 20
    while high - low > 1:
        cash = (low + high) // 2
        game = play(position(player(cash), player(), rules=RULES, dice=[dice]), "roll")
        low, high = (low, cash) if seat.says(game) == "buy" else (cash, high)
    return high


def test_a_missing_gene_is_the_same_for_the_whole_game_and_another_in_the_next() -> None:
    seat = in_game("genes:random", 7)
    first = taste(seat)
    assert taste(seat, (1, 2)) != first
    assert taste(seat) == first
    assert taste(in_game("genes:random", 7)) == first, "of the same player in the same game"
    others = [taste(in_game("genes:random", key, number)) for key, number in ((8, 0), (7, 1), (9, 0))]
    assert len({first, *others}) == 4


def test_a_missing_gene_is_any_number_from_0_to_1() -> None:
    """Over many games it is as often in each quarter: with given cash, a deed for 100 is bought if the gene is high enough."""
    games = range(50 if INTERPRETED else 200)
    for cash, share in ((400, 0.75), (200, 0.5), (134, 0.25)):
        game = at_the_angel(cash)
        bought = sum(in_game("genes:random", key).says(game) == "buy" for key in games)
        assert abs(bought / len(games) - share) < 3.5 * math.sqrt(share * (1 - share) / len(games))


def test_only_missing_genes_that_were_needed_are_noted() -> None:
    seat = in_game("genes:random", 3)
    assert needed(seat, "deeds") == set()
    seat.says(at_the_angel(150))
    assert needed(seat, "deeds") == {"The Angel, Islington"}
    seat.says(moved(0, ["Old Kent Road"], ["Mayfair"]))
    assert needed(seat, "deeds") == {"The Angel, Islington", "Old Kent Road", "Mayfair"}
    wake_mind(seat.mind, np.uint64(4), 0)
    assert needed(seat, "deeds") == set(), "a new game"


@pytest.mark.parametrize(
    ("granularity", "genes", "expected"),
    [
        ("one", {}, {"all"}),
        ("groups", {}, {"light blue"}),
        ("groups+decisions", {"buying light blue": 1.0}, {"reserve"}),
        ("deeds+decisions", {"buying The Angel, Islington": 0.0}, set()),  # it declines without needing its reserve
        ("decisions", {"buying": 1.0, "reserve": 0.0}, set()),
        ("buying", {}, {"The Angel, Islington"}),
    ],
)
def test_what_a_purchase_needs(granularity: str, genes: dict[str, float], expected: set[str]) -> None:
    seat = in_game(grown(granularity, genes, None), 3)
    seat.says(at_the_angel(150))
    assert needed(seat, granularity) == expected


def test_what_other_decisions_need() -> None:
    building = in_game(grown("buying", {}, None), 3)
    assert building.says(moved(150, levels(ORANGE, 0, 0, 0))) == "build Bow Street"
    assert needed(building, "buying") == set()
    owing = play(
        position(player(0, 37, ["Strand", "Water Works"]), player(deeds=["Mayfair"]), rules=RULES, dice=[(1, 1)]), "roll"
    )
    debtor = in_game(grown("deeds+decisions", {}, None), 3)
    debtor.says(owing)
    assert needed(debtor, "deeds+decisions") == {"mortgaging Strand", "mortgaging Water Works"}
    abroad = in_game("genes:random", 3)
    abroad.says(play(position(player(150), player(), rules="khan2019", dice=[(1,)]), "roll"))
    assert needed(abroad, "deeds") == set()


# files


def written(folder: Path, text: str) -> Path:
    """The published genes with something changed: `old -> new`."""
    old, _, new_text = text.partition(" -> ")
    published = PUBLISHED.read_text()
    assert old in published
    file = folder / "mine.toml"
    file.write_text(published.replace(old, new_text))
    return file


def test_a_file_of_genes(tmp_path: Path) -> None:
    file = written(tmp_path, '"Mayfair" = 0.932 -> mayfair = 1')
    who = parse_agent(f"genes:{file}")
    assert who.settings[39] == 1.0
    assert who.settings[:39] == read_genes(PUBLISHED)[:39]
    assert who.spec == f"genes:{file}"


@pytest.mark.parametrize(
    ("change", "says_why"),
    [
        ("Mayfair -> Mayfare", "genes.Mayfare: unknown square 'Mayfare'; did you mean 'Mayfair'?"),
        ("Mayfair -> GO", "genes.GO: square 0, 'GO', has no deed"),
        ("0.932 -> 1.5", "genes.Mayfair: 1.5 should be a number from 0 to 1"),
        ("0.932 -> -0.1", "genes.Mayfair: -0.1 should be a number from 0 to 1"),
        ("0.932 -> nan", "genes.Mayfair: nan should be a number from 0 to 1"),
        ("0.932 -> true", "genes.Mayfair: true should be a number from 0 to 1"),
        ('0.932 -> "much"', "genes.Mayfair: 'much' should be a number from 0 to 1"),
        ('"Mayfair" = 0.932 -> ', "genes.Mayfair: missing; expected a number from 0 to 1"),
        ('"Mayfair" = 0.932 -> "Mayfair" = 0.9\n"The Strand" = 0.3', "'Strand' is given twice"),
        ("[genes] -> [gene]", "genes: missing; expected a table [genes]"),
        ("[genes] -> kind = 3\n[genes]", "kind: unknown key 'kind'"),
        ("[genes] -> [genes", "not valid TOML"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, change: str, says_why: str) -> None:
    file = written(tmp_path, change)
    with pytest.raises(RentierError) as refusal:
        parse_agent(f"genes:{file}")
    assert str(file) in str(refusal.value)
    assert says_why in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RentierError, match="cannot be read"):
        parse_agent(f"genes:{tmp_path / 'nothing.toml'}")


def test_a_file_of_a_granularity(tmp_path: Path) -> None:
    for name, granularity in granularities().items():
        genes = {gene: round(0.001 * number, 3) for number, gene in enumerate(granularity.places)}
        file = tmp_path / "mine.toml"
        file.write_text(genes_text(granularity, genes))
        who = parse_agent(f"genes:{file}")
        assert who.settings == settings_of(granularity, genes), name
        assert [who.settings[place] for place in granularity.places.values()] == list(genes.values())


def test_a_deed_may_have_any_of_its_names_beside_a_decision(tmp_path: Path) -> None:
    granularity = find_granularity("deeds+decisions")
    genes = dict.fromkeys(granularity.places, 0.25)
    file = tmp_path / "mine.toml"
    file.write_text(genes_text(granularity, genes).replace('"buying Strand" = 0.250', '"buying the strand" = 0.75'))
    assert read_genes(file) == settings_of(granularity, genes | {"buying Strand": 0.75})


@pytest.mark.parametrize(
    ("granularity", "old", "new", "says_why"),
    [
        ("groups", '"groups"', '"group"', "granularity: unknown granularity 'group'; did you mean 'groups'?"),
        ("groups", '"groups"', "3", "granularity: 3 should be a text"),
        ("groups", '"groups"', '"deeds"', "genes.brown: unknown square 'brown'"),
        ("groups", "orange", "oranje", "genes.oranje: unknown gene 'oranje'; did you mean 'orange'?"),
        ("groups", '"orange" = 0.500\n', "", "genes.orange: missing; expected a number from 0 to 1"),
        ("groups", '"orange" = 0.500', '"orange" = 1.001', "genes.orange: 1.001 should be a number from 0 to 1"),
        ("one", "all", "Mayfair", "genes.Mayfair: unknown gene 'Mayfair'"),
        ("decisions", '"reserve" = 0.500\n', "", "genes.reserve: missing; expected a number from 0 to 1, as for every gene of"),
        ("decisions", "unmortgaging", "Mayfair", "genes.Mayfair: unknown gene 'Mayfair'"),
        ("deeds+decisions", "buying Mayfair", "bying Mayfair", "unknown gene 'bying Mayfair'; did you mean 'buying Mayfair'"),
        ("deeds+decisions", "buying Mayfair", "buying Mayfare", "unknown square 'Mayfare'; did you mean 'Mayfair'?"),
        ("deeds+decisions", "buying Mayfair", "Mayfair", "genes.Mayfair: unknown gene 'Mayfair'"),
        ("deeds+decisions", "buying Mayfair", "buying GO", "genes.buying GO: square 0, 'GO', has no deed"),
        ("deeds+decisions", '"buying Mayfair"', '"buying strand"', "'buying Strand' is given twice"),
    ],
)
def test_a_wrong_file_of_a_granularity(tmp_path: Path, granularity: str, old: str, new: str, says_why: str) -> None:
    chosen = find_granularity(granularity)
    text = genes_text(chosen, dict.fromkeys(chosen.places, 0.5))
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(RentierError) as refusal:
        parse_agent(f"genes:{file}")
    assert str(file) in str(refusal.value)
    assert says_why in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("which", ["mean", "best"])
def test_one_player_is_no_population(which: str) -> None:
    with pytest.raises(RentierError, match=f"holds one player; '{which}' is for a population, a .parquet file"):
        parse_agent(f"genes:{PUBLISHED},{which}")


def test_a_gene_that_nobody_had_is_a_half_in_a_file(tmp_path: Path) -> None:
    """This way the file can be played."""
    granularity = find_granularity("decisions")
    genes = {"buying": 0.25, "unmortgaging": math.nan}
    file = tmp_path / "mine.toml"
    file.write_text(genes_text(granularity, genes))
    assert read_genes(file) == settings_of(granularity, dict.fromkeys(granularity.places, NO_GENE) | {"buying": 0.25})


# populations

MISSING = math.nan


def populated(folder: Path, rows: list[list[float]], wins: list[int], games: int = 20, **metadata: str) -> Path:
    """A file of players with genes for buying, building, unmortgaging, trading, mortgaging and reserve."""
    players = Population.without_genes(list(find_granularity("decisions").places), len(rows))
    players.genes[:], players.games[:], players.wins[:] = rows, games, wins
    file = folder / "population.parquet"
    players.write(file, metadata or {"granularity": "decisions"})
    return file


ROWS = [
    [0.25, 0.5, MISSING, 0.0, MISSING, 0.125],
    [0.75, 1.0, 0.5, 0.5, MISSING, 0.375],
    [0.5, 0.75, 1.0, 0.25, MISSING, 0.25],
]


def test_a_population_plays_by_its_means_or_its_best(tmp_path: Path) -> None:
    file = populated(tmp_path, ROWS, [3, 2, 4])

    def genes_played(spec: str) -> list[float]:
        settings = parse_agent(spec).settings
        return [settings[place] for place in find_granularity("decisions").places.values()]

    means = [0.5, 0.75, 0.75, 0.25, MISSING, 0.25]  # missing genes are left out of the mean
    np.testing.assert_array_equal(genes_played(f"genes:{file}"), means)
    np.testing.assert_array_equal(genes_played(f"genes:{file},mean"), means)
    np.testing.assert_array_equal(genes_played(f"genes:{file}, best"), ROWS[2])
    np.testing.assert_array_equal(genes_played(f"genes:{populated(tmp_path, ROWS, [3, 1, 2])},best"), ROWS[0])
    assert parse_agent(f"genes:{file},best").spec == f"genes:{file},best"


def test_a_population_decides_by_its_genes(tmp_path: Path) -> None:
    file = populated(tmp_path, ROWS, [1, 5, 2])
    for spec, cash, expected in (
        (f"genes:{file}", 200 + 375, "buy"),  # 575 * 0.5 > 100, and 475 >= 375
        (f"genes:{file}", 100 + 374, "decline"),
        (f"genes:{file},best", 100 + 562, "decline"),
        (f"genes:{file},best", 100 + 563, "buy"),
    ):
        assert says(parse_agent(spec), at_the_angel(cash)) == expected


def test_an_unfinished_population_has_a_mean_but_no_best(tmp_path: Path) -> None:
    file = populated(tmp_path, ROWS, [0, 0, 0], games=0)
    assert parse_agent(f"genes:{file}").settings[0] == 0.5
    with pytest.raises(RentierError, match="have had no trial yet, so there is no best; the run is not finished"):
        parse_agent(f"genes:{file},best")


def test_what_is_no_population(tmp_path: Path) -> None:
    junk = tmp_path / "junk.parquet"
    junk.write_text("Once upon a time")
    for file, says_why in (
        (populated(tmp_path, ROWS, [1, 1, 1], granularity="groups"), "is not a population of `rentier genetic`"),
        (junk, "cannot be read as Parquet"),
        (tmp_path / "gone.parquet", "cannot be read as Parquet"),
    ):
        for spec in (f"genes:{file}", f"genes:{file},best"):
            with pytest.raises(RentierError) as refusal:
                parse_agent(spec)
            assert f"{file}: {says_why}" in str(refusal.value)
            assert "\n" not in str(refusal.value)
    for metadata in ({"granularity": "fine"}, {"players": "3"}):
        with pytest.raises(RentierError, match="is not a population"):
            parse_agent(f"genes:{populated(tmp_path, ROWS, [1, 1, 1], **metadata)}")


# whole games


@pytest.mark.parametrize("granularity", granularities())
@pytest.mark.parametrize("rules", [RULES, "uk-classic"])
def test_whole_games_of_every_granularity_are_legal(granularity: str, rules: str) -> None:
    box = load_box(rules, {"turn_cap": 120})
    games = 1 if INTERPRETED else 20
    match = play_match(box, [grown(granularity, {}, None), grown(granularity, {}, 0.9), agent()], games, 5)
    assert match.games == games


@pytest.mark.parametrize(
    ("rules", "players"),
    [(RULES, 2), (RULES, 4), ("uk-classic", 3), ("adjudicator2018", 2), ("sammul2018", 4), ("khan2019", 3)],
)
def test_whole_games_are_legal(rules: str, players: int) -> None:
    box = load_box(rules, {} if rules == "khan2019" else {"turn_cap": 120})
    others = [agent(0.6, Mayfair=0.1), agent(0.3, Vine_Street=1.0), parse_agent("random")]
    games = 2 if INTERPRETED else 40
    assert play_match(box, [agent(), *others][:players], games, 5).games == games
