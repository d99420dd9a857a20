"""The box: a board, its decks and the rules, read from TOML files, checked, and stored in one record.

box = load_box("uk-classic", {"auction": "none"})
box.record.price[box.square_number("Mayfair")]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rentier.lazy import lazy_exports

__all__ = [
    "Board",
    "Box",
    "Card",
    "Group",
    "Setting",
    "Square",
    "Switch",
    "load_box",
    "parse_overrides",
    "preset_names",
    "preset_texts",
    "switch_definitions",
]

if TYPE_CHECKING:
    from rentier.box.boards import Board, Group, Square
    from rentier.box.build import Box, load_box
    from rentier.box.decks import Card
    from rentier.box.presets import preset_names, preset_texts
    from rentier.box.switches import Setting, Switch, parse_overrides, switch_definitions
else:
    __getattr__, __dir__ = lazy_exports(__name__)
