"""One step of one game: make the choice that waits, play on to the next decision with several options, and list them."""

from __future__ import annotations

from rentier.agents.choices import choice_at, gains, is_sealed, leads_there, list_choices
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.agenda import proceed
from rentier.game.apply import carry_out
from rentier.game.bits import bit, count
from rentier.game.luck import below, mix, one_way, unit
from rentier.game.setup import set_up
from rentier.game.state import GameRecord
from rentier.game.words import OFFER, OVER
from rentier.network.features import turned
from rentier.network.shape import SEATS
from rentier.records import Numbers, wide
from rentier.selfplay.slots import PlayRecord, SlotRecord, StepRecord

DRAW = SEATS  # the chance of a draw comes last
PLAY_STREAM = 0
GAME_STREAM = 1


@compiled
def draw_below(slot: SlotRecord, limit: int) -> int:
    """A random number from 0 to limit - 1."""
    slot.draws += 1
    return below(mix(slot.key, PLAY_STREAM, slot.draws), limit)


@compiled
def best_choice(box: BoxRecord, slot: SlotRecord, values: Numbers, first: int) -> int:
    """The choice with the best chance to win: offers only if the other gains; of sealed bids the highest that beats passing."""
    game = slot.game
    seat = wide(game.actor)
    sealed = is_sealed(box, game)
    best = 0
    most = values[first, 0]
    for number in range(1, slot.number):
        value = values[first + number, 0]
        if value <= (values[first, 0] if sealed else most):
            continue
        if slot.choices[number, 0] == OFFER:
            place = turned(game, seat, slot.choices[number, 1])
            if not gains(values[first + number, place], values[first, place]):
                continue
        most = value
        best = number
    return best


@compiled
def random_choice(slot: SlotRecord) -> int:
    """Any choice but an offer."""
    number = 0
    while number < slot.number and slot.choices[number, 0] != OFFER:
        number += 1
    return draw_below(slot, number)


@compiled
def note_choice(slot: SlotRecord, values: Numbers, first: int, chosen: int, step: StepRecord) -> None:
    """Write down the afterstate that was chosen: its row, and its chances by seat."""
    game = slot.game
    step.seat = game.actor
    step.players = game.players
    if not leads_there(game, slot.choices[chosen, 0]):
        return
    step.row = first + chosen
    for seat in range(SEATS):
        step.chances[seat] = 0.0
    for seat in range(game.players):
        step.chances[seat] = values[first + chosen, turned(game, wide(game.actor), seat)]
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
def begin_game(boxes: Numbers, slot: SlotRecord, play: PlayRecord) -> None:
    """Begin the next game of this slot, by rules drawn at random."""
    slot.begun += 1
    slot.box = draw_below(slot, play.boxes)
    players = play.least_players + draw_below(slot, play.most_players - play.least_players + 1)
    set_up(boxes[slot.box], slot.game, slot.luck, players, one_way(slot.key, GAME_STREAM, wide(slot.begun)))


@compiled
def choose(box: BoxRecord, slot: SlotRecord, values: Numbers, first: int, play: PlayRecord, step: StepRecord) -> None:
    """Make the choice that waits, by the values of its rows or at random, and carry it out."""
    slot.draws += 1
    explores = unit(mix(slot.key, PLAY_STREAM, slot.draws)) < play.explore
    chosen = random_choice(slot) if explores else best_choice(box, slot, values, first)
    note_choice(slot, values, first, chosen, step)
    carry_out(box, slot.game, slot.luck, None, choice_at(slot.choices, chosen))
    proceed(box, slot.game, slot.luck, None)


@compiled
def advance(boxes: Numbers, slot: SlotRecord, values: Numbers, first: int, play: PlayRecord, step: StepRecord) -> None:
    """One step. `first`: the row of the first choice; -1 where the rows found no room, and the slot waits."""
    step.row = -1
    step.ended = 0
    if slot.number > 0:
        if first < 0:
            return
        choose(boxes[slot.box], slot, values, first, play, step)
    else:
        begin_game(boxes, slot, play)
    while True:
        game = slot.game
        if game.decision == OVER:
            note_outcome(game, step)
            begin_game(boxes, slot, play)
        box = boxes[slot.box]
        slot.draws += 1
        number = list_choices(box, slot.game, play.swaps, mix(slot.key, PLAY_STREAM, slot.draws), slot.choices)
        if number > 1:
            slot.number = number
            return
        carry_out(box, slot.game, slot.luck, None, choice_at(slot.choices, 0))
        proceed(box, slot.game, slot.luck, None)
