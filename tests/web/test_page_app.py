"""What the server has for the page: its icons and manifest, and the chances of a table so far."""

from __future__ import annotations

from tests.web.playing import Running


def test_icons_and_manifest_have_their_types(server: Running) -> None:
    answer = server.http.get("/page/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    icons = answer.json()["icons"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        drawn = server.http.get(icon["src"])
        assert drawn.headers["content-type"].partition(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(drawn.content[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]


def test_chances_of_the_game_so_far_survive_a_reload(server: Running) -> None:
    made = server.make(["Ada", "bot"], odds=True)

    async def tell() -> None:
        table = await server.registry.table(made["table"])
        for number in (*range(250), 248):
            table.tell_odds({"type": "odds", "number": number, "seats": [{"share": 0.25}, {"share": 0.75}]})

    server.run(tell())
    with server.join(made) as ada:
        history = ada.table["odds_history"]
    assert history[-1] == {"number": 248, "shares": [0.25, 0.75]}
    assert [one["number"] for one in history] == list(range(50, 249))
