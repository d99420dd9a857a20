"""Questions for the worker processes: an agent's decision, the odds at a table, a hint.

A question contains everything needed to answer it, and an answer contains everything to be remembered: an agent's memory
travels as its `mind`. Workers have no state except caches, so any worker can answer any question.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import time
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rentier.agents.illegal import illegal_action
from rentier.agents.mind import MEMORY, REAL_MEMORY, MindRecord, wake_mind
from rentier.agents.seating import minds_needed, seat_agents
from rentier.agents.specs import Agent, parse_agent
from rentier.agents.thinkers import ask
from rentier.box import Box, load_box
from rentier.compiled import cache_folder
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.luck import key_of
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import Numbers, as_records, layout, many
from rentier.record.actions import action_text

if TYPE_CHECKING:
    from rentier.analysis.review_judge import Assumption
    from rentier.search.odds import Odds
    from rentier.search.thoughts import Candidate

MOST_CACHED = 64
MARK_BYTES = 8  # before a mind: a digest of the agent's spec and of all agents' sources, which say what its numbers mean
NUMBERS = 2 + MEMORY + REAL_MEMORY  # of a mind: its key, its draws, its memories
ODDS_SECONDS = 0.4  # for the odds at a table
ODDS_CUT = 16  # turns of their rollouts where everybody plays by a network, as the network expects
LONG_CUT = 64  # with other agents, so that it matters more how they play
PLAY_BY_NETWORK = ("selfplay", "champion")
LEAST_ROLLOUTS, MOST_ROLLOUTS = 40, 400
TRIAL_ROLLOUTS = 2
MOST_CANDIDATES = 12


@dataclass(frozen=True)
class Position:
    """A game without its luck; `state` is the bytes of its state record."""

    rules: str
    overrides: Mapping[str, object]
    state: bytes

    @property
    def box(self) -> Box:
        """The rules of the game."""
        return _box(self.rules, json.dumps(self.overrides, sort_keys=True))

    @property
    def game(self) -> GameRecord:
        """A copy of the state."""
        game: GameRecord = as_records(np.frombuffer(self.state, layout(GameRecord)).copy())[0]
        return game


@dataclass(frozen=True)
class Answer:
    """A decision, and the agent's mind after it."""

    action: tuple[int, ...]
    mind: bytes


@dataclass(frozen=True)
class Question(Position):
    """What does an agent do? `key`: for its random numbers; `mind`: from its last answer, at first empty."""

    agent: str
    seat: int
    key: int
    mind: bytes = b""

    def think(self) -> Answer:
        """Return the agent's decision; raise an error if it is illegal."""
        box, game, agent = self.box, self.game, _agent(self.agent)
        mark = hashlib.sha256(f"{agent.spec} {cache_folder('agents').name}".encode()).digest()[:MARK_BYTES]
        saved = zlib.decompress(self.mind[MARK_BYTES:]) if self.mind.startswith(mark) else b""
        decide = _think_in_python if agent.is_python else _think_compiled
        action, numbers = decide(box, game, agent, self, np.frombuffer(saved, np.uint64).reshape(-1, NUMBERS))
        if check(box.record, game, action) != ALLOWED:
            raise illegal_action(box, agent.spec, game, action, "this game")
        return Answer(tuple(action), mark + zlib.compress(numbers.tobytes()))


@dataclass(frozen=True)
class OddsQuestion(Position):
    """What is the win probability of each seat if these agents play? Only the newest question of a table is answered."""

    agents: tuple[str | None, ...]  # one for each seat; None: a person
    table: str
    key: int = 0

    @property
    def topic(self) -> tuple[str, ...]:
        """A newer question with the same topic replaces this one."""
        return ("odds", self.table)

    def think(self) -> dict[str, Any]:
        """Return the odds of each seat, from as many rollouts as there is time for."""
        estimator = _odds_estimator(self.rules, json.dumps(self.overrides, sort_keys=True), self.agents, self.table)
        return estimator.odds(self.game, self.key)


