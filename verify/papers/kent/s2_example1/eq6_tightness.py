"""kent Section 2, Example 1: what its class of laws allows, and where (6) is tight."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer, oo

from lowerbounds.information.laws import FiniteLaw
from verify.calculus.textbook import DATA_PROCESSING
from verify.papers.kent.s2_example1.eq7_lower import bayes_risk, powers
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    UpToConstant,
    at_most,
)
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings

_ALPHA, _N, _T = sympy.symbols("alpha n T", positive=True)
_X = sympy.Symbol("x", positive=True)
_R = sympy.Symbol("r", positive=True)
_THETA, _L = sympy.Symbol("hat_theta", real=True), sympy.Symbol("L", positive=True)
_ANY = Variable(_X, Integer(0), oo, open_lower=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)


def _heavy_points(_: Settings) -> Iterator[Case]:
    """The Bayes risk between the means -1 and 1 when all samples are seen: the probability that all are 0."""
    for scale in (Fraction(10), Fraction(100)):
        for samples in (1, 2, 3):
            laws = [FiniteLaw.of({0: 1 - 1 / scale, sign: 1 / scale}) for sign in (-1, 1)]
            risk = bayes_risk(powers(laws[0], samples), powers(laws[1], samples), Fraction(2))
            yield Case({"n T": samples, "L": str(scale)}, risk, (1 - 1 / scale) ** samples)


CLAIMS = (
    Claim(
        "kent/own/unbounded",
        "to Section 2, Example 1: the printed class",
        Kind.LOWER_BOUND,
        "on all laws with a mean in [-1, 1] nothing beats the constant 0",
        None,
        Derived(
            r"\mathcal P=\{P:E_P(X)\in[-1,1]\}:\quad\mathcal R_{n,T,\alpha}(\theta(\mathcal P),(\cdot)^2)=1"
            r"\ \text{for all } n,T,\alpha",
            (),
            AllOf(
                r"P_\pm=(1-\tfrac1L)\delta_0+\tfrac1L\delta_{\pm L}:\ \mathcal R\ge1-\tfrac{nT}L\to1",
                (
                    ("the mean of P_+", Identity((1 - 1 / _L) * 0 + _L / _L, Integer(1))),
                    (
                        "all nT samples are 0 with probability at least 1 - nT/L; then any estimate errs by 1",
                        at_most(Integer(1), ((_THETA - 1) ** 2 + (_THETA + 1) ** 2) / 2, Variable(_THETA, -oo, oo)),
                    ),
                    ("L grows", Identity(sympy.limit(1 - _N * _T / _L, _L, oo), Integer(1))),
                    (
                        "the constant 0 has risk theta^2, at most 1",
                        at_most(_THETA**2, Integer(1), Variable(_THETA, Integer(-1), Integer(1))),
                    ),
                ),
            ),
            (DATA_PROCESSING,),
            (
                (
                    "the Bayes risk when all samples are seen",
                    FiniteCheck(
                        r"\textstyle\sum\frac{2pq}{p+q}=(1-\tfrac1L)^{nT}",
                        "L = 10, 100; nT = 1, 2, 3",
                        _heavy_points,
                        "==",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/example1a/tight",
        "Section 2, Example 1, text after (6)",
        Kind.UPPER_RATE,
        "(6) is tight up to logarithms for a range of T",
        Derived(
            r"\mathcal P=\{P:\mathrm{supp}\,P\subseteq[-1,1]\},\ \alpha\in(0,1]:\ \mathcal R_{n,T,\alpha}\lesssim\frac{\log(nT\alpha^2)}{nT\alpha^2},\ "
            r"T\le e^{n\alpha^2/K};\quad\mathcal R_{n,1,\alpha}\le\tfrac1n+\tfrac8{n\alpha^2}\le\tfrac9{n\alpha^2}",
            ("kent/example1a", "kent/eq119"),
            UpToConstant(
                1 / _N + 2 * (2 / _ALPHA) ** 2 / _N,
                1 / (_N * _ALPHA**2),
                (Variable(_N, Integer(1), oo), _HIGH),
                constant=Integer(9),
            ),
        ),
        note=(
            "The class is that of (12), the laws on [-1, 1], for which Section 3 has the upper bound; (6) holds "
            "for it. The range of T is that of kent/eq119, which has the constants. Example 1 leaves the support "
            "out: on all laws with a mean in [-1, 1] see kent/own/unbounded. At T = 1 by the Laplace mechanism."
        ),
    ),
)
