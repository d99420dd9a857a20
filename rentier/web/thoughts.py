"""What is thought about away from the server: an agent's decision, the odds of a table, a hint. Each question answers itself.

A question brings all that is needed and its answer takes it back: what an agent remembers travels as its `mind`, so that the
process that thinks keeps nothing but what can be made again, and may be another one every time.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rentier.agents.illegal import illegal_action
from rentier.agents.mind import MEMORY, MindRecord, wake_mind
from rentier.agents.seating import minds_needed, sit_down
from rentier.agents.specs import Agent, parse_agent
from rentier.agents.thinkers import ask
from rentier.box import Box, load_box
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.luck import key_of
from rentier.game.reasons import FINE
from rentier.game.state import GameRecord
from rentier.game.words import Action
from rentier.layout import Numbers, as_records, layout, many
from rentier.record.actions import action_text

if TYPE_CHECKING:
    from rentier.search.odds import Odds
    from rentier.search.thoughts import Candidate

STAND_IN = "aggressive"  # plays for people and for agents that think, where games are played on
MOST_CACHED = 64
MARK_BYTES = 8  # of the agent whose mind it is
NUMBERS = 2 + MEMORY  # of a mind: its key, its draws, its memory
ODDS_SECONDS = 0.4  # that the odds of a table may take
LEAST_ROLLOUTS, MOST_ROLLOUTS = 40, 400
TRIED_ROLLOUTS = 2
HINT_SEARCH = "mcts:rollouts=1000"
MOST_CANDIDATES = 12


@dataclass(frozen=True)
class Position:
    """A game as everybody sees it: `state` is the bytes of its record, the luck is not in it."""

    rules: str
    overrides: Mapping[str, object]
    state: bytes

    @property
    def box(self) -> Box:
        """The rules that are played."""
        return _box(self.rules, json.dumps(self.overrides, sort_keys=True))

    @property
    def game(self) -> GameRecord:
        """The state as a record of its own."""
        game: GameRecord = as_records(np.frombuffer(self.state, layout(GameRecord)).copy())[0]
        return game


@dataclass(frozen=True)
class Answer:
    """A decision, and the mind that the agent has after it."""

    action: tuple[int, ...]
    mind: bytes


@dataclass(frozen=True)
class Question(Position):
    """What does an agent do? `key`: its random numbers come from it; `mind`: from its last answer, nothing at first."""

    agent: str
    seat: int
    key: int
    mind: bytes = b""

    def think(self) -> Answer:
        """The agent's decision; the error where it breaks the rules."""
        box, game, agent = self.box, self.game, _agent(self.agent)
        mark = hashlib.sha256(agent.spec.encode()).digest()[:MARK_BYTES]
        saved = zlib.decompress(self.mind[MARK_BYTES:]) if self.mind.startswith(mark) else b""
        decide = _think_in_python if agent.thinks else _think_compiled
        action, numbers = decide(box, game, agent, self, np.frombuffer(saved, np.uint64).reshape(-1, NUMBERS))
        if check(box.record, game, action) != FINE:
            raise illegal_action(box, agent.spec, game, action, "this game")
        return Answer(tuple(action), mark + zlib.compress(numbers.tobytes()))


@dataclass(frozen=True)
class OddsQuestion(Position):
    """What are the chances of each seat, if these agents play on? Of a table only the newest question is answered."""

    agents: tuple[str | None, ...]  # one for each seat; None: a person
    table: str
    key: int = 0

    @property
    def about(self) -> tuple[str, ...]:
        """What a newer question of the same kind takes the place of."""
        return ("odds", self.table)

    def think(self) -> dict[str, Any]:
        """The odds of each seat, by as many rollouts as a moment has room for."""
        desk = _odds_desk(self.rules, json.dumps(self.overrides, sort_keys=True), self.agents, self.table)
        return desk.odds(self.game, self.key)


@dataclass(frozen=True)
class HintQuestion(Position):
    """What would an agent do in a player's place, and what does a tree search make of each way?"""

    agent: str
    seat: int
    table: str
    key: int = 0

    @property
    def about(self) -> tuple[str, ...]:
        """What a newer question of the same kind takes the place of."""
        return ("hint", self.table, str(self.seat))

    def think(self) -> dict[str, Any]:
        """The agent's choice and the candidates, most visited first; of an agent that searches its own."""
        from rentier.search.mcts import searcher
        from rentier.search.specs import NAME

        box, game, agent = self.box, self.game, _agent(self.agent)
        search = searcher(agent.spec if agent.name == NAME else HINT_SEARCH)
        search.begin(np.uint64(self.key))
        thought = search.think(box, game)
        choice = thought.best
        if agent.name != NAME:
            asked = Question(self.rules, self.overrides, self.state, agent.spec, self.seat, self.key)
            choice = Action(*asked.think().action)
        shown = [one for place, one in enumerate(thought.candidates) if place < MOST_CANDIDATES or one.action == choice]
        rows = [{"action": action_text(box, one.action)} | _figures(one) for one in shown]
        measure = "win rate" if search.options.cut is None else "worth"
        return {"choice": action_text(box, choice), "candidates": rows, "measure": measure}


def _figures(candidate: Candidate) -> dict[str, Any]:
    """What a search has found; what was never tried has no value."""
    value = None if math.isnan(candidate.value) else candidate.value
    return {"visits": candidate.visits, "value": value, "low": candidate.low, "high": candidate.high}


