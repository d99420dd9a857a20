"""`rentier referee check`: ask a program for every kind of decision and report line by line what it does.

First come single decisions in chosen positions (`checks.toml`), all put to one process; then how the program exits; then two
short games against itself, with the seats swapped.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from rentier.arena.stopping import broken_off_by_ctrl_c
from rentier.box import load_box
from rentier.game_api import Game
from rentier.referee.entrants import Entrant
from rentier.referee.faults import Fault
from rentier.referee.judge import Chair
from rentier.referee.limits import END_SECONDS, Limits
from rentier.referee.match import RefereedMatch, play_refereed
from rentier.referee.program import Program
from rentier.referee.protocol import PROTOCOL, line_of
from rentier.referee.view import View

POSITIONS = Path(__file__).parent / "checks.toml"
SEED = 1
SHORT_GAME = {"turn_cap": 30}
SHORT_GAME_RULES = "adjudicator2018"


class Finding(NamedTuple):
    """What a program did in one check, and whether that was right."""

    passed: bool
    about: str
    detail: str


@dataclass(frozen=True)
class Check:
    """A decision to ask a program for: what it is about, and the game that waits for it."""

    about: str
    game: Game


def read_checks() -> list[Check]:
    """Read all checks of the file."""
    checks = tomllib.loads(POSITIONS.read_text(encoding="utf-8"))["check"]
    return [Check(str(check["about"]), _game_at(check)) for check in checks]


def _game_at(check: Mapping[str, Any]) -> Game:
    """Return the game of a check, played up to its decision."""
    game = Game.from_position(check["position"], SEED)
    for action in check.get("actions", ()):
        game.apply(action)
    assert game.decision == check["decision"], check["about"]
    return game


def check_program(entrant: Entrant, limits: Limits) -> Iterator[Finding]:
    """Run every check on a program; stop if it does not answer `hello`."""
    with broken_off_by_ctrl_c():
        findings = _SingleDecisions(entrant, limits).findings()
        hello = next(findings)
        yield hello
        if hello.passed:
            yield from findings
            yield from _short_games(entrant, limits)


class _SingleDecisions:
    """Single decisions, all put to one process; a new one is started only if it dies."""

    def __init__(self, entrant: Entrant, limits: Limits) -> None:
        self.entrant = entrant
        self.limits = limits

    def findings(self) -> Iterator[Finding]:
        """Report how the program says hello, decides and exits."""
        program, hello = self._start()
        unasked: list[Fault] = []
        try:
            yield hello
            for number, check in enumerate(read_checks()):
                if not program.alive:
                    program, hello = self._start()
                    if not hello.passed:
                        yield hello
                        return
                yield self._decide(program, check, number, unasked)
            unasked += program.unasked() if program.alive else []
            detail = str(unasked[0]) if unasked else "it writes nothing unless asked"
            yield Finding(not unasked, "silence", detail)
            if program.alive:
                ended = program.end()
                detail = "it exits by itself" if ended else f"it is still running {END_SECONDS:g} s after the judge's bye"
                yield Finding(ended, "bye", detail)
        finally:
            program.kill()

    def _start(self) -> tuple[Program, Finding]:
        """Start a new process; return it and how it said hello."""
        program = Program(self.entrant, self.limits)
        try:
            program.meet()
        except Fault as fault:
            return program, Finding(False, "hello", str(fault))
        except BaseException:
            program.kill()
            raise
        return program, Finding(True, "hello", f"it speaks protocol {PROTOCOL}")

    def _decide(self, program: Program, check: Check, number: int, unasked: list[Fault]) -> Finding:
        """Put one decision to the program: send it the game, the question, what was done and the end of the game."""
        game = check.game
        seat = int(game.state.actor)
        unasked += program.unasked()
        if not program.alive:
            return Finding(False, check.about, str(unasked.pop()))
        view = View(game)
        program.tell(line_of(view.beginning(number, seat, SEED)))
        action, faults, _ = Chair(0, program, self.limits).decide(view)
        if faults:
            return Finding(False, check.about, str(faults[-1]))
        done = view.done(action, void=False)
        game.apply(action)
        program.tell(line_of(view.news(done)))
        program.tell(line_of(view.end()))
        return Finding(True, check.about, action)


def _short_games(entrant: Entrant, limits: Limits) -> Iterator[Finding]:
    """Let the program play two short games against itself."""
    box = load_box(SHORT_GAME_RULES, SHORT_GAME)
    match = RefereedMatch((entrant, entrant), box, SHORT_GAME_RULES, 2, SEED, limits)
    result = play_refereed(match)
    result.match.unbroken()
    for game in result.games:
        fault = str(game.faults[0].kind + ": " + game.faults[0].reason) if game.faults else "no faults"
        yield Finding(not game.faults, f"game {game.game + 1} against itself", f"{game.decisions} decisions, {fault}")
