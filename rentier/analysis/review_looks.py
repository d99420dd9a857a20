"""What was found about one decision: kept as plain values, so that a review can be put away half done and taken up again."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from rentier.analysis.review_accounts import Worth
from rentier.analysis.review_decisions import Loss
from rentier.analysis.review_estimates import Estimate
from rentier.analysis.review_trades import Trade
from rentier.game.words import Action


@dataclass(frozen=True)
class Look:
    """The chances before a decision, what it changed, what it threw away, and what it traded."""

    before: tuple[float, ...]
    worth: Worth
    loss: Loss | None
    trade: Trade | None

    def as_dict(self) -> dict[str, Any]:
        """The look for JSON, from which `read_look` makes the same again."""
        return {
            "before": list(self.before),
            "change": self.worth.means.tolist(),
            "variances": self.worth.variances.tolist(),
            "loss": None if self.loss is None else asdict(self.loss),
            "trade": None if self.trade is None else asdict(self.trade),
        }


def read_look(values: dict[str, Any]) -> Look:
    """A look that was put away."""
    loss, trade = values["loss"], values["trade"]
    if loss is not None:
        loss = Loss(Action(*loss["better"]), Estimate(**loss["points"]), loss["checked"])
    if trade is not None:
        trade = Trade(**trade | {"changes": tuple(Estimate(**change) for change in trade["changes"])})
    return Look(tuple(values["before"]), Worth(np.array(values["change"]), np.array(values["variances"])), loss, trade)
