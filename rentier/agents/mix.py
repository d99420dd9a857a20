"""Several agents as one player: each kind of decision is that of one of them (Berry 2013, section 7.9).

The work lets its network decide one thing and its bot the rest. The rows of its table 5 are, each with `else=bot`: `buy=td`,
`jail=td`, `turn=td`, `respond=td`, `bid=td`, `inherit=td`, `raise-mortgage=td`, `raise-sell=td`. Those of table 6 are
`mortgage=td`, `build=td`, `unmortgage=td`, `deal=td`, with the rest as table 5 has it best.

- `buy`, `bid`: deeds at their price, and auctions. `respond`: offers received, counter-offers too. `inherit`: mortgaged deeds
  received, from bankrupts above all.
- `raise-mortgage`, `raise-sell`: debts. The first is asked, and may mortgage; where it would do anything else, the second
  decides.
- `jail`, `turn`: all the rest of a turn in jail, and of any other: leaving jail, buildings, mortgages, deals, going on. Out of
  both, where they are named: `build`, `sell`, `mortgage`, `unmortgage`, and `deal`, which makes offers.
- `else`: all that is not named.

Managing is shared so. Those in charge of building, selling, mortgaging, lifting, dealing and going on are asked in this order,
each once, and what an agent is in charge of is done. Where it would rather do what is another's, it is shown the game as if
that were past, and asked again: an empty bank where it would build, no offers left where it would offer, else the thing done at
no cost and no gain. So nobody is held up by what is not done, and an agent that remembers its offers uses none up in vain:
whoever deals has them made, and the memory of the others does not matter. Who may raise money but not build sees the empty bank
from the start, or it would raise money for nothing. What was done in a turn is not undone in it, or two agents could go to and
fro. Where one agent is in charge of all of it, it is just asked.

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
from rentier.game.reasons import FINE
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

# its settings, as the catalogue lists them: the number of the agent in charge, below 0 where none is named; then how many
BUYS, BIDS, RESPONDS, INHERITS, RAISES_BY_MORTGAGE, RAISES_BY_SALE = range(6)
IN_JAIL, IN_TURN, BUILDS, SELLS, MORTGAGES, LIFTS, DEALS, ELSE, NUMBER = range(6, 15)

TURN, SPENT_ON, RAISED_ON = range(AWAKE + 1, AWAKE + 4)  # memory: which turn it is, where money went to and came from in it
MOST_WISHES = 32  # of one agent, that are another's to decide
PLACES = 6  # in managing: five kinds of action, and going on


@compiled
def in_charge(mind: MindRecord, key: int, otherwise: int) -> int:
    """The number of the agent in charge, or another where none is named."""
    who = wide(mind.settings[key])
    return who if who >= 0 else otherwise


@compiled
def manager_of(game: GameRecord, mind: MindRecord, seat: int) -> int:
    """Who is in charge of this turn as a whole."""
    return in_charge(mind, IN_TURN if game.jail_turns[seat] == FREE else IN_JAIL, wide(mind.settings[ELSE]))


@compiled
def manager_for(mind: MindRecord, kind: int, general: int) -> int:
    """Who is in charge of a kind of action in managing; of going on it is who has the turn as a whole."""
    key = -1
    if kind == BUILD:
        key = BUILDS
    elif kind == SELL:
        key = SELLS
    elif kind == MORTGAGE:
        key = MORTGAGES
    elif kind == UNMORTGAGE:
        key = LIFTS
    elif kind == OFFER:
        key = DEALS
    return in_charge(mind, key, general) if key >= 0 else general


@compiled
def kind_at(place: int) -> int:
    """The kinds of action in the order in which those in charge of them are asked."""
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
    """Whether an action takes back what was done in this turn."""
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
    """Keep in mind what is done in this turn."""
    if wish.kind == BUILD or wish.kind == UNMORTGAGE:
        mind.memory[SPENT_ON] |= bit(wish.target)
    elif wish.kind == SELL or wish.kind == MORTGAGE:
        mind.memory[RAISED_ON] |= bit(wish.target)


@compiled
def show_past(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, wish: Action) -> None:
    """Let the imagined game be one in which a wish is past: impossible, or done at no cost and no gain."""
    shown = mind.imagined
    if wish.kind == BUILD:
        shown.houses_left = 0
        shown.hotels_left = 0
    elif wish.kind == OFFER:
        shown.offers_made[seat] = max(box.offers_per_turn, shown.offers_made[seat])
    elif check(box, shown, wish) == FINE:
        houses, hotels = wide(shown.houses_left), wide(shown.hotels_left)
        carry_out(box, shown, mind.imagined_luck, None, wish)
        shown.cash[seat] = game.cash[seat]
        shown.houses_left = houses
        shown.hotels_left = hotels


@compiled
def wish_of(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int, who: int, general: int) -> Action:
    """What an agent does of what is its own to decide in managing; going on where there is nothing."""
    copy_record(mind.imagined, game)
    raises = manager_for(mind, MORTGAGE, general) == who or manager_for(mind, SELL, general) == who
    if raises and manager_for(mind, BUILD, general) != who:
        show_past(box, game, mind, seat, plain(BUILD, 0, 0))
    for _wish in range(MOST_WISHES):
        wish = ask(box, mind.imagined, mind, who)
        if manager_for(mind, wish.kind, general) == who:
            if check(box, game, wish) == FINE and not undoes(game, mind, wish):
                return wish
        if wish.kind == ROLL or wish.kind == END:
            break
        show_past(box, game, mind, seat, wish)
    return plain_answer(box, game, seat)


@compiled
def manage(box: BoxRecord, game: GameRecord, mind: MindRecord, seat: int) -> Action:
    """Ask all who are in charge of something; go on as the one in charge of that says."""
    general = manager_of(game, mind, seat)
    asked = 0
    for place in range(PLACES):
        asked |= bit(manager_for(mind, kind_at(place), general))
    if asked == bit(general):
        return ask(box, game, mind, general)
    going = plain_answer(box, game, seat)
    asked = 0
    for place in range(PLACES):
        who = manager_for(mind, kind_at(place), general)
        if asked & bit(who) != 0:
            continue
        asked |= bit(who)
        wish = wish_of(box, game, mind, seat, who, general)
        if not goes_on(wish.kind):
            remember(mind, wish)
            return wish
        if who == general:
            going = wish
    return going


@compiled
def raise_money(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Mortgage where the one in charge of that would; else what the one in charge of sales does."""
    first = in_charge(mind, RAISES_BY_MORTGAGE, wide(mind.settings[ELSE]))
    second = in_charge(mind, RAISES_BY_SALE, wide(mind.settings[ELSE]))
    answer = ask(box, game, mind, first)
    if first != second and answer.kind != MORTGAGE:
        answer = ask(box, game, mind, second)
    return answer


@compiled
def key_of_decision(decision: int) -> int:
    """Which of the settings a decision belongs to that is one agent's as a whole."""
    if decision == BUY_OR_NOT:
        return BUYS
    if decision == BID_OR_PASS:
        return BIDS
    if decision == RESPOND:
        return RESPONDS
    return INHERITS if decision == SETTLE else ELSE


@agent
def mix(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Let the one decide who is in charge."""
    if mind.inner == 0:  # it never sat down
        return plain(-1, 0, 0)
    wake_others(mind, wide(mind.settings[NUMBER]))
    decision = game.decision
    if decision == MANAGE:
        return manage(box, game, mind, wide(game.actor))
    if decision == RAISE:
        return raise_money(box, game, mind)
    return ask(box, game, mind, in_charge(mind, key_of_decision(decision), wide(mind.settings[ELSE])))
