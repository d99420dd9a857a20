"""The HTTP API: the choices, tables created or refused, and users' own rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rentier.box.reading import DATA
from tests.web.conftest import Start
from tests.web.playing import Running, Wrong

TWO = [{"kind": "person", "name": "Ada"}, {"kind": "agent", "agent": "bot"}]


def test_what_can_be_chosen_is_listed(server: Running) -> None:
    choices = server.get("/api/choices")
    presets = {preset["name"]: preset for preset in choices["presets"]}
    assert presets["uk-classic"]["title"] == "Classic British rules"
    switches = {switch["name"]: switch for switch in choices["switches"]}
    assert set(switches) == set(choices["switches_of"]["uk-classic"])
    assert switches["auction"]["values"] == ["none", "ascending", "sealed"]
    assert choices["limits"]["seats"] == [2, 8]
    assert choices["own_machine"] is True


@pytest.mark.slow
def test_every_agent_that_is_listed_can_sit_down(start: Start) -> None:
    server = start(tables_a_minute=1000)
    for agent in server.get("/api/choices")["agents"]:
        assert server.make(["Ada", agent["spec"]], delay=10)["table"]


def test_a_table_is_made(server: Running) -> None:
    made = server.post("/api/tables", {"seats": [{"kind": "person"}, *TWO], "clock": 30})
    assert sorted(made) == ["host", "seats", "table", "watch"]
    assert len(made["table"]) == 10
    assert [sorted(seat) for seat in made["seats"]] == [["seat", "token"], ["invite", "seat"]]
    with server.join(made) as host:
        assert host.table["settings"]["clock"] == 30


def test_a_table_of_agents_is_only_watched(server: Running) -> None:
    made = server.make(["bot", "bot"], delay=10)
    assert made["seats"] == []
    with server.join(made) as host:
        assert host.table["you"] == {"seat": None, "host": True, "spectator": True}
        assert [seat["name"] for seat in host.table["seats"]] == ["bot 1", "bot 2"]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"seats": TWO[:1]}, "a game needs at least 2 players"),
        ({"seats": TWO * 5}, "a game can have at most 8 players"),
        ({"seats": [TWO[0], TWO[0]]}, "the name 'Ada' is used twice"),
        ({"seats": [TWO[1], {"kind": "ghost"}]}, "seats.1"),
        ({"seats": [TWO[1], {"kind": "agent"}]}, "agent"),
        ({"seats": [TWO[1], {"kind": "agent", "agent": "boot"}]}, "unknown agent 'boot'"),
        ({"seats": [TWO[1], {"kind": "person", "name": "x" * 31}]}, "choose a name of 1 to 30 printable characters"),
        ({"seats": [TWO[1], {"kind": "person", "name": "a\u202eb"}]}, "printable characters"),
        ({"rules": "uk-clasic"}, "unknown rules 'uk-clasic'; did you mean 'uk-classic'"),
        ({"rules": "../../secret.toml"}, "unknown rules"),
        ({"rules": "own-0123456789abcdef"}, "upload their files first"),
        ({"switches": {"auktion": "none"}}, "switches: unknown switch 'auktion'"),
        ({"switches": {"auction": "loud"}}, "switches: auction: 'loud' should be one of"),
        ({"switches": {"board": "/etc/passwd"}}, "unknown switch 'board'"),
        ({"clock": 4}, "allow at least 5 seconds per decision"),
        ({"clock": 3601}, "allow at most 3600 seconds per decision"),
        ({"clock": 5.5}, "enter the seconds per decision as a whole number"),
        ({"delay": 11}, "let AI players wait at most 10 seconds before a decision"),
        ({"delay": "fast"}, "delay: should be a number"),
        ({"position": "nonsense"}, "position: not valid TOML"),
        ({"position": "[[players]]\ncash = 1\n[[players]]\ncash = 1\n[[players]]\ncash = 1"}, "the position has 3 players"),
        ({"colour": 1}, "colour: unknown field"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else value[:20],
)
def test_a_wrong_table_is_refused_in_one_line(server: Running, change: dict[str, Any], line: str) -> None:
    with pytest.raises(Wrong) as refused:
        server.post("/api/tables", {"seats": TWO} | change)
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)
    assert 400 <= refused.value.status < 500


@pytest.mark.parametrize(
    "agent",
    [
        *("./mine.py", "mine.toml", "td:./net.npz", "genes:secret", "/etc/passwd", "mcts:opponents=(td:x)"),
        *("mcts:rollouts=20001", "mcts:rollouts=1000,jobs=64", "mcts:ms=600000"),
        *("lookahead:rollouts=1001", "lookahead:cut=21", "lookahead:jobs=2"),
    ],
)
def test_a_server_of_others_reads_no_files_for_agents_and_bounds_their_thoughts(limited: Running, agent: str) -> None:
    with pytest.raises(Wrong) as refused:
        limited.post("/api/tables", {"seats": [TWO[0], {"kind": "agent", "agent": agent}]})
    assert refused.value.status == 400


def test_a_server_of_others_loads_no_dice(limited: Running) -> None:
    position = "[[players]]\ncash = 1\n[[players]]\ncash = 1\n[luck]\ndice = [[1, 2]]"
    with pytest.raises(Wrong, match="loaded dice are not allowed"):
        limited.post("/api/tables", {"seats": TWO, "position": position})


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A public server."""
    from tests.web.playing import running

    with running(database=f"sqlite:///{tmp_path_factory.mktemp('limited') / 'games.sqlite'}", tables_a_minute=1000) as server:
        yield server


