"""One step of one game: make the choice that waits, play on to the next decision with several options, and list them."""

from __future__ import annotations

from rentier.agents import reserve
from rentier.agents.choices import choice_at, gains, is_sealed, leads_there, list_choices, put_action
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.agenda import proceed
from rentier.game.apply import carry_out
from rentier.game.bits import bit, count
from rentier.game.luck import below, mix, one_way, unit
from rentier.game.setup import set_up
from rentier.game.state import GameRecord
from rentier.game.words import OFFER, OVER
from rentier.layout import Numbers, wide
from rentier.network.shape import SEATS
from rentier.network.whole import turned
from rentier.selfplay.opponents import (
    BOT,
    KINDS,
    LEARNER,
    MIND_MEMORY,
    MOST_KEPT,
    NO_OPPONENTS,
    PAST,
    PAST_VERSIONS,
    RESERVE,
    Mind,
    decide_as,
)
from rentier.selfplay.slots import PlayRecord, SlotRecord, StepRecord
from rentier.selfplay.starts import GIFTS, RANDOM, lay_start

DRAW = SEATS  # the chance of a draw comes last
STARTS = GIFTS + 1
MOST_ACTIONS_A_STEP = 64  # between two choices, so that no game holds up the others
MOST_ACTIONS_A_GAME = 100_000  # beyond it an agent goes round in circles
PLAY_STREAM = 0
GAME_STREAM = 1


@compiled
def draw_below(slot: SlotRecord, limit: int) -> int:
    """A random number from 0 to limit - 1."""
    slot.draws += 1
    return below(mix(slot.key, PLAY_STREAM, slot.draws), limit)


@compiled
def draw_chance(slot: SlotRecord) -> float:
    """A random number from 0 to 1."""
    slot.draws += 1
    return unit(mix(slot.key, PLAY_STREAM, slot.draws))


# a new game


@compiled
def seat_opponents(slot: SlotRecord) -> None:
    """Draw who plays each seat; one at least is the network that learns."""
    players = wide(slot.game.players)
    learner = draw_below(slot, players)
    for seat in range(players):
        slot.who[seat] = LEARNER
        if slot.opponents == NO_OPPONENTS or seat == learner or draw_below(slot, 4) == 0:
            continue
        if slot.opponents == PAST_VERSIONS:
            slot.who[seat] = PAST
            continue
        slot.who[seat] = BOT + draw_below(slot, KINDS - BOT)
        for place in range(MIND_MEMORY):
            slot.memory[seat, place] = 0
        saved = draw_below(slot, MOST_KEPT + 1) if slot.who[seat] == RESERVE else 0
        slot.settings[seat, reserve.SPEND_ABOVE] = saved
        slot.settings[seat, reserve.RAISE_BELOW] = saved // 2


@compiled
def begin_game(boxes: Numbers, slot: SlotRecord, play: PlayRecord) -> None:
    """Begin the next game of this slot: rules, players, opponents and start are drawn at random."""
    slot.begun += 1
    slot.made = 0
    slot.box = draw_below(slot, play.boxes)
    players = play.least_players + draw_below(slot, play.most_players - play.least_players + 1)
    key = one_way(slot.key, GAME_STREAM, wide(slot.begun))
    set_up(boxes[slot.box], slot.game, slot.luck, players, key)
    if draw_chance(slot) < play.scatter:
        lay_start(boxes[slot.box], slot.game, key, RANDOM + draw_below(slot, STARTS - RANDOM))
    seat_opponents(slot)


# choosing


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
def act(box: BoxRecord, slot: SlotRecord, chosen: int) -> None:
    """Carry out a choice, and play on to the next decision."""
    carry_out(box, slot.game, slot.luck, None, choice_at(slot.choices, chosen))
    proceed(box, slot.game, slot.luck, None)
    slot.made += 1


@compiled
def choose(box: BoxRecord, slot: SlotRecord, values: Numbers, first: int, play: PlayRecord, step: StepRecord) -> None:
    """Make the choice that waits, by the values of its rows or at random, and carry it out.

    `values`: of the network that learns, and of its past version. What an agent of the works does is the only choice there is.
    """
    chosen = 0
    if slot.number > 1:
        if draw_chance(slot) < play.explore:
            chosen = random_choice(slot)
        else:
            past = slot.who[slot.game.actor] == PAST and first + slot.number <= play.past_rows
            chosen = best_choice(box, slot, values[1 if past else 0], first)
    note_choice(slot, values[0], first, chosen, step)
    act(box, slot, chosen)


# playing on


@compiled
def note_outcome(game: GameRecord, step: StepRecord) -> None:
    """Write down who has won; a game that did not end is a draw."""
    step.ended = 1
    winners = count(game.winners) if game.decision == OVER else 0
    for seat in range(SEATS):
        step.outcome[seat] = 1.0 / winners if winners > 0 and game.winners & bit(seat) != 0 else 0.0
    step.outcome[DRAW] = 1.0 if winners == 0 else 0.0


@compiled
def draw_swaps(slot: SlotRecord, play: PlayRecord) -> int:
    """How many swaps of deeds to consider: as many on average as `play` says, none after enough offers in this turn."""
    if slot.game.offers_made[slot.game.actor] >= play.offers:
        return 0
    whole = int(play.swaps)
    return whole + (1 if draw_chance(slot) < play.swaps - whole else 0)


@compiled
def list_next(box: BoxRecord, slot: SlotRecord, play: PlayRecord) -> int:
    """List what the player to act chooses from; how many choices there are to be evaluated, 0 where there is nothing to choose.

    Every other thing that an agent of the works does is evaluated too: learning from all seats alike, the network does not take
    the seat that it looks from for the strongest.
    """
    game = slot.game
    seat = wide(game.actor)
    who = wide(slot.who[seat])
    if who < BOT:
        swaps = draw_swaps(slot, play)
        slot.draws += 1
        number = list_choices(box, game, swaps, mix(slot.key, PLAY_STREAM, slot.draws), slot.choices)
        return number if number > 1 else 0
    action = decide_as(who, box, game, Mind(slot.settings[seat], slot.memory[seat]))
    put_action(slot.choices, action)
    return draw_below(slot, 2)


@compiled
def advance(boxes: Numbers, slot: SlotRecord, values: Numbers, first: int, play: PlayRecord, step: StepRecord) -> None:
    """One step. `first`: the row of the first choice; -1 where the rows found no room, and the slot waits."""
    step.row = -1
    step.ended = 0
    if slot.number > 0:
        if first < 0:
            return
        choose(boxes[slot.box], slot, values, first, play, step)
        slot.number = 0
    elif slot.begun == 0:
        begin_game(boxes, slot, play)
    for _action in range(MOST_ACTIONS_A_STEP):
        if slot.game.decision == OVER or slot.made >= MOST_ACTIONS_A_GAME:
            note_outcome(slot.game, step)
            begin_game(boxes, slot, play)
        slot.number = list_next(boxes[slot.box], slot, play)
        if slot.number > 0:
            return
        act(boxes[slot.box], slot, 0)
