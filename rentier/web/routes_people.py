"""`GET /api/people`: people's results against agents."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from rentier.web.people import PeopleRecord
from rentier.web.store import Store


class Share(BaseModel):
    """Games with people in them, people's wins (a shared win by its share) and win rate, with a 95 % interval."""

    games: int
    people_won: float
    share: float
    low: float
    high: float
    even: float


class AgainstAgent(Share):
    """Games with this agent at the table."""

    agent: str


class AtTable(Share):
    """Games with this number of people and players."""

    people: int
    players: int


class Trial(BaseModel):
    """Published results of people against an agent, for comparison."""

    games: int
    people_won: int
    low: float
    high: float
    work: str


class People(BaseModel):
    """People's results."""

    agents: list[AgainstAgent]
    people: list[AtTable]
    trial: Trial


def people_router(store: Store) -> APIRouter:
    """Create the router."""
    router = APIRouter(prefix="/api")
    record = PeopleRecord(store)

    @router.get("/people")
    async def people() -> People:
        """People's results against each agent, and in the only published trial."""
        return People.model_validate(await record.report())

    return router
