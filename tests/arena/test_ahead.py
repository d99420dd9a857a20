"""Games that finish before earlier ones: saved at once, counted when their turn comes, with no effect on the result."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.specs import Agent, parse_agent
from rentier.arena.chunks import Ahead, Chunk
from rentier.arena.match import _Match, play_match
from rentier.arena.play import COLUMNS
from rentier.arena.results import MatchResult, Summary
from rentier.arena.store import Store
from rentier.arena.tables import Sitting
from rentier.arena.tally import NOT_WATCHED, WATCHED, TallyRecord
from rentier.box import Box, load_box
from rentier.errors import RentierError
from rentier.game.words import Action
from rentier.layout import new
from tests.arena.test_thinkers import SEED, SPECS, Same, agents, rows

BOX = load_box("uk-classic", {"auction": "none", "trade_menu": "none", "turn_cap": 20})
GAMES = 30  # ten blocks of three
LONG = 2  # the block that takes long
FILES = 4  # chunks that are saved before it ends
PATIENCE = 60.0


class Counts(Same):
    """Counts the games it plays."""

    games = 0

    def begin(self, key: Any) -> None:
        """Count one more game."""
        super().begin(key)
        Counts.games += 1


class Lingers(Same):
    """Thinks in one block until others have been saved; then Ctrl-C is pressed, or an error ends the match."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.key, self.ahead, self.mistake = options["key"], options["ahead"], options["mistake"]
        self.lingers = False

    def begin(self, key: Any) -> None:
        """Find out which block it is."""
        super().begin(key)
        self.lingers = key == self.key

    def decide(self, box: Box, game: Any) -> Action:
        """Decide as the base class does, but later."""
        if self.lingers:
            self.lingers = False
            wait_until(lambda: len(files(self.ahead.parent)) >= FILES)
            if self.mistake:
                raise ZeroDivisionError("a mistake")
            os.kill(os.getpid(), signal.SIGINT)
            wait_until(lambda: signal.getsignal(signal.SIGINT) is signal.default_int_handler)  # the match has noticed it
        return super().decide(box, game)


def wait_until(it_is_so: Callable[[], bool]) -> None:
    """Wait for something to happen."""
    end = time.monotonic() + PATIENCE
    while not it_is_so():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.005)


def players(thinker: type, **options: object) -> list[Agent]:
    """Three agents, of which the second thinks. Its name is the same whatever its class."""
    seated = agents()
    seated[1] = Agent("thinker", "test", (), f"{__name__}:{thinker.__name__}", True, (("agent", seated[1]), *options.items()))
    return seated


def match(folder: Path, games: int = GAMES, seated: list[Agent] | None = None, **more: Any) -> MatchResult:
    """Play a match saved in a folder, with its results as files."""
    store = Store(folder)
    more = {"watch_level": WATCHED, "keep_rows": True, "chunk": 1} | more
    result = play_match(BOX, seated or players(Counts), games, SEED, 2, store=store, **more)
    store.write_results(result.as_dict())
    return result


def stopped(folder: Path, *, mistake: bool = False) -> MatchResult:
    """A match that is stopped while one block takes long and later ones are finished."""
    key = Sitting(BOX, agents(), SEED, LONG).seats[1].mind.key
    return match(folder, seated=players(Lingers, key=key, ahead=folder / "ahead", mistake=mistake))


def files(folder: Path) -> list[Path]:
    """The chunks saved ahead, in order; their folder is removed when none is left."""
    try:
        return sorted((folder / "ahead").glob("[0-9]*.chunk"), key=lambda file: int(file.stem))
    except FileNotFoundError:
        return []


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, MatchResult]:
    """The match without a stop."""
    folder = tmp_path_factory.mktemp("match") / "whole"
    return folder, match(folder)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, MatchResult]:
    """The match stopped with gaps, to be copied."""
    folder = tmp_path_factory.mktemp("match") / "broken"
    return folder, stopped(folder)


