"""The configurable agent of Sammul 2018 (section 3.4); `bailis`, `cautious` and `aggressive` are settings of it.

It is typed: of the kinds of action available it draws one that its rules allow, each with equal probability, and then any
action of that kind. Buying, building and unmortgaging are allowed if its cash exceeds B = B_b + B_m * C_max; selling and
mortgaging if its cash is below S = S_b + S_m * C_max; trading if `trades` is on and there is a trade that it would accept
itself (`sammul_trades`); rolling always. C_max is the highest cost that can hit it now.

Our readings, where the work leaves a choice:
- B is compared with the cash before a purchase, not after it.
- It always buys a deed that it may buy: declining is not a kind of action but what remains if it may not buy.
- A debt must be paid whatever S is: it sells and mortgages, typed, until the debt is met. With S = 0 it does so only then.
- C_max covers the current rents of other players' deeds (utilities at the highest roll) and every card, but no tax square: the
  work names cards and rents.
- Kinds that its rules do not mention are equally likely: to pay the fine on a card, or to draw another.

Beyond the work's rules: it may always leave jail by a card, and by the fine with more than B; it unmortgages a deed just
received with more than B; it bids up to the printed price while more than B is left, by tenths of the price, or in a sealed
auction all at once; it chooses at random between tax and share, and where to place a building won; it always collects rent.
"""

from __future__ import annotations

import math

from rentier.agents.basics import any_of_squares, bid_by_tenths, lot_price, plain_answer, random_of
from rentier.agents.mind import MindRecord, agent, chance, plain
from rentier.agents.sammul_trades import FIRST_UNUSED, accepts_offer, propose
from rentier.box.record import NEAREST, PAY_BANK, PAY_EACH, PAY_OR_DRAW, REPAIRS, STATION, UNLIMITED, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.cards import repair_bill
from rentier.game.debts import can_raise_debt
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.mortgages import unmortgage_cost
from rentier.game.reasons import ALLOWED
from rentier.game.rent import owes_rent, rent
from rentier.game.shortage import could_place
from rentier.game.state import GameRecord
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    ACCEPT,
    BANKRUPT,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    CHOOSE_CARD,
    CHOOSE_TAX,
    DECLINE,
    DRAW_CARD,
    END,
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
    SELL,
    SETTLE,
    START,
    UNMORTGAGE,
    USE_CARD,
    Action,
)
from rentier.layout import wide

BUY_BASE, BUY_SHARE, SELL_BASE, SELL_SHARE, TRADES = range(5)  # indices of its settings
BOARD_HASH, HIGHEST_COST = range(FIRST_UNUSED, FIRST_UNUSED + 2)  # indices of its memory, after those for trades
DIE_FACES = 6


# the highest cost


@compiled
def highest_rent(box: BoxRecord, game: GameRecord, seat: int, squares: int) -> int:
    """Return the highest rent that the seat could owe on these squares."""
    highest = 0
    left = squares & ~game.deeds[seat] & ~game.mortgaged
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if owes_rent(box, game, seat, square):
            highest = max(highest, rent(box, game, square, DIE_FACES * box.dice))
    return highest


@compiled
def card_cost(box: BoxRecord, game: GameRecord, seat: int, deck: int, card: int) -> int:
    """Return what a card could cost the seat; 0 for a plain move, whose cost the rents on the board cover."""
    effect = box.card_effect[deck, card]
    first = box.card_first[deck, card]
    second = box.card_second[deck, card]
    if effect == PAY_BANK or effect == PAY_OR_DRAW:
        return first
    if effect == PAY_EACH:
        return first * (count(game.in_play) - 1)
    if effect == REPAIRS:
        return repair_bill(box, game, seat, first, second)
    if effect == NEAREST and first == STATION:
        return second * highest_rent(box, game, seat, box.stations)
    if effect == NEAREST and highest_rent(box, game, seat, box.utilities) > 0:
        return second * DIE_FACES * box.dice
    return 0


@compiled
def highest_cost(box: BoxRecord, game: GameRecord, seat: int) -> int:
    """Return C_max: the most that one rent or card could cost the seat now."""
    highest = highest_rent(box, game, seat, box.deeds)
    for deck in range(2):
        for card in range(box.deck_size[deck]):
            highest = max(highest, card_cost(box, game, seat, deck, card))
    return highest


@compiled
def mix_into(digest: int, number: int) -> int:
    """Mix a number into a hash (Marsaglia's xorshift, which overflow does not disturb)."""
    digest ^= number
    digest ^= digest << 13
    digest ^= digest >> 7
    return digest ^ (digest << 17)


@compiled
def board_hash(game: GameRecord) -> int:
    """Return a hash of owners, mortgages and buildings, on which the highest cost depends; never 0."""
    digest = mix_into(mix_into(1, game.mortgaged), game.built)
    digest = mix_into(digest, wide(game.houses_left) * 64 + wide(game.hotels_left))
    for player in range(game.players):
        digest = mix_into(digest, game.deeds[player])
    return mix_into(digest, wide(game.in_play)) | 1


