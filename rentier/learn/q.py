"""Q-learning: networks learn the values of options, for `phase4` (Adjudicator 2018, section 5) and `bailis-q` (2014).

A transition leads from one decision of a seat to its next, of any kind; the agent notes its decisions in its mind (see
`rentier.agents.q_choices`). `phase4` stores transitions in a replay memory and learns from batches of them (see `replay`).
`bailis-q` learns online by Watkins' Q(lambda) (Watkins 1989; Sutton & Barto 1998, 7.6): at a seat's next decision all weights
move along the seat's eligibility trace by the TD error, which is the reward plus the discounted value of the best legal option,
less the value of the last decision. The trace decays by discount and lambda. It is cut when the seat explores an option that is
not the best, because what follows then says nothing about the earlier decisions.

Games are played one after the other on one thread, and a game depends only on the settings and on what was learnt before. So an
interrupted training continues as if it had not been: its state is what it needs besides the weights (the target network, the
memory, the moments of the optimiser).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
from numba import types

from rentier.agents.inner import mind_at
from rentier.agents.mind import MindRecord
from rentier.agents.q_choices import CHOSEN, DECISIONS_MADE, EXPLORE, EXPLORED, KIND, LEGAL, SEEN
from rentier.agents.specs import Agent, parse_agent
from rentier.agents.step import carry_out, decide, is_allowed
from rentier.agents.table import TABLE, AgentsTable, Table, begin_game
from rentier.box import Box, load_box
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry, record_type
from rentier.game.bits import bit
from rentier.game.luck import key_of
from rentier.game.state import GameRecord
from rentier.game.words import OVER
from rentier.layout import Float64, Int64, Numbers, Record, Word, layout, new, wide
from rentier.learn.course import Method
from rentier.learn.q_settings import CLOCKS, ITSELF, TARGETS, QSettings
from rentier.learn.replay import GAME_OVER, MEMORY, OPTIMISER_ROWS, Outcome, learn_from_memory, new_memory, store
from rentier.learn.rewards import is_out, reward_of
from rentier.learn.settings import as_saved
from rentier.network.layers import NetworkRecord, add_gradient, backpropagate, output_of
from rentier.network.memory import numbers_at
from rentier.network.options import best_value, see, weights_at
from rentier.network.shape import MOST_INPUTS, MOST_LAYERS, MOST_NETWORKS, MOST_NODES, SEATS
from rentier.network.weights import Network

TABLE_STREAM = 2  # the stream of random numbers that seats the agents


class QLearnerRecord(Record):
    """The settings and the state of a learner. Only `steps`, `stored` and `learnt` last beyond a game."""

    network: Annotated[NetworkRecord, layout(NetworkRecord)]
    old: Annotated[NetworkRecord, layout(NetworkRecord)]  # the target network: an earlier copy of the network
    rate: Float64
    discount: Float64  # gamma
    lambda_: Float64
    ending: Float64  # the factor of the last reward
    money: Float64  # the weight of the share of all money in a reward
    by_turns: Int64  # 1: no rewards and no discount within a turn
    by_program: Int64  # 1: look ahead only if the reward is 0
    places: Int64  # the size of the memory; 0: none, it learns by traces
    batch: Int64
    every: Int64  # transitions between two batches
    refresh: Int64  # batches between two updates of the target network
    steps: Annotated[Numbers, "i8", (MOST_NETWORKS,)]  # steps of the optimiser, for each network
    stored: Int64  # transitions so far
    learnt: Int64  # batches so far
    # the state of the game
    key: Word
    draws: Int64
    waiting: Int64  # seats whose last decision is waiting for its outcome, as bits
    decisions_made: Annotated[Numbers, "i8", (SEATS,)]  # so far, by networks
    turn: Annotated[Numbers, "i8", (SEATS,)]  # the turn of the last decision
    kind: Annotated[Numbers, "i8", (SEATS,)]  # of the last decision: its network, its option, its inputs, its value
    chosen: Annotated[Numbers, "i8", (SEATS,)]
    seen: Annotated[Numbers, "f4", (SEATS, MOST_INPUTS)]
    before: Annotated[Numbers, "f4", (SEATS,)]
    squared_errors: Float64  # the sum of all squared TD errors
    errors: Int64  # the number of TD errors
    answers: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]
    deltas: Annotated[Numbers, "f4", (MOST_LAYERS, MOST_NODES)]


Q_LEARNER = record_type(layout(QLearnerRecord))
ROWS_OF_WEIGHTS = types.Array(types.float32, 2, "C")
BUFFERS = types.Tuple((MEMORY, ROWS_OF_WEIGHTS, ROWS_OF_WEIGHTS))  # the memory, the rows of the optimiser, the traces


# the update along eligibility traces


@compiled
def move_along(learner: QLearnerRecord, trace: Numbers, outcome: Outcome, inputs: Numbers) -> None:
    """Move the weights along a seat's trace by the TD error of its last decision."""
    network = learner.network
    target = np.float32(outcome.reward)
    if outcome.next_kind != GAME_OVER:
        weights = numbers_at(weights_at(network, outcome.next_kind), network.number)
        target += np.float32(outcome.discount) * best_value(network, weights, inputs, learner.answers, outcome.next_legal)
    td_error = target - learner.before[outcome.seat]
    learner.squared_errors += float(td_error) * float(td_error)
    learner.errors += 1
    every = numbers_at(network.weights, network.networks * network.number)
    change = np.float32(learner.rate) * td_error
    for place in range(len(every)):
        every[place] += change * trace[place]


