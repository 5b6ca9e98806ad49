"""label Sections 4 to 6: the rates of Table 1 and of the theorems, each from its upper and its lower bound, with their limits."""

import sympy
from sympy import Rational, log

from notation.symbols import N, beta, d, epsilon, gamma, h, p
from verify.kernel.statements import AllOf, Balance, SameRate, Statement, Undecided, Whole
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.papers.label.s1_table1 import HEAVY_CENTRAL, HEAVY_LOCAL, INVERSE, PLAIN, by_inverse
from verify.papers.label.tents import SIZE, classification, open_test, regression

_K, _NEIGHBOURS, _T, _E = sympy.symbols("K k T e", positive=True)
"""e is epsilon^2 ^ 1."""
_POWER = gamma + 1
_CLS = beta * _POWER / (2 * beta + d)


_THEOREMS = {
    "cls-loc": (1, 2),
    "cls-cen": (3, 4),
    "reg-loc": (5, 6),
    "reg-cen": (7, 8),
    "ht-loc": (9, 10),
    "ht-cen": (11, 12),
}
"""The lower and the upper bound that a rate quotes; the others are the paper's citations."""


def _theorems(id_: str) -> Whole:
    """The theorems that state a rate, as they stand."""
    numbers = _THEOREMS[id_]
    return Whole(
        rf"\text{{Theorems {' and '.join(map(str, numbers))}}}",
        tuple(f"label/thm{n}" for n in numbers),
        as_corrected=True,
    )


def _rate(id_: str, place: str, title: str, parts: dict[str, Statement], note: str = "") -> Claim:
    """Ours: what balances in a rate that two theorems state, next to these as they stand."""
    return Claim(
        f"label/own/rate/{id_}",
        f"ours, on {place}",
        Kind.RATE_ALGEBRA,
        f"{title}: the orders that balance in it",
        corrected=AllOf("", {"its theorems": _theorems(id_), **parts}),
        note=note,
    )


def _cited(id_: str, place: str, title: str, printed: Undecided, corrected: Statement, correction: str) -> Claim:
    """A rate that the paper cites from elsewhere, and what is shown of it."""
    return Claim(
        f"label/rate/{id_}",
        place,
        Kind.RATE_ALGEBRA,
        title,
        printed=printed,
        corrected=corrected,
        correction=correction,
    )


def _cube(mass: sympy.Expr, length: sympy.Expr, loss: sympy.Expr, rate: sympy.Expr) -> dict[str, Statement]:
    """A lower bound: `mass` of information in a cube is of order 1 = h^d/h^d at `length`, and `loss` is the rate there."""
    return {
        "lower bound: the length of a cube": Balance(mass / h**d, h**-d, h, length),
        "lower bound: the loss": SameRate(sympy.Subs(loss, h, length), rate),
    }


_LOC, _PLAIN_LENGTH = (N * _E) ** (-1 / (2 * beta + d)), N ** (-1 / (2 * beta + d))
_MARGIN = h ** (beta * _POWER)
_CEN = beta * _POWER / (beta + d)
_CEN_LENGTH = (epsilon * N) ** (-1 / (beta + d))
_FULL = beta * _POWER / (2 * beta + 2 * d)
_BIAS = h ** (2 * beta)
_HEAVY_LENGTH = (N * epsilon**2) ** (-(p - 1) / (2 * p * beta + d * (p - 1)))
_HEAVY_CEN_LENGTH = (epsilon * N) ** (-(p - 1) / (p * beta + d * (p - 1)))

