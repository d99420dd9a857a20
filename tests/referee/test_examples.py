"""The examples in three languages pass the check, and play a match of three without a fault."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from rentier import load_box
from rentier.game.words import DECISIONS
from rentier.referee.check import check_program
from rentier.referee.entrants import Entrant, find_entrant
from rentier.referee.faults import KINDS
from rentier.referee.limits import Limits
from rentier.referee.match import RefereedMatch, play_refereed
from rentier.referee.methods import METHODS
from tests.needs import program

HOME = Path(__file__).parent.parent.parent
EXAMPLES = HOME / "examples" / "referee"
LIMITS = Limits(decision=20.0, game=120.0)


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Entrant]:
    """The three, the one in C compiled."""
    bot = tmp_path_factory.mktemp("c") / "bot"
    command = [program("a C compiler"), "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(bot), str(EXAMPLES / "bot.c")]
    subprocess.run(command, check=True)
    names = {"python": str(EXAMPLES / "agent.py"), "javascript": f"{program('Node.js')} {EXAMPLES / 'bot.js'}", "c": str(bot)}
    return {language: find_entrant(name) for language, name in names.items()}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_the_example_passes_the_check(examples: dict[str, Entrant], language: str) -> None:
    findings = list(check_program(examples[language], LIMITS))
    assert [finding for finding in findings if not finding.passed] == []
    assert len(findings) > 20


@pytest.mark.slow
def test_the_examples_play_each_other(examples: dict[str, Entrant]) -> None:
    box = load_box("uk-classic", {"turn_cap": 24, "cap": "worth"})
    result = play_refereed(RefereedMatch(tuple(examples.values()), box, "uk-classic", 3, 1, LIMITS))
    assert [game.faults for game in result.games] == [(), (), ()]
    assert {game.seating for game in result.games} == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


def test_the_page_shows_the_examples_and_every_fault() -> None:
    page = (HOME / "docs" / "referee.md").read_text()
    for example in ("agent.py", "bot.js", "bot.c"):
        assert (EXAMPLES / example).read_text() in page
    for kind, text in KINDS.items():
        assert f"| `{kind}` | {text} |" in page
    for method in METHODS:
        assert f"`{method}(state)`" in page
    for decision in set(DECISIONS) - {"over"}:
        assert f"`{decision}`" in page
