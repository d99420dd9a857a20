"""Positions: TOML that a person can write, read into a game that can be continued.

    rules = "uk-classic"       # the default
    to_move = 0                # the default
    decision = "manage"        # the default; or "roll": straight to the dice; or any other decision
    round = 30
    [[players]]
    cash = 300
    square = "Pall Mall"       # name or number; GO by default
    jail_cards = ["chance"]
    deeds = { "Pall Mall" = 5, "Whitehall" = 5, "Northumberland Avenue" = 5, "Mayfair" = "mortgaged" }
    [[players]]
    cash = 1500
    jail_turns = 1             # failed rolls in jail so far; if absent, not in jail
    [luck]                     # loaded dice and stacked decks, top first
    dice = [[3, 4], [6, 6]]
    chance = ["to_go", "back_3"]

A game in the middle of something has further keys: `phase`, `windows`, `estate`, `unsettled` and the tables `[offer]`,
`[auction]`, `[debt]`, `[each]`, `[claim]` and `[choice]`; `[seen]` lists the cards that everybody knows at the bottom of each
deck.

A position contains only what everybody sees: not the key of the dice, not the order of the cards, and not sealed bids, so those
of a sealed auction are lost when its position is read.

A position that cannot arise under the rules is refused, or accepted with `lenient = true`; then `Position.violations` says why
it would have been refused, and how it was changed where it could not be accepted as given.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rentier.box import Box, load_box
from rentier.box.bounded_toml import load_toml
from rentier.box.reading import Table
from rentier.box.record import (
    BEFORE_ROLL,
    CAP_DRAW,
    DECKS,
    END_LAST_PLAYER,
    MANAGE_BETWEEN_TURNS,
    MOST_SEATS,
    UNSOLD_TO_LAST,
)
from rentier.errors import RentierError
from rentier.game import python_api
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
    DONE,
    FREE,
    LANDED,
    LEAVING_JAIL,
    MANAGE,
    NOBODY,
    NOTHING,
    OVER,
    PHASES,
    PLACE,
    RAISE,
    RESPOND,
    ROLL_DICE,
    SETTLE,
    START,
    TAXING,
    TURN_OVER,
    WINDOW,
)
from rentier.layout import new
from rentier.record.agenda import read_agenda, read_seat, read_seats
from rentier.record.decks import load_luck, read_faces, read_seen
from rentier.record.draft import new_draft, record_of
from rentier.record.leniency import Leniency
from rentier.record.players import MOST_CASH, read_players, read_supply, read_yes_no
from rentier.record.toml import Value
from rentier.record.writing import default_phase, default_turn, given_text, members, position_text

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
    """A position that was read: the name of its rules, its box and records, the loaded luck, and what violates the rules."""

    rules: str
    box: Box
    game: GameRecord
    luck: LuckRecord
    loaded: dict[str, Value]
    text: Callable[[], str]  # writes the position; one with violations as it was given
    violations: tuple[str, ...]


def read_toml(what: str, source: str | Mapping[str, Any]) -> Table:
    """Return TOML text, or its content, as a table whose error messages begin with `what`."""
    if isinstance(source, Mapping):
        return Table(what, dict(source))
    if not isinstance(source, str):
        raise RentierError(f"{what}: {type(source).__name__} should be a text or a dictionary")
    try:
        return Table(what, load_toml(source))
    except (ValueError, RecursionError) as error:
        raise RentierError(f"{what}: not valid TOML: {error}") from None


def read_position(source: str | Mapping[str, Any], key: Any, box: Box | None = None, lenient: bool = False) -> Position:
    """Read a position, with luck from a key and the luck it loads, under its own rules or those of a given box."""
    table = read_toml("position", source)
    rules = table.text("rules", "uk-classic")
    switches = table.table("switches")
    leniency = Leniency(read_yes_no(table, "lenient") or lenient)
    box = box or _load_box(table, rules, switches)
    players = table.tables("players", 2, MOST_SEATS)
    draft = new_draft(len(players))
    read_players(players, box, draft, leniency)
    read_supply(table, box, draft, leniency)
    _read_turn(table, box, draft, leniency)
    _read_decision(table, box, draft, leniency)
    read_agenda(table, box, draft, leniency)
    read_seen(table.table("seen"), box, draft)
    _check_phase(table, box, draft, leniency)
    game, luck = record_of(draft), new(LuckRecord)
    imagine(box.record, game, luck, key)
    loaded = load_luck(table.table("luck"), box, draft, luck)
    table.finish()
    if draft.decision != OVER:
        _run_on(table, box, draft, (game, luck), leniency)
    text: Callable[[], str] = functools.partial(_text_of, box, rules, game.tobytes(), loaded)
    if leniency.sentences:
        text = functools.partial(_text_as_given, json.dumps(table.values))
    return Position(rules, box, game, luck, loaded, text, tuple(leniency.sentences))


def _text_of(box: Box, rules: str, state: bytes, loaded: dict[str, Value]) -> str:
    """Write the position of a game given as bytes."""
    return position_text(box, rules, new(GameRecord, state), loaded)


def _text_as_given(values: str) -> str:
    """Write a position with violations as it was given, so that it is accepted in the same way when read again."""
    return given_text(json.loads(values))


def _load_box(table: Table, rules: str, switches: Table) -> Box:
    """Load the box of a position, with the switches it overrides."""
    try:
        return load_box(rules, switches.values)
    except RentierError as error:
        where = "switches" if str(error).startswith("overrides: ") else "rules"
        raise table.wrong(where, str(error).removeprefix("overrides: ")) from None


def _read_turn(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read whose turn it is, the turn's number, and what was rolled in it."""
    last = game.players - 1
    game.mover = table.number("to_move", 0, last, 0)
    game.first = table.number("first", 0, last, 0)
    rounds, turns = int(box.switches["round_cap"]) or MOST_TURNS, int(box.switches["turn_cap"]) or MOST_TURNS
    game.rounds = leniency.number(table, "round", range(1, rounds + 1), MOST_TURNS, 1)
    game.turns = leniency.number(table, "turn", range(1, turns + 1), MOST_TURNS, min(default_turn(game), turns))
    game.doubles = table.number("doubles", 0, MOST_DOUBLES, 0)
    game.pot = table.number("pot", 0, MOST_CASH, 0)
    table.read.add("dice")
    if "dice" in table.values:
        faces = read_faces(table, "dice", box, table.values["dice"])
        game.dice[: len(faces)] = faces


