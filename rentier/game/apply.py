"""`apply`: carry out an action that `check` allows, then run until a player must decide or the game is over."""

from __future__ import annotations

from numba import types

from rentier.box.record import BoxRecord
from rentier.compiled import compiled, entry
from rentier.game.agenda import decline, proceed
from rentier.game.auctions import bid, leave
from rentier.game.bankruptcy import go_bankrupt
from rentier.game.bits import bit
from rentier.game.buildings import build, sell
from rentier.game.check import ACTION
from rentier.game.debts import charge, pay
from rentier.game.deeds import hand_over
from rentier.game.events import (
    BOUGHT,
    BY_CARD,
    COUNTERED,
    GAVE_UP,
    KEEPING_MORTGAGE,
    NO_REASON,
    OFFERED,
    PREFERRED_CARD,
    PRICE,
    REFUSED,
    RENT,
    SCARCE,
    SHARE_OF_WORTH,
    TAXED,
    WAIVED,
    Events,
    report,
    report_of,
    report_offer,
)
from rentier.game.jail import pay_fine, use_card
from rentier.game.landing import follow_card, resolve, tax_share
from rentier.game.mortgages import interest, mortgage, unmortgage
from rentier.game.setup import set_up
from rentier.game.shortage import auction_piece, is_scarce, piece_for, place_won
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.game.trades import clear_offer, exchange, put_offer
from rentier.game.turn import roll
from rentier.game.words import (
    ACCEPT,
    ASK_RENT,
    BANKRUPT,
    BID,
    BUILD,
    BUY,
    CHOOSE_CARD,
    COUNTER,
    DECLINE,
    DRAW_CARD,
    END,
    KEEP,
    LANDED,
    MORTGAGE,
    NOBODY,
    NOTHING,
    OFFER,
    PASS,
    PAY_FINE,
    PAY_SHARE,
    PAY_TAX,
    PLACE,
    POT,
    RAISE,
    ROLL,
    SELL,
    SETTLE,
    TURN_OVER,
    UNMORTGAGE,
    USE_CARD,
    WINDOW,
    Action,
)
from rentier.layout import wide


@compiled
def end(game: GameRecord) -> None:
    """End the mover's turn, or the acting player's window between turns."""
    if game.phase == WINDOW:
        game.windows &= ~bit(game.actor)
    else:
        game.phase = TURN_OVER


@compiled
def buy(box: BoxRecord, game: GameRecord, events: Events) -> None:
    """Sell the mover the square it stands on, at the printed price (rules 4.1)."""
    square = wide(game.square[game.mover])
    pay(box, game, events, game.mover, NOBODY, box.price[square], PRICE, square)
    hand_over(box, game, events, square, game.mover, BOUGHT)
    game.phase = LANDED


@compiled
def ask_for_building(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, square: int) -> None:
    """Build, place a building won at auction, or start an auction if players want more buildings than the bank has."""
    if game.decision == PLACE:
        place_won(box, game, events, square)
        return
    piece = piece_for(box, game, square)
    if is_scarce(box, game, game.actor, piece):
        report_of(events, SCARCE, game.actor, square, 0)
        auction_piece(box, game, luck, events, game.actor, piece)
    else:
        build(box, game, events, game.actor, square)


@compiled
def settle(box: BoxRecord, game: GameRecord, events: Events, action: Action) -> None:
    """Unmortgage a deed just received, or pay its interest and keep it mortgaged (rules 13.4)."""
    game.unsettled &= ~bit(action.target)
    if action.kind == UNMORTGAGE:
        unmortgage(box, game, events, game.actor, action.target)
    else:
        charge(box, game, events, game.actor, NOBODY, interest(box, action.target), KEEPING_MORTGAGE, action.target)


