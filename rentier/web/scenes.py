"""What players see during a decision, in order: scenes such as a roll of the dice, a walk, a card or a payment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rentier.box import Box
from rentier.game.events import (
    ACCEPTED,
    BANKRUPTED,
    BID_MADE,
    BUILT,
    DEED_MOVED,
    DREW,
    JAILED,
    KNOCKED_DOWN,
    MORTGAGED,
    MOVED,
    PAID,
    REFUSED,
    ROLLED,
    SOLD_BUILDINGS,
    UNMORTGAGED,
    Event,
)
from rentier.game.words import NOBODY, POT
from rentier.game_api import HOTEL
from rentier.narration.moves import path_of
from rentier.narration.sentences import deck_name, faces_of

Scene = dict[str, Any]


def scenes_of(box: Box, events: Sequence[Event]) -> list[Scene]:
    """Return the scenes of a decision in the order of its events; events that players see only in words have none."""
    return [_SCENES[event.kind](box, event) for event in events if event.kind in _SCENES]


def _dice(box: Box, event: Event) -> Scene:
    return {"scene": "dice", "seat": event.seat, "dice": faces_of(event)}


def _walk(box: Box, event: Event) -> Scene:
    return {"scene": "walk", "seat": event.seat, "path": path_of(box, [event]), "jailed": event.kind == JAILED}


def _card(box: Box, event: Event) -> Scene:
    text = box.decks[event.other][event.amount].label
    return {"scene": "card", "seat": event.seat, "deck": deck_name(box, event.other), "text": text}


def _payment(box: Box, event: Event) -> Scene:
    return {"scene": "pay", "from": _purse(box, event.seat), "to": _purse(box, event.other), "amount": event.amount}


def _purse(box: Box, seat: int) -> int | str:
    """Return a seat, `bank` or `pot`; the rules pay taxes to a pot, which is the bank's where there is none."""
    if seat == POT and box.switches["free_parking"] == "pot":
        return "pot"
    return seat if seat >= 0 else "bank"


def _deed(box: Box, event: Event) -> Scene:
    owner, before = (None if seat == NOBODY else seat for seat in (event.seat, event.other))
    return {"scene": "deed", "square": event.square, "from": before, "to": owner}


def _buildings(box: Box, event: Event) -> Scene:
    houses = HOTEL if event.now == box.record.hotel_level else event.now
    return {"scene": "build" if event.kind == BUILT else "sell", "square": event.square, "houses": houses}


def _mortgage(box: Box, event: Event) -> Scene:
    return {"scene": "mortgage", "square": event.square, "mortgaged": event.kind == MORTGAGED}


def _bid(box: Box, event: Event) -> Scene:
    """Return a bid, or the fall of the hammer; the amount of a sealed bid is None."""
    return {"scene": "bid" if event.kind == BID_MADE else "sold", "seat": event.seat, "amount": event.amount or None}


def _answer(box: Box, event: Event) -> Scene:
    return {"scene": "answer", "accepted": event.kind == ACCEPTED}


def _bankruptcy(box: Box, event: Event) -> Scene:
    return {"scene": "bankrupt", "seat": event.seat}


_SCENES: dict[int, Callable[[Box, Event], Scene]] = {
    ROLLED: _dice,
    MOVED: _walk,
    JAILED: _walk,
    DREW: _card,
    PAID: _payment,
    DEED_MOVED: _deed,
    BUILT: _buildings,
    SOLD_BUILDINGS: _buildings,
    MORTGAGED: _mortgage,
    UNMORTGAGED: _mortgage,
    BID_MADE: _bid,
    KNOCKED_DOWN: _bid,
    ACCEPTED: _answer,
    REFUSED: _answer,
    BANKRUPTED: _bankruptcy,
}
