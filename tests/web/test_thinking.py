"""Worker processes: the same decisions as in the arena, whatever dies, hangs or is asked again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.mind import wake_mind
from rentier.agents.seating import seat_minds
from rentier.agents.specs import parse_agent
from rentier.analysis.review_judge import NETWORK, PLAYER
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.game.words import Action
from rentier.game_api import Game
from rentier.search.odds import OddsTable
from rentier.search.rollout_evaluator import Valuation
from rentier.web import thoughts
from rentier.web.thinking import Dropped, Thinkers, ThinkingError
from rentier.web.thoughts import LEAST_ROLLOUTS, LONG_CUT, MOST_ROLLOUTS, ODDS_CUT, HintQuestion, OddsQuestion, Question

KEY = 987_654_321
ENDLESS = "mcts:rollouts=100000000"


def question(game: Game, spec: str, mind: bytes = b"") -> Question:
    return Question(game.rules, {}, game.state.tobytes(), spec, game.actor or 0, KEY + (game.actor or 0), mind)


@pytest.mark.parametrize(
    "specs",
    [
        ("random", "bot", "aggressive"),
        ("mix:buy=random,else=bot", "sammul:350,0,150,0", "khan:greedy"),
        ("champion", "bot", "champion"),
    ],
)
def test_a_mind_that_travels_plays_as_one_that_stays(specs: tuple[str, ...]) -> None:
    game = Game.new(3, seed=5)
    agents = [parse_agent(spec) for spec in specs]
    minds = seat_minds(game.box, agents)
    for seat in range(3):
        wake_mind(minds[seat], np.uint64(KEY + seat), seat)
    travelling = [b""] * 3
    while not game.over and len(game.decisions) < 400:
        seat = game.actor
        assert seat is not None
        stayed = Action(*map(int, agents[seat].decide(game.box.record, game.state, minds[seat])))
        answer = question(game, specs[seat], travelling[seat]).think()
        assert Action(*answer.action) == stayed
        travelling[seat] = answer.mind
        game.apply(stayed)


def test_the_mind_of_another_agent_is_not_taken_for_ones_own() -> None:
    game = Game.new(2, seed=5)
    other = question(game, "mix:buy=random,else=bot").think().mind
    assert question(game, "random", other).think() == question(game, "random").think()


def test_an_agent_that_thinks_draws_new_numbers_for_each_question() -> None:
    game = Game.new(2, seed=5)
    first = question(game, "mcts:rollouts=50").think()
    second = question(game, "mcts:rollouts=50", first.mind).think()
    assert first.mind != second.mind
    assert question(game, "mcts:rollouts=50", first.mind).think() == second


def test_an_agent_that_breaks_the_rules_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(
        "from rentier.agents.mind import agent, plain\n\n\n@agent\ndef decide(box, game, mind):\n    return plain(-1, 0, 0)\n"
    )
    with pytest.raises(RentierError, match="played an illegal action in this game, at decision"):
        question(Game.new(2, seed=5), str(file)).think()


@pytest.mark.slow
def test_odds_add_up_and_know_who_has_fallen() -> None:
    players = [{"cash": 900, "deeds": {"Mayfair": 3, "Park Lane": 3}}, {"bankrupt": 1}, {"cash": 900}]
    game = Game.from_position({"players": players}, seed=5)
    assert game.bankrupt(1)
    asked = OddsQuestion(game.rules, {}, game.state.tobytes(), ("aggressive", None, ENDLESS), "table")
    for _ in range(2):
        found = asked.think()
        assert LEAST_ROLLOUTS <= found["rollouts"] <= MOST_ROLLOUTS
        assert sum(seat["share"] for seat in found["seats"]) == pytest.approx(1, abs=0.05)
        for seat, odds in enumerate(found["seats"]):
            assert odds["seat"] == seat
            assert odds["low"] - 1e-9 <= odds["share"] <= odds["high"] + 1e-9
            assert odds["share"] == 0 or not game.bankrupt(seat)


def test_odds_of_a_game_that_is_over_are_known() -> None:
    game = Game.new(2, rules="khan2019", seed=5)
    while not game.over:
        game.apply(game.legal_actions()[0])
    found = OddsQuestion(game.rules, {}, game.state.tobytes(), ("random", None), "ended").think()
    assert [odds["share"] for odds in found["seats"]] == [(seat in game.winners) / max(len(game.winners), 1) for seat in (0, 1)]


@pytest.mark.parametrize("agent", ["bot", "mcts:rollouts=200", None])
def test_a_hint_is_a_legal_choice_among_candidates(agent: str | None) -> None:
    game = with_a_choice()
    found = HintQuestion(game.rules, {}, game.state.tobytes(), agent, game.actor or 0, "table").think()
    assert game.is_legal(found["choice"])
    assert len(found["candidates"]) > 1
    assert all(game.is_legal(one["action"]) for one in found["candidates"])
    visits = [one["visits"] for one in found["candidates"]]
    assert visits == sorted(visits, reverse=True)
    assert found["agent"] == (agent or "champion:rollouts=400")
    assert found["assumes"] == ("aggressive" if agent == "mcts:rollouts=200" else "selfplay:offers=1,deals=3")


def test_the_adviser_of_seven_players_is_another() -> None:
    game = Game.new(7, seed=1)
    assert HintQuestion(game.rules, {}, game.state.tobytes(), None, 0, "table").think()["agent"] == "mcts:rollouts=2000"


def test_a_hint_says_why() -> None:
    bot = {"cash": 700, "deeds": {"Marlborough Street": 0, "Vine Street": 0}}
    game = Game.from_position({"to_move": 1, "players": [{"cash": 500, "deeds": {"Bow Street": 0}}, bot]}, seed=1)
    game.apply("offer 0: 10 for Bow Street")
    asked = HintQuestion(game.rules, {}, game.state.tobytes(), "lookahead:rollouts=32", 0, "table", 0, ("Ann", "bot"))
    found = asked.think()
    assert (found["choice"], found["assumes"]) == ("refuse", "selfplay:offers=1,deals=3")
    assert found["why"].startswith(
        "Otherwise, you would let bot complete the Orange set; bot then has £690, enough for 6 houses"
    )


def odds_of(game: Game, *agents: str | None, table: str) -> dict[str, Any]:
    return OddsQuestion(game.rules, {}, game.state.tobytes(), agents, table, KEY).think()


@pytest.mark.skipif(INTERPRETED, reason="hundreds of rollouts with a network")
def test_odds_are_those_of_cut_games_of_the_named_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thoughts, "ODDS_SECONDS", 60)  # enough on any machine
    game = Game.new(3, seed=5)
    found = odds_of(game, None, "bot", ENDLESS, table="cut")
    agents = [parse_agent(spec) for spec in (PLAYER, "bot", PLAYER)]
    cut = OddsTable(game.box, agents, Valuation(parse_agent(NETWORK), LONG_CUT)).odds(game.state, MOST_ROLLOUTS, KEY)
    assert found["seats"] == cut.as_dict()["seats"]
    assert [seat["agent"] for seat in found["seats"]] == [PLAYER, "bot", PLAYER]
    assert (found["cut"], found["stand_ins"]) == (LONG_CUT, False)


@pytest.mark.skipif(INTERPRETED, reason="rollouts with a network")
def test_games_of_players_by_the_network_are_cut_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thoughts, "ODDS_SECONDS", 60)
    monkeypatch.setattr(thoughts, "MOST_ROLLOUTS", LEAST_ROLLOUTS)
    found = odds_of(Game.new(2, seed=5), None, "selfplay:offers=1", table="network")
    assert (found["cut"], found["stand_ins"]) == (ODDS_CUT, False)


@pytest.mark.skipif(INTERPRETED, reason="rollouts with a network")
def test_stand_ins_play_for_agents_that_are_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thoughts, "ODDS_SECONDS", 1e-6)
    found = odds_of(Game.new(2, seed=5), "bot", "aggressive", table="slow")
    assert [seat["agent"] for seat in found["seats"]] == [PLAYER, PLAYER]
    assert (found["rollouts"], found["cut"], found["stand_ins"]) == (LEAST_ROLLOUTS, ODDS_CUT, True)


@pytest.mark.skipif(INTERPRETED, reason="hundreds of games of seven players")
def test_odds_of_seven_players_are_those_of_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thoughts, "ODDS_SECONDS", 60)
    game = Game.new(7, seed=5)
    found = odds_of(game, None, "bot", *[None] * 5, table="seven")
    agents = [parse_agent(spec) for spec in ("aggressive", "bot", *["aggressive"] * 5)]
    whole = OddsTable(game.box, agents).odds(game.state, MOST_ROLLOUTS, KEY)
    assert found["seats"] == whole.as_dict()["seats"]
    assert (found["cut"], found["stand_ins"]) == (None, False)


def with_thinkers(work: Callable[[Thinkers], Awaitable[None]], limit: float = 60.0) -> None:
    """Run some work with one worker per pool, and assert that no process is left afterwards."""

    async def begin() -> list[int]:
        thinkers = Thinkers(1, limit)
        await thinkers.start()
        try:
            await work(thinkers)
            return thinkers.processes
        finally:
            await thinkers.close()

    assert not [pid for pid in asyncio.run(begin()) if is_running(pid)]


def is_running(pid: int) -> bool:
    """Whether a process is running; zombies are not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def with_a_choice() -> Game:
    """A game at a decision with several choices, so that a search has work to do."""
    game = Game.new(2, seed=5)
    while len(game.legal_actions()) < 3:
        game.apply(game.legal_actions()[0])
    return game