_ORDERS = "shown is only which orders balance in it: the noise of private frequencies of bins of mass h^d, and the bias"
CLAIMS = (
    _cited(
        "cls-np",
        "Section 4.1, Remark 1 1); also Section 2, and Appendix D, (103)",
        "classification without privacy",
        Undecided(
            r"\text{the classical minimax lower bound for non-private classification is }N^{-\frac{\beta(\gamma+1)}{2\beta+d}}",
            "a proof for 1 < gamma beta <= d, with holes in the support as Audibert and Tsybakov 2007 have it",
        ),
        AllOf(
            "",
            {
                "from below": classification(open_test(1)),
                "from above, by a private rule": Whole(r"\text{Theorem 2}", ("label/thm2",), as_corrected=True),
                "upper bound": Balance((N * h**d) ** (-_POWER / 2), _MARGIN, h, _PLAIN_LENGTH, N**-_CLS),
                **_cube(N * h ** (2 * beta + d), _PLAIN_LENGTH, _MARGIN, N**-_CLS),
            },
        ),
        "from below for beta <= 1 and gamma beta <= 1, from above by Theorem 2 at epsilon = 1, as that stands",
    ),
    _rate(
        "cls-loc",
        "Section 4.1, Theorems 1 and 2",
        "classification, local",
        {
            "upper bound": Balance(
                (log(_K) / (_E * N * h**d)) ** (_POWER / 2),
                _MARGIN,
                h,
                (N * _E / log(_K)) ** (-1 / (2 * beta + d)),
                (N * _E / log(_K)) ** -_CLS,
            ),
            **_cube(N * _E * h ** (2 * beta + d), _LOC, _MARGIN, (N * _E) ** -_CLS),
            "at epsilon >= 1 and fixed K it is the rate without privacy": SameRate(
                sympy.Subs((N * _E) ** -_CLS, _E, 1), N**-_CLS
            ),
        },
    ),
    _rate(
        "cls-cen",
        "Section 4.2, Theorems 3 and 4",
        "classification, central: the private term",
        {
            "upper bound, private": Balance(
                (log(_K) / (epsilon * N * h**d)) ** _POWER,
                _MARGIN,
                h,
                (epsilon * N / log(_K)) ** (-1 / (beta + d)),
                (epsilon * N / log(_K)) ** -_CEN,
            ),
            "upper bound, not private": Balance(
                (log(_K) / (N * h**d)) ** (_POWER / 2),
                _MARGIN,
                h,
                (N / log(_K)) ** (-1 / (2 * beta + d)),
                (N / log(_K)) ** -_CLS,
            ),
            **_cube(epsilon * N * h ** (beta + d), _CEN_LENGTH, _MARGIN, (epsilon * N) ** -_CEN),
            "both terms meet at epsilon = N^(-beta/(2 beta + d))": Balance(
                (epsilon * N) ** -_CEN, N**-_CLS, epsilon, N ** (-beta / (2 * beta + d))
            ),
        },
    ),
    _cited(
        "cls-full",
        "Section 4.1, Remark 1 2)",
        "classification, local, features hidden too",
        Undecided(
            r"\text{under local DP that protects features and labels the optimal excess risk is }(N\epsilon^2)^{-\beta(\gamma+1)/(2\beta+2d)}\vee N^{-\beta(\gamma+1)/(2\beta+d)}",
            "a lower bound under local DP for features and labels, and an estimator that attains it",
        ),
        AllOf(
            "",
            {
                "frequencies of bins with noise of variance 1/(N epsilon^2) over a mass of h^d": Balance(
                    (N * epsilon**2 * h ** (2 * d)) ** (-_POWER / 2),
                    _MARGIN,
                    h,
                    (N * epsilon**2) ** (-1 / (2 * beta + 2 * d)),
                    (N * epsilon**2) ** -_FULL,
                ),
                "the label rate with 2d for d": SameRate(
                    sympy.Subs((N * epsilon**2) ** -_CLS, d, 2 * d), (N * epsilon**2) ** -_FULL
                ),
                "both terms meet at epsilon^2 = N^(d/(2 beta + d))": Balance(
                    (N * epsilon**2) ** -_FULL, N**-_CLS, epsilon, N ** (d / (2 * (2 * beta + d)))
                ),
            },
        ),
        _ORDERS,
    ),
    Claim(
        "label/rate/reg-np",
        "Section 5.1, text after Theorem 6",
        Kind.RATE_ALGEBRA,
        "regression without privacy",
        says=r"\text{the non-private convergence rate of regression is }N^{-2\beta/(d+2\beta)}",
        match=Match.READING,
        differs=(
            "both sides of the rate with their constants, for beta <= 1 and N above a constant; from above by Theorem 6 at "
            "epsilon = 1, as that stands"
        ),
        printed=AllOf(
            "",
            {
                "from below": regression(open_test(SIZE)),
                "from above, by a private estimate": Whole(r"\text{Theorem 6}", ("label/thm6",), as_corrected=True),
            },
        ),
    ),
    _rate(
        "reg-loc",
        "Section 5.1, Theorems 5 and 6",
        "bounded regression, local",
        {
            "upper bound": Balance(
                1 / (_NEIGHBOURS * _E),
                (_NEIGHBOURS / N) ** (2 * beta / d),
                _NEIGHBOURS,
                N ** (2 * beta / (d + 2 * beta)) * _E ** (-d / (d + 2 * beta)),
                (N * _E) ** -PLAIN,
            ),
            **_cube(N * _E * h ** (2 * beta + d), _LOC, _BIAS, (N * _E) ** -PLAIN),
        },
    ),
    _rate(
        "reg-cen",
        "Section 5.2, Theorems 7 and 8",
        "bounded regression, central: the private term",
        {
            "upper bound": Balance(
                (N * h**d * epsilon) ** -2, _BIAS, h, _CEN_LENGTH, (epsilon * N) ** (-2 * beta / (beta + d))
            ),
            **_cube(epsilon * N * h ** (beta + d), _CEN_LENGTH, _BIAS, (epsilon * N) ** (-2 * beta / (beta + d))),
        },
    ),
    _cited(
        "reg-full",
        "Table 1",
        "bounded regression, local, features hidden too",
        Undecided(
            r"\text{local full, regression with bounded label noise: }O((N(\epsilon^2\wedge1))^{-\frac{\beta}{\beta+d}})",
            "a lower bound under local DP for features and labels, and an estimator that attains it",
        ),
        AllOf(
            "",
            {
                "frequencies of bins with noise": Balance(
                    1 / (N * _E * h ** (2 * d)),
                    _BIAS,
                    h,
                    (N * _E) ** (-1 / (2 * beta + 2 * d)),
                    (N * _E) ** (-beta / (beta + d)),
                ),
                "the label rate with 2d for d": SameRate(
                    (N * _E) ** -PLAIN.subs(d, 2 * d), (N * _E) ** (-beta / (beta + d))
                ),
            },
        ),
        _ORDERS,
    ),
    _rate(
        "ht-loc",
        "Section 6.1, Theorems 9 and 10",
        "heavy tails, local: the private term",
        {
            "upper bound: clipping": Balance(
                _T ** (2 * (1 - p)),
                _T**2 / (_NEIGHBOURS * epsilon**2),
                _T,
                (_NEIGHBOURS * epsilon**2) ** (1 / (2 * p)),
                (_NEIGHBOURS * epsilon**2) ** (-(p - 1) / p),
            ),
            "upper bound: neighbours": Balance(
                (_NEIGHBOURS * epsilon**2) ** (-(p - 1) / p),
                (_NEIGHBOURS / N) ** (2 * beta / d),
                _NEIGHBOURS,
                N ** (2 * p * beta / (2 * p * beta + d * (p - 1)))
                * epsilon ** (-2 * d * (p - 1) / (2 * p * beta + d * (p - 1))),
                (N * epsilon**2) ** -HEAVY_LOCAL,
            ),
            **_cube(
                N * epsilon**2 * h ** (2 * beta + d + 2 * beta / (p - 1)),
                _HEAVY_LENGTH,
                _BIAS,
                (N * epsilon**2) ** -HEAVY_LOCAL,
            ),
            "p -> infinity, u = 1/p: bounded labels": SameRate(
                sympy.Subs((N * epsilon**2) ** -by_inverse(HEAVY_LOCAL), INVERSE, 0), (N * epsilon**2) ** -PLAIN
            ),
        },
        note="With the k that balances (180); label/eq181 judges the printed one.",
    ),
    _rate(
        "ht-cen",
        "Section 6.2, Theorems 11 and 12",
        "heavy tails, central: the private term",
        {
            "upper bound: clipping": Balance(
                _T ** (2 * (1 - p)),
                (_T / (epsilon * N * h**d)) ** 2,
                _T,
                (epsilon * N * h**d) ** (1 / p),
                (epsilon * N * h**d) ** (-2 * (1 - 1 / p)),
            ),
            "upper bound: bins": Balance(
                (epsilon * N * h**d) ** (-2 * (1 - 1 / p)), _BIAS, h, _HEAVY_CEN_LENGTH, (epsilon * N) ** -HEAVY_CENTRAL
            ),
            **_cube(
                epsilon * N * h ** (beta + d + beta / (p - 1)),
                _HEAVY_CEN_LENGTH,
                _BIAS,
                (epsilon * N) ** -HEAVY_CENTRAL,
            ),
            "p -> infinity, u = 1/p: bounded labels": SameRate(
                sympy.Subs((epsilon * N) ** -by_inverse(HEAVY_CENTRAL), INVERSE, 0),
                (epsilon * N) ** (-2 * beta / (beta + d)),
            ),
            "p = 2": SameRate(sympy.Subs((epsilon * N) ** -HEAVY_CENTRAL, p, 2), (epsilon * N) ** -PLAIN),
        },
    ),
    _cited(
        "ht-full",
        "Table 1",
        "heavy tails, local, features hidden too",
        Undecided(
            r"\text{local full, regression with unbounded label noise: }O((N(\epsilon^2\wedge1))^{-\frac{\beta(p-1)}{p\beta+d(p-1)}})",
            "a lower bound under local DP for features and labels, and an estimator that attains it",
        ),
        AllOf(
            "",
            {
                "clipped labels in bins with noise: T balanced": Balance(
                    _T ** (2 * (1 - p)),
                    _T**2 / (N * _E * h ** (2 * d)),
                    _T,
                    (N * _E * h ** (2 * d)) ** (1 / (2 * p)),
                    (N * _E * h ** (2 * d)) ** (-(p - 1) / p),
                ),
                "and h": Balance(
                    (N * _E * h ** (2 * d)) ** (-(p - 1) / p),
                    _BIAS,
                    h,
                    (N * _E) ** (-(p - 1) / (2 * (p * beta + d * (p - 1)))),
                    (N * _E) ** (-beta * (p - 1) / (p * beta + d * (p - 1))),
                ),
                "the label rate with 2d for d": SameRate(
                    (N * _E) ** -HEAVY_LOCAL.subs(d, 2 * d), (N * _E) ** (-beta * (p - 1) / (p * beta + d * (p - 1)))
                ),
                "p = 2: half of the exponent of the central rate": SameRate(
                    sympy.Subs((N * _E) ** (-beta * (p - 1) / (p * beta + d * (p - 1))), p, 2),
                    (N * _E) ** -(PLAIN * Rational(1, 2)),
                ),
            },
        ),
        _ORDERS,
    ),
)
