"""Ours: the bound of Algorithms 2 and 10 at any width of the bins, as it ships for the width of Appendix A.2."""

from collections.abc import Iterator
from fractions import Fraction
from math import log as natural
from math import sqrt

import sympy
from flint import arb
from sympy import Integer, Rational, exp

from upperbounds.mean import kent
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.vectors import kent as vectors
from verify.calculus.textbook import HOEFFDING
from verify.papers.kent.instances.package_values import agrees, covers
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_H, _G, _T, _U = sympy.symbols("h g T u", positive=True)
_Q, _P, _W = sympy.symbols("q p w", nonnegative=True)
_UNITS = tuple(Variable(v, Integer(0), Integer(1)) for v in (_Q, _P))


def displayed(each: TwoStage, halved: int = 1) -> arb:
    """The bound of the claim in balls, from a plan's constants; D = 1."""
    width, scale = as_arb(Fraction(float(each.bins.width))), as_arb(Fraction(float(each.scale)))
    budget = as_arb(Fraction(float(each.epsilon)))
    tail = arb(1).min(2 * (-each.m * (width / 2) ** 2 / 2).exp())
    assert isinstance(each.bins.count, int)
    if each.vote.hot == 1:
        gap = arb(0).max((budget / 4).tanh() * ((1 - tail) / 2 - tail))
        failure = each.bins.count * (-each.half * gap**2 / 2).exp()
    else:
        failure = each.bins.count * (budget / 12).cosh() ** (-2 * each.half) + each.half * tail
    failure = arb(0) if each.bins.count <= each.vote.hot else arb(1).min(failure)
    return 4 * tail**2 + 4 * failure + arb(1) / (each.m * each.half) + 2 * scale**2 / (each.half * halved)


def _shipped(_: Settings) -> Iterator[Case]:
    """The program's bound beside the display: one co-ordinate, and d of them."""
    for n, samples, alpha in ((200, 50, 0.5), (10**5, 10**6, 1.0), (10**4, 100, 1.5), (10**6, 10**8, 8.0)):
        parameters = {"n": n, "T": samples, "alpha": alpha}
        one, d = kent.tuned_general(n, samples, alpha, 1.0), 4
        yield agrees(parameters | {"d": 1}, kent.tuned_bound(n, samples, alpha, 1.0).value, displayed(one))
        each = vectors.tuned(n, samples, d, alpha, 1.0).each
        yield agrees(parameters | {"d": d}, vectors.tuned_bound(n, samples, d, alpha, 1.0).value, d * displayed(each))


def exact(halved: int = 1) -> Iterator[Case]:
    """The exact risk on +-1 data beside the display, at widths for which it says something.

    They differ by theta^2/(T h), nearly: the bound takes 1 for the variance 1 - theta^2 of a sample, and is all variance else.
    """
    for n, samples, alpha, factor in ((20000, 1000, 1.0, 3.0), (40000, 400, 0.75, 4.0), (4000, 1000, 4.0, 5.0)):
        delta = sqrt(factor * natural(n * samples) / samples)
        build = kent.algorithm2 if alpha <= 1 else kent.algorithm10
        each = build(n, samples, alpha, delta, 1.0, kent.bin_count(delta, 1.0))
        for mean in (Fraction(-1, 3), Fraction(2, 3)):
            parameters = {"n": n, "T": samples, "alpha": alpha, "Delta": round(delta, 4), "theta": str(mean)}
            yield covers(parameters, each, mean, displayed(each, halved))


def _exact(_: Settings) -> Iterator[Case]:
    yield from exact()


CLAIMS = (
    Claim(
        "kent/own/width-bound",
        "ours, for Algorithms 2 and 10 at any Delta",
        Kind.UPPER_RATE,
        "the bound at a free width that ships with the tuned estimators",
        None,
        Derived(
            r"E|\hat\theta-\theta|^2\le4q^2+4\beta+\frac1{Th}+\frac{2(\text{scale})^2}h,\ q=2e^{-T\Delta^2/2};\ \beta=N(\Delta)e^{-hg^2/2},\ "
            r"g=(2\omega-1)\tfrac{(1-3q)_+}2\ (\text{one-hot}),\ N(\Delta)\cosh(\tfrac\alpha{12})^{-2h}+hq\ (\text{three bins})",
            ("kent/eq104/b", "kent/eq106/a", "kent/eq107/buffer", "kent/eq111/buffer", "kent/own/ball-bound"),
            AllOf(
                r"\text{bias}^2\le(2q)^2\text{ on success, }4\text{ off it}",
                (
                    (
                        "Hoeffding for a mean in [-1, 1]",
                        Identity(2 * exp(-2 * _T * _U**2 / 4), 2 * exp(-_T * _U**2 / 2)),
                    ),
                    ("h voters for n = 2h in (106)", Identity(-(2 * _H) * _G**2 / 4, -_H * _G**2 / 2)),
                    (
                        "the heavier of both bins has w (1 - q), w >= 1/2, any other q: a gap of (1 - 3q)/2",
                        at_most(
                            (1 - 3 * _Q) / 2, (1 - _Q) * _W - _Q, _UNITS[0], Variable(_W, Rational(1, 2), Integer(1))
                        ),
                    ),
                    ("on success and off it", at_most(4 * _P + (2 * _Q) ** 2 * (1 - _P), 4 * _P + 4 * _Q**2, *_UNITS)),
                    ("a user's mean has variance 1/T at most", at_most(Rational(1) - _Q, Integer(1), _UNITS[0])),
                ),
            ),
            (HOEFFDING,),
            (
                (
                    "what the program gives at the tuned width",
                    FiniteCheck(
                        r"|\text{shipped}-\text{display}|\le10^{-9}\,\text{display}",
                        "(n, T, alpha) = (200, 50, 1/2), (10^5, 10^6, 1), (10^4, 100, 3/2), (10^6, 10^8, 8); d = 1, 4",
                        _shipped,
                    ),
                ),
                (
                    "exact risks at wider bins",
                    FiniteCheck(
                        r"E|\hat\theta-\theta|^2\le\text{display}",
                        "+-1 data of means -1/3, 2/3; (n, T, alpha, T Delta^2/log(nT)) = (20000, 1000, 1, 3), (40000, 400, 3/4, 4), (4000, 1000, 4, 5)",
                        _exact,
                        granted=r"10^{-6}\text{ of each risk, and its computed error}",
                    ),
                ),
            ),
        ),
        note="It says nothing at the sample sizes for which the width of Appendix A.2 is tuned: q is (nT alpha^2)^(-1/8), twice, there. In d dimensions d times it, "
        "at a co-ordinate's users and budget.",
    ),
)
