"""A network learns win probabilities that can be computed exactly, in a game of so few states that all of them are known.

The game is that of `hamlet_rules`: GO and seven streets, one die, two players, two rounds; the player with the most cash and
rents wins. Both seats are played by one fixed agent, so only the rolls are random, and the exact win probability at the
beginning of a turn is the mean over six rolls, and so on to the end.

A network should learn that probability only if its inputs distinguish the states with different probabilities; otherwise it
would learn some mean of them. The features do not show where tokens are. But every square of the hamlet leaves a trace: prices
and rents all differ, and so does the salary for passing GO, so money and deeds reveal where everybody is. The test makes sure
of this: states with the same inputs have exactly the same probability. So TD(lambda) has one right answer for every lambda.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from rentier.agents.specs import parse_agent
from rentier.agents.table import TABLE, Table
from rentier.box import Box, load_box
from rentier.compiled import INTERPRETED, entry
from rentier.game.luck import key_of
from rentier.game_api import Game
from rentier.layout import Numbers
from rentier.learn.td import learn_by_playing
from rentier.learn.td_updates import LEARNER, TRACES, LearnerRecord
from rentier.network.features import see
from rentier.network.shape import count_inputs, read_features
from rentier.network.weights import Network
from rentier.selfplay.starts import NORMAL
from tests.agents.seats import Seat
from tests.network.plain import PlainNetwork

from .lessons import Lesson

RULES = Path(__file__).parent / "hamlet_rules" / "rules.toml"
AGENT = "reserve:0,0"  # buys what it can
FEATURES = "rentier"
FACES = range(1, 7)
BOTH = 3  # seats, as bits
HIDDEN = (16,)
GAMES = 150_000
RATES = (1.0, 0.02)  # at the beginning and at the end
RATE_ROW = types.Array(types.float64, 1, "C")


@entry(types.int64(TABLE, LEARNER, TRACES, RATE_ROW, types.uint64))
def learn_games(table: Table, learner: LearnerRecord, traces: Numbers, rates: Numbers, seed: Any) -> int:
    """Learn from one game at each rate, and return how many came to their end. Separate calls would take longer."""
    for number in range(len(rates)):
        learner.rate = rates[number]
        if learn_by_playing(table, learner, traces, 2, BOTH, NORMAL, key_of(seed, number)) < 0:
            return number
    return len(rates)


class Hamlet:
    """All states in which a turn begins: where rolls lead from each, how often it occurs in a game, and its probabilities."""

    def __init__(self, rounds: int = 2) -> None:
        self.box: Box = load_box(RULES, {"round_cap": rounds})
        self.seat = Seat(AGENT)
        self.states: dict[bytes, Game] = {}
        self.after: dict[bytes, list[Game]] = {}
        self.chances: dict[bytes, Any] = {}
        self.visits: dict[bytes, float] = defaultdict(float)
        self.opening = Game.new(2, self.box, 1)
        self.chance(self.opening)
        self.visit(self.opening, 1.0)

    def rolled(self, game: Game, face: int) -> Game:
        """Return the game after a turn with this roll."""
        after = game.copy()
        luck = after._luck
        luck.loaded, luck.loaded_used, luck.loaded_dice[0, 0] = 1, 0, face
        while not after.over and after.turn == game.turn:
            after.apply(self.seat.acts(after))
        return after

    def chance(self, game: Game) -> Any:
        """Return the win probability of each seat; a shared win is divided."""
        if game.over:
            return np.array([(seat in game.winners) / len(game.winners) for seat in range(2)])
        name = game.state.tobytes()
        if name not in self.chances:
            self.states[name] = game
            self.after[name] = [self.rolled(game, face) for face in FACES]
            self.chances[name] = np.mean([self.chance(after) for after in self.after[name]], axis=0)
        return self.chances[name]

    def visit(self, game: Game, chance: float) -> None:
        """Count how often states occur in a game that reaches this one with this probability."""
        if not game.over:
            name = game.state.tobytes()
            self.visits[name] += chance
            for after in self.after[name]:
                self.visit(after, chance / len(FACES))

    def views(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return the different inputs of seats, one per row, the opening first; their exact probabilities; and their shares.

        States with the same inputs have the same probability.
        """
        bits = read_features(FEATURES)
        chances: dict[bytes, list[float]] = defaultdict(list)
        shares: dict[bytes, float] = defaultdict(float)
        for name, game in self.states.items():
            for seat in range(2):
                inputs = np.zeros(count_inputs(self.box.record, bits), np.float32)
                see(self.box.record, game.state, seat, bits, inputs)
                chances[inputs.tobytes()].append(float(self.chances[name][seat]))
                shares[inputs.tobytes()] += self.visits[name]
        assert max(max(same) - min(same) for same in chances.values()) < 1e-12
        assert next(iter(self.states)) == self.opening.state.tobytes()
        rows = np.array([np.frombuffer(seen, np.float32) for seen in chances])
        weights = np.array([shares[seen] for seen in chances])
        return rows, np.array([same[0] for same in chances.values()]), weights / weights.sum()


