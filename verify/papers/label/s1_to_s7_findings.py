"""label abstract, Sections 1, 6 and 7: what privacy of labels costs where, beyond what follows a theorem's text."""

import sympy
from sympy import Integer, exp, log, oo

from notation.symbols import N, beta, d, epsilon, gamma, p
from verify.kernel.calculus import at_most as limits
from verify.kernel.calculus import line, real
from verify.kernel.prover import Relation, Variable
from verify.kernel.statements import AllOf, Balance, Inequality, Whole
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.label.s1_table1 import HEAVY_LOCAL, PLAIN

_K, _R, _T = sympy.symbols("k r T", positive=True)
TEXT7 = Claim(
    "label/text7",
    "Abstract; Section 1, first finding; Section 5.1, after Theorem 6; Section 7",
    Kind.RATE_ALGEBRA,
    "a risk takes 1/epsilon^2 times as many private labels, and as many powers of it",
    says=(
        r"\text{for classification and for regression with bounded label noise }\epsilon\text{-local label "
        r"DP multiplies the sample complexity by }O(1/\epsilon^2)\text{ and leaves the rate over }N\text{ "
        r"as it is; Section 7: by at least }O(1/\epsilon^2)"
    ),
    match=Match.READING,
    differs=(
        "sample complexity is read as the N at which the rate reaches a risk r; epsilon <= 1, with r so "
        "small that private terms lead"
    ),
    printed=AllOf(
        "",
        {
            "regression": Balance((N * epsilon**2) ** -PLAIN, _R, N, _R ** (-1 / PLAIN) * epsilon**-2),
            "not private": Balance(N**-PLAIN, _R, N, _R ** (-1 / PLAIN)),
            "classification": Balance(
                (N * epsilon**2) ** (-beta * (gamma + 1) / (2 * beta + d)),
                _R,
                N,
                _R ** (-(2 * beta + d) / (beta * (gamma + 1))) * epsilon**-2,
            ),
            "heavy tails: another power of r": Balance(
                (N * epsilon**2) ** -HEAVY_LOCAL, _R, N, _R ** (-1 / HEAVY_LOCAL) * epsilon**-2
            ),
        },
    ),
    note="epsilon <= 1, and r so small that private terms lead. At least 1/epsilon^2, as Section 7 has it, holds "
    "for heavy tails too, by label/text5/slower.",
)
TEXT8 = Claim(
    "label/text8",
    "Abstract; Section 1, second finding",
    Kind.RATE_ALGEBRA,
    "with heavy tails the local rate in N is slower",
    says=(
        r"\text{for regression with heavy-tailed label noise }\epsilon\text{-local label DP makes the rate "
        r"of the risk over }N\text{ slower}"
    ),
    match=Match.READING,
    differs="the sentence as the comparison of exponents that Section 6.1 prints",
    printed=Whole(r"\tfrac{2\beta(p-1)}{2p\beta+d(p-1)}<\tfrac{2\beta}{2\beta+d}", ("label/text5/slower",)),
)
_X, _Q, _V, _W = sympy.symbols("x q v w", nonnegative=True)
_RATIO, _ABOVE = Variable(_X, Integer(0), oo, open_lower=True), Variable(_Q, Integer(0), oo)
"""x = d/beta, and q what p is above the least that it may be."""
_PRIVATE = 2 * (1 + _Q) / (2 + _Q + _X * (1 + _Q))
"""The exponent of epsilon N in (29), divided by beta, at p = 2 + q."""
TEXT9 = Claim(
    "label/text9",
    "Abstract; Section 1, third finding",
    Kind.RATE_ALGEBRA,
    "under the central model the risk only increases by a term that decays faster than the non-private rate",
    says=(
        r"\text{under }\epsilon\text{-central label DP the term that privacy adds to the risk decays "
        r"faster than the non-private rate, so that the samples it costs are negligible for large }N"
    ),
    match=Match.READING,
    differs=(
        "the case of heavy tails alone, for all p >= 2, as the comparison of exponents at a fixed "
        "epsilon; classification and bounded labels are in text4"
    ),
    printed=Inequality(Relation(2 / (2 + _X), _PRIVATE, "<", (_RATIO, _ABOVE))),
    corrected=AllOf(
        "",
        {
            "heavy tails": Inequality(
                Relation(2 / (2 + _X), _PRIVATE, "<", (_RATIO, Variable(_Q, Integer(0), oo, open_lower=True)))
            ),
            "bounded labels, and classification": Inequality(Relation(1 / (2 + _X), 1 / (1 + _X), "<", (_RATIO,))),
        },
    ),
    correction="true of classification, of bounded labels and of heavy tails with p > 2. At p = 2, which "
    "Assumption 3 allows, both terms of (29) have the same power of N, and what remains is a constant "
    "factor, as the text after Theorem 12 says itself",
    severity=Severity.CONSTANT,
    theorem="label/text9",
    note="At a fixed epsilon. Exponents with numerator and denominator divided by beta: x = d/beta, q = p-2. The "
    "counterexample is at q = 0.",
)
_NOISE = 1 - 2 / (2 * (_Q + 1) + _X * _Q)
"""The power of 1/epsilon in T/epsilon, T = (k epsilon^2)^(1/(2p)) at the k that balances (180), p = 1 + q."""
_HEAVIER = Variable(_Q, Integer(1), oo)


