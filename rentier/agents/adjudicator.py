"""The fixed agents of the 2018 referee (Adjudicator 2018, section 5.2); the rules of `phase3` are in `adjudicator_phase3`.

Neither `phase1` nor `phase2` ever manages: they do not build, mortgage, sell or trade, so a debt above their cash bankrupts
them.

- `phase1` buys every deed that it lands on and can afford, never bids, refuses every offer and always rolls in jail.
- `phase2` buys a deed if 300 in cash is left afterwards, and bids the printed price if it has more than 300. In jail before
  turn 35, by which time the bank has sold almost everything, it uses a card or else pays the fine; later it rolls, and uses a
  card only on its third turn there.

Our readings, where the work leaves a choice:
- The 300 is a reserve that must be left after a purchase, as the work derives it; for a bid we take the work literally: it is
  enough to have more than 300. With `reserve_bids` the 300 must be left after a bid too. A printed price above its cash would
  be a void bid, so it passes.
- Turns are counted across both players; with `rounds`, only each player's own. The work says "less than 35" and "exceeded 35";
  turn 35 itself counts as later.
- If it cannot pay the fine, it rolls.

Beyond the work's rules: in an ascending auction `phase2` raises by tenths of the price, up to the price. Every other decision
gets the plain answer: go on, keep received mortgages, collect rent.
"""

from __future__ import annotations

from rentier.agents.adjudicator_phase3 import (
    PART_BIDS,
    SOLD_OUT,
    answer_offer,
    buy_or_not,
    manage,
    most_to_bid,
    raise_money,
    turn_now,
)
from rentier.agents.basics import bid_by_tenths, lot_price, plain_answer
from rentier.agents.mind import MindRecord, agent, plain
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.jail import is_last_roll, may_pay_fine, may_use_card
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.words import (
    BANKRUPT,
    BID_OR_PASS,
    BUY,
    BUY_OR_NOT,
    DECLINE,
    MANAGE,
    PASS,
    PAY_FINE,
    RAISE,
    RESPOND,
    ROLL,
    START,
    USE_CARD,
    Action,
)

RESERVE = 300
RESERVE_BIDS = 0  # the first setting of phase2; the second is phase3's BY_ROUNDS


@agent
def phase1(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Buy everything and do nothing else."""
    seat = game.actor
    decision = game.decision
    if decision == BUY_OR_NOT:
        return plain(BUY if game.cash[seat] >= box.price[game.square[seat]] else DECLINE, 0, 0)
    if decision == BID_OR_PASS:
        return plain(PASS, 0, 0)
    if decision == RAISE:
        return plain(BANKRUPT, 0, 0)
    return plain_answer(box, game, seat)


@compiled
def leave_jail_or_roll(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Leave at once while deeds are for sale; later only on the third turn, and then only with a card."""
    early = turn_now(game, mind) < SOLD_OUT
    if (early or is_last_roll(box, game, seat)) and may_use_card(game, seat) == ALLOWED:
        return plain(USE_CARD, 0, 0)
    if early and may_pay_fine(box, game, seat) == ALLOWED:
        return plain(PAY_FINE, 0, 0)
    return plain(ROLL, 0, 0)


@compiled
def bid_price(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Bid the printed price if cash exceeds the reserve and covers it; with `reserve_bids`, if that leaves the reserve."""
    price = lot_price(box, game)
    cash = game.cash[seat]
    least = price + RESERVE if mind.settings[RESERVE_BIDS] == 1 else max(price, RESERVE + 1)
    return bid_by_tenths(box, game, seat, price) if cash >= least else plain(PASS, 0, 0)


@agent
def phase2(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Buy above the reserve, bid the price, leave jail early in the game and stay there later."""
    seat = game.actor
    decision = game.decision
    if decision == MANAGE and game.phase == START:
        return leave_jail_or_roll(box, game, mind, seat)
    if decision == BUY_OR_NOT:
        return plain(BUY if game.cash[seat] - box.price[game.square[seat]] >= RESERVE else DECLINE, 0, 0)
    if decision == BID_OR_PASS:
        return bid_price(box, game, mind, seat)
    if decision == RAISE:
        return plain(BANKRUPT, 0, 0)
    return plain_answer(box, game, seat)


@agent
def phase3(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Value deeds, keep a cash threshold, build on the most valuable lot, offer in five steps: see `adjudicator_phase3`."""
    seat = game.actor
    decision = game.decision
    if decision == MANAGE:
        return manage(box, game, mind, seat)
    if decision == BUY_OR_NOT:
        return buy_or_not(box, game, seat)
    if decision == RAISE:
        return raise_money(box, game, seat)
    if decision == BID_OR_PASS:
        return bid_by_tenths(box, game, seat, most_to_bid(box, game, seat, mind.settings[PART_BIDS] == 1))
    if decision == RESPOND:
        return answer_offer(box, game, seat)
    return plain_answer(box, game, seat)
