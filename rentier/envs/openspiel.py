"""The game for OpenSpiel: importing this module makes `pyspiel.load_game("python_rentier")` work.

game = pyspiel.load_game("python_rentier(players=3,rules=short)")

Dice, cards and the first player are chance nodes. If deeds are dealt out at the beginning, there are a thousand possible deals.
Utilities are those of the reward `win`. After `most_decisions` a game ends as a draw between the players still in it.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from rentier.arena.limits import FEWEST_PLAYERS, check_number
from rentier.box.record import AUCTION_SEALED, MOST_CARDS, MOST_SEATS
from rentier.envs.chance import DEALS, FACES, TOOK_SETUP, Chance
from rentier.envs.rewards import WIN, reward_of
from rentier.envs.stage import Stage
from rentier.extras import need
from rentier.game.state import TOOK_NOTHING
from rentier.game.words import OVER
from rentier.record.position import position_text

pyspiel: Any = need("pyspiel", "openspiel", "games for OpenSpiel")

NAME = "python_rentier"
PARAMETERS = {"players": 2, "rules": "uk-classic", "offers": True, "most_decisions": 5000}


def game_type(sealed: bool = False) -> Any:
    """Return the description of the game for OpenSpiel; with sealed bids it has imperfect information."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Rentier",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if sealed else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_SEATS,
        min_num_players=FEWEST_PLAYERS,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class RentierGame(pyspiel.Game):  # type: ignore[misc]
    """The game under a preset or a file of rules, for 2 to 8 players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        values = {**PARAMETERS, **(params or {})}
        players = int(values["players"])
        check_number("players", players, FEWEST_PLAYERS, MOST_SEATS)
        self.stage = Stage(str(values["rules"]), players, offers=bool(values["offers"]))
        self.most = int(values["most_decisions"])
        record = self.stage.box.record
        info = pyspiel.GameInfo(
            num_distinct_actions=self.stage.actions,
            max_chance_outcomes=max(FACES ** int(record.dice), MOST_CARDS, players, DEALS),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most,
        )
        super().__init__(game_type(record.auction == AUCTION_SEALED), info, params or {})

    def new_initial_state(self) -> RentierState:
        """Return the state at the beginning of a game."""
        return RentierState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RentierObserver:
        """Return an observer of states."""
        return RentierObserver(self.stage.size)


class RentierState(pyspiel.State):  # type: ignore[misc]
    """A position in which a player or chance decides."""

    def __init__(self, game: RentierGame) -> None:
        super().__init__(game)
        self.chance = Chance(game.stage)
        self.most = game.most
        self.made = 0

    def current_player(self) -> Any:
        """Return who must decide: a seat, chance, or nobody."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.chance.waits != TOOK_NOTHING else int(self.chance.state.actor)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        if self.chance.waits != TOOK_NOTHING:
            return False
        return bool(self.chance.state.decision == OVER or self.made >= self.most)

    def _legal_actions(self, player: int) -> list[int]:
        """Return the numbers of the action table that are legal now."""
        numbers: list[int] = np.flatnonzero(self.chance.stage.mask(self.chance.state)).tolist()
        return numbers

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes, all equally likely."""
        outcomes = self.chance.possible()
        return [(outcome, 1.0 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        if self.chance.waits != TOOK_NOTHING:
            self.chance.choose(int(action))
            return
        self.chance.act(self.chance.stage.action(self.chance.state, action))
        self.made += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.chance.text(int(action))
        return self.chance.stage.text(self.chance.state, int(action))

    def returns(self) -> list[float]:
        """Return the utility of each player: zero before the end."""
        stage = self.chance.stage
        if not self.is_terminal():
            return [0.0] * stage.players
        final = copy.copy(self.chance.state)
        final.decision = OVER  # in case the game was cut off
        return [float(reward_of(stage.box.record, final, seat, WIN, 0)) for seat in range(stage.players)]

    def __str__(self) -> str:
        """Return the position as everybody sees it, and what chance must choose."""
        if self.chance.waits == TOOK_SETUP:
            return "before the beginning"
        waits = f"# chance: {self.chance.waits} {self.chance.chosen}\n" if self.chance.waits != TOOK_NOTHING else ""
        box = self.chance.stage.box
        return waits + position_text(box, box.name, self.chance.state)


class RentierObserver:
    """What a player sees as numbers and as text."""

    def __init__(self, size: int) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RentierState, player: int) -> None:
        """Write what a player sees of a state."""
        if state.chance.waits == TOOK_SETUP:
            self.tensor.fill(0.0)
        else:
            self.tensor[:] = state.chance.stage.observation(state.chance.state, player)

    def string_from(self, state: RentierState, player: int) -> str:
        """Return what a player sees as text, which is what everybody sees."""
        return f"player {player}\n{state}"


pyspiel.register_game(game_type(), RentierGame)
