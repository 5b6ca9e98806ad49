"""kent Appendix H.2, (190)-(194), and Lemma 25: the hypercube for means, high privacy and no privacy."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, sqrt

from lowerbounds.laws import binomial
from verify.claim import Claim, Kind, Severity
from verify.outcome import Settings, as_arb
from verify.papers.kent.cubes import shifted, vertices
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, UpToConstant, Whole, at_most
from verify.textbook import CHAIN_RULE, LE_CAM, PINSKER

C = Rational(1, 1344)
"""The c of Step 3 that makes the bracket 1/2."""

_ALPHA, _DELTA, _N, _T, _D, _R = sympy.symbols("alpha Delta n T d r", positive=True)
_V = sympy.Symbol("v", real=True)
_X, _Y = sympy.Symbol("x", positive=True), sympy.Symbol("y", positive=True)
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


def _printed_equality(_: Settings) -> Iterator[Case]:
    """nT/2^d times the sum over v with v_1 = 1 of KL, beside nT Delta log((1 + Delta)/(1 - Delta)), nT = 1."""
    delta, d = Fraction(1, 2), 2
    kl = as_arb(delta) * (as_arb((1 + delta) / (1 - delta))).log()
    left = sum((kl / 2**d for v in vertices(d) if v[0] == 1), arb(0))
    yield Case({"nT": 1, "d": d, "Delta": str(delta), "j": 1}, left, kl, left_again=as_arb(Fraction(3)).log() / 4)


def _true_equality(_: Settings) -> Iterator[Case]:
    """The same sum beside half of it, up to 2^-40 either way."""
    for d in (1, 2, 3):
        for delta in (Fraction(1, 4), Fraction(1, 2)):
            kl = as_arb(delta) * (as_arb((1 + delta) / (1 - delta))).log()
            left = sum((kl / 2**d for v in vertices(d) if v[0] == 1), arb(0))
            yield Case({"d": d, "Delta": str(delta)}, abs(left - kl / 2), arb(2) ** -40)


def _harmonic(_: Settings) -> Iterator[Case]:
    """Delta^2 (1 - TV) beside the exact Bayes risk of one co-ordinate of (190) from nT samples."""
    for delta in (Fraction(1, 8), Fraction(1, 2), Fraction(9, 10)):
        for samples in (1, 2, 5, 20):
            p, q = (binomial(samples, (1 + s * delta) / 2) for s in (1, -1))
            risk = sum((2 * p[a] * q[a] / (p[a] + q[a]) for a in p.atoms if p[a] + q[a]), Fraction(0))
            both = sum((min(p[a], q[a]) for a in p.atoms), Fraction(0))
            yield Case({"nT": samples, "Delta": str(delta)}, delta**2 * both, delta**2 * risk)


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
    Claim(
        "kent/lemma25/delta",
        "Appendix I, proof of Lemma 25, the choice of Delta",
        Kind.RATE_ALGEBRA,
        "Delta = 1/(6nT) gives d/(nT)",
        UpToConstant(
            1 / _X,
            (1 / (6 * _X)) ** 2,
            (Variable(_X, Integer(1), oo),),
            family=((_X, _R),),
            along=_R,
            text=r"\Delta=\tfrac1{6nT}:\ \Delta^2\textstyle\sum_{j=1}^d\{1-\sqrt{3nT\Delta^2}\}\gtrsim\frac d{nT}",
        ),
        AllOf(
            r"\Delta=(6nT)^{-1/2}:\ \Delta^2d(1-\sqrt{3nT\Delta^2})=\tfrac{d}{6nT}(1-\sqrt{1/2})\ge\tfrac{d}{24nT}",
            (
                ("the root", Identity(sqrt(3 * _X / (6 * _X)), sqrt(_HALF))),
                ("the constant", at_most(_Y / 24, _Y * (1 - sqrt(_HALF)) / 6, _ONE)),
            ),
        ),
        correction="Delta = (6nT)^(-1/2)",
        severity=Severity.TYPO,
        theorem="kent/lemma25",
        note="With the printed Delta the display is at most d/(36 n^2 T^2); x = nT, the bracket at most 1. The square root may "
        "be lost in our copy.",
    ),
    Claim(
        "kent/lemma25/sum",
        "Appendix I, proof of Lemma 25, from the fifth line to the sixth",
        Kind.IDENTITY,
        "the sum over half of the cube",
        FiniteCheck(
            r"\tfrac{nT}{2^d}\textstyle\sum_{v:v_j=1}D_{\mathrm{KL}}=nT\Delta\log\tfrac{1+\Delta}{1-\Delta}",
            "nT = 1, d = 2, Delta = 1/2",
            _printed_equality,
            "==",
        ),
        Derived(
            r"\tfrac{nT}{2^d}\textstyle\sum_{v:v_j=1}D_{\mathrm{KL}}=\tfrac{nT}2\Delta\log\tfrac{1+\Delta}{1-\Delta}",
            ("kent/appH.2/fam",),
            AllOf(
                r"2^{d-1}\text{ equal terms}",
                (
                    ("their sum", Identity(_X / 2**_D * 2 ** (_D - 1) * _Y, _X * _Y / 2)),
                    (
                        "the divergence",
                        Identity(
                            _P * log(_P / (1 - _P)) + (1 - _P) * log((1 - _P) / _P), _DELTA * log(_P / (1 - _P)), _SMALL
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "enclosed",
                    FiniteCheck(r"|\cdot|\le2^{-40}", "d = 1, 2, 3; Delta = 1/4, 1/2", _true_equality),
                ),
            ),
        ),
        correction="half of it: v_j = 1 on 2^(d-1) vertices. As a lower bound the chain survives, with room",
        severity=Severity.CONSTANT,
        theorem="kent/lemma25",
    ),
    Claim(
        "kent/lemma25/kl",
        "Appendix I, proof of Lemma 25, seventh line",
        Kind.INEQUALITY,
        "the divergence of a flipped co-ordinate",
        at_most(
            _DELTA * log((1 + _DELTA) / (1 - _DELTA)),
            3 * _DELTA**2,
            Variable(_DELTA, Integer(0), _HALF, open_lower=True),
            shown=(("Delta", "1/2"),),
        ),
    ),
    Claim(
        "kent/lemma25/chain",
        "Appendix I, proof of Lemma 25",
        Kind.LOWER_BOUND,
        "the chain of Lemma 25",
        Whole(
            r"\mathcal R_{nT,1,\infty}(\theta(\mathcal P_d))\ge\Delta^2\textstyle\sum_j\{\cdots\}\ge\Delta^2d(1-\sqrt{3nT\Delta^2})"
            r"\gtrsim\frac d{nT}",
            ("kent/lemma25/harmonic", "kent/lemma25/sum", "kent/lemma25/kl", "kent/lemma25/delta"),
        ),
        Whole(
            r"\mathcal R_{nT,1,\infty}(\theta(\mathcal P_d))\ge\Delta^2d(1-\sqrt{3nT\Delta^2})\ge\tfrac d{24nT},\ \Delta=(6nT)^{-1/2}",
            ("kent/lemma25/harmonic", "kent/lemma25/sum", "kent/lemma25/kl", "kent/lemma25/delta"),
            as_corrected=True,
        ),
        correction="Delta = (6nT)^(-1/2), and half the sum",
        severity=Severity.TYPO,
        theorem="kent/lemma25",
    ),
    Claim(
        "kent/lemma25/harmonic",
        "Appendix I, proof of Lemma 25, first line",
        Kind.LOWER_BOUND,
        "Assouad's bound with the factor Delta^2",
        Derived(
            r"\mathcal R_{nT,1,\infty}(\theta(\mathcal P_d))\ge\Delta^2\textstyle\sum_j\{1-D_{\mathrm{TV}}(P_{+j}^{nT},P_{-j}^{nT})\}",
            ("kent/appH.2/fam",),
            AllOf(
                r"\text{Bayes risk of }\pm\Delta:\ \Delta^2\textstyle\sum\tfrac{2pq}{p+q}\ge\Delta^2\sum\min(p,q)",
                (
                    (
                        "with p = 1 and q = y <= 1",
                        at_most(_Y, 2 * _Y / (1 + _Y), _ONE, shown=(("y", "1/2"),)),
                    ),
                    (
                        "the posterior variance of +-Delta, weighted",
                        Identity(
                            (_X + _Y) / 2 * (_DELTA**2 - (_DELTA * (_X - _Y) / (_X + _Y)) ** 2),
                            _DELTA**2 * 2 * _X * _Y / (_X + _Y),
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "exact Bayes risks",
                    FiniteCheck(
                        r"\Delta^2(1-D_{\mathrm{TV}})\le\text{Bayes risk}",
                        "Delta = 1/8, 1/2, 9/10; nT = 1, 2, 5, 20",
                        _harmonic,
                    ),
                ),
            ),
        ),
        note="Lemma 12, which the proof names, gives Delta^2/2 here (2 varrho = Delta^2); the printed factor is right for the "
        "squared error, by the harmonic mean of the two likelihoods.",
    ),
    Claim(
        "kent/lemma25",
        "Appendix I, Lemma 25",
        Kind.LOWER_BOUND,
        "the lower bounds without privacy",
        Derived(
            r"\mathcal R_{n,T,\infty}(\theta(\mathcal P_d))\ge\tfrac d{24nT},\quad\mathcal R_{n,T,\infty}(\theta(\mathcal P_d'))\ge\tfrac1{24nT}",
            ("kent/lemma25/harmonic", "kent/lemma25/sum", "kent/lemma25/kl", "kent/lemma25/delta"),
            AllOf(
                r"\Delta=(6nT)^{-1/2}\le\tfrac12",
                (
                    (
                        "Delta is in the range of the divergence's bound",
                        at_most(1 / (6 * _X), Rational(1, 4), Variable(_X, Integer(1), oo)),
                    ),
                    ("X' = X/sqrt(d)", Identity(_D / (24 * _X) / _D, 1 / (24 * _X))),
                ),
            ),
            (PINSKER, CHAIN_RULE, LE_CAM),
        ),
        note="Printed with unnamed constants; here 1/24. A user with T samples sees nT samples in all, without privacy.",
    ),
)
