"""Before the game and beside it: the lobby, invitations and open seats, names and looks, chat."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rentier.web.looks import COLOURS, TOKENS
from rentier.web.settings import PAGE
from tests.web.playing import Made, Player, Running, Wrong
from tests.web.test_tables import SHORT

ADA = {"kind": "person", "name": "Ada", "token": "cat", "colour": "green"}
FRIEND = {"kind": "person"}
EDITH = {"kind": "agent", "agent": "bot", "name": "Edith"}


def make(server: Running, *seats: dict[str, Any], **settings: Any) -> Made:
    """Create a table that waits in its lobby."""
    made: Made = server.post("/api/tables", {"seats": list(seats), "delay": 0, "odds": False, "lobby": True} | settings)
    return made


def take(server: Running, made: Made, seat: int, **claim: Any) -> str:
    """Take an invited seat; return its token."""
    invite = next(one["invite"] for one in made["seats"] if one["seat"] == seat)
    return str(server.post(f"/api/tables/{made['table']}/seats", {"invite": invite, **claim})["token"])


def looks(player: Player) -> list[tuple[str, str]]:
    """Return the looks of all seats."""
    return [(seat["token"], seat["colour"]) for seat in player.table["seats"]]


def test_nothing_is_decided_before_the_host_starts(server: Running) -> None:
    made = make(server, ADA, EDITH, FRIEND, clock=600, switches={"first_player": "first-seat"})
    with server.join(made) as ada:
        assert not ada.table["settings"]["started"]
        assert (ada.table["question"], ada.table["waiting"]) == (None, None)
        assert "not started yet" in ada.refused({"type": "act", "number": 0, "action": "roll"})
        bob = take(server, made, 2, name="Bob")
        assert ada.until("table")["seats"][2]["taken"]
        with server.join(made, token=bob) as friend:
            assert "only the host" in friend.refused({"type": "start"})
            ada.say({"type": "start"})
            started = ada.until("table", lambda table: table["settings"]["started"])
            assert started["question"]["deadline"] is not None
            assert friend.until("table")["waiting"]["seat"] == 0
        assert "already started" in ada.refused({"type": "start"})
        assert ada.act("roll")["number"] == 1


def test_bots_hold_the_seats_of_friends_who_come_later(server: Running) -> None:
    made = make(server, ADA, FRIEND, delay=10, switches={"first_player": "first-seat"})
    with server.join(made) as ada:
        ada.say({"type": "start"})
        assert ada.until("table", lambda table: table["settings"]["started"])["seats"][1]["bot"]
        bob = take(server, made, 1, name="Bob")
        seats = ada.until("table")["seats"]
        assert (seats[1]["name"], seats[1]["bot"]) == ("Bob", False)
    again = server.run(server.registry.store.find_game(made["table"]))
    assert not again[1][1].bot
    with server.join(made, token=bob) as friend:
        assert friend.table["you"]["seat"] == 1


def test_a_lobby_outlasts_the_memory_of_the_server(server: Running) -> None:
    made = make(server, ADA, EDITH, FRIEND)
    server.run(server.registry.sweep())
    assert server.registry.round_of(made["table"]) is None
    with server.join(made) as ada:
        assert not ada.table["settings"]["started"]
        assert looks(ada)[0] == ("cat", "green")


def test_without_friends_there_is_no_lobby(server: Running) -> None:
    with server.join(make(server, ADA, EDITH)) as ada:
        assert ada.table["settings"]["started"]


def test_an_invitation_names_the_host_and_the_rules(server: Running) -> None:
    made = make(server, ADA, EDITH, FRIEND, switches={"start_cash": 2000, "auction_on_decline": False}, clock=60)
    path = f"/api/tables/{made['table']}/invitation"
    told = server.get(f"{path}?invite={made['seats'][1]['invite']}")
    assert (told["host"], told["seat"], told["clock"], told["started"]) == ("Ada", 2, 60, False)
    assert told["title"] == "Classic British rules"
    assert told["house_rules"] == ["Property that a player declines to buy: stays with the bank", "Starting cash: £2,000"]
    assert [(seat["name"], seat["taken"]) for seat in told["seats"]] == [("Ada", True), ("Edith", True), ("Player 3", False)]
    for wrong in ("", "?invite=guess", "?seat=2", f"?invite={made['watch']}"):
        with pytest.raises(Wrong) as refused:
            server.get(path + wrong)
        assert refused.value.status == 403


def test_looks_are_chosen_and_unique(server: Running) -> None:
    made = make(server, ADA, EDITH, FRIEND, FRIEND)
    with server.join(made) as ada:
        assert looks(ada)[:2] == [("cat", "green"), ("car", "orange")]
        assert len(set(looks(ada))) == 4
        take(server, made, 2, name="Bob", token="cat", colour="violet")  # the cat is Ada's
        ada.until("table")
        assert looks(ada)[2][1] == "violet"
        before = looks(ada)
        take(server, made, 3, name="Carol", token="mug", colour="orange")  # Edith's colour
        ada.until("table")
        assert looks(ada)[3][0] == "mug"
        assert looks(ada)[:3] == before[:3]
        for part in (0, 1):
            assert len({look[part] for look in looks(ada)}) == 4


def test_every_token_and_colour_is_drawn() -> None:
    shapes = (PAGE / "js" / "table" / "token_shapes.js").read_text()
    colours = (PAGE / "style" / "colours.css").read_text()
    assert re.findall(r"^  (\w+): \"M", shapes, re.MULTILINE) == list(TOKENS)
    assert [f'"{colour}"' for colour in COLOURS] == re.findall(r'"\w+"', re.findall(r"COLOURS = \[(.*)\]", shapes)[0])
    assert all(f"--paint-{colour}:" in colours and f"--paint-ink-{colour}:" in colours for colour in COLOURS)


def test_ratings_say_how_they_were_measured(server: Running) -> None:
    choices = server.get("/api/choices")
    assert [level["title"] for level in choices["levels"]] == ["Easy", "Medium", "Hard", "Champion"]
    assert choices["levels"][3]["rating"] is not None
    assert f"--games {choices['league']['games']}" in choices["league"]["command"]
    works = {agent["spec"]: agent["work"] for agent in choices["agents"]}
    assert (works["bot"], works["genes"], works["champion"]) == ("Berry 2013", "Pring 2015", "Rentier")
    for level in choices["levels"]:
        make(server, ADA, {"kind": "agent", "agent": level["agent"], "name": level["names"][0]})


def test_agents_have_names_of_their_own(server: Running) -> None:
    made = make(server, ADA, EDITH, EDITH | {"name": "Max"})
    with server.join(made) as ada:
        assert [(seat["name"], seat["agent"]) for seat in ada.table["seats"][1:]] == [("Edith", "bot"), ("Max", "bot")]
    with pytest.raises(Wrong, match="'Edith' is used twice"):
        make(server, ADA, EDITH, EDITH)
    with pytest.raises(Wrong, match="choose a name"):
        make(server, ADA, EDITH | {"name": "\u202e"})


def test_strangers_take_open_seats_of_public_tables(server: Running) -> None:
    made = make(server, ADA, FRIEND, FRIEND | {"open": True}, public=True)
    listed = next(table for table in server.get("/api/tables") if table["table"] == made["table"])
    assert [seat["open"] for seat in listed["seats"]] == [False, False, True]
    assert not listed["started"]
    path = f"/api/tables/{made['table']}"
    assert server.get(f"{path}/invitation?seat=2")["host"] == "Ada"
    for closed in (0, 1, 5):
        with pytest.raises(Wrong, match="this seat has been taken"):
            server.post(f"{path}/seats", {"seat": closed, "name": "Eve"})
    token = server.post(f"{path}/seats", {"seat": 2, "name": "Eve"})["token"]
    with server.join(made, token=token) as eve:
        assert eve.table["you"]["seat"] == 2
    with pytest.raises(Wrong, match="this seat has been taken"):
        server.post(f"{path}/seats", {"seat": 2, "name": "Mallory"})
    private = make(server, ADA, FRIEND | {"open": True})
    with pytest.raises(Wrong, match="this seat has been taken"):
        server.post(f"/api/tables/{private['table']}/seats", {"seat": 1, "name": "Eve"})


def test_players_chat_and_spectators_read(server: Running) -> None:
    made = make(server, ADA, FRIEND)
    with server.join(made) as ada, server.join(made, watch=made["watch"]) as watching:
        assert "only players" in watching.refused({"type": "chat", "text": "Hello"})
        ada.say({"type": "chat", "text": "  Hello,\n\u202eall  of <b>you</b> "})
        line = {"type": "chat", "seat": 0, "name": "Ada", "text": "Hello, all of <b>you</b>"}
        assert ada.until("chat") == line
        assert watching.until("chat") == line
        assert "at most 200" in ada.refused({"type": "chat", "text": "x" * 201})
        assert "write something" in ada.refused({"type": "chat", "text": " \t"})
        for _ in range(4):
            ada.say({"type": "chat", "text": "Ouch!"})
            ada.until("chat")
        assert "too fast" in ada.refused({"type": "chat", "text": "Ouch!"})
        ada.say({"type": "show", "chat": False})
        assert ada.until("settings")["settings"]["chat"] is False
        assert "switched the chat off" in ada.refused({"type": "chat", "text": "Hello"})
        with server.join(made) as late:
            assert late.table["chat"] == []
        ada.say({"type": "show", "chat": True})
        ada.until("settings")
        with server.join(made) as late:
            assert [said["text"] for said in late.table["chat"]] == [line["text"], *["Ouch!"] * 4]


def test_only_the_last_lines_of_the_chat_are_kept(server: Running) -> None:
    made = make(server, ADA, FRIEND)
    table = server.run(server.registry.table(made["table"]))
    for number in range(60):
        table.chat.lines.append({"seat": 0, "name": "Ada", "text": str(number)})
    with server.join(made) as late:
        assert [line["text"] for line in late.table["chat"]] == [str(number) for number in range(10, 60)]


def test_a_rematch_keeps_names_and_looks_and_waits_in_its_lobby(server: Running) -> None:
    made = make(server, ADA, EDITH, FRIEND, switches=SHORT)
    bob = take(server, made, 2, name="Bob", token="mug", colour="violet")
    with server.join(made) as ada, server.join(made, token=bob) as friend:
        ada.say({"type": "start"})
        for player in (ada, friend):
            player.say({"type": "leave"})
        friend.until("step", lambda step: step["over"])
        again = server.post(f"/api/tables/{made['table']}/rematch", token=bob)
        invited = ada.until("rematch")
    with server.join(again) as friend:
        assert not friend.table["settings"]["started"]
        assert [seat["name"] for seat in friend.table["seats"]] == ["Ada", "Edith", "Bob"]
        assert looks(friend)[0] == ("cat", "green")
        assert looks(friend)[2] == ("mug", "violet")
        server.post(f"/api/tables/{again['table']}/seats", {"invite": invited["invite"], "name": "Ada"})
        seats = friend.until("table")["seats"]
        assert (seats[0]["taken"], seats[0]["token"]) == (True, "cat")
        friend.say({"type": "start"})
        friend.until("table", lambda table: table["settings"]["started"])


def test_the_server_tells_where_a_table_stands(server: Running) -> None:
    made = make(server, ADA, {"kind": "agent", "agent": "random"}, switches={"first_player": "first-seat"})
    path = f"/api/tables/{made['table']}"
    told = server.get(path, token=made["seats"][0]["token"])
    assert (told["round"], told["your_turn"], told["over"], told["started"]) == (1, True, False, True)
    assert server.get(path, token=made["watch"])["your_turn"] is False
    for wrong in (None, "guess"):
        with pytest.raises(Wrong) as refused:
            server.get(path, token=wrong)
        assert refused.value.status == 403
    with server.join(made) as ada:
        while ada.my_turn()["number"] < 500 and server.get(path, token=made["host"])["round"] == 1:
            ada.act(ada.my_turn()["choices"][0]["action"])
    assert server.get(path, token=made["host"])["round"] == 2
