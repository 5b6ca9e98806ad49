"""zhao Section 4.2, after Theorem 7: how far the upper and lower bounds for mean vectors are apart."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, Rational, log, oo

from notation.symbols import d, epsilon, m, n, p
from upperbounds.transforms.hadamard import padded
from upperbounds.transforms.kashin import LEVEL
from upperbounds.vectors import zhao
from verify.papers.zhao.appA3_second_stage.eq54_variance import CONSTANT, FAILURE
from verify.papers.zhao.instances.exact_risks import hodges_lehmann
from verify.papers.zhao.s4_2_vectors.eq5_rates import REGIMES
from verify.prover import Variable
from verify.statements import AllOf, Case, Derived, FiniteCheck, Identity, SameRate, at_most
from verify.statements.claim import Claim, Kind, Severity
from verify.statements.outcome import Settings, as_arb

_R = sympy.Symbol("r", positive=True)
_L = sympy.Symbol("L", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_Y = sympy.Symbol("y", positive=True)
_N = sympy.Symbol("N", positive=True)
_MEAN = sympy.Symbol("mu", real=True)
_E = sympy.Symbol("e", positive=True)
"""epsilon^2 ^ epsilon."""
_SECOND = (d / (m**2 * n * _E)) ** (1 - 1 / p)
Cases = Callable[[Settings], Iterator[Case]]
_EPSILON = Variable(epsilon, Integer(0), oo, open_lower=True)


def _diagonal(_: Settings) -> Iterator[Case]:
    """d/(24 nm) beside d times the exact worst risk of one coordinate's estimate, all coordinates the same number."""
    for size, dimension in product((1, 4, 100, 10_000), (1, 3, 10)):
        rate, worst = hodges_lehmann(size)
        yield Case({"nm": size, "d": dimension, "D": 1}, dimension * rate / 24, dimension * worst)


