"""Queries: what an agent would do in chosen positions, and whether that is right. For files of queries see `query_files`.

    agent = parse_agent("bot")
    for query in read_queries():
        print(query.title, ask(agent, query).verdict)

The agent has every seat of the position, but only the seat that is asked decides. Each time it is asked, the agent has an empty
memory and fresh random numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rentier.agents.specs import Agent
from rentier.analysis.query_files import ACCEPT, REFUSE, Offer, Price, Query, Ranking, read_queries
from rentier.analysis.valuations import values_of
from rentier.arena.limits import check_number
from rentier.arena.tables import Sitting
from rentier.game_api import Game

__all__ = ["Answer", "Query", "ask", "read_queries", "score"]

RIGHT, WRONG, OPEN = "right", "wrong", ""
REFUSED, ACCEPTED = "refused", "accepted"
NEVER = "never"  # the deed is sold for none of the sums
MOST_TIMES = 1_000_000


@dataclass(frozen=True)
class Answer:
    """The answers of an agent. `right` is None if no answer is right or wrong, or if the agent has none.

    `said`: its answers, the most frequent first, and how often it gave each. `values`: its values of states, those after
    refusing and accepting, or those with each possible gift, the best first; empty if it cannot value a state.
    """

    query: Query
    agent: str
    said: Mapping[str, int]
    values: Mapping[str, float]
    right: bool | None

    @property
    def verdict(self) -> str:
        """`right`, `wrong`, or empty."""
        return OPEN if self.right is None else RIGHT if self.right else WRONG

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as a dictionary for JSON."""
        query = self.query
        about = {"query": query.name, "title": query.title, "kind": query.question.kind, "asked": query.question.asked}
        return about | {"said": dict(self.said), "values": dict(self.values), "right": self.right}


def ask(agent: Agent, query: Query, times: int = 1, seed: int = 0) -> Answer:
    """Ask an agent a question `times` times, which helps if its answers are random; the majority of them counts."""
    check_number("times", times, 1, MOST_TIMES)
    question = query.question
    if isinstance(question, Ranking):
        return _rank(agent, query, question)
    if isinstance(question, Offer):
        said = Counter(_reply(agent, question.game, seed, time) for time in range(times))
        right = {text: (text == ACCEPT) == (question.right == ACCEPT) for text in said}
        values = _before_and_after(agent, question.game)
    else:
        said = Counter(_least_sum(agent, question, seed, time) for time in range(times))
        right = {text: _is_within(question, text) for text in said}
        values = {}
    mostly = 2 * sum(said[text] for text in said if right[text]) > times
    return Answer(query, agent.spec, dict(said.most_common()), values, mostly if question.is_judged else None)


def score(answers: Sequence[Answer]) -> tuple[int, int]:
    """Return how many answers are right, and how many are right or wrong."""
    judged = [answer.right for answer in answers if answer.right is not None]
    return sum(judged), len(judged)


def _reply(agent: Agent, game: Game, seed: int, time: int) -> str:
    """Return the agent's answer to the offer on the table; `time` numbers the repetition."""
    return game.text(Sitting(game.box, [agent] * game.players, seed, time).decide(game.state))


def _least_sum(agent: Agent, price: Price, seed: int, time: int) -> str:
    """Return the first of the sums that an agent accepts, each offered as if it were the only one."""
    for number, money in enumerate(price.sums):
        if _reply(agent, price.offered(money), seed, time * len(price.sums) + number) == ACCEPT:
            return str(money)
    return NEVER


def _is_within(price: Price, text: str) -> bool:
    """Whether the least sum that an agent accepts is within the bounds; NEVER counts as more than any sum."""
    if text == NEVER:
        return price.at_most is None
    return price.at_least <= int(text) and (price.at_most is None or int(text) <= price.at_most)


def _rank(agent: Agent, query: Query, ranking: Ranking) -> Answer:
    """Rank the states by their value to the seat. If several are tied for best, all of them must be among the right ones."""
    values = values_of(agent, ranking.box, ranking.variants, ranking.seat)
    ranked = dict(sorted(values.items(), key=lambda pair: -pair[1]))
    first = [name for name, value in ranked.items() if value == max(values.values())]
    right = set(first) <= set(ranking.best) if first and ranking.is_judged else None
    return Answer(query, agent.spec, dict.fromkeys(first, 1), ranked, right)


def _before_and_after(agent: Agent, game: Game) -> dict[str, float]:
    """Return the value of the game to the seat that is asked, after refusing the offer and after accepting it."""
    refused, accepted = game.copy(), game.copy()
    refused.apply(REFUSE)
    accepted.apply(ACCEPT)
    return values_of(agent, game.box, {REFUSED: refused.state, ACCEPTED: accepted.state}, int(game.state.actor))
