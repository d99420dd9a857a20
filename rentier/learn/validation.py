"""The test of a search's result with dice and cards that no candidate has seen: an unbiased figure."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rentier.agents.specs import Agent
from rentier.arena.executors import Jobs
from rentier.arena.limits import part_seed
from rentier.arena.match import Progress, play_match
from rentier.arena.play import WINNER
from rentier.arena.results import MatchResult
from rentier.arena.statistics import Blocks, Difference, difference
from rentier.arena.store import Store
from rentier.layout import Numbers
from rentier.learn.fitness import play_contest
from rentier.learn.plan import Contest, whole_blocks

TEST_PART = 1 << 20  # the part of the seed for the test; the rounds of a search have parts from 1 on, below this
PAIR_PART = TEST_PART + 1


@dataclass(frozen=True)
class Share:
    """A win rate with its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Validation:
    """Tuned and starting settings against the same opponents on the same luck, and against each other at one table.

    `gain`: the win rate of the tuned less that of the starting settings, by blocks. `lead`: the same per seat at one table,
    where each side has `each` seats.
    """

    games: int
    start: Share
    tuned: Share
    gain: Difference
    each: int
    pair_games: int
    pair_start: Share
    pair_tuned: Share
    lead: Difference

    @property
    def improved(self) -> bool:
        """Whether the test shows that the tuned settings are better."""
        return self.gain.low > 0

    @property
    def verdict(self) -> str:
        """The result of the test, in a sentence."""
        if self.improved:
            return "the test shows an improvement against these opponents"
        if self.gain.high < 0:
            return "the test shows no improvement: against these opponents the tuned settings are worse than those at the start"
        return "the test shows no improvement against these opponents: what the search found may be luck"

    def as_dict(self) -> dict[str, Any]:
        """Return the test as a dictionary for JSON."""
        return {**asdict(self), "improved": self.improved, "verdict": self.verdict}


def validate(
    contest: Contest,
    start: Agent,
    tuned: Agent,
    games: int,
    seed: int,
    jobs: Jobs = 1,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> Validation:
    """Test tuned settings. `seed` is that of the search, whose luck is not used again; `folder`: where to save the games."""
    first, second = (
        play_contest(contest, agent, games, part_seed(seed, TEST_PART), jobs, progress, _store(folder, name), keep_rows=True)
        for agent, name in ((start, "test-start"), (tuned, "test-tuned"))
    )
    candidate_seats = list(range(contest.copies))
    pairs = np.stack([_block_wins(contest, second), _block_wins(contest, first)], axis=1)
    gain = difference(Blocks.from_wins(contest.seats, pairs), [0], [1])
    each = contest.pair_seats // 2
    table = [tuned] * each + [start] * each  # rotated by half, it is the same table with sides swapped
    pair_games = whole_blocks(games, 2 * each)
    pair_seed = part_seed(seed, PAIR_PART)
    pair = play_match(
        contest.box, table, pair_games, pair_seed, jobs, progress=progress, store=_store(folder, "test-pair")
    ).unbroken()
    theirs, ours = list(range(each, 2 * each)), list(range(each))
    return Validation(
        games=first.games,
        start=_share(first, candidate_seats),
        tuned=_share(second, candidate_seats),
        gain=gain,
        each=each,
        pair_games=pair.games,
        pair_start=_share(pair, theirs),
        pair_tuned=_share(pair, ours),
        lead=difference(pair.summary.blocks, ours, theirs),
    )


def _store(folder: Path | None, name: str) -> Store | None:
    return None if folder is None else Store(folder / name)


def _share(result: MatchResult, agents: list[int]) -> Share:
    score = result.score(agents)
    return Share(score.win_rate, *score.interval)


def _block_wins(contest: Contest, result: MatchResult) -> Numbers:
    """Return the games that the candidate won in each block."""
    assert result.rows is not None
    winners = result.rows[:, WINNER]
    won = (winners >= 0) & (winners < contest.copies)
    return won.reshape(-1, contest.seats).sum(axis=1)
