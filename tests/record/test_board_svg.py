"""The drawing of the board is well-formed, stays inside its frame and shows the whole state of the game."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from rentier.box import Box, load_box
from rentier.game.state import GameRecord
from rentier.game.words import OVER
from rentier.record.board_svg import board_svg
from rentier.record.drawing.colours import HOTEL, HOUSE, SEATS
from rentier.record.drawing.layout import BOARD, MARGIN, SIZE, plan_board

from .drawn import begun, give

SVG = "{http://www.w3.org/2000/svg}"
LONG_NAMES = (
    "Fenchurch Street Station",
    "Donaudampfschifffahrtsgesellschaft & <Söhne>",
    "Northumberland Avenue",
    'The \\"Old\\" Lane',
)


def board_of(folder: Path, squares: int) -> Box:
    """A box with a board of a number of squares with long and awkward names."""
    lanes = "".join(
        f'[[squares]]\nname = "{LONG_NAMES[number % 4]} {number}"\nkind = "street"\n'
        f'group = "lanes"\nprice = {number}\nrents = [1, 2, 3, 4, 5, 6]\n'
        for number in range(3, squares)
    )
    (folder / "decks.toml").write_text('schema = 1\nname = "none"\n')
    (folder / "board.toml").write_text(
        'schema = 1\nname = "town"\ncurrency = "kr"\n'
        '[[groups]]\nid = "lanes"\nname = "Lanes"\ncolour = "#00aa00"\nhouse_cost = 30\n'
        '[[squares]]\nname = "Start"\nkind = "go"\n[[squares]]\nname = "Gaol"\nkind = "jail"\n'
        '[[squares]]\nname = "Tithe"\nkind = "tax"\ntax = 9\n' + lanes
    )
    return load_box("uk-classic", {"board": str(folder / "board.toml"), "decks": str(folder / "decks.toml")})


def drawn(box: Box, game: GameRecord) -> list[Xml.Element]:
    """The squares of the drawing, in order."""
    return [part for part in Xml.fromstring(board_svg(box, game)) if part.tag == f"{SVG}g"][: len(box.board.squares)]


def middle(box: Box, game: GameRecord) -> list[str]:
    """All text in the middle of the board."""
    return texts([part for part in Xml.fromstring(board_svg(box, game)) if part.tag == f"{SVG}g"][-1])


def texts(element: Xml.Element) -> list[str]:
    """All text in a part of the drawing."""
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def fills(element: Xml.Element, shape: str) -> list[str | None]:
    """The colours of all shapes of a kind in a part of the drawing."""
    return [part.get("fill") for part in element.iter(f"{SVG}{shape}")]


@pytest.fixture
def box() -> Box:
    return load_box()


def test_frame_and_ground(box: Box) -> None:
    root = Xml.fromstring(board_svg(box, begun(box, 2)))
    assert (root.tag, root.get("width"), root.get("viewBox")) == (f"{SVG}svg", "720", "0 0 720 720")
    assert root[0].tag == f"{SVG}rect"
    assert root[0].get("width") == "720"


def test_nothing_reaches_out_of_the_drawing(box: Box) -> None:
    text = board_svg(box, begun(box, 2))
    root = Xml.fromstring(text)
    assert not {"script", "style", "image", "a"} & {part.tag.removeprefix(SVG) for part in root.iter()}
    assert not any(part.get("id") for part in root.iter())
    assert text.count("http") == 1  # the namespace of SVG


@pytest.mark.parametrize("rules", ["uk-classic", "us-classic"])
def test_every_name_is_written_whole_on_its_square(rules: str) -> None:
    box = load_box(rules)
    game = begun(box, 2)
    for square, name in zip(drawn(box, game), box.square_names, strict=True):
        assert " ".join(texts(square)).startswith(name)


def test_owner_as_colour_and_number(box: Box) -> None:
    game = begun(box, 8)
    for seat in range(8):
        give(game, seat, (1, 3, 5, 6, 8, 9, 11, 12)[seat])
    squares = drawn(box, game)
    for seat, number in enumerate((1, 3, 5, 6, 8, 9, 11, 12)):
        assert SEATS[seat] in fills(squares[number], "rect")
        assert str(seat) in texts(squares[number])
    assert not set(SEATS) & set(fills(squares[39], "rect"))


def test_houses_and_hotel(box: Box) -> None:
    game = begun(box, 2)
    give(game, 0, 37, 3)
    give(game, 0, 39, int(box.record.hotel_level))
    squares = drawn(box, game)
    assert fills(squares[37], "polygon") == [HOUSE] * 3
    assert fills(squares[39], "polygon") == [HOTEL]
    assert fills(squares[34], "polygon") == []


def test_mortgage_is_hatched_and_marked(box: Box) -> None:
    game = begun(box, 2)
    give(game, 0, 5)
    give(game, 0, 15)
    game.mortgaged = 1 << 5
    squares = drawn(box, game)
    assert "M" in texts(squares[5])
    assert squares[5].find(f"{SVG}path") is not None
    assert "M" not in texts(squares[15])
    assert squares[15].find(f"{SVG}path") is None


def test_tokens_stand_on_their_squares(box: Box) -> None:
    game = begun(box, 3)
    game.square[:3] = [24, 24, 39]
    game.in_play = 0b101
    squares = drawn(box, game)
    assert fills(squares[24], "circle") == [SEATS[0]]
    assert fills(squares[39], "circle") == [SEATS[2]]


def test_the_jailed_stand_apart_from_visitors(box: Box) -> None:
    game = begun(box, 2)
    game.square[:2] = 10
    game.jail_turns[1] = 0
    jail = drawn(box, game)[10]
    visitor, jailed = (float(disc.get("cx", "nan")) for disc in jail.iter(f"{SVG}circle"))
    assert visitor < jailed
    assert jail.find(f"{SVG}title").text == "Jail / Just Visiting, seat 0, seat 1 in jail"  # type: ignore[union-attr]


@pytest.mark.parametrize("squares", [40, 48])
@pytest.mark.parametrize("number", [0, 1, 2, 13, 20, 30])
def test_eight_tokens_stand_side_by_side_within_one_square(tmp_path: Path, squares: int, number: int) -> None:
    box = board_of(tmp_path, squares)
    game = begun(box, 8)
    game.square[:8] = number
    area = plan_board(squares).places[number].area
    discs = [
        tuple(float(disc.get(key, "nan")) for key in ("cx", "cy", "r"))
        for disc in drawn(box, game)[number].iter(f"{SVG}circle")
    ]
    assert len(discs) == 8
    for place, (x, y, radius) in enumerate(discs):
        assert area.x <= x - radius
        assert x + radius <= area.x + area.width
        assert area.y <= y - radius
        assert y + radius <= area.y + area.height
        assert all(math.dist((x, y), other[:2]) >= 2 * radius for other in discs[:place])


def test_the_middle_shows_the_state_of_the_game(box: Box) -> None:
    game = begun(box, 3)
    game.rounds, game.turns, game.mover, game.actor = 14, 53, 1, 1
    game.cash[:3] = [312, 1045, 87]
    give(game, 0, 39)
    game.in_play = 0b011
    written = middle(box, game)
    for text in ("Rentier", "Round 14, turn 53", "Seat 1 to move, decision: manage", "£312", "£1,045", "£87", "bankrupt"):
        assert text in written
    game.decision, game.winners = OVER, 0b10
    assert "Over, seat 1 wins" in middle(box, game)


def test_dice_show_the_last_roll(box: Box) -> None:
    game = begun(box, 2)
    assert "last roll" not in board_svg(box, game)
    game.dice[:2] = [6, 3]
    assert "last roll: 6 3" in board_svg(box, game)


@pytest.mark.parametrize("squares", range(8, 49))
def test_squares_go_round_without_gaps(squares: int) -> None:
    plan = plan_board(squares)
    areas = [place.area for place in plan.places]
    assert len(areas) == squares
    assert sum(place.corner for place in plan.places) == 4
    covered = sum(area.width * area.height for area in (*areas, plan.middle))
    assert covered == pytest.approx(BOARD * BOARD)
    first = areas[0]
    assert (first.x + first.width, first.y + first.height) == pytest.approx((SIZE - MARGIN, SIZE - MARGIN))
    assert areas[1].x + areas[1].width == pytest.approx(first.x)
    for one, other in zip(areas, areas[1:] + areas[:1], strict=True):
        apart = max(abs(one.centre[0] - other.centre[0]) - (one.width + other.width) / 2, 0)
        apart += max(abs(one.centre[1] - other.centre[1]) - (one.height + other.height) / 2, 0)
        assert apart == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("squares", [8, 9, 10, 11, 27, 48])
def test_boards_of_every_size_with_awkward_names(tmp_path: Path, squares: int) -> None:
    box = board_of(tmp_path, squares)
    game = begun(box, 8)
    for number in range(3, squares):
        give(game, number % 8, number, number % 6)
    for square, name in zip(drawn(box, game), box.square_names, strict=True):
        title = square.find(f"{SVG}title")
        assert title is not None
        assert (title.text or "").startswith(name)
