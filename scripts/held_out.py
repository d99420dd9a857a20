"""Write `rentier/analysis/held_out.toml`, positions from games of `td` valued by rollouts: `python -m scripts.held_out`.

One turn of each game is drawn, and from its beginning four `bot` agents play on many times.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from rentier.agents.specs import parse_agent
from rentier.arena.hooks import Hook, watch_match
from rentier.arena.seating import FIXED
from rentier.box import load_box
from rentier.game.words import Action
from rentier.game_api import Game
from rentier.search.odds import OddsTable

FILE = Path(__file__).parent.parent / "rentier/analysis/held_out.toml"
RULES, AGENT, ROLLOUT_AGENT, PLAYERS = "uk-classic", "td", "bot", 4
POSITIONS, ROLLOUTS, SEED, JOBS = 100, 2000, 77, 2
HEADING = f"""\
# {POSITIONS} positions, each from another game of {PLAYERS} `{AGENT}` under {RULES}, seed {SEED}, and the share of
# {ROLLOUTS} rollouts by {PLAYERS} `{ROLLOUT_AGENT}` that each seat won. Written by `python -m scripts.held_out`.
"""


class Drawing(Hook):
    """Stores the beginning of one turn of each game, with every turn equally likely."""

    def __init__(self) -> None:
        self.luck = random.Random(SEED)
        self.drawn: list[str] = []

    def before(self, game: Game, seating: Sequence[int]) -> None:
        self.turn, self.saved = 0, ""

    def step(self, game: Game, action: Action) -> None:
        if game.state.turns != self.turn:
            self.turn = int(game.state.turns)
            if self.luck.random() < 1 / self.turn:
                self.saved = game.position()

    def after(self, game: Game, seating: Sequence[int]) -> None:
        self.drawn.append(self.saved)


def main() -> None:
    box, drawing = load_box(RULES), Drawing()
    watch_match(box, [parse_agent(AGENT)] * PLAYERS, POSITIONS, SEED, hooks=[drawing], seats=FIXED)
    table = OddsTable(box, [parse_agent(ROLLOUT_AGENT)])
    parts = [HEADING]
    for number, position in enumerate(drawing.drawn):
        odds = table.odds(Game.from_position(position, seed=0).state, ROLLOUTS, seed=number, jobs=JOBS)
        shares = ", ".join(f"{seat.share:.4f}" for seat in odds.seats)
        parts.append(f"[[position]]\nshares = [{shares}]\nstate = '''\n{position.rstrip()}\n'''\n")
        print(f"{number + 1} of {POSITIONS}: {shares}", flush=True)
    FILE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
