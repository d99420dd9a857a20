"""`check`: the one judge of every action. It returns why an action is not allowed, or ALLOWED."""

from __future__ import annotations

from numba import types

from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.auctions import may_bid
from rentier.game.bits import bit
from rentier.game.buildings import may_build, may_sell
from rentier.game.debts import can_raise_debt
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.mortgages import may_mortgage, may_unmortgage, unmortgage_cost
from rentier.game.reasons import (
    ALLOWED,
    BEYOND_RAISING,
    CASH_SUFFICES,
    MUST_ROLL,
    NO_CASH,
    NO_DEED,
    NOT_RECEIVED,
    OTHER_PART,
    OUT_OF_RANGE,
    WRONG_KIND,
)
from rentier.game.shortage import could_place
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.trades import may_counter, may_offer
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    ACCEPT,
    ACTION_NUMBERS,
    ASK_RENT,
    BANKRUPT,
    BID,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    CHOOSE_CARD,
    CHOOSE_TAX,
    CLAIM,
    COUNTER,
    DECLINE,
    DRAW_CARD,
    END,
    KEEP,
    MANAGE,
    MORTGAGE,
    OFFER,
    PASS,
    PAY_FINE,
    PAY_SHARE,
    PAY_TAX,
    PLACE,
    RAISE,
    REFUSE,
    RESPOND,
    ROLL,
    ROLL_DICE,
    SELL,
    SETTLE,
    START,
    UNMORTGAGE,
    USE_CARD,
    WAIVE_RENT,
    Action,
)

ACTION = types.NamedUniTuple(types.int64, ACTION_NUMBERS, Action)


@compiled
def check_raising(box: BoxRecord, game: GameRecord, seat: int, action: Action) -> int:
    """Check the three ways to raise money: sell a building, mortgage a deed, offer a trade (rules 15.1).

    Nothing else can be sold to the bank (rules 13.6).
    """
    if action.kind == SELL:
        return may_sell(box, game, seat, action.target)
    if action.kind == MORTGAGE:
        return may_mortgage(box, game, seat, action.target)
    if action.kind == OFFER:
        return may_offer(box, game, seat, action)
    return WRONG_KIND


@compiled
def check_manage(box: BoxRecord, game: GameRecord, seat: int, action: Action) -> int:
    """Check an action while managing: on one's own turn before or after the roll, or between turns (rules 2.7, 14.2).

    Players in jail manage like all others (rules 10.7, edge case 26). They leave jail only before the roll, so a jail card
    cannot be used in the turn in which a player goes to jail (rules 10.8, edge case 24).
    """
    kind = action.kind
    if kind == BANKRUPT:
        return ALLOWED
    if kind == PAY_FINE or kind == USE_CARD:
        if game.phase != START:
            return WRONG_KIND
        return may_pay_fine(box, game, seat) if kind == PAY_FINE else may_use_card(game, seat)
    if not is_managing_time(box, game):
        return OTHER_PART
    if kind == BUILD:
        return may_build(box, game, seat, action.target)
    if kind == UNMORTGAGE:
        return may_unmortgage(box, game, seat, action.target)
    return check_raising(box, game, seat, action)


@compiled
def check_buy(box: BoxRecord, game: GameRecord, seat: int, action: Action) -> int:
    """Check the actions of a player who may buy a square: buy, decline, or first raise the cash (rules 4.2, edge case 29)."""
    if action.kind == DECLINE:
        return ALLOWED
    short = game.cash[seat] < box.price[game.square[seat]]
    if action.kind == BUY:
        return NO_CASH if short else ALLOWED
    reason = check_raising(box, game, seat, action)
    return CASH_SUFFICES if reason == ALLOWED and not short else reason


