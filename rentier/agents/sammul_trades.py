"""The trading policy of Sammul 2018 (section 3.4): what its agents accept, and what they propose.

They never give a deed of a complete set. They accept whatever completes a set for them; else never a mortgaged deed for a free
one, and only a trade that brings them closer to a complete set, and a deed worth more than the one given.

How it is read here, where the work leaves it open:
- A set is a whole group of any kind, the stations and the utilities too: the work treats all kinds of property alike.
- Not to break a set comes before completing one: the first is said with "never".
- Closer: of the groups that the trade touches, the one nearest to complete lacks fewer deeds afterwards than the nearest lacked
  before. One for one, the group received into must come to lack fewer than the group given from did. So a first deed of a pair
  (one to go) is closer than one of three (two to go), and a swap within a group never is.
- Worth is the printed price, mortgaged or not.
- What the other side gains does not matter; nor does it whether an offer was refused before.

The work trades one deed for one deed only. Beyond that: cash counts at its amount and a jail card at the fine, on the side
where they are, so it buys a deed for less than its price but sells none for cash alone; several deeds count together, and no
mortgaged one among them is taken for any free one; cash is paid only while more than B is left; an offer with a promise (IOU,
free rent) is refused; none is countered.
"""

from __future__ import annotations

from rentier.agents.basics import listed_worth, random_of
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

# its memory: at each number the deeds of groups that lack more than that, and behind them what these were found for
OWN_DEEDS, FREE_DEEDS, WORTH_TAKING, FIRST_UNUSED = range(MOST_SQUARES, MOST_SQUARES + 4)


@compiled
def is_wanted(game: GameRecord, give: int, take: int, before: int, after: int, gain: int) -> bool:
    """The policy where no set is broken: the nearest set lacks so many deeds before and after, the worth grows by `gain`."""
    if after == 0:
        return True
    if take & game.mortgaged != 0 and give & ~game.mortgaged != 0:
        return False
    return after < before and gain > 0


# answering


@compiled
def fewest_lacking(box: BoxRecord, deeds: int, touched: int) -> int:
    """How many deeds the nearest to complete lacks, of the groups of the touched squares; 0 where one is complete."""
    fewest = MOST_SQUARES
    while touched != 0:
        group = box.group_of[lowest(touched)]
        touched &= ~group
        fewest = min(fewest, count(group & ~deeds))
    return fewest


@compiled
def accepts_offer(box: BoxRecord, game: GameRecord, seat: int, spend_above: float) -> bool:
    """Whether the one who was asked accepts the offer on the table; cash it would pay must leave more than `spend_above`."""
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
    """The deeds of groups for which it has anything to give, as bits: of a group that lacks as much as any, it wants none."""
    squares = 0
    for group in range(box.groups):
        lacking = box.group_squares[group] & ~deeds
        if lacking != 0 and mind.memory[count(lacking) - 1] & ~box.group_squares[group] != 0:
            squares |= lacking
    return squares


@compiled
def note_gives(box: BoxRecord, mind: MindRecord, deeds: int, free: int) -> None:
    """Write into the memory, at each number, the deeds whose group lacks more than that; so those of a complete set nowhere."""
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
    """Of the deeds that may be given, those that it would give for this one by `is_wanted`, as bits."""
    group = box.group_of[take]
    after = count(group & ~deeds) - 1
    gives &= mind.memory[after] & ~group  # the others are no farther from a set than this one
    if after == 0:
        return gives
    if game.mortgaged & bit(take) != 0:
        gives &= game.mortgaged
    return gives & box.cheaper[take]


@compiled
def propose(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Any one-for-one trade that it would accept itself, each with equal chance; PASS where there is none."""
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
