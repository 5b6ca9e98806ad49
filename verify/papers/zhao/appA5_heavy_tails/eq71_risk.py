"""zhao Section 4.1 and Appendix A.5: Theorem 3 and its steps, (69)-(86)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, exp, log, oo, sqrt

from notation.symbols import Delta, epsilon, m, n, p
from verify.prover import Variable
from verify.statements import (
    AllOf,
    Balance,
    Case,
    Derived,
    FiniteCheck,
    Identity,
    SameRate,
    UpToConstant,
    Whole,
    at_most,
)
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings

_M = sympy.Symbol("M", positive=True)
_D = sympy.Symbol("D", positive=True)
_R = sympy.Symbol("r", positive=True)
_T = sympy.Symbol("t", positive=True)
_U = sympy.Symbol("u", positive=True)
_Q = sympy.Symbol("q", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_A = sympy.Symbol("a", real=True)
_B = sympy.Symbol("b", real=True)
_NOISE = n * epsilon**2
_BRANCH = (m**2 * _NOISE) ** (-(1 - 1 / p))
_GRID = [Fraction(k, 2) for k in range(-4, 5)]


def _clip(x: Fraction, bound: Fraction) -> Fraction:
    return max(-bound, min(x, bound))


def _laws() -> Iterator[tuple[dict[Fraction, Fraction], Fraction]]:
    for points in product(_GRID[::2], repeat=3):
        if len(set(points)) == 3:
            law = dict(zip(points, (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)), strict=True))
            for bound in (Fraction(1, 2), Fraction(5, 4)):
                yield law, bound


def _clip_identity(_: Settings) -> Iterator[Case]:
    """mu_T by definition beside (78)."""
    for law, bound in _laws():
        left = sum((w * _clip(x, bound) for x, w in law.items()), Fraction(0))
        inside = sum((w * x for x, w in law.items() if abs(x) <= bound), Fraction(0))
        above = sum((w for x, w in law.items() if x > bound), Fraction(0))
        below = sum((w for x, w in law.items() if x < -bound), Fraction(0))
        parameters = {"law": ", ".join(f"{x}: {w}" for x, w in law.items()), "D": str(bound)}
        yield Case(parameters, left, inside + bound * above - bound * below)


def _minus(_: Settings) -> Iterator[Case]:
    """X = 1, D = 1/2, an interval that holds 1/2: |E U - mu| beside |E U - mu_T| - |mu_T - mu|."""
    mu, bound = Fraction(1), Fraction(1, 2)
    clipped = _clip(mu, bound)
    yield Case({"X": 1, "D": "1/2"}, abs(clipped - mu), abs(clipped - clipped) - abs(clipped - mu), Fraction(1, 2))


def _half(_: Settings) -> Iterator[Case]:
    """X = 1, D = 3/5 > mu/2: the integrals of P(X > t) and of P(X - mu > t/2) over t > D."""
    mu, bound = Fraction(1), Fraction(3, 5)
    yield Case({"X": 1, "D": "3/5"}, max(mu - bound, Fraction(0)), Fraction(0), left_again=mu - _clip(mu, bound))


CLAIMS = (
    Claim(
        "zhao/eq71",
        "arXiv v1, Appendix A.5, (71)",
        Kind.INEQUALITY,
        "the bias splits by the triangle inequality",
        FiniteCheck(r"|E[U]-\mu|\le|E[U]-\mu_T|-|\mu_T-\mu|", "X = 1, D = 1/2, an interval that holds 1/2", _minus),
        AllOf(
            r"|E[U]-\mu|\le|E[U]-\mu_T|+|\mu_T-\mu|",
            (
                ("above", Identity((_A + _B) - _A, _B)),
                (
                    "|a + b| <= |a| + |b|, for a, b of opposite signs, a = t, b = -u",
                    at_most(
                        sympy.Max(_T - _U, _U - _T),
                        _T + _U,
                        Variable(_T, Integer(0), oo, True),
                        Variable(_U, Integer(0), oo, True),
                    ),
                ),
            ),
        ),
        correction="plus, not minus; the next lines use it with plus",
        severity=Severity.TYPO,
        theorem="zhao/thm3/upper",
    ),
    Claim(
        "zhao/eq75",
        "arXiv v1, Appendix A.5, (74)-(76)",
        Kind.INEQUALITY,
        "the bias of the second stage's clip",
        Derived(
            r"\int_\Delta^\infty CM_pt^{-p}m^{-(p-1)}dt=\frac{CM_p}{p-1}m^{-(p-1)}\Delta^{-(p-1)};\ "
            r"|E\hat\mu-\mu_T|\le\frac{2CM_p}{p-1}(m\Delta)^{-(p-1)}+2DP(E_1^c)",
            ("zhao/lemma5",),
            AllOf(
                r"(73) \text{ at } t\sqrt m",
                (
                    (
                        "the tail",
                        SameRate(_M * (_T * sqrt(m)) ** (-p) * m ** (-(p / 2 - 1)), _M * _T ** (-p) * m ** (-(p - 1))),
                    ),
                    (
                        "a primitive of t^-p",
                        Identity(sympy.diff(-(_T ** (1 - p)) / (p - 1), _T), _T ** (-p), ((p, "2", "oo"),)),
                    ),
                ),
            ),
        ),
        note="With Delta >= c_p M_p^(1/p) sqrt(ln m/m), Lemma 5 as corrected. A clipped mean above R + Delta + t is an unclipped one there.",
    ),
    Claim(
        "zhao/eq77",
        "arXiv v1, Appendix A.5, (77), (78)",
        Kind.IDENTITY,
        "the mean and the clipped mean, split at +-D",
        Derived(
            r"\mu_T=E[\bar X1(|\bar X|\le D)]+DP(\bar X>D)-DP(\bar X<-D)",
            (),
            AllOf(
                r"(-D)\vee(x\wedge D)",
                (
                    ("above: x = D + u", Identity((_D + _U) - _U, _D)),
                    ("below: x = -D - u", Identity((-_D - _U) + _U, -_D)),
                ),
            ),
            (),
            (
                (
                    "finite laws",
                    FiniteCheck(r"\mu_T", "laws on three points of a grid, D = 1/2, 5/4", _clip_identity, "=="),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/eq79",
        "arXiv v1, Appendix A.5, (79), (80)",
        Kind.INEQUALITY,
        "the bias of the clip at D",
        FiniteCheck(
            r"D>\tfrac\mu2:\ \int_D^\infty P(\bar X>t)\,dt\le\int_D^\infty P(\bar X-\mu>\tfrac t2)\,dt",
            "X = 1, D = 3/5",
            _half,
        ),
        Derived(
            r"D\ge2|\mu|:\ \int_D^\infty P(\bar X>t)\,dt\le\int_D^\infty P(\bar X-\mu>\tfrac t2)\,dt\lesssim M_p(mD)^{-(p-1)}",
            ("zhao/lemma5",),
            AllOf(
                r"t\ge D\ge2\mu\Rightarrow t-\mu\ge\tfrac t2",
                (
                    (
                        "t = 2 mu + u",
                        at_most(
                            _U / 2 + _T, _U + _T, Variable(_U, Integer(0), oo, True), Variable(_T, Integer(0), oo, True)
                        ),
                    ),
                    (
                        "rate",
                        SameRate(
                            _M * (_D / 2) ** (-(p - 1)) * m ** (-(p - 1)), _M * (m * _D) ** (-(p - 1)), fixed=(p,)
                        ),
                    ),
                ),
            ),
        ),
        correction="D >= 2|mu|, not D > mu/2; also D/2 >= Delta, for Lemma 5",
        severity=Severity.CONDITION,
        theorem="zhao/thm3/upper",
        root="zhao/eq86",
        note="X = 1: 2/5 against 0, as X - mu = 0.",
    ),
    Claim(
        "zhao/eq83",
        "arXiv v1, Appendix A.5, (81)-(83)",
        Kind.UPPER_RATE,
        "the mean squared error before Delta is chosen",
        Derived(
            r"h=\frac{4M_p^{1/p}}{\sqrt m}:\ E(\hat\mu-\mu)^2\lesssim M_p^2(m\Delta)^{-2(p-1)}+M_p^2(mD)^{-2(p-1)}"
            r"+\frac{\Delta^2}{n\varepsilon^2}+\frac{M_p^{2/p}}{mn}+4D^2P(E_1^c)",
            ("zhao/eq75", "zhao/eq79", "zhao/eq71"),
            AllOf(
                r"(a+b)^2\le2a^2+2b^2;\ 3h+2\Delta\le(12+2)\Delta \text{ for } \Delta\ge M_p^{1/p}/\sqrt m",
                (
                    (
                        "squares",
                        at_most(Integer(0), (_A - _B) ** 2, Variable(_A, -oo, oo), Variable(_B, -oo, oo)),
                    ),
                    ("2a^2 + 2b^2 - (a+b)^2", Identity(2 * _A**2 + 2 * _B**2 - (_A + _B) ** 2, (_A - _B) ** 2)),
                    (
                        "noise, u = M^(1/p)/sqrt(m), Delta = u + t",
                        at_most(
                            12 * _U + 2 * (_U + _T),
                            14 * (_U + _T),
                            Variable(_U, Integer(0), oo, True),
                            Variable(_T, Integer(0), oo, True),
                        ),
                    ),
                    ("bias", SameRate((_M * (m * Delta) ** (-(p - 1))) ** 2, _M**2 * (m * Delta) ** (-2 * (p - 1)))),
                ),
            ),
        ),
        note=(
            "h is given nowhere for Theorem 3; this one, of order M_p^(1/p)/sqrt(m), will do, and 4D/sqrt(m) with the "
            "larger D of the clip would not. (83) prints mu_T for mu; ln m stands for ln m v 1. D is as in zhao/eq86."
        ),
    ),
    Claim(
        "zhao/eq84",
        "arXiv v1, Appendix A.5, (84)",
        Kind.RATE_ALGEBRA,
        "the clip that balances bias and noise",
        Balance(
            _M**2 * (m * Delta) ** (-2 * (p - 1)),
            Delta**2 / _NOISE,
            Delta,
            (_M**2 * _NOISE) ** (1 / (2 * p)) * m ** (-(1 - 1 / p)),
            _M ** (2 / p) * _BRANCH,
        ),
    ),
    Claim(
        "zhao/eq85",
        "arXiv v1, Appendix A.5, (85)",
        Kind.RATE_ALGEBRA,
        "the mean squared error at that clip",
        Whole(
            r"M_p^{2/p}\Big[\frac{\ln m}{mn\varepsilon^2}\vee(M_pm^2n\varepsilon^2)^{-(1-1/p)}+D^{-2(p-1)}m^{-2(p-1)}+\frac1{mn}\Big]",
            ("zhao/eq85/branch", "zhao/eq85/clip", "zhao/eq85/gaussian"),
        ),
        Whole(
            r"M_p^{2/p}\Big[\frac{\ln m}{mn\varepsilon^2}\vee(m^2n\varepsilon^2)^{-(1-1/p)}+\frac1{mn}\Big]+M_p^2(mD)^{-2(p-1)}",
            ("zhao/eq85/branch", "zhao/eq85/clip", "zhao/eq85/gaussian"),
            as_corrected=True,
        ),
        correction="the second term has the wrong power of M_p",
        severity=Severity.TYPO,
        theorem="zhao/thm3/upper",
    ),
    Claim(
        "zhao/eq85/branch",
        "arXiv v1, Appendix A.5, (85), second term",
        Kind.RATE_ALGEBRA,
        "the polynomial branch",
        SameRate(_M ** (2 / p) * (_M * m**2 * _NOISE) ** (-(1 - 1 / p)), _M ** (2 / p) * _BRANCH),
        SameRate(((_M**2 * _NOISE) ** (1 / (2 * p)) * m ** (-(1 - 1 / p))) ** 2 / _NOISE, _M ** (2 / p) * _BRANCH),
        correction="without M_p in the bracket, as in (4)",
        severity=Severity.TYPO,
        theorem="zhao/thm3/upper",
        note="In units where X is scaled by a, M_p scales by a^p and the error by a^2.",
    ),
    Claim(
        "zhao/eq85/clip",
        "arXiv v1, Appendix A.5, (85), third term",
        Kind.RATE_ALGEBRA,
        "the clip at D: the square of (80)",
        SameRate(((m * _D) ** (-(p - 1))) ** 2, _D ** (-2 * (p - 1)) * m ** (-2 * (p - 1))),
        note=(
            "At M_p = 1: the power of M_p is off here as in the second term, and the next line drops this term for D of "
            "the order of Delta or more."
        ),
    ),
    Claim(
        "zhao/eq85/gaussian",
        "arXiv v1, Appendix A.5, (85), first term",
        Kind.RATE_ALGEBRA,
        "the Gaussian branch",
        SameRate((_M ** (1 / p) * sqrt(log(m) / m)) ** 2 / _NOISE, _M ** (2 / p) * log(m) / (m * n * epsilon**2)),
    ),
    Claim(
        "zhao/eq86",
        "arXiv v1, Appendix A.5, (86)",
        Kind.UPPER_RATE,
        "which D will do",
        UpToConstant(
            (1 - sqrt(log(m) / m)) ** 2,
            (log(m) + 1) / m**2,
            (Variable(m, Integer(3), oo),),
            family=((m, _R),),
            along=_R,
            text=r"\Delta\lesssim D\lesssim e^{c_2n\varepsilon^2}\Rightarrow(4);\ X=1,\ D=\Delta,\ n=m,\ \varepsilon=1",
        ),
        Derived(
            r"2(|\mu|\vee\Delta)\le D\le M_p^{1/p}e^{c_2n(\varepsilon^2\wedge1)}\Rightarrow M_p^2(mD)^{-2(p-1)}\le M_p^2(m\Delta)^{-2(p-1)}",
            ("zhao/eq79",),
            at_most(
                (_T + _U) ** (-_Q),
                _T ** (-_Q),
                Variable(_T, Integer(0), oo, True),
                Variable(_U, Integer(0), oo, True),
                Variable(_Q, Integer(0), oo, True),
            ),
        ),
        correction=(
            "Theorem 3 asks for a suitable D, and one exists: D >= 2(|mu| v Delta). The printed range also admits D = "
            "Delta, which tends to 0 and clips the mean away"
        ),
        severity=Severity.CONDITION,
        theorem="zhao/thm3/upper",
        note="X = 1, M_p = 1, p = 4: Delta = sqrt(ln m/m), as (n epsilon^2)^(1/8) m^(-3/4) is less; clipped data lie in [-Delta, Delta], so the error is at "
        "least 1 - Delta; (4) says at most a multiple of ln(m)/m^2 v m^(-9/4) + 1/m^2 <= (ln m + 1)/m^2.",
    ),
    Claim(
        "zhao/thm3/upper",
        "arXiv v1, Section 4.1, Theorem 3, (4)",
        Kind.UPPER_RATE,
        "the rate under a moment condition",
        Derived(
            r"E(\hat\mu-\mu)^2\lesssim M_p^{2/p}\Big[\frac{\ln m}{mn\varepsilon^2}\vee(m^2n\varepsilon^2)^{-(1-1/p)}+\frac1{mn}\Big]",
            ("zhao/eq83", "zhao/eq84", "zhao/eq85", "zhao/eq86", "zhao/thm3/condition"),
            AllOf(
                r"\text{the transition: } m\asymp(n\varepsilon^2)^{1/(p-2)}",
                (
                    (
                        "balance of the two branches, logarithms apart",
                        Balance(1 / (m * _NOISE), _BRANCH, m, _NOISE ** (1 / (p - 2))),
                    ),
                    (
                        "4D^2 P(E_1^c) at D = M^(1/p) e^x, x = c_0 n (epsilon^2 ^ 1)/6; u = M^(1/p)",
                        Identity(
                            4 * (_U * exp(_X)) ** 2 * (exp(_X) * sqrt(m)) * exp(-6 * _X),
                            4 * _U**2 * sqrt(m) * exp(-3 * _X),
                        ),
                    ),
                    (
                        "a sum is at most twice the maximum: t = u + q",
                        at_most(
                            _U + _Q + _U,
                            2 * (_U + _Q),
                            Variable(_U, Integer(0), oo, True),
                            Variable(_Q, Integer(0), oo, True),
                        ),
                    ),
                ),
            ),
        ),
        note="For the corrected choices of h, D, Delta and the corrected condition; ln m stands for ln m v 1. What the failure of the first stage costs, 4D^2 P(E_1^c), "
        "is of the order of 1/(mn) for n(epsilon^2 ^ 1) >= c_1 ln m, as in Theorem 1.",
    ),
    Claim(
        "zhao/thm3/item",
        "arXiv v1, Section 4.1, text after Theorem 3",
        Kind.RATE_ALGEBRA,
        "the item-level rate that it is compared with",
        SameRate((n * m * epsilon**2) ** (1 - 1 / p), (n * m * epsilon**2) ** (-(1 - 1 / p))),
        AllOf(
            r"O((nm\varepsilon^2)^{-(1-1/p)}),\ \text{larger than (4) by } m^{1-1/p} \text{ in the polynomial branch}",
            (("ratio", SameRate((n * m * epsilon**2) ** (-(1 - 1 / p)) / _BRANCH, m ** (1 - 1 / p))),),
        ),
        correction="the exponent is -(1-1/p), as in Table 1; the anonymous version also drops n",
        severity=Severity.TYPO,
        theorem="zhao/thm3/upper",
        note="Right side: Table 1's cell with d = 1.",
    ),
)
