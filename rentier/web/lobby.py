"""Sitting down at a table: by an invitation, which works once, or on a seat that the host left open."""

from __future__ import annotations

from rentier.web.looks import change_look, looks_of
from rentier.web.messages import Claim
from rentier.web.refusals import CONFLICT, FORBIDDEN, Refused
from rentier.web.seating import check_person
from rentier.web.store import SavedSeat
from rentier.web.table import Table
from rentier.web.tokens import digest, is_same, new_token
from rentier.web.view import Shown, house_rules

USED = "this invitation has been used or is not valid; ask the host for a new one"
SHOWN = ("seat", "kind", "name", "agent", "taken", "token", "colour")  # of every seat, to somebody who is invited


def invitation(table: Table, invite: str | None, seat: int | None) -> Shown:
    """Return what somebody who is invited, or looks at an open seat, may know before sitting down."""
    place = _free_seat(table, invite, seat).seat
    host, box = table.saved.host_seat, table.game.box
    return {
        "seat": place,
        "host": None if host is None else table.names[host],
        "title": box.title,
        "house_rules": house_rules(box),
        "clock": table.settings["clock"],
        "minutes": table.settings["minutes"],
        "started": table.started,
        "seats": [{key: one[key] for key in SHOWN} for one in table.shown_seats(False)],
    }


async def take_seat(table: Table, claim: Claim) -> Shown:
    """Give a person the seat of an invitation, or an open one; return the seat and its token."""
    seat, name, token = _free_seat(table, claim.invite, claim.seat), check_person(claim.name), new_token()
    if name in (other.name for other in table.seats if other is not seat):
        raise Refused(f"the name {name!r} is taken at this table; choose another one", CONFLICT)
    if not await table.store.claim_seat(table.id, seat.seat, seat.invite or "", name, digest(token)):
        raise Refused(USED, FORBIDDEN)  # somebody was faster
    if seat.bot:
        table.announce(f"{name} has arrived and plays for {seat.name}.")
    seat.invite, seat.name, seat.token_hash, seat.bot = None, name, digest(token), False
    unclaimed = [other.seat for other in table.seats if other.invite is not None]
    looks = change_look(looks_of(table.settings, len(table.seats)), seat.seat, (claim.token, claim.colour), unclaimed)
    await table.change_settings({"looks": looks})
    await table.reseat([seat.seat])
    return {"seat": seat.seat, "token": token}


def _free_seat(table: Table, invite: str | None, seat: int | None) -> SavedSeat:
    """Return the seat of an invitation, or an open seat by its number."""
    if invite is not None:
        found, refusal = next((one for one in table.seats if is_same(invite, one.invite)), None), USED
    else:
        found = next((one for one in table.seats if one.seat == seat and seat in table.open_seats), None)
        refusal = "this seat has been taken; choose another one"
    if found is None:
        raise Refused(refusal, FORBIDDEN)
    return found
