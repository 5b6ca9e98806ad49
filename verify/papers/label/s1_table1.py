"""label Table 1 and what the text says of the rates."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import sympy
from sympy import Integer, Max, exp, log, oo

from notation.symbols import N, beta, d, epsilon, gamma, h, p
from verify.kernel.calculus import at_most as limits
from verify.kernel.calculus import because, line, real
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import AllOf, Balance, Inequality, SameRate, Statement, Undecided, Whole, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.kernel.statements.outcome import as_arb
from verify.papers.at_points import Point, at_points
from verify.papers.label.appC_local_upper.eq52_bins import BITS_SELECT
from verify.papers.label.averages import EPS
from verify.papers.label.nouns import CLASSES, COUNT, ResponseRight

_CELLS = (
    "local-classification",
    "local-bounded",
    "local-heavy",
    "central-classification",
    "central-bounded",
    "central-heavy",
    "full-classification",
    "full-bounded",
    "full-heavy",
    "nonprivate-classification",
    "nonprivate-bounded",
    "nonprivate-heavy",
)
_TABLE = tuple(f"label/table1/{cell}" for cell in _CELLS)
TABLE1 = Claim(
    "label/table1",
    "Section 1, Table 1",
    Kind.RATE_ALGEBRA,
    "the table of rates agrees with the theorems",
    says=(
        r"\text{minimax rates; classification, regression with bounded and with unbounded label noise: "
        r"local }\tilde{O}((N(\epsilon^2\wedge1))^{-\frac{\beta(\gamma+1)}{2\beta+d}}),\ "
        r"\tilde{O}((N(\epsilon^2\wedge1))^{-\frac{2\beta}{d+2\beta}}),\ "
        r"O\left((N\epsilon^2)^{-\frac{2\beta(p-1)}{2p\beta+d(p-1)}}\vee "
        r"N^{-\frac{2\beta}{2\beta+d}}\right);\quad\text{central "
        r"}\tilde{O}\left(N^{-\frac{\beta(\gamma+1)}{2\beta+d}}+(\epsilon "
        r"N)^{-\frac{\beta(\gamma+1)}{\beta+d}}\right),\ O\left(N^{-\frac{2\beta}{2\beta+d}}+(\epsilon "
        r"N)^{-\frac{2\beta}{d+2\beta}}\right),\ O\left(N^{-\frac{2\beta}{2\beta+d}}+(\epsilon "
        r"N)^{-\frac{2\beta(p-1)}{p\beta+d(p-1)}}\right);\quad\text{local full "
        r"}O((N(\epsilon^2\wedge1))^{-\frac{\beta(\gamma+1)}{2\beta+d}}),\ "
        r"O((N(\epsilon^2\wedge1))^{-\frac{\beta}{\beta+d}}),\ "
        r"O((N(\epsilon^2\wedge1))^{-\frac{\beta(p-1)}{p\beta+d(p-1)}});\quad\text{non-private "
        r"}O(N^{-\frac{\beta(\gamma+1)}{2\beta+d}}),\ O(N^{-\frac{2\beta}{2\beta+d}}),\ "
        r"O(N^{-\frac{2\beta}{2\beta+d}})"
    ),
    match=Match.READING,
    differs=(
        "what is judged names the twelve cells, each judged in a claim of its own, and that they agree "
        "with the theorems"
    ),
    printed=Whole(r"\text{Table 1, twelve cells}", _TABLE),
    corrected=Whole(r"\text{Table 1, twelve cells, two corrected}", _TABLE, as_corrected=True),
    correction="bounded regression, central: the exponent of epsilon N is -2 beta/(d + beta); "
    "classification, local full: the exponent is -beta (gamma+1)/(2 beta + 2d)",
    severity=Severity.TYPO,
    theorem="label/table1",
)


_SAYS: Mapping[str, tuple[str, Match, str]] = {
    "local-classification": (
        r"\text{local, classification: }\tilde{O}((N(\epsilon^2\wedge1))^{-\frac{\beta(\gamma+1)}{2\beta+d}})",
        Match.READING,
        "the tilde is read as powers of ln K",
    ),
    "local-bounded": (
        r"\text{local, regression with bounded label noise: }\tilde{O}((N(\epsilon^2\wedge1))^{-\frac{2\beta}{d+2\beta}})",
        Match.READING,
        "without the printed tilde: no logarithm, as in Theorems 5 and 6",
    ),
    "local-heavy": (
        r"\text{local, regression with unbounded label noise: }O\left((N\epsilon^2)^{-\frac{2\beta(p-1)}{2p\beta+d(p-1)}}\vee N^{-\frac{2\beta}{2\beta+d}}\right)",
        Match.READING,
        "the private term alone of the two",
    ),
    "central-classification": (
        r"\text{central, classification: }\tilde{O}\left(N^{-\frac{\beta(\gamma+1)}{2\beta+d}}+(\epsilon N)^{-\frac{\beta(\gamma+1)}{\beta+d}}\right)",
        Match.READING,
        "the private term alone of the two; the tilde is read as powers of ln K",
    ),
    "central-bounded": (
        r"\text{central, regression with bounded label noise: }O\left(N^{-\frac{2\beta}{2\beta+d}}+(\epsilon N)^{-\frac{2\beta}{d+2\beta}}\right)",
        Match.READING,
        "judged is that the cell's private term agrees with that of (22) and (24)",
    ),
    "central-heavy": (
        r"\text{central, regression with unbounded label noise: }O\left(N^{-\frac{2\beta}{2\beta+d}}+(\epsilon N)^{-\frac{2\beta(p-1)}{p\beta+d(p-1)}}\right)",
        Match.READING,
        "the private term alone of the two",
    ),
    "full-classification": (
        r"\text{local full, classification: }O((N(\epsilon^2\wedge1))^{-\frac{\beta(\gamma+1)}{2\beta+d}})",
        Match.READING,
        "judged is that the cell agrees with the private term of Remark 1, 2); e stands for epsilon^2 ^ 1",
    ),
    "nonprivate-classification": (
        r"\text{non-private, classification: }O(N^{-\frac{\beta(\gamma+1)}{2\beta+d}})",
        Match.SAME,
        "",
    ),
    "nonprivate-bounded": (
        r"\text{non-private, regression with bounded label noise: }O(N^{-\frac{2\beta}{2\beta+d}})",
        Match.SAME,
        "",
    ),
    "nonprivate-heavy": (
        r"\text{non-private, regression with unbounded label noise: }O(N^{-\frac{2\beta}{2\beta+d}})",
        Match.SAME,
        "",
    ),
}
"""What the paper says, how near what is judged is to it, and how it differs."""


def _said(id_: str) -> dict[str, Any]:
    """The same, by its names."""
    return dict(zip(("says", "match", "differs"), _SAYS[id_], strict=True))


def _cell(id_: str, title: str, rate: str, parts: tuple[str, ...], note: str = "") -> Claim:
    """A cell of Table 1 that quotes the rate of its theorems as it stands there: a place of theirs."""
    return Claim(
        f"label/table1/{id_}",
        "Table 1",
        Kind.RATE_ALGEBRA,
        title,
        **_said(id_),
        printed=Whole(rate, parts, as_corrected=True),
        note=" ".join(filter(None, ("The cell is judged by what it quotes, as that stands.", note))),
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
        **_said(id_),
        printed=SameRate(cell, told),
        corrected=AllOf("", routes),
        correction=correction,
        severity=Severity.TYPO,
        theorem=f"label/table1/{id_}",
    )


_E = sympy.Symbol("e", positive=True)
"""epsilon^2 ^ 1."""


_CLS = beta * (gamma + 1) / (2 * beta + d)
PLAIN = 2 * beta / (2 * beta + d)
"""The exponent of the non-private regression rate."""


def _cited(id_: str, title: str, shown: str, printed: sympy.Expr, local: sympy.Expr) -> Claim:
    """A cell that the paper cites; what is shown is that it is the local label rate with 2d for d, as the rest of its row."""
    return Claim(
        f"label/table1/{id_}",
        "Table 1",
        Kind.RATE_ALGEBRA,
        title,
        printed=Undecided(
            shown, "a lower bound under local DP for features and labels, and an estimator that attains it"
        ),
        corrected=SameRate(printed, local.subs(d, 2 * d)),
        correction="shown is only that the cell is the local label rate of its column with 2d for d",
        note="Cited by the paper from the literature.",
    )


HEAVY_LOCAL = 2 * beta * (p - 1) / (2 * p * beta + d * (p - 1))
INVERSE = sympy.Symbol("u", nonnegative=True)
"""1/p, which is 0 where p goes to infinity."""


def by_inverse(exponent: sympy.Expr) -> sympy.Expr:
    """An exponent in p as a function of u = 1/p."""
    return sympy.cancel(exponent.subs(p, 1 / INVERSE))


TEXT1 = Claim(
    "label/text1",
    "Section 4.1, Remark 1 1)",
    Kind.RATE_ALGEBRA,
    "N private labels are worth N epsilon^2, and N from epsilon of order 1",
    says=(
        r"\text{without privacy the minimax lower bound is }N^{-\frac{\beta(\gamma+1)}{2\beta+d}}\text{; "
        r"(10) reaches it where }\epsilon\gtrsim1\text{; for small }\epsilon\text{, }N\text{ privatized "
        r"labels are worth roughly }N\epsilon^2\text{ non-privatized samples}"
    ),
    match=Match.READING,
    differs=(
        "'roughly equals' is read as N epsilon^2 put for N in the rate, and the case epsilon of order 1 is an identity"
    ),
    printed=AllOf(
        "",
        {
            "epsilon <= 1": SameRate((N * _E).subs(_E, epsilon**2) ** -_CLS, N**-_CLS * epsilon ** (-2 * _CLS)),
            "epsilon >= 1": SameRate(sympy.Subs((N * _E) ** -_CLS, _E, 1), N**-_CLS),
        },
    ),
)
_BETA, _DIMENSION = Variable(beta, Integer(0), oo, open_lower=True), Variable(d, Integer(0), oo, open_lower=True)
_MARGIN = Variable(gamma, Integer(0), oo, open_lower=True)
_FAST, _SLOW, _HIDES, _SAMPLES = real("a", above=0), real("b", above=0), real("M", least=1), real("N", above=0)
TEXT2 = Claim(
    "label/text2",
    "Section 4.1, Remark 1 2)",
    Kind.RATE_ALGEBRA,
    "hiding the features too is slower",
    says=(
        r"\text{with features and labels both protected the optimal excess risk is "
        r"}(N\epsilon^2)^{-\beta(\gamma+1)/(2\beta+2d)}\vee N^{-\beta(\gamma+1)/(2\beta+d)}\text{, worse "
        r"than the right hand side of (10)}"
    ),
    match=Match.READING,
    differs=(
        "worse is read as: at least as large for N epsilon^2 >= 1, and with a smaller exponent of 1/N in the "
        "private term; the rate with both hidden is cited and taken as it is printed"
    ),
    printed=AllOf(
        "",
        {
            "epsilon <= 1": line(_HIDES ** (-_FAST), given=(limits(_SLOW, _FAST),))
            .eq(exp(-_FAST * log(_HIDES)))
            .le(exp(-_SLOW * log(_HIDES)), limits(_SLOW, _FAST))
            .eq(_HIDES ** (-_SLOW))
            .le(Max(_HIDES ** (-_SLOW), _SAMPLES ** (-_FAST))),
            "epsilon >= 1": line(_SAMPLES ** (-_FAST)).le(Max(_HIDES ** (-_SLOW), _SAMPLES ** (-_FAST))),
            "the exponents": Inequality(
                Relation(beta * (gamma + 1) / (2 * beta + 2 * d), _CLS, "<", (_BETA, _DIMENSION, _MARGIN))
            ),
        },
    ),
    note="M is N epsilon^2, a = beta(gamma+1)/(2 beta + d) and b = beta(gamma+1)/(2 beta + 2d).",
)


def _answers() -> Iterator[Point]:
    """P(c = y) of two and three answers to labels of one class, ties broken evenly, by all answers; epsilon = 1, 3."""
    for classes, size, budget in product((3, 5, 12), (2, 3), (1, 3)):
        truth = as_arb(budget).exp() / (as_arb(budget).exp() + classes - 1)
        right = as_arb(0)
        for answers in product(range(classes), repeat=size):
            votes = [answers.count(j) for j in range(classes)]
            mass = truth ** votes[0] * ((1 - truth) / (classes - 1)) ** (size - votes[0])
            if votes[0] == max(votes):
                right += mass / votes.count(votes[0])
        yield {COUNT: size, CLASSES: classes, EPS: budget}, right


_OF_RESPONSE = at_points(
    line(ResponseRight(COUNT, CLASSES, EPS)).le(
        COUNT * exp(EPS) / (exp(EPS) + CLASSES - 1),
        because(
            "The chosen class has an answer, and each answer is the right class with probability e^eps/(e^eps + K - 1)."
        ),
    ),
    "all answers of a few users",
    "K = 3, 5, 12; two and three answers; epsilon = 1, 3",
    _answers,
)
TEXT3 = Claim(
    "label/text3",
    "Section 4.1, Remark 1 3), and the end of Appendix C",
    Kind.INEQUALITY,
    "randomized response needs of the order of K answers, the channel (11) of ln K",
    says=(
        r"\text{with randomized response in place of (11) the performance falls sharply with }K\text{; bin "
        r"splitting avoids the polynomial decrease over }K"
    ),
    match=Match.READING,
    differs=(
        "performance is read as the number of samples of one class in a bin that the vote needs; the second "
        "sentence, on bins, as ln K for a power of K there"
    ),
    printed=AllOf("", {"randomized response": _OF_RESPONSE, "the channel (11)": BITS_SELECT}),
    note="At a fixed epsilon, as K grows: randomized response is right with probability 1/2 only from K e^(-epsilon)/2 "
    "answers on, (11) where e^(n_l t^2/2) is above 4K. Where e^epsilon exceeds K randomized response is the better "
    "one.",
)
TEXT4 = Claim(
    "label/text4",
    "Sections 4.2 and 5.2, text after Theorems 4 and 8",
    Kind.RATE_ALGEBRA,
    "the private term decays faster in N",
    says=(
        r"\text{in (18) }(\epsilon N)^{-\frac{\beta(\gamma+1)}{\beta+d}}\text{, in (24) }(\epsilon "
        r"N)^{-\frac{2\beta}{d+\beta}}\text{ decays faster with }N\text{ than the first term, so that what "
        r"privacy costs is negligible for large }N"
    ),
    match=Match.READING,
    differs=(
        "faster is read as a larger exponent of 1/N, at a fixed epsilon: the ratio of the second term to the "
        "first then tends to 0"
    ),
    printed=AllOf(
        "",
        {
            "(18)": Inequality(Relation(_CLS, beta * (gamma + 1) / (beta + d), "<", (_BETA, _DIMENSION, _MARGIN))),
            "(24)": Inequality(Relation(PLAIN, 2 * beta / (beta + d), "<", (_BETA, _DIMENSION))),
        },
    ),
    note="At a fixed epsilon; the private term is the larger one while epsilon <= N^(-beta/(2 beta + d)).",
)
TEXT5 = ("label/text5/k", "label/text5/rate", "label/text5/slower")
TEXT5_CLAIM = Claim(
    "label/text5",
    "Section 6.1, text after Theorem 10",
    Kind.RATE_ALGEBRA,
    "the bounded case as a limit, and slower rates for finite p",
    says=(
        r"p\to\infty\text{: as for bounded noise, }k\text{ and the risk have the rates of Theorem "
        r"6};\quad\text{finite }p:\ 2\beta(p-1)/(2p\beta+d(p-1))<2\beta/(2\beta+d)\text{, slower because "
        r"of privacy}"
    ),
    match=Match.READING,
    differs="a group, whose three parts are judged in claims of their own",
    printed=Whole(r"p\to\infty:\ k,R\to\text{Theorem 6};\ p<\infty:\ \text{slower}", TEXT5),
    corrected=Whole(r"p\to\infty:\ k,R\to\text{Theorem 6};\ p<\infty:\ \text{slower}", TEXT5, as_corrected=True),
    correction="with the k that balances (180)",
    severity=Severity.RATE,
    theorem="label/text5/rate",
)
TEXT5_K = Claim(
    "label/text5/k",
    "Section 6.1, text after Theorem 10",
    Kind.RATE_ALGEBRA,
    "as p -> infinity, k of Theorem 10 is that of Theorem 6",
    says=(
        r"p\to\infty\text{: the growth rate of }k\text{, in Theorem 10 "
        r"}(N\epsilon^2)^{\frac{2p\beta}{2p\beta+d(p-1)}}\vee N^{\frac{2\beta}{2\beta+d}}\text{, is that "
        r"of Theorem 6, }N^{\frac{2\beta}{d+2\beta}}(\epsilon\wedge1)^{-\frac{2d}{d+2\beta}}"
    ),
    match=Match.READING,
    differs="the limit of the printed maximum is taken for epsilon <= 1, where its second term leads",
    printed=SameRate(
        N ** sympy.Max(sympy.limit(2 * p * beta / (2 * p * beta + d * (p - 1)), p, oo), PLAIN),
        N**PLAIN * epsilon ** (-2 * d / (d + 2 * beta)),
    ),
    corrected=SameRate(
        sympy.Subs(
            N ** by_inverse(2 * p * beta / (2 * p * beta + d * (p - 1)))
            * epsilon ** by_inverse(-2 * d * (p - 1) / (2 * p * beta + d * (p - 1))),
            INVERSE,
            0,
        ),
        N**PLAIN * epsilon ** (-2 * d / (d + 2 * beta)),
    ),
    correction="true of k ~ N^(2p beta/(2p beta + d(p-1))) epsilon^(-2d(p-1)/(2p beta + d(p-1)))",
    severity=Severity.RATE,
    theorem="label/text5/rate",
    root="label/thm10",
    note="epsilon <= 1, where the maximum of the printed k tends to its second term, N^(2 beta/(2 beta + "
    "d)), without epsilon.",
)
_X, _Q = sympy.symbols("x q", nonnegative=True)
TEXT5_RATE = Claim(
    "label/text5/rate",
    "Section 6.1, text after Theorem 10",
    Kind.RATE_ALGEBRA,
    "as p -> infinity, the rate is that of Theorem 6",
    says=r"p\to\infty\text{: the risk has the convergence rate of Theorem 6}",
    match=Match.READING,
    differs=(
        "the limit of the exponents, by a distance of at most 1/p; for epsilon <= 1 the private term is then "
        "the larger one, of the order of (21), and for epsilon >= 1 the other one is"
    ),
    printed=at_most(
        2 / (2 + _X),
        2 * _Q / (2 * (1 + _Q) + _X * _Q) + 1 / (1 + _Q),
        Variable(_Q, Integer(1), oo),
        Variable(_X, Integer(0), oo, open_lower=True),
    ),
    note="Exponents of 1/N over beta: x = d/beta, q = p-1; with beta <= 1 their distance is at most 1/p. From "
    "the other side they are ordered by label/text5/slower.",
)
TEXT5_SLOWER = Claim(
    "label/text5/slower",
    "Section 6.1, text after Theorem 10",
    Kind.RATE_ALGEBRA,
    "for finite p the rate is slower",
    says=(
        r"\text{for finite }p,\quad2\beta(p-1)/(2p\beta+d(p-1))<2\beta/(2\beta+d)\text{: slower because of " r"privacy}"
    ),
    match=Match.READING,
    differs="numerators and denominators are divided by beta: x = d/beta, q = p-1",
    printed=Inequality(
        Relation(
            2 * _Q / (2 * (1 + _Q) + _X * _Q),
            2 / (2 + _X),
            "<",
            (Variable(_Q, Integer(1), oo), Variable(_X, Integer(0), oo, open_lower=True)),
        )
    ),
)
TEXT6 = ("label/text6/p2", "label/text6/larger")
TEXT6_CLAIM = Claim(
    "label/text6",
    "Section 6.2, text after Theorem 12",
    Kind.RATE_ALGEBRA,
    "p = 2, and p > 2",
    says=(
        r"\text{at }p=2\text{ the right hand side of (29) is "
        r"}(\epsilon\wedge1)^{-\frac{2\beta}{2\beta+d}}\text{: privacy costs a constant factor of samples; "
        r"for larger }p\text{ the second term of (29) is negligible compared with the first}"
    ),
    match=Match.READING,
    differs="a group, whose two formulas are judged in claims of their own",
    printed=Whole(r"p=2:\ (29)\to(\varepsilon\wedge1)^{-2\beta/(2\beta+d)};\ p>2:\ \text{negligible}", TEXT6),
    corrected=Whole(
        r"p=2:\ (29)\to(N(\varepsilon\wedge1))^{-2\beta/(2\beta+d)};\ p>2:\ \text{negligible}",
        TEXT6,
        as_corrected=True,
    ),
    correction="N is missing",
    severity=Severity.TYPO,
    theorem="label/text6/p2",
)
HEAVY_CENTRAL = 2 * beta * (p - 1) / (p * beta + d * (p - 1))
TEXT6_P2 = Claim(
    "label/text6/p2",
    "Section 6.2, text after Theorem 12",
    Kind.RATE_ALGEBRA,
    "at p = 2 the private term of (29)",
    says=r"\text{at }p=2\text{ the right hand side of (29) is }(\epsilon\wedge1)^{-\frac{2\beta}{2\beta+d}}",
    match=Match.READING,
    differs="read for epsilon <= 1, as the order of the private term of (29) at p = 2",
    printed=SameRate((epsilon * N) ** -HEAVY_CENTRAL.subs(p, 2), epsilon**-PLAIN),
    corrected=SameRate(sympy.Subs((epsilon * N) ** -HEAVY_CENTRAL, p, 2), (N * epsilon) ** -PLAIN),
    correction="(N (epsilon ^ 1))^(-2 beta/(2 beta + d)): as printed the risk would not fall with N",
    severity=Severity.TYPO,
    theorem="label/text6/p2",
    note="epsilon <= 1, where the private term is the larger one.",
)
TEXT6_LARGER = Claim(
    "label/text6/larger",
    "Section 6.2, text after Theorem 12",
    Kind.RATE_ALGEBRA,
    "for p > 2 the private term decays faster in N",
    says=r"\text{for larger }p\text{ the second term of (29) is negligible compared with the first}",
    match=Match.READING,
    differs=(
        "larger p is read as p > 2, and negligible as a larger exponent of 1/N, at a fixed epsilon: the ratio "
        "of the second term to the first then tends to 0"
    ),
    printed=Inequality(
        Relation(
            2 / (2 + _X),
            2 * (1 + _Q) / (2 + _Q + _X * (1 + _Q)),
            "<",
            (Variable(_Q, Integer(0), oo, open_lower=True), Variable(_X, Integer(0), oo, open_lower=True)),
        )
    ),
    note="Exponents with numerator and denominator divided by beta: x = d/beta, q = p-2.",
)

CLAIMS = (
    TABLE1,
    _cell(
        "local-classification",
        "local, classification",
        r"(N(\varepsilon^2\wedge1))^{-\frac{\beta(\gamma+1)}{2\beta+d}}",
        ("label/thm1", "label/thm2"),
        "Up to ln K.",
    ),
    _cell(
        "local-bounded",
        "local, bounded",
        r"(N(\varepsilon^2\wedge1))^{-\frac{2\beta}{2\beta+d}}",
        ("label/thm5", "label/thm6"),
    ),
    _cell(
        "local-heavy",
        "local, heavy tails, private term",
        r"(N\varepsilon^2)^{-\frac{2\beta(p-1)}{2p\beta+d(p-1)}}",
        ("label/thm9", "label/thm10"),
    ),
    _cell(
        "central-classification",
        "central, classification, private term",
        r"(\varepsilon N)^{-\frac{\beta(\gamma+1)}{\beta+d}}",
        ("label/thm3", "label/thm4"),
        "Up to ln K.",
    ),
    _mistyped(
        "central-bounded",
        "central, bounded, private term",
        (epsilon * N) ** (-2 * beta / (d + 2 * beta)),
        (epsilon * N) ** (-2 * beta / (d + beta)),
        "(22), (24)",
        "the exponent of epsilon N is -2 beta/(d + beta), as Theorems 7 and 8 have it",
        {
            "the noise and the bias of a bin": Balance(
                1 / (N * h**d * epsilon) ** 2,
                h ** (2 * beta),
                h,
                (epsilon * N) ** (-1 / (beta + d)),
                (epsilon * N) ** (-2 * beta / (beta + d)),
            ),
            "the lower bound: labels that differ in a cube, of order 1": Balance(
                epsilon * N * h**beta, h**-d, h, (epsilon * N) ** (-1 / (beta + d))
            ),
        },
    ),
    _cell(
        "central-heavy",
        "central, heavy tails, private term",
        r"(\varepsilon N)^{-\frac{2\beta(p-1)}{p\beta+d(p-1)}}",
        ("label/thm11", "label/thm12"),
    ),
    _mistyped(
        "full-classification",
        "local full, classification, private term",
        (N * _E) ** -_CLS,
        (N * _E) ** (-beta * (gamma + 1) / (2 * beta + 2 * d)),
        "Remark 1 2)",
        "the exponent is -beta (gamma+1)/(2 beta + 2d), as Remark 1 and the introduction have it: slower "
        "than under label privacy",
        {
            "the noise of a bin's private frequencies, of variance 1/(N epsilon^2) over a mass of h^d, and "
            "its bias": Balance(
                (N * _E * h ** (2 * d)) ** (-(gamma + 1) / 2),
                h ** (beta * (gamma + 1)),
                h,
                (N * _E) ** (-1 / (2 * beta + 2 * d)),
                (N * _E) ** (-beta * (gamma + 1) / (2 * beta + 2 * d)),
            ),
        },
    ),
    _cited(
        "full-bounded",
        "local full, bounded",
        r"\text{local full, regression with bounded label noise: }O((N(\epsilon^2\wedge1))^{-\frac{\beta}{\beta+d}})",
        (N * _E) ** (-beta / (beta + d)),
        (N * _E) ** -PLAIN,
    ),
    _cited(
        "full-heavy",
        "local full, heavy tails",
        r"\text{local full, regression with unbounded label noise: }O((N(\epsilon^2\wedge1))^{-\frac{\beta(p-1)}{p\beta+d(p-1)}})",
        (N * _E) ** (-beta * (p - 1) / (p * beta + d * (p - 1))),
        (N * _E) ** -HEAVY_LOCAL,
    ),
    _cell(
        "nonprivate-classification",
        "not private, classification",
        r"N^{-\frac{\beta(\gamma+1)}{2\beta+d}}",
        ("label/rate/cls-np",),
    ),
    _cell("nonprivate-bounded", "not private, bounded", r"N^{-\frac{2\beta}{2\beta+d}}", ("label/rate/reg-np",)),
    _cell("nonprivate-heavy", "not private, heavy tails", r"N^{-\frac{2\beta}{2\beta+d}}", ("label/rate/reg-np",)),
    TEXT1,
    TEXT2,
    TEXT3,
    TEXT4,
    TEXT5_CLAIM,
    TEXT5_K,
    TEXT5_RATE,
    TEXT5_SLOWER,
    TEXT6_CLAIM,
    TEXT6_P2,
    TEXT6_LARGER,
)