@compiled
def choose(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, kind: int) -> None:
    """Carry out the choice at a card, a tax or a rent. A fine that cash does not cover becomes a debt (edge case 53)."""
    mover = game.mover
    square = wide(game.square[mover])
    game.phase = LANDED
    if kind == PAY_TAX:
        charge(box, game, events, mover, POT, box.tax[square], TAXED, square)
    elif kind == PAY_SHARE:
        charge(box, game, events, mover, POT, tax_share(box, game, mover, square), SHARE_OF_WORTH, square)
    elif kind == PAY_FINE or kind == DRAW_CARD:
        deck = wide(game.choice_deck)
        card = wide(game.choice_card)
        game.choice_deck = NOTHING
        game.choice_card = NOTHING
        if kind == PAY_FINE:
            charge(box, game, events, mover, POT, box.card_first[deck, card], BY_CARD, NOTHING)
            return
        report_of(events, PREFERRED_CARD, mover, NOTHING, 0)
        if follow_card(box, game, luck, events, box.card_second[deck, card]):
            resolve(box, game, luck, events)
    else:
        amount = wide(game.claim)
        game.claim = 0
        if kind == ASK_RENT:
            charge(box, game, events, mover, game.owner[square], amount, RENT, square)
        else:
            report(events, WAIVED, game.owner[square], mover, square, amount, NO_REASON, 0)


@compiled
def trade(box: BoxRecord, game: GameRecord, events: Events, action: Action) -> None:
    """Make an offer or a counter-offer, accept an offer or refuse it."""
    if action.kind == OFFER:
        game.offers_made[game.actor] += 1
        put_offer(game, game.actor, action.target, action, 0)
        report_offer(events, OFFERED, game)
    elif action.kind == COUNTER:
        put_offer(game, game.offer_to, game.offer_from, action, game.offer_depth + 1)
        report_offer(events, COUNTERED, game)
    elif action.kind == ACCEPT:
        exchange(box, game, events)
    else:
        report_offer(events, REFUSED, game)
        clear_offer(game)


@compiled
def carry_out(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, action: Action) -> None:
    """Carry out one action, but nothing that follows from it.

    A player who resigns is bankrupt to the creditor when in debt, else to the bank (edge case 89).
    """
    kind = action.kind
    if kind == ROLL:
        roll(box, game, luck, events)
    elif kind == END:
        end(game)
    elif kind == BUY:
        buy(box, game, events)
    elif kind == DECLINE:
        decline(box, game, luck, events)
    elif kind == BID:
        bid(box, game, luck, events, action.amount)
    elif kind == PASS:
        leave(game, events)
    elif kind == BUILD:
        ask_for_building(box, game, luck, events, action.target)
    elif kind == SELL:
        sell(box, game, events, game.actor, action.target)
    elif kind == MORTGAGE:
        mortgage(box, game, events, game.actor, action.target)
    elif kind == KEEP or (kind == UNMORTGAGE and game.decision == SETTLE):
        settle(box, game, events, action)
    elif kind == UNMORTGAGE:
        unmortgage(box, game, events, game.actor, action.target)
    elif kind == PAY_FINE and game.decision != CHOOSE_CARD:
        pay_fine(box, game, events, game.actor)
    elif kind == USE_CARD:
        use_card(box, game, luck, events, game.actor)
    elif kind >= OFFER and kind <= COUNTER:
        trade(box, game, events, action)
    elif kind == BANKRUPT:
        report_of(events, GAVE_UP, game.actor, NOTHING, 0)
        go_bankrupt(box, game, luck, events, game.actor, game.creditor if game.decision == RAISE else NOBODY)
    else:
        choose(box, game, luck, events, kind)


@entry(types.void(BOX, GAME, LUCK, ACTION))
def apply(box: BoxRecord, game: GameRecord, luck: LuckRecord, action: Action) -> None:
    """Carry out an action that `check` allows, then run until a player must decide or the game is over."""
    carry_out(box, game, luck, None, action)
    proceed(box, game, luck, None)


@entry(types.void(BOX, GAME, LUCK, types.int64, types.uint64))
def begin(box: BoxRecord, game: GameRecord, luck: LuckRecord, players: int, key: int) -> None:
    """Set up a new game whose luck comes from this key."""
    set_up(box, game, luck, players, key)
