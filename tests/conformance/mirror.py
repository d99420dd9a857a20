"""A second copy of the visible state, updated from the events alone without any rule."""

from __future__ import annotations

from typing import Any

from rentier.box.record import MOST_SQUARES, PARKING_POT
from rentier.game import events as ev
from rentier.game.events import Event
from rentier.game.words import FREE, NOBODY, POT

from .plain import plain

# cash, deeds, buildings, mortgages, jail cards, tokens, the turn, and who is still in the game
SEEN = (
    *("cash", "pot", "owner", "deeds", "level", "mortgaged", "card_holder", "square", "jail_turns"),
    *("in_play", "dice", "mover", "turns", "rounds", "winners"),
)


def read(game: Any) -> dict[str, Any]:
    """Return the visible state of a game."""
    return {name: getattr(game, name) for name in SEEN}


class Mirror:
    """The records of a game in plain numbers; its visible state follows the events."""

    def __init__(self, box: Any, game: Any) -> None:
        self.box, self.game = plain(box), plain(game)

    def follow(self, event: Event) -> None:
        """Apply an event."""
        game, kind, seat, square = self.game, event.kind, event.seat, event.square
        if kind == ev.PAID:
            assert event.amount > 0
            self._pay(seat, -event.amount)
            self._pay(event.other, event.amount)
            assert seat < 0 or game.cash[seat] == event.now
        elif kind == ev.DEED_MOVED:
            self._hand_over(square, event.other, seat)
        elif kind in (ev.BUILT, ev.SOLD_BUILDINGS):
            game.level[square] = event.now
        elif kind == ev.MORTGAGED:
            game.mortgaged.add(square)
        elif kind == ev.UNMORTGAGED:
            game.mortgaged.remove(square)
        elif kind in (ev.MOVED, ev.JAILED):
            assert game.square[seat] == event.other
            assert kind == ev.JAILED or (event.other + event.amount) % self.box.squares == square
            game.square[seat] = square
            game.jail_turns[seat] = 0 if kind == ev.JAILED else FREE
        elif kind == ev.STAYED_IN_JAIL:
            game.jail_turns[seat] += 1
        elif kind == ev.FREED:
            game.jail_turns[seat] = FREE
            if event.why == ev.BY_JAIL_CARD:
                game.card_holder[game.card_holder.index(seat)] = NOBODY
        elif kind == ev.KEPT_CARD:
            game.card_holder[event.other] = seat
        elif kind == ev.ACCEPTED:
            self._hand_cards(event.gives, event.other)
            self._hand_cards(event.takes, seat)
        elif kind == ev.BANKRUPTED:
            self._hand_cards(event.gives, event.other)
            game.jail_turns[seat] = FREE
            game.in_play.remove(seat)
        elif kind == ev.ROLLED:
            game.dice[: self.box.dice] = [int(digit) for digit in str(event.amount)]
        elif kind == ev.TURN_BEGAN:
            game.mover, game.turns, game.rounds = seat, event.amount, event.now
        elif kind == ev.ENDED:
            game.winners = event.gives

    def _pay(self, seat: int, amount: int) -> None:
        """Pay money to a seat or to the pot; the bank's money is not counted."""
        if seat >= 0:
            self.game.cash[seat] += amount
        elif seat == POT and (amount < 0 or self.box.free_parking == PARKING_POT):
            self.game.pot += amount

    def _hand_over(self, square: int, before: int, seat: int) -> None:
        """Give a deed to a seat, or to the bank, which removes its mortgage."""
        assert self.game.owner[square] == before
        self.game.owner[square] = seat
        if before != NOBODY:
            self.game.deeds[before].remove(square)
        if seat != NOBODY:
            self.game.deeds[seat].add(square)
        else:
            self.game.mortgaged.discard(square)

    def _hand_cards(self, things: int, seat: int) -> None:
        """Give the jail cards among some things to a seat."""
        for deck in range(2):
            if things >> (MOST_SQUARES + deck) & 1:
                self.game.card_holder[deck] = seat
