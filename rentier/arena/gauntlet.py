"""The gauntlet (Berry 2013): an agent meets one opponent after the other, each in a set of games in which copies of it have all
other seats, and is rated by how many of them it wins.

The model is that of the league (see `ratings`): a player of strength s wins the share s / (s + r + r + r) against three of
strength r. By it the most likely strength is the one that would win as many games of all sets together as were won.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.agents.specs import Agent
from rentier.arena.limits import part_seed
from rentier.arena.match import Progress, play_match
from rentier.arena.opponents import check_gauntlet, read_gauntlet
from rentier.arena.ratings import ELO, Rating
from rentier.arena.results import MatchResult
from rentier.arena.statistics import Interval, share_interval
from rentier.arena.store import Store
from rentier.box import Box, Setting
from rentier.files import open_keeping, write_text

NEAR = 1e-9  # Elo points: a rating is not looked for more closely
FAR = 10_000.0  # Elo points: nobody is further above or below all opponents


@dataclass(frozen=True)
class PlayedSet:
    """How the agent did against one opponent. `rating`: the opponent's, where one is known under these rules."""

    opponent: str
    rating: float | None
    rivals: int  # seats of the opponent
    games: int
    draws: int
    wins: int
    interval: Interval

    @property
    def share(self) -> float:
        """The share of the games that the agent won."""
        return self.wins / self.games

    @property
    def decided(self) -> int:
        """Games that somebody won: draws count for nobody."""
        return self.games - self.draws

    @property
    def elo(self) -> Rating | None:
        """By how much the agent is better than the opponent; ends are infinite at 0 and 100 %. None where all were draws."""
        if self.decided == 0:
            return None
        won, low, high = (min(share * self.games / self.decided, 1.0) for share in (self.share, *self.interval[:2]))
        return Rating(*(elo_of_share(end, self.rivals) for end in (won, low, high)))


