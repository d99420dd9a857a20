"""Checks on players: the agents that a server allows, and the names of people."""

from __future__ import annotations

import re

from rentier.agents.catalogue import agent_kinds
from rentier.agents.specs import Agent, parse_agent
from rentier.errors import RentierError, unknown

LONGEST_NAME = 30
LONGEST_SPEC = 300
NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,9})?")
MOST = {  # limits for searching agents on a public server
    "mcts": {"rollouts": 20_000, "ms": 5_000, "nodes": 50_000, "jobs": 1},
    "lookahead": {"rollouts": 1_000, "ms": 5_000, "cut": 20, "jobs": 1},
}


def check_agent(spec: str, own_machine: bool) -> Agent:
    """Parse an agent's spec; a public server allows no files and limits thinking."""
    if len(spec) > LONGEST_SPEC:
        raise RentierError(f"agent: a spec has at most {LONGEST_SPEC} characters")
    if own_machine:
        return parse_agent(spec)
    _check_words(spec)
    agent = parse_agent(spec)
    options = dict(agent.options)
    for name, most in MOST.get(agent.name, {}).items():
        number = options.get(name)
        if isinstance(number, int | float) and number > most:
            raise RentierError(f"agent {spec!r}: {name} should be at most {most} on this server")
    return agent


def _check_words(spec: str) -> None:
    """Refuse every word that is neither in the catalogue nor a number: it could be the name of a file."""
    kinds = agent_kinds()
    names = {kind.spec for kind in kinds} | {alias for kind in kinds for alias in kind.aliases}
    first = spec.partition(":")[0].strip().lower()
    if spec.strip().lower() not in names and first not in names:
        raise RentierError(unknown("agent", first, [kind.spec for kind in kinds]))
    known = names | {"yes", "no", "none", ""}
    for kind in kinds:
        known |= {*kind.setting_names, *dict(kind.words)}
        known |= {word for setting in kind.settings for word in setting.words}
    for word in re.split(r"[:,()=]", spec.lower()):
        if word.strip() not in known and not NUMBER.fullmatch(word.strip()):
            raise RentierError(f"agent {spec!r}: {word.strip()!r} is not a setting; this server does not allow agent files")


def check_person(name: str) -> str:
    """Return a name with normalised spaces; refuse one that is empty, too long or not printable."""
    plain = " ".join(name.split())
    if not plain or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise RentierError(f"choose a name of 1 to {LONGEST_NAME} printable characters instead of {name[:60]!r}")
    return plain
