"""An agent asked from Python: decisions, values, explanations, memory, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rentier import Game, Player, RentierError
from rentier.agents.mind import MindRecord
from rentier.agents.specs import parse_agent
from rentier.arena.tables import Sitting
from rentier.compiled import INTERPRETED
from rentier.layout import new

CHEAT = """from rentier.agents.mind import agent, plain
from rentier.game.words import BUILD


@agent
def decide(box, game, mind):
    return plain(BUILD, 0, 0)
"""


def finished(specs: list[str], seed: int) -> Game:
    """Play a game between separate players to its end."""
    players = [Player(spec, seed + seat) for seat, spec in enumerate(specs)]
    game = Game.new(len(specs), "short", seed, {"turn_cap": 30})
    while not game.over:
        assert game.actor is not None
        game.apply(players[game.actor].decide(game))
    return game


def test_players_play_a_game_and_the_same_seeds_give_the_same() -> None:
    specs = ["aggressive", "random", "bot"]
    assert finished(specs, 3).decisions == finished(specs, 3).decisions
    assert finished(specs, 3).decisions != finished(specs, 4).decisions


def test_a_decision_is_an_action_that_can_be_read() -> None:
    action = Player("reserve:350,150", seed=1).decide(Game.new(4, seed=7))
    assert action.text == str(action) == "roll"


def test_a_player_decides_as_the_agent_does_in_a_match() -> None:
    """Its random numbers are those of the first agent at a table under the same seed."""
    agents = [parse_agent("random"), parse_agent("reserve:50,0")]
    game = Game.new(2, seed=5)
    sitting, player = Sitting(game.box, agents, 5), Player("random", seed=5)
    for _decision in range(40):
        action = sitting.decide(game.state)
        if game.actor == 0:
            assert player.decide(game) == action
        game.apply(action)


def test_a_value_is_a_chance_to_win() -> None:
    game = Game.new(4, seed=7)
    player = Player("td", seed=1)
    assert 0 < player.value(game) < 1
    assert player.value(game) == player.value(game, game.actor)
    with pytest.raises(RentierError, match="seat: 4 should be a seat from 0 to 3"):
        player.value(game, 4)


def test_who_has_no_values_says_who_has() -> None:
    with pytest.raises(RentierError, match=r"agent 'bot' cannot value a position; these can: .*td"):
        Player("bot").value(Game.new(2, seed=1))


def test_a_search_explains_itself_and_others_do_not() -> None:
    game = Game.new(2, seed=7)
    thought = Player("mcts:rollouts=20", seed=1).explain(game)
    assert game.is_legal(thought.best)
    assert len(thought.candidates) == len(game.legal_actions())
    with pytest.raises(RentierError, match=r"agent 'bot' does not search; these do: .*mcts"):
        Player("bot").explain(game)


@pytest.mark.skipif(INTERPRETED, reason="thousands of evaluations of a network")
def test_a_search_advises_in_words_and_others_do_not() -> None:
    bot = {"cash": 700, "deeds": {"Marlborough Street": 0, "Vine Street": 0}}
    game = Game.from_position({"to_move": 1, "players": [{"cash": 500, "deeds": {"Bow Street": 0}}, bot]}, seed=1)
    game.apply("offer 0: 10 for Bow Street")
    search = Player("lookahead:rollouts=32", seed=1)
    says = "'refuse', if the others play on like selfplay:offers=1,deals=3. Otherwise, you would let {} complete the Orange set"
    assert search.advise(game).startswith(says.format("seat 1"))
    assert search.advise(game, ["Ann", "Bob"]).startswith(says.format("Bob"))
    with pytest.raises(RentierError, match=r"agent 'bot' does not search; these do: .*mcts"):
        Player("bot").advise(game)
    with pytest.raises(RentierError, match="names: 1 are given for 2 players"):
        search.advise(game, ["Ann"])


def test_reset_forgets() -> None:
    game = Game.new(3, seed=2)
    player = Player("random", seed=9)
    while not {"buy", "decline"} <= {str(action) for action in game.legal_actions()}:
        game.apply("roll")
    first = [player.decide(game) for _ in range(20)]
    assert first != [player.decide(game) for _ in range(20)]
    player.reset(9)
    assert first == [player.decide(game) for _ in range(20)]


def test_a_game_under_other_rules_is_a_new_one() -> None:
    player = Player("td", seed=1)
    assert player.decide(Game.new(4, seed=1)).text
    assert player.decide(Game.new(2, seed=1, overrides={"auction": "none"})).text
    with pytest.raises(RentierError, match="the board of 'us-classic' has other squares"):
        player.decide(Game.new(2, "us-classic", seed=1))


def test_a_game_that_is_over_asks_for_nothing() -> None:
    with pytest.raises(RentierError, match="the game is over"):
        Player("random").decide(finished(["random", "random"], 1))


@pytest.mark.parametrize("spec", ["td", "aggressive", "genes", "phase4", "mix:buy=td,else=bot"])
def test_a_mind_that_is_not_prepared_is_refused_and_harms_nothing(spec: str) -> None:
    game = Game.new(4, seed=1)
    with pytest.raises(RentierError, match="the mind is not prepared for it"):
        parse_agent(spec).decide(game.box.record, game.state, new(MindRecord))


@pytest.mark.parametrize("spec", ["td", "phase4", "bailis-q", "mix:buy=td,else=bot"])
def test_nor_can_it_end_the_process_where_the_function_itself_is_called(spec: str) -> None:
    """Without a network, or the agents it is made of, it does nothing that the rules allow."""
    game, mind = Game.new(4, seed=1), new(MindRecord)
    action = parse_agent(spec).function(game.box.record, game.state, mind)
    assert action.kind == -1


def test_an_agent_that_breaks_the_rules_is_named(tmp_path: Path) -> None:
    (tmp_path / "cheat.py").write_text(CHEAT)
    with pytest.raises(RentierError, match=r"cheat.py' played an illegal action in this game, at decision 'manage'"):
        Player(str(tmp_path / "cheat.py")).decide(Game.new(2, seed=1))
