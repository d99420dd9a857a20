"""Make the data set of `rentier grade` in three steps: draw decisions from games, roll their candidates out, pack the result.

    python -m scripts.decisions draw FOLDER GAMES      # on a CPU; resumes where it was stopped
    python -m scripts.decisions roll FOLDER            # with PyTorch, on a GPU if there is one
    python -m scripts.decisions pack FOLDER
    python -m scripts.decisions roll FOLDER --who bot  # the same decisions by another roller, to compare,
    python -m scripts.decisions pack FOLDER --who bot  # as FOLDER/decisions-bot.jsonl.gz

Games are played under several rules, with two to six players, by agents of the league and a network. From each game one
decision of each kind is drawn. Its candidates are what was done, what each agent of a panel would do, and what the network
considers. The network rolls them out. A decision is dropped if the best candidate is not known to half a point after all
rollouts, if a rollout did not fit into the buffer, or if no candidate is more than half a point worse than the best: such a
decision says nothing about an agent.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rentier.agents.seated import SeatedAgent
from rentier.agents.specs import Agent, parse_agent
from rentier.box import Box, load_box
from rentier.game.luck import key_of
from rentier.game.words import Action
from rentier.game_api import Game
from rentier.grading.decisions import FILE, Decision, Valued, read_decisions, write_decisions
from rentier.grading.kinds import KINDS
from rentier.grading.rolling import HALF_A_POINT, Contest
from rentier.grading.sorting import kind_of, phase_of
from rentier.record.actions import parse_action

RULES = ("uk-classic", "us-classic", "tournament")
PLAYERS = range(2, 7)
SEATED = ("td", "bot", "khan:greedy", "genes", "aggressive", "phase3", "selfplay:offers=1")
PANEL = ("td", "bot", "khan:greedy", "genes", "aggressive", "phase3", "selfplay")
UK_ONLY = "td"
NETWORK = "selfplay"
SEED = 2700
MOST_TURNS = 300  # of a game
LOOKED_AT = 5  # decisions of each sort in a game, drawn at random
ROUNDS = 6  # of the table, after which rollouts are cut
ROLLOUTS = (144, 720, 2880)  # that a candidate has after each round of rollouts
AT_ONCE = {"cuda": 32_768, "cpu": 512}
DRAWN = "drawn.jsonl"


# drawing


@dataclass(frozen=True)
class Moment:
    """A decision of a game, and what was done."""

    game: Game
    done: Action


def draw(folder: Path, games: int) -> None:
    """Append the decisions of further games to the folder; each line is a game, so that the next run goes on after it."""
    file = folder / DRAWN
    first = len(file.read_text().splitlines()) if file.exists() else 0
    for number in range(first, games):
        line = json.dumps(list(decisions_of(number)), ensure_ascii=False)
        with file.open("a") as out:
            out.write(line + "\n")
        print(f"\rgame {number + 1} of {games}", end="", file=sys.stderr, flush=True)


def deal_in(number: int) -> tuple[Box, list[Agent]]:
    """Return the rules and agents of a game. Games cycle through rules and numbers of players; agents are drawn."""
    luck = np.random.default_rng([SEED, number])
    rules = RULES[number % len(RULES)]
    players = PLAYERS[(number // len(RULES)) % len(PLAYERS)]
    return load_box(rules), [parse_agent(str(spec)) for spec in luck.choice(allowed(SEATED, rules), players)]


def allowed(specs: tuple[str, ...], rules: str) -> list[str]:
    """Return the agents that can play by these rules."""
    return [spec for spec in specs if spec != UK_ONLY or rules == "uk-classic"]


def moments_of(number: int, box: Box, agents: list[Agent]) -> list[Moment]:
    """Play a game, and return some of its decisions in random order: up to five of each sort, drawn uniformly."""
    luck = np.random.default_rng([SEED, number, 1])
    game = Game.new(len(agents), box, SEED, number=number)
    key = key_of(np.uint64(SEED), number)
    seated = [SeatedAgent(box, agent, len(agents), key, seat) for seat, agent in enumerate(agents)]
    found: dict[tuple[int, ...], list[Moment]] = {}
    seen: Counter[tuple[int, ...]] = Counter()
    while not game.over and game.turn <= MOST_TURNS:
        action = seated[int(game.state.actor)].decide(game.state, f"game {number}")
        sort = sort_of(game)
        seen[sort] += 1
        place = seen[sort] - 1 if seen[sort] <= LOOKED_AT else int(luck.integers(seen[sort]))
        if place < LOOKED_AT:
            found.setdefault(sort, [])[place : place + 1] = [Moment(game.copy(), action)]
        game.apply(action)
    moments = [moment for sort in found.values() for moment in sort]
    return [moments[place] for place in luck.permutation(len(moments))]


def sort_of(game: Game) -> tuple[int, ...]:
    """Return the sort of a decision, as far as it can be told without its candidates: what is asked, when, in jail or not."""
    state = game.state
    return int(state.decision), int(state.phase), int(game.in_jail(int(state.actor)))


def decisions_of(number: int) -> Iterator[dict[str, Any]]:
    """Yield one decision of each kind that was found in a game, with its candidates."""
    from rentier.grading.candidates import Candidates  # compiles a search, which rolling on a GPU does not need

    box, agents = deal_in(number)
    panel = [parse_agent(spec) for spec in allowed(PANEL, box.name)]
    candidates = Candidates(box, len(agents), parse_agent(NETWORK), panel)
    found: set[str] = set()
    for place, moment in enumerate(moments_of(number, box, agents)):
        game = moment.game
        actions = candidates.of(game.state, moment.done, key_of(np.uint64(SEED + number), place))
        kind = kind_of(game.state, actions)
        if kind is None or kind in found or len(actions) < 2:
            continue
        found.add(kind)
        texts = [game.text(action) for action in actions]
        yield {"position": game.position(), "kind": kind, "phase": phase_of(box, game.state), "candidates": texts}


# rolling


class Rolling:
    """A drawn decision that is being rolled out."""

    def __init__(self, line: dict[str, Any], number: int) -> None:
        self.line = line
        self.game = Game.from_position(line["position"], seed=0)
        self.contest = Contest([Action(*parse_action(self.game.box, text)) for text in line["candidates"]])
        self.key = key_of(np.uint64(SEED), number)
        self.turns = ROUNDS * int(self.game.state.in_play).bit_count()


def roll(folder: Path, weights: Path, who: str, seconds: float) -> None:
    """Roll out all drawn decisions, round by round; start no batch after `seconds`."""
    import torch

    lines = [one for line in (folder / DRAWN).read_text().splitlines() for one in json.loads(line)]
    decisions = [Rolling(line, number) for number, line in enumerate(lines)]
    roller = Roller(weights, "cuda" if torch.cuda.is_available() else "cpu", who, time.monotonic() + seconds)
    first = 0
    for last in ROLLOUTS:
        unsettled = [one for one in decisions if not one.contest.is_settled]
        roller.roll(unsettled, range(first, last))
        for one in unsettled:
            one.contest.judge()
        first = last
        settled = sum(one.contest.is_settled for one in decisions)
        print(f"{last} rollouts: {settled} of {len(decisions)} settled, {roller.played:,} rollouts", flush=True)
        with (folder / f"rolled-{who}.jsonl").open("w") as out:
            for one in decisions:
                out.write(json.dumps(one.line | {"candidates": valued(one), "settled": one.contest.is_settled}) + "\n")


def valued(one: Rolling) -> list[tuple[str, float, float]]:
    """Return the candidates, the best first: text, win probability, standard error of the distance from the best.

    Nothing, if some rollouts had no room (NaN).
    """
    if any(np.isnan(candidate.results).any() for candidate in one.contest.candidates):
        return []
    ranked = one.contest.ranked()
    best = float(ranked[0][0].results.mean())
    return [(one.game.text(found.action), best - gap.mean, gap.error) for found, gap in ranked]


class Roller:
    """Plays the rollouts of many decisions in parallel."""

    def __init__(self, weights: Path, device: str, who: str, deadline: float) -> None:
        from rentier.network.weights import Network
        from rentier.selfplay.network import value_network
        from rentier.selfplay.opponents import BOT, LEARNER
        from rentier.selfplay.rollouts import ParallelRollouts

        network = value_network(Network.read(weights)).to(device)
        boxes = [load_box(rules) for rules in RULES]
        self.at_once, self.deadline, self.played = AT_ONCE[device], deadline, 0
        self.rollouts = ParallelRollouts(boxes, network, self.at_once, device, BOT if who == "bot" else LEARNER)

    def roll(self, decisions: list[Rolling], numbers: range) -> None:
        """Play rollouts with these numbers for every candidate that is open."""
        from rentier.selfplay.positions import Start
        from rentier.selfplay.rollouts import Candidate

        jobs = [(one, rolled) for one in decisions for rolled in one.contest.open_ones]
        luck = np.array([key_of(np.uint64(SEED + 1), number) for number in numbers], np.uint64)
        a_batch = max(1, self.at_once // len(numbers))
        for begin in range(0, len(jobs), a_batch):
            if time.monotonic() > self.deadline:
                return
            batch = jobs[begin : begin + a_batch]
            self.played += len(batch) * len(numbers)
            starts = [Start(one.game.state, RULES.index(one.game.box.name)) for one, _rolled in batch]
            candidates = [
                Candidate(start, rolled.action, one.turns) for start, (one, rolled) in zip(starts, batch, strict=True)
            ]
            keys = np.concatenate([np.bitwise_xor(luck, one.key) for one, _rolled in batch])
            results = self.rollouts.play(candidates, np.repeat(np.arange(len(batch)), len(numbers)), keys)
            for place, (one, rolled) in enumerate(batch):
                rolled.add(results[place * len(numbers) : (place + 1) * len(numbers), int(one.game.state.actor)])
            print(f"\r{begin + len(batch)} of {len(jobs)} candidates", end="", file=sys.stderr, flush=True)


# packing


def pack(folder: Path) -> None:
    """Write the decisions that are settled and that matter as the data set."""
    lines = read_rolled(folder, "network")
    known = [line for line in lines if line["settled"] and line["candidates"]]
    kept = [line for line in known if line["candidates"][0][1] - line["candidates"][-1][1] > HALF_A_POINT]
    made = {"drawn": len(lines), "settled": len(known), "kept": len(kept), "seed": SEED}
    decisions = [decision_of(number, line) for number, line in enumerate(kept, 1)]
    write_decisions(FILE, made | {"rollouts": ROLLOUTS, "rounds": ROUNDS, "player": NETWORK}, decisions)
    print({kind: sum(one.kind == kind for one in decisions) for kind in KINDS}, made)


def pack_again(folder: Path, who: str) -> None:
    """Write the decisions of the data set with the values of another roller, as far as it settled them, to the folder."""
    chosen = {one.position for one in read_decisions().decisions}
    kept = [line for line in read_rolled(folder, who) if line["position"] in chosen and line["settled"] and line["candidates"]]
    made = {"kept": len(kept), "rollouts": ROLLOUTS, "rounds": ROUNDS, "player": who, "seed": SEED}
    decisions = [decision_of(number, line) for number, line in enumerate(kept, 1)]
    write_decisions(folder / f"decisions-{who}.jsonl.gz", made, decisions)
    print(made)


def read_rolled(folder: Path, who: str) -> list[dict[str, Any]]:
    """Return the decisions that were rolled out by a roller."""
    return [json.loads(line) for line in (folder / f"rolled-{who}.jsonl").read_text().splitlines()]


def decision_of(number: int, line: dict[str, Any]) -> Decision:
    """Return the decision of a line."""
    return Decision(number, line["position"], line["kind"], line["phase"], tuple(Valued(*one) for one in line["candidates"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("draw", "roll", "pack"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--weights", type=Path, default=Path("rentier/agents/data/selfplay.npz"))
    parser.add_argument("--who", choices=("network", "bot"), default="network")
    parser.add_argument("--seconds", type=float, default=1e9)
    told = parser.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    if told.step == "draw":
        draw(told.folder, told.games)
    elif told.step == "roll":
        roll(told.folder, told.weights, told.who, told.seconds)
    elif told.who == "network":
        pack(told.folder)
    else:
        pack_again(told.folder, told.who)


if __name__ == "__main__":
    main()