@pytest.fixture
def run(tmp_path: Path, broken: tuple[Path, MatchResult]) -> Path:
    """A copy of the folder of the stopped match."""
    return Path(shutil.copytree(broken[0], tmp_path / "run"))


def check_same(folder: Path, result: MatchResult, whole: tuple[Path, MatchResult]) -> None:
    """Check that the result is that of the match without a stop, and that no chunk waits any more."""
    assert np.array_equal(rows(result), rows(whole[1]))
    assert result.summary == whole[1].summary
    assert result.tally == whole[1].tally
    for name in ("rows.bin", "games.csv", "tally.npy", "tally.games"):
        assert (folder / name).read_bytes() == (whole[0] / name).read_bytes(), name
    assert result.ahead == 0
    assert not (folder / "ahead").exists()


@pytest.mark.slow
def test_a_match_stopped_with_gaps_resumes_as_if_nothing_had_happened(
    run: Path, broken: tuple[Path, MatchResult], whole: tuple[Path, MatchResult]
) -> None:
    before = broken[1]
    assert LONG * 3 <= before.games < LONG * 3 + 3
    assert before.ahead == 3 * len(files(run)) >= 3 * FILES
    Counts.games = 0
    result = match(run)
    check_same(run, result, whole)
    assert (result.saved, result.saved_ahead) == (LONG * 3, before.ahead)
    assert Counts.games == GAMES - LONG * 3 - before.ahead


@pytest.mark.slow
def test_a_match_that_fails_saves_what_was_finished(tmp_path: Path, whole: tuple[Path, MatchResult]) -> None:
    """Files are written at once, so that a kill loses no more than an error does."""
    with pytest.raises(ZeroDivisionError, match="a mistake"):
        stopped(tmp_path / "run", mistake=True)
    assert len(files(tmp_path / "run")) >= FILES
    result = match(tmp_path / "run")
    assert result.saved_ahead >= 3 * FILES
    check_same(tmp_path / "run", result, whole)


@pytest.mark.slow
@pytest.mark.parametrize("torn", ["cut", "empty", "garbled"])
def test_a_chunk_that_cannot_be_read_is_played_again(
    run: Path, broken: tuple[Path, MatchResult], whole: tuple[Path, MatchResult], torn: str
) -> None:
    file = files(run)[1]
    data = file.read_bytes()
    middle = len(data) // 2
    garbled = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    file.write_bytes({"cut": data[:-1], "empty": b"", "garbled": garbled}[torn])
    (run / "ahead" / f".draft-{file.name}").write_bytes(data[:10])
    result = match(run)
    check_same(run, result, whole)
    assert result.saved_ahead == broken[1].ahead - 3


def test_a_chunk_under_another_number_is_played_again(run: Path, whole: tuple[Path, MatchResult]) -> None:
    first, second = files(run)[:2]
    shutil.copy(second, first)
    check_same(run, match(run), whole)


@pytest.mark.parametrize("games", [GAMES, GAMES + 3])
def test_games_that_are_already_counted_are_discarded(run: Path, whole: tuple[Path, MatchResult], games: int) -> None:
    """The match was killed after the games were counted but before their file was removed."""
    saved = [(file, file.read_bytes()) for file in files(run)]
    match(run)
    (run / "ahead").mkdir()
    for file, data in saved:
        file.write_bytes(data)
    result = match(run, games)
    assert (result.games, result.saved_ahead, result.ahead) == (games, 0, 0)
    assert result.tally.games == games
    assert np.array_equal(rows(result)[:GAMES], rows(whole[1]))
    assert not (run / "ahead").exists()


def test_a_shorter_match_leaves_later_chunks_alone(
    run: Path, broken: tuple[Path, MatchResult], whole: tuple[Path, MatchResult]
) -> None:
    """Only one game of the first waiting block is asked for: it is played, and the whole block is still there for later."""
    first = int(files(run)[0].stem)
    fewer = match(run, first + 1)
    assert (fewer.games, fewer.saved_ahead, fewer.ahead) == (first + 1, 0, broken[1].ahead)
    assert np.array_equal(rows(fewer), rows(whole[1])[: first + 1])
    result = match(run)
    assert result.saved_ahead == broken[1].ahead
    check_same(run, result, whole)


