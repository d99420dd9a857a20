"""People's results against agents: the finished games on this server by agent, and the only published trial.

A game counts if at least one person and at least one agent played it from its start to its end, and nothing was undone. A seat
counts as a person's if the person made most of its decisions and the last one, apart from those that the table made for the
person; a seat that a bot has taken over does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from rentier.arena.statistics import wilson_interval
from rentier.web.schema import decisions, games, seats
from rentier.web.store import AGENT, PERSON, PLAYED, TABLE, Store

TRIAL_GAMES, TRIAL_WON = 29, 4
TRIAL_WORK = "Berry 2013, Finding a winning strategy for Monopoly: people against its trained network"
LATE = 300.0  # seconds that a commit may lag behind the end of a game
BATCH = 500  # games read together


@dataclass(frozen=True)
class FinishedGame:
    """A finished game of people and agents: `won` is the people's share of the win, `people` their number."""

    players: int
    people: int
    agents: frozenset[str]
    won: float


class PeopleRecord:
    """The games that count, cached in memory; each report reads only the games that have ended since the last one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: dict[str, FinishedGame | None] = {}
        self._until = 0.0

    async def report(self) -> dict[str, Any]:
        """Return the results by agent and by the number of people at the table, with the published trial."""
        await self._store.read(self._update)
        counted = [game for game in self._seen.values() if game is not None]
        low, high = wilson_interval(TRIAL_WON, TRIAL_GAMES)
        return {
            "agents": by_agent(counted),
            "people": by_table(counted),
            "trial": {"games": TRIAL_GAMES, "people_won": TRIAL_WON, "low": low, "high": high, "work": TRIAL_WORK},
        }

    def _update(self, connection: Connection) -> None:
        """Read the games that have ended since the last update."""
        ended = select(games.c.id, games.c.players, games.c.winners, games.c.ended, games.c.settings).where(
            games.c.over, games.c.source == PLAYED, games.c.ended >= self._until - LATE
        )
        new = {row.id: row for row in connection.execute(ended) if row.id not in self._seen}
        for first in range(0, len(new), BATCH):
            ids = [*new][first : first + BATCH]
            found = _read_seats(connection, ids)
            for game in ids:
                undone = new[game].settings.get("undone")
                self._seen[game] = None if undone else _classify(new[game].players, new[game].winners or [], found[game])
        self._until = max((row.ended for row in new.values()), default=self._until)


def _read_seats(connection: Connection, ids: Sequence[str]) -> dict[str, list[tuple[int, str | None]]]:
    """Return the seats of each game with their agents, None for a person; seats taken over by a bot are left out."""
    made: dict[tuple[str, int], dict[str, tuple[int, int]]] = {}
    seat = (decisions.c.game, decisions.c.seat, decisions.c.by)
    counts = select(*seat, func.count().label("number"), func.max(decisions.c.number).label("last"))
    grouped = counts.where(decisions.c.game.in_(ids), decisions.c.by != TABLE).group_by(*seat)
    for row in connection.execute(grouped):
        made.setdefault((row.game, row.seat), {})[row.by] = (row.number, row.last)
    found: dict[str, list[tuple[int, str | None]]] = {game: [] for game in ids}
    for row in connection.execute(select(seats.c.game, seats.c.seat, seats.c.kind, seats.c.agent).where(seats.c.game.in_(ids))):
        if row.kind == AGENT or played_by_person(made.get((row.game, row.seat), {})):
            found[row.game].append((row.seat, row.agent if row.kind == AGENT else None))
    return found


def played_by_person(made: dict[str, tuple[int, int]]) -> bool:
    """Whether a person made most of a seat's decisions and the last one; `made` is {by: (count, number of the last)}."""
    person = made.get(PERSON, (0, -1))
    others = [made[by] for by in made if by != PERSON]
    return person[0] > sum(number for number, _ in others) and person[1] > max((last for _, last in others), default=-1)


def _classify(players: int, winners: Sequence[int], found: Iterable[tuple[int, str | None]]) -> FinishedGame | None:
    """Return a game as it counts; None if it had no person or no agent."""
    agent_of = dict(found)
    people = [seat for seat, agent in agent_of.items() if agent is None]
    agents = frozenset(agent for agent in agent_of.values() if agent is not None)
    if not people or not agents:
        return None
    won = sum(seat in people for seat in winners) / len(winners) if winners else 0.0
    return FinishedGame(players, len(people), agents, won)


def by_agent(counted: Sequence[FinishedGame]) -> list[dict[str, Any]]:
    """Return the results for each agent, most games first."""
    agents = sorted({agent for game in counted for agent in game.agents})
    rows = [{"agent": agent, **_sum_up([game for game in counted if agent in game.agents])} for agent in agents]
    return sorted(rows, key=lambda row: -row["games"])


def by_table(counted: Sequence[FinishedGame]) -> list[dict[str, Any]]:
    """Return the results by number of people and players."""
    tables = sorted({(game.people, game.players) for game in counted})
    return [
        {"people": people, "players": players}
        | _sum_up([game for game in counted if (game.people, game.players) == (people, players)])
        for people, players in tables
    ]


def _sum_up(some: Sequence[FinishedGame]) -> dict[str, Any]:
    """Return games, people's wins, their win rate with its 95 % interval, and the win rate of equal players."""
    won = sum(game.won for game in some)
    low, high = wilson_interval(won, len(some))
    even = sum(game.people / game.players for game in some) / len(some)
    return {"games": len(some), "people_won": won, "share": won / len(some), "low": low, "high": high, "even": even}
