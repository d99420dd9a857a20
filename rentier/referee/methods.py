"""A Python class as a player: one method for each of the work's five decisions, and one that receives the state.

    class Agent:
        def buy_property(self, state):
            return state["players"][state["seat"]]["cash"] > 500

The names are those of the work (Adjudicator 2018, section 5.2) in Python's spelling. Every method is optional: where it is
missing, the default action is played. Each method receives its own copy of the state, with the fields of the question added
(docs/referee.md), and may return an action as text or the value listed for it in METHODS.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rentier.errors import RentierError
from rentier.referee.protocol import Message

METHODS = {
    "bmst_decision": "build, mortgage, sell or trade: an action as text, or None to go on; in debt None is bankruptcy",
    "respond_trade": "True to accept the offer",
    "buy_property": "True to buy; else it is auctioned",
    "auction_property": "the bid; None, 0 or less is no interest",
    "jail_decision": '"R" to roll, "P" to pay the fine, "C" to use a card',
    "receive_state": "nothing: it receives what was done and the state after it",
}
JAIL_LETTERS = {"R": "roll", "P": "pay fine", "C": "use card"}
BEGIN = "begin_game"  # also optional: receives the message that begins a game


def defines_decide(path: Path) -> bool:
    """Whether a file defines a compiled agent (docs/agents.md) rather than a class."""
    body = ast.parse(path.read_bytes()).body
    return any(isinstance(node, ast.FunctionDef) and node.name == "decide" for node in body)


def defines_player(path: Path) -> bool:
    """Whether a file has a class that defines any of the methods, or that may inherit them."""
    classes = [node for node in ast.parse(path.read_bytes()).body if isinstance(node, ast.ClassDef)]
    named = {part.name for node in classes for part in node.body if isinstance(part, ast.FunctionDef)}
    return bool(named & set(METHODS)) or any(node.bases for node in classes)


def load_class(path: Path) -> Any:
    """Create a player from the class in a file: `Agent`, or else the only class that has any of the methods."""
    sys.path.insert(0, str(path.resolve().parent))  # so that it can import from its folder, as under `python FILE`
    spec = importlib.util.spec_from_file_location("rentier_referee_agent", path)
    if spec is None or spec.loader is None:
        raise RentierError(f"{path}: cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    classes = [item for item in vars(module).values() if isinstance(item, type) and item.__module__ == spec.name]
    playing = [item for item in classes if any(hasattr(item, method) for method in METHODS)]
    chosen = [item for item in playing if item.__name__ == "Agent"] or playing
    if len(chosen) != 1:
        found = "none" if not chosen else ", ".join(item.__name__ for item in chosen)
        raise RentierError(f"{path}: one class should have some of the methods {', '.join(METHODS)}; found: {found}")
    return chosen[0]()


class Methods:
    """A player that answers questions by calling the methods of a class."""

    def __init__(self, player: object) -> None:
        self.player = player

    def begin(self, message: Message) -> None:
        """Pass on that a game begins."""
        self._call(BEGIN, message)

    def hear(self, message: Message) -> None:
        """Pass on what was done and the state after it."""
        self._call("receive_state", {**message["state"], "done": message["done"]})

    def answer(self, question: Message) -> str:
        """Return the player's action as text."""
        state = {**question["state"], **{name: value for name, value in question.items() if name not in ("type", "state")}}
        asked: dict[str, Callable[[Message], object]] = {"buy": self._buy, "bid": self._bid, "respond": self._respond}
        chosen = asked.get(question["decision"], self._manage)(state)
        if isinstance(chosen, str):
            return chosen
        raise TypeError(f"{question['decision']}: {chosen!r} is not an answer")

    def _call(self, method: str, state: Message) -> object:
        """Call a method and return its result; None if the player has no such method."""
        function = getattr(self.player, method, None)
        return None if function is None else function(state)

    def _buy(self, state: Message) -> object:
        chosen = self._call("buy_property", state)
        return _text_or(chosen, "buy" if chosen else "decline")

    def _bid(self, state: Message) -> object:
        chosen = self._call("auction_property", state)
        if isinstance(chosen, str):
            return chosen
        amount = int(chosen or 0)  # type: ignore[call-overload]
        return f"bid {amount}" if amount > 0 else "pass"

    def _respond(self, state: Message) -> object:
        chosen = self._call("respond_trade", state)
        return _text_or(chosen, "accept" if chosen else "refuse")

    def _manage(self, state: Message) -> object:
        """Let the player manage until it returns None; then let it leave jail, roll or end its turn."""
        chosen = self._call("bmst_decision", state)
        if chosen is not None:
            return chosen
        if state["decision"] == "raise":
            return "bankrupt"
        going_on: list[str] = state["actions"]
        if state["decision"] == "manage" and state["players"][state["seat"]]["in_jail"] and "roll" in going_on:
            chosen = self._call("jail_decision", state)
            return "roll" if chosen is None else JAIL_LETTERS.get(str(chosen).upper(), chosen)
        return going_on[0]


def _text_or(chosen: object, action: str) -> str:
    """Return what a method returned if it is an action as text, otherwise the action that its truth value stands for."""
    return chosen if isinstance(chosen, str) else action
