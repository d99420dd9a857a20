"""A network that learns in a test, and the same learning in plain NumPy, update by update."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from rentier.agents.mind import wake_mind
from rentier.agents.seating import seat_minds
from rentier.agents.specs import Agent
from rentier.agents.table import AgentsTable
from rentier.box import Box
from rentier.game.apply import apply, begin
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import OVER
from rentier.layout import Numbers, new
from rentier.learn.td import learn_by_playing, learn_from_actions
from rentier.learn.td_updates import LearnerRecord
from rentier.network.features import see
from rentier.network.shape import FIXED_SEATS, MOST_INPUTS, SEATS, read_features
from rentier.network.weights import Network
from rentier.selfplay.starts import NORMAL
from tests.network.plain import PlainNetwork

Payoffs = Callable[[GameRecord], Sequence[float]]


class Lesson:
    """A table at which a network learns, by default from everybody's view."""

    def __init__(
        self, box: Box, agents: Sequence[Agent], network: Network, rate: float, lambda_: float, payoff: int = 0
    ) -> None:
        self.box, self.agents, self.network = box, agents, network
        self.room = AgentsTable(box, agents)
        self.table = self.room.table
        self.game, self.minds = self.table.game, self.room.minds
        self.learner = new(LearnerRecord)
        network.fill(self.learner.network)
        self.learner.rate, self.learner.lambda_, self.learner.payoff = rate, lambda_, payoff
        self.traces = np.full((SEATS, len(network.weights)), 3.0, np.float32)  # leftovers of an earlier game
        self.views = (1 << len(agents)) - 1

    def play(self, key: Any, start: int = NORMAL) -> int:
        """Learn by playing a game, and return its number of decisions."""
        return int(learn_by_playing(self.table, self.learner, self.traces, len(self.agents), self.views, start, key))

    def replay(self, key: Any, actions: Numbers) -> int:
        """Learn from a saved game, and return how many of its actions were carried out."""
        return int(learn_from_actions(self.table, self.learner, self.traces, len(self.agents), self.views, key, actions))

    def turns(self, key: Any) -> Iterator[GameRecord]:
        """Play the same game without learning, and return its states at the beginning of every turn and at the end."""
        box, game, luck = self.box.record, new(GameRecord), new(LuckRecord)
        minds = seat_minds(self.box, self.agents)
        begin(box, game, luck, len(self.agents), key)
        for seat in range(len(self.agents)):
            wake_mind(minds[seat], key, seat)
        turn = 0
        while game.decision != OVER:
            if game.turns != turn:
                turn = int(game.turns)
                yield game
            seat = int(game.actor)
            apply(box, game, luck, self.agents[seat % len(self.agents)].decide(box, game, minds[seat]))
        yield game


class PlainLearner:
    """Textbook TD(lambda) with traces, with 64-bit numbers: each seat has a value, a TD error and a trace."""

    def __init__(self, box: Box, network: Network, rate: float, lambda_: float, views: set[int], payoffs: Payoffs) -> None:
        self.box, self.rate, self.lambda_, self.views, self.payoffs = box, rate, lambda_, views, payoffs
        self.features, self.number = read_features(network.features), network.inputs
        self.network = PlainNetwork.of(network)
        self.begin()
        self.squared_errors, self.errors = 0.0, 0

    def begin(self) -> None:
        """Begin a game."""
        self.left = set(self.views)
        self.before: dict[int, float] = {}
        self.traces = {seat: np.zeros_like(self.network.weights) for seat in self.views}

    def inputs(self, game: GameRecord, seat: int) -> Numbers:
        """Return the inputs of a seat."""
        inputs = np.zeros(MOST_INPUTS, np.float32)
        see(self.box.record, game, seat, self.features, inputs)
        return inputs[: self.number]

    def output(self, seat: int) -> int:
        """Return the output that values a state for a seat."""
        return seat if self.features & FIXED_SEATS else 0

    def td_update(self, game: GameRecord) -> None:
        """Learn at the beginning of a turn or at the end: the values of all views first, then the weights, then the traces."""
        out = {seat for seat in self.left if game.decision == OVER or not int(game.in_play) >> seat & 1}
        values = {
            seat: self.payoffs(game)[seat] if seat in out else self.network.value(self.inputs(game, seat), self.output(seat))
            for seat in self.left
        }
        for seat, before in self.before.items():
            if seat in self.left:
                td_error = values[seat] - before
                self.network.weights += self.rate * td_error * self.traces[seat]
                self.squared_errors += td_error**2
                self.errors += 1
        self.left -= out
        for seat in self.left:
            seen = self.inputs(game, seat)
            self.traces[seat] = self.lambda_ * self.traces[seat] + self.network.gradient(seen, self.output(seat))
            self.before[seat] = self.network.value(seen, self.output(seat))
