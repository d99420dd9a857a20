"""Several agents as one player: who decides what, how managing is shared, and whole games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.catalogue import agent_kinds
from rentier.agents.seating import seat_minds
from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import load_box
from rentier.compiled import INTERPRETED
from rentier.errors import RentierError
from rentier.game.words import KINDS
from rentier.game_api import Game
from rentier.learn.space import space_of
from rentier.search.mcts import searcher
from rentier.search.odds import odds
from rentier.search.rollout_evaluator import Valuation
from tests.agents.seats import Seat
from tests.rules.positions import BROWN, ORANGE, levels, play, player, position

RULES = "berry2013"
HOME = Path(__file__).parents[2]
# an agent that prefers actions of the kinds in its settings, in that order; else it takes the first legal action
WANTING = """
from rentier.agents.mind import action, agent
from rentier.game.legal import legal


@agent
def decide(box, game, mind):
    number = legal(box, game, mind.actions[:])
    for place in range(8):
        for row in range(number):
            if mind.settings[place] > 0 and mind.actions[row, 0] == mind.settings[place]:
                return action(mind.actions, row)
    return action(mind.actions, 0)
"""

TABLE_5 = ("buy", "jail", "turn", "respond", "bid", "inherit", "raise-mortgage", "raise-sell")
TABLE_6 = ("mortgage", "build", "unmortgage", "deal")
KEYS = tuple(name for kind in agent_kinds() if kind.spec == "mix" for name in kind.setting_names if name != "else")


@pytest.fixture(scope="module")
def wanting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an agent that prefers the kinds of action in its settings."""
    file = tmp_path_factory.mktemp("wanting") / "wanting.py"
    file.write_text(WANTING)
    return file


def wants(file: Path, *kinds: str) -> str:
    """Return the spec, in parentheses, of an agent that prefers such actions."""
    return f"({file}:{','.join(str(KINDS.index(kind)) for kind in kinds)})" if kinds else str(file)


def seated(spec: str, game: Game) -> Seat:
    """Seat the agent in a game, with all the minds it needs."""
    seat = Seat(spec)
    seat.mind = seat_minds(game.box, [seat.agent] * game.players)[0]
    return seat


def kind_of(spec: str, game: Game) -> str:
    """Return the kind of action of an agent with a fresh mind."""
    return KINDS[seated(spec, game).acts(game).kind]


# positions in which the player to act has a choice


def at_price() -> Game:
    """A deed is for sale."""
    return play(position(player(), player(), rules=RULES, dice=[(4, 2)]), "roll")


def at_auction() -> Game:
    """A deed is being auctioned."""
    return play(at_price(), "decline")


def with_offer() -> Game:
    """An offer is to be answered."""
    return play(position(player(deeds=["Strand"]), player(), rules=RULES), "offer 1: Strand for nothing")


def with_mortgage() -> Game:
    """A mortgaged deed has been received."""
    game = position(player(deeds={"Strand": "mortgaged"}), player(), rules=RULES)
    return play(game, "offer 1: Strand for nothing", "accept")


def in_debt() -> Game:
    """A debt can be met by selling houses or by a mortgage."""
    mine = {**levels(ORANGE, 1, 1, 1), "Water Works": 0}
    return play(position(player(0, 37, mine), player(deeds=["Mayfair"]), rules=RULES, dice=[(1, 1)]), "roll")


def in_jail() -> Game:
    """A turn in jail."""
    return position(player(square=10, jail_turns=0, deeds=["Strand"]), player(), rules=RULES)


def in_jail_with_set() -> Game:
    """A turn in jail, with something to build on."""
    return position(player(square=10, jail_turns=0, deeds=BROWN), player(), rules=RULES)


def in_turn() -> Game:
    """A turn in which everything can be done."""
    mine = {**levels(ORANGE, 1, 1, 1), **levels(BROWN, 0, 0), "Strand": "mortgaged", "Mayfair": 0}
    return position(player(deeds=mine), player(deeds=["Park Lane"]), rules=RULES)