def test_a_game_goes_on_from_a_position(server: Running) -> None:
    position = "to_move = 1\nround = 9\n[[players]]\ncash = 77\n[[players]]\ncash = 1500"
    made = server.make(["Ada", "Bob"], position=position)
    with server.join(made) as ada:
        state = ada.table["state"]
    assert (state["round"], state["actor"], state["players"][0]["cash"]) == (9, 1, 77)


def test_public_tables_are_listed_and_private_ones_are_not(server: Running) -> None:
    short = {"turn_cap": 4, "cap": "worth", "auction": "none", "trade_menu": "none"}
    private, public = server.make(["Ada", "Bob"]), server.make(["bot", "random"], public=True, switches=short)
    with server.join(public) as host:
        if not host.table["over"]:
            host.until("step", lambda step: step["over"])
    tables = {table["table"]: table for table in server.get("/api/tables")}
    assert private["table"] not in tables
    listed = tables[public["table"]]
    shown = {"kind": "agent", "taken": True, "open": False}
    assert listed["seats"] == [{"name": name, "agent": name, **shown} for name in ("bot", "random")]
    assert (listed["over"], listed["title"]) == (True, "Classic British rules")
    assert listed["winners"] is not None
    assert listed["round"] >= 1


def own_files() -> dict[str, str]:
    """A user's own rules: a preset, its board and its decks."""
    board = (DATA / "boards" / "uk.toml").read_text().replace('"Mayfair"', '"Moonfair"')
    decks = (DATA / "decks" / "uk-classic.toml").read_text().replace("Mayfair", "Moonfair")
    preset = (
        'name = "moon"\nversion = 1\ntitle = "On the moon"\nboard = "board.toml"\nedition = "classic"\ndecks = "decks.toml"'
    )
    return {"preset.toml": preset, "board.toml": board, "decks.toml": decks}


@pytest.mark.slow
def test_a_user_plays_by_rules_of_their_own_also_after_a_restart(start: Start) -> None:
    server = start()
    sent = server.post("/api/rules", {"files": own_files()})
    assert sent["title"] == "On the moon"
    assert server.post("/api/rules", {"files": own_files()})["rules"] == sent["rules"]
    made = server.make(["Ada", "aggressive"], rules=sent["rules"], switches={"salary": 300})
    with server.join(made) as ada:
        assert ada.table["board"][39]["name"] == "Moonfair"
        ada.play(3)
    server.stop()
    again = start()
    with again.join(made) as ada:
        assert (ada.table["title"], ada.table["board"][39]["name"]) == ("On the moon", "Moonfair")
        ada.play(3)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"preset.toml": 'name = "x"\nversion = 1\nboard = "../../../etc/passwd"'}, "should be one of the uploaded files"),
        ({"preset.toml": 'name = "x"\nversion = 1\nboard = "/etc/board.toml"'}, "should be one of the uploaded files"),
        ({"preset.toml": 'name = "x"\nversion = 1\nbase = "other.toml"'}, "should be one of the uploaded files"),
        ({"preset.toml": "name = "}, "preset.toml: not valid TOML"),
        ({"preset.toml": 'name = "x"\nversion = 1\nboard = "uk"\n[switches]\nauktion = "none"'}, "unknown switch 'auktion'"),
        ({"../evil.toml": ""}, "lower-case letters and digits"),
        ({"EVIL.toml": ""}, "lower-case letters and digits"),
        ({"x.py": ""}, "lower-case letters and digits"),
        ({"board.toml": "x" * 300_000}, "together at most 256000 bytes"),
        ({"board.toml": ".".join("a" * 10_000) + " = 1"}, "not valid TOML: a key should have at most 10 dots (at line 1)"),
        ({"preset.toml": 'name = "x"\nversion = 1\nboard = "uk"\nedition = "no"'}, "boards/uk.toml: editions: unknown edition"),
    ],
    ids=str,
)
def test_rules_that_are_wrong_or_name_other_files_are_refused(server: Running, change: dict[str, str], line: str) -> None:
    with pytest.raises(Wrong) as refused:
        server.post("/api/rules", {"files": own_files() | change})
    assert line in str(refused.value)
    assert "/tmp" not in str(refused.value)
    assert str(DATA) not in str(refused.value)
    assert 400 <= refused.value.status < 500


