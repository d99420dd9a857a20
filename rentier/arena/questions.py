"""What a match answers: the question that stops it, whether its two best agents differ, how many games are needed."""

from __future__ import annotations

from collections.abc import Sequence

from rentier.arena.match import Until
from rentier.arena.ratings import elo_of_pair
from rentier.arena.results import MatchResult, Summary
from rentier.arena.sequential import Stronger, check_until, parse_until
from rentier.arena.statistics import Interval, difference, games_needed, share_interval

PRECISION = 0.01  # the half width of an interval for which the number of games is reported
SIGNIFICANT = 0.05  # above this p-value a difference may be chance


def question(text: str, specs: Sequence[str]) -> Until:
    """Return the question of `--until`, about the first spec and the first different one, in the form `play_match` needs."""
    check_until(text, specs)
    asked = parse_until(text)
    first = [number for number, spec in enumerate(specs) if spec == specs[0]]
    other = next((spec for spec in specs if spec != specs[0]), None)
    second = [number for number, spec in enumerate(specs) if spec == other]

    def ask(summary: Summary) -> str | None:
        blocks = summary.blocks
        if isinstance(asked, Stronger):
            verdict = asked.verdict(blocks, first, second)
            if verdict.answer is None:
                return None
            stronger = "is" if verdict.answer == "yes" else "is not"
            answer = f"{specs[0]} {stronger} stronger than {other} by {100 * asked.by:g} points of win rate"
            return f"{answer} (LLR {verdict.llr:.2f}, {summary.games} games)"
        if not asked.reached(blocks, first):
            return None
        interval = share_interval(blocks, first)
        return f"the win rate of {specs[0]} is known to ±{100 * interval.half_width:.2f} points after {summary.games} games"

    return ask


def compare_best(result: MatchResult) -> list[str]:
    """Say by how much the spec with the highest win rate per seat is ahead of the next, and whether it may be chance."""
    specs = list(dict.fromkeys(result.agents))
    if len(specs) < 2 or not result.summary.outcomes:
        return []
    seats = {spec: result.seats_of(spec) for spec in specs}
    best = sorted(specs, key=lambda spec: -result.score(seats[spec]).win_rate / len(seats[spec]))[:2]
    seen = difference(result.summary.blocks, seats[best[0]], seats[best[1]])
    ahead = f"{best[0]} is ahead of {best[1]} by {100 * seen.mean:.1f} points of win rate per seat"
    measured = f"{100 * seen.low:.1f} to {100 * seen.high:.1f}, p {seen.p_value:.2g}"
    chance = "" if seen.p_value < SIGNIFICANT else "; this may be chance"
    return [f"{ahead} ({measured}){chance}"]


def elo_line(result: MatchResult) -> list[str]:
    """Say how many Elo points the first of two agents is ahead, not counting draws."""
    if len(result.agents) != 2 or not result.summary.outcomes or result.games == result.draws:
        return []
    decided = result.games - result.draws
    score = result.score([0])
    low, high = (min(end * result.games / decided, 1.0) for end in score.interval)
    rating = elo_of_pair(score.wins / decided, Interval(low, high, score.method))
    return [
        f"{result.agents[0]} against {result.agents[1]}: {rating.elo:+.0f} Elo points ({rating.low:+.0f} to {rating.high:+.0f})"
    ]


def needed_line(result: MatchResult) -> list[str]:
    """Say how many games would give every win rate to one point, if these were too few."""
    if not result.summary.outcomes:
        return []
    needed = max(games_needed(result.summary.blocks, [agent], PRECISION) for agent in range(len(result.agents)))
    line = f"about {needed:,} games are needed to know every win rate to ±{100 * PRECISION:g} point"
    return [line] if needed > result.games else []


def repeats_line(result: MatchResult) -> list[str]:
    """Say how many games were the same as another one, so that nobody takes them for evidence."""
    repeated = result.summary.repeated
    if repeated == 0:
        return []
    return [
        f"{repeated:,} of the {result.games:,} games repeat another one of their block, because equal agents decided alike:"
        f" {result.games - repeated:,} different games were played; --seats shuffle repeats none"
    ]
