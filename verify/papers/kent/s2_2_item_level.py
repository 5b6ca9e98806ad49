"""kent Sections 2.2 and 2.3: the classes (12), (16), the norm (22), and item-level rates beside those at infinite T."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import arb

from lowerbounds.methods.bounds import Bound
from lowerbounds.methods.van_trees import van_trees
from upperbounds.estimator import UpperBound
from upperbounds.vectors import baselines, user_means
from verify.statements import AllOf, Case, Definition, FiniteCheck, Identity
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_D, _S, _N, _ALPHA, _C = sympy.symbols("d s n alpha c", positive=True)
_LOWER, _ABOVE = Fraction(5, 2), 8
"""The item-level risks are at least 2/5 of the printed rates, and at most 8 times as large."""


def _sizes(_: Settings) -> Iterator[tuple[int, int, Fraction]]:
    """d, n and alpha <= 1 from where Proposition 3 speaks, n alpha^2 > 60 d log(6d), on."""
    for d, alpha, more in product((1, 2, 5, 16, 64), (Fraction(1, 16), Fraction(1, 4), Fraction(1)), (1, 10, 1000)):
        least = (60 * d * arb(6 * d).log() / as_arb(alpha**2)).upper()
        yield d, more * (int(least.ceil().unique_fmpz()) + 1), alpha


def _low_privacy(_: Settings) -> Iterator[tuple[int, int, Fraction]]:
    """d, n and alpha from 1 to d, n at least 16 d^2."""
    for d, power, more in product((4, 16, 64), range(7), (1, 100)):
        if 2**power <= d:
            yield d, 16 * more * d * d, Fraction(2**power)


Rate = Callable[[int, int, Fraction], Fraction]
Sizes = Callable[[Settings], Iterator[tuple[int, int, Fraction]]]


def _below(sizes: Sizes, rate: Rate, support: str) -> Callable[[Settings], Iterator[Case]]:
    def cases(settings: Settings) -> Iterator[Case]:
        for d, n, alpha in sizes(settings):
            least: Bound = van_trees(n, 1, d, float(alpha), 1.0, support)
            told = {"d": d, "n": n, "alpha": str(alpha)}
            # A number that is rounded down.
            yield Case(told, rate(d, n, alpha), _LOWER * Fraction(least.value))

    return cases


def _above(
    sizes: Sizes, rate: Rate, bound: Callable[[int, int, int, float, float], UpperBound]
) -> Callable[[Settings], Iterator[Case]]:
    def cases(settings: Settings) -> Iterator[Case]:
        for d, n, alpha in sizes(settings):
            most = bound(n, 1, d, float(alpha), 1.0).value
            told = {"d": d, "n": n, "alpha": str(alpha)}
            # A closed form in floats: far less than a part in 2^20 is lost by rounding.
            yield Case(told, Fraction(most) * (1 + Fraction(1, 2**20)), _ABOVE * rate(d, n, alpha))

    return cases


def _cube(d: int, n: int, alpha: Fraction) -> Fraction:
    return Fraction(d * d, n) / alpha**2


def _ball(d: int, n: int, alpha: Fraction) -> Fraction:
    return Fraction(d, n) / alpha**2


def _cube_low(d: int, n: int, alpha: Fraction) -> Fraction:
    return Fraction(d * d, n) / alpha


_OVER = "d = 1, 2, 5, 16, 64; alpha = 1/16, 1/4, 1; n alpha^2 from 60 d log(6d) on, and 10 and 1000 times as large"
_OVER_LOW = "d = 4, 16, 64; alpha = 1, 2, 4, ... up to d; n = 16 d^2, 1600 d^2"


def _sides(
    text: str, over: str, sizes: Sizes, rate: Rate, support: str, bound: Callable[..., UpperBound]
) -> tuple[tuple[str, FiniteCheck], ...]:
    """A risk is of the order of a rate, by our bounds with constants at T = 1: from below and from above."""
    return (
        (
            f"{support}, from below",
            FiniteCheck(rf"{text}\le\tfrac52\mathcal R_{{n,1,\alpha}}", over, _below(sizes, rate, support)),
        ),
        (
            f"{support}, from above",
            FiniteCheck(
                rf"\mathcal R_{{n,1,\alpha}}\le8{text}",
                over,
                _above(sizes, rate, bound),
                granted=r"2^{-20}\text{ of an estimator's bound in floats}",
            ),
        ),
    )


def _basis(j: int, x: sympy.Symbol) -> sympy.Expr:
    if j == 1:
        return sympy.Integer(1)
    wave: Any = sympy.cos if j % 2 == 0 else sympy.sin
    return sympy.sqrt(2) * wave(2 * sympy.pi * (j // 2) * x)


def _products(settings: Settings) -> Iterator[Case]:
    """The integral of phi_j phi_k; second route: sums over 16 equidistant points, exact below frequency 16."""
    x = sympy.Symbol("x", real=True)
    most = 5 if settings.quick else 9
    for j in range(1, most + 1):
        for k in range(1, j + 1):
            value = sympy.integrate(_basis(j, x) * _basis(k, x), (x, 0, 1))
            points = sum(
                _basis(j, x).subs(x, p) * _basis(k, x).subs(x, p) for p in (sympy.Rational(i, 16) for i in range(16))
            )
            again = sympy.nsimplify(sympy.simplify(sympy.expand(points / 16)))
            yield Case({"j": j, "k": k}, sympy.Rational(value), int(j == k), left_again=sympy.Rational(again))


CLAIMS = (
    Claim(
        "kent/eq12",
        "Section 2.2.1, (12)",
        Kind.DEFINITION,
        "laws on the cube and on the ball",
        Definition(
            r"\mathcal P_d=\{P:\mathrm{supp}(P)\subseteq\mathbb B_\infty(1)\subset\mathbb R^d\},\ "
            r"\mathcal P'_d=\{P:\mathrm{supp}(P)\subseteq\mathbb B_2(1)\subset\mathbb R^d\},\ \theta(P)=\mathbb E_P(X)"
        ),
        note="The means are all of B_inf(1) and of B_2(1): point masses give them, and balls are convex.",
    ),
    Claim(
        "kent/eq15",
        "Section 2.2.1, (15)",
        Kind.RATE_ALGEBRA,
        "the item-level rates of means in the cube and in the ball",
        AllOf(
            "",
            (
                *_sides(r"\tfrac{d^2}{n\alpha^2}", _OVER, _sizes, _cube, "linf", user_means.bound),
                *_sides(r"\tfrac d{n\alpha^2}", _OVER, _sizes, _ball, "l2", baselines.duchi_bound),
            ),
        ),
        note="Cited by the paper from Duchi et al. 2018 and set beside Proposition 3: judged where that speaks. From below van "
        "Trees' inequality with what private messages hold of Fisher information, from above one-round mechanisms whose risks "
        "are closed forms, of windows and of half spheres.",
    ),
    Claim(
        "kent/eq15/consistent",
        "Section 2.2.1, the text after (15), what d a vanishing rate allows",
        Kind.RATE_ALGEBRA,
        "d of the order of n alpha^2 in the ball; its square root, or nearly all of it, in the cube",
        AllOf(
            "",
            (
                ("(15) in the ball, at d = c n alpha^2", Identity((_C * _N * _ALPHA**2) / (_N * _ALPHA**2), _C)),
                ("(14) there", Identity(_N * _ALPHA**2 / (_C * _N * _ALPHA**2), 1 / _C)),
                (
                    "(15) in the cube, at d^2 = c n alpha^2",
                    Identity((sympy.sqrt(_C * _N) * _ALPHA) ** 2 / (_N * _ALPHA**2), _C),
                ),
                (
                    "the exponent of (13) at n alpha^2 = C d log d, that of a power of d",
                    Identity(_C * (_S * _D * sympy.log(_D)) / _D, _C * _S * sympy.log(_D)),
                ),
            ),
        ),
        note="In the ball both rates depend on d/(n alpha^2) alone. In the cube the trivial risk is d: with the factor d of (66) and "
        "(67) the rate at infinite T is then d^(1 - cC), which vanishes for C above 1/c.",
    ),
    Claim(
        "kent/eq16",
        "Section 2.2.2, (16)",
        Kind.DEFINITION,
        "laws with sparse means",
        Definition(
            r"\mathcal P_{d,s}=\{P:\mathrm{supp}(P)\subseteq\mathbb B_\infty(1)\subset\mathbb R^d,\ \|\mathbb E_P(X)\|_0\le s\}"
        ),
        note="The mean is sparse, not a user's data: her own mean has d entries that are not 0.",
    ),
    Claim(
        "kent/s2.2.2/item-level",
        "Section 2.2.2, the text after Proposition 4, and (13) beside (17)",
        Kind.RATE_ALGEBRA,
        "d linear in n alpha^2 is too much at item level, and (17) is (13) at d = s",
        AllOf(
            "",
            (
                (
                    "s d/(n alpha^2) at d = c n alpha^2 does not vanish",
                    Identity(_S * (_C * _N * _ALPHA**2) / (_N * _ALPHA**2), _S * _C),
                ),
                (
                    "the exponents of (13) and (17)",
                    Identity((_N * _ALPHA**2 / _D).subs(_D, _S), _N * _ALPHA**2 / _S),
                ),
                (
                    "without privacy, s log(ed/s)/n at log(ed/s) = c n/s",
                    Identity(_S * (_C * _N / _S) / _N, _C),
                ),
            ),
        ),
        note="The item-level rate and that without privacy are cited by the paper.",
    ),
    Claim(
        "kent/eq22",
        "Section 2.2.3, (22) with (18)",
        Kind.IDENTITY,
        "the L_2 norm of a function is that of its coefficients",
        FiniteCheck(
            r"\int_0^1\varphi_j\varphi_k=1\{j=k\},\ \text{so}\ \|\textstyle\sum_j\theta_j\varphi_j\|_2^2=\sum_j\theta_j^2",
            "j, k <= 9 (quick: 5)",
            _products,
            "==",
        ),
    ),
    Claim(
        "kent/s2.3/low-privacy",
        "Section 2.3, the text on the low-privacy regime after Table 1",
        Kind.LOWER_BOUND,
        "item-level means in the cube at d^2/(n alpha) for 1 <= alpha <= d",
        AllOf("", _sides(r"\tfrac{d^2}{n\alpha}", _OVER_LOW, _low_privacy, _cube_low, "linf", user_means.bound)),
        note="Cited by the paper from Acharya et al. 2023; so n alpha is the effective number of users there as in e^(-n alpha/d).",
    ),
)
