"""Sockets: who joins is told everything, who decides is asked, and nothing else changes a game."""

from __future__ import annotations

from tests.web.playing import Running


def test_a_game_is_played_to_its_end(server: Running) -> None:
    made = server.make(["Ada", "aggressive"])
    with server.join(made) as ada:
        numbers = [ada.table["number"]]
        while not (ada.table["over"] or numbers[-1] > 2000):
            step = ada.act(ada.my_turn()["choices"][0]["action"])
            while ada.question is None and not step["over"]:
                step = ada.until("step")
            numbers.append(step["number"])
            if step["over"]:
                break
    assert step["over"]["game"] == made["table"]
    assert numbers == sorted(set(numbers))
