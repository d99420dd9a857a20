"""One step of one game: carry out the pending choice, play on to the next decision with several options, and list them."""

from __future__ import annotations

from rentier.agents.choices import choice_at, gains, has_afterstate, is_sealed, list_choices, put_action
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.agenda import proceed
from rentier.game.apply import carry_out
from rentier.game.bits import bit, count
from rentier.game.luck import mix
from rentier.game.state import GameRecord
from rentier.game.words import OFFER, OVER
from rentier.layout import Numbers, wide
from rentier.network.shape import SEATS
from rentier.network.whole import relative_seat
from rentier.selfplay.beginning import begin_game
from rentier.selfplay.draws import PLAY_STREAM, draw_below, draw_unit
from rentier.selfplay.opponents import BOT, PAST, decide_as
from rentier.selfplay.slots import PlayRecord, SlotRecord, StepRecord

DRAW = SEATS  # the probability of a draw comes last
MOST_ACTIONS_A_STEP = 64  # between two choices, so that no game holds up the others
MOST_ACTIONS_A_GAME = 100_000  # a longer game is stuck in a loop

# choosing


@compiled
def best_choice(box: BoxRecord, slot: SlotRecord, values: Numbers, first: int) -> int:
    """Return the choice with the highest win probability.

    An offer counts only if the other player gains too; of sealed bids, the highest that is better than passing is taken.
    """
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
            place = relative_seat(game, seat, slot.choices[number, 1])
            if not gains(values[first + number, place], values[first, place]):
                continue
        most = value
        best = number
    return best


@compiled
def random_choice(slot: SlotRecord) -> int:
    """Draw any choice but an offer."""
    number = 0
    while number < slot.number and slot.choices[number, 0] != OFFER:
        number += 1
    return draw_below(slot, number)


@compiled
def note_choice(slot: SlotRecord, values: Numbers, first: int, chosen: int, step: StepRecord) -> None:
    """Record the row of the chosen afterstate, and its probabilities by seat."""
    game = slot.game
    step.turns = game.turns
    step.seat = game.actor
    step.players = game.players
    if not has_afterstate(game, slot.choices[chosen, 0]):
        return
    step.row = first + chosen
    for seat in range(SEATS):
        step.chances[seat] = 0.0
    for seat in range(game.players):
        step.chances[seat] = values[first + chosen, relative_seat(game, wide(game.actor), seat)]
    step.chances[DRAW] = values[first + chosen, DRAW]


@compiled
def act(box: BoxRecord, slot: SlotRecord, chosen: int) -> None:
    """Carry out a choice, and play on to the next decision."""
    carry_out(box, slot.game, slot.luck, None, choice_at(slot.choices, chosen))
    proceed(box, slot.game, slot.luck, None)
    slot.made += 1


@compiled
def choose(box: BoxRecord, slot: SlotRecord, values: Numbers, first: int, play: PlayRecord, step: StepRecord) -> None:
    """Make the pending choice, by the values of its rows or at random, and carry it out.

    `values`: those of the network that learns, then those of its past version. An agent of the works has only one choice.
    """
    chosen = 0
    if slot.number > 1:
        if draw_unit(slot) < play.explore:
            chosen = random_choice(slot)
        else:
            past = slot.who[slot.game.actor] == PAST and first + slot.number <= play.past_rows
            chosen = best_choice(box, slot, values[1 if past else 0], first)
    note_choice(slot, values[0], first, chosen, step)
    act(box, slot, chosen)


# playing on


@compiled
def note_outcome(game: GameRecord, step: StepRecord) -> None:
    """Record who has won; a game that did not end is a draw."""
    step.ended = 1
    winners = count(game.winners) if game.decision == OVER else 0
    for seat in range(SEATS):
        step.outcome[seat] = 1.0 / winners if winners > 0 and game.winners & bit(seat) != 0 else 0.0
    step.outcome[DRAW] = 1.0 if winners == 0 else 0.0


@compiled
def draw_swaps(slot: SlotRecord, play: PlayRecord) -> int:
    """Draw the number of swaps of deeds to consider, `play.swaps` on average; 0 after the last offer allowed in a turn."""
    if slot.game.offers_made[slot.game.actor] >= play.offers:
        return 0
    whole = int(play.swaps)
    return whole + (1 if draw_unit(slot) < play.swaps - whole else 0)


@compiled
def list_next(box: BoxRecord, slot: SlotRecord, play: PlayRecord) -> int:
    """List the options of the player to act, and return how many are to be evaluated; 0 if there is nothing to choose.

    Half of the actions of agents of the works are evaluated too. A network that learnt only from its own seats would take the
    seat that it sees the game from for the strongest.
    """
    game = slot.game
    seat = wide(game.actor)
    who = wide(slot.who[seat])
    if who < BOT:
        swaps = draw_swaps(slot, play)
        slot.draws += 1
        number = list_choices(box, game, swaps, mix(slot.key, PLAY_STREAM, slot.draws), slot.choices)
        return number if number > 1 else 0
    action = decide_as(who, box, game, slot.minds[seat])
    put_action(slot.choices, action)
    return draw_below(slot, 2)


@compiled
def advance(
    boxes: Numbers, starts: Numbers, slot: SlotRecord, values: Numbers, first: int, play: PlayRecord, step: StepRecord
) -> None:
    """Make one step. `first`: the row of the first choice, or -1 if there was no room for its rows and the slot waits."""
    step.row = -1
    step.ended = 0
    if slot.number > 0:
        if first < 0:
            return
        choose(boxes[slot.box], slot, values, first, play, step)
        slot.number = 0
    elif slot.begun == 0:
        begin_game(boxes, starts, slot, play)
    for _action in range(MOST_ACTIONS_A_STEP):
        if slot.game.decision == OVER or slot.made >= MOST_ACTIONS_A_GAME:
            note_outcome(slot.game, step)
            begin_game(boxes, starts, slot, play)
        slot.number = list_next(boxes[slot.box], slot, play)
        if slot.number > 0:
            return
        act(boxes[slot.box], slot, 0)