def _grows(of_k: sympy.Expr) -> Inequality:
    """The power of 1/epsilon in T/epsilon is above 1, T = (k epsilon^2)^(1/(2p)) with this power of epsilon in k."""
    return Inequality(Relation(Integer(1), 1 - (of_k + 2) / (2 * (1 + _Q)), "<", (_RATIO, _HEAVIER)))


TEXT10 = Claim(
    "label/text10",
    "Section 6, before Section 6.1",
    Kind.RATE_ALGEBRA,
    "with heavy tails the noise has to grow faster than 1/epsilon",
    says=(
        r"\text{for }\epsilon\text{-DP the radius of clipping falls with }\epsilon\text{, so that the "
        r"noise has to grow faster than }O(1/\epsilon)"
    ),
    match=Match.READING,
    differs=(
        "the noise is read as the scale T/epsilon of Section 6.1, with the T of Theorem 10 at a given k and "
        "at both branches of the k printed there; growing faster as a power of 1/epsilon above 1"
    ),
    printed=AllOf(
        "",
        {
            "at a given k, or the second branch of the printed k": _grows(Integer(0)),
            "at its first branch": _grows(4 * (1 + _Q) / (2 * (1 + _Q) + _X * _Q)),
        },
    ),
    corrected=AllOf(
        "",
        {
            "the clipping at which bias and noise are alike": Balance(
                _T ** (2 * (1 - p)), _T**2 / (_K * epsilon**2), _T, (_K * epsilon**2) ** (1 / (2 * p))
            ),
            "the neighbours at which they are like the bias, and T there": Balance(
                _T**2,
                (N * epsilon**2) ** (2 * beta / (2 * p * beta + d * (p - 1))),
                _T,
                (
                    N ** (2 * p * beta / (2 * p * beta + d * (p - 1)))
                    * epsilon ** (-2 * d * (p - 1) / (2 * p * beta + d * (p - 1)))
                    * epsilon**2
                )
                ** (1 / (2 * p)),
            ),
            "the power of 1/epsilon": Inequality(Relation(_NOISE, Integer(1), "<", (_RATIO, _HEAVIER))),
        },
    ),
    correction="T falls with epsilon, so that T/epsilon grows slower than 1/epsilon: what slows the rate is the "
    "bias of clipping, of order T^(1-p)",
    severity=Severity.TYPO,
    theorem="label/text11",
    note="At a fixed N. x = d/beta, q = p-1. In Theorem 12 too the power of epsilon in T is above 0. The sentence only "
    "explains a slower rate, which stands.",
)
TEXT11 = Claim(
    "label/text11",
    "Section 6, last paragraph; Section 7",
    Kind.RATE_ALGEBRA,
    "with heavy tails the risk that privacy adds is larger",
    says=(
        r"\text{at a fixed noise variance heavy tails leave the non-private rates as they are, but make "
        r"the risk that privacy adds significantly higher (Section 7: inevitably higher)}"
    ),
    match=Match.READING,
    differs=(
        "significantly higher is read as a smaller exponent of 1/N in the private term, at a fixed epsilon; "
        "the non-private terms of (21) to (29) are the same as they are printed"
    ),
    printed=AllOf(
        "",
        {
            "central": Inequality(Relation(2 * _Q / (1 + _Q + _X * _Q), 2 / (1 + _X), "<", (_RATIO, _HEAVIER))),
            "local": Inequality(Relation(2 * _Q / (2 * (1 + _Q) + _X * _Q), 2 / (2 + _X), "<", (_RATIO, _HEAVIER))),
        },
    ),
    note="x = d/beta, q = p-1.",
)
_BUDGET, _KNOWN = Variable(_V, Integer(0), oo), Variable(_W, Integer(0), oo, open_lower=True)
TEXT12 = Claim(
    "label/text12",
    "Abstract; Section 1; Section 7",
    Kind.RATE_ALGEBRA,
    "a curator's labels cost less than labels that are hidden one by one",
    says=(
        r"\text{what privacy costs in performance is significantly less under central label DP than under "
        r"the local model}"
    ),
    match=Match.READING,
    differs=(
        "what privacy costs is read as the private term of the rates, epsilon N > 1 and epsilon <= 1; "
        "significantly less as smaller, by a larger exponent of 1/N"
    ),
    printed=AllOf(
        "",
        {
            "classification, bounded labels": Inequality(
                Relation((_W - _V) / (2 + _X), _W / (1 + _X), "<", (_RATIO, _BUDGET, _KNOWN))
            ),
            "heavy tails": Inequality(
                Relation(
                    (_W - _V) * _Q / (2 * (1 + _Q) + _X * _Q),
                    _W * _Q / (1 + _Q + _X * _Q),
                    "<",
                    (_RATIO, _HEAVIER, _BUDGET, _KNOWN),
                )
            ),
        },
    ),
    note="(epsilon N)^(-1/(beta+d)) < (N epsilon^2)^(-1/(2 beta+d)), and so the same with the powers of p, in logarithms "
    "over beta: v = ln(1/epsilon), w = ln(epsilon N), x = d/beta, q = p-1.",
)


