"""To kent Appendix G.2, ours: a user's rotated mean, the votes and the error in the ball, with constants.

C = 32 in Delta^2 = C L^2/(d T*). L = log(n T* min{alpha, alpha^2}), x = n min{alpha, alpha^2}/d, and h users of a
co-ordinate refine.
"""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer, Rational, cosh, exp, log, oo, sqrt

from upperbounds.mean import kent
from verify.calculus.textbook import CHERNOFF_HALF, HOEFFDING_LEMMA, JENSEN
from verify.papers.kent.instances.rotations import axis_walk, norm_tails, rotations, tails
from verify.papers.kent.s3_3_ball_rotation import hoeffding_exponent
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

LOW = Integer(kent.K_LOW_PRIVACY)
WIDTH = Integer(32)
"""C."""
_T, _D, _L, _A, _R, _H, _U = sympy.symbols("T d L a r h u", positive=True)
_Q, _P = sympy.symbols("q p", nonnegative=True)
_UNITS = tuple(Variable(v, Integer(0), Integer(1)) for v in (_Q, _P))
_BUDGET = Variable(_A, Integer(1), oo)


def mean_tails(half: int = 2) -> Iterator[Case]:
    """P(sqrt(T) |mean| >= s) beside exp(-(s-1)^2/half), every s >= 1 that occurs; X on the signed axes."""
    for size, samples in ((1, 1), (1, 9), (1, 40), (2, 6), (4, 4)):
        for square, tail in norm_tails(size, samples):
            if square >= samples:
                level = Fraction(square, samples)
                right = (-((as_arb(level).sqrt() - 1) ** 2) / half).exp()
                yield Case({"d": size, "T": samples, "s^2": str(level)}, tail, right)


def _mean_tails(_: Settings) -> Iterator[Case]:
    yield from mean_tails()


def _rotated_tails(_: Settings) -> Iterator[Case]:
    """P(|(R mean)_j| >= w) over data and signs, beside the bound at its best s on a grid; squared sums in 1/(d T^2)."""
    for size, samples in ((1, 9), (2, 6), (4, 3), (4, 5)):
        squares: dict[int, Fraction] = {}
        for place, mass in axis_walk(size, samples).items():
            for image in rotations(place):
                square = image[-1] ** 2
                squares[square] = squares.get(square, Fraction(0)) + mass / 2**size
        for level, tail in tails(squares):
            scaled = as_arb(Fraction(level, samples)) / 2
            bounds = [
                (-(as_arb(Fraction(k, 4)) ** 2) / 2).exp() + 2 * (-scaled / (1 + as_arb(Fraction(k, 4))) ** 2).exp()
                for k in range(20)
            ]
            yield Case({"d": size, "T": samples, "d T^2 w^2": level}, tail, min(bounds, key=lambda b: float(b.mid())))


