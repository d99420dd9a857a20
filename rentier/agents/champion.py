"""The champion: it plays by the network of `selfplay`, and bargains.

`selfplay` offers only deals from which both sides gain by the network's estimate. Other agents value deals differently: some
refuse such a deal, others accept one that is much better for the player who offers it. The champion estimates how likely each
opponent is to accept a deal at a price (`acceptance`), and offers the deal with the highest expected gain, at the best price
(`best_choice`). After a refusal it may offer the same deeds again on terms better for the other player.

`hard`, `medium` and `easy` are the same player with `prejudices`. They also make fewer offers.
"""

from __future__ import annotations

from rentier.agents.best_choice import choose
from rentier.agents.mind import MindRecord, agent
from rentier.box.record import BoxRecord
from rentier.game.state import GameRecord
from rentier.game.words import Action


@agent
def decide(box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
    """Make the offer or counter-offer with the highest expected gain, if any; else the best of the other choices."""
    return choose(box, game, mind, True)
