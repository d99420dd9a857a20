"""`GET /api/people`: how people fare against agents."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from rentier.web.people import PeopleRecord
from rentier.web.store import Store


class Share(BaseModel):
    """Games with people in them and how many of these people won, a shared win by its share, with a 95 % interval."""

    games: int
    people_won: float
    share: float
    low: float
    high: float
    even: float


class AgainstAgent(Share):
    """With this agent at the table."""

    agent: str


class AtTable(Share):
    """With so many people among so many players."""

    people: int
    players: int


class Trial(BaseModel):
    """A trial that was published."""

    games: int
    people_won: int
    low: float
    high: float
    work: str


class People(BaseModel):
    """The record of people."""

    agents: list[AgainstAgent]
    people: list[AtTable]
    trial: Trial


def people_router(store: Store) -> APIRouter:
    """The routes of the record of people in a store."""
    router = APIRouter(prefix="/api")
    record = PeopleRecord(store)

    @router.get("/people")
    async def people() -> People:
        """How people fare against each agent, and against the machine of the one published trial."""
        return People.model_validate(await record.tell())

    return router
