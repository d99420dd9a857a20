"""The settings of Q-learning (Adjudicator 2018, section 5; Bailis, Fachantidis & Vlahavas 2014).

Nothing here is compiled, so wrong settings are refused at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from rentier.agents.catalogue import AgentKind, agent_kinds
from rentier.arena.limits import MOST_GAMES, MOST_SEED
from rentier.errors import RentierError, unknown
from rentier.learn.evaluation import Evaluation
from rentier.learn.settings import check_layers, check_settings, falling, setting
from rentier.network.shape import ACTIVATIONS, ANSWERS, SEATS, Answers, read_features

CLOCKS = ("decisions", "turns")
TARGETS = ("formula", "program")
ITSELF = "itself"  # an opponent: the learner itself
MOST_REMEMBERED = 1_000_000
MOST_BATCH = 4096
MOST_TURNS = 1_000_000


@dataclass(frozen=True)
class QSettings:
    """The settings of a training run; the defaults are those of `phase4`. Comments in parentheses give the work's own value."""

    agent: str = "phase4"  # the agent that learns: see `rentier.agents`
    rules: str = setting("adjudicator2018", "Rules to play by.", metavar="PRESET|FILE")
    turns: int = setting(0, "End training games after this many turns; 0: the limit of the rules.", least=0, most=MOST_TURNS)
    players: int = setting(2, "Seats at a table.", least=2, most=SEATS)
    features: str = setting("coverage+matter", "Input features, such as coverage+matter.", metavar="WORDS")  # (coverage alone)
    hidden: tuple[int, ...] = setting((128,), "Nodes of each hidden layer.", metavar="N,N")  # (section 5.2)
    activation: str = setting("relu", "Activation of the hidden nodes.", words=ACTIVATIONS)  # (section 5.2)
    discount: float = setting(0.9, "Discount factor (gamma) from decision to decision.", least=0, most=1)  # the work gives none
    target: str = setting(  # (it prints both)
        "formula", "formula: always look ahead; program: only if the reward is 0, as the work's program does.", words=TARGETS
    )
    clock: str = setting("decisions", "Whether rewards and the discount apply per decision or per turn.", words=CLOCKS)
    rate: float = setting(0.001, "Learning rate.", above=0, most=10)  # of Adam (section 5.2), or along traces
    last_rate: float = setting(0.00002, "Learning rate at the end.", above=0, most=10)
    explore: float = setting(1.0, "Share of random decisions (epsilon) in the first game.", least=0, most=1)
    last_explore: float = setting(0.05, "Share of random decisions from the middle of the training on.", least=0, most=1)
    ending: float = setting(  # (once); 10: as if that state stayed for ever
        10.0, "Factor by which the last reward of a game is multiplied.", least=0, most=1000
    )
    money: float = setting(  # the work speaks of a factor and gives none
        1.0, "Weight of the player's share of all cash in a reward.", least=0, most=1000
    )
    against: tuple[str, ...] = setting(
        (ITSELF, "phase1", "phase2", "phase3"), "Opponent to learn against, or `itself`; repeatable.", metavar="AGENT"
    )
    replay: int = setting(
        20_000, "Transitions in the replay memory; 0: learn online by eligibility traces.", least=0, most=MOST_REMEMBERED
    )
    batch: int = setting(32, "Transitions per batch.", least=1, most=MOST_BATCH)
    every: int = setting(4, "Transitions between two batches.", least=1, most=MOST_REMEMBERED)
    refresh: int = setting(500, "Batches between two updates of the target network.", least=1, most=MOST_REMEMBERED)
    lambda_: float = setting(0.0, "Decay factor of eligibility traces (lambda).", option="lambda", least=0, most=1)
    games: int = setting(4_000, "Games to learn from.", least=1, most=MOST_GAMES)
    seed: int = setting(0, "Same seed, same games.", least=0, most=MOST_SEED)

    def check(self) -> None:
        """Refuse settings that cannot be learnt with, with a one-line error."""
        if self.agent not in DEFAULTS:
            raise RentierError(f"agent: {unknown('Q-learner', self.agent, DEFAULTS)}")
        check_settings(self)
        check_layers(self.hidden)
        read_features(self.features)
        if not self.against:
            raise RentierError(f"against: there should be at least one, such as {ITSELF}")
        if 0 < self.replay < self.batch:
            raise RentierError(f"replay: {self.replay} should hold at least one batch, {self.batch}")

    def rate_of(self, game: int) -> float:
        """Return the learning rate in a game."""
        return falling(self.rate, self.last_rate, game / self.games)

    def explore_of(self, game: int) -> float:
        """Return the probability of a random option in a game."""
        passed = min(2 * game / self.games, 1.0)
        return self.explore + (self.last_explore - self.explore) * passed

    @property
    def kind(self) -> AgentKind:
        """The agent that learns, from the catalogue."""
        [kind] = [kind for kind in agent_kinds() if kind.spec == self.agent]
        return kind

    @property
    def answers(self) -> Answers:
        """The networks and outputs that the agent needs."""
        return ANSWERS[self.kind.answers]


# bailis-q learns online, in the setting of Sammul 2018, whose `bailis` is a fixed agent after the same work
BAILIS_Q = QSettings(
    agent="bailis-q",
    rules="sammul2018",
    turns=1000,  # without trades half of the games would go on to the 10,000 of the rules; 1,000 is Sammul's cap for search
    players=4,
    features="coverage",
    rate=0.0005,
    last_rate=0.00003,
    last_explore=0.2,  # with less it forgets what it knew
    money=0.25,  # one over the players: at a table of four a whole share would outweigh the deeds it buys
    against=("random",),
    replay=0,
    lambda_=0.8,
)
# what the work prints, without our additions; where it gives no value, ours
PRINTED = QSettings(
    agent="phase4-as-printed",
    features="coverage",
    target="program",
    last_rate=0.001,  # it has no decay
    ending=1.0,
    refresh=1,  # it has no target network
)
DEFAULTS = {"phase4": QSettings(), "phase4-as-printed": PRINTED, "bailis-q": BAILIS_Q}
DEFAULT_EVALUATIONS = {
    "phase4": Evaluation(("phase1", "phase2", "phase3")),
    "phase4-as-printed": Evaluation(("phase1", "phase2", "phase3")),
    "bailis-q": Evaluation(("random", "bailis:trades=no")),
}
