"""Rules by name: built-in presets, the server's own files, and those uploaded by users."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from rentier.box import Box, Setting, load_box, preset_names, switch_definitions
from rentier.box.presets import read_overrides
from rentier.box.switches import unknown_switch
from rentier.errors import RentierError, unknown
from rentier.web.rule_files import PRESET, without_folders
from rentier.web.store import Store

OWN_NAME = re.compile(r"own-[0-9a-f]{16}")
MOST_BOXES = 256


def name_files(files: Sequence[str]) -> dict[str, str]:
    """Return the paths of preset files by preset name; refuse invalid files and names already taken."""
    named: dict[str, str] = {}
    for file in files:
        box = load_box(file)
        if box.name in (*preset_names(), *named):
            raise RentierError(f"--rules: {file}: the name {box.name!r} is taken; give the preset another one")
        named[box.name] = str(Path(file).resolve())
    return named


class Rules:
    """Finds rules by name. Users' files are in a temporary folder while the server runs."""

    def __init__(self, store: Store, files: tuple[str, ...] = ()) -> None:
        self._store = store
        self._folder = tempfile.TemporaryDirectory(prefix="rentier-rules-")
        self._files = name_files(files)
        self._box = functools.lru_cache(MOST_BOXES)(self._load)

    def close(self) -> None:
        """Remove the temporary folder."""
        self._folder.cleanup()

    @property
    def names(self) -> list[str]:
        """The rules offered to everybody; users' own rules are not listed."""
        return [*preset_names(), *self._files]

    async def find(self, rules: str, switches: Mapping[str, object]) -> Box:
        """Return the box of some rules with house rules."""
        for name in switches:
            if name not in switch_definitions():
                raise RentierError(f"switches: {unknown_switch(name)}")
        if rules not in self.names:
            await self._fetch(rules)
        try:
            settings = read_overrides(switches)
            return await asyncio.to_thread(self._box, rules, tuple(sorted(settings.items())))
        except RentierError as error:
            raise RentierError(re.sub(r"^overrides: ", "switches: ", self.public_line(str(error), rules))) from None

    def public_line(self, line: str, rules: str) -> str:
        """Return an error about some rules without the folder that their files are in."""
        return without_folders(line, str(Path(self.source(rules)).parent))

    def source(self, rules: str) -> str:
        """Return what other processes load the rules from, after `find`: a built-in name, or a file."""
        return self._files.get(rules) or (str(self._own_file(rules)) if OWN_NAME.fullmatch(rules) else rules)

    def _load(self, rules: str, settings: tuple[tuple[str, Setting], ...]) -> Box:
        return load_box(self.source(rules), dict(settings))

    def _own_file(self, rules: str) -> Path:
        return Path(self._folder.name) / rules / PRESET

    async def _fetch(self, rules: str) -> None:
        """Write the files of a user's rules to the temporary folder."""
        if not OWN_NAME.fullmatch(rules):
            raise RentierError(unknown("rules", rules[:80], self.names))
        if self._own_file(rules).exists():
            return
        files = await self._store.find_rules(rules)
        if not files:
            raise RentierError(f"unknown rules {rules!r}; upload their files first")
        self._lay_out(rules, files)

    def _lay_out(self, rules: str, files: Mapping[str, str]) -> None:
        folder = self._own_file(rules).parent
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")

    async def add(self, files: Mapping[str, str]) -> tuple[str, Box]:
        """Save a user's own rules, which are valid; return their name and box."""
        together = "\0".join(f"{name}\0{files[name]}" for name in sorted(files))
        rules = f"own-{hashlib.sha256(together.encode()).hexdigest()[:16]}"
        if not await self._store.find_rules(rules):
            await self._store.add_rules(rules, files)
        return rules, await self.find(rules, {})
