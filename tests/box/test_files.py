"""Users' own boards, decks and presets: valid ones load, and every mistake gives one line with file, key and reason."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rentier.box import Box, load_box
from rentier.errors import RentierError

Contents = dict[str, Any]

BOARD: Contents = {
    "schema": 1,
    "name": "village",
    "currency": "c",
    "groups": [
        {"id": "lanes", "name": "Lanes", "colour": "#00aa00", "house_cost": 30},
        {"id": "stops", "name": "Stops", "colour": "#333333"},
    ],
    "squares": [
        {"name": "Start", "kind": "go"},
        {"name": "Mill Lane", "kind": "street", "group": "lanes", "price": 45, "rents": [1, 2, 3, 4, 5, 6]},
        {"name": "Luck", "kind": "chance"},
        {"name": "Church Lane", "kind": "street", "group": "lanes", "price": 60, "mortgage": 10, "rents": [6, 5, 4, 3, 2, 1]},
        {"name": "Gaol", "kind": "jail"},
        {"name": "Bus Stop", "kind": "station", "group": "stops", "price": 20, "rents": [5]},
        {"name": "Tithe", "kind": "tax", "tax": 9},
        {"name": "Bailiff", "kind": "gotojail"},
    ],
    "editions": {
        "first": {"about": "As first drawn"},
        "second": {"squares": {"Mill Lane": {"price": 50}}, "groups": {"lanes": {"house_cost": 40}}},
    },
}
DECKS: Contents = {
    "schema": 1,
    "name": "village",
    "chance": [
        {"id": "fair", "label": "Fair", "effect": "bank_pays", "amount": 10},
        {"id": "mill", "label": "To the mill", "effect": "advance_to", "to": "mill lane"},
        {"id": "bus", "label": "To the bus", "effect": "nearest", "kind": "station", "rent_multiplier": 3},
        {"id": "back", "label": "Back", "effect": "move_by", "steps": -2},
        {"id": "pass", "label": "Pass", "effect": "jail_card"},
        {"id": "gaol", "label": "To gaol", "effect": "go_to_jail"},
        {"id": "home", "label": "Home", "effect": "back_to", "to": 0},
    ],
}
PRESET: Contents = {
    "name": "village-rules",
    "version": 2,
    "board": "./board.toml",
    "decks": "decks.toml",
    "switches": {"start_cash": 90, "even_build": "no"},
}


def toml(value: Any) -> str:
    """Return a value as inline TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def write(path: Path, contents: Contents) -> None:
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in contents.items()), encoding="utf-8")


def load(folder: Path, **changed: Contents) -> Box:
    """Write the village into a folder with some files changed, and load it."""
    files = {"board": BOARD, "decks": DECKS, "preset": PRESET} | changed
    for name, contents in files.items():
        write(folder / f"{name}.toml", contents)
    return load_box(folder / "preset.toml")


def test_a_board_of_8_squares_loads(tmp_path: Path) -> None:
    box = load(tmp_path)
    assert (box.name, box.version, box.title, box.about) == ("village-rules", 2, "village-rules", "")
    assert box.record.squares == 8
    assert [box.record.mortgage[1], box.record.mortgage[3]] == [22, 10]
    assert box.record.start_cash == 90
    assert box.switches["even_build"] is False
    assert [int(size) for size in box.record.deck_size] == [7, 0]
    assert [int(card) for card in box.record.jail_card] == [4, -1]
    assert box.record.card_first[0, 1] == 1
    assert box.board.groups[0].squares == (1, 3)
    assert box.board.currency == "c"


def test_an_edition_changes_squares_and_groups(tmp_path: Path) -> None:
    box = load(tmp_path, preset={**PRESET, "edition": "second"})
    assert box.board.edition == "second"
    assert [box.record.price[1], box.record.price[3]] == [50, 60]
    assert box.record.house_cost[1] == 40


def test_a_board_of_48_squares_without_go_jail_and_cards_loads(tmp_path: Path) -> None:
    squares = [
        {"name": f"Plot {number}", "kind": "street", "group": f"g{number // 2}", "price": 10, "rents": [0] * 6}
        for number in range(48)
    ]
    groups = [{"id": f"g{number}", "name": f"G{number}", "colour": "#ffffff", "house_cost": 5} for number in range(24)]
    board = {"schema": 1, "name": "plots", "squares": squares, "groups": groups}
    box = load(tmp_path, board=board, preset={"name": "plots", "version": 1, "board": "board.toml"})
    assert (box.record.squares, box.record.groups) == (48, 24)
    assert (box.record.go_square, box.record.jail_square) == (-1, -1)
    assert box.record.deeds == (1 << 48) - 1
    assert box.record.group_of[47] == 0b11 << 46