# who decides what


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "make", "kind"),
    [
        ("buy", at_price, "buy"),
        ("bid", at_auction, "bid"),
        ("respond", with_offer, "refuse"),
        ("inherit", with_mortgage, "unmortgage"),
        ("jail", in_jail, "pay fine"),
        ("jail", in_jail, "mortgage"),
        ("turn", in_turn, "build"),
        ("turn", in_turn, "offer"),
        ("build", in_turn, "build"),
        ("build", in_jail_with_set, "build"),
        ("sell", in_turn, "sell"),
        ("mortgage", in_turn, "mortgage"),
        ("unmortgage", in_turn, "unmortgage"),
        ("deal", in_turn, "offer"),
    ],
)
def test_each_decision_is_that_of_the_agent_named_for_it(wanting: Path, key: str, make: Any, kind: str) -> None:
    game = make()
    eager, idle = wants(wanting, kind), wants(wanting)
    assert kind_of(f"mix:{key}={eager},else={idle}", game) == kind
    assert kind_of(f"mix:{key}={idle},else={eager}", game) != kind
    others = [other for other in KEYS if other != key]
    assert kind_of(f"mix:{','.join(f'{other}={idle}' for other in others)},{key}={eager},else={idle}", game) == (
        kind if key not in ("jail", "turn") or kind == "pay fine" else "roll"
    )


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("mortgage", "sell", "mortgage"),
        ("sell", "sell", "sell"),
        ("mortgage", "mortgage", "mortgage"),
        ("sell", "mortgage", "mortgage"),  # each prefers an action that is the other's
    ],
)
def test_a_debt_is_met_by_a_mortgage_first(wanting: Path, first: str, second: str, expected: str) -> None:
    named = f"raise-mortgage={wants(wanting, first)},raise-sell={wants(wanting, second)}"
    assert kind_of(f"mix:{named},else={wanting}", in_debt()) == expected
    one = f"mix:raise-mortgage={wants(wanting, first)},else={wants(wanting, second)}"
    assert kind_of(one, in_debt()) == expected


# managing is shared


@pytest.mark.slow
def test_who_is_asked_for_one_thing_is_not_held_up_by_the_rest(wanting: Path) -> None:
    kinds = {"build": "build", "sell": "sell", "mortgage": "mortgage", "unmortgage": "unmortgage", "deal": "offer"}
    for key, kind in kinds.items():
        for rather in set(kinds.values()) - {kind}:
            if (rather, kind) != ("mortgage", "unmortgage"):  # it would have no end
                spec = f"mix:{key}={wants(wanting, rather, kind)},else={wanting}"
                assert kind_of(spec, in_turn()) == kind, rather
    rather_not = wants(wanting, "mortgage", "offer", "pay fine")
    assert kind_of(f"mix:jail={rather_not},mortgage={wanting},deal={wanting},else={wanting}", in_jail()) == "pay fine"


def test_wishes_without_end_are_passed_over(wanting: Path) -> None:
    game = in_turn()
    spec = f"mix:build={wants(wanting, 'mortgage', 'unmortgage', 'build')},else={wanting}"
    assert seated(spec, game).says(game) == "roll"


def test_the_bot_offers_in_all_its_ways_though_another_builds() -> None:
    mine = {**levels(BROWN, 0, 0), **dict.fromkeys([*ORANGE[:2], "Fleet Street", "Trafalgar Square", "Park Lane"], 0)}
    theirs = ["Vine Street", "Mayfair", "Strand"]
    game = position(player(800, deeds=mine), player(deeds=theirs), rules=RULES)
    offers = seated("mix:deal=bot,else=phase1", game).manages(game)
    assert offers == [
        "offer 1: Park Lane for Vine Street",
        "offer 1: Park Lane for Strand",
        "offer 1: Fleet Street for Vine Street",
        "offer 1: 400 for Vine Street",
        "offer 1: 440 for Strand",
        "offer 1: 800 for Mayfair",
    ]


def test_the_bot_lifts_though_another_deals_and_leaves_jail_though_another_lifts() -> None:
    mine = {**dict.fromkeys(ORANGE[:2], 0), "Water Works": "mortgaged"}
    game = position(player(800, deeds=mine), player(deeds=["Vine Street"]), rules=RULES)
    assert seated("bot", game).says(game).startswith("offer")
    assert seated("mix:deal=phase1,else=bot", game).manages(game) == ["unmortgage Water Works"]
    free = {"offers_per_turn": "unlimited"}
    game = position(player(800, deeds=mine), player(deeds=["Vine Street"]), rules=RULES, switches=free)
    assert seated("mix:deal=phase1,else=bot", game).manages(game) == ["unmortgage Water Works"]
    game = position(player(800, 10, {"Water Works": "mortgaged"}, jail_turns=0), player(), rules=RULES)
    assert seated("bot", game).says(game) == "unmortgage Water Works"
    assert seated("mix:unmortgage=phase1,else=bot", game).says(game) == "pay fine"


