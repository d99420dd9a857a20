"""Trades: offers of deeds, cash, jail cards and promises, and their answers (rules 14)."""

from __future__ import annotations

from rentier.box.record import (
    MENU_FULL,
    MENU_NONE,
    MENU_ONE_FOR_ONE,
    MOST_SQUARES,
    BoxRecord,
)
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.debts import has_offers_left, pay
from rentier.game.deeds import built_groups, hand_over, raisable_on
from rentier.game.events import ACCEPTED, TRADE_CASH, TRADED, Events, report_offer
from rentier.game.mortgages import interest_on, must_settle, remortgage_value
from rentier.game.promises import may_promise, promise
from rentier.game.reasons import (
    DEBT_UNPAID,
    EMPTY_OFFER,
    GIVER_LACKS,
    GROUP_BUILT,
    INTEREST_UNPAID,
    NO_CASH,
    NO_OFFERS_LEFT,
    NO_PARTNER,
    NO_TRADES,
    NOT_ON_MENU,
    PARTNER_NO_CASH,
    SAME_OFFER,
    TAKER_LACKS,
    TOO_DEEP,
    UNSETTLED,
)
from rentier.game.state import GameRecord
from rentier.game.words import JAIL_CARDS, MOST_MONEY, NOBODY, NOTHING, Action


@compiled
def jail_cards_of(game: GameRecord, seat: int) -> int:
    """Return the jail cards of a seat, as bits above the squares. They may be traded (rules 9.2, edge case 28)."""
    cards = 0
    for deck in range(2):
        if game.card_holder[deck] == seat:
            cards |= bit(MOST_SQUARES + deck)
    return cards


@compiled
def possessions(game: GameRecord, seat: int) -> int:
    """Return everything that a seat owns besides cash, as bits of `give` and `take`."""
    return game.deeds[seat] | jail_cards_of(game, seat)


@compiled
def splits_built_group(box: BoxRecord, game: GameRecord, give: int, take: int) -> bool:
    """Return whether a lot of a built group would change hands (rules 14.3, edge case 73).

    With `trade_built_sets` the whole group may, with its buildings, from one player to the other.
    """
    left = (give | take) & built_groups(box, game)
    if box.trade_built_sets == 0:
        return left != 0
    while left != 0:
        group = box.group_of[lowest(left)]
        if group & ~give != 0 and group & ~take != 0:
            return True
        left &= ~group
    return False


@compiled
def is_on_menu(box: BoxRecord, offer: Action) -> bool:
    """Return whether the preset's `trade_menu` allows an offer of this form (rules 18.8)."""
    if box.trade_menu == MENU_FULL:
        return True
    give, take, cash = offer.give, offer.take, offer.amount
    if (give | take) & JAIL_CARDS != 0 or offer.iou != 0 or offer.free_rent != 0:
        return False
    if box.trade_menu == MENU_ONE_FOR_ONE:
        return count(give) == 1 and count(take) == 1 and cash == 0
    return (count(give) == 1 and take == 0 and cash < 0) or (give == 0 and count(take) == 1 and cash > 0)


@compiled
def keeps_debt_payable(box: BoxRecord, game: GameRecord, seat: int, give: int, take: int, cash: int) -> bool:
    """Return whether the seat is not in debt, or can pay its debt after the trade (edge case 77)."""
    if game.debt == 0 or game.debtor != seat:
        return True
    after = (game.deeds[seat] & ~give) | take
    raised = raisable_on(box, game, after) + remortgage_value(box, game, take)
    return game.cash[seat] - cash - interest_on(box, game, take) + raised >= game.debt


