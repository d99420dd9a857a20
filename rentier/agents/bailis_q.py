"""`bailis-q`: the Q-learner of Bailis, Fachantidis & Vlahavas (2014), on whose reward and state Adjudicator 2018 builds.

One network sees group coverage, position and finance. Its options are to do nothing, and for each group of deeds to spend on
it (buy, build, else unmortgage) or to raise money from it (sell a house, else mortgage). It takes the best legal option, again
and again until that is to do nothing.

Our readings: in jail it uses a card or else rolls. For a debt it chooses a group to raise money from, and doing nothing is not
an option. In one opportunity to manage it does not spend on a group that it has raised money from, nor the reverse, so that it
comes to an end. It never trades: it refuses offers and passes at auctions.
"""

from __future__ import annotations

from rentier.agents.adjudicator_phase3 import is_new_opportunity
from rentier.agents.basics import plain_answer
from rentier.agents.mind import MindRecord, agent, plain
from rentier.agents.q_choices import choose
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, lowest
from rentier.game.debts import can_raise_debt
from rentier.game.jail import may_use_card
from rentier.game.legal import squares_for
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.turn import is_managing_time
from rentier.game.words import (
    BANKRUPT,
    BID_OR_PASS,
    BUILD,
    BUY,
    BUY_OR_NOT,
    DECLINE,
    MANAGE,
    MORTGAGE,
    PASS,
    RAISE,
    SELL,
    START,
    UNMORTGAGE,
    USE_CARD,
    Action,
)

SPENT_ON, RAISED_FROM = 1, 2  # indices of its memory, after phase3's OPPORTUNITY: squares of groups, as bits
ONLY_NETWORK = 0


@compiled
def spend_option(group: int) -> int:
    """Return the number of the option to spend on a group."""
    return 1 + 2 * group


@compiled
def raise_option(group: int) -> int:
    """Return the number of the option to raise money from a group."""
    return 2 + 2 * group


@compiled
def options_for(box: BoxRecord, spendable: int, raisable: int) -> int:
    """Return the options, as bits, given the squares to spend on and those to raise money from."""
    options = 0
    for group in range(box.groups):
        squares = box.group_squares[group]
        if squares & spendable != 0:
            options |= bit(spend_option(group))
        if squares & raisable != 0:
            options |= bit(raise_option(group))
    return options


@compiled
def act_on(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, option: int) -> Action:
    """Spend on a group, or raise money from it."""
    squares = box.group_squares[(option - 1) // 2]
    spends = option % 2 == 1
    mind.memory[SPENT_ON if spends else RAISED_FROM] |= squares
    first, second = (BUILD, UNMORTGAGE) if spends else (SELL, MORTGAGE)
    places = squares_for(box, game, seat, first) & squares
    if places != 0:
        return plain(first, lowest(places), 0)
    return plain(second, lowest(squares_for(box, game, seat, second) & squares), 0)


@compiled
def go_on(box: BoxRecord, game: GameRecord, seat: int) -> Action:
    """Leave jail with a card if possible; else give the plain answer."""
    if game.phase == START and may_use_card(game, seat) == ALLOWED:
        return plain(USE_CARD, 0, 0)
    return plain_answer(box, game, seat)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Spend on groups or raise money from them, one at a time, until doing nothing is best."""
    if is_new_opportunity(game, mind):
        mind.memory[SPENT_ON] = 0
        mind.memory[RAISED_FROM] = 0
    if game.deeds[seat] == 0 or not is_managing_time(box, game):
        return go_on(box, game, seat)
    spendable = squares_for(box, game, seat, BUILD) | squares_for(box, game, seat, UNMORTGAGE)
    raisable = squares_for(box, game, seat, SELL) | squares_for(box, game, seat, MORTGAGE)
    options = 1 | options_for(box, spendable & ~mind.memory[RAISED_FROM], raisable & ~mind.memory[SPENT_ON])
    option = choose(box, game, mind, seat, ONLY_NETWORK, options)
    return act_on(box, game, mind, seat, option) if option != 0 else go_on(box, game, seat)


@compiled
def buy_or_not(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Choose between nothing and spending on the group of the deed that it stands on."""
    square = game.square[seat]
    options = 1 | bit(spend_option(box.group[square])) if game.cash[seat] >= box.price[square] else 1
    return plain(BUY if choose(box, game, mind, seat, ONLY_NETWORK, options) != 0 else DECLINE, 0, 0)


@compiled
def meet_debt(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Raise money from some group; go bankrupt if all of them together are not enough."""
    options = options_for(box, 0, squares_for(box, game, seat, SELL) | squares_for(box, game, seat, MORTGAGE))
    if options == 0 or not can_raise_debt(box, game):
        return plain(BANKRUPT, 0, 0)
    return act_on(box, game, mind, seat, choose(box, game, mind, seat, ONLY_NETWORK, options))


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Do nothing, spend on a group, or raise money from one."""
    if mind.network.weights == 0:  # the agent was never seated
        return plain(-1, 0, 0)
    seat = game.actor + 0
    decision = game.decision
    if decision == MANAGE:
        return manage(box, game, mind, seat)
    if decision == BUY_OR_NOT:
        return buy_or_not(box, game, mind, seat)
    if decision == RAISE:
        return meet_debt(box, game, mind, seat)
    if decision == BID_OR_PASS:
        return plain(PASS, 0, 0)
    return plain_answer(box, game, seat)
