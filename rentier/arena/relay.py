"""Games in which somebody thinks in Python: the compiled loop stops at each question of a thinker and goes on with the answer.

These few entries are apart from `play`, so that only tables with a thinker compile them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from rentier.agents.mind import AGENTS, MINDS
from rentier.arena.play import NUMBERS, ROWS, begin_game, finish_game, play_on
from rentier.arena.tally import TALLY, TallyRecord
from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.game.state import BOX, GAME, LUCK, GameRecord, LuckRecord
from rentier.records import Numbers

if TYPE_CHECKING:
    from rentier.arena.tables import Table


@entry(types.void(BOX, GAME, LUCK, MINDS, NUMBERS, ROWS, types.int64, types.uint64, types.int64, TALLY, types.int64, NUMBERS))
def begin_one(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    minds: Any,
    agent_of: Numbers,
    seatings: Numbers,
    shuffled: int,
    seed: Any,
    number: int,
    tally: TallyRecord,
    closely: int,
    pace: Numbers,
) -> None:
    """Begin the number-th game of a match."""
    begin_game(box, game, luck, minds, agent_of, seatings, shuffled, seed, number, tally, closely, pace)


@entry(types.int64(BOX, GAME, LUCK, AGENTS, MINDS, NUMBERS, TALLY, types.int64, NUMBERS, NUMBERS, NUMBERS))
def go_on(
    box: BoxRecord,
    game: GameRecord,
    luck: LuckRecord,
    agents: Any,
    minds: Any,
    agent_of: Numbers,
    tally: TallyRecord,
    closely: int,
    illegal: Numbers,
    pace: Numbers,
    result: Numbers,
) -> int:
    """Play until the game is over, its result being written: 1; or until a question or an illegal action: 0."""
    decisions = play_on(box, game, luck, agents, minds, agent_of, tally, closely, illegal, pace)
    if decisions < 0:
        return 0
    finish_game(box, game, agent_of, tally, closely, decisions, result)
    return 1


def play_with_thinkers(table: Table, first: int, results: Numbers) -> int:
    """Play len(results) games from the first-th on, asking thinkers; how many were played to their end.

    It stops where an agent breaks the rules, or at the next question of a thinker once the table is stopped.
    """
    for row in range(len(results)):
        counted: Any = table.tally
        table.tally = counted.copy()
        _begin(table, first + row)
        if not _play_to_end(table, results[row]):
            table.tally = counted  # a game that is dropped does not count
            return row
    return len(results)


def _begin(table: Table, number: int) -> None:
    """Begin a game, for the thinkers too."""
    begin_one(
        *(table.box.record, table.game, table.luck, table.minds, table.agent_of, table.seatings, table.shuffled),
        *(np.uint64(table.seed), number, table.tally, table.closely, table.pace),
    )
    for who, thinker in table.thinkers.items():
        thinker.begin(table.minds[who].key)


def _play_to_end(table: Table, result: Numbers) -> bool:
    """Play the game that has begun to its end; False where it stops before."""
    records = (table.box.record, table.game, table.luck, table.functions, table.minds, table.agent_of)
    while not go_on(*records, table.tally, table.closely, table.illegal, table.pace, result):
        if table.asked is None or table.stopped.is_set():
            return False
        table.ask()
    return True
