"""Play games of a match and tally what happens in them (see `tally`); compiled separately, only when needed."""

from __future__ import annotations

from numba import types

from rentier.agents.step import decide, is_allowed
from rentier.agents.table import TABLE, Table
from rentier.arena.play import ROWS, SCHEDULE, Schedule, begin_scheduled, write_result
from rentier.arena.tally import TALLY, TallyRecord, watch_beginning, watch_decision, watch_end, watch_step
from rentier.compiled import compiled, entry
from rentier.game.events import EVENTS, EventsRecord
from rentier.game.reporting import apply_and_report
from rentier.game.words import OVER
from rentier.layout import Numbers


@compiled
def watch_on(table: Table, tally: TallyRecord, events: EventsRecord) -> bool:
    """Play to the end as `play.play_on` does, and tally; return False if an action is illegal."""
    while table.game.decision != OVER:
        action = decide(table)
        if not is_allowed(table, action):
            return False
        watch_decision(table, action, tally)
        apply_and_report(table.box, table.game, table.luck, events, action)
        table.progress.made += 1
        watch_step(table, tally, events)
    return True


@entry(types.int64(TABLE, SCHEDULE, types.int64, types.int64, ROWS, TALLY, EVENTS))
def watch_games(
    table: Table, schedule: Schedule, first: int, begun: int, results: Numbers, tally: TallyRecord, events: EventsRecord
) -> int:
    """Play and tally len(results) games from game `first` on, as `play.play_games` does."""
    for row in range(len(results)):
        if row > 0 or begun == 0:
            begin_scheduled(table, schedule, first + row)
        if table.progress.made == 0:
            watch_beginning(table.box, table.game, tally)
        if not watch_on(table, tally, events):
            return row
        watch_end(table.box, table.game, tally)
        write_result(table, results[row])
    return len(results)
