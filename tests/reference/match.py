"""One game, played by the engine and by the reference in step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from rentier import Action, Game
from rentier.events import CAUSES, EVENT_KINDS
from rentier.rules import ALLOWED, DECISIONS, NOBODY, check
from tests.reference import legal, turn
from tests.reference.box import DECKS, open_box
from tests.reference.chooser import Chooser
from tests.reference.compare import first_difference, luck_of
from tests.reference.table import Player, Table

SAMPLES = 3
"""Random actions that both must judge alike before every decision."""


def set_up(game: Game, preset: str, switches: dict[str, Any]) -> Table:
    """Lay the table (rules 1). Who begins and which deeds are dealt is luck, which the game's first position tells."""
    box = open_box(preset, switches)
    state: Any = game.state
    deeds = [square.number for square in box.squares if square.is_deed]
    supply = box.switches["building_supply"]
    houses, hotels = (None, None) if supply == "unlimited" else (int(number) for number in supply.split("/"))
    players = [Player(box.switches["start_cash"]) for _ in range(game.players)]
    owner = {square: int(state.owner[square]) for square in deeds}
    if box.is_yes("deal_paid"):  # rules 16.2
        for square, seat in owner.items():
            if seat != NOBODY:
                players[seat].cash -= box.squares[square].price
    decks: dict[str, list[int | None]] = {deck: [None] * len(box.decks[deck]) for deck in DECKS}
    return Table(box, players, int(state.first), int(state.first), owner, dict.fromkeys(deeds, 0), houses, hotels, decks=decks)


class Match:
    def __init__(self, preset: str, switches: dict[str, Any], players: int, seed: int) -> None:
        self.game = Game.new(players, preset, seed, switches)
        self.table = set_up(self.game, preset, switches)
        self.chooser = Chooser(seed)
        self.seen: Counter[str] = Counter()  # decisions, events and their causes, so that a test can tell what was reached
        self.title = f"{preset}, {players} players, seed {seed}, switches {switches}"
        self.flow: Generator[None, Action, None] = turn.play(self.table)
        next(self.flow)
        self.compare("at the start")

    def compare(self, when: str) -> None:
        difference = first_difference(self.game, self.table)
        if difference:
            raise AssertionError(f"{self.title}: {when}: {difference}\nbefore: {self.game.decisions[-12:]}")

    def agree_on(self, action: Action) -> None:
        engine = check(self.game.box.record, self.game.state, action) == ALLOWED
        reference = legal.is_allowed(self.table, action)
        if engine != reference:
            raise AssertionError(
                f"{self.title}: {action} at {self.table.decision} of seat {self.table.actor}: the engine says {engine}, "
                f"the reference {reference}\nbefore: {self.game.decisions[-12:]}"
            )

    def step(self) -> None:
        """One decision."""
        for _ in range(SAMPLES):
            self.agree_on(self.chooser.anything(self.game))
        action = self.chooser.choose(self.game)
        self.agree_on(action)
        text = f"decision {len(self.game.decisions)}, seat {self.game.actor}: {self.game.text(action)}"
        self.game.apply(action)
        self.table.luck = luck_of(self.game)
        self.flow.send(action)
        self.compare(text)
        self.seen[DECISIONS[self.game.state.decision]] += 1
        self.seen.update(EVENT_KINDS[event.kind] for event in self.game.events)
        self.seen.update(CAUSES[event.why] for event in self.game.events if event.why >= 0)
        assert not self.table.luck.rolls, f"{self.title}: {text}: rolls too many: {self.table.luck.rolls}"
        assert not self.table.luck.cards, f"{self.title}: {text}: cards too many: {self.table.luck.cards}"

    def play(self, decisions: int) -> int:
        """Play to the end, or for at most this number of decisions. Return how many were made."""
        for number in range(decisions):
            if self.game.over:
                return number
            self.step()
        return decisions
