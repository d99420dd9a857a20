"""The bank's ledger, kept by an accountant who does not know the rules' code: what each action should cost the players.

Everything is worked out from what can be seen before and after an action (records, dice by their formula, cards drawn), with
arithmetic of its own. `bank_flow` is the change of all cash and of the pot that the rules of the game call for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rentier.box.record import (
    ADVANCE_TO,
    AUCTION_SEALED,
    BACK_TO,
    BANK_PAYS,
    CHANCE,
    CHEST,
    DRAW_REPLACE,
    JAIL_CARD,
    LIST_PRICE,
    MOVE_BY,
    NEAREST,
    PARKING,
    PARKING_POT,
    PAY_BANK,
    REPAIRS,
    TAX,
    TIE_LAST,
    TIE_NOBODY,
)
from rentier.game.words import (
    ACCEPT,
    BANKRUPT,
    BID,
    BID_OR_PASS,
    BUILD,
    BUY,
    CHOOSE_CARD,
    DRAW_CARD,
    FREE,
    LEAVING_JAIL,
    LIFT,
    MORTGAGE,
    NOBODY,
    NOTHING,
    OVER,
    PAY_FINE,
    PAY_SHARE,
    PAY_TAX,
    PLACE,
    POT,
    RAISE,
    ROLL,
    Action,
)

WORD = (1 << 64) - 1


class Unexplained(Exception):  # noqa: N818 - no error: the accountant passes
    """More happened at once than can be told apart from outside."""


def mix(key: int, stream: int, number: int) -> int:
    """SplitMix64 read at any place, in plain whole numbers."""
    bits = (key + 0x9E3779B97F4A7C15 * ((stream << 40) + number + 1)) & WORD
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & WORD
    return bits ^ (bits >> 31)


def throw(key: int, seat: int, number: int, dice: int) -> list[int]:
    """The faces of a seat's number-th throw under a key."""
    bits = mix(key, seat, number)
    if dice == 2:
        return [1 + ((bits & 0xFFFFFFFF) * 6 >> 32), 1 + ((bits >> 32) * 6 >> 32)]
    return [1 + ((mix(bits, seat, die) >> 32) * 6 >> 32) for die in range(dice)]


def squares_in(bits: int) -> list[int]:
    """The members of a set written as bits."""
    return [place for place in range(64) if int(bits) >> place & 1]


def total_money(game: Any) -> int:
    """All cash on the table and in the pot."""
    return int(game.cash.sum()) + int(game.pot)


@dataclass
class Due:
    """Something owed to the bank, straight or by way of the pot."""

    payer: int
    creditor: int
    amount: int


