"""The agenda: what happens next, and which seat must decide.

Unfinished business waits in the game record: an offer, a debt, mortgaged deeds just received, payments to or from each player,
an auction, the estate of a bankrupt player. The turn goes on only when all of it is done. So a rule never calls a player, and
nothing nests.
"""

from __future__ import annotations

from rentier.box.record import AUCTION_NONE, BEFORE_ROLL, BUYING_CHOICE, BoxRecord
from rentier.compiled import compiled
from rentier.game.auctions import auction_deed, hammer, next_bidder
from rentier.game.bankruptcy import go_bankrupt
from rentier.game.bits import bit, lowest
from rentier.game.debts import can_raise_debt, can_still_offer, charge, charge_next_of_each, pay_debt
from rentier.game.events import (
    BY_LAST_ROLL,
    DECLINED,
    FORCED_UNMORTGAGING,
    INTEREST,
    UNMORTGAGED,
    Events,
    report,
    report_of,
)
from rentier.game.mortgages import price_of_receiving, unmortgage_cost
from rentier.game.promises import is_iou_due, pay_back
from rentier.game.shortage import could_place, place_won
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.turn import after_landing, leave_jail, next_turn, next_window
from rentier.game.words import (
    BID_OR_PASS,
    BUY_OR_NOT,
    BUYING,
    CARD_CHOICE,
    CHOOSE_CARD,
    CHOOSE_TAX,
    CLAIM,
    CLAIMING,
    DONE,
    LANDED,
    LEAVING_JAIL,
    MANAGE,
    NOBODY,
    NOTHING,
    OVER,
    PLACE,
    RAISE,
    RESPOND,
    ROLL_DICE,
    SETTLE,
    START,
    TAXING,
    TURN_OVER,
    WINDOW,
)
from rentier.layout import wide


@compiled
def ask(game: GameRecord, decision: int, seat: int) -> bool:
    """Make the game wait for this seat's decision, and return True."""
    game.decision = decision
    game.actor = seat
    return True