def test_a_preset_may_be_based_on_a_built_in_one_or_on_a_file(tmp_path: Path) -> None:
    middle = {"name": "middle", "version": 1, "base": "short", "switches": {"dice": 3}}
    write(tmp_path / "middle.toml", middle)
    box = load(tmp_path, preset={"name": "top", "version": 1, "base": "middle.toml", "switches": {"salary": 1}})
    assert [box.record.dice, box.record.salary, box.record.hotel_level] == [3, 1, 4]
    assert box.board.edition == "pre2008"


def test_a_board_may_be_overridden_with_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(tmp_path)
    monkeypatch.chdir(tmp_path)
    box = load_box("uk-classic", {"board": "./board.toml", "decks": "./decks.toml"})
    assert (box.name, box.board.name, box.overrides["board"]) == ("uk-classic", "village", "./board.toml")


def test_a_board_may_say_which_decks_it_comes_with(tmp_path: Path) -> None:
    preset = {"name": "plain", "version": 1, "board": "board.toml"}
    assert len(load(tmp_path, board={**BOARD, "decks": "decks.toml"}, preset=preset).decks[0]) == 7


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    assert load(tmp_path).record.start_cash == 90
    assert load(tmp_path, preset={**PRESET, "switches": {"start_cash": 91}}).record.start_cash == 91


Change = Callable[[Contents], Any]


def put(*keys: Any) -> Change:
    """Return a change that sets the last argument at the place that the others name."""
    *path, last, value = keys

    def change(contents: Any) -> None:
        for key in path:
            contents = contents[key]
        contents[last] = value

    return change


def drop(*keys: Any) -> Change:
    """Return a change that removes a key."""
    *path, last = keys

    def change(contents: Any) -> None:
        for key in path:
            contents = contents[key]
        del contents[last]

    return change


def add(*keys: Any) -> Change:
    """Return a change that appends the last argument to the list that the others name."""
    *path, value = keys

    def change(contents: Any) -> None:
        for key in path:
            contents = contents[key]
        contents.append(value)

    return change


PARKING = {"name": "Green", "kind": "parking"}
STOP = {"name": "Stop", "kind": "station", "group": "stops", "price": 20, "rents": [5]}

BOARD_MISTAKES: list[tuple[Change, str, str]] = [
    (drop("schema"), "schema", "missing; expected schema = 1"),
    (put("schema", 2), "schema", "2 should be 1"),
    (put("schema", True), "schema", "true should be 1"),
    (drop("name"), "name", "missing; expected a text"),
    (put("name", "  "), "name", "should be a text of one line that is not empty"),
    (put("name", "two\nlines"), "name", "should be a text of one line"),
    (put("curency", "x"), "curency", "unknown key 'curency'; did you mean 'currency'"),
    (drop("squares", 0), "squares", "there are 7; there should be 8 to 48"),
    (put("squares", [PARKING] * 49), "squares", "there are 49; there should be 8 to 48"),
    (put("squares", "none"), "squares", "'none' should be a list of tables"),
    (drop("squares", 1, "price"), "squares[1].price", "missing; expected a whole number from 1"),
    (put("squares", 1, "price", "60"), "squares[1].price", "'60' should be a whole number"),
    (put("squares", 1, "price", 0), "squares[1].price", "0 should be a whole number from 1"),
    (put("squares", 1, "price", 1.5), "squares[1].price", "1.5 should be a whole number"),
    (put("squares", 1, "mortgage", 46), "squares[1].mortgage", "46 should be a whole number from 0 to 45"),
    (put("squares", 1, "rents", [1, 2]), "squares[1].rents", "a list of 2 should have six rents, or one where nothing is"),
    (put("squares", 1, "rents", [1, 2, 3, 4, 5, "6"]), "squares[1].rents[5]", "'6' should be a whole number"),
    (put("squares", 1, "rents", [1, 2, 3, 4, 5, -6]), "squares[1].rents[5]", "-6 should be a whole number from 0"),
    (put("squares", 1, "group", "lane"), "squares[1].group", "unknown group 'lane'; did you mean 'lanes'"),
    (put("squares", 5, "group", "stop"), "squares[5].group", "unknown group 'stop'; did you mean 'stops'"),
    (put("squares", 1, "rent", 3), "squares[1].rent", "unknown key 'rent'; did you mean 'rents'"),
    (put("squares", 1, "kind", "strete"), "squares[1].kind", "unknown kind of square 'strete'; did you mean 'street'"),
    (put("squares", 1, "aliases", "Mill"), "squares[1].aliases", "'Mill' should be a list of texts"),
    (put("squares", 1, "name", "12"), "squares[1].name", "'12' should not be a number"),
    (put("squares", 3, "name", "MILL LANE"), "squares[3].name", "is also a name of squares[1]"),
    (put("squares", 6, "name", "Mill Lane"), "squares[6].name", "is also a name of squares[1]"),
    (put("squares", 3, "aliases", ["Mill Lane"]), "squares[3].name", "is also a name of squares[1]"),
    (put("squares", 6, {"name": "Cell", "kind": "jail"}), "squares[6].kind", "squares[4] is 'jail' too"),
    (put("squares", 6, {"name": "Go", "kind": "go"}), "squares[6].kind", "squares[0] is 'go' too"),
    (put("squares", 4, PARKING), "squares[7].kind", "'gotojail' needs a square of kind 'jail'"),
    (put("squares", 6, STOP), "squares[5].rents", "should have a figure for each number owned, from 1 to 2"),
    (drop("squares", 6, "tax"), "squares[6].tax", "missing"),
    (put("squares", 6, "tax_percent", 101), "squares[6].tax_percent", "101 should be a whole number from 0 to 100"),
    (put("squares", 6, "price", 5), "squares[6].price", "unknown key 'price'"),
    (put("groups", 0, "colour", "green"), "groups[0].colour", "'green' should be a hex colour such as"),
    (drop("groups", 0, "house_cost"), "groups[0].house_cost", "missing"),
    (put("groups", 1, "house_cost", 5), "groups[1].house_cost", "only streets with six rents are built on"),
    (put("groups", 1, "id", "lanes"), "groups[1].id", "'lanes' is the id of two groups"),
    (add("groups", {"id": "x", "name": "X", "colour": "#000000"}), "groups[2].id", "no square has group = 'x'"),
    (put("squares", 5, "group", "lanes"), "groups[0].id", "are station and street; a group should have one kind"),
    (put("editions", {}), "editions", "no edition 'first'; this board has no editions"),
    (put("editions", {"firts": {}}), "editions", "unknown edition 'first'; did you mean 'firts'"),
    (put("editions", "first", "squares", {"Mil": {}}), 'editions.first.squares."Mil"', "unknown square 'Mil'"),
    (put("editions", "first", "note", "x"), "editions.first.note", "unknown key 'note'"),
    (put("editions", "first", "decks", "x"), "editions.first.decks", "unknown decks 'x'"),
    (put("editions", "first", 3), "editions.first", "3 should be a table"),
]

