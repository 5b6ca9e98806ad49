"""Families of laws on the vertices of {-1, 1}^k: likelihood ratios with one sign turned, their products and squares.

Independent signs, signs of which some have mean 0, and bumps on disjoint cells; priors and classes for sparse means.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice, product
from math import comb
from typing import Any

from sympy import Max, Rational, exp, log

from verify.kernel.calculus.conditions import at_most, below, equal, property_of
from verify.kernel.calculus.facts.bodies import Squared
from verify.kernel.calculus.facts.cube_laws import Dominated, Family, Orthogonal, Vertex, flipped, squared_distance
from verify.kernel.calculus.facts.hypercube import Corner, Signs
from verify.kernel.calculus.facts.priors import Biased, IndependentSigns, OutsideMass, SeparatedExactly
from verify.kernel.calculus.nouns import Law, Mean, Power
from verify.kernel.calculus.over import Sum
from verify.kernel.calculus.reasons import Case, Outside, Schema
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.terms import Name, constructor, integer, quantity, real

_P, _v = Name("P", "family of laws"), Name("v", "vertex")
_m, _d, _i, _j, _s, _k, _beta = (integer(letter, least=1) for letter in ("m", "d", "i", "j", "s", "k", "beta"))
_D, Delta, _r = real("D", above=0), real("Delta", above=0, below=1), real("r", above=0)
_tau, _a = real("tau", above=0, most=1), real("a", least=0)


def _ratios(family: Family, draws: Any, at: Vertex, one: Any, other: Any) -> Fraction:
    """The mean under the law at a vertex of the ratios with one sign turned and with another."""
    here, first, second = (
        Power.value(family[u], draws) for u in (at, flipped(at, int(one) - 1), flipped(at, int(other) - 1))
    )
    return sum((first[x] * second[x] / w for x, w in here.items() if w), Fraction(0))


def _largest_square(family: Family, draws: Any) -> Fraction:
    size = len(next(iter(family)))
    return max(_ratios(family, draws, at, one, one) for at in family for one in range(1, size + 1)) - 1


def _uncorrelated(family: Family, size: Any) -> bool:
    """By one draw: that two ratios, each of mean 1, have a product of mean 1."""
    pairs = [(one, other) for one in range(1, int(size) + 1) for other in range(1, one)]
    return len(next(iter(family))) == size and all(
        _ratios(family, 1, at, *pair) == 1 for at in family for pair in pairs
    )


def _sparse(share: Fraction, size: Any) -> Family:
    found: Family = {}
    for at in product((1, -1), repeat=int(size)):
        found[at] = {}
        for signs in product((1, -1), repeat=int(size)):
            chance = Fraction(1)
            for sign, coordinate in zip(signs, at, strict=True):
                chance *= Fraction(1, 2) + sign * share * (coordinate + 1) / 4
            found[at][tuple(map(Fraction, signs))] = chance
    return found


class _Sparse:
    """The laws on [-1, 1]^d whose means have at most a given number of coordinates that are not 0."""

    def __init__(self, size: Any, most: Any) -> None:
        self._size, self._most = size, most

    def __contains__(self, law: Law) -> bool:
        inside = all(len(x) == self._size and max(map(abs, x)) <= 1 for x, w in law.items() if w)
        return inside and _nonzero(law) <= self._most


def _nonzero(law: Law) -> Fraction:
    return Fraction(sum(x != 0 for x in Mean.value(law)))


def _ones_at_least(size: Any, share: Fraction, least: Any) -> Fraction:
    counts = (x for x in range(int(size) + 1) if x >= least)
    return sum((comb(int(size), x) * share**x * (1 - share) ** (int(size) - x) for x in counts), Fraction(0))


SignAt = quantity(
    "SignAt",
    "({0})_{{{1}}}",
    "entry of a vertex of {-1, 1}^d",
    -1,
    1,
    value=lambda at, place: Fraction(at[int(place) - 1]),
)


class _OfRatios:
    """Of likelihood ratios at the vertices of a family: finite for the families here, of any other it may not be."""

    args: tuple[Any, ...]

    @property
    def infinite(self) -> bool:
        """Whether nothing bounds the ratios."""
        return isinstance(self.args[0], Name)

    def requires(self) -> tuple[Any, ...]:
        """That no probability is 0, of families of signs."""
        family = self.args[0]
        if not isinstance(family, Signs | SparseSigns):
            return ()
        share = family.args[1 if isinstance(family, Signs) else 0]
        return below(-1, share), below(share, 1)


class RatioProduct(
    _OfRatios,
    quantity(  # type: ignore[misc]
        "_RatioProduct",
        r"E_{{({0})_{{{2}}}^{{\otimes {1}}}}}[\varphi_{{{2}, {3}}} \varphi_{{{2}, {4}}}]",
        "expectation under the law of T draws at v of the product of the likelihood ratios, to that law, of those with "
        "v_i and with v_j flipped: RatioProduct(P, T, v, i, j)",
        0,
        value=_ratios,
    ),
):
    """The mean of a product of two likelihood ratios."""


class EtaSquared(
    _OfRatios,
    quantity(  # type: ignore[misc]
        "_EtaSquared",
        r"\eta^2({0}, {1})",
        "largest, over v and j, of E[phi_(v,j)^2] under the law of T draws at v, 1 + phi_(v,j) the likelihood ratio of "
        "that with v_j flipped: EtaSquared(P, T)",
        0,
        value=_largest_square,
    ),
):
    """The largest mean square of a change of a likelihood ratio."""


Uncorrelated = property_of(
    "Uncorrelated",
    r"E_v[\varphi_{{v, i}} \varphi_{{v, j}}] = 1\ \forall i \ne j\text{{ in }}{0}\text{{ on }}\{{-1, 1\}}^{{{1}}}",
    _uncorrelated,
)
"""A family has k coordinates, and for any two the likelihood ratios of one draw, with v_i and with v_j flipped, have a
product of mean 1: Uncorrelated(P, k)."""
SparseSigns = constructor(
    "SparseSigns",
    r"\mathrm{{Sparse}}_{{{1}}}({0})",
    _sparse,
    needs=lambda share, size: (at_most(-1, share), at_most(share, 1), at_most(1, size)),
    sort="family of laws",
)
"""At v: d independent coordinates, 1 or -1 with probabilities 1/2 +- Delta (v_j + 1)/4: SparseSigns(Delta, d)."""
SparseMeans = constructor(
    "SparseMeans",
    r"\mathcal{{P}}_{{{0}, {1}}}",
    _Sparse,
    sort="class of laws",
    needs=lambda size, most: (at_most(1, size), at_most(0, most)),
)
"""All laws on [-1, 1]^d whose means have at most s coordinates that are not 0: SparseMeans(d, s)."""
NonzeroMeans = quantity(
    "NonzeroMeans", r"\|\theta({0})\|_0", "number of coordinates of a law's mean that are not 0", 0, value=_nonzero
)
OnesAtLeast = quantity(
    "OnesAtLeast",
    r"P(V_+ \ge {2})_{{V \sim \mathrm{{Bias}}_{{{1}}}^{{\otimes {0}}}}}",
    "probability that at least a given number of d independent signs, each 1 with probability tau, are 1: "
    "OnesAtLeast(d, tau, a)",
    0,
    1,
    value=_ones_at_least,
)
BumpLaws = constructor("BumpLaws", r"(f_v)_{{{0}, {1}, {2}}}", sort="family of laws")
"""The laws with the densities f_v = 1 + sum_j v_j g_(beta, j), k bumps g_(beta, j) of integral 0 on the cells of [0, 1]
of length 1/k, each r pi^beta/(2 k^beta) times one function, moved and narrowed: BumpLaws(beta, k, r). The function is
c_beta e^(-1/(x (1/2 - x))) on (0, 1/2), less its copy on (1/2, 1), and c_beta > 0 makes it and its derivative of order
beta at most 1. What a bump is above 1 is cut."""
BumpSup = quantity(
    "BumpSup", r"\sup|g_{{{0}, j}}|(k = {1}, r = {2})", "largest size of the bumps' values: BumpSup(beta, k, r)", 0
)
BumpNorm = quantity(
    "BumpNorm", r"\int g_{{{0}, j}}^2 (k = {1}, r = {2})", "integral of a bump's square: of (beta, k, r)", 0
)

_SHARES = Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)


def _signs() -> Iterator[dict[Any, Any]]:
    several = [(size, share, Fraction(1)) for size in (1, 2, 3) for share in (Fraction(1, 10), Fraction(9, 10))]
    for size, share, width in (*several, (2, Fraction(1, 2), Fraction(2))):
        yield {_D: width, Delta: share, _d: Fraction(size), Squared(): squared_distance}


def _bumped() -> Iterator[dict[Any, Any]]:
    """Cells of two halves with the densities 1 + v_j g and 1 - v_j g; the other letters do not enter."""
    for size, height in product((1, 2, 3), (Fraction(1, 20), Fraction(1, 2), Fraction(9, 10))):
        family = {
            at: {(c, half): (1 + half * at[c] * height) / (2 * size) for c in range(size) for half in (1, -1)}
            for at in product((1, -1), repeat=size)
        }
        known = {_beta: Fraction(1), _k: Fraction(size), _r: Fraction(1), BumpLaws(_beta, _k, _r): family}
        yield {**known, BumpSup(_beta, _k, _r): height, BumpNorm(_beta, _k, _r): height**2 / size}


def _families() -> Iterator[dict[Any, Any]]:
    """Signs, some of mean 0, and bumps; fewer draws where there are many atoms."""
    for values in (*_signs(), *_bumped()):
        size = int(values.get(_d, values.get(_k, 0)))
        family = values[BumpLaws(_beta, _k, _r)] if _k in values else _sparse(values[Delta], size)
        for draws in (1, 2, 3)[: 4 - size]:
            yield {_P: family, _m: Fraction(draws), _d: Fraction(size)}


def _of_family(*letters: Any) -> Any:
    """Cases at these letters, at every vertex and place, or two places, where they are asked for."""

    def cases() -> Iterator[Case]:
        for values in _families():
            size = int(values[_d])
            places = range(1, size + 1)
            for at in values[_P] if _v in letters else [None]:
                for one, other in product(places, places):
                    if _i in letters and one >= other:
                        continue
                    yield letters, {**values, _v: at, _i: Fraction(one), _j: Fraction(other)}
                    if _j not in letters:
                        break
                if _v not in letters:
                    break

    return cases


def _drawn(*letters: Any) -> Any:
    """Cases of independent signs at these letters; at each vertex and place, with one or two draws."""

    def cases() -> Iterator[Case]:
        for values in _signs():
            for at in product((1, -1), repeat=int(values[_d])):
                for draws, place in product((1, 2) if values[_d] < 3 else (1,), range(1, int(values[_d]) + 1)):
                    yield letters, {**values, _v: at, _j: Fraction(place), _m: Fraction(draws)}

    return cases


def _turned(sign: int) -> Any:
    def cases() -> Iterator[Case]:
        for letters, values in _drawn(Delta, _d, _v, _j)():
            if values[_v][int(values[_j]) - 1] == sign:
                yield letters, values

    return cases


def _one_each(*letters: Any) -> Any:
    return lambda: ((letters, values) for values in _signs())


def _bumps(*letters: Any) -> Any:
    def cases() -> Iterator[Case]:
        for values in _bumped():
            flat = values[BumpSup(_beta, _k, _r)] <= Fraction(1, 2)
            for draws in (1, 2, 3)[: 4 - int(values[_k])]:
                if flat or _m not in letters:
                    yield letters, {**values, _m: Fraction(draws)}

    return cases


def _priors() -> Iterator[Case]:
    for size, share in product((1, 2, 3), (*_SHARES, Fraction(1, 3))):
        yield (_tau, _d), {_tau: share, _d: Fraction(size)}


def _outside() -> Iterator[Case]:
    """As many signs as are allowed, or one more or less; the bound leaves out the probability of just s ones alone."""
    for size, share, width in product((1, 2, 3, 4), (Fraction(1, 10), Fraction(3, 4)), (Fraction(1, 2),)):
        for most in range(1, size + 1):
            yield (_tau, Delta, _d, _s), {_tau: share, Delta: width, _d: Fraction(size), _s: Fraction(most)}


def _tails() -> Iterator[Case]:
    shares = Fraction(1, 10), Fraction(1, 2), Fraction(1)
    for size, share, least in product((1, 2, 5, 20), shares, ("0", "1/2", "2", "5")):
        yield (_d, _tau, _a), {_d: Fraction(size), _tau: share, _a: Fraction(least)}


def _tied() -> Iterator[Outside]:
    """Two signs with one mean, which both coordinates turn; laws of one coordinate that exclude each other."""
    pairs = list(product((1, -1), repeat=2))
    tied = {at: {x: (1 + x * Fraction(sum(at), 4)) / 2 for x in (1, -1)} for at in pairs}
    several = {_d: Fraction(2), _v: (1, 1), _i: Fraction(1), _j: Fraction(2), _m: Fraction(1)}
    yield 0, (_P, _d, _m, _v, _i, _j), {**several, _P: tied}
    for size in (1, 2):
        yield 0, (_P, _d, _m), {_P: tied, _d: Fraction(size), _m: Fraction(1)}


def _bare() -> Iterator[Outside]:
    """Laws of one coordinate that exclude each other."""
    bare = {(1,): {0: Fraction(1), 1: Fraction(0)}, (-1,): {0: Fraction(0), 1: Fraction(1)}}
    yield 1, (_P, _d, _m), {_P: bare, _d: Fraction(1), _m: Fraction(2)}


def _high_bumps() -> Iterator[Outside]:
    """Bumps of height 1 on two halves of a cell."""
    family = {(s,): {1: (1 + s) / Fraction(2), -1: (1 - s) / Fraction(2)} for s in (1, -1)}
    known = {_beta: Fraction(1), _k: Fraction(1), _r: Fraction(1), BumpLaws(_beta, _k, _r): family}
    yield 0, (_beta, _k, _r), {**known, BumpSup(_beta, _k, _r): Fraction(1), BumpNorm(_beta, _k, _r): Fraction(1)}


def _steep_bumps() -> Iterator[Outside]:
    for values in _bumped():
        if values[BumpSup(_beta, _k, _r)] > Fraction(1, 2):
            yield 0, (_beta, _k, _r, _m), {**values, _m: Fraction(1)}


RATIOS_APART = Schema(
    "two ratios of many draws",
    "lemma",
    "the draws are independent: the mean of a product is that of one draw, to the power m",
    lambda family, size, draws, at, one, other: Statement(
        equal(RatioProduct(family, draws, at, one, other), 1),
        (Uncorrelated(family, size), Dominated(family), below(one, other), at_most(other, size)),
    ),
    (_P, _d, _m, _v, _i, _j),
    _of_family(_P, _d, _m, _v, _i, _j),
    outside=lambda: islice(_tied(), 1),
)
RATIO_OF_DRAWS = Schema(
    "a squared ratio of many draws",
    "lemma",
    "the draws are independent",
    lambda family, draws, at, one: Statement(
        equal(RatioProduct(family, draws, at, one, one), RatioProduct(family, 1, at, one, one) ** draws),
        (Dominated(family),),
    ),
    (_P, _m, _v, _j),
    _of_family(_P, _m, _v, _j),
)
ORTHOGONAL_RATIOS = Schema(
    "fluctuations of uncorrelated ratios",
    "lemma",
    "a ratio has mean 1, and the draws are independent",
    lambda family, size, draws: Statement(
        Orthogonal(family, draws, EtaSquared(family, draws)), (Uncorrelated(family, size), Dominated(family))
    ),
    (_P, _d, _m),
    _of_family(_P, _d, _m),
    outside=lambda: chain(islice(_tied(), 1, None), _bare()),
)
SIGNS_DOMINATED = Schema(
    "signs of both kinds: densities",
    "definition",
    "definition: each sign has a probability at every vertex",
    lambda width, share, size: Statement(Dominated(Signs(width, share, size))),
    (_D, Delta, _d),
    _one_each(_D, Delta, _d),
)
SIGNS_UNCORRELATED = Schema(
    "signs: ratios",
    "lemma",
    "two ratios are about different, hence independent, coordinates, and each has mean 1",
    lambda width, share, size: Statement(Uncorrelated(Signs(width, share, size), size)),
    (_D, Delta, _d),
    _one_each(_D, Delta, _d),
)
SIGNS_SQUARE = Schema(
    "a sign turned: the square of the ratio",
    "definition",
    "definition: 1 and (q - p)^2/p, s^2/p, of both signs, p = (1 + s)/2 and (1 - s)/2",
    lambda width, share, size, at, place: Statement(
        equal(
            RatioProduct(Signs(width, share, size), 1, at, place, place),
            1 + 2 * share**2 / (1 + share) + 2 * share**2 / (1 - share),
        ),
        (at_most(place, size),),
    ),
    (_D, Delta, _d, _v, _j),
    _drawn(_D, Delta, _d, _v, _j),
)
SIGNS_ETA = Schema(
    "signs: the largest fluctuation",
    "lemma",
    "a ratio has mean 1; by symmetry its square's is alike for all vertices and places",
    lambda width, share, size, draws, at: Statement(
        equal(
            EtaSquared(Signs(width, share, size), draws), RatioProduct(Signs(width, share, size), draws, at, 1, 1) - 1
        )
    ),
    (_D, Delta, _d, _m, _v),
    _drawn(_D, Delta, _d, _m, _v),
)
SPARSE_DOMINATED = Schema(
    "signs of mean 0 or Delta: densities",
    "definition",
    "definition: each sign has a probability at every vertex",
    lambda share, size: Statement(Dominated(SparseSigns(share, size))),
    (Delta, _d),
    _one_each(Delta, _d),
)
SPARSE_UNCORRELATED = Schema(
    "signs of mean 0 or Delta: ratios",
    "lemma",
    "two ratios are about different, hence independent, coordinates, and each has mean 1",
    lambda share, size: Statement(Uncorrelated(SparseSigns(share, size), size)),
    (Delta, _d),
    _one_each(Delta, _d),
)
SPARSE_ON = Schema(
    "a sign of mean Delta turned",
    "definition",
    "definition: 1 and (q - p)^2/p, Delta^2/(4p), of both signs, p = (1 +- Delta)/2",
    lambda share, size, at, place: Statement(
        equal(
            RatioProduct(SparseSigns(share, size), 1, at, place, place),
            1 + Rational(1, 2) * share**2 / (1 + share) + Rational(1, 2) * share**2 / (1 - share),
        ),
        (at_most(place, size), equal(SignAt(at, place), 1)),
    ),
    (Delta, _d, _v, _j),
    _turned(1),
)
SPARSE_OFF = Schema(
    "a sign of mean 0 turned",
    "definition",
    "definition: q^2/p of both signs, p = 1/2, q = (1 +- Delta)/2",
    lambda share, size, at, place: Statement(
        equal(RatioProduct(SparseSigns(share, size), 1, at, place, place), (1 + share) ** 2 / 2 + (1 - share) ** 2 / 2),
        (at_most(place, size), equal(SignAt(at, place), -1)),
    ),
    (Delta, _d, _v, _j),
    _turned(-1),
)
SPARSE_ETA = Schema(
    "signs of mean 0 or Delta: the largest fluctuation",
    "lemma",
    "a ratio has mean 1; its square's is that of m draws with the sign on, or off",
    lambda share, size, draws: Statement(
        equal(
            EtaSquared(SparseSigns(share, size), draws), Max((1 / (1 - share**2)) ** draws, (1 + share**2) ** draws) - 1
        )
    ),
    (Delta, _d, _m),
    _drawn(Delta, _d, _m),
)
SPARSE_APART = Schema(
    "signs of mean 0 or Delta: separation",
    "definition",
    "definition: half of the distance of two means, squared, is Delta^2/4 for each different sign",
    lambda share, size: Statement(SeparatedExactly(SparseSigns(share, size), Squared(), share**2 / 8, size)),
    (Delta, _d),
    _one_each(Delta, _d),
)
SPARSE_COUNT = Schema(
    "means that are not 0",
    "definition",
    "definition: each mean is 0 or Delta",
    lambda share, size, at: Statement(
        equal(NonzeroMeans(Corner(SparseSigns(share, size), at)), Sum((SignAt(at, _j) + 1) / 2, _j, 1, size))
    ),
    (Delta, _d, _v),
    _drawn(Delta, _d, _v),
)
SPARSE_OUTSIDE = Schema(
    "vertices whose law is not sparse",
    "definition",
    "definition: more than s of the signs are 1",
    lambda share, width, size, most: Statement(
        at_most(
            OutsideMass(Biased(share, size), SparseSigns(width, size), SparseMeans(size, most)),
            OnesAtLeast(size, share, most),
        )
    ),
    (_tau, Delta, _d, _s),
    _outside,
)
BIASED_INDEPENDENT = Schema(
    "biased signs",
    "definition",
    "definition",
    lambda share, size: Statement(IndependentSigns(Biased(share, size), size), (below(share, 1),)),
    (_tau, _d),
    _priors,
)
ONES_MARKOV = Schema(
    "many ones",
    "lemma",
    "Markov's inequality for 2^(number of ones), whose factors have mean 1 + tau",
    lambda size, share, least: Statement(
        at_most(OnesAtLeast(size, share, least), exp(-least * log(2)) * (1 + share) ** size)
    ),
    (_d, _tau, _a),
    _tails,
)
BUMPS_DOMINATED = Schema(
    "bumps: densities",
    "definition",
    "definition: 1 less a bump is above 0",
    lambda power, size, scale: Statement(
        Dominated(BumpLaws(power, size, scale)), (below(BumpSup(power, size, scale), 1),)
    ),
    (_beta, _k, _r),
    _bumps(_beta, _k, _r),
    outside=_high_bumps,
)
BUMPS_UNCORRELATED = Schema(
    "bumps: ratios",
    "lemma",
    "on disjoint cells one of two ratios is 1 everywhere, and each has mean 1",
    lambda power, size, scale: Statement(
        Uncorrelated(BumpLaws(power, size, scale), size), (below(BumpSup(power, size, scale), 1),)
    ),
    (_beta, _k, _r),
    _bumps(_beta, _k, _r),
)
BUMPS_ETA = Schema(
    "flat bumps: the largest fluctuation",
    "lemma",
    "the draws are independent: the mean square of 1 - 2vg/(1 + vg) is 1 and the integral of 4 g^2/(1 + vg) <= 8 g^2",
    lambda power, size, scale, draws: Statement(
        at_most(EtaSquared(BumpLaws(power, size, scale), draws), (1 + 8 * BumpNorm(power, size, scale)) ** draws - 1),
        (at_most(BumpSup(power, size, scale), Rational(1, 2)),),
    ),
    (_beta, _k, _r, _m),
    _bumps(_beta, _k, _r, _m),
    outside=_steep_bumps,
)

FACTS = (
    RATIOS_APART,
    RATIO_OF_DRAWS,
    ORTHOGONAL_RATIOS,
    SIGNS_DOMINATED,
    SIGNS_UNCORRELATED,
    SIGNS_SQUARE,
    SIGNS_ETA,
    SPARSE_DOMINATED,
    SPARSE_UNCORRELATED,
    SPARSE_ON,
    SPARSE_OFF,
    SPARSE_ETA,
    SPARSE_APART,
    SPARSE_COUNT,
    SPARSE_OUTSIDE,
    BIASED_INDEPENDENT,
    ONES_MARKOV,
    BUMPS_DOMINATED,
    BUMPS_UNCORRELATED,
    BUMPS_ETA,
)
