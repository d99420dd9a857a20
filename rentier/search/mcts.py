"""Monte Carlo tree search as an agent, and as a function that returns its findings.

Sammul 2018 searches with UCT, typed or uniform, for a number of rollouts against three aggressive agents, and takes the most
visited action (sections 3.1.2 and 3.5). Here the opponents may be any compiled agent, and so may the agent that plays the
searcher's own moves in rollouts (typed or uniform random in the work). Rollouts may be cut after some turns and evaluated.
Several searches may run in parallel, each with its own tree and its own luck; their results are added up at the root.

    search = searcher("mcts:rollouts=1000")
    thought = search.think(game.box, game.state)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.agents.specs import Agent, parse_agent
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.compiled import address_of
from rentier.errors import RentierError
from rentier.game.luck import key_of
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import Numbers, many, new
from rentier.pools import Pool
from rentier.search.action_trace import new_action_trace
from rentier.search.best import BY_VALUE, BY_VISITS, VISITS, best_row
from rentier.search.imagined import IMAGINED, KNOWN, ImaginedTable
from rentier.search.search import DecisionRecord, Search, begin, think
from rentier.search.selection import PUCT, RAVE, UCT, SettingsRecord
from rentier.search.thoughts import WIN_RATE, WORTH, Effort, Thought
from rentier.search.tree import NODES, new_tree
from rentier.search.values import NO_WEIGHTS, VALUE_SIGNATURE, worth_share

SELECTIONS = {"uct": UCT, "puct": PUCT, "rave": RAVE}
FINALS = {"most-visited": BY_VISITS, "best-valued": BY_VALUE}
DEFAULT_ROLLOUTS = 10_000
DEFAULT_WIDEN = 0.5
NO_WIDENING = 1.0  # a uniform search tries all choices from the start
MOST_ROLLOUTS = 1 << 40
MOST_JOBS = 1 << 20  # the distance between the keys of two decisions
FIRST_BATCH = 32  # rollouts before the first check of the clock
BATCH_SECONDS = 0.01
MOST_SEARCHED = 50  # decisions in one turn that it makes by its search

TYPED = "typed"

ValueFunction = Callable[[Any, Any, int, Any], float]


@dataclass(frozen=True)
class Options:
    """The settings of a search: those of `mcts` in the catalogue."""

    sampling: str
    selection: str
    rollouts: int | None
    ms: int | None
    nodes: int
    depth: int
    cut: int | None
    c: float
    widen: float | None
    opponents: Agent
    own: Agent
    jobs: int
    final: str


class Mcts:
    """A tree search that plays. `value`: the function that evaluates a rollout that was cut, with its `weights`."""

    def __init__(self, options: Mapping[str, Any], value: ValueFunction = worth_share, weights: Numbers = NO_WEIGHTS) -> None:
        self.options = Options(**options)
        self.workers = [_Worker(self.options, number, value, weights) for number in range(self.options.jobs)]
        self.begin(np.uint64(0))

    @property
    def measure(self) -> str:
        """What a candidate's value means."""
        return WIN_RATE if self.options.cut is None else WORTH

    def begin(self, key: Any) -> None:
        """Begin a game: the search draws its random numbers from this key."""
        self.key = key
        self.decisions = 0
        self.turn = -1
        self.decided = 0  # decisions in this turn
        self.box: Box | None = None

    def decide(self, box: Box, game: GameRecord) -> Action:
        """Return the most visited action, or the one of highest value.

        After `MOST_SEARCHED` decisions in a turn it acts like the agent that plays its moves in rollouts, so the turn ends.
        To the search, doing and undoing can look as good as going on: where houses are scarce, one may sell for as much as the
        next costs at auction.
        """
        self.decided = self.decided + 1 if self.turn == int(game.turns) else 1
        best = self.think(box, game).best
        return best if self.decided <= MOST_SEARCHED else self.workers[0].default_action

    def think(self, box: Box, game: GameRecord) -> Thought:
        """Search a decision, building on the tree of an earlier decision in the same turn."""
        start = time.perf_counter()
        turn = int(game.turns)
        keep = self.turn == turn and self.box is box
        self.box, self.turn = box, turn
        for number, worker in enumerate(self.workers):
            worker.set_decision(box, game, key_of(self.key, self.decisions * MOST_JOBS + number), keep)
        self.decisions += 1
        self._search(None if self.options.ms is None else start + self.options.ms / 1000)
        first = self.workers[0]
        actions = first.actions()
        sums = first.sums()
        for worker in self.workers[1:]:
            sums += worker.sums()
        best = best_row(actions, sums, first.default_action, self.options.sampling == TYPED, FINALS[self.options.final])
        nodes = sum(int(worker.tree.used[NODES]) for worker in self.workers)
        effort = Effort(int(sums[:, VISITS].sum()), nodes, time.perf_counter() - start)
        return Thought(Action(*actions[best].tolist()), actions, sums, effort)

    def _search(self, until: float | None) -> None:
        """Let every worker search until the limits are reached, in parallel if there are several."""
        if len(self.workers) == 1:
            self.workers[0].search(until)
            return
        with Pool(self.workers) as pool:
            pool.each(lambda worker: worker.search(until))


