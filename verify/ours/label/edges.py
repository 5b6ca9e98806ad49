"""On label's Theorems 2, 4 and 12: bins that only cover the support may meet it in slivers.

Each theorem divides the support by a covering of bins of length h. Where the last layer of bins is cut at the edge of
[0,1]^d to the width w = 1/(N h^(d-1)), its bins have mass 1/N each and w together. Half of them or so hold nobody. The
bins of our own rules are equal, `upperbounds.classification.grid`, and none is cut; a mean of fewer people than noise
allows is left out, `BinPlan.least`.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import comb, log

import numpy as np
from flint import arb
from sympy import Integer, Rational, Symbol, exp, oo

from notation.symbols import N, beta, d, epsilon, gamma, p
from upperbounds.classification.votes import CentralVote, LocalVote, Vote
from verify.kernel.prover import Variable
from verify.kernel.statements import Case, FiniteCheck, UpToConstant
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings
from verify.study.risk.classification import chance_of_second

_LEVEL = 2 * log(2)
"""epsilon with e^(epsilon/2) = 2, at which all probabilities are rational."""


def _one_hot(k: int) -> Fraction:
    """P(the votes of k labels of class 2 go to class 1), half of a tie: each bit is right with probability 2/3."""
    up, down = Fraction(4, 9), Fraction(1, 9)
    wrong = Fraction(0)
    for a in range(k + 1):
        for b in range(a, k + 1 - a):
            ways = comb(k, a) * comb(k - a, b) * up**a * down**b * (1 - up - down) ** (k - a - b)
            wrong += ways / 2 if a == b else ways
    return wrong


def _exponential(k: int) -> Fraction:
    """The same of (17): its weights are 2^k and 1."""
    return Fraction(1, 1 + 2**k)


def _empty(settings: Settings) -> Iterator[Case]:
    """The mean probability of the wrong class in a bin of mass 1/N over eta = 1 and eta = -1, next to P(nobody)/2."""
    rules: list[tuple[str, Vote, object]] = [
        ("(11)-(13)", LocalVote("one-hot", 2, _LEVEL), _one_hot),
        ("(17)", CentralVote("exponential", 2, _LEVEL), _exponential),
    ]
    for name, vote, wrong in rules:
        for size in (2, 3, 5, 10, 30) if settings.quick else range(2, 41):
            share = Fraction(1, size)
            law = [comb(size, k) * share**k * (1 - share) ** (size - k) for k in range(size + 1)]
            exact = sum((mass * wrong(k) for k, mass in enumerate(law)), Fraction(0))  # type: ignore[operator]
            seconds = chance_of_second(size, np.full(2, 1 / size), np.array([0.0, 1.0]), vote)
            again = arb(float(seconds[0] + 1 - seconds[1]) / 2, 1e-12)
            yield Case({"rule": name, "N": size}, exact, law[0] / 2, left_again=again)


OWN_SLIVER_CLASSES = Claim(
    "label/own/sliver/classes",
    "ours, for Theorems 2 and 4",
    Kind.LOWER_BOUND,
    "a bin that the support's edge cuts to mass 1/N is told wrongly one time in eight at least",
    corrected=FiniteCheck(
        r"p(B_l)=\tfrac1N:\ \tfrac12\big(P(c_l=1|\eta=1)+P(c_l=2|\eta=-1)\big)\ge\tfrac12\big(1-\tfrac1N\big)^N",
        "the votes (11)-(13) and (17), N = 2, 3, 5, 10, 30 (full: 2 to 40), e^(epsilon/2) = 2, exact",
        _empty,
        ">=",
        granted=r"1e-12 to the sum by the code that adds up risks",
    ),
    note="(1 - 1/N)^N is at least 1/4 from N = 2 on.",
)

_R = Symbol("r", positive=True)
_SAMPLES = Variable(N, Integer(1), oo)


def _covering(rate: object, family: object, left: object, text: str, variables: tuple[Variable, ...]) -> UpToConstant:
    return UpToConstant(left, rate, variables, family=family, along=_R, text=text)  # type: ignore[arg-type]


_SLAB = N ** (-(2 * beta + 1) / (2 * beta + d)) / 8
"""w/8 for h = N^(-1/(2 beta + d)), a bin of mass 1/N losing an eighth of it at least, by label/own/sliver/classes."""
_STEEP = {d: 2, beta: Rational(1, 2), gamma: 4}
_OPEN = N ** (-beta * (gamma + 1) / (2 * beta + d))
LOSES = (
    "eta = 1 or eta = -1 on [0,1]^2, density 1, beta = 1/2, gamma = 4, so that gamma beta = d, K = 2, epsilon = 1: h of the order of the "
    "theorem and such that the last layer of bins, cut at the edge, has the width 1/(N h). Where nobody is in a bin of mass 1/N, with "
    "probability 1/4 at least, the class is the same for both eta: all in all h^(2 beta + 1)/8 is lost, more than h^(beta (gamma + 1)) wherever "
    "gamma beta > beta + 1."
)
INSIDE_ONLY = (
    "for bins inside the support, or where gamma beta <= beta + 1: other bins may be cut to slivers by its edge"
)
COVERING_LOCAL = _covering(
    _OPEN.subs(_STEEP),
    ((N, _R**6),),
    _SLAB.subs(_STEEP),
    r"\mathcal X\subset\cup_lB_l:\ R-R^*\lesssim\Big(\frac{N(\varepsilon^2\wedge1)}{\ln K}\Big)^{-\frac{\beta(\gamma+1)}{2\beta+d}}",
    (_SAMPLES,),
)
"""Theorem 2 on bins that cover the support."""
COVERING_CENTRAL = _covering(
    (_OPEN + N ** (-beta * (gamma + 1) / (beta + d))).subs(_STEEP),
    ((N, _R**6),),
    _SLAB.subs(_STEEP),
    r"\mathcal X\subset\cup_lB_l:\ R-R^*\lesssim\Big(\frac{\ln K}{\varepsilon N}\Big)^{\frac{\beta(\gamma+1)}{\beta+d}}+\Big(\frac{\ln K}N\Big)^{\frac{\beta(\gamma+1)}{2\beta+d}}",
    (_SAMPLES,),
)
"""Theorem 4 on bins that cover the support."""
COVERING_HEAVY = _covering(
    (N ** (-2 * beta / (2 * beta + d)) + (epsilon * N) ** (-2 * beta * (p - 1) / (p * beta + d * (p - 1)))).subs(
        {d: 1, beta: 1, p: 2}
    ),
    ((N, _R**6), (epsilon, _R**-3)),
    8 * exp(-1) * (epsilon * N) ** Rational(2, 3) / (N * epsilon**2),
    r"\mathcal X\subset\cup_lB_l:\ R-R^*\lesssim N^{-\frac{2\beta}{2\beta+d}}+(\varepsilon N)^{-\frac{2\beta(p-1)}{p\beta+d(p-1)}}",
    (_SAMPLES, Variable(epsilon, Integer(0), Integer(1), open_lower=True)),
)
"""Theorem 12 on bins that cover the support; at p = 2 the printed h is that of (195)."""
LOSES_HEAVY = (
    "[0,1] with density 1, d = beta = M_p = 1, p = 2, epsilon = N^(-1/2), where h = N^(-1/6) is the larger "
    "term: T^2 = epsilon N h = (epsilon N)^(2/3), and by label/own/sliver the last bin costs 8 T^2/(e N "
    "epsilon^2)."
)

CLAIMS = (OWN_SLIVER_CLASSES,)
