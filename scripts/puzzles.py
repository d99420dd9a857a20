"""Choose the puzzles of the page from the benchmark of decisions: `python -m scripts.puzzles`.

A puzzle is a decision whose best candidate is clearly better than some others. It shows the best candidate and up to three of
those that certainly cost at least 3 points, at least one of which tempted an agent and certainly costs 5. Its rating comes from
a panel of agents: 1500 if half of them find the best candidate, 400 more for every tenfold odds against it (Elo's scale).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rentier.agents.seated import SeatedAgent
from rentier.agents.specs import parse_agent
from rentier.errors import RentierError
from rentier.game.luck import key_of
from rentier.game.words import Action
from rentier.game_api import Game, read_seed
from rentier.grading.decisions import Decision, Valued, read_decisions
from rentier.grading.grades import read_game
from rentier.narration.reasons import Reasons
from rentier.record.actions import parse_action, spoken
from rentier.search.thoughts import DEVIATIONS
from rentier.web.puzzles import FILE, Puzzle, player_names, write_puzzles

PANEL = ("random", "phase3", "khan:greedy", "genes", "aggressive", "bot", "td", "selfplay:offers=0")
SEED = 29
CLEARLY_WORSE = 0.03  # of a win: every other candidate shown
TEMPTING = 0.05  # of a win: at least one that an agent would choose
MOST_CANDIDATES = 4
MOST_OF_A_KIND = 40  # with the same kind of decision and of best action, so that "buy" or "refuse" is no good guess
MIDDLE, SCALE = 1500, 400


@dataclass(frozen=True)
class Asked:
    """A decision with the candidates to show, the best first, and what the panel would do."""

    decision: Decision
    game: Game
    shown: list[Valued]
    chosen: list[str]

    @property
    def rating(self) -> int:
        """The difficulty on Elo's scale; half a success and half a failure are added, so that it is finite."""
        right = self.chosen.count(self.shown[0].action)
        return round(MIDDLE + SCALE * math.log10((len(self.chosen) - right + 0.5) / (right + 0.5)))

    @property
    def why(self) -> str:
        """Why the best candidate is better than the one that tempts most."""
        game, (best, worse) = self.game, (parse_action(self.game.box, one.action) for one in self.shown[:2])
        seat = int(game.state.actor)
        reasons = Reasons(game.box, player_names(game.players, seat), game.players, seat)
        return reasons.why_better(game.state, Action(*best), Action(*worse))


def certain_loss(best: Valued, other: Valued) -> float:
    """Return what a candidate certainly costs, as a share of a win."""
    return best.value - other.value - DEVIATIONS * other.error


def asked_of(decision: Decision) -> Asked | None:
    """Return the puzzle of a decision; None if it makes none."""
    best, *others = decision.candidates
    worse = [one for one in others if certain_loss(best, one) >= CLEARLY_WORSE]
    if not any(certain_loss(best, one) >= TEMPTING for one in worse):
        return None
    game = read_game(decision)
    chosen = list(choices(game, decision.number))
    votes = Counter(chosen)
    worse.sort(key=lambda one: (-votes[one.action], -certain_loss(best, one)))
    if not any(votes[one.action] and certain_loss(best, one) >= TEMPTING for one in worse[: MOST_CANDIDATES - 1]):
        return None
    return Asked(decision, game, [best, *worse[: MOST_CANDIDATES - 1]], chosen)


def choices(game: Game, number: int) -> Iterator[str]:
    """Yield what each agent of the panel would do, if it can play by these rules."""
    for spec in PANEL:
        try:
            seated = SeatedAgent(game.box, parse_agent(spec), game.players, key_of(read_seed(SEED), number))
        except RentierError:
            continue
        yield spoken(game.box, seated.decide(game.state, f"decision {number}")).text


def puzzle_of(asked: Asked) -> Puzzle:
    """Return the puzzle as it is written."""
    decision = asked.decision
    return Puzzle(
        source=decision.number,
        kind=decision.kind,
        position=decision.position,
        candidates=tuple((one.action, round(one.value, 4), round(DEVIATIONS * one.error, 4)) for one in asked.shown),
        why=asked.why,
        rating=asked.rating,
    )


def selection(found: Sequence[Asked]) -> list[Asked]:
    """Return some puzzles of each kind in a random order; those with a reason and hard ones are preferred."""
    kinds: Counter[tuple[str, str]] = Counter()
    kept = []
    for asked in sorted(found, key=lambda one: (not one.why, -one.rating)):
        kind = asked.decision.kind, asked.shown[0].action.split()[0]
        kinds[kind] += 1
        if kinds[kind] <= MOST_OF_A_KIND:
            kept.append(asked)
    return random.Random(SEED).sample(kept, len(kept))


def main() -> None:
    """Write the puzzles."""
    found = [asked for decision in read_decisions().decisions if (asked := asked_of(decision)) is not None]
    kept = selection(found)
    write_puzzles([puzzle_of(asked) for asked in kept])
    verbs = Counter(f"{one.decision.kind}: {one.shown[0].action.split()[0]}" for one in kept)
    print(f"{FILE.name}: {len(kept)} of {len(found)} puzzles", dict(verbs))


if __name__ == "__main__":
    main()
