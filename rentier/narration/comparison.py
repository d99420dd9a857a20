"""Facts in which two options of a player differ: sets, cash, prices, rents, mortgages, jail. They are read off two states.

Each fact belongs to one of the two options and speaks for it or against it. No fact is a judgement: whether one decides the
matter is not known here.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import NamedTuple

from rentier.box import Box
from rentier.box.boards import Group
from rentier.box.record import AUCTION_ASCENDING, UNLIMITED
from rentier.game.check import check
from rentier.game.events import EventsRecord
from rentier.game.python_api import rent_of
from rentier.game.reasons import ALLOWED
from rentier.game.reporting import apply_and_report
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import (
    ACCEPT,
    BID,
    BUILD,
    BUY,
    FREE,
    MORTGAGE,
    NOBODY,
    OFFER,
    OVER,
    PASS,
    PAY_FINE,
    PROPOSALS,
    RESPOND,
    SELL,
    UNMORTGAGE,
    USE_CARD,
    Action,
)
from rentier.layout import new

WITHOUT_LUCK = (ACCEPT, BUILD, BUY, MORTGAGE, PAY_FINE, SELL, UNMORTGAGE, USE_CARD, *PROPOSALS)  # no dice or cards follow
TWO_DICE = 2
REACH = range(2, 13)  # squares ahead that two dice can reach

# verbs: what an option does
LET, COMPLETE, BREAK, GIVE, SELL_DEED, BUY_DEED, BUY_FROM_BANK, LET_GO, OVERBID = range(9)
KEEP, RAISE, LOWER, MORTGAGE_DEED, UNMORTGAGE_DEED, LEAVE = range(9, 15)


class Fact(NamedTuple):
    """What an option does: a verb, whether that is good for the player, and what the sentence needs; unused parts are empty."""

    verb: int
    good: bool
    other: int = NOBODY  # a seat
    group: str = ""
    square: int = NOBODY
    amount: int = 0
    before: int = 0  # the amount that it is compared with
    houses: int = 0


class Deal(NamedTuple):
    """A trade from the side of the player to act; `cash`: what the player receives."""

    other: int
    gives: int
    gets: int
    cash: int


def state_after(box: Box, game: GameRecord, action: Action) -> GameRecord:
    """Return the state after an action, a proposed deal taken as accepted. Where dice or cards decide: the state before it."""
    after = copy.copy(game)
    luck, events = new(LuckRecord), new(EventsRecord)
    for one in (action, Action(ACCEPT)) if action.kind in PROPOSALS else (action,):
        expected = one is action or after.decision == RESPOND
        if one.kind in WITHOUT_LUCK and expected and after.decision != OVER and check(box.record, after, one) == ALLOWED:
            apply_and_report(box.record, after, luck, events, one)
    return after


class Comparison:
    """Two options in one state: the facts for and against the first, compared with the second."""

    def __init__(self, box: Box, game: GameRecord, option: Action, other: Action) -> None:
        self.box = box
        self.game = game
        self.seat = int(game.actor)
        self.option = option
        self.after = state_after(box, game, option)
        self.instead = state_after(box, game, other)

    def facts(self) -> list[Fact]:
        """Return all facts in a fixed order: sets, cash, prices, rents, mortgages, jail."""
        found = [self._sets(), self._cash(), self._prices(), self._rents(), self._mortgages(), self._jail()]
        return [fact for facts in found for fact in facts]

    def _sets(self) -> Iterator[Fact]:
        """Sets that the option completes or breaks up, unlike the other."""
        for group in self.box.board.groups:
            squares = _bits(group.squares)
            for seat in range(int(self.game.players)):
                before, after, instead = (_holds(state, seat, squares) for state in (self.game, self.after, self.instead))
                houses, cash = _houses_at_once(self.box, self.after, seat, group), int(self.after.cash[seat])
                if after and not before and not instead:
                    own = seat == self.seat
                    yield Fact(COMPLETE if own else LET, own, seat, group.name, amount=cash, houses=houses)
                elif before and not after and instead and seat == self.seat:
                    yield Fact(BREAK, False, seat, group.name)

    def _cash(self) -> Iterator[Fact]:
        """Whether the cash left falls short of a rent within reach of the next roll, unlike after the other option."""
        worst, square = _worst_in_reach(self.box, self.after, self.seat)
        cash = int(self.after.cash[self.seat])
        if cash < worst and int(self.instead.cash[self.seat]) >= _worst_in_reach(self.box, self.instead, self.seat)[0]:
            yield Fact(KEEP, False, square=square, amount=cash, before=worst)

    def _prices(self) -> Iterator[Fact]:
        """A deed that changes hands for cash alone, against its printed price."""
        record, game, deal = self.box.record, self.game, _deal(self.game, self.option)
        if deal is not None and deal.gives.bit_count() + deal.gets.bit_count() == 1:
            square = (deal.gives | deal.gets).bit_length() - 1
            price = int(record.price[square]) if square < int(record.squares) else 0
            if price and deal.gives and deal.cash == 0:
                yield Fact(GIVE, False, deal.other, square=square, before=price)
            elif price and deal.gives and deal.cash not in (0, price):
                yield Fact(SELL_DEED, deal.cash > price, deal.other, square=square, amount=deal.cash, before=price)
            elif price and deal.gets and deal.cash < 0 and -deal.cash != price:
                yield Fact(BUY_DEED, -deal.cash < price, deal.other, square=square, amount=-deal.cash, before=price)
        elif self.option.kind == BUY:
            square = int(game.square[self.seat])
            yield Fact(BUY_FROM_BANK, True, square=square, amount=int(record.price[square]))
        elif self.option.kind in (BID, PASS) and game.lot >= 0:
            yield from self._auction(int(game.lot), int(record.price[game.lot]))

    def _auction(self, lot: int, price: int) -> Iterator[Fact]:
        """A bid above the printed price, or a deed left to the last other bidder below it."""
        game, leader = self.game, int(self.game.leader)
        others = int(game.bidders) & ~(1 << self.seat)
        if self.option.kind == BID and self.option.amount > price:
            yield Fact(OVERBID, False, square=lot, amount=self.option.amount, before=price)
        ascending = self.box.record.auction == AUCTION_ASCENDING
        if self.option.kind == PASS and ascending and leader != NOBODY and others == 1 << leader and game.high_bid < price:
            yield Fact(LET_GO, False, leader, square=lot, amount=int(game.high_bid), before=price)

    def _rents(self) -> Iterator[Fact]:
        """Rents of the player that buildings raise or lower."""
        for square in _squares(int(self.game.deeds[self.seat])):
            if self.game.level[square] != self.after.level[square]:
                before, after = (int(rent_of(self.box.record, state, square, 1)) for state in (self.game, self.after))
                yield Fact(RAISE if after > before else LOWER, after > before, square=square, amount=after, before=before)

    def _mortgages(self) -> Iterator[Fact]:
        """Deeds of the player that are mortgaged or unmortgaged."""
        before, after = int(self.game.mortgaged), int(self.after.mortgaged)
        own = int(self.game.deeds[self.seat]) & int(self.after.deeds[self.seat])
        for square in _squares((before ^ after) & own):
            lifted = before >> square & 1 == 1
            yield Fact(UNMORTGAGE_DEED if lifted else MORTGAGE_DEED, lifted, square=square)

    def _jail(self) -> Iterator[Fact]:
        """Leaving jail while deeds are for sale, or while others have buildings to land on."""
        seat = self.seat
        if self.instead.jail_turns[seat] == FREE or self.after.jail_turns[seat] != FREE:
            return
        record, game = self.box.record, self.game
        owned = 0
        for player in range(int(game.players)):
            owned |= int(game.deeds[player])
        built = [square for square in _squares(int(game.built)) if game.owner[square] != seat]
        rents = [(int(rent_of(record, game, square, 1)), square) for square in built]
        for_sale = (int(record.deeds) & ~owned).bit_count()
        if rents:
            rent, square = max(rents)
            yield Fact(LEAVE, False, int(game.owner[square]), square=square, amount=rent)
        if for_sale:
            yield Fact(LEAVE, True, amount=for_sale)


def _bits(squares: tuple[int, ...]) -> int:
    return sum(1 << square for square in squares)


def _squares(bits: int) -> list[int]:
    return [square for square in range(bits.bit_length()) if bits >> square & 1]


def _holds(game: GameRecord, seat: int, squares: int) -> bool:
    return squares & ~int(game.deeds[seat]) == 0


def _houses_at_once(box: Box, game: GameRecord, seat: int, group: Group) -> int:
    """Return how many houses a seat can pay for at once on a complete group: none while one of its deeds is mortgaged."""
    if not group.house_cost or _bits(group.squares) & int(game.mortgaged):
        return 0
    room = sum(max(int(box.record.hotel_level) - 1 - int(game.level[square]), 0) for square in group.squares)
    stock = room if box.record.houses == UNLIMITED else int(game.houses_left)
    return max(min(int(game.cash[seat]) // group.house_cost, room, stock), 0)


def _worst_in_reach(box: Box, game: GameRecord, seat: int) -> tuple[int, int]:
    """Return the highest rent that a player's next roll can lead to, and its square; 0 in jail or without two dice."""
    record = box.record
    if record.dice != TWO_DICE or game.jail_turns[seat] != FREE:
        return 0, NOBODY
    worst = (0, NOBODY)
    for steps in REACH:
        square = (int(game.square[seat]) + steps) % int(record.squares)
        owner = int(game.owner[square])
        free = int(game.free_rent[seat]) >> square & 1 or (record.rent_in_jail == 0 and game.jail_turns[owner] != FREE)
        if owner not in (NOBODY, seat) and not free:
            worst = max(worst, (int(rent_of(record, game, square, steps)), square))
    return worst


def _deal(game: GameRecord, action: Action) -> Deal | None:
    """Return the trade that an action proposes or accepts, from the side of the player to act; None if it trades nothing."""
    if action.kind in PROPOSALS and not action.iou and not action.free_rent:
        other = action.target if action.kind == OFFER else int(game.offer_from)
        return Deal(other, action.give, action.take, -action.amount)
    if action.kind == ACCEPT and not game.offer_iou and not game.offer_free_rent:
        return Deal(int(game.offer_from), int(game.offer_take), int(game.offer_give), int(game.offer_cash))
    return None
