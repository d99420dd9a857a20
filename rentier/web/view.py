"""What clients see of a game: the board once, the state after every decision, and nothing hidden."""

from __future__ import annotations

from typing import Any

from pydantic_core import to_json

from rentier.box import Box, switch_definitions
from rentier.game.python_api import rent_of
from rentier.game.words import NOBODY
from rentier.game_api import Game
from rentier.referee.view import View, board_view
from rentier.web.choices import complete_groups
from rentier.web.wording import rule_words

Shown = dict[str, Any]


def encoded(message: Shown) -> str:
    """Return a message as JSON."""
    return to_json(message).decode()


def with_more(text: str, more: Shown) -> str:
    """Add fields to a message that is encoded already."""
    return f"{text[:-1]},{encoded(more)[1:]}"


def state_bytes(game: Game) -> bytes:
    """Return the state for other processes."""
    record: Any = game.state
    return bytes(record.tobytes())


def shown_board(box: Box) -> list[Shown]:
    """Return the squares; deeds have their group's name, colour and squares."""
    groups = {group.id: group for group in box.board.groups}
    squares = board_view(box)
    for square in squares:
        group = groups.get(square.get("group") or "")
        if group is not None:
            square |= {"colour": group.colour, "group_name": group.name, "squares_of_group": list(group.squares)}
    return squares


def shown_groups(box: Box) -> list[Shown]:
    """Return the groups of the board."""
    return [
        {
            "id": group.id,
            "name": group.name,
            "colour": group.colour,
            "squares": list(group.squares),
            "house_cost": group.house_cost,
        }
        for group in box.board.groups
    ]


def house_rules(box: Box) -> list[str]:
    """Return what differs from the preset, in words: `Starting cash: £2,000`."""
    return [rule_words(name, setting, box.board.currency) for name, setting in box.overrides.items()]


def differences(box: Box) -> dict[str, str]:
    """Return what differs from the classic British rules, in words by switch; the rules on `?` tell those."""
    usual = {name: switch.default for name, switch in switch_definitions().items()}
    different = {name: setting for name, setting in box.switches.items() if setting != usual[name]}
    return {name: rule_words(name, setting, box.board.currency) for name, setting in different.items()}


class GameView:
    """The public view of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._view = View(game)
        self._standing = b""  # state of the deeds when the rents were calculated
        self._rents: dict[int, int] = {}

    def done(self, action: str, void: bool) -> Shown:
        """Return an action that is about to be carried out, for everybody."""
        return self._view.done(action, void)

    def state(self) -> Shown:
        """Return the public state, with current rents and complete groups."""
        state = self._view.state()
        rents, deeds = self._rents_now(), self.game.state.deeds.tolist()
        for deed in state["deeds"].values():
            deed["rent"] = rents.get(deed["square"], 0)
        if state["debt"] is not None and state["debt"]["creditor"] == "pot" and self.game.box.switches["free_parking"] != "pot":
            state["debt"]["creditor"] = "bank"  # the rules pay taxes to a pot, which is the bank's where there is none
        for player in state["players"]:
            player["groups_complete"] = complete_groups(self.game.box, deeds[player["seat"]])
        return state

    def _rents_now(self) -> dict[int, int]:
        """Return the rents of owned deeds; they are recalculated when an owner, building or mortgage has changed."""
        box, state = self.game.box.record, self.game.state
        standing = state.owner.tobytes() + state.level.tobytes() + int(state.mortgaged).to_bytes(8)
        if standing != self._standing:
            self._standing = standing
            owned = [square for square, owner in enumerate(state.owner.tolist()) if owner != NOBODY]
            self._rents = {square: int(rent_of(box, state, square, 1)) for square in owned}
        return self._rents

    def over(self, table: str) -> Shown | None:
        """Return the result; None while the game goes on."""
        if not self.game.over:
            return None
        standings = [{"rank": rank, "seat": seat, "worth": worth} for rank, seat, worth in self.game.standings]
        return {"winners": list(self.game.winners), "standings": standings, "game": table}
