"""kent (18)-(21), Appendix H.5, (208)-(212), and Theorem 9 from below: densities."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from sympy import Integer, Rational, cos, exp, integrate, log, oo, pi, sin, sqrt

from verify.claim import Claim, Kind, Severity
from verify.outcome import Settings
from verify.prover import Variable
from verify.statements import AllOf, Case, Definition, Derived, FiniteCheck, Identity, Whole, at_most

_K, _T, _X, _Y, _R, _BETA, _C, _B = sympy.symbols("k T x y r beta c' B", positive=True)
_PB, _KB = sympy.symbols("P Q", positive=True)
"""pi^beta and k^beta."""
_W, _S = sympy.symbols("w s", nonnegative=True)
_G = sympy.Symbol("g", real=True)
_POINT = sympy.Symbol("x", real=True)
_HALF = Rational(1, 2)
_ONE = Variable(_W, Integer(0), Integer(1))
_ANY = Variable(_X, Integer(0), oo, open_lower=True)


def _ramp(j: int) -> sympy.Expr:
    """The coefficient of pi (x - 1/2) at the sine sqrt(2) sin(2 pi j x)."""
    return integrate(pi * (_POINT - _HALF) * sqrt(2) * sin(2 * pi * j * _POINT), (_POINT, 0, 1))


def _ramp_energy(_: Settings) -> Iterator[Case]:
    """The term j = 3 of the sum of j^2 theta_j^2 for f = pi (x - 1/2) beside r^2 = 1; the true value of the sum is infinite.

    Second route: theta_(2j+1) = -1/(sqrt(2) j).
    """
    theta = _ramp(1)
    yield Case(
        {"beta": 1, "r": 1, "f": "pi (x - 1/2)", "term": "j = 3"},
        sympy.nsimplify(9 * theta**2),
        1,
        left_again=Fraction(9, 2),
    )


def _periodic(_: Settings) -> Iterator[Case]:
    """Sums of a_j^2 theta_j^2 and pi^(-2 beta) times the integral of the squared derivative, for cos(2 pi j x) and sin."""
    for beta in (1, 2):
        for j in (1, 2):
            for wave, place in (
                (sqrt(2) * cos(2 * pi * j * _POINT), 2 * j),
                (sqrt(2) * sin(2 * pi * j * _POINT), 2 * j + 1),
            ):
                weight = place if place % 2 == 0 else place - 1
                energy = integrate(sympy.diff(wave, _POINT, beta) ** 2, (_POINT, 0, 1)) / pi ** (2 * beta)
                yield Case({"beta": beta, "j": place}, sympy.nsimplify(sympy.simplify(energy)), weight ** (2 * beta))


def _doubled(_: Settings) -> Iterator[Case]:
    """(v - v')^2 for signs that differ beside the printed 2, in units of the integral of g^2."""
    yield Case(
        {"k": 1, "v": 1, "v'": -1, "unit": "the integral of g_{beta,1}^2"},
        Fraction((1 - (-1)) ** 2),
        Fraction(2),
        left_again=Fraction(4),
    )


def _equivalence(_: Settings) -> Iterator[Case]:
    """(212) at beta = 1, n alpha^2 = 1, T = 625: T beside 84, where the first condition holds.

    k^3 = 168 pi^2 T^(3/4), so that 2 pi^2/k^3 = 1/(84 T^(3/4)) <= 1/T iff T^(1/4) <= 84.
    """
    samples = 5**4
    assert Fraction(1, 84 * 5**3) <= Fraction(1, samples)
    yield Case(
        {"beta": 1, "n alpha^2": 1, "T": samples, "2 pi^2/k^3": "1/10500"}, samples, 84, left_again=Fraction(5) ** 4
    )


CLAIMS = (
    Claim(
        "kent/density-class",
        "Section 2.2.3, (18)-(21)",
        Kind.DEFINITION,
        "the class of densities",
        Definition(
            r"\mathcal S_{\beta,r}=\{f=\textstyle\sum_{j\ge1}\theta_j\varphi_j:\sum_{j\ge1}j^{2\beta}\theta_j^2\le r^2\},\ \varphi_1=1,\ "
            r"\mathcal F_{\beta,r}=\{f\in\mathcal S_{\beta,r}:f>0,\int f=1\}"
        ),
        note="Sums from j = 1 with weight 1 there. The ellipsoid of Tsybakov 2009, (1.90), has a_1 = 0 and a_j = j^beta or (j-1)^beta.",
    ),
    Claim(
        "kent/own/sobolev-point",
        "to Section 2.2.3, (19)-(21), at r = 1",
        Kind.CONSTRUCTION,
        "the printed class of radius 1 is one point",
        None,
        Derived(
            r"f\in\mathcal F_{\beta,r}\Rightarrow\theta_1=\textstyle\int f=1,\ r^2\ge1+\sum_{j\ge2}j^{2\beta}\theta_j^2;\ "
            r"\mathcal F_{\beta,r}=\emptyset\ (r<1),\ \mathcal F_{\beta,1}=\{1\}",
            ("kent/density-class",),
            AllOf(
                r"1+\|f-1\|_2^2\le\textstyle\sum_jj^{2\beta}\theta_j^2\le r^2",
                (
                    (
                        "the first coefficient is the mass",
                        Identity(integrate(Integer(1) * 1, (_POINT, 0, 1)), Integer(1)),
                    ),
                    (
                        "j^(2 beta) >= 1",
                        at_most(
                            Integer(0),
                            2 * _BETA * log(_Y),
                            Variable(_BETA, Integer(1), oo),
                            Variable(_Y, Integer(2), oo),
                        ),
                    ),
                    ("1 + w <= 1 only for w = 0", at_most(_W, (1 + _W) - 1, Variable(_W, Integer(0), oo))),
                ),
            ),
        ),
        note="So the minimax risk of Proposition 5 and Theorem 9 is 0 as printed; both are about the ellipsoid without j = 1.",
    ),
    Claim(
        "kent/own/sobolev-energy",
        "to Section 2.2.3, (19), with the weights of Tsybakov 2009, (1.90)",
        Kind.IDENTITY,
        "the energy of a periodic function",
        None,
        Derived(
            r"\textstyle\sum_ja_j^2\theta_j^2=\pi^{-2\beta}\int_0^1\{f^{(\beta)}\}^2,\ a_j=j^\beta\ (j\text{ even}),\ (j-1)^\beta\ (j\text{ odd}),\ "
            r"f^{(l)}(0)=f^{(l)}(1),\ l<\beta",
            (),
            AllOf(
                r"\varphi_{2j}^{(\beta)},\varphi_{2j+1}^{(\beta)}\text{ have norm }(2\pi j)^\beta",
                (
                    (
                        "the weight, in logarithms",
                        Identity(2 * _BETA * (log(2 * pi * _K) - log(pi)), 2 * _BETA * log(2 * _K)),
                    ),
                    (
                        "norm of a cosine",
                        Identity(integrate(2 * cos(2 * pi * _POINT) ** 2, (_POINT, 0, 1)), Integer(1)),
                    ),
                    ("norm of a sine", Identity(integrate(2 * sin(2 * pi * _POINT) ** 2, (_POINT, 0, 1)), Integer(1))),
                ),
            ),
            (),
            (
                (
                    "waves",
                    FiniteCheck(
                        r"a_j^2=\pi^{-2\beta}\int\{\varphi_j^{(\beta)}\}^2", "beta = 1, 2; j = 2..5", _periodic, "=="
                    ),
                ),
            ),
        ),
        note="Integration by parts beta times, then Parseval.",
    ),
    Claim(
        "kent/appH.5/fam/bump",
        "Appendix H.5, Step 1, before (208)",
        Kind.CONSTRUCTION,
        "the bumps",
        AllOf(
            r"g_{\beta,j}=\tfrac{r\pi^\beta}{2k^\beta}g_\beta(kx-j+1):\ \textstyle\int g_{\beta,j}=0,\ |g_{\beta,j}^{(\beta-1)}(x)-g_{\beta,j}^{(\beta-1)}(y)|\le\tfrac{r\pi^\beta}2|x-y|",
            (
                ("beta - 1 derivatives", Identity(_R * _PB / (2 * _KB) * (_KB / _K), _R * _PB / (2 * _K))),
                ("and the slope k", Identity(_R * _PB / (2 * _K) * _K, _R * _PB / 2)),
                (
                    "the two halves cancel: the second is minus the first, moved",
                    Identity(_X * (_HALF - _X), ((_X + _HALF) - _HALF) * (1 - (_X + _HALF))),
                ),
                ("two bumps that touch: twice the slope", Identity(2 * (_R * _PB / 2), _R * _PB)),
            ),
        ),
        note="g is flat at the ends of the halves, so it is smooth; the supremum of its beta-th derivative is finite and c_beta exists.",
    ),
    Claim(
        "kent/appH.5/fam/holder",
        "Appendix H.5, Step 1, the second fact after (208)",
        Kind.CONSTRUCTION,
        "Holder balls inside the ellipsoid",
        FiniteCheck(
            r"\mathcal H_{\beta,r\pi^\beta}\subseteq\mathcal S_{\beta,r}",
            "beta = 1, r = 1, f = pi (x - 1/2), one term of the sum",
            _ramp_energy,
        ),
        Derived(
            r"f\in\mathcal H_{\beta,r\pi^\beta},\ f^{(l)}(0)=f^{(l)}(1)\ (l<\beta):\ \textstyle\sum_ja_j^2\theta_j^2\le r^2",
            ("kent/own/sobolev-energy",),
            Identity((_R * _PB) ** 2 / _PB**2, _R**2),
        ),
        correction="for functions that are periodic with their derivatives, and the weights a_j: Tsybakov's Proposition 1.14 is about these. "
        "The bumps vanish near 0 and 1, so it applies to f_v",
        severity=Severity.PROOF_GAP,
        theorem="kent/own/thm9-lower",
        note="f = pi (x - 1/2) has slope pi; its coefficient at j = 3 is -1/sqrt(2).",
    ),
    Claim(
        "kent/appH.5/fam/inclusion",
        "Appendix H.5, (208), with r = 1",
        Kind.CONSTRUCTION,
        "the family lies in the class",
        Derived(
            r"f_v=1+\textstyle\sum_jv_jg_{\beta,j}\in\mathcal F_{\beta,1}",
            ("kent/own/sobolev-point",),
            at_most(1 + _X, Integer(1), _ANY),
        ),
        Derived(
            r"\textstyle\sum_ja_j^2\theta_j(f_v)^2=\pi^{-2\beta}\int\{f_v^{(\beta)}\}^2\le\tfrac{r^2}4\int\{g_\beta^{(\beta)}\}^2\le\tfrac{r^2}4",
            ("kent/own/sobolev-energy", "kent/appH.5/fam/bump"),
            AllOf(
                r"\text{disjoint supports}",
                (
                    ("one bump, k of them", Identity((_R * _PB / 2) ** 2 / _PB**2 * _X, _R**2 / 4 * _X)),
                    ("|g_beta^(beta)| <= 1", at_most(_W / 4, Rational(1, 4), _ONE)),
                    ("f_v >= 1/2 by (210)", at_most(_HALF, 1 - _W / 2, _ONE)),
                ),
            ),
        ),
        correction="with the weights a_1 = 0, a_j = j^beta or (j-1)^beta the family lies in the ellipsoid, with a factor 4 to spare; with those of "
        "(19) a density of radius 1 is the constant",
        severity=Severity.PROOF_GAP,
        theorem="kent/own/thm9-lower",
        note="x = ||f_v - 1||^2 > 0.",
    ),
    Claim(
        "kent/appH.5/fam",
        "Appendix H.5, Step 1, (208)",
        Kind.CONSTRUCTION,
        "the hypercube of densities",
        Whole(
            r"\{f_v\}\subseteq\mathcal F_{\beta,r}",
            ("kent/appH.5/fam/bump", "kent/appH.5/fam/holder", "kent/appH.5/fam/inclusion"),
        ),
        Whole(
            r"\{f_v\}\subseteq\{f:\textstyle\sum_ja_j^2\theta_j^2\le r^2\}",
            ("kent/appH.5/fam/bump", "kent/appH.5/fam/holder", "kent/appH.5/fam/inclusion"),
            as_corrected=True,
        ),
        correction="in the ellipsoid without the first coefficient",
        severity=Severity.PROOF_GAP,
        theorem="kent/own/thm9-lower",
    ),
    Claim(
        "kent/eq209",
        "Appendix H.5, Step 1, (209), the equality",
        Kind.IDENTITY,
        "the distance of two densities",
        FiniteCheck(r"\|f_v-f_{v'}\|_2^2=2\textstyle\sum_j1\{v_j\ne v_j'\}\int g_{\beta,j}^2", "k = 1", _doubled, "=="),
        AllOf(
            r"\|f_v-f_{v'}\|_2^2=4\textstyle\sum_j1\{v_j\ne v_j'\}\int g_{\beta,j}^2=\tfrac{r^2\pi^{2\beta}\int g_\beta^2}{k^{2\beta+1}}H(v,v'),\ 2\varrho=\tfrac{r^2\pi^{2\beta}c'_\beta}{4k^{2\beta+1}}",
            (
                ("one bump", Identity(4 * (_R * _PB / (2 * _KB)) ** 2 * _C / _K, _R**2 * _PB**2 * _C / (_KB**2 * _K))),
                ("the bound of (209) holds, with room", at_most(_W / 2, _W, _ONE)),
            ),
        ),
        correction="4, not 2: the signs differ by 2. The inequality of (209) holds, and the separation stated after it, which would not follow from "
        "the printed right side, is right",
        severity=Severity.CONSTANT,
        theorem="kent/own/thm9-lower",
    ),
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
            "beta = 1, n alpha^2 = 1, T = 625",
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
        ),
        note="Of order (nT alpha^2)^(-2 beta/(2 beta + 2)). The printed class of radius 1 has risk 0.",
    ),
)