def test_decks_of_an_edition_are_no_way_to_other_files(server: Running) -> None:
    board = own_files()["board.toml"] + '\n[editions.mine]\ndecks = "/etc/decks.toml"\n'
    with pytest.raises(Wrong, match="should be one of the uploaded files"):
        server.post("/api/rules", {"files": own_files() | {"board.toml": board}})


def test_no_refusal_shows_a_folder_of_the_server(server: Running) -> None:
    rules = server.post("/api/rules", {"files": own_files()})["rules"]
    with pytest.raises(Wrong, match=r"preset\.toml: deal_properties: 30 should be 28 at most") as refused:
        server.make(["Ada", "Bob"], rules=rules, switches={"deal_properties": 30})
    assert "/" not in str(refused.value)


def refused_post(server: Running, path: str, body: dict[str, Any]) -> tuple[int, str]:
    """Post a body with lone surrogates as they are, which httpx does not; return the status and the reason."""
    answer = server.http.post(path, content=json.dumps(body), headers={"Content-Type": "application/json"})
    assert list(answer.json()) == ["error"]
    return answer.status_code, answer.json()["error"]


def test_a_file_that_is_not_unicode_is_refused_in_one_line(server: Running) -> None:
    for text, line in (("# \ud800", 1), ('x = 1\ny = "\udfff"', 2)):
        status, reason = refused_post(server, "/api/rules", {"files": own_files() | {"board.toml": text}})
        assert (status, reason) == (400, f"files: 'board.toml' should be valid Unicode text, unlike its line {line}")
    status, reason = refused_post(server, "/api/rules", {"files": own_files() | {"\ud800.toml": ""}})
    assert 400 <= status < 500


@pytest.mark.parametrize(
    "change", [{"rules": "\ud800"}, {"switches": {"\ud800": 1}}, {"switches": {"auction": "\ud800"}}, {"position": "# \ud800"}]
)
def test_text_that_is_not_unicode_makes_no_table(server: Running, change: dict[str, Any]) -> None:
    two = [{"kind": "person"}, {"kind": "person"}]
    assert 400 <= refused_post(server, "/api/tables", {"seats": two, **change})[0] < 500
    assert 400 <= refused_post(server, "/api/records", {"record": "# \ud800"})[0] < 500


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("/api/tables/none/invitation?seat=abc", "seat: should be a whole number"),
        ("/api/tables/none/invitation?seat=99", "seat: should be less than 8"),
        (f"/api/tables/none/invitation?seat={'9' * 5000}", "seat: should be a whole number of fewer digits"),
        ("/api/games/none/states/first", "number: should be a whole number"),
        (f"/api/games/{'x' * 21}", "game: should have at most 20 characters"),
    ],
)
def test_a_wrong_address_is_refused_in_our_words(server: Running, path: str, line: str) -> None:
    with pytest.raises(Wrong) as refused:
        server.get(path)
    assert (str(refused.value), refused.value.status) == (line, 422)


@pytest.mark.parametrize("name", ["a" * 100_000, "auction " * 10_000])
def test_a_long_name_is_refused_without_being_looked_up(server: Running, name: str) -> None:
    for change in ({"rules": name}, {"switches": {name: 1}}, {"switches": {"auction": name}}):
        with pytest.raises(Wrong) as refused:
            server.make(["Ada", "Bob"], **change)
        assert refused.value.status == 422
        assert len(str(refused.value)) <= 300


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/tables", "GET, POST"),
        ("GET", "/api/rules", "POST"),
        ("POST", "/api/health", "GET"),
        ("POST", "/api/people", "GET"),
        ("DELETE", "/api/tables/nowhere000/seats", "POST"),
        ("POST", "/page/index.html", "GET, HEAD"),
        ("PUT", "/api/openapi.json", "GET, HEAD"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(server: Running, method: str, path: str, allowed: str) -> None:
    answer = server.http.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert list(answer.json()) == ["error"]


def test_rules_of_the_server_are_listed(start: Start, tmp_path: Path) -> None:
    for name, text in own_files().items():
        (tmp_path / name).write_text(text)
    server = start(rules=(str(tmp_path / "preset.toml"),))
    assert "moon" in [preset["name"] for preset in server.get("/api/choices")["presets"]]
    with server.join(server.make(["Ada", "bot"], rules="moon")) as ada:
        assert ada.table["board"][39]["name"] == "Moonfair"


def test_the_page_is_served(server: Running) -> None:
    assert "<html" in server.get("/")
    page = server.http.get("/page/index.html")
    known = server.http.get("/page/index.html", headers={"If-None-Match": page.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    assert server.http.head("/page/index.html").headers["content-length"] == page.headers["content-length"]
    assert "javascript" in server.http.get("/page/js/main.js").headers["content-type"]
    assert server.get("/api/health") == {"ok": True}
    for path in ("/nowhere", "/page/../app.py", "/page/..%2fapp.py", "/api/tables/nowhere000/record"):
        answer = server.http.get(path)
        assert answer.status_code == 404
        assert "error" in answer.json()
