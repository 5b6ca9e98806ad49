"""Beside kent Appendix H: a private van Trees bound, and Theorem 6 from below in all regimes of privacy."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import sympy
from sympy import Integer, Min, Rational, integrate, oo, tanh

from verify.claim import Claim, Kind
from verify.outcome import Settings, as_arb
from verify.papers.kent.cubes import shifted
from verify.papers.kent.low_privacy import ary
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.textbook import CHAIN_RULE, DATA_PROCESSING, HOEFFDING_LEMMA

_ALPHA, _N, _T, _D, _X = sympy.symbols("alpha n T d x", positive=True)
_LAM = sympy.Symbol("lambda", real=True)
_THETA = sympy.Symbol("theta", real=True)
_W, _U, _Y = sympy.Symbol("w", nonnegative=True), sympy.Symbol("u", nonnegative=True), sympy.Symbol("y", positive=True)
_ANY = Variable(_ALPHA, Integer(0), oo, open_lower=True)
_HIGH = Variable(_ALPHA, Integer(0), Integer(1), open_lower=True)
_LOW = Variable(_ALPHA, Integer(1), oo)
_MID = Variable(_THETA, Rational(-1, 2), Rational(1, 2))
_UNIT = Variable(_W, Integer(0), Integer(1))
_PRIOR = Rational(15, 8) * (1 - 4 * _THETA**2) ** 2


def _beta(power: int) -> Fraction:
    """The integral of theta^power (15/8)(1 - 4 theta^2)^2 over [-1/2, 1/2]."""
    if power % 2:
        return Fraction(0)
    terms = ((1, 0), (-8, 2), (16, 4))
    return sum(
        (Fraction(15, 8) * c * 2 * Fraction(1, 2) ** (power + e + 1) / (power + e + 1) for c, e in terms), Fraction(0)
    )


def _polynomial(up: int, down: int) -> list[Fraction]:
    """Coefficients of ((1 + theta)/2)^up ((1 - theta)/2)^down."""
    out = [Fraction(0)] * (up + down + 1)
    for i in range(up + 1):
        for j in range(down + 1):
            out[i + j] += comb(up, i) * comb(down, j) * (-1) ** j * Fraction(1, 2 ** (up + down))
    return out


def _bayes(samples: int, flip: Fraction) -> Fraction:
    """The exact Bayes risk under the polynomial prior from signs with mean (1 - 2 flip) theta."""
    squares = _beta(2)
    for up in range(samples + 1):
        base = _polynomial(up, samples - up)
        scaled = [c * (1 - 2 * flip) ** i for i, c in enumerate(base)]
        mass = sum((c * _beta(i) for i, c in enumerate(scaled)), Fraction(0)) * comb(samples, up)
        first = sum((c * _beta(i + 1) for i, c in enumerate(scaled)), Fraction(0)) * comb(samples, up)
        squares -= first**2 / mass
    return squares


def _information(samples: int, flip: Fraction) -> Fraction:
    """An upper bound of the mean information: samples r^2/(1 - r^2/4), r = 1 - 2 flip."""
    r = 1 - 2 * flip
    return samples * r**2 / (1 - r**2 / 4)


def _risks(_: Settings) -> Iterator[Case]:
    for samples in (1, 2, 5, 12):
        for flip in (Fraction(0), Fraction(1, 4), Fraction(2, 5)):
            told = {"n": samples, "flipped": str(flip)}
            yield Case(told, 1 / (_information(samples, flip) + 40), _bayes(samples, flip))


def _trace(_: Settings) -> Iterator[Case]:
    """The exact trace of the information of a message about d means, T = 1, at Delta v, beside the bound."""
    for d in (1, 2, 3):
        for delta in (Fraction(1, 10), Fraction(1, 2)):
            cube = shifted(d, delta)
            # At T = 1 the fluctuation is -2 v_j Delta times the score.
            for t in (Fraction(3, 2), Fraction(4), Fraction(30)):
                channels = [ary(cube.alphabet(), t), *(cube.channels(t) if d < 3 else [])]
                level = as_arb(Fraction(32, 9)) * as_arb(t).log() * as_arb((t - 1) / (t + 1))
                for place, channel in enumerate(channels):
                    trace = cube.chi((1,) * d, channel) / (4 * delta**2)
                    told = {"d": d, "theta": f"({delta}) v", "e^alpha": str(t), "channel": place}
                    yield Case(told, as_arb(trace), level)


CLAIMS = (
    Claim(
        "kent/own/van-trees",
        "to Appendix H.3: Gill and Levit 1995, (10), for a product prior",
        Kind.LOWER_BOUND,
        "the van Trees inequality",
        None,
        FiniteCheck(
            r"E\|\hat\theta-\theta\|^2\ge\frac{d^2}{E\,\mathrm{Tr}\,I_Z(\theta)+dJ},\ J=\int\frac{\lambda'^2}\lambda",
            "d = 1, prior (15/8)(1 - 4 theta^2)^2 on [-1/2, 1/2] with J = 40: exact Bayes risks from n = 1, 2, 5, 12 signs, seen "
            "or through randomized response (flipped w.p. 0, 1/4, 2/5)",
            _risks,
        ),
        note="Cited, not proved here: a textbook fact that verify.textbook does not have. Cauchy-Schwarz for the estimation error and the "
        "derivative of the joint density.",
    ),
    Claim(
        "kent/own/X1/score",
        "to Appendix H.3",
        Kind.INEQUALITY,
        "the information of a private message about d means",
        None,
        Derived(
            r"\mathrm{Tr}\,I_Z(\theta)\le\min\big\{\tfrac{32}9T\alpha\tanh\tfrac\alpha2,\tfrac43Td\big\},\ X_{t,j}=\pm1\text{ with means }"
            r"\theta_j\in[-\tfrac12,\tfrac12]",
            ("zhao/own/kl-absolute",),
            AllOf(
                r"s_j=\textstyle\sum_t\frac{X_{t,j}-\theta_j}{1-\theta_j^2},\ \mathrm{Tr}\,I_Z=\sum_j\int\frac{E[s_jq]^2}{E[q]}\le2\sigma^2I(X;Z)",
                (
                    ("a sign is 1-sub-Gaussian: interval of length 2", Identity(_LAM**2 * 2**2 / 8, _LAM**2 / 2)),
                    ("1/(1 - theta^2)^2 <= 16/9", at_most(1 / (1 - _THETA**2) ** 2, Rational(16, 9), _MID)),
                    (
                        "(x u - sigma^2 u^2/2) at u = x/sigma^2 bounds the tilted mean, as in (198)",
                        Identity(_X / _Y * _X - _Y * (_X / _Y) ** 2 / 2, _X**2 / (2 * _Y)),
                    ),
                    ("twice 16 T/9", Identity(2 * (16 * _T / 9), 32 * _T / 9)),
                    (
                        "what the data themselves hold: T/(1 - theta^2)",
                        at_most(1 / (1 - _THETA**2), Rational(4, 3), _MID),
                    ),
                ),
            ),
            (HOEFFDING_LEMMA, DATA_PROCESSING),
            (
                (
                    "exact traces",
                    FiniteCheck(
                        r"\mathrm{Tr}\,I_Z\le\tfrac{32}9\alpha\tanh\tfrac\alpha2",
                        "T = 1; d = 1, 2: every extreme channel and k-ary response; d = 3: 8-ary; theta = v/10, v/2; e^alpha = 3/2, 4, 30",
                        _trace,
                    ),
                ),
            ),
        ),
        note="Given the earlier messages each user's channel is alpha-LDP, and information adds up like divergence.",
    ),
    Claim(
        "kent/own/X1/prior",
        "to Appendix H.3",
        Kind.IDENTITY,
        "a prior with information 40",
        None,
        AllOf(
            r"\lambda(\theta)=\tfrac{15}8(1-4\theta^2)^2\text{ on }[-\tfrac12,\tfrac12]:\ \int\lambda=1,\ \int\tfrac{\lambda'^2}\lambda=40",
            (
                ("mass", Identity(integrate(_PRIOR, (_THETA, -Rational(1, 2), Rational(1, 2))), Integer(1))),
                (
                    "information",
                    Identity(
                        integrate(
                            sympy.cancel(sympy.diff(_PRIOR, _THETA) ** 2 / _PRIOR),
                            (_THETA, -Rational(1, 2), Rational(1, 2)),
                        ),
                        Integer(40),
                    ),
                ),
            ),
        ),
        note="The cosine-squared prior has 4 pi^2 = 39.48, the least possible; this one is rational.",
    ),
    Claim(
        "kent/own/X1",
        "to Theorem 6, for every alpha and without n alpha^2 >= d^2",
        Kind.LOWER_BOUND,
        "a lower bound for means in all regimes of privacy",
        None,
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d),\|\cdot\|_2^2)\ge\frac{d^2}{n\min\{\tfrac{32}9T\alpha\tanh\tfrac\alpha2,\tfrac43Td\}+40d},"
            r"\quad\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d'),\|\cdot\|_2^2)\ge\tfrac1d\cdot\text{the same}",
            ("kent/own/van-trees", "kent/own/X1/score", "kent/own/X1/prior"),
            AllOf(
                r"n\text{ users; } X/\sqrt d\in\mathbb B_2(1)",
                (
                    (
                        "d co-ordinates, information n I + 40 d",
                        Identity(_D**2 / (_N * _X + _D * 40), _D**2 / (_N * _X + 40 * _D)),
                    ),
                    ("the scaled class", Identity((1 / sympy.sqrt(_D)) ** 2 * _X, _X / _D)),
                ),
            ),
        ),
        note="As firm as the van Trees inequality, which stands cited.",
    ),
    Claim(
        "kent/own/X2",
        "to Section 2, Theorem 1, the lower bound",
        Kind.INEQUALITY,
        "a smaller exponent in the Fano bound",
        None,
        Derived(
            r"D_{\mathrm{KL}}(M_v^n\|M_{v'}^n)\le n\alpha\tanh\tfrac\alpha2\le\tfrac1{12}\cdot12n\min\{\alpha,\alpha^2\}",
            ("zhao/own/kl-absolute",),
            AllOf(
                r"\tanh\tfrac\alpha2\le\min\{1,\tfrac\alpha2\}",
                (
                    ("alpha <= 1", at_most(tanh(_ALPHA / 2), _ALPHA, _HIGH)),
                    ("alpha >= 1", at_most(tanh(_ALPHA / 2), Integer(1), _LOW)),
                ),
            ),
            (CHAIN_RULE,),
        ),
        note="Twelve times smaller at least than in (8), 24 times as alpha -> 0.",
    ),
    Claim(
        "kent/thm6i/lower",
        "Section 3, Theorem 6 (i), the T-dependent part of the lower bound",
        Kind.LOWER_BOUND,
        "d^2/(nTz) from below",
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d),\|\cdot\|_2^2)\ge\frac1{44}\cdot\frac{d^2}{nTz_{\alpha,d}},\ "
            r"n\min\{\alpha,\alpha^2\}\ge d,\ z_{\alpha,d}=\min\{\alpha,\alpha^2,d\}",
            ("kent/own/X1",),
            AllOf(
                r"n\min\{\tfrac{32}9T\alpha\tanh\tfrac\alpha2,\tfrac43Td\}+40d\le44\,nTz",
                (
                    (
                        "alpha <= 1: 32/9 alpha tanh(alpha/2) <= 4 alpha^2",
                        at_most(Rational(32, 9) * tanh(_ALPHA / 2), 4 * _ALPHA, _HIGH),
                    ),
                    (
                        "alpha >= 1: it is at most 4 alpha",
                        at_most(Rational(32, 9) * tanh(_ALPHA / 2), Integer(4), _LOW),
                    ),
                    (
                        "4 times the minimum, with w = d/alpha",
                        at_most(
                            Min(Rational(32, 9), Rational(4, 3) * _Y),
                            4 * Min(1, _Y),
                            Variable(_Y, Integer(0), oo, open_lower=True),
                        ),
                    ),
                    (
                        "40 d <= 40 n T min(alpha, alpha^2), as n min(alpha, alpha^2) >= d and T >= 1",
                        at_most(40 * _W, Integer(40), _UNIT),
                    ),
                    ("40 d <= 40 n T d", at_most(Integer(1), _N, Variable(_N, Integer(1), oo))),
                    ("the sum", Identity(4 * _X + 40 * _X, 44 * _X)),
                ),
            ),
        ),
        note="Weaker than the assumption of the theorem, with no n alpha^2 >= d^2 for alpha > 1, which the proof in H.3 needs and part (i) "
        "does not state. The other part of the maximum is (13). So that condition is not necessary for the lower bound, against the "
        "text after the theorem.",
    ),
    Claim(
        "kent/thm6ii/lower",
        "Section 3, Theorem 6 (ii), the T-dependent part of the lower bound",
        Kind.LOWER_BOUND,
        "d/(nTz) from below on the Euclidean ball",
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_d'),\|\cdot\|_2^2)\ge\frac1{44}\cdot\frac d{nTz_{\alpha,d}},\ n\min\{\alpha,\alpha^2\}\ge d",
            ("kent/own/X1", "kent/thm6i/lower"),
            Identity(_D**2 / (44 * _X) / _D, _D / (44 * _X)),
        ),
        note="Without the printed n alpha^2 > C d^2 for alpha > 1.",
    ),
)
