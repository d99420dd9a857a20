"""The players of Pring 2015 (sections 2.1 to 2.3): one number K from 0 to 1 per deed, its gene, governs all decisions.

The work's section 4.3, "Granularity of Genes", has no text. Here genes may be coarser (one per group, or one for all deeds) or
finer: with separate decisions there is one gene each for buying, building, unmortgaging, trading and mortgaging (to pay a debt
the deed with the highest gene is mortgaged first, where the work has no order), and one for a reserve: the share of the
starting money below which nothing is spent. A missing gene is drawn at random when it is first needed (section 2.3).

- Buying: if money * K > price (section 2.3.1).
- After moving: unmortgage, trade, build, in this order (section 2.1.2).
- Value of a deed: K * price (section 2.3.2), doubled if the exchange would complete or break a set (section 2.2).
- Trading: one deed without buildings for another, in board order, once a turn for each pair (section 2.2).
- Debts: sell a building, then mortgage a deed, until paid (section 2.1.4).
- Jail: a card, else the fine, and the dice only without either (section 2.1.2).

Trades in the work and here. The work's program sees the genes of both players, and P, whose turn it is, swaps its `a` for Q's
`b` when
    Q's value of a > P's value of a,  P's value of b > Q's value of b,  P's value of b > P's value of a.
At our tables nobody sees another's genes, so each side judges by its own: P proposes when its value of b exceeds its value of
a, which is the third clause; Q accepts when its value of a exceeds its value of b. The first two clauses compare across
players. They also allow a swap that Q itself counts as a loss (P: a 10, b 100; Q: a 20, b 50), which Q refuses here; and they
rule out a swap by which both gain by their own count but one values both deeds more (P: a 50, b 60; Q: a 40, b 30), which is
made here. With equal genes neither rule makes any swap, apart from those due to the doubling of sets. If all players have
genes, as in an evolving population, the genes may be open to all, and then the three clauses decide.

Our readings, where the work leaves a choice:
- In the work unmortgaging and building are "considered": here both follow the rule for buying, money * K > cost.
- A monopoly is a complete set of streets, as only these can be improved; a mortgaged deed has the value of an unmortgaged one.
- A refused pair is proposed again only after a deed has changed hands: in the work the answer depends on values alone.
- In the work the fine is paid after a failed roll, here before a roll: the player leaves jail in the same turn either way.

The genes of the work belong to the deeds of the London board. On another board of 40 squares a deed has the gene of the same
square; a deed without a counterpart, and every deed of a board of another size, has K = 0.5.

Beyond the work's rules: it bids while money * K exceeds the bid, up to the price (for a house or hotel up to its cost, by the
gene of the lot), by tenths of the price, or in a sealed auction all at once; it unmortgages a deed just received by the same
rule; for offers it adds up the values of all deeds, cash at its amount and a jail card at the fine; it refuses promises and
never makes a counter-offer. If the rules let players manage only before the roll, it manages then.
"""

from __future__ import annotations

import math

from rentier.agents.basics import bid_by_tenths, first_sale, lot_price, plain_answer
from rentier.agents.mind import MindRecord, agent, plain
from rentier.agents.pring_genes import (
    ALL_DEEDS,
    APART,
    BUILDING,
    BUYING,
    BUYING_ALONE,
    DECISIONS_GRAIN,
    DEEDS_GRAIN,
    EACH_DEED,
    LONDON_SQUARES,
    MORTGAGING,
    NO_GENE,
    OPEN_GENES,
    OPENLY,
    RESERVE,
    TRADING,
    UNMORTGAGING,
)
from rentier.box.record import (
    BEFORE_ROLL,
    MENU_FULL,
    MENU_ONE_FOR_ONE,
    MOST_SEATS,
    MOST_SQUARES,
    BoxRecord,
)
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.buildings import may_build
from rentier.game.deals import offer_of
from rentier.game.debts import can_raise_debt, has_offers_left
from rentier.game.deeds import tradable
from rentier.game.jail import may_pay_fine, may_use_card
from rentier.game.luck import mix, unit
from rentier.game.mortgages import may_mortgage, may_unmortgage, unmortgage_cost
from rentier.game.reasons import ALLOWED
from rentier.game.shortage import could_place
from rentier.game.state import GameRecord
from rentier.game.trades import may_offer
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    ACCEPT,
    BANKRUPT,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    DECLINE,
    DONE,
    END,
    JAIL_CARDS,
    MANAGE,
    MORTGAGE,
    PASS,
    PAY_FINE,
    RAISE,
    REFUSE,
    RESPOND,
    ROLL,
    SETTLE,
    START,
    UNMORTGAGE,
    USE_CARD,
    Action,
)
from rentier.layout import wide

