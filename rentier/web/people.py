"""How people fare against agents: the finished games of this server, agent by agent, beside the one trial that is published.

A game counts where at least one person and at least one agent played it to its end, from the beginning. A seat counts as a
person's where the person made most of its decisions and the last of them too: not one that a bot has taken over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from rentier.arena.statistics import wilson_interval
from rentier.web.schema import decisions, games, seats
from rentier.web.store import AGENT, PERSON, PLAYED, Store

TRIAL_GAMES, TRIAL_WON = 29, 4
TRIAL_WORK = "Berry 2013, Finding a winning strategy for Monopoly: people against its trained network"
LATE = 300.0  # seconds by which a game may be committed after it has ended
AT_ONCE = 500  # games that are looked up together


@dataclass(frozen=True)
class FinishedGame:
    """A finished game of people and agents: `won` is the share of the win that people have, `people` how many played."""

    players: int
    people: int
    agents: frozenset[str]
    won: float


class PeopleRecord:
    """The games that count, kept in memory: each time it is asked it reads only those that have ended since."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: dict[str, FinishedGame | None] = {}
        self._until = 0.0

    async def tell(self) -> dict[str, Any]:
        """The record by agent and by the number of people at the table, with the published trial."""
        await self._store.read(self._look)
        counted = [game for game in self._seen.values() if game is not None]
        low, high = wilson_interval(TRIAL_WON, TRIAL_GAMES)
        return {
            "agents": by_agent(counted),
            "people": by_table(counted),
            "trial": {"games": TRIAL_GAMES, "people_won": TRIAL_WON, "low": low, "high": high, "work": TRIAL_WORK},
        }

    def _look(self, connection: Connection) -> None:
        """Read the games that have ended since the last look."""
        ended = select(games.c.id, games.c.players, games.c.winners, games.c.ended).where(
            games.c.over, games.c.source == PLAYED, games.c.ended >= self._until - LATE
        )
        new = {row.id: row for row in connection.execute(ended) if row.id not in self._seen}
        for first in range(0, len(new), AT_ONCE):
            ids = [*new][first : first + AT_ONCE]
            found = _read_seats(connection, ids)
            for game in ids:
                self._seen[game] = _judge(new[game].players, new[game].winners or [], found[game])
        self._until = max((row.ended for row in new.values()), default=self._until)


def _read_seats(connection: Connection, ids: Sequence[str]) -> dict[str, list[tuple[int, str | None]]]:
    """For each game its seats, each with its agent; None for a person who played to the end, and no seat that a bot took."""
    made: dict[tuple[str, int], dict[str, tuple[int, int]]] = {}
    seat = (decisions.c.game, decisions.c.seat, decisions.c.by)
    counts = select(*seat, func.count().label("number"), func.max(decisions.c.number).label("last"))
    grouped = counts.where(decisions.c.game.in_(ids)).group_by(*seat)
    for row in connection.execute(grouped):
        made.setdefault((row.game, row.seat), {})[row.by] = (row.number, row.last)
    found: dict[str, list[tuple[int, str | None]]] = {game: [] for game in ids}
    for row in connection.execute(select(seats.c.game, seats.c.seat, seats.c.kind, seats.c.agent).where(seats.c.game.in_(ids))):
        if row.kind == AGENT or played_by_person(made.get((row.game, row.seat), {})):
            found[row.game].append((row.seat, row.agent if row.kind == AGENT else None))
    return found


def played_by_person(made: dict[str, tuple[int, int]]) -> bool:
    """Whether a person made most of a seat's decisions and the last of them: who made how many, and the number of the last."""
    person = made.get(PERSON, (0, -1))
    others = [made[by] for by in made if by != PERSON]
    return person[0] > sum(number for number, _ in others) and person[1] > max((last for _, last in others), default=-1)


def _judge(players: int, winners: Sequence[int], found: Iterable[tuple[int, str | None]]) -> FinishedGame | None:
    """What a game adds to the record; None where it has no person or no agent."""
    agent_of = dict(found)
    people = [seat for seat, agent in agent_of.items() if agent is None]
    agents = frozenset(agent for agent in agent_of.values() if agent is not None)
    if not people or not agents:
        return None
    won = sum(seat in people for seat in winners) / len(winners) if winners else 0.0
    return FinishedGame(players, len(people), agents, won)


def by_agent(counted: Sequence[FinishedGame]) -> list[dict[str, Any]]:
    """The games that people played with each agent at the table, most played first."""
    agents = sorted({agent for game in counted for agent in game.agents})
    rows = [{"agent": agent, **_sum_up([game for game in counted if agent in game.agents])} for agent in agents]
    return sorted(rows, key=lambda row: -row["games"])


def by_table(counted: Sequence[FinishedGame]) -> list[dict[str, Any]]:
    """The games by how many people sat at a table of how many players."""
    tables = sorted({(game.people, game.players) for game in counted})
    return [
        {"people": people, "players": players}
        | _sum_up([game for game in counted if (game.people, game.players) == (people, players)])
        for people, players in tables
    ]


def _sum_up(some: Sequence[FinishedGame]) -> dict[str, Any]:
    """Games, how many people won, that share with its 95 % interval, and the share that their seats would win by chance."""
    won = sum(game.won for game in some)
    low, high = wilson_interval(won, len(some))
    even = sum(game.people / game.players for game in some) / len(some)
    return {"games": len(some), "people_won": won, "share": won / len(some), "low": low, "high": high, "even": even}
