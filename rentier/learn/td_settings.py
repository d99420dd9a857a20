"""The settings of temporal difference learning (Berry 2013, sections 5 and 6.2).

Nothing here is compiled, so wrong settings are refused at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from rentier.agents.catalogue import AgentKind, agent_kinds
from rentier.arena.limits import MOST_GAMES, MOST_SEED
from rentier.errors import RentierError
from rentier.learn.settings import check_layers, check_settings, check_word, falling, setting
from rentier.network.shape import ACTIVATIONS, SEATS, read_features

KIND = "td"  # its spec in the catalogue
PAYOFFS = ("flat", "limit-half", "sliding", "rank", "punish", "assets")
STARTS = ("normal", "random", "sets", "gifts")
VIEWS = ("all", "own")
MOST_AT_ONCE = 256


@dataclass(frozen=True)
class TdSettings:
    """The settings of a training run. Comments name the sections of the work."""

    rules: tuple[str, ...] = setting(("berry2013",), "Rules to play by; repeatable: games alternate.", metavar="PRESET|FILE")
    players: int = setting(4, "Seats at a table.", least=2, most=SEATS)  # sections 4 and 7
    features: str = setting("berry", "Input features: berry+sets, rentier, ...", metavar="WORDS")  # sections 6.2.2 and 6.2.3
    hidden: tuple[int, ...] = setting((80,), "Nodes of each hidden layer.", metavar="N,N")  # sections 5.2 and 7.2.2
    activation: str = setting("sigmoid", "Activation of the hidden nodes.", words=ACTIVATIONS)
    lambda_: float = setting(  # sections 5.3 and 7.2.1
        0.9, "Decay factor of eligibility traces (lambda).", option="lambda", least=0, most=1
    )
    rate: float = setting(0.02, "Learning rate.", above=0, most=10)  # from 0.1 on a network forgets all it knew
    last_rate: float = setting(0.02, "Learning rate at the end; by default --rate.", above=0, most=10, follows="rate")
    explore: float = setting(0.05, "Share of random decisions (epsilon).", least=0, most=1)  # section 6.2.1
    payoff: str = setting("flat", "Payoff of a game (docs/td.md).", words=PAYOFFS)  # sections 5.5, 7.4 and 9
    start: str = setting(  # section 5.6
        "normal", "Opening positions: normal, random, sets or gifts; normal+gifts alternates.", metavar="WORDS"
    )
    deals: str = setting(  # section 6.2
        "random", "How the learner finds trades: random, aggressive or sets (docs/td.md).", metavar="WORD"
    )
    offers: int = setting(1, "Offers the learner considers per turn.", least=0, most=100)
    against: tuple[str, ...] = setting(  # section 7.6
        (), "Opponent to learn against, repeatable; by default itself.", metavar="AGENT"
    )
    share: float = setting(1.0, "Probability that a seat goes to an opponent instead of the learner.", least=0, most=1)
    views: str = setting("all", "Learn from all seats, or only from the learner's own.", words=VIEWS)
    database: str = setting("", "Learn from a file of `rentier games` instead of playing.", metavar="FILE")  # section 7.1
    begin: str = setting("", "Initial weights, from another training run.", metavar="FILE")
    games: int = setting(5_000, "Games to learn from.", least=1, most=MOST_GAMES)  # sections 7.1 to 7.3
    at_once: int = setting(4, "Games played in parallel, from the same weights.", least=1, most=MOST_AT_ONCE)
    seed: int = setting(0, "Same seed, same games.", least=0, most=MOST_SEED)

    def check(self) -> None:
        """Refuse settings that cannot be learnt with, with a one-line error."""
        check_settings(self)
        check_layers(self.hidden)
        read_features(self.features)
        for start in self.starts:
            check_word("start", start, STARTS)
        check_word("deals", self.deals, deal_words())
        if not self.rules:
            raise RentierError("rules: there should be at least one preset")
        if self.database and (self.against or self.start != STARTS[0]):
            raise RentierError("database: saved games are not played again; leave out against and start")

    @property
    def starts(self) -> tuple[str, ...]:
        """The opening positions, which take turns."""
        return tuple(self.start.split("+"))

    def rate_of(self, game: int) -> float:
        """Return the learning rate in a game."""
        return falling(self.rate, self.last_rate, game / self.games)


def player_kind() -> AgentKind:
    """Return the agent of the catalogue that a network plays as."""
    [kind] = [kind for kind in agent_kinds() if kind.spec == KIND]
    return kind


def deal_words() -> tuple[str, ...]:
    """Return the methods by which a network may find deals."""
    kind = player_kind()
    return kind.settings[kind.setting_names.index("deals")].words
