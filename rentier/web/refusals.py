"""What is refused: one clear line, with the number by which HTTP knows it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from rentier.errors import RentierError

FORBIDDEN, NOT_FOUND, CONFLICT, TOO_LARGE, TOO_MANY, FULL = 403, 404, 409, 413, 429, 503
LONGEST_LINE = 300


class Refusal(BaseModel):
    """The body of every answer that refuses something."""

    error: str


class Refused(RentierError):  # noqa: N818 - named for what it is
    """Something a client may not do, or not now."""

    def __init__(self, line: str, status: int = 400) -> None:
        super().__init__(line)
        self.status = status


def one_line(errors: list[Any]) -> str:
    """The first thing that is wrong with what a client has sent."""
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return f"{place}: {first['msg']}"[:LONGEST_LINE] if place else str(first["msg"])[:LONGEST_LINE]


def wrong_message(error: ValidationError) -> str:
    """What is wrong with a text that came through a socket."""
    return one_line(error.errors(include_url=False, include_input=False))
