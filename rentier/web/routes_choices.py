"""Routes for what a table can be made of: rules, switches and agents; and for users' own rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import APIRouter, Request

from rentier.box import Box, Switch, load_box, switch_definitions
from rentier.box.record import MOST_SEATS
from rentier.web.messages import FEWEST_SEATS, LEAST_CLOCK, MOST_CLOCK, MOST_DELAY, NewRules
from rentier.web.opponents import all_agents, league, levels
from rentier.web.rates import RateLimit
from rentier.web.reading import RulesQuestion
from rentier.web.refusals import TOO_LARGE, TOO_MANY, Refused
from rentier.web.routes_tables import address_of
from rentier.web.rules import Rules
from rentier.web.seating import LONGEST_NAME
from rentier.web.settings import Settings
from rentier.web.wording import words_of

LARGEST_RULES = 256_000
MINUTE = 60


def choices_router(settings: Settings, rules: Rules, read: Callable[[Any], Awaitable[Any]]) -> APIRouter:
    """Create the router; `read` reads what people send, in another process."""
    router = APIRouter(prefix="/api")
    rate = RateLimit(settings.tables_a_minute, MINUTE)

    @router.get("/choices")
    def choices() -> dict[str, Any]:
        boxes = {name: load_box(rules.source(name)) for name in rules.names}
        return {
            "presets": [_preset(name, box) for name, box in boxes.items()],
            "switches": [_switch(switch) for switch in switch_definitions().values()],
            "switches_of": {name: dict(box.switches) for name, box in boxes.items()},
            "levels": levels(),
            "agents": all_agents(settings.own_machine),
            "league": league(),
            "limits": {
                "seats": [FEWEST_SEATS, MOST_SEATS],
                "clock": [LEAST_CLOCK, MOST_CLOCK],
                "delay": [0, MOST_DELAY],
                "name": LONGEST_NAME,
            },
            "own_machine": settings.own_machine,
        }

    @router.post("/rules", status_code=201)
    async def add_rules(sent: NewRules, request: Request) -> dict[str, Any]:
        if not rate.allows(address_of(request)):
            raise Refused("too many requests; wait a minute", TOO_MANY)
        _check_texts(sent.files)
        await read(RulesQuestion(sent.files))
        name, box = await rules.add(sent.files)
        return {"rules": name, "title": box.title, "switches": dict(box.switches)}

    @router.get("/health")
    async def health() -> dict[str, bool]:
        return {"ok": True}

    return router


def _check_texts(files: Mapping[str, str]) -> None:
    """Refuse files that are too large or not valid Unicode."""
    size = 0
    for name, text in files.items():
        try:
            size += len(text.encode())
        except UnicodeEncodeError as error:
            line = text.count("\n", 0, error.start) + 1
            raise Refused(f"files: {name!r} should be valid Unicode text, unlike its line {line}") from None
    if size > LARGEST_RULES:
        raise Refused(f"the files are too large; together at most {LARGEST_RULES} bytes are allowed", TOO_LARGE)


def _preset(name: str, box: Box) -> dict[str, Any]:
    return {"name": name, "title": box.title, "about": box.about, "board": box.board.title}


def _switch(switch: Switch) -> dict[str, Any]:
    return {
        "name": switch.name,
        "title": switch.title,
        "section": switch.section,
        "explain": switch.explain,
        "kind": switch.kind,
        "default": switch.default,
        "values": list(switch.values),
        "least": switch.least,
        "most": switch.most,
        "words": [word for word, _ in switch.words],
        "expected": switch.expected,
        "says": words_of(switch.name),
    }
