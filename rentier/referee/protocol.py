"""The lines between judge and program: one JSON object each, UTF-8, ended by a newline. The page is docs/referee.md.

From the judge: `hello`, then for a game `game`, any number of `state` and `question`, and `over`; at last `bye`. A program
answers `hello` and every `question`, and says nothing else.
"""

from __future__ import annotations

import json
import math
from typing import Any

from rentier.referee.faults import ERROR, MALFORMED, UNASKED, Fault
from rentier.referee.limits import ACTION_LETTERS

PROTOCOL = 1  # the version; it changes when a program that spoke it before would no longer be understood
HELLO, GAME, STATE, QUESTION, OVER, BYE = "hello", "game", "state", "question", "over", "bye"

Message = dict[str, Any]


def line_of(message: Message) -> bytes:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_object(line: bytes) -> Message:
    """The JSON object on a line; the fault where there is none."""
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
    """A program's answer to `hello`; the fault where it does not speak this version."""
    message = read_object(line)
    spoken = message.get("protocol")
    if type(spoken) is not int or spoken != PROTOCOL:
        raise Fault(MALFORMED, f'hello should be answered by {{"protocol": {PROTOCOL}}}, not {_beginning(line)}')


def answered_question(line: bytes) -> int | None:
    """The question that a line says it answers; None where it names none."""
    try:
        number = read_object(line).get("id")
    except Fault:
        return None
    return number if type(number) is int else None


def read_answer(line: bytes, question: int, seat: int) -> str:
    """The action that a line answers a question with, as text; the fault where it is no such answer."""
    message = read_object(line)
    number = message.get("id")
    if type(number) is not int:
        raise Fault(MALFORMED, f'no "id", which should be {question}: {_beginning(line)}')
    if number != question:
        raise Fault(UNASKED, f"an answer to question {shown(number)}, asked was {question}")
    if "seat" in message and message["seat"] != seat:
        raise Fault(UNASKED, f"an answer for seat {shown(message['seat'])}, asked was seat {seat}")
    if "error" in message:
        raise Fault(ERROR, shown(message["error"]))
    action = message.get("action")
    if not isinstance(action, str):
        raise Fault(MALFORMED, f'"action" should be a text: {_beginning(line)}')
    if len(action) > ACTION_LETTERS:
        raise Fault(MALFORMED, f"an action of {len(action)} letters: {action[:60]}")
    return action


def shown(value: object) -> str:
    """A value of JSON in a few words; lists and objects, which may be deep, by their kind alone."""
    if isinstance(value, float) and not math.isfinite(value):
        return "no number"
    if isinstance(value, int) and abs(value) >= 1 << 63:
        return "a huge number"
    return str(value)[:200] if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"


def _beginning(line: bytes) -> str:
    """How a line begins."""
    return line[:60].decode("utf-8", "backslashreplace") + ("…" if len(line) > 60 else "")
