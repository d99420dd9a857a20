"""Positions: TOML that a person can write, read into a game that can be played on.

    rules = "uk-classic"       # also where it is absent
    to_move = 0                # also where it is absent
    decision = "manage"        # also "roll": straight to the dice; and every other decision
    round = 30
    [[players]]
    cash = 300
    square = "Pall Mall"       # name or number; GO where it is absent
    jail_cards = ["chance"]
    deeds = { "Pall Mall" = 5, "Whitehall" = 5, "Northumberland Avenue" = 5, "Mayfair" = "mortgaged" }
    [[players]]
    cash = 1500
    jail_turns = 1             # throws already failed in jail; absent: not in jail
    [luck]                     # loaded dice and stacked decks, top first
    dice = [[3, 4], [6, 6]]
    chance = ["to_go", "back_3"]

A game in the middle of something says so: `phase`, `windows`, `estate`, `unsettled` and the tables `[offer]`, `[auction]`,
`[debt]`, `[each]`, `[claim]` and `[choice]`; `[seen]` lists the cards that everybody knows to lie under each deck.

A position holds what everybody sees and no more: not the key of the dice, not the order of the cards, and not the bids that lie
in envelopes, so those of a sealed auction are lost when its position is read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rentier.box import Box, load_box
from rentier.box.reading import Table
from rentier.box.record import CAP_DRAW, DECKS, END_LAST_PLAYER, MANAGE_BETWEEN_TURNS, MOST_SEATS
from rentier.errors import RentierError
from rentier.game import edge
from rentier.game.luck import imagine
from rentier.game.state import GameRecord, LuckRecord
from rentier.game.words import (
    BID_OR_PASS,
    BUYING,
    CARD_CHOICE,
    CHOOSE_CARD,
    CLAIM,
    CLAIMING,
    DECISIONS,
    FREE,
    LEAVING_JAIL,
    MANAGE,
    NOBODY,
    OVER,
    PHASES,
    PLACE,
    RAISE,
    RESPOND,
    ROLL_DICE,
    SETTLE,
    TAXING,
    TURN_OVER,
    WINDOW,
)
from rentier.record.agenda import read_agenda, read_seat, read_seats
from rentier.record.decks import load_luck, read_faces, read_seen
from rentier.record.players import MOST_CASH, read_players
from rentier.record.toml import Value
from rentier.record.writing import members, position_text, usual_phase, usual_turn
from rentier.records import new

__all__ = ["Position", "position_text", "read_position", "read_toml"]

MOST_TURNS = 1_000_000_000
MOST_DOUBLES = 100
NEEDS = {
    BID_OR_PASS: "auction",
    PLACE: "auction",
    RESPOND: "offer",
    RAISE: "debt",
    SETTLE: "unsettled",
    CLAIM: "claim",
    CHOOSE_CARD: "choice",
}


@dataclass(frozen=True)
class Position:
    """A position that was read: its box and how that is called, the records, and the luck that was loaded."""

    rules: str
    box: Box
    game: GameRecord
    luck: LuckRecord
    loaded: dict[str, Value]


def read_toml(what: str, source: str | Mapping[str, Any]) -> Table:
    """A text of TOML, or what such a text holds, as a table whose errors begin with what it is."""
    if isinstance(source, Mapping):
        return Table(what, dict(source))
    if not isinstance(source, str):
        raise RentierError(f"{what}: {type(source).__name__} should be a text or a dictionary")
    try:
        return Table(what, tomllib.loads(source))
    except (ValueError, RecursionError) as error:
        raise RentierError(f"{what}: not valid TOML: {error}") from None


def read_position(source: str | Mapping[str, Any], key: Any, box: Box | None = None) -> Position:
    """A position on luck from a key, and on the luck it loads; under its own rules, or those of a box at hand."""
    table = read_toml("position", source)
    rules = table.text("rules", "uk-classic")
    switches = table.table("switches")
    box = box or _load_box(table, rules, switches)
    players = table.tables("players", 2, MOST_SEATS)
    game, luck = new(GameRecord), new(LuckRecord)
    edge.empty_table(box.record, game, luck, len(players), key)
    read_players(players, box, game)
    _read_turn(table, box, game)
    _read_decision(table, box, game)
    read_agenda(table, box, game)
    read_seen(table.table("seen"), box, game)
    imagine(box.record, game, luck, key)
    loaded = load_luck(table.table("luck"), box, game, luck)
    table.finish()
    _check_phase(table, box, game)
    _check_decision(table, box, game, luck)
    return Position(rules, box, game, luck, loaded)


def _load_box(table: Table, rules: str, switches: Table) -> Box:
    """The box of a position, with the switches it overrides."""
    try:
        return load_box(rules, switches.values)
    except RentierError as error:
        where = "switches" if str(error).startswith("overrides: ") else "rules"
        raise table.wrong(where, str(error).removeprefix("overrides: ")) from None


def _read_turn(table: Table, box: Box, game: GameRecord) -> None:
    """Whose turn it is, which one, and what was thrown in it."""
    last = int(game.players) - 1
    game.mover = table.number("to_move", 0, last, 0)
    game.first = table.number("first", 0, last, 0)
    game.rounds = table.number("round", 1, int(box.record.round_cap) or MOST_TURNS, 1)
    game.turns = 1
    turn = min(usual_turn(game), int(box.record.turn_cap) or MOST_TURNS)
    game.turns = table.number("turn", 1, int(box.record.turn_cap) or MOST_TURNS, turn)
    game.doubles = table.number("doubles", 0, MOST_DOUBLES, 0)
    game.pot = table.number("pot", 0, MOST_CASH, 0)
    table.read.add("dice")
    if "dice" in table.values:
        faces = read_faces(table, "dice", box, table.values["dice"])
        game.dice[: len(faces)] = faces


def _read_decision(table: Table, box: Box, game: GameRecord) -> None:
    """What must be decided, by whom, and where the turn stands."""
    table.read.update(("decision", "phase"))
    word = table.word("decision", "decision", DECISIONS) if "decision" in table.values else DECISIONS[MANAGE]
    game.decision = DECISIONS.index(word)
    if game.decision == OVER:
        _read_end(table, box, game)
        return
    mover = int(game.mover)
    game.actor = read_seat(table, "actor", game) if "actor" in table.values else mover
    game.phase = usual_phase(int(game.decision), int(game.actor), mover)
    if "phase" in table.values:
        game.phase = PHASES.index(table.word("phase", "phase", PHASES))
    if not int(game.in_play) >> mover & 1 and game.phase != TURN_OVER:
        raise table.wrong("to_move", f"seat {mover} is bankrupt")
    if game.phase == WINDOW:
        game.windows = read_seats(table, "windows", game, 1 << int(game.actor))
    game.dice_only = int(game.decision == ROLL_DICE)
    left = len(members(game.in_play))
    ended = box.record.end != END_LAST_PLAYER and game.players - left >= box.record.end
    if left == 1 or ended:
        raise table.wrong("players", "so many are bankrupt that the game is over; the decision should be 'over'")


def _read_end(table: Table, box: Box, game: GameRecord) -> None:
    """A game that is over, and who has won it."""
    game.actor = NOBODY
    game.winners = read_seats(table, "winners", game, 0)
    left = members(game.in_play)
    if len(left) == 1 and members(game.winners) != left:
        raise table.wrong("winners", f"seat {left[0]} is the last in the game; it should be [{left[0]}]")
    capped = box.record.turn_cap > 0 or box.record.round_cap > 0
    if game.winners == 0 and not (capped and box.record.cap == CAP_DRAW):
        raise table.wrong("winners", "missing; these rules know no draw")


def _check_phase(table: Table, box: Box, game: GameRecord) -> None:
    """Where the turn stands must agree with the square of the player to move."""
    if game.decision == OVER:
        return
    need = NEEDS.get(int(game.decision))
    if need and need not in table.values:
        raise table.wrong("decision", f"{DECISIONS[game.decision]!r} needs [{need}]")
    mover = int(game.mover)
    square = int(game.square[mover])
    name = box.square_names[square]
    kind = box.board.squares[square].kind
    owner = int(game.owner[square])
    reason = ""
    if game.phase == WINDOW and box.record.manage_window != MANAGE_BETWEEN_TURNS:
        reason = f"under these rules nobody but seat {mover}, whose turn it is, may manage"
    elif game.phase == WINDOW and game.windows >> mover & 1:
        reason = f"seat {mover}, whose turn it is, is not asked between turns"
    elif game.phase == BUYING and (owner != NOBODY or not box.board.squares[square].is_deed):
        reason = f"{name!r}, where seat {mover} stands, is not for sale"
    elif game.phase == BUYING and game.lot == square:
        reason = f"{name!r} is under the hammer, and cannot be bought any more; the phase should be 'landed'"
    elif game.phase == TAXING and box.record.tax_percent[square] == 0:
        reason = f"{name!r}, where seat {mover} stands, asks for no share"
    elif game.phase == CARD_CHOICE and ("choice" not in table.values or kind not in DECKS):
        reason = f"a choice needs [choice], and seat {mover} on a square that draws a card"
    elif game.phase == CLAIMING and ("claim" not in table.values or owner in (NOBODY, mover)):
        reason = f"a claim needs [claim], and seat {mover} on a deed of another player"
    elif game.phase == LEAVING_JAIL and (game.jail_turns[mover] == FREE or game.dice[0] == 0):
        reason = f"leaving jail needs seat {mover} in jail, and dice"
    if reason:
        raise table.wrong("phase" if "phase" in table.values else "decision", reason)


def _check_decision(table: Table, box: Box, game: GameRecord, luck: LuckRecord) -> None:
    """The rules themselves, run on, must stop at once at the very decision that the position names."""
    if game.decision == OVER:
        return
    untouched, trial = edge.copied(game), edge.copied(game)
    if trial.decision == BID_OR_PASS:
        trial.bid_turn = (int(game.actor) - 1) % int(game.players)  # as it was before the bidder was called
    edge.run_on(box.record, trial, edge.copied(luck))
    if trial.tobytes() == untouched.tobytes():
        return
    asked = f"{DECISIONS[game.decision]!r} of seat {game.actor}"
    if (trial.decision, trial.actor) == (game.decision, game.actor):
        raise table.wrong("decision", f"{asked} cannot wait: something that needs no decision comes before it")
    instead = "the game is over" if trial.decision == OVER else f"{DECISIONS[trial.decision]!r} of seat {trial.actor} does"
    raise table.wrong("decision", f"{asked} does not follow from the rest of the position; {instead}")
