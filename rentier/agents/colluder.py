"""Two players who collude, to find out how much that costs the others.

Each gives its partner, for nothing, the deeds that the partner lacks for a set that the two own together, and accepts whatever
the partner offers. Otherwise both play like the champion. The one who owns more of the set gets it; if they own equally many
deeds, the one with more cash.
"""

from __future__ import annotations

from rentier.agents.best_choice import choose
from rentier.agents.mind import MindRecord, agent, plain
from rentier.box.record import BoxRecord
from rentier.compiled import compiled
from rentier.game.bits import bit, count
from rentier.game.deals import offer_of
from rentier.game.reasons import ALLOWED
from rentier.game.state import GameRecord
from rentier.game.trades import may_offer
from rentier.game.words import ACCEPT, MANAGE, RESPOND, Action

PARTNER = 2  # the index of its setting: how many seats to its left its partner sits


@compiled
def is_giver(game: GameRecord, seat: int, partner: int, own: int, theirs: int) -> bool:
    """Whether the seat gives its deeds of a set, and the partner gets them; `own`, `theirs`: the deeds of each as bits."""
    if count(own) != count(theirs):
        return count(own) < count(theirs)
    if game.cash[seat] != game.cash[partner]:
        return bool(game.cash[seat] < game.cash[partner])
    return seat > partner


@compiled
def gift(box: BoxRecord, game: GameRecord, seat: int, partner: int) -> int:
    """Return the deeds, as bits, that would complete a set of the partner; 0 if the seat has none to give."""
    for group in range(box.groups):
        own = game.deeds[seat] & box.group_squares[group]
        theirs = game.deeds[partner] & box.group_squares[group]
        whole = own | theirs == box.group_squares[group]
        if whole and own != 0 and theirs != 0 and is_giver(game, seat, partner, own, theirs):
            if may_offer(box, game, seat, offer_of(partner, 0, own, 0)) == ALLOWED:
                return own
    return 0


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Help the partner to a set and accept its offers; else play like the champion."""
    seat = game.actor + 0
    partner = (seat + int(mind.settings[PARTNER])) % game.players
    if partner != seat and game.in_play & bit(partner) != 0:
        if game.decision == RESPOND and game.offer_from == partner:
            return plain(ACCEPT, 0, 0)
        if game.decision == MANAGE:
            given = gift(box, game, seat, partner)
            if given != 0:
                return offer_of(partner, 0, given, 0)
    return choose(box, game, mind, True)
