"""label Table 1 and what the text says of the rates."""

import sympy
from sympy import Integer, oo

from notation.symbols import N, beta, d, epsilon, gamma, h, p, t
from verify.prover import Variable
from verify.statements import AllOf, Balance, SameRate, Statement, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity

_X, _W, _Q = sympy.symbols("x w q", nonnegative=True)
_K, _R = sympy.symbols("K r", positive=True)
_E = sympy.Symbol("e", positive=True)
"""epsilon^2 ^ 1."""
BETA, DIMENSION = Variable(beta, Integer(0), oo, open_lower=True), Variable(d, Integer(0), oo, open_lower=True)
MARGIN = Variable(gamma, Integer(0), oo, open_lower=True)
PLAIN = 2 * beta / (2 * beta + d)
"""The exponent of the non-private regression rate."""
HEAVY_LOCAL = 2 * beta * (p - 1) / (2 * p * beta + d * (p - 1))
HEAVY_CENTRAL = 2 * beta * (p - 1) / (p * beta + d * (p - 1))


def _cell(id_: str, title: str, rate: str, parts: tuple[str, ...], note: str = "") -> Claim:
    """A cell of Table 1 that quotes the rate of its theorems as it stands there: a place of theirs."""
    return Claim(
        f"label/table1/{id_}",
        "Table 1",
        Kind.RATE_ALGEBRA,
        title,
        Whole(rate, parts, as_corrected=True),
        note=" ".join(filter(None, ("The cell is judged by what it quotes, as that stands.", note))),
    )


def _cited(id_: str, title: str, printed: sympy.Expr, local: sympy.Expr) -> Claim:
    """A cell that the paper cites: it is the local label rate with 2d for d, as the rest of its row."""
    return Claim(
        f"label/table1/{id_}",
        "Table 1, against the local label rate with 2d for d",
        Kind.RATE_ALGEBRA,
        title,
        SameRate(printed, local.subs(d, 2 * d)),
        note="Cited by the paper from the literature; this is a check of consistency.",
    )


def _mistyped(
    id_: str, title: str, cell: sympy.Expr, told: sympy.Expr, place: str, correction: str, routes: dict[str, Statement]
) -> Claim:
    """A cell of Table 1 that differs from the place that it summarises; `routes` find the corrected rate again."""
    return Claim(
        f"label/table1/{id_}",
        f"Table 1, against {place}",
        Kind.RATE_ALGEBRA,
        title,
        SameRate(cell, told),
        AllOf(rf"{sympy.latex(told)}\text{{, by {len(routes)} routes}}", routes),
        correction=correction,
        severity=Severity.TYPO,
        theorem=f"label/table1/{id_}",
    )


_CLS = beta * (gamma + 1) / (2 * beta + d)
_CELLS = ("local-classification", "local-bounded", "local-heavy", "central-classification", "central-bounded",
          "central-heavy", "full-classification", "full-bounded", "full-heavy", "nonprivate-classification",
          "nonprivate-bounded", "nonprivate-heavy")  # fmt: skip
