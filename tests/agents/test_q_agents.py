"""`phase4` and `bailis-q` position by position, with networks that always prefer the same option; and under every preset."""

from __future__ import annotations

import numpy as np
import pytest

from rentier.agents.adjudicator_phase4 import ANSWERING, BIDDING, BUILDING, BUYING, LEAVING_JAIL, SELLING
from rentier.agents.q_choices import CHOSEN, DECISIONS_MADE, EXPLORED, KIND, LEGAL
from rentier.agents.specs import Agent, parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.box.reading import built_in_names
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.network.shape import ANSWERS
from rentier.network.weights import Network
from tests.agents.seats import Seat
from tests.rules.positions import DARK_BLUE, ORANGE, levels, play, player, position

RULES = "adjudicator2018"
HOMES = {
    "phase4": "rentier.agents.adjudicator_phase4:phase4",
    "bailis-q": "rentier.agents.bailis_q:decide",
}
ASK = {"phase4": "decisions", "phase4-as-printed": "decisions", "bailis-q": "groups"}


def preferring(name: str, *options: tuple[int, int, float], explore: float = 0.0) -> Agent:
    """An agent whose networks ignore their inputs and give one option of a kind this value, and all others 0."""
    network = Network.new(load_box("uk-classic"), "coverage", (2,), "relu", 0, ANSWERS[ASK[name]])
    network.weights[:] = 0
    size = len(network.weights) // network.networks
    first = (network.inputs + 1) * 2
    for kind, option, worth in options:
        network.weights[kind * size + first + option] = worth
    return Agent(f"{name} (by hand)", name, (explore,), HOMES[name], network=network)


def phase4(*options: tuple[int, int, float]) -> Seat:
    """A seat of phase4."""
    return Seat(preferring("phase4", *options))


def bailis(*options: tuple[int, float]) -> Seat:
    """A seat of bailis-q."""
    return Seat(preferring("bailis-q", *((0, option, worth) for option, worth in options)))


def group_of(game: Game, deed: str) -> int:
    """The number of a deed's group."""
    names = [square.name for square in game.box.board.squares]
    return int(game.box.record.group[names.index(deed)])


# phase4


@pytest.mark.parametrize(("option", "expected"), [(0, "decline"), (1, "buy")])
def test_it_buys_or_not(option: int, expected: str) -> None:
    game = play(position(player(500, "Bow Street"), player(), dice=[(1, 2)]), "roll")
    assert phase4((BUYING, option, 1)).says(game) == expected


def test_what_it_cannot_pay_is_no_decision() -> None:
    game = play(position(player(100, "Bow Street"), player(), dice=[(1, 2)]), "roll")
    seat = phase4((BUYING, 1, 1))
    assert seat.says(game) == "decline"
    assert seat.mind.memory[DECISIONS_MADE] == 0


@pytest.mark.parametrize(("option", "expected"), [(0, "roll"), (1, "pay fine"), (2, "use card")])
def test_it_leaves_jail_as_it_likes(option: int, expected: str) -> None:
    game = position(player(jail_turns=0, jail_cards=["chance"]), player())
    assert phase4((LEAVING_JAIL, option, 1)).says(game) == expected


def test_of_options_only_the_legal_ones_count() -> None:
    seat = phase4((LEAVING_JAIL, 2, 5), (LEAVING_JAIL, 1, 1))
    assert seat.says(position(player(jail_turns=0), player())) == "pay fine"
    assert (seat.mind.memory[KIND], seat.mind.memory[CHOSEN], seat.mind.memory[LEGAL]) == (LEAVING_JAIL, 1, 3)
    assert seat.mind.memory[EXPLORED] == 0


@pytest.mark.parametrize(("option", "expected"), [(0, "refuse"), (1, "accept")])
def test_it_answers_offers(option: int, expected: str) -> None:
    game = play(position(player(), player(deeds=[DARK_BLUE[0]])), f"offer 1: 50 for {DARK_BLUE[0]}")
    assert phase4((ANSWERING, option, 1)).says(game) == expected


@pytest.mark.parametrize(("option", "expected"), [(0, "pass"), (1, "bid 50"), (4, "bid 200")])
def test_it_bids_by_fifties_into_an_envelope(option: int, expected: str) -> None:
    game = position(player(500, "Go"), player(), rules=RULES, dice=[(1, 2)])
    play(game, "roll", "decline")
    assert phase4((BIDDING, option, 1)).says(game) == expected


def test_aloud_it_bids_up_to_its_amount() -> None:
    """The amount is chosen once."""
    game = play(position(player(), player(), player(), dice=[(1, 2)]), "roll", "decline")
    seat = phase4((BIDDING, 2, 1))
    said = []
    while game.decision == "bid":
        action = seat.says(game) if game.actor == 1 else f"bid {int(game.state.high_bid) + 20}"
        said += [action] if game.actor == 1 else []
        if game.actor != 1 and game.state.high_bid > 150:
            action = "pass"
        game.apply(action)
    assert [text.split()[0] for text in said] == [*["bid"] * (len(said) - 1), "pass"]
    assert max(int(text.split()[1]) for text in said[:-1]) <= 100
    assert seat.mind.memory[DECISIONS_MADE] == 1


