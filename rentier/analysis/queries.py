"""Queries: what an agent would do in chosen positions, and whether that is right. Files of queries: see `query_files`.

    agent = parse_agent("bot")
    for query in read_queries():
        print(query.title, ask(agent, query).verdict)

The agent sits in every seat of the position; only the one that is asked decides. Every time that a question is put the agent
has an empty memory and fresh random numbers.
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
NEVER = "never"  # sold for none of the sums
MOST_TIMES = 1_000_000


@dataclass(frozen=True)
class Answer:
    """What an agent has answered. `right` is None where no answer is right or wrong, or where the agent has none.

    `said`: its answers, the most frequent first, and how often it gave each. `values`: what states are worth to it, those after
    it has refused and accepted, or those with what it could be given, the best first; empty where it cannot value a state.
    """

    query: Query
    agent: str
    said: Mapping[str, int]
    values: Mapping[str, float]
    right: bool | None

    @property
    def verdict(self) -> str:
        """`right`, `wrong`, or nothing."""
        return OPEN if self.right is None else RIGHT if self.right else WRONG

    def as_dict(self) -> dict[str, Any]:
        """The answer for JSON."""
        query = self.query
        asked = {"query": query.name, "title": query.title, "kind": query.question.kind, "asked": query.question.asked}
        return asked | {"said": dict(self.said), "values": dict(self.values), "right": self.right}


def ask(agent: Agent, query: Query, times: int = 1, seed: int = 0) -> Answer:
    """Put a question to an agent so many times, which is of use where it answers by chance; most of its answers decide."""
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
    """How many answers are right, of how many that are right or wrong."""
    judged = [answer.right for answer in answers if answer.right is not None]
    return sum(judged), len(judged)


def _reply(agent: Agent, game: Game, seed: int, time: int) -> str:
    """What an agent answers the time-th time to the offer on the table."""
    return game.text(Sitting(game.box, [agent] * game.players, seed, time).decide(game.state))


def _least_sum(agent: Agent, price: Price, seed: int, time: int) -> str:
    """The first of the sums that an agent accepts, each being offered as if it were the only one."""
    for number, money in enumerate(price.sums):
        if _reply(agent, price.offered(money), seed, time * len(price.sums) + number) == ACCEPT:
            return str(money)
    return NEVER


def _is_within(price: Price, text: str) -> bool:
    """Whether a least sum lies within the bounds; one who never sells asks for more than all that was offered."""
    if text == NEVER:
        return price.at_most is None
    return price.at_least <= int(text) and (price.at_most is None or int(text) <= price.at_most)


def _rank(agent: Agent, query: Query, ranking: Ranking) -> Answer:
    """What each of the states is worth to the seat, the best first. Where several are best, all of them should be."""
    values = values_of(agent, ranking.box, ranking.variants, ranking.seat)
    ranked = dict(sorted(values.items(), key=lambda pair: -pair[1]))
    first = [name for name, value in ranked.items() if value == max(values.values())]
    right = set(first) <= set(ranking.best) if first and ranking.is_judged else None
    return Answer(query, agent.spec, dict.fromkeys(first, 1), ranked, right)


def _before_and_after(agent: Agent, game: Game) -> dict[str, float]:
    """What the game is worth to who is asked when the offer has been refused, and when it has been accepted."""
    refused, accepted = game.copy(), game.copy()
    refused.apply(REFUSE)
    accepted.apply(ACCEPT)
    return values_of(agent, game.box, {REFUSED: refused.state, ACCEPTED: accepted.state}, int(game.state.actor))
