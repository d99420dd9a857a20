"""The game and the agent of Khan 2019 written out in plain Python, from the text and the printed program of the work."""

from __future__ import annotations

import bisect
import copy
import random
from collections.abc import Callable
from typing import Any

from rentier.agents.khan_sheet import Weights
from rentier.box import load_box
from rentier.game_api import Game
from tests.rules.positions import player, position

LEEDS = load_box("khan2019")


class Leeds:
    """A position of the small game: money, squares and owners, and what follows from a deal."""

    def __init__(self, cash: list[int], owner: dict[int, int], square: list[int]) -> None:
        self.cash, self.owner, self.square = cash, owner, square

    def copy(self) -> Leeds:
        return Leeds(copy.copy(self.cash), dict(self.owner), copy.copy(self.square))

    def game(self, rules: str = "khan2019", **more: Any) -> Game:
        seats = []
        for seat, cash in enumerate(self.cash):
            deeds = [LEEDS.square_names[square] for square in sorted(self.owner) if self.owner[square] == seat]
            seats.append(player(cash, self.square[seat], deeds))
        return position(*seats, rules=rules, **more)

    def rent(self, square: int) -> int:
        record = LEEDS.record
        group = [other for other in range(11) if record.group_of[square] >> other & 1]
        owners = {self.owner.get(other) for other in group}
        full = len(owners) == 1 and None not in owners
        return int(record.rents[square, 0]) * (2 if full else 1)

    def value(self, weights: Weights, seat: int) -> float:
        """Section 5.2, line by line."""
        rents = [0] * len(self.cash)
        for square, owner in self.owner.items():
            rents[owner] += self.rent(square)
        rivals = [other for other in range(len(self.cash)) if other != seat]
        deadly = [sq for sq in range(1, 11) if self.owner.get(sq) != seat and self.rent(sq) > self.cash[seat]]
        value = self.cash[seat] + rents[seat] * weights.rent
        value -= sum(self.cash[rival] for rival in rivals) * weights.rivals_money
        value -= sum(rents[rival] for rival in rivals) * weights.rivals_rent
        value -= len(deadly) / 11 * weights.jeopardy
        return value - (weights.penalty if self.cash[seat] < weights.reserve else 0)

    def bought(self, buyer: int, square: int, price: int) -> Leeds:
        after = self.copy()
        after.owner[square] = buyer
        after.cash[buyer] -= price
        return after

    def sold(self, buyer: int, square: int, price: int) -> Leeds:
        after = self.bought(buyer, square, price)
        after.cash[self.owner[square]] += price
        return after

    def worst(self, weights: Weights, seat: int, square: int, price: int) -> float:
        """The value when the worst rival owns a square at a price."""
        rivals = [other for other in range(len(self.cash)) if other != seat]
        return min(self.bought(rival, square, price).value(weights, seat) for rival in rivals)

    def auctioned(self, all_weights: list[Weights], square: int, mover: int) -> tuple[int, int]:
        """Return who gets the square and for how much: bids of one more, from the mover's left, until one bidder is left."""
        bidders = [(mover + step) % len(self.cash) for step in range(1, len(self.cash) + 1)]
        bid = 0
        while len(bidders) > 1:
            seat = bidders.pop(0)
            weights = all_weights[seat]
            if self.cash[seat] > bid:
                if self.bought(seat, square, bid).value(weights, seat) > self.worst(weights, seat, square, bid):
                    bidders.append(seat)
                    bid += 1
        return bidders[0], bid

    def best_sale(self, all_weights: list[Weights], square: int) -> tuple[list[int], Leeds | None]:
        """Return the rivals with the best price for a deed and the result of selling to the first; none if no price will do."""
        seller = self.owner[square]
        weights = all_weights[seller]
        best: list[tuple[float, int, Leeds]] = []
        for rival in (other for other in range(len(self.cash)) if other != seller):
            target = self.value(all_weights[rival], rival) + all_weights[rival].buy_margin
            prices = [
                price
                for price in range(1, self.cash[rival] + 1)
                if self.sold(rival, square, price).value(all_weights[rival], rival) >= target
            ]
            if prices:
                after = self.sold(rival, square, max(prices))
                if after.value(weights, seller) >= self.value(weights, seller) + weights.sell_margin:
                    best.append((after.value(weights, seller), rival, after))
        if not best:
            return [], None
        most = max(value for value, _, _ in best)
        winners = [(rival, after) for value, rival, after in best if value == most]
        return [rival for rival, _ in winners], winners[0][1]

    def ahead(self, weights: Weights, seat: int, mover: int, depth: int) -> float:
        """Expectiminimax without any pruning."""
        if depth == 0:
            return self.value(weights, seat)
        total = 0.0
        follower = (mover + 1) % len(self.cash)
        for face in range(1, 7):
            after = self.copy()
            square = after.square[mover] = (self.square[mover] + face) % 11
            price, owner = int(LEEDS.record.price[square]), self.owner.get(square)
            if owner is not None and owner != mover:
                rent = self.rent(square)
                broke = rent > self.cash[mover]
                after.cash[mover] -= min(rent, self.cash[mover])
                after.cash[owner] += min(rent, self.cash[mover])
                if broke:
                    after.owner = {sq: owner if who == mover else who for sq, who in self.owner.items()}
                    total += after.value(weights, seat)
                    continue
            options = [after.ahead(weights, seat, follower, depth - 1)]
            if square != 0 and owner is None and price <= self.cash[mover]:
                options.append(after.bought(mover, square, price).ahead(weights, seat, follower, depth - 1))
            total += max(options) if mover == seat else min(options)
        return total / 6


def last_of(holds: Callable[[int], bool], most: int) -> int:
    """Return the highest number up to `most` for which something holds, if it holds for 0 and for all lower numbers."""
    assert holds(0)
    return bisect.bisect_left(range(1, most + 1), True, key=lambda number: not holds(number))


def any_position(chooser: random.Random, most: int = 900) -> Leeds:
    """Two to four players with some money and some deeds."""
    players = chooser.randint(2, 4)
    owned = chooser.random()
    owner = {square: chooser.randrange(players) for square in range(1, 11) if chooser.random() < owned}
    cash = [chooser.choice([chooser.randint(0, 30), chooser.randint(1, most)]) for _ in range(players)]
    return Leeds(cash, owner, [chooser.randrange(11) for _ in range(players)])