@pytest.mark.slow
def test_games_at_another_watch_level_are_played_again(run: Path, whole: tuple[Path, MatchResult]) -> None:
    result = match(run, watch_level=NOT_WATCHED)
    assert result.saved_ahead == 0
    assert np.array_equal(rows(result), rows(whole[1]))


def test_another_match_is_refused_and_loses_nothing(run: Path) -> None:
    saved = files(run)
    with pytest.raises(RentierError, match="holds another match: agents is"):
        match(run, seated=[parse_agent(spec) for spec in SPECS])
    assert files(run) == saved


@pytest.mark.slow
def test_a_question_is_answered_where_it_would_have_been(tmp_path: Path) -> None:
    """Sixteen blocks answer it; chunks saved without the question are used if they end where it is asked, or played again."""

    def until(summary: Summary) -> str | None:
        return "enough" if summary.games == 48 else None

    at_once = match(tmp_path / "at once", 60, until=until)
    assert (at_once.games, at_once.verdict) == (48, "enough")
    later = match(tmp_path / "later", 3)
    played = play_match(BOX, agents(), 60, SEED, keep_rows=True)
    ahead = Ahead(tmp_path / "later" / "ahead", 3, WATCHED)
    for first, end in ((45, 51), (51, 54)):
        ahead.save(Chunk(first, rows(played)[first:end], new(TallyRecord), None))
    later = match(tmp_path / "later", 60, until=until)
    assert (later.summary, later.verdict) == (at_once.summary, "enough")
    assert later.tally == at_once.tally


def chunk(first: int, games: int, error: RentierError | None = None) -> Chunk:
    """A chunk of games."""
    return Chunk(first, np.full((games, COLUMNS), first, np.int64), new(TallyRecord), error)


def test_only_whole_blocks_without_an_error_are_saved(tmp_path: Path) -> None:
    ahead = Ahead(tmp_path / "ahead", 2, NOT_WATCHED)
    for one in (chunk(4, 3), chunk(8, 0), chunk(12, 2, RentierError("illegal")), chunk(16, 4)):
        ahead.save(one)
    assert [file.name for file in files(tmp_path)] == ["16.chunk"]
    again = Ahead(tmp_path / "ahead", 2, NOT_WATCHED)
    assert again.games == 4
    (saved,) = again.usable(20, 20)
    assert (saved.first, saved.end, saved.resumed) == (16, 20, True)
    assert (saved.rows == 16).all()


def test_saved_games_are_not_handed_out(tmp_path: Path) -> None:
    ahead = Ahead(tmp_path / "ahead", 2, NOT_WATCHED)
    for one in (chunk(4, 4), chunk(6, 2), chunk(8, 2), chunk(14, 4), chunk(18, 4)):
        ahead.save(one)
    under_way = _Match([], Summary(2, 2), 21, None, 21, Ahead(tmp_path / "ahead", 2, NOT_WATCHED))
    taken = [under_way.take(3) for _ in range(5)]
    assert taken == [range(4), range(10, 14), range(18, 20), range(20, 21), range(21, 21)]
    stopped_early = _Match([], Summary(2, 2), 21, None, 21, Ahead(tmp_path / "ahead", 2, NOT_WATCHED))
    assert stopped_early.take(2) == range(4)
    stopped_early.stop()
    assert not stopped_early.take(2)


def test_compiled_games_do_not_wait_on_disk(tmp_path: Path) -> None:
    match(tmp_path / "run", 300, [parse_agent(spec) for spec in SPECS], watch_level=NOT_WATCHED)
    assert not (tmp_path / "run" / "ahead").exists()
