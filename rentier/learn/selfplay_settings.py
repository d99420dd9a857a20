"""The settings of learning by self-play at many tables.

Nothing here plays or needs PyTorch, so that wrong settings are refused before anything is compiled.
"""

from __future__ import annotations

from dataclasses import dataclass

from rentier.arena.limits import MOST_SEED
from rentier.errors import RentierError
from rentier.learn.settings import check_layers, check_settings, setting
from rentier.network.shape import SEATS

KIND = "selfplay"  # in the catalogue
MOST_GAMES = 1_000_000_000
DEVICES = ("auto", "cpu", "cuda")


@dataclass(frozen=True)
class SelfplaySettings:
    """The settings of a training."""

    rules: tuple[str, ...] = setting(
        ("uk-classic",), "Rules to play by; repeatable, each game draws one.", metavar="PRESET|FILE"
    )
    fewest: int = setting(4, "Seats at a table, the fewest.", least=2, most=SEATS)
    most: int = setting(4, "Seats at a table, the most.", least=2, most=SEATS)
    turns: int = setting(500, "Turns after which a game is a draw; 0: as the rules say.", least=0, most=1_000_000)
    dealt: int = setting(4, "Every second game begins with so many deeds dealt to each; 0: none does.", least=0, most=14)
    hidden: tuple[int, ...] = setting((512, 256), "Nodes of each hidden layer.", metavar="N,N")
    games: int = setting(10_000_000, "Games to learn from.", least=1, most=MOST_GAMES)
    tables: int = setting(32_768, "Games that are played at once.", least=1, most=1_000_000)
    window: int = setting(32, "Choices at each table between two times of learning.", least=2, most=1024)
    batch: int = setting(16_384, "States that move the weights together.", least=1, most=1_000_000)
    lambda_: float = setting(0.95, "How far targets look ahead: 0 a choice, 1 to the end.", option="lambda", least=0, most=1)
    rate: float = setting(0.001, "How far weights move (Adam).", above=0, most=1)
    last_rate: float = setting(0.0001, "The same at the end.", above=0, most=1)
    mean: float = setting(0.999, "How slowly the network that plays follows the one that learns.", least=0, most=0.999999)
    explore: float = setting(0.02, "Share of choices made at random.", least=0, most=1)
    swaps: int = setting(3, "Swaps of deeds thought of in a turn, each at eight prices.", least=0, most=7)
    seed: int = setting(0, "Same seed, same games.", least=0, most=MOST_SEED)

    def check(self) -> None:
        """Refuse what cannot be learnt, in one line."""
        check_settings(self)
        check_layers(self.hidden)
        if not self.rules:
            raise RentierError("rules: there should be at least one preset")
        if self.fewest > self.most:
            raise RentierError(f"fewest: {self.fewest} should not exceed most, {self.most}")

    @property
    def players(self) -> int:
        """Seats at the tables that it is evaluated at."""
        return self.most
