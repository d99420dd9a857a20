"""Rollouts: every seat is played by an agent's function, on imagined luck, until a decision, the end, or a limit."""

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
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.words import BID, BID_OR_PASS, OVER, Action
from rentier.layout import wide
from rentier.search.action_trace import ActionTrace, note_action

NO_LIMIT = 1 << 40
# why a rollout stopped: at the searcher's decision, at the end of the game or of the player, at the last turn, because it was
# endless, or because of an illegal action
GOES_ON, ENDED, CUT, ENDLESS, ILLEGAL = range(5)


class Until(NamedTuple):
    """Where a rollout stops: when the game is over for `seat`, or after a turn.

    `at_decision`: stop at the seat's next decision. `decision`: the number of decisions that the seat has made; further ones
    go into the trace, unless the number is negative.
    """

    seat: int
    turn: int
    at_decision: bool
    decision: int


@compiled
def imagine_bids(table: Table) -> None:
    """Imagine the sealed bids, which are not public: assume that those who have bid did so as their agents would."""
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
        if action.kind == BID and check(box, game, action) == ALLOWED:
            table.luck.sealed[seat] = action.amount
    game.actor = actor
    game.bid_turn = actor


@compiled
def start_over(table: Table, known: GameRecord) -> None:
    """Reset the imagined game to the known one."""
    copy_record(table.game, known)
    reset_progress(table)


@compiled
def default_action(table: Table, known: GameRecord, seat: int, key: Any) -> Action:
    """Return what the agent of a seat would do without search, with a mind that begins under this key."""
    start_over(table, known)
    wake(mind_at(table.seats.minds, seat), key, seat)
    return ask(table, seat)


@compiled
def imagine_world(table: Table, key: Any) -> None:
    """Draw fresh luck and fresh minds from one key: the same key gives the same dice and the same random numbers."""
    imagine(table.box, table.game, table.luck, key)
    for seat in range(table.game.players):
        wake(mind_at(table.seats.minds, seat), key, seat)
    imagine_bids(table)


@compiled
def play_on(table: Table, until: Until, trace: ActionTrace) -> int:
    """Let all agents play until `until` and return why it stopped."""
    game = table.game
    seat = until.seat
    decision = until.decision
    while game.decision != OVER and game.fallen[seat] == 0:
        actor = wide(game.actor)
        if game.turns > until.turn:
            return CUT
        if until.at_decision and actor == seat:
            return GOES_ON
        action = decide(table)
        if not is_allowed(table, action):
            return ENDLESS if is_endless(table) else ILLEGAL
        if actor == seat and decision >= 0:
            note_action(trace, action, decision)
            decision += 1
        carry_out(table, action)
    return ENDED
