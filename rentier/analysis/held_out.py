"""Held-out positions: a network's probabilities of winning compared with the win rates of rollouts.

    error = held_out_error(parse_agent("selfplay"))

`held_out.toml` has one position from each of 100 games of four `td`, and for each seat the share of rollouts by four `bot` that
it won. `python -m scripts.held_out` made it. No training of this project learns from these games.
"""

from __future__ import annotations

import functools
import math
import tomllib
from importlib import resources
from typing import NamedTuple

from rentier.agents.specs import Agent, check_win_probabilities
from rentier.analysis.valuations import values_of
from rentier.game_api import Game

NOW = "now"


class HeldOut(NamedTuple):
    """A position, and the share of rollouts that each seat won."""

    game: Game
    shares: tuple[float, ...]


@functools.cache
def held_out() -> tuple[HeldOut, ...]:
    """Return all held-out positions."""
    text = resources.files("rentier.analysis").joinpath("held_out.toml").read_text(encoding="utf-8")
    saved = tomllib.loads(text)["position"]
    return tuple(HeldOut(Game.from_position(one["state"], seed=0), tuple(one["shares"])) for one in saved)


def held_out_error(network: Agent) -> float:
    """Return the root mean square error of a network's win probabilities against these shares, over the seats in play."""
    check_win_probabilities(network)
    squares = []
    for game, shares in held_out():
        for seat, share in enumerate(shares):
            if game.state.fallen[seat] == 0:
                chance = values_of(network, game.box, {NOW: game.state}, seat)[NOW]
                squares.append((chance - share) ** 2)
    return math.sqrt(sum(squares) / len(squares))
