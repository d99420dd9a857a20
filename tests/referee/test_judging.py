"""How the judge asks, informs and judges: what programs see, the default action, faults of classes, the same dice."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rentier import Game, RentierError, load_box
from rentier.agents.specs import parse_agent
from rentier.arena.match import play_match
from rentier.box import preset_names
from rentier.game.words import DECISIONS
from rentier.referee.check import read_checks
from rentier.referee.entrants import find_entrant
from rentier.referee.faults import Fault, printable
from rentier.referee.judge import doing_nothing, judged
from rentier.referee.limits import Limits
from rentier.referee.match import RefereedMatch, play_refereed
from rentier.referee.protocol import answered_question, read_answer
from rentier.referee.seed import luck_seed
from rentier.referee.view import SEALED_BID, View

from ..rules.positions import player, position
from .players import PLAIN, RULES, judge, match, raw, scripted

CHECKS = read_checks()
NOTHING = {
    "manage": {"roll", "end"},
    "roll": {"roll"},
    "buy": {"decline"},
    "bid": {"pass"},
    "respond": {"refuse"},
    "raise": {"bankrupt"},
    "card": {"pay fine"},
    "tax": {"pay tax"},
    "claim": {"ask rent"},
}


@pytest.mark.parametrize("rules", preset_names())
def test_doing_nothing_is_always_allowed(rules: str) -> None:
    """At every decision the default action is legal, and is the fallback of the agents of the published works."""
    chooser = np.random.default_rng(5)
    game = Game.new(3, rules, seed=5)
    while not game.over and len(game.decisions) < 300:
        nothing = doing_nothing(game)
        assert game.is_legal(nothing)
        assert nothing in NOTHING.get(game.decision, {nothing})
        assert judged(game, nothing) == nothing
        actions = game.legal_actions()
        game.apply(actions[chooser.integers(len(actions))])


def test_every_kind_of_decision_is_checked() -> None:
    assert {check.game.decision for check in read_checks()} == set(DECISIONS) - {"over"}
    for check in read_checks():
        assert check.game.is_legal(doing_nothing(check.game))


def test_a_question_says_all_and_nothing_hidden() -> None:
    for check in read_checks():
        question = json.loads(json.dumps(View(check.game).question(7, 5.0, 60.0)))
        assert question["seat"] == question["state"]["actor"] == check.game.actor
        assert all(check.game.is_legal(action) for action in question["actions"])
        assert all("offer" not in action for action in question["actions"])
        assert Game.from_position(question["position"]).position() == question["position"]
        assert "luck" not in question["position"]


def test_a_bid_has_its_bounds() -> None:
    game = position(player(cash=700), player(), rules=RULES, dice=[(1, 2)])
    for action in ("roll", "decline", "pass"):
        game.apply(action)
    question = View(game).question(1, 1.0, 1.0)
    assert (question["decision"], question["bid"]) == ("bid", {"least": 1, "most": 700})


def test_bids_stay_in_their_envelopes(tmp_path: Path) -> None:
    """The second bidder does not learn what the first bid, that it passed, or that its bid was void."""
    path = tmp_path / "spy.py"
    path.write_text(
        "import re\n"
        "class Agent:\n"
        "    told = []\n"
        "    def receive_state(self, state):\n"
        "        self.told.append(state)\n"
        "    def auction_property(self, state):\n"
        "        seen = re.findall(r'\\b777\\b', repr((self.told[-1], state)))\n"  # a longer number may contain it by chance
        "        raise LookupError(self.told[-1]['done'], seen)\n"
    )
    for bid in (777, None, 10**9):
        game = position(rules=RULES, dice=[(1, 2)])
        spied = judge(game, find_entrant(str(path)), scripted(tmp_path, "bidder", auction_property=[bid]), decisions=4)
        told = {"seat": 1, "decision": "bid", "action": SEALED_BID, "void": False}
        assert f"LookupError: ({told!r}, [])" in [fault.reason for fault in spied.faults]


def test_what_is_told_of_a_void_answer() -> None:
    game = position(rules=RULES)
    assert View(game).done("roll", void=True) == {"seat": 0, "decision": "manage", "action": "roll", "void": True}


def test_the_state_is_plain() -> None:
    game = position(
        player(cash=10, deeds={"Boardwalk": 5, "Park Place": 4}, jail_cards=["chest"]),
        player(square="Jail / Just Visiting", jail_turns=1, deeds={"Baltic Avenue": "mortgaged"}),
        rules=RULES,
        round=4,
    )
    state: dict[str, Any] = json.loads(json.dumps(View(game).state()))
    assert (state["round"], state["mover"], state["decision"]) == (4, 0, "manage")
    assert state["deeds"]["Boardwalk"] == {"square": 39, "owner": 0, "houses": 5, "mortgaged": False}
    assert state["deeds"]["Baltic Avenue"]["mortgaged"]
    assert state["deeds"]["Reading Railroad"]["owner"] is None
    first, second = state["players"]
    assert (first["cash"], first["jail_cards"], first["in_jail"]) == (10, ["chest card"], False)
    assert (second["in_jail"], second["jail_turns"], second["square"]) == (True, 1, 10)
    assert state["auction"] is state["offer"] is state["debt"] is None


def test_a_class_that_fails_says_why(tmp_path: Path) -> None:
    path = tmp_path / "failing.py"
    path.write_text(
        "class Anything:\n"
        "    def buy_property(self, state):\n"
        "        print('to nobody')\n"
        "        return 1 / 0\n"
        "    def auction_property(self, state):\n"
        "        return 'a lot'\n"
        "    def receive_state(self, state):\n"
        "        raise ValueError\n"
    )
    game = position(rules=RULES, dice=[(1, 2)])
    judging = judge(game, find_entrant(str(path)), scripted(tmp_path, "other"), decisions=4)
    told = [(fault.kind, fault.reason) for fault in judging.faults]
    assert told[0] == ("error", "ZeroDivisionError: division by zero")
    assert [kind for kind, _ in told] == ["error", "malformed"]
    assert game.decision == "manage", "and the game went on"


@pytest.mark.slow
def test_every_game_has_luck_of_its_own_where_programs_play(tmp_path: Path) -> None:
    """Seats change within a block, but what a program wrote down of one game does not help it in the next."""
    plain = raw(tmp_path, "plain", PLAIN)
    result = match(plain, plain, games=4, turn_cap=12)
    assert [game.seating for game in result.games] == [(0, 1), (1, 0)] * 2
    assert len({game.dice for game in result.games}) == 4
    assert min(len(game.dice) for game in result.games) >= 12
    again = match(plain, plain, games=4, turn_cap=12)
    assert again.games == result.games, "the same seed gives the same games"


@pytest.mark.slow
def test_our_agents_play_the_same_match_as_in_the_arena() -> None:
    """Through the protocol they decide as in the arena, with the same luck from every seat of a block."""
    switches = {"turn_cap": 24}
    box = load_box(RULES, switches)
    names = ["phase3", "phase2"]
    entrants = tuple(find_entrant(name) for name in names)
    refereed = play_refereed(RefereedMatch(entrants, box, RULES, 4, 11, Limits(60.0, 600.0)))
    played = [(game.winner, game.turns, game.decisions) for game in refereed.games]
    for first in (0, 2):
        arena = play_match(box, [parse_agent(name) for name in names], 2, luck_seed(11, first), keep_rows=True)
        assert arena.rows is not None
        assert played[first : first + 2] == [tuple(row) for row in arena.rows[:, :3]]
    assert [refereed.faults(agent) for agent in (0, 1)] == [{}, {}]


@pytest.mark.slow
def test_a_compiled_agent_of_a_file_plays_by_its_own_random_numbers(tmp_path: Path) -> None:
    """The file of docs/agents.md; the same seed gives the same games."""
    page = (Path(__file__).parent.parent.parent / "docs" / "agents.md").read_text()
    file = tmp_path / "patient.py"
    file.write_text(page.partition("```python\n")[2].partition("```")[0])
    entrants = (find_entrant(str(file)), find_entrant("random"))
    results = [match(*entrants, games=2, limits=Limits(60.0, 600.0), turn_cap=4) for _ in range(2)]
    assert results[0].games == results[1].games
    assert [results[0].faults(agent) for agent in (0, 1)] == [{}, {}]


@pytest.mark.parametrize(
    ("limits", "named"),
    [((0.0, 1.0, 64), "--decision-time"), ((1.0, float("nan"), 64), "--game-time"), ((1, 1, 3), "--memory")],
)
def test_impossible_limits(limits: tuple[float, float, int], named: str) -> None:
    with pytest.raises(RentierError, match=named):
        Limits(*limits)


def test_a_reason_is_one_harmless_line() -> None:
    assert printable("a\nb\x1b[31m \ud800") == "a b\\x1b[31m \\ud800"
    assert len(printable("x" * 10_000)) == 300


def test_an_answer_names_its_question() -> None:
    assert read_answer(b'{"id": 7, "action": "roll", "more": [1]}', 7, 0) == "roll"
    for line, kind in (
        (b'{"id": 8, "action": "roll"}', "unasked"),
        (b'{"id": 7, "error": "no"}', "error"),
        (b"{", "malformed"),
    ):
        with pytest.raises(Fault) as raised:
            read_answer(line, 7, 0)
        assert raised.value.kind == kind


WORDS = (
    "offer",
    "1:",
    "0:",
    "for",
    "+",
    "Boardwalk",
    "boardwalk",
    "#39",
    "#99",
    "nothing",
    "chance card",
    "IOU",
    "free rent on",
    ",",
)
MORE = ("bid", "counter:", "build", "-1", "0", "9" * 18, "9" * 19, "1e9", "\u00b2", "\ud800", "\x00", "\u2028", "x" * 500, ":")


@pytest.mark.slow
@given(st.lists(st.sampled_from(WORDS + MORE), max_size=40).map(" ".join) | st.text(max_size=300), st.integers(0, 17))
def test_any_text_is_an_action_or_a_fault(text: str, number: int) -> None:
    game = CHECKS[number].game
    before = game.position()
    said = outcome(game, text)
    if isinstance(said, Fault):
        assert said.kind in ("malformed", "illegal")
        assert said.reason.isprintable()
    else:
        assert game.is_legal(said)
    assert game.position() == before


def outcome(game: Game, text: str) -> str | Fault:
    """Return the action or the fault that the judge makes of a text."""
    try:
        return judged(game, text)
    except Fault as fault:
        return fault


@pytest.mark.slow
@given(
    st.binary(max_size=200)
    | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(lambda v: json.dumps(v).encode())
)
def test_any_line_is_an_answer_or_a_fault(line: bytes) -> None:
    answered_question(line)
    with pytest.raises(Fault):
        read_answer(line, 7, 0)


def test_no_text_takes_long_to_judge() -> None:
    game = CHECKS[1].game
    nasty = (
        " for " * 399,
        "offer 1: " + " + ".join(["x y"] * 300) + " for 1",
        "build " + "Boardwal" * 240,
        "offer 1: " + "for for " * 4,
    )
    for text in nasty:
        begun = time.perf_counter()
        with pytest.raises(Fault):
            judged(game, text)
        assert time.perf_counter() - begun < 5
