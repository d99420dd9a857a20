"""Refusals: one clear line each, with an HTTP status."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from rentier.errors import RentierError

FORBIDDEN, NOT_FOUND, TIMED_OUT, CONFLICT, TOO_LARGE, TOO_MANY, FULL = 403, 404, 408, 409, 413, 429, 503
LONGEST_LINE = 300

# plain sentences for what people can get wrong on the page: by field and by pydantic's type of error
SENTENCES = {
    ("clock", "greater_than_equal"): "allow at least {ge} seconds per decision",
    ("clock", "less_than_equal"): "allow at most {le} seconds per decision",
    ("clock", "int_from_float"): "enter the seconds per decision as a whole number",
    ("clock", "int_type"): "enter the seconds per decision as a whole number",
    ("delay", "less_than_equal"): "let AI players wait at most {le:g} seconds before a decision",
    ("seconds", "less_than_equal"): "let AI players wait at most {le:g} seconds before a decision",
    ("seats", "too_short"): "a game needs at least {min_length} players",
    ("seats", "too_long"): "a game can have at most {max_length} players",
    ("name", "string_too_long"): "choose a shorter name",
    ("text", "string_too_long"): "write at most {max_length} characters",
    ("record", "string_too_long"): "the record is too long; at most {max_length} characters are allowed",
    ("files", "too_long"): "upload at most {max_length} files",
    ("rollouts", "greater_than_equal"): "a review needs at least {ge} rollouts",
    ("rollouts", "less_than_equal"): "a review can have at most {le} rollouts",
}
SOURCES = ("body", "query", "path", "header")  # where a request has its fields
# the same for any other field
PROBLEMS = {
    "missing": "missing",
    "extra_forbidden": "unknown field",
    "greater_than_equal": "should be at least {ge}",
    "less_than_equal": "should be at most {le}",
    "less_than": "should be less than {lt}",
    "finite_number": "should be a finite number",
    "int_type": "should be a whole number",
    "int_parsing": "should be a whole number",
    "int_parsing_size": "should be a whole number of fewer digits",
    "int_from_float": "should be a whole number",
    "float_type": "should be a number",
    "bool_type": "should be true or false",
    "string_type": "should be text",
    "string_too_long": "should have at most {max_length} characters",
    "too_short": "should have at least {min_length} entries",
    "too_long": "should have at most {max_length} entries",
}


class Refusal(BaseModel):
    """The body of every response that refuses a request."""

    error: str


class Refused(RentierError):  # noqa: N818 - named for what it is
    """A request that is not allowed, or not now."""

    def __init__(self, line: str, status: int = 400) -> None:
        super().__init__(line)
        self.status = status


def one_line(errors: list[Any]) -> str:
    """Return the first validation error as one line."""
    first = errors[0]
    kind, details = str(first["type"]), first.get("ctx") or {}
    parts = [str(part) for part in first["loc"] if part not in SOURCES]
    field = parts[-1] if parts else ""
    if (field, kind) in SENTENCES:
        return SENTENCES[field, kind].format(**details)
    problem = PROBLEMS[kind].format(**details) if kind in PROBLEMS else str(first["msg"])
    return ": ".join(filter(None, (".".join(parts), problem)))[:LONGEST_LINE]


def wrong_message(error: ValidationError) -> str:
    """Return what is wrong with a WebSocket message."""
    return one_line(error.errors(include_url=False, include_input=False))