@compiled
def value_and_gradient(learner: QLearnerRecord, kind: int, chosen: int, inputs: Numbers, trace: Numbers) -> Any:
    """Return the value of an option, and add its gradient to the trace."""
    network = learner.network
    weights = numbers_at(weights_at(network, kind), network.number)
    see(network, weights, inputs, learner.answers)
    value = output_of(network, weights, learner.answers, chosen)
    backpropagate(network, weights, learner.answers, chosen, value, learner.deltas)
    part = trace[kind * network.number : (kind + 1) * network.number]
    add_gradient(network, inputs, learner.answers, learner.deltas, chosen, value, np.float32(1.0), part)
    return value


@compiled
def extend_trace(
    learner: QLearnerRecord, trace: Numbers, seat: int, discount: float, kind: int, chosen: int, explored: bool, inputs: Numbers
) -> None:
    """Let a trace decay, or cut it after exploring, and add the decision just made."""
    decay = np.float32(0.0) if explored else np.float32(discount * learner.lambda_)
    for place in range(learner.network.networks * learner.network.number):
        trace[place] *= decay
    learner.before[seat] = value_and_gradient(learner, kind, chosen, inputs, trace)


# learning from decisions


@compiled
def begin_learning(learner: QLearnerRecord, traces: Numbers, players: int, key: Any) -> None:
    """Begin a game: no decision is waiting, and the traces are empty."""
    learner.key = key
    learner.draws = 0
    learner.waiting = 0
    for seat in range(players):
        learner.decisions_made[seat] = 0
        if learner.places == 0:
            for place in range(learner.network.networks * learner.network.number):
                traces[seat, place] = np.float32(0.0)


@compiled
def learn_outcome(learner: QLearnerRecord, buffers: Any, outcome: Outcome, inputs: Numbers) -> None:
    """Learn from the outcome of a seat's last decision; `buffers`: the memory, the rows of the optimiser, the traces."""
    memory, optimiser, traces = buffers
    if learner.places > 0:
        store(learner, memory, outcome, inputs)
        learn_from_memory(learner, memory, optimiser)
    else:
        move_along(learner, traces[outcome.seat], outcome, inputs)


