"""What the program gives for means, next to the display of a claim."""

from collections.abc import Mapping
from fractions import Fraction

from flint import arb

from upperbounds.protocols.two_stage import TwoStage
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Json, as_arb
from verify.study.risk import SignLaw, exact_risk


def agrees(parameters: Mapping[str, Json], shipped: float, shown: arb) -> Case:
    """|shipped - display| next to 10^-9 of the display."""
    return Case(dict(parameters), abs(as_arb(Fraction(shipped)) - shown), shown / 10**9)


def covers(parameters: Mapping[str, Json], each: TwoStage, mean: Fraction, shown: arb) -> Case:
    """The exact risk of a plan on +-1 data next to the display; its floats are widened by 1e-6."""
    risk = exact_risk(each, SignLaw(float(mean)))
    return Case(dict(parameters), as_arb(Fraction(risk.value)) * arb(1, 1e-6) + arb(0, risk.error), shown)
