"""Several agents as one player: each kind of decision is made by one of them (Berry 2013, section 7.9).

The work lets its network make one kind of decision and its bot the rest. The rows of its table 5 are, each with `else=bot`:
`buy=td`, `jail=td`, `turn=td`, `respond=td`, `bid=td`, `inherit=td`, `raise-mortgage=td`, `raise-sell=td`. Those of table 6 are
`mortgage=td`, `build=td`, `unmortgage=td`, `deal=td`, with the rest as was best in table 5.

- `buy`, `bid`: deeds at their price, and auctions. `respond`: offers received, including counter-offers. `inherit`: mortgaged
  deeds received, mainly from bankrupts.
- `raise-mortgage`, `raise-sell`: debts. The first agent is asked, and may mortgage; if it would do anything else, the second
  decides.
- `jail`, `turn`: the rest of a turn in jail, and of any other turn: leaving jail, buildings, mortgages, deals, going on. Taken
  out of both, if they are named: `build`, `sell`, `mortgage`, `unmortgage`, and `deal`, which makes offers.
- `else`: everything that is not named.

Managing is shared as follows. The agents in charge of building, selling, mortgaging, unmortgaging, dealing and going on are
asked in this order, each once. If an agent chooses an action that it is in charge of, the action is done. If it chooses one
that is another agent's, it is asked again in an imagined game where that action is out of the way: an empty bank if it wanted
to build, no offers left if it wanted to offer, else the action done at no cost and no gain. So an action that is not done
blocks nobody, and an agent that remembers its offers wastes none: those of the agent in charge of deals are really made, and
the memory of the others does not matter. An agent that may raise money but not build sees the empty bank from the start, or it
would raise money for nothing. What was done in a turn is not undone in the same turn, or two agents could go back and forth. If
one agent is in charge of all of this, it is simply asked.

An agent that is named more than once is one agent with one memory. A mix of one agent plays as that agent.
"""

from __future__ import annotations

from rentier.agents.basics import plain_answer
from rentier.agents.inner import AWAKE, ask, wake_others
from rentier.agents.mind import MindRecord, agent, plain
from rentier.box.record import BoxRecord
from rentier.compiled import compiled, copy_record
from rentier.game.apply import carry_out
from rentier.game.bits import bit
from rentier.game.check import check
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.words import (
    BID_OR_PASS,
    BUILD,
    BUY_OR_NOT,
    END,
    FREE,
    MANAGE,
    MORTGAGE,
    OFFER,
    PAY_FINE,
    RAISE,
    RESPOND,
    ROLL,
    SELL,
    SETTLE,
    UNMORTGAGE,
    USE_CARD,
    Action,
)
from rentier.layout import wide

# its settings in the order of the catalogue: the index of the agent in charge, below 0 if none is named; last their number
BUYS, BIDS, RESPONDS, INHERITS, RAISES_BY_MORTGAGE, RAISES_BY_SALE = range(6)
IN_JAIL, IN_TURN, BUILDS, SELLS, MORTGAGES, UNMORTGAGES, DEALS, ELSE, NUMBER = range(6, 15)

TURN, SPENT_ON, RAISED_ON = range(AWAKE + 1, AWAKE + 4)  # memory: the turn, and the squares it spent on and raised money from
MOST_WISHES = 32  # how often one agent is asked in a row
PLACES = 6  # in managing: five kinds of action, and going on


@compiled
def in_charge(mind: MindRecord, key: int, otherwise: int) -> int:
    """Return the index of the agent that a setting names, or `otherwise` if it names none."""
    index = wide(mind.settings[key])
    return index if index >= 0 else otherwise


@compiled
def manager_of(game: GameRecord, mind: MindRecord, seat: int) -> int:
    """Return the agent in charge of this turn as a whole."""
    return in_charge(mind, IN_TURN if game.jail_turns[seat] == FREE else IN_JAIL, wide(mind.settings[ELSE]))


@compiled
def manager_for(mind: MindRecord, kind: int, general: int) -> int:
    """Return the agent in charge of a kind of action in managing; going on is up to the agent in charge of the whole turn."""
    key = -1
    if kind == BUILD:
        key = BUILDS
    elif kind == SELL:
        key = SELLS
    elif kind == MORTGAGE:
        key = MORTGAGES
    elif kind == UNMORTGAGE:
        key = UNMORTGAGES
    elif kind == OFFER:
        key = DEALS
    return in_charge(mind, key, general) if key >= 0 else general


@compiled
def kind_at(place: int) -> int:
    """Return the kind of action at a place in the order in which the agents in charge are asked."""
    if place == 0:
        return BUILD
    if place == 1:
        return SELL
    if place == 2:
        return MORTGAGE
    if place == 3:
        return UNMORTGAGE
    return OFFER if place == 4 else END


