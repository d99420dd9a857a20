"""Bankruptcy: everything goes to the creditor, or back to the bank (rules 15)."""

from __future__ import annotations

from rentier.box.record import AUCTION_NONE, BANK_AUCTIONS, TO_BANK_AFTER_MORTGAGES, TO_CREDITOR, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.buildings import sell_all
from rentier.game.debts import bank_pays, clear_debt, pay
from rentier.game.deeds import hand_over, raisable_on
from rentier.game.ending import end_by_bankruptcy
from rentier.game.events import BANKRUPTED, ESTATE, INHERITED, Events, report_set
from rentier.game.luck import return_jail_card
from rentier.game.mortgages import must_settle
from rentier.game.promises import end_promises
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.trades import possessions
from rentier.game.words import FREE, NOBODY, NOTHING, TURN_OVER
from rentier.layout import wide


@compiled
def estate_to_player(box: BoxRecord, game: GameRecord, events: Events, seat: int, creditor: int) -> None:
    """Pass deeds and jail cards to the creditor (rules 15.3, edge case 82).

    Mortgaged deeds stay mortgaged until the creditor has settled them with the bank.
    """
    if must_settle(box):
        game.unsettled |= game.deeds[seat] & game.mortgaged
    while game.deeds[seat] != 0:
        hand_over(box, game, events, lowest(game.deeds[seat]), creditor, INHERITED)
    for deck in range(2):
        if game.card_holder[deck] == seat:
            game.card_holder[deck] = creditor


@compiled
def estate_to_bank(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, seat: int) -> None:
    """Return deeds to the bank, unmortgaged and to be auctioned one by one, and jail cards to their decks (rules 15.6).

    The jail cards go to the bottom (edge case 83), and all mortgages are cancelled (edge case 84). A deed that the bankrupt
    player won at auction and could not pay for is auctioned with the others (edge case 34).
    """
    squares = game.deeds[seat] + 0
    game.mortgaged &= ~squares
    game.unsettled &= ~squares
    if game.debt_deed != NOTHING:
        squares |= bit(game.debt_deed)
    while game.deeds[seat] != 0:
        hand_over(box, game, events, lowest(game.deeds[seat]), NOBODY, INHERITED)
    if box.auction != AUCTION_NONE and box.bank_bankruptcy == BANK_AUCTIONS:
        game.estate |= squares
    for deck in range(2):
        if game.card_holder[deck] == seat:
            return_jail_card(box, game, luck, deck)


@compiled
def go_bankrupt(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, seat: int, creditor: int) -> None:
    """Take a player out of the game (rules 15.2, 15.3).

    The bank buys all buildings at half their cost (edge case 80). The cash goes to the creditor, and so does everything else
    unless `player_bankruptcy` says otherwise (rules 18.11). The mover's turn goes on if another player went bankrupt (edge
    case 86).
    """
    to_player = creditor >= 0 and box.player_bankruptcy == TO_CREDITOR
    heir = creditor if to_player else NOBODY
    sell_all(box, game, events, seat)
    report_set(events, BANKRUPTED, seat, heir, count(game.in_play), possessions(game, seat))
    if creditor >= 0 and box.player_bankruptcy == TO_BANK_AFTER_MORTGAGES:
        bank_pays(game, events, creditor, raisable_on(box, game, game.deeds[seat]), ESTATE, NOTHING)
    pay(box, game, events, seat, max(creditor, NOBODY), wide(game.cash[seat]), ESTATE, NOTHING)
    if to_player:
        estate_to_player(box, game, events, seat, creditor)
        end_promises(game, seat, creditor)
    else:
        estate_to_bank(box, game, luck, events, seat)
        end_promises(game, seat, NOBODY)
    clear_debt(game)
    game.in_play &= ~bit(seat)
    game.fallen[seat] = game.players - count(game.in_play)
    game.jail_turns[seat] = FREE
    game.each_seats &= ~bit(seat)
    game.windows &= ~bit(seat)
    game.bidders &= ~bit(seat)
    if game.mover == seat:
        game.each_seats = 0
        game.phase = TURN_OVER
    if game.each_seats == 0:
        game.each_amount = 0
        game.each_collects = 0
    if end_by_bankruptcy(box, game, events):
        game.estate = 0
        game.unsettled = 0
        game.each_seats = 0
