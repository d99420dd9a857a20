"""Games that begin at given positions: what is read, what is refused, and what is drawn anew."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from rentier.box import Box, load_box
from rentier.compiled import INTERPRETED, entry
from rentier.errors import RentierError
from rentier.game.check import check
from rentier.game.luck import key_of
from rentier.game.reasons import ALLOWED
from rentier.game.words import KINDS, Action
from rentier.layout import many
from rentier.selfplay.beginning import begin_game
from rentier.selfplay.opponents import LEARNER, PAST_VERSIONS
from rentier.selfplay.parallel import ParallelGames, Play, start_records
from rentier.selfplay.positions import Start, find_starts, read_starts
from rentier.selfplay.slots import PLAY, PlayRecord, SlotRecord
from rentier.selfplay.stepping import BOXES, SLOTS, STARTS
from tests.conformance.invariants import check_state

from .test_parallel import by_chance

NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"
CARDS = """
rules = "us-classic"
round = 20
turn = 58
[[players]]
jail_cards = ["chance"]
[[players]]
deeds = { "Boardwalk" = 0 }
[[players]]
bankrupt = 1
[seen]
chest = ["bank_error", "doctor"]
[luck]
dice = [[3, 4]]
"""
pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of decisions")


@entry(types.void(BOXES, STARTS, SLOTS, PLAY))
def begin_all(boxes: Any, starts: Any, slots: Any, play: Any) -> None:
    """`begin_game` in every slot."""
    for number in range(len(slots)):
        begin_game(boxes, starts, slots[number], play)


def written(folder: Path, text: str) -> str:
    """Return a file with this text."""
    file = folder / "start.toml"
    file.write_text(text)
    return str(file)


def training_boxes(turns: int = 500) -> list[Box]:
    """Return the rules of a training run on two boards, each with and without deeds dealt out."""
    dealt: list[dict[str, object]] = [{}, {"deal_properties": 4}]
    return [load_box(rules, {"turn_cap": turns, **more}) for rules in ("uk-classic", "us-classic") for more in dealt]


# reading


def test_a_position_is_read_by_its_own_rules(tmp_path: Path) -> None:
    [start] = read_starts([written(tmp_path, CARDS)], training_boxes(), range(2, 5))
    assert start.box == 2
    assert (int(start.game.players), int(start.game.rounds), int(start.game.turns)) == (3, 20, 58)
    [start] = read_starts([written(tmp_path, "[[players]]\n[[players]]")], training_boxes(), range(2, 5))
    assert start.box == 0


@pytest.mark.parametrize("switches", ["turn_cap = 90", "deal_properties = 2", 'auction = "ascending"'])
def test_rules_that_play_on_alike_are_the_same(tmp_path: Path, switches: str) -> None:
    file = written(tmp_path, f"[switches]\n{switches}\n[[players]]\n[[players]]")
    assert [box for _, box in find_starts([file], training_boxes(), range(2, 5))] == [0]


WRONG = {
    "TOML": ("rules = ", "not valid TOML: Invalid value"),
    "kind": ('name = "mine"\nversion = 1\n', "is a preset, and should be a position; "),
    "nothing": ("", "players: there are 0; there should be 2 to 8"),
    "preset": ('rules = "uk"\n[[players]]\n[[players]]', "unknown preset 'uk'; did you mean 'uk-classic'?"),
    "other rules": (
        'rules = "tournament"\n[[players]]\n[[players]]',
        "rules: 'tournament' should be among the rules of the training (--rules): uk-classic, us-classic",
    ),
    "other switches": (
        '[switches]\nauction = "none"\n[[players]]\n[[players]]',
        "rules: 'uk-classic' with auction = 'none' should be among the rules of the training",
    ),
    "unknown switch": ("[switches]\nauktion = 1\n[[players]]\n[[players]]", "switches: unknown switch 'auktion'"),
    "players": ("[[players]]\n" * 5, "players: there are 5; --min-players and --max-players allow 2 to 4"),
    "over": ('decision = "over"\nwinners = [0]\n[[players]]\n[[players]]', "decision: the game is over; a start should be a"),
    "impossible": ('[[players]]\ndeeds = { "Mayfair" = 1 }\n[[players]]', "position: "),
    "too late": ("turn = 501\n[[players]]\n[[players]]", "position: turn: 501 should be a whole number from 1 to 500"),
    "lenient": (
        "lenient = true\n[[players]]\nowes = 5\nowes_to = 1\n[[players]]",
        "the rules do not reach this position: players[0].owes: these rules have no loans",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_start_is_one_line(tmp_path: Path, what: str) -> None:
    text, line = WRONG[what]
    file = written(tmp_path, text)
    with pytest.raises(RentierError) as error:
        read_starts([file], training_boxes(), range(2, 5))
    assert str(error.value).startswith(f"{file}: {line}")
    assert "\n" not in str(error.value)


def test_a_missing_file_is_one_line() -> None:
    with pytest.raises(RentierError, match=r"^gone.toml: cannot be read: No such file or directory$"):
        find_starts(["gone.toml"], training_boxes(), range(2, 5))


# beginning


def begun(boxes: list[Box], starts: list[Start], number: int, share: float, opponents: int = 0) -> Any:
    """Return slots in which a game has just begun."""
    slots, play = many(SlotRecord, number), many(PlayRecord, 1)
    slots["key"] = [key_of(np.uint64(11), slot) for slot in range(number)]
    slots["opponents"] = opponents
    play["least_players"], play["most_players"] = 2, 4
    play["boxes"], play["starts"], play["start_share"] = len(boxes), len(starts), share
    begin_all(rules_of(boxes), start_records(starts), slots, play[0])
    return slots


def rules_of(boxes: list[Box]) -> Any:
    """Return the records of some rules."""
    return ParallelGames(boxes, Play(), 1, 1, 0, "cpu").slots.boxes


def test_a_share_of_the_games_begin_at_each_position(tmp_path: Path) -> None:
    boxes = training_boxes()
    texts = [CARDS, 'round = 9\n[[players]]\nsquare = "Mayfair"\n[[players]]']
    starts = [read_starts([written(tmp_path, text)], boxes, range(2, 5))[0] for text in texts]
    slots = begun(boxes, starts, 400, 0.5)
    rounds = slots["game"]["rounds"].tolist()
    assert 60 < rounds.count(20) < 140
    assert 60 < rounds.count(9) < 140
    assert rounds.count(20) + rounds.count(9) + rounds.count(1) == 400
    for slot in slots:
        expected = {20: (2, 3), 9: (0, 2)}.get(int(slot.game.rounds))
        assert expected in (None, (int(slot.box), int(slot.game.players)))
        check_state(boxes[slot.box].record, slot.game, slot.luck)


def test_no_game_begins_there_without_a_share_or_a_position(tmp_path: Path) -> None:
    boxes = training_boxes()
    starts = read_starts([written(tmp_path, CARDS)], boxes, range(2, 5))
    plain = begun(boxes, [], 50, 0.0)
    assert set(plain["game"]["rounds"].tolist()) == {1}
    assert begun(boxes, [], 50, 0.7).tobytes() == plain.tobytes()
    assert set(begun(boxes, starts, 50, 0.0)["game"]["rounds"].tolist()) == {1}


def test_hidden_cards_and_dice_are_drawn_anew(tmp_path: Path) -> None:
    boxes = training_boxes()
    [start] = read_starts([written(tmp_path, CARDS)], boxes, range(2, 5))
    box = boxes[start.box]
    slots = begun(boxes, [start], 60, 1.0)
    held, seen = int(box.record.jail_card[0]), [box.card_number("chest", card) for card in ("bank_error", "doctor")]
    orders = set()
    for slot in slots:
        assert all(np.array_equal(slot.game[name], start.game[name]) for name in start.game.dtype.names)
        chance, chest = (slot.luck.order[deck, : slot.game.deck_left[deck]].tolist() for deck in range(2))
        assert sorted([*chance, held]) == list(range(len(box.decks[0])))
        assert sorted(chest) == list(range(len(box.decks[1])))
        assert chest[-2:] == seen
        assert slot.luck.loaded == 0
        orders |= {tuple(chance), tuple(chest)}
    assert len(orders) == len(set(slots["luck"]["key"].tolist())) * 2 == 120


def test_the_learner_plays_a_seat_that_is_not_bankrupt(tmp_path: Path) -> None:
    boxes = training_boxes()
    starts = read_starts([written(tmp_path, CARDS)], boxes, range(2, 5))
    slots = begun(boxes, starts, 200, 1.0, PAST_VERSIONS)
    assert all(LEARNER in slot.who[:2] for slot in slots)


def positions_of_the_docs() -> list[str]:
    """Return the positions that show every decision."""
    return re.findall(r"^```toml\n(.*?)^```$", NOTATION.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", positions_of_the_docs(), ids=lambda text: str(text).split("\n", 1)[0])
def test_games_are_played_on_from_every_decision(tmp_path: Path, text: str) -> None:
    box = load_box(*rules_and_switches(text))
    starts = read_starts([written(tmp_path, text)], [box], range(2, 5))
    games = ParallelGames([box], Play(2, 4, explore=0.2, past=0.3, works=0.3, start_share=1.0), 12, 8, 1, "cpu", starts)
    games.step(0, by_chance, by_chance)
    for time in range(8):
        for slot in games.slots.slots:
            for row in slot.choices[: slot.number]:
                choice = Action(*map(int, row), 0, 0)
                assert check(box.record, slot.game, choice) == ALLOWED, KINDS[choice.kind]
        games.step(time, by_chance, by_chance)
    assert set(games.slots.slots["game"]["players"].tolist()) == {int(starts[0].game.players)}


def rules_and_switches(text: str) -> tuple[str, dict[str, object]]:
    """Return the rules that a position names."""
    values = tomllib.loads(text)
    return values.get("rules", "uk-classic"), values.get("switches", {})
