"""What those who tell a decision share: the game before and after it, the words, and the account of the money."""

from __future__ import annotations

from collections.abc import Iterator

from rentier.box import Box
from rentier.box.record import PARKING_POT
from rentier.game.state import GameRecord
from rentier.game.words import ACCEPT, POT, Action

INDENT = "  "


class Tale:
    """The telling of one decision. `cash`, `pot` and `owing` follow the money as far as it has been told."""

    def __init__(self, box: Box, before: GameRecord, after: GameRecord, action: Action) -> None:
        self.box = box
        self.record = box.record
        self.before = before
        self.after = after
        self.action = Action(*map(int, action))
        self.actor = int(before.actor)
        self.mover = int(before.mover)
        self.players = int(before.players)
        self.cash = [int(before.cash[seat]) for seat in range(self.players)]
        self.pot = int(before.pot)
        self.creditor = int(before.creditor)
        self.owing = int(before.debt) > 0
        self.each = int(before.each_seats), int(before.each_amount), int(before.each_collects)
        self.unsettled = int(before.unsettled)
        self.bid = int(before.high_bid)
        kept = action.kind == ACCEPT or not self.in_play(self.mover) or after.owes[self.mover] != 0
        self.pays_back = 0 if kept else int(before.owes[self.mover])
        self.lines: list[str] = []

    # words

    def say(self, line: str) -> None:
        """One more sentence, under the heading of its turn."""
        self.lines.append(f"{INDENT}{line[0].upper()}{line[1:]}.")

    def money(self, amount: int) -> str:
        """An amount in the board's currency."""
        return f"{self.box.board.currency}{amount}"

    def name(self, square: int) -> str:
        """The name of a square."""
        return self.box.square_names[square]

    def who(self, seat: int) -> str:
        """A seat, or the bank."""
        return f"seat {seat}" if seat >= 0 else "the bank"

    def squares(self, bits: int) -> Iterator[int]:
        """The squares of a set of bits, in board order."""
        return (square for square in range(int(self.record.squares)) if bits >> square & 1)

    def standing(self, square: int) -> str:
        """What stands on a lot now."""
        level = int(self.after.level[square])
        if level == self.record.hotel_level:
            return "a hotel"
        return {0: "bare", 1: "1 house"}.get(level, f"{level} houses")

    def in_play(self, seat: int) -> bool:
        """Whether a seat is still in the game."""
        return bool(int(self.after.in_play) >> seat & 1)

    # money

    def move_cash(self, payer: int, payee: int, amount: int) -> None:
        """Cash changes hands in the account."""
        if payer >= 0:
            self.cash[payer] -= amount
        if payee >= 0:
            self.cash[payee] += amount
        elif payee == POT and self.record.free_parking == PARKING_POT:
            self.pot += amount

    def charge(self, payer: int, payee: int, amount: int, reason: str) -> None:
        """A payment falls due: it is made, or becomes a debt."""
        if amount == 0:
            return
        if self.cash[payer] >= amount:
            self.move_cash(payer, payee, amount)
            self.say(f"seat {payer} pays {self.who(payee)} {self.money(amount)} {reason}")
        else:
            self.owing = True
            self.creditor = payee
            short = f"has {self.money(self.cash[payer])}"
            self.say(f"seat {payer} owes {self.who(payee)} {self.money(amount)} {reason} and {short}")

    def unexplained(self, seat: int) -> int:
        """How much more the account gives a seat than it has: what it must have paid or now owes."""
        in_debt = self.after.debt > 0 and self.after.debtor == seat
        pays_back = self.pays_back if seat == self.mover else 0
        if in_debt and not pays_back:
            return int(self.after.debt)
        return self.cash[seat] - int(self.after.cash[seat]) - (0 if in_debt else pays_back)
