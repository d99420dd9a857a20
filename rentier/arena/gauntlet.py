"""The gauntlet (Berry 2013): an agent meets one opponent after another and is rated by the share of games it wins.

Each opponent is met in a set of games in which its copies take all other seats. The model is that of the league (see
`ratings`): a player of strength s wins the share s / (s + r + r + r) against three of strength r. The maximum-likelihood
strength is the one with which the expected number of wins in all sets together equals the actual number.
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
from rentier.files import open_run_folder, write_text

TOLERANCE = 1e-9  # Elo points: the precision of a rating
MOST_GAP = 10_000.0  # Elo points: a rating is searched no further above or below all opponents


@dataclass(frozen=True)
class PlayedSet:
    """The result against one opponent. `rating`: the opponent's rating, if it is known under these rules."""

    opponent: str
    rating: float | None
    rivals: int  # seats of the opponent
    games: int
    draws: int
    draw_interval: Interval
    wins: int
    interval: Interval

    @property
    def share(self) -> float:
        """The agent's win rate."""
        return self.wins / self.games

    @property
    def decided(self) -> int:
        """The number of games that were not drawn."""
        return self.games - self.draws

    @property
    def elo(self) -> Rating | None:
        """The agent's lead in Elo points; infinite for a win rate of 0 or 100 %, None if all games were drawn."""
        if self.decided == 0:
            return None
        won, low, high = (min(share * self.games / self.decided, 1.0) for share in (self.share, *self.interval[:2]))
        return Rating(*(elo_of_share(end, self.rivals) for end in (won, low, high)))


@dataclass(frozen=True)
class GauntletResult:
    """The result of a gauntlet, with the sets in the order they were played."""

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
        """The number of games in all sets."""
        return sum(played.games for played in self.sets)

    @property
    def draws(self) -> int:
        """The number of games without a sole winner."""
        return sum(played.draws for played in self.sets)

    @property
    def share(self) -> float:
        """The agent's win rate over all games; if all sets are equally long, this is Berry's mean over the sets."""
        return sum(played.wins for played in self.sets) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return self._pooled_interval([(played.share, played.interval) for played in self.sets])

    @property
    def draw_interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of draws."""
        return self._pooled_interval([(played.draws / played.games, played.draw_interval) for played in self.sets])

    def _pooled_interval(self, shares: Sequence[tuple[float, Interval]]) -> tuple[float, float]:
        """Return the 95 % interval of a share, from those of the sets, which are independent (Zou & Donner 2008).

        It is valid even if a set was won or lost completely: such a set cannot be resampled, but its own interval is wide.
        """
        games = [played.games for played in self.sets]
        share = sum(one * number for (one, _), number in zip(shares, games, strict=True)) / self.games
        below = math.hypot(*((one - interval.low) * number for (one, interval), number in zip(shares, games, strict=True)))
        above = math.hypot(*((interval.high - one) * number for (one, interval), number in zip(shares, games, strict=True)))
        return share - below / self.games, share + above / self.games

    @property
    def unrated(self) -> str | None:
        """Why the agent has no rating; None if it has one."""
        if missing := [played.opponent for played in self.sets if played.rating is None]:
            return f"that of {', '.join(missing)} is not known under these rules"
        return "all games were drawn" if self.games == self.draws else None

    @property
    def rating(self) -> Rating | None:
        """The agent's maximum-likelihood rating, given the opponents'; infinite for a win rate of 0 or 100 %."""
        if self.unrated is not None:
            return None
        met = [(played.decided, played.rating) for played in self.sets if played.rating is not None]
        part = self.games / (self.games - self.draws)
        ends = (min(share * part, 1.0) for share in (self.share, *self.interval))
        return Rating(*(most_likely(end, met, self.players - 1) for end in ends))

    def as_dict(self) -> dict[str, Any]:
        """Return the result as `rentier gauntlet --json` writes it; values that are infinite or unknown are null."""
        return {
            "rules": self.rules,
            "rules_version": self.rules_version,
            "overrides": self.overrides,
            "agent": self.agent,
            "players": self.players,
            "games": self.games,
            "draws": self.draws,
            "draw_interval": list(self.draw_interval),
            "seed": self.seed,
            "seconds": self.seconds,
            "sets": [
                {
                    "opponent": played.opponent,
                    "opponent_rating": played.rating,
                    "games": played.games,
                    "draws": played.draws,
                    "draw_interval": list(played.draw_interval[:2]),
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
    """Return a rating for JSON, which has no infinite numbers."""
    ends = (math.inf,) * 3 if rating is None else (rating.elo, rating.low, rating.high)
    value, low, high = (end if math.isfinite(end) else None for end in ends)
    return {name: value, f"{name}_interval": [low, high]}


def elo_of_share(share: float, rivals: int) -> float:
    """Return the Elo lead of a player with this win rate over `rivals` opponents of equal strength; infinite for 0 and 1."""
    if 0 < share < 1:
        return ELO * math.log(share * rivals / (1 - share))
    return math.copysign(math.inf, share - 0.5)


def most_likely(share: float, met: Sequence[tuple[int, float]], rivals: int) -> float:
    """Return the rating that gives this expected win rate over all games, found by bisection; infinite for 0 and 1.

    `met`: the number of games and the rating of the `rivals` opponents in them, for each set.
    """
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    wins = share * sum(games for games, _ in met)
    low, high = (end(theirs for _, theirs in met) + gap for end, gap in ((min, -MOST_GAP), (max, MOST_GAP)))
    while high - low > TOLERANCE:
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
    """Play a set of games, in whole blocks of rotated seats, against each opponent; `out`: the folder to save them in."""
    check_gauntlet(opponents, games, seed, jobs)
    folder = None
    if out is not None:
        facts = {"rules": box.name, "rules_version": box.version, "overrides": dict(box.overrides), "agent": agent.spec}
        folder = open_run_folder(
            out, "gauntlet.json", "gauntlet", {**facts, "against": [other.spec for other in opponents], "seed": seed}
        )
    gauntlet = read_gauntlet()
    ratings = gauntlet.ratings_under(box)
    whole = -(-games // gauntlet.players) * gauntlet.players
    seconds, sets = 0.0, []
    for number, opponent in enumerate(opponents):
        seated = [agent, *[opponent] * (gauntlet.players - 1)]
        store = None if folder is None else Store(folder.path / f"set-{number + 1}")
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
    if folder is not None:
        write_text(folder.path / "result.json", json.dumps(result.as_dict(), indent=2, ensure_ascii=False) + "\n")
    return result


def _set(played: MatchResult, rating: float | None) -> PlayedSet:
    """Return a match of the agent against copies of an opponent as a set."""
    summary = played.summary
    return PlayedSet(
        opponent=played.agents[1],
        rating=rating,
        rivals=summary.players - 1,
        games=played.games,
        draws=played.draws,
        draw_interval=played.draw_interval,
        wins=summary.wins[0],
        interval=share_interval(summary.blocks, [0]),
    )
