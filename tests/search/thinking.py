"""Helpers for tests of the search: a search by its spec, its findings, and games played on by hand."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from rentier.agents.mind import MindRecord
from rentier.agents.specs import parse_agent
from rentier.game.words import Action
from rentier.game_api import Game
from rentier.layout import Numbers, new
from rentier.search.best import VISITS
from rentier.search.mcts import Mcts, searcher
from rentier.search.thoughts import Candidate, Thought
from tests.rules.positions import PINK, levels, player, position

KEY = np.uint64(2026)
MODES = tuple(f"{sampling},{selection}" for sampling in ("typed", "uniform") for selection in ("uct", "puct", "rave"))


def searching(spec: str, key: Any = KEY) -> Mcts:
    """A search that draws its numbers from a key."""
    search = searcher(spec)
    search.begin(key)
    return search


def thought_of(spec: str, game: Game, key: Any = KEY) -> Thought:
    """Return the findings of a fresh search."""
    return searching(spec, key).think(game.box, game.state)


def found(thought: Thought) -> tuple[object, ...]:
    """Return all of a thought except the time it took."""
    return thought.best, thought.kinds, thought.effort.rollouts, thought.effort.nodes


def candidates(game: Game, thought: Thought) -> dict[str, Candidate]:
    """Candidates by the text of their action."""
    return {game.text(candidate.action): candidate for candidate in thought.candidates}


def visits(thought: Thought) -> int:
    """Return the visits of all candidates together."""
    return sum(candidate.visits for candidate in thought.candidates)


def finish(game: Game, agents: Sequence[str]) -> Game:
    """Play a game to its end, each seat by a compiled agent with an empty mind."""
    minds: list[Any] = [new(MindRecord) for _ in agents]
    parsed = [parse_agent(spec) for spec in agents]
    for mind, agent in zip(minds, parsed, strict=True):
        mind.settings[: len(agent.settings)] = agent.settings
    while game.actor is not None:
        action = parsed[game.actor].function(game.box.record, game.state, minds[game.actor])
        game.apply(Action(*map(int, action)))
    return game


def middle_game(switches: dict[str, object] | None = None, **more: Any) -> Game:
    """Two players in the middle of a game, each with a group, deeds to mortgage and money to build."""
    return position(
        player(700, 5, levels(PINK, 0, 1, 1) | {"Mayfair": 0, "Euston Road": 0}),
        player(500, 10, {"Park Lane": 0, "The Angel, Islington": 0, "Pentonville Road": 0, "Water Works": 0}),
        switches=switches,
        **more,
    )


def findings(spec: str) -> list[object]:
    """Return the findings of a search in a short middle game, for JSON."""
    game = middle_game({"turn_cap": 8, "cap": "worth"})
    thought = thought_of(spec, game)
    figures = [
        [game.text(one.action), one.visits, repr(one.value), repr(one.low), repr(one.high)] for one in thought.candidates
    ]
    return [game.text(thought.best), figures, thought.effort.rollouts, thought.effort.nodes]


def saved_sums(search: Mcts, game: Game) -> Numbers:
    """Return what a kept tree has about a state before it is searched: visits, values and squares of each action."""
    worker = search.workers[0]
    rollouts, worker.rollouts = worker.rollouts, 0
    worker.set_decision(game.box, game.state, KEY, True)
    worker.search(None)
    worker.rollouts = rollouts
    return worker.sums()


def saved_visits(search: Mcts, game: Game) -> int:
    """Return how often actions were tried in a state before it is searched."""
    return int(saved_sums(search, game)[:, VISITS].sum())


if __name__ == "__main__":
    np.seterr(over="raise")
    json.dump([findings(spec) for spec in sys.argv[1:]], sys.stdout)