@compiled
def remembered_cost(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> int:
    """Return C_max, recomputed only if the board's hash has changed, or if the rules let it change without the hash."""
    digest = board_hash(game)
    unhashed = box.houses == UNLIMITED or box.rent_in_jail == 0 or box.immunity == 1
    if unhashed or digest != mind.memory[BOARD_HASH]:
        mind.memory[BOARD_HASH] = digest
        mind.memory[HIGHEST_COST] = highest_cost(box, game, seat)
    return mind.memory[HIGHEST_COST] + 0


@compiled
def limits(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> tuple[float, float]:
    """Return B and S (equation 3.2)."""
    settings = mind.settings
    cost = 0
    if settings[BUY_SHARE] != 0 or settings[SELL_SHARE] != 0:
        cost = remembered_cost(box, game, mind, seat)
    return settings[BUY_BASE] + settings[BUY_SHARE] * cost, settings[SELL_BASE] + settings[SELL_SHARE] * cost


# actions by kind


@compiled
def any_of_kind(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, kind: int) -> Action:
    """Draw any action of a kind with equal probability; PASS if there is none."""
    if kind == OFFER:
        return propose(box, game, mind, seat)
    if kind == BUILD or kind == UNMORTGAGE or kind == SELL or kind == MORTGAGE:
        return any_of_squares(box, game, mind, seat, kind)
    return plain(kind, 0, 0)


@compiled
def any_kind(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, kinds: int) -> Action:
    """Draw any kind of action, then any action of that kind; PASS if there is none of any kind.

    The actions of a kind are listed only if it is drawn. A kind with nothing to do is removed and another drawn, so the
    remaining kinds stay equally likely.
    """
    while kinds != 0:
        kind = random_of(mind, kinds)
        kinds &= ~bit(kind)
        chosen = any_of_kind(box, game, mind, seat, kind)
        if chosen.kind != PASS:
            return chosen
    return plain(PASS, 0, 0)


# decisions


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Draw any kind of action that its rules allow, including going on."""
    spend_above, raise_below = limits(box, game, mind, seat)
    cash = game.cash[seat]
    kinds = bit(END)
    if game.phase == START:
        kinds = bit(ROLL)
        if may_use_card(game, seat) == ALLOWED:
            kinds |= bit(USE_CARD)
        if cash > spend_above and may_pay_fine(box, game, seat) == ALLOWED:
            kinds |= bit(PAY_FINE)
    if is_managing_time(box, game):
        if cash > spend_above:
            kinds |= bit(BUILD) | bit(UNMORTGAGE)
        if cash < raise_below:
            kinds |= bit(SELL) | bit(MORTGAGE)
        if mind.settings[TRADES] != 0:
            kinds |= bit(OFFER)
    return any_kind(box, game, mind, seat, kinds)


@compiled
def raise_money(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Sell and mortgage, typed, if that can meet the debt; else go bankrupt."""
    if can_raise_debt(box, game):
        chosen = any_kind(box, game, mind, seat, bit(SELL) | bit(MORTGAGE))
        if chosen.kind != PASS:
            return chosen
    return plain(BANKRUPT, 0, 0)


@compiled
def bid_or_pass(box: BoxRecord, game: GameRecord, seat: int, spend_above: float) -> Action:
    """Bid up to the printed price, as long as more than B is left."""
    spare = math.ceil(game.cash[seat] - spend_above) - 1
    return bid_by_tenths(box, game, seat, min(lot_price(box, game), spare))


@compiled
def spend_or_not(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Make a decision that depends only on B: a purchase, a bid, an answer to an offer, a mortgaged deed just received."""
    decision = game.decision
    spend_above, _raise_below = limits(box, game, mind, seat)
    rich = game.cash[seat] > spend_above
    if decision == BUY_OR_NOT:
        return plain(BUY if rich and game.cash[seat] >= box.price[game.square[seat]] else DECLINE, 0, 0)
    if decision == BID_OR_PASS:
        return bid_or_pass(box, game, seat, spend_above)
    if decision == RESPOND:
        return plain(ACCEPT if accepts_offer(box, game, seat, spend_above) else REFUSE, 0, 0)
    square = lowest(game.unsettled)
    if rich and game.cash[seat] >= unmortgage_cost(box, square):
        return plain(UNMORTGAGE, square, 0)
    return plain_answer(box, game, seat)


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Spend above B, raise money below S, trade by the policy, all of it typed (section 3.4)."""
    seat = game.actor
    decision = game.decision
    if decision == MANAGE:
        return manage(box, game, mind, seat)
    if decision == RESPOND and mind.settings[TRADES] == 0:
        return plain(REFUSE, 0, 0)
    if decision == BUY_OR_NOT or decision == BID_OR_PASS or decision == RESPOND or decision == SETTLE:
        return spend_or_not(box, game, mind, seat)
    if decision == RAISE:
        return raise_money(box, game, mind, seat)
    if decision == CHOOSE_CARD:
        return plain(PAY_FINE if chance(mind, 2) == 0 else DRAW_CARD, 0, 0)
    if decision == CHOOSE_TAX:
        return plain(PAY_TAX if chance(mind, 2) == 0 else PAY_SHARE, 0, 0)
    if decision == PLACE:
        return plain(BUILD, random_of(mind, could_place(box, game, seat, game.lot)), 0)
    return plain_answer(box, game, seat)
