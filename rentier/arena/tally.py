"""The tally: what is counted while games are played, in one record per thread, so that memory never grows.

It has the figures that the published works report. By agent: decisions, the choices it had, the actions it chose, offers made
and accepted. By seat and turn: cash, the cost of rolls, deeds left in the bank, deeds bought, groups completed, wins. Before
rolls: which kinds of action were available, and how many trades.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from rentier.agents.inner import mind_at
from rentier.agents.table import Table
from rentier.box.record import MOST_GROUPS, MOST_SEATS, MOST_SQUARES, BoxRecord
from rentier.compiled import compiled, record_type
from rentier.game.bits import bit, count
from rentier.game.deeds import bank_deeds, built_groups
from rentier.game.events import ACCEPTED, AMOUNT, DEED_MOVED, KIND, OTHER, PAID, ROLLED, SEAT, SQUARE, EventsRecord
from rentier.game.legal import legal
from rentier.game.state import GameRecord
from rentier.game.words import KINDS, MANAGE, NOBODY, OFFER, START, Action
from rentier.layout import Int64, Numbers, Record, layout, new, wide

SEEN_TURNS = 256  # turns of a game with separate figures; longer games count in all other figures
ALL_KINDS = len(KINDS)
TRADES = 6  # one for one, two for one, two for two, with mortgaged deeds; the same without

# watch levels
NOT_WATCHED, WATCHED, WATCHED_WITH_CHOICES = range(3)


class TallyRecord(Record):
    """Sums over games; fields that begin with `most` have the highest figure instead."""

    games: Int64
    # by agent
    decisions: Annotated[Numbers, "i8", (MOST_SEATS,)]
    choices: Annotated[Numbers, "i8", (MOST_SEATS,)]  # legal actions at its decisions
    stages: Annotated[Numbers, "i8", (MOST_SEATS,)]  # choices of a kind, then of an action, if there are several ...
    stage_choices: Annotated[Numbers, "i8", (MOST_SEATS,)]  # ... and the number of options in them
    actions: Annotated[Numbers, "i8", (MOST_SEATS, ALL_KINDS)]  # by kind
    offers_accepted: Annotated[Numbers, "i8", (MOST_SEATS,)]  # its own offers, accepted by others
    most_offers: Annotated[Numbers, "i8", (MOST_SEATS,)]  # in a turn
    # [0] at all managing decisions before a roll, [1] at the first of each turn: with the kind available, how many, at most
    managing: Annotated[Numbers, "i8", (2,)]
    on_offer: Annotated[Numbers, "i8", (2, ALL_KINDS)]
    listed: Annotated[Numbers, "i8", (2, ALL_KINDS)]
    most_listed: Annotated[Numbers, "i8", (ALL_KINDS,)]
    trades: Annotated[Numbers, "i8", (2, TRADES)]
    most_trades: Annotated[Numbers, "i8", (TRADES,)]
    # by turn of the game
    reached: Annotated[Numbers, "i8", (SEEN_TURNS,)]  # games that reached the turn
    cash: Annotated[Numbers, "i8", (SEEN_TURNS, MOST_SEATS)]
    rolled: Annotated[Numbers, "i8", (SEEN_TURNS, MOST_SEATS)]  # rolls made in it ...
    cost: Annotated[Numbers, "i8", (SEEN_TURNS, MOST_SEATS)]  # ... and what they cost the roller
    in_bank: Annotated[Numbers, "i8", (SEEN_TURNS,)]  # deeds without an owner
    lengths: Annotated[Numbers, "i8", (SEEN_TURNS,)]  # games that ended in the turn
    sold_out: Int64  # games in which the bank ran out of deeds ...
    sold_out_turns: Int64  # ... and the sum of the turns in which it did
    # by seat
    wins: Annotated[Numbers, "i8", (MOST_SEATS,)]
    bought: Annotated[Numbers, "i8", (MOST_SEATS, MOST_SQUARES)]  # deeds from the bank
    completed: Annotated[Numbers, "i8", (MOST_SEATS, MOST_GROUPS)]  # games in which a group was completed
    # the current game, see CURRENT_GAME
    turn: Int64
    managed: Int64  # the last turn with a managing decision before a roll
    bank: Int64  # the deeds in the bank, as bits
    had: Annotated[Numbers, "i8", (MOST_SEATS,)]  # groups that a seat has owned completely at any time, as bits of squares
    with_choices: Int64  # 1: the options of agents are counted too


TALLY = record_type(layout(TallyRecord))
CURRENT_GAME = ("turn", "managed", "bank", "had", "with_choices")


def merged(tallies: list[Any]) -> Any:
    """Merge tallies: add sums and take the highest of maxima; games in progress are left out."""
    total: Any = new(TallyRecord)
    for tally in tallies:
        for name in layout(TallyRecord).names or ():
            if name in CURRENT_GAME:
                continue
            if name.startswith("most"):
                total[name] = np.maximum(total[name], tally[name])
            else:
                total[name] += tally[name]
    return total


@compiled
def watch_beginning(box: BoxRecord, game: GameRecord, tally: TallyRecord) -> None:
    """Record that a game begins."""
    tally.turn = 0
    tally.managed = 0
    tally.bank = bank_deeds(box, game)
    for seat in range(MOST_SEATS):
        tally.had[seat] = game.sets[seat]


@compiled
def watch_turn(game: GameRecord, tally: TallyRecord) -> None:
    """Record the cash of all players at the beginning of a turn."""
    tally.turn = game.turns
    turn = wide(game.turns) - 1
    if turn < SEEN_TURNS:
        tally.reached[turn] += 1
        tally.in_bank[turn] += count(tally.bank)
        for seat in range(game.players):
            tally.cash[turn, seat] += game.cash[seat]


@compiled
def pairs(number: int) -> int:
    """Return the number of pairs among `number` things."""
    return number * (number - 1) // 2


@compiled
def watch_trades(box: BoxRecord, game: GameRecord, tally: TallyRecord, seat: int, first: bool) -> None:
    """Count the possible trades of one or two own deeds for one or two deeds of others (Sammul 2018, table 3.1).

    The work's highest figures are reached only if the two deeds may belong to different owners.
    """
    free = ~built_groups(box, game)
    for half in range(2):
        if half == 1:
            free &= ~game.mortgaged
        own = count(game.deeds[seat] & free)
        others = 0
        for other in range(game.players):
            if other != seat:
                others += count(game.deeds[other] & free)
        for size in range(3):
            number = own * others
            if size > 0:
                number += own * pairs(others) + pairs(own) * others
            if size > 1:
                number += pairs(own) * pairs(others)
            place = 3 * half + size
            tally.trades[0, place] += number
            if first:
                tally.trades[1, place] += number
            tally.most_trades[place] = max(tally.most_trades[place], number)


@compiled
def watch_managing(tally: TallyRecord, actions: Numbers, number: int, first: bool) -> None:
    """Count which kinds of action are available before a roll, and how many of each (Sammul 2018, table 3.2)."""
    tally.managing[0] += 1
    tally.managing[1] += first
    for kind in range(ALL_KINDS):
        listed = 0
        for row in range(number):
            listed += actions[row, 0] == kind
        if listed > 0:
            tally.on_offer[0, kind] += 1
            tally.listed[0, kind] += listed
            if first:
                tally.on_offer[1, kind] += 1
                tally.listed[1, kind] += listed
            tally.most_listed[kind] = max(tally.most_listed[kind], listed)


@compiled
def watch_choices(box: BoxRecord, game: GameRecord, action: Action, who: int, tally: TallyRecord, actions: Numbers) -> None:
    """Count an agent's options: all actions, or first the kinds and then the actions of the chosen kind."""
    number = legal(box, game, actions)
    kinds = 0
    of_kind = 0
    for row in range(number):
        kinds |= bit(actions[row, 0])
        of_kind += actions[row, 0] == action.kind
    tally.choices[who] += number
    for options in (count(kinds), of_kind):
        if options > 1:
            tally.stages[who] += 1
            tally.stage_choices[who] += options
    if game.decision == MANAGE and game.phase == START and game.actor == game.mover:
        first = tally.managed != game.turns  # others may have managed between the turns
        tally.managed = game.turns
        watch_managing(tally, actions, number, first)
        watch_trades(box, game, tally, game.actor, first)


