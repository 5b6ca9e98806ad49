"""kent Appendix H.5, Steps 2 and 3, (210)-(212), and Theorem 9 from below: densities."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, sqrt

from verify.papers.kent.s2_2_3_density import largest_distance, largest_distance_again
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_K, _X, _R, _BETA, _C = sympy.symbols("k x r beta c'", positive=True)
_PB, _KB = sympy.symbols("P Q", positive=True)
"""pi^beta and k^beta."""
_W, _S = sympy.symbols("w s", nonnegative=True)
_G = sympy.Symbol("g", real=True)
_HALF = Rational(1, 2)
_ONE = Variable(_W, Integer(0), Integer(1))
_ANY = Variable(_X, Integer(0), oo, open_lower=True)


def _equivalence(_: Settings) -> Iterator[Case]:
    """(212) at beta = 1, n alpha^2 = 10^4, T = 5000^4: T beside 84 (n alpha^2)^3, where the first condition holds.

    k^3 = 168 pi^2 (nT alpha^2)^(3/4), so that 2 pi^2/k^3 = 1/(84 (nT alpha^2)^(3/4)) <= 1/T iff T^(1/4) <= 84 (n alpha^2)^(3/4).
    """
    root, budget = 5000, 10
    assert root <= 84 * budget**3
    told = {"beta": 1, "n alpha^2": "10^4", "T": "5000^4", "84 (nT alpha^2)^(3/4)": str(84 * (root * budget) ** 3)}
    yield Case(told, root**4, 84 * budget**12, left_again=Fraction(root) ** 4)


def _in_numbers(_: Settings) -> Iterator[Case]:
    """pi^(2 beta)/(32 k^(2 beta)) beside varrho k (1 - sqrt(21 n alpha^2 eta^2/k)), both over c' r^2, at r = 1."""
    for beta in (1, 2, 3):
        scale = arb.pi() ** (2 * beta)
        for budget in (10, 10**4):
            for samples in (1, 10, 84 * budget ** (2 * beta + 1)):
                power = (168 * scale) ** as_arb(Fraction(1, 2 * beta + 1))
                bumps = int((power * arb(budget * samples) ** as_arb(Fraction(1, 2 * beta + 2))).ceil().unique_fmpz())
                eta = (samples * (2 * scale / arb(bumps) ** (2 * beta + 1)).log1p()).expm1()
                right = scale / (8 * arb(bumps) ** (2 * beta)) * (1 - (21 * budget * eta / bumps).sqrt())
                told = {"beta": beta, "n alpha^2": budget, "T": str(samples), "k": str(bumps)}
                yield Case(told, scale / (32 * arb(bumps) ** (2 * beta)), right)


def _empty(_: Settings) -> Iterator[Case]:
    """The worst loss of the constant estimate 1 over F_(beta, 1), which bounds the minimax risk, beside 0."""
    for beta in (1, 2, 3):
        told = {"beta": beta, "r": 1, "estimate": "1", "n, T, alpha": "any"}
        yield Case(told, largest_distance(beta, Fraction(1)), 0, left_again=largest_distance_again(beta, Fraction(1)))