def _coordinate_bound(n: int, m: int, epsilon: Fraction) -> Fraction:
    """Theorem 1's explicit bound from above in rational numbers, D = 1: bias, failure and variance, as corrected.

    Roots and logarithms are rounded up, exponentials too.
    """
    half = n // 2
    width = 12 + 2 * up(as_arb(n).log().sqrt())
    exponent = as_arb(Fraction(81, 10**4)) * half / (as_arb(Fraction(1, 8)) + 8 / as_arb(epsilon) ** 2)
    far = max(0, 2 * (-(-up_root(m) // 2) - 1))
    failure = min(Fraction(1), far * up((-exponent).exp()))
    noise = 2 * (width / epsilon) ** 2
    return Fraction(32 * 22, 7 * m * n) + 4 * failure + (1 + noise) / m / half


def up(number: object) -> Fraction:
    """A fraction just above an enclosed positive number."""
    return Fraction(float(number.upper())) * (1 + Fraction(1, 2**40))  # type: ignore[attr-defined]


def up_root(m: int) -> int:
    """ceil(sqrt(m))."""
    root = int(m**0.5)
    while root * root < m:
        root += 1
    while (root - 1) ** 2 >= m:
        root -= 1
    return root


def _assembled(constant: Callable[[int], int], size: Callable[[int], int], square: Callable[[int], Fraction]) -> Cases:
    """As many of Theorem 1's bounds as there are coordinates, at the users and the budget that Algorithm 2 gives each.

    `size` says how many coordinates stand for d, `square` the square of their half-width at D = 1. Beside
    `constant` times (1 + d ln n/e)/(nm), that is (9) or, where `constant` grows with d, (8).
    """

    def cases(settings: Settings) -> Iterator[Case]:
        users = 10**8
        for dimension, samples in product((1, 3, 32), (2, 100) if settings.quick else (2, 100, 10**6)):
            coordinates, width = size(dimension), square(dimension)
            last = up(coordinates * as_arb(users).log())
            inside = (
                Fraction(1, 2),
                Fraction(1),
                Fraction(19, 10),
                Fraction(coordinates),
                Fraction(3 * coordinates + 1, 3),
            )
            points: set[Fraction] = {*inside, Fraction(3 * coordinates), last}
            for eps in sorted(points):
                e = min(eps, eps**2)
                if not users * as_arb(min(eps**2, Fraction(1))) >= 48168 * coordinates * as_arb(samples).log():
                    continue
                plan, share = zhao.split(users, coordinates, float(eps))
                left = coordinates * width * _coordinate_bound(plan.per_coordinate, samples, share * eps)
                scale = Fraction(constant(dimension), users * samples)
                right = as_arb(scale) * (1 + dimension * as_arb(users).log() / as_arb(e))
                yield Case({"n": users, "m": samples, "d": dimension, "epsilon": str(float(eps))}, left, right)

    return cases


def _same(d: int) -> int:
    return d


def _unit(_: int) -> Fraction:
    return Fraction(1)


def _frame_size(d: int) -> int:
    return padded(2 * d)


def _frame_square(d: int) -> Fraction:
    """K^2/d at the library's K = 2."""
    return Fraction(LEVEL) ** 2 / d


def _hadamard_square(d: int) -> Fraction:
    return Fraction(1, padded(d))


_POINTS = (
    "n = 10^8, m = 2, 100 (full: 10^6), d = 1, 3, 32, epsilon = 0.5, 1, 1.9, N, N + 1/3, 3N, N ln n for N coordinates, "
)
_POINTS += "where n(epsilon^2 ^ 1) >= 48168 N ln m"

CLAIMS = (
    Claim(
        "zhao/own/lifted",
        "ours, for Theorem 7",
        Kind.LOWER_BOUND,
        "without privacy the l_inf ball costs d times the interval",
        None,
        Derived(
            r"X=(Y,\dots,Y):\ \inf\sup_{\|X\|_\infty\le D}E\|\hat\mu-\mu\|_2^2\ge d\inf\sup E(\hat\mu_Y-\mu_Y)^2\ge\frac{D^2d}{24nm}",
            ("zhao/eq64/65",),
            at_most(1 / (24 * _N), sympy.Min(1, 1 / _N) / 24, Variable(_N, Integer(1), oo)),
            (),
            (
                (
                    "the exact worst risk of an estimate",
                    FiniteCheck(
                        r"\frac{D^2d}{24nm}\le\sup E\|\hat\mu-\mu\|^2",
                        "c times the mean of all samples, c = sqrt(nm)/(1 + sqrt(nm)); nm = 1, 4, 100, 10^4; d = 1, 3, 10",
                        _diagonal,
                    ),
                ),
            ),
        ),
        note="Every coordinate of an estimate is an estimate of the same number, so each has at least the scalar minimax risk. Any "
        "scalar lower bound lifts in this way, private ones too.",
    ),
    Claim(
        "zhao/text-after-thm4",
        "arXiv v1, Section 4.2, text after Theorem 4",
        Kind.UPPER_RATE,
        "as epsilon grows (8) converges to the non-private rate",
        Derived(
            r"\lim_{\varepsilon\to\infty}\frac{D^2d}{nm}\Big(1+\frac{d\ln n}{\varepsilon^2\wedge\varepsilon}\Big)=\frac{D^2d}{nm}\asymp\inf\sup E\|\hat\mu-\mu\|_2^2"
            r"\text{ without privacy}",
            ("zhao/own/lifted", "zhao/thm4/upper"),
            AllOf(
                r"\varepsilon\ge\frac{d\ln n}x:\ 1+\frac{d\ln n}\varepsilon\le1+x",
                (
                    ("y = d ln n at epsilon = y/x", Identity(1 + _Y / (_Y / _R), 1 + _R)),
                    (
                        "the mean of all samples: Var <= D^2 in each coordinate",
                        at_most(
                            (1 - _MEAN**2) / _N,
                            1 / _N,
                            Variable(_MEAN, Integer(-1), Integer(1)),
                            Variable(_N, Integer(1), oo),
                        ),
                    ),
                ),
            ),
        ),
        note="For Algorithm 2 as corrected; as printed too, since its last regime is right. N = nm.",
    ),
    Claim(
        "zhao/own/thm4/assembled",
        "ours, for Theorem 4",
        Kind.UPPER_RATE,
        "the d explicit bounds of Theorem 1 add up to at most what Theorem 4 says with its constant",
        None,
        Derived(
            r"m\ge2,\ n(\varepsilon^2\wedge1)\ge48168\,d\ln m:\ \sum_kU_1(n_0,m,\varepsilon_0)\le195000\,\frac{D^2d}{nm}"
            r"\Big(1+\frac{d\ln n}{\varepsilon^2\wedge\varepsilon}\Big),\ U_1=\frac{32\pi D^2}{n_0m}+4D^2P(E_1^c)+\frac2{n_0}\Big(\frac{D^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon_0^2}\Big)",
            ("zhao/lemma2", "zhao/eq56", "zhao/own/thm1/failure"),
            AllOf(
                r"U_1\le9700\frac{D^2}{n_0m}\Big(1+\frac{\ln n_0}{\varepsilon_0^2}\Big),\text{ then as in Theorem 4}",
                (
                    (
                        "the terms of U_1 in units of D^2/(n_0 m), x = ln(n_0)/epsilon_0^2",
                        at_most(
                            32 * sympy.pi + 2 + 4 * 270 * _X + FAILURE / log(Integer(2)) * (1 + _X),
                            CONSTANT * (1 + _X),
                            Variable(_X, Integer(0), oo),
                        ),
                    ),
                    ("all coordinates", REGIMES),
                ),
            ),
            (),
            (
                (
                    "the bound of the plan that runs",
                    FiniteCheck(
                        r"\sum_kU_1\le195000\,(8)",
                        _POINTS,
                        _assembled(lambda d: 195_000 * d, _same, _unit),
                    ),
                ),
            ),
        ),
        note="n_0 and epsilon_0 are the users and the budget of a coordinate under Algorithm 2 as corrected.",
    ),
    Claim(
        "zhao/own/thm5/assembled",
        "ours, for Theorem 5",
        Kind.UPPER_RATE,
        "Algorithm 2 on N < 4d Kashin coefficients within 2D/sqrt(d): the bound that runs and its constant",
        None,
        Derived(
            r"m\ge2,\ N<4d,\ \|a(x)\|_\infty\le\frac{2D}{\sqrt d},\ n(\varepsilon^2\wedge1)\ge48168N\ln m:\ E\|\hat\mu-\mu\|_2^2\le64\cdot195000\,\frac{D^2}{nm}"
            r"\Big(1+\frac{d\ln n}{\varepsilon^2\wedge\varepsilon}\Big)",
            ("zhao/thm4/upper", "zhao/eq88"),
            AllOf(
                r"(8) \text{ in } N \text{ dimensions}",
                (
                    (
                        "N K^2/d <= 16, y = d ln n/e",
                        at_most(16 * (1 + 4 * _Y), 64 * (1 + _Y), Variable(_Y, Integer(0), oo, open_lower=True)),
                    ),
                ),
            ),
            (),
            (
                (
                    "the bound of the plan that runs",
                    FiniteCheck(
                        r"\sum_kU_1\le64\cdot195000\,(9)",
                        _POINTS,
                        _assembled(lambda _: 64 * 195_000, _frame_size, _frame_square),
                    ),
                ),
            ),
        ),
        note="For data whose coefficients at K = 2 are certified, which the library checks one by one; for every sample K = 15/sqrt(2) is proved (zhao/lemma1). "
        "N is the least power of 2 from 2d on.",
    ),
    Claim(
        "zhao/own/remark1/assembled",
        "ours, for Remark 1",
        Kind.UPPER_RATE,
        "Algorithm 2 on fewer than 2A Hadamard coefficients: the bound that runs and its constant",
        None,
        Derived(
            r"m\ge2,\ N<2A,\ \|Hx/\sqrt N\|_\infty\le\frac D{\sqrt N},\ n(\varepsilon^2\wedge1)\ge48168N\ln m:\ E\|\hat\mu-\mu\|_2^2\le2\cdot195000\,\frac{D^2}{nm}"
            r"\Big(1+\frac{A\ln n}{\varepsilon^2\wedge\varepsilon}\Big)",
            ("zhao/thm4/upper", "zhao/alg2H"),
            AllOf(
                r"(8) \text{ in } N \text{ dimensions}",
                (("y = A ln n/e", at_most(1 + 2 * _Y, 2 * (1 + _Y), Variable(_Y, Integer(0), oo, open_lower=True))),),
            ),
            (),
            (
                (
                    "the bound of the plan that runs",
                    FiniteCheck(
                        r"\sum_kU_1\le2\cdot195000\,(9)",
                        _POINTS,
                        _assembled(lambda _: 2 * 195_000, padded, _hadamard_square),
                    ),
                ),
            ),
        ),
        note="In the l_1 ball of radius D; D = 1 for discrete distributions on A letters.",
    ),
    Claim(
        "zhao/remark2b/factor",
        "arXiv v1, Section 4.2, Remark 2, the sentence after (13)",
        Kind.RATE_ALGEBRA,
        "(13) is smaller than (12) by a factor d",
        AllOf(
            r"(12)=d\cdot(13),\ \text{term by term}",
            (
                ("first", SameRate(d**2 * log(m) / (m * n * _E), d * (d * log(m) / (m * n * _E)))),
                ("third", SameRate(d / (m * n), d * (1 / (m * n)))),
                ("second", SameRate(_SECOND, d * _SECOND)),
            ),
        ),
        Derived(
            r"(12) \text{ as corrected}=d\cdot(13),\ \text{term by term}",
            ("zhao/remark2a/116", "zhao/remark2b"),
            AllOf(
                r"M_p^{2/p} \text{ apart}",
                (
                    ("first", SameRate(d**2 * log(m) / (m * n * _E), d * (d * log(m) / (m * n * _E)))),
                    ("second", SameRate(d ** (2 - 1 / p) * (m**2 * n * _E) ** (1 / p - 1), d * _SECOND)),
                    ("third", SameRate(d / (m * n), d * (1 / (m * n)))),
                ),
            ),
        ),
        correction="true of (12) as corrected: as printed the second terms of (12) and (13) are the same",
        severity=Severity.RATE,
        theorem="zhao/remark2b",
        root="zhao/remark2a/116",
        note="Both versions. The first and third terms of (12) as printed are d times those of (13).",
    ),
    Claim(
        "zhao/text-after-thm7",
        "arXiv v1, Section 4.2, text after Theorem 7",
        Kind.RATE_ALGEBRA,
        "(8) and (9) match (11) and (10)",
        Derived(
            r"m\ge2,\ n(\varepsilon^2\wedge1)\ge96336\,d\ln m:\ \text{upper}\le80\cdot195000\ln n\cdot\text{lower},\ "
            r"\text{lower}=\frac{D^2d^2}{44nm(\varepsilon^2\wedge\varepsilon)}\vee\frac{D^2d}{24nm}\ (l_\infty),\ "
            r"\text{a } d\text{-th of it }(l_2,\ \text{with } 450 \text{ times the constant})",
            (
                "zhao/thm4/upper",
                "zhao/thm5/upper",
                "zhao/own/thm7/every-epsilon",
                "zhao/own/thm6/every-epsilon",
                "zhao/own/lifted",
                "zhao/eq104/105",
            ),
            AllOf(
                r"e=\varepsilon^2\wedge\varepsilon,\ y=\tfrac de,\ L=\ln n",
                (
                    (
                        "x, the larger of y/44 and 1/24: 1 + yL <= 1 + 44xL <= 80xL",
                        at_most(
                            1 + 44 * _Y * _L,
                            80 * _Y * _L,
                            Variable(_Y, Rational(1, 24), oo),
                            Variable(_L, log(2), oo),
                        ),
                    ),
                    (
                        "the cap D^2 d/44 is above, as nme >= d: epsilon^2 ^ 1 is at most epsilon",
                        at_most(sympy.Min(epsilon**2, 1), epsilon, _EPSILON),
                    ),
                    (
                        "and at most epsilon^2, with 96336 ln 2 > 1",
                        at_most(_Y, 96336 * log(2) * _Y, Variable(_Y, Integer(1), oo)),
                    ),
                ),
            ),
        ),
        note=(
            "Up to logarithms, and with the non-private terms that (105) and (111) have and (10), (11) leave out: without"
            " them the lower bounds tend to 0 as epsilon grows, the upper ones do not. (111) has D^2/(mn) for D^2 d/(mn)."
            " The condition is that of Theorem 5 with its constant; for l_inf half of it will do."
        ),
    ),
)