DECK_MISTAKES: list[tuple[Change, str, str]] = [
    (put("schema", 0), "schema", "0 should be 1"),
    (put("chance", []), "chance", "there are 0; there should be 1 to 32"),
    (put("chance", DECKS["chance"] * 5), "chance", "there are 35; there should be 1 to 32"),
    (drop("chance"), "chance", "missing; squares[2] of board 'village' draws from it"),
    (put("chanse", []), "chanse", "unknown key 'chanse'; did you mean 'chance'"),
    (put("chance", 0, "effect", "bank_pay"), "chance[0].effect", "unknown effect 'bank_pay'; did you mean 'bank_pays'"),
    (drop("chance", 0, "label"), "chance[0].label", "missing"),
    (drop("chance", 0, "amount"), "chance[0].amount", "missing; expected a whole number"),
    (put("chance", 0, "amount", -1), "chance[0].amount", "-1 should be a whole number from 0"),
    (put("chance", 0, "to", 3), "chance[0].to", "unknown key 'to'"),
    (put("chance", 1, "to", "Mil Lane"), "chance[1].to", "unknown square 'Mil Lane'; did you mean 'Mill Lane'"),
    (put("chance", 1, "to", 8), "chance[1].to", "no square 8; this board has squares 0 to 7"),
    (put("chance", 1, "to", [1]), "chance[1].to", "should be a square's name or number"),
    (put("chance", 1, "id", "fair"), "chance[1].id", "'fair' is the id of two cards"),
    (put("chance", 2, "kind", "utility"), "chance[2].kind", "has no square of kind 'utility'"),
    (put("chance", 2, "kind", "street"), "chance[2].kind", "unknown kind 'street'"),
    (drop("chance", 2, "rent_multiplier"), "chance[2].rent_multiplier", "missing"),
    (put("chance", 2, "rent_multiplier", 0), "chance[2].rent_multiplier", "0 should be a whole number from 1 to"),
    (put("chance", 3, "steps", 0), "chance[3].steps", "0 should be a number of steps"),
    (put("chance", 3, "steps", 8), "chance[3].steps", "8 should be a whole number from -7 to 7"),
    (put("chance", 0, {"id": "x", "label": "x", "effect": "jail_card"}), "chance[4].effect", "a second 'jail_card'"),
    (
        put("chance", 0, {"id": "x", "label": "x", "effect": "pay_or_draw", "amount": 1, "draw": "chest"}),
        "chance[0].draw",
        "unknown deck 'chest'; known: chance",
    ),
    (
        put("chance", [DECKS["chance"][4], {"id": "x", "label": "x", "effect": "advance_to", "to": 2}]),
        "chance",
        "from squares[2] every card leads to another card without end",
    ),
]

