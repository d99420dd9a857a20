"""Evaluating a state or an option by rollouts: games that agents play on from it, each with its own luck.

    evaluator = RolloutEvaluator(game.box, [parse_agent("aggressive")], game.players)
    evaluator.set_state(game.state, read_seed(1))
    evaluator.play(Action(BUY), range(100)).mean(axis=0)

For every option, games with the same number use the same dice, and agents get the same random numbers (common random numbers),
so differences between options are less often due to luck alone. The luck is drawn before the option is carried out, so dice and
cards that follow from the option are part of its evaluation.

Games are played to their end, or cut after some turns and valued by a network (`Valuation`). The first rolls are stratified
(`strata`), or the luck of all rolls and cards is subtracted from the results (`rolls`).
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import types

from rentier.agents.mind import MIND, MindRecord, action
from rentier.agents.seating import minds_needed, seat_agents
from rentier.agents.specs import Agent, check_all_win_probabilities, check_compiled
from rentier.agents.step import ask, carry_out, decide, is_allowed, is_endless
from rentier.agents.table import TABLE, Table
from rentier.box import Box
from rentier.box.record import MOST_SEATS
from rentier.compiled import compiled, entry
from rentier.errors import RentierError
from rentier.game.check import ACTION
from rentier.game.legal import ACTIONS
from rentier.game.luck import key_of, mix
from rentier.game.state import GAME, GameRecord
from rentier.game.words import OVER, Action
from rentier.layout import Numbers, many, new, wide
from rentier.search.chances import write_chances_now, write_result
from rentier.search.imagined import ImaginedTable
from rentier.search.rollouts import CUT, ENDED, ENDLESS, ILLEGAL, NO_LIMIT, default_action, imagine_world, start_over
from rentier.search.rolls import ROLL_RECORD, RollRecord, add_luck, before_action
from rentier.search.strata import load_first_roll

OPTION_STREAM = (1 << 21) + 3
RULES_BROKEN = -1
MOST_TURNS = 1_000_000
NO_ACTION = Action(-1, 0)
RESULTS = types.Array(types.float64, 2, "C")
COUNTS = types.Array(types.int64, 1, "C")


@dataclass(frozen=True)
class Valuation:
    """What a network does in rollouts: value games cut after `cut` turns (None: never cut), and measure luck."""

    network: Agent
    cut: int | None = None
    subtract_luck: bool = False


class Rollouts(NamedTuple):
    """How rollouts are played: from the known game, cut after `turns` turns (0: never), luck subtracted (1) or not (0)."""

    known: GameRecord
    turns: int
    subtract: int
    roll: RollRecord
    valuer: MindRecord


ROLLOUTS = types.NamedTuple((GAME, types.int64, types.int64, ROLL_RECORD, MIND), Rollouts)


@compiled
def is_option(chosen: Action, options: Numbers) -> bool:
    """Whether an action is the first one on the list."""
    row = options[0]
    if chosen.kind != row[0] or chosen.target != row[1] or chosen.amount != row[2] or chosen.give != row[3]:
        return False
    return bool(chosen.take == row[4] and chosen.iou == row[5] and chosen.free_rent == row[6])


@compiled
def play_action(table: Table, rollouts: Rollouts, chosen: Action, luck: Numbers) -> None:
    """Carry out an action, and add the luck of the roll or card that it led to."""
    if rollouts.subtract == 0:
        carry_out(table, chosen)
        return
    before_action(table, rollouts.roll)
    carry_out(table, chosen)
    add_luck(table, rollouts.roll, rollouts.valuer, chosen, luck)


@compiled
def play_out(table: Table, rollouts: Rollouts, last_turn: int, luck: Numbers) -> int:
    """Let all agents play on to the last turn or to the end; return why it stopped."""
    game = table.game
    while game.decision != OVER:
        if game.turns > last_turn:
            return CUT
        chosen = decide(table)
        if not is_allowed(table, chosen):
            return ENDLESS if is_endless(table) else ILLEGAL
        play_action(table, rollouts, chosen, luck)
    return ENDED


@compiled
def write_values(table: Table, rollouts: Rollouts, stop: int, values: Numbers) -> None:
    """Write what the rollout was worth to each seat, less its luck; `values` holds that luck."""
    game, roll = table.game, rollouts.roll
    if stop == CUT:
        write_chances_now(table.box, game, rollouts.valuer, roll.chances)
    else:
        write_result(game, roll.chances)
    for seat in range(game.players):
        values[seat] = roll.chances[seat] - values[seat]


@entry(types.int64(TABLE, ROLLOUTS, types.uint64, types.int64, types.int64, ACTIONS, RESULTS, COUNTS))
def play_option(
    table: Table, rollouts: Rollouts, key: Any, first: int, free: int, options: Numbers, results: Numbers, counts: Numbers
) -> int:
    """Play one game per row of results, numbered from `first` under the key, each starting with the listed actions.

    The first of them is the option, any others follow it. If `free`, the agent makes its own first decision. `counts` receives
    the number of games without a winner, by reason. Return how often the agent would choose the option itself, or RULES_BROKEN.
    """
    game = table.game
    chosen_freely = 0
    last_turn = wide(rollouts.known.turns) + rollouts.turns if rollouts.turns > 0 else NO_LIMIT
    for number in range(results.shape[0]):
        start_over(table, rollouts.known)
        imagine_world(table, mix(key, OPTION_STREAM, first + number))
        if rollouts.subtract == 0:  # otherwise the luck of the first roll is subtracted as well
            load_first_roll(table, key, first + number)
        chosen = ask(table, wide(game.actor))  # even if its answer is not used, so that its mind is the same afterwards
        if is_option(chosen, options):
            chosen_freely += 1
        elif free == 0:
            chosen = action(options, 0)
        if not is_allowed(table, chosen):
            return RULES_BROKEN
        play_action(table, rollouts, chosen, results[number])
        for place in range(1, options.shape[0]):
            follows = action(options, place)
            if not is_allowed(table, follows):
                return RULES_BROKEN
            play_action(table, rollouts, follows, results[number])
        stop = play_out(table, rollouts, last_turn, results[number])
        if stop == ILLEGAL:
            return RULES_BROKEN
        if stop != ENDED or game.winners == 0:
            counts[stop] += 1
        write_values(table, rollouts, stop, results[number])
    return chosen_freely


@entry(ACTION(TABLE, GAME, types.uint64))
def ask_default(table: Table, known: GameRecord, key: Any) -> Action:
    """`default_action` for the player to act, for Python."""
    return default_action(table, known, wide(known.actor), key)


class RolloutEvaluator:
    """Evaluates states and options one after another. `agents`: one for each seat, or one that plays for all.

    `valuation`: where games are cut and how their luck is measured; without one they are played to their end. `counts`: the
    number of games without a winner since the last state was set, by reason. Use each evaluator in one thread only.
    """

    def __init__(self, box: Box, agents: Sequence[Agent], players: int, valuation: Valuation | None = None) -> None:
        check_compiled(agents)
        if len(agents) not in (1, players):
            raise RentierError(f"agents: {len(agents)} are named for {players} seats; name one for each, or one for all")
        self.players = players
        self.valuation = valuation  # kept, because compiled code has the address of its network's weights
        self.imagined = ImaginedTable(box, [agents[seat % len(agents)] for seat in range(MOST_SEATS)], players)
        self.counts = np.zeros(ILLEGAL, np.int64)
        self._minds = many(MindRecord, 1 if valuation is None else minds_needed([valuation.network]))
        turns = subtract = 0
        if valuation is not None:
            check_valuation(valuation)
            turns, subtract = valuation.cut or 0, int(valuation.subtract_luck)
            seat_agents(self._minds, box, [valuation.network], players)
        self.rollouts = Rollouts(self.imagined.known, turns, subtract, new(RollRecord), self._minds[0])

    def set_state(self, game: GameRecord, key: Any) -> None:
        """Set the state to evaluate and the key of its games."""
        self.imagined.set_game(game)
        self.key = key
        self.counts[:] = 0

    def play(self, option: Action, rollouts: range, *then: Action) -> Numbers:
        """Return the results of all seats in these games after an option, one row per game.

        `then`: actions that follow it, such as the answer to an offer.
        """
        return self._play((option, *then), rollouts, False)[0]

    def play_freely(self, option: Action, rollouts: range) -> tuple[Numbers, bool]:
        """Return the results if the agent decides itself, and whether it chose this option in every game."""
        results, chosen_freely = self._play((option,), rollouts, True)
        return results, chosen_freely == len(rollouts)

    def play_on(self, rollouts: range) -> Numbers:
        """Return the results of all seats in these games from the state on, one row per game."""
        return self._play((NO_ACTION,), rollouts, True)[0]

    def default_action(self) -> Action:
        """Return what the agent of the player to act would do."""
        imagined = self.imagined
        return Action(*ask_default(imagined.table, imagined.known, key_of(self.key, 0)))

    def _play(self, actions: Sequence[Action], rollouts: range, free: bool) -> tuple[Numbers, int]:
        """Play these rollouts; return their results and how often the agent would choose the first action itself."""
        results = np.zeros((len(rollouts), self.players))
        options = np.array(actions, np.int64)
        table = self.imagined.table
        chosen_freely = play_option(table, self.rollouts, self.key, rollouts.start, int(free), options, results, self.counts)
        if chosen_freely == RULES_BROKEN:
            raise self.imagined.rule_error()
        return results, int(chosen_freely)


def check_valuation(valuation: Valuation) -> None:
    """Refuse a network that does not estimate every seat's win probability, and an impossible number of turns."""
    check_all_win_probabilities(valuation.network)
    if valuation.cut is not None:
        check_whole_number("cut", valuation.cut, MOST_TURNS)


def check_whole_number(name: str, number: int, most: int) -> None:
    """Refuse anything but a whole number from 1 to `most`."""
    try:
        valid = not isinstance(number, bool) and 1 <= operator.index(number) <= most
    except TypeError:
        valid = False
    if not valid:
        raise RentierError(f"{name}: {number!r} should be a whole number from 1 to {most}")