@dataclass(frozen=True)
class HintQuestion(Position):
    """What would an agent do for a player, and how does a search rate each candidate?"""

    agent: str | None  # None: the usual adviser
    seat: int
    table: str
    key: int = 0
    names: tuple[str, ...] = ()  # of the players; without them they are called by their seats

    @property
    def topic(self) -> tuple[str, ...]:
        """A newer question with the same topic replaces this one."""
        return ("hint", self.table, str(self.seat))

    def think(self) -> dict[str, Any]:
        """Return the agent, its choice, the reason, and the candidates, most visited first.

        A searching agent rates its own candidates, the usual adviser those of others. There is a reason only if the search
        makes the same choice.
        """
        from rentier.search.advice import advise
        from rentier.search.specs import SEARCHES, search_agent, usual_search

        box, game = self.box, self.game
        agent = usual_search(box, int(game.players)) if self.agent is None else _agent(self.agent)
        asked = agent if agent.name in SEARCHES else usual_search(box, int(game.players))
        search = search_agent(asked)
        search.begin(np.uint64(self.key))
        thought = search.think(box, game)
        advice, choice = advise(box, game, asked, thought, self.names or None, self.seat), thought.best
        if agent != asked:
            choice = Action(*Question(self.rules, self.overrides, self.state, agent.spec, self.seat, self.key).think().action)
        if choice != thought.best:
            advice = advice._replace(choice=action_text(box, choice), why="")
        shown = [one for place, one in enumerate(thought.candidates) if place < MOST_CANDIDATES or one.action == choice]
        rows = [{"action": action_text(box, one.action)} | _figures(one) for one in shown]
        return {"agent": agent.spec, **advice._asdict(), "candidates": rows, "measure": search.measure}


def _figures(candidate: Candidate) -> dict[str, Any]:
    """Return the figures of a candidate; the value is None if it was never tried."""
    value = None if math.isnan(candidate.value) else candidate.value
    return {"visits": candidate.visits, "value": value, "low": candidate.low, "high": candidate.high}


class OddsEstimator:
    """Estimates the odds at one table, with its own agents or, if they are too slow, with stand-ins.

    As in reviews, rollouts are cut and valued by a network, or whole games if the network does not fit the game.
    """

    def __init__(self, box: Box, specs: tuple[str | None, ...]) -> None:
        from rentier.analysis.review_judge import Assumption, make_assumption

        usual = make_assumption(box, len(specs), (), ODDS_CUT)
        (stand_in,) = usual.agents  # for people and for agents in Python
        agents = tuple(_player(spec, stand_in) for spec in specs)
        by_network = all(agent.name in PLAY_BY_NETWORK for agent in agents)
        own = Assumption(agents, usual.cut if by_network or usual.cut is None else LONG_CUT)
        self._own, self._stand_ins = _TimedOdds(box, own), _TimedOdds(box, usual)

    def odds(self, game: GameRecord, key: int) -> dict[str, Any]:
        """Return the odds of each seat and the agent that plays it, the rollouts, their cut, and whether stand-ins played."""
        own_fit = self._own.fitting(game, key) >= LEAST_ROLLOUTS
        chosen = self._own if own_fit else self._stand_ins
        found = chosen.odds(game, min(max(chosen.fitting(game, key), LEAST_ROLLOUTS), MOST_ROLLOUTS), key)
        seats = [asdict(one) for one in found.seats]
        return {"seats": seats, "rollouts": found.rollouts, "cut": chosen.cut, "stand_ins": not own_fit}


class _TimedOdds:
    """Odds from some agents' rollouts, with a moving average of the time per rollout."""

    def __init__(self, box: Box, assumption: Assumption) -> None:
        from rentier.search.odds import OddsTable

        self.cut = assumption.cut
        self._table = OddsTable(box, assumption.agents, assumption.valuation)
        self._seconds = math.inf

    def fitting(self, game: GameRecord, key: int) -> int:
        """Return how many rollouts there is time for; the time is measured again if they seem too few."""
        if LEAST_ROLLOUTS * self._seconds > ODDS_SECONDS:
            self.odds(game, TRIAL_ROLLOUTS, key)
        return int(ODDS_SECONDS / self._seconds)

    def odds(self, game: GameRecord, rollouts: int, key: int) -> Odds:
        """Return the odds from a number of rollouts."""
        start = time.process_time()  # not affected by other processes
        found = self._table.odds(game, rollouts, key)
        taken = max(time.process_time() - start, 1e-6) / rollouts
        self._seconds = taken if self._seconds == math.inf else (self._seconds + taken) / 2
        return found


