"""The number of ones among T signs: what likelihood ratios, weighted moments and binomial sums come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from sympy import exp, log

from verify.kernel.calculus.conditions import at_most, equal
from verify.kernel.calculus.over import Sum
from verify.kernel.calculus.reasons import Case, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import integer, quantity, real

_T, _n = integer("T", least=1), integer("n", least=1)
Delta, _p, _t = real("Delta", above=0, below=1), real("p", 0, 1), real("t")
share, less = real("p", above=0, most=1), real("t", above=0, most=1)


def _binomial(size: Any, chance: Fraction) -> list[Fraction]:
    return [comb(int(size), k) * chance**k * (1 - chance) ** (int(size) - k) for k in range(int(size) + 1)]


def _mean(term: Callable[[Fraction, Fraction], Fraction]) -> Callable[[Fraction, Any], Fraction]:
    """The mean of a function of phi and G under the law of the count."""

    def found(width: Fraction, draws: Any) -> Fraction:
        chance = (1 + width) / 2
        slope = (1 - 2 * chance) / (chance * (1 - chance))
        here, there = _binomial(draws, chance), _binomial(draws, 1 - chance)
        pairs = ((there[k] / here[k] - 1, slope * (k - draws * chance)) for k in range(int(draws) + 1))
        return sum((w * term(*pair) for w, pair in zip(here, pairs, strict=True)), Fraction(0))

    return found


_ABOUT = (
    "of the number K of ones among T signs, each 1 with probability p = (1 + Delta)/2, "
    "phi + 1 = the likelihood ratio of 1 - p to p, G = (1 - 2p)/(p(1 - p)) (K - Tp), psi = phi - G: of (Delta, T)"
)
FluctuationSquare = quantity(
    "FluctuationSquare", r"E_{{{0}, {1}}}[\phi^2]", f"mean of phi^2, {_ABOUT}", 0, value=_mean(lambda phi, _: phi**2)
)
LinearSquare = quantity(
    "LinearSquare", r"E_{{{0}, {1}}}[G^2]", f"mean of G^2, {_ABOUT}", 0, value=_mean(lambda _, g: g**2)
)
Cross = quantity("Cross", r"E_{{{0}, {1}}}[\phi G]", f"mean of phi G, {_ABOUT}", value=_mean(lambda phi, g: phi * g))
RestSquare = quantity(
    "RestSquare", r"E_{{{0}, {1}}}[\psi^2]", f"mean of psi^2, {_ABOUT}", 0, value=_mean(lambda phi, g: (phi - g) ** 2)
)
WeightedMoment = quantity(
    "WeightedMoment",
    r"E_{{X \sim \mathrm{{Bin}}({0}, {1})}}[X {2}^X]",
    "E[X t^X] for the number X of successes in n trials: WeightedMoment(n, p, t)",
    value=lambda size, chance, base: sum((k * w * base**k for k, w in enumerate(_binomial(size, chance))), Fraction(0)),
)
WholePower = quantity(
    "WholePower", r"({0})^{{{1}}}", "a whole power, 1 at the exponent 0", value=lambda base, power: base ** int(power)
)
BinomialSum = quantity(
    "BinomialSum",
    r"\textstyle\sum_{{k \le {0}}} \binom{{{0}}}k {1}^{{{0} - k}} {2}^k",
    "a sum of a binomial's terms",
    value=lambda size, a, b: sum(
        (comb(int(size), k) * a ** (int(size) - k) * b**k for k in range(int(size) + 1)), Fraction(0)
    ),
)

BelowHalf = quantity(
    "BelowHalf",
    r"P(\mathrm{{Bin}}({0}, {1}) < \tfrac12{0}{1})",
    "probability that a binomial count is below half of its mean",
    0,
    1,
    value=lambda size, chance: sum(
        (w for k, w in enumerate(_binomial(size, chance)) if 2 * k < size * chance), Fraction(0)
    ),
)
"""BelowHalf(N, p)."""
BinomialAt = quantity(
    "BinomialAt",
    r"P(\mathrm{{Bin}}({0}, {1}) = {2})",
    "probability that a binomial count is a number",
    0,
    1,
    value=lambda size, chance, k: dict(enumerate(_binomial(size, chance))).get(int(k), Fraction(0)),
)
"""BinomialAt(N, p, k)."""
COUNTED, least = integer("k", least=0), integer("l", least=0)
"""The index of a sum over a count's values, and where it begins."""


def inverse_moment(size: Any, chance: Any, first: Any, weight: Any) -> Sum:
    """The mean of a function of the count where that is `first` at least."""
    return Sum(BinomialAt(size, chance, COUNTED) * weight, COUNTED, first, size)


def _counts() -> Iterator[Case]:
    for width, draws in product((Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)), (1, 2, 3, 6)):
        yield (Delta, _T), {Delta: width, _T: Fraction(draws)}


def _trials() -> Iterator[Case]:
    for size, chance, base in product(
        (1, 2, 5), (Fraction(1, 3), Fraction(4, 5)), (Fraction(-2), Fraction(1, 2), Fraction(3))
    ):
        yield (_n, _p, _t), {_n: Fraction(size), _p: chance, _t: base}


