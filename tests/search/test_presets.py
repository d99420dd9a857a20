"""The search plays short games under every preset, with every number of players, and all its actions are legal."""

from __future__ import annotations

import pytest

from rentier.agents.specs import Agent, parse_agent
from rentier.arena.match import play_match
from rentier.arena.play import DECISIONS
from rentier.box import load_box, preset_names
from tests.search.thinking import MODES

SHORT = {"turn_cap": 14}
OTHERS = ("aggressive", "random", "random:uniform")
# rules with special decisions, and with deeds dealt at the start so that there is something to trade
VARIANTS: dict[str, tuple[str, dict[str, object]]] = {
    "trades in full": ("uk-classic", {"deal_properties": "all"}),
    "loans and immunity": ("uk-classic", {"loans": True, "immunity": True, "deal_properties": "all", "start_cash": 300}),
    "sealed bids": ("uk-classic", {"auction": "sealed", "buying": "auction", "bid_limit": "raisable", "start_cash": 400}),
    "last buildings": ("modern", {"deal_properties": "all", "building_supply": "3/1", "start_cash": 4000}),
    "debts": ("us-classic", {"deal_properties": "all", "start_cash": 20, "rent_claim": "asked"}),
    "between turns": ("adjudicator2018", {"deal_properties": "all", "build_window": "between-turns"}),
    "three dice": ("uk-classic", {"dice": 3, "card_draw": "reshuffle", "unmortgage_on_transfer": True, "deal_properties": 4}),
    "eight": ("tournament", {"deal_properties": 3}),
}


def table(spec: str, players: int) -> list[Agent]:
    """Return a search and other agents."""
    return [parse_agent(spec), *(parse_agent(OTHERS[seat % len(OTHERS)]) for seat in range(players - 1))]


def is_played(rules: str, switches: dict[str, object], spec: str, players: int, games: int = 1) -> bool:
    """Play a match to its end; an illegal action would be an error."""
    result = play_match(load_box(rules, {**switches, **SHORT}), table(spec, players), games, 11, keep_rows=True)
    return result.rows is not None and result.games == games and bool((result.rows[:, DECISIONS] >= 10).all())


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", preset_names())
def test_the_search_plays_by_every_preset(preset: str, players: int) -> None:
    assert is_played(preset, {}, "mcts:rollouts=30", players, games=players)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_search_plays_by_other_rules(variant: str, mode: str) -> None:
    rules, switches = VARIANTS[variant]
    assert is_played(rules, switches, f"mcts:{mode},rollouts=30", 8 if variant == "eight" else 3)


@pytest.mark.parametrize(
    "spec", ["mcts:rollouts=20,cut=none", "mcts:rollouts=20,own=random,opponents=random:uniform", "mcts:ms=1"]
)
def test_the_search_plays_with_other_settings(spec: str) -> None:
    assert is_played("uk-classic", {"deal_properties": "all"}, spec, 3)


@pytest.mark.slow
def test_two_searches_play_each_other() -> None:
    box = load_box("uk-classic", {"turn_cap": 6, "deal_properties": 4})
    agents = [parse_agent("mcts:rollouts=30"), parse_agent("mcts:rollouts=20,uniform,rave,jobs=2")]
    first, again = (play_match(box, agents, 2, 3, jobs, keep_rows=True).rows for jobs in (1, 2))
    assert first is not None
    assert again is not None
    assert (first == again).all()  # whichever worker plays which table
