"""kent Proposition 5 and Appendix C, (75)-(77): densities at infinitely many samples."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import sympy
from flint import arb
from sympy import Integer, Rational, exp, log, oo, sqrt

from verify.calculus.textbook import HOEFFDING
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_BETA, _DELTA, _X, _C, _K, _CP, _R = sympy.symbols("beta Delta x c k c_prime r", positive=True)
_M, _U, _Y = sympy.symbols("m u y", positive=True)
_HALF = Rational(1, 2)
_SMOOTH = Variable(_BETA, Integer(1), oo)
_COUNT = Variable(_K, Integer(1), oo)
_POSITIVE = Variable(_X, Integer(0), oo, open_lower=True)
_SHARE = Variable(_U, Integer(0), Integer(1), open_lower=True)
LOWER, UPPER = Rational(9, 128), Rational(21, 10)
"""log N(Delta) is at least LOWER (2 sqrt(2) Delta)^(-1/beta) and at most UPPER beta (4/Delta)^(1/beta)."""


def largest_distance(beta: int, radius: Fraction) -> Fraction:
    """sup ||f - 1||^2 over the printed class: all that theta_1 = 1 leaves of the energy, at the lightest j >= 2."""
    return max(Fraction(0), radius**2 - 1) / 4**beta


def largest_distance_again(beta: int, radius: Fraction) -> Fraction:
    """The same, one co-ordinate after the other."""
    return max(max(Fraction(0), radius**2 - 1) / j ** (2 * beta) for j in range(2, 60))


def _one_point(_: Settings) -> Iterator[Case]:
    """The worst loss of the constant estimate 1 over F_(beta, 1), which bounds the minimax risk."""
    for beta in (1, 2, 3):
        value = largest_distance(beta, Fraction(1))
        yield Case(
            {"beta": beta, "r": 1, "estimate": "1", "n, alpha": "any"},
            value,
            0,
            largest_distance_again(beta, Fraction(1)),
        )


def _codes(_: Settings) -> Iterator[Case]:
    """2^k over the number of vectors within k/8 of a vertex: what a maximal set with distances above k/8 has at least."""
    for k in range(1, 41):
        near = sum(comb(k, i) for i in range(k // 8 + 1))
        yield Case({"k": k}, (as_arb(9 * k) / 32).exp(), Fraction(2**k, near))


def _lexicode(k: int) -> list[int]:
    """Vertices of the cube, as numbers, each with Hamming distances above k/8 to all before it."""
    code: list[int] = []
    for v in range(2**k):
        if all(8 * (u ^ v).bit_count() > k for u in code):
            code.append(v)
    return code


def _packed(_: Settings) -> Iterator[Case]:
    for k in range(1, 11):
        code = _lexicode(k)
        nearest = min((u ^ v).bit_count() for u in code for v in code if u < v)
        for beta in (1, 2, 3):
            parameters = {"beta": beta, "k": k}
            square = Fraction(1, 4**beta * k ** (2 * beta + 1))
            # 4 Delta^2 = y^(-2 beta)/2 with k = floor(y/2), so y >= 2k.
            yield Case(parameters, (as_arb(Fraction(9 * (2 * k + 2), 128))).exp(), len(code))
            yield Case(parameters, sum((2 * j) ** (2 * beta) for j in range(1, k + 1)) * square, 1)
            yield Case(parameters, 2 * square * k**2, Fraction(1, 2))
            yield Case(parameters, Fraction(1, 2 * (2 * k) ** (2 * beta)), 4 * square * nearest)


def _covered(_: Settings) -> Iterator[Case]:
    for beta in (1, 2, 3, 5):
        for x in (2, 3, 7, 50, 1000):
            m = x // 2
            left = 2 * m * (arb(2).log() + beta * arb(x).log()) - 2 * beta * (m * arb(2).log() + arb(m + 1).lgamma())
            yield Case({"beta": beta, "(4/Delta)^(1/beta)": x}, left, Fraction(21 * beta * x, 10))


def _halves(_: Settings) -> Iterator[Case]:
    for beta in (1, 2, 3, 5):
        for share in (1, 100, 10**6):
            delta = 1 / (2 * arb(2).sqrt() * 2**beta * share)
            power = (2 * arb(2).sqrt() * delta) ** (-arb(1) / beta)
            right = arb(21) * beta / 10 * (4 / delta) ** (arb(1) / beta)
            yield Case({"beta": beta, "share": f"1/{share}"}, arb(9) / 128 * power, right)


def _choices(_: Settings) -> Iterator[Case]:
    for beta in (1, 2, 3, 5):
        root = arb(1) / beta
        low, high = arb(9) / 128 * (2 * arb(2).sqrt()) ** -root, arb(21) * beta / 10 * arb(4) ** root
        for x in (1, 10, 100, 10**4, 10**6):
            twice = (low / (24 * x + 2 * arb(2).log())) ** beta
            parameters = {"beta": beta, "x": x}
            yield Case(parameters, (arb(9) / (3328 * x)) ** (2 * beta) / 128, twice**2 / 16)
            upper = (40 * high / x) ** (2 * beta) + 2 * (-arb(x) / 40).exp()
            yield Case(parameters, upper, 18 * (arb(84 * beta) / x) ** (2 * beta))


CLAIMS = (
    Claim(
        "kent/own/varshamov-gilbert",
        "behind Appendix I, proof of Lemma 29, and Proposition 5: Tsybakov 2009, Lemma 2.9",
        Kind.CONSTRUCTION,
        "many vertices of the cube that are far apart",
        None,
        Derived(
            r"\exists\mathcal V'\subset\{\pm1\}^k:\ H(u,u')>\tfrac k8\ (u\ne u'),\ |\mathcal V'|\ge e^{9k/32}\ge2^{k/8}",
            (),
            AllOf(
                r"P(\mathrm{Bin}(k,\tfrac12)\le\tfrac k8)\le e^{-2k(3/8)^2}",
                (
                    ("the exponent", Identity(2 * _K * (_HALF - Rational(1, 8)) ** 2, 9 * _K / 32)),
                    ("more than the usual 2^(k/8)", at_most(_K * log(2) / 8, 9 * _K / 32, _COUNT)),
                ),
            ),
            (HOEFFDING,),
            (("balls counted", FiniteCheck(r"e^{9k/32}\le2^k/|\{v:H(u,v)\le\tfrac k8\}|", "k = 1..40", _codes)),),
        ),
        note="The balls of Hamming radius k/8 around a maximal such set cover the cube; Hoeffding's bound for one side, half of "
        "the two-sided one since Bin(k, 1/2) is symmetric.",
    ),
    Claim(
        "kent/own/prop5-packing",
        "to Appendix C, proof of Proposition 5, (75), lower half: cosines in place of bumps",
        Kind.CONSTRUCTION,
        "a large packing of the Sobolev densities",
        None,
        Derived(
            r"f_v=1+\gamma\sum_{j\le k}v_j\varphi_{2j},\ \gamma=2^{-\beta}k^{-\beta-1/2}:\quad\log N(\Delta)\ge\tfrac9{128}"
            r"(2\sqrt2\Delta)^{-1/\beta},\ \Delta\le2^{-\beta}/(2\sqrt2)",
            ("kent/own/varshamov-gilbert",),
            AllOf(
                r"f_v>0;\ \sum_{j\le k}(2j)^{2\beta}\gamma^2\le1;\ \|f_u-f_v\|^2=4\gamma^2H(u,v)>\gamma^2k/2\ge4\Delta^2",
                (
                    (
                        "the energy",
                        Identity(_K * (2 * _K) ** (2 * _BETA) * (2**-_BETA * _K ** (-_BETA - _HALF)) ** 2, Integer(1)),
                    ),
                    (
                        "sqrt(2) gamma k <= 1/sqrt(2): beta >= 1 for the 2",
                        at_most(log(2), _BETA * log(2), _SMOOTH),
                    ),
                    (
                        "and k^(1/2 - beta) <= 1, with x = log k, beta = 1 + y",
                        at_most(
                            -(_HALF + _Y) * _X, Integer(0), Variable(_Y, Integer(0), oo, open_lower=True), _POSITIVE
                        ),
                    ),
                    (
                        "the separation, squared, in logarithms",
                        Identity(
                            2 * (-_BETA * log(2) - (_BETA + _HALF) * log(_K)) + log(_K) - log(2),
                            -2 * _BETA * (log(2) + log(_K)) - log(2),
                        ),
                    ),
                    (
                        "y = (2 sqrt(2) Delta)^(-1/beta) >= 2 and 2k = y: (2k)^(-2 beta)/2 = 4 Delta^2",
                        Identity((((2 * sqrt(2) * _DELTA) ** (-1 / _BETA)) ** (-2 * _BETA)) / 2, 4 * _DELTA**2),
                    ),
                    (
                        "k = floor(y/2) >= y/4, with y/2 = k + u",
                        at_most((_K + _U) / 2, _K, _COUNT, Variable(_U, Integer(0), Integer(1), open_lower=True)),
                    ),
                    ("9 k/32", Identity(Rational(9, 32) / 4, LOWER)),
                ),
            ),
            crosschecks=(
                (
                    "codes found one vertex after the other, and their densities",
                    FiniteCheck(
                        r"|\mathcal V'|\ge e^{9y/128},\ \sum_j(2j)^{2\beta}\gamma^2\le1,\ 2\gamma^2k^2\le\tfrac12,\ \min\|f_u-f_v\|^2\ge4\Delta^2",
                        "beta = 1, 2, 3; k = 1..10, y = 2k + 2",
                        _packed,
                    ),
                ),
            ),
        ),
        note="A ball of radius Delta holds at most one point of a packing at 2 Delta. Weights a_j = j^beta for even j, as Tsybakov's and kent's. The co-ordinates are given, so membership needs no "
        "periodicity and no smoothness of a bump; beta > 1/2 suffices for positivity.",
    ),
    Claim(
        "kent/own/prop5-cover",
        "to Appendix C, proof of Proposition 5, (75), upper half: Wainwright 2019, Example 5.12, with constants",
        Kind.INEQUALITY,
        "covering numbers of the Sobolev densities from above",
        None,
        Derived(
            r"\log N(\Delta)\le\tfrac{21}{10}\beta(4/\Delta)^{1/\beta},\ \Delta>0",
            ("kent/own/volume", "kent/thm1/step1"),
            AllOf(
                r"x=(4/\Delta)^{1/\beta},\ m=\lfloor x/2\rfloor:\ \log N\le2m\log\tfrac8\Delta-2\beta\log(2^mm!)\le"
                r"2m(\log2+\beta)+2m\beta\log\tfrac x{2m}",
                (
                    (
                        "semi-axes (2i)^(-beta), twice each, with log m! >= m log m - m",
                        Identity(
                            sympy.expand_log(
                                2 * _M * (log(2) + _BETA * log(_X)) - 2 * _BETA * (_M * log(2) + _M * log(_M) - _M),
                                force=True,
                            ),
                            sympy.expand_log(
                                2 * _M * (log(2) + _BETA) + 2 * _M * _BETA * log(_X / (2 * _M)), force=True
                            ),
                        ),
                    ),
                    (
                        "m! >= (m/e)^m, m -> m + 1: (1 + 1/m)^m <= e, y = 1/m",
                        at_most(log(1 + _Y), _Y, Variable(_Y, Integer(0), Integer(1), open_lower=True)),
                    ),
                    ("u log(1/u) <= 1/e for u = 2m/x <= 1", at_most(-_U * log(_U), exp(-1), _SHARE)),
                    (
                        "log 2 + beta + beta/e <= 21 beta/10",
                        at_most(log(2) + _BETA + _BETA * exp(-1), UPPER * _BETA, _SMOOTH),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "the count of the proof, enclosed",
                    FiniteCheck(
                        r"2m\log\tfrac8\Delta-2\beta\log(2^mm!)\le\tfrac{21}{10}\beta(4/\Delta)^{1/\beta}",
                        "beta = 1, 2, 3, 5; (4/Delta)^(1/beta) = 2, 3, 7, 50, 1000",
                        _covered,
                    ),
                ),
            ),
        ),
        note="Of two densities that are Delta apart, all co-ordinates beyond 2m + 1 contribute at most 2 (2m + 2)^(-beta) < "
        "Delta/2, so the first ones are Delta/2 apart (theta_1 = 1 is common): at most Vol(2E)/Vol(B(Delta/4)) points, the "
        "ball lying in the ellipsoid E since (2m)^beta <= 4/Delta. For x < 2 there is one point.",
    ),
    Claim(
        "kent/prop5/step1",
        "Appendix C, proof of Proposition 5, (75)",
        Kind.INEQUALITY,
        "covering numbers of the Sobolev densities",
        FiniteCheck(
            r"e^{c_\beta(1/\Delta)^{1/\beta}}\le N(\Delta)\text{ for small }\Delta,\text{ so }\mathcal F_{\beta,1}\text{ has two points}",
            "beta = 1, 2, 3; sup ||f - 1||^2 over the class with r = 1",
            _one_point,
            ">",
        ),
        Derived(
            r"\text{weights }j^\beta\ (j\text{ even}),\ (j-1)^\beta\ (j\text{ odd}):\ \tfrac9{128}(2\sqrt2\Delta)^{-1/\beta}\le"
            r"\log N(\Delta)\ (\Delta\le2^{-\beta}/2\sqrt2),\quad\log N(\Delta)\le\tfrac{21}{10}\beta(4/\Delta)^{1/\beta}",
            ("kent/own/prop5-packing", "kent/own/prop5-cover"),
            at_most(LOWER * _X / 8, UPPER * _X, _POSITIVE),
            crosschecks=(
                (
                    "both halves at once, enclosed",
                    FiniteCheck(
                        r"\tfrac9{128}(2\sqrt2\Delta)^{-1/\beta}\le\tfrac{21}{10}\beta(4/\Delta)^{1/\beta}",
                        "beta = 1, 2, 3, 5; Delta = 2^(-beta)/(2 sqrt 2), and a hundredth and a millionth of it",
                        _halves,
                    ),
                ),
            ),
        ),
        correction="(19) weighs theta_1 by 1, and a density has theta_1 = 1: with r = 1 nothing is left and the class is {1}. "
        "With Tsybakov's weights (1.90), a_1 = 0, both halves hold",
        severity=Severity.CONDITION,
        theorem="kent/prop5",
        note="The printed lower half leans on Lemma 29, whose construction is not in the printed class; here by cosines.",
        root="kent/prop5",
    ),
    Claim(
        "kent/prop5/choices",
        "Appendix C, proof of Proposition 5, the choices of Delta for (76), (77)",
        Kind.RATE_ALGEBRA,
        "the two choices of Delta",
        AllOf(
            r"2\Delta=\Big(\frac{c}{c'(24x+2\log2)}\Big)^\beta,\quad\Delta=(40C/x)^\beta,\quad x=n\min\{\alpha,\alpha^2\}",
            (
                (
                    "log N(2 Delta)",
                    Identity(
                        _C * ((_C / (_CP * (24 * _X + 2 * log(2)))) ** _BETA) ** (-1 / _BETA),
                        _CP * (24 * _X + 2 * log(2)),
                    ),
                ),
                (
                    "the bracket",
                    Identity(1 - (12 * _X + log(2)) / (_CP * (24 * _X + 2 * log(2))), 1 - 1 / (2 * _CP)),
                ),
                ("the factor", Identity((_R / 2) ** 2 / 2, _R**2 / 8)),
                ("the exponent of N(Delta)", Identity(_C * ((40 * _C / _X) ** _BETA) ** (-1 / _BETA), _X / 40)),
                ("what is left", Identity(_X / 40 - _X / 20, -_X / 40)),
            ),
        ),
        note="r stands for 2 Delta. True as algebra, whatever the class.",
    ),
    Claim(
        "kent/prop5",
        "Section 2.2.3, Proposition 5, (23)",
        Kind.LOWER_BOUND,
        "density estimation at infinitely many samples",
        FiniteCheck(
            r"\mathcal R_{n,\infty,\alpha}(\theta(\mathcal P_{\beta,1}),\|\cdot\|_2^2)\gtrsim(n\min\{\alpha,\alpha^2\})^{-2\beta}>0",
            "beta = 1, 2, 3; the estimate 1, whose loss is at most sup ||f - 1||^2 over the class with r = 1",
            _one_point,
            ">",
        ),
        Derived(
            r"\text{weights as in (75)}:\ \frac1{128}\Big(\frac9{3328x}\Big)^{2\beta}\le\mathcal R_{n,\infty,\alpha}\le"
            r"18\Big(\frac{84\beta}x\Big)^{2\beta},\ x=n\min\{\alpha,\alpha^2\}\ge1",
            ("kent/thm1/lower", "kent/thm1/upper", "kent/prop5/step1", "kent/prop5/choices"),
            AllOf(
                r"c=\tfrac9{128}(2\sqrt2)^{-1/\beta},\ c'=1,\ C=\tfrac{21}{10}\beta4^{1/\beta}",
                (
                    (
                        "2 Delta is small enough: 9/128/(24 x + 2 log 2) <= 1/2",
                        at_most(LOWER / (24 * _X + 2 * log(2)), _HALF, _POSITIVE),
                    ),
                    ("24 x + 2 log 2 <= 26 x", at_most(24 * _X + 2 * log(2), 26 * _X, Variable(_X, Integer(1), oo))),
                    ("9/128/26", Identity(LOWER / 26, Rational(9, 3328))),
                    (
                        "the factor 1/8 (1 - 1/2) (2 sqrt 2)^(-2)",
                        Identity(Rational(1, 8) * _HALF / 8, Rational(1, 128)),
                    ),
                    (
                        "from above: 40 C, to the power 2 beta",
                        Identity((84 * _BETA * 4 ** (1 / _BETA)) ** (2 * _BETA), 16 * (84 * _BETA) ** (2 * _BETA)),
                    ),
                    (
                        "e^(-x/40) <= (80 beta/(e x))^(2 beta), with u = x/(80 beta): log u <= u - 1",
                        at_most(log(_U), _U - 1, Variable(_U, Integer(0), oo, open_lower=True)),
                    ),
                    ("80/e <= 84", at_most(80 * exp(-1), Integer(84), _POSITIVE)),
                    (
                        "the diameter: ||f - 1|| <= 2^(-beta), so diam^2 <= 4 4^(-beta) <= 1 <= 2",
                        at_most(-2 * _BETA * log(2), -2 * log(2), _SMOOTH),
                    ),
                    ("16 + 2", Identity(Integer(16) + 2, Integer(18))),
                ),
            ),
            crosschecks=(
                (
                    "both bounds from the two choices of Delta, enclosed",
                    FiniteCheck(
                        r"\tfrac1{128}(\tfrac9{3328x})^{2\beta}\le\tfrac18(2\Delta_{LB})^2\cdot\tfrac12,\quad\Delta_{UB}^2+2e^{-x/40}\le18(\tfrac{84\beta}x)^{2\beta}",
                        "beta = 1, 2, 3, 5; x = 1, 10, 100, 10^4, 10^6",
                        _choices,
                    ),
                ),
            ),
        ),
        correction=(
            "with Tsybakov's weights (1.90), a_1 = 0, which the paper cites and means, the printed rate holds, "
            "for every n min{alpha, alpha^2} >= 1. By (19) as printed theta_1 has the weight 1, and a density has"
            " theta_1 = 1, so that the class (20) of radius 1 holds the density 1 only: its risk is 0"
        ),
        severity=Severity.CONDITION,
        theorem="kent/prop5",
        note=(
            "By weights j^beta (even), (j-1)^beta (odd). The printed upper half is true of the class {1}, as 0 <= anything."
        ),
    ),
)
