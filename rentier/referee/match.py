"""Refereed matches: games in blocks with every player in every seat, each program in its own process.

Rentier agents play the games of a block with the same luck and keep running, because they remember nothing. As soon as anything
else plays, every game has its own luck: a program could write down the dice of one game, or send them to another process, and
would then know those of the next. Every game starts such programs in new processes.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.arena.limits import MOST_GAMES, check_number, check_players
from rentier.arena.play import DRAWN, RANK_BITS
from rentier.arena.results import MatchResult, Summary
from rentier.arena.seating import ROTATE, seatings
from rentier.arena.stopping import broken_off_by_ctrl_c
from rentier.box import Box
from rentier.errors import Stopped
from rentier.game_api import Game
from rentier.referee.entrants import Entrant
from rentier.referee.faults import Fault
from rentier.referee.judge import Chair, Judge
from rentier.referee.ledger import Ledger, PlayedGame, faults_by_kind
from rentier.referee.limits import MORE_START_SECONDS, START_SECONDS, Limits
from rentier.referee.program import Program
from rentier.referee.seed import MOST_SEED, luck_seed, own_seed, seed_digest

FIRST_FAULTS = 3  # of each agent that are reported in full


@dataclass(frozen=True)
class RefereedMatch:
    """A match to play. `is_drawn`: the seed was drawn for this run alone; `hidden`: paths that programs must not see."""

    entrants: tuple[Entrant, ...]
    box: Box
    rules: str
    games: int
    seed: int
    limits: Limits
    is_drawn: bool = False
    hidden: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_players(self.entrants)
        check_number("games", self.games, 1, MOST_GAMES)
        check_number("seed", self.seed, 0, MOST_SEED)

    @property
    def names(self) -> list[str]:
        """The names of the players, in the order they were given."""
        return [entrant.name for entrant in self.entrants]

    def as_dict(self) -> dict[str, Any]:
        """Return what identifies this match. The number of games is not part of it: more may be played later."""
        rules = {"rules": self.rules, "rules_version": self.box.version, "overrides": dict(self.box.overrides)}
        seed = "drawn" if self.is_drawn else seed_digest(self.seed)  # programs may read it while they play
        return {**rules, "agents": self.names, "seed_sha256": seed, "limits": self.limits.as_dict()}

    @property
    def shares_luck(self) -> bool:
        """Whether the games of a block share their luck: only if nobody plays who could remember it."""
        return all(entrant.ours for entrant in self.entrants)

    def luck_number(self, game: int) -> int:
        """Return the number under which a game's luck is drawn: its own, or that of its block's first game."""
        return game - game % len(self.entrants) if self.shares_luck else game


@dataclass(frozen=True)
class RefereeResult:
    """The result of a match: wins with intervals by blocks as in the arena, and faults by kind."""

    match: MatchResult
    games: tuple[PlayedGame, ...]

    def faults(self, agent: int) -> dict[str, int]:
        """Count the faults of an agent by kind."""
        return faults_by_kind(self.games, agent)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as `rentier referee --json` writes it."""
        report = self.match.as_dict()
        report |= {"seed": str(self.match.seed), "seed_sha256": seed_digest(self.match.seed)}  # as text: exact in any language
        for number, agent in enumerate(report["agents"]):
            faults = [fault._asdict() for game in self.games for fault in game.faults if fault.agent == number]
            agent |= {"faults": self.faults(number), "first_faults": faults[:FIRST_FAULTS]}
        return report


def play_refereed(
    match: RefereedMatch, ledger: Ledger | None = None, progress: Callable[[int], None] | None = None
) -> RefereeResult:
    """Play a match, or the games that it still lacks. After Ctrl-C the result covers the games played so far.

    Games are saved a block at a time: until a block is over, programs could learn from the first games about the others.
    """
    players = len(match.entrants)
    games = ledger.reopen(match.games, players, match.seed) if ledger is not None else []
    saved = len(games)
    unsaved: list[tuple[PlayedGame, str]] = []
    if progress is not None:
        progress(saved)
    begun = time.perf_counter()
    with broken_off_by_ctrl_c() as interrupt, _table(match) as table, contextlib.suppress(Stopped):
        while len(games) < match.games and not interrupt.came:
            unsaved.append(table.play(len(games)))
            games.append(unsaved[-1][0])
            if ledger is not None and len(games) % players == 0:
                ledger.keep(unsaved)
                unsaved = []
            if progress is not None:
                progress(1)
    if ledger is not None:
        ledger.keep(unsaved)
        ledger.reveal(match.seed)
    return _result(match, games, saved, time.perf_counter() - begun, interrupt.came)


