"""When a match may stop early: once its question is answered, or its interval is narrow enough."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rentier.arena.statistics import Blocks, difference_moments, share_interval
from rentier.errors import RentierError, unknown

ERROR_RATE = 0.05  # the probability of a wrong yes, and of a wrong no
BOUND = math.log((1 - ERROR_RATE) / ERROR_RATE)
FEWEST_BLOCKS = 16  # with fewer, the variance is only a guess


@dataclass(frozen=True)
class Verdict:
    """The state of a sequential test: it answers no at the low bound of the log-likelihood ratio, yes at the high bound."""

    answer: Literal["yes", "no"] | None  # None: not decided yet
    llr: float
    low: float = -BOUND
    high: float = BOUND


@dataclass(frozen=True)
class Stronger:
    """Stop when it is clear whether one spec's win rate per seat is higher than another's by `by`, or not higher at all."""

    by: float

    def __post_init__(self) -> None:
        if not 0 < self.by < 1:
            raise RentierError(
                f"stronger by {_percent(self.by)}: the difference should be more than 0% and less than 100%, as in stronger:+2%"
            )

    def verdict(self, blocks: Blocks, first: Sequence[int], second: Sequence[int]) -> Verdict:
        """The generalised sequential probability ratio test of "the difference is `by`" against "it is 0".

        The likelihood ratio is that of a normal distribution with the variance observed over blocks, as in fishtest (Van den
        Bergh, "The generalized sequential probability ratio test for trinomial and pentanomial models", after Kingdon). Each of
        the two errors has a probability of 5 %. If all blocks are alike, one is counted as if it had come out the other way, so
        that an agent that wins everything is found to be stronger too.
        """
        seen = difference_moments(blocks, first, second)
        if seen.blocks == 0:
            return Verdict(None, 0.0)
        variance = seen.variance or (1 / len(first) + 1 / len(second)) ** 2 / seen.blocks
        llr = seen.blocks * self.by * (2 * seen.mean - self.by) / (2 * variance)
        if seen.blocks < FEWEST_BLOCKS or abs(llr) < BOUND:
            return Verdict(None, llr)
        return Verdict("yes" if llr > 0 else "no", llr)


@dataclass(frozen=True)
class Precision:
    """Stop when the 95 % interval of a share is narrow enough."""

    half_width: float

    def __post_init__(self) -> None:
        if not 0 < self.half_width < 0.5:
            raise RentierError(
                f"precision of {_percent(self.half_width)}: half the interval's width should be more than 0% and less than 50%,"
                " as in precision:1%"
            )

    def reached(self, blocks: Blocks, agents: Sequence[int]) -> bool:
        """Whether the win rate of these agents together is known this precisely."""
        return blocks.blocks >= FEWEST_BLOCKS and share_interval(blocks, agents).half_width <= self.half_width


QUESTIONS: dict[str, type[Stronger] | type[Precision]] = {"stronger": Stronger, "precision": Precision}


def parse_until(text: str) -> Stronger | Precision:
    """Read the question `stronger:+2%` or `precision:1%`."""
    kind, _, amount = (part.strip() for part in text.partition(":"))
    if kind not in QUESTIONS:
        raise RentierError(f"{unknown('way to stop', kind, QUESTIONS)} (as in stronger:+2% or precision:1%)")
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+) ?%", amount):
        raise RentierError(f"{text!r} should name a percentage after the colon, as in {kind}:1%")
    return QUESTIONS[kind](float(amount.removesuffix("%")) / 100)


def check_until(text: str, specs: Sequence[str]) -> None:
    """Refuse a question that these agents cannot answer."""
    if isinstance(parse_until(text), Stronger) and len(set(specs)) == 1:
        raise RentierError(f"--until {text}: needs two different agents; all are {specs[0]!r}")


def _percent(share: float) -> str:
    return f"{share * 100:g}%"
