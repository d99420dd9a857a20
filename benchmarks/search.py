"""Measure the speed of the search and of the odds, on one core.

    python benchmarks/search.py

Sammul 2018 gives 10 to 20 seconds for the 10 000 typed rollouts of one decision (Java, one core of 2.4 GHz). Here the decision
is the first with a choice in a game under his rules, and the search is the default one, then his own: rollouts to the end of
the game, the player's own moves at random, all candidates at once. The odds are those in the middle of a game.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

import numpy as np

from rentier.agents.specs import parse_agent
from rentier.arena.tables import Sitting
from rentier.game_api import Game
from rentier.search.mcts import searcher
from rentier.search.odds import OddsTable

RULES = "sammul2018"
SWITCHES = {"turn_cap": 1000, "offers_per_turn": 3}
SEED = 7
REPEATS = 5
ROLLOUTS = 10_000
SEARCHES = {"default": f"mcts:rollouts={ROLLOUTS}", "the work's": f"mcts:rollouts={ROLLOUTS},cut=none,own=random,widen=1"}
ODDS_ROLLOUTS = 2000
MIDDLE = 10  # the round in which the odds are estimated
PLAYER = "aggressive"


def played(rules: str, until: Callable[[Game], bool]) -> Game:
    """Play a game of four aggressive agents up to a moment."""
    game = Game.new(4, rules, SEED, SWITCHES if rules == RULES else None)
    sitting = Sitting(game.box, [parse_agent(PLAYER)] * 4, SEED)
    while not until(game):
        game.apply(sitting.decide(game.state))
    return game


def time_search(name: str, spec: str) -> None:
    """Search the same decision several times, after a warm-up, and print the median."""
    game = played(RULES, lambda game: len(game.legal_actions()) > 1)
    efforts = []
    for _repeat in range(REPEATS + 1):
        search = searcher(spec)
        search.begin(np.uint64(SEED))
        efforts.append(search.think(game.box, game.state).effort)
    seconds = statistics.median(effort.seconds for effort in efforts[1:])
    rollouts, nodes = efforts[0].rollouts, efforts[0].nodes
    speed = f"{rollouts / seconds:,.0f} rollouts/s, {nodes / seconds:,.0f} nodes/s"
    print(f"{name} search ({spec}), seat {game.actor} to {game.decision}: {rollouts:,} rollouts in {seconds:.2f} s, {speed}")


def time_odds(rules: str) -> None:
    """Estimate the odds of the same position several times, after a warm-up, and print the median."""
    game = played(rules, lambda game: game.round == MIDDLE)
    table = OddsTable(game.box, [parse_agent(PLAYER)])
    asked = [table.odds(game.state, ODDS_ROLLOUTS) for _repeat in range(REPEATS + 1)]
    seconds = statistics.median(found.seconds for found in asked[1:])
    print(f"odds under {rules}, round {MIDDLE}, four {PLAYER}: {ODDS_ROLLOUTS:,} rollouts in {seconds:.2f} s")


def main() -> None:
    for name, spec in SEARCHES.items():
        time_search(name, spec)
    print("(Sammul 2018: 10 to 20 s for as many typed rollouts)")
    for rules in (RULES, "uk-classic"):
        time_odds(rules)


if __name__ == "__main__":
    main()
