"""The set of decisions: positions, the candidates in each, and what rollouts say each of them is worth.

It is a gzipped file of JSON lines. The first line has the version and how the set was made; every other line is a decision.
`python -m scripts.decisions` makes it.
"""

from __future__ import annotations

import gzip
import io
import json
import tomllib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rentier.errors import RentierError
from rentier.files import atomic_write
from rentier.grading.kinds import KINDS, PHASES

FILE = Path(__file__).parent / "decisions.jsonl.gz"
VERSION = 1
MOST_BYTES = 100_000_000  # of the text


@dataclass(frozen=True)
class Valued:
    """A candidate, the actor's win probability after it, and the standard error of its difference from the best."""

    action: str
    value: float
    error: float


@dataclass(frozen=True)
class Decision:
    """A decision: its number in the set, its position, its kind, the phase of the game, and its candidates, the best first."""

    number: int
    position: str
    kind: str
    phase: str
    candidates: tuple[Valued, ...]

    @property
    def rules(self) -> str:
        """The rules of the position."""
        return str(tomllib.loads(self.position)["rules"])


@dataclass(frozen=True)
class DecisionSet:
    """All decisions, and how they were made."""

    made: Mapping[str, Any]
    decisions: tuple[Decision, ...]


def read_decisions(path: Path = FILE) -> DecisionSet:
    """Read a set of decisions; refuse a file of another version, or one that is damaged."""
    try:
        with gzip.open(path) as packed:
            text = packed.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise RentierError(f"{path}: it should be a data set of decisions ({error})") from None
    if len(text) > MOST_BYTES:
        raise RentierError(f"{path}: it has more than {MOST_BYTES:,} bytes")
    try:
        made, *lines = [json.loads(line) for line in io.BytesIO(text)]
        if made["version"] != VERSION:
            raise RentierError(f"{path}: it has version {made['version']!r}; this program reads version {VERSION}")
        return DecisionSet(made, tuple(_decision(number, line) for number, line in enumerate(lines, 1)))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RentierError(f"{path}: it should be a data set of decisions ({error})") from None


def _decision(number: int, line: Mapping[str, Any]) -> Decision:
    """Return the decision of a line."""
    candidates = tuple(Valued(str(action), float(value), float(error)) for action, value, error in line["candidates"])
    if line["kind"] not in KINDS or line["phase"] not in PHASES or len(candidates) < 2:
        raise ValueError("a decision has an unknown kind or phase, or fewer than two candidates")
    return Decision(number, str(line["position"]), line["kind"], line["phase"], candidates)


def write_decisions(path: Path, made: Mapping[str, Any], decisions: Iterable[Decision]) -> None:
    """Write a set of decisions; the same decisions give the same bytes."""
    lines = [dict(made) | {"version": VERSION}]
    for one in decisions:
        candidates = [[found.action, round(found.value, 5), round(found.error, 5)] for found in one.candidates]
        lines.append({"position": one.position, "kind": one.kind, "phase": one.phase, "candidates": candidates})
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    with atomic_write(path) as draft:
        draft.write_bytes(gzip.compress(text.encode(), mtime=0))