@dataclass
class Ledger:
    """One action: the records before and after it, and what has been written down of it so far."""

    box: Any
    before: Any
    after: Any
    luck_before: Any
    luck_after: Any
    action: Action
    flow: int = 0  # money that came out of the bank
    gains: dict[int, int] = field(default_factory=dict)  # the same by seat, of what can come before a bankruptcy
    dues: list[Due] = field(default_factory=list)
    taken: list[int] = field(default_factory=lambda: [0, 0])  # cards of each deck followed so far
    passed_go: bool = False
    either: set[int] = field(default_factory=lambda: {0})  # where outsiders cannot know which of several prices held

    # what is seen

    @property
    def fallen(self) -> list[int]:
        """Seats that went bankrupt during the action."""
        return [seat for seat in range(int(self.before.players)) if self.before.fallen[seat] == 0 != self.after.fallen[seat]]

    def interest(self, square: int) -> int:
        return -(-int(self.box.mortgage[square]) * int(self.box.mortgage_interest) // 100)

    def gain(self, seat: int, amount: int) -> None:
        self.flow += amount
        self.gains[seat] = self.gains.get(seat, 0) + amount

    def owe(self, payer: int, creditor: int, amount: int) -> None:
        self.dues.append(Due(payer, creditor, int(amount)))

    # the parts of the account

    def account(self) -> set[int]:
        """The changes of all cash and pot together that would be right; nearly always one."""
        self.old_debt()
        self.own_action()
        self.hammer()
        self.buildings()
        self.mortgages()
        self.received_deeds()
        self.paying_back()
        seized = self.bankruptcies()
        paid = sum(due.amount for due in self.dues if due.creditor < 0 and self.is_paid(due) and not self.stays_in_pot(due))
        return {self.flow - paid - seized + other for other in self.either}

    def stays_in_pot(self, due: Due) -> bool:
        return due.creditor == POT and bool(self.box.free_parking == PARKING_POT)

    def is_paid(self, due: Due) -> bool:
        """A due is paid unless it is the debt that waits now, or its payer is out."""
        if due.payer in self.fallen and due is self.last_due_of(due.payer):
            return False
        return due is not self.waiting_due()

    def waiting_due(self) -> Due | None:
        """The due that is the debt to be met now."""
        after = self.after
        wanted = Due(int(after.debtor), int(after.creditor), int(after.debt))
        return next((due for due in self.dues if due == wanted), None)

    def last_due_of(self, seat: int) -> Due | None:
        mine = [due for due in self.dues if due.payer == seat]
        return mine[-1] if mine else None

    def old_debt(self) -> None:
        if self.before.debt > 0 and self.before.creditor < 0:
            self.owe(int(self.before.debtor), int(self.before.creditor), self.before.debt)

    def own_action(self) -> None:
        """What the action itself asks of the bank, and where it moves the token."""
        before, box, kind = self.before, self.box, self.action.kind
        mover = int(before.mover)
        square = int(before.square[mover])
        if kind == BUY:
            self.flow -= int(box.price[square])
        elif kind == PAY_TAX:
            self.owe(mover, POT, box.tax[square])
        elif kind == PAY_SHARE:
            self.owe(mover, POT, -(-self.full_worth(mover) * int(box.tax_percent[square]) // 100))
        elif kind == PAY_FINE and before.decision == CHOOSE_CARD:
            self.owe(mover, POT, box.card_first[before.choice_deck, before.choice_card])
        elif kind == PAY_FINE:
            self.owe(mover, POT, box.jail_fine)
        elif kind == ROLL:
            self.roll(mover)
        elif kind == DRAW_CARD:
            landed = self.obey(mover, square, int(box.card_second[before.choice_deck, before.choice_card]))
            self.land(mover, landed)
        elif before.phase == LEAVING_JAIL and mover not in self.fallen and self.after.jail_turns[mover] == FREE:
            self.walk(mover, sum(before.dice[: box.dice].tolist()))

    def full_worth(self, seat: int) -> int:
        """Cash, deeds at their printed price and buildings at cost."""
        worth = int(self.before.cash[seat])
        for square in squares_in(self.before.deeds[seat]):
            worth += int(self.box.price[square]) + int(self.before.level[square]) * int(self.box.house_cost[square])
        return worth

    # moving

    def roll(self, seat: int) -> None:
        box, before = self.box, self.before
        luck = self.luck_before
        faces = throw(int(luck.key), seat, int(luck.throws[seat]), int(box.dice))
        double = len(faces) > 1 and len(set(faces)) == 1
        if before.jail_turns[seat] != FREE:
            if double:
                self.walk(seat, sum(faces))
            elif before.jail_turns[seat] + 1 >= box.jail_max_turns:
                self.owe(seat, POT, box.jail_fine)
                if before.cash[seat] >= box.jail_fine:
                    self.walk(seat, sum(faces))
            return
        if double and faces[0] == 1:
            self.gain(seat, int(box.snake_eyes_bonus))
        if double and before.doubles == 2 and box.jail_square >= 0:
            return
        self.walk(seat, sum(faces))

    def walk(self, seat: int, steps: int) -> None:
        self.land(seat, self.forward(seat, int(self.before.square[seat]), steps))

    def forward(self, seat: int, square: int, steps: int) -> int:
        """Move on, with the salary for each passing of GO."""
        rounds, place = divmod(square + steps, int(self.box.squares))
        self.passed_go = self.passed_go or rounds > 0
        if rounds > 0 and self.box.go_square == 0:
            self.gain(seat, rounds * int(self.box.salary))
            if place == 0:
                self.gain(seat, int(self.box.go_exact_bonus))
        return place

    def land(self, seat: int, square: int | None) -> None:
        """What the bank gives or asks on a square, and on those that cards lead to."""
        box = self.box
        while square is not None:
            here, square = square, None
            kind = box.kind[here]
            if kind in (CHANCE, CHEST):
                square = self.obey(seat, here, 0 if kind == CHANCE else 1)
            elif kind == TAX and box.tax_percent[here] == 0:
                self.owe(seat, POT, box.tax[here])
            elif kind == PARKING:
                self.gain(seat, int(box.free_parking_bonus))
                self.gains[seat] += int(self.before.pot)  # from the pot, not from the bank

    def drawn(self, deck: int) -> list[int]:
        """The cards drawn from a deck during the action, in order."""
        number = int(self.luck_after.draws[deck] - self.luck_before.draws[deck])
        if number > 1 and self.box.card_draw == DRAW_REPLACE:
            raise Unexplained
        size = int(self.box.deck_size[deck])
        kept = self.before.card_holder[deck] == NOBODY != self.after.card_holder[deck]
        end = int(self.before.deck_top[deck]) + int(self.before.deck_left[deck])
        cards = [int(self.luck_after.order[deck, (end + place) % size]) for place in range(number - kept)]
        return [*cards, int(self.box.jail_card[deck])] if kept else cards

    def obey(self, seat: int, square: int, deck: int) -> int | None:
        """The next card of a deck: what the bank gives or asks, and the square it leads to."""
        box = self.box
        cards = self.drawn(deck)
        if self.taken[deck] >= len(cards):
            assert self.before.deck_left[deck] == 0, "no card was drawn"
            return None
        card = cards[self.taken[deck]]
        self.taken[deck] += 1
        effect, first, second = (int(part[deck, card]) for part in (box.card_effect, box.card_first, box.card_second))
        if effect == BANK_PAYS:
            self.gain(seat, first)
        elif effect == PAY_BANK:
            self.owe(seat, POT, first)
        elif effect == REPAIRS:
            levels = [int(self.before.level[lot]) for lot in squares_in(self.before.deeds[seat])]
            hotels = levels.count(int(box.hotel_level))
            self.owe(seat, POT, hotels * second + (sum(levels) - hotels * int(box.hotel_level)) * first)
        elif effect == ADVANCE_TO:
            return self.forward(seat, square, (first - square) % int(box.squares))
        elif effect == BACK_TO:
            return first
        elif effect == MOVE_BY:
            return self.forward(seat, square, first) if first > 0 else (square + first) % int(box.squares)
        elif effect == NEAREST:
            steps = 1
            while box.kind[(square + steps) % box.squares] != first:
                steps += 1
            self.forward(seat, square, steps)
        elif effect == JAIL_CARD:
            assert self.after.card_holder[deck] == seat
        return None

    # auctions, buildings, mortgages

    def hammer(self) -> None:
        """A deed knocked down: the winner owes the bank the bid."""
        before, after, action = self.before, self.after, self.action
        if before.decision != BID_OR_PASS or before.lot < 0:
            return
        if after.lot == before.lot and not self.fallen:  # who falls by a bid has won and cannot pay: the lot comes up again
            return
        bidder = int(before.actor)
        winner, price = int(before.leader), int(before.high_bid)
        if self.box.auction == AUCTION_SEALED:
            winner, price = self.open_envelopes(bidder)
        elif action.kind == BID:
            winner, price = bidder, action.amount
        if winner != NOBODY:
            self.owe(winner, NOBODY, price)
            if winner not in self.fallen:
                assert after.owner[before.lot] == winner or (after.debt_deed == before.lot and after.debtor == winner)

    def open_envelopes(self, last: int) -> tuple[int, int]:
        """Who wins by sealed bids, the last of which is the action."""
        players = int(self.before.players)
        bids = [int(bid) for bid in self.luck_before.sealed[:players]]
        if self.action.kind == BID:
            bids[last] = self.action.amount
        price = max(bids)
        order = [(int(self.before.mover) + step) % players for step in range(1, players + 1)]
        best = [seat for seat in order if bids[seat] == price]
        if price == 0 or (len(best) > 1 and self.box.auction_tie == TIE_NOBODY and self.before.lot >= 0):
            return NOBODY, 0
        return best[-1 if self.box.auction_tie == TIE_LAST else 0], price

    def buildings(self) -> None:
        """Buildings that went up cost their price, those that came down bring half of it."""
        before, after, box = self.before, self.after, self.box
        for square in squares_in(int(before.built) | int(after.built)):
            levels = int(after.level[square]) - int(before.level[square])
            if levels == 0:
                continue
            stripped = before.level[square] < box.hotel_level  # may also go up where a group is evened out
            if levels < 0 or (self.action.kind not in (BUILD, BID) and before.lot == NOTHING and stripped):
                self.flow -= levels * (int(box.house_cost[square]) // 2)
            else:
                assert levels == 1
                self.pay_building(square)

    def pay_building(self, square: int) -> None:
        """At the price of the board, or at that of the auction where it was scarce."""
        before, box = self.before, self.box
        cost = int(box.house_cost[square])
        if before.decision == PLACE:
            self.flow -= int(before.high_bid)
        elif before.decision == BID_OR_PASS:
            price = int(before.high_bid)
            if box.auction == AUCTION_SEALED:
                price = self.open_envelopes(int(before.actor))[1]
            elif self.action.kind == BID:
                price = self.action.amount
            self.flow -= price
        elif box.shortage_auction == 1 and box.auction != 0:
            # an auction that nobody else could bid in is over at once, at its lowest bid
            lowest = {min(int(box.shortage_open_bid), int(before.cash[before.actor]))}
            if box.shortage_open_bid == LIST_PRICE:
                lowest = {int(price) for price in box.house_cost if 0 < price <= cost}
            self.either = {-cost, *(-price for price in lowest)} if self.could_be_scarce(square) else {-cost}
        else:
            self.flow -= cost

    def could_be_scarce(self, square: int) -> bool:
        """Few enough pieces in the bank for an auction. Otherwise the board's price is the only right one."""
        is_hotel = self.before.level[square] + 1 == self.box.hotel_level
        left = int(self.before.hotels_left if is_hotel else self.before.houses_left)
        lots = len(squares_in(int(self.box.streets)))
        return 0 <= left < lots * (1 if is_hotel else int(self.box.hotel_level) - 1)

    def mortgages(self) -> None:
        for square in squares_in(int(self.before.mortgaged) ^ int(self.after.mortgaged)):
            if self.after.owner[square] == NOBODY:
                continue  # came back to the bank free of mortgage
            if int(self.after.mortgaged) >> square & 1:
                assert self.action.kind == MORTGAGE
                self.flow += int(self.box.mortgage[square])
            elif int(self.before.unsettled) >> square & 1 and self.box.lift_on_transfer:
                continue  # counted as received
            elif self.before.owner[square] == self.after.owner[square]:
                assert self.action.kind == LIFT
                self.flow -= int(self.box.mortgage[square]) + self.interest(square)
            elif not self.box.lift_on_transfer:
                raise Unexplained  # through the bank to another owner in one go

    def received_deeds(self) -> None:
        """Whoever received a mortgaged deed owes its interest, once, when it is settled."""
        if self.box.mortgage_transfer_fee == 0 or self.after.decision == OVER:
            return
        before, after = self.before, self.after
        waiting = int(before.unsettled)
        for square in squares_in(int(before.mortgaged)):
            moved = before.owner[square] != after.owner[square]
            if moved and after.owner[square] != NOBODY and before.owner[square] != NOBODY:
                waiting |= 1 << square
        for square in squares_in(waiting & ~int(after.unsettled)):
            if int(after.mortgaged) >> square & 1:
                self.owe(int(after.owner[square]), NOBODY, self.interest(square))
            elif self.box.lift_on_transfer and after.owner[square] != NOBODY:
                self.owe(int(after.owner[square]), NOBODY, int(self.box.mortgage[square]) + self.interest(square))

    def paying_back(self) -> None:
        """An IOU that fell due by passing GO, now or before: paid to another player, after what the square asked for."""
        borrower = int(self.before.mover)
        due = int(self.before.owes[borrower])
        if due and (self.passed_go or self.before.owes_now):
            self.owe(borrower, int(self.before.owes_to[borrower]), due)

    def bankruptcies(self) -> int:
        """The cash that the bank took from who went bankrupt to it."""
        fallen = self.fallen
        if not fallen:
            return 0
        if len(fallen) > 1:
            raise Unexplained
        seat = fallen[0]
        owed = self.last_due_of(seat)
        if self.action.kind == BANKRUPT:
            creditor = int(self.before.creditor) if self.before.decision == RAISE else NOBODY
        elif self.before.debt > 0 and self.before.debtor == seat:
            creditor = int(self.before.creditor)
        else:
            creditor = owed.creditor if owed is not None else 0
        if creditor >= 0:
            return 0
        if self.action.kind == ACCEPT or len([due for due in self.dues if due.payer == seat]) > 1:
            raise Unexplained
        cash = int(self.before.cash[seat]) + self.gains.get(seat, 0)
        for square in squares_in(self.before.deeds[seat]):
            cash += int(self.before.level[square]) * (int(self.box.house_cost[square]) // 2)
        return cash


def check_books(box: Any, before: Any, after: Any, luck_before: Any, luck_after: Any, action: Action) -> bool:
    """Assert that the money on the table changed by what the action should cost; False where nobody could tell."""
    change = total_money(after) - total_money(before)
    try:
        right = Ledger(box, before, after, luck_before, luck_after, action).account()
    except Unexplained:
        return False
    assert change in right, f"{action}: all money changed by {change} where {sorted(right)} would be right"
    return True