@pytest.fixture(scope="module")
def hamlet() -> Hamlet:
    return Hamlet()


def test_the_exact_chances_of_one_round_are_those_by_hand() -> None:
    """In a single round everybody buys the square they land on, or pays; then cash and rents are compared."""
    one = Hamlet(1)
    squares = [one.box.board.squares[face] for face in FACES]
    won = 0.0
    for mine in squares:
        for theirs in squares:
            ours = 600 - mine.price + mine.rents[0]
            other = 600 - theirs.price + theirs.rents[0]
            if mine is theirs:
                ours, other = ours + mine.rents[0], 600 - mine.rents[0]
            won += 1.0 if ours > other else 0.5 if ours == other else 0.0
    assert one.chance(one.opening) == pytest.approx([won / 36, 1 - won / 36])
    assert len(one.states) == 1 + 6


@pytest.mark.slow
def test_the_states_of_the_game(hamlet: Hamlet) -> None:
    """They are few, they all have different inputs, and games end by bankruptcy and by a shared win."""
    rows, chances, shares = hamlet.views()
    assert len(hamlet.states) == 255
    assert len(rows) == 510
    assert sum(hamlet.visits.values()) == pytest.approx(1 + 1 + 1 + 0.981, abs=1e-3)  # turns: some games end before the last
    assert chances[0] == pytest.approx(0.618, abs=1e-3)
    assert chances[0] + chances[1] == pytest.approx(1)
    assert np.abs(chances - 0.5) @ shares > 0.2  # an untrained network is far off
    ends = [after for rest in hamlet.after.values() for after in rest if after.over]
    assert any(game.bankrupt(0) or game.bankrupt(1) for game in ends)
    assert any(len(game.winners) == 2 for game in ends)


def learnt(hamlet: Hamlet, lambda_: float) -> Network:
    """A network that has learnt from many games, at a falling rate."""
    agents = [parse_agent(AGENT)] * 2
    lesson = Lesson(hamlet.box, agents, Network.new(hamlet.box, FEATURES, HIDDEN, "sigmoid", 0), 0.0, lambda_)
    rates = np.geomspace(*RATES, GAMES)
    assert learn_games(lesson.table, lesson.learner, lesson.traces, rates, np.uint64(3)) == GAMES
    return lesson.network


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="this number of games takes hours there; test_traces learns from some")
@pytest.mark.parametrize("lambda_", [0, 0.7, 1])
def test_the_network_comes_to_the_exact_chances(hamlet: Hamlet, lambda_: float) -> None:
    rows, chances, shares = hamlet.views()
    found = PlainNetwork.of(learnt(hamlet, lambda_)).values(rows)
    errors = np.abs(found - chances)
    message = f"mean error {errors @ shares:.4f}, opening {found[:2]} for {chances[:2]}, worst {errors.max():.3f}"
    assert errors @ shares < 0.03, message
    assert errors[:2].max() < 0.02, message  # both seats at the beginning
    assert errors[shares > 0.004].max() < 0.05, message  # and after the first roll
