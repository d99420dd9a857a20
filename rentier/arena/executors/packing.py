"""Pickle jobs for another process: agents are sent without their machine code, and a user's own file along with its agent."""

from __future__ import annotations

import hashlib
import io
import pickle
from dataclasses import fields
from pathlib import Path
from typing import Any

from rentier.agents.specs import Agent
from rentier.compiled import cache_home
from rentier.files import atomic_write

CARRIED = "carried"  # the folder in the cache for files that came with their agents


class _Packer(pickle.Pickler):
    """A pickler that knows how to pickle agents."""

    def reducer_override(self, thing: object) -> Any:
        """Return the function and its arguments that restore an agent."""
        if not isinstance(thing, Agent):
            return NotImplemented
        facts = {field.name: getattr(thing, field.name) for field in fields(Agent)}
        source = Path(thing.target).read_bytes() if thing.target.endswith(".py") else None
        return _unpacked, (facts, source)


def pack(thing: object) -> bytes:
    """Return an object as bytes that `pickle.loads` can read on any machine."""
    buffer = io.BytesIO()
    _Packer(buffer, pickle.HIGHEST_PROTOCOL).dump(thing)
    return buffer.getvalue()


def _unpacked(facts: dict[str, Any], source: bytes | None) -> Agent:
    """Restore an agent. It uses its original file if that exists here with the same content, otherwise a copy."""
    if source is None:
        return Agent(**facts)
    path = Path(facts["target"])
    if not path.is_file() or path.read_bytes() != source:
        path = cache_home() / CARRIED / hashlib.sha256(source).hexdigest()[:16] / path.name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path) as draft:
                draft.write_bytes(source)
    return Agent(**{**facts, "target": str(path)})
