"""label Sections 4 to 6: the rates of Table 1 and of the theorems, each from its upper and its lower bound, with their limits."""

import sympy
from sympy import Rational, log, oo

from notation.symbols import N, beta, d, epsilon, gamma, h, p
from verify.papers.label.s1_table1 import HEAVY_CENTRAL, HEAVY_LOCAL, PLAIN
from verify.statements import AllOf, Balance, SameRate, Statement, Whole
from verify.statements.claim import Claim, Kind

_K, _NEIGHBOURS, _T, _E = sympy.symbols("K k T e", positive=True)
"""e is epsilon^2 ^ 1."""
_POWER = gamma + 1
_CLS = beta * _POWER / (2 * beta + d)
_CEN = beta * _POWER / (beta + d)
_FULL = beta * _POWER / (2 * beta + 2 * d)
_BIAS = h ** (2 * beta)


_THEOREMS = {"cls-np": (1, 2), "cls-loc": (1, 2), "cls-cen": (3, 4), "reg-np": (5, 6),
             "reg-loc": (5, 6), "reg-cen": (7, 8), "ht-loc": (9, 10), "ht-cen": (11, 12)}  # fmt: skip
"""The lower and the upper bound that a rate quotes; the others are the paper's citations. Without privacy: at epsilon >= 1."""


def _rate(id_: str, place: str, title: str, told: str, parts: dict[str, Statement], note: str = "") -> Claim:
    """What balances in a rate: with the theorems that state it, as good as they are, else with the paper's citation."""
    numbers = _THEOREMS.get(id_, ())
    stated = (
        Whole(
            rf"\text{{Theorems {' and '.join(map(str, numbers))}}}",
            tuple(f"label/thm{n}" for n in numbers),
            as_corrected=True,
        )
        if numbers
        else None
    )
    return Claim(
        f"label/rate/{id_}",
        place,
        Kind.RATE_ALGEBRA,
        title,
        AllOf("", {"its theorems": stated, **parts}) if stated else AllOf(told, parts),
        note=note,
    )


def _cube(mass: sympy.Expr, length: sympy.Expr, loss: sympy.Expr, rate: sympy.Expr) -> dict[str, Statement]:
    """A lower bound: `mass` of information in a cube is of order 1 = h^d/h^d at `length`, and `loss` is the rate there."""
    return {
        "lower bound: the length of a cube": Balance(mass / h**d, h**-d, h, length),
        "lower bound: the loss": SameRate(loss.subs(h, length), rate),
    }


_LOC, _PLAIN_LENGTH = (N * _E) ** (-1 / (2 * beta + d)), N ** (-1 / (2 * beta + d))
_CEN_LENGTH = (epsilon * N) ** (-1 / (beta + d))
_HEAVY_LENGTH = (N * epsilon**2) ** (-(p - 1) / (2 * p * beta + d * (p - 1)))
_HEAVY_CEN_LENGTH = (epsilon * N) ** (-(p - 1) / (p * beta + d * (p - 1)))
_MARGIN = h ** (beta * _POWER)

