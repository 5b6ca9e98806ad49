"""What the claims cite and the calculus does not have: a definition of your own, and facts about it.

A server adds normal noise of deviation sigma to a number that one person changes by Delta at most; r = sigma/Delta.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import acb, arb
from sympy import erfc, exp, sqrt

from verify.kernel.calculus import Schema, Statement, at_most, equal, quantity, real
from verify.kernel.calculus.reasons import Case
from verify.kernel.statements.outcome import as_arb

EPSILON, R = real("epsilon", least=0), real("r", above=0)


def _spent(epsilon: Any, r: Any) -> arb:
    """By integration: how far the mass of N(1, r^2) is above e^epsilon times that of N(0, r^2)."""
    e, ratio = as_arb(epsilon), as_arb(r)

    def excess(x: acb, _: bool) -> acb:
        return (-((x - 1) ** 2) / (2 * ratio**2)).exp() - (e - x**2 / (2 * ratio**2)).exp()

    start = e * ratio**2 + arb(1) / 2
    found = acb.integral(excess, start, start + 1 + 12 * ratio).real / (ratio * (2 * arb.pi()).sqrt())
    # What is left out is at most the probability of N(0, 1) above 12.
    return found + arb(0, (-arb(72)).exp())


SPENT = quantity(
    "Spent",
    r"\delta({0}, {1})",
    "the least delta at which noise of deviation r Delta is (epsilon, delta)-private",
    0,
    1,
    value=_spent,
)
"""A definition: its letter in LaTeX, its meaning, its range, and how it is computed where a fact is tested."""


def above(epsilon: Any, r: Any) -> Any:
    """The probability that a normal number is above epsilon r - 1/(2 r)."""
    return erfc((epsilon * r - 1 / (2 * r)) / sqrt(2)) / 2


def curve(epsilon: Any, r: Any) -> Any:
    """The exact delta, by two normal tails."""
    return above(epsilon, r) - exp(epsilon) * erfc((epsilon * r + 1 / (2 * r)) / sqrt(2)) / 2


def _cases() -> Iterator[Case]:
    """The arguments, and values at which each fact is tested in every run; five at least must tell."""
    for epsilon, r in ((0, 1), (0, 3), (1, 1), (1, 2), (2, Fraction(1, 2)), (3, 1)):
        yield (EPSILON, R), {EPSILON: Fraction(epsilon), R: Fraction(r)}


CURVE = Schema(
    "the curve of normal noise",
    "theorem",  # a result of the literature; not proved here, so reports list it as an axiom
    "Balle and Wang 2018, Theorem 8",
    lambda epsilon, r: Statement(equal(SPENT(epsilon, r), curve(epsilon, r))),
    (EPSILON, R),
    _cases,
)
TAIL = Schema(
    "the tail of the privacy loss",
    "lemma",  # ours or a paper's; without a proof, claims that cite it are argued
    "Dwork and Roth 2014, Appendix A: delta is at most the probability of a loss above epsilon",
    lambda epsilon, r: Statement(at_most(SPENT(epsilon, r), above(epsilon, r))),
    (EPSILON, R),
    _cases,
)
# A lemma with a chain in its own letters as `proof=lambda: line(...)...` is proved, and so are claims that cite it.

FACTS = (CURVE, TAIL)