class OddsDesk:
    """The odds of one table, move after move, in a moment: by its own agents, or by stand-ins where these are too slow."""

    def __init__(self, box: Box, specs: tuple[str | None, ...]) -> None:
        self._own = _Measured(box, [_player(spec) for spec in specs])
        self._stand_ins = _Measured(box, [_agent(STAND_IN)])

    def odds(self, game: GameRecord, key: int) -> dict[str, Any]:
        """The odds of each seat, by how many rollouts, and whether stand-ins played them."""
        own_fit = self._own.fitting(game, key) >= LEAST_ROLLOUTS
        chosen = self._own if own_fit else self._stand_ins
        found = chosen.odds(game, min(max(chosen.fitting(game, key), LEAST_ROLLOUTS), MOST_ROLLOUTS), key)
        seats = [{"seat": one.seat, "share": one.share, "low": one.low, "high": one.high} for one in found.seats]
        return {"seats": seats, "rollouts": found.rollouts, "stand_ins": not own_fit}


class _Measured:
    """Odds by some agents, and how long one rollout takes of late: games get shorter as they go on."""

    def __init__(self, box: Box, agents: list[Agent]) -> None:
        from rentier.search.odds import OddsTable

        self._table = OddsTable(box, agents)
        self._seconds = math.inf

    def fitting(self, game: GameRecord, key: int) -> int:
        """How many rollouts fit into a moment; tried out where it seems that too few do."""
        if LEAST_ROLLOUTS * self._seconds > ODDS_SECONDS:
            self.odds(game, TRIED_ROLLOUTS, key)
        return int(ODDS_SECONDS / self._seconds)

    def odds(self, game: GameRecord, rollouts: int, key: int) -> Odds:
        """The odds by so many rollouts."""
        start = time.process_time()  # what the machine does besides makes no agent slow
        found = self._table.odds(game, rollouts, key)
        taken = max(time.process_time() - start, 1e-6) / rollouts
        self._seconds = taken if self._seconds == math.inf else (self._seconds + taken) / 2
        return found


class _Chair:
    """A compiled agent sits at tables of so many players, one question after the other: its mind is filled in each time."""

    def __init__(self, box: Box, agent: Agent, players: int) -> None:
        self.minds = many(MindRecord, minds_needed([agent]))
        sit_down(self.minds, box, [agent], players)
        behind = len(self.minds) - len(agent.inner)
        self.used = [0, *range(behind, len(self.minds))]  # the agent's mind, and those of agents it is made of

    def remember(self, saved: Numbers) -> None:
        """Make the minds what they were."""
        if len(saved) != len(self.used):
            raise RentierError("the mind is not one of this agent; it should be the one of its last answer")
        for place, numbers in zip(self.used, saved, strict=True):
            mind = self.minds[place]
            mind.key, mind.draws = numbers[0], numbers[1].astype(np.int64)
            mind.memory[:] = numbers[2:].view(np.int64)

    def forget(self, key: int, seat: int) -> None:
        """A game begins."""
        for place in self.used:
            wake_mind(self.minds[place], np.uint64(key), seat)

    def numbers(self) -> Numbers:
        """What is remembered."""
        rows = np.zeros((len(self.used), NUMBERS), np.uint64)
        for row, place in zip(rows, self.used, strict=True):
            mind = self.minds[place]
            row[0], row[1] = mind.key, np.int64(mind.draws).astype(np.uint64)
            row[2:] = mind.memory.view(np.uint64)
        return rows


def _think_compiled(box: Box, game: GameRecord, agent: Agent, asked: Question, saved: Numbers) -> tuple[Action, Numbers]:
    """A compiled agent's decision and its mind."""
    chair = _chair(asked.rules, json.dumps(asked.overrides, sort_keys=True), asked.agent, int(game.players))
    if len(saved):
        chair.remember(saved)
    else:
        chair.forget(asked.key, asked.seat)
    return agent.decide(box.record, game, chair.minds[0]), chair.numbers()


def _think_in_python(box: Box, game: GameRecord, agent: Agent, asked: Question, saved: Numbers) -> tuple[Action, Numbers]:
    """The decision of an agent that thinks, begun anew for each: its mind is how often it was asked."""
    number = int(saved[0, 1]) if len(saved) else 0
    thinker = agent.thinker()
    thinker.begin(key_of(np.uint64(asked.key), number))
    rows = np.zeros((1, NUMBERS), np.uint64)
    rows[0, 1] = number + 1
    return ask(thinker, box, game), rows


def is_slow(spec: str) -> bool:
    """Whether an agent may take its time: it thinks in Python, or is a user's, which may have to be compiled first."""
    agent = _agent(spec)
    return agent.thinks or not agent.is_ours


def _player(spec: str | None) -> Agent:
    """Who plays on for a seat: compiled agents themselves."""
    agent = None if spec is None else _agent(spec)
    return _agent(STAND_IN) if agent is None or agent.thinks else agent


@functools.lru_cache(MOST_CACHED)
def _box(rules: str, overrides: str) -> Box:
    return load_box(rules, json.loads(overrides))


@functools.lru_cache(4 * MOST_CACHED)
def _agent(spec: str) -> Agent:
    return parse_agent(spec)


@functools.lru_cache(MOST_CACHED)
def _chair(rules: str, overrides: str, spec: str, players: int) -> _Chair:
    return _Chair(_box(rules, overrides), _agent(spec), players)


@functools.lru_cache(MOST_CACHED)
def _odds_desk(rules: str, overrides: str, specs: tuple[str | None, ...], table: str) -> OddsDesk:
    return OddsDesk(_box(rules, overrides), specs)
