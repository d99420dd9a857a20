"""Game records: they replay exactly, and one that cannot be replayed gives one clear line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rentier import Game, RentierError

from .playing import PRESETS, ROUGH, play


def played(steps: int = 30, seed: int = 5, **how: Any) -> Game:
    """A game after a number of decisions."""
    game = Game.new(3, seed=seed, **how)
    for _ in play(game, steps, seed):
        pass
    return game


def same(game: Game, other: Game) -> bool:
    """Whether two games are equal to the last byte, including their luck."""
    return game.state.tobytes() == other.state.tobytes() and game._luck.tobytes() == other._luck.tobytes()  # type: ignore[attr-defined]


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(PRESETS), st.integers(2, 8), st.integers(0, 2**64 - 1))
def test_a_record_replays_exactly(rules: str, players: int, seed: int) -> None:
    game = Game.new(players, rules, seed)
    for _ in play(game, 40, seed):
        pass
    again = Game.replay(game.record())
    assert same(again, game)
    assert again.decisions == game.decisions
    assert again.record() == game.record()


def test_a_record_can_be_read_by_people() -> None:
    game = Game.new(2, seed=7, overrides={"first_player": "first-seat", "auction": "none"})
    game.apply("roll")
    head = re.sub(r'(digest|key) = "[0-9a-f]{16}"', r"\1 = ...", game.record(agents=["random", "reserve:50,0"]))
    assert head == (
        'format = 1\nrules = "uk-classic"\nrules_version = 1\nrules_digest = ...\n'
        'switches = { "auction" = "none", "first_player" = "first-seat" }\nplayers = 2\nkey = ...\n'
        'agents = ["random", "reserve:50,0"]\ndecisions = """\n0: roll\n"""\n'
    )


@pytest.mark.parametrize(
    "agents",
    ["ab", [], ["random"], ["random"] * 3, ["random", 1], ["random", "a\nb"], ["random", "a\u2028"], ["random", " "], 5],
)
def test_a_record_names_one_agent_per_seat(agents: Any) -> None:
    game = Game.new(2, seed=7)
    with pytest.raises(RentierError, match=r"agents: .* should be a list of 2 names, each one line of text") as refusal:
        game.record(agents=agents)
    assert "\n" not in str(refusal.value)
    assert Game.replay(game.record(agents=("a", "b"))).decisions == ()


def test_a_game_from_a_position_replays_with_the_luck_it_was_loaded_with() -> None:
    players = [{"cash": 300, "square": 4, "jail_cards": ["chest"]}, {"cash": 40, "jail_turns": 1}]
    luck = {"dice": [[1, 2], [6, 5]], "chance": ["back_3", "to_go"]}
    game = Game.from_position({"rules": "uk-classic", "to_move": 0, "players": players, "luck": luck}, seed=3)
    for _ in play(game, 30, seed=3):
        pass
    assert same(Game.replay(game.record()), game)


def test_an_imagined_game_replays() -> None:
    imagined = played().imagine(9)
    for _ in play(imagined, 10, seed=1):
        pass
    assert Game.replay(imagined.record()).position() == imagined.position()


def test_a_finished_game_says_how_it_ended() -> None:
    game = Game.new(2, seed=1)
    game.apply("bankrupt")
    assert f'result = {{ "winners" = [{game.winners[0]}], "rounds" = 1, "turns" = 1 }}' in game.record()
    assert same(Game.replay(game.record()), game)
    with pytest.raises(RentierError, match="game record: result: the decisions do not lead to it"):
        Game.replay(re.sub(r"\d: bankrupt\n", "", game.record()))


@pytest.mark.parametrize(
    ("pattern", "new", "reason"),
    [
        (r"format = 1", "format = 2", "format: 2 should be 1"),
        (r"format = 1\n", "", "format: missing"),
        (r"rules_version = 1", "rules_version = 2", "written under version 2 of 'uk-classic'; the present rules are version 1"),
        (r'digest = "\w+"', 'digest = "0123"', "the board, decks or switches of 'uk-classic' have changed"),
        (r'rules = "uk-classic"', 'rules = "uk-clasic"', "rules: unknown preset 'uk-clasic'; did you mean 'uk-classic'"),
        (r"players = 3", "players = 9", "players: 9 should be a whole number from 2 to 8"),
        (r'key = "\w+"', 'key = "xyz"', "key: 'xyz' should be a number of up to 16 hex digits"),
        (r"\d: roll\n", "0 roll\n", "decisions: line 1: '0 roll' should read like '0: roll'"),
        (r"\d: roll\n", "8: roll\n", "decisions: line 1: seat 8 cannot 'roll' here; seat "),
        (r": roll\n", ": build Mayfair\n", "decisions: line 1: illegal action 'build Mayfair' at decision 'manage'"),
        (r": roll\n", ": build Mayfare\n", "decisions: line 1: illegal action 'build Mayfare'"),
        (r'"""\n\Z', "", "not valid TOML"),
        (r"decisions(.|\n)*", "", "decisions: missing"),
        (r"decisions = ", "moves = 1\ndecisions = ", "moves: unknown key 'moves'"),
        (r'decisions = """(.|\n)*', "decisions = 3\n", "decisions and start should be strings"),
    ],
)
def test_what_cannot_be_replayed_is_refused_in_one_line(pattern: str, new: str, reason: str) -> None:
    game = Game.new(3, seed=5)
    game.apply("roll")
    text, changed = re.subn(pattern, new, game.record(), count=1)
    assert changed
    with pytest.raises(RentierError) as refusal:
        Game.replay(text)
    assert str(refusal.value).startswith("game record: ")
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_record_cut_anywhere_is_refused() -> None:
    game = played(8)
    text = game.record()
    for length in range(0, len(text) - 1, 7):
        with pytest.raises(RentierError) as refusal:
            Game.replay(text[:length])
        assert "\n" not in str(refusal.value)
    assert Game.replay(text[:-1]).decisions == game.decisions


def test_rules_from_a_file_replay_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / 'my "rules".toml'
    file.write_text('name = "mine"\nversion = 3\nbase = "uk-classic"\n')
    game = played(10, rules=file, overrides=ROUGH)
    assert same(Game.replay(game.record()), game)
    assert Game.from_position(game.position()).position() == game.position()
    file.write_text('name = "mine"\nversion = 4\nbase = "uk-classic"\n')
    with pytest.raises(RentierError, match=r"version 3 of .*; the present rules are version 4"):
        Game.replay(game.record())
