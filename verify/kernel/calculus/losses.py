"""Where a bound loses: the value of each line of a chain at chosen parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verify.kernel.calculus.chain import Chain
from verify.kernel.calculus.reasons import Choice
from verify.kernel.calculus.values import NoValue, Values, value
from verify.kernel.statements.outcome import as_arb


@dataclass(frozen=True)
class Loss:
    """One line: its term, its value where it has one, and the share of the last valued line's value that is left."""

    term: Any
    value: float | None
    kept: float | None


def losses(chain: Chain, values: Values) -> tuple[Loss, ...]:
    """The lines at these values of the letters; objects need one where a quantity is to be computed from them.

    A parameter that is chosen on the way takes the chosen value above the choice, unless `values` gives another.
    """
    known = dict(values)
    for step in chain.steps:
        for reason in step.reasons:
            if isinstance(reason, Choice):
                known = {p: value(e, known) for p, e in reason.values} | known
    found: list[Loss] = []
    before: float | None = None
    for term in (chain.start, *(step.term for step in chain.steps)):
        try:
            worth = float(as_arb(value(term, known)).mid())
        except NoValue:
            found.append(Loss(term, None, None))
            continue
        found.append(Loss(term, worth, worth / before if before else None))
        before = worth
    return tuple(found)