@compiled
def meet_debt(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> bool:
    """Pay the debt from cash, or ask the debtor to raise the money, or declare the debtor bankrupt. Return True if it asks.

    Nobody who can still raise the money goes bankrupt (rules 15.2, edge cases 78 and 79), and nothing else happens before a
    debt is met (edge case 87).
    """
    if game.cash[game.debtor] >= game.debt:
        pay_debt(box, game, events)
        return False
    if can_raise_debt(box, game) or can_still_offer(box, game, game.debtor):
        return ask(game, RAISE, game.debtor)
    go_bankrupt(box, game, luck, events, game.debtor, game.creditor)
    return False


@compiled
def can_settle(box: BoxRecord, game: GameRecord) -> bool:
    """Return whether the owner of the next mortgaged deed just received can pay for it in cash, even while in debt."""
    square = lowest(game.unsettled)
    return game.cash[game.owner[square]] >= price_of_receiving(box, square)


@compiled
def settle_next(box: BoxRecord, game: GameRecord, events: Events) -> bool:
    """Ask the receiver of a mortgaged deed to unmortgage it or keep it, or charge the interest. Return True if it asks.

    The receiver is asked only if the cash suffices to unmortgage it (rules 13.4 and 15.4). A receiver who cannot pay the
    interest becomes a debtor of the bank (edge case 81).
    """
    square = lowest(game.unsettled)
    owner = game.owner[square]
    if box.unmortgage_on_transfer == 0 and game.cash[owner] >= unmortgage_cost(box, square):
        return ask(game, SETTLE, owner)
    game.unsettled &= ~bit(square)
    why = INTEREST
    if box.unmortgage_on_transfer == 1:
        why = FORCED_UNMORTGAGING
        game.mortgaged &= ~bit(square)
        report(events, UNMORTGAGED, owner, NOBODY, square, 0, why, 0)
    charge(box, game, events, owner, NOBODY, price_of_receiving(box, square), why, square)
    return False


@compiled
def call_bids(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> bool:
    """Ask the next bidder, or close the auction. Return True if it asks."""
    if next_bidder(box, game):
        return ask(game, BID_OR_PASS, game.bid_turn)
    hammer(box, game, luck, events)
    return False


@compiled
def place_next(box: BoxRecord, game: GameRecord, events: Events) -> bool:
    """Let the winner of a house or hotel at auction choose its lot, if there is more than one. Return True if it asks."""
    squares = could_place(box, game, game.placing, game.lot)
    if squares & (squares - 1) != 0:
        return ask(game, PLACE, game.placing)
    place_won(box, game, events, lowest(squares))
    return False


@compiled
def sell_square(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> bool:
    """Ask the mover to buy the square, or auction it at once under `buying = auction` (rules 18.3). Return True if it asks."""
    if box.buying == BUYING_CHOICE:
        return ask(game, BUY_OR_NOT, game.mover)
    game.phase = LANDED
    auction_deed(box, game, luck, events, wide(game.square[game.mover]))
    return False


@compiled
def go_on(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> bool:
    """Continue the turn from its phase when the agenda is empty. Return True if a decision waits or the game is over."""
    phase = game.phase
    mover = game.mover
    if phase == LANDED:
        after_landing(game)
        return False
    if phase == DONE:
        if box.manage_part == BEFORE_ROLL:
            game.phase = TURN_OVER
            return False
        return ask(game, MANAGE, mover)
    if phase == START:
        return ask(game, ROLL_DICE if game.dice_only == 1 else MANAGE, mover)
    if phase == TURN_OVER:
        if not next_turn(box, game, events):
            return True
        return game.phase == START and ask(game, MANAGE, game.mover)
    if phase == BUYING:
        return sell_square(box, game, luck, events)
    if phase == WINDOW:
        seat = next_window(box, game)
        if seat != NOBODY:
            return ask(game, MANAGE, seat)
        game.phase = START
        return False
    if phase == LEAVING_JAIL:
        leave_jail(box, game, luck, events, BY_LAST_ROLL)
        return False
    if phase == TAXING:
        return ask(game, CHOOSE_TAX, mover)
    if phase == CARD_CHOICE:
        return ask(game, CHOOSE_CARD, mover)
    if phase == CLAIMING:
        return ask(game, CLAIM, game.owner[game.square[mover]])
    return True


@compiled
def next_estate_auction(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> None:
    """Auction the next deed of a bankrupt player; they come one by one in board order (rules 15.6, edge case 33)."""
    square = lowest(game.estate)
    game.estate &= ~bit(square)
    auction_deed(box, game, luck, events, square)


@compiled
def is_agenda_empty(game: GameRecord) -> bool:
    """Return whether only the turn itself is left to continue. One test covers most, as NOBODY and NOTHING are -1."""
    seats = (game.offer_from + 1) | (game.placing + 1) | (game.lot + 1) | game.each_seats
    return (seats | game.debt | game.unsettled | game.estate) == 0 and not is_iou_due(game) and game.decision != OVER


@compiled
def work_off(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> bool:
    """Do the first thing on the agenda. Return True if a decision waits or the game is over."""
    if game.decision == OVER:
        return True
    if game.offer_from != NOBODY:
        return ask(game, RESPOND, game.offer_to)
    if game.unsettled != 0 and (game.debt == 0 or can_settle(box, game)):
        return settle_next(box, game, events)
    if game.debt != 0:
        return meet_debt(box, game, luck, events)
    if is_iou_due(game):
        pay_back(box, game, events)
        return False
    if game.placing != NOBODY:
        return place_next(box, game, events)
    if game.lot != NOTHING:
        return call_bids(box, game, luck, events)
    if game.each_seats != 0:
        charge_next_of_each(box, game, events)
    else:
        next_estate_auction(box, game, luck, events)
    return False


@compiled
def proceed(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> None:
    """Run until a player must decide, or the game is over."""
    waiting = False
    while not waiting:
        waiting = go_on(box, game, luck, events) if is_agenda_empty(game) else work_off(box, game, luck, events)


@compiled
def decline(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events) -> None:
    """Decline to buy the square: its deed is auctioned, or stays with the bank (rules 4.2)."""
    square = wide(game.square[game.mover])
    report_of(events, DECLINED, game.mover, square, 0)
    game.phase = LANDED
    if box.auction != AUCTION_NONE and box.auction_on_decline == 1:
        auction_deed(box, game, luck, events, square)
