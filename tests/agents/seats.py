"""An agent in a test, with its own mind."""

from __future__ import annotations

from typing import Any

from rentier.agents.mind import MindRecord
from rentier.agents.specs import Agent, parse_agent
from rentier.game.words import Action
from rentier.game_api import Game
from rentier.layout import new


class Seat:
    """An agent, given as an object or by its spec, with its own mind."""

    def __init__(self, who: Agent | str) -> None:
        self.agent = parse_agent(who) if isinstance(who, str) else who
        self.mind: Any = new(MindRecord)
        self.mind.settings[: len(self.agent.settings)] = self.agent.settings
        if self.agent.network is not None:
            self.agent.network.fill(self.mind.network)

    def acts(self, game: Game) -> Action:
        """Return its action, which must be legal and must leave the game unchanged."""
        before = game.state.tobytes()
        action = Action(*map(int, self.agent.function(game.box.record, game.state, self.mind)))
        assert game.state.tobytes() == before
        assert game.is_legal(action), game.text(action)
        return action

    def says(self, game: Game) -> str:
        """Return its action as text."""
        return game.text(self.acts(game))

    def manages(self, game: Game, answer: str = "refuse") -> list[str]:
        """Return its actions until it rolls or ends the turn, with its offers answered like this."""
        said: list[str] = []
        while (saying := self.says(game)) not in ("roll", "end"):
            said.append(saying)
            game.apply(saying)
            if game.decision == "respond":
                game.apply(answer)
        return said
