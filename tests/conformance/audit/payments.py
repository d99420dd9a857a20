"""Payments and debts, deeds that change hands, promises, bankruptcy: the effects of each, event by event."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from rentier.box import record as of
from rentier.game import events as ev
from rentier.game import words
from rentier.game.events import Event
from rentier.game.words import NOBODY, NOTHING

from ..plain import bits_of, plain
from .fate import deck_of
from .figures import Figures

Script = Iterator[Event]
BLANK = Event(-1, NOBODY, NOBODY, NOTHING, 0, ev.NO_REASON, 0, 0, 0, 0, 0)


def event(kind: int, seat: int = NOBODY, **numbers: int) -> Event:
    return BLANK._replace(kind=kind, seat=seat, **numbers)


class Payments(Figures):
    """Money, deeds and promises."""

    def __init__(self, box: Any, game: Any, luck: Any, events: list[Event]) -> None:
        super().__init__(box, game)
        self.luck = plain(luck)
        self.luck.decks = [deck_of(game, luck, deck) for deck in range(2)]
        self.left = deque(events)

    def pay(self, payer: int, payee: int, amount: int, why: int, square: int = NOTHING) -> Script:
        if amount:
            now = self.game.cash[payer] - amount if payer >= 0 else 0
            yield event(ev.PAID, payer, other=payee, square=square, amount=amount, why=why, now=now)

    def charge(self, payer: int, payee: int, amount: int, why: int, square: int = NOTHING) -> Script:
        """Yield a payment, or the debt if the cash is short."""
        game = self.game
        if game.cash[payer] >= amount:
            yield from self.pay(payer, payee, amount, why, square)
        else:
            yield event(ev.OWES, payer, other=payee, square=square, amount=amount, why=why, now=game.cash[payer])
            game.debtor, game.creditor, game.debt = payer, payee, amount

    def hand_over(self, square: int, seat: int, why: int) -> Script:
        """Yield the transfer of a deed; promises of free rent on it end."""
        yield event(ev.DEED_MOVED, seat, other=self.game.owner[square], square=square, why=why)
        for squares in self.game.free_rent:
            squares.discard(square)
        if seat == NOBODY:
            self.game.unsettled.discard(square)

    def receive(self, seat: int, things: list[int], why: int) -> Script:
        """Yield the transfer of deeds to a seat, which must pay for those that are mortgaged."""
        if self.box.mortgage_transfer_fee or self.box.unmortgage_on_transfer:
            self.game.unsettled |= self.game.mortgaged & set(things)
        for square in things:
            if square < of.MOST_SQUARES:
                yield from self.hand_over(square, seat, why)

    def settle(self, square: int) -> Script:
        """Yield the payments for mortgaged deeds that were received."""
        game, owner, forced = self.game, self.game.owner[square], self.box.unmortgage_on_transfer
        assert square in game.unsettled
        game.unsettled.remove(square)
        if forced:
            yield event(ev.UNMORTGAGED, owner, square=square, why=ev.FORCED_UNMORTGAGING)
        why = ev.FORCED_UNMORTGAGING if forced else ev.INTEREST
        yield from self.charge(owner, NOBODY, self.receiving(square), why, square)

    def unpaid(self, unsettled: set[int]) -> set[int]:
        """Return received mortgaged deeds that are not paid for, except some; those that cost nothing are not reported."""
        return {square for square in self.game.unsettled - unsettled if self.receiving(square)}

    def meet_debt(self) -> Script:
        """Yield the payment of a debt if there is enough cash, or the bankruptcy of a debtor who cannot raise it."""
        game, debtor, deed = self.game, self.game.debtor, self.game.debt_deed
        if game.cash[debtor] >= game.debt:
            yield from self.pay(debtor, game.creditor, game.debt, ev.DEBT, deed)
            if deed != NOTHING:
                yield from self.hand_over(deed, debtor, ev.AUCTIONED)
            self.clear_debt()
        else:
            assert self.raisable(debtor) < game.debt
            yield from self.bankrupt(debtor, game.creditor)

    def clear_debt(self) -> None:
        game = self.game
        game.debtor, game.creditor, game.debt, game.debt_deed = NOBODY, NOBODY, 0, NOTHING

    def from_mover(self, seat: int) -> int:
        """Return how far to the mover's left a seat is."""
        return int((seat - self.game.mover - 1) % self.game.players)

    def next_of_each(self) -> Script:
        """Yield the payment between the mover and the next seat to its left."""
        game, mover = self.game, self.game.mover
        assert game.each_seats
        other = min(game.each_seats, key=self.from_mover)
        game.each_seats.remove(other)
        payer, payee = (other, mover) if game.each_collects else (mover, other)
        yield from self.charge(payer, payee, game.each_amount, ev.EACH)

    # promises

    def give_iou(self, borrower: int, lender: int, amount: int) -> None:
        """Give an IOU, less what the lender already owes the borrower."""
        owes = self.game.owes
        if self.game.owes_to[lender] == borrower:
            cancelled = min(amount, owes[lender])
            amount -= cancelled
            self.owe(lender, borrower, owes[lender] - cancelled)
        if amount:
            self.owe(borrower, lender, owes[borrower] + amount)

    def owe(self, borrower: int, lender: int, amount: int) -> None:
        """Set what a player owes another by an IOU; if that is nothing, there is no IOU."""
        self.game.owes[borrower], self.game.owes_to[borrower] = amount, lender if amount else NOBODY

    def is_iou_due(self) -> bool:
        """Whether the mover has passed GO and paid all that the square costs, so that its IOU comes next."""
        game = self.game
        still_to_pay = game.each_seats or game.phase in (words.TAXING, words.CARD_CHOICE, words.CLAIMING)
        return bool(game.owes_now and not still_to_pay)

    def pay_back(self) -> Script:
        """Yield the payment of the mover's IOU."""
        game, mover = self.game, self.game.mover
        lender, amount = game.owes_to[mover], game.owes[mover]
        assert self.is_iou_due()
        game.owes_now = 0
        self.owe(mover, NOBODY, 0)
        yield from self.charge(mover, lender, amount, ev.IOU)

    def end_promises(self, seat: int, heir: int) -> None:
        """End a bankrupt player's IOUs; what was owed to it is now owed to its heir, less what the heir owes."""
        game = self.game
        game.free_rent[seat] = set()
        self.owe(seat, NOBODY, 0)
        for borrower in range(game.players):
            if game.owes_to[borrower] == seat:
                amount = game.owes[borrower]
                self.owe(borrower, NOBODY, 0)
                if heir not in (NOBODY, borrower):
                    self.give_iou(borrower, heir, amount)
        game.owes_now &= int(game.owes[game.mover] > 0)

    # bankruptcy

    def sell_down(self, square: int, level: int) -> Script:
        """Yield the sale of each building for half its cost."""
        owner, money = self.game.owner[square], (self.game.level[square] - level) * (self.box.house_cost[square] // 2)
        yield from self.pay(NOBODY, owner, money, ev.SALE, square)
        yield event(ev.SOLD_BUILDINGS, owner, square=square, amount=money, now=level)

    def bankrupt(self, seat: int, creditor: int) -> Script:
        """Yield a bankruptcy: buildings go at half price, cash to the creditor, the rest to the creditor or the bank."""
        box, game = self.box, self.game
        heir = creditor if box.player_bankruptcy == of.TO_CREDITOR and creditor >= 0 else NOBODY
        for square in sorted(game.deeds[seat]):
            if game.level[square]:
                yield from self.sell_down(square, 0)
        deeds, cards = sorted(game.deeds[seat]), [deck for deck in range(2) if game.card_holder[deck] == seat]
        things = bits_of([*deeds, *(of.MOST_SQUARES + deck for deck in cards)])
        yield event(ev.BANKRUPTED, seat, other=heir, amount=len(game.in_play), gives=things)
        if creditor >= 0 and box.player_bankruptcy == of.TO_BANK_AFTER_MORTGAGES:
            yield from self.pay(NOBODY, creditor, self.mortgage_values(seat), ev.ESTATE)
        yield from self.pay(seat, max(creditor, NOBODY), game.cash[seat], ev.ESTATE)
        if heir != NOBODY:
            yield from self.receive(heir, deeds, ev.INHERITED)
        else:
            yield from self.estate_to_bank(deeds, cards)
        self.end_promises(seat, heir)
        self.clear_debt()
        game.each_seats = game.each_seats - {seat} if game.mover != seat else set()
        game.phase = game.phase if game.mover != seat else words.TURN_OVER
        if self.left and self.left[0].kind == ev.ENDED:
            game.unsettled, game.estate, game.each_seats = set(), set(), set()

    def estate_to_bank(self, deeds: list[int], cards: list[int]) -> Script:
        """Yield an estate going to the bank: deeds are auctioned later, jail cards go under their decks.

        The deeds include one that was won at auction but not paid for.
        """
        game, box = self.game, self.box
        for square in deeds:
            yield from self.hand_over(square, NOBODY, ev.INHERITED)
        if box.auction != of.AUCTION_NONE and box.bank_bankruptcy == of.BANK_AUCTIONS:
            game.estate |= {*deeds, game.debt_deed} - {NOTHING}
        for deck in cards:
            self.luck.decks[deck].append(box.jail_card[deck])
