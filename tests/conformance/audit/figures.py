"""What things cost by the printed rules, calculated without the rules' code."""

from __future__ import annotations

from rentier.box import record as of
from rentier.game import events as ev
from rentier.game.words import A_HOTEL, A_HOUSE, FREE

from ..mirror import Mirror


def rounded_up(amount: int, percent: int) -> int:
    """Return a share in percent, rounded up."""
    return -(-amount * percent // 100)


class Figures(Mirror):
    """Rents, interest, worth and buildings in the present state."""

    def group(self, square: int) -> set[int]:
        """Return the squares of a square's group."""
        return {other for other in range(self.box.squares) if self.box.group[other] == self.box.group[square]}

    def own_group(self, square: int) -> set[int]:
        """Return those of them that the square's owner has."""
        return {other for other in self.group(square) if self.game.owner[other] == self.game.owner[square]}

    def rent(self, square: int, total: int) -> int:
        """Return the rent of an owned square; that of a utility depends on the roll."""
        box, game = self.box, self.game
        rents, own, level = box.rents[square], self.own_group(square), game.level[square]
        if box.kind[square] == of.UTILITY:
            return int(rents[len(own) - 1] * total)
        if box.kind[square] == of.STATION:
            return int(rents[len(own if box.stations_count_mortgaged else own - game.mortgaged) - 1])
        spoilt = own & game.mortgaged and not box.double_rent_with_mortgaged_member
        doubled = box.double_rent_full_set and level == 0 and own == self.group(square) and not spoilt
        return int(rents[level] * (2 if doubled else 1))

    def no_rent(self, seat: int, square: int) -> int | None:
        """Return why a visitor owes the owner of a square no rent; None if it does."""
        game = self.game
        if square in game.mortgaged:
            return ev.IS_MORTGAGED
        if square in game.free_rent[seat]:
            return ev.PROMISED
        jailed = game.jail_turns[game.owner[square]] != FREE
        return ev.OWNER_IN_JAIL if jailed and not self.box.rent_in_jail else None

    def interest(self, square: int) -> int:
        return rounded_up(self.box.mortgage[square], self.box.mortgage_interest)

    def unmortgaging(self, square: int) -> int:
        return int(self.box.mortgage[square]) + self.interest(square)

    def receiving(self, square: int) -> int:
        """Return what it costs to receive a mortgaged deed."""
        return self.unmortgaging(square) if self.box.unmortgage_on_transfer else self.interest(square)

    def mortgage_values(self, seat: int) -> int:
        """Return what a seat's deeds without buildings would bring as mortgages."""
        free = self.game.deeds[seat] - self.game.mortgaged
        return sum(self.box.mortgage[square] for square in free) if self.box.mortgages else 0

    def raisable(self, seat: int) -> int:
        """Return the most a seat could pay."""
        sales = sum(self.game.level[square] * (self.box.house_cost[square] // 2) for square in self.game.deeds[seat])
        return int(self.game.cash[seat] + sales) + self.mortgage_values(seat)

    def taxable_worth(self, seat: int) -> int:
        """Cash, deeds at their printed price, buildings at cost, IOUs."""
        box, game = self.box, self.game
        deeds = sum(box.price[square] + game.level[square] * box.house_cost[square] for square in game.deeds[seat])
        ious = sum(owed for owed, lender in zip(game.owes, game.owes_to, strict=True) if lender == seat) - game.owes[seat]
        return int(game.cash[seat] + deeds + ious)

    def pieces_left(self, piece: int) -> float:
        """Return the number of houses or hotels in the bank."""
        hotel, levels = self.box.hotel_level, self.game.level
        supply = self.box.hotels if piece == A_HOTEL else self.box.houses
        used = levels.count(hotel) if piece == A_HOTEL else sum(level for level in levels if level < hotel)
        return float("inf") if supply == of.UNLIMITED else supply - used

    def next_piece(self, square: int) -> int:
        return A_HOTEL if self.game.level[square] + 1 == self.box.hotel_level else A_HOUSE

    def can_take(self, square: int, piece: int) -> bool:
        """Whether a house or hotel of the bank could be built on an owned square next."""
        box, own, levels = self.box, self.own_group(square), self.game.level
        whole = own == self.group(square) or box.build_without_full_set
        even = not box.even_build or levels[square] == min(levels[lot] for lot in own)
        right_piece = levels[square] < box.hotel_level and self.next_piece(square) == piece and self.pieces_left(piece) > 0
        return bool(box.house_cost[square] and whole and even and right_piece and not own & self.game.mortgaged)

    def lots_for(self, seat: int, piece: int) -> list[int]:
        """Return the lots of a seat on which a house or hotel of the bank could be built next."""
        return sorted(square for square in self.game.deeds[seat] if self.can_take(square, piece))

    def wanted(self, seat: int, piece: int) -> int:
        """Return how many such pieces a seat could pay for, in all groups where it could place one now."""
        cash, number, hotel = self.game.cash[seat], 0, self.box.hotel_level
        groups = dict.fromkeys(tuple(sorted(self.own_group(lot))) for lot in self.lots_for(seat, piece))
        for lot in (lot for lots in groups for lot in lots):
            level, cost = self.game.level[lot], self.box.house_cost[lot]
            room = int(level == hotel - 1) if piece == A_HOTEL else max(hotel - 1 - level, 0)
            count = min(room, cash // max(cost, 1))
            cash -= count * cost
            number += count
        return number

    def is_scarce(self, seat: int, piece: int) -> bool:
        """Whether others want such a piece too, together more than there are, and the rules then auction them."""
        auctioned = self.box.shortage_auction and self.box.auction != of.AUCTION_NONE
        others = sum(self.wanted(other, piece) for other in self.game.in_play - {seat})
        return bool(auctioned and others and self.wanted(seat, piece) + others > self.pieces_left(piece))
