"""An agent written by hand: it buys, builds and accepts what completes a group. Play it with the others:

rentier match examples/hand_written_agent.py bailis random --games 100
"""

from rentier.agents import action, agent, plain
from rentier.rules import ACCEPT, BUILD, BUY, PASS, REFUSE, RESPOND, legal_but_offers, lowest

RESERVE = 150  # cash it keeps


@agent
def decide(box, game, mind):
    """Build before anything else, buy what it can pay for, take deeds that complete a group, and go on."""
    number = legal_but_offers(box, game, mind.actions[:])
    rich = game.cash[game.actor] > RESERVE
    for row in range(number):
        kind = mind.actions[row, 0]
        if kind == BUY or kind == PASS or (kind == BUILD and rich):
            return action(mind.actions, row)
    if game.decision == RESPOND:
        deeds = game.offer_give & box.deeds
        group = box.group_of[lowest(deeds)] if deeds != 0 else 0
        completes = deeds != 0 and group & ~(game.deeds[game.actor] | deeds) == 0
        return plain(ACCEPT if completes else REFUSE, 0, 0)
    return action(mind.actions, 0)