@compiled
def may_trade(box: BoxRecord, game: GameRecord, seat: int, other: int, offer: Action) -> int:
    """Return why `seat` may not make `other` this offer, or ALLOWED (rules 14.1).

    Gifts are allowed (rules 14.6, edge case 75). Both sides must be able to pay the interest on mortgaged deeds (edge case 70).
    """
    give, take, cash = offer.give, offer.take, offer.amount
    if box.trade_menu == MENU_NONE:
        return NO_TRADES
    if other < 0 or other >= game.players or other == seat or game.in_play & bit(other) == 0:
        return NO_PARTNER
    if give == 0 and take == 0 and cash == 0 and offer.iou == 0 and offer.free_rent == 0:
        return EMPTY_OFFER
    if give & ~possessions(game, seat) != 0:
        return GIVER_LACKS
    if take & ~possessions(game, other) != 0:
        return TAKER_LACKS
    if cash < -MOST_MONEY or game.cash[seat] < cash:
        return NO_CASH
    if game.cash[other] < -cash:
        return PARTNER_NO_CASH
    if not is_on_menu(box, offer):
        return NOT_ON_MENU
    if (give | take) & game.unsettled != 0:
        return UNSETTLED
    if splits_built_group(box, game, give, take):
        return GROUP_BUILT
    if game.cash[seat] - cash < interest_on(box, game, take) or game.cash[other] + cash < interest_on(box, game, give):
        return INTEREST_UNPAID
    if not keeps_debt_payable(box, game, seat, give, take, cash) or not keeps_debt_payable(box, game, other, take, give, -cash):
        return DEBT_UNPAID
    return may_promise(box, game, seat, other, offer.iou, offer.free_rent)


@compiled
def may_offer(box: BoxRecord, game: GameRecord, seat: int, action: Action) -> int:
    """Return why a seat may not make this offer now, or ALLOWED."""
    if box.trade_menu != MENU_NONE and not has_offers_left(box, game, seat):
        return NO_OFFERS_LEFT
    return may_trade(box, game, seat, action.target, action)


@compiled
def is_same_offer(game: GameRecord, answer: Action) -> bool:
    """Return whether a counter-offer has the same terms as the offer that it answers."""
    if answer.give != game.offer_take or answer.take != game.offer_give or answer.amount != -game.offer_cash:
        return False
    return answer.iou == -game.offer_iou and answer.free_rent == game.offer_free_rent


@compiled
def may_counter(box: BoxRecord, game: GameRecord, action: Action) -> int:
    """Return why the player who received the offer may not make this counter-offer, or ALLOWED."""
    if game.offer_depth >= box.counter_offers:
        return TOO_DEEP
    if is_same_offer(game, action):
        return SAME_OFFER
    return may_trade(box, game, game.offer_to, game.offer_from, action)


@compiled
def put_offer(game: GameRecord, seat: int, other: int, action: Action, depth: int) -> None:
    """Make this the current offer."""
    game.offer_from = seat
    game.offer_to = other
    game.offer_depth = depth
    game.offer_cash = action.amount
    game.offer_give = action.give
    game.offer_take = action.take
    game.offer_iou = action.iou
    game.offer_free_rent = action.free_rent


@compiled
def clear_offer(game: GameRecord) -> None:
    """Clear the offer from the game record."""
    game.offer_from = NOBODY
    game.offer_to = NOBODY
    game.offer_depth = 0
    game.offer_cash = 0
    game.offer_give = 0
    game.offer_take = 0
    game.offer_iou = 0
    game.offer_free_rent = 0


@compiled
def receive(box: BoxRecord, game: GameRecord, events: Events, seat: int, things: int) -> None:
    """Give a seat deeds and jail cards. It owes interest on mortgaged deeds (rules 13.4)."""
    if must_settle(box):
        game.unsettled |= things & game.mortgaged
    left = things & box.deeds
    while left != 0:
        hand_over(box, game, events, lowest(left), seat, TRADED)
        left &= left - 1
    for deck in range(2):
        if things & bit(MOST_SQUARES + deck) != 0:
            game.card_holder[deck] = seat


@compiled
def exchange(box: BoxRecord, game: GameRecord, events: Events) -> None:
    """Carry out the accepted offer: everything changes hands at once."""
    seat = game.offer_from
    other = game.offer_to
    report_offer(events, ACCEPTED, game)
    if game.offer_cash >= 0:
        pay(box, game, events, seat, other, game.offer_cash, TRADE_CASH, NOTHING)
    else:
        pay(box, game, events, other, seat, -game.offer_cash, TRADE_CASH, NOTHING)
    receive(box, game, events, other, game.offer_give)
    receive(box, game, events, seat, game.offer_take)
    promise(game, seat, other, game.offer_iou, game.offer_free_rent)
    clear_offer(game)