@compiled
def watch_decision(
    box: BoxRecord, game: GameRecord, mind: MindRecord, learner: QLearnerRecord, buffers: Any, seat: int
) -> None:
    """If a network has just decided for a seat, learn from the seat's last decision, and let this one wait for its outcome.

    This happens before the decision is carried out.
    """
    if mind.memory[DECISIONS_MADE] == learner.decisions_made[seat]:
        return
    learner.decisions_made[seat] = mind.memory[DECISIONS_MADE]
    kind, chosen, inputs = mind.memory[KIND], mind.memory[CHOSEN], mind.seen[SEEN]
    counts = learner.by_turns == 0 or learner.turn[seat] != game.turns
    discount = learner.discount if counts else 1.0
    if learner.waiting & bit(seat) != 0:
        reward = reward_of(box, game, seat, learner.money) if counts else 0.0
        ahead = 0.0 if learner.by_program == 1 and reward != 0.0 else discount
        learn_outcome(learner, buffers, Outcome(wide(seat), reward, ahead, kind, mind.memory[LEGAL]), inputs)
    learner.waiting |= bit(seat)
    learner.turn[seat] = game.turns
    learner.kind[seat] = kind
    learner.chosen[seat] = chosen
    for number in range(learner.network.inputs):
        learner.seen[seat, number] = inputs[number]
    if learner.places == 0:
        extend_trace(learner, buffers[2][seat], seat, discount, kind, chosen, mind.memory[EXPLORED] == 1, inputs)


@compiled
def watch_ends(box: BoxRecord, game: GameRecord, learner: QLearnerRecord, buffers: Any) -> None:
    """Learn from the last decision of each seat for which the game is over."""
    for seat in range(game.players):
        if learner.waiting & bit(seat) != 0 and is_out(game, seat):
            learner.waiting &= ~bit(seat)
            reward = learner.ending * reward_of(box, game, seat, learner.money)
            learn_outcome(learner, buffers, Outcome(wide(seat), reward, 0.0, GAME_OVER, 0), learner.seen[seat])


# the games


@entry(types.int64(TABLE, Q_LEARNER, BUFFERS, types.int64, types.int64, types.uint64))
def learn_by_playing(table: Table, learner: QLearnerRecord, buffers: Any, players: int, views: int, key: Any) -> int:
    """Play a game to its end and learn from the seats in `views`; return its number of decisions, -1 on an illegal action."""
    box, game = table.box, table.game
    begin_game(table, players, key)
    begin_learning(learner, buffers[2], players, key)
    while game.decision != OVER:
        seat = wide(game.actor)
        action = decide(table)
        if not is_allowed(table, action):
            return -1
        if views & bit(seat) != 0:
            watch_decision(box, game, mind_at(table.seats.minds, seat), learner, buffers, seat)
        carry_out(table, action)
        watch_ends(box, game, learner, buffers)
    return wide(table.progress.made)


# the method