def _slower(hidden: sympy.Expr, labels: sympy.Expr, *more: Variable) -> Inequality:
    """The exponent where features are hidden too is below that where labels alone are."""
    return Inequality(Relation(hidden, labels, "<", (Variable(_X, Integer(0), oo, open_lower=True), *more)))


TEXT13 = Claim(
    "label/text13",
    "Abstract; Section 1, first finding and after the findings",
    Kind.RATE_ALGEBRA,
    "to hide features too makes the rate slower, in all three columns",
    says=(
        r"\text{to protect features too, as the original local DP does, makes the convergence rate slower; "
        r"labels only allow for significantly better learning}"
    ),
    match=Match.READING,
    differs=(
        "compares exponents column by column at a fixed epsilon; for classification with the exponent of "
        "Remark 1, as Table 1 prints the same exponent in both rows"
    ),
    printed=AllOf(
        "",
        {
            "classification": _slower((_Q + 1) / (2 + 2 * _X), (_Q + 1) / (2 + _X), Variable(_Q, Integer(0), oo)),
            "bounded labels": _slower(1 / (1 + _X), 2 / (2 + _X)),
            "heavy tails": _slower(
                _Q / (1 + _Q + _X * _Q), 2 * _Q / (2 * (1 + _Q) + _X * _Q), Variable(_Q, Integer(1), oo)
            ),
        },
    ),
    note="Exponents of 1/N of the third row of Table 1 next to those of the first, x = d/beta, q = gamma, then "
    "p-1; the third row, which the paper cites, with Remark 1's exponent for classification. At a fixed "
    "epsilon up to 1, where the private terms lead.",
)

_LEAST, _MOST, _LOGS, _PUBLIC, _HIDDEN = (
    real("a", least=0),
    real("b", least=0),
    real("l", least=1),
    real("N", above=0),
    real("M", above=0),
)
_DIVIDED = line((_PUBLIC / _LOGS) ** (-_MOST)).eq(_LOGS**_MOST * _PUBLIC ** (-_MOST))
_HIGHER = (
    line(_LOGS**_LEAST, given=(limits(_LEAST, _MOST),))
    .eq(exp(_LEAST * log(_LOGS)))
    .le(exp(_MOST * log(_LOGS)), limits(_LEAST, _MOST))
    .eq(_LOGS**_MOST)
)
TEXT14 = Claim(
    "label/text14",
    "Section 1, before Table 1; Section 4.1, after Theorem 2; Section 4.2, after Theorem 4; Section 7",
    Kind.RATE_ALGEBRA,
    "for classification upper and lower bounds match up to logarithms of K",
    says=(
        r"\text{upper and lower bounds, (14) and (10), (18) and (16), agree up to a logarithm factor: the "
        r"results are tight, and the paper's methods match its lower bounds}"
    ),
    match=Match.READING,
    differs=(
        "'up to a logarithm factor' is read as up to powers of ln K, for K >= 3, at the level of the printed rates"
    ),
    printed=AllOf(
        "",
        {
            "(18) next to (16)": line(
                (_PUBLIC / _LOGS) ** (-_LEAST) + (_HIDDEN / _LOGS) ** (-_MOST), given=(limits(_LEAST, _MOST),)
            )
            .eq(_LOGS**_LEAST * _PUBLIC ** (-_LEAST) + (_HIDDEN / _LOGS) ** (-_MOST), _DIVIDED.at({_MOST: _LEAST}))
            .eq(
                _LOGS**_LEAST * _PUBLIC ** (-_LEAST) + _LOGS**_MOST * _HIDDEN ** (-_MOST),
                _DIVIDED.at({_PUBLIC: _HIDDEN}),
            )
            .le(_LOGS**_MOST * _PUBLIC ** (-_LEAST) + _LOGS**_MOST * _HIDDEN ** (-_MOST), _HIGHER)
            .eq(_LOGS**_MOST * (_PUBLIC ** (-_LEAST) + _HIDDEN ** (-_MOST))),
            "(14) next to (10)": _DIVIDED,
        },
    ),
    note="l = ln K, 1 at least: K >= 3; for K = 2 the factors are constants. In (18) N is N, M is epsilon N, a = "
    "beta(gamma+1)/(2 beta + d) and b = beta(gamma+1)/(beta + d); in (14) N stands for N(epsilon^2 ^ 1) and "
    "b for a. The rates of Theorems 5 to 12 are printed alike from above and below. The sentence is about "
    "rates; the theorems themselves need gamma beta <= 1, or holes in the support (label/thm1, "
    "label/own/holes), and eta_s below eta^* (label/own/ties).",
)

CLAIMS = (
    TEXT7,
    TEXT8,
    TEXT9,
    TEXT10,
    TEXT11,
    TEXT12,
    TEXT13,
    TEXT14,
)