def _rare() -> Iterator[dict[Any, Any]]:
    for size, chance in product((1, 2, 5, 20), (Fraction(1, 10), Fraction(1, 2), Fraction(1))):
        yield {_n: Fraction(size), share: chance}


def _ones(width: Any) -> tuple[Any, Any]:
    """p, and (1 - 2p)/(p(1 - p))."""
    chance = (1 + width) / 2
    return chance, (1 - 2 * chance) / (chance * (1 - chance))


def _linear(width: Any, draws: Any) -> Statement:
    chance, slope = _ones(width)
    return Statement(equal(LinearSquare(width, draws), slope**2 * (draws * chance * (1 - chance))))


def _cross(width: Any, draws: Any) -> Statement:
    chance, slope = _ones(width)
    return Statement(equal(Cross(width, draws), slope * (draws * (1 - chance) - draws * chance)))


COUNT_VARIANCE = Schema("variance of a count", "lemma", "binomial law: T p (1 - p)", _linear, (Delta, _T), _counts)
COUNT_TURNED = Schema(
    "a count under the turned law",
    "lemma",
    "G has mean 0: E[phi G] is its mean where 1 - p stands for p",
    _cross,
    (Delta, _T),
    _counts,
)
EXPANDED_SQUARE = Schema(
    "the square of a difference",
    "lemma",
    "expanded, by linearity",
    lambda *of: Statement(equal(RestSquare(*of), FluctuationSquare(*of) - 2 * Cross(*of) + LinearSquare(*of))),
    (Delta, _T),
    _counts,
)
COUNT_RATIO = Schema(
    "mean square of a count's ratio",
    "lemma",
    "independent draws: (1 + 4 Delta^2/(1 - Delta^2))^T is that of the ratio",
    lambda width, draws: Statement(
        equal(FluctuationSquare(width, draws), (1 + 4 * width**2 / ((1 - width) * (1 + width))) ** draws - 1)
    ),
    (Delta, _T),
    _counts,
)
ABSORPTION = Schema(
    "a binomial's weighted moment",
    "lemma",
    "k C(n, k) = n C(n - 1, k - 1): Graham, Knuth and Patashnik 1994, (5.5)",
    lambda size, chance, base: Statement(
        equal(
            WeightedMoment(size, chance, base), size * base * chance * BinomialSum(size - 1, 1 - chance, chance * base)
        )
    ),
    (_n, _p, _t),
    _trials,
)
BINOMIAL_THEOREM = Schema(
    "binomial theorem",
    "theorem",
    "Graham, Knuth and Patashnik 1994, (5.12)",
    lambda size, chance, base: Statement(
        equal(BinomialSum(size - 1, 1 - chance, chance * base), WholePower(1 - chance + chance * base, size - 1))
    ),
    (_n, _p, _t),
    _trials,
)
CHERNOFF_BELOW = Schema(
    "Chernoff's bound below half of the mean",
    "lemma",
    "Mitzenmacher and Upfal 2005, Section 4.2: Markov's inequality for t^X",
    lambda size, chance, base: Statement(
        at_most(BelowHalf(size, chance), (1 - chance + chance * base) ** size * exp(-size * chance * log(base) / 2))
    ),
    (_n, share, less),
    lambda: (((_n, share, less), {**at, less: Fraction(k, 4)}) for at in _rare() for k in (1, 2, 4)),
)
INVERSE_NEXT = Schema(
    "mean of 1/(X + 1)",
    "theorem",
    "Gyoerfi, Kohler, Krzyzak and Walk 2002, Lemma 4.1 (i): a law of N + 1 trials, without its first mass",
    lambda size, chance, first: Statement(
        at_most(inverse_moment(size, chance, first, 1 / (COUNTED + 1)), 1 / ((size + 1) * chance))
    ),
    (_n, share, least),
    lambda: (((_n, share, least), {**at, least: Fraction(k)}) for at in _rare() for k in (0, 1)),
)
INVERSE_TWO_NEXT = Schema(
    "mean of 1/((X + 1)(X + 2))",
    "lemma",
    "Chao and Strawderman 1972, Section 3: a law of N + 2 trials, without two masses",
    lambda size, chance, first: Statement(
        at_most(
            inverse_moment(size, chance, first, 1 / ((COUNTED + 1) * (COUNTED + 2))),
            1 / ((size + 1) * (size + 2) * chance**2),
        )
    ),
    (_n, share, least),
    lambda: (((_n, share, least), {**at, least: Fraction(k)}) for at in _rare() for k in (0, 1)),
)

FACTS = (
    CHERNOFF_BELOW,
    INVERSE_NEXT,
    INVERSE_TWO_NEXT,
    COUNT_VARIANCE,
    COUNT_TURNED,
    EXPANDED_SQUARE,
    COUNT_RATIO,
    ABSORPTION,
    BINOMIAL_THEOREM,
)
