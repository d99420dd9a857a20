"""One step of a game, the same wherever compiled agents play: the player to act decides, the rules judge and carry out.

    while table.game.decision != OVER:
        action = decide(table)
        if not is_allowed(table, action):
            return False
        carry_out(table, action)

What differs between a match, a recording, a rollout and a lesson is what is done between these lines.
"""

from __future__ import annotations

from rentier.agents.inner import mind_at
from rentier.agents.mind import decide_at
from rentier.agents.table import MOST_DECISIONS_A_TURN, Table
from rentier.compiled import compiled
from rentier.game.apply import apply
from rentier.game.check import check
from rentier.game.legal import write_action
from rentier.game.reasons import FINE
from rentier.game.words import Action


@compiled
def ask(table: Table, who: int) -> Action:
    """What an agent would do if it were to act."""
    mind = mind_at(table.seats.minds, who)
    return decide_at(mind.function, table.box, table.game, mind)


@compiled
def decide(table: Table) -> Action:
    """What the player to act would do."""
    return ask(table, table.seats.agent[table.game.actor])


@compiled
def is_endless(table: Table) -> bool:
    """Whether a turn has had so many decisions that an agent must be going round in circles."""
    return table.progress.made > table.progress.last


@compiled
def is_allowed(table: Table, action: Action) -> bool:
    """Whether the rules allow an action, in a turn that may still go on; one that is not allowed is kept in `progress`.

    A Python agent also stops the loop by an illegal action (see `thinkers`), which costs the others nothing.
    """
    progress = table.progress
    if table.game.turns != progress.turn:
        progress.turn = table.game.turns
        progress.last = progress.made + MOST_DECISIONS_A_TURN
    if is_endless(table) or (progress.trusted == 0 and check(table.box, table.game, action) != FINE):
        write_action(action, progress.illegal)
        return False
    return True


@compiled
def carry_out(table: Table, action: Action) -> None:
    """Carry out what was decided, and run on to the next decision."""
    apply(table.box, table.game, table.luck, action)
    table.progress.made += 1
