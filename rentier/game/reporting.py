"""`apply` with a report of events. It is compiled separately, as most matches never need it."""

from __future__ import annotations

from numba import types

from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.game.agenda import proceed
from rentier.game.apply import carry_out
from rentier.game.check import ACTION
from rentier.game.events import EVENTS, EventsRecord
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.words import Action


@entry(types.void(BOX, GAME, LUCK, EVENTS, ACTION))
def apply_and_report(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: EventsRecord, action: Action) -> None:
    """Carry out an action that `check` allows, run until a player must decide or the game is over, and fill `events`."""
    events.count = 0
    carry_out(box, game, luck, events, action)
    proceed(box, game, luck, events)
