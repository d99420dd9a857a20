"""The settings of Q-learning (Adjudicator 2018, section 5; Bailis, Fachantidis & Vlahavas 2014).

Nothing here plays, so that wrong settings are refused before anything is compiled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from rentier.agents.catalogue import AgentKind, agent_kinds
from rentier.arena.limits import MOST_GAMES, check_number, check_seed
from rentier.errors import RentierError, unknown
from rentier.network.shape import ACTIVATIONS, ANSWERS, MOST_LAYERS, MOST_NODES, SEATS, Answers, read_features

LEARNERS = ("phase4", "bailis-q")
CLOCKS = ("decisions", "turns")
ITSELF = "itself"  # among those it learns against
MOST_REMEMBERED = 1_000_000
MOST_BATCH = 4096
MOST_TURNS = 1_000_000


@dataclass(frozen=True)
class QLearning:
    """The settings of a training; the defaults are those of `phase4`. What the work says of its own is in parentheses."""

    agent: str = "phase4"  # what learns: see `rentier.agents`
    rules: str = "adjudicator2018"  # the preset it learns under
    turns: int = 0  # after which games of the training end; 0: by the rules alone
    players: int = 2  # at a table
    features: str = "coverage+matter"  # what the networks see (coverage alone): see `rentier.network.features`
    hidden: tuple[int, ...] = (128,)  # nodes of each hidden layer (section 5.2)
    activation: str = "relu"  # of hidden nodes (section 5.2)
    discount: float = 0.9  # gamma; the work does not say
    clock: str = "decisions"  # what rewards and the discount go by: every decision, or within a turn the next turn
    rate: float = 0.001  # of Adam (section 5.2), or how far weights move along traces
    last_rate: float = 0.00002  # the same at the end; between them it falls by the same factor from game to game
    explore: float = 1.0  # epsilon: the share of decisions that are taken at random, in the first game
    last_explore: float = 0.05  # and from the middle of the training on, having fallen evenly
    ending: float = 10.0  # how many times the last reward of a game counts (once); 10: as if that state stayed for ever
    money: float = 1.0  # what the own share of all money counts in a reward; the work speaks of a factor and gives none
    against: tuple[str, ...] = (ITSELF, "phase1", "phase2", "phase3")  # who sits in the other seats, by chance
    replay: int = 20_000  # transitions that the memory holds; 0: none, it learns online by traces
    batch: int = 32  # transitions a step learns from
    every: int = 4  # transitions from step to step
    refresh: int = 500  # steps from one refreshment of the target network to the next
    fading: float = 0.0  # lambda, of the traces of a learner without a memory
    games: int = 4_000
    seed: int = 0

    def check(self) -> None:
        """Refuse what cannot be learnt, in one line."""
        if self.agent not in LEARNERS:
            raise RentierError(f"agent: {unknown('Q-learner', self.agent, LEARNERS)}")
        check_number("turns", self.turns, 0, MOST_TURNS)
        check_number("players", self.players, 2, SEATS)
        if not 1 <= len(self.hidden) <= MOST_LAYERS or not all(1 <= nodes <= MOST_NODES for nodes in self.hidden):
            layers = ",".join(map(str, self.hidden))
            raise RentierError(
                f"hidden: {layers!r} should be 1 to {MOST_LAYERS} layers of 1 to {MOST_NODES} nodes, such as 128 or 64,32"
            )
        read_features(self.features)
        if self.activation not in ACTIVATIONS:
            raise RentierError(f"activation: {unknown('activation', self.activation, ACTIVATIONS)}")
        if self.clock not in CLOCKS:
            raise RentierError(f"clock: {unknown('clock', self.clock, CLOCKS)}")
        for what, number in (
            ("discount", self.discount),
            ("explore", self.explore),
            ("last explore", self.last_explore),
            ("lambda", self.fading),
        ):
            if not 0 <= number <= 1:
                raise RentierError(f"{what}: {number:g} should be a number from 0 to 1")
        for what, number in (("rate", self.rate), ("last rate", self.last_rate)):
            if not (math.isfinite(number) and 0 < number <= 10):
                raise RentierError(f"{what}: {number:g} should be a number above 0, such as 0.001")
        for what, number in (("ending", self.ending), ("money", self.money)):
            if not 0 <= number <= 1000:
                raise RentierError(f"{what}: {number:g} should be a number from 0 to 1000")
        if not self.against:
            raise RentierError(f"against: there should be at least one, such as {ITSELF}")
        check_number("replay", self.replay, 0, MOST_REMEMBERED)
        check_number("batch", self.batch, 1, MOST_BATCH)
        check_number("every", self.every, 1, MOST_REMEMBERED)
        check_number("refresh", self.refresh, 1, MOST_REMEMBERED)
        if 0 < self.replay < self.batch:
            raise RentierError(f"replay: {self.replay} should hold at least one batch, {self.batch}")
        check_number("games", self.games, 1, MOST_GAMES)
        check_seed(self.seed)

    def rate_of(self, game: int) -> float:
        """How far weights move in a game."""
        return self.rate * (self.last_rate / self.rate) ** (game / self.games)

    def explore_of(self, game: int) -> float:
        """How often it takes any option in a game."""
        passed = min(2 * game / self.games, 1.0)
        return self.explore + (self.last_explore - self.explore) * passed

    @property
    def kind(self) -> AgentKind:
        """What learns, as the catalogue has it."""
        [kind] = [kind for kind in agent_kinds() if kind.spec == self.agent]
        return kind

    @property
    def answers(self) -> Answers:
        """What its networks answer."""
        return ANSWERS[self.kind.answers]


# bailis-q learns online, in the setting of Sammul 2018, whose `bailis` is a fixed agent after the same work
BAILIS_Q = replace(
    QLearning(),
    agent="bailis-q",
    rules="sammul2018",
    turns=1000,  # without trades half of the games would go on to the 10,000 of the rules; 1,000 is Sammul's cap for search
    players=4,
    features="coverage",
    rate=0.0005,
    last_rate=0.00003,
    last_explore=0.2,  # with less it unlearns what it knew
    money=0.25,  # one over the players: at a table of four a whole share would outweigh the deeds it buys
    against=("random",),
    replay=0,
    fading=0.8,
)
USUAL = {"phase4": QLearning(), "bailis-q": BAILIS_Q}
