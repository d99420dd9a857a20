"""How players look on the board: each has a token and a colour of its own. People choose theirs; agents get what is left."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, TypedDict, get_args

Token = Literal["boat", "car", "cat", "rocket", "umbrella", "tree", "bell", "crown", "fish", "mug"]
Colour = Literal["blue", "orange", "green", "pink", "yellow", "sky", "violet", "grey"]
TOKENS: tuple[str, ...] = get_args(Token)
COLOURS: tuple[str, ...] = get_args(Colour)


class Look(TypedDict):
    """A token and a colour."""

    token: str
    colour: str


Wish = tuple[str | None, str | None]  # the token and the colour that somebody wants, if any


def assign_looks(wishes: Sequence[Wish]) -> list[Look]:
    """Return a different look for each seat: what it wishes if no earlier seat does, else the usual or the next free one."""
    tokens = _distinct([token for token, _ in wishes], TOKENS)
    colours = _distinct([colour for _, colour in wishes], COLOURS)
    return [Look(token=token, colour=colour) for token, colour in zip(tokens, colours, strict=True)]


def change_look(looks: Sequence[Look], place: int, wish: Wish, free: Collection[int]) -> list[Look]:
    """Return the looks after a player has sat down at `place`; the seats in `free` give up what the player wishes."""
    fixed = [look for seat, look in enumerate(looks) if seat != place and seat not in free]
    token, colour = wish
    if token is None or token in (look["token"] for look in fixed):
        token = looks[place]["token"]
    if colour is None or colour in (look["colour"] for look in fixed):
        colour = looks[place]["colour"]
    wishes: list[Wish] = [(None, None) if seat in free else (look["token"], look["colour"]) for seat, look in enumerate(looks)]
    wishes[place] = token, colour
    return assign_looks(wishes)


def _distinct(wanted: Sequence[str | None], known: Sequence[str]) -> list[str]:
    """Return a different one of the known values for each seat."""
    given: dict[int, str] = {}
    for seat, value in enumerate(wanted):
        if value is not None and value not in given.values():
            given[seat] = value
    for seat in range(len(wanted)):
        if seat not in given:
            given[seat] = next(value for value in (known[seat], *known) if value not in given.values())
    return [given[seat] for seat in range(len(wanted))]


def looks_of(settings: Mapping[str, Any], players: int) -> list[Look]:
    """Return the look of every seat at a table with these settings; older tables have the usual ones."""
    looks: list[Look] = settings.get("looks") or assign_looks([(None, None)] * players)
    return looks
