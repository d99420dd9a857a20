"""What clients send: request bodies and WebSocket messages."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from rentier.box.record import MOST_SEATS
from rentier.game.words import MOST_MONEY
from rentier.web.looks import Colour, Token
from rentier.web.orders import OFFERS_ASKED
from rentier.web.seating import LONGEST_SPEC

FEWEST_SEATS = 2
LEAST_CLOCK, MOST_CLOCK = 5, 3600
MOST_MINUTES = 600
MOST_DELAY = 10
MOST_OFFERS_ASKED = 100
LONGEST_TEXT = 200
LONGEST_ACTION = 2000
LONGEST_CHAT = 200
MOST_SWITCHES = 200
LONGEST_POSITION = 100_000

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Spec = Annotated[str, Field(max_length=LONGEST_SPEC)]
Number = Annotated[int, Field(ge=0, le=1 << 53)]
Seat = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Delay = Annotated[float, Field(ge=0, le=MOST_DELAY, allow_inf_nan=False)]


class Message(BaseModel):
    """The base of everything a client sends: unknown fields are refused, and types are strict."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PersonSeat(Message):
    """A seat for a person. The first is the host's; the others are for friends or, if they are `open`, for anybody."""

    kind: Literal["person"]
    name: Text | None = None
    token: Token | None = None
    colour: Colour | None = None
    open: bool = False


class AgentSeat(Message):
    """A seat for an agent."""

    kind: Literal["agent"]
    agent: Spec
    name: Text | None = None


class NewTable(Message):
    """A request for a new table. With `lobby`, nothing is decided before the host starts the game."""

    rules: Text = "uk-classic"
    switches: Annotated[dict[Text, Text | int | bool], Field(max_length=MOST_SWITCHES)] = {}
    seats: Annotated[
        list[Annotated[PersonSeat | AgentSeat, Field(discriminator="kind")]],
        Field(min_length=FEWEST_SEATS, max_length=MOST_SEATS),
    ]
    odds: bool = True
    hints: bool = True
    clock: Annotated[int, Field(ge=LEAST_CLOCK, le=MOST_CLOCK)] | None = None
    minutes: Annotated[int, Field(ge=1, le=MOST_MINUTES)] | None = None
    delay: Delay = 0.6
    offers_asked: Annotated[int, Field(ge=0, le=MOST_OFFERS_ASKED)] = OFFERS_ASKED
    undo: bool = False
    public: bool = False
    chat: bool = True
    lobby: bool = False
    position: Annotated[str, Field(max_length=LONGEST_POSITION)] | None = None


class NewTutorial(Message):
    """A request for a table of the tutorial."""

    name: Text | None = None


class Claim(Message):
    """A request to take the seat of an invitation, or an open seat of a public table."""

    invite: Text | None = None
    seat: Seat | None = None
    name: Text
    token: Token | None = None
    colour: Colour | None = None


class NewRules(Message):
    """The files of a user's own rules."""

    files: Annotated[dict[Text, str], Field(max_length=20)]


class Join(Message):
    """The first message on a socket: the credentials."""

    type: Literal["join"]
    token: Text | None = None
    watch: Text | None = None


class Act(Message):
    """A decision; `auto`: the page has made it by itself, as the user's preferences say."""

    type: Literal["act"]
    number: Number
    action: Annotated[str, Field(max_length=LONGEST_ACTION)]
    auto: bool = False


class Check(Message):
    """A request to check whether an action is legal."""

    type: Literal["check"]
    number: Number
    action: Annotated[str, Field(max_length=LONGEST_ACTION)]


class Hint(Message):
    """A request for a hint: what would this agent, or else the usual adviser, do?"""

    type: Literal["hint"]
    number: Number
    agent: Spec | None = None


class WantOffers(Message):
    """Says whether the player wants offers: of one other player, or else in this turn."""

    type: Literal["offers"]
    wanted: bool
    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = None


class SetLimit(Message):
    """Lets the table bid for the player up to an amount in this auction; without an amount, no longer."""

    type: Literal["limit"]
    number: Number
    most: Annotated[int, Field(ge=1, le=MOST_MONEY)] | None = None


class Undo(Message):
    """Takes back the player's last decision, which has this number."""

    type: Literal["undo"]
    number: Number


class SetDelay(Message):
    """Sets how long agents wait before a decision."""

    type: Literal["delay"]
    seconds: Delay


class Pause(Message):
    """Pauses or resumes the agents."""

    type: Literal["pause"]
    paused: bool


class Step(Message):
    """Lets an agent make one decision while the table is paused."""

    type: Literal["step"]


class Show(Message):
    """Sets what the table shows."""

    type: Literal["show"]
    odds: bool | None = None
    hints: bool | None = None
    chat: bool | None = None


class Start(Message):
    """Starts the game of a table that waits in its lobby."""

    type: Literal["start"]


class Chat(Message):
    """A line of chat."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=LONGEST_CHAT)]


class Leave(Message):
    """Leaves the seat to a bot."""

    type: Literal["leave"]


class Back(Message):
    """Takes the seat back."""

    type: Literal["back"]


class Skip(Message):
    """Lets the agents play on to the end without waiting, once no person is left in the game."""

    type: Literal["skip"]


class Ping(Message):
    """Checks the connection."""

    type: Literal["ping"]


OfPlayers = Act | Check | Hint | WantOffers | SetLimit | Undo | Chat | Leave | Back | Skip | Ping
OfHosts = SetDelay | Pause | Step | Show | Start
ClientMessage = OfPlayers | OfHosts
JOIN: TypeAdapter[Join] = TypeAdapter(Join)
MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])