class _SeatedAgent:
    """A compiled agent for tables of a certain size; its mind is loaded for each question."""

    def __init__(self, box: Box, agent: Agent, players: int) -> None:
        self.agent = agent  # kept, because its minds have the addresses of its weights
        self.minds = many(MindRecord, minds_needed([agent]))
        seat_agents(self.minds, box, [agent], players)
        behind = len(self.minds) - len(agent.inner)
        self.used = [0, *range(behind, len(self.minds))]  # the minds of the agent and of its inner agents

    def restore(self, saved: Numbers) -> None:
        """Load saved minds."""
        if len(saved) != len(self.used):
            raise RentierError("the mind belongs to another agent; it should be from this agent's last answer")
        for place, numbers in zip(self.used, saved, strict=True):
            mind = self.minds[place]
            mind.key, mind.draws = numbers[0], numbers[1].astype(np.int64)
            mind.evaluated = 0
            mind.memory[:] = numbers[2 : 2 + MEMORY].view(np.int64)
            mind.real_memory[:] = numbers[2 + MEMORY :].view(np.float64)

    def reset(self, key: int, seat: int) -> None:
        """Reset the minds for a new game."""
        for place in self.used:
            wake_mind(self.minds[place], np.uint64(key), seat)

    def numbers(self) -> Numbers:
        """Return the minds as numbers."""
        rows = np.zeros((len(self.used), NUMBERS), np.uint64)
        for row, place in zip(rows, self.used, strict=True):
            mind = self.minds[place]
            row[0], row[1] = mind.key, np.int64(mind.draws).astype(np.uint64)
            row[2 : 2 + MEMORY] = mind.memory.view(np.uint64)
            row[2 + MEMORY :] = mind.real_memory.view(np.uint64)
        return rows


def _think_compiled(box: Box, game: GameRecord, agent: Agent, asked: Question, saved: Numbers) -> tuple[Action, Numbers]:
    """Return a compiled agent's decision and its mind."""
    seated = _seated_agent(asked.rules, json.dumps(asked.overrides, sort_keys=True), asked.agent, int(game.players))
    if len(saved):
        seated.restore(saved)
    else:
        seated.reset(asked.key, asked.seat)
    return agent.decide(box.record, game, seated.minds[0]), seated.numbers()


def _think_in_python(box: Box, game: GameRecord, agent: Agent, asked: Question, saved: Numbers) -> tuple[Action, Numbers]:
    """Return the decision of an agent in Python, which starts afresh each time; its mind is the number of decisions so far."""
    number = int(saved[0, 1]) if len(saved) else 0
    thinker = agent.thinker()
    thinker.begin(key_of(np.uint64(asked.key), number))
    rows = np.zeros((1, NUMBERS), np.uint64)
    rows[0, 1] = number + 1
    return ask(thinker, box, game), rows


def is_slow(spec: str) -> bool:
    """Whether an agent may be slow: it is written in Python, or it is a user's and may have to be compiled first."""
    agent = _agent(spec)
    return agent.is_python or not agent.is_ours


def _player(spec: str | None, stand_in: Agent) -> Agent:
    """Return the agent that plays a seat in rollouts: the seat's own if it is compiled, else the stand-in."""
    agent = stand_in if spec is None else _agent(spec)
    return stand_in if agent.is_python else agent


@functools.lru_cache(MOST_CACHED)
def _box(rules: str, overrides: str) -> Box:
    return load_box(rules, json.loads(overrides))


@functools.lru_cache(4 * MOST_CACHED)
def _agent(spec: str) -> Agent:
    return parse_agent(spec)


@functools.lru_cache(MOST_CACHED)
def _seated_agent(rules: str, overrides: str, spec: str, players: int) -> _SeatedAgent:
    return _SeatedAgent(_box(rules, overrides), _agent(spec), players)


@functools.lru_cache(MOST_CACHED)
def _odds_estimator(rules: str, overrides: str, specs: tuple[str | None, ...], table: str) -> OddsEstimator:
    return OddsEstimator(_box(rules, overrides), specs)
