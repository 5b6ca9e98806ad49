"""Lower bounds under a moment condition, for zhao Theorem 3 and Remark 2: rare large values."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, sqrt

from lowerbounds.information.laws import binomial
from lowerbounds.vectors.heavy import spikes
from notation.symbols import d, epsilon, m, n, p
from verify.calculus.textbook import CHAIN_RULE, LE_CAM, PINSKER
from verify.papers.zhao.instances.exact_risks import below_root
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, SameRate, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_M = sympy.Symbol("M", positive=True)
_Q = sympy.Symbol("q", positive=True)
_E = sympy.Symbol("e", positive=True)
"""(e^epsilon - 1)^2."""
_N = sympy.Symbol("k", positive=True)
_Y = sympy.Symbol("y", positive=True)
_HIGH_PRIVACY = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_SIZES = tuple(product((1, 10, 40), (1, 5, 50), (2, 4), (Fraction(11, 10), Fraction(3, 2), Fraction(3))))
"""n, m, p, e^epsilon."""


def _scale(n: int, m: int, t: Fraction) -> Fraction:
    """2 m^2 n (e^epsilon - 1)^2."""
    return 2 * m**2 * n * (t - 1) ** 2


def _posterior_variance(n: int, lean: arb) -> arb:
    """Of a fair sign told by answers with P(yes) = (1 +- lean)/2: the sum of 2pq/(p+q) over counts."""
    high, low = (1 + lean) / 2, (1 - lean) / 2
    total = arb(0)
    for k in range(n + 1):
        p, q = high**k * low ** (n - k), low**k * high ** (n - k)
        total += comb(n, k) * 2 * p * q / (p + q)
    return total


def _risks(_: Settings) -> Iterator[Case]:
    """M_p = 1: the bound beside the exact Bayes risk of responses "a positive spike, a negative one, or a fair coin"."""
    for users, samples, order, t in _SIZES:
        scale = _scale(users, samples, t)
        if scale < 1:
            continue
        q = min(below_root(1 / scale, 10**6), Fraction(1))
        seen = 1 - (1 - as_arb(q)) ** samples
        left = _posterior_variance(users, seen * as_arb((t - 1) / (t + 1)))
        power = 1 - Fraction(1, order)
        square = (2 * as_arb(power) * as_arb(q).log()).exp()
        bound = (-as_arb(power) * as_arb(scale).log()).exp() / 4
        yield Case({"n": users, "m": samples, "p": order, "e^epsilon": str(t)}, bound, square * left)


def _variation(_: Settings) -> Iterator[Case]:
    """TV of m samples with a positive or a negative spike: by counts of spikes, no spike being common; beside mq."""
    for samples, q in product((1, 2, 10, 100), (Fraction(1, 1000), Fraction(1, 20), Fraction(1, 2))):
        law = binomial(samples, q)
        apart = sum((mass for hits, mass in law if hits != 0), Fraction(0))
        yield Case({"m": samples, "q": str(q)}, apart, samples * q, left_again=1 - (1 - q) ** samples)


def _shipped(_: Settings) -> Iterator[Case]:
    """A tenth of the formula beside the library's bound, which chooses q itself; M_p = 1."""
    for users, samples, order, t in (
        (100, 10, 2, Fraction(3, 2)),
        (1000, 100, 4, Fraction(11, 10)),
        (50, 1, 3, Fraction(3)),
    ):
        eps = float(as_arb(t).log())
        value = spikes(users, samples, 3, eps, float(order)).value
        bound = (-as_arb(1 - Fraction(1, order)) * as_arb(_scale(users, samples, t)).log()).exp() / 4
        parameters = {"n": users, "m": samples, "p": order, "epsilon": eps}
        yield Case(parameters | {"support": "coordinates", "d": 3}, 3 * bound / 10, as_arb(Fraction(value)))
        norm = spikes(users, samples, 3, eps, float(order), 1.0, "l2").value
        yield Case(parameters | {"support": "l2", "d": 3}, bound / 10, as_arb(Fraction(norm)))


