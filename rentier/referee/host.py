"""Run one Python player on standard input and output, so that the judge sees a program like any other.

    python -P -m rentier.referee.host FILE.py      a class with one method per decision (see `methods`)
    python -P -m rentier.referee.host SPEC         a Rentier agent, or a file with a compiled one (see `agent`)

What the player prints goes to standard error, so that it cannot be mistaken for an answer.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path
from typing import BinaryIO, Protocol

from rentier.referee.methods import Methods, defines_decide, load_class
from rentier.referee.protocol import BYE, GAME, HELLO, PROTOCOL, QUESTION, STATE, Message, line_of


class Player(Protocol):
    """What a host needs of a player."""

    def begin(self, message: Message) -> None: ...

    def hear(self, message: Message) -> None: ...

    def answer(self, question: Message) -> str: ...


def host(player: Player, lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer the judge line by line until it says goodbye or goes away."""
    for line in lines:
        message = json.loads(line)
        kind = message["type"]
        if kind == BYE:
            return
        if kind == HELLO:
            _say(answers, {"protocol": PROTOCOL})
        elif kind == QUESTION:
            _say(answers, _answer(player, message))
        elif kind in (GAME, STATE):
            tell = player.begin if kind == GAME else player.hear
            try:
                tell(message)
            except Exception:
                traceback.print_exc()


def _answer(player: Player, question: Message) -> Message:
    """Return the player's answer, or the error it raised."""
    try:
        return {"id": question["id"], "action": player.answer(question)}
    except Exception as error:
        traceback.print_exc()
        return {"id": question["id"], "error": f"{type(error).__name__}: {error}"[:500]}


def _say(answers: BinaryIO, message: Message) -> None:
    answers.write(line_of(message))
    answers.flush()


def load_player(named: str) -> Player:
    """Load the player of a file or a spec."""
    path = Path(named)
    if named.endswith(".py") and not defines_decide(path):
        return Methods(load_class(path))
    from rentier.referee.agent import RentierAgent

    return RentierAgent(named)


def main() -> None:
    """Host the player named on the command line."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    host(load_player(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
