"""Agents that think in Python in the arena: the same games, tallies and errors as with compiled agents."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.mind import MindRecord
from rentier.agents.placeholder import ASKED
from rentier.agents.specs import Agent, parse_agent
from rentier.arena.hooks import Hook, watch_match
from rentier.arena.match import _Match, play_match
from rentier.arena.play import COLUMNS, DECISIONS
from rentier.arena.results import MatchResult, Summary
from rentier.arena.seating import ROTATE
from rentier.arena.store import Store
from rentier.arena.tables import MatchTable, Sitting
from rentier.arena.tally import NOT_WATCHED, WATCHED_WITH_CHOICES
from rentier.box import Box, load_box
from rentier.errors import RentierError
from rentier.game.legal import legal
from rentier.game.state import GameRecord
from rentier.game.words import ACTION_NUMBERS, BUY, MORTGAGE, MOST_ACTIONS, UNMORTGAGE, Action
from rentier.game_api import Game
from rentier.layout import Numbers, new

BOX = load_box("uk-classic", {"turn_cap": 60})
FREE_LIFTS = load_box("uk-classic", {"mortgage_interest": 0})
SEED = 5
SPECS = ("reserve:50,0", "random", "aggressive")


class Same:
    """Decides in Python as a compiled agent does, and overwrites everything it is shown."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.agent: Agent = options["agent"]
        self.mind: Any = new(MindRecord)
        self.mind.settings[: len(self.agent.settings)] = self.agent.settings

    def begin(self, key: Any) -> None:
        """A new game."""
        assert isinstance(key, np.uint64)
        self.mind.key = key
        self.mind.draws = 0
        self.mind.memory[:] = 0

    def decide(self, box: Box, game: Any) -> Action:
        """Decide as the compiled agent would."""
        action: Action = self.agent.function(box.record, game, self.mind)
        game.cash[:] = 0
        return action


class Interrupts(Same):
    """Presses Ctrl-C at one of its decisions, and goes on as if nothing had happened."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.until = int(options["until"])

    def decide(self, box: Box, game: Any) -> Action:
        """Decide as the base class does, and send the signal when it is time."""
        self.until -= 1
        if self.until == 0:
            os.kill(os.getpid(), signal.SIGINT)
        return super().decide(box, game)


class Says:
    """Always answers the same action."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.action: Action = options["action"]

    def begin(self, key: Any) -> None:
        """Nothing to prepare."""

    def decide(self, box: Box, game: GameRecord) -> Action:
        """Answer without looking at the game."""
        return self.action


class Circles(Says):
    """Mortgages and unmortgages for ever."""

    def decide(self, box: Box, game: GameRecord) -> Action:
        """Return the first action that goes round in circles."""
        actions = np.zeros((MOST_ACTIONS, ACTION_NUMBERS), np.int64)
        listed = [Action(*row) for row in actions[: legal(box.record, game, actions)].tolist()]
        return next((action for action in listed if action.kind in (BUY, UNMORTGAGE, MORTGAGE)), listed[0])


class Fails(Says):
    """Has a bug."""

    def decide(self, box: Box, game: GameRecord) -> Action:
        """Raise an error."""
        raise ZeroDivisionError("a mistake")


def thinking(thinker: type, **options: object) -> Agent:
    """An agent whose thinker is a class of this file."""
    return Agent(thinker.__name__.lower(), "test", (), f"{__name__}:{thinker.__name__}", True, tuple(options.items()))


def agents(thinkers: tuple[int, ...] = ()) -> list[Agent]:
    """Three agents, some of which decide in Python what they would decide anyway."""
    compiled = [parse_agent(spec) for spec in SPECS]
    return [thinking(Same, agent=agent) if number in thinkers else agent for number, agent in enumerate(compiled)]


def rows(result: MatchResult) -> Numbers:
    """The result of every game."""
    assert result.rows is not None
    return result.rows


@pytest.mark.slow
@pytest.mark.parametrize(
    ("thinkers", "jobs", "seats"), [((0,), 1, "rotate"), ((1, 2), 2, "rotate"), ((0, 1, 2), 2, "shuffle"), ((1,), 3, "permute")]
)
def test_thinking_the_same_is_playing_the_same(thinkers: tuple[int, ...], jobs: int, seats: str) -> None:
    """Games, decisions and tallies are equal, because the thinker has the key of the compiled agent's mind."""
    expected = play_match(BOX, agents(), 8, SEED, seats=seats, watch_level=WATCHED_WITH_CHOICES, keep_rows=True)
    told: list[int] = []
    result = play_match(
        BOX,
        agents(thinkers),
        8,
        SEED,
        jobs,
        seats=seats,
        watch_level=WATCHED_WITH_CHOICES,
        keep_rows=True,
        progress=told.append,
    )
    assert np.array_equal(rows(result), rows(expected))
    assert result.tally == expected.tally
    assert sum(told) == 8


