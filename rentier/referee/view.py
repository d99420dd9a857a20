"""A game as programs see it: plain words and numbers that need no knowledge of Rentier, and no hidden information.

The board never changes and is sent once per game; the state is what everybody sees now; a question adds the legal actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from rentier.box import Box
from rentier.box.record import AUCTION_SEALED, DECKS, MENU_NONE, MOST_SQUARES, UNLIMITED
from rentier.game.check import check
from rentier.game.legal import legal_but_offers
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.words import (
    A_HOTEL,
    A_HOUSE,
    ACTION_NUMBERS,
    BID,
    BID_OR_PASS,
    BUY_OR_NOT,
    FREE,
    MANAGE,
    MOST_ACTIONS,
    MOST_MONEY,
    NOBODY,
    NOTHING,
    POT,
    RAISE,
    RESPOND,
    Action,
)
from rentier.game_api import HOTEL, Game
from rentier.record.actions import action_text, offer_on_table, square_text, terms_text
from rentier.referee.protocol import GAME, OVER, QUESTION, STATE, Message

SEALED_BID = "sealed bid"  # how others see a bid, or a pass, in a sealed auction


def plain(state: GameRecord) -> Any:
    """Return the fields of a state as plain numbers and arrays: many times faster to read from Python than the record.

    The arrays are views of the record and change with it.
    """
    record: Any = state
    return SimpleNamespace(**dict(zip(record.dtype.names, record.item(), strict=True)))


def board_view(box: Box) -> list[Message]:
    """Return the squares in order; those with a deed include its group, price, mortgage value, rents and house cost."""
    groups = {group.id: group for group in box.board.groups}
    squares = []
    for number, square in enumerate(box.board.squares):
        shown: Message = {"square": number, "name": square.name, "kind": square.kind}
        if square.is_deed:
            cost = groups[square.group].house_cost if square.group in groups else 0
            shown |= {"deed": square_text(box, number), "group": square.group, "price": square.price}
            shown |= {"mortgage": square.mortgage, "rents": list(square.rents), "house_cost": cost}
        if square.kind == "tax":
            shown |= {"tax": square.tax, "tax_percent": square.tax_percent}
        squares.append(shown)
    return squares


class View:
    """One game as programs see it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._deeds = {
            number: square_text(game.box, number) for number, square in enumerate(game.box.board.squares) if square.is_deed
        }
        self._made = -1  # decisions made before the last computed state
        self._state: Message = {}

    # messages

    def beginning(self, number: int, seat: int, seed: int) -> Message:
        """Return the message that begins a game."""
        box = self.game.box
        return {
            "type": GAME,
            "game": number,
            "seat": seat,
            "players": self.game.players,
            "seed": seed,
            "rules": self.game.rules,
            "switches": dict(box.switches),
            "overrides": dict(box.overrides),
            "currency": box.board.currency,
            "board": board_view(box),
        }

    def question(self, number: int, seconds: float, game_seconds: float) -> Message:
        """Return the question for the player to act: the legal actions, the time for it and for the game, and the state.

        `bid` has the bounds of a bid, `offer_to` the seats that an offer may go to, `counter` whether a counter-offer is legal;
        `position` is the whole position in Rentier's own notation.
        """
        game = self.game
        seat = int(game.state.actor)
        actions = listed_actions(game)
        return {
            "type": QUESTION,
            "id": number,
            "seat": seat,
            "decision": game.decision,
            "seconds": round(seconds, 3),
            "game_seconds": round(game_seconds, 3),
            "actions": actions,
            "bid": bid_bounds(game, actions),
            "offer_to": partners(game, seat),
            "counter": bool(game.state.decision == RESPOND and game.state.offer_depth < game.box.record.counter_offers),
            "state": self.state(),
            "position": game.position(),
        }

    def done(self, action: str, void: bool) -> Message:
        """Describe the action about to be carried out, as all players will see it; `void`: the player's own answer was void.

        A sealed bid stays secret.
        """
        game = self.game
        done = {"seat": game.actor, "decision": game.decision}
        if game.state.decision == BID_OR_PASS and game.box.record.auction == AUCTION_SEALED:
            return {**done, "action": SEALED_BID, "void": False}
        return {**done, "action": action, "void": void}

    def news(self, done: Message) -> Message:
        """Return the message with what was done and the state after it."""
        return {"type": STATE, "done": done, "state": self.state()}

    def end(self) -> Message:
        """Return the message that ends a game: the winners, and the rank and net worth of every seat."""
        standings = [{"rank": rank, "seat": seat, "worth": worth} for rank, seat, worth in self.game.standings]
        return {"type": OVER, "winners": list(self.game.winners), "standings": standings, "state": self.state()}

    # what everybody at the table sees

    def state(self) -> Message:
        """Return the state; it is computed once per decision."""
        if self._made != len(self.game.decisions):
            self._made = len(self.game.decisions)
            self._state = self._make_state()
        return self._state

    def _make_state(self) -> Message:
        game, state = self.game, plain(self.game.state)
        return {
            "round": game.round,
            "turn": game.turn,
            "mover": game.mover,
            "actor": game.actor,
            "decision": game.decision,
            "dice": list(game.dice),
            "doubles": game.doubles,
            "pot": game.pot,
            "houses_left": game.houses_left,
            "hotels_left": game.hotels_left,
            "players": [self._player(seat, state) for seat in range(state.players)],
            "deeds": self._deeds_of_all(state),
            "auction": None if state.lot == NOTHING else self._auction(),
            "offer": None if state.offer_from == NOBODY else self._offer(),
            "debt": None if state.debt == 0 else self._debt(),
            "winners": list(game.winners),
        }

    def _player(self, seat: int, state: Any) -> Message:
        game, box = self.game, self.game.box
        unlimited = box.record.offers_per_turn == UNLIMITED
        square, jail_turns = int(state.square[seat]), int(state.jail_turns[seat])
        owes = int(state.owes[seat])
        return {
            "seat": seat,
            "cash": int(state.cash[seat]),
            "worth": game.worth(seat),
            "square": square,
            "square_name": box.square_names[square],
            "in_jail": jail_turns != FREE,
            "jail_turns": max(jail_turns, 0),
            "jail_cards": [f"{deck} card" for number, deck in enumerate(DECKS) if state.card_holder[number] == seat],
            "offers_left": None if unlimited else max(int(box.record.offers_per_turn - state.offers_made[seat]), 0),
            "owes": {"to": int(state.owes_to[seat]), "amount": owes} if owes else None,
            "free_rent": list(game.free_rent(seat)) if state.free_rent[seat] else [],
            "bankrupt": bool(state.fallen[seat] != 0),
        }

    def _deeds_of_all(self, state: Any) -> Message:
        """Return every deed by name: the seat that owns it, its houses (5: a hotel), and whether it is mortgaged."""
        owner, level, mortgaged = state.owner.tolist(), state.level.tolist(), int(state.mortgaged)
        hotel = int(self.game.box.record.hotel_level)
        return {
            name: {
                "square": number,
                "owner": _somebody(owner[number]),
                "houses": HOTEL if level[number] == hotel else level[number],
                "mortgaged": bool(mortgaged >> number & 1),
            }
            for number, name in self._deeds.items()
        }

    def _auction(self) -> Message:
        state = self.game.state
        lots = {A_HOUSE: "house", A_HOTEL: "hotel"}
        lot = int(state.lot)
        return {
            "lot": lots.get(lot) or self._deeds[lot],
            "high_bid": int(state.high_bid),
            "leader": _somebody(state.leader),
            "bidders": [seat for seat in range(self.game.players) if int(state.bidders) >> seat & 1],
        }

    def _offer(self) -> Message:
        """Return the offer on the table, as seen by the player who made it."""
        offer = offer_on_table(self.game.state)
        return {
            "from": int(self.game.state.offer_from),
            "to": offer.target,
            "terms": terms_text(self.game.box, offer),
            "gives": self._side(offer.give, max(offer.amount, 0), max(offer.iou, 0)),
            "asks": self._side(offer.take, max(-offer.amount, 0), max(-offer.iou, 0)),
            "free_rent": self._named(offer.free_rent),
        }

    def _side(self, things: int, cash: int, iou: int) -> Message:
        cards = [f"{deck} card" for number, deck in enumerate(DECKS) if things >> (MOST_SQUARES + number) & 1]
        return {"deeds": self._named(things), "jail_cards": cards, "cash": cash, "iou": iou}

    def _named(self, things: int) -> list[str]:
        """Return the names of the deeds in a set of squares."""
        return [name for number, name in self._deeds.items() if things >> number & 1]

    def _debt(self) -> Message:
        state = self.game.state
        creditor = int(state.creditor)
        bank = {NOBODY: "bank", POT: "pot"}
        return {"debtor": int(state.debtor), "creditor": bank.get(creditor, creditor), "amount": int(state.debt)}


