"""The prospects of an option: how games end that begin with it, each played on by agents on luck of its own.

    evaluator = RolloutEvaluator(game.box, [parse_agent("aggressive")], game.players)
    evaluator.look(game.state, read_seed(1))
    evaluator.play(Action(BUY), range(100)).mean(axis=0)

The number-th game of every option has the same dice and the same moods, so that what differs between two options is less often
luck alone. Luck is imagined afresh before the option is carried out: dice and cards that it brings are part of its prospects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import types

from rentier.agents.mind import action
from rentier.agents.specs import Agent, check_compiled
from rentier.agents.step import ask, carry_out, is_allowed
from rentier.agents.table import TABLE, Table
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.compiled import compiled, entry
from rentier.errors import RentierError
from rentier.game.check import ACTION
from rentier.game.legal import ACTIONS
from rentier.game.luck import key_of, mix
from rentier.game.state import GAME, GameRecord
from rentier.game.words import ACTION_NUMBERS, Action
from rentier.layout import Numbers, wide
from rentier.search.action_trace import ACTION_TRACE, ActionTrace, new_action_trace
from rentier.search.imagined import ImaginedTable
from rentier.search.rollouts import ENDED, FOUL, NO_LIMIT, NO_SEAT, Until, default_action, imagine_world, play_on, start_over
from rentier.search.values import result

PROSPECTS_STREAM = (1 << 21) + 3
AGAINST_THE_RULES = -1
RESULTS = types.Array(types.float64, 2, "C")


@compiled
def is_option(chosen: Action, options: Numbers) -> bool:
    """An action is the one on the list."""
    row = options[0]
    if chosen.kind != row[0] or chosen.target != row[1] or chosen.amount != row[2] or chosen.give != row[3]:
        return False
    return bool(chosen.take == row[4] and chosen.iou == row[5] and chosen.free_rent == row[6])


@entry(types.int64(TABLE, GAME, ACTION_TRACE, types.uint64, types.int64, types.int64, ACTIONS, RESULTS))
def play_option(
    table: Table, known: GameRecord, trace: ActionTrace, key: Any, first: int, free: int, options: Numbers, results: Numbers
) -> int:
    """Play once for each row of results, from the first-th game of the key on, beginning with the option on the list.

    Where it is `free`, the agent begins as it likes. How often it liked the option, or that somebody broke the rules.
    """
    game = table.game
    liked = 0
    for rollout in range(results.shape[0]):
        start_over(table, known)
        imagine_world(table, mix(key, PROSPECTS_STREAM, first + rollout))
        chosen = ask(table, wide(game.actor))  # always, so that its mind is the same afterwards
        if is_option(chosen, options):
            liked += 1
        elif free == 0:
            chosen = action(options, 0)
        if not is_allowed(table, chosen):
            return AGAINST_THE_RULES
        carry_out(table, chosen)
        stop = play_on(table, Until(NO_SEAT, NO_LIMIT, False, -1), trace)
        if stop == FOUL:
            return AGAINST_THE_RULES
        for seat in range(game.players):
            results[rollout, seat] = result(game, seat) if stop == ENDED else 0.0
    return liked


@entry(ACTION(TABLE, GAME, types.uint64))
def first_instinct(table: Table, known: GameRecord, key: Any) -> Action:
    """What the agent whose decision it is would do."""
    return default_action(table, known, wide(known.actor), key)


class RolloutEvaluator:
    """Room to look at one state after another. `agents`: one for each seat, or one who plays for all.

    It is for one thread.
    """

    def __init__(self, box: Box, agents: Sequence[Agent], players: int) -> None:
        check_compiled(agents)
        if len(agents) not in (1, players):
            raise RentierError(f"agents: {len(agents)} are named for {players} seats; name one for each, or one for all")
        self.players = players
        self.evaluator = ImaginedTable(box, [agents[seat % len(agents)] for seat in range(MOST_SEATS)], players)
        self.trace = new_action_trace()
        self.options = np.zeros((1, ACTION_NUMBERS), np.int64)

    def set_state(self, game: GameRecord, key: Any) -> None:
        """Look at a state; its games are those of this key."""
        self.evaluator.look(game)
        self.key = key

    def play(self, option: Action, rollouts: range) -> Numbers:
        """The results of all seats in these games after an option, one row for each game."""
        return self._play(option, rollouts, False)[0]

    def play_freely(self, option: Action, rollouts: range) -> tuple[Numbers, bool]:
        """The same where the agent begins as it likes, and whether it liked this option every time."""
        results, liked = self._play(option, rollouts, True)
        return results, liked == len(rollouts)

    def default_action(self) -> Action:
        """What the agent whose decision it is would do."""
        evaluator = self.evaluator
        return Action(*first_instinct(evaluator.table, evaluator.known, key_of(self.key, 0)))

    def _play(self, option: Action, rollouts: range, free: bool) -> tuple[Numbers, int]:
        """Play on as often as there are rollouts; how often the agent liked the option."""
        results = np.zeros((len(rollouts), self.players))
        self.options[0] = option
        evaluator = self.evaluator
        liked = play_option(
            evaluator.table, evaluator.known, self.trace, self.key, rollouts.start, int(free), self.options, results
        )
        if liked == AGAINST_THE_RULES:
            raise evaluator.broken()
        return results, int(liked)
