"""Random agents (Sammul 2018, section 3.4): typed, drawing the kind of action first and then the action; or uniform.

A random agent that does not trade makes no offers and refuses all that it gets.
"""

from __future__ import annotations

from rentier.agents.basics import any_of_squares, random_of
from rentier.agents.mind import MindRecord, action, agent, chance, plain
from rentier.box.record import MENU_ONE_FOR_ONE, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count
from rentier.game.deals import offer_of
from rentier.game.debts import has_offers_left
from rentier.game.deeds import tradable
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.legal import legal, legal_but_offers, legal_offers
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.swaps import count_swaps, gives, is_swap_possible, only_swaps, swap_at
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    BUILD,
    END,
    MANAGE,
    MORTGAGE,
    OFFER,
    PASS,
    PAY_FINE,
    REFUSE,
    RESPOND,
    ROLL,
    SELL,
    START,
    UNMORTGAGE,
    USE_CARD,
    Action,
)

UNIFORM, TRADES = range(2)  # indices of its settings


@compiled
def any_swap(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Draw any swap of two deeds with equal probability: a partner in proportion to the swaps with it, then a deed of each."""
    seat = game.actor
    if not has_offers_left(box, game, seat):
        return plain(PASS, 0, 0)
    free = tradable(box, game)
    partner, give, take, found = 0, 0, 0, 0
    for other in range(game.players):
        if other == seat or game.in_play & bit(other) == 0:
            continue
        own = gives(box, game, seat, other, free)
        theirs = gives(box, game, other, seat, free)
        number = count(own) * count(theirs)
        found += number
        if number > 0 and chance(mind, found) < number:
            partner, give, take = other, own, theirs
    if found == 0:
        return plain(PASS, 0, 0)
    return offer_of(partner, 0, bit(random_of(mind, give)), bit(random_of(mind, take)))


@compiled
def any_offer(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Draw any offer with equal probability; PASS if there is none."""
    if only_swaps(box, game):
        return any_swap(box, game, mind)
    number = legal_offers(box, game, mind.actions[:])
    return action(mind.actions, chance(mind, number)) if number > 0 else plain(PASS, 0, 0)


@compiled
def any_of_kind(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, kind: int) -> Action:
    """Draw any action of this kind in managing with equal probability; PASS if there is none."""
    if kind == OFFER:
        return any_offer(box, game, mind)
    if kind == BUILD or kind == UNMORTGAGE or kind == SELL or kind == MORTGAGE:
        return any_of_squares(box, game, mind, seat, kind)
    return plain(kind, 0, 0)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Draw any kind of action, then any action of that kind. A kind with nothing to do is removed and another drawn."""
    kinds = bit(END)
    if game.phase == START:
        kinds = bit(ROLL)
        if may_pay_fine(box, game, seat) == ALLOWED:
            kinds |= bit(PAY_FINE)
        if may_use_card(game, seat) == ALLOWED:
            kinds |= bit(USE_CARD)
    if is_managing_time(box, game):
        kinds |= bit(BUILD) | bit(SELL) | bit(UNMORTGAGE) | bit(MORTGAGE)
        if mind.settings[TRADES] != 0:
            kinds |= bit(OFFER)
    chosen = plain(PASS, 0, 0)
    while chosen.kind == PASS:
        kind = random_of(mind, kinds)
        kinds &= ~bit(kind)
        chosen = any_of_kind(box, game, mind, seat, kind)
    return chosen


@compiled
def any_row(mind: MindRecord, number: int, kind: int) -> Action:
    """Draw any listed action of a kind, with equal probability."""
    rows = 0
    for row in range(number):
        rows += mind.actions[row, 0] == kind
    pick = chance(mind, rows)
    row = 0
    while mind.actions[row, 0] != kind or pick > 0:
        pick -= mind.actions[row, 0] == kind
        row += 1
    return action(mind.actions, row)


@compiled
def typed(box: BoxRecord, game: GameRecord, mind: MindRecord, trades: bool) -> Action:
    """Draw any kind of action, then any action of that kind. Swaps are listed only if their kind is drawn."""
    swaps = trades and box.trade_menu == MENU_ONE_FOR_ONE
    listed = trades and not swaps
    number = legal(box, game, mind.actions[:]) if listed else legal_but_offers(box, game, mind.actions[:])
    kinds = 0
    for row in range(number):
        kinds |= bit(mind.actions[row, 0])
    if swaps and is_swap_possible(box, game):
        kinds |= bit(OFFER)
    kind = random_of(mind, kinds)
    if swaps and kind == OFFER:
        number = legal(box, game, mind.actions[:])
    return any_row(mind, number, kind)


@compiled
def uniform(box: BoxRecord, game: GameRecord, mind: MindRecord, number: int) -> Action:
    """Draw any listed action or any swap, with equal probability."""
    swaps = count_swaps(box, game) if mind.settings[TRADES] != 0 and only_swaps(box, game) else 0
    pick = chance(mind, number + swaps)
    return action(mind.actions, pick) if pick < number else swap_at(box, game, pick - number)


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Draw any legal action, typed or uniform."""
    trades = mind.settings[TRADES] != 0
    if not trades and game.decision == RESPOND:
        return plain(REFUSE, 0, 0)
    if mind.settings[UNIFORM] != 0:
        listed = trades and not only_swaps(box, game)
        number = legal(box, game, mind.actions[:]) if listed else legal_but_offers(box, game, mind.actions[:])
        return uniform(box, game, mind, number)
    if game.decision == MANAGE:
        return manage(box, game, mind, game.actor)
    return typed(box, game, mind, trades)
