"""What a house rule does: fines and taxes on Free Parking. Longer games, and does the better agent still win?"""

import sys

from rentier import load_box
from rentier.agents import parse_agent
from rentier.arena import play_match

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
AGENTS = [parse_agent(spec) for spec in ("bailis", "reserve:350,150", "random")]

for name, switches in {"by the book": {}, "money on Free Parking": {"free_parking": "pot", "free_parking_bonus": 100}}.items():
    result = play_match(load_box("uk-classic", switches), AGENTS, games=GAMES, seed=1)
    shares = ", ".join(f"{agent.spec} {score.win_rate:.1%}" for agent, score in zip(AGENTS, result.scores, strict=True))
    print(f"{name}: {result.summary.turns / GAMES:.0f} turns per game; wins: {shares}")
