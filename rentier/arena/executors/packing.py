"""Trades on their way to another process: agents go without their machine code, a user's file goes along with its agent."""

from __future__ import annotations

import hashlib
import io
import pickle
from dataclasses import fields
from pathlib import Path
from typing import Any

from rentier.agents.specs import Agent
from rentier.compiled import cache_home
from rentier.files import written_whole

CARRIED = "carried"  # the folder of files that came along, beside compiled code


class _Packer(pickle.Pickler):
    """Packs agents in a way of its own."""

    def reducer_override(self, thing: object) -> Any:
        """What is called with what to make the thing again."""
        if not isinstance(thing, Agent):
            return NotImplemented
        facts = {field.name: getattr(thing, field.name) for field in fields(Agent)}
        source = Path(thing.home).read_bytes() if thing.home.endswith(".py") else None
        return _unpacked, (facts, source)


def pack(thing: object) -> bytes:
    """Something as bytes, which `pickle.loads` reads on any machine."""
    buffer = io.BytesIO()
    _Packer(buffer, pickle.HIGHEST_PROTOCOL).dump(thing)
    return buffer.getvalue()


def _unpacked(facts: dict[str, Any], source: bytes | None) -> Agent:
    """An agent where it arrives. Its file is the one it came from where that is the same here, else a copy."""
    if source is None:
        return Agent(**facts)
    home = Path(facts["home"])
    if not home.is_file() or home.read_bytes() != source:
        home = cache_home() / CARRIED / hashlib.sha256(source).hexdigest()[:16] / home.name
        if not home.exists():
            home.parent.mkdir(parents=True, exist_ok=True)
            with written_whole(home) as draft:
                draft.write_bytes(source)
    return Agent(**{**facts, "home": str(home)})
