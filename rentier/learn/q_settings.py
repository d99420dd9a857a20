"""The settings of Q-learning (Adjudicator 2018, section 5; Bailis, Fachantidis & Vlahavas 2014).

Nothing here plays, so that wrong settings are refused before anything is compiled.
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
ITSELF = "itself"  # among those it learns against
MOST_REMEMBERED = 1_000_000
MOST_BATCH = 4096
MOST_TURNS = 1_000_000


@dataclass(frozen=True)
class QSettings:
    """The settings of a training; the defaults are those of `phase4`. What the work says of its own is in parentheses."""

    agent: str = "phase4"  # what learns: see `rentier.agents`
    rules: str = setting("adjudicator2018", "Rules to play by.", metavar="PRESET|FILE")
    turns: int = setting(0, "After which games of the training end; 0: by the rules.", least=0, most=MOST_TURNS)
    players: int = setting(2, "Seats at a table.", least=2, most=SEATS)
    features: str = setting("coverage+matter", "What it sees.", metavar="WORDS")  # (coverage alone)
    hidden: tuple[int, ...] = setting((128,), "Nodes of each hidden layer.", metavar="N,N")  # (section 5.2)
    activation: str = setting("relu", "Of the hidden nodes.", words=ACTIVATIONS)  # (section 5.2)
    discount: float = setting(0.9, "Gamma: what the next decision counts.", least=0, most=1)  # the work does not say
    target: str = setting(  # (it prints both)
        "formula", "Look ahead always, or as the work's program only where a reward is 0.", words=TARGETS
    )
    clock: str = setting("decisions", "What rewards and the discount go by.", words=CLOCKS)
    rate: float = setting(0.001, "How far weights move.", above=0, most=10)  # of Adam (section 5.2), or along traces
    last_rate: float = setting(0.00002, "The same at the end.", above=0, most=10)
    explore: float = setting(1.0, "Epsilon: share of decisions taken at random in the first game.", least=0, most=1)
    last_explore: float = setting(0.05, "The same from the middle of the training on.", least=0, most=1)
    ending: float = setting(  # (once); 10: as if that state stayed for ever
        10.0, "How many times the last reward of a game counts.", least=0, most=1000
    )
    money: float = setting(  # the work speaks of a factor and gives none
        1.0, "What the share of all money counts in a reward.", least=0, most=1000
    )
    against: tuple[str, ...] = setting(
        (ITSELF, "phase1", "phase2", "phase3"), "Learn against it, or `itself`; repeatable.", metavar="AGENT"
    )
    replay: int = setting(
        20_000, "Transitions in the memory; 0: learn online by eligibility traces.", least=0, most=MOST_REMEMBERED
    )
    batch: int = setting(32, "Transitions a step learns from.", least=1, most=MOST_BATCH)
    every: int = setting(4, "Transitions from step to step.", least=1, most=MOST_REMEMBERED)
    refresh: int = setting(500, "Steps from one refreshment of the target network to the next.", least=1, most=MOST_REMEMBERED)
    lambda_: float = setting(0.0, "How slowly eligibility traces fade.", option="lambda", least=0, most=1)
    games: int = setting(4_000, "Games to learn from.", least=1, most=MOST_GAMES)
    seed: int = setting(0, "Same seed, same games.", least=0, most=MOST_SEED)

    def check(self) -> None:
        """Refuse what cannot be learnt, in one line."""
        if self.agent not in USUAL:
            raise RentierError(f"agent: {unknown('Q-learner', self.agent, USUAL)}")
        check_settings(self)
        check_layers(self.hidden)
        read_features(self.features)
        if not self.against:
            raise RentierError(f"against: there should be at least one, such as {ITSELF}")
        if 0 < self.replay < self.batch:
            raise RentierError(f"replay: {self.replay} should hold at least one batch, {self.batch}")

    def rate_of(self, game: int) -> float:
        """How far weights move in a game."""
        return falling(self.rate, self.last_rate, game / self.games)

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
BAILIS_Q = QSettings(
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
    lambda_=0.8,
)
# what the work prints, without what we have added; what it does not say is as ours
PRINTED = QSettings(
    agent="phase4-as-printed",
    features="coverage",
    target="program",
    last_rate=0.001,  # it has no decay
    ending=1.0,
    refresh=1,  # it has no target network
)
USUAL = {"phase4": QSettings(), "phase4-as-printed": PRINTED, "bailis-q": BAILIS_Q}
USUAL_EVALUATION = {
    "phase4": Evaluation(("phase1", "phase2", "phase3")),
    "phase4-as-printed": Evaluation(("phase1", "phase2", "phase3")),
    "bailis-q": Evaluation(("random", "bailis:trades=no")),
}