CLAIMS = (
    Claim(
        "kent/appH.5/eta",
        "Appendix H.5, Step 2",
        Kind.IDENTITY,
        "Assumptions 1 and 2",
        Derived(
            r"E\varphi_i\varphi_j=1,\ E\varphi_i^2\le\Big(1+\tfrac{2r^2\pi^{2\beta}}{k^{2\beta+1}}\Big)^T,\ \sup|g_{\beta,j}|\le\tfrac12",
            ("kent/appH.5/fam/bump",),
            AllOf(
                r"\varphi=1-\tfrac{2vg}{1+vg}",
                (
                    (
                        "mean: 2vg/(1+vg) times the density 1+vg",
                        Identity(2 * _G / (1 + _G) * (1 + _G), 2 * _G, ((_G, "-1/2", "1/2"),)),
                    ),
                    (
                        "square",
                        Identity((2 * _G / (1 + _G)) ** 2 * (1 + _G), 4 * _G**2 / (1 + _G), ((_G, "-1/2", "1/2"),)),
                    ),
                    ("at most 8 g^2", at_most(4 / (1 + _G), Integer(8), Variable(_G, -_HALF, _HALF))),
                    (
                        "its integral",
                        Identity(8 * (_R * _PB / (2 * _KB)) ** 2 * _C / _K, 2 * _R**2 * _PB**2 * _C / (_KB**2 * _K)),
                    ),
                    ("the integral of g_beta^2 is at most 1", at_most(_W**2, Integer(1), _ONE)),
                ),
            ),
        ),
        note="Different bumps have disjoint supports and mean 0.",
    ),
    Claim(
        "kent/appH.5/eq212",
        "Appendix H.5, Step 3, (212)",
        Kind.RATE_ALGEBRA,
        "the condition on T",
        FiniteCheck(
            r"\tfrac{2\pi^{2\beta}}{k^{2\beta+1}}\le\tfrac1T\ \Rightarrow\ T\le84(n\alpha^2)^{2\beta+1}",
            "beta = 1, n alpha^2 = 10^4, T = 5000^4",
            _equivalence,
        ),
        AllOf(
            r"\tfrac{2\pi^{2\beta}}{k^{2\beta+1}}\le\tfrac1T\iff T\le84^{2\beta+2}(n\alpha^2)^{2\beta+1}",
            (
                (
                    "at that T, with B = n alpha^2",
                    Identity(
                        log(84)
                        + (2 * _BETA + 1) / (2 * _BETA + 2) * (_S + (2 * _BETA + 2) * log(84) + (2 * _BETA + 1) * _S),
                        (2 * _BETA + 2) * log(84) + (2 * _BETA + 1) * _S,
                    ),
                ),
                ("84 <= 84^(2 beta + 2)", at_most(log(84), (2 * _BETA + 2) * log(84), Variable(_BETA, Integer(1), oo))),
            ),
        ),
        correction="84^(2 beta + 2) in place of 84: the printed condition is enough, and not equivalent",
        severity=Severity.TYPO,
        theorem="kent/own/thm9-lower",
        note="s = log(n alpha^2); 84 (nT alpha^2)^((2 beta + 1)/(2 beta + 2)) = T in logarithms.",
    ),
    Claim(
        "kent/appH.5/rate",
        "Appendix H.5, Step 3, (211) and the displays after (212)",
        Kind.INEQUALITY,
        "the root at the chosen k",
        Derived(
            r"\eta^2\le\tfrac{4\pi^{2\beta}T}{k^{2\beta+1}},\ \tfrac{21n\alpha^2\eta^2}k\le\tfrac{84\pi^{2\beta}nT\alpha^2}{k^{2\beta+2}}\le\tfrac12,\ "
            r"k\ge(168\pi^{2\beta})^{1/(2\beta+1)}(nT\alpha^2)^{1/(2\beta+2)}",
            ("kent/appH.5/eta", "kent/appH.5/eq212"),
            AllOf(
                r"(1+\tfrac wT)^T-1\le e^w-1\le2w,\ w=\tfrac{2\pi^{2\beta}T}{k^{2\beta+1}}\le1",
                (
                    ("log(1 + s) <= s", at_most(log(1 + _S), _S, Variable(_S, Integer(0), oo))),
                    ("e^w - 1 <= 2w", at_most(exp(_W) - 1, 2 * _W, _ONE)),
                    (
                        "k^(2 beta + 2) >= 168 pi^(2 beta) nT alpha^2: the power (2 beta + 2)/(2 beta + 1) >= 1 of a number above 1",
                        at_most(_X, (2 * _BETA + 2) / (2 * _BETA + 1) * _X, _ANY, Variable(_BETA, Integer(1), oo)),
                    ),
                    ("84/168", Identity(84 * _X / (168 * _X), _HALF)),
                ),
            ),
        ),
        note="The printed k is not an integer; its ceiling, at most 2k where k >= 1, makes the root smaller and costs 4^-beta in front.",
    ),
    Claim(
        "kent/appH.5/regimes",
        "Appendix H.5, Step 3, last paragraph",
        Kind.RATE_ALGEBRA,
        "which of the two bounds is larger",
        AllOf(
            r"T>(n\alpha^2)^{2\beta+1}\iff(n\alpha^2)^{-2\beta}>(nT\alpha^2)^{-2\beta/(2\beta+2)}",
            (
                (
                    "equality at T = (n alpha^2)^(2 beta + 1), in logarithms",
                    Identity(-2 * _BETA / (2 * _BETA + 2) * (_S + (2 * _BETA + 1) * _S), -2 * _BETA * _S),
                ),
                (
                    "and the right side decreases in T",
                    at_most(-2 * _BETA / (2 * _BETA + 2), Integer(0), Variable(_BETA, Integer(1), oo)),
                ),
            ),
        ),
    ),
    Claim(
        "kent/own/thm9-lower",
        "to Section 5, Theorem 9, the T-dependent part of the lower bound",
        Kind.LOWER_BOUND,
        "densities from below, in the ellipsoid without the first coefficient",
        None,
        Derived(
            r"\mathcal R_{n,T,\alpha}\ge\tfrac{r^2\pi^{2\beta}c'_\beta}{32k^{2\beta}},\ k=\lceil(168\pi^{2\beta})^{1/(2\beta+1)}(nT\alpha^2)^{1/(2\beta+2)}\rceil,\ "
            r"r\le1,\ T\le84(n\alpha^2)^{2\beta+1},\ \alpha\le1",
            ("kent/eq188", "kent/lemma12", "kent/appH.5/fam", "kent/eq209", "kent/appH.5/eta", "kent/appH.5/rate"),
            AllOf(
                r"\varrho k(1-\sqrt{1/2})\ge\tfrac{\varrho k}4,\ 2\varrho=\tfrac{r^2\pi^{2\beta}c'_\beta}{4k^{2\beta+1}}",
                (
                    ("the bracket", at_most(_W / 4, _W * (1 - sqrt(_HALF)), _ONE)),
                    (
                        "the end",
                        Identity(_R**2 * _PB**2 * _C / (8 * _KB**2 * _K) * _K / 4, _R**2 * _PB**2 * _C / (32 * _KB**2)),
                    ),
                ),
            ),
            (),
            (
                (
                    "in numbers",
                    FiniteCheck(
                        r"\text{beside }\varrho k(1-\sqrt{21n\alpha^2\eta^2/k})",
                        "beta = 1, 2, 3; n alpha^2 = 10, 10^4; T = 1, 10, 84 (n alpha^2)^(2 beta + 1)",
                        _in_numbers,
                    ),
                ),
            ),
        ),
        note="Of order (nT alpha^2)^(-2 beta/(2 beta + 2)). The printed class of radius 1 has risk 0.",
    ),
    Claim(
        "kent/thm9/lower",
        "Section 5, Theorem 9, the lower bound",
        Kind.LOWER_BOUND,
        "densities from below",
        Derived(
            r"\mathcal R_{n,T,\alpha}(\theta(\mathcal P_{\beta,1}))\ge c_\beta\{(nT\alpha^2)^{-\frac{2\beta}{2\beta+2}}\vee(n\alpha^2)^{-2\beta}\}>0",
            ("kent/own/sobolev-point",),
            FiniteCheck(r"\mathcal R_{n,T,\alpha}>0", "beta = 1, 2, 3: the constant estimate", _empty, ">"),
        ),
        Derived(
            r"\text{weights as in (75)}:\ \mathcal R_{n,T,\alpha}\ge c_\beta\{(nT\alpha^2)^{-\frac{2\beta}{2\beta+2}}\vee(n\alpha^2)^{-2\beta}\},\ "
            r"\alpha\le1,\ n\alpha^2\ge1",
            ("kent/own/thm9-lower", "kent/prop5", "kent/cor2", "kent/appH.5/regimes"),
            AllOf(
                r"\text{one of the two bounds is the larger}",
                (
                    (
                        "above T = 84 (n alpha^2)^(2 beta + 1), in logarithms: t >= (2 beta + 1) s",
                        at_most(
                            -2 * _BETA / (2 * _BETA + 2) * (_S + (2 * _BETA + 1) * _S + _W),
                            -2 * _BETA * _S,
                            Variable(_BETA, Integer(1), oo),
                            Variable(_S, Integer(0), oo),
                            Variable(_W, Integer(0), oo),
                        ),
                    ),
                    (
                        "up to there, k <= 2 (168 pi^(2 beta))^(1/(2 beta + 1)) (nT alpha^2)^(1/(2 beta + 2)), as k >= 1",
                        at_most(1 + _X, 2 * _X, Variable(_X, Integer(1), oo)),
                    ),
                ),
            ),
        ),
        correction="in the ellipsoid without the first coefficient; the printed class of radius 1 is {1}, its risk 0",
        severity=Severity.CONDITION,
        theorem="kent/own/thm9-lower",
        note="Printed without alpha <= 1, which the proof takes. The upper half needs an estimator and is not judged here.",
        root="kent/prop5",
    ),
)