@pytest.mark.parametrize("houses", [0, 1, 3])
def test_it_builds_so_many_houses_at_a_time_and_evenly(houses: int) -> None:
    game = position(player(1500, deeds=ORANGE), player(0), switches={"trade_menu": "none"})
    said = phase4((BUILDING, houses, 1)).manages(game)
    assert len(said) == houses
    assert all(text.startswith("build ") for text in said)
    assert len(set(said)) == houses


def test_it_builds_what_it_can_pay() -> None:
    game = position(player(250, deeds=ORANGE), player(0), switches={"trade_menu": "none"})
    assert len(phase4((BUILDING, 3, 5), (BUILDING, 2, 1)).manages(game)) == 2


def test_it_sells_houses_for_a_debt_or_mortgages() -> None:
    assert phase4((SELLING, 0, 1)).says(debt()) == "mortgage Strand"
    game, seat = debt(), phase4((SELLING, 2, 1))
    for _house in range(2):
        assert game.decision == "raise"
        said = seat.says(game)
        assert said.startswith("sell ")
        play(game, said)
    assert seat.mind.memory[DECISIONS_MADE] == 1


def debt() -> Game:
    """Seat 0 owes 200 and has a set with houses and a deed to mortgage."""
    mine = {**levels(ORANGE, 2, 2, 2), "Strand": 0}
    return play(position(player(0, deeds=mine), player(), dice=[(1, 3)], switches={"trade_menu": "none"}), "roll")


# bailis-q


def test_it_spends_on_a_group_buying_and_building() -> None:
    game = play(position(player(500, "Bow Street"), player(), dice=[(1, 2)]), "roll")
    spend = 1 + 2 * group_of(game, "Vine Street")
    assert bailis((1 + 2 * int(game.box.record.group[int(game.state.square[0])]), 1)).says(game) == "buy"
    assert bailis((0, 1)).says(game) == "decline"
    built = position(player(250, deeds=ORANGE), player(0), switches={"trade_menu": "none"})
    said = bailis((spend, 1)).manages(built)
    assert [text.split()[0] for text in said] == ["build", "build"]


def test_it_raises_money_from_a_group_and_does_not_spend_it_there_again() -> None:
    game = position(player(500, deeds=levels(ORANGE, 1, 1, 1)), player(), switches={"trade_menu": "none"})
    group = group_of(game, ORANGE[0])
    said = bailis((2 + 2 * group, 2), (1 + 2 * group, 1)).manages(game)
    assert [text.split()[0] for text in said] == ["sell"] * 3 + ["mortgage"] * 3


def test_a_debt_is_met_from_the_group_it_likes() -> None:
    game = debt()
    assert bailis((2 + 2 * group_of(game, "Strand"), 1)).says(game) == "mortgage Strand"
    assert bailis((2 + 2 * group_of(game, ORANGE[0]), 1)).says(game).startswith("sell ")


def test_it_never_trades() -> None:
    game = play(position(player(), player(deeds=[DARK_BLUE[0]])), f"offer 1: 1000 for {DARK_BLUE[0]}")
    assert bailis((1, 1)).says(game) == "refuse"


# both


@pytest.mark.parametrize("name", HOMES)
@pytest.mark.parametrize("rules", [name for name in built_in_names("presets") if not name.startswith("khan")])
def test_whatever_it_chooses_is_legal_under_any_rules(rules: str, name: str) -> None:
    """An illegal action would be an error."""
    box = load_box(rules, {"turn_cap": 60})
    wild = preferring(name, explore=1.0)
    for players in (2, 5):
        play_match(box, [wild, *[parse_agent("random")] * (players - 2), wild], 2 * players, 3)


@pytest.mark.parametrize("name", HOMES)
def test_exploring_takes_every_legal_option(name: str) -> None:
    game = play(position(player(500, "Bow Street"), player(), dice=[(1, 2)]), "roll")
    seat = Seat(preferring(name, explore=1.0))
    said = []
    for draw in range(30):
        seat.mind.draws = draw
        said.append(seat.says(game))
    assert set(said) == {"buy", "decline"}
    assert seat.mind.memory[DECISIONS_MADE] == 30


@pytest.mark.parametrize("name", ASK)
def test_the_networks_of_the_package(name: str) -> None:
    agent = parse_agent(name)
    assert agent.network is not None
    agent.network.check_answers(ANSWERS[ASK[name]], load_box(RULES))
    assert np.isfinite(agent.network.weights).all()
    assert agent.network.trained["q"]["agent"] == name
    assert parse_agent(f"{name}:").spec == name
    with pytest.raises(RentierError, match=f"agent '{name}:none.npz': none.npz: there is no such file"):
        parse_agent(f"{name}:none.npz")
    with pytest.raises(RentierError, match="has other squares, prices or rents"):
        play_match(load_box("khan2019"), [agent] * 2, 2, 0)


@pytest.mark.parametrize("name", ["phase4", "phase4-as-printed"])
def test_phase4_beats_phase1_and_phase2(name: str) -> None:
    """It wins far more than half of the games, with the seats swapped."""
    for other in ("phase1", "phase2"):
        result = play_match(load_box(RULES), [parse_agent(name), parse_agent(other)], 60, 4)
        assert result.summary.wins[0] > 40
