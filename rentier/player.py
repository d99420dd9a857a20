"""`Player`: a named agent that is asked from Python, for one decision or for a whole game.

player = Player("td", seed=1)
game = Game.new(players=4, seed=7)
player.decide(game)     # an action that the game can apply
player.value(game)      # the agent's own estimate for the player to act
Player("mcts:rollouts=200").explain(game).candidates
Player("lookahead:rollouts=100").advise(game)  # in words
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rentier.agents.catalogue import agent_kinds
from rentier.agents.seated import SeatedAgent
from rentier.agents.specs import Agent, check_values, parse_agent
from rentier.errors import RentierError
from rentier.game_api import Game, read_seed
from rentier.record.actions import SpokenAction, spoken

if TYPE_CHECKING:
    from rentier.search.thoughts import Thought


class Player:
    """An agent by its spec, as `rentier agents` lists them. The same seed gives the same decisions.

    It sees what everybody sees, never the luck. It remembers a game until `reset`, which you call before a new game, or until
    the rules or the number of players change.
    """

    def __init__(self, agent: str | Agent, seed: int | None = None) -> None:
        self.agent = parse_agent(agent) if isinstance(agent, str) else agent
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<Player {self.agent.spec}>"

    def reset(self, seed: int | None = None) -> None:
        """Forget all games, and draw random numbers from this seed, by default from a random one."""
        self._key = read_seed(seed)
        self._seated: SeatedAgent | None = None
        self._players = 0

    def decide(self, game: Game) -> SpokenAction:
        """Return the action that it chooses for the player to act; `game.apply` carries it out."""
        return spoken(game.box, self._at(game).decide(game.state, "this game"))

    def value(self, game: Game, seat: int | None = None) -> float:
        """Return what the agent thinks the game is worth to a seat, by default to the player to act; higher is better.

        The values of a network are win probabilities. Agents that cannot value a position are refused.
        """
        check_values(self.agent)
        assert self.agent.value is not None
        mind = self._at(game).mind
        asked = int(game.state.actor) if seat is None else seat
        if not 0 <= asked < game.players:
            raise RentierError(f"seat: {seat!r} should be a seat from 0 to {game.players - 1}")
        return float(self.agent.value(game.box.record, game.state, asked, mind))

    def explain(self, game: Game) -> Thought:
        """Search, and return what was found about every candidate; agents that do not search are refused."""
        thinker: Any = self._at(game).thinker
        if not hasattr(thinker, "think"):
            able = [kind.spec for kind in agent_kinds() if kind.is_python]
            raise RentierError(f"agent {self.agent.spec!r} does not search; these do: {', '.join(able)}")
        thought: Thought = thinker.think(game.box, game.state)
        return thought

    def advise(self, game: Game, names: Sequence[str] | None = None) -> str:
        """Search, and return the choice, whose play it assumes of the others, and a reason where one is found.

        It is said to the player to act, in the words of hints on the page. `names`: the players' names, by default their seats.
        """
        from rentier.search.advice import advise

        if names is not None and len(names) != game.players:
            raise RentierError(f"names: {len(names)} are given for {game.players} players; give one for each")
        return advise(game.box, game.state, self.agent, self.explain(game), names, int(game.state.actor)).text

    def _at(self, game: Game) -> SeatedAgent:
        """Return the agent at the table of this game, a new one if the rules or the number of players have changed."""
        if game.over:
            raise RentierError("the game is over")
        if self._seated is None or self._seated.box is not game.box or self._players != game.players:
            self._players = game.players
            self._seated = SeatedAgent(game.box, self.agent, game.players, self._key)
        return self._seated