PRESET_MISTAKES: list[tuple[Change, str, str]] = [
    (drop("name"), "name", "missing"),
    (drop("version"), "version", "missing; expected a whole number"),
    (put("version", "1"), "version", "'1' should be a whole number"),
    (put("schema", 2), "schema", "2 should be 1"),
    (drop("board"), "board", "missing; expected a file or one of khan2019, uk, us"),
    (put("board", "./none.toml"), "board", "none.toml; board should be a file or one of khan2019, uk, us"),
    (put("board", "ukk"), "board", "unknown board 'ukk'; did you mean 'uk'"),
    (put("decks", "uk-clasic"), "decks", "unknown decks 'uk-clasic'; did you mean 'uk-classic'"),
    (put("base", "preset.toml"), "base", "a preset cannot be based on itself"),
    (put("base", "nobody"), "base", "unknown preset 'nobody'"),
    (put("boards", "uk"), "boards", "unknown key 'boards'; did you mean 'board'?"),
    (put("switches", "auctoin", "none"), "switches.auctoin", "unknown switch 'auctoin'; did you mean 'auction'"),
    (put("switches", "auction", "nine"), "switches.auction", "'nine' should be one of none, ascending, sealed"),
    (put("switches", "even_build", []), "switches.even_build", "a list of 0 should be yes or no"),
    (put("switches", 5), "switches", "5 should be a table"),
    (put("switches", "deal_properties", 4), "deal_properties", "4 should be 3 at most, the deeds of board 'village'"),
]


def check_refusal(folder: Path, file: str, contents: Contents, key: str, reason: str) -> None:
    preset = {**PRESET, "edition": "first"}
    with pytest.raises(RentierError) as refusal:
        load(folder, **{"preset": preset, file: contents})
    line = str(refusal.value)
    assert line.startswith(f"{folder / file}.toml: {key}: ")
    assert reason in line
    assert "\n" not in line


@pytest.mark.parametrize(("change", "key", "reason"), BOARD_MISTAKES)
def test_mistakes_in_a_board(tmp_path: Path, change: Change, key: str, reason: str) -> None:
    contents = copy.deepcopy(BOARD)
    change(contents)
    check_refusal(tmp_path, "board", contents, key, reason)


@pytest.mark.parametrize(("change", "key", "reason"), DECK_MISTAKES)
def test_mistakes_in_decks(tmp_path: Path, change: Change, key: str, reason: str) -> None:
    contents = copy.deepcopy(DECKS)
    change(contents)
    check_refusal(tmp_path, "decks", contents, key, reason)


@pytest.mark.parametrize(("change", "key", "reason"), PRESET_MISTAKES)
def test_mistakes_in_a_preset(tmp_path: Path, change: Change, key: str, reason: str) -> None:
    contents = copy.deepcopy(PRESET)
    change(contents)
    check_refusal(tmp_path, "preset", contents, key, reason)


def test_a_card_to_jail_needs_a_jail(tmp_path: Path) -> None:
    board = copy.deepcopy(BOARD)
    board["squares"][4] = board["squares"][7] = PARKING
    with pytest.raises(RentierError, match=r"decks.toml: chance\[5\].effect: board 'village' has no square of kind 'jail'"):
        load(tmp_path, board=board)


def test_a_second_tax_needs_a_tax_square(tmp_path: Path) -> None:
    board = copy.deepcopy(BOARD)
    board["squares"][6] = PARKING
    with pytest.raises(RentierError, match="second_tax: board 'village' has no tax square"):
        load(tmp_path, board=board, preset={**PRESET, "switches": {"second_tax": 5}})


def test_card_squares_need_decks(tmp_path: Path) -> None:
    with pytest.raises(RentierError, match=r"board.toml: chance: missing; squares\[2\]"):
        load(tmp_path, preset={"name": "x", "version": 1, "board": "board.toml"})


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        (b"name = ", "not valid TOML: Invalid value (at end of document)"),
        (b"name = 'a'\nname = 'b'", "not valid TOML"),
        (b"name = '\xff'", "should be UTF-8"),
        (b"version = " + b"9" * 5000, "not valid TOML"),
    ],
)
def test_files_that_are_not_toml(tmp_path: Path, written: bytes, reason: str) -> None:
    path = tmp_path / "preset.toml"
    path.write_bytes(written)
    with pytest.raises(RentierError) as refusal:
        load_box(str(path))
    assert str(refusal.value).startswith(f"{path}: ")
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)
