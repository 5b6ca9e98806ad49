"""kent (18)-(21) and Appendix H.5, Step 1, (208), (209): the class of densities and the hypercube in it."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Integer, Rational, cos, integrate, log, oo, pi, sin, sqrt

from verify.prover import Variable
from verify.statements import AllOf, Case, Definition, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_K, _X, _Y, _R, _BETA, _C = sympy.symbols("k x y r beta c'", positive=True)
_PB, _KB = sympy.symbols("P Q", positive=True)
"""pi^beta and k^beta."""
_W = sympy.Symbol("w", nonnegative=True)
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


def _triangle(_: Settings) -> Iterator[Case]:
    """Partial sums of a_j^2 theta_j^2 for f = pi |x - 1/2|, whose slope is pi everywhere; the sines have no share."""
    total = arb(0)
    for j in range(1, 8):
        wave = sqrt(2) * cos(2 * pi * j * _POINT)
        half = integrate(pi * (_HALF - _POINT) * wave, (_POINT, 0, _HALF))
        # f and the cosines are symmetric about 1/2.
        share = sympy.nsimplify(sympy.simplify((2 * j * 2 * half * pi) ** 2))
        total += as_arb(Fraction(int(share.p), int(share.q))) / arb.pi() ** 2
        if j % 2:
            yield Case({"beta": 1, "r": 1, "J": 2 * j}, total, as_arb(1))


def _halves(_: Settings) -> Iterator[Case]:
    """g(x) + g(x + 1/2) for the unscaled bump, x in (0, 1/2), beside 0 up to 2^-40 either way."""
    for i in range(1, 20):
        x = as_arb(Fraction(i, 40))
        half, one = as_arb(Fraction(1, 2)), arb(1)
        there = x + half
        value = (-1 / (x * (half - x))).exp() - (-1 / ((there - half) * (one - there))).exp()
        yield Case({"x": f"{i}/40"}, abs(value), arb(2) ** -40)


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
        Derived(
            r"g_{\beta,j}=\tfrac{r\pi^\beta}{2k^\beta}g_\beta(kx-j+1):\ \textstyle\int g_{\beta,j}=0,\ |g_{\beta,j}^{(\beta-1)}(x)-g_{\beta,j}^{(\beta-1)}(y)|\le\tfrac{r\pi^\beta}2|x-y|",
            (),
            AllOf(
                r"\text{the derivatives, the slope, the halves}",
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
            (),
            (
                (
                    "the two halves cancel",
                    FiniteCheck(r"|g(x)+g(x+\tfrac12)|\le2^{-40}", "x = i/40, 0 < i < 20", _halves),
                ),
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
            AllOf(
                r"|f^{(\beta)}|\le r\pi^\beta\text{ almost everywhere}",
                (
                    ("slope u r pi^beta, |u| <= 1", at_most(_G**2, Integer(1), Variable(_G, Integer(-1), Integer(1)))),
                    ("its energy", Identity((_G * _R * _PB) ** 2 / _PB**2, _G**2 * _R**2)),
                ),
            ),
            (),
            (
                (
                    "the steepest periodic function",
                    FiniteCheck(
                        r"\textstyle\sum_{j\le J}a_j^2\theta_j^2\le r^2=1",
                        "beta = 1, f = pi |x - 1/2|, J = 2, 6, 10, 14: coefficients by sympy",
                        _triangle,
                    ),
                ),
            ),
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
        severity=Severity.CONDITION,
        theorem="kent/own/thm9-lower",
        note="x = ||f_v - 1||^2 > 0.",
        root="kent/prop5",
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
)
