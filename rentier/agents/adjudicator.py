"""The fixed agents of the 2018 referee (Adjudicator 2018, section 5.2): `phase1` and `phase2`; `phase3` thinks elsewhere.

Neither of these two ever manages: they do not build, mortgage, sell or trade, so a debt that their cash cannot meet ends them.

- `phase1` buys whatever it lands on and can pay, bids nothing, refuses every offer and always rolls in jail.
- `phase2` buys what leaves it 300 in cash. With more it bids the printed price. In jail it uses a card, else pays, before
  turn 35, by when the bank has sold about everything; later it rolls, and uses a card only on its third turn there.

How it is read here, where the work leaves it open:
- The 300 is a reserve that a purchase must leave, as the work derives it; to bid it is enough to have more than that, to the
  letter. With `reserve_bids` a bid must leave the 300 too. A printed price that its cash cannot pay would be a void bid: it
  passes.
- Turns are those of the whole game, both players' counted; with `rounds` each player's own. What the work says of "less than
  35" and "exceeded 35" meets at 35, which counts as later.
- A fine that cannot be paid leaves the roll of the dice.

Beyond the work's rules: in a rising auction `phase2` bids by tenths of the price up to the price; all else is answered by going
on, keeping mortgages received, and asking rent.
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
from rentier.game.reasons import FINE
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
RESERVE_BIDS = 0  # of phase2's settings the first; the second is phase3's BY_ROUNDS


@agent
def phase1(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Buy everything, do nothing else."""
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
    """Out at once while there is something to buy; later no sooner than the third turn, and then only by a card."""
    early = turn_now(game, mind) < SOLD_OUT
    if (early or is_last_roll(box, game, seat)) and may_use_card(game, seat) == FINE:
        return plain(USE_CARD, 0, 0)
    if early and may_pay_fine(box, game, seat) == FINE:
        return plain(PAY_FINE, 0, 0)
    return plain(ROLL, 0, 0)


@compiled
def bid_price(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """The printed price, if it has more than the reserve and can pay it; by reserve bids if that leaves the reserve."""
    price = lot_price(box, game)
    cash = game.cash[seat]
    least = price + RESERVE if mind.settings[RESERVE_BIDS] == 1 else max(price, RESERVE + 1)
    return bid_by_tenths(box, game, seat, price) if cash >= least else plain(PASS, 0, 0)


@agent
def phase2(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Buy above the reserve, bid the price, leave jail early and sit in it late."""
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
    """Value, keep a threshold, build on the most valuable, offer in five steps: see `adjudicator_phase3`."""
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
