"""The odds of a position: certain results, symmetric positions, and reproducibility."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rentier.agents.specs import parse_agent
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.search.odds import CHUNK, Odds, OddsTable, odds
from rentier.search.thoughts import interval
from tests.rules.positions import DARK_BLUE, LIGHT_BLUE, PINK, levels, player, position
from tests.search.thinking import finish, middle_game

AGGRESSIVE = parse_agent("aggressive")
RICH = player(900, 4, levels(DARK_BLUE, 3, 3) | dict.fromkeys(PINK, 0))
POOR = player(250, 12, dict.fromkeys(LIGHT_BLUE, 0))
CAPPED = {"turn_cap": 40, "cap": "worth"}
CIRCLES = """from rentier.agents.mind import agent, plain
from rentier.game.words import UNMORTGAGE, MORTGAGE
@agent
def decide(box, game, mind):
    return plain(UNMORTGAGE if game.mortgaged else MORTGAGE, 1, 0)
"""


def shares(found: Odds) -> list[float]:
    """Return the win probability of each seat."""
    return [seat.share for seat in found.seats]


def same(first: Odds, second: Odds) -> bool:
    """Whether two results are equal except for their time."""
    return first.as_dict() | {"seconds": 0} == second.as_dict() | {"seconds": 0}


def test_mirrored_positions_have_mirrored_odds() -> None:
    here = position(RICH, POOR, to_move=0)
    there = position(POOR, RICH, to_move=1, first=1)
    first = odds(here.box, here.state, [AGGRESSIVE], 3000, seed=1)
    second = odds(there.box, there.state, [AGGRESSIVE], 3000, seed=2)
    for seat, mirrored in zip(first.seats, reversed(second.seats), strict=True):
        assert seat.low < mirrored.high
        assert mirrored.low < seat.high
    assert first.seats[0].share > 0.6


def test_all_games_are_counted_and_intervals_hold_what_they_are_about() -> None:
    game = Game.new(3, "uk-classic", 4, {"turn_cap": 60, "cap": "draw"})
    found = odds(game.box, game.state, [AGGRESSIVE], 700)
    assert found.draws > 0
    assert found.endless == 0
    assert sum(shares(found)) + found.draws / found.rollouts == pytest.approx(1)
    assert all(0 <= seat.low <= seat.share <= seat.high <= 1 for seat in found.seats)


def test_many_games_are_surer_than_few() -> None:
    game = middle_game()
    wide, narrow = (odds(game.box, game.state, [AGGRESSIVE], rollouts).seats[0] for rollouts in (100, 2000))
    assert narrow.high - narrow.low < wide.high - wide.low


def test_a_stronger_agent_has_the_better_odds() -> None:
    game = Game.new(2, "uk-classic", 4, CAPPED)
    idle = parse_agent("reserve:100000,0")
    found = odds(game.box, game.state, [idle, AGGRESSIVE], 400)
    assert found.seats[1].low > 0.6
    assert [seat.agent for seat in found.seats] == [idle.spec, AGGRESSIVE.spec]


def test_a_game_that_is_over_is_told_at_once() -> None:
    game = finish(middle_game(CAPPED), ["aggressive", "aggressive"])
    found = odds(game.box, game.state, [AGGRESSIVE])
    assert found.rollouts == 0
    assert shares(found) == [float(seat in game.winners) for seat in range(2)]
    assert all(seat.low == seat.share == seat.high for seat in found.seats)


def test_a_shared_win_counts_by_its_share() -> None:
    game = position(player(), player(), player(), decision="over", winners=[0, 2], switches={"turn_cap": 5, "cap": "worth"})
    assert shares(odds(game.box, game.state, [AGGRESSIVE])) == [0.5, 0, 0.5]


def test_the_bankrupt_cannot_win() -> None:
    game = position(RICH, {"bankrupt": 1}, POOR)
    found = odds(game.box, game.state, [AGGRESSIVE], 300)
    assert (found.seats[1].share, found.seats[1].low, found.seats[1].high) == (0, 0, 0)
    assert shares(found)[0] > shares(found)[2] > 0


def test_the_same_seed_gives_the_same_odds_on_any_number_of_jobs() -> None:
    game = middle_game()
    rollouts = 3 * CHUNK + 17
    table = OddsTable(game.box, [AGGRESSIVE])
    first = table.odds(game.state, rollouts, seed=5)
    assert same(first, table.odds(game.state, rollouts, seed=5, jobs=2))
    assert same(first, odds(game.box, game.state, [AGGRESSIVE] * 2, rollouts, seed=5, jobs=3))
    assert not same(first, table.odds(game.state, rollouts, seed=6))
    assert same(first, table.odds(game.state, rollouts, seed=5)), "nothing is left over from what was asked before"


def test_the_state_is_not_changed() -> None:
    game = middle_game()
    before = game.state.tobytes()
    odds(game.box, game.state, [AGGRESSIVE], 50)
    assert game.state.tobytes() == before


def test_hidden_luck_does_not_matter() -> None:
    first = middle_game(dice=[(6, 6), (1, 2)], chance=["to_go"])
    second = middle_game(dice=[(1, 1)])
    assert same(*(odds(game.box, game.state, [AGGRESSIVE], 300) for game in (first, second)))


def test_odds_in_the_middle_of_an_auction_in_envelopes() -> None:
    game = Game.new(3, "uk-classic", 1, {"auction": "sealed", "turn_cap": 30, "cap": "worth"})
    while game.decision != "bid":
        actions = [str(action) for action in game.legal_actions()]
        game.apply("decline" if "decline" in actions else "end" if "end" in actions else "roll")
    game.apply("bid 10")
    found = odds(game.box, game.state, [AGGRESSIVE], 200)
    assert sum(shares(found)) == pytest.approx(1)


@pytest.mark.skipif(INTERPRETED, reason="a million decisions")
def test_a_game_that_never_ends_is_a_draw(tmp_path: Path) -> None:
    file = tmp_path / "circles.py"
    file.write_text(CIRCLES)
    game = position(player(1500, 0, ["Old Kent Road"]), player(), switches={"mortgage_interest": 0})
    found = odds(game.box, game.state, [parse_agent(str(file))], 2)
    assert (found.draws, found.endless, shares(found)) == (2, 2, [0, 0])


def test_an_agent_that_breaks_the_rules_is_named(tmp_path: Path) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(
        "from rentier.agents.mind import agent, plain\n@agent\ndef decide(box, game, mind):\n    return plain(2, 0, 0)\n"
    )
    game = middle_game()
    with pytest.raises(RentierError, match=r"cheat.py' played an illegal action in a rollout, .* of seat 1: 'buy': ") as error:
        odds(game.box, game.state, [AGGRESSIVE, parse_agent(str(file))], 600, jobs=2)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("agents", "settings", "says"),
    [
        (["mcts"], {}, "agent 'mcts' thinks in Python; only compiled agents play in rollouts"),
        (["aggressive", "mcts:rollouts=5"], {}, "only compiled agents"),
        (["aggressive"] * 3, {}, "3 are named for 2 seats"),
        ([], {}, "0 are named"),
        (["aggressive"] * 9, {}, "9 are named"),
        (["aggressive"], {"rollouts": 0}, "rollouts: 0 should be a whole number from 1"),
        (["aggressive"], {"rollouts": 2.5}, "rollouts: 2.5 should be"),
        (["aggressive"], {"jobs": 0}, "jobs: 0 should be"),
        (["aggressive"], {"seed": -1}, "seed: -1 should be"),
    ],
)
def test_what_is_wrong_is_refused(agents: list[str], settings: dict[str, int], says: str) -> None:
    game = middle_game()
    with pytest.raises(RentierError, match=says):
        odds(game.box, game.state, [parse_agent(spec) for spec in agents], **settings)


def test_the_interval_of_games_won_and_lost_is_wilsons() -> None:
    assert interval(np.array([100.0, 0, 0])) == pytest.approx((0, 0, 0.037), abs=1e-4)
    assert interval(np.array([100.0, 100, 100])) == pytest.approx((1, 0.963, 1), abs=1e-4)
    assert interval(np.array([10.0, 4, 4])) == pytest.approx((0.4, 0.1682, 0.6873), abs=1e-4)


def test_the_interval_of_values_goes_by_their_spread() -> None:
    values = np.tile([0.4, 0.5], 200)
    mean, low, high = interval(np.array([len(values), values.sum(), (values**2).sum()]))
    assert mean == pytest.approx(0.45)
    assert 0.005 < mean - low < 0.02
    assert 0.005 < high - mean < 0.02
    _, low, high = interval(np.array([1, 0.5, 0.25]))
    assert high - low > 0.3, "one game says little"