@contextlib.contextmanager
def _table(match: RefereedMatch) -> Iterator[_Table]:
    """Make a table whose programs are always ended, whatever happens."""
    table = _Table(match)
    try:
        yield table
    finally:
        table.end_all()


class _Table:
    """The programs of a match, from game to game."""

    def __init__(self, match: RefereedMatch) -> None:
        self.match = match
        self.programs: dict[int, Program] = {}
        self.start_seconds = dict.fromkeys(range(len(match.entrants)), START_SECONDS)  # left to answer hello
        self.met: set[int] = set()  # agents that have answered hello in some game
        self.silent: dict[int, Fault] = {}  # agents that did not answer it; those never met are not waited for again
        self.seatings = seatings(ROTATE, len(match.entrants)).tolist()

    def play(self, number: int) -> tuple[PlayedGame, str]:
        """Play a game of the match; return its outcome and its record."""
        match = self.match
        block, place = divmod(number, len(self.seatings))
        seating = self.seatings[place]
        luck = match.luck_number(number)
        game = Game.new(len(seating), match.rules, luck_seed(match.seed, luck), match.box.overrides)
        self._start()
        chairs = [Chair(agent, self.programs[agent], match.limits) for agent in seating]
        judge = Judge(game, number, chairs, [own_seed(match.seed, luck, agent) for agent in seating])
        for seat, agent in enumerate(seating):
            judge.count_faults(seat, [self.silent[agent]] if agent in self.silent else [])
        judge.play()
        self._end_untrusted()
        standings = {seating[seat]: rank for rank, seat, _ in game.standings}
        winner = seating[game.winners[0]] if len(game.winners) == 1 else None
        played = PlayedGame(
            game=number,
            block=block,
            seating=tuple(seating),
            winner=winner,
            turns=game.turn,
            decisions=len(game.decisions),
            ranks=tuple(standings[agent] for agent in range(len(seating))),
            dice=tuple(map(tuple, judge.dice)),
            faults=tuple(judge.faults),
        )
        return played, game.record([match.names[agent] for agent in seating])

    def _start(self) -> None:
        """Start all programs that are not running at the same time, then wait for their hellos."""
        fresh = [agent for agent in range(len(self.match.entrants)) if agent not in self.programs]
        for agent in fresh:
            self.programs[agent] = Program(self.match.entrants[agent], self.match.limits, self.match.hidden)
        for agent in fresh:
            self._meet(agent)

    def _meet(self, agent: int) -> None:
        """Wait for a program's hello as long as it has time left for all its starts."""
        if agent in self.met:
            self.start_seconds[agent] += MORE_START_SECONDS
        begun = time.monotonic()
        try:
            self.programs[agent].meet(self.start_seconds[agent])
            self.met.add(agent)
        except Fault as fault:
            self.silent[agent] = fault
        self.start_seconds[agent] -= time.monotonic() - begun

    def _end_untrusted(self) -> None:
        """End the programs that must not remember this game; a Rentier agent that has died is restarted too."""
        for agent in self.met & set(self.programs):
            self.silent.pop(agent, None)
            program = self.programs[agent]
            if not (self.match.entrants[agent].ours and program.alive):
                program.end()
                del self.programs[agent]

    def end_all(self) -> None:
        """End every program at once."""
        for program in self.programs.values():
            program.kill()


def _result(match: RefereedMatch, games: Sequence[PlayedGame], saved: int, seconds: float, interrupted: bool) -> RefereeResult:
    """Summarise the games as the arena does."""
    players = len(match.entrants)
    summary = Summary(players, players)
    rows = [(DRAWN if game.winner is None else game.winner, game.turns, game.decisions, _packed(game.ranks)) for game in games]
    if rows:
        summary.add(np.array(rows, np.int64))
    result = MatchResult(
        rules=match.box.name,
        rules_version=match.box.version,
        overrides=dict(match.box.overrides),
        agents=tuple(match.names),
        seed=match.seed,
        seats=ROTATE,
        wanted=match.games,
        summary=summary,
        seconds=seconds,
        saved=saved,
        interrupted=interrupted,
    )
    return RefereeResult(result, tuple(games))


def _packed(ranks: Sequence[int]) -> int:
    """Pack the ranks of the agents into one number, as the arena does."""
    return sum(rank << (RANK_BITS * agent) for agent, rank in enumerate(ranks))