def test_a_slow_agent_delays_no_quick_one() -> None:
    game = with_a_choice()
    thinking: list[asyncio.Task[Any]] = []

    async def work(thinkers: Thinkers) -> None:
        thinking.append(asyncio.create_task(thinkers.decide(question(game, ENDLESS))))
        for _ in range(20):
            await thinkers.decide(question(game, "bot"))
        assert not thinking[0].done()

    with_thinkers(work)
    assert isinstance(thinking[0].exception(), ThinkingError)  # the pools are closed


def test_a_question_that_takes_too_long_fails_and_the_next_is_answered() -> None:
    game = with_a_choice()

    async def work(thinkers: Thinkers) -> None:
        with pytest.raises(ThinkingError, match=r"no answer within 2 s"):
            await thinkers.decide(question(game, ENDLESS))
        answered = False
        while not answered:  # on a busy machine this may time out too
            with contextlib.suppress(ThinkingError):
                await thinkers.decide(question(game, "mcts:rollouts=10"))
                answered = True

    with_thinkers(work, limit=2.0)


@pytest.mark.slow
def test_a_worker_that_is_killed_is_replaced() -> None:
    game = with_a_choice()

    async def work(thinkers: Thinkers) -> None:
        slow = asyncio.create_task(thinkers.decide(question(game, ENDLESS)))
        await thinkers.decide(question(game, "bot"))
        before = thinkers.processes
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(ThinkingError, match="has died"):
            await slow
        while any(map(is_running, before)):
            await asyncio.sleep(0)
        await thinkers.decide(question(game, "bot"))
        await thinkers.decide(question(game, "mcts:rollouts=10"))
        assert not {*before[:2]} & {*thinkers.processes}

    with_thinkers(work)