CLAIMS = (
    Claim(
        "zhao/own/spikes",
        "ours, for Theorem 3",
        Kind.LOWER_BOUND,
        "rare large values: the second term of (4) is needed",
        None,
        Derived(
            r"E|X|^p\le M_p,\ 2m^2n(e^\varepsilon-1)^2\ge1:\ \inf\sup E(\hat\mu-\mu)^2\ge\tfrac14M_p^{2/p}\big(2m^2n(e^\varepsilon-1)^2\big)^{-(1-1/p)}",
            ("zhao/contraction",),
            AllOf(
                r"X=V(M_p/q)^{1/p}\text{ with chance } q,\text{ else } 0;\ \mathrm{TV}\le mq,\ n(e^\varepsilon-1)^2(mq)^2=\tfrac12",
                (
                    ("the moment", Identity(_Q * ((_M / _Q) ** (1 / p)) ** p, _M, ((p, "2", "oo"),))),
                    (
                        "the mean",
                        Identity(_Q * (_M / _Q) ** (1 / p), _M ** (1 / p) * _Q ** (1 - 1 / p), ((p, "2", "oo"),)),
                    ),
                    (
                        "1 - (1-q)^m <= mq, from m to m + 1",
                        at_most(
                            1 - (_N + 1) * _Q,
                            (1 - _N * _Q) * (1 - _Q),
                            Variable(_N, Integer(0), oo, open_lower=True),
                            Variable(_Q, Integer(0), Integer(1), open_lower=True),
                        ),
                    ),
                    (
                        "the divergence of all messages at q = (2 m^2 n e)^(-1/2)",
                        Identity(n * _E * (m * (2 * m**2 * n * _E) ** Rational(-1, 2)) ** 2, Rational(1, 2)),
                    ),
                    (
                        "an error of 1/4: (1 - sqrt(1/4))/2",
                        Identity((1 - sqrt(Rational(1, 2) / 2)) / 2, Rational(1, 4)),
                    ),
                    (
                        "the squared mean at that q, quartered; y = 2 m^2 n e, k = M_p^(1/p)",
                        Identity(
                            (_N * (1 / sqrt(_Y)) ** (1 - 1 / p)) ** 2 / 4,
                            _N**2 * _Y ** (1 / p - 1) / 4,
                            ((p, "2", "oo"),),
                        ),
                    ),
                ),
            ),
            (LE_CAM, PINSKER, CHAIN_RULE),
            (
                (
                    "total variation, exact",
                    FiniteCheck(r"1-(1-q)^m\le mq", "m = 1, 2, 10, 100, q = 1/1000, 1/20, 1/2", _variation),
                ),
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"\tfrac14(2m^2ne)^{-(1-1/p)}\le\text{Bayes risk}",
                        "n = 1, 10, 40, m = 1, 5, 50, p = 2, 4, e^epsilon = 11/10, 3/2, 3, where 2 m^2 n e >= 1: responses on the sign of a spike",
                        _risks,
                    ),
                ),
            ),
        ),
        note="An error about V costs the squared mean. The m-fold laws differ wherever any sample is a spike, so that m^2, not m, enters. "
        "Sequentially interactive mechanisms too.",
    ),
    Claim(
        "zhao/own/thm3/lower",
        "ours, for Theorem 3",
        Kind.LOWER_BOUND,
        "(4) from below, up to ln m, for epsilon at most 1",
        None,
        Derived(
            r"p\ge1,\ \varepsilon\le1:\ \inf\sup E(\hat\mu-\mu)^2\ge M_p^{2/p}\max\Big\{\tfrac1{36}\min\Big(1,\frac1{mn\varepsilon^2}\Big),\ "
            r"\tfrac14(6m^2n\varepsilon^2)^{-(1-1/p)}\Big\},\ 2m^2n(e^\varepsilon-1)^2\ge1",
            ("zhao/own/spikes", "zhao/thm2/lower"),
            AllOf(
                r"|X|\le M_p^{1/p}\Rightarrow E|X|^p\le M_p",
                (
                    (
                        "(e^epsilon - 1)^2 <= 3 epsilon^2",
                        at_most((exp(epsilon) - 1) ** 2, 3 * epsilon**2, _HIGH_PRIVACY),
                    ),
                    (
                        "the order of the second term of (4)",
                        SameRate(
                            (6 * m**2 * n * epsilon**2) ** (-(1 - 1 / p)) / 6,
                            (m**2 * n * epsilon**2) ** (-(1 - 1 / p)),
                            fixed=(p,),
                        ),
                    ),
                    (
                        "the order of the first without ln m",
                        SameRate(log(m) / (m * n * epsilon**2) / log(m), 1 / (m * n * epsilon**2)),
                    ),
                ),
            ),
        ),
        note="With (4) as corrected: the rate of Theorem 3 is right up to ln m.",
    ),
    Claim(
        "zhao/own/spikes/vectors",
        "ours, for Remark 2",
        Kind.LOWER_BOUND,
        "rare large vectors: what Remark 2 cannot beat",
        None,
        Derived(
            r"E|X_k|^p\le M_p:\ \ge\tfrac d4M_p^{2/p}\big(2m^2n(e^\varepsilon-1)^2\big)^{-(1-1/p)};\quad E\|X\|_2^p\le M_p:\ \ge\text{a } d\text{-th of it}",
            ("zhao/own/spikes",),
            AllOf(
                r"X=(Y,\dots,Y);\quad X=Ye_1",
                (
                    (
                        "against the second term of (12) as corrected: d^(1-1/p) apart",
                        SameRate(
                            d * (d / (m**2 * n * _E)) ** (1 - 1 / p) / (d * (m**2 * n * _E) ** (-(1 - 1 / p))),
                            d ** (1 - 1 / p),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "what the library computes is at least a tenth of it",
                    FiniteCheck(
                        r"\tfrac1{10}\cdot\text{formula}\le L",
                        "(n, m, p, e^epsilon) = (100, 10, 2, 3/2), (1000, 100, 4, 11/10), (50, 1, 3, 3); d = 3, both conditions",
                        _shipped,
                    ),
                ),
            ),
        ),
        note="Whether the factor d^(1-1/p) between this and Remark 2's second term is needed is open here. The first terms are those of the l_inf and the l_2 ball.",
    ),
)
