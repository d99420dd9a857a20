"""The decisions of a recorded game, each with the state before it, what was done, and the listed options."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from rentier.errors import RentierError
from rentier.game.state import GameRecord
from rentier.game.words import A_HOTEL, A_HOUSE, BID_OR_PASS, BUY_OR_NOT, COUNTER, OFFER, RESPOND, Action
from rentier.game_api import Game
from rentier.narration.sentences import seat_names
from rentier.record.actions import offer_on_table, parse_action, terms_text
from rentier.record.games import WHAT


@dataclass(frozen=True)
class Moment:
    """One decision: `number` counts from 1, `options` are the listed actions except offers."""

    number: int
    round: int
    turn: int
    seat: int
    decision: str
    subject: str  # what it was about, if the action does not say it
    done: Action
    text: str
    options: tuple[Action, ...]
    forced: bool  # nothing else was allowed
    state: GameRecord


def read_moments(record: str) -> tuple[Game, list[Moment]]:
    """Return the game of a record at its end, and its decisions one by one."""
    end = Game.replay(record)
    if not end.decisions:
        raise RentierError(f"{WHAT}: it has no decisions; there is nothing to review")
    game = Game.replay(record, before=1)
    moments = []
    for number, decision in enumerate(end.decisions, 1):
        moments.append(_moment(game, number, decision.partition(": ")[2]))
        game.apply(moments[-1].text)
    return end, moments


def _moment(game: Game, number: int, text: str) -> Moment:
    """Return the decision that a game waits for, with the action `text` that was taken."""
    listed = [Action(*action) for action in game.legal_actions()]
    done = Action(*parse_action(game.box, text))
    options = tuple(action for action in listed if action.kind not in (OFFER, COUNTER))
    place = (number, game.round, game.turn, int(game.state.actor), game.decision, subject_of(game))
    return Moment(*place, done, text, options, listed == [done], copy.copy(game.state))


def subject_of(game: Game, names: Sequence[str] | None = None) -> str:
    """Return what a decision is about, if its actions do not say it: the offer, the lot, the square.

    `names`: the players' names, by default their seats.
    """
    state, decision = game.state, int(game.state.decision)
    if decision == RESPOND:
        proposer = (names or seat_names(game.players))[state.offer_from]
        return f"{proposer} offers {terms_text(game.box, offer_on_table(state))}"
    if decision == BUY_OR_NOT:
        return game.box.square_names[int(state.square[state.actor])]
    if decision == BID_OR_PASS:
        lot = int(state.lot)
        return "a house" if lot == A_HOUSE else "a hotel" if lot == A_HOTEL else game.box.square_names[lot]
    return ""