def _read_decision(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read what must be decided, by whom, and the phase of the turn."""
    table.read.update(("decision", "phase"))
    word = table.word("decision", "decision", DECISIONS) if "decision" in table.values else DECISIONS[MANAGE]
    game.decision = DECISIONS.index(word)
    if game.decision == OVER:
        _read_end(table, box, game, leniency)
        return
    game.actor = read_seat(table, "actor", game) if "actor" in table.values else game.mover
    game.phase = default_phase(game.decision, game.actor, game.mover)
    if "phase" in table.values:
        game.phase = PHASES.index(table.word("phase", "phase", PHASES))
    if not game.in_play >> game.mover & 1 and game.phase != TURN_OVER:
        raise table.wrong("to_move", f"seat {game.mover} is bankrupt")
    if game.phase == WINDOW:
        game.windows = read_seats(table, "windows", game, 1 << game.actor)
    game.dice_only = int(game.decision == ROLL_DICE)
    left = len(members(game.in_play))
    reason = "with this number of bankrupt players the game is over; the decision should be 'over'"
    if left == 1:
        raise table.wrong("players", reason)
    if left < game.players and box.record.end != END_LAST_PLAYER and game.players - left >= box.record.end:
        leniency.note(table, "players", reason)


def _read_end(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Read a game that is over, and its winners."""
    game.actor = NOBODY
    game.winners = read_seats(table, "winners", game, 0)
    left = members(game.in_play)
    if len(left) == 1 and members(game.winners) != left:
        raise table.wrong("winners", f"seat {left[0]} is the last in the game; it should be [{left[0]}]")
    capped = box.record.turn_cap > 0 or box.record.round_cap > 0
    if game.winners == 0 and not (capped and box.record.cap == CAP_DRAW):
        leniency.note(table, "winners", "missing; these rules have no draws")


def _check_phase(table: Table, box: Box, game: GameRecord, leniency: Leniency) -> None:
    """Check that the phase of the turn agrees with the mover's square; in lenient mode a wrong phase is replaced."""
    if game.decision == OVER:
        return
    need = NEEDS.get(game.decision)
    if need and need not in table.values:
        raise table.wrong("decision", f"{DECISIONS[game.decision]!r} needs [{need}]")
    reason = _why_not_there(table, box, game)
    if not reason:
        return
    leniency.note(table, "phase" if "phase" in table.values else "decision", reason)
    if game.phase != WINDOW:
        game.phase = START if game.phase == LEAVING_JAIL else LANDED


def _why_not_there(table: Table, box: Box, game: GameRecord) -> str:
    """Return why the turn cannot be in its phase; empty if it can."""
    mover, phase = game.mover, game.phase
    number = game.square[mover]
    square, owner = box.board.squares[number], game.owner[number]
    if phase == WINDOW and box.record.manage_window != MANAGE_BETWEEN_TURNS:
        return f"under these rules nobody but seat {mover}, whose turn it is, may manage"
    if phase == WINDOW and game.windows >> mover & 1:
        return f"seat {mover}, whose turn it is, is not asked between turns"
    if phase == BUYING and (owner != NOBODY or not square.is_deed):
        return f"{square.name!r}, where seat {mover} stands, is not for sale"
    if phase == BUYING and game.lot == number:
        return f"{square.name!r} is being auctioned and can no longer be bought; the phase should be 'landed'"
    if phase == TAXING and box.record.tax_percent[number] == 0:
        return f"{square.name!r}, where seat {mover} stands, offers no choice of a share"
    if phase == CARD_CHOICE and ("choice" not in table.values or square.kind not in DECKS):
        return f"a choice needs [choice], and seat {mover} on a square that draws a card"
    if phase == CLAIMING and ("claim" not in table.values or owner in (NOBODY, mover)):
        return f"a claim needs [claim], and seat {mover} on a deed of another player"
    if phase == LEAVING_JAIL and (game.jail_turns[mover] == FREE or game.dice[0] == 0):
        return f"leaving jail needs seat {mover} in jail, and dice"
    return ""


def _run_on(table: Table, box: Box, asked: GameRecord, records: tuple[Any, Any], leniency: Leniency) -> None:
    """Check that the rules, run from the position, stop at once at the decision that it asks for.

    If they stop elsewhere, the game continues from there, unless the decision can still be answered: a program that asks us
    about its own position needs an answer, if only that the debtor is bankrupt or that the bidder passes.
    """
    game, luck = records
    before = game.tobytes(), luck.tobytes()
    if asked.decision == BID_OR_PASS:
        game.bid_turn = (asked.actor - 1) % asked.players  # as it was before the bidder was called
    python_api.run_on(box.record, game, luck)
    if game.tobytes() == before[0]:
        return
    question = f"{DECISIONS[asked.decision]!r} of seat {asked.actor}"
    follows = "the game is over" if game.decision == OVER else f"{DECISIONS[game.decision]!r} of seat {game.actor} does"
    bankrupt = [f"the rules would have made seat {seat} bankrupt" for seat in members(asked.in_play & ~int(game.in_play))]
    reason = f"{question} does not follow from the rest of the position; {', '.join([*bankrupt, follows])}"
    outcome = _outcome(box, asked, game)
    if outcome:
        reason = f"{question} would not be asked: {outcome}"
        if leniency.lenient:
            game.data.raw, luck.data.raw = before
    elif (game.decision, game.actor) == (asked.decision, asked.actor):
        reason = f"{question} cannot wait: {', '.join(bankrupt) or 'something that needs no decision comes before it'}"
    leniency.note(table, "decision", reason)


def _outcome(box: Box, asked: GameRecord, after: GameRecord) -> str:
    """Return what the rules would have done instead of asking, if the question can still be answered; otherwise empty."""
    seat = asked.actor
    if asked.decision == RAISE and seat == asked.debtor and after.fallen[seat] != 0:
        return f"it cannot pay {asked.debt}, and the rules would have made seat {seat} bankrupt"
    waits = asked.offer_from != NOBODY or asked.debt != 0 or asked.unsettled != 0 or asked.owes_now == 1
    if waits or asked.placing != NOBODY:
        return ""
    is_alone = asked.leader == NOBODY and asked.bidders == 1 << seat and box.record.auction_unsold == UNSOLD_TO_LAST
    is_bidding = asked.lot != NOTHING and asked.leader != seat and asked.bidders >> seat & 1
    if asked.decision == BID_OR_PASS and is_bidding and not is_alone:
        return f"seat {seat} cannot bid, so it passes"
    is_done = asked.decision == MANAGE and asked.phase == DONE and seat == asked.mover
    if is_done and box.record.manage_part == BEFORE_ROLL and asked.lot == NOTHING and not asked.each_seats | asked.estate:
        return f"these rules leave no time to manage after the roll, so the turn of seat {seat} is over"
    return ""
