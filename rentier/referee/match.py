"""Refereed matches: games in blocks that share their luck, every player in every seat, each program in its own process.

Every game starts each program in a new process: the games of a block use the same dice with the seats moved on, so a program
that remembered them would know the dice in advance. Rentier agents, which remember nothing, keep running.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rentier.arena.limits import check_match
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
from rentier.referee.limits import Limits
from rentier.referee.program import Program

FIRST_FAULTS = 3  # of each agent that are reported in full


@dataclass(frozen=True)
class RefereedMatch:
    """A match to play: the players, the rules, the number of games, the seed and the limits."""

    entrants: tuple[Entrant, ...]
    box: Box
    rules: str
    games: int
    seed: int
    limits: Limits

    def __post_init__(self) -> None:
        check_match(self.entrants, self.games, self.seed, 1)

    @property
    def names(self) -> list[str]:
        """The names of the players, in the order they were given."""
        return [entrant.name for entrant in self.entrants]

    def as_dict(self) -> dict[str, Any]:
        """Return what identifies this match. The number of games is not part of it: more may be played later."""
        rules = {"rules": self.rules, "rules_version": self.box.version, "overrides": dict(self.box.overrides)}
        return {**rules, "agents": self.names, "seed": self.seed, "limits": self.limits.as_dict()}


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
        for number, agent in enumerate(report["agents"]):
            faults = [fault._asdict() for game in self.games for fault in game.faults if fault.agent == number]
            agent |= {"faults": self.faults(number), "first_faults": faults[:FIRST_FAULTS]}
        return report


def play_refereed(
    match: RefereedMatch, ledger: Ledger | None = None, progress: Callable[[int], None] | None = None
) -> RefereeResult:
    """Play a match, or the games that it still lacks. After Ctrl-C the result covers the games played so far."""
    games = ledger.played()[: match.games] if ledger is not None else []
    saved = len(games)
    if progress is not None:
        progress(saved)
    begun = time.perf_counter()
    with broken_off_by_ctrl_c() as interrupt, _table(match) as table, contextlib.suppress(Stopped):
        while len(games) < match.games and not interrupt.came:
            played, record = table.play(len(games))
            if ledger is not None:
                ledger.keep(played, record)
            games.append(played)
            if progress is not None:
                progress(1)
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
        self.silent: dict[int, Fault] = {}  # agents that did not answer hello: never waited for again
        self.seatings = seatings(ROTATE, len(match.entrants)).tolist()

    def play(self, number: int) -> tuple[PlayedGame, str]:
        """Play a game of the match; return its outcome and its record."""
        match = self.match
        block, place = divmod(number, len(self.seatings))
        seating = self.seatings[place]
        game = Game.new(len(seating), match.rules, match.seed, match.box.overrides, block)
        self._start()
        chairs = [Chair(agent, self.programs[agent], match.limits) for agent in seating]
        judge = Judge(game, number, chairs, [own_seed(match.seed, block, agent) for agent in seating])
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
            self.programs[agent] = Program(self.match.entrants[agent].command, self.match.limits)
        for agent in fresh:
            try:
                self.programs[agent].meet()
            except Fault as fault:
                self.silent[agent] = fault

    def _end_untrusted(self) -> None:
        """End the programs that must not remember this game; a Rentier agent that has died is restarted too."""
        for agent in list(self.programs):
            program = self.programs[agent]
            if agent not in self.silent and not (self.match.entrants[agent].ours and program.alive):
                program.end()
                del self.programs[agent]

    def end_all(self) -> None:
        """End every program at once."""
        for program in self.programs.values():
            program.kill()


def own_seed(seed: int, block: int, agent: int) -> int:
    """Return a seed for an agent's own random numbers: the same in every run of the match, and no clue to its luck."""
    digest = hashlib.sha256(f"{seed} {block} {agent}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11  # a number that JavaScript holds exactly


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
