"""zhao Table 1 against the theorems that it quotes; logarithms and the non-private terms apart, as the table says."""

import sympy
from sympy import log, sqrt

from notation.symbols import beta, d, gamma, m, n, p
from verify.statements import AllOf, Identity, SameRate, Whole
from verify.statements.claim import Claim, Kind, Severity

_E = sympy.Symbol("e", positive=True)
"""epsilon^2 ^ epsilon."""
_LETTER = "e = epsilon^2 ^ epsilon."
_LINEAR = d / (n * m * _E)
_SAMPLES = m * n * _E


def _row(name: str, title: str, statement: AllOf | SameRate) -> Claim:
    return Claim(f"zhao/table1/{name}", "arXiv v1, Table 1", Kind.RATE_ALGEBRA, title, statement, note=_LETTER)


CLAIMS = (
    Claim(
        "zhao/table1",
        "arXiv v1, Section 1, Table 1",
        Kind.RATE_ALGEBRA,
        "the table of rates",
        Whole(
            r"\text{each cell is the private term of its theorem; user and item level agree but for heavy tails}",
            tuple(f"zhao/table1/{row}" for row in ("mean", "heavy", "optimisation", "classification", "regression")),
        ),
        note="The theorems themselves are judged where they stand. " + _LETTER,
    ),
    _row(
        "mean",
        "bounded mean: (9), and the item level at N = nm",
        AllOf(
            r"\frac d{nme}",
            (
                ("user level, ln n dropped", SameRate(d / (n * m * _E), _LINEAR)),
                ("item level", SameRate(d / ((n * m) * _E), _LINEAR)),
            ),
        ),
    ),
    _row(
        "heavy",
        "heavy tails: (13), and the item level",
        AllOf(
            r"\frac{d\ln m}{mne}\vee\Big(\frac d{m^2ne}\Big)^{1-1/p}",
            (
                ("first term of (13): ln m times that of (9)", SameRate(d * log(m) / (m * n * _E), log(m) * _LINEAR)),
                (
                    "second term of (13)",
                    SameRate((d / (m**2 * n * _E)) ** (1 - 1 / p), d ** (1 - 1 / p) * (m**2 * n * _E) ** (1 / p - 1)),
                ),
                (
                    "it is m^(1-1/p) below the item level's",
                    SameRate(
                        (d / (n * m * _E)) ** (1 - 1 / p) / (d / (m**2 * n * _E)) ** (1 - 1 / p), m ** (1 - 1 / p)
                    ),
                ),
            ),
        ),
    ),
    _row("optimisation", "stochastic optimisation: (17)", SameRate(sqrt(1 / (n * m) * (d / _E)), sqrt(_LINEAR))),
    _row(
        "classification",
        "classification: (19)",
        SameRate(
            _SAMPLES ** (-beta * (1 + gamma) / (2 * (d + beta))),
            (m * n * _E) ** (-beta * (1 + gamma) / (2 * (d + beta))),
        ),
    ),
    _row(
        "regression",
        "regression: (21), the case gamma = 1 of the exponent of (19)",
        AllOf(
            r"(mne)^{-\beta/(d+\beta)}",
            (
                ("(21)", SameRate(_SAMPLES ** (-beta / (d + beta)), (m * n * _E) ** (-beta / (d + beta)))),
                (
                    "from (19)",
                    SameRate(
                        (_SAMPLES ** (-beta * (1 + gamma) / (2 * (d + beta)))).subs(gamma, 1),
                        _SAMPLES ** (-beta / (d + beta)),
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "zhao/table1/contribution",
        "arXiv v1, Section 1, second contribution",
        Kind.RATE_ALGEBRA,
        "the rate of stochastic optimisation in the list of contributions",
        SameRate(_LINEAR, sqrt(_LINEAR)),
        SameRate(sqrt(_LINEAR), (1 / (n * m) * (d / _E)) ** sympy.Rational(1, 2)),
        correction="the square root is missing: Theorem 8 and Table 1 bound the distance, not its square",
        severity=Severity.TYPO,
        theorem="zhao/thm8/upper",
        note=_LETTER,
    ),
    Claim(
        "zhao/table1/conditions",
        "anonymous version, Table 1, last two rows",
        Kind.RATE_ALGEBRA,
        "the conditions quoted for classification and regression",
        SameRate(d * log(m * n), log(m * n)),
        Identity(log(m) + log(n), log(m * n), text=r"n(\varepsilon^2\wedge1)\ge c(\ln m+\ln n)=c\ln(mn)"),
        correction="Theorems 9 and 11 say n(epsilon^2 ^ 1) >= c(ln m + ln n), without the factor d; neither is enough (zhao/thm9/upper)",
        severity=Severity.TYPO,
        theorem="zhao/thm9/upper",
        note="The table's condition for Theorem 9 beside the theorem's own.",
    ),
)
