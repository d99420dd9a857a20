"""Presets: named sets of rules. Each has a board, decks, and the switches that differ from the default or a base preset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rentier.box.reading import Table, built_in_names, check_schema, describe, find_file, read_table
from rentier.box.switches import Setting, read_setting, read_settings, switch_definitions, unknown_switch
from rentier.errors import RentierError
from rentier.file_kinds import PRESET, check_kind

PARTS = ("board", "edition", "decks")  # set like switches, but not switches
MOST_VERSIONS = 1_000_000


@dataclass(frozen=True)
class Preset:
    """A set of rules. Without an edition or decks, the board's own apply."""

    name: str = ""
    version: int = 1
    title: str = ""
    about: str = ""
    board: Path | None = None
    edition: str | None = None
    decks: Path | None = None
    switches: Mapping[str, Setting] = field(default_factory=dict)


def preset_names() -> list[str]:
    """Return the names of the built-in presets."""
    return built_in_names("presets")


def preset_texts() -> dict[str, tuple[str, str]]:
    """Return the title and description of each built-in preset, by name."""
    presets = {name: read_preset(name) for name in preset_names()}
    return {name: (preset.title, preset.about) for name, preset in presets.items()}


def read_preset(rules: str | Path) -> Preset:
    """Read a preset, built-in or from a file, together with its bases."""
    return _read_preset_file(find_file("presets", rules, Path()), [])


def _read_preset_file(path: Path, above: list[Path]) -> Preset:
    """Read one preset file on top of its base; `above` are the files based on this one."""
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
    """Read the preset that a file is based on."""
    base = table.file_named("base", "presets")
    if base.resolve() in above:
        raise table.wrong("base", f"{base} is based on this file in turn; a preset cannot be based on itself")
    return _read_preset_file(base, above)


def _lay_parts_over(below: Preset, table: Table) -> Preset:
    """Return a preset with a table's board, edition and decks. A new board brings its own edition and decks."""
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
    """Check a caller's overrides one by one, and return them as settings."""
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
    """Return a preset with a caller's overrides. Paths are relative to the working directory."""
    parts = {part: overrides[part] for part in PARTS if part in overrides}
    settings = {name: setting for name, setting in overrides.items() if name not in PARTS}
    # the table has a bare file name, so the paths in it are relative to the working directory
    return replace(_lay_parts_over(preset, Table("overrides", parts)), switches={**preset.switches, **settings})
