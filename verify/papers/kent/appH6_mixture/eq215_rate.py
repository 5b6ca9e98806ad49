"""kent Appendix H.6, Step 3, (215), (217): the assembly of the lower bound for the means of a mixture."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import E, Integer, Rational

from verify.papers.kent.appH6_mixture.eq213_conditional_assouad import channels, cube
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

C = Rational(1, 4200)
"""The c of (214) that makes the bracket at least 1/2."""

_ALPHA, _DELTA, _N, _T, _M = sympy.symbols("alpha Delta n T m", positive=True)

_X = sympy.Symbol("x", positive=True)

_W = sympy.Symbol("w", nonnegative=True)


_HALF = Rational(1, 2)


_ONE = Variable(_W, Integer(0), Integer(1))


def _opposite(_: Settings) -> Iterator[Case]:
    """An eighth of the squared distance of the means at v = (1, ..., 1) and -v, m = Hamming distance, beside m Delta^2/8."""
    delta = Fraction(1, 10)
    for m in range(1, 7):
        means = [[Fraction(1, 4) + Fraction(j + 1, 2 * m) + side * delta / 2 for j in range(m)] for side in (1, -1)]
        far = sum(((a - b) ** 2 for a, b in zip(*means, strict=True)), Fraction(0)) / 8
        yield Case({"m": m}, far, m * delta**2 / 8)


def _whole(_: Settings) -> Iterator[Case]:
    """The squared average TV, n = 1, beside 21 alpha^2/m max E eta^2 times e^alpha: every extreme channel."""
    m, delta = 2, Fraction(1, 10)
    for samples in (1, 2):
        family = cube(m, delta, samples)
        q = Fraction(1, 4) + Fraction(1, 2) + delta / 2
        eta = (1 + delta**2 / (q * (1 - q))) ** samples - 1
        for t in (Fraction(3, 2), Fraction(27, 10)):
            for place, channel in enumerate(channels(samples, t)):
                average = family.average_variation(lambda v, c=channel, f=family: f.law(v).through(c))  # type: ignore[misc]
                told = {"m": m, "T": samples, "e^alpha": str(t), "channel": place}
                yield Case(told, as_arb(average**2), 21 * as_arb(t).log() ** 2 / m * as_arb(eta / m * t))


CLAIMS = (
    Claim(
        "kent/appH.6/rate/printed",
        "Appendix H.6, Step 3, (215) and the last display, the factor in front",
        Kind.LOWER_BOUND,
        "the factor m Delta^2/2",
        Identity(
            _DELTA**2 / 8 * _M,
            _M * _DELTA**2 / 2,
            text=r"\varrho m=\tfrac{m\Delta^2}2\text{ for the family (214)}",
        ),
        Derived(
            r"\varrho m=\tfrac{m\Delta^2}8",
            ("kent/appH.6/fam/separation",),
            Identity(_DELTA**2 / 4 / 2 * _M, _M * _DELTA**2 / 8),
            (),
            (("opposite vertices", FiniteCheck(r"\varrho m", "m = 1..6, Delta = 1/10, exact means", _opposite, "==")),),
        ),
        correction="m Delta^2/8, as 2 varrho = Delta^2/4",
        severity=Severity.CONSTANT,
        theorem="kent/appH.6/rate",
        root="kent/appH.6/fam/separation",
    ),
    Claim(
        "kent/appH.6/rate",
        "Appendix H.6, Step 3",
        Kind.LOWER_BOUND,
        "the T-dependent lower bound for mixtures",
        Whole(
            r"\mathcal R^{\mathrm{mix}}_{n,T,\alpha}\ge\tfrac{m\Delta^2}2\Big(1-\sqrt{\tfrac{21CenT\alpha^2\Delta^2}{m^2}}\Big)\gtrsim\tfrac{m^3}{nT\alpha^2}",
            ("kent/appH.6/rate/printed", "kent/appH.6/fam/class", "kent/appH.6/fam/separation"),
        ),
        Derived(
            r"\mathcal R^{\mathrm{mix}}_{n,T,\alpha}\ge\tfrac{m\Delta^2}8\Big(1-\sqrt{\tfrac{21CenT\alpha^2\Delta^2}{m^2}}\Big)\ge\tfrac{m^3}{67200\,nT\alpha^2},\ "
            r"\theta_{\mathrm{sep}}\le\tfrac1{4m},\ nT\alpha^2\ge m^4,\ n\alpha^2\ge m^2,\ \alpha\le1",
            (
                "kent/lemma12",
                "kent/lemma19",
                "kent/eq216",
                "kent/appH.6/chi",
                "kent/appH.6/fam",
                "kent/appH.6/rate/printed",
            ),
            AllOf(
                r"\Delta^2=\tfrac{cm^2}{nT\alpha^2},\ c=\tfrac1{4200},\ C=\tfrac{128}7",
                (
                    (
                        "the root: (217) is C T Delta^2/m",
                        Identity(
                            21
                            * _N
                            * _ALPHA**2
                            / _M
                            * (Rational(128, 7) * _T * (_X * _M**2 / (_N * _T * _ALPHA**2)) / _M)
                            * E,
                            384 * E * _X,
                        ),
                    ),
                    ("at most 1/4", at_most(384 * E * C * _W, _W / 4, _ONE)),
                    ("64 T Delta^2/7 = 64 c m^2/(7 n alpha^2) <= 1", at_most(64 * C * _W / 7, Integer(1), _ONE)),
                    (
                        "the end",
                        Identity(
                            _M / 8 * (C * _M**2 / (_N * _T * _ALPHA**2)) * _HALF, _M**3 / (67200 * _N * _T * _ALPHA**2)
                        ),
                    ),
                ),
            ),
            (),
            (
                (
                    "every extreme channel",
                    FiniteCheck(
                        r"(\tfrac1m\sum_jD_{\mathrm{TV}})^2\le\tfrac{21\alpha^2}m\max E\eta^2e^\alpha",
                        "m = 2, Delta = 1/10, n = 1, T = 1, 2, e^alpha = 3/2, 27/10",
                        _whole,
                    ),
                ),
            ),
        ),
        correction="m Delta^2/8 in front, and for theta_sep <= 1/(4m)",
        severity=Severity.PROOF_GAP,
        theorem="kent/own/thm10-lower",
        note="Printed with unnamed constants and without the bound on theta_sep; kent/own/thm10-spaced goes up to (2 - kappa)/m by another family. n alpha^2 >= C m^2 log and T >= C m^2 log give both conditions.",
    ),
)
