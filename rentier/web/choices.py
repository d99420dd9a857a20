"""What a player can choose: the legal actions with their costs, and the effects of a trade."""

from __future__ import annotations

from typing import Any

from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.words import ACCEPT, COUNTER, KINDS, OFFER, RAISE, RESPOND, Action
from rentier.game_api import Game
from rentier.record.actions import ON_A_SQUARE, parse_action
from rentier.referee.view import bid_bounds, listed_actions, partners
from rentier.web.rescue import rescue

COSTLESS = ("roll", "end", "pass", "decline", "accept", "refuse", "bid", "bankrupt")


def question(game: Game, number: int, deadline: float | None) -> dict[str, Any]:
    """Return the question to the player to act."""
    seat = int(game.state.actor)
    actions = listed_actions(game)
    debt = int(game.state.debt) - game.cash[seat] if game.state.decision == RAISE else None
    return {
        "number": number,
        "seat": seat,
        "decision": game.decision,
        "choices": [choice(game, action) for action in actions],
        "bid": bid_bounds(game, actions),
        "offer_to": partners(game, seat),
        "counter": bool(game.state.decision == RESPOND and game.state.offer_depth < game.box.record.counter_offers),
        "shortfall": None if debt is None else max(debt, 0),
        "rescue": None if debt is None else rescue(game),
        "deadline": deadline,
    }


def choice(game: Game, text: str) -> dict[str, Any]:
    """Return one action with its square, if any, and its cost."""
    action = parse_action(game.box, text)
    kind = KINDS[action.kind]
    cost = None if kind in COSTLESS else game.cost(action) or None
    return {"action": text, "kind": kind, "square": action.target if action.kind in ON_A_SQUARE else None, "cost": cost}


def checked(game: Game, number: int, text: str) -> dict[str, Any]:
    """Return whether an action is legal now, what it costs, and the groups that a trade would complete for either side."""
    answer: dict[str, Any] = {"type": "checked", "number": number, "action": text}
    nothing: dict[str, list[str]] = {"you": [], "them": []}
    try:
        cost = game.cost(text)
        action = parse_action(game.box, text)
    except RentierError as error:
        return answer | {"legal": False, "error": str(error), "completes": nothing, "cost": 0}
    completes = _completed(game, action) if action.kind in (OFFER, COUNTER, ACCEPT) else nothing
    return answer | {"action": game.text(action), "legal": True, "error": None, "completes": completes, "cost": cost}


def _completed(game: Game, action: Action) -> dict[str, list[str]]:
    """Return the groups that a trade would complete, for the player to act and for the partner."""
    state = game.state
    accepts = action.kind == ACCEPT
    give, take = (int(state.offer_take), int(state.offer_give)) if accepts else (action.give, action.take)
    other = action.target if action.kind == OFFER else int(state.offer_from)
    mine, theirs = (int(state.deeds[each]) for each in (int(state.actor), other))
    return {
        "you": _new_groups(game.box, mine, mine & ~give | take),
        "them": _new_groups(game.box, theirs, theirs & ~take | give),
    }


def _new_groups(box: Box, before: int, after: int) -> list[str]:
    """Return the names of the groups that become complete."""
    return [group.name for group in box.board.groups if _has(after, group.squares) and not _has(before, group.squares)]


def _has(squares: int, wanted: tuple[int, ...]) -> bool:
    return all(squares >> square & 1 for square in wanted)


def complete_groups(box: Box, deeds: int) -> list[str]:
    """Return the ids of the complete groups in a set of deeds, given as bits."""
    return [group.id for group in box.board.groups if _has(deeds, group.squares)]
