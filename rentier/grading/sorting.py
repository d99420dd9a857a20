"""Which kind a decision is of, and in which phase the game is."""

from __future__ import annotations

from collections.abc import Iterable

from numba import types

from rentier.box import Box
from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.game.bits import count
from rentier.game.deeds import bank_deeds
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import (
    BID_OR_PASS,
    BUILD,
    BUY_OR_NOT,
    MANAGE,
    MORTGAGE,
    OFFER,
    PAY_FINE,
    PLACE,
    RAISE,
    RESPOND,
    ROLL,
    UNMORTGAGE,
    USE_CARD,
    Action,
)
from rentier.grading.kinds import ANSWERS, BIDS, BUILDING, BUYING, HOUSES, JAIL, OFFERS, OPENING, RAISING, TRADING

_BY_DECISION = {RESPOND: ANSWERS, BID_OR_PASS: BIDS, BUY_OR_NOT: BUYING, RAISE: RAISING, PLACE: BUILDING}
_WAYS_OUT_OF_JAIL = {ROLL, PAY_FINE, USE_CARD}


@entry(types.int64(BOX, GAME))
def count_bank_deeds(box: BoxRecord, game: GameRecord) -> int:
    """Return how many deeds the bank has left."""
    return count(bank_deeds(box, game))


def kind_of(game: GameRecord, candidates: Iterable[Action]) -> str | None:
    """Return the kind of a decision between these candidates; None if it is of no kind that is graded."""
    if game.decision != MANAGE:
        return _BY_DECISION.get(int(game.decision))
    kinds = {candidate.kind for candidate in candidates}
    if len(kinds & _WAYS_OUT_OF_JAIL) > 1:
        return JAIL
    if OFFER in kinds:
        return OFFERS
    return BUILDING if kinds & {BUILD, MORTGAGE, UNMORTGAGE} else None


def phase_of(box: Box, game: GameRecord) -> str:
    """Return the phase of the game."""
    if game.built != 0:
        return HOUSES
    return OPENING if 2 * count_bank_deeds(box.record, game) >= int(box.record.deeds).bit_count() else TRADING
