"""What is in the box: squares, cards and switches, read from the TOML files of boards, decks and presets."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import rentier

DATA = Path(rentier.__file__).parent / "box" / "data"
DECKS = ("chance", "chest")


@dataclass(frozen=True)
class Square:
    """A square of the board. `rents`: of a street by its buildings, else by how many of the kind the owner has."""

    number: int
    name: str
    kind: str
    group: str = ""
    price: int = 0
    mortgage: int = 0
    house_cost: int = 0
    rents: tuple[int, ...] = ()
    tax: int = 0
    tax_percent: int = 0

    @property
    def is_deed(self) -> bool:
        return self.kind in {"street", "station", "utility"}


@dataclass(frozen=True)
class Card:
    number: int
    effect: str
    amount: int = 0
    to: int = 0
    steps: int = 0
    kind: str = ""
    factor: int = 0
    house: int = 0
    hotel: int = 0
    draw: str = ""


@dataclass
class Box:
    squares: list[Square]
    decks: dict[str, list[Card]]
    switches: dict[str, Any]
    groups: dict[str, list[int]] = field(default_factory=dict)

    def group_of(self, square: int) -> list[int]:
        return self.groups[self.squares[square].group]

    @property
    def hotel(self) -> int:
        """The level of a street with a hotel (rules 11.3)."""
        return int(self.switches["hotel_after"]) + 1

    @property
    def has_jail(self) -> bool:
        return any(square.kind == "jail" for square in self.squares)

    def is_yes(self, switch: str) -> bool:
        return bool(self.switches[switch])


def read(folder: str, name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / folder / f"{name}.toml").read_text(encoding="utf-8"))


def open_box(preset: str, overrides: dict[str, Any]) -> Box:
    """Read a preset, what it is based on, its board and its decks."""
    switches = {switch["name"]: switch["default"] for switch in read_switches()}
    layers = [read("presets", preset)]
    while "base" in layers[-1]:
        layers.append(read("presets", layers[-1]["base"]))
    settings: dict[str, Any] = {}
    for layer in reversed(layers):
        settings.update({key: layer[key] for key in ("board", "edition", "decks") if key in layer})
        switches.update(layer.get("switches", {}))
    switches.update(overrides)
    squares = read_squares(settings["board"], settings.get("edition"), switches)
    decks = read_decks(settings["decks"], squares) if "decks" in settings else {deck: [] for deck in DECKS}
    box = Box(squares, decks, switches)
    for square in squares:
        if square.is_deed:
            box.groups.setdefault(square.group, []).append(square.number)
    return box


def read_switches() -> list[dict[str, Any]]:
    text = (DATA / "switches.toml").read_text(encoding="utf-8")
    return list(tomllib.loads(text)["switch"])


def read_squares(board_name: str, edition: str | None, switches: dict[str, Any]) -> list[Square]:
    board = read("boards", board_name)
    changes = board.get("editions", {}).get(edition, {}).get("squares", {})
    house_cost = {group["id"]: group.get("house_cost", 0) for group in board["groups"]}
    squares = []
    for number, printed in enumerate(board["squares"]):
        entry = printed | changes.get(printed["name"], {})
        price = entry.get("price", 0)
        squares.append(
            Square(
                number,
                entry["name"],
                entry["kind"],
                entry.get("group", ""),
                price,
                entry.get("mortgage", price // 2),
                house_cost.get(entry.get("group", ""), 0),
                tuple(entry.get("rents", entry.get("multipliers", ()))),
                entry.get("tax", 0),
                entry.get("tax_percent", 0),
            )
        )
    taxes = [square for square in squares if square.kind == "tax"]
    if taxes and switches["income_tax"] == "choice" and not any(tax.tax_percent for tax in taxes):  # rules 9.6
        taxes[0] = squares[taxes[0].number] = replace(taxes[0], tax_percent=10)
    if taxes and switches["second_tax"] != "board":  # rules 9.7
        last = taxes[-1]
        squares[last.number] = replace(last, tax=switches["second_tax"])
    return squares


def read_decks(name: str, squares: list[Square]) -> dict[str, list[Card]]:
    printed = read("decks", name)
    numbers = {square.name: square.number for square in squares}
    return {
        deck: [
            Card(
                number,
                entry["effect"],
                entry.get("amount", 0),
                numbers.get(entry.get("to", ""), 0),
                entry.get("steps", 0),
                entry.get("kind", ""),
                entry.get("rent_multiplier", entry.get("dice_multiplier", 0)),
                entry.get("house", 0),
                entry.get("hotel", 0),
                entry.get("draw", ""),
            )
            for number, entry in enumerate(printed[deck])
        ]
        for deck in DECKS
    }
