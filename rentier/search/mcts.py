"""Monte Carlo tree search as an agent, and as a function that tells what it has found.

Sammul 2018 searches with UCT, typed or uniform, for a number of rollouts against three aggressive agents, and takes the action
visited most (sections 3.1.2 and 3.5). Here the others may be any compiled agent, and so may the player's own moves in rollouts
(typed or uniform random in the work); rollouts may be cut after some turns and valued; several searches may be run side by
side, each on its own tree and its own luck, and are summed up at the root.

    search = searcher("mcts:rollouts=1000")
    thought = search.think(game.box, game.state)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.agents.specs import Agent
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.compiled import address_of
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
from rentier.search.specs import parse_search
from rentier.search.thoughts import Effort, Thought
from rentier.search.tree import NODES, plant
from rentier.search.values import NO_WEIGHTS, VALUE_SIGNATURE, worth_share

SELECTIONS = {"uct": UCT, "puct": PUCT, "rave": RAVE}
FINALS = {"most-visited": BY_VISITS, "best-valued": BY_VALUE}
USUAL_ROLLOUTS = 10_000
USUAL_WIDEN = 0.5
ALL_ALIKE = 1.0  # a uniform search holds nothing back
MOST_ROLLOUTS = 1 << 40
MOST_JOBS = 1 << 20  # keys of decisions lie so far apart
FIRST_BATCH = 32  # rollouts before the clock is first looked at
BATCH_SECONDS = 0.01

TYPED = "typed"

ValueFunction = Callable[[Any, Any, int, Any], float]


@dataclass(frozen=True)
class Options:
    """How a search searches: the settings of `mcts` in the catalogue."""

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
    """A tree search that plays. `value`: what a rollout that was cut is worth, with its `weights`."""

    def __init__(self, options: Mapping[str, Any], value: ValueFunction = worth_share, weights: Numbers = NO_WEIGHTS) -> None:
        self.options = Options(**options)
        self.workers = [_Worker(self.options, number, value, weights) for number in range(self.options.jobs)]
        self.begin(np.uint64(0))

    def begin(self, key: Any) -> None:
        """A game begins: the search draws its numbers from this key."""
        self.key = key
        self.decisions = 0
        self.turn = -1
        self.box: Box | None = None

    def decide(self, box: Box, game: GameRecord) -> Action:
        """The action visited most, or the one worth most."""
        return self.think(box, game).best

    def think(self, box: Box, game: GameRecord) -> Thought:
        """Search a decision. What an earlier decision of the same turn has found about it is kept."""
        start = time.perf_counter()
        turn = int(game.turns)
        keep = self.turn == turn and self.box is box
        self.box, self.turn = box, turn
        for number, worker in enumerate(self.workers):
            worker.look(box, game, key_of(self.key, self.decisions * MOST_JOBS + number), keep)
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
        """Let every worker search until the limits are reached."""
        if len(self.workers) == 1:
            self.workers[0].search(until)
            return
        with Pool(self.workers) as pool:
            pool.each(lambda worker: worker.search(until))


def searcher(spec: str, value: ValueFunction = worth_share, weights: Numbers = NO_WEIGHTS) -> Mcts:
    """The tree search that a spec names, `mcts:rollouts=1000`, with a value function of one's own for rollouts that are cut."""
    return Mcts(dict(parse_search(spec).options), value, weights)


class _Worker:
    """One tree, one imagined table, and a share of the rollouts: that of the worker with this number."""

    def __init__(self, options: Options, number: int, value: ValueFunction, weights: Numbers) -> None:
        total = options.rollouts or (USUAL_ROLLOUTS if options.ms is None else MOST_ROLLOUTS)
        self.rollouts = total // options.jobs + (number < total % options.jobs)
        self.own = options.own
        self.others = options.opponents
        self.value = value
        self.weights = weights
        self.placed: tuple[Box, int, int] | None = None  # the rules, the seat, and how many players
        self.tree = plant(options.nodes)
        # fields as plain arrays over the same memory, which are quicker to ask than records
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
        usual = USUAL_WIDEN if options.sampling == TYPED else ALL_ALIKE
        self.settings.widen = usual if options.widen is None else options.widen
        self.settings.depth = options.depth
        self.settings.cut = options.cut or 0

    def look(self, box: Box, game: GameRecord, key: Any, keep: bool) -> None:
        """Look at a decision."""
        place = (box, int(game.actor), int(game.players))
        if place != self.placed:
            self._sit_down(*place)
        self.room.look(game)
        self.settings.key = key
        self.keep = keep

    def _sit_down(self, box: Box, seat: int, players: int) -> None:
        """Imagine a table at which the own player has this seat."""
        self.placed = box, seat, players
        self.settings.seat = seat
        self.room = ImaginedTable(box, [self.own if number == seat else self.others for number in range(MOST_SEATS)], players)
        room, value = self.room, address_of(self.value, VALUE_SIGNATURE)
        memory = (self.tree, self.trace, self.settings, value, self.weights, self.path, self.picks, self.decision[0])
        self.memory = Search(room.known, room.words[KNOWN], room.table, room.words[IMAGINED], *memory)

    def search(self, until: float | None) -> None:
        """Imagine games: as many as its share with those that are kept, or until the clock says so."""
        start = time.perf_counter()
        batch = self.rollouts if until is None else min(FIRST_BATCH, self.rollouts)
        self._check(begin(self.memory, self.keep, batch))
        _root, first, number, _imagined, *default_action = self._numbers.tolist()
        self.span = slice(first, first + number)
        self.default_action = Action(*default_action)
        if until is not None and number > 1:
            self._search_on(until, max(batch, 1) / max(time.perf_counter() - start, 1e-6))

    def _search_on(self, until: float, speed: float) -> None:
        """Imagine games, so many a second at first, until the clock says so or its share is done."""
        while True:
            now = time.perf_counter()
            left = self.rollouts - int(self._sums[0][self.span].sum())
            if now >= until or left <= 0:
                return
            batch = min(max(int(speed * min(until - now, BATCH_SECONDS)), 1), left)
            self._check(think(self.memory, batch))
            speed = batch / max(time.perf_counter() - now, 1e-6)

    def _check(self, fine: bool) -> None:
        """Say who broke the rules in a rollout."""
        if not fine:
            raise self.room.broken()

    def actions(self) -> Numbers:
        """What there is to choose from, a row each."""
        return np.array(self._actions[self.span])

    def sums(self) -> Numbers:
        """Visits, values and squares of values of each action."""
        return np.array([sums[self.span] for sums in self._sums], float).T.copy()
