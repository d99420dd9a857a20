"""Who has just gone bankrupt: to whom, in which place, and after how long."""

from __future__ import annotations

from collections.abc import Sequence

from rentier.game.events import BANKRUPTED, ESTATE, PAID, Event
from rentier.game_api import Game
from rentier.web.view import Shown


def bankruptcies(game: Game, events: Sequence[Event], seconds: float) -> list[Shown]:
    """Return the bankruptcies among the events of the last decision, which was made `seconds` after its table.

    `to` is the creditor's seat, None for the bank.
    """
    fallen = [event for event in events if event.kind == BANKRUPTED]
    if not fallen:
        return []
    places = {standing.seat: standing.rank for standing in game.standings}
    when = {"round": game.round, "seconds": seconds}
    return [{"seat": one.seat, "to": _creditor(one, events), "place": places[one.seat], **when} for one in fallen]


def _creditor(fallen: Event, events: Sequence[Event]) -> int | None:
    """Return the player who got the deeds or, where the rules give them to the bank, the cash."""
    paid = [event.other for event in events if event.kind == PAID and event.why == ESTATE and event.seat == fallen.seat]
    return next((seat for seat in (fallen.other, *paid) if seat >= 0), None)
