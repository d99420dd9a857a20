"""Fit how agents answer offers, as in `rentier/agents/constants/answers.toml`.

    python -m scripts.fit_acceptance answers.npz bot aggressive td selfplay genes --games 12 --to answers.toml

The champion plays against three of each agent under `uk-classic`. In half of its decisions it offers a deal drawn at random
from those by which it gains, so that it also tries prices that it would not ask for. The other offers depend on the model that
it has, so a second fit differs a little from the first. Answers are kept in the first file: agents that are in it are not
played again. For each agent, and for all together, a logistic regression is fitted to the answers.

What is printed for each agent: its answers, the share of offers that it accepted, and bits per answer for three predictions:
from the share alone, from a mixture without this agent, and from the full mixture. Fewer bits are better.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numba import types

from rentier.agents.acceptance import ASKED_FEATURES, KEPT, RATE, SURE, learn_answer
from rentier.agents.answers import FEATURES, NAMES
from rentier.agents.best_choice import best_plain, evaluate, list_own_choices, note_offer, terms
from rentier.agents.choices import choice_at
from rentier.agents.mind import MIND, MindRecord
from rentier.agents.specs import parse_agent
from rentier.arena.tables import Sitting
from rentier.box import load_box
from rentier.box.record import BoxRecord
from rentier.compiled import entry
from rentier.game.check import ACTION
from rentier.game.luck import below, mix
from rentier.game.state import BOX, GAME, GameRecord
from rentier.game.words import ACCEPT, MANAGE, OFFER, RESPOND, Action
from rentier.game_api import Game
from rentier.layout import Numbers

PULL = 1.0  # towards 0, of each weight (ridge regression)
STEPS = 30  # of Newton's method
DIGITS = 2
TOGETHER = "all"


@entry(ACTION(BOX, GAME, MIND, types.uint64))
def offer_at_random(box: BoxRecord, game: GameRecord, mind: MindRecord, key: Any) -> Action:
    """Make an offer drawn from those by which the player to act gains; without one, the best of the other choices."""
    learn_answer(game, mind)
    number = list_own_choices(box, game, mind, False)
    if number == 1:
        return choice_at(mind.actions, 0)
    evaluate(box, game, mind, number, True)
    chosen, base = best_plain(box, game, mind, number)
    found = 0
    for row in range(number):
        if mind.actions[row, 0] == OFFER and terms(box, game, mind, row, True, base)[1] > 0.0:
            found += 1
            if below(mix(key, 0, row), found) == 0:
                chosen = row
    choice = choice_at(mind.actions, chosen)
    if found > 0:
        note_offer(box, game, mind, choice, True)
    return choice


def answers_of(spec: str, games: int) -> Numbers:
    """Return the answers of an agent, one per row: the numbers of game and seat, the features, whether it accepted."""
    box = load_box("uk-classic")
    agents = [parse_agent("champion"), *[parse_agent(spec)] * 3]
    rows = []
    for number in range(games):
        draws = random.Random(f"{spec} {number}")
        sitting, game = Sitting(box, agents, 0, number), Game.new(4, box, number)
        mind = sitting.seats[0].mind
        while not game.over:
            state = game.state
            if state.actor == 0 and state.decision == MANAGE and draws.random() < 0.5:
                action = Action(*offer_at_random(box.record, state, mind, np.uint64(draws.getrandbits(64))))
            else:
                action = Action(*sitting.decide(state))
            if state.decision == RESPOND and state.offer_from == 0:
                features = mind.real_memory[ASKED_FEATURES : ASKED_FEATURES + FEATURES]
                rows.append([number, int(state.actor), *features, action.kind == ACCEPT])
            game.apply(action)
    return np.array(rows, float).reshape(-1, FEATURES + 3)


def fitted(answers: Sequence[Numbers]) -> Numbers:
    """Return the weights that fit answers best, by Newton's method; every agent weighs as much as the others."""
    inputs = np.concatenate([rows[:, 2:-1] for rows in answers])
    accepted = np.concatenate([rows[:, -1] for rows in answers])
    each = np.concatenate([np.full(len(rows), len(inputs) / len(answers) / len(rows)) for rows in answers])
    weights = np.zeros(FEATURES)
    for _step in range(STEPS):
        guess = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (each * (guess - accepted)) + PULL * weights
        bend = (inputs * (each * guess * (1 - guess))[:, None]).T @ inputs + PULL * np.eye(FEATURES)
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def bits_per_answer(agents: Numbers, rows: Numbers) -> float:
    """Return -log2 of the probability of an answer, on average, by a mixture of agents that learns as `acceptance` does."""
    total, opponent = 0.0, None
    for row in rows[np.lexsort((rows[:, 1], rows[:, 0]))]:
        features, accepted = row[2:-1], row[-1] == 1
        if opponent != (row[0], row[1]):
            opponent, likeness, steps = (row[0], row[1]), np.zeros(len(agents)), np.zeros(FEATURES)
        each = np.clip(1 / (1 + np.exp(-(agents + steps) @ features)), 1 - SURE, SURE)
        mixed = each @ np.exp(likeness - likeness.max()) / np.exp(likeness - likeness.max()).sum()
        total -= np.log2(mixed if accepted else 1 - mixed)
        likeness = KEPT * likeness + np.log(each if accepted else 1 - each)
        steps = steps + RATE * (accepted - mixed) * features
    return float(total / len(rows))


def as_toml(weights: dict[str, Numbers], answers: dict[str, Numbers], command: str) -> str:
    """Return the text of the file."""
    lines = ["# How agents answer offers: the weights of logistic regressions (rentier/agents/acceptance.py).", f"# {command}"]
    for spec, row in weights.items():
        number = len(answers[spec]) if spec in answers else sum(map(len, answers.values()))
        named = ", ".join(f"{name} = {round(float(weight), DIGITS)}" for name, weight in zip(NAMES, row, strict=True))
        lines += ["", "[[agent]]", f'spec = "{spec}"', f"answers = {number}", f"weights = {{ {named} }}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Collect answers, fit the weights, show how well they predict, and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("agents", nargs="+")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--to", type=Path)
    arguments = parser.parse_args()
    if len(set(arguments.agents)) < 2:
        parser.error("name at least two agents")
    saved: dict[str, Numbers] = dict(np.load(arguments.file)) if arguments.file.exists() else {}
    for spec in arguments.agents:
        if spec not in saved:
            saved[spec] = answers_of(spec, arguments.games)
            np.savez_compressed(arguments.file, **saved)  # type: ignore[arg-type]
            print(f"{spec}: {len(saved[spec])} answers", flush=True)
    known = {spec: saved[spec] for spec in arguments.agents if len(saved[spec]) > 0}
    own = {spec: fitted([rows]) for spec, rows in known.items()} | {TOGETHER: fitted(list(known.values()))}
    for spec, rows in known.items():
        others = {name: other for name, other in known.items() if name != spec}
        without = np.array([*(own[name] for name in others), fitted(list(others.values()))])
        share = rows[:, -1].mean()
        blind = -sum(part * np.log2(part) for part in (share, 1 - share) if part > 0)
        bits = [blind, bits_per_answer(without, rows), bits_per_answer(np.array(list(own.values())), rows)]
        print(f"{spec:24} {len(rows):6} {100 * share:5.1f} % ", *(f"{number:.3f}" for number in bits))
    command = f"python -m scripts.fit_acceptance {arguments.file.name} {' '.join(known)} --games {arguments.games}"
    if arguments.to is not None:
        arguments.to.write_text(as_toml(own, known, command), encoding="utf-8")


if __name__ == "__main__":
    main()
