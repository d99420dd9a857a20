"""The players of Pring 2015: what their genes make them do position by position, files of genes, and whole games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rentier.agents.pring_genes import NO_GENE, PUBLISHED, read_genes
from rentier.agents.specs import Agent, parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.box.record import MOST_SQUARES
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.table import Game
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
    """What an agent that has just sat down does."""
    return Seat(who).says(game)


def moved(cash: int, mine: Any, theirs: Any = (), rules: str = RULES, **more: Any) -> Game:
    """After a move from GO to Jail, just visiting."""
    return play(position(player(cash, deeds=mine), player(deeds=theirs), rules=rules, dice=[(4, 6)], **more), "roll")


# buying, lifting, building


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
    assert Seat(agent(0.5)).manages(moved(430, mine)) == ["lift Old Kent Road", "build Bow Street", "build Marlborough Street"]
    assert Seat(agent(0.5)).manages(moved(505, mine)) == [
        "lift Old Kent Road",
        "lift Mayfair",  # 472 * 0.5 > 220
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


# beyond the work's rules


@pytest.mark.parametrize(("default", "cash", "expected"), [(0.5, 500, "bid 100"), (0.5, 150, "bid 74"), (0.5, 2, "pass")])
def test_sealed_bids(default: float, cash: int, expected: str) -> None:
    game = position(player(), player(cash), switches={"auction": "sealed"}, dice=[(4, 2)])
    assert says(agent(default), play(game, "roll", "decline")) == expected


def test_a_mortgaged_deed_received() -> None:
    for cash, expected in ((1500, "lift Vine Street"), (200, "keep Vine Street")):
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


# whole games


@pytest.mark.parametrize(
    ("rules", "players"),
    [(RULES, 2), (RULES, 4), ("uk-classic", 3), ("adjudicator2018", 2), ("sammul2018", 4), ("khan2019", 3)],
)
def test_whole_games_are_legal(rules: str, players: int) -> None:
    box = load_box(rules, {} if rules == "khan2019" else {"turn_cap": 120})
    others = [agent(0.6, Mayfair=0.1), agent(0.3, Vine_Street=1.0), parse_agent("random")]
    games = 2 if INTERPRETED else 40
    assert play_match(box, [agent(), *others][:players], games, 5).games == games
