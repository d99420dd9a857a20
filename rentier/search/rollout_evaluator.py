"""Evaluating an option by rollouts: games that begin with it and are played to their end by agents, each with its own luck.

    evaluator = RolloutEvaluator(game.box, [parse_agent("aggressive")], game.players)
    evaluator.set_state(game.state, read_seed(1))
    evaluator.play(Action(BUY), range(100)).mean(axis=0)

Games with the same number have the same dice and the same random numbers of the agents for every option (common random
numbers), so that differences between options are less often due to luck alone. The luck is drawn before the option is carried
out: dice and cards that follow from it are part of its evaluation.
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
from rentier.search.rollouts import ENDED, ILLEGAL, NO_LIMIT, NO_SEAT, Until, default_action, imagine_world, play_on, start_over
from rentier.search.values import result

OPTION_STREAM = (1 << 21) + 3
RULES_BROKEN = -1
RESULTS = types.Array(types.float64, 2, "C")


@compiled
def is_option(chosen: Action, options: Numbers) -> bool:
    """Whether an action is the first (and only) one on the list."""
    row = options[0]
    if chosen.kind != row[0] or chosen.target != row[1] or chosen.amount != row[2] or chosen.give != row[3]:
        return False
    return bool(chosen.take == row[4] and chosen.iou == row[5] and chosen.free_rent == row[6])


@entry(types.int64(TABLE, GAME, ACTION_TRACE, types.uint64, types.int64, types.int64, ACTIONS, RESULTS))
def play_option(
    table: Table, known: GameRecord, trace: ActionTrace, key: Any, first: int, free: int, options: Numbers, results: Numbers
) -> int:
    """Play one game per row of results, from game `first` of the key on, each beginning with the option on the list.

    If `free`, the agent makes its own first decision. Return how often the agent would choose the option itself, or
    RULES_BROKEN.
    """
    game = table.game
    chosen_freely = 0
    for rollout in range(results.shape[0]):
        start_over(table, known)
        imagine_world(table, mix(key, OPTION_STREAM, first + rollout))
        chosen = ask(table, wide(game.actor))  # even if its answer is not used, so that its mind is the same afterwards
        if is_option(chosen, options):
            chosen_freely += 1
        elif free == 0:
            chosen = action(options, 0)
        if not is_allowed(table, chosen):
            return RULES_BROKEN
        carry_out(table, chosen)
        stop = play_on(table, Until(NO_SEAT, NO_LIMIT, False, -1), trace)
        if stop == ILLEGAL:
            return RULES_BROKEN
        for seat in range(game.players):
            results[rollout, seat] = result(game, seat) if stop == ENDED else 0.0
    return chosen_freely


@entry(ACTION(TABLE, GAME, types.uint64))
def ask_default(table: Table, known: GameRecord, key: Any) -> Action:
    """`default_action` for the player to act, for Python."""
    return default_action(table, known, wide(known.actor), key)


class RolloutEvaluator:
    """Evaluates the options of one state after another. `agents`: one for each seat, or one that plays for all.

    It may be used by one thread only.
    """

    def __init__(self, box: Box, agents: Sequence[Agent], players: int) -> None:
        check_compiled(agents)
        if len(agents) not in (1, players):
            raise RentierError(f"agents: {len(agents)} are named for {players} seats; name one for each, or one for all")
        self.players = players
        self.imagined = ImaginedTable(box, [agents[seat % len(agents)] for seat in range(MOST_SEATS)], players)
        self.trace = new_action_trace()
        self.options = np.zeros((1, ACTION_NUMBERS), np.int64)

    def set_state(self, game: GameRecord, key: Any) -> None:
        """Set the state to evaluate and the key of its games."""
        self.imagined.set_game(game)
        self.key = key

    def play(self, option: Action, rollouts: range) -> Numbers:
        """Return the results of all seats in these games after an option, one row per game."""
        return self._play(option, rollouts, False)[0]

    def play_freely(self, option: Action, rollouts: range) -> tuple[Numbers, bool]:
        """Return the results if the agent decides itself, and whether it chose this option in every game."""
        results, chosen_freely = self._play(option, rollouts, True)
        return results, chosen_freely == len(rollouts)

    def default_action(self) -> Action:
        """Return what the agent of the player to act would do."""
        imagined = self.imagined
        return Action(*ask_default(imagined.table, imagined.known, key_of(self.key, 0)))

    def _play(self, option: Action, rollouts: range, free: bool) -> tuple[Numbers, int]:
        """Play these rollouts; return their results and how often the agent would choose the option itself."""
        results = np.zeros((len(rollouts), self.players))
        self.options[0] = option
        imagined = self.imagined
        chosen_freely = play_option(
            imagined.table, imagined.known, self.trace, self.key, rollouts.start, int(free), self.options, results
        )
        if chosen_freely == RULES_BROKEN:
            raise imagined.rule_error()
        return results, int(chosen_freely)
