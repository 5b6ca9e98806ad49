"""kent Appendix H.2, (190)-(194): the hypercube for means, high privacy."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, Rational, exp, log, oo, sqrt

from lowerbounds.information.laws import binomial
from verify.papers.kent.instances.hypercubes import shifted, vertices
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

C = Rational(1, 1344)
"""The c of Step 3 that makes the bracket 1/2."""

_ALPHA, _DELTA, _N, _T, _D = sympy.symbols("alpha Delta n T d", positive=True)
_V = sympy.Symbol("v", real=True)
_Y = sympy.Symbol("y", positive=True)
_W, _S = sympy.Symbol("w", nonnegative=True), sympy.Symbol("s", nonnegative=True)
_HALF = Rational(1, 2)
_SMALL = ((_DELTA, "0", "1"),)
_P = (1 + _DELTA) / 2
_EXCESS = 4 * _DELTA**2 / (1 - _DELTA**2)
_ONE = Variable(_Y, Integer(0), Integer(1), open_lower=True)
_LOW = Variable(_DELTA, Integer(0), sqrt(2) / 2, open_lower=True)


def _separated(_: Settings) -> Iterator[Case]:
    """A quarter of the squared distance of the exact means beside Delta^2 (Delta^2/d) times the Hamming distance."""
    delta = Fraction(1, 3)
    for d in (1, 2, 3):
        means = {v: [(1 + delta * x) / 2 - (1 - delta * x) / 2 for x in v] for v in vertices(d)}
        for v, w in product(means, means):
            far = sum((Fraction(a - b) ** 2 for a, b in zip(means[v], means[w], strict=True)), Fraction(0)) / 4
            yield Case(
                {"d": d, "v": str(v), "v'": str(w)}, far, delta**2 * sum(a != b for a, b in zip(v, w, strict=True))
            )


def _moments(_: Settings) -> Iterator[Case]:
    """E phi_i^2 and E phi_i phi_j of the T-fold products, summed over all data, beside (192) and 0."""
    for delta in (Fraction(1, 4), Fraction(1, 2)):
        for samples in (1, 2, 3, 4):
            eta = ((1 + 3 * delta**2) / (1 - delta**2)) ** samples - 1
            counts = {v: [binomial(samples, (1 + delta * s) / 2) for s in v] for v in vertices(2)}
            for v in vertices(2):
                (p, q), (pf, qf) = counts[v], counts[(-v[0], -v[1])]
                square = sum(((pf[a] / p[a] - 1) ** 2 * p[a] for a in p.atoms), Fraction(0))
                cross = sum(
                    ((pf[a] / p[a] - 1) * (qf[b] / q[b] - 1) * p[a] * q[b] for a in p.atoms for b in q.atoms),
                    Fraction(0),
                )
                yield Case({"Delta": str(delta), "T": samples, "v": str(v)}, square + cross, eta)


def _private_cases(settings: Settings) -> Iterator[Case]:
    """The average TV over every extreme channel at n = T = 1, d = 2, beside sqrt(21 n alpha^2 eta^2/d), squared."""
    delta = Fraction(1, 4)
    cube = shifted(2, delta)
    for t in (Fraction(3, 2), Fraction(27, 10)):
        for place, channel in enumerate(cube.channels(t)):
            average = cube.average_variation(lambda v, c=channel: cube.law(v).through(c))  # type: ignore[misc]
            eta = 4 * delta**2 / (1 - delta**2)
            yield Case(
                {"e^alpha": str(t), "channel": place}, as_arb(average**2), 21 * as_arb(t).log() ** 2 * as_arb(eta) / 2
            )


CLAIMS = (
    Claim(
        "kent/appH.2/fam",
        "Appendix H.2, Step 1, (190), (191)",
        Kind.CONSTRUCTION,
        "the hypercube families for means",
        Derived(
            r"X_j=\pm1\text{ w.p. }\tfrac{1\pm\Delta v_j}2,\ X'=X/\sqrt d:\ \theta=\Delta v,\ \tfrac14\|\theta_v-\theta_{v'}\|^2"
            r"=\Delta^2\textstyle\sum1\{v_j\ne v_j'\},\ \theta'=\Delta v/\sqrt d",
            ("kent/eq182",),
            AllOf(
                r"\text{one co-ordinate}",
                (
                    ("mean of a co-ordinate", Identity((1 + _DELTA * _V) / 2 - (1 - _DELTA * _V) / 2, _DELTA * _V)),
                    (
                        "a probability",
                        at_most(Integer(0), (1 - _DELTA) / 2, Variable(_DELTA, Integer(0), Integer(1), True)),
                    ),
                    ("X' has norm 1", Identity(_D * (1 / sqrt(_D)) ** 2, Integer(1))),
                    ("one co-ordinate's share of the separation", Identity((_DELTA - (-_DELTA)) ** 2 / 4, _DELTA**2)),
                    ("and scaled", Identity(((_DELTA / sqrt(_D)) - (-_DELTA / sqrt(_D))) ** 2 / 4, _DELTA**2 / _D)),
                ),
            ),
            (),
            (
                (
                    "all pairs, exact",
                    FiniteCheck(
                        r"\tfrac14\|\theta_v-\theta_{v'}\|^2=\Delta^2\sum1\{v_j\ne v_j'\}",
                        "d = 1, 2, 3, Delta = 1/3, all pairs",
                        _separated,
                        "==",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/appH.2/eta",
        "Appendix H.2, Step 2, (192), (193)",
        Kind.IDENTITY,
        "Assumptions 1 and 2 for T-fold products",
        Derived(
            r"E(\varphi_{v,i}\varphi_{v,j})=1,\ E\varphi_{v,i}^2=\Big(\tfrac{1+3\Delta^2}{1-\Delta^2}\Big)^T,\ "
            r"\eta^2=\Big(\tfrac{1+3\Delta^2}{1-\Delta^2}\Big)^T-1",
            ("kent/appH.2/fam",),
            AllOf(
                r"\text{one sample; the samples and co-ordinates are independent}",
                (
                    (
                        "mean of one factor, v_i = 1",
                        Identity((1 - _P) / _P * _P + _P / (1 - _P) * (1 - _P), Integer(1), _SMALL),
                    ),
                    (
                        "its second moment; the same for v_i = -1 by symmetry",
                        Identity((1 - _P) ** 2 / _P + _P**2 / (1 - _P), (1 + 3 * _DELTA**2) / (1 - _DELTA**2), _SMALL),
                    ),
                    ("in the form of (194)", Identity((1 + 3 * _DELTA**2) / (1 - _DELTA**2), 1 + _EXCESS, _SMALL)),
                ),
            ),
            (),
            (
                (
                    "all data sets",
                    FiniteCheck(
                        r"E\phi_i^2+E\phi_i\phi_j=\eta^2",
                        "Delta = 1/4, 1/2; T = 1..4; d = 2, all v",
                        _moments,
                        "==",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/appH.2/eq194",
        "Appendix H.2, Step 3, (194)",
        Kind.INEQUALITY,
        "the fluctuation at Delta^2 = cd/(nT alpha^2)",
        AllOf(
            r"\eta^2\le\big(1+\tfrac{8cd}{nT\alpha^2}\big)^T-1\le\tfrac{16cd}{n\alpha^2},\ \Delta^2\le\tfrac12,\ \tfrac{8cd}{n\alpha^2}\le1",
            (
                (
                    "4 Delta^2/(1 - Delta^2) <= 8 Delta^2",
                    at_most(Integer(4), 8 * (1 - _DELTA**2), _LOW, shown=(("Delta", "1/2"),)),
                ),
                ("(1 + y/T)^T <= e^y: log(1 + s) <= s", at_most(log(1 + _S), _S, Variable(_S, Integer(0), oo))),
                ("e^y - 1 <= 2y", at_most(exp(_Y) - 1, 2 * _Y, _ONE, shown=(("y", "1"),))),
            ),
        ),
        note="y = 8cd/(n alpha^2), s = y/T.",
    ),
    Claim(
        "kent/appH.2/rate",
        "Appendix H.2, Step 3",
        Kind.LOWER_BOUND,
        "the T-dependent lower bound for means, high privacy",
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d))\ge\tfrac{cd^2}{2nT\alpha^2}(1-\sqrt{336c})\ge\tfrac{d^2}{5376\,nT\alpha^2},\ "
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d'))\ge\tfrac{d}{5376\,nT\alpha^2},\ \alpha\le1,\ n\alpha^2\ge d",
            ("kent/eq188", "kent/lemma12", "kent/appH.2/fam", "kent/appH.2/eta", "kent/appH.2/eq194"),
            AllOf(
                r"c=\tfrac1{1344}",
                (
                    (
                        "16 c d/(n alpha^2) in the root",
                        Identity(sqrt(21 / _D * _N * _ALPHA**2 * (16 * C * _D / (_N * _ALPHA**2))), sqrt(336 * C)),
                    ),
                    ("which is 1/2", Identity(sqrt(336 * C), _HALF)),
                    (
                        "the end",
                        Identity(
                            C * _D / (_N * _T * _ALPHA**2) * _D / 2 * (1 - _HALF), _D**2 / (5376 * _N * _T * _ALPHA**2)
                        ),
                    ),
                    (
                        "Delta^2 = c w/T <= 1/2 with w = d/(n alpha^2) <= 1",
                        at_most(C * _W, _HALF, Variable(_W, Integer(0), Integer(1))),
                    ),
                    ("8c w <= 1", at_most(8 * C * _W, Integer(1), Variable(_W, Integer(0), Integer(1)))),
                ),
            ),
            (),
            (
                (
                    "every extreme channel",
                    FiniteCheck(
                        r"(\tfrac1d\sum_jD_{\mathrm{TV}})^2\le\tfrac{21}dn\alpha^2\eta^2",
                        "d = 2, n = T = 1, Delta = 1/4, e^alpha = 3/2, 27/10",
                        _private_cases,
                    ),
                ),
            ),
        ),
        note="In the paper c is small and unnamed; the condition n alpha^2 > C d log(ed) is more than n alpha^2 >= d.",
    ),
)