@compiled
def goes_on(kind: int) -> bool:
    """Whether an action goes on with the turn."""
    return kind == ROLL or kind == END or kind == PAY_FINE or kind == USE_CARD


@compiled
def undoes(game: GameRecord, mind: MindRecord, wish: Action) -> bool:
    """Whether an action would undo something done in this turn."""
    if mind.memory[TURN] != game.turns:
        mind.memory[TURN] = game.turns
        mind.memory[SPENT_ON] = 0
        mind.memory[RAISED_ON] = 0
    if wish.kind == BUILD or wish.kind == UNMORTGAGE:
        return mind.memory[RAISED_ON] & bit(wish.target) != 0
    if wish.kind == SELL or wish.kind == MORTGAGE:
        return mind.memory[SPENT_ON] & bit(wish.target) != 0
    return False


@compiled
def remember(mind: MindRecord, wish: Action) -> None:
    """Remember the deeds on which money was spent or raised in this turn."""
    if wish.kind == BUILD or wish.kind == UNMORTGAGE:
        mind.memory[SPENT_ON] |= bit(wish.target)
    elif wish.kind == SELL or wish.kind == MORTGAGE:
        mind.memory[RAISED_ON] |= bit(wish.target)


@compiled
def rule_out(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, wish: Action) -> None:
    """Change the imagined game so that a wish is impossible, or done already at no cost and no gain."""
    shown = mind.imagined
    if wish.kind == BUILD:
        shown.houses_left = 0
        shown.hotels_left = 0
    elif wish.kind == OFFER:
        shown.offers_made[seat] = max(box.offers_per_turn, shown.offers_made[seat])
    elif check(box, shown, wish) == ALLOWED:
        houses, hotels = wide(shown.houses_left), wide(shown.hotels_left)
        carry_out(box, shown, mind.imagined_luck, None, wish)
        shown.cash[seat] = game.cash[seat]
        shown.houses_left = houses
        shown.hotels_left = hotels


@compiled
def wish_of(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, index: int, general: int) -> Action:
    """Return the first action in managing that an agent wishes and is in charge of; the plain answer if there is none."""
    copy_record(mind.imagined, game)
    raises = manager_for(mind, MORTGAGE, general) == index or manager_for(mind, SELL, general) == index
    if raises and manager_for(mind, BUILD, general) != index:
        rule_out(box, game, mind, seat, plain(BUILD, 0, 0))
    for _wish in range(MOST_WISHES):
        wish = ask(box, mind.imagined, mind, index)
        if manager_for(mind, wish.kind, general) == index:
            if check(box, game, wish) == ALLOWED and not undoes(game, mind, wish):
                return wish
        if wish.kind == ROLL or wish.kind == END:
            break
        rule_out(box, game, mind, seat, wish)
    return plain_answer(box, game, seat)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Ask all agents in charge of something; go on as the agent in charge of that says."""
    general = manager_of(game, mind, seat)
    asked = 0
    for place in range(PLACES):
        asked |= bit(manager_for(mind, kind_at(place), general))
    if asked == bit(general):
        return ask(box, game, mind, general)
    next_step = plain_answer(box, game, seat)
    asked = 0
    for place in range(PLACES):
        index = manager_for(mind, kind_at(place), general)
        if asked & bit(index) != 0:
            continue
        asked |= bit(index)
        wish = wish_of(box, game, mind, seat, index, general)
        if not goes_on(wish.kind):
            remember(mind, wish)
            return wish
        if index == general:
            next_step = wish
    return next_step


@compiled
def raise_money(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Mortgage if the agent in charge of mortgaging would; else do what the agent in charge of sales does."""
    first = in_charge(mind, RAISES_BY_MORTGAGE, wide(mind.settings[ELSE]))
    second = in_charge(mind, RAISES_BY_SALE, wide(mind.settings[ELSE]))
    answer = ask(box, game, mind, first)
    if first != second and answer.kind != MORTGAGE:
        answer = ask(box, game, mind, second)
    return answer


@compiled
def key_of_decision(decision: int) -> int:
    """Return the setting that names the agent for a decision other than managing and debts."""
    if decision == BUY_OR_NOT:
        return BUYS
    if decision == BID_OR_PASS:
        return BIDS
    if decision == RESPOND:
        return RESPONDS
    return INHERITS if decision == SETTLE else ELSE


@agent
def mix(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Let the agent in charge decide."""
    if mind.inner == 0:  # the agent was never seated
        return plain(-1, 0, 0)
    wake_others(mind, wide(mind.settings[NUMBER]))
    decision = game.decision
    if decision == MANAGE:
        return manage(box, game, mind, wide(game.actor))
    if decision == RAISE:
        return raise_money(box, game, mind)
    return ask(box, game, mind, in_charge(mind, key_of_decision(decision), wide(mind.settings[ELSE])))