def _somebody(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def listed_actions(game: Game) -> list[str]:
    """Return the legal actions other than offers, as text; of the legal bids, only a selection."""
    rows = np.empty((MOST_ACTIONS, ACTION_NUMBERS), np.int64)
    number = legal_but_offers(game.box.record, game.state, rows)
    return [action_text(game.box, Action(*row)) for row in rows[:number].tolist()]


def bid_bounds(game: Game, actions: Sequence[str]) -> Message | None:
    """Return the lowest and highest legal bid, or None if no bid is asked for; the lowest is among the listed actions."""
    least = next((int(text.split()[1]) for text in actions if text.startswith("bid ")), None)
    if least is None:
        return None
    most, beyond = least, MOST_MONEY + 1
    while beyond - most > 1:
        middle = (most + beyond) // 2
        if check(game.box.record, game.state, Action(BID, 0, middle)) == ALLOWED:
            most = middle
        else:
            beyond = middle
    return {"least": least, "most": most}


def partners(game: Game, seat: int) -> list[int]:
    """Return the seats to which the player to act may make an offer now."""
    state, rules = game.state, game.box.record
    short = state.decision == BUY_OR_NOT and state.cash[seat] < rules.price[state.square[seat]]
    if rules.trade_menu == MENU_NONE or not (short or state.decision in (MANAGE, RAISE)):
        return []
    if rules.offers_per_turn != UNLIMITED and state.offers_made[seat] >= rules.offers_per_turn:
        return []
    return [other for other in range(game.players) if other != seat and not game.bankrupt(other)]
