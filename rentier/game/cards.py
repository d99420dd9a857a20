"""Chance and Community Chest: what each kind of card does (rules 9)."""

from __future__ import annotations

from rentier.box.record import (
    ADVANCE_TO,
    BACK_TO,
    BANK_PAYS,
    CARD_TO_JAIL,
    COLLECT_EACH,
    JAIL_CARD,
    MOVE_BY,
    NEAREST,
    PAY_BANK,
    PAY_EACH,
    PAY_OR_DRAW,
    REPAIRS,
    BoxRecord,
)
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.debts import bank_pays, charge
from rentier.game.events import BY_CARD, DREW, KEPT_CARD, NO_REASON, Events, report
from rentier.game.jail import go_to_jail
from rentier.game.luck import put_under, take_top
from rentier.game.movement import move_back, move_forward, steps_to, steps_to_nearest
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import CARD_CHOICE, NOTHING, POT
from rentier.layout import wide


@compiled
def repair_bill(box: BoxRecord, game: GameRecord, seat: int, a_house: int, a_hotel: int) -> int:
    """Return the repair bill of a seat for the houses and hotels that stand when the card is drawn (rules 9.5).

    Sales made to pay it do not lower it (edge case 51), and a hotel is charged as a hotel only (edge case 52).
    """
    bill = 0
    left = game.deeds[seat] & game.built
    while left != 0:
        level = game.level[lowest(left)]
        left &= left - 1
        bill += a_hotel if level == box.hotel_level else level * a_house
    return bill


@compiled
def begin_each(game: GameRecord, amount: int, collects: int) -> None:
    """Note that every other player still in the game pays the mover or is paid, one after the other (rules 9.4)."""
    game.each_seats = game.in_play & ~bit(game.mover)
    game.each_amount = amount
    game.each_collects = collects


@compiled
def draw_card(box: BoxRecord, game: GameRecord, luck: LuckRecord, events: Events, deck: int) -> tuple[bool, int]:
    """Draw the top card and carry it out (rules 9.1). A jail card is kept (rules 9.2, edge case 54).

    A player too poor for the fine may still choose it (edge case 53).

    Return whether the token has moved to a square still to be resolved, and the factor of a card to the nearest station or
    utility, or 0.
    """
    if game.deck_left[deck] == 0:
        return False, 0
    seat = game.mover
    card = take_top(box, game, luck, deck)
    report(events, DREW, seat, deck, game.square[seat], card, NO_REASON, 0)
    effect = box.card_effect[deck, card]
    first = box.card_first[deck, card]
    second = box.card_second[deck, card]
    if effect == JAIL_CARD:
        game.card_holder[deck] = seat
        report(events, KEPT_CARD, seat, deck, NOTHING, 0, NO_REASON, 0)
        return False, 0
    put_under(box, game, luck, deck, card)
    if effect == BANK_PAYS:
        bank_pays(game, events, seat, first, BY_CARD, NOTHING)
    elif effect == PAY_BANK:
        charge(box, game, events, seat, POT, first, BY_CARD, NOTHING)
    elif effect == REPAIRS:
        charge(box, game, events, seat, POT, repair_bill(box, game, seat, first, second), BY_CARD, NOTHING)
    elif effect == PAY_EACH:
        begin_each(game, first, 0)
    elif effect == COLLECT_EACH:
        begin_each(game, first, 1)
    elif effect == PAY_OR_DRAW:
        game.phase = CARD_CHOICE
        game.choice_deck = deck
        game.choice_card = card
    elif effect == CARD_TO_JAIL:
        go_to_jail(box, game, events, BY_CARD)
    elif effect == NEAREST:
        move_forward(box, game, events, seat, steps_to_nearest(box, game, seat, first), BY_CARD)
        return False, wide(second)
    else:
        move_by_card(box, game, events, seat, effect, first)
        return True, 0
    return False, 0


@compiled
def move_by_card(box: BoxRecord, game: GameRecord, events: Events, seat: int, effect: int, number: int) -> None:
    """Move a token forward or back to a square, or by a number of squares (edge cases 12 and 15).

    Only forward moves earn a salary.
    """
    if effect == ADVANCE_TO:
        move_forward(box, game, events, seat, steps_to(box, game, seat, number), BY_CARD)
    elif effect == BACK_TO:
        move_back(box, game, events, seat, (wide(game.square[seat]) - number) % box.squares, BY_CARD)
    elif effect == MOVE_BY and number < 0:
        move_back(box, game, events, seat, -number, BY_CARD)
    else:
        move_forward(box, game, events, seat, number, BY_CARD)