@dataclass(frozen=True)
class GauntletResult:
    """What a gauntlet came to, the sets in the order they were played."""

    rules: str
    rules_version: int
    overrides: dict[str, Setting]
    agent: str
    players: int
    seed: int
    seconds: float
    sets: tuple[PlayedSet, ...]

    @property
    def games(self) -> int:
        """The games of all sets."""
        return sum(played.games for played in self.sets)

    @property
    def draws(self) -> int:
        """Games that nobody won alone."""
        return sum(played.draws for played in self.sets)

    @property
    def share(self) -> float:
        """The share of all games that the agent won: of sets of one length, Berry's mean over the sets."""
        return sum(played.wins for played in self.sets) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, from those of the sets, which are independent (Zou & Donner 2008).

        It also holds where a set was won or lost as a whole: there would be nothing to resample, but its own interval is wide.
        """
        below = math.hypot(*((played.share - played.interval.low) * played.games for played in self.sets))
        above = math.hypot(*((played.interval.high - played.share) * played.games for played in self.sets))
        return self.share - below / self.games, self.share + above / self.games

    @property
    def unrated(self) -> str | None:
        """Why there is no rating of the agent; None where there is one."""
        if missing := [played.opponent for played in self.sets if played.rating is None]:
            return f"that of {', '.join(missing)} is not known under these rules"
        return "all games were drawn" if self.games == self.draws else None

    @property
    def rating(self) -> Rating | None:
        """The most likely rating of the agent, opponents having theirs; ends are infinite at 0 and 100 %."""
        if self.unrated is not None:
            return None
        met = [(played.decided, played.rating) for played in self.sets if played.rating is not None]
        part = self.games / (self.games - self.draws)
        ends = (min(share * part, 1.0) for share in (self.share, *self.interval))
        return Rating(*(most_likely(end, met, self.players - 1) for end in ends))

    def as_dict(self) -> dict[str, Any]:
        """The result as `rentier gauntlet --json` writes it; an end that is infinite, or not known, is null."""
        return {
            "rules": self.rules,
            "rules_version": self.rules_version,
            "overrides": self.overrides,
            "agent": self.agent,
            "players": self.players,
            "games": self.games,
            "draws": self.draws,
            "seed": self.seed,
            "seconds": self.seconds,
            "sets": [
                {
                    "opponent": played.opponent,
                    "opponent_rating": played.rating,
                    "games": played.games,
                    "draws": played.draws,
                    "wins": played.wins,
                    "win_rate": played.share,
                    "interval": list(played.interval[:2]),
                    "interval_method": played.interval.method,
                    **_finite("elo", played.elo),
                }
                for played in self.sets
            ],
            "mean_win_rate": self.share,
            "mean_interval": list(self.interval),
            **_finite("rating", self.rating),
            "unrated": self.unrated,
        }


def _finite(name: str, rating: Rating | None) -> dict[str, Any]:
    """A rating for JSON, which has no infinite numbers."""
    ends = (math.inf,) * 3 if rating is None else (rating.elo, rating.low, rating.high)
    value, low, high = (end if math.isfinite(end) else None for end in ends)
    return {name: value, f"{name}_interval": [low, high]}


def elo_of_share(share: float, rivals: int) -> float:
    """By how much a player is better that wins this share against so many equal rivals; infinite for 0 and 1."""
    if 0 < share < 1:
        return ELO * math.log(share * rivals / (1 - share))
    return math.copysign(math.inf, share - 0.5)


def most_likely(share: float, met: Sequence[tuple[int, float]], rivals: int) -> float:
    """The rating with which this share of all games would be won, found by halving; infinite for 0 and 1.

    `met`: how many games were played against so many rivals of which rating.
    """
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    wins = share * sum(games for games, _ in met)
    low, high = (end(theirs for _, theirs in met) + way for end, way in ((min, -FAR), (max, FAR)))
    while high - low > NEAR:
        middle = (low + high) / 2
        expected = sum(games / (1 + rivals * math.exp((theirs - middle) / ELO)) for games, theirs in met)
        low, high = (middle, high) if expected < wins else (low, middle)
    return (low + high) / 2


def play_gauntlet(
    box: Box,
    agent: Agent,
    opponents: Sequence[Agent],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    out: Path | None = None,
) -> GauntletResult:
    """Play a set of so many games, in whole blocks of rotated seats, against each opponent; `out`: a folder that keeps them."""
    check_gauntlet(opponents, games, seed, jobs)
    if out is not None:
        facts = {"rules": box.name, "rules_version": box.version, "overrides": dict(box.overrides), "agent": agent.spec}
        open_keeping(out, "gauntlet.json", "gauntlet", {**facts, "against": [other.spec for other in opponents], "seed": seed})
    gauntlet = read_gauntlet()
    ratings = gauntlet.ratings_under(box)
    whole = -(-games // gauntlet.players) * gauntlet.players
    seconds, sets = 0.0, []
    for number, opponent in enumerate(opponents):
        seated = [agent, *[opponent] * (gauntlet.players - 1)]
        store = None if out is None else Store(out / f"set-{number + 1}")
        played = play_match(box, seated, whole, part_seed(seed, number), jobs, store=store, progress=progress).unbroken()
        if store is not None:
            store.write_results(played.as_dict())
        seconds += played.seconds
        sets.append(_set(played, ratings.get(opponent.spec)))
    result = GauntletResult(
        rules=box.name,
        rules_version=box.version,
        overrides=dict(box.overrides),
        agent=agent.spec,
        players=gauntlet.players,
        seed=seed,
        seconds=seconds,
        sets=tuple(sets),
    )
    if out is not None:
        write_text(out / "result.json", json.dumps(result.as_dict(), indent=2, ensure_ascii=False) + "\n")
    return result


def _set(played: MatchResult, rating: float | None) -> PlayedSet:
    """A match of the agent against copies of an opponent as a set."""
    summary = played.summary
    interval = share_interval(summary.blocks, [0])
    return PlayedSet(played.agents[1], rating, summary.players - 1, played.games, played.draws, summary.wins[0], interval)