GENE_STREAM = 2  # the stream of the mind's random numbers for genes, separate from that for decisions

# indices of its memory: the turn; the deeds of each seat when the pairs were checked; for each of its deeds, the deeds checked
# against it; and the missing genes that were needed, in rows as in the settings
TURN, SEEN_DEEDS, CHECKED = 0, 1, 1 + MOST_SEATS
NEEDED = CHECKED + MOST_SQUARES


# genes


@compiled
def new_gene(mind: MindRecord, place: int) -> float:
    """Return the random gene from 0 to 1 that replaces a missing one in this game."""
    return unit(mix(mind.key, GENE_STREAM, place))


@compiled
def gene_at(mind: MindRecord, place: int) -> float:
    """Return the gene at an index of the settings; if it is missing, draw it and note that it was needed."""
    given = mind.settings[place]
    if not math.isnan(given):
        return given
    mind.memory[NEEDED + place // MOST_SQUARES] |= bit(place % MOST_SQUARES)
    return new_gene(mind, place)


@compiled
def was_needed(mind: MindRecord, place: int) -> bool:
    """Whether a missing gene was needed in this game."""
    return mind.memory[NEEDED + place // MOST_SQUARES] & bit(place % MOST_SQUARES) != 0


@compiled
def gene(box: BoxRecord, mind: MindRecord, decision: int, square: int) -> float:
    """Return K of a deed for a kind of decision; 1 for building and unmortgaging if only buying and trading have genes."""
    if mind.settings[DECISIONS_GRAIN] == BUYING_ALONE and (decision == BUILDING or decision == UNMORTGAGING):
        return 1.0
    row = decision * MOST_SQUARES if mind.settings[DECISIONS_GRAIN] == APART else 0
    grain = mind.settings[DEEDS_GRAIN]
    if grain == ALL_DEEDS:
        return gene_at(mind, row)
    if box.squares != LONDON_SQUARES:
        return NO_GENE
    return gene_at(mind, row + (square if grain == EACH_DEED else box.group[square]))


@compiled
def reserve(box: BoxRecord, mind: MindRecord) -> float:
    """Return the money that it does not spend; the work's players have no such reserve."""
    return gene_at(mind, RESERVE) * box.start_cash if mind.settings[DECISIONS_GRAIN] == APART else 0.0


@compiled
def spends(box: BoxRecord, game: GameRecord, mind: MindRecord, decision: int, square: int, cost: int) -> bool:
    """Whether the player to act would spend `cost` on a deed: money * K > cost (PlayerPurchase), and the reserve is left."""
    cash = game.cash[game.actor]
    return cash * gene(box, mind, decision, square) > cost and cash - cost >= reserve(box, mind)


@compiled
def trading_gene(box: BoxRecord, mind: MindRecord, seat: int, square: int) -> float:
    """Return K of a deed in a trade: its own, or with open genes that of any seat."""
    if mind.settings[OPENLY] == 0:
        return gene(box, mind, TRADING, square)
    return mind.settings[OPEN_GENES + wide(seat) * MOST_SQUARES + square]


@compiled
def value(box: BoxRecord, mind: MindRecord, seat: int, squares: int, doubled: int) -> float:
    """Return the sum of K * price of deeds to a seat, doubled for those in `doubled` (PlayerValue)."""
    total = 0.0
    while squares != 0:
        square = lowest(squares)
        squares &= squares - 1
        total += trading_gene(box, mind, seat, square) * box.price[square] * (2 if doubled & bit(square) != 0 else 1)
    return total


@compiled
def gains_set(box: BoxRecord, received: int, after: int) -> int:
    """Return those of the deeds received whose sets are complete with the deeds held afterwards, as bits."""
    squares = 0
    left = received & box.streets
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if box.group_of[square] & ~after == 0:
            squares |= bit(square)
    return squares


@compiled
def value_given(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, give: int) -> float:
    """Return the value to a seat of the deeds that it gives, doubled where it breaks a set (section 2.2)."""
    return value(box, mind, seat, give, game.sets[seat])


@compiled
def value_received(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, give: int, take: int) -> float:
    """Return the value to a seat of the deeds that it receives, doubled where they complete a set (section 2.2)."""
    after = (game.deeds[seat] & ~give) | take
    return value(box, mind, seat, take, gains_set(box, take, after))


@compiled
def gain(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, give: int, take: int) -> float:
    """Return the value of the deeds received less that of the deeds given."""
    return value_received(box, game, mind, seat, give, take) - value_given(box, game, mind, seat, give)


@compiled
def is_agreed_openly(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, other: int, give: int, take: int) -> bool:
    """Whether the three clauses of section 2.2 hold for a seat that gives its deed and takes another player's."""
    own_given = value_given(box, game, mind, seat, give)
    own_received = value_received(box, game, mind, seat, give, take)
    other_given = value_given(box, game, mind, other, take)
    other_received = value_received(box, game, mind, other, take, give)
    return other_received > own_given and own_received > other_given and own_received > own_given


# trading


@compiled
def begin_turn(game: GameRecord, mind: MindRecord) -> None:
    """On a new turn forget which pairs were checked, if any deed has changed hands."""
    if mind.memory[TURN] == game.turns:
        return
    mind.memory[TURN] = game.turns
    changed = False
    for seat in range(game.players):
        if mind.memory[SEEN_DEEDS + seat] != game.deeds[seat]:
            mind.memory[SEEN_DEEDS + seat] = game.deeds[seat]
            changed = True
    if changed:
        for row in range(CHECKED, NEEDED):
            mind.memory[row] = 0


@compiled
def would_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, give: int, take: int) -> bool:
    """Whether it would swap its deed for another player's: if it gains or, with open genes, if both sides agree."""
    if mind.settings[OPENLY] == 0:
        return gain(box, game, mind, seat, give, take) > 0
    return is_agreed_openly(box, game, mind, seat, game.owner[lowest(take)], give, take)


@compiled
def trade_to_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Offer the first unchecked pair of deeds that it would swap; PASS if there is none."""
    menu = box.trade_menu
    if (menu != MENU_ONE_FOR_ONE and menu != MENU_FULL) or not has_offers_left(box, game, seat):
        return plain(PASS, 0, 0)
    begin_turn(game, mind)
    free = tradable(box, game)
    theirs = 0
    for other in range(game.players):
        if other != seat:
            theirs |= game.deeds[other] & free
    gives = game.deeds[seat] & free
    while gives != 0:
        give = lowest(gives)
        gives &= gives - 1
        takes = theirs & ~mind.memory[CHECKED + give]
        while takes != 0:
            take = lowest(takes)
            takes &= takes - 1
            if not would_offer(box, game, mind, seat, bit(give), bit(take)):
                mind.memory[CHECKED + give] |= bit(take)
                continue
            proposal = offer_of(game.owner[take], 0, bit(give), bit(take))
            if may_offer(box, game, seat, proposal) == ALLOWED:
                mind.memory[CHECKED + give] |= bit(take)
                return proposal
    return plain(PASS, 0, 0)


@compiled
def answer_offer(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Accept what its genes value more than what it gives; with open genes, what both sides agree on."""
    if mind.settings[OPENLY] != 0:
        agreed = is_agreed_openly(box, game, mind, game.offer_from, seat, game.offer_give, game.offer_take)
        return plain(ACCEPT if agreed else REFUSE, 0, 0)
    if game.offer_iou != 0 or game.offer_free_rent != 0:
        return plain(REFUSE, 0, 0)
    cards = count(game.offer_give & JAIL_CARDS) - count(game.offer_take & JAIL_CARDS)
    money = game.offer_cash + box.jail_fine * cards
    gained = gain(box, game, mind, seat, game.offer_take & box.deeds, game.offer_give & box.deeds)
    return plain(ACCEPT if gained + money > 0 else REFUSE, 0, 0)


# unmortgaging and building


@compiled
def mortgage_to_unmortgage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Unmortgage the first deed that is worth it; else PASS."""
    left = game.deeds[seat] & game.mortgaged
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if (
            spends(box, game, mind, UNMORTGAGING, square, unmortgage_cost(box, square))
            and may_unmortgage(box, game, seat, square) == ALLOWED
        ):
            return plain(UNMORTGAGE, square, 0)
    return plain(PASS, 0, 0)


@compiled
def house_to_build(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Build on the first lot that is worth it; else PASS."""
    left = game.sets[seat]
    while left != 0:
        square = lowest(left)
        left &= left - 1
        if spends(box, game, mind, BUILDING, square, box.house_cost[square]) and may_build(box, game, seat, square) == ALLOWED:
            return plain(BUILD, square, 0)
    return plain(PASS, 0, 0)


# debts


@compiled
def raise_money(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Sell a building, else mortgage a deed (section 2.1.4): the first or, with separate decisions, that with the top gene."""
    first = first_sale(box, game, seat)
    if first.kind != MORTGAGE or mind.settings[DECISIONS_GRAIN] != APART:
        return first
    chosen = first.target
    left = game.deeds[seat] & ~game.mortgaged
    while left != 0:
        square = lowest(left)
        left &= left - 1
        higher = gene(box, mind, MORTGAGING, square) > gene(box, mind, MORTGAGING, chosen)
        if higher and may_mortgage(box, game, seat, square) == ALLOWED:
            chosen = square
    return plain(MORTGAGE, chosen, 0)


# decisions


@compiled
def has_moved(box: BoxRecord, game: GameRecord) -> bool:
    """Whether it is time to manage: after a roll, or before it if the rules allow nothing else."""
    return game.phase == DONE or (game.phase == START and (game.doubles > 0 or box.manage_part == BEFORE_ROLL))


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """After moving unmortgage, trade, build; leave jail by a card, else by the fine."""
    if has_moved(box, game) and is_managing_time(box, game):
        chosen = mortgage_to_unmortgage(box, game, mind, seat)
        if chosen.kind == PASS:
            chosen = trade_to_offer(box, game, mind, seat)
        if chosen.kind == PASS:
            chosen = house_to_build(box, game, mind, seat)
        if chosen.kind != PASS:
            return chosen
    if game.phase != START:
        return plain(END, 0, 0)
    if may_use_card(game, seat) == ALLOWED:
        return plain(USE_CARD, 0, 0)
    return plain(PAY_FINE if may_pay_fine(box, game, seat) == ALLOWED else ROLL, 0, 0)


@compiled
def bid_or_pass(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Bid while money * K exceeds the bid, up to the price of the deed or the cost of the building."""
    square = game.lot
    most = lot_price(box, game)
    decision = BUYING
    if square < 0:
        square = lowest(could_place(box, game, seat, game.lot))
        most = box.house_cost[square]
        decision = BUILDING
    below = math.ceil(game.cash[seat] * gene(box, mind, decision, square)) - 1
    left = game.cash[seat] - math.ceil(reserve(box, mind))
    return bid_by_tenths(box, game, seat, min(most, below, left))


@agent
def genes(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Decide everything by the genes."""
    seat = game.actor
    decision = game.decision
    if decision == MANAGE:
        return manage(box, game, mind, seat)
    if decision == BUY_OR_NOT:
        square = game.square[seat]
        return plain(BUY if spends(box, game, mind, BUYING, square, box.price[square]) else DECLINE, 0, 0)
    if decision == RAISE:
        return raise_money(box, game, mind, seat) if can_raise_debt(box, game) else plain(BANKRUPT, 0, 0)
    if decision == BID_OR_PASS:
        return bid_or_pass(box, game, mind, seat)
    if decision == RESPOND:
        return answer_offer(box, game, mind, seat)
    if decision == SETTLE:
        square = lowest(game.unsettled)
        if spends(box, game, mind, UNMORTGAGING, square, unmortgage_cost(box, square)):
            return plain(UNMORTGAGE, square, 0)
    return plain_answer(box, game, seat)
