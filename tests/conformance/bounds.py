"""Games of every preset with two and eight players, and of the widest board, for a run with bounds checking on.

`NUMBA_BOUNDSCHECK=1 python -m tests.conformance.bounds` compiles the rules anew, plays, and prints the number of games.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numba

from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import Box, load_box, preset_names
from rentier.box.record import MOST_SEATS

from .wide import UNUSUAL, wide_box

SPECS = ("random", "reserve:50,0", "random:uniform", "reserve:350,150")
GAMES = 24


def play(box: Box, players: int, games: int) -> int:
    """Play games to their end; return how many."""
    agents = [parse_agent(SPECS[seat % len(SPECS)]) for seat in range(players)]
    return play_match(box, agents, games, seed=3).games


def main() -> None:
    assert numba.config.BOUNDSCHECK, "bounds are not being checked"
    played = 0
    for preset in preset_names():
        for players in (2, MOST_SEATS):
            played += play(load_box(preset, {"offers_per_turn": 3, "turn_cap": 1000}), players, GAMES)
    with tempfile.TemporaryDirectory() as folder:
        played += play(wide_box(Path(folder), UNUSUAL), MOST_SEATS, GAMES)
    print(played)


if __name__ == "__main__":
    main()
