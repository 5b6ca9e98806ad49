"""kent Proposition 3 and Appendix C, (63)-(70): the mean at infinitely many samples."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import ceil, isqrt

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, pi, sqrt

from verify.calculus.textbook import VOLUMES
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_D, _X, _G, _DELTA = sympy.symbols("d x g Delta", positive=True)
_Y = sympy.Symbol("y", nonnegative=True)
_DIMENSION = Variable(_D, Integer(1), oo)
_WIDTH = Variable(_DELTA, Integer(0), Integer(1), open_lower=True, open_upper=True)
_HALF = Rational(1, 2)
_SLACK = arb(2) ** -30
"""Room for the radius of an enclosure where two links are equal."""
_INFORMATION = Variable(_X, Integer(60) * log(6), oo, open_lower=True)
"""x = n min{alpha, alpha^2}/d, which the assumptions put above 60 log 6."""
_GAMMAS = AllOf(
    r"(x/3)^x\le\Gamma(1+x)\ (x=\tfrac12,1,\tfrac32,\dots),\quad\Gamma(1+x)\le x^x\ (x=1,\tfrac32,\dots)",
    (
        (
            "the first ones",
            FiniteCheck(r"\text{at }x=\tfrac12,1;\ x=1,\tfrac32", "x = 1/2, 1 and x = 1, 3/2", lambda _: _firsts()),
        ),
        (
            "x -> x + 1 from above: (x + 1) x^x <= (x + 1)^(x + 1), with y = 1/x",
            at_most(Integer(0), log(1 + _Y), Variable(_Y, Integer(0), Integer(1))),
        ),
        (
            "x -> x + 1 from below: (1 + 1/x)^x <= 3, with y = 1/x",
            at_most(log(1 + _Y), _Y * log(3), Variable(_Y, Integer(0), Integer(2))),
        ),
    ),
)


def _firsts() -> Iterator[Case]:
    for x in (Fraction(1, 2), Fraction(1)):
        yield Case({"x": str(x)}, (as_arb(x) / 3) ** as_arb(x), (1 + as_arb(x)).gamma())
    yield Case({"x": "1"}, Fraction(1), Fraction(1))
    yield Case({"x": "3/2"}, as_arb(Fraction(5, 2)).gamma(), as_arb(Fraction(3, 2)) ** as_arb(Fraction(3, 2)))


def _gamma_at_half(_: Settings) -> Iterator[Case]:
    """d = 1: Gamma(3/2) = sqrt(pi)/2 beside (1/2)^(1/2)."""
    half = as_arb(Fraction(1, 2))
    yield Case({"d": 1, "x": "1/2"}, (1 + half).gamma(), half.sqrt(), left_again=arb.pi().sqrt() / 2)


def _intervals(_: Settings) -> Iterator[Case]:
    """N([-1, 1], Delta) = ceil(1/Delta) beside sqrt(6)/Delta, (18/pi)^(1/2)/Delta being too small at Delta near 1."""
    for k in range(1, 40):
        delta = Fraction(k, 40)
        yield Case({"d": 1, "Delta": str(delta)}, ceil(1 / delta), as_arb(6).sqrt() / as_arb(delta))


def _intervals_below(_: Settings) -> Iterator[Case]:
    for k in range(1, 40):
        delta = Fraction(k, 40)
        yield Case({"d": 1, "Delta": str(delta)}, 1 / delta, ceil(1 / delta))


def _intervals_above(_: Settings) -> Iterator[Case]:
    """N <= M <= 2/Delta + 1 for [-1, 1]; the M points -1, ..., 1 are more than Delta apart, so (M - 1) Delta < 2."""
    for k in range(1, 40):
        delta = Fraction(k, 40)
        most = ceil(2 / delta)
        yield Case({"d": 1, "Delta": str(delta)}, ceil(1 / delta), most)
        yield Case({"d": 1, "Delta": str(delta)}, most, 2 / delta + 1)


def _cubes(_: Settings) -> Iterator[Case]:
    for d in range(1, 13):
        volume = 2**d * (1 + as_arb(Fraction(d, 2))).gamma() / arb.pi() ** as_arb(Fraction(d, 2))
        for k in range(1, 20):
            delta = as_arb(Fraction(k, 20))
            # sqrt(d)/Delta = sqrt(400 d/k^2), rounded up exactly.
            side = isqrt(400 * d // k**2)
            side += side**2 * k**2 < 400 * d
            parameters = {"d": d, "Delta": str(Fraction(k, 20))}
            half = as_arb(Fraction(d, 2))
            yield Case(parameters, side**d, (6 * d / delta**2) ** half)
            yield Case(parameters, (d / (5 * delta**2)) ** half, volume / delta**d)


def _one_dimension(_: Settings) -> Iterator[Case]:
    for k in range(1, 40):
        delta = Fraction(k, 40)
        yield Case({"d": 1, "Delta": str(delta)}, 1 / delta, ceil(1 / delta))
        yield Case({"d": 1, "Delta": str(delta)}, ceil(1 / delta), 3 / delta)


def _chain(parameters: dict[str, object], links: tuple[arb, ...]) -> Iterator[Case]:
    """Each link is at most the next; both divided by the larger, so that small numbers are told apart."""
    for place, (low, high) in enumerate(pairwise(links)):
        yield Case(parameters | {"link": place + 1}, low / high, 1 + _SLACK)


def _cube_chain(_: Settings) -> Iterator[Case]:
    for d in (1, 2, 5, 50):
        for factor in (Fraction(101, 100), Fraction(2), Fraction(10)):
            x = 60 * as_arb(factor) * arb(6 * d).log()
            below = (d / arb(80)) * (-48 * x - arb(16).log() / d).exp()
            above = 6 * d * (-x / 20).exp() + 4 * d * (-d * x / 40).exp()
            links = ((-48 * x).exp() / 1280, below, above, 2 * (-x / 120).exp())
            yield from _chain({"d": d, "x/(60 log(6d))": str(factor)}, links)


def _ball_chain(_: Settings) -> Iterator[Case]:
    for d in (1, 2, 5, 50):
        for factor in (Fraction(101, 100), Fraction(2), Fraction(10)):
            x = 60 * as_arb(factor)
            below = (-48 * x - arb(16).log() / d).exp() / 16
            above = 9 * (-x / 15).exp() + 4 * (-d * x / 60).exp()
            yield from _chain(
                {"d": d, "x/60": str(factor)}, ((-48 * x).exp() / 256, below, above, 13 * (-x / 60).exp())
            )


CLAIMS = (
    Claim(
        "kent/own/volume",
        "behind Appendix C, (63), (64), (68), (72): Wainwright 2019, Lemma 5.7",
        Kind.INEQUALITY,
        "volumes bound covering numbers",
        None,
        Derived(
            r"\frac{\mathrm{Vol}(\mathbb K)}{\Delta^d\,\mathrm{Vol}(\mathbb B_2(1))}\le N_{\mathbb K}(\Delta)\le"
            r"\frac{\mathrm{Vol}((2/\Delta)\mathbb K+\mathbb B_2(1))}{\mathrm{Vol}(\mathbb B_2(1))}",
            ("kent/thm1/step1",),
            Identity(((_DELTA / 2) * (2 / _DELTA)) ** _D, Integer(1)),
            crosschecks=(
                (
                    "intervals from below",
                    FiniteCheck(r"\tfrac1\Delta\le N(\Delta)", "d = 1, Delta = k/40, k = 1..39", _intervals_below),
                ),
                (
                    "intervals from above",
                    FiniteCheck(
                        r"N(\Delta)\le M(\Delta)\le\tfrac2\Delta+1",
                        "d = 1, Delta = k/40, k = 1..39; M by spacing points a little more than Delta apart",
                        _intervals_above,
                    ),
                ),
            ),
        ),
        note="N balls of radius Delta cover K, so their volumes add up to at least that of K. A largest packing at Delta is a "
        "cover; the balls of radius Delta/2 at its points are disjoint and lie in K + B(Delta/2); scale by 2/Delta.",
    ),
    Claim(
        "kent/prop3/step1/gamma",
        "Appendix C, proof of Proposition 3, after (63)",
        Kind.INEQUALITY,
        "the Gamma function from above",
        FiniteCheck(r"\Gamma(1+x)\le x^x,\ x>0", "x = 1/2, which is d = 1", _gamma_at_half),
        _GAMMAS,
        correction="it holds for x >= 1, that is d >= 2; at d = 1 the last step of (63) fails and (65) holds by ceil(1/Delta) "
        "< 2/Delta",
        severity=Severity.CONSTANT,
        theorem="kent/prop3/step1",
        note="Proved at the arguments x = d/2 that are used, by induction in steps of 1.",
    ),
    Claim(
        "kent/prop3/step1/one",
        "Appendix C, proof of Proposition 3, (63), last step, at d = 1",
        Kind.INEQUALITY,
        "the last step of (63) in one dimension",
        at_most(3 / _DELTA, sqrt(18 / pi) / _DELTA, _WIDTH),
        Derived(
            r"d=1:\ N(\Delta)=\lceil1/\Delta\rceil\le\tfrac1\Delta+1\le\tfrac2\Delta\le\tfrac{\sqrt6}\Delta",
            (),
            at_most(1 + _DELTA, sqrt(6), _WIDTH),
            crosschecks=(
                (
                    "intervals",
                    FiniteCheck(r"\lceil1/\Delta\rceil\le\sqrt6/\Delta", "Delta = k/40, k = 1..39", _intervals),
                ),
            ),
        ),
        correction="at d = 1 the volume ratio is 3/Delta, above (18/(pi Delta^2))^(1/2); use ceil(1/Delta) intervals",
        severity=Severity.CONSTANT,
        theorem="kent/prop3/step1",
        root="kent/prop3/step1/gamma",
    ),
    Claim(
        "kent/prop3/step1",
        "Appendix C, proof of Proposition 3, (63)-(65)",
        Kind.INEQUALITY,
        "covering numbers of the cube",
        Derived(
            r"\Big(\frac d{5\Delta^2}\Big)^{d/2}\le N_{\mathbb B_\infty(1)}(\Delta)\le\Big(\frac{6d}{\Delta^2}\Big)^{d/2},\ "
            r"\Delta\in(0,1)",
            ("kent/own/volume", "kent/prop3/step1/gamma", "kent/prop3/step1/one"),
            AllOf(
                r"\frac{2^d\Gamma(1+d/2)}{\pi^{d/2}}\in[(\tfrac{2d}{3\pi})^{d/2},(\tfrac{2d}\pi)^{d/2}]\ (d\ge2\text{ above})",
                (
                    ("2/Delta + 1 <= 3/Delta", at_most(2 + _DELTA, Integer(3), _WIDTH)),
                    (
                        "(63): a square root of one dimension's factor",
                        Identity((3 / _DELTA) ** 2 * 4 * (_D / 2) / pi, 18 * _D / (pi * _DELTA**2)),
                    ),
                    ("18/pi <= 6", at_most(Integer(18), 6 * pi, _WIDTH)),
                    ("(64): the same", Identity((1 / _DELTA) ** 2 * 4 * (_D / 6) / pi, 2 * _D / (3 * pi * _DELTA**2))),
                    ("2/(3 pi) >= 1/5", at_most(3 * pi, Integer(10), _WIDTH)),
                ),
            ),
            (VOLUMES,),
            crosschecks=(
                (
                    "cubes of side 2 Delta/sqrt(d) from above, the volumes from below",
                    FiniteCheck(
                        r"\lceil\sqrt d/\Delta\rceil^d\le(6d/\Delta^2)^{d/2},\quad\Big(\frac d{5\Delta^2}\Big)^{d/2}\le\frac{2^d\Gamma(1+d/2)}{\pi^{d/2}\Delta^d}",
                        "d = 1..12; Delta = k/20, k = 1..19",
                        _cubes,
                    ),
                ),
            ),
        ),
        note="The lower bound holds for every Delta > 0, as (66) needs at 2 Delta.",
    ),
    Claim(
        "kent/prop3/step2",
        "Appendix C, proof of Proposition 3, (68)",
        Kind.INEQUALITY,
        "covering numbers of the ball",
        Derived(
            r"(1/\Delta)^d\le N_{\mathbb B_2(1)}(\Delta)\le(3/\Delta)^d,\ \Delta\in(0,1)",
            ("kent/own/volume",),
            AllOf(
                r"(2/\Delta)\mathbb B_2+\mathbb B_2=(2/\Delta+1)\mathbb B_2",
                (("the factor of one dimension", at_most(2 + _DELTA, Integer(3), _WIDTH)),),
            ),
            crosschecks=(
                (
                    "intervals",
                    FiniteCheck(
                        r"\tfrac1\Delta\le N(\Delta)\le\tfrac3\Delta", "d = 1, Delta = k/40, k = 1..39", _one_dimension
                    ),
                ),
            ),
        ),
        note="Wainwright 2019, Example 5.8. The lower bound holds for every Delta > 0.",
    ),
    Claim(
        "kent/prop3/step3",
        "Appendix C, proof of Proposition 3, (66), (67), (69), (70)",
        Kind.RATE_ALGEBRA,
        "the four choices of Delta",
        AllOf(
            r"\text{brackets equal to }\tfrac12;\quad\Delta<1;\quad N(\Delta)e^{-n\min\{\alpha,\alpha^2\}/20}",
            (
                (
                    "(66): log N(2 Delta) from (65), with x = n min{alpha, alpha^2}/d",
                    Identity(
                        _D
                        / 2
                        * sympy.expand_log(log(_D / (20 * (_D / 20 * exp(-48 * _X - 2 * log(4) / _D)))), force=True),
                        24 * _D * _X + log(4),
                    ),
                ),
                (
                    "the bracket is 1/2, in (66) and (69)",
                    Identity(1 - (12 * _D * _X + log(2)) / (24 * _D * _X + 2 * log(2)), _HALF),
                ),
                (
                    "(66): the bound",
                    Identity(_D / 20 * exp(-48 * _X - 2 * log(4) / _D) / 4, _D / 80 * exp(-48 * _X - log(16) / _D)),
                ),
                (
                    "(67): Delta^2 < 1, x > 60 g with g = log(6d)",
                    at_most(_G - 60 * _G / 20, Integer(0), Variable(_G, log(6), oo)),
                ),
                (
                    "(67): N(Delta) = e^(d x/40)",
                    Identity(
                        _D / 2 * sympy.expand_log(log(6 * _D / (6 * _D * exp(-_X / 20))), force=True), _D * _X / 40
                    ),
                ),
                ("(67): what is left", Identity(_D * _X / 40 - _D * _X / 20, -_D * _X / 40)),
                ("(69): log N(2 Delta) from (68)", Identity(_D * (24 * _X + log(4) / _D), 24 * _D * _X + 2 * log(2))),
                (
                    "(69): the bound",
                    Identity((exp(-24 * _X - log(4) / _D) / 2) ** 2 / 4, exp(-48 * _X - log(16) / _D) / 16),
                ),
                ("(70): Delta < 1 for x > 60", at_most(log(3), _X / 30, Variable(_X, Integer(60), oo))),
                (
                    "(70): N(Delta) = (3/Delta)^d",
                    Identity(sympy.expand_log(log(3 / (3 * exp(-_X / 30))), force=True), _X / 30),
                ),
                ("(70): what is left", Identity(_D * _X / 30 - _D * _X / 20, -_D * _X / 60)),
                ("(70): Delta^2", Identity((3 * exp(-_X / 30)) ** 2, 9 * exp(-_X / 15))),
            ),
        ),
        note="(69), (70) print P_d and P_(d,1) where P'_d is meant.",
    ),
    Claim(
        "kent/prop3i",
        "Section 2.2.1, Proposition 3(i), (13)",
        Kind.LOWER_BOUND,
        "the mean in the cube at infinitely many samples",
        Derived(
            r"\frac1{1280}e^{-48x}\le\frac d{80}e^{-48x-\log16/d}\le\mathcal R_{n,\infty,\alpha}(\theta(\mathcal P_d),\|\cdot\|_2^2)"
            r"\le6de^{-x/20}+4de^{-dx/40}\le2e^{-x/120},\ x=n\min\{\alpha,\alpha^2\}/d>60\log(6d)",
            ("kent/thm1/lower", "kent/thm1/upper", "kent/prop3/step1", "kent/prop3/step3"),
            AllOf(
                r"6d<e^{x/60}",
                (
                    (
                        "from below: 16^(1/d) <= 16, with y = 1/d",
                        at_most(Integer(0), log(16) - _Y * log(16), Variable(_Y, Integer(0), Integer(1))),
                    ),
                    ("d/80 >= 1/80", at_most(Rational(1, 1280), _D / 80 / 16, _DIMENSION)),
                    (
                        "the first term: 6d e^(-x/20) <= e^(x/60 - x/20)",
                        at_most(_X / 60 - _X / 20, -_X / 120, _INFORMATION),
                    ),
                    ("the second: 4d <= e^(x/60)", at_most(4 * _D, 6 * _D, _DIMENSION)),
                    ("and its exponent", at_most(_X / 60 - _D * _X / 40, -_X / 120, _INFORMATION, _DIMENSION)),
                ),
            ),
            crosschecks=(
                (
                    "all bounds, enclosed",
                    FiniteCheck(
                        r"\tfrac1{1280}e^{-48x}\le\tfrac d{80}e^{-48x-\log16/d}\le6de^{-x/20}+4de^{-dx/40}\le2e^{-x/120}",
                        "d = 1, 2, 5, 50; x = 60 log(6d) times 101/100, 2, 10",
                        _cube_chain,
                        granted=r"\text{a factor }1+2^{-30}",
                    ),
                ),
            ),
        ),
        note="C = 48 and c = 1/120 with constants 1/1280 and 2, uniformly in d.",
    ),
    Claim(
        "kent/prop3ii",
        "Section 2.2.1, Proposition 3(ii), (14)",
        Kind.LOWER_BOUND,
        "the mean in the ball at infinitely many samples",
        Derived(
            r"\frac1{256}e^{-48x}\le\frac1{16}e^{-48x-\log16/d}\le\mathcal R_{n,\infty,\alpha}(\theta(\mathcal P_d'),\|\cdot\|_2^2)"
            r"\le9e^{-x/15}+4e^{-dx/60}\le13e^{-x/60},\ x=n\min\{\alpha,\alpha^2\}/d>60",
            ("kent/thm1/lower", "kent/thm1/upper", "kent/prop3/step2", "kent/prop3/step3"),
            AllOf(
                r"d\ge1",
                (
                    (
                        "from below, with y = 1/d",
                        at_most(Integer(0), log(16) - _Y * log(16), Variable(_Y, Integer(0), Integer(1))),
                    ),
                    ("the first exponent", at_most(-_X / 15, -_X / 60, Variable(_X, Integer(60), oo, open_lower=True))),
                    (
                        "the second",
                        at_most(-_D * _X / 60, -_X / 60, Variable(_X, Integer(60), oo, open_lower=True), _DIMENSION),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "all bounds, enclosed",
                    FiniteCheck(
                        r"\tfrac1{256}e^{-48x}\le\tfrac1{16}e^{-48x-\log16/d}\le9e^{-x/15}+4e^{-dx/60}\le13e^{-x/60}",
                        "d = 1, 2, 5, 50; x = 60 times 101/100, 2, 10",
                        _ball_chain,
                        granted=r"\text{a factor }1+2^{-30}",
                    ),
                ),
            ),
        ),
        note="C' = 48 and c' = 1/60 with constants 1/256 and 13, uniformly in d.",
    ),
)
