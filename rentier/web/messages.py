"""What clients send: the bodies of requests, and the texts that come through a socket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from rentier.box.record import MOST_SEATS
from rentier.web.seating import LONGEST_SPEC

FEWEST_SEATS = 2
LEAST_CLOCK, MOST_CLOCK = 5, 3600
MOST_DELAY = 10
LONGEST_TEXT = 200
LONGEST_ACTION = 2000
MOST_SWITCHES = 200
LONGEST_POSITION = 100_000

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Spec = Annotated[str, Field(max_length=LONGEST_SPEC)]
Number = Annotated[int, Field(ge=0, le=1 << 53)]
Delay = Annotated[float, Field(ge=0, le=MOST_DELAY, allow_inf_nan=False)]


class Message(BaseModel):
    """Whatever a client sends: what is not known is refused, and no word passes for a number."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PersonSeat(Message):
    """A seat for a person."""

    kind: Literal["person"]
    name: Text | None = None


class AgentSeat(Message):
    """A seat for an agent."""

    kind: Literal["agent"]
    agent: Spec


class NewTable(Message):
    """A table that somebody wants made."""

    rules: Text = "uk-classic"
    switches: Annotated[dict[str, str | int | bool], Field(max_length=MOST_SWITCHES)] = {}
    seats: Annotated[
        list[Annotated[PersonSeat | AgentSeat, Field(discriminator="kind")]],
        Field(min_length=FEWEST_SEATS, max_length=MOST_SEATS),
    ]
    odds: bool = True
    hints: bool = True
    clock: Annotated[int, Field(ge=LEAST_CLOCK, le=MOST_CLOCK)] | None = None
    delay: Delay = 0.6
    public: bool = False
    position: Annotated[str, Field(max_length=LONGEST_POSITION)] | None = None


class Claim(Message):
    """Somebody takes the seat of an invitation."""

    invite: Text
    name: Text


class NewRules(Message):
    """The files of a user's rules."""

    files: Annotated[dict[Text, str], Field(max_length=20)]


class Join(Message):
    """The first message: who comes to a table."""

    type: Literal["join"]
    token: Text | None = None
    watch: Text | None = None


class Act(Message):
    """A decision."""

    type: Literal["act"]
    number: Number
    action: Annotated[str, Field(max_length=LONGEST_ACTION)]


class Check(Message):
    """A question about a decision."""

    type: Literal["check"]
    number: Number
    action: Annotated[str, Field(max_length=LONGEST_ACTION)]


class Hint(Message):
    """What would an agent do?"""

    type: Literal["hint"]
    number: Number
    agent: Spec


class SetPace(Message):
    """How long agents wait."""

    type: Literal["delay"]
    seconds: Delay


class Pause(Message):
    """Agents wait until they are let on, or go on."""

    type: Literal["pause"]
    paused: bool


class Step(Message):
    """One decision of an agent while it is paused."""

    type: Literal["step"]


class Show(Message):
    """What is shown at the table."""

    type: Literal["show"]
    odds: bool | None = None
    hints: bool | None = None


class Leave(Message):
    """A bot takes my seat."""

    type: Literal["leave"]


class Back(Message):
    """I take my seat again."""

    type: Literal["back"]


class Ping(Message):
    """Is anybody there?"""

    type: Literal["ping"]


Said = Act | Check | Hint | SetPace | Pause | Step | Show | Leave | Back | Ping
JOIN: TypeAdapter[Join] = TypeAdapter(Join)
SAID: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])