def test_the_bot_mortgages_nothing_for_houses_that_another_does_not_build() -> None:
    game = position(player(10, deeds={**levels(ORANGE, 0, 0, 0), "Mayfair": 0}), player(), rules=RULES)
    assert seated("bot", game).manages(game.copy()) == ["mortgage Mayfair", *(f"build {name}" for name in ORANGE[:2])]
    assert seated("mix:build=phase1,else=bot", game).manages(game.copy()) == []
    assert seated("mix:mortgage=phase1,else=bot", game).manages(game.copy()) == []


@pytest.mark.parametrize(("one", "other"), [("unmortgage", "mortgage"), ("build", "sell")])
def test_nobody_undoes_in_a_turn_what_another_did_in_it(wanting: Path, one: str, other: str) -> None:
    game = in_turn()
    game.state.cash[0] = 100_000
    mix = seated(f"mix:{one}={wants(wanting, one)},{other}={wants(wanting, other)},else={wanting}", game)
    said = mix.manages(game)
    places = [{text.partition(" ")[2] for text in said if text.startswith(kind)} for kind in (one, other)]
    assert places[0]
    assert not places[0] & places[1]


# the same as alone


@pytest.mark.parametrize("spec", ["bot", "random", "aggressive", "phase3", "khan:optimal", "td"])
def test_a_mix_of_one_plays_as_that_one(spec: str) -> None:
    box = load_box(RULES, {"turn_cap": 12 if INTERPRETED else 150})
    games = 2 if INTERPRETED else 20
    named = ",".join(f"{key}={spec}" for key in KEYS)
    alone, *mixes = (
        play_match(box, [parse_agent(first), *map(parse_agent, ("bot", "random", "bot"))], games, 3, keep_rows=True).rows
        for first in (spec, f"mix:else={spec}", f"mix:{named},else={spec}")
    )
    for rows in mixes:
        assert np.array_equal(rows, alone)


def test_an_agent_named_twice_is_one_agent() -> None:
    mix = parse_agent("mix:deal=td,build=(td),unmortgage=(td:offers=7),else=bot")
    assert [inner.spec for inner in mix.inner] == ["bot", "td", "td:offers=7"]


# whole games


@pytest.mark.slow
@pytest.mark.parametrize(
    "named",
    [
        *(f"{key}=td" for key in (*TABLE_5, *TABLE_6)),
        "buy=td,raise-mortgage=td,raise-sell=td,deal=td",
        "build=random,sell=random,mortgage=random,unmortgage=aggressive,deal=phase3,raise-sell=random",
        "turn=random,jail=phase2,deal=khan:greedy,respond=random",
    ],
)
def test_whole_games_are_legal_and_the_same_again(named: str) -> None:
    box = load_box(RULES, {"turn_cap": 20 if INTERPRETED else 200})
    agents = [parse_agent(spec) for spec in (f"mix:{named},else=bot", "bot", f"mix:{named},else=bot", "random")]
    games = 1 if INTERPRETED else 24
    first = play_match(box, agents, games, 5, keep_rows=True)
    assert first.games == games
    again = play_match(box, agents, games, 5, jobs=2, chunk=4, keep_rows=True)
    assert np.array_equal(first.rows, again.rows)


def test_a_board_that_its_network_does_not_know_is_refused() -> None:
    with pytest.raises(RentierError, match="agent 'td': the network was trained on"):
        play_match(load_box("us-classic"), [parse_agent("mix:deal=td,else=bot"), parse_agent("bot")], 1)


def test_it_plays_in_rollouts() -> None:
    mix = "mix:deal=td,else=bot"
    game = in_turn()
    few = 2 if INTERPRETED else 12
    search = searcher(f"mcts:own=({mix}),opponents=({mix}),rollouts={few},cut=3")
    assert game.is_legal(search.think(game.box, game.state).best)
    agents = [parse_agent(mix), parse_agent("bot")]
    valuation = Valuation(parse_agent("selfplay"), cut=4)
    assert odds(game.box, game.state, agents, few, valuation=valuation).rollouts == few


