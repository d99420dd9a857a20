"""Finished games over HTTP: imported records, states, reviews that survive a restart, and new games from a decision."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from rentier.analysis.review import Review, review_game
from rentier.errors import RentierError
from rentier.game_api import Game
from rentier.web.findings import JUDGE, games_to_review, restart, save_chances
from rentier.web.judging import LastSlice, Slice
from rentier.web.library import MOST_WAITING, Library
from rentier.web.refusals import Refused
from rentier.web.reviews import RECENT, Reviews, coarse_first
from rentier.web.rules import Rules
from rentier.web.schema import decisions, reviews
from rentier.web.store import AGENT, BOT, PERSON, Decision, SavedGame, SavedSeat, Store, now
from tests.rules.positions import DARK_BLUE, play, player, position
from tests.search.thinking import finish
from tests.web.playing import PATIENCE, Running, Wrong, running
from tests.web.test_endings import LAST

SHORT = {"turn_cap": 12, "cap": "worth"}
BRIEF = SHORT | {"turn_cap": 4}
FOUND = ("loss", "mark", "better", "why", "why_you")
LAST_OF_TWO = LAST.replace("[[players]]\n[debt]", "[debt]")
MARKUP = "<img src=x onerror=alert(1)>"


@cache
def gift() -> str:
    """The record of an unfinished game in which seat 0 gives away Mayfair, and with it the lead."""
    game = position(player(600, 0, DARK_BLUE), player(500, 10, ["Euston Road"]), player(500, 10, ["Pall Mall"]), switches=SHORT)
    return play(game, "offer 1: Mayfair for nothing", "accept", "roll").record([MARKUP, "Bob", "Cleo"])


@cache
def whole_game() -> str:
    """The record of a short, finished game."""
    return finish(Game.new(2, "uk-classic", 5, SHORT), ["aggressive", "random"]).record(["aggressive", "random"])


@cache
def brief_game() -> str:
    """The record of a very short game: a review has the lowest priority, and other work on the machine delays it."""
    return finish(Game.new(2, "uk-classic", 5, BRIEF), ["aggressive", "random"]).record(["aggressive", "random"])


def added(server: Running, record: str) -> str:
    """Import a record; return the path of its game."""
    return f"/api/games/{server.post('/api/records', {'record': record})['game']}"


def finished(server: Running, path: str, token: str | None = None) -> dict[str, Any]:
    """Wait until a review is done, and return it."""
    until = time.monotonic() + 6 * PATIENCE  # see `brief_game`
    while time.monotonic() < until:
        report: dict[str, Any] = server.get(f"{path}/review", token)
        assert report["status"] != "failed", report["error"]
        if report["status"] == "done":
            return report
        time.sleep(0.05)
    raise AssertionError("the review is not done")


def refused(server: Running, path: str, body: Any = None, token: str | None = None) -> tuple[int, str]:
    """Send a request that is refused (a POST if there is a body); return status and reason."""
    with pytest.raises(Wrong) as wrong:
        server.get(path, token) if body is None else server.post(path, body, token)
    assert "\n" not in str(wrong.value)
    return wrong.value.status, str(wrong.value)


def is_the_review(report: dict[str, Any], review: Review) -> None:
    """Assert that a review on the server equals a review made in one go."""
    told = review.as_dict()
    assert (report["rollouts"], report["agent"], report["cut"]) == (review.rollouts, *review.agents, review.cut)
    assert report["chances"] == [list(decision.before) for decision in review.decisions]
    assert report["accounts"] == told["seats"]
    assert report["end"] == told["end"]
    for decision in told["decisions"]:
        found = report["decisions"][str(decision["number"])]
        assert found["change"] == pytest.approx(list(decision["change"]), abs=1e-6)
        assert {name: found[name] for name in FOUND} == {name: decision[name] for name in FOUND}
    for trade, known in zip(report["trades"], told["trades"], strict=True):
        assert [trade[name] for name in ("decision", "proposer", "other", "terms")] == [
            known[name] for name in ("decision", "proposer", "other", "terms")
        ]
        assert [change["mean"] for change in trade["changes"]] == [change["mean"] for change in known["changes"]]


# records


def test_a_record_is_brought_along_and_taken_home(server: Running) -> None:
    game = Game.replay(whole_game())
    path = added(server, whole_game())
    shown = server.get(path)
    assert (shown["over"], shown["winners"], shown["source"]) == (True, list(game.winners), "imported")
    assert shown["names"] == ["aggressive", "random"]
    assert [f"{one['seat']}: {one['action']}" for one in shown["decisions"]] == list(game.decisions)
    assert all(one["lines"] for one in shown["decisions"])
    assert Game.replay(server.get(f"{path}/record")).decisions == game.decisions


def test_the_state_before_every_decision_is_shown(server: Running) -> None:
    path, number = added(server, whole_game()), 9
    before = Game.replay(whole_game(), before=number)
    shown = server.get(f"{path}/states/{number}")
    assert shown["number"] == number
    assert [one["cash"] for one in shown["state"]["players"]] == list(before.cash)
    assert (shown["state"]["actor"], shown["state"]["decision"]) == (before.actor, before.decision)
    count = len(Game.replay(whole_game()).decisions)
    assert server.get(f"{path}/states/{count + 1}")["state"]["decision"] == "over"
    for wrong in (0, count + 2):
        status, line = refused(server, f"{path}/states/{wrong}")
        assert (status, f"there is no decision {wrong}" in line) == (400, True)


def test_a_record_that_ends_early_is_looked_at_as_far_as_it_goes(server: Running) -> None:
    shown = server.get(added(server, gift()))
    assert (shown["over"], shown["winners"], len(shown["decisions"])) == (False, [], 3)
    assert shown["decisions"][1]["subject"] == f"{MARKUP} offers Mayfair for nothing"


def test_markup_in_names_is_a_name(server: Running) -> None:
    path = added(server, gift())
    assert server.get(path)["names"][0] == MARKUP
    answer = server.http.get(path)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda text: "", "rules: missing"),
        (lambda text: "[[[", "not valid TOML"),
        (lambda text: text.replace('"uk-classic"', '"/etc/passwd"'), "unknown rules '/etc/passwd'"),
        (lambda text: text.replace('"uk-classic"', '"../uk-classic.toml"'), "unknown rules '../uk-classic.toml'"),
        (lambda text: text.replace('"turn_cap" = 12', '"board" = "/etc/passwd"'), "board"),
        (lambda text: text.replace("rules_digest", "# rules_digest"), "rules_digest"),
        (lambda text: text.replace("0: roll", "0: fly", 1).replace("1: roll", "1: fly", 1), "fly"),
        (lambda text: text.replace('"turns" = ', '"turns" = 9'), "result"),
        (lambda text: text.partition("decisions = ")[0] + 'decisions = ""', "no decisions"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(server: Running, change: Any, line: str) -> None:
    changed = change(whole_game())
    assert changed != whole_game()
    status, said = refused(server, "/api/records", {"record": changed})
    assert (status, line in said) == (400, True), said


def test_a_record_that_is_too_large_is_refused(server: Running) -> None:
    assert refused(server, "/api/records", {"record": whole_game() + "#" * 1_000_000})[0] == 413


# who may see what


@pytest.mark.slow
def test_a_private_game_is_seen_by_those_of_its_table_when_it_is_over(server: Running) -> None:
    made = server.make(["aggressive", "random"], switches=BRIEF)
    path = f"/api/games/{made['table']}"
    with server.join(made) as host:
        if host.table["over"] is None:
            host.until("step", lambda step: step["over"])
    for door in ("", "/states/1", "/record", "/review"):
        status, line = refused(server, path + door)
        assert (status, "private" in line) == (403, True)
        assert refused(server, path + door, token="guessed")[0] == 403
    assert refused(server, f"{path}/review", {})[0] == 403
    for token in (made["host"], made["watch"]):
        assert server.get(path, token)["watch"] == made["watch"]
    server.post(f"{path}/review", {}, made["watch"])
    is_the_review(
        finished(server, path, made["watch"]),
        review_game(server.get(f"{path}/record", made["host"]), rollouts=20),
    )


def test_a_game_that_goes_on_is_not_looked_at(server: Running) -> None:
    made = server.make(["Ada", "aggressive"])
    status, line = refused(server, f"/api/games/{made['table']}", token=made["host"])
    assert (status, "not over" in line) == (409, True)
    assert refused(server, "/api/games/nobody")[0] == 404


# reviews


@pytest.mark.slow
def test_a_review_finds_what_that_of_the_whole_does(server: Running) -> None:
    path = added(server, gift())
    assert refused(server, f"{path}/review")[0] == 404
    server.post(f"{path}/review", {"rollouts": 60})
    report = finished(server, path)
    is_the_review(report, review_game(gift(), rollouts=60))
    assert report["decisions"]["1"]["mark"] == "blunder"
    assert [change["word"] for change in report["trades"][0]["changes"]][:2] == ["bad", "good"]
    assert report["done"] == report["of"] == 6


def test_more_rollouts_begin_a_review_anew_and_fewer_do_not(server: Running) -> None:
    path = added(server, gift())
    for rollouts, known in ((None, 20), (30, 30), (20, 30)):
        server.post(f"{path}/review", {"rollouts": rollouts})
        assert server.get(f"{path}/review")["rollouts"] == known
    is_the_review(finished(server, path), review_game(gift(), rollouts=30))
    for wrong in (19, 201, "many"):
        assert refused(server, f"{path}/review", {"rollouts": wrong})[0] == 422


@pytest.mark.slow
def test_a_review_goes_on_after_a_restart(database: str) -> None:
    with running(database=database) as server:
        path = added(server, brief_game())
        server.post(f"{path}/review", {"rollouts": 30})
        while server.get(f"{path}/review")["done"] == 0:
            time.sleep(0.01)
    with running(database=database) as server:
        known = server.get(f"{path}/review")
        assert known["done"] > 0
        is_the_review(finished(server, path), review_game(brief_game(), rollouts=30))


@pytest.mark.slow
def test_a_review_survives_the_death_of_its_process(server: Running) -> None:
    path = added(server, brief_game())
    server.post(f"{path}/review", {})
    while server.get(f"{path}/review")["done"] == 0:
        time.sleep(0.01)
    os.kill(server.registry.thinkers.processes[-1], signal.SIGKILL)
    is_the_review(finished(server, path), review_game(brief_game(), rollouts=20))


def test_a_review_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    async def fail(_: object) -> Any:
        raise RentierError("no process answers")

    async def record(_: str) -> tuple[str, int]:
        return gift(), 3

    async def read(question: Any) -> Any:
        return question.think()

    async def report(store: Store) -> dict[str, Any] | None:
        game = await Library(store, Rules(store), read).add(gift())
        failing = Reviews(store, fail, record)
        await failing.start()
        await failing.begin(game, None, 3)
        while (found := await failing.report(game, 3)) is not None and found["status"] == "waiting":
            await asyncio.sleep(0.01)
        await failing.close()
        return found

    with contextlib.closing(Store(f"sqlite:///{tmp_path / 'games.sqlite'}")) as store:
        found = asyncio.run(report(store))
    assert found is not None
    assert (found["status"], found["error"]) == ("failed", "no process answers")


@pytest.mark.parametrize(("judge", "done"), [(JUDGE, 1), ("aggressive", 0), (None, 0)])
def test_a_review_that_another_agent_has_begun_is_begun_anew(tmp_path: Path, judge: str | None, done: int) -> None:
    async def wait(_: object) -> Any:
        await asyncio.Event().wait()

    async def read(question: Any) -> Any:
        return question.think()

    async def resumed(store: Store) -> dict[str, Any] | None:
        game = await Library(store, Rules(store), read).add(gift())
        await store.write(lambda connection: restart(connection, game, 30))
        await store.write(lambda connection: save_chances(connection, game, {1: [0.5, 0.3, 0.2]}))
        await store.write(lambda connection: connection.execute(update(reviews).values(judge=judge)))
        resuming = Reviews(store, wait, wait)
        await resuming.start()
        report = await resuming.report(game, 3)
        await resuming.close()
        return report

    with contextlib.closing(Store(f"sqlite:///{tmp_path / 'games.sqlite'}")) as store:
        report = asyncio.run(resumed(store))
    assert report is not None
    assert (report["done"], report["rollouts"], report["of"]) == (done, 30, 6)


def test_of_many_games_that_are_opened_at_once_only_some_are(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")

    async def open_many() -> list[int]:
        library = Library(store, Rules(store), asyncio.sleep)
        found = await asyncio.gather(*(library.open(f"none{place}", None) for place in range(20)), return_exceptions=True)
        found += await asyncio.gather(library.open("later", None), return_exceptions=True)
        return [one.status for one in found if isinstance(one, Refused)]

    assert asyncio.run(open_many()) == [404] * MOST_WAITING + [503] * (20 - MOST_WAITING) + [404]
    store.close()


# reviews that nobody asked for


@pytest.mark.slow
def test_the_game_of_a_person_is_reviewed_without_being_asked_for(server: Running) -> None:
    agents = server.make(["bot", "random"], switches=BRIEF)
    with server.join(agents) as host:
        if host.table["over"] is None:
            host.until("step", lambda step: step["over"])
    made = server.make(["Ada", "random"], position=LAST_OF_TWO)
    with server.join(made) as ada:
        assert ada.act("bankrupt")["over"]
    path, token = f"/api/games/{made['table']}", made["host"]
    status = server.get(f"{path}/mistakes?seat=0", token)["status"]
    assert status is not None  # even while other games are being reviewed
    server.wait(lambda: server.get(f"{path}/mistakes?seat=0", token)["status"] != "waiting")
    finished(server, path, token)
    assert server.get(f"{path}/mistakes?seat=0", token)["status"] == "done"
    assert server.get(f"/api/games/{agents['table']}/mistakes?seat=0", agents["host"])["status"] is None


def saved_game(store: Store, name: str, ended: float, maker: str = PERSON, **settings: Any) -> None:
    """Save a finished game of two decisions by a kind of player."""
    game = SavedGame(name, 0.0, "uk-classic", {}, 2, 1, "", settings, False, "", None, "watch", over=True, ended=ended)
    made = [Decision(name, number, 0, maker, "roll", 1.0, ended, None) for number in range(2)]
    asyncio.run(store.add_game(game, [SavedSeat(0, maker, "Ada"), SavedSeat(1, AGENT, "bot", "bot")], made))


def reviewed_in_order(store: Store, ask: Mapping[str, str], games: int) -> list[str]:
    """Review games until all `games` are done; return the game of each slice. `ask`: which game is asked for during which."""
    slices: list[str] = []

    async def find_record(game: str) -> tuple[str, int]:
        return game, 2

    async def review_all() -> None:
        done = asyncio.Event()
        finished_games = 0

        async def think(one: Slice | LastSlice) -> Any:
            nonlocal finished_games
            slices.append(one.record)
            if one.record in ask and slices.count(one.record) == 1:
                await reviewing.begin(ask[one.record], None, 2)
            if isinstance(one, Slice):
                return {one.numbers[0]: [0.5, 0.5] if type(one) is Slice else {}}
            finished_games += 1
            if finished_games == games:
                done.set()
            return {}

        reviewing = Reviews(store, think, find_record)
        await reviewing.start()
        await asyncio.wait_for(done.wait(), PATIENCE)
        await reviewing.close()

    asyncio.run(review_all())
    return slices


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with contextlib.closing(Store(f"sqlite:///{tmp_path / 'games.sqlite'}")) as store:
        yield store


def test_a_review_that_is_asked_for_comes_before_those_that_are_not(store: Store) -> None:
    for name, age in (("old", 20), ("new", 10)):
        saved_game(store, name, now() - age)
    saved_game(store, "asked", now() - 30, AGENT)
    whole = 5  # slices of a review: two for win probabilities, two for decisions and the last
    expected = ["new"] + ["asked"] * whole + ["new"] * (whole - 1) + ["old"] * whole
    assert reviewed_in_order(store, {"new": "asked"}, 3) == expected


def test_a_review_takes_turns_once_it_is_asked_for(store: Store) -> None:
    for name, age in (("old", 20), ("new", 10)):
        saved_game(store, name, now() - age)
    assert reviewed_in_order(store, {"new": "old", "old": "new"}, 2) == ["new", "old"] * 5


def test_only_recent_games_of_people_are_reviewed_unasked(store: Store) -> None:
    saved_game(store, "new", now() - 10)
    saved_game(store, "agents", now() - 10, AGENT)
    saved_game(store, "long ago", now() - RECENT - 10)
    saved_game(store, "tutorial", now() - 5, tutorial=True)
    assert set(reviewed_in_order(store, {}, 1)) == {"new"}
    assert games_left(store, 5_000) == []
    saved_game(store, "long", now() - 10)
    assert games_left(store, 1) == []
    assert games_left(store, 2) == ["long"]


def games_left(store: Store, most_decisions: int) -> list[str]:
    """Return the games that are still to be reviewed unasked."""
    wanted = games_to_review(now() - RECENT, most_decisions)
    return asyncio.run(store.read(lambda connection: list(connection.execute(wanted).scalars())))


@pytest.mark.slow
def test_mistakes_are_those_that_the_player_made_in_real_games(server: Running) -> None:
    own, bots, tutorial = (added(server, gift()) for _ in range(3))
    by_bot = update(decisions).where(decisions.c.game == bots.rpartition("/")[2]).values(by=BOT)
    server.run(server.registry.store.write(lambda connection: connection.execute(by_bot)))
    server.run(server.registry.store.change_settings(tutorial.rpartition("/")[2], {"tutorial": True}))
    for path in (own, bots, tutorial):
        assert server.get(f"{path}/mistakes?seat=0") == {"status": None, "mistakes": []}
        server.post(f"{path}/review", {"rollouts": 60})
        finished(server, path)
    assert server.get(f"{own}/mistakes?seat=0") == {"status": "done", "mistakes": [1]}
    assert server.get(f"{own}/mistakes?seat=1") == {"status": "done", "mistakes": []}
    assert server.get(f"{bots}/mistakes?seat=0") == {"status": "done", "mistakes": []}
    assert server.get(f"{tutorial}/mistakes?seat=0") == {"status": "done", "mistakes": []}


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("", "seat: missing"),
        ("?seat=abc", "seat: should be a whole number"),
        ("?seat=", "seat: should be a whole number"),
        ("?seat=-1", "seat: should be at least 0"),
        ("?seat=99", "seat: should be less than 8"),
        ("?seat=5", "seat: should be at most 2 in this game"),
    ],
)
def test_a_wrong_seat_is_refused_in_our_words(server: Running, query: str, line: str) -> None:
    assert refused(server, f"{added(server, gift())}/mistakes{query}")[1] == line


def test_the_graph_is_drawn_coarsely_first() -> None:
    assert coarse_first(20)[:3] == [1, 17, 5]
    assert sorted(coarse_first(37)) == list(range(1, 38))


# playing on


def test_playing_on_begins_with_the_same_position(server: Running) -> None:
    path, number = added(server, gift()), 2
    seats = [{"kind": "agent", "agent": "bot"}, {"kind": "person", "name": "Ada"}, {"kind": "agent", "agent": "bot"}]
    made = server.post(f"{path}/play-on", {"decision": number, "seats": seats})
    with server.join(made) as ada:
        assert ada.table["number"] == 0
        assert ada.table["state"] == server.get(f"{path}/states/{number}")["state"]
        assert ada.my_turn()["decision"] == "respond"
        assert ada.act("refuse")["done"]["seat"] == 1


def test_playing_on_is_refused_where_there_is_nothing_to_play(server: Running) -> None:
    path = added(server, whole_game())
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "agent", "agent": "bot"}]
    end = len(Game.replay(whole_game()).decisions) + 1
    assert "over" in refused(server, f"{path}/play-on", {"decision": end, "seats": seats})[1]
    assert "players" in refused(server, f"{path}/play-on", {"decision": 1, "seats": [*seats, seats[1]]})[1]
    assert refused(server, f"{path}/play-on", {"decision": end + 1, "seats": seats})[0] == 400