class Q(Method):
    """Q-learning. It holds the network, the target network, the replay memory, the optimiser, the traces, and a game table."""

    settings_file = "q.json"

    def __init__(self, settings: QSettings) -> None:
        self.settings: QSettings = settings
        self.kind = settings.agent

    def begin(self, checkpoint: Network | None = None) -> None:
        """Take the network of a checkpoint or a new one, and allocate what learning needs."""
        settings = self.settings
        box = load_box(settings.rules, {"turn_cap": settings.turns} if settings.turns else None)
        shape = (settings.features, settings.hidden, settings.activation)
        self.boxes = (box,)
        self.network = checkpoint or Network.new(box, *shape, settings.seed, settings.answers)
        self.network.check_fits(box, settings.players)
        self.old = replace(self.network, weights=self.network.weights.copy())
        size, places = len(self.network.weights), settings.replay
        self.memory = new_memory(places, self.network.inputs)
        self.optimiser = np.zeros((OPTIMISER_ROWS, size if places else 0), np.float32)
        self.traces = np.zeros((SEATS, 0 if places else size), np.float32)
        self.learner = new(QLearnerRecord)
        self.network.fill(self.learner.network)
        self.old.fill(self.learner.old)
        for name in ("discount", "lambda_", "ending", "money", "batch", "every", "refresh"):
            setattr(self.learner, name, getattr(settings, name))
        self.learner.places = places
        self.learner.by_turns = CLOCKS.index(settings.clock)
        self.learner.by_program = TARGETS.index(settings.target)
        self.learning_agent = self.agent()
        self.others = [self.learning_agent if spec == ITSELF else parse_agent(spec) for spec in settings.against]
        most = max(self.others, key=lambda agent: len(agent.inner), default=self.learning_agent)
        self.table = AgentsTable(box, [most] * settings.players)

    def waves(self, games: int) -> Generator[int, None, None]:
        """Learn from one game after the other."""
        for number in range(games, self.settings.games):
            self.learn(number)
            yield 1

    def learn(self, number: int) -> None:
        """Play game `number` and learn from it."""
        settings, learner, [box] = self.settings, self.learner, self.boxes
        learner.rate = settings.rate_of(number)
        agents = self._choose_agents(number)
        self.table.seat(box, agents, settings.players)
        views = 0
        for seat, agent in enumerate(agents):
            if agent is self.learning_agent:
                views |= 1 << seat
                self.table.minds[seat].settings[EXPLORE] = settings.explore_of(number)
        buffers, key = (self.memory, self.optimiser, self.traces), key_of(np.uint64(settings.seed), number)
        if learn_by_playing(self.table.table, learner, buffers, settings.players, views, key) < 0:
            raise self.table.refusal(f"game {number} of seed {settings.seed}")

    def _choose_agents(self, number: int) -> list[Agent]:
        """Choose the agents of a game: the learner in a random seat, and in each other seat a random opponent."""
        luck = np.random.default_rng([self.settings.seed, TABLE_STREAM, number])
        first = luck.integers(self.settings.players)
        table = [self.others[luck.integers(len(self.others))] for _seat in range(self.settings.players)]
        table[first] = self.learning_agent
        return table

    def td_error(self) -> float:
        """Return the root mean square of all TD errors since the last call."""
        learner = self.learner
        error = (float(learner.squared_errors) / max(int(learner.errors), 1)) ** 0.5
        learner.squared_errors, learner.errors = 0.0, 0
        return error

    def agent(self) -> Agent:
        """Return the network as a player; its setting is not to explore."""
        kind = self.settings.kind
        return Agent(f"{kind.spec} (learning)", kind.spec, (0.0,), kind.target, network=self.network)

    def trained_by(self) -> dict[str, Any]:
        """Return the settings, for the file of the network."""
        return {"q": as_saved(self.settings)}

    def state(self) -> dict[str, Any]:
        """Return all that a training run needs to continue, besides its settings."""
        seen, facts, rewards = self.memory
        learner = self.learner
        counts = np.array([int(learner.stored), int(learner.learnt), *learner.steps.tolist()], np.int64)
        return {
            "weights": self.network.weights,
            "old": self.old.weights,
            "teaching": self.optimiser,
            "seen": seen,
            "facts": facts,
            "rewards": rewards,
            "counts": counts,
            "td_error": np.array([float(learner.squared_errors), float(learner.errors)]),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from a saved `state`."""
        for name, array in self.state().items():
            array[...] = state[name]
            if name == "counts":
                self.learner.stored, self.learner.learnt = int(array[0]), int(array[1])
                self.learner.steps[:] = array[2:]
            if name == "td_error":
                self.learner.squared_errors, self.learner.errors = float(array[0]), int(array[1])

    @property
    def evaluation_box(self) -> Box:
        """The rules without the training's limit on turns."""
        return load_box(self.settings.rules)
