"""Presets load with the figures of their edition, and overrides change only what they name."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from rentier.box import Box, load_box, parse_overrides, preset_names, preset_texts, switch_definitions
from rentier.box import record as constants
from rentier.box.record import BoxRecord
from rentier.errors import RentierError
from rentier.layout import layout


@pytest.mark.parametrize("name", ["modern", "short", "tournament", "uk-classic", "us-classic"])
def test_every_preset_loads(name: str) -> None:
    box = load_box(name)
    assert (box.name, box.version) == (name, 1)
    assert box.record.dtype.fields == layout(BoxRecord).fields
    assert box.record.squares == 40
    assert list(box.record.deck_size) == [16, 16]
    assert bin(box.record.deeds).count("1") == 28
    assert box.title
    assert box.about
    assert not box.overrides


def test_presets_are_listed_with_their_texts() -> None:
    works = {
        "adjudicator2018",
        "berry2013",
        "berry2013-no-building",
        "khan2019",
        "khan2019-as-printed",
        "pring2015",
        "sammul2018",
    }
    printed = {"modern", "short", "tournament", "uk-classic", "us-classic"}
    assert set(preset_texts()) == set(preset_names()) == printed | works
    assert preset_texts()["short"][0] == "Short game"


def figures(box: Box, square: str) -> list[int]:
    return [int(rent) for rent in box.record.rents[box.square_number(square)]]


def test_figures_of_the_london_board() -> None:
    box = load_box()
    mayfair = box.square_number("Mayfair")
    assert mayfair == 39
    assert figures(box, "Mayfair") == [50, 200, 600, 1400, 1700, 2000]
    assert (box.record.price[39], box.record.mortgage[39], box.record.house_cost[39]) == (400, 200, 200)
    assert figures(box, "King's Cross")[:4] == [25, 50, 100, 200]
    assert figures(box, "Water Works")[:2] == [4, 10]
    assert (box.record.tax[4], box.record.tax[38]) == (200, 100)
    assert (box.record.go_square, box.record.jail_square) == (0, 10)
    assert box.record.group_of[39] == box.record.group_of[37] == 1 << 37 | 1 << 39
    assert box.record.group_squares[box.record.group[39]] == 1 << 37 | 1 << 39
    assert (box.record.group[0], box.record.group_of[0]) == (-1, 0)
    assert box.record.stations == 1 << 5 | 1 << 15 | 1 << 25 | 1 << 35


def test_editions_differ_where_they_were_printed_differently() -> None:
    assert figures(load_box("uk-classic"), "Piccadilly")[0] == 22
    assert figures(load_box("uk-classic", {"edition": "modern"}), "Piccadilly")[0] == 24
    assert load_box("us-classic").record.tax[38] == 75
    assert load_box("modern").record.tax[38] == 100
    assert load_box("us-classic", {"edition": "1935"}).record.tax[4] == 300
    assert figures(load_box("us-classic", {"edition": "early-yellow"}), "Marvin Gardens")[0] == 22
    assert load_box("us-classic").board.groups[0].name == "Dark Purple"
    assert load_box("modern").board.groups[0].name == "Brown"


def test_another_board_brings_its_own_edition_and_decks() -> None:
    box = load_box("uk-classic", {"board": "us"})
    assert box.board.edition == "2008"
    assert box.decks[0][box.card_number("chance", "to_illinois")].first == box.square_number("Illinois Avenue")


def test_switches_of_the_presets() -> None:
    tournament = load_box("tournament").switches
    assert tournament["utility_roll"] == "arrival"
    assert tournament["shortage_open_bid"] == "list"
    assert tournament["auction_open_bid"] == 10
    assert load_box("modern").record.shortage_open_bid == 10
    assert load_box("short").switches["income_tax"] == "flat"
    assert load_box("us-classic").record.tax_percent[4] == 10
    assert load_box("uk-classic").record.double_rent_with_mortgaged_member == 0


def test_every_switch_reaches_the_record() -> None:
    held = set(layout(BoxRecord).names or ())
    apart = {"second_tax", "income_tax", "building_supply", "hotel_after"}
    assert set(switch_definitions()) - apart <= held
    in_record = [name for name in switch_definitions() if name not in apart]
    fields = [name for name in layout(BoxRecord).names or () if name in switch_definitions()]
    assert in_record == fields


@pytest.mark.parametrize(
    ("switch", "setting", "number"),
    [
        ("auction", "sealed", constants.AUCTION_SEALED),
        ("auction_tie", "nobody", constants.TIE_NOBODY),
        ("bid_limit", "unlimited", constants.BID_UNLIMITED),
        ("manage_window", "between-turns", constants.MANAGE_BETWEEN_TURNS),
        ("build_window", "between-turns", constants.BUILD_BETWEEN_TURNS),
        ("trade_menu", "property-for-cash", constants.MENU_PROPERTY_FOR_CASH),
        ("card_draw", "reshuffle", constants.DRAW_RESHUFFLE),
        ("utility_roll", "fresh", constants.UTILITY_FRESH),
        ("rent_claim", "asked", constants.RENT_ASKED),
        ("free_parking", "pot", constants.PARKING_POT),
        ("bank_bankruptcy", "return", constants.BANK_KEEPS),
        ("player_bankruptcy", "bank", constants.TO_BANK),
        ("end", "second-bankruptcy", constants.END_SECOND_BANKRUPTCY),
        ("cap", "worth", constants.CAP_WORTH),
        ("worth", "cash", constants.WORTH_CASH),
        ("first_player", "first-seat", constants.FIRST_SEAT),
        ("auction_open_bid", "half-price", constants.HALF_PRICE),
        ("auction_open_bid", "any", 1),
        ("shortage_open_bid", "list", constants.LIST_PRICE),
        ("deal_properties", "all", constants.ALL_DEEDS),
        ("deal_properties", "2", 2),
        ("even_build", "off", 0),
        ("even_build", False, 0),
        ("build_without_full_set", "yes", 1),
        ("build_without_full_set", 1, 1),
        ("start_cash", 2000, 2000),
    ],
)
def test_overrides_reach_the_record(switch: str, setting: object, number: int) -> None:
    box = load_box("uk-classic", {switch: setting})
    assert box.record[switch] == number
    assert box.overrides[switch] == box.switches[switch]
    assert load_box("uk-classic").overrides == {}


def test_settings_are_kept_in_the_words_of_the_file() -> None:
    box = load_box("uk-classic", parse_overrides(["even_build=no", "deal_properties=all", "dice=3", "auction = sealed"]))
    assert box.overrides == {"even_build": False, "deal_properties": "all", "dice": 3, "auction": "sealed"}
    assert load_box("uk-classic", box.switches).record == box.record


@pytest.mark.parametrize("switch", [*switch_definitions()])
def test_every_switch_is_explained_and_its_default_is_a_setting(switch: str) -> None:
    definition = switch_definitions()[switch]
    assert definition.explain
    assert "\n" not in definition.explain
    assert definition.read(definition.default) == definition.default


def test_building_supply() -> None:
    assert [load_box().record.houses, load_box().record.hotels] == [32, 12]
    scarce = load_box("uk-classic", {"building_supply": "5/0"}).record
    assert [scarce.houses, scarce.hotels] == [5, 0]
    plenty = load_box("uk-classic", {"building_supply": "unlimited"}).record
    assert [plenty.houses, plenty.hotels] == [constants.UNLIMITED, constants.UNLIMITED]


@pytest.mark.parametrize(
    ("hotel_after", "rents"),
    [
        (4, [50, 200, 600, 1400, 1700, 2000]),
        (3, [50, 200, 600, 1400, 2000, 0]),
        (1, [50, 200, 2000, 0, 0, 0]),
    ],
)
def test_the_hotel_comes_right_after_the_last_house(hotel_after: int, rents: list[int]) -> None:
    box = load_box("uk-classic", {"hotel_after": hotel_after})
    assert box.record.hotel_level == hotel_after + 1
    assert figures(box, "Mayfair") == rents


def test_taxes_follow_the_switches() -> None:
    assert load_box("us-classic").record.tax_percent[4] == 10
    assert load_box("us-classic", {"income_tax": "flat"}).record.tax_percent.sum() == 0
    without_printed_share = load_box("uk-classic", {"income_tax": "choice"}).record
    assert [without_printed_share.tax_percent[4], without_printed_share.tax_percent[38]] == [10, 0]
    assert load_box("uk-classic", {"second_tax": 75}).record.tax[38] == 75
    assert load_box("uk-classic", {"second_tax": "board"}).record.tax[38] == 100


def test_cards_become_numbers() -> None:
    box = load_box("us-classic")
    station = box.card_number("chance", "nearest_railroad_a")
    assert box.record.card_effect[0, station] == constants.NEAREST
    assert [box.record.card_first[0, station], box.record.card_second[0, station]] == [constants.STATION, 2]
    utility = box.card_number(0, "nearest_utility")
    assert [box.record.card_first[0, utility], box.record.card_second[0, utility]] == [constants.UTILITY, 10]
    back = box.card_number("chance", "back_3")
    assert box.record.card_first[0, back] == -3
    repairs = box.card_number("chest", "street_repairs")
    assert [box.record.card_first[1, repairs], box.record.card_second[1, repairs]] == [40, 115]
    assert box.record.jail_card[1] == box.card_number("chest", "jail_card")
    classic = load_box("uk-classic")
    fine = classic.card_number("chest", "fine_or_chance")
    assert [classic.record.card_first[1, fine], classic.record.card_second[1, fine]] == [10, constants.CHANCE_DECK]
    with pytest.raises(RentierError, match="did you mean 'fine_or_chance'"):
        classic.card_number("chest", "fine_or_chanse")
    with pytest.raises(RentierError, match="unknown deck 'luck'"):
        classic.card_number("luck", "to_go")


def test_squares_are_found_by_name_alias_and_number() -> None:
    london, atlantic_city = load_box("uk-classic"), load_box("us-classic")
    assert london.square_number("mayfair") == london.square_number("39") == london.square_number(39) == 39
    assert london.square_number("The Strand") == london.square_number("Strand") == 21
    assert atlantic_city.square_number("b&o railroad") == 25
    assert london.square_number("Jail") == 10
    assert london.square_names[1] == london.deed_name(1) == "Old Kent Road"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Mayfare", "did you mean 'Mayfair'"),
        ("Chance", "7, 22, 36"),
        (40, "0 to 39"),
        (-1, "0 to 39"),
        ("9" * 5000, "unknown square"),
    ],
)
def test_squares_not_found(name: str | int, message: str) -> None:
    with pytest.raises(RentierError, match=message):
        load_box().square_number(name)


def test_only_deeds_have_deed_names() -> None:
    with pytest.raises(RentierError, match="'GO', has no deed"):
        load_box().deed_name(0)


def test_nobody_can_change_a_record() -> None:
    travelled = pickle.loads(pickle.dumps(load_box()))
    assert travelled.record == load_box().record
    for box in (load_box(), travelled):
        with pytest.raises(ValueError, match="read-only"):
            box.record.start_cash = 1
        with pytest.raises(ValueError, match="read-only"):
            box.record.price[1] = 1
        assert isinstance(box.record, np.record)


def test_built_in_boxes_are_built_once() -> None:
    assert load_box("short", {"dice": "1"}) is load_box("short", {"dice": 1})


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"auctoin": "none"}, "unknown switch 'auctoin'; did you mean 'auction'"),
        ({"auction": "nine"}, "auction: 'nine' should be one of none, ascending, sealed"),
        ({"even_build": "maybe"}, "even_build: 'maybe' should be yes or no"),
        ({"dice": 5}, "dice: 5 should be a whole number from 1 to 4"),
        ({"dice": True}, "dice: true should be a whole number"),
        ({"dice": 2.0}, "dice: 2.0 should be a whole number"),
        ({"deal_properties": -1}, "deal_properties: -1 should be a whole number from 0 to 48 or all"),
        ({"deal_properties": 29}, "deal_properties: 29 should be 28 at most"),
        ({"building_supply": "32"}, "building_supply: '32' should be houses/hotels such as 32/12"),
        ({"building_supply": "32/-1"}, "should be houses/hotels"),
        ({"building_supply": 32}, "building_supply: 32 should be houses/hotels"),
        ({"board": "ukk"}, "overrides: board: unknown board 'ukk'"),
        ({"board": "./none.toml"}, "overrides: board: no file none.toml"),
        ({"edition": "modem"}, "editions: unknown edition 'modem'; did you mean 'modern'"),
        ({"decks": "uk"}, "overrides: decks: unknown decks 'uk'"),
        ({"board": True}, "board: true should be a name or a file"),
        ({"decks": "us-2008"}, "chance\\[1\\].to: unknown square 'Illinois Avenue'"),
    ],
)
def test_overrides_that_are_refused(overrides: dict[str, object], message: str) -> None:
    with pytest.raises(RentierError, match=message) as refusal:
        load_box("uk-classic", overrides)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("text", ["auction", "=none", "auction="])
def test_an_override_on_the_command_line_has_a_name_and_a_value(text: str) -> None:
    with pytest.raises(RentierError, match="should be switch=value"):
        parse_overrides([text])


def test_unknown_presets_show_the_near_names(tmp_path: Path) -> None:
    with pytest.raises(RentierError, match="unknown preset 'uk-clasic'; did you mean 'uk-classic'"):
        load_box("uk-clasic")
    with pytest.raises(RentierError, match=r"mine\.toml; preset should be a file or one of adjudicator2018"):
        load_box(tmp_path / "mine.toml")