def test_of_a_table_only_the_newest_odds_are_worked_out() -> None:
    game = Game.new(2, seed=5)

    def odds(table: str, key: int) -> OddsQuestion:
        return OddsQuestion(game.rules, {}, game.state.tobytes(), ("aggressive", "aggressive"), table, key)

    async def work(thinkers: Thinkers) -> None:
        asked = [odds("a", 0), odds("a", 1), odds("b", 2), odds("a", 3)]
        found: list[Any] = await asyncio.gather(*map(thinkers.odds, asked), return_exceptions=True)
        assert isinstance(found[1], Dropped)
        assert all(isinstance(found[place], dict) for place in (2, 3))

    with_thinkers(work)


def test_tables_with_people_come_first() -> None:
    game = with_a_choice()
    order: list[str] = []

    async def work(thinkers: Thinkers) -> None:
        async def decide(who: str) -> None:
            await thinkers.decide(question(game, "bot"), agents_alone=who == "agents")
            order.append(who)

        await asyncio.gather(*map(decide, ["agents"] * 20 + ["people"] * 5))

    with_thinkers(work)
    assert order[:6].count("people") == 5  # one of the agents may have been thinking when they came
    assert order.count("agents") == 20


SERVER = """
import asyncio
from tests.web.test_thinking import ENDLESS, question, with_a_choice
from rentier.web.thinking import Thinkers

async def main():
    thinkers = Thinkers(1)
    await thinkers.start()
    game = with_a_choice()
    asyncio.create_task(thinkers.decide(question(game, ENDLESS)))
    await thinkers.decide(question(game, "bot"))
    print(*thinkers.processes, flush=True)
    await asyncio.sleep(3600)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.slow
def test_workers_end_with_a_server_that_is_killed_even_in_the_midst_of_a_thought(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    home = str(Path(__file__).parents[2])
    server = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": home}
    )
    assert server.stdout is not None
    workers = [int(pid) for pid in server.stdout.readline().split()]
    assert workers
    server.kill()
    server.communicate()
    deadline = time.monotonic() + 60
    while any(map(is_running, workers)):
        assert time.monotonic() < deadline, "workers are left behind"
