"""The specs of searches, checked before anything slow is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from rentier.agents.specs import Agent, parse_agent
from rentier.errors import RentierError

if TYPE_CHECKING:
    from rentier.box import Box
    from rentier.game.state import GameRecord
    from rentier.search.thoughts import Thought

SEARCHES = ("mcts", "lookahead")
USUAL = "champion:rollouts=400"  # the usual adviser
STAND_IN = "mcts:rollouts=2000"  # where the champion's network does not fit: more than six players, or a larger board


class SearchAgent(Protocol):
    """An agent that searches, and can say what it found; `measure`: what a candidate's value means, such as `win rate`."""

    @property
    def measure(self) -> str: ...

    def begin(self, key: Any) -> None:
        """Begin a game: the search draws its random numbers from this key."""

    def think(self, box: Box, game: GameRecord) -> Thought:
        """Search the current decision and return the findings."""


def parse_search(spec: str) -> Agent:
    """Return the search that a spec names, such as `mcts:rollouts=1000`; refuse any other agent."""
    agent = parse_agent(spec)
    if agent.name not in SEARCHES:
        raise RentierError(f"agent {spec!r} does not search; name one that does, like champion:ms=1000 or mcts:rollouts=1000")
    return agent


def usual_search(box: Box, players: int) -> Agent:
    """Return the search that gives advice if nobody names one."""
    network = parse_agent("champion").network
    try:
        if network is not None:
            network.check_fits(box, players)
    except RentierError:
        return parse_search(STAND_IN)
    return parse_search(USUAL)


def search_agent(agent: Agent) -> SearchAgent:
    """Return a new search of an agent from `parse_search`, ready to think."""
    search: Any = agent.thinker()
    return search  # type: ignore[no-any-return]
