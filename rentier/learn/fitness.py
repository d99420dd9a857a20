"""The fitness of a candidate: its win rate at a table with the same opponents as all other candidates."""

from __future__ import annotations

from rentier.agents.specs import Agent
from rentier.arena.executors import Jobs
from rentier.arena.match import Progress, play_match
from rentier.arena.results import MatchResult
from rentier.arena.store import Store
from rentier.learn.plan import Contest, whole_blocks


def play_contest(
    contest: Contest,
    agent: Agent,
    games: int,
    seed: int,
    jobs: Jobs = 1,
    progress: Progress | None = None,
    store: Store | None = None,
    keep_rows: bool = False,
) -> MatchResult:
    """Play whole blocks with an agent in the first seats; a seed gives every agent the same luck."""
    agents = [agent] * contest.copies + list(contest.against)
    games = whole_blocks(games, contest.seats)
    return play_match(contest.box, agents, games, seed, jobs, store=store, progress=progress, keep_rows=keep_rows).unbroken()


def contest_wins(contest: Contest, result: MatchResult) -> int:
    """Return the games that the candidate won from any of its seats."""
    return sum(result.summary.wins[: contest.copies])
