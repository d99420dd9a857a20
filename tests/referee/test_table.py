"""What a match does between its games, with programs that are only pretended: starts in time, and blocks that are saved."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from rentier import Game, load_box
from rentier.referee.entrants import Entrant
from rentier.referee.faults import DIED, Fault
from rentier.referee.ledger import Ledger
from rentier.referee.limits import MORE_START_SECONDS, START_SECONDS, Limits
from rentier.referee.match import RefereedMatch, RefereeResult, play_refereed
from rentier.referee.protocol import Message
from rentier.referee.seed import luck_seed, seed_digest

from .players import RULES

ENTRANTS = tuple(Entrant(name, (name,)) for name in ("slow", "quick"))


class Clock:
    """A clock that only a pretended program moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Pretended:
    """A program that takes its time to say hello, then plays the first action at once."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self.seconds = seconds
        self.alive = True

    def meet(self, seconds: float) -> None:
        self.clock.now += min(seconds, self.seconds)
        if self.seconds > seconds:
            self.alive = False
            raise Fault(DIED, f"no hello within {seconds:g} s")

    def unasked(self) -> list[Fault]:
        return []

    def ask(self, question: Message, seconds: float) -> str:
        assert seconds > 0
        return str(question["actions"][0])

    def tell(self, line: bytes) -> None:
        assert line.endswith(b"\n")

    def end(self) -> bool:
        return True

    def kill(self) -> None:
        self.alive = False


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], Clock]:
    """Let the program `slow` take some seconds for each hello, on a clock that is returned."""

    def pretend(seconds: float) -> Clock:
        clock = Clock()
        monkeypatch.setattr("rentier.referee.match.time", SimpleNamespace(monotonic=clock, perf_counter=clock))
        start = lambda entrant, *_: Pretended(clock, seconds if entrant.name == "slow" else 0.0)  # noqa: E731
        monkeypatch.setattr("rentier.referee.match.Program", start)
        return clock

    return pretend


def played(games: int, ledger: Ledger | None = None, progress: Callable[[int], None] | None = None) -> RefereeResult:
    return play_refereed(pretended_match(games), ledger, progress)


def pretended_match(games: int, seed: int = 3, is_drawn: bool = False) -> RefereedMatch:
    return RefereedMatch(ENTRANTS, load_box(RULES, {"turn_cap": 3}), RULES, games, seed, Limits(), is_drawn)


def test_a_slow_hello_in_every_game_costs_faults(pretend: Callable[[float], Clock]) -> None:
    clock = pretend(20.0)
    result = played(30)
    assert result.faults(1) == {}
    late = [game.game for game in result.games if game.faults]
    assert late, "time to start is bounded over all games"
    assert late[0] == (START_SECONDS - 20) / (20 - MORE_START_SECONDS) + 1
    assert result.faults(0) == {"died": len(late)}
    assert clock.now <= START_SECONDS + 30 * MORE_START_SECONDS


@pytest.mark.parametrize("seconds", [0.5, MORE_START_SECONDS])
def test_a_hello_in_good_time_costs_nothing(pretend: Callable[[float], Clock], seconds: float) -> None:
    pretend(seconds)
    assert played(30).faults(0) == {}


def test_a_program_that_never_said_hello_is_not_waited_for_again(pretend: Callable[[float], Clock]) -> None:
    clock = pretend(1_000.0)
    assert played(30).faults(0) == {"died": 30}
    assert clock.now == START_SECONDS


def test_games_are_saved_when_their_block_is_over(pretend: Callable[[float], Clock], tmp_path: Path) -> None:
    """Until then no program can learn anything from the folder."""
    pretend(0.0)
    ledger = Ledger(tmp_path / "judged", pretended_match(5).as_dict())
    saved: list[tuple[int, int]] = []

    def look(_: int) -> None:
        lines = ledger.lines.read_text().splitlines() if ledger.lines.exists() else []
        saved.append((len(lines), len(list((ledger.folder / "games").iterdir()))))

    played(5, ledger, look)
    assert saved == [(0, 0), (0, 0), (2, 2), (2, 2), (4, 4), (4, 4)]
    assert len(ledger.played()) == 5, "a last block that is not whole is saved when the match is over"


def test_the_record_of_a_game_has_the_luck_of_its_number(pretend: Callable[[float], Clock], tmp_path: Path) -> None:
    """Everybody who knows the seed of the match can check the key, and no other game has the same."""
    pretend(0.0)
    ledger = Ledger(tmp_path / "judged", pretended_match(4).as_dict())
    played(4, ledger)
    keys = []
    for number in range(4):
        record = tomllib.loads((ledger.folder / "games" / f"{number:06d}.toml").read_text())
        expected = tomllib.loads(Game.new(2, RULES, luck_seed(3, number)).record())
        assert record["key"] == expected["key"]
        keys.append(record["key"])
    assert len(set(keys)) == 4


def test_a_block_that_was_broken_off_is_played_again(pretend: Callable[[float], Clock], tmp_path: Path) -> None:
    pretend(0.0)
    ledger = Ledger(tmp_path / "judged", pretended_match(5).as_dict())
    played(3, ledger)
    more = played(5, ledger)
    assert more.match.saved == 2
    assert more.games == played(5).games == tuple(ledger.played())


def test_the_folder_has_the_digest_before_and_the_seed_after(pretend: Callable[[float], Clock], tmp_path: Path) -> None:
    """Each run of a match with drawn seeds has its own: a seed that has been shown decides nothing any more."""
    pretend(0.0)
    first, second = (pretended_match(games, seed, is_drawn=True) for games, seed in ((2, 111_111_111), (4, 222_222_222)))
    ledger = Ledger(tmp_path / "judged", first.as_dict())
    during: list[str] = []

    def look(_: int) -> None:
        during.append("".join(path.read_text() for path in sorted(ledger.folder.rglob("*")) if path.is_file()))

    play_refereed(first, ledger, look)
    assert all(seed_digest(111_111_111) in text and "111111111" not in text for text in during)
    play_refereed(second, Ledger(tmp_path / "judged", second.as_dict()))
    runs = json.loads((tmp_path / "judged" / "seeds.json").read_text())
    assert [(run["first_game"], run["seed"]) for run in runs] == [(0, "111111111"), (2, "222222222")]
    assert all(run["seed_sha256"] == seed_digest(int(run["seed"])) for run in runs)