@compiled
def check_raise(box: BoxRecord, game: GameRecord, seat: int, action: Action) -> int:
    """Check the ways to meet a debt (edge case 78).

    A debt that sales and mortgages cannot cover leaves only a trade or bankruptcy (rules 15.8, edge case 79).
    """
    if action.kind == BANKRUPT:
        return ALLOWED
    reason = check_raising(box, game, seat, action)
    if reason == ALLOWED and action.kind != OFFER and not can_raise_debt(box, game):
        return BEYOND_RAISING
    return reason


@compiled
def check_settle(box: BoxRecord, game: GameRecord, seat: int, action: Action) -> int:
    """Check unmortgaging a deed just received, and paying the interest to keep it mortgaged (rules 13.4, 15.4)."""
    if action.kind != UNMORTGAGE and action.kind != KEEP:
        return WRONG_KIND
    first = game.unsettled & -game.unsettled
    if bit(action.target) != first:
        return NOT_RECEIVED
    return NO_CASH if action.kind == UNMORTGAGE and game.cash[seat] < unmortgage_cost(box, action.target) else ALLOWED


@compiled
def check_choice(game: GameRecord, action: Action) -> int:
    """Check the decisions that are a choice between two actions, and the roll."""
    kind = action.kind
    if game.decision == CHOOSE_CARD:
        allowed = kind == PAY_FINE or kind == DRAW_CARD
    elif game.decision == CHOOSE_TAX:
        allowed = kind == PAY_TAX or kind == PAY_SHARE
    elif game.decision == CLAIM:
        allowed = kind == ASK_RENT or kind == WAIVE_RENT
    else:
        allowed = game.decision == ROLL_DICE and kind == ROLL
    return ALLOWED if allowed else WRONG_KIND


@compiled
def has_target(kind: int) -> bool:
    """Return whether actions of this kind name a square."""
    return kind == BUILD or kind == SELL or kind == MORTGAGE or kind == UNMORTGAGE or kind == KEEP


@compiled
def check_respond(box: BoxRecord, game: GameRecord, action: Action) -> int:
    """Check an answer to an offer."""
    if action.kind == ACCEPT or action.kind == REFUSE:
        return ALLOWED
    return may_counter(box, game, action) if action.kind == COUNTER else WRONG_KIND


@compiled
def check_action(box: BoxRecord, game: GameRecord, action: Action) -> int:
    """Check any action except `roll` and `end`. Bidders may only bid or pass (rules 5.7)."""
    seat = game.actor
    decision = game.decision
    if has_target(action.kind):
        if action.target < 0 or action.target >= box.squares:
            return OUT_OF_RANGE
        if box.deeds & bit(action.target) == 0:
            return NO_DEED
    if decision == MANAGE:
        return check_manage(box, game, seat, action)
    if decision == BUY_OR_NOT:
        return check_buy(box, game, seat, action)
    if decision == BID_OR_PASS:
        if action.kind == BID:
            return may_bid(box, game, seat, action.amount)
        return ALLOWED if action.kind == PASS else WRONG_KIND
    if decision == RESPOND:
        return check_respond(box, game, action)
    if decision == RAISE:
        return check_raise(box, game, seat, action)
    if decision == SETTLE:
        return check_settle(box, game, seat, action)
    if decision == PLACE:
        if action.kind != BUILD:
            return WRONG_KIND
        return ALLOWED if could_place(box, game, seat, game.lot) & bit(action.target) != 0 else WRONG_KIND
    return check_choice(game, action)


@compiled
def check_going_on(game: GameRecord, kind: int) -> int:
    """Check the two actions that end managing: `roll` if the dice have not been rolled yet, otherwise `end`."""
    if kind == ROLL:
        return ALLOWED if game.phase == START else WRONG_KIND
    return MUST_ROLL if game.phase == START else ALLOWED


@entry(types.int64(BOX, GAME, ACTION))
def check(box: BoxRecord, game: GameRecord, action: Action) -> int:
    """Return why the player to act may not do this now (see `reasons`), or ALLOWED."""
    if game.decision == MANAGE and (action.kind == ROLL or action.kind == END):
        return check_going_on(game, action.kind)
    return check_action(box, game, action)
