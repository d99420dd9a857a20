"""Settings of self-play in parallel games.

This module neither plays nor needs PyTorch, so that invalid settings are refused before anything is compiled.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from rentier.arena.limits import MOST_SEED
from rentier.box import Box, load_box
from rentier.errors import RentierError, unknown
from rentier.learn.settings import check_layers, check_settings, setting
from rentier.network.shape import SEATS
from rentier.selfplay.positions import find_starts
from rentier.selfplay.scripted import SCRIPTED

KIND = "selfplay"  # in the catalogue
MOST_GAMES = 1_000_000_000
DEVICES = ("auto", "cpu", "cuda")


@dataclass(frozen=True)
class SelfplaySettings:
    """The settings of a training run."""

    rules: tuple[str, ...] = setting(
        ("uk-classic",), "Rules to play by; repeatable: each game draws one at random.", metavar="PRESET|FILE"
    )
    min_players: int = setting(4, "Fewest players at a table.", least=2, most=SEATS)
    max_players: int = setting(4, "Most players at a table.", least=2, most=SEATS)
    turns: int = setting(500, "Turns after which a game is a draw; 0: the limit of the rules.", least=0, most=1_000_000)
    dealt: int = setting(4, "Deeds dealt to each player at the start of half the games; 0: never.", least=0, most=14)
    scatter: float = setting(
        0.2,
        "Share of games that start mid-game: with random deeds and cash, a set for everybody, or free deeds for some.",
        least=0,
        most=1,
    )
    start: tuple[str, ...] = setting(
        (), "Starting position for the --start-share of games; repeatable: one is drawn.", metavar="FILE"
    )
    start_share: float = setting(0.0, "Share of games that begin at a --start position.", least=0, most=1)
    past: float = setting(0.2, "Share of games in which past versions of the network play some seats.", least=0, most=1)
    works: float = setting(0.1, "Share of games in which scripted agents play some seats.", least=0, most=1)
    scripted: tuple[str, ...] = setting(
        ("bot", "phase2", "aggressive", "reserve"),
        f"Scripted agent that may play in the --works share of games: {', '.join(SCRIPTED)}; repeatable.",
        metavar="AGENT",
    )
    hidden: tuple[int, ...] = setting((512, 256), "Nodes of each hidden layer.", metavar="N,N")
    begin: str = setting("", "Initial weights; layer sizes must match.", metavar="FILE")
    games: int = setting(10_000_000, "Games to train on.", least=1, most=MOST_GAMES)
    at_once: int = setting(0, "Games played in parallel; 0: 65,536 on a GPU, 1,024 on a CPU.", least=0, most=1_000_000)
    window: int = setting(64, "Choices in each game between two rounds of learning.", least=2, most=1024)
    batch: int = setting(0, "Mini-batch size; 0: 65,536 on a GPU, 2,048 on a CPU.", least=0, most=1_000_000)
    passes: float = setting(1.0, "Epochs over each window; 0.25 trains on a random quarter of it.", above=0, most=16)
    lambda_: float = setting(
        0.98, "Lambda of TD(lambda): 0 looks one choice ahead, 1 to the end of the window.", option="lambda", least=0, most=1
    )
    rate: float = setting(0.001, "Learning rate of Adam.", above=0, most=1)
    last_rate: float = setting(0.0001, "Learning rate at the end; it decays exponentially.", above=0, most=1)
    ema: float = setting(0.999, "Decay of the moving average of the weights; the average plays.", least=0, most=0.999999)
    explore: float = setting(0.02, "Share of choices made at random (epsilon).", least=0, most=1)
    swaps: float = setting(
        3.0,
        "Trades considered per turn, each with up to eight amounts of cash; 0.5: one every other turn.",
        least=0,
        most=7,
    )
    offers: int = setting(1, "Maximum number of offers per player and turn.", least=0, most=100)
    seed: int = setting(0, "Random seed; on a CPU the same seed gives the same network.", least=0, most=MOST_SEED)

    def check(self) -> None:
        """Refuse invalid settings, in one line."""
        check_settings(self)
        check_layers(self.hidden)
        if not self.rules:
            raise RentierError("rules: there should be at least one preset")
        if self.min_players > self.max_players:
            raise RentierError(f"min players: {self.min_players} should not be more than max players, {self.max_players}")
        if not self.scripted:
            raise RentierError("scripted: there should be at least one agent")
        for name in self.scripted:
            if name not in SCRIPTED:
                raise RentierError(f"scripted: {unknown('agent', name, SCRIPTED)}")
        if self.past + self.works > 1:
            raise RentierError(f"past and works: {self.past:g} and {self.works:g} should not add up to more than 1")
        if self.start_share and not self.start:
            raise RentierError(f"start share: {self.start_share:g} needs a position to begin at; name one with --start")
        if self.start and not self.start_share:
            raise RentierError("start: no game would begin there; set --start-share above 0, such as 0.2")
        find_starts(self.start, boxes_of(self), self.table_sizes)

    @property
    def players(self) -> int:
        """Players at a table in evaluations."""
        return self.max_players

    @property
    def table_sizes(self) -> range:
        """Numbers of players at a table in training."""
        return range(self.min_players, self.max_players + 1)


def boxes_of(settings: SelfplaySettings) -> tuple[Box, ...]:
    """Return the boxes of a training run: each of its rules, followed by the same rules with deeds dealt at the start."""
    dealt = [{}, {"deal_properties": settings.dealt}] if settings.dealt else [{}]
    limit = {"turn_cap": settings.turns} if settings.turns else {}
    return tuple(load_box(rules, {**limit, **more}) for rules, more in itertools.product(settings.rules, dealt))
