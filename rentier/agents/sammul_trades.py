"""The trading policy of Sammul 2018 (section 3.4): what its agents accept, and what they propose.

They never give a deed of a complete set. They accept anything that completes a set for them. Otherwise they never take a
mortgaged deed for an unmortgaged one, and accept only a trade that brings them closer to a complete set and a deed worth more
than the one they give.

Our readings, where the work leaves a choice:
- A set is a whole group of any kind, stations and utilities included: the work treats all kinds of property alike.
- Keeping a set whole takes precedence over completing one: the work says "never" of breaking one.
- Closer: among the groups that the trade touches, the nearest to completion lacks fewer deeds after the trade than before. In
  a trade of one deed for one, the group of the deed received must afterwards lack fewer than the group of the deed given lacked
  before. So the first deed of a pair (one to go) is closer than one of three (two to go), and a swap within a group never is.
- Worth is the printed price, mortgaged or not.
- It does not matter what the other side gains, nor whether an offer was refused before.

The work trades only one deed for one deed. Beyond that: cash counts at its amount and a jail card at the fine, on the side
that gives them, so it buys a deed for less than its price but sells none for cash alone; several deeds count together, and it
takes no mortgaged one if it gives an unmortgaged one; it pays cash only while more than B is left; it refuses an offer with a
promise (IOU, free rent), and never makes a counter-offer.
"""

from __future__ import annotations

from rentier.agents.basics import fewest_lacking, listed_worth, random_of
from rentier.agents.mind import MindRecord, chance, plain
from rentier.box.record import MENU_FULL, MENU_ONE_FOR_ONE, MOST_SQUARES, BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count, lowest
from rentier.game.deals import offer_of
from rentier.game.debts import has_offers_left
from rentier.game.deeds import tradable
from rentier.game.legal import receivable
from rentier.game.state import GameRecord
from rentier.game.words import PASS, Action

# its memory: at each index n its deeds in groups that lack more than n deeds; after them, what these were computed from
OWN_DEEDS, FREE_DEEDS, WORTH_TAKING, FIRST_UNUSED = range(MOST_SQUARES, MOST_SQUARES + 4)


@compiled
def is_wanted(game: GameRecord, give: int, take: int, before: int, after: int, gain: int) -> bool:
    """Whether the policy wants a trade that breaks no set.

    The nearest set lacks `before` deeds before the trade and `after` after it; the worth of its property grows by `gain`.
    """
    if after == 0:
        return True
    if take & game.mortgaged != 0 and give & ~game.mortgaged != 0:
        return False
    return after < before and gain > 0


# answering


@compiled
def accepts_offer(box: BoxRecord, game: GameRecord, seat: int, spend_above: float) -> bool:
    """Whether the seat accepts the offer on the table; after paying any cash it must have more than `spend_above` left."""
    cash = game.offer_cash
    if game.offer_iou != 0 or game.offer_free_rent != 0:
        return False
    if cash < 0 and game.cash[seat] + cash <= spend_above:
        return False
    give = game.offer_take & box.deeds
    take = game.offer_give & box.deeds
    deeds = game.deeds[seat]
    if fewest_lacking(box, deeds, give) == 0:
        return False
    before = fewest_lacking(box, deeds, give | take)
    after = fewest_lacking(box, (deeds & ~give) | take, give | take)
    gain = listed_worth(box, game.offer_give) - listed_worth(box, game.offer_take) + cash
    return is_wanted(game, give, take, before, after, gain)


# proposing


@compiled
def worth_taking(box: BoxRecord, mind: MindRecord, deeds: int) -> int:
    """Return the deeds that it lacks and has something to give for, as bits: a deed of a group that lacks at least as many."""
    squares = 0
    for group in range(box.groups):
        lacking = box.group_squares[group] & ~deeds
        if lacking != 0 and mind.memory[count(lacking) - 1] & ~box.group_squares[group] != 0:
            squares |= lacking
    return squares


@compiled
def note_gives(box: BoxRecord, mind: MindRecord, deeds: int, free: int) -> None:
    """For each n, store the player's deeds in groups of which it lacks more than n deeds; complete sets are left out."""
    for number in range(MOST_SQUARES):
        mind.memory[number] = 0
    for group in range(box.groups):
        squares = box.group_squares[group]
        own = squares & deeds & free
        if own != 0:
            for number in range(count(squares & ~deeds)):
                mind.memory[number] |= own
    mind.memory[OWN_DEEDS] = deeds
    mind.memory[FREE_DEEDS] = free
    mind.memory[WORTH_TAKING] = worth_taking(box, mind, deeds)


@compiled
def gives_for(box: BoxRecord, game: GameRecord, mind: MindRecord, deeds: int, gives: int, take: int) -> int:
    """Return those of the deeds `gives` that it would give for this one by `is_wanted`, as bits."""
    group = box.group_of[take]
    after = count(group & ~deeds) - 1
    gives &= mind.memory[after] & ~group  # the other deeds are no farther from a set than this one would be
    if after == 0:
        return gives
    if game.mortgaged & bit(take) != 0:
        gives &= game.mortgaged
    return gives & box.cheaper[take]


@compiled
def propose(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Draw any one-for-one trade that it would accept itself, with equal probability; PASS if there is none."""
    menu = box.trade_menu
    if (menu != MENU_ONE_FOR_ONE and menu != MENU_FULL) or not has_offers_left(box, game, seat):
        return plain(PASS, 0, 0)
    deeds = game.deeds[seat]
    free = tradable(box, game)
    if deeds != mind.memory[OWN_DEEDS] or free != mind.memory[FREE_DEEDS]:
        note_gives(box, mind, deeds, free)
    worthy = mind.memory[WORTH_TAKING] & free
    found = 0
    partner = seat
    give = take = 0
    for other in range(game.players):
        if other == seat or game.deeds[other] & worthy == 0:
            continue
        gives = receivable(box, game, mind.memory[0], game.cash[other])
        takes = receivable(box, game, game.deeds[other] & worthy, game.cash[seat])
        while takes != 0 and gives != 0:
            square = lowest(takes)
            takes &= takes - 1
            wanted = gives_for(box, game, mind, deeds, gives, square)
            if wanted != 0:
                number = count(wanted)
                found += number
                if chance(mind, found) < number:
                    partner, give, take = other, wanted, bit(square)
    return offer_of(partner, 0, bit(random_of(mind, give)), take) if found > 0 else plain(PASS, 0, 0)
