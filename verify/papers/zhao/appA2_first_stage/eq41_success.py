"""zhao Appendix A.2, (41), (42) and Lemma 2: the first stage succeeds with high probability."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, Rational, exp, oo

from notation.symbols import epsilon, n
from verify.papers.zhao.appA2_first_stage.eq24_votes import RATE
from verify.prover import Relation, Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Inequality, UpToConstant, Whole
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

C0 = Rational(1, 2007)
"""An explicit c_0 of Lemma 2, from the deviation 0.09 n; the largest that this route gives is 81/162500."""

_X = sympy.Symbol("x", nonnegative=True)
_F = sympy.Symbol("f", nonnegative=True)
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)
_PRINTED, _HALVED = Rational(18, 100), Rational(9, 100)
_GROWING = sympy.Symbol("r", positive=True)


def _printed_split(_: Settings) -> Iterator[Case]:
    """Constant data in the middle of bin k_0, so that p_(k_0) = 1: P(s_(k_0) <= n (p_(k_0) - 0.18)) alone.

    s_(k_0) = n/2 + (a sum of n/2 Laplace variables of scale 2/epsilon), and n/2 + 0.32 n is far above its mean.
    """
    for users, rational_epsilon in ((1000, Fraction(1)), (5000, Fraction(1))):
        room, scale = Fraction(32, 100) * users, 2 / as_arb(rational_epsilon)
        tilt = arb(8) / 100
        beyond = (-tilt * as_arb(room)).exp() * (1 - (scale * tilt) ** 2) ** (-(users // 2))
        left = (1 - beyond).union(arb(1))
        right = 2 * (-((arb(18) / 100) ** 2) * users / (2 * (arb(1) / 8 + 8 / as_arb(rational_epsilon) ** 2))).exp()
        # By symmetry alone, the noise is at most 0 with probability 1/2: a second route to a left side above.
        yield Case(
            {"n": users, "epsilon": str(rational_epsilon), "p_k0": 1, "p_k": 0},
            left,
            right,
            left_again=(arb(1) / 2).union(arb(1)),
        )


CLAIMS = (
    Claim(
        "zhao/eq41",
        "arXiv v1, Appendix A.2, (41), (42)",
        Kind.INEQUALITY,
        "a far bin wins with exponentially small probability",
        Whole(
            r"P(\hat k^*=k) \le P(s_k\ge n(p_k+0.18))+P(s_{k_0}\le n(p_{k_0}-0.18)) \le"
            r" 2e^{-\frac{0.18^2}{2(1/8+8/\varepsilon^2)}n} \le 2e^{-c_0n\varepsilon^2}",
            ("zhao/eq41/a", "zhao/eq41/b", "zhao/eq41/c", "zhao/eq42"),
        ),
        Whole(
            r"P(\hat k^*=k) \le P(s_k\ge n(\tfrac{p_k}2+0.09))+P(s_{k_0}\le n(\tfrac{p_{k_0}}2-0.09)) \le"
            r" 2e^{-\frac{0.09^2}{2(1/8+8/\varepsilon^2)}n} \le 2e^{-c_0n(\varepsilon^2\wedge1)}",
            ("zhao/eq41/a", "zhao/eq41/b", "zhao/eq41/c", "zhao/eq42"),
            as_corrected=True,
        ),
        correction="the means are n p_k/2, so the deviation is 0.09 n; the exponent saturates in epsilon",
        severity=Severity.CONSTANT,
        theorem="zhao/lemma2",
    ),
    Claim(
        "zhao/eq41/a",
        "arXiv v1, Appendix A.2, (41), first step",
        Kind.INEQUALITY,
        "the two thresholds do not cross",
        Inequality(
            Relation(
                2 * exp(Integer(-8)) + 2 * _X,
                Rational(1, 2) - exp(Integer(-2)),
                "<=",
                (Variable(_X, Integer(0), _PRINTED),),
            ),
            (("x", "9/50"),),
        ),
        note="s_k >= s_k0 needs s_k at or above the first threshold or s_k0 at or below the second, as soon as "
        "p_k + 0.18 <= p_k0 - 0.18, which Lemma 4 gives; halved, this is also the step of the correction.",
    ),
    Claim(
        "zhao/eq41/b",
        "arXiv v1, Appendix A.2, (41), second step",
        Kind.INEQUALITY,
        "the deviation from the mean is 0.18 n",
        FiniteCheck(
            r"P(s_k\ge n(p_k+0.18))+P(s_{k_0}\le n(p_{k_0}-0.18))\le 2e^{-\frac{0.18^2}{2(1/8+8/\varepsilon^2)}n}",
            "constant data in the middle of a bin, n = 1000 and 5000, epsilon = 1",
            _printed_split,
        ),
        Derived(
            r"P(s_k\ge n(\tfrac{p_k}2+0.09))+P(s_{k_0}\le n(\tfrac{p_{k_0}}2-0.09))\le"
            r"2e^{-\frac{0.09^2}{2(1/8+8/\varepsilon^2)}n}",
            ("zhao/lemma3", "zhao/lemma4", "zhao/eq41/a"),
            AllOf(
                r"\text{(25) and (26) at } t=0.09n\le n/\sqrt2",
                (
                    (
                        "the exponent",
                        Identity((_HALVED * n) ** 2 * RATE / n, _HALVED**2 * n * RATE),
                    ),
                    (
                        "in the range of Lemma 3",
                        Inequality(Relation(_X, 1 / sympy.sqrt(2), "<=", (Variable(_X, Integer(0), _HALVED),))),
                    ),
                ),
            ),
        ),
        correction="E s_k = n p_k/2, not n p_k: at p_k0 = 1 the printed threshold 0.82 n is above the mean n/2, and "
        "the probability is nearly 1",
        severity=Severity.CONSTANT,
        theorem="zhao/lemma2",
    ),
    Claim(
        "zhao/eq41/c",
        "arXiv v1, Appendix A.2, (41), third step",
        Kind.INEQUALITY,
        "the exponent is of order n epsilon^2",
        UpToConstant(
            epsilon**2,
            _PRINTED**2 * RATE,
            (_EPSILON,),
            family=((epsilon, _GROWING),),
            along=_GROWING,
            text=r"\exists c_0>0:\ c_0\varepsilon^2\le\frac{0.18^2}{2(1/8+8/\varepsilon^2)}\ \forall\varepsilon>0",
        ),
        UpToConstant(
            sympy.Min(epsilon**2, 1),
            _HALVED**2 * RATE,
            (_EPSILON,),
            constant=1 / C0,
            text=r"c_0(\varepsilon^2\wedge1)\le\frac{0.09^2}{2(1/8+8/\varepsilon^2)},\ c_0=1/2007",
        ),
        correction="epsilon^2 becomes min(epsilon^2, 1), as Lemma 2 states it",
        severity=Severity.TYPO,
        theorem="zhao/lemma2",
    ),
    Claim(
        "zhao/eq42",
        "arXiv v1, Appendix A.2, (42)",
        Kind.INEQUALITY,
        "the number of far bins, doubled, is at most sqrt(m)",
        Inequality(
            Relation(
                2 * (_X + _F - 1),
                2 * _X,
                "<=",
                (Variable(_X, Integer(0), oo), Variable(_F, Integer(0), Integer(1), open_upper=True)),
            )
        ),
        note="With x = sqrt(m)/2 and ceil(x) = x + f, 0 <= f < 1: 2 (ceil(sqrt(m)/2) - 1) <= sqrt(m).",
    ),
    Claim(
        "zhao/lemma2",
        "arXiv v1, Appendix A.2, Lemma 2",
        Kind.INEQUALITY,
        "the interval holds the mean with high probability",
        Derived(
            r"P(\mu\in[L,R])\ge1-\sqrt m\,e^{-c_0n(\varepsilon^2\wedge1)}\ \text{with } c_0=1/2007",
            ("zhao/eq41/a", "zhao/eq41/b", "zhao/eq41/c", "zhao/eq42"),
            Inequality(
                Relation(
                    2 * (_X + _F - 1) * exp(-n),
                    2 * _X * exp(-n),
                    "<=",
                    (
                        Variable(_X, Integer(0), oo),
                        Variable(_F, Integer(0), Integer(1), open_upper=True),
                        Variable(n, Integer(0), oo, open_lower=True),
                    ),
                )
            ),
        ),
        note="At most B - 1 bins are two or more away from k*; n stands for the exponent c_0 n (epsilon^2 ^ 1).",
    ),
)