CLAIMS = (_rate("cls-np", "Section 4.1, Remark 1 1)", "classification without privacy",
                r"N^{-\beta(\gamma+1)/(2\beta+d)}",
                {
                    "upper bound": Balance((N * h**d) ** (-_POWER / 2), _MARGIN, h, _PLAIN_LENGTH, N**-_CLS),
                    **_cube(N * h ** (2 * beta + d), _PLAIN_LENGTH, _MARGIN, N**-_CLS),
                }),
          _rate("cls-loc", "Section 4.1, Theorems 1 and 2", "classification, local",
                r"\big(N(\varepsilon^2\wedge1)/\ln K\big)^{-\beta(\gamma+1)/(2\beta+d)};\ \text{below, without }\ln K",
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
                        ((N * _E) ** -_CLS).subs(_E, 1), N**-_CLS
                    ),
                }),
          _rate("cls-cen", "Section 4.2, Theorems 3 and 4", "classification, central: the private term",
                r"(N/\ln K)^{-\beta(\gamma+1)/(2\beta+d)}+(\varepsilon N/\ln K)^{-\beta(\gamma+1)/(\beta+d)}",
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
                }),
          _rate("cls-full", "Section 4.1, Remark 1 2)", "classification, local, features hidden too",
                r"(N\varepsilon^2)^{-\beta(\gamma+1)/(2\beta+2d)}\vee N^{-\beta(\gamma+1)/(2\beta+d)}",
                {"frequencies of bins with noise of variance 1/(N epsilon^2) over a mass of h^d":
                     Balance((N * epsilon**2 * h ** (2 * d)) ** (-_POWER / 2), _MARGIN, h,
                             (N * epsilon**2) ** (-1 / (2 * beta + 2 * d)), (N * epsilon**2) ** -_FULL),
                 "the label rate with 2d for d":
                     SameRate((N * epsilon**2) ** -_CLS.subs(d, 2 * d), (N * epsilon**2) ** -_FULL),
                 "both terms meet at epsilon^2 = N^(d/(2 beta + d))":
                     Balance((N * epsilon**2) ** -_FULL, N**-_CLS, epsilon, N ** (d / (2 * (2 * beta + d))))},
                note="The paper cites this rate, which is not judged here: what is, is that the balance of a bin's "
                     "noise and bias gives it."),
          _rate("reg-np", "Section 5.1, text after Theorem 6", "regression without privacy", r"N^{-2\beta/(2\beta+d)}",
                {
                    "upper bound": Balance(1 / (N * h**d), _BIAS, h, _PLAIN_LENGTH, N**-PLAIN),
                    **_cube(N * h ** (2 * beta + d), _PLAIN_LENGTH, _BIAS, N**-PLAIN),
                }),
          _rate("reg-loc", "Section 5.1, Theorems 5 and 6", "bounded regression, local",
                r"(N(\varepsilon^2\wedge1))^{-2\beta/(d+2\beta)},\ k\asymp N^{2\beta/(d+2\beta)}(\varepsilon\wedge1)^{-2d/(d+2\beta)}",
                {
                    "upper bound": Balance(
                        1 / (_NEIGHBOURS * _E),
                        (_NEIGHBOURS / N) ** (2 * beta / d),
                        _NEIGHBOURS,
                        N ** (2 * beta / (d + 2 * beta)) * _E ** (-d / (d + 2 * beta)),
                        (N * _E) ** -PLAIN,
                    ),
                    **_cube(N * _E * h ** (2 * beta + d), _LOC, _BIAS, (N * _E) ** -PLAIN),
                }),
          _rate(
              "reg-cen", "Section 5.2, Theorems 7 and 8", "bounded regression, central: the private term",
              r"N^{-2\beta/(2\beta+d)}+(\varepsilon N)^{-2\beta/(d+\beta)}",
              {
                  "upper bound": Balance(
                      (N * h**d * epsilon) ** -2, _BIAS, h, _CEN_LENGTH, (epsilon * N) ** (-2 * beta / (beta + d))
                  ),
                  **_cube(epsilon * N * h ** (beta + d), _CEN_LENGTH, _BIAS, (epsilon * N) ** (-2 * beta / (beta + d))),
              }),
          _rate("reg-full", "Table 1", "bounded regression, local, features hidden too",
                r"(N(\varepsilon^2\wedge1))^{-\beta/(\beta+d)}",
                {"frequencies of bins with noise":
                     Balance(1 / (N * _E * h ** (2 * d)), _BIAS, h, (N * _E) ** (-1 / (2 * beta + 2 * d)),
                             (N * _E) ** (-beta / (beta + d))),
                 "the label rate with 2d for d":
                     SameRate((N * _E) ** -PLAIN.subs(d, 2 * d), (N * _E) ** (-beta / (beta + d)))},
                note="The paper cites this rate, which is not judged here: what is, is that the balance of a bin's "
                     "noise and bias gives it."),
          _rate("ht-loc", "Section 6.1, Theorems 9 and 10", "heavy tails, local: the private term",
                r"(N\varepsilon^2)^{-2\beta(p-1)/(2p\beta+d(p-1))}+N^{-2\beta/(2\beta+d)}",
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
                    "p -> infinity: bounded labels": SameRate(
                        (N * epsilon**2) ** -sympy.limit(HEAVY_LOCAL, p, oo), (N * epsilon**2) ** -PLAIN
                    ),
                },
                note="With the k that balances (180); label/eq181 judges the printed one."),
          _rate("ht-cen", "Section 6.2, Theorems 11 and 12", "heavy tails, central: the private term",
                r"N^{-2\beta/(2\beta+d)}+(\varepsilon N)^{-2\beta(p-1)/(p\beta+d(p-1))}",
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
                    "p -> infinity: bounded labels": SameRate(
                        (epsilon * N) ** -sympy.limit(HEAVY_CENTRAL, p, oo), (epsilon * N) ** (-2 * beta / (beta + d))
                    ),
                    "p = 2": SameRate((epsilon * N) ** -HEAVY_CENTRAL.subs(p, 2), (epsilon * N) ** -PLAIN),
                }),
          _rate("ht-full", "Table 1", "heavy tails, local, features hidden too",
                r"(N(\varepsilon^2\wedge1))^{-\beta(p-1)/(p\beta+d(p-1))}",
                {"clipped labels in bins with noise: T balanced":
                     Balance(_T ** (2 * (1 - p)), _T**2 / (N * _E * h ** (2 * d)), _T,
                             (N * _E * h ** (2 * d)) ** (1 / (2 * p)), (N * _E * h ** (2 * d)) ** (-(p - 1) / p)),
                 "and h": Balance((N * _E * h ** (2 * d)) ** (-(p - 1) / p), _BIAS, h,
                                  (N * _E) ** (-(p - 1) / (2 * (p * beta + d * (p - 1)))),
                                  (N * _E) ** (-beta * (p - 1) / (p * beta + d * (p - 1)))),
                 "the label rate with 2d for d": SameRate((N * _E) ** -HEAVY_LOCAL.subs(d, 2 * d),
                                                          (N * _E) ** (-beta * (p - 1) / (p * beta + d * (p - 1)))),
                 "p = 2: half of the exponent of the central rate":
                     SameRate(((N * _E) ** (-beta * (p - 1) / (p * beta + d * (p - 1)))).subs(p, 2),
                              (N * _E) ** -(PLAIN * Rational(1, 2)))},
                note="The paper cites this rate, which is not judged here: what is, is that the balances of a bin give "
                     "it."))  # fmt: skip