@compiled
def watch_decision(table: Table, action: Action, tally: TallyRecord) -> None:
    """Record an agent's decision before it is carried out."""
    game = table.game
    who = wide(table.seats.agent[game.actor])
    if tally.with_choices == 1:
        watch_choices(table.box, game, action, who, tally, mind_at(table.seats.minds, who).actions[:])
    if tally.turn != game.turns:
        watch_turn(game, tally)
    tally.decisions[who] += 1
    tally.actions[who, action.kind] += 1
    if action.kind == OFFER:
        tally.most_offers[who] = max(tally.most_offers[who], game.offers_made[game.actor] + 1)


@compiled
def watch_roll(game: GameRecord, tally: TallyRecord, events: EventsRecord) -> None:
    """Record the net cost of a roll: what the roller paid or owes because of it, less what it received."""
    seat = events.rows[0, SEAT]
    cost = game.debt + 0 if game.debtor == seat else 0
    for number in range(events.count):
        event = events.rows[number]
        if event[KIND] == PAID and event[SEAT] == seat:
            cost += event[AMOUNT]
        elif event[KIND] == PAID and event[OTHER] == seat:
            cost -= event[AMOUNT]
    tally.rolled[tally.turn - 1, seat] += 1
    tally.cost[tally.turn - 1, seat] += max(cost, 0)


@compiled
def watch_deeds(box: BoxRecord, game: GameRecord, tally: TallyRecord) -> None:
    """Record, after deeds have changed hands, which groups are complete and whether the bank has run out of deeds."""
    for seat in range(game.players):
        tally.had[seat] |= game.sets[seat]
    bank = bank_deeds(box, game)
    if bank == 0 and tally.bank != 0 and game.in_play == bit(game.players) - 1:
        tally.sold_out += 1
        tally.sold_out_turns += tally.turn
    tally.bank = bank


@compiled
def watch_step(table: Table, tally: TallyRecord, events: EventsRecord) -> None:
    """Record what happened when an action was carried out."""
    moved = False
    for number in range(events.count):
        event = events.rows[number]
        if event[KIND] == DEED_MOVED:
            moved = True
            if event[OTHER] == NOBODY:
                tally.bought[event[SEAT], event[SQUARE]] += 1
        elif event[KIND] == ACCEPTED:
            tally.offers_accepted[table.seats.agent[event[SEAT]]] += 1
    if moved:
        watch_deeds(table.box, table.game, tally)
    if events.count > 0 and events.rows[0, KIND] == ROLLED and tally.turn <= SEEN_TURNS:
        watch_roll(table.game, tally, events)


@compiled
def watch_end(box: BoxRecord, game: GameRecord, tally: TallyRecord) -> None:
    """Record the end of a game."""
    tally.games += 1
    if game.turns <= SEEN_TURNS:
        tally.lengths[game.turns - 1] += 1
    for seat in range(game.players):
        if game.winners == bit(seat):
            tally.wins[seat] += 1
        for group in range(box.groups):
            if tally.had[seat] & box.group_squares[group] != 0:
                tally.completed[seat, group] += 1
