"""What clients see of a table beside its game: the rules it is played by, and its seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rentier.box import Box
from rentier.web.audience import Audience
from rentier.web.looks import Look
from rentier.web.store import SavedGame, SavedSeat
from rentier.web.view import Shown, differences, house_rules, shown_board, shown_groups


def shown_rules(saved: SavedGame, box: Box) -> Shown:
    """Return the rules and the board of a table, which never change."""
    return {
        "rules": saved.rules,
        "title": box.title,
        "switches": dict(saved.overrides),
        "switches_all": dict(box.switches),
        "house_rules": house_rules(box),
        "differences": differences(box),
        "currency": box.board.currency,
        "board": shown_board(box),
        "groups": shown_groups(box),
    }


def shown_seats(
    seats: Sequence[SavedSeat], looks: Sequence[Look], free: Collection[int], audience: Audience, host: bool
) -> list[Shown]:
    """Return the seats, as the host or the others see them; anybody may take those in `free`."""
    return [
        {
            "seat": seat.seat,
            "kind": seat.kind,
            "name": seat.name,
            "agent": seat.agent,
            "here": audience.has(seat.seat),
            "bot": seat.bot,
            "invite": seat.invite if host else None,
            "taken": seat.invite is None,
            "open": seat.seat in free,
            **looks[seat.seat],
        }
        for seat in seats
    ]


def open_seats(saved: SavedGame, seats: Sequence[SavedSeat], settings: Mapping[str, Any]) -> list[int]:
    """Return the seats of a table that anybody may take: those that the host left open at a public table."""
    left_open = settings.get("open", []) if saved.public and not saved.over else []
    return [seat.seat for seat in seats if seat.invite is not None and seat.seat in left_open]
