"""The settings of temporal difference learning (Berry 2013, sections 5 and 6.2).

Nothing here plays, so that wrong settings are refused before anything is compiled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from rentier.agents.catalogue import AgentKind, agent_kinds
from rentier.arena.limits import MOST_GAMES, check_number, check_seed
from rentier.errors import RentierError, unknown
from rentier.network.shape import ACTIVATIONS, MOST_LAYERS, MOST_NODES, SEATS, read_features

KIND = "td"  # in the catalogue
PAYOFFS = ("flat", "limit-half", "sliding", "rank")
STARTS = ("normal", "random", "sets", "gifts")
VIEWS = ("all", "own")
MOST_AT_ONCE = 256


@dataclass(frozen=True)
class Learning:
    """The settings of a training. What the work says of its own is in parentheses."""

    rules: tuple[str, ...] = ("berry2013",)  # games alternate between them
    players: int = 4  # at a table (sections 4 and 7)
    features: str = "berry"  # what the network sees (section 6.2.2): see `rentier.network.features`
    hidden: tuple[int, ...] = (80,)  # nodes of each hidden layer (sections 5.2 and 7.2.2)
    activation: str = "sigmoid"  # of hidden nodes; or relu
    fading: float = 0.9  # lambda (sections 5.3 and 7.2.1)
    rate: float = 0.02  # how far weights move; the work does not say, and from 0.1 on a network forgets all it knew
    last_rate: float = 0.02  # the same at the end; between them it falls by the same factor from game to game
    explore: float = 0.05  # the share of decisions that are taken at random (section 6.2.1)
    payoff: str = "flat"  # what a game is worth (sections 5.5, 7.4 and 9): see `traces`
    start: str = "normal"  # where games begin (section 5.6), several joined by + taking turns: see `starts`
    deals: str = "random"  # how deals are thought of (section 6.2): see `rentier.agents.td_deals`
    offers: int = 1  # and how often a turn
    against: tuple[str, ...] = ()  # others to learn against (section 7.6); none: itself alone
    share: float = 1.0  # the chance that a seat besides the first learner's is one of them
    views: str = "all"  # whose seats it learns from: everybody's, or its own alone
    database: str = ""  # a file of kept games to learn from instead of playing (section 7.1)
    begin: str = ""  # a weights file to go on from: first one lesson, then another
    games: int = 5_000  # (sections 7.1 to 7.3)
    at_once: int = 4  # games that learn from the same weights, their changes then being summed up; 1: one after the other
    seed: int = 0

    def check(self) -> None:
        """Refuse what cannot be learnt, in one line."""
        check_number("players", self.players, 2, SEATS)
        if not 1 <= len(self.hidden) <= MOST_LAYERS or not all(1 <= nodes <= MOST_NODES for nodes in self.hidden):
            layers = ",".join(map(str, self.hidden))
            raise RentierError(
                f"hidden: {layers!r} should be 1 to {MOST_LAYERS} layers of 1 to {MOST_NODES} nodes, such as 80 or 80,40"
            )
        read_features(self.features)
        for what, word, words in (
            ("activation", self.activation, ACTIVATIONS),
            ("payoff", self.payoff, PAYOFFS),
            *(("start", word, STARTS) for word in self.starts),
            ("views", self.views, VIEWS),
            ("deals", self.deals, deal_words()),
        ):
            if word not in words:
                raise RentierError(f"{what}: {unknown(what, word, words)}")
        for what, number, most in (("lambda", self.fading, 1.0), ("explore", self.explore, 1.0), ("share", self.share, 1.0)):
            if not 0 <= number <= most:
                raise RentierError(f"{what}: {number:g} should be a number from 0 to {most:g}")
        for what, number in (("rate", self.rate), ("last rate", self.last_rate)):
            if not (math.isfinite(number) and 0 < number <= 10):
                raise RentierError(f"{what}: {number:g} should be a number above 0, such as 0.02")
        check_number("offers", self.offers, 0, 100)
        check_number("games", self.games, 1, MOST_GAMES)
        check_number("at once", self.at_once, 1, MOST_AT_ONCE)
        check_seed(self.seed)
        if not self.rules:
            raise RentierError("rules: there should be at least one preset")
        if self.database and (self.against or self.start != STARTS[0]):
            raise RentierError("database: kept games are as they were played; leave out against and start")

    @property
    def starts(self) -> tuple[str, ...]:
        """Where games begin, one after the other."""
        return tuple(self.start.split("+"))

    def rate_of(self, game: int) -> float:
        """How far weights move in a game."""
        return self.rate * (self.last_rate / self.rate) ** (game / self.games)


def player_kind() -> AgentKind:
    """What a network plays as."""
    [kind] = [kind for kind in agent_kinds() if kind.spec == KIND]
    return kind


def deal_words() -> tuple[str, ...]:
    """The ways in which a network may think of deals."""
    kind = player_kind()
    return kind.settings[kind.setting_names.index("deals")].words
