"""Ways out of a debt: what the debtor can raise from the bank, and the sales and mortgages that hurt least."""

from __future__ import annotations

from typing import Any, NamedTuple

from rentier.game.python_api import rent_of, unmortgage_cost_of
from rentier.game.words import MORTGAGE, SELL
from rentier.game_api import Game
from rentier.record.actions import parse_action
from rentier.referee.view import listed_actions

USUAL_ROLL = 7  # for the rent of utilities


class Step(NamedTuple):
    """A sale or mortgage: what it raises, and what it loses: the rent of one visit, and the extra price of buying back."""

    action: str
    raises: int
    loses: int


def rescue(game: Game) -> dict[str, Any]:
    """Return what selling and mortgaging everything `raises`, and the `steps` that cover the debt; none if nothing does.

    The steps are chosen one by one: always the one that loses the least for each pound raised. Then those that are not needed
    are left out.
    """
    seat = int(game.state.actor)
    short = int(game.state.debt) - game.cash[seat]
    everything = _raisable(game, seat)
    start = game.copy()
    start.state.debt = game.cash[seat] + everything  # a smaller one would be paid as soon as there is enough cash
    if everything < short:
        return {"raises": everything, "steps": []}
    steps = _cheapest(start.copy(), seat, short)
    raised = sum(step.raises for step in steps)
    if raised < short:
        return {"raises": raised, "steps": []}
    needed = _without_spare(start, steps, short)
    return {"raises": everything, "steps": [{"action": step.action, "raises": step.raises} for step in needed]}


def _sales(game: Game) -> list[str]:
    """Return the legal sales and mortgages."""
    return [action for action in listed_actions(game) if parse_action(game.box, action).kind in (SELL, MORTGAGE)]


def _raisable(game: Game, seat: int) -> int:
    """Return what selling all buildings and mortgaging all deeds brings."""
    box, state = game.box.record, game.state
    free = [
        square for square, owner in enumerate(state.owner.tolist()) if owner == seat and not int(state.mortgaged) >> square & 1
    ]
    sold = sum(int(state.level[square]) * (int(box.house_cost[square]) // 2) for square in free)
    return sold + (sum(int(box.mortgage[square]) for square in free) if box.mortgages else 0)


def _cheapest(game: Game, seat: int, short: int) -> list[Step]:
    """Carry out the cheapest steps until they cover what is short; return them, fewer if no more are possible."""
    steps: list[Step] = []
    while sum(step.raises for step in steps) < short:
        tried = [_tried(game.copy(), seat, action) for action in _sales(game)]
        found = [step for step in tried if step.raises > 0]
        if not found:  # the bank may lack the houses to break up a hotel, or a board may have worthless mortgages
            break
        best = min(found, key=lambda step: (step.loses / step.raises, -step.raises))
        game.apply(best.action)
        steps.append(best)
    return steps


def _tried(game: Game, seat: int, action: str) -> Step:
    raises, rents = -game.cost(action), _rents(game, seat)
    read = parse_action(game.box, action)
    box = game.box.record
    again = int(unmortgage_cost_of(box, read.target)) if read.kind == MORTGAGE else int(box.house_cost[read.target])
    game.apply(action)
    return Step(action, raises, rents - _rents(game, seat) + again - raises)


def _rents(game: Game, seat: int) -> int:
    """Return the sum of the rents of a player's deeds."""
    owned = (square for square, owner in enumerate(game.state.owner.tolist()) if owner == seat)
    return sum(int(rent_of(game.box.record, game.state, square, USUAL_ROLL)) for square in owned)


def _without_spare(start: Game, steps: list[Step], short: int) -> list[Step]:
    """Leave out the steps that are not needed, the most expensive first."""
    for step in sorted(steps, key=lambda step: -step.loses):
        others = [other for other in steps if other is not step]
        if sum(other.raises for other in others) >= short and _is_legal(start.copy(), others):
            steps = others
    return steps


def _is_legal(game: Game, steps: list[Step]) -> bool:
    """Whether steps can be carried out in turn."""
    for step in steps:
        if not game.is_legal(step.action):
            return False
        game.apply(step.action)
    return True
