"""The board as text shows the whole state of the game in aligned columns, on boards of every size."""

from __future__ import annotations

from pathlib import Path

import pytest

from rentier.box import Box, load_box
from rentier.game.words import BID_OR_PASS, OVER
from rentier.record.board_text import board_text

from .drawn import begun, give


def board_of(folder: Path, squares: int) -> Box:
    """A box with a board of a number of squares."""
    lanes = "".join(
        f'[[squares]]\nname = "Lane Number {number} With A Long Name, Too Long For One Line Of Any Table"\nkind = "street"\n'
        f'group = "lanes"\nprice = {number}\nrents = [1, 2, 3, 4, 5, 6]\n'
        for number in range(2, squares)
    )
    (folder / "decks.toml").write_text('schema = 1\nname = "none"\n')
    (folder / "board.toml").write_text(
        'schema = 1\nname = "town"\ncurrency = "kr"\n'
        '[[groups]]\nid = "lanes"\nname = "Lanes"\ncolour = "#00aa00"\nhouse_cost = 30\n'
        '[[squares]]\nname = "Start"\nkind = "go"\n[[squares]]\nname = "Gaol"\nkind = "jail"\n' + lanes
    )
    return load_box("uk-classic", {"board": str(folder / "board.toml"), "decks": str(folder / "decks.toml")})


def row(text: str, name: str) -> list[str]:
    """The words after a name in its line of the table of squares."""
    line = next(line for line in text.splitlines() if f"  {name}  " in f"{line}  ")
    return line.split(name)[1].split()


def player(text: str, seat: int) -> list[str]:
    """The words of a seat in the table of players."""
    lines = text[text.index("seat  where") :].splitlines()
    return lines[2 + seat].split()


@pytest.fixture
def box() -> Box:
    return load_box()


def test_first_line_says_round_turn_mover_and_decision(box: Box) -> None:
    game = begun(box, 4)
    game.rounds, game.turns, game.mover, game.actor = 3, 11, 2, 2
    assert board_text(box, game).splitlines()[0] == "Round 3, turn 11: seat 2 to move, decision: manage"
    game.actor, game.decision = 1, BID_OR_PASS
    assert board_text(box, game).splitlines()[0] == "Round 3, turn 11: seat 2 to move, decision of seat 1: bid"


@pytest.mark.parametrize(
    ("winners", "words"), [(0, "a draw"), (0b100, "seat 2 wins"), (0b11, "seats 0 and 1 win"), (0b111, "seats 0, 1 and 2 win")]
)
def test_first_line_says_how_the_game_ended(box: Box, winners: int, words: str) -> None:
    game = begun(box, 3)
    game.decision, game.winners = OVER, winners
    assert board_text(box, game).splitlines()[0] == f"Round 1, turn 1: over, {words}"


def test_owner_buildings_and_mortgage(box: Box) -> None:
    game = begun(box, 4)
    give(game, 1, 39, int(box.record.hotel_level))
    give(game, 1, 37, 3)
    give(game, 2, 34, 1)
    give(game, 3, 5)
    game.mortgaged = 1 << 5
    text = board_text(box, game)
    assert row(text, "Mayfair") == ["Dark", "Blue", "£400", "1", "hotel"]
    assert row(text, "Park Lane") == ["Dark", "Blue", "£350", "1", "3", "houses"]
    assert row(text, "Bond Street") == ["Green", "£320", "2", "1", "house"]
    assert row(text, "King's Cross Station") == ["Stations", "£200", "3", "mortgaged"]
    assert row(text, "Strand") == ["Red", "£220"]
    assert row(text, "Super Tax") == ["tax", "£100"]


def test_a_hotel_after_three_houses_is_a_hotel() -> None:
    box = load_box("uk-classic", {"hotel_after": 3})
    game = begun(box, 2)
    give(game, 0, 39, 4)
    assert row(board_text(box, game), "Mayfair")[-1] == "hotel"


def test_occupants_and_jail(box: Box) -> None:
    game = begun(box, 4)
    game.square[:4] = [0, 10, 10, 24]
    game.jail_turns[2] = 1
    text = board_text(box, game)
    assert row(text, "GO") == ["0"]
    assert row(text, "Jail / Just Visiting") == ["1,", "jailed", "2"]
    assert row(text, "Trafalgar Square")[-1] == "3"


def test_eight_on_one_square(box: Box) -> None:
    assert row(board_text(box, begun(box, 8)), "GO") == list("01234567")


def test_players(box: Box) -> None:
    game = begun(box, 4)
    give(game, 0, 39)
    give(game, 0, 37)
    game.cash[:4] = [87, 1045, 0, 640]
    game.card_holder[:2] = [1, 1]
    game.square[3], game.jail_turns[3] = 10, 0
    game.in_play = 0b1011
    text = board_text(box, game)
    assert player(text, 0) == ["0", "GO", "£87", "2", "0"]
    assert player(text, 1) == ["1", "GO", "£1,045", "0", "2"]
    assert player(text, 2) == ["2", "bankrupt", "£0", "0", "0"]
    assert player(text, 3) == ["3", "jailed", "at", "Jail", "/", "Just", "Visiting", "£640", "0", "0"]
    assert row(text, "GO") == ["0", "1"]


def test_what_the_bank_has_left(box: Box) -> None:
    game = begun(box, 2)
    game.houses_left, game.hotels_left = 7, -1
    assert board_text(box, game).splitlines()[-1] == "Houses left: 7, hotels left: unlimited"


def test_the_pot_where_the_rules_have_one() -> None:
    box = load_box("uk-classic", {"free_parking": "pot"})
    game = begun(box, 2)
    game.pot = 250
    assert board_text(box, game).endswith("pot: £250")


@pytest.mark.parametrize("squares", [8, 9, 23, 48])
@pytest.mark.parametrize("players", [2, 8])
def test_every_size_stays_within_a_hundred_columns(tmp_path: Path, squares: int, players: int) -> None:
    box = board_of(tmp_path, squares)
    game = begun(box, players)
    game.cash[:players] = 1_000_000
    game.square[:players] = 1
    game.jail_turns[: players // 2] = 0
    give(game, 1, squares - 1, 4)
    lines = board_text(box, game).splitlines()
    assert len(lines) == squares + players + 9
    assert max(map(len, lines)) <= 100
    assert all(line == line.rstrip() for line in lines)
    assert any(f"kr{squares - 1}" in line and "4 houses" in line for line in lines)


@pytest.mark.parametrize("rules", ["uk-classic", "us-classic", "modern"])
def test_every_name_appears_whole(rules: str) -> None:
    box = load_box(rules)
    text = board_text(box, begun(box, 2))
    assert all(f"{number:>2}  {name}" in text for number, name in enumerate(box.square_names))


@pytest.mark.parametrize(("amount", "text"), [(0, "£0"), (900, "£900"), (1500, "£1,500"), (-1234567, "-£1,234,567")])
def test_amounts_have_separators(amount: int, text: str) -> None:
    assert load_box("uk-classic").board.money(amount) == text
    assert load_box("us-classic").board.money(amount) == text.replace("£", "$")
