"""The arena: matches, leagues and gauntlets, and how sure we can be of what they show.

from rentier.arena import play_match

result = play_match(load_box("uk-classic"), [parse_agent("aggressive"), parse_agent("bot")], games=100, seed=1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rentier.lazy import lazy_exports

__all__ = [
    "NOT_WATCHED",
    "WATCHED",
    "WATCHED_WITH_CHOICES",
    "Blocks",
    "Difference",
    "Executor",
    "GamesFile",
    "Gauntlet",
    "GauntletResult",
    "Hook",
    "Interval",
    "LeagueResult",
    "MatchOptions",
    "MatchResult",
    "Member",
    "PlayedSet",
    "Precision",
    "Rating",
    "Recorded",
    "SavedGame",
    "Score",
    "Sitting",
    "Store",
    "Stronger",
    "Summary",
    "TallyRecord",
    "Verdict",
    "check_game",
    "cores",
    "difference",
    "games_for_share",
    "games_needed",
    "open_executor",
    "parse_until",
    "play_gauntlet",
    "play_league",
    "play_match",
    "rate",
    "read_gauntlet",
    "record_games",
    "share_interval",
    "watch_match",
    "wilson_interval",
]

if TYPE_CHECKING:
    from rentier.arena.database import GamesFile, SavedGame
    from rentier.arena.executors import open_executor
    from rentier.arena.executors.protocol import Executor
    from rentier.arena.gauntlet import GauntletResult, PlayedSet, play_gauntlet
    from rentier.arena.hooks import Hook, watch_match
    from rentier.arena.league import LeagueResult, Member, play_league
    from rentier.arena.limits import cores
    from rentier.arena.match import MatchOptions, play_match
    from rentier.arena.opponents import Gauntlet, read_gauntlet
    from rentier.arena.ratings import Rating, rate
    from rentier.arena.recording import Recorded, record_games
    from rentier.arena.replay_check import check_game
    from rentier.arena.results import MatchResult, Score, Summary
    from rentier.arena.sequential import Precision, Stronger, Verdict, parse_until
    from rentier.arena.statistics import (
        Blocks,
        Difference,
        Interval,
        difference,
        games_for_share,
        games_needed,
        share_interval,
        wilson_interval,
    )
    from rentier.arena.store import Store
    from rentier.arena.tables import Sitting
    from rentier.arena.tally import NOT_WATCHED, WATCHED, WATCHED_WITH_CHOICES, TallyRecord
else:
    __getattr__, __dir__ = lazy_exports(__name__)