@pytest.mark.slow
def test_interpreted_and_compiled_games_are_the_same() -> None:
    box = load_box(RULES, {"turn_cap": 12})
    specs = ["mix:deal=td,build=random,else=bot", "mix:build=td,unmortgage=td,else=bot", "bot"]
    rows = play_match(box, [parse_agent(spec) for spec in specs], 2, 7, keep_rows=True).rows
    assert rows is not None
    lines = [
        "from rentier.agents.specs import parse_agent",
        "from rentier.arena.match import play_match",
        "from rentier.box import load_box",
        f"box = load_box({RULES!r}, {{'turn_cap': 12}})",
        f"print(play_match(box, [parse_agent(spec) for spec in {specs}], 2, 7, keep_rows=True).rows.tolist())",
    ]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if INTERPRETED else "1"}
    command = [sys.executable, "-c", "\n".join(lines)]
    other = subprocess.run(command, cwd=HOME, env=environment, text=True, capture_output=True, timeout=300, check=False)
    assert other.returncode == 0, other.stderr
    assert json.loads(other.stdout) == rows.tolist()


# specs


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("mix:else=bot", "mix:else=bot"),
        ("mix:bot", "mix:else=bot"),
        ("Mix: Else=bot, BUY=(td:offers=7 , checks)", "mix:buy=(td:checks,offers=7),else=bot"),
        ("mix:deal=none,else=reserve:350,buy=bot", None),
        ("mix:deal=none,else=(reserve:350,150),buy=random:trades=no", "mix:buy=random:trades=no,else=(reserve:350,150)"),
        ("mix:raise-sell=bot,else=bot", "mix:raise-sell=bot,else=bot"),
    ],
)
def test_a_mix_has_one_canonical_form(spec: str, canonical: str | None) -> None:
    if canonical is None:
        with pytest.raises(RentierError, match="goes in parentheses"):
            parse_agent(spec)
        return
    agent = parse_agent(spec)
    assert agent.spec == canonical
    assert parse_agent(agent.spec) == agent
    assert not agent.is_python
    assert agent.value is None


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("", "mix needs one agent, else: mix:buy=td,deal=td,else=bot"),
        ("buy=bot", "mix needs one agent, else: mix:buy=td,deal=td,else=bot"),
        ("bye=bot,else=bot", "unknown setting 'bye'; did you mean 'buy'?"),
        ("buy=bto,else=bot", "buy: unknown agent 'bto'; did you mean 'bot'?"),
        ("buy=bot,buy=td,else=bot", "'buy' is set twice"),
        ("else=none", "else: unknown agent 'none'"),
        ("buy=mcts,else=bot", "buy 'mcts' thinks in Python; only compiled agents make up another, as in mix:buy=random"),
        ("buy=(mix:else=bot),else=bot", "buy 'mix:else=bot' is made of agents itself; name them here, as in mix:buy=td"),
        ("buy=(td:nowhere.npz),else=bot", "nowhere.npz: there is no such file"),
        ("buy=(bot,else=bot", "parentheses do not match; write for example mix:buy=(reserve:350,150)"),
    ],
)
def test_a_wrong_mix_is_refused_in_one_line(settings: str, says: str) -> None:
    with pytest.raises(RentierError) as refusal:
        parse_agent(f"mix:{settings}")
    assert str(refusal.value).startswith(f"agent 'mix:{settings}': ")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_mix_has_no_numbers_to_tune_or_to_save(tmp_path: Path) -> None:
    with pytest.raises(RentierError, match="it has no numbers of its own; tune one of the agents it is made of"):
        space_of(parse_agent("mix:else=bot"), [])
    file = tmp_path / "mine.toml"
    file.write_text('saved_agent = 1\nkind = "mix"\n[settings]\n')
    with pytest.raises(RentierError, match="unknown agent 'mix'"):
        parse_agent(str(file))


def test_the_list_shows_what_can_be_named() -> None:
    text = next(kind.settings_text for kind in agent_kinds() if kind.spec == "mix")
    assert text == f"{', '.join(f'({key})' for key in KEYS)}, else"
