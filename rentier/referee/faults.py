"""The faults of programs. A fault voids the answer: the referee plays the player's default action, and the game goes on."""

from __future__ import annotations

from typing import NamedTuple

LATE = "late"
OUT_OF_TIME = "out of time"
DIED = "died"
MEMORY = "memory"
FLOOD = "flood"
MALFORMED = "malformed"
UNASKED = "unasked"
ILLEGAL = "illegal"
ERROR = "error"
ENDLESS = "endless"

KINDS = {
    LATE: "no answer within the time for a decision",
    OUT_OF_TIME: "the time for the game is used up: the program is not asked again in this game",
    DIED: (
        "the program could not be started, did not answer hello in time, has ended, or has closed its output: "
        "it is not asked again in this game"
    ),
    MEMORY: "too much memory or too many processes: the program was killed, and is not asked again in this game",
    FLOOD: "too much output at once: the program was killed, and is not asked again in this game",
    MALFORMED: "the answer is not a JSON object in UTF-8 on one line, or its action cannot be read",
    UNASKED: "the program wrote a line when no question was open, or with the wrong id or seat",
    ILLEGAL: "an action that the rules do not allow now",
    ERROR: "the program reported that it failed",
    ENDLESS: "too many actions in one turn: the referee plays the default actions until the next turn",
}
MOST_CHARACTERS = 300  # of a reason


class Fault(Exception):  # noqa: N818 - named for what it is
    """Something that a program got wrong: the kind of fault, and a reason of one line."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(f"{kind}: {reason}")
        self.kind = kind
        self.reason = printable(reason)


class CountedFault(NamedTuple):
    """A fault and where it happened: the game, the number of decisions made before it, the agent and its seat."""

    game: int
    decision: int
    agent: int
    seat: int
    kind: str
    reason: str


def printable(text: str) -> str:
    """Return what a program has written as one short line without control characters."""
    plain = " ".join(text.split())
    shown = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in plain[: MOST_CHARACTERS + 1])
    return shown if len(shown) <= MOST_CHARACTERS else shown[: MOST_CHARACTERS - 1] + "…"
