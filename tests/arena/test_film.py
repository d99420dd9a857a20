"""The animated picture of a game: well-formed, self-contained and small, and it ends where the game ends."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from rentier import Game
from rentier.arena import film
from rentier.record.drawing.layout import Area, plan_board

SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parent.parent.parent / "docs"
KEYFRAMES = re.compile(r"@keyframes (m\d+)\{(.*)\}$", re.MULTILINE)
AGENTS = ['<b>&"bold"', "bot", "bot", "genes"]


@pytest.fixture(scope="module")
def game() -> Game:
    """A game of four that is not over."""
    return Game.replay((DOCS / "game.toml").read_text(encoding="utf-8"), before=100)


@pytest.fixture(scope="module")
def text(game: Game) -> str:
    return film.film_svg(game.record(AGENTS))


@pytest.fixture(scope="module")
def root(text: str) -> Xml.Element:
    return Xml.fromstring(text)


def tokens(root: Xml.Element, players: int) -> list[Xml.Element]:
    """The tokens on the board, by seat: the last parts of the drawing."""
    return list(root)[-players:]


def spot(part: Xml.Element) -> tuple[float, float]:
    """Where a part stands at the end."""
    for inner in part.iter(f"{SVG}g"):
        if found := re.match(r"translate\((\S+) ([^)]+)\)", inner.get("transform", "")):
            return float(found[1]), float(found[2])
    raise AssertionError("it stands nowhere")


def contains(area: Area, at: tuple[float, float]) -> bool:
    return area.x < at[0] < area.x + area.width and area.y < at[1] < area.y + area.height


def shown(root: Xml.Element) -> list[str]:
    """The texts that the windows of the picture show at the end."""
    found = []
    for window in list(root.iter(f"{SVG}svg"))[1:]:
        shift = float(re.findall(r"translate\(0 (\S+)\)", str(window[0].get("transform")))[0])
        height = float(window.get("height", "nan"))
        found += [line.text or "" for line in window.iter(f"{SVG}text") if 0 < float(line.get("y", "nan")) + shift < height]
    return found


def test_every_token_ends_on_its_square(game: Game, root: Xml.Element) -> None:
    places = plan_board(len(game.box.board.squares)).places
    for seat, part in enumerate(tokens(root, game.players)):
        assert contains(places[game.square[seat]].area, spot(part)), seat


def test_every_token_begins_on_go_and_stays_on_the_board(game: Game, text: str, root: Xml.Element) -> None:
    keyframes = dict(KEYFRAMES.findall(text))
    places = plan_board(len(game.box.board.squares)).places
    for part in tokens(root, game.players):
        moves = [
            keyframes[inner.get("class", "")] for inner in part.iter(f"{SVG}g") if "translate" in str(inner.get("transform"))
        ]
        stops = [(float(x), float(y)) for x, y in re.findall(r"translate\(([\d.]+)px,([\d.]+)px\)", moves[0])]
        assert contains(places[0].area, stops[0])
        assert all(any(contains(place.area, stop) for place in places) for stop in stops)
        assert len(stops) > 10


def test_the_panel_ends_with_the_cash_of_each_seat_and_the_turn(game: Game, root: Xml.Element) -> None:
    found = shown(root)
    assert [text for text in found if text.startswith("£")] == [f"£{cash:,}" for cash in game.cash]
    assert [text for text in found if text.startswith("Round")] == [f"Round {game.round}, turn {game.turn}"]


def test_nothing_reaches_out_of_the_picture(text: str, root: Xml.Element) -> None:
    assert not {"script", "image", "a", "use", "foreignObject"} & {part.tag.removeprefix(SVG) for part in root.iter()}
    assert text.count("http") == 1  # the namespace of SVG
    assert "url(" not in text
    assert "prefers-reduced-motion" in text


def test_keyframes_are_in_order_and_all_are_used(text: str, root: Xml.Element) -> None:
    keyframes = dict(KEYFRAMES.findall(text))
    assert {part.get("class") for part in root.iter()} - {None} == set(keyframes)
    for name, rules in keyframes.items():
        times = [float(time) for time in re.findall(r"([\d.]+)%", rules)]
        assert times == sorted(times), name
        assert (times[0], times[-1] <= 100) == (0, True)


def test_names_are_escaped_and_the_same_ones_told_apart(root: Xml.Element) -> None:
    texts = [part.text or "" for part in root.iter(f"{SVG}text")]
    assert {'<b>&"bold"', "bot 1", "bot 2"} <= set(texts)
    assert any(line.startswith("bot 1 ") for line in texts)
    assert not any("eat 0" in line for line in texts)


def test_a_record_without_agents_names_seats() -> None:
    root = Xml.fromstring(film.film_svg(Game.new(2, seed=1).record()))
    assert {"seat 0", "seat 1"} <= {part.text for part in root.iter(f"{SVG}text")}


def test_of_a_long_game_the_end_is_shown(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MOST_SCENES", 5)
    text = film.film_svg(game.record())
    assert re.search(r">The film begins in turn \d+\.<", text)
    root = Xml.fromstring(text)
    places = plan_board(len(game.box.board.squares)).places
    assert all(contains(places[game.square[seat]].area, spot(part)) for seat, part in enumerate(tokens(root, game.players)))


def test_the_picture_of_the_docs_is_a_whole_game_in_a_minute() -> None:
    text = (DOCS / "game.svg").read_text(encoding="utf-8")
    assert len(text) < 300_000
    seconds = float(re.search(r"animation:m0 ([\d.]+)s", text)[1])  # type: ignore[index]
    assert 30 <= seconds <= 60
    hidden = [part.get("opacity") == "0" for part in tokens(Xml.fromstring(text), 4)]
    assert hidden == [True, False, True, True], "all but the winner are bankrupt"
    assert "The game is over: bot wins." in text
