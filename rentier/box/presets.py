"""Presets: named sets of rules, each a board, its decks and the switches that differ from the default or from a base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rentier.box.reading import Table, built_in_names, check_schema, describe, find_file, read_table
from rentier.box.switches import Setting, read_setting, read_settings, switch_definitions, unknown_switch
from rentier.errors import RentierError
from rentier.file_kinds import PRESET, check_kind

PARTS = ("board", "edition", "decks")  # what is set like a switch without being one
MOST_VERSIONS = 1_000_000


@dataclass(frozen=True)
class Preset:
    """A set of rules. No edition or no decks stands for those the board comes with."""

    name: str = ""
    version: int = 1
    title: str = ""
    about: str = ""
    board: Path | None = None
    edition: str | None = None
    decks: Path | None = None
    switches: Mapping[str, Setting] = field(default_factory=dict)


def preset_names() -> list[str]:
    """The names of the presets that come with the program."""
    return built_in_names("presets")


def preset_texts() -> dict[str, tuple[str, str]]:
    """Title and description of each preset that comes with the program, by name."""
    presets = {name: read_preset(name) for name in preset_names()}
    return {name: (preset.title, preset.about) for name, preset in presets.items()}


def read_preset(rules: str | Path) -> Preset:
    """The preset of a built-in name or of a file, on top of those it is based on."""
    return _read_preset_file(find_file("presets", rules, Path()), [])


def _read_preset_file(path: Path, above: list[Path]) -> Preset:
    """One preset file on top of its base; `above` are the files based on this one."""
    table = read_table(path)
    check_kind(str(path), table.values, PRESET)
    if "schema" in table.values:
        check_schema(table)
    below = Preset(switches={name: switch.default for name, switch in switch_definitions().items()})
    if "base" in table.values:
        below = _read_base(table, [*above, path.resolve()])
    name = table.text("name")
    preset = replace(
        _lay_parts_over(below, table),
        name=name,
        version=table.number("version", 1, MOST_VERSIONS),
        title=table.text("title", name),
        about=table.text("about", ""),
        switches={**below.switches, **read_settings(table.table("switches"))},
    )
    table.finish()
    return preset


def _read_base(table: Table, above: list[Path]) -> Preset:
    """The preset that a file is based on."""
    base = table.file_named("base", "presets")
    if base.resolve() in above:
        raise table.wrong("base", f"{base} is based on this file in turn; a preset cannot be based on itself")
    return _read_preset_file(base, above)


def _lay_parts_over(below: Preset, table: Table) -> Preset:
    """A preset with a table's board, edition and decks. Another board comes with its own edition and decks."""
    changed = below
    table.read.update(("base", *PARTS))
    if "board" in table.values:
        changed = replace(changed, board=table.file_named("board", "boards"), edition=None, decks=None)
    if "edition" in table.values:
        changed = replace(changed, edition=table.text("edition"))
    if "decks" in table.values:
        changed = replace(changed, decks=table.file_named("decks", "decks"))
    return changed


def read_overrides(overrides: Mapping[str, object]) -> dict[str, Setting]:
    """What a caller overrides, each checked by itself."""
    if not isinstance(overrides, Mapping):
        raise RentierError(f"overrides: {describe(overrides)} should be a dictionary, such as {{'auction': 'none'}}")
    settings: dict[str, Setting] = {}
    for name, value in overrides.items():
        if name in PARTS:
            text = str(value) if isinstance(value, str | int | Path) and not isinstance(value, bool) else ""
            if not text.strip():
                raise RentierError(f"overrides: {name}: {describe(value)} should be a name or a file")
            settings[name] = text
        elif name in switch_definitions():
            settings[name] = read_setting(f"overrides: {name}", name, value)
        else:
            raise RentierError(f"overrides: {unknown_switch(str(name), PARTS)}")
    return settings


def lay_overrides_over(preset: Preset, overrides: Mapping[str, Setting]) -> Preset:
    """A preset with a caller's overrides; files are sought from the working directory."""
    parts = {part: overrides[part] for part in PARTS if part in overrides}
    settings = {name: setting for name, setting in overrides.items() if name not in PARTS}
    # a bare file name stands in the working directory, and so do the files its table names
    return replace(_lay_parts_over(preset, Table("overrides", parts)), switches={**preset.switches, **settings})
