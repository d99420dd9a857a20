"""Deals between Khan's agents (Khan 2019, section 5.3).

Before the roll an agent offers each of its deeds for sale once, in board order. Every rival names the highest price at
which the deal still improves its own value by its buy margin. Of the prices that improve the seller's value by its sell
margin, the seller takes the best. Under our rules, a price is named as follows: the seller asks for all of a rival's money, and
the rival answers with a counter-offer. The seller first asks the rival from whom it could gain most, and skips rivals who
cannot match the best price so far; so a rival who accepts at once has named the best price of all. If the rules forbid
counter-offers, no rival can name a price, and few deals are made.
"""

from __future__ import annotations

from rentier.agents.basics import counter
from rentier.agents.khan_search import value_if, value_of
from rentier.agents.khan_sheet import Deal, Weights, sale
from rentier.agents.mind import MindRecord, plain
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit
from rentier.game.deals import offer_of
from rentier.game.mortgages import interest_on
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.trades import may_counter, may_offer
from rentier.game.words import ACCEPT, NOBODY, PASS, REFUSE, Action
from rentier.layout import wide

# indices of its memory: the turn, the deeds offered in it, the deed on sale now (as bits), the rivals asked for a price, and
# the best price named so far
TURN, OFFERED, ON_SALE, ASKED, BEST_RIVAL, BEST_PRICE, FIRST_UNUSED = range(7)


@compiled
def highest_price(
    box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, buyer: int, seller: int, deeds: int
) -> int:
    """Return the highest price for deeds that still gains the buyer its margin; 0 if none does (section 5.3, Dealing)."""
    target = value_of(box, game, mind, weights, buyer) + weights.buy_margin
    if value_if(box, game, mind, weights, buyer, sale(seller, buyer, deeds, 0)) < target:
        return 0
    low = 0
    high = max(game.cash[buyer] - interest_on(box, game, deeds), 0)
    if value_if(box, game, mind, weights, buyer, sale(seller, buyer, deeds, high)) >= target:
        return high
    while low + 1 < high:
        middle = (low + high) // 2
        if value_if(box, game, mind, weights, buyer, sale(seller, buyer, deeds, middle)) < target:
            high = middle
        else:
            low = middle
    return low


@compiled
def most_payable(box: BoxRecord, game: GameRecord, rival: int, deed: int) -> int:
    """Return the most that a rival could pay for a deed."""
    return game.cash[rival] - interest_on(box, game, deed)


@compiled
def value_to_beat(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> float:
    """Return the value that a sale must reach: that of the best price so far, or the current value plus the sell margin."""
    best = mind.memory[BEST_PRICE]
    if best == 0:
        return value_of(box, game, mind, weights, seat) + weights.sell_margin
    best_sale = sale(seat, mind.memory[BEST_RIVAL], mind.memory[ON_SALE], best)
    return value_if(box, game, mind, weights, seat, best_sale)


@compiled
def next_to_ask(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> int:
    """Return the rival not asked yet whose entire cash would gain most for the deed; NOBODY if none could do better."""
    deed = mind.memory[ON_SALE]
    chosen = NOBODY
    least = value_to_beat(box, game, mind, weights, seat)
    for rival in range(game.players):
        if rival == seat or mind.memory[ASKED] & bit(rival) != 0:
            continue
        price = most_payable(box, game, rival, deed)
        if price <= 0 or may_offer(box, game, seat, offer_of(rival, -price, deed, 0)) != ALLOWED:
            continue
        value = value_if(box, game, mind, weights, seat, sale(seat, rival, deed, price))
        if value >= least:
            chosen = rival
            least = value
    return chosen


@compiled
def begin_turn(game: GameRecord, mind: MindRecord) -> None:
    """Forget the offers of the last turn when a new one begins."""
    if mind.memory[TURN] != game.turns + 1:
        mind.memory[TURN] = game.turns + 1
        mind.memory[OFFERED] = 0
        mind.memory[ON_SALE] = 0


@compiled
def put_on_sale(game: GameRecord, mind: MindRecord, seat: int) -> bool:
    """Put the next deed not offered this turn on sale; return False if there is none."""
    left = game.deeds[seat] & ~mind.memory[OFFERED]
    if left == 0:
        return False
    mind.memory[ON_SALE] = left & -left
    mind.memory[OFFERED] |= left & -left
    mind.memory[ASKED] = 0
    mind.memory[BEST_PRICE] = 0
    return True


@compiled
def next_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Ask the next rival for a price, or sell to the one who named the best; PASS when every deed has been offered."""
    memory = mind.memory
    begin_turn(game, mind)
    while True:
        if memory[ON_SALE] & game.deeds[seat] == 0 and not put_on_sale(game, mind, seat):
            return plain(PASS, 0, 0)
        deed = memory[ON_SALE]
        rival = next_to_ask(box, game, mind, weights, seat)
        if rival != NOBODY:
            memory[ASKED] |= bit(rival)
            return offer_of(rival, -most_payable(box, game, rival, deed), deed, 0)
        memory[ON_SALE] = 0
        if memory[BEST_PRICE] > 0:
            best = offer_of(memory[BEST_RIVAL], -memory[BEST_PRICE], deed, 0)
            if may_offer(box, game, seat, best) == ALLOWED:
                return best


@compiled
def names_price(game: GameRecord, mind: MindRecord, seat: int) -> bool:
    """Whether the offer on the table names a rival's price for the deed on sale."""
    if game.mover != seat or game.offer_depth == 0 or game.offer_give != 0 or game.offer_cash <= 0:
        return False
    return mind.memory[ON_SALE] != 0 and game.offer_take == mind.memory[ON_SALE]


@compiled
def answer_price(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Remember the price if it is the best so far; accept it only if no other rival could do better."""
    memory = mind.memory
    named = sale(seat, game.offer_from, memory[ON_SALE], game.offer_cash)
    value = value_if(box, game, mind, weights, seat, named)
    if value < value_to_beat(box, game, mind, weights, seat):
        return plain(REFUSE, 0, 0)
    memory[BEST_RIVAL] = game.offer_from
    memory[BEST_PRICE] = game.offer_cash
    last = next_to_ask(box, game, mind, weights, seat) == NOBODY
    return plain(ACCEPT if last else REFUSE, 0, 0)


@compiled
def respond(box: BoxRecord, game: GameRecord, mind: MindRecord, weights: Weights, seat: int) -> Action:
    """Accept an offer that gains the sell margin, or the buy margin if no deed is given; counter too high a price."""
    if game.offer_iou != 0 or game.offer_free_rent != 0:
        return plain(REFUSE, 0, 0)
    if names_price(game, mind, seat):
        return answer_price(box, game, mind, weights, seat)
    gives = game.offer_take & box.deeds
    gets = game.offer_give & box.deeds
    offered = Deal(wide(game.offer_from), wide(seat), wide(game.offer_cash), wide(gets), wide(gives))
    margin = weights.sell_margin if gives != 0 else weights.buy_margin
    value = value_if(box, game, mind, weights, seat, offered)
    if value >= value_of(box, game, mind, weights, seat) + margin:
        return plain(ACCEPT, 0, 0)
    if gets == game.offer_give and gets != 0 and game.offer_take == 0 and game.offer_cash < 0:
        price = highest_price(box, game, mind, weights, seat, game.offer_from, gets)
        answer = counter(price, 0, gets)
        if price > 0 and may_counter(box, game, answer) == ALLOWED:
            return answer
    return plain(REFUSE, 0, 0)
