"""A network as a player: position by position, with hand-made networks whose preferences are obvious; and the bundled one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.game.words import ACCEPT, REFUSE
from rentier.game_api import Game
from tests.agents.seats import Seat
from tests.agents.values import td, wishing
from tests.rules.positions import DARK_BLUE, LIGHT_BLUE, ORANGE, levels, play, player, position

RULES = "berry2013"
PLAIN = {"mortgages": False}  # these networks do not see mortgages
MISER = wishing({"money": 10.0})
LANDLORD = wishing({"money": 1.0, "Mayfair": 1.0, "Park Lane": 1.0, "Bow Street": 1.0})
COLLECTOR = wishing({"money": 10.0, "Park Lane": 0.5, "Mayfair": 0.5}, (DARK_BLUE,), 3.0)
BUILDER = wishing({"money": 1.0, **{f"houses on {street}": 2.0 for street in ORANGE}})


def at(network: Any, *players: Any, **more: Any) -> str:
    """Return the action of a network with a fresh mind."""
    return Seat(td(network)).says(position(*players, rules=RULES, **more))


# every option is tried, and so is doing nothing


@pytest.mark.parametrize(("network", "expected"), [(MISER, "decline"), (LANDLORD, "buy")])
def test_it_buys_where_owning_is_better_than_the_money(network: Any, expected: str) -> None:
    game = position(player(square="Regent Street"), player(), rules=RULES, dice=[(4, 4), (1, 2)])
    assert Seat(td(network)).says(play(game, "roll")) == expected  # on Mayfair


def test_it_builds_until_nothing_is_better() -> None:
    said = Seat(td(BUILDER, offers=0)).manages(position(player(700, deeds=ORANGE), player(), rules=RULES))
    assert sorted(said) == sorted([f"build {street}" for street in ORANGE] * 2 + ["build Bow Street"])


def test_a_miser_sells_and_mortgages_all_it_has() -> None:
    built = levels(ORANGE, 1, 1, 1)
    said = Seat(td(MISER, offers=0)).manages(position(player(0, deeds=built), player(), rules=RULES))
    assert said == [*[f"sell {street}" for street in ORANGE], *[f"mortgage {street}" for street in (ORANGE[2], *ORANGE[:2])]]


@pytest.mark.parametrize(("dislike", "expected"), [(-1.0, "pay fine"), (1.0, "roll")])
def test_it_pays_the_fine_where_it_would_rather_be_free(dislike: float, expected: str) -> None:
    network = wishing({"money": 1.0, "jail": dislike})
    assert at(network, player(jail_turns=0), player()) == expected


def test_a_debt_is_met_by_the_sale_that_leaves_most() -> None:
    game = position(
        player(150, deeds=["Bow Street", "Whitehall"]), player(deeds=["Mayfair"]), rules=RULES, dice=[(1, 3)], to_move=0
    )
    assert Seat(td(wishing({"money": 1.0}))).says(play(game, "roll")) == "mortgage Bow Street"  # the tax; it brings more


# auctions


@pytest.mark.parametrize(("network", "expected"), [(MISER, "pass"), (LANDLORD, "bid 51")])
def test_it_bids_fifty_above_the_least_where_owning_is_better(network: Any, expected: str) -> None:
    game = position(player(square="Regent Street"), player(), rules=RULES, dice=[(4, 4)])
    play(game, "roll", "decline")
    assert Seat(td(network)).says(game) == expected


def test_it_leaves_where_the_price_is_too_high() -> None:
    network = wishing({"money": 10.0, "Mayfair": 0.5})  # worth 375 to it
    game = position(player(square="Regent Street"), player(), rules=RULES, dice=[(4, 4)])
    play(game, "roll", "decline")
    seats = [Seat(td(network)), Seat(td(network))]
    while game.decision == "bid":
        game.apply(seats[game.actor or 0].says(game))
    assert 300 <= 1500 - min(game.cash) <= 400


# offers


@pytest.mark.parametrize(("cash", "expected"), [(370, "refuse"), (380, "accept")])
def test_it_accepts_what_is_better_than_things_as_they_are(cash: int, expected: str) -> None:
    network = wishing({"money": 10.0, "Mayfair": 0.5})
    game = position(player(2000), player(deeds=["Mayfair"]), rules=RULES, switches=PLAIN)
    play(game, f"offer 1: {cash} for Mayfair")
    assert Seat(td(network)).says(game) == expected


@pytest.mark.parametrize("deals", ["sets", "aggressive"])
def test_it_offers_what_the_other_gains_by_and_no_more(deals: str) -> None:
    game = position(player(2000, deeds=["Park Lane"]), player(deeds=["Mayfair"]), rules=RULES, switches=PLAIN)
    deal = Seat(td(COLLECTOR, deals)).acts(game)
    assert game.text(deal).startswith("offer 1: ")
    assert (deal.give, deal.take) == (0, 1 << 39)
    assert 375 < deal.amount <= 425, "the other loses half a point, ten points being 7500"


def test_random_deals_are_better_for_both_or_not_made() -> None:
    seat = Seat(td(COLLECTOR, offers=100))
    game = position(player(2000, deeds=["Park Lane"]), player(deeds=["Mayfair"]), rules=RULES, switches=PLAIN)
    said = seat.manages(game)
    assert any("Mayfair" in offer for offer in said)
    for offer in said:
        trial = position(player(2000, deeds=["Park Lane"]), player(deeds=["Mayfair"]), rules=RULES, switches=PLAIN)
        assert Seat(td(COLLECTOR)).says(play(trial, offer)) == "accept"


def test_it_makes_as_many_offers_a_turn_as_it_may() -> None:
    game = position(player(2000, deeds=["Park Lane"]), player(deeds=["Mayfair"]), rules=RULES, switches=PLAIN)
    assert len(Seat(td(COLLECTOR, "aggressive", offers=3)).manages(game)) == 3
    assert Seat(td(COLLECTOR, "sets", offers=0)).manages(game) == []


def test_with_checks_it_gives_nobody_a_set_for_none() -> None:
    """Section 7.8 of the work: the hand-written checks of deals."""
    generous = wishing({"money": 10.0})
    for checks, expected in ((False, ACCEPT), (True, REFUSE)):
        game = position(player(1500, deeds=LIGHT_BLUE[:2]), player(deeds=LIGHT_BLUE[2:]), rules=RULES)
        play(game, f"offer 1: 500 for {LIGHT_BLUE[2]}")
        assert Seat(td(generous, checks=checks)).acts(game).kind == expected
    game = position(player(1500, deeds=LIGHT_BLUE[:2] + ORANGE[:1]), player(deeds=LIGHT_BLUE[2:] + ORANGE[1:]), rules=RULES)
    play(game, f"offer 1: {ORANGE[0]} + 500 for {LIGHT_BLUE[2]}")
    assert Seat(td(generous, checks=True)).acts(game).kind == ACCEPT, "a set for a set"


def test_promises_it_cannot_see_are_refused() -> None:
    game = position(player(2000), player(), rules=RULES, switches={"loans": True})
    play(game, "offer 1: IOU 1000 for 200")
    assert Seat(td(MISER)).says(game) == "refuse"


# the bundled network


def test_the_network_of_the_package_plays_at_once_and_values_states() -> None:
    agent = parse_agent("td")
    assert agent.network is not None
    assert agent.network.trained["games"] > 0
    assert agent.value is not None
    result = play_match(load_box(RULES, {"round_cap": 4}), [agent, parse_agent("random")], 2, 0)
    assert result.games == 2


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="hundreds of games")
@pytest.mark.parametrize("rules", ["berry2013", "uk-classic"])
def test_the_network_of_the_package_beats_random_agents(rules: str) -> None:
    result = play_match(load_box(rules), [parse_agent("td"), *[parse_agent("random")] * 3], 40, 0, 2)
    assert result.summary.wins[0] >= 36


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("td", "td"),
        (" TD : checks ", "td:checks"),
        ("td:deals=aggressive,offers=7", "td:aggressive,offers=7"),
        ("td:sets", "td"),  # as it has learnt
        ("td:random,offers=1", "td:random,offers=1"),
    ],
)
def test_specs(spec: str, canonical: str) -> None:
    assert parse_agent(spec).spec == canonical
    assert parse_agent(canonical).spec == canonical


def test_a_network_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "miser.npz"
    MISER.write(file)
    agent = parse_agent(f"td:{file},checks")
    assert agent.spec == f"td:{file},checks"
    assert agent.network == MISER
    assert agent.settings[1] == 1


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        ("td:no-such.npz", "agent 'td:no-such.npz': no-such.npz: there is no such file"),
        ("td:deals=wild", "agent 'td:deals=wild': unknown deals 'wild'"),
        ("td:offers=-1", "agent 'td:offers=-1': offers '-1' should be a whole number from 0 to 100"),
    ],
)
def test_wrong_specs_are_one_line(spec: str, line: str) -> None:
    with pytest.raises(RentierError) as error:
        parse_agent(spec)
    assert str(error.value).startswith(line)


def test_another_board_is_refused() -> None:
    with pytest.raises(RentierError, match=r"agent 'td': the network was trained on .*; the board of 'khan2019' has other"):
        play_match(load_box("khan2019"), [parse_agent("td")] * 2, 2, 0)
    with pytest.raises(RentierError, match="agent 'td': a network sees 6 seats at most, there are 7"):
        play_match(load_box(RULES), [parse_agent("td")] * 7, 7, 0)


def test_it_looks_only_at_what_everybody_sees() -> None:
    """The same state with different luck gives the same decision."""
    games = [Game.new(3, RULES, seed) for seed in (1, 1)]
    games[1]._luck.key ^= games[1]._luck.key
    said = [Seat("td:sets").says(game) for game in games]
    assert said[0] == said[1]
