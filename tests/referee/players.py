"""Players for tests: classes that follow a script, and raw programs that speak the protocol as they please."""

from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path
from typing import Any

from rentier import Game, load_box
from rentier.referee.entrants import Entrant, find_entrant
from rentier.referee.judge import Chair, Judge
from rentier.referee.limits import Limits
from rentier.referee.match import RefereedMatch, RefereeResult, play_refereed
from rentier.referee.program import Program

RULES = "adjudicator2018"
QUICK = Limits(decision=10.0, game=60.0)
RAW = """\
import json, os, signal, sys, time

def say(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()

def heard():
    for line in sys.stdin:
        yield json.loads(line)

def hello():
    next(messages)
    say({"protocol": 1})

def questions():
    for message in messages:
        if message["type"] == "bye":
            return
        if message["type"] == "question":
            yield message

def plain(question):
    return {"id": question["id"], "action": question["actions"][0]}

messages = heard()
"""
SCRIPTED = """\
SCRIPT = {script!r}

class Agent:
    def _next(self, method):
        return SCRIPT[method].pop(0) if SCRIPT.get(method) else None

    def bmst_decision(self, state):
        return self._next("bmst_decision")

    def respond_trade(self, state):
        return self._next("respond_trade")

    def buy_property(self, state):
        return self._next("buy_property")

    def auction_property(self, state):
        return self._next("auction_property")

    def jail_decision(self, state):
        return self._next("jail_decision")
"""


def scripted(folder: Path, name: str, **script: list[Any]) -> Entrant:
    """A class whose methods return what a script says, one after the other, then None."""
    path = folder / f"{name}.py"
    path.write_text(SCRIPTED.format(script=script))
    return find_entrant(str(path))


def raw(folder: Path, name: str, text: str) -> Entrant:
    """A program that speaks the protocol itself, with the helper functions of RAW before its code."""
    path = folder / f"{name}.raw"
    path.write_text(RAW + textwrap.dedent(text))
    return Entrant(name, (sys.executable, "-S", str(path)))


PLAIN = """
hello()
for question in questions():
    say(plain(question))
"""


def judge(game: Game, *entrants: Entrant, decisions: int | None = None, limits: Limits = QUICK) -> Judge:
    """Judge a game from a position to its end, or for a number of decisions."""
    programs = [Program(entrant, limits) for entrant in entrants]
    try:
        for program in programs:
            program.meet()
        judging = Judge(game, 0, [Chair(seat, program, limits) for seat, program in enumerate(programs)], [1] * len(programs))
        if decisions is None:
            judging.play()
        else:
            judging.begin()
            for _ in range(decisions):
                judging.decide()
    finally:
        for program in programs:
            program.kill()
    return judging


def match(*entrants: Entrant, games: int = 2, limits: Limits = QUICK, **switches: Any) -> RefereeResult:
    """A short match."""
    box = load_box(RULES, {"turn_cap": 6} | switches)
    return play_refereed(RefereedMatch(entrants, box, RULES, games, 3, limits))


def running(folder: Path) -> list[str]:
    """The processes whose command line names something in a folder."""
    found = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                words = Path(entry.path, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if str(folder) in words:
                found.append(f"{entry.name} {words}")
    return found