CLAIMS = (
    Claim(
        "kent/own/norm-tail",
        "for Appendix G.2, Step 1: in place of (129)",
        Kind.INEQUALITY,
        "the norm of a user's error, by bounded differences",
        None,
        Derived(
            r"X_t\in\mathbb B_2(1):\ P\Big(\|\bar X-\theta\|_2\ge\frac s{\sqrt T}\Big)\le e^{-(s-1)^2/2},\ s\ge1",
            (),
            AllOf(
                r"E\|\bar X-\theta\|\le T^{-1/2};\ \text{one sample moves the norm by at most }\tfrac2T",
                (
                    ("the mean of the squared norm, T times", at_most(1 - _Q, Integer(1), _UNITS[0])),
                    (
                        "Hoeffding's lemma for T differences in intervals of 2/T, at lambda = tT",
                        Identity(_T * (_U * _T * 2 / _T) ** 2 / 8 - _U * _T * _U, -_T * _U**2 / 2),
                    ),
                    ("t = (s - 1)/sqrt(T)", Identity(_T * ((_R - 1) / sqrt(_T)) ** 2 / 2, (_R - 1) ** 2 / 2)),
                ),
            ),
            (HOEFFDING_LEMMA, JENSEN),
            (
                (
                    "signed axes, exact tails",
                    FiniteCheck(
                        r"P(\sqrt T\|\bar X\|\ge s)\le e^{-(s-1)^2/2}",
                        "(d, T) = (1, 1), (1, 9), (1, 40), (2, 6), (4, 4); every s >= 1 that occurs",
                        _mean_tails,
                    ),
                ),
            ),
        ),
        note="McDiarmid's argument. q = ||theta||^2 is subtracted from E||X||^2 <= 1. No dimension, and better constants than (129).",
    ),
    Claim(
        "kent/own/rotated-tail",
        "for Appendix G.2, Step 1: in place of (132)",
        Kind.INEQUALITY,
        "a rotated co-ordinate of a user's error",
        None,
        Derived(
            r"P(|(R_d(\bar X-\theta))_j|\ge w)\le e^{-(s-1)^2/2}+2e^{-dTw^2/(2s^2)},\ s\ge1,\ w>0",
            ("kent/own/norm-tail",),
            Identity(hoeffding_exponent(_U, 4 * (_R / sqrt(_T)) ** 2 / _D), -_D * _T * _U**2 / (2 * _R**2)),
            (HOEFFDING_LEMMA,),
            (
                (
                    "signed axes, all signs",
                    FiniteCheck(
                        r"P(|(R_d\bar X)_j|\ge w)\le\min_s\{\cdots\}",
                        "(d, T) = (1, 9), (2, 6), (4, 3), (4, 5); every w that occurs; s = 1, 5/4, ..., 23/4",
                        _rotated_tails,
                    ),
                ),
            ),
        ),
        note="On average over the data and the rotation; the latter is independent of the data. Where the error is 0 no w > 0 is reached.",
    ),
    Claim(
        "kent/own/ball-tail",
        "for Appendix G.2, Step 1",
        Kind.INEQUALITY,
        "the same at Delta of (34), C = 32",
        None,
        Derived(
            r"\Delta^2=\frac{32L^2}{dT^*},\ L\ge\log8:\ P(|(R_d(\bar X-\theta))_j|\ge\Delta)\le3e^{-2L}",
            ("kent/own/rotated-tail",),
            AllOf(
                r"s=1+2\sqrt L",
                (
                    ("the norm", Identity(((1 + 2 * sqrt(_L)) - 1) ** 2 / 2, 2 * _L)),
                    (
                        "the signs: 16 L^2/s^2 >= 2L",
                        at_most((1 + 2 * sqrt(_L)) ** 2, WIDTH * _L / 4, Variable(_L, log(Integer(8)), oo)),
                    ),
                ),
            ),
        ),
        note="Where Delta >= 1 there is one bin, whose interval holds [-1, 1]: nothing is clipped.",
    ),
    Claim(
        "kent/own/ball-votes",
        "for Appendix G.2, Step 2: in place of (134) and (137)",
        Kind.INEQUALITY,
        "the votes for a rotated co-ordinate",
        None,
        Derived(
            r"P(B_j^c)\le\frac3{\Delta\wedge1}e^{-2x/K}+4\tau\ (\text{budget}\le1),\quad\frac3{\Delta\wedge1}e^{-2x/577}+h\tau"
            r"\ (\text{budget }a>1),\ \tau=P(|(R_d(\bar X-\theta))_j|\ge\Delta)",
            ("kent/eq134/own-bin", "kent/eq111/buffer"),
            AllOf(
                r"\text{budget}\le1:\text{ given }R_d,\text{ and Markov; }a>1:\text{ all }h\text{ voters within }\Delta",
                (
                    ("a bad rotation", Identity(_Q / Rational(1, 4), 4 * _Q)),
                    ("good or bad", at_most((1 - _Q) * _P + _Q, _P + _Q, *_UNITS)),
                    (
                        "a > 1: P(Bin(2h, w) <= h) <= (4w(1-w))^h = cosh(a/12)^(-2h), w = e^(a/6)/(1 + e^(a/6))",
                        Identity(
                            4 * exp(_A / 6) / (1 + exp(_A / 6)) ** 2,
                            1 / cosh(_A / 12).rewrite(exp) ** 2,
                        ),
                    ),
                    ("log cosh(a/12) >= 2a/577", at_most(2 * _A / LOW, log(cosh(_A / 12)), _BUDGET)),
                ),
            ),
            (CHERNOFF_HALF,),
        ),
        note="With a co-ordinate's own number of users in (134). One-hot votes up to budget 1, votes for three bins beyond. The rivals are at most "
        "ceil(1/Delta) <= 3/(Delta ^ 1) bins.",
    ),
    Claim(
        "kent/own/ball-bound",
        "for Appendix G.2, Step 3: in place of (146)",
        Kind.UPPER_RATE,
        "the explicit bound in the ball",
        None,
        Derived(
            r"E\|\hat\theta-\theta\|_2^2\le4\sum_j\{P(B_j^c)+\tau\}+\frac1{T^*h}+\frac{2d\,(\text{scale})^2}h",
            ("kent/eq118", "kent/eq107/buffer", "kent/eq111/buffer", "kent/eq139"),
            AllOf(
                r"\text{bias}^2\le4\cdot1\{B_j^c\}+(2q)^21\{B_j\};\quad\text{variance of clipped means}\le\text{of means}",
                (
                    ("off B_j and on it", at_most(4 * _P + (2 * _Q) ** 2 * (1 - _P), 4 * _P + 4 * _Q, *_UNITS)),
                    (
                        "the variance of Laplace noise",
                        Identity(sympy.integrate(_U**2 * exp(-_U), (_U, 0, oo)), Integer(2)),
                    ),
                    ("of a mean of h messages", Identity(_H * _U / _H**2, _U / _H)),
                    ("all co-ordinates' variances: E|X - theta|^2/T* <= 1/T*", at_most(1 - _Q, Integer(1), _UNITS[0])),
                ),
            ),
        ),
        note="q is the chance given R_d that a refining user is beyond Delta, whose mean is tau. Clipping to an interval is a contraction; on B_j "
        "it moves a point by at most its distance from the mean, and not at all within Delta.",
    ),
)
