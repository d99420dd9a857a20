"""Playing on: every player by an agent's function, on imagined luck, until a decision, an end, or a limit."""

from __future__ import annotations

from typing import Any

from rentier.agents.mind import wake
from rentier.box.record import AUCTION_SEALED, BoxRecord
from rentier.compiled import compiled
from rentier.game.apply import apply
from rentier.game.bits import bit
from rentier.game.check import check
from rentier.game.legal import write_action
from rentier.game.luck import imagine
from rentier.game.reasons import FINE
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import BID, BID_OR_PASS, OVER
from rentier.records import Numbers, wide
from rentier.search.diary import Diary, enter

NO_LIMIT = 1 << 40
NO_SEAT = -1
MOST_DECISIONS = 1_000_000  # in one go; beyond it an agent goes round in circles
# how playing on came to a stop: at an own decision, with the game or the player, at the last turn, never, by breaking the rules
GOES_ON, ENDED, CUT, ENDLESS, FOUL = range(5)


@compiled
def imagine_bids(box: BoxRecord, game: GameRecord, luck: LuckRecord, agents: Any, minds: Any) -> None:
    """Bids in envelopes are not public: those who have bid are thought to have bid as they would."""
    if game.decision != BID_OR_PASS or box.auction != AUCTION_SEALED:
        return
    actor = wide(game.actor)
    for seat in range(game.players):
        if seat == actor or (game.in_play & ~game.bidders) & bit(seat) == 0:
            continue
        game.actor = seat
        game.bid_turn = seat
        action = agents[seat](box, game, minds[seat])
        if action.kind == BID and check(box, game, action) == FINE:
            luck.sealed[seat] = action.amount
    game.actor = actor
    game.bid_turn = actor


@compiled
def imagine_world(box: BoxRecord, game: GameRecord, luck: LuckRecord, agents: Any, minds: Any, key: Any) -> None:
    """Fresh luck and fresh minds under one key: the same key gives the same dice and the same moods."""
    imagine(box, game, luck, key)
    for seat in range(game.players):
        wake(minds[seat], key, seat)
    imagine_bids(box, game, luck, agents, minds)


@compiled
def play_on(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    agents: Any,
    minds: Any,
    seat: int,
    last_turn: int,
    checked: int,
    illegal: Numbers,
    alone: bool,
    diary: Diary,
    decision: int,
) -> int:
    """Everybody plays until the game is over, for the seat at least if there is one, or a limit is reached; how it stopped.

    `alone`: the seat decides for itself, so its next decision is a stop. `decision`: how many it has made; those to come go
    into the diary, unless the number is negative. Agents that are not known to keep to the rules are `checked`; an action
    against them is written into `illegal`.
    """
    left = MOST_DECISIONS
    while game.decision != OVER and (seat == NO_SEAT or game.fallen[seat] == 0):
        actor = wide(game.actor)
        if game.turns > last_turn:
            return CUT
        if alone and actor == seat:
            return GOES_ON
        if left == 0:
            return ENDLESS
        action = agents[actor](box, game, minds[actor])
        if checked == 1 and check(box, game, action) != FINE:
            write_action(action, illegal)
            return FOUL
        if actor == seat and decision >= 0:
            enter(diary, action, decision)
            decision += 1
        apply(box, game, luck, action)
        left -= 1
    return ENDED
