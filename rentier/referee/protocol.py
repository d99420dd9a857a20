"""The messages between judge and program: one JSON object a line, in UTF-8, ended by a newline (docs/referee.md).

The judge sends `hello`; for each game `game`, any number of `state` and `question`, and `over`; and finally `bye`. A program
answers `hello` and every `question`, and writes nothing else.
"""

from __future__ import annotations

import json
import math
from typing import Any

from rentier.referee.faults import ERROR, MALFORMED, UNASKED, Fault
from rentier.referee.limits import ACTION_CHARACTERS

PROTOCOL = 1  # the version; it changes when existing programs would no longer be understood
HELLO, GAME, STATE, QUESTION, OVER, BYE = "hello", "game", "state", "question", "over", "bye"

Message = dict[str, Any]


def line_of(message: Message) -> bytes:
    """Return a message as the line that is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_object(line: bytes) -> Message:
    """Return the JSON object on a line; raise a fault if there is none."""
    try:
        message = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise Fault(MALFORMED, f"not UTF-8: {line[:60]!r}") from None
    except (ValueError, RecursionError) as error:
        raise Fault(MALFORMED, f"not JSON ({type(error).__name__}): {_beginning(line)}") from None
    if not isinstance(message, dict):
        raise Fault(MALFORMED, f"not a JSON object: {_beginning(line)}")
    return message


def read_hello(line: bytes) -> None:
    """Check a program's answer to `hello`; raise a fault if it does not speak this version."""
    message = read_object(line)
    spoken = message.get("protocol")
    if type(spoken) is not int or spoken != PROTOCOL:
        raise Fault(MALFORMED, f'hello should be answered by {{"protocol": {PROTOCOL}}}, not {_beginning(line)}')


def answered_question(line: bytes) -> int | None:
    """Return the number of the question that a line answers, or None if it names none."""
    try:
        number = read_object(line).get("id")
    except Fault:
        return None
    return number if type(number) is int else None


def read_answer(line: bytes, question: int, seat: int) -> str:
    """Return the action in the answer to a question, as text; raise a fault if the line is not a valid answer to it."""
    message = read_object(line)
    number = message.get("id")
    if type(number) is not int:
        raise Fault(MALFORMED, f'no "id", which should be {question}: {_beginning(line)}')
    if number != question:
        raise Fault(UNASKED, f"an answer to question {shown(number)} instead of {question}")
    if "seat" in message and message["seat"] != seat:
        raise Fault(UNASKED, f"an answer for seat {shown(message['seat'])} instead of seat {seat}")
    if "error" in message:
        raise Fault(ERROR, shown(message["error"]))
    action = message.get("action")
    if not isinstance(action, str):
        raise Fault(MALFORMED, f'"action" should be text: {_beginning(line)}')
    if len(action) > ACTION_CHARACTERS:
        raise Fault(MALFORMED, f"an action of {len(action)} characters, more than {ACTION_CHARACTERS}: {action[:60]}")
    return action


def shown(value: object) -> str:
    """Describe a JSON value briefly; lists and objects, which may be deep, only by their type."""
    if isinstance(value, float) and not math.isfinite(value):
        return "not a number"
    if isinstance(value, int) and abs(value) >= 1 << 63:
        return "a huge number"
    return str(value)[:200] if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"


def _beginning(line: bytes) -> str:
    """Return the beginning of a line, for an error message."""
    return line[:60].decode("utf-8", "backslashreplace") + ("…" if len(line) > 60 else "")