TABLE = tuple(f"label/table1/{cell}" for cell in _CELLS)
TEXT5 = ("label/text5/k", "label/text5/rate", "label/text5/slower")
TEXT6 = ("label/text6/p2", "label/text6/larger")
CLAIMS = (Claim("label/table1", "Section 1, Table 1", Kind.RATE_ALGEBRA, "the table of rates agrees with the theorems",
                Whole(r"\text{Table 1, twelve cells}", TABLE),
                Whole(r"\text{Table 1, twelve cells, two corrected}", TABLE, as_corrected=True),
                correction="bounded regression, central: the exponent of epsilon N is -2 beta/(d + beta); "
                           "classification, local full: the exponent is -beta (gamma+1)/(2 beta + 2d)",
                severity=Severity.TYPO, theorem="label/table1"),
          _cell("local-classification", "local, classification",
                r"(N(\varepsilon^2\wedge1))^{-\frac{\beta(\gamma+1)}{2\beta+d}}", ("label/rate/cls-loc",),
                "Up to ln K."),
          _cell("local-bounded", "local, bounded", r"(N(\varepsilon^2\wedge1))^{-\frac{2\beta}{2\beta+d}}",
                ("label/rate/reg-loc",)),
          _cell("local-heavy", "local, heavy tails, private term",
                r"(N\varepsilon^2)^{-\frac{2\beta(p-1)}{2p\beta+d(p-1)}}", ("label/rate/ht-loc",)),
          _cell("central-classification", "central, classification, private term",
                r"(\varepsilon N)^{-\frac{\beta(\gamma+1)}{\beta+d}}", ("label/rate/cls-cen",), "Up to ln K."),
          _mistyped("central-bounded", "central, bounded, private term", (epsilon * N) ** (-2 * beta / (d + 2 * beta)),
                    (epsilon * N) ** (-2 * beta / (d + beta)), "(22), (24)",
                    "the exponent of epsilon N is -2 beta/(d + beta), as Theorems 7 and 8 have it",
                    {"the noise and the bias of a bin":
                         Balance(1 / (N * h**d * epsilon) ** 2, h ** (2 * beta), h, (epsilon * N) ** (-1 / (beta + d)),
                                 (epsilon * N) ** (-2 * beta / (beta + d))),
                     "the lower bound: labels that differ in a cube, of order 1":
                         Balance(epsilon * N * h**beta, h**-d, h, (epsilon * N) ** (-1 / (beta + d))),
                     "and its rate h^(2 beta)": SameRate(((epsilon * N) ** (-1 / (beta + d))) ** (2 * beta),
                                                         (epsilon * N) ** (-2 * beta / (d + beta)))}),
          _cell("central-heavy", "central, heavy tails, private term",
                r"(\varepsilon N)^{-\frac{2\beta(p-1)}{p\beta+d(p-1)}}", ("label/rate/ht-cen",)),
          _mistyped("full-classification", "local full, classification, private term", (N * _E) ** -_CLS,
                    (N * _E) ** (-beta * (gamma + 1) / (2 * beta + 2 * d)), "Remark 1 2)",
                    "the exponent is -beta (gamma+1)/(2 beta + 2d), as Remark 1 and the introduction have it: slower "
                    "than under label privacy",
                    {"the noise of a bin's private frequencies, of variance 1/(N epsilon^2) over a mass of h^d, and "
                     "its bias":
                         Balance((N * _E * h ** (2 * d)) ** (-(gamma + 1) / 2), h ** (beta * (gamma + 1)), h,
                                 (N * _E) ** (-1 / (2 * beta + 2 * d)),
                                 (N * _E) ** (-beta * (gamma + 1) / (2 * beta + 2 * d))),
                     "the local label rate with 2d for d, as in the other cells of the row":
                         SameRate((N * _E) ** -_CLS.subs(d, 2 * d),
                                  (N * _E) ** (-beta * (gamma + 1) / (2 * beta + 2 * d)))}),
          _cited("full-bounded", "local full, bounded", (N * _E) ** (-beta / (beta + d)), (N * _E) ** -PLAIN),
          _cited("full-heavy", "local full, heavy tails", (N * _E) ** (-beta * (p - 1) / (p * beta + d * (p - 1))),
                 (N * _E) ** -HEAVY_LOCAL),
          _cell("nonprivate-classification", "not private, classification", r"N^{-\frac{\beta(\gamma+1)}{2\beta+d}}",
                ("label/rate/cls-np",)),
          _cell("nonprivate-bounded", "not private, bounded", r"N^{-\frac{2\beta}{2\beta+d}}", ("label/rate/reg-np",)),
          _cell("nonprivate-heavy", "not private, heavy tails", r"N^{-\frac{2\beta}{2\beta+d}}",
                ("label/rate/reg-np",)),
          Claim("label/text1", "Section 4.1, Remark 1 1)", Kind.RATE_ALGEBRA,
                "N private labels are worth N epsilon^2, and N from epsilon of order 1",
                AllOf("",
                      {"epsilon <= 1": SameRate((N * _E).subs(_E, epsilon**2) ** -_CLS,
                                                N**-_CLS * epsilon ** (-2 * _CLS)),
                       "epsilon >= 1": SameRate((N * _E).subs(_E, 1) ** -_CLS, N**-_CLS)})),
          Claim("label/text2", "Section 4.1, Remark 1 2)", Kind.RATE_ALGEBRA, "hiding the features too is slower",
                at_most(beta * (gamma + 1) / (2 * beta + 2 * d), _CLS, BETA, DIMENSION, MARGIN),
                note="For N epsilon^2 >= 1 and epsilon <= 1; where epsilon^2 exceeds N^(d/(2 beta + d)) both are the "
                     "non-private rate. The rate with both hidden is the paper's citation."),
          Claim("label/text3", "Section 4.1, Remark 1 3), and the end of Appendix C", Kind.INEQUALITY,
                "K-ary randomized response loses a factor K, the channel (11) does not",
                AllOf(r"\mathrm{SNR}^2_{RR}=\frac{K(t-1)^2}{2(t+K-1)^2}\le\frac{(t-1)^2}{2K},\quad\mathrm{SNR}^2_{(11)}\ge\tanh^2(\varepsilon/4)\ \text{for all }K",
                      {"randomized response": at_most(
                                                  _K * (t - 1) ** 2 / (2 * (t + _K - 1) ** 2), (t - 1) ** 2 / (2 * _K),
                                                  Variable(t, Integer(1), oo), Variable(_K, Integer(2), oo)),
                       "the variance of the difference of two counts, per sample, under (11) at the uniform law":
                           at_most(2 / _K * (_R**2 + 1) / (1 + _R) ** 2 + (1 - 2 / _K) * 2 * _R / (1 + _R) ** 2,
                                   Integer(1), Variable(_R, Integer(1), oo), Variable(_K, Integer(2), oo))}),
                note="r = e^(epsilon/2), t = e^epsilon. As K grows at a fixed epsilon; where e^epsilon exceeds K "
                     "randomized response is the better one: at t = 100, K = 10 its SNR^2 is 4.1."),
          Claim("label/text4", "Sections 4.2 and 5.2, text after Theorems 4 and 8", Kind.RATE_ALGEBRA,
                "the private term decays faster in N", at_most(1 / (2 * beta + d), 1 / (beta + d), BETA, DIMENSION),
                note="At a fixed epsilon; the private term is the larger one while epsilon <= N^(-beta/(2 beta + d))."),
          Claim("label/text5", "Section 6.1, text after Theorem 10", Kind.RATE_ALGEBRA,
                "the bounded case as a limit, and slower rates for finite p",
                Whole(r"p\to\infty:\ k,R\to\text{Theorem 6};\ p<\infty:\ \text{slower}", TEXT5),
                Whole(r"p\to\infty:\ k,R\to\text{Theorem 6};\ p<\infty:\ \text{slower}", TEXT5, as_corrected=True),
                correction="with the k that balances (180)", severity=Severity.RATE, theorem="label/text5/rate"),
          Claim("label/text5/k", "Section 6.1, text after Theorem 10", Kind.RATE_ALGEBRA,
                "as p -> infinity, k of Theorem 10 is that of Theorem 6",
                SameRate(N ** sympy.Max(sympy.limit(2 * p * beta / (2 * p * beta + d * (p - 1)), p, oo), PLAIN),
                         N**PLAIN * epsilon ** (-2 * d / (d + 2 * beta))),
                SameRate(N ** sympy.limit(2 * p * beta / (2 * p * beta + d * (p - 1)), p, oo)
                         * epsilon ** sympy.limit(-2 * d * (p - 1) / (2 * p * beta + d * (p - 1)), p, oo),
                         N**PLAIN * epsilon ** (-2 * d / (d + 2 * beta))),
                correction="true of k ~ N^(2p beta/(2p beta + d(p-1))) epsilon^(-2d(p-1)/(2p beta + d(p-1)))",
                severity=Severity.RATE, theorem="label/text5/rate", root="label/thm10",
                note="epsilon <= 1, where the maximum of the printed k tends to its second term, N^(2 beta/(2 beta + "
                     "d)), without epsilon."),
          Claim("label/text5/rate", "Section 6.1, text after Theorem 10", Kind.RATE_ALGEBRA,
                "as p -> infinity, the rate is that of Theorem 6",
                SameRate((N * epsilon**2) ** -sympy.limit(HEAVY_LOCAL, p, oo), (N * epsilon**2) ** -PLAIN)),
          Claim("label/text5/slower", "Section 6.1, text after Theorem 10", Kind.RATE_ALGEBRA,
                "for finite p the rate is slower",
                at_most(2 / (2 + 2 / _Q + _X), 2 / (2 + _X), Variable(_Q, Integer(1), oo),
                        Variable(_X, Integer(0), oo, open_lower=True)),
                note="Both exponents with numerator and denominator divided by beta (p-1): x = d/beta, q = p-1."),
          Claim("label/text6", "Section 6.2, text after Theorem 12", Kind.RATE_ALGEBRA, "p = 2, and p > 2",
                Whole(r"p=2:\ (29)\to(\varepsilon\wedge1)^{-2\beta/(2\beta+d)};\ p>2:\ \text{negligible}", TEXT6),
                Whole(r"p=2:\ (29)\to(N(\varepsilon\wedge1))^{-2\beta/(2\beta+d)};\ p>2:\ \text{negligible}", TEXT6,
                      as_corrected=True),
                correction="N is missing", severity=Severity.TYPO, theorem="label/text6/p2"),
          Claim("label/text6/p2", "Section 6.2, text after Theorem 12", Kind.RATE_ALGEBRA,
                "at p = 2 the private term of (29)",
                SameRate((epsilon * N) ** -HEAVY_CENTRAL.subs(p, 2), epsilon**-PLAIN),
                SameRate((epsilon * N) ** -HEAVY_CENTRAL.subs(p, 2), (N * epsilon) ** -PLAIN),
                correction="(N (epsilon ^ 1))^(-2 beta/(2 beta + d)): as printed the risk would not fall with N",
                severity=Severity.TYPO, theorem="label/text6/p2",
                note="epsilon <= 1, where the private term is the larger one."),
          Claim("label/text6/larger", "Section 6.2, text after Theorem 12", Kind.RATE_ALGEBRA,
                "for p > 2 the private term decays faster in N",
                at_most(2 / (2 + _X), 2 * (1 + _Q) / (2 + _Q + _X * (1 + _Q)), Variable(_Q, Integer(0), oo),
                        Variable(_X, Integer(0), oo)),
                note="Exponents with numerator and denominator divided by beta: x = d/beta, q = p-2."))  # fmt: skip
