"""Standing orders: what a table answers for its people at once, so that nobody is asked more often than they want.

Each player may make a person a few offers a turn, and must not repeat them; further offers of agents are refused. People can
also turn down all offers of a turn or of a player, and give a highest bid for an auction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rentier.box.record import AUCTION_SEALED
from rentier.game.state import GameRecord
from rentier.game.words import BID_OR_PASS, RESPOND, Action
from rentier.game_api import Game
from rentier.record.actions import offer_on_table
from rentier.referee.view import bid_bounds, listed_actions
from rentier.web.asked_offers import AskedOffers

OFFERS_ASKED = 2  # of each player to each person, in one turn
# settings of a table: [seat, muted seat] for each mute, and [seat, turn] for each quiet turn
UNWANTED: dict[str, list[list[int]]] = {"mutes": [], "quiet": []}


class Limit(NamedTuple):
    """A person's highest bid for a lot; `seen` is the high bid when it was set, which cannot fall in the same auction."""

    lot: int
    seen: int
    most: int

    def fits(self, state: GameRecord) -> bool:
        """Whether the same auction is still in progress."""
        return int(state.lot) == self.lot and int(state.high_bid) >= self.seen


class StandingOrders:
    """The orders at one table. After a restart, limits of bids are gone; offers are known again from the saved decisions."""

    def __init__(self) -> None:
        self._asked = AskedOffers()
        self._limits: dict[int, Limit] = {}  # by seat
        self._too_many = False  # whether the pending offer is one too many

    def take_note(self, game: Game, offers_asked: int | None) -> list[int]:
        """Take note of a new decision; return the seats whose auction is over.

        `offers_asked` is the limit if the decision is a person's.
        """
        state = game.state
        self._asked.see_turn(game.turn)
        ended = [seat for seat, limit in self._limits.items() if not limit.fits(state)]
        for seat in ended:
            del self._limits[seat]
        self._too_many = False
        if is_new_offer(state) and offers_asked is not None:
            proposer, deal = int(state.offer_from), offer_on_table(state)
            self._too_many = self.objection(proposer, deal, offers_asked) is not None
            if not self._too_many:
                self._asked.add(proposer, deal)
        return ended

    def objection(self, proposer: int, deal: Action, offers_asked: int) -> str | None:
        """Return why a player may not offer a person a deal, as a template; None if they may."""
        return self._asked.objection(proposer, deal, offers_asked)

    def answer(self, game: Game, settings: Mapping[str, Any]) -> str | None:
        """Return what the table does for the person to act; None if the person is asked."""
        state = game.state
        seat = int(state.actor)
        if is_new_offer(state):
            unwanted = is_unwanted(settings, seat, int(state.offer_from), game.turn)
            return "refuse" if unwanted or self._too_many else None
        limit = self._limits.get(seat)
        if state.decision != BID_OR_PASS or limit is None:
            return None
        bounds = bid_bounds(game, listed_actions(game))
        return f"bid {bounds['least']}" if bounds is not None and bounds["least"] <= limit.most else "pass"

    def limit(self, seat: int) -> int | None:
        """Return the highest bid of a seat in the auction in progress; None if it has none."""
        return self._limits[seat].most if seat in self._limits else None

    def set_limit(self, game: Game, seat: int, most: int | None) -> bool:
        """Set the highest bid of a seat, or with None take it back; return False if there is no open auction."""
        state = game.state
        if most is None:
            self._limits.pop(seat, None)
            return True
        if state.decision != BID_OR_PASS or game.box.record.auction == AUCTION_SEALED:
            return False
        self._limits[seat] = Limit(int(state.lot), int(state.high_bid), most)
        return True


def is_new_offer(state: GameRecord) -> bool:
    """Whether a player must answer an offer that is no counter-offer."""
    return bool(state.decision == RESPOND and state.offer_depth == 0)


def is_unwanted(settings: Mapping[str, Any], seat: int, proposer: int, turn: int) -> bool:
    """Whether a person has turned down all offers of a player, or of this turn."""
    return [seat, proposer] in settings["mutes"] or [seat, turn] in settings["quiet"]


def want_offers(settings: Mapping[str, Any], seat: int, turn: int, other: int | None, wanted: bool) -> dict[str, Any]:
    """Return the settings that change if a seat wants, or no longer wants, the offers of another player, or of this turn."""
    name, entry = ("quiet", [seat, turn]) if other is None else ("mutes", [seat, other])
    kept = [one for one in settings[name] if one != entry and (name == "mutes" or one[1] == turn)]
    return {name: kept if wanted else [*kept, entry]}
