"""What a person may choose from: the legal actions, each with what it costs, and what a trade would lead to."""

from __future__ import annotations

from typing import Any

from rentier.box import Box
from rentier.errors import RentierError
from rentier.game.words import ACCEPT, COUNTER, KINDS, OFFER, RAISE, RESPOND, Action
from rentier.game_api import Game
from rentier.record.actions import ON_A_SQUARE, parse_action
from rentier.referee.view import bid_bounds, listed_actions, partners

COSTLESS = ("roll", "end", "pass", "decline", "accept", "refuse", "bid", "bankrupt")


def question(game: Game, number: int, deadline: float | None) -> dict[str, Any]:
    """What the player to act is asked."""
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
        "deadline": deadline,
    }


def choice(game: Game, text: str) -> dict[str, Any]:
    """One action, with its square where it has one, and its cost."""
    action = parse_action(game.box, text)
    kind = KINDS[action.kind]
    cost = None if kind in COSTLESS else game.cost(action) or None
    return {"action": text, "kind": kind, "square": action.target if action.kind in ON_A_SQUARE else None, "cost": cost}


def checked(game: Game, number: int, text: str) -> dict[str, Any]:
    """Whether an action would be carried out now, what it costs, and which groups a trade would complete for whom."""
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
    """The groups that a trade offered or accepted completes, for who decides and for the other."""
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
    """The names of groups that are complete only afterwards."""
    return [group.name for group in box.board.groups if _has(after, group.squares) and not _has(before, group.squares)]


def _has(squares: int, wanted: tuple[int, ...]) -> bool:
    return all(squares >> square & 1 for square in wanted)


def complete_groups(box: Box, deeds: int) -> list[str]:
    """The ids of the groups that are whole among some deeds, given as bits."""
    return [group.id for group in box.board.groups if _has(deeds, group.squares)]
