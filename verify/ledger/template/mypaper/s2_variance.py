"""Section 2: n users with a bit each, sent as it is with probability p = e^alpha/(1 + e^alpha), else flipped."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from flint import arb
from sympy import Integer, Symbol, exp, oo, sinh

from verify.kernel.calculus import cite, line, real
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, FiniteCheck, Inequality, at_most
from verify.kernel.statements.claim import Claim, Kind, Severity
from verify.kernel.statements.outcome import Settings, as_arb

ALPHA = real("epsilon", above=0)
"""The privacy parameter, alpha in the paper's letters."""

_KEEP = exp(ALPHA) / (1 + exp(ALPHA))
VARIANCE = _KEEP * (1 - _KEEP) / (2 * _KEEP - 1) ** 2
COMPACT = exp(ALPHA) / (exp(ALPHA) - 1) ** 2


def _wrong_majorities(settings: Settings) -> Iterator[Case]:
    """The exact probability that at least half of n bits, all the same, are flipped; e^alpha is 2, 3 and 10."""
    for odds in (2, 3, 10):
        keep = Fraction(odds, 1 + odds)
        for n in range(1, 9 if settings.quick else 33):
            wrong = sum(comb(n, k) * (1 - keep) ** k * keep ** (n - k) for k in range((n + 1) // 2, n + 1))
            yield Case({"n": n, "e^alpha": odds}, wrong, (-n * as_arb(2 * keep - 1) ** 2 / arb(2)).exp())


EQ1 = Claim(
    "mypaper/eq1",
    "Section 2, (1)",
    Kind.IDENTITY,
    "the variance of an unbiased answer at n = 1",
    line(VARIANCE).eq(COMPACT),
)


def _printed() -> Inequality:
    """At most half of 1/alpha^2, multiplied out, since both sides have a pole at 0."""
    x = Symbol("epsilon", positive=True)
    alpha = Variable(x, Integer(0), oo, open_lower=True)
    return at_most(x**2 * exp(x), (exp(x) - 1) ** 2 / 2, alpha)


CLAIMS = (
    EQ1,
    Claim(
        "mypaper/eq2",
        "Section 2, (2)",
        Kind.INEQUALITY,
        "the majority is seldom wrong",
        FiniteCheck(
            r"P\big(\mathrm{Bin}(n, 1-p) \ge n/2\big) \le e^{-n(2p-1)^2/2}",
            "n up to 8 (32 in the full profile), e^alpha in {2, 3, 10}",
            _wrong_majorities,
        ),
    ),
    Claim(
        "mypaper/thm1",
        "Section 2, Theorem 1, (3)",
        Kind.UPPER_RATE,
        "the variance is at most a constant over alpha squared",
        _printed(),
        # Each line follows from the one before: by (1), by algebra, and by the prover.
        line(VARIANCE).eq(COMPACT, cite(EQ1)).eq(1 / (4 * sinh(ALPHA / 2) ** 2)).le(ALPHA**-2),
        correction="1 in place of 1/2",
        severity=Severity.CONSTANT,
        theorem="mypaper/thm1",
    ),
)
