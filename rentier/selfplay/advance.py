"""One step at one table: choose by the values of the last one, go on to the next real choice, and list what there is."""

from __future__ import annotations

from rentier.agents.choices import choice_at, gains, is_real, is_sealed, list_choices
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.agenda import proceed
from rentier.game.apply import carry_out
from rentier.game.bits import bit, count
from rentier.game.luck import below, mix, one_way, unit
from rentier.game.setup import set_up
from rentier.game.state import GameRecord
from rentier.game.words import OFFER, OVER
from rentier.network.shape import SEATS
from rentier.records import Numbers, wide
from rentier.selfplay.tables import PlayRecord, StepRecord, TableRecord

DRAW = SEATS  # the chance of a draw comes last
PLAY_STREAM = 0
GAME_STREAM = 1


@compiled
def place_of(game: GameRecord, seat: int, other: int) -> int:
    """The place of another seat where this one sits first."""
    players = wide(game.players)
    return (wide(other) - seat + players) % players


@compiled
def draw_below(table: TableRecord, limit: int) -> int:
    """A random number from 0 to limit - 1."""
    table.draws += 1
    return below(mix(table.key, PLAY_STREAM, table.draws), limit)


@compiled
def best_choice(box: BoxRecord, table: TableRecord, values: Numbers, first: int) -> int:
    """The choice that leaves most to who asks: an offer only where the other gains, of sealed bids the highest that pays."""
    game = table.game
    seat = wide(game.actor)
    sealed = is_sealed(box, game)
    best = 0
    most = values[first, 0]
    for number in range(1, table.number):
        value = values[first + number, 0]
        if value <= (values[first, 0] if sealed else most):
            continue
        if table.choices[number, 0] == OFFER:
            place = place_of(game, seat, table.choices[number, 1])
            if not gains(values[first + number, place], values[first, place]):
                continue
        most = value
        best = number
    return best


@compiled
def random_choice(table: TableRecord) -> int:
    """Any choice but an offer."""
    number = 0
    while number < table.number and table.choices[number, 0] != OFFER:
        number += 1
    return draw_below(table, number)


@compiled
def note_choice(table: TableRecord, values: Numbers, first: int, chosen: int, step: StepRecord) -> None:
    """Write down the state that was chosen, if the choice was a real one: its row, and its chances by seat."""
    game = table.game
    step.seat = game.actor
    step.players = game.players
    if not is_real(game, table.choices[chosen, 0]):
        return
    step.row = first + chosen
    for seat in range(SEATS):
        step.chances[seat] = 0.0
    for seat in range(game.players):
        step.chances[seat] = values[first + chosen, place_of(game, wide(game.actor), seat)]
    step.chances[DRAW] = values[first + chosen, DRAW]


@compiled
def note_outcome(game: GameRecord, step: StepRecord) -> None:
    """Write down who has won."""
    step.ended = 1
    winners = count(game.winners)
    for seat in range(SEATS):
        step.outcome[seat] = 1.0 / winners if game.winners & bit(seat) != 0 else 0.0
    step.outcome[DRAW] = 1.0 if winners == 0 else 0.0


@compiled
def begin_game(boxes: Numbers, table: TableRecord, play: PlayRecord) -> None:
    """The next game at this place, by the next rules."""
    table.begun += 1
    table.box = draw_below(table, play.boxes)
    players = play.fewest + draw_below(table, play.most - play.fewest + 1)
    set_up(boxes[table.box], table.game, table.luck, players, one_way(table.key, GAME_STREAM, wide(table.begun)))


@compiled
def choose(box: BoxRecord, table: TableRecord, values: Numbers, first: int, play: PlayRecord, step: StepRecord) -> None:
    """Make the choice that waits, by the values of its rows, and carry it out."""
    table.draws += 1
    explores = unit(mix(table.key, PLAY_STREAM, table.draws)) < play.explore
    chosen = random_choice(table) if explores else best_choice(box, table, values, first)
    note_choice(table, values, first, chosen, step)
    carry_out(box, table.game, table.luck, None, choice_at(table.choices, chosen))
    proceed(box, table.game, table.luck, None)


@compiled
def advance(boxes: Numbers, table: TableRecord, values: Numbers, first: int, play: PlayRecord, step: StepRecord) -> None:
    """One step: choose, if rows were valued from `first` on; go on while there is nothing to choose; list the next choices.

    A table whose rows found no room is asked again with `first` -1, and waits.
    """
    step.row = -1
    step.ended = 0
    if table.number > 0:
        if first < 0:
            return
        choose(boxes[table.box], table, values, first, play, step)
    else:
        begin_game(boxes, table, play)
    while True:
        game = table.game
        if game.decision == OVER:
            note_outcome(game, step)
            begin_game(boxes, table, play)
        box = boxes[table.box]
        table.draws += 1
        number = list_choices(box, table.game, play.swaps, mix(table.key, PLAY_STREAM, table.draws), table.choices)
        if number > 1:
            table.number = number
            return
        carry_out(box, table.game, table.luck, None, choice_at(table.choices, 0))
        proceed(box, table.game, table.luck, None)