def test_a_thinker_sits_at_a_game_played_from_python() -> None:
    played = rows(play_match(BOX, agents(), 1, SEED, keep_rows=True))[0]
    game, sitting, decisions = Game.new(3, BOX, SEED), Sitting(BOX, agents((1,)), SEED), 0
    while not game.over:
        game.apply(sitting.decide(game.state))
        decisions += 1
    assert decisions == played[DECISIONS]


def test_hooks_watch_thinkers() -> None:
    class Count(Hook):
        decisions = 0

        def step(self, game: Game, action: Action) -> None:
            self.decisions += 1

    count = Count()
    watch_match(BOX, agents((0, 1)), 2, SEED, hooks=[count])
    assert count.decisions == rows(play_match(BOX, agents(), 2, SEED, keep_rows=True))[:, DECISIONS].sum()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(("action", "said"), [(Action(4, 0, 12), "bid 12"), (Action(ASKED), "(-2, 0, 0, 0, 0, 0, 0)")])
def test_an_illegal_answer_names_who_where_and_what(action: Action, said: str, jobs: int) -> None:
    with pytest.raises(RentierError) as error:
        play_match(BOX, [thinking(Says, action=action), parse_agent("random")], 6, SEED, jobs)
    where = "game 0 of seed 5, at decision 'manage' of seat 0"
    assert str(error.value).startswith(f"agent 'says' played an illegal action in {where}: {said!r}: ")


def test_an_illegal_answer_is_refused_in_a_game_played_from_python() -> None:
    sitting = Sitting(BOX, [thinking(Says, action=Action(4, 0, 12))] * 2, SEED)
    with pytest.raises(RentierError, match="agent 'says' played an illegal action in the game of seed 5"):
        sitting.decide(Game.new(2, BOX, SEED).state)


def test_a_thinker_whose_turn_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The decisions of a turn are counted across questions; this test lowers their limit."""
    begin = MatchTable.begin

    def begin_hastily(table: MatchTable, number: int) -> None:
        begin(table, number)
        table.table.progress.last = 50

    monkeypatch.setattr(MatchTable, "begin", begin_hastily)
    with pytest.raises(RentierError, match=r"'circles' goes round in circles in game 0 of seed 5, .*: the turn never ends"):
        play_match(FREE_LIFTS, [thinking(Circles, action=None)] * 2, 1, SEED)


def test_a_mistake_in_a_thinker_ends_the_match() -> None:
    with pytest.raises(ZeroDivisionError, match="a mistake"):
        play_match(BOX, [thinking(Fails, action=None), parse_agent("random")], 6, SEED, 2)


@pytest.mark.slow
def test_a_stopped_table_drops_its_game_at_the_next_question() -> None:
    table = MatchTable(BOX, agents((1,)), SEED, ROTATE, WATCHED_WITH_CHOICES)
    assert table.play(0, np.zeros((3, COLUMNS), np.int64)) == (3, None)
    counted = table.tally.copy()
    table.stopped.set()
    assert table.play(3, np.zeros((3, COLUMNS), np.int64)) == (0, None)
    assert table.take_tally() == counted


def test_a_stopped_match_ends_without_a_game() -> None:
    match = _Match([MatchTable(BOX, agents((1,)), SEED, ROTATE, NOT_WATCHED)], Summary(3, 3), 30, None, 30)
    folded: list[int] = []
    match.stop()
    match.run(lambda chunk: bool(folded.append(len(chunk.rows))))
    assert folded == []


@pytest.mark.slow
def test_ctrl_c_keeps_the_games_that_are_finished(tmp_path: Path) -> None:
    """The current game is dropped, from the tally as well; with a folder the match can be resumed."""
    wanted = 30
    expected = play_match(BOX, agents(), wanted, SEED, watch_level=WATCHED_WITH_CHOICES, keep_rows=True)
    until = int(rows(expected)[:8, DECISIONS].sum()) // 3  # about a third of the decisions: after some games
    players = [parse_agent(SPECS[0]), thinking(Interrupts, agent=parse_agent(SPECS[1]), until=until), parse_agent(SPECS[2])]
    store = Store(tmp_path / "run")
    stopped = play_match(BOX, players, wanted, SEED, watch_level=WATCHED_WITH_CHOICES, keep_rows=True, store=store, chunk=1)
    assert 0 < stopped.games < wanted
    assert stopped.wanted == wanted
    assert np.array_equal(rows(stopped), rows(expected)[: stopped.games])
    assert stopped.tally == play_match(BOX, agents(), stopped.games, SEED, watch_level=WATCHED_WITH_CHOICES).tally
    players[1] = Agent(players[1].spec, "test", (), f"{__name__}:Same", True, players[1].options)
    finished = play_match(BOX, players, wanted, SEED, watch_level=WATCHED_WITH_CHOICES, store=Store(tmp_path / "run"))
    assert finished.games == wanted
    assert finished.summary == expected.summary
    assert finished.tally == expected.tally
