"""Playing on: every player by an agent's function, on imagined luck, until a decision, an end, or a limit."""

from __future__ import annotations

from typing import Any, NamedTuple

from rentier.agents.inner import mind_at
from rentier.agents.mind import wake
from rentier.agents.step import ask, carry_out, decide, is_allowed, is_endless
from rentier.agents.table import Table, reset_progress
from rentier.box.record import AUCTION_SEALED
from rentier.compiled import compiled, copy_record
from rentier.game.bits import bit
from rentier.game.check import check
from rentier.game.luck import imagine
from rentier.game.reasons import FINE
from rentier.game.state import GameRecord
from rentier.game.words import BID, BID_OR_PASS, OVER, Action
from rentier.layout import wide
from rentier.search.action_trace import ActionTrace, enter

NO_LIMIT = 1 << 40
NO_SEAT = -1
# how playing on came to a stop: at an own decision, with the game or the player, at the last turn, never, by breaking the rules
GOES_ON, ENDED, CUT, ENDLESS, FOUL = range(5)


class Until(NamedTuple):
    """Where playing on stops: when the game is over for a seat, if there is one, or a turn has passed.

    `alone`: the seat decides for itself, so its next decision is a stop. `decision`: how many it has made; those to come go
    into the trace, unless the number is negative.
    """

    seat: int
    turn: int
    alone: bool
    decision: int


@compiled
def imagine_bids(table: Table) -> None:
    """Bids in envelopes are not public: those who have bid are thought to have bid as they would."""
    box, game = table.box, table.game
    if game.decision != BID_OR_PASS or box.auction != AUCTION_SEALED:
        return
    actor = wide(game.actor)
    for seat in range(game.players):
        if seat == actor or (game.in_play & ~game.bidders) & bit(seat) == 0:
            continue
        game.actor = seat
        game.bid_turn = seat
        action = ask(table, seat)
        if action.kind == BID and check(box, game, action) == FINE:
            table.luck.sealed[seat] = action.amount
    game.actor = actor
    game.bid_turn = actor


@compiled
def start_over(table: Table, known: GameRecord) -> None:
    """The imagined game stands where the known one does."""
    copy_record(table.game, known)
    reset_progress(table)


@compiled
def default_action(table: Table, known: GameRecord, seat: int, key: Any) -> Action:
    """What the agent of a seat would do at once, with a mind that wakes under this key."""
    start_over(table, known)
    wake(mind_at(table.seats.minds, seat), key, seat)
    return ask(table, seat)


@compiled
def imagine_world(table: Table, key: Any) -> None:
    """Fresh luck and fresh minds under one key: the same key gives the same dice and the same random numbers."""
    imagine(table.box, table.game, table.luck, key)
    for seat in range(table.game.players):
        wake(mind_at(table.seats.minds, seat), key, seat)
    imagine_bids(table)


@compiled
def play_on(table: Table, until: Until, trace: ActionTrace) -> int:
    """Everybody plays until `until` says stop; how it stopped."""
    game = table.game
    seat = until.seat
    decision = until.decision
    while game.decision != OVER and (seat == NO_SEAT or game.fallen[seat] == 0):
        actor = wide(game.actor)
        if game.turns > until.turn:
            return CUT
        if until.alone and actor == seat:
            return GOES_ON
        action = decide(table)
        if not is_allowed(table, action):
            return ENDLESS if is_endless(table) else FOUL
        if actor == seat and decision >= 0:
            enter(trace, action, decision)
            decision += 1
        carry_out(table, action)
    return ENDED