def searcher(spec: str, value: ValueFunction = worth_share, weights: Numbers = NO_WEIGHTS) -> Mcts:
    """Return the tree search that a spec names (`mcts:rollouts=1000`), with a value function for rollouts that are cut."""
    agent = parse_agent(spec)
    if agent.target != f"{__name__}:{Mcts.__name__}":
        raise RentierError(f"agent {spec!r} is no tree search; name one such as mcts:rollouts=1000")
    return Mcts(dict(agent.options), value, weights)


class _Worker:
    """One tree, one imagined table, and the share of the rollouts that falls to this worker."""

    def __init__(self, options: Options, number: int, value: ValueFunction, weights: Numbers) -> None:
        total = options.rollouts or (DEFAULT_ROLLOUTS if options.ms is None else MOST_ROLLOUTS)
        self.rollouts = total // options.jobs + (number < total % options.jobs)
        self.own = options.own
        self.others = options.opponents
        self.value = value
        self.weights = weights
        self.seated: tuple[Box, int, int] | None = None  # the rules, the seat, and the number of players
        self.tree = new_tree(options.nodes)
        # fields as plain arrays over the same memory, which are faster to read than records
        choices = self.tree.choices.view(np.ndarray)
        self._actions: Numbers = choices["action"]
        self._sums = [choices[name] for name in ("visits", "value", "square")]
        self.decision = many(DecisionRecord, 1)
        self._numbers = self.decision.view(np.int64)
        self.trace = new_action_trace()
        self.path = np.zeros(options.depth + 2, np.int64)
        self.picks = np.zeros(2 * options.depth + 2, np.int64)
        self.settings = new(SettingsRecord)
        self.settings.typed = options.sampling == TYPED
        self.settings.selection = SELECTIONS[options.selection]
        self.settings.c = options.c
        default_widen = DEFAULT_WIDEN if options.sampling == TYPED else NO_WIDENING
        self.settings.widen = default_widen if options.widen is None else options.widen
        self.settings.depth = options.depth
        self.settings.cut = options.cut or 0

    def set_decision(self, box: Box, game: GameRecord, key: Any, keep: bool) -> None:
        """Set the decision to search; `keep`: keep the tree of an earlier decision."""
        seating = (box, int(game.actor), int(game.players))
        if seating != self.seated:
            self._seat_players(*seating)
        self.imagined.set_game(game)
        self.settings.key = key
        self.keep = keep

    def _seat_players(self, box: Box, seat: int, players: int) -> None:
        """Prepare an imagined table at which the searcher has this seat."""
        self.seated = box, seat, players
        self.settings.seat = seat
        self.imagined = ImaginedTable(
            box, [self.own if number == seat else self.others for number in range(MOST_SEATS)], players
        )
        imagined, value = self.imagined, address_of(self.value, VALUE_SIGNATURE)
        memory = (self.tree, self.trace, self.settings, value, self.weights, self.path, self.picks, self.decision[0])
        self.memory = Search(imagined.known, imagined.words[KNOWN], imagined.table, imagined.words[IMAGINED], *memory)

    def search(self, until: float | None) -> None:
        """Simulate games until there are as many as its share, including those in a kept tree, or until the time is up."""
        start = time.perf_counter()
        batch = self.rollouts if until is None else min(FIRST_BATCH, self.rollouts)
        self._check(begin(self.memory, self.keep, batch))
        _root, first, number, _imagined, *default_action = self._numbers.tolist()
        self.span = slice(first, first + number)
        self.default_action = Action(*default_action)
        if until is not None and number > 1:
            self._search_on(until, max(batch, 1) / max(time.perf_counter() - start, 1e-6))

    def _search_on(self, until: float, speed: float) -> None:
        """Simulate games until the time is up or its share is done; `speed`: the games per second so far."""
        while True:
            now = time.perf_counter()
            left = self.rollouts - int(self._sums[0][self.span].sum())
            if now >= until or left <= 0:
                return
            batch = min(max(int(speed * min(until - now, BATCH_SECONDS)), 1), left)
            self._check(think(self.memory, batch))
            speed = batch / max(time.perf_counter() - now, 1e-6)

    def _check(self, legal: bool) -> None:
        """Raise an error if an agent broke the rules in a rollout."""
        if not legal:
            raise self.imagined.rule_error()

    def actions(self) -> Numbers:
        """Return the candidate actions, one per row."""
        return np.array(self._actions[self.span])

    def sums(self) -> Numbers:
        """Return the visits, values and squares of values of each action."""
        return np.array([sums[self.span] for sums in self._sums], float).T.copy()
