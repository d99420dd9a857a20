"""The opponents that the start page offers: four levels, then all agents by the work they come from, with measured ratings."""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path
from typing import Any

from rentier.agents.catalogue import agent_kinds
from rentier.agents.saved import saved_names

DATA = Path(__file__).parent / "data"
WORK = re.compile(r"(?!Rentier).*?\d{4}")  # authors and year at the beginning of a source


@functools.cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text("utf-8"))


def levels() -> list[dict[str, Any]]:
    """Return the levels, weakest first."""
    return [level | {"rating": _rating(level["agent"])} for level in _read("opponents.toml")["level"]]


def league() -> dict[str, Any]:
    """Return how the ratings were measured."""
    read = _read("ratings.toml")
    return {"command": read["command"], "rules": read["rules"], "games": read["games"], "date": read["date"].isoformat()}


def all_agents(own_machine: bool) -> list[dict[str, Any]]:
    """Return the agents of the catalogue; on the user's own machine the saved ones too."""
    listed = []
    for kind in agent_kinds():
        spec = kind.example if _rating(kind.spec) is None else kind.spec  # the one that was rated
        about = {"title": kind.spec, "about": kind.explain, "work": work_of(kind.source)}
        listed.append({"spec": spec, **about, "rating": _rating(spec)})
    if own_machine:
        saved = {"about": "Saved on this machine", "work": "Your agents", "rating": None}
        listed += [{"spec": name, "title": name, **saved} for name in saved_names()]
    return listed


def agent_names(own_machine: bool) -> list[dict[str, Any]]:
    """Return all agents by name, the levels first: a level has the `names` of its opponents, any other agent its `work`."""
    read = [{name: level[name] for name in ("agent", "title", "names")} for level in _read("opponents.toml")["level"]]
    titles = [{"spec": level.pop("agent"), "work": None, **level} for level in read]
    known = {level["spec"] for level in titles}
    others = [agent for agent in all_agents(own_machine) if agent["spec"] not in known]
    return titles + [{"spec": one["spec"], "work": one["work"], "title": one["title"], "names": []} for one in others]


def work_of(source: str) -> str:
    """Return the work that a source of the catalogue names, such as `Berry 2013`; `Rentier` for our own agents."""
    found = WORK.match(source)
    return found.group() if found else "Rentier"


def _rating(spec: str) -> int | None:
    """Return the rating of an agent; None if it has not been measured."""
    ratings: dict[str, int] = _read("ratings.toml")["ratings"]
    return ratings.get(spec)
