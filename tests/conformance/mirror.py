"""A second copy of what the table sees, kept by somebody who knows no rule and only reads the events."""

from __future__ import annotations

from typing import Any

from rentier.box.record import MOST_SQUARES, PARKING_POT
from rentier.game.events import (
    ACCEPTED,
    BANKRUPTED,
    BUILT,
    BY_JAIL_CARD,
    DEED_MOVED,
    ENDED,
    FREED,
    JAILED,
    KEPT_CARD,
    MORTGAGED,
    MOVED,
    PAID,
    SOLD_BUILDINGS,
    THREW,
    TURN_BEGAN,
    UNMORTGAGED,
    Event,
)
from rentier.game.words import FREE, NOBODY, POT


class Mirror:
    """Cash, deeds, buildings, mortgages, jail cards, tokens, and who is still in."""

    def __init__(self, box: Any, game: Any) -> None:
        self.box = box
        self.seen = read(game)

    def follow(self, events: list[Event]) -> None:
        """Change what the events say has changed."""
        for event in events:
            self._follow(event)

    def _follow(self, event: Event) -> None:
        seen, kind, seat, square = self.seen, event.kind, event.seat, event.square
        if kind == PAID:
            assert event.amount > 0
            self._pay(seat, -event.amount)
            self._pay(event.other, event.amount)
            assert seat < 0 or seen["cash"][seat] == event.now
        elif kind == DEED_MOVED:
            assert seen["owner"][square] == event.other
            seen["owner"][square] = seat
            if seat == NOBODY:
                seen["mortgaged"].discard(square)
        elif kind in (BUILT, SOLD_BUILDINGS):
            seen["level"][square] = event.now
        elif kind == MORTGAGED:
            seen["mortgaged"].add(square)
        elif kind == UNMORTGAGED:
            seen["mortgaged"].remove(square)
        elif kind in (MOVED, JAILED):
            assert seen["square"][seat] == event.other
            seen["square"][seat] = square
            seen["jailed"][seat] = kind == JAILED
            assert kind == JAILED or (event.other + event.amount) % int(self.box.squares) == square
        elif kind == FREED:
            seen["jailed"][seat] = False
            if event.why == BY_JAIL_CARD:
                seen["cards"][seen["cards"].index(seat)] = NOBODY
        elif kind == KEPT_CARD:
            seen["cards"][event.other] = seat
        elif kind == ACCEPTED:
            self._hand_cards(event.gives, event.other)
            self._hand_cards(event.takes, seat)
        elif kind == BANKRUPTED:
            self._hand_cards(event.gives, event.other)
            seen["jailed"][seat] = False
            seen["in_play"].remove(seat)
        elif kind == THREW:
            seen["dice"] = [int(digit) for digit in str(event.amount)]
        elif kind == TURN_BEGAN:
            seen["turn"] = (seat, event.amount, event.now)
        elif kind == ENDED:
            seen["winners"] = event.gives

    def _pay(self, seat: int, amount: int) -> None:
        """Money goes to a seat, or to the pot; what the bank has nobody counts."""
        if seat >= 0:
            self.seen["cash"][seat] += amount
        elif seat == POT and (amount < 0 or self.box.free_parking == PARKING_POT):
            self.seen["pot"] += amount

    def _hand_cards(self, things: int, seat: int) -> None:
        """Jail cards among some things go to a seat."""
        for deck in range(2):
            if things >> (MOST_SQUARES + deck) & 1:
                self.seen["cards"][deck] = seat


def read(game: Any) -> dict[str, Any]:
    """What a game shows of all that, in plain numbers."""
    players = int(game.players)
    return {
        "cash": game.cash[:players].tolist(),
        "pot": int(game.pot),
        "owner": game.owner.tolist(),
        "level": game.level.tolist(),
        "mortgaged": {square for square in range(MOST_SQUARES) if int(game.mortgaged) >> square & 1},
        "cards": game.card_holder.tolist(),
        "square": game.square[:players].tolist(),
        "jailed": [turns != FREE for turns in game.jail_turns[:players].tolist()],
        "in_play": {seat for seat in range(players) if int(game.in_play) >> seat & 1},
        "dice": [face for face in game.dice.tolist() if face],
        "turn": (int(game.mover), int(game.turns), int(game.rounds)),
        "winners": int(game.winners),
    }
