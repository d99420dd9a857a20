"""One step of a game, the same wherever compiled agents play: the player to act decides, the rules check and carry out.

    while table.game.decision != OVER:
        action = decide(table)
        if not is_allowed(table, action):
            return False
        carry_out(table, action)

Matches, recordings, rollouts and training differ only in what they do between these lines.
"""

from __future__ import annotations

from rentier.agents.inner import mind_at
from rentier.agents.mind import decide_at
from rentier.agents.table import MOST_DECISIONS_A_TURN, Table
from rentier.compiled import compiled
from rentier.game.apply import apply
from rentier.game.check import check
from rentier.game.legal import write_action
from rentier.game.reasons import ALLOWED
from rentier.game.words import Action


@compiled
def ask(table: Table, number: int) -> Action:
    """Return the action that agent `number` would choose for the player to act."""
    mind = mind_at(table.seats.minds, number)
    return decide_at(mind.function, table.box, table.game, mind)


@compiled
def decide(table: Table) -> Action:
    """Return the action that the player to act chooses."""
    return ask(table, table.seats.agent[table.game.actor])


@compiled
def is_endless(table: Table) -> bool:
    """Whether a turn has had more decisions than any sensible turn, so that an agent must be stuck in a loop."""
    return table.progress.made > table.progress.last


@compiled
def is_allowed(table: Table, action: Action) -> bool:
    """Whether an action is legal and the turn is not endless; otherwise the action is stored in `progress`.

    The placeholder of a Python agent also stops the loop with an illegal action (see `thinkers`); this way compiled agents pay
    nothing for it.
    """
    progress = table.progress
    if table.game.turns != progress.turn:
        progress.turn = table.game.turns
        progress.last = progress.made + MOST_DECISIONS_A_TURN
    if is_endless(table) or (progress.trusted == 0 and check(table.box, table.game, action) != ALLOWED):
        write_action(action, progress.illegal)
        return False
    return True


@compiled
def carry_out(table: Table, action: Action) -> None:
    """Carry out an action and continue to the next decision."""
    apply(table.box, table.game, table.luck, action)
    table.progress.made += 1
